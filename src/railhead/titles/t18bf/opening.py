"""The opening of the first stock round: the railway privates are auctioned one by one (rules 18BF-AUC)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import BANK, Private, Seat
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, PlayerStep, passing
from railhead.core.text import Text
from railhead.rules import auction
from railhead.rules.auction import Auction, Bid
from railhead.rules.stock import StockRound
from railhead.titles.t18bf.auctions import PrivateLot
from railhead.titles.t18bf.facts import NUMBERS, PRIVATES


@dataclass(frozen=True, slots=True)
class RailwayLot(PrivateLot):
    """A railway private: whoever wins or receives it, the next one follows."""

    opening_rule: ClassVar[str] = "auction.open"

    def award(self, game: Game, winner: Seat, price: int) -> None:
        """The winner pays the bank, and the next lot comes up (18BF-AUC-01, 18BF-AUC-08)."""
        super(RailwayLot, self).award(game, winner, price)
        next_lot(game)


@dataclass(frozen=True, slots=True)
class Opening(PlayerStep):
    """A player may open the auction of the lot with a bid; how many have passed in a row, and the lowest bid now.

    Passing here does not keep a player from bidding once somebody has opened (18BF-AUC-23).
    """

    private: Private
    least: int
    passes: int = 0
    purpose: ClassVar[str] = "open the auction of a private or pass"
    order: ClassVar[str] = "turn.opening"
    on_pass: ClassVar[str] = "{player} does not open the bidding for {lot}"

    def task(self, game: Game) -> Text:
        """Which private, and from how much."""
        return Text(
            "open the auction of {lot} with at least {least} or pass", lot=self.lot.name(game), least=self.least
        )

    def lot_name(self, game: Game) -> Text:
        """The private."""
        return self.lot.name(game)

    @property
    def lot(self) -> RailwayLot:
        """The private at its present minimum."""
        step = NUMBERS.bid_step
        return RailwayLot(self.private, least=self.least, raise_by=step, multiple_of=step)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def begin(game: Game) -> None:
    """The holder of the priority deal opens the first lot; nothing else is offered before all are sold.

    Rules 18BF-AUC-01, 18BF-AUC-12 and 18BF-SR-01.
    """
    game.push(StockRound(game.state.priority))
    next_lot(game)


def next_lot(game: Game) -> None:
    """The lowest private that is left, at its printed minimum; after the last the stock round goes on.

    Rules 18BF-AUC-01, 18BF-AUC-24 and 18BF-PRIV-33.
    """
    round_ = game.step
    assert isinstance(round_, StockRound)
    left = [private for private in game.book.private_ids if game.state.privates[private] == BANK]
    railways = [private for private in left if PRIVATES[private].is_railway]
    if railways:
        game.push(Opening(round_.next, railways[0], PRIVATES[railways[0]].least_bid))


def refusal(game: Game, step: Opening, action: Bid) -> Refusal | None:
    """The first bid is at least the minimum (18BF-AUC-02)."""
    return auction.refusal(game, Auction(step.player, step.lot), action)


def _options(game: Game, step: Opening) -> Iterable[Choice]:
    return auction.options(game, Auction(step.player, step.lot))


def _open(game: Game, step: Opening, action: Bid) -> None:
    auction.open_with(game, step.lot, step.player, action.amount)


def _pass(game: Game, step: Opening) -> None:
    """The next player; once all have passed in a row, the lot becomes cheaper (18BF-AUC-10).

    Play resumes with the player who passed first. At nothing they receive the private (18BF-AUC-11, 18BF-AUC-25).
    """
    following = replace(step, player=game.left_of(step.player), passes=step.passes + 1)
    if following.passes < game.book.seats:
        game.put(following)
        return
    cheaper = replace(following, passes=0, least=step.least - NUMBERS.bid_step)
    if cheaper.least > 0:
        game.put(cheaper)
    else:
        game.pop()
        auction.award(game, cheaper.lot, cheaper.player, 0)


MOVES: tuple[AnyMove, ...] = (Move(Bid, _options, refusal, _open), passing(_pass))
