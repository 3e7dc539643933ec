"""Auctions in a stock turn: Minors, ferries and undergrounds (rules 18BF-AUC)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, only
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Place, Private, Seat
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.state import CLOSED, FLOATED, STARTED
from railhead.core.steps import Move
from railhead.core.text import Text, verbatim
from railhead.rules import auction, directors
from railhead.rules.auction import Auction, Bid, Lot
from railhead.rules.stock import StockRound, StockTurn, unless_over_limit
from railhead.titles.t18bf.dealing import minors_on_offer
from railhead.titles.t18bf.facts import MINOR, NUMBERS, PHASE, PRIVATES


@dataclass(frozen=True, slots=True)
class AuctionMinor(Action):
    """Offer a Minor for auction with a first bid."""

    company: Company
    amount: Money
    form: ClassVar[str] = "auction minor {company} for {amount}"
    label: ClassVar[str] = "Auction {company} with a bid of {amount}"
    told: ClassVar[tuple[str, ...]] = ("{player} puts {company} up for auction and bids {amount}",)
    topic: ClassVar[Topic] = Topic.AUCTION


@dataclass(frozen=True, slots=True)
class AuctionPrivate(Action):
    """Offer a ferry or an underground for auction with a first bid."""

    private: Private
    amount: Money
    form: ClassVar[str] = "auction private {private} for {amount}"
    label: ClassVar[str] = "Auction {private} with a bid of {amount}"
    told: ClassVar[tuple[str, ...]] = ("{player} puts {private} up for auction and bids {amount}",)
    topic: ClassVar[Topic] = Topic.AUCTION


@dataclass(frozen=True, slots=True)
class CertificateLot(Lot):
    """A certificate: players who may not hold another one cannot bid (18BF-AUC-20)."""

    def barred(self, game: Game, seat: Seat, least: int) -> Refusal | None:
        """A player at the certificate limit may neither offer nor bid: winning would break the limit."""
        if directors.at_limit(game, seat):
            return game.forbid("auction.limit", "You hold as many certificates as the limit allows")
        return None

    def won(self, game: Game, winner: Seat, price: int) -> None:
        """The player to the winner's left is next; for the priority deal the win counts (18BF-AUC-09, 18BF-SR-05).

        Opening an auction is not a pass, so whoever opened it gets another turn (18BF-SR-04, 18BF-SR-15).
        """
        round_ = game.step
        assert isinstance(round_, StockRound)
        game.put(replace(round_, next=game.left_of(winner), passes=0, last_dealer=winner))
        self.award(game, winner, price)

    def award(self, game: Game, winner: Seat, price: int) -> None:
        """The winner pays, and has what was auctioned."""
        raise AssertionError(f"{type(self).__name__} does not say what the winner gets")


# -- Minors ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MinorLot(CertificateLot):
    """A Minor, whose treasury gets the winning bid."""

    company: Company
    opening_rule: ClassVar[str] = "auction.minor_bid"

    @property
    def about(self) -> Company | None:
        """The Minor."""
        return self.company

    def name(self, game: Game) -> Text:
        """The Minor."""
        return verbatim(game.symbol(self.company))

    def award(self, game: Game, winner: Seat, price: int) -> None:
        """The whole bid goes to the treasury; price and home marker are placed (18BF-AUC-16, 18BF-AUC-19)."""
        company = self.company
        effects.pay(
            game, winner, game.purse(company), price, Text("the charter of {company}", company=game.symbol(company))
        )
        effects.move_shares(game, BANK, winner, company, 1)
        effects.set_director(game, company, winner)
        effects.mark(game, company, STARTED | FLOATED)
        effects.set_price(game, company, starting_place(game, price))
        effects.place_token(game, company, game.book.board.current(game.state.tiles, game.book.companies[company].home))


def starting_place(game: Game, bid: int) -> Place:
    """Half the bid, rounded down to a space that is outlined for Minors; the marker goes under those there.

    Rules 18BF-AUC-17 and 18BF-AUC-18.
    """
    return game.book.market.down_to(min(bid // 2, NUMBERS.highest_minor_start))


def minor_lot(company: Company) -> MinorLot:
    """A Minor: from 100 in steps of 5 (18BF-AUC-03, 18BF-AUC-15)."""
    step = NUMBERS.bid_step
    return MinorLot(company, least=NUMBERS.least_minor_bid, raise_by=step, multiple_of=step)


def minor_refusal(game: Game, step: StockTurn, action: AuctionMinor) -> Refusal | None:
    """Which rule forbids offering this Minor with this bid."""
    company, state = action.company, game.state
    if state.kind[company] != MINOR:
        return game.forbid("auction.kind", "{company} is not a Minor", company=game.symbol(company))
    if state.has(company, CLOSED):
        return game.forbid("auction.closed", "{company} has left the game for good", company=game.symbol(company))
    if state.has(company, STARTED):
        return game.forbid("auction.started", "{company} has already been started", company=game.symbol(company))
    if state.phase >= PHASE["5"]:
        return game.forbid("auction.phase", "From phase 5 on no Minor can be started")
    if company not in minors_on_offer(game):
        return game.forbid("auction.batch", "{company} is not available yet", company=game.symbol(company))
    return _offer_refusal(game, step, minor_lot(company), action.amount)


def _minor_options(game: Game, step: StockTurn) -> Iterable[Choice]:
    for company in minors_on_offer(game):
        least = Money(NUMBERS.least_minor_bid)
        if minor_refusal(game, step, AuctionMinor(company, least)) is None:
            yield _opening_bids(game, step, AuctionMinor, company, minor_lot(company))


def _auction_minor(game: Game, step: StockTurn, action: AuctionMinor) -> None:
    auction.open_with(game, minor_lot(action.company), step.player, action.amount)


# -- ferries and undergrounds ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PrivateLot(CertificateLot):
    """A private company, whose price goes to the bank."""

    private: Private
    opening_rule: ClassVar[str] = "auction.private_bid"

    def privates(self, game: Game) -> tuple[Private, ...]:
        """The private company."""
        return (self.private,)

    def name(self, game: Game) -> Text:
        """The private company."""
        facts = game.book.privates[self.private]
        return Text("{symbol} {name}", symbol=facts.symbol, name=facts.name)

    def award(self, game: Game, winner: Seat, price: int) -> None:
        """The winner pays the bank (18BF-AUC-07, 18BF-AUC-08, 18BF-PRIV-36)."""
        effects.pay(game, winner, BANK, price, self.name(game))
        effects.give_private(game, self.private, winner)


def private_lot(private: Private) -> PrivateLot:
    """A ferry or an underground: from its face value in steps of 5 (18BF-PRIV-36)."""
    step = NUMBERS.bid_step
    return PrivateLot(private, least=PRIVATES[private].least_bid, raise_by=step, multiple_of=step)


def private_refusal(game: Game, step: StockTurn, action: AuctionPrivate) -> Refusal | None:
    """Which rule forbids offering this private company with this bid."""
    facts, symbol = PRIVATES[action.private], game.book.privates[action.private].symbol
    if facts.is_railway:
        return game.forbid("auction.railway", "Railway privates are auctioned at the start of the game only")
    if game.state.privates[action.private] != BANK:
        return game.forbid("auction.private_sold", "{symbol} has an owner", symbol=symbol)
    opens = facts.from_phase
    if opens is not None and game.state.phase < PHASE[opens]:
        key = "auction.first_underground" if opens == "5" else "auction.second_underground"
        return game.forbid(key, "{symbol} is not available before phase {opens}", symbol=symbol, opens=opens)
    return _offer_refusal(game, step, private_lot(action.private), action.amount)


def _private_options(game: Game, step: StockTurn) -> Iterable[Choice]:
    for private in game.book.private_ids:
        least = Money(PRIVATES[private].least_bid)
        if private_refusal(game, step, AuctionPrivate(private, least)) is None:
            yield _opening_bids(game, step, AuctionPrivate, private, private_lot(private))


def _auction_private(game: Game, step: StockTurn, action: AuctionPrivate) -> None:
    auction.open_with(game, private_lot(action.private), step.player, action.amount)


# -- both -----------------------------------------------------------------------------------------


def _offer_refusal(game: Game, step: StockTurn, lot: Lot, amount: Money) -> Refusal | None:
    """An auction takes the place of the turn's purchase (18BF-AUC-21)."""
    if step.bought:
        return game.forbid(
            "auction.instead", "An auction takes the place of the one purchase of the turn, which has been made"
        )
    return auction.refusal(game, Auction(step.player, lot), Bid(amount))


def _opening_bids(game: Game, step: StockTurn, action: type[Action], offered: int, lot: Lot) -> Choice:
    bids = auction.amounts(game, Auction(step.player, lot))
    assert bids is not None
    return Choice(action, (only(offered), bids))


AUCTION_MINOR = unless_over_limit(Move(AuctionMinor, _minor_options, minor_refusal, _auction_minor))
AUCTION_PRIVATE = unless_over_limit(Move(AuctionPrivate, _private_options, private_refusal, _auction_private))
