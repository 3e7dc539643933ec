"""Reserved shares: each player may reserve the 25% shares of a regional in the first stock round (rules 18OE-RESV)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, OneOf
from railhead.core.events import Noted
from railhead.core.game import Game
from railhead.core.ids import Company, Owner, Seat
from railhead.core.refusal import Refusal
from railhead.core.state import FLOATED
from railhead.core.steps import AnyMove, Move, Step
from railhead.core.text import Text
from railhead.rules import rounds
from railhead.rules.reactions import Right, offer_right
from railhead.rules.stock import StockTurn
from railhead.titles.t18oe.corrections import RESERVED_ONCE
from railhead.titles.t18oe.facts import REGIONAL
from railhead.titles.t18oe.record import amend, record

BOTH = 2
"""The 25% shares of a regional."""


@dataclass(frozen=True, slots=True)
class Reserve(Action):
    """Reserve the 25% shares of a regional."""

    company: Company
    form: ClassVar[str] = "reserve {company}"
    label: ClassVar[str] = "Reserve the shares of {company}"
    topic: ClassVar[Topic] = Topic.SHARES


def first_round(game: Game) -> bool:
    """Is it the first stock round (18OE-RESV-01)?"""
    return (game.state.round.kind, game.state.round.number) == (rounds.STOCK, 1)


def reserve_refusal(game: Game, seat: Seat, company: Company) -> Refusal | None:
    """Once for each player, even if that regional has expanded since; none of its 25% shares may be sold or reserved.

    Rules 18OE-RESV-01, 18OE-RESV-03 and 18OE-RESV-06.
    """
    if not first_round(game):
        return game.forbid("reserve.round", "Shares are reserved in the first stock round only")
    if any(player == seat for player, _ in record(game).reserved):
        return game.forbid("reserve.again", "You have already reserved shares")
    if game.state.kind[company] != REGIONAL or not game.state.has(company, FLOATED):
        return game.forbid("reserve.regional", "{company} is no floated regional", company=game.symbol(company))
    if game.held(game.purse(company), company) < BOTH:
        return game.forbid("reserve.sold", "A 25% share of {company} is sold", company=game.symbol(company))
    return purchase_refusal(game, seat, company)


def purchase_refusal(game: Game, buyer: Owner, company: Company) -> Refusal | None:
    """Nobody but the player who reserved them may buy the shares (18OE-RESV-01)."""
    reserver = holder(game, company)
    if reserver is None or reserver == buyer:
        return None
    return game.forbid(
        "reserve.reserved",
        "{player} has reserved the shares of {company}",
        player=game.name(reserver),
        company=game.symbol(company),
    )


def holder(game: Game, company: Company) -> Seat | None:
    """Who has reserved the shares of a regional; those of a major are for everybody (18OE-RESV-05)."""
    if game.state.kind[company] != REGIONAL:
        return None
    return next((seat for seat, reserved in record(game).reserved if reserved == company), None)


def reserve(game: Game, seat: Seat, company: Company) -> None:
    """The shares are reserved; this can be neither withdrawn nor moved (18OE-RESV-06)."""
    amend(game, reserved=(*record(game).reserved, (seat, company)))
    game.tell(
        Noted(Text("{player} reserves the shares of {company}", player=game.name(seat), company=game.symbol(company)))
    )


def expanded(game: Game, company: Company) -> None:
    """Whoever had reserved the shares of a regional that expands has had their one reservation (18OE-RESV-06)."""
    if not game.follows(RESERVED_ONCE):
        amend(game, reserved=tuple(entry for entry in record(game).reserved if entry[1] != company))


# -- in one's own turn ----------------------------------------------------------------------------


def _turn_refusal(game: Game, step: Step, action: Reserve) -> Refusal | None:
    if not isinstance(step, StockTurn):
        return game.forbid("reserve.round", "Shares are reserved in the first stock round only")
    return reserve_refusal(game, step.player, action.company)


def _options(game: Game, step: Step) -> Iterable[Choice]:
    if not first_round(game):
        return ()
    found = tuple(company for company in game.all_companies() if _turn_refusal(game, step, Reserve(company)) is None)
    return (Choice(Reserve, (OneOf(found),)),) if found else ()


def _reserve(game: Game, step: StockTurn, action: Reserve) -> None:
    reserve(game, step.player, action.company)


RESERVE: AnyMove = Move(Reserve, _options, _turn_refusal, _reserve)
"""Open in every turn of the first stock round; it takes no stock action (18OE-RESV-02)."""


# -- when somebody else buys the first share ------------------------------------------------------


def interrupted(game: Game) -> Seat:
    """The player whose stock turn a question interrupts."""
    return next(step.player for step in reversed(game.state.agenda) if isinstance(step, StockTurn))


@dataclass(frozen=True, slots=True)
class ReserveFirst(Right):
    """The right to reserve shares before another player buys the first of them (18OE-RESV-02)."""

    company: Company

    def terms(self, game: Game) -> Text:
        """Reserve them."""
        return Text("reserve the shares of {company}", company=game.symbol(self.company))

    def against(self, game: Game) -> Text:
        """Somebody wants to buy the first of them."""
        player, company = game.name(interrupted(game)), game.symbol(self.company)
        return Text("{player} wants to buy the first share of {company}", player=player, company=company)

    def used(self, game: Game, seat: Seat) -> None:
        """The purchase does not take place; the buyer may choose another action (18OE-RESV-04)."""
        reserve(game, seat, self.company)


def ask(game: Game, buyer: Seat, right: ReserveFirst) -> None:
    """Everybody else who can still reserve these shares is asked before they are bought (18OE-RESV-02)."""
    mine = (buyer, right.company) in record(game).reserved
    seats = [seat for seat in game.others(buyer) if reserve_refusal(game, seat, right.company) is None]
    offer_right(game, () if mine else seats, right)
