"""Cards of privates: face up they pay and count, face down they can still be used (rules 18OE-PRIV)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.events import PrivateClosed
from railhead.core.game import Game
from railhead.core.ids import Private
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, filtered
from railhead.rules import directors
from railhead.rules.stock import StockTurn
from railhead.titles.t18oe import private_tokens
from railhead.titles.t18oe.facts import CONCESSIONS
from railhead.titles.t18oe.record import amend, record


@dataclass(frozen=True, slots=True)
class ClosePrivate(Action):
    """Turn a private face down; it can still be used later."""

    private: Private
    form: ClassVar[str] = "close {private}"
    label: ClassVar[str] = "Turn {private} face down"
    told: ClassVar[tuple[str, ...]] = ("{player} turns {private} face down",)
    topic: ClassVar[Topic] = Topic.PRIVATES


@dataclass(frozen=True, slots=True)
class RemovePrivate(Action):
    """Take a private out of the game for good."""

    private: Private
    form: ClassVar[str] = "remove private {private}"
    label: ClassVar[str] = "Take {private} out of the game"
    told: ClassVar[tuple[str, ...]] = ("{player} takes {private} out of the game",)
    covers: ClassVar[tuple[type[object], ...]] = (PrivateClosed,)
    topic: ClassVar[Topic] = Topic.PRIVATES


def is_open(game: Game, private: Private) -> bool:
    """Does a player have this private face up? It stays so until it is closed or used up (18OE-PRIV-01)."""
    owned = game.book.seat_of(game.state.privates[private]) is not None
    return owned and private not in record(game).face_down


# -- before a stock action ------------------------------------------------------------------------


def turn_refusal(game: Game, step: StockTurn) -> Refusal | None:
    """One private in a turn, before the stock action; a player above the limit may go on, even after sales.

    Rules 18OE-SR-02 and 18OE-CERT-04.
    """
    if directors.over_limit(game, step.player):
        return None
    if step.dealt:
        return game.forbid("card.first", "That is done before the stock action")
    if record(game).card_used:
        return game.forbid("card.once", "You have dealt with a private in this turn already")
    return None


def _own(game: Game, step: StockTurn, private: Private) -> Refusal | None:
    if private in CONCESSIONS or game.state.privates[private] != step.player:
        return game.forbid("card.own", "{private} is not a private of yours", private=game.book.private_names[private])
    return None


def _close_refusal(game: Game, step: StockTurn, action: ClosePrivate) -> Refusal | None:
    if action.private in record(game).face_down:
        return game.forbid(
            "card.closed", "{private} is face down already", private=game.book.private_names[action.private]
        )
    return _own(game, step, action.private) or turn_refusal(game, step)


def _remove_refusal(game: Game, step: StockTurn, action: RemovePrivate) -> Refusal | None:
    return _own(game, step, action.private) or turn_refusal(game, step)


def _to_close(game: Game, step: StockTurn) -> Iterable[ClosePrivate]:
    return [ClosePrivate(private) for private in game.privates_of(step.player)]


def _to_remove(game: Game, step: StockTurn) -> Iterable[RemovePrivate]:
    return [RemovePrivate(private) for private in game.privates_of(step.player)]


def _close(game: Game, step: StockTurn, action: ClosePrivate) -> None:
    private_tokens.turn_face_down(game, action.private)
    amend(game, card_used=True)


def _remove(game: Game, step: StockTurn, action: RemovePrivate) -> None:
    private_tokens.use_up(game, action.private)
    amend(game, card_used=True)


CLOSE: AnyMove = Move(ClosePrivate, filtered(_to_close, _close_refusal), _close_refusal, _close)
REMOVE: AnyMove = Move(RemovePrivate, filtered(_to_remove, _remove_refusal), _remove_refusal, _remove)
ACTIONS = (ClosePrivate, RemovePrivate)
