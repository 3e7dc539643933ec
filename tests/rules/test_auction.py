"""Auctions: one machine for lots of any kind, here a made-up one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Seat
from railhead.core.refusal import Refusal
from railhead.core.text import Text
from railhead.rules.auction import Auction, Lot, open_with
from tests.made_up import Busy, Toy


@dataclass(frozen=True, slots=True)
class Hat(Lot):
    """A hat: the winner pays for it; unsold, whoever passed first gets 1 for it."""

    banned: tuple[Seat, ...] = ()
    absent: tuple[Seat, ...] = ()
    keeps: int = 0

    def name(self, game: Game) -> Text:
        """The hat."""
        return Text("a hat")

    def details(self, game: Game) -> tuple[Text, ...]:
        """What it looks like."""
        return (Text("It is green"),)

    def bidders(self, game: Game) -> tuple[Seat, ...]:
        """Everybody who is there."""
        return tuple(seat for seat in game.book.seat_ids if seat not in self.absent)

    def barred(self, game: Game, seat: Seat, least: int) -> Refusal | None:
        """Some may not bid."""
        return game.forbid("hat.banned", "You may not bid for a hat") if seat in self.banned else None

    def most(self, game: Game, seat: Seat) -> int:
        """All but what must be kept."""
        return game.state.cash[seat] - self.keeps

    def won(self, game: Game, winner: Seat, price: int) -> None:
        """The bank is paid."""
        effects.pay(game, winner, BANK, price, Text("a hat"))

    def unsold(self, game: Game, passed: tuple[Seat, ...]) -> None:
        """Nobody wants it."""
        effects.pay(game, BANK, passed[0], 1, Text("taking a hat"))


HAT = Hat(least=10, raise_by=5)


@dataclass(frozen=True, slots=True)
class CompanyHat(Hat):
    """A hat of a company."""

    company: Company | None = None

    @property
    def about(self) -> Company | None:
        """The company."""
        return self.company


def auction(lot: Lot = HAT, first: str = "Ann") -> Toy:
    """The auction of a lot, in the middle of something of AAA, which is Ben's."""
    toy = Toy()
    toy.start("AAA", "Ben")
    toy.begin(Busy(toy.company("AAA")), Auction(toy.seat(first), lot))
    return toy


def test_bids_go_clockwise_and_the_last_one_left_wins_and_pays() -> None:
    toy = auction(first="Ben")
    toy.do("bid 10")
    assert toy.asked == "Cleo"
    toy.do("bid 15")
    assert toy.asked == "Ann"
    toy.do("pass", "bid 25", "pass")
    assert (toy.cash("Ann"), toy.cash("Ben"), toy.cash("Cleo")) == (500, 475, 500)
    assert isinstance(toy.choices.step, Busy), "what was under way goes on"


def test_a_first_bid_has_a_least_amount_and_every_other_beats_the_last() -> None:
    toy = auction()
    assert toy.refused("bid 9") == "auction.open"
    toy.do("bid 12")
    assert toy.refused("bid 16") == "auction.raise"
    toy.do("bid 17")
    assert toy.refused("bid 17") == "auction.raise"


def test_bids_may_have_to_be_multiples() -> None:
    toy = auction(replace(HAT, multiple_of=5))
    assert toy.refused("bid 12") == "auction.open"
    toy.do("bid 20")
    assert toy.refused("bid 27") == "auction.raise"
    (bids,) = next(choice for choice in toy.choices if choice.domains).domains
    assert list(bids)[:3] == [25, 30, 35]
    assert list(bids)[-1] == 500


def test_nobody_bids_more_than_they_may() -> None:
    toy = auction(replace(HAT, keeps=33, multiple_of=5))
    assert toy.refused("bid 470") == "auction.cash"
    (bids,) = next(choice for choice in toy.choices if choice.domains).domains
    assert max(bids) == 465


def test_a_player_who_passes_is_not_asked_again() -> None:
    toy = auction()
    toy.do("bid 10", "pass", "bid 15", "bid 20")
    assert toy.asked == "Cleo"
    assert tuple(map(str, toy.choices.step.situation(toy.game))) == (
        "The highest bid is 20, by Ann",
        "Out of this auction: Ben",
        "It is green",
    )
    assert toy.choices.task == "bid for a hat, where Ann has bid 20"


def test_a_lot_nobody_wants_is_unsold_and_the_order_of_passing_is_known() -> None:
    toy = auction(first="Cleo")
    assert tuple(map(str, toy.choices.step.situation(toy.game))) == ("Nobody has bid yet", "It is green")
    toy.do("pass", "pass")
    assert toy.asked == "Ben", "the last may still open"
    toy.do("pass")
    assert (toy.cash("Cleo"), toy.cash("Ann"), toy.cash("Ben")) == (501, 500, 500)


@pytest.mark.parametrize("way", ["banned", "absent"])
def test_players_who_may_not_bid_are_passed_over(way: str) -> None:
    toy = Toy()
    ben = (toy.seat("Ben"),)
    lot = replace(HAT, banned=ben) if way == "banned" else replace(HAT, absent=ben)
    toy.begin(Auction(toy.seat("Ann"), lot))
    toy.do("bid 10")
    assert toy.asked == "Cleo"
    toy.do("pass")
    assert toy.cash("Ann") == 490


def test_a_barred_player_is_told_why() -> None:
    toy = Toy()
    toy.state.agenda = (Auction(toy.seat("Ben"), replace(HAT, banned=(toy.seat("Ben"),))),)
    assert toy.refused("bid 10") == "hat.banned"


def test_an_auction_may_begin_with_the_opening_bid() -> None:
    toy = Toy()
    toy.start("AAA", "Ben")
    toy.begin(Busy(toy.company("AAA")), Busy(toy.company("AAA")))
    open_with(toy.game, HAT, toy.seat("Ben"), 40)
    assert toy.asked == "Cleo"
    toy.do("pass", "pass")
    assert toy.cash("Ben") == 460
    assert len(toy.state.agenda) == 1, "it took the place of the step above"


def test_an_opening_bid_nobody_can_answer_wins_at_once() -> None:
    toy = Toy()
    lot = replace(HAT, absent=(toy.seat("Ann"), toy.seat("Cleo")))
    toy.start("AAA", "Ben")
    toy.begin(Busy(toy.company("AAA")), Busy(toy.company("AAA")))
    open_with(toy.game, lot, toy.seat("Ben"), 40)
    assert (toy.cash("Ben"), len(toy.state.agenda)) == (460, 1)


def test_a_lot_may_belong_to_a_company() -> None:
    toy = auction(CompanyHat(company=Company(1)))
    assert toy.choices.step.acting_company == 1
    assert auction().choices.step.acting_company is None


def test_some_players_may_be_out_of_an_auction_as_it_opens() -> None:
    toy = Toy()
    toy.begin(Auction(toy.seat("Ann"), HAT))
    open_with(toy.game, HAT, toy.seat("Cleo"), 20, (toy.seat("Ann"),))
    assert toy.asked == "Ben"
