"""A player who is out of the game is asked for nothing any more, and comes last."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core import effects
from railhead.core.events import sentence
from railhead.core.game import Game
from railhead.core.ids import BANK, Owner, Seat
from railhead.core.text import Text
from railhead.core.view import view
from railhead.rules import auction, directors
from railhead.rules.auction import Auction, Lot
from railhead.rules.standings import announcement, standings
from railhead.rules.stock import StockRound
from tests.made_up import Toy


def without(*names: str) -> Toy:
    """A table at which these players are out of the game."""
    toy = Toy()
    for name in names:
        effects.put_out(toy.game, toy.seat(name))
    return toy


def named(toy: Toy, seats: tuple[Owner, ...]) -> list[str]:
    return [toy.book.owner_names[seat] for seat in seats]


def test_whoever_is_out_is_left_out_of_every_order() -> None:
    toy = without("Ben")
    game = toy.game
    assert named(toy, game.players) == ["Ann", "Cleo"]
    assert named(toy, game.clockwise(toy.seat("Cleo"))) == ["Cleo", "Ann"]
    assert named(toy, game.others(toy.seat("Cleo"))) == ["Ann"]
    assert named(toy, game.others(toy.seat("Ben"))) == ["Cleo", "Ann"], "seen from the empty seat"
    assert game.left_of(toy.seat("Ann")) == game.left_of(toy.seat("Ben")) == toy.seat("Cleo")


def test_the_last_player_is_their_own_left_neighbour() -> None:
    toy = without("Ann", "Ben")
    assert toy.game.left_of(toy.seat("Cleo")) == toy.seat("Cleo")


def test_everybody_is_in_the_game_at_first() -> None:
    toy = without()
    assert toy.game.players == toy.book.seat_ids
    assert named(toy, toy.game.clockwise(toy.seat("Ben"))) == ["Ben", "Cleo", "Ann"]
    assert named(toy, toy.game.others(toy.seat("Ben"))) == ["Cleo", "Ann"]


def test_a_stock_round_goes_on_without_them() -> None:
    toy = without("Ben")
    toy.begin(StockRound(toy.seat("Ben")))
    toy.start("AAA", "Ann")
    assert toy.asked == "Cleo"
    toy.do("pass")
    assert toy.asked == "Ann"
    toy.do("pass")
    assert toy.state.agenda == (), "both have passed"


@dataclass(frozen=True, slots=True)
class Hat(Lot):
    """Something to bid for."""

    def name(self, game: Game) -> Text:
        """A hat."""
        return Text("a hat")

    def won(self, game: Game, winner: Seat, price: int) -> None:
        """The winner pays."""
        effects.pay(game, winner, BANK, price, Text("a hat"))


def test_they_do_not_bid() -> None:
    toy = without("Ben")
    toy.begin(Auction(toy.seat("Ann"), Hat(least=5)))
    toy.do("bid 5")
    assert toy.asked == "Cleo"
    toy.do("pass")
    assert toy.cash("Ann") == 495
    assert auction.next_bidder(toy.game, Auction(toy.seat("Cleo"), Hat(), 5, toy.seat("Cleo"))) == toy.seat("Ann")


def test_they_succeed_nobody() -> None:
    toy = without("Ben")
    toy.start("AAA", "Ann")
    assert named(toy, directors.players_clockwise(toy.game, toy.company("AAA"), toy.owner("Ann"))) == ["Cleo"]


def test_they_come_last_whatever_they_have() -> None:
    toy = without("Ann")
    effects.pay(toy.game, toy.seat("Ben"), toy.seat("Ann"), 100, Text("the test"))
    assert [(entry.rank, toy.book.owner_names[entry.seat], entry.worth) for entry in standings(toy.game)] == [
        (1, "Cleo", 500),
        (2, "Ben", 400),
        (3, "Ann", 600),
    ]
    assert str(announcement(toy.game)) == "Cleo wins the game: Cleo 500, Ben 400, Ann 600"


def test_it_is_told_seen_and_part_of_the_position() -> None:
    toy = without()
    before, game = toy.state.clone(), toy.game
    effects.put_out(game, toy.seat("Ben"))
    assert sentence(toy.book, game.events[-1]) == "Ben is out of the game"
    assert toy.state != before
    assert toy.state.digest() != before.digest()
    assert toy.state.clone() == toy.state
    seen = view(toy.book, toy.state, None)
    assert [player.name for player in seen.players.values() if player.is_out] == ["Ben"]
