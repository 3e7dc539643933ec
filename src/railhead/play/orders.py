"""Standing orders: what the table answers on behalf of a seat while its player is away.

An order does only what it says:

- *pass* in the player's own turns of a round, and in those of their companies only if they have said so, because
  a missed company turn is rarely wanted;
- *bid* the minimum for the one lot that is being auctioned, up to a limit, and pass above it;
- *buy* a certificate at the beginning of a turn as long as it costs no more than a limit, and end the turn; if that
  is not possible, the player is asked, or passes if they have said so and no other purchase is ordered;
- *announce* the best run whenever another company runs for less.

An order expires with its round: the one it was given in or, if it was given ahead, the next stock round. A bid expires
with its auction, a purchase when it has been made as often as it says, and a careful order as soon as another player
does anything but pass. Taking back what it was given for, or what it has done, ends it too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from railhead.core.actions import Pass, parse, text_of
from railhead.core.events import LotAwarded, RoundBegan
from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.refusal import Malformed
from railhead.core.state import Round
from railhead.core.text import Text
from railhead.play.log import UNDO, left_by
from railhead.rules.rounds import STOCK
from railhead.rules.stock import Buy, StockTurn, buy_candidates

if TYPE_CHECKING:
    from railhead.play.table import Recorded, Table

BIDDING, BUYING, ANNOUNCING, PASSING = "bid", "buy", "announce", "pass"
KINDS = (BIDDING, BUYING, ANNOUNCING, PASSING)
"""Orders are asked in this sequence: the most specific ones first."""
HIGHEST = 10**6
MOST_TIMES = 20


@dataclass(frozen=True, slots=True)
class Order:
    """What to answer, and under which circumstances."""

    kind: str
    round: str
    """The round it is for, as `round_key` writes it; orders of older versions have its name."""
    since: int
    """How many actions there were when it was given."""
    most: int = 0
    """For bids and purchases: the limit."""
    careful: bool = False
    """Ends when another player does anything but pass."""
    companies: bool = False
    """Also passes in the turns of companies that the player directs."""
    length: int = 0
    """How long the log was when it was given."""
    item: str = ""
    """For bids: what was being auctioned, in words. A bid of an older version, which was for a round, has none."""
    purchase: str = ""
    """For purchases: the action, as it is stored."""
    times: int = 1
    """For purchases: how often."""
    otherwise: str = ""
    """For purchases: `pass` if the player passes when the purchase is not possible; otherwise they are asked."""
    ahead: bool = False
    """It is for the first stock round that begins after it was given."""

    def to_data(self) -> dict[str, Any]:
        """The order as plain data."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Order:
        """Read an order from plain data written by `to_data`, in this version or an older one."""
        return cls(**data)

    @property
    def key(self) -> tuple[str, str]:
        """What a seat has only one order for."""
        return self.kind, self.purchase


Orders = tuple[Order, ...]
"""The orders of a seat."""


def read(data: Any) -> Orders:
    """The orders of a seat as they are stored: a list, in older versions a single order."""
    found = [] if data is None else data if isinstance(data, list) else [data]
    return tuple(Order.from_data(each) for each in found)


def write(given: Iterable[Order]) -> list[dict[str, Any]] | None:
    """The orders of a seat as they are stored."""
    return [order.to_data() for order in given] or None


# -- giving ---------------------------------------------------------------------------------------


def give(
    table: Table,
    kind: str,
    most: int = 0,
    careful: bool = False,
    companies: bool = False,
    purchase: str = "",
    times: int = 1,
    otherwise: str = "",
    ahead: bool = False,
) -> Order:
    """A new order, for the current round or the current auction; or ahead, for the next stock round."""
    if kind not in KINDS:
        raise Malformed("'{kind}' is not a standing order; these are: {kinds}", kind=kind, kinds=", ".join(KINDS))
    if not 0 <= most <= HIGHEST:
        raise Malformed("{most} is not an amount of money", most=most)
    if not 1 <= times <= MOST_TIMES:
        raise Malformed("A purchase can be ordered 1 to {most} times", most=MOST_TIMES)
    if otherwise not in ("", PASSING):
        raise Malformed("If a purchase is not possible you are asked, or you pass")
    if ahead and kind not in (BUYING, PASSING):
        raise Malformed("Only purchases and passes can be ordered for the next stock round")
    if table.over:
        raise Malformed("The game is over")
    return Order(
        kind,
        round_key(table),
        table.actions,
        most if kind in (BIDDING, BUYING) else 0,
        careful,
        companies and kind == PASSING,
        table.length,
        _lot_to_bid_for(table) if kind == BIDDING else "",
        _checked_purchase(table, purchase) if kind == BUYING else "",
        times if kind == BUYING else 1,
        otherwise if kind == BUYING else "",
        ahead,
    )


def added(given: Orders, order: Order) -> Orders:
    """A seat's orders with a new one, which replaces one of the same kind."""
    return (*(each for each in given if each.key != order.key), order)


def without(given: Orders, kind: str, purchase: str = "") -> Orders:
    """A seat's orders after one of them has been withdrawn."""
    return tuple(each for each in given if each.key != (kind, purchase))


def _lot_to_bid_for(table: Table) -> str:
    item = lot_name(table)
    if item is None:
        raise Malformed("Nothing is being auctioned now")
    return item.english


def _checked_purchase(table: Table, text: str) -> str:
    action = parse(table.book, text)
    if not isinstance(action, Buy):
        raise Malformed("'{text}' is not the purchase of a share", text=text)
    return text_of(table.book, action)


# -- standing -------------------------------------------------------------------------------------


def stands(order: Order, table: Table, seat: Seat) -> bool:
    """Is the order still in force?"""
    if table.over or order.since > table.actions or not _is_for_this_round(order, table):
        return False
    if order.careful and not _others_only_passed(order, table, seat):
        return False
    return not _was_taken_back(order, table, seat) and not _is_fulfilled(order, table, seat)


def standing(given: Orders, table: Table, seat: Seat) -> Orders:
    """The orders that are still in force, in the sequence in which they are asked."""
    return tuple(sorted((each for each in given if stands(each, table, seat)), key=lambda each: KINDS.index(each.kind)))


def _is_for_this_round(order: Order, table: Table) -> bool:
    if order.ahead:
        return _waits(order, table) or has_begun(order, table)
    now = table.session.state.round
    return order.round in (round_key(table), table.book.round_name(now).english)


def _waits(order: Order, table: Table) -> bool:
    """Is the stock round still to come for which the order was given?"""
    return order.ahead and not _stock_rounds_since(order, table)


def has_begun(order: Order, table: Table) -> bool:
    """Has the round begun that the order is for? One that was given ahead is for the first stock round since."""
    if not order.ahead:
        return True
    return table.session.state.round.kind == STOCK and len(_stock_rounds_since(order, table)) == 1


def _stock_rounds_since(order: Order, table: Table) -> list[int]:
    """The actions after the order was given with which stock rounds began."""
    named = table.book.round_name(Round(STOCK, 1)).template
    return [
        number
        for number in range(order.since + 1, table.actions + 1)
        for event in table.session.played(number).events
        if isinstance(event, RoundBegan) and event.round.template == named
    ]


def _others_only_passed(order: Order, table: Table, seat: Seat) -> bool:
    began = next(iter(_stock_rounds_since(order, table)), table.actions) if order.ahead else order.since
    later = range(began + 1, table.actions + 1)
    others = (table.session.played(number) for number in later if table.decided_by(number).seat != seat)
    return all(isinstance(played.action, Pass) for played in others)


def _was_taken_back(order: Order, table: Table, seat: Seat) -> bool:
    """Has the point at which it was given been taken back, or anything that the seat did afterwards?"""
    return any(
        left_by(row.entry) < order.since
        if row.entry.kind == UNDO
        else row.entry.seat == seat and row.played is not None and not row.in_force
        for row in table.log[order.length :]
    )


def _is_fulfilled(order: Order, table: Table, seat: Seat) -> bool:
    """Is the auction over, or has the purchase been made as often as ordered and the turn been ended?"""
    if order.kind == BIDDING:
        return not order.item or any(isinstance(event, LotAwarded) for event in _events_since(order, table))
    if order.kind == BUYING:
        return len(purchases(order, table, seat)) >= order.times and not has_just_bought(order, table, seat)
    return False


def _events_since(order: Order, table: Table) -> Iterator[object]:
    for number in range(order.since + 1, table.actions + 1):
        yield from table.session.played(number).events


def fired(order: Order, table: Table, seat: Seat) -> list[Recorded]:
    """What has been done for the seat by a standing order since this one was given."""
    later = table.log[order.length :]
    return [row for row in later if row.entry.automatic and row.in_force and row.entry.seat == seat]


def purchases(order: Order, table: Table, seat: Seat) -> list[Recorded]:
    """The purchases made by the order."""
    return [row for row in fired(order, table, seat) if row.entry.text == order.purchase]


def has_just_bought(order: Order, table: Table, seat: Seat) -> bool:
    """Is the turn in which the order has just bought still to be ended?"""
    step = table.session.state.agenda[-1]
    if not (isinstance(step, StockTurn) and step.player == seat and step.bought):
        return False
    last = table.decided_by(table.actions)
    return last.automatic and last.seat == seat and last.text == order.purchase


# -- what orders are about ------------------------------------------------------------------------


def round_key(table: Table) -> str:
    """The current round, with which an order ends."""
    now = table.session.state.round
    return f"{now.kind} {now.number}.{now.index}"


def round_of(table: Table) -> str:
    """The name of the current round."""
    return str(table.book.round_name(table.session.state.round))


def lot_name(table: Table) -> Text | None:
    """What is being auctioned now, in words; None if nothing is."""
    game = Game(table.book, table.session.state)
    return next((item for step in reversed(game.state.agenda) if (item := step.lot_name(game)) is not None), None)


def in_stock_round(table: Table) -> bool:
    """Are shares being bought in this round?"""
    return any(isinstance(step, StockTurn) for step in table.session.state.agenda)


def certificates(table: Table) -> list[Buy]:
    """The certificates that players may order: for this round, if shares are bought in it, or the next stock round."""
    game = Game(table.book, table.session.state)
    usual = StockTurn(table.book.seat_ids[0])
    turn = next((step for step in reversed(game.state.agenda) if isinstance(step, StockTurn)), usual)
    candidates = buy_candidates(game, replace(turn, bought=False))
    return [action for action in candidates if game.held(action.source, action.company)]
