"""The Auction Railroad Phase: the opening packet is sold row by row (rules 18OE-AUC)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.choices import Choice, Span, only
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Private, Seat
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.state import STARTED
from railhead.core.steps import AnyMove, Move, PlayerStep, Step, filtered, passing
from railhead.core.text import Text, joined
from railhead.rules import auction, directors
from railhead.rules.auction import Auction, Lot
from railhead.rules.privates import pay_income
from railhead.titles.t18oe.facts import CARD, CHARTER, NUMBERS, PRIVATES, Item, value
from railhead.titles.t18oe.record import Bid, amend, record

A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class BuyPrivate(Action):
    """Buy a private or concession of the top row."""

    private: Private
    form: ClassVar[str] = "take {private}"
    label: ClassVar[str] = "Buy {private}"
    topic: ClassVar[Topic] = Topic.PRIVATES
    deed: ClassVar[Deed] = Deed.TAKE_PRIVATE


@dataclass(frozen=True, slots=True)
class BuyMinor(Action):
    """Buy a minor of the top row."""

    company: Company
    form: ClassVar[str] = "take-minor {company}"
    label: ClassVar[str] = "Buy {company}"
    topic: ClassVar[Topic] = Topic.SHARES
    deed: ClassVar[Deed] = Deed.START


@dataclass(frozen=True, slots=True)
class BidForPrivate(Action):
    """Bid for a private or concession of a lower row."""

    private: Private
    amount: Money
    form: ClassVar[str] = "bid-private {private} {amount}"
    label: ClassVar[str] = "Bid {amount} for {private}"
    told: ClassVar[tuple[str, ...]] = ("{player} bids {amount} for {private}",)
    topic: ClassVar[Topic] = Topic.AUCTION


@dataclass(frozen=True, slots=True)
class BidForMinor(Action):
    """Bid for a minor: in a lower row, or more than it costs in the top row."""

    company: Company
    amount: Money
    form: ClassVar[str] = "bid-minor {company} {amount}"
    label: ClassVar[str] = "Bid {amount} for {company}"
    told: ClassVar[tuple[str, ...]] = ("{player} bids {amount} for {company}",)
    topic: ClassVar[Topic] = Topic.AUCTION


# -- the course of the auction --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Packet(Step):
    """The sale of the packet, and how many players have passed in a row."""

    passes: int = 0

    def proceed(self, game: Game) -> bool:
        """Settle the bids for the top row, give away what costs nothing, then let the next player act.

        It is over when the last item is sold (18OE-AUC-17). The holder of the priority deal is always the next to act,
        as the card moves on with every turn (18OE-AUC-01, 18OE-AUC-11, 18OE-AUC-13).
        """
        rows = record(game).rows
        if not rows:
            game.pop()
        elif not rows[0]:
            amend(game, rows=rows[1:], cheaper=0)
        elif not _settle_bids(game, rows[0]):
            self._next_turn(game, rows[0])
        return True

    def _next_turn(self, game: Game, row: tuple[Item, ...]) -> None:
        """After a circle of passes privates pay and the row becomes cheaper (18OE-AUC-14, 18OE-AUC-15).

        Whoever would act next has to take what costs nothing, as their turn (18OE-AUC-16).
        """
        seat = game.state.priority
        free = [item for item in row if cost(game, item) <= 0]
        if self.passes == len(game.players):
            pay_income(game)
            amend(game, cheaper=record(game).cheaper + NUMBERS.price_cut)
            game.put(Packet())
        elif free:
            for item in free:
                sell(game, item, seat, 0)
            effects.set_priority(game, game.left_of(seat))
        else:
            game.push(PacketTurn(seat))


@dataclass(frozen=True, slots=True)
class PacketTurn(PlayerStep):
    """A player buys an item of the top row, bids for one, or passes."""

    purpose: ClassVar[str] = "buy or bid for an item of the opening packet, or pass"
    order: ClassVar[str] = "turn.packet"

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What the top row has and costs, and all bids."""
        row = record(game).rows[0]
        for_sale = (Text("{item} for {cost}", item=name(game, item), cost=cost(game, item)) for item in row)
        return (Text("For sale: {items}", items=joined(for_sale)), *(_standing(game, bid) for bid in record(game).bids))

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def _standing(game: Game, bid: Bid) -> Text:
    return Text(
        "{player} has bid {amount} for {item}",
        player=game.name(bid.seat),
        amount=bid.amount,
        item=name(game, bid.item),
    )


def begin(game: Game) -> None:
    """The auction begins with the holder of the priority deal (18OE-AUC-01)."""
    game.push(Packet())


def _end_turn(game: Game, step: PacketTurn, passes: int = 0) -> None:
    """The card goes to the next player after every turn (18OE-AUC-13)."""
    game.pop()
    effects.set_priority(game, game.left_of(step.player))
    game.put(Packet(passes))


# -- items ----------------------------------------------------------------------------------------


def name(game: Game, item: Item) -> str:
    """The symbol of an item."""
    sort, number = item
    return game.book.company_names[number] if sort == CHARTER else game.book.private_names[number]


def cost(game: Game, item: Item) -> int:
    """What an item of the top row costs now (18OE-AUC-02, 18OE-AUC-15)."""
    return value(item) - record(game).cheaper


def free_cash(game: Game, seat: Seat, item: Item) -> int:
    """What a player can spend on an item: all but the money set aside for other items (18OE-AUC-05)."""
    return game.state.cash[seat] - sum(bid.amount for bid in record(game).bids if bid.seat == seat and bid.item != item)


def bids_for(game: Game, item: Item) -> tuple[Bid, ...]:
    """The bids for an item."""
    return tuple(bid for bid in record(game).bids if bid.item == item)


def sell(game: Game, item: Item, seat: Seat, price: int) -> None:
    """A player pays for an item and gets it; money set aside for it is free again (18OE-AUC-21, 18OE-AUC-23)."""
    sort, number = item
    held = record(game)
    amend(
        game,
        rows=tuple(tuple(other for other in row if other != item) for row in held.rows),
        bids=tuple(bid for bid in held.bids if bid.item != item),
    )
    if sort == CARD:
        effects.pay(game, seat, BANK, price, Text("{private}", private=name(game, item)))
        effects.give_private(game, Private(number), seat)
    else:
        _sell_minor(game, Company(number), seat, price)


def _sell_minor(game: Game, company: Company, seat: Seat, price: int) -> None:
    """The minor keeps what was paid for it, up to 180 (18OE-AUC-19, 18OE-AUC-22)."""
    kept = min(price, NUMBERS.most_in_a_minor)
    effects.pay(game, seat, game.purse(company), kept, Text("the charter of {company}", company=game.symbol(company)))
    effects.pay(game, seat, BANK, price - kept, Text("the charter of {company}", company=game.symbol(company)))
    effects.mark(game, company, STARTED)
    effects.move_shares(game, BANK, seat, company, game.share_count(company))
    effects.set_director(game, company, seat)


# -- bids for the new top row ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PacketLot(Lot):
    """An item of the packet for which several players bid."""

    item: Item
    among: tuple[Seat, ...]
    """The players who may bid."""

    @property
    def about(self) -> Company | None:
        """The minor, if it is one."""
        sort, number = self.item
        return Company(number) if sort == CHARTER else None

    def name(self, game: Game) -> Text:
        """Its symbol."""
        return Text("{item}", item=name(game, self.item))

    def privates(self, game: Game) -> tuple[Private, ...]:
        """The private or concession, if it is one."""
        sort, number = self.item
        return (Private(number),) if sort == CARD else ()

    def bidders(self, game: Game) -> tuple[Seat, ...]:
        """Those who had bid for it, or everybody (18OE-AUC-09, 18OE-AUC-20)."""
        return self.among

    def most(self, game: Game, seat: Seat) -> int:
        """All cash that is not set aside for other items (18OE-AUC-05)."""
        return free_cash(game, seat, self.item)

    def beyond(self, game: Game, seat: Seat) -> Refusal:
        """The rest is set aside."""
        return _too_dear(game, seat, self.item)

    def won(self, game: Game, winner: Seat, price: int) -> None:
        """The last remaining bidder pays the highest bid (18OE-AUC-10)."""
        sell(game, self.item, winner, price)


def _settle_bids(game: Game, row: tuple[Item, ...]) -> bool:
    """Settle a bid for an item of the top row: those with one bid first, then the leftmost of the others.

    Bids are placed on lower rows only, so these are bids on a new top row (18OE-AUC-06, 18OE-AUC-07, 18OE-AUC-12).
    """
    with_bids = [(item, found) for item in row if (found := bids_for(game, item))]
    alone = next(((item, found[0]) for item, found in with_bids if len(found) == 1), None)
    if alone is not None:
        item, bid = alone
        sell(game, item, bid.seat, bid.amount)
    elif with_bids:
        _auction(game, *with_bids[0])
    return bool(with_bids)


def _auction(game: Game, item: Item, bids: tuple[Bid, ...]) -> None:
    """Those who had bid go on bidding, from the left of the highest bidder (18OE-AUC-08, 18OE-AUC-09)."""
    highest = max(bids, key=lambda bid: bid.amount)
    lot = PacketLot(item, tuple(bid.seat for bid in bids), raise_by=NUMBERS.raise_by)
    step = Auction(highest.seat, lot, highest.amount, highest.seat)
    first = auction.next_bidder(game, step)
    assert first is not None
    game.push(replace(step, player=first))


# -- buying ---------------------------------------------------------------------------------------


def _too_dear(game: Game, seat: Seat, item: Item) -> Refusal:
    return game.forbid(
        "packet.cash", "You have {cash} that is not set aside for other items", cash=free_cash(game, seat, item)
    )


def _unavailable(game: Game, seat: Seat, item: Item) -> Refusal | None:
    """Is the item sold, or would it be one certificate too many (18OE-CERT-08)?"""
    if not any(item in row for row in record(game).rows):
        return game.forbid("packet.sold", "{item} is not in the packet", item=name(game, item))
    if counts(item) and directors.at_limit(game, seat):
        return game.forbid("stock.limit", "You already hold as many certificates as the limit allows")
    return None


def counts(item: Item) -> bool:
    """Does an item count as a certificate? Concessions do not (18OE-CERT-01)."""
    sort, number = item
    return sort == CHARTER or number < len(PRIVATES)


def purchase_refusal(game: Game, seat: Seat, item: Item) -> Refusal | None:
    """Only items of the top row are bought, at their present cost (18OE-AUC-02)."""
    missing = _unavailable(game, seat, item)
    if missing is not None:
        return missing
    if item not in record(game).rows[0]:
        return game.forbid("packet.row", "{item} is not in the top row", item=name(game, item))
    return _too_dear(game, seat, item) if free_cash(game, seat, item) < cost(game, item) else None


def least_bid(game: Game, seat: Seat, item: Item) -> int:
    """The lowest bid: the face value, 5 more than any other player's, and more than one's own.

    In the top row: 5 more than the item costs (18OE-AUC-04, 18OE-AUC-20, 18OE-AUC-23).
    """
    if item in record(game).rows[0]:
        return cost(game, item) + NUMBERS.raise_by
    bids = bids_for(game, item)
    others = [bid.amount + NUMBERS.raise_by for bid in bids if bid.seat != seat]
    own = [bid.amount + 1 for bid in bids if bid.seat == seat]
    return max((value(item), *others, *own))


def bid_refusal(game: Game, seat: Seat, item: Item, amount: int | None = None) -> Refusal | None:
    """Bids are for items below the top row, or for a minor in it; without an amount: any bid at all.

    Rules 18OE-AUC-03, 18OE-AUC-04, 18OE-AUC-05 and 18OE-AUC-20.
    """
    missing = _unavailable(game, seat, item)
    if missing is not None:
        return missing
    if item in record(game).rows[0] and item[0] == CARD:
        return game.forbid("packet.top_row", "{item} is in the top row: it can only be bought", item=name(game, item))
    least = least_bid(game, seat, item)
    if amount is not None and amount < least:
        return game.forbid("packet.bid", "A bid must be at least {least}", least=least)
    return _too_dear(game, seat, item) if free_cash(game, seat, item) < (amount or least) else None


def _buy(game: Game, step: PacketTurn, item: Item) -> None:
    price = cost(game, item)
    _end_turn(game, step)
    sell(game, item, step.player, price)


def _bid(game: Game, step: PacketTurn, item: Item, amount: int) -> None:
    """The money is set aside; a higher offer for a minor of the top row is open to all at once (18OE-AUC-20)."""
    top = item in record(game).rows[0]
    _end_turn(game, step)
    if top:
        lot = PacketLot(item, game.players, raise_by=NUMBERS.raise_by)
        game.push(step)
        auction.open_with(game, lot, step.player, amount)
        return
    kept = tuple(bid for bid in record(game).bids if (bid.seat, bid.item) != (step.player, item))
    amend(game, bids=(*kept, Bid(step.player, item, amount)))


def _items(game: Game, sort: str) -> Iterable[int]:
    """What is left of the packet, of one sort."""
    return (number for row in record(game).rows for kind, number in row if kind == sort)


def _amounts(game: Game, step: PacketTurn, item: Item) -> Span | None:
    """What the player may bid for an item, if anything."""
    if bid_refusal(game, step.player, item) is not None:
        return None
    return Span(least_bid(game, step.player, item), free_cash(game, step.player, item))


def _private_bids(game: Game, step: PacketTurn) -> Iterable[Choice]:
    for number in _items(game, CARD):
        if (span := _amounts(game, step, (CARD, number))) is not None:
            yield Choice(BidForPrivate, (only(Private(number)), span))


def _minor_bids(game: Game, step: PacketTurn) -> Iterable[Choice]:
    for number in _items(game, CHARTER):
        if (span := _amounts(game, step, (CHARTER, number))) is not None:
            yield Choice(BidForMinor, (only(Company(number)), span))


def buy_private_refusal(game: Game, step: PacketTurn, action: BuyPrivate) -> Refusal | None:
    """See `purchase_refusal`."""
    return purchase_refusal(game, step.player, (CARD, action.private))


def buy_minor_refusal(game: Game, step: PacketTurn, action: BuyMinor) -> Refusal | None:
    """See `purchase_refusal`."""
    return purchase_refusal(game, step.player, (CHARTER, action.company))


def bid_private_refusal(game: Game, step: PacketTurn, action: BidForPrivate) -> Refusal | None:
    """See `bid_refusal`."""
    return bid_refusal(game, step.player, (CARD, action.private), action.amount)


def bid_minor_refusal(game: Game, step: PacketTurn, action: BidForMinor) -> Refusal | None:
    """See `bid_refusal`."""
    return bid_refusal(game, step.player, (CHARTER, action.company), action.amount)


def _pass(game: Game, step: PacketTurn) -> None:
    """Passes are counted whatever bids stand (18OE-AUC-14)."""
    packet = game.state.agenda[-2]
    assert isinstance(packet, Packet)
    _end_turn(game, step, packet.passes + 1)


MOVES: tuple[AnyMove, ...] = (
    Move(
        BuyPrivate,
        filtered(lambda game, _: (BuyPrivate(Private(n)) for n in _items(game, CARD)), buy_private_refusal),
        buy_private_refusal,
        lambda game, step, action: _buy(game, step, (CARD, action.private)),
    ),
    Move(
        BuyMinor,
        filtered(lambda game, _: (BuyMinor(Company(n)) for n in _items(game, CHARTER)), buy_minor_refusal),
        buy_minor_refusal,
        lambda game, step, action: _buy(game, step, (CHARTER, action.company)),
    ),
    Move(
        BidForPrivate,
        _private_bids,
        bid_private_refusal,
        lambda game, step, action: _bid(game, step, (CARD, action.private), action.amount),
    ),
    Move(
        BidForMinor,
        _minor_bids,
        bid_minor_refusal,
        lambda game, step, action: _bid(game, step, (CHARTER, action.company), action.amount),
    ),
    passing(_pass),
)

ACTIONS = (BuyPrivate, BuyMinor, BidForPrivate, BidForMinor)
