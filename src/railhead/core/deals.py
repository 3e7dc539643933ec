"""Deals: events that belong together, told as one. A purchase is a payment and a share that changes hands.

The engine tells events one by one, as they happen. Whoever reads about them wants to know what was done: `condense`
replaces events that are the two sides of one matter by a deal, and leaves the others alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import ClassVar, TypeVar

from railhead.core.events import (
    DirectorChanged,
    DividendPaid,
    Earned,
    Event,
    IncomePaid,
    LoansRepaid,
    LoansTaken,
    LotAwarded,
    Paid,
    ParSet,
    PriceMoved,
    PrivateMoved,
    RevenueKept,
    SharesMoved,
    TileLaid,
    TileUpgraded,
    TokenPlaced,
    TrainMoved,
)
from railhead.core.ids import BANK, POOL, Company, Hex, Owner, Place, Point, Private, Stop, Tile, Train
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import Count, Money, Payees, Purse, Stops
from railhead.core.text import Text

E = TypeVar("E", bound=Event)
BANKS = (BANK, POOL)


@dataclass(frozen=True, slots=True)
class SharesBought(Event):
    """Somebody bought shares."""

    buyer: Owner
    count: Count
    company: Company
    source: Owner
    price: Money
    says: ClassVar[str] = "{buyer} buys {count} shares of {company} from {source} for {price}"
    says_one: ClassVar[str] = "{buyer} buys a share of {company} from {source} for {price}"

    def template(self) -> str:
        return self.says_one if self.count == 1 else self.says


@dataclass(frozen=True, slots=True)
class SharesSold(Event):
    """Somebody sold shares."""

    seller: Owner
    count: Count
    company: Company
    price: Money
    says: ClassVar[str] = "{seller} sells {count} shares of {company} for {price}"
    says_one: ClassVar[str] = "{seller} sells a share of {company} for {price}"

    def template(self) -> str:
        return self.says_one if self.count == 1 else self.says


@dataclass(frozen=True, slots=True)
class CompanyStarted(Event):
    """Somebody bought the director's certificate of a new company."""

    founder: Owner
    company: Company
    par: Place
    price: Money
    says: ClassVar[str] = (
        "{founder} starts {company} at a par of {par} and pays {price} for the [director]'s certificate"
    )


@dataclass(frozen=True, slots=True)
class TrainBought(Event):
    """Somebody bought a train."""

    buyer: Owner
    train: Train
    seller: Purse
    price: Money
    says: ClassVar[str] = "{buyer} buys a {train} train from {seller} for {price}"


@dataclass(frozen=True, slots=True)
class PrivateBought(Event):
    """Somebody bought a private company."""

    buyer: Owner
    private: Private
    seller: Purse
    price: Money
    says: ClassVar[str] = "{buyer} buys {private} from {seller} for {price}"


@dataclass(frozen=True, slots=True)
class PrivateSold(Event):
    """Somebody sold a private company to the bank."""

    seller: Owner
    private: Private
    price: Money
    says: ClassVar[str] = "{seller} sells {private} to the bank for {price}"


@dataclass(frozen=True, slots=True)
class TilePaidFor(Event):
    """A tile was laid where that costs something."""

    company: Company
    hex: Hex
    tile: Tile
    cost: Money
    says: ClassVar[str] = "{company} lays tile {tile} at {hex} for {cost}"


@dataclass(frozen=True, slots=True)
class UpgradePaidFor(Event):
    """A tile was upgraded where that costs something."""

    company: Company
    hex: Hex
    tile: Tile
    cost: Money
    says: ClassVar[str] = "{company} upgrades {hex} to tile {tile} for {cost}"


@dataclass(frozen=True, slots=True)
class TokenPaidFor(Event):
    """A token was placed where that costs something."""

    company: Company
    stop: Point
    cost: Money
    says: ClassVar[str] = "{company} places a [token] at {stop} for {cost}"


@dataclass(frozen=True, slots=True)
class DividendShared(Event):
    """Revenue was paid out, and this is who received what."""

    company: Company
    amount: Money
    payees: Payees
    says: ClassVar[str] = "{company} pays a dividend of {amount}: {payees}"


@dataclass(frozen=True, slots=True)
class LoansReceived(Event):
    """A company took loans, and this is what it received for them."""

    company: Company
    count: Count
    amount: Money
    says: ClassVar[str] = "{company} takes {count} loans and receives {amount}"
    says_one: ClassVar[str] = "{company} takes a loan and receives {amount}"

    def template(self) -> str:
        return self.says_one if self.count == 1 else self.says


@dataclass(frozen=True, slots=True)
class LoansPaidBack(Event):
    """A company repaid loans, and this is what it paid for them."""

    company: Company
    count: Count
    amount: Money
    says: ClassVar[str] = "{company} repays {count} loans with {amount}"
    says_one: ClassVar[str] = "{company} repays a loan with {amount}"

    def template(self) -> str:
        return self.says_one if self.count == 1 else self.says


@dataclass(frozen=True, slots=True)
class SharesHandedOut(Event):
    """Several received shares of a company from the same source."""

    company: Company
    giver: Owner
    holders: Payees
    says: ClassVar[str] = "Shares of {company} from {giver}: {holders}"


@dataclass(frozen=True, slots=True)
class SharesHandedIn(Event):
    """Several gave up shares of a company."""

    company: Company
    taker: Owner
    holders: Payees
    says: ClassVar[str] = "Shares of {company} to {taker}: {holders}"


@dataclass(frozen=True, slots=True)
class TokensPlaced(Event):
    """Several tokens of a company were placed."""

    company: Company
    stops: Stops
    says: ClassVar[str] = "{company} places [token]s at {stops}"


@dataclass(frozen=True, slots=True)
class IncomesPaid(Event):
    """The owners of private companies were paid their income."""

    payees: Payees
    says: ClassVar[str] = "The private companies pay their owners: {payees}"


@dataclass(frozen=True, slots=True)
class SeveralPaid(Event):
    """Several were paid for the same."""

    payer: Purse
    payees: Payees
    purpose: Text
    says: ClassVar[str] = "{payer} pays for {purpose}: {payees}"


# -- what belongs together ------------------------------------------------------------------------

Found = tuple[Event, int] | None
"""A deal, and how many events it stands for; None if there is none."""
Pattern = Callable[[Rulebook, Sequence[Event]], Found]
"""Looks for a deal at the beginning of a sequence of events."""


def condense(book: Rulebook, events: Sequence[Event]) -> Iterator[Event]:
    """The same events, with those that belong together told as one."""
    left = [event for event in events if not _goes_without_saying(event)]
    while left:
        found = next((deal for pattern in PATTERNS if (deal := pattern(book, left)) is not None), None)
        event, count = found or (left[0], 1)
        yield event
        left = left[count:]


def _goes_without_saying(event: Event) -> bool:
    """A company that is not in play has no director."""
    return isinstance(event, DirectorChanged) and event.director == BANK


def _first(events: Sequence[Event], kind: type[E]) -> E | None:
    """The first of these events, if it is of this kind."""
    return events[0] if events and isinstance(events[0], kind) else None


def _company_started(book: Rulebook, events: Sequence[Event]) -> Found:
    par = _first(events, ParSet)
    if par is None:
        return None
    about = list(takewhile(lambda event: _concerns_start(event, par.company), events[1:]))
    paid = next((event for event in about if isinstance(event, Paid)), None)
    moved = next((event for event in about if isinstance(event, SharesMoved)), None)
    if paid is None or moved is None or paid.giver != moved.taker:
        return None
    return CompanyStarted(moved.taker, par.company, par.par, paid.amount), len(about) + 1


def _concerns_start(event: Event, company: Company) -> bool:
    """Is this the price, the payment or the certificate with which a company is started?"""
    if isinstance(event, SharesMoved):
        return event.company == company and event.giver == BANK and event.taker not in BANKS
    if isinstance(event, PriceMoved | DirectorChanged):
        return event.company == company
    return isinstance(event, Paid) and event.giver not in BANKS


def _lot_awarded(book: Rulebook, events: Sequence[Event]) -> Found:
    """What the winner of an auction pays and gets."""
    lot = _first(events, LotAwarded)
    if lot is None:
        return None
    paid = _first(events[1:], Paid)
    count = 2 if paid is not None and (paid.giver, paid.amount) == (lot.winner, lot.price) else 1
    private, shares = _first(events[count:], PrivateMoved), _first(events[count:], SharesMoved)
    gets = (private is not None and private.owner == lot.winner) or (shares is not None and shares.taker == lot.winner)
    return lot, count + gets


def _shares_traded(book: Rulebook, events: Sequence[Event]) -> Found:
    paid, moved = _first(events, Paid), _first(events[1:], SharesMoved)
    if paid is None or moved is None:
        return None
    if paid.giver == moved.taker:
        return SharesBought(moved.taker, moved.count, moved.company, moved.giver, paid.amount), 2
    if paid.giver in BANKS and paid.taker == moved.giver and moved.taker == POOL:
        return SharesSold(moved.giver, moved.count, moved.company, paid.amount), 2
    return None


def _train_bought(book: Rulebook, events: Sequence[Event]) -> Found:
    paid, moved = _first(events, Paid), _first(events[1:], TrainMoved)
    if paid is None or moved is None or paid.giver != moved.taker:
        return None
    return TrainBought(moved.taker, moved.train, Purse(moved.giver), paid.amount), 2


def _private_traded(book: Rulebook, events: Sequence[Event]) -> Found:
    paid, moved = _first(events, Paid), _first(events[1:], PrivateMoved)
    if paid is None or moved is None:
        return None
    if paid.giver == moved.owner:
        return PrivateBought(moved.owner, moved.private, paid.payee, paid.amount), 2
    if moved.owner == BANK and paid.giver in BANKS:
        return PrivateSold(paid.taker, moved.private, paid.amount), 2
    return None


def _built(book: Rulebook, events: Sequence[Event]) -> Found:
    """Something built on the board, and what the company paid for it."""
    paid = _first(events, Paid)
    laid, token = _first(events[1:], TileLaid), _first(events[1:], TokenPlaced)
    if paid is None:
        return None
    if laid is not None and paid.giver == book.purse(laid.company):
        kind = UpgradePaidFor if isinstance(laid, TileUpgraded) else TilePaidFor
        return kind(laid.company, laid.hex, laid.tile, paid.amount), 2
    if token is not None and paid.giver == book.purse(token.company):
        return TokenPaidFor(token.company, token.stop, paid.amount), 2
    return None


def _same_payments(events: Sequence[Event]) -> list[Paid]:
    """The payments at the beginning that are made by the same payer for the same purpose."""
    first = _first(events, Paid)
    if first is None:
        return []
    same = takewhile(
        lambda event: isinstance(event, Paid) and (event.payer, event.purpose) == (first.payer, first.purpose), events
    )
    return [event for event in same if isinstance(event, Paid)]


def _payees(payments: Sequence[Paid]) -> Payees:
    return tuple((paid.taker, int(paid.amount)) for paid in payments)


def _dividend_shared(book: Rulebook, events: Sequence[Event]) -> Found:
    dividend, payments = _first(events, DividendPaid), _same_payments(events[1:])
    if dividend is None or not payments:
        return None
    return DividendShared(dividend.company, dividend.amount, _payees(payments)), len(payments) + 1


def _revenue_kept(book: Rulebook, events: Sequence[Event]) -> Found:
    kept, paid = _first(events, RevenueKept), _first(events[1:], Paid)
    if kept is None or paid is None or (paid.taker, paid.amount) != (book.purse(kept.company), kept.amount):
        return None
    return kept, 2


def _loans(book: Rulebook, events: Sequence[Event]) -> Found:
    taken, repaid, paid = _first(events, LoansTaken), _first(events, LoansRepaid), _first(events[1:], Paid)
    if paid is None:
        return None
    if taken is not None:
        return LoansReceived(taken.company, taken.count, paid.amount), 2
    if repaid is not None:
        return LoansPaidBack(repaid.company, repaid.count, paid.amount), 2
    return None


def _shares_handed_out(book: Rulebook, events: Sequence[Event]) -> Found:
    """Shares of one company that go to several, or come from several, one after another."""
    first, second = _first(events, SharesMoved), _first(events[1:], SharesMoved)
    if first is None or second is None or first.company != second.company:
        return None
    if (first.giver, first.taker) == (second.giver, second.taker):
        moved = _same_shares(events, lambda event: (event.company, event.giver, event.taker))
        return replace(first, count=Count(sum(each.count for each in moved))), len(moved)
    if first.giver == second.giver:
        moved = _same_shares(events, lambda event: (event.company, event.giver))
        return SharesHandedOut(first.company, first.giver, _sums((m.taker, m.count) for m in moved)), len(moved)
    if first.taker == second.taker:
        moved = _same_shares(events, lambda event: (event.company, event.taker))
        return SharesHandedIn(first.company, first.taker, _sums((m.giver, m.count) for m in moved)), len(moved)
    return None


def _same_shares(events: Sequence[Event], key: Callable[[SharesMoved], object]) -> list[SharesMoved]:
    """The movements of shares at the beginning that have the same key."""
    first = _first(events, SharesMoved)
    same = takewhile(lambda event: isinstance(event, SharesMoved) and first and key(event) == key(first), events)
    return [event for event in same if isinstance(event, SharesMoved)]


def _sums(parts: Iterable[tuple[Owner, int]]) -> Payees:
    """How much each has in all, in the order in which they are first mentioned."""
    sums: dict[Owner, int] = {}
    for owner, amount in parts:
        sums[owner] = sums.get(owner, 0) + amount
    return tuple(sums.items())


def _tokens_placed(book: Rulebook, events: Sequence[Event]) -> Found:
    first = _first(events, TokenPlaced)
    if first is None:
        return None
    placed = takewhile(lambda event: isinstance(event, TokenPlaced) and event.company == first.company, events)
    stops = [event.stop for event in placed if isinstance(event, TokenPlaced)]
    return (TokensPlaced(first.company, tuple(map(Stop, stops))), len(stops)) if len(stops) > 1 else None


def _subsidy_earned(book: Rulebook, events: Sequence[Event]) -> Found:
    earned, paid = _first(events, Earned), _first(events[1:], Paid)
    if earned is None or paid is None or (paid.taker, paid.amount) != (book.purse(earned.company), earned.subsidy):
        return None
    return earned, 2


def _incomes_paid(book: Rulebook, events: Sequence[Event]) -> Found:
    """Each income is a payment and its reason."""
    incomes: list[tuple[Owner, int]] = []
    while _first(events[2 * len(incomes) :], Paid) is not None:
        reason = _first(events[2 * len(incomes) + 1 :], IncomePaid)
        if reason is None:
            break
        incomes.append((reason.owner, reason.amount))
    return (IncomesPaid(_sums(incomes)), 2 * len(incomes)) if incomes else None


def _several_paid(book: Rulebook, events: Sequence[Event]) -> Found:
    payments = _same_payments(events)
    if len(payments) < 2:
        return None
    return SeveralPaid(payments[0].payer, _payees(payments), payments[0].purpose), len(payments)


PATTERNS: tuple[Pattern, ...] = (
    _lot_awarded,
    _company_started,
    _shares_traded,
    _train_bought,
    _private_traded,
    _built,
    _dividend_shared,
    _revenue_kept,
    _loans,
    _subsidy_earned,
    _incomes_paid,
    _several_paid,
    _shares_handed_out,
    _tokens_placed,
)
