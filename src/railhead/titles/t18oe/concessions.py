"""The Concession Railroad Phase: ten concessions, executed in order (rules 18OE-CONC)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Place, Private, Seat
from railhead.core.refusal import Refusal
from railhead.core.state import STARTED
from railhead.core.steps import AnyMove, Move, PlayerStep, Step, filtered
from railhead.core.text import Text
from railhead.rules import directors
from railhead.rules.stock import Start
from railhead.titles.t18oe import floating, order_track
from railhead.titles.t18oe.facts import CONCESSIONS, NUMBERS
from railhead.titles.t18oe.floating import FloatMinor


@dataclass(frozen=True, slots=True)
class ParRegional(Action):
    """Set the par of a regional without floating it."""

    company: Company
    par: Place
    form: ClassVar[str] = "par {company} at {par}"
    label: ClassVar[str] = "Set the par of {company} to {par}"
    topic: ClassVar[Topic] = Topic.SHARES
    deed: ClassVar[Deed] = Deed.PROPOSE


@dataclass(frozen=True, slots=True)
class Concessions(Step):
    """The concessions, and how many have been executed."""

    done: int = 0

    def proceed(self, game: Game) -> bool:
        """The owner of the next concession acts, wherever they sit; after the last, ten railroads are in the order.

        Rules 18OE-CONC-01 and 18OE-CONC-08.
        """
        if self.done == len(CONCESSIONS):
            game.pop()
            return True
        card = CONCESSIONS[self.done]
        owner = game.book.seat_of(game.state.privates[card])
        assert owner is not None
        game.put(replace(self, done=self.done + 1))
        game.push(Concession(owner, card))
        return True


@dataclass(frozen=True, slots=True)
class Concession(PlayerStep):
    """The owner of a concession floats a minor or a regional, or at least sets a par."""

    card: Private
    purpose: ClassVar[str] = "execute a concession"
    order: ClassVar[str] = "turn.concession"

    def task(self, game: Game) -> Text:
        """Which concession."""
        return Text("execute {card}", card=game.book.privates[self.card].name)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """There is no passing (18OE-CONC-02, 18OE-CONC-03)."""
        return MOVES


def begin(game: Game) -> None:
    """The first concession comes first (18OE-CONC-01)."""
    game.push(Concessions())


def _executed(game: Game, step: Concession) -> None:
    """The card leaves the game (18OE-CONC-07)."""
    effects.close_private(game, step.card)
    game.pop()


# -- floating -------------------------------------------------------------------------------------


def minor_refusal(game: Game, step: Concession, action: FloatMinor) -> Refusal | None:
    """See `floating.minor_refusal`."""
    return floating.minor_refusal(game, step.player, action)


def _float_minor(game: Game, step: Concession, action: FloatMinor) -> None:
    _executed(game, step)
    floating.float_minor(game, action.company, action.stop)


def regional_refusal(game: Game, step: Concession, action: Start) -> Refusal | None:
    """See `floating.regional_refusal`."""
    return floating.regional_refusal(game, step.player, action)


def _float_regional(game: Game, step: Concession, action: Start) -> None:
    _executed(game, step)
    floating.start_regional(game, step.player, action)


# -- setting a par --------------------------------------------------------------------------------


def _could_float(game: Game, seat: Seat) -> bool:
    """Has a player the money for the cheapest presidency, and room for it (18OE-CONC-04)?"""
    return game.state.cash[seat] >= NUMBERS.cheapest_president and not directors.at_limit(game, seat)


def par_refusal(game: Game, step: Concession, action: ParRegional) -> Refusal | None:
    """Only players without a minor to float or the money for a regional set a par (18OE-CONC-04, 18OE-CONC-05)."""
    if floating.waiting_minors(game, step.player):
        return game.forbid("concession.minor", "You have a minor to float")
    if _could_float(game, step.player):
        return game.forbid("concession.float", "You have the money to float a regional")
    return floating.unparred_refusal(game, Start(action.company, action.par))


def _par_candidates(game: Game, step: Concession) -> Iterable[ParRegional]:
    return (ParRegional(start.company, start.par) for start in floating.regional_candidates(game))


def _par(game: Game, step: Concession, action: ParRegional) -> None:
    """The presidency goes to the Open Market, the marker to the order track (18OE-CONC-05)."""
    company = action.company
    _executed(game, step)
    effects.set_par(game, company, action.par)
    effects.mark(game, company, STARTED)
    effects.move_shares(game, BANK, POOL, company, directors.director_size(game, company))
    effects.set_director(game, company, POOL)
    order_track.take_slot(game, company)


MOVES: tuple[AnyMove, ...] = (
    Move(
        FloatMinor,
        filtered(lambda game, step: floating.minor_candidates(game, step.player), minor_refusal),
        minor_refusal,
        _float_minor,
    ),
    Move(
        Start,
        filtered(lambda game, _: floating.regional_candidates(game), regional_refusal),
        regional_refusal,
        _float_regional,
    ),
    Move(ParRegional, filtered(_par_candidates, par_refusal), par_refusal, _par),
)
