"""Standing orders: what the table answers on behalf of a seat while its player is away.

An order does only what it says: it passes, it bids the minimum up to a limit, or it announces better runs than those
of other players. It expires with the round it was given
in, and a careful one as soon as another player does anything but pass. It covers the player's own decisions: it passes
for their companies only if they have said so, because a missed company turn is rarely wanted.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from railhead.core.actions import Action, Pass
from railhead.core.choices import Choice, Span
from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.refusal import Malformed
from railhead.routes.runs import Runs
from railhead.rules.announcing import AnnounceRun

if TYPE_CHECKING:
    from railhead.play.table import Table

PASSING, BIDDING, ANNOUNCING = "pass", "bid", "announce"
KINDS = (PASSING, BIDDING, ANNOUNCING)
HIGHEST = 10**6


@dataclass(frozen=True, slots=True)
class Order:
    """What to answer: pass; bid the minimum up to a limit and then pass; or announce the best run, if asked for one."""

    kind: str
    round: str
    """The name of the round it is for."""
    since: int
    """How many actions there were when it was given."""
    most: int = 0
    """For bids: the limit."""
    careful: bool = False
    """Ends when another player does anything but pass."""
    companies: bool = False
    """Also answers in the turns of companies that the player directs."""

    def to_data(self) -> dict[str, Any]:
        """The order as plain data."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Order:
        """Read an order from plain data written by `to_data`."""
        return cls(**data)


def give(table: Table, kind: str, most: int = 0, careful: bool = False, companies: bool = False) -> Order:
    """A new order for the current round."""
    if kind not in KINDS:
        raise Malformed(f"'{kind}' is not a standing order; these are: {', '.join(KINDS)}")
    if not 0 <= most <= HIGHEST:
        raise Malformed(f"{most} is not an amount of money")
    if table.over:
        raise Malformed("The game is over")
    return Order(kind, round_of(table), table.actions, most if kind == BIDDING else 0, careful, companies)


def stands(order: Order, table: Table, seat: Seat) -> bool:
    """Is the order still in force?"""
    if table.over or order.round != round_of(table) or order.since > table.actions:
        return False
    if not order.careful:
        return True
    later = range(order.since + 1, table.actions + 1)
    others = (table.session.played(number) for number in later if table.decided_by(number).seat != seat)
    return all(isinstance(played.action, Pass) for played in others)


def answer(order: Order, table: Table, seat: Seat) -> Action | None:
    """What the order answers now; None if the player has to be asked."""
    choices = table.session.choices
    if choices is None or choices.seat != seat or not stands(order, table, seat):
        return None
    if not order.companies and _is_for_a_company(table, seat):
        return None
    offered = list(choices)
    if order.kind == ANNOUNCING:
        return _announcement(offered)
    if order.kind == BIDDING:
        amounts = [choice for choice in offered if _names_an_amount(choice)]
        if len(amounts) != 1:
            return None
        (span,) = amounts[0].domains
        assert isinstance(span, Span)
        if span.low <= order.most:
            return amounts[0].action(span.low)  # type: ignore[call-arg]
    return Pass() if any(choice.action is Pass for choice in offered) else None


def _announcement(offered: list[Choice]) -> Action | None:
    """The best run, if the player is asked for a better one than that of another company."""
    for choice in offered:
        if choice.action is AnnounceRun:
            (runs,) = choice.domains
            assert isinstance(runs, Runs)
            return AnnounceRun(runs.best[1])
    return None


def _names_an_amount(choice: Choice) -> bool:
    """Is an amount the only thing to choose, as in a bid?"""
    return len(choice.domains) == 1 and isinstance(choice.domains[0], Span)


def _is_for_a_company(table: Table, seat: Seat) -> bool:
    """Is the seat deciding for a company that it directs?"""
    game = Game(table.book, table.session.state)
    companies = (step.acting_company for step in game.state.agenda)
    return any(company is not None and game.controller(company) == seat for company in companies)


def round_of(table: Table) -> str:
    """The name of the current round, with which an order ends."""
    return table.book.round_name(table.session.state.round)
