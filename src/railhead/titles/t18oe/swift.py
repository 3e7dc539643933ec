"""Swift Metropolitan Line: a rusted 2+2 that never rusts again (rules 18OE-PRIV).

The train carries a mark, so that it keeps what is special about it wherever it goes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.events import TrainClaimed
from railhead.core.game import Game
from railhead.core.ids import Company, Seat, kind_of
from railhead.core.refusal import Refusal
from railhead.core.state import CLOSED, FLOATED
from railhead.core.steps import AnyMove, Move, PlayerStep, Step, filtered, passing
from railhead.rules.operating import acting_in_its_turn
from railhead.rules.stock import StockTurn
from railhead.titles.t18oe import ending, powers, private_cards, private_tokens
from railhead.titles.t18oe.facts import PRIVATE
from railhead.titles.t18oe.record import amend
from railhead.titles.t18oe.rolling_stock import RESERVED, SWIFT, is_rusted

METROPOLITAN = "SML"


@dataclass(frozen=True, slots=True)
class UseSwift(Action):
    """Give a railroad the train of Swift Metropolitan Line."""

    company: Company
    form: ClassVar[str] = "swift {company}"
    label: ClassVar[str] = "Give {company} the train of Swift Metropolitan Line"
    told: ClassVar[tuple[str, ...]] = ("{player} gives {company} the train of Swift Metropolitan Line",)
    covers: ClassVar[tuple[type[object], ...]] = (TrainClaimed,)
    topic: ClassVar[Topic] = Topic.PRIVATES


@dataclass(frozen=True, slots=True)
class ReceiveSwift(PlayerStep):
    """The owner of Swift Metropolitan Line may use it as soon as there is a train for it."""

    purpose: ClassVar[str] = "use Swift Metropolitan Line or keep it"
    order: ClassVar[str] = "turn.reaction"
    on_pass: ClassVar[str] = "{player} keeps Swift Metropolitan Line"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Use it now, or not."""
        return (USE, passing(lambda game, _: game.pop()))


def ask(game: Game) -> None:
    """The owner is asked, if they have a railroad and there is a train (AMB-91 of the rule list)."""
    owner = powers.owner(game, METROPOLITAN)
    if owner is not None and any(refusal(game, owner, company) is None for company in game.all_companies()):
        game.push(ReceiveSwift(owner))


def has_train(game: Game) -> bool:
    """Is there a rusted 2+2 that nobody has?"""
    return is_rusted(game, RESERVED) and game.state.scrapped[game.book.trains[kind_of(RESERVED)].pile] > 0


def refusal(game: Game, seat: Seat, company: Company) -> Refusal | None:
    """A railroad of the owner receives an unclaimed rusted 2+2, from Train Phase 4 on (18OE-PRIV-46)."""
    if powers.owner(game, METROPOLITAN) != seat:
        return game.forbid("swift.owner", "You do not have Swift Metropolitan Line")
    if game.controller(company) != seat or game.state.status[company] & (FLOATED | CLOSED) != FLOATED:
        return game.forbid("swift.railroad", "{company} is not your railroad", company=game.symbol(company))
    if not has_train(game):
        return game.forbid("swift.train", "There is no rusted 2+2 train that nobody has")
    return None


def _candidates(game: Game, step: Step) -> Iterable[UseSwift]:
    seat = step.seat(game)
    return (UseSwift(company) for company in game.all_companies() if game.controller(company) == seat)


def _refusal(game: Game, step: Step, action: UseSwift) -> Refusal | None:
    return refusal(game, step.seat(game), action.company)


def give(game: Game, company: Company) -> None:
    """The railroad has the train with the marker, and the private leaves the game (18OE-PRIV-02).

    From then on it is a train like any other of the railroad (18OE-PRIV-48).
    """
    effects.claim_train(game, game.purse(company), SWIFT)
    ending.note_train(game, company)
    private_tokens.use_up(game, PRIVATE[METROPOLITAN])


def _use_now(game: Game, _: ReceiveSwift, action: UseSwift) -> None:
    game.pop()
    give(game, action.company)


# -- later: before a stock action, or in the turn of a railroad of the owner ----------------------


def _time_refusal(game: Game, step: Step) -> Refusal | None:
    """Nothing but revenue changes hands in the last operating round (18OE-END-11)."""
    if isinstance(step, StockTurn):
        return private_cards.turn_refusal(game, step)
    if acting_in_its_turn(game, step) is None or ending.is_last(game):
        return game.forbid("swift.time", "Swift Metropolitan Line is used before a stock action or in a turn of yours")
    return None


def _later_candidates(game: Game, step: Step) -> Iterable[UseSwift]:
    return _candidates(game, step) if powers.owner(game, METROPOLITAN) is not None else ()


def _later_refusal(game: Game, step: Step, action: UseSwift) -> Refusal | None:
    return _time_refusal(game, step) or _refusal(game, step, action)


def _use_later(game: Game, step: Step, action: UseSwift) -> None:
    if isinstance(step, StockTurn):
        amend(game, card_used=True)
    give(game, action.company)


USE = Move(UseSwift, filtered(_candidates, _refusal), _refusal, _use_now)
USE_LATER: AnyMove = Move(UseSwift, filtered(_later_candidates, _later_refusal), _later_refusal, _use_later)
ACTIONS = (UseSwift,)
