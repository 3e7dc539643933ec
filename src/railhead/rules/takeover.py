"""Takeover: one company gets the cash, trains, private companies, loans and tokens of another.

It keeps what the limits allow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Seat, Stop, hex_of
from railhead.core.laws import CompanyCount, CompanyEffect, nothing_follows_for
from railhead.core.refusal import Refusal
from railhead.core.rulebook import UNLIMITED, RuleGroup
from railhead.core.steps import AnyMove, CompanyStep, Move, filtered
from railhead.core.text import Text
from railhead.rules.operating import OperatingRules
from railhead.rules.stations import tokens_of


def any_number(game: Game, company: Company) -> int:
    """A company may have any number of tokens."""
    return UNLIMITED


@dataclass(frozen=True)
class TakeoverRules(RuleGroup):
    """How many tokens a company may have after taking over another."""

    most_tokens: CompanyCount = any_number
    """How many tokens a company may have, on the board or not."""
    recounted: CompanyEffect = nothing_follows_for
    """What happens when the total number of a company's tokens changes."""


def take_cash(game: Game, taker: Company, other: Company) -> None:
    """The other company's treasury."""
    effects.pay(game, game.purse(other), game.purse(taker), game.treasury(other), Text("its treasury"))


def take_trains(game: Game, taker: Company, other: Company) -> None:
    """All trains of the other company, with their marks, even above the limit."""
    for train in game.trains_of(other):
        effects.move_train(game, game.purse(other), game.purse(taker), train)


def take_privates(game: Game, taker: Company, other: Company) -> None:
    """All private companies of the other company."""
    for private in game.privates_of(game.purse(other)):
        effects.give_private(game, private, game.purse(taker))


def take_debts(game: Game, taker: Company, other: Company) -> None:
    """All loans of the other company, even above the limit."""
    effects.move_loans(game, other, taker)


# -- tokens ---------------------------------------------------------------------------------------


def have_spare_tokens(game: Game, company: Company, spare: int) -> None:
    """A company has its tokens on the board, and this many spare ones."""
    effects.give_tokens(game, company, spare - game.state.spare_tokens[company])
    game.rules[TakeoverRules].recounted(game, company)


def lose_doubled_tokens(game: Game, taker: Company, other: Company) -> None:
    """Where both companies have a token in one place, the other company's is lost."""
    sites = {_site(game, stop) for stop in tokens_of(game, taker)}
    for stop in tokens_of(game, other):
        if _site(game, stop) in sites:
            effects.remove_token(game, other, stop)
    game.rules[TakeoverRules].recounted(game, other)


def _site(game: Game, stop: Stop) -> Hex | None:
    """A hex; None for the spaces of an area that is not a hex, which count as one place."""
    return None if stop in game.book.board.links else hex_of(stop)


def take_tokens(game: Game, taker: Company, other: Company) -> None:
    """The other company's tokens, on the board and spare, become the taker's, up to the limit."""
    spare = game.state.spare_tokens[taker] + game.state.spare_tokens[other]
    for stop in tokens_of(game, other):
        effects.replace_token(game, taker, stop, other)
    room = max(0, game.rules[TakeoverRules].most_tokens(game, taker) - len(tokens_of(game, taker)))
    have_spare_tokens(game, taker, min(spare, room))


def excess_tokens(game: Game, taker: Company, other: Company) -> int:
    """How many tokens the two have on the board above the limit of one."""
    on_board = len(tokens_of(game, taker)) + len(tokens_of(game, other))
    return on_board - game.rules[TakeoverRules].most_tokens(game, taker)


def remove_excess_tokens(game: Game, taker: Company, other: Company) -> None:
    """If the two have too many tokens on the board, somebody has to choose which ones are lost."""
    if excess_tokens(game, taker, other) > 0:
        game.push(RemoveTokens(taker, other))


@dataclass(frozen=True, slots=True)
class RemoveToken(Action):
    """Take a token off the board."""

    stop: Stop
    form: ClassVar[str] = "remove {stop}"
    label: ClassVar[str] = "Take back the [token] at {stop}"
    topic: ClassVar[Topic] = Topic.STATIONS


@dataclass(frozen=True, slots=True)
class RemoveTokens(CompanyStep):
    """A company and the one it takes over have too many tokens on the board: which are lost?"""

    other: Company
    purpose: ClassVar[str] = "remove [token]s above the limit"
    order: ClassVar[str] = "takeover.tokens"

    def seat(self, game: Game) -> Seat:
        return game.rules[OperatingRules].acts_for(game, self.company)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES

    def proceed(self, game: Game) -> bool:
        """The step is over once the remaining tokens are within the limit."""
        if excess_tokens(game, self.company, self.other) > 0:
            return False
        game.pop()
        return True


def _owner(game: Game, step: RemoveTokens, stop: Stop) -> Company | None:
    """Which of the two companies has a token there."""
    return next((company for company in (step.company, step.other) if stop in tokens_of(game, company)), None)


def refusal(game: Game, step: RemoveTokens, action: RemoveToken) -> Refusal | None:
    """Any token of either company may be removed."""
    if _owner(game, step, action.stop) is None:
        return game.forbid("takeover.tokens", "{company} has no [token] there", company=game.symbol(step.company))
    return None


def candidates(game: Game, step: RemoveTokens) -> Iterable[RemoveToken]:
    """All tokens of the two companies."""
    stops = sorted((*tokens_of(game, step.company), *tokens_of(game, step.other)))
    return [RemoveToken(stop) for stop in stops]


def remove(game: Game, step: RemoveTokens, action: RemoveToken) -> None:
    """The token is lost."""
    company = _owner(game, step, action.stop)
    assert company is not None
    effects.remove_token(game, company, action.stop)
    game.rules[TakeoverRules].recounted(game, company)


MOVES: tuple[AnyMove, ...] = (Move(RemoveToken, filtered(candidates, refusal), refusal, remove),)
