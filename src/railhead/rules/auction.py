"""Auctions: bidding goes around the table, players who pass are out, and the last one left wins the lot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, Span
from railhead.core.events import LotAwarded
from railhead.core.game import Game
from railhead.core.ids import Company, Private, Seat
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.steps import AnyMove, Matter, Move, PlayerStep, passing
from railhead.core.text import Text, joined


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bid in the current auction."""

    amount: Money
    form: ClassVar[str] = "bid {amount}"
    label: ClassVar[str] = "Bid {amount}"
    told: ClassVar[tuple[str, ...]] = ("{player} bids {amount} for {lot}",)
    topic: ClassVar[Topic] = Topic.AUCTION


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """Something that is auctioned. A title defines what it is, who may bid how much, and what happens then."""

    least: int = 0
    """The lowest first bid."""
    raise_by: int = 1
    """The minimum raise."""
    multiple_of: int = 1
    """Bids are multiples of this."""
    opening_rule: ClassVar[str] = "auction.open"
    """The key of the rule about the first bid."""
    raising_rule: ClassVar[str] = "auction.raise"
    """The key of the rule about those that follow."""

    @property
    def about(self) -> Company | None:
        """The company that the lot belongs to, if it belongs to one."""
        return None

    def name(self, game: Game) -> Text:
        """What is auctioned, in words that follow "bid for"."""
        raise AssertionError(f"{type(self).__name__} does not say what is auctioned")

    def details(self, game: Game) -> tuple[Text, ...]:
        """Sentences with anything else that bidders should know."""
        return ()

    def privates(self, game: Game) -> tuple[Private, ...]:
        """The private companies that the winner gets, or of which they choose one."""
        return ()

    def bidders(self, game: Game) -> tuple[Seat, ...]:
        """The players who take part."""
        return game.players

    def barred(self, game: Game, seat: Seat, least: int) -> Refusal | None:
        """What prevents a player from bidding at all, given the lowest bid possible now."""
        return None

    def most(self, game: Game, seat: Seat) -> int:
        """The most a player may bid; negative if they may not bid at all."""
        return game.state.cash[seat]

    def beyond(self, game: Game, seat: Seat) -> Refusal:
        """Why a player may not bid more than that."""
        return game.forbid("auction.cash", "You have {cash}", cash=game.state.cash[seat])

    def won(self, game: Game, winner: Seat, price: int) -> None:
        """Award the lot: the winner pays and gets it."""
        raise AssertionError(f"{type(self).__name__} cannot be won")

    def unsold(self, game: Game, passed: tuple[Seat, ...]) -> None:
        """What happens if everybody has passed, in this order, without a bid."""


@dataclass(frozen=True, slots=True)
class Auction(PlayerStep):
    """The auction of one lot: whose turn it is, the highest bid and bidder, and who has passed, in order."""

    matter: ClassVar[Matter] = Matter.AUCTION
    lot: Lot
    high: int = 0
    leader: Seat | None = None
    passed: tuple[Seat, ...] = ()
    order: ClassVar[str] = "turn.auction"
    on_pass: ClassVar[str] = "{player} drops out of the bidding for {lot}"

    @property
    def acting_company(self) -> Company | None:
        """The company that the lot belongs to."""
        return self.lot.about

    @property
    def least(self) -> int:
        """The lowest bid that counts now."""
        return self.lot.least if self.leader is None else self.high + self.lot.raise_by

    def task(self, game: Game) -> Text:
        """What is auctioned, and the bid to beat."""
        lot, leader = self.lot.name(game), self.leader
        if leader is None:
            return Text("bid for {lot}", lot=lot)
        return Text("bid for {lot}, where {leader} has bid {high}", lot=lot, leader=game.name(leader), high=self.high)

    def situation(self, game: Game) -> tuple[Text, ...]:
        """The highest bid, who is out, and anything to know about the lot."""
        return (self._highest(game), *self._out(game), *self.lot.details(game))

    def _highest(self, game: Game) -> Text:
        if self.leader is None:
            return Text("Nobody has bid yet")
        return Text("The highest bid is {high}, by {leader}", high=self.high, leader=game.name(self.leader))

    def _out(self, game: Game) -> tuple[Text, ...]:
        if not self.passed:
            return ()
        return (Text("Out of this auction: {players}", players=joined(game.name(seat) for seat in self.passed)),)

    def lot_name(self, game: Game) -> Text:
        """The lot."""
        return self.lot.name(game)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def open_with(game: Game, lot: Lot, opener: Seat, amount: int, passed: tuple[Seat, ...] = ()) -> None:
    """A player's bid opens the auction of a lot, which replaces the current step; some may be out of it already."""
    _go_on(game, Auction(opener, lot, amount, opener, passed))


# -- bidding --------------------------------------------------------------------------------------


def refusal(game: Game, step: Auction, action: Bid) -> Refusal | None:
    """Which rule forbids a bid; the first bid opens the auction."""
    lot, amount = step.lot, action.amount
    key = lot.opening_rule if step.leader is None else lot.raising_rule
    barred = lot.barred(game, step.player, step.least)
    if barred is not None:
        return barred
    if amount % lot.multiple_of:
        return game.forbid(key, "Bids are multiples of {step}", step=lot.multiple_of)
    if amount < step.least:
        return game.forbid(key, "A bid must be at least {least}", least=step.least)
    if amount > lot.most(game, step.player):
        return lot.beyond(game, step.player)
    return None


def amounts(game: Game, step: Auction) -> Span | None:
    """Every amount the player may bid, if any."""
    lot, most = step.lot, step.lot.most(game, step.player)
    if most < step.least or lot.barred(game, step.player, step.least) is not None:
        return None
    return Span(step.least, most // lot.multiple_of * lot.multiple_of, lot.multiple_of)


def options(game: Game, step: Auction) -> Iterable[Choice]:
    """The amounts the player may bid, as one choice."""
    found = amounts(game, step)
    return () if found is None else (Choice(Bid, (found,)),)


def _bid(game: Game, step: Auction, action: Bid) -> None:
    _go_on(game, replace(step, high=action.amount, leader=step.player))


def _pass(game: Game, step: Auction) -> None:
    """A player who passes is out of this auction."""
    _go_on(game, replace(step, passed=(*step.passed, step.player)))


def _go_on(game: Game, step: Auction) -> None:
    """The next player bids; if there is none, the auction is over."""
    following = next_bidder(game, step)
    if following is not None:
        game.put(replace(step, player=following))
        return
    game.pop()
    if step.leader is None:
        step.lot.unsold(game, step.passed)
    else:
        award(game, step.lot, step.leader, step.high)


def award(game: Game, lot: Lot, winner: Seat, price: int) -> None:
    """The auction of a lot is over: the winner pays and gets it."""
    game.tell(LotAwarded(winner, lot.name(game), Money(price)))
    lot.won(game, winner, price)


def next_bidder(game: Game, step: Auction) -> Seat | None:
    """Who bids next, clockwise, among those who have not passed; None if only the leader is left."""
    bidders = step.lot.bidders(game)
    left = [seat for seat in game.others(step.player) if seat in bidders and seat not in step.passed]
    return left[0] if any(seat != step.leader for seat in left) else None


MOVES: tuple[AnyMove, ...] = (Move(Bid, options, refusal, _bid), passing(_pass))
