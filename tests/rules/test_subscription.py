"""Subscription: who is offered shares, how many, and what becomes of the answers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Seat
from railhead.core.refusal import Refusal
from railhead.core.text import Text
from railhead.rules import directors
from railhead.rules.subscription import Issue, offer
from tests.made_up import Toy


@dataclass(frozen=True, slots=True)
class Pledges(Issue):
    """An issue that only notes what players would buy."""

    company: Company
    left: int
    noted: tuple[tuple[Seat, int], ...] = ()

    def terms(self, game: Game) -> Text:
        return Text("up to {left} shares of {company}", left=self.left, company=game.symbol(self.company))

    def most(self, game: Game) -> int:
        return self.left

    def refusal(self, game: Game, seat: Seat, count: int) -> Refusal | None:
        if count > self.left:
            return game.forbid("subscription.left", f"Only {self.left} are left")
        if count * 100 > game.state.cash[seat]:
            return game.forbid("subscription.cash", "You cannot pay")
        return None

    def bought(self, game: Game, seat: Seat, count: int) -> Issue:
        return replace(self, left=self.left - count, noted=(*self.noted, (seat, count)))

    def closed(self, game: Game) -> None:
        for seat, count in self.noted:
            effects.move_shares(game, BANK, seat, self.company, count)
            directors.settle_after_purchase(game, self.company, seat)


def offered(toy: Toy, left: int, *names: str) -> None:
    game = toy.game
    game.state.agenda = ()
    offer(game, [toy.seat(name) for name in names], Pledges(toy.company("AAA"), left))


def started() -> Toy:
    toy = Toy()
    toy.start("AAA", "Ann")
    return toy


def test_players_are_asked_in_order_and_each_once() -> None:
    toy = started()
    offered(toy, 8, "Ben", "Ann")
    assert toy.choices.seat == toy.seat("Ben")
    assert toy.choices.task == "buy up to 8 shares of AAA or pass"
    toy.do("subscribe 3")
    assert toy.choices.seat == toy.seat("Ann")
    assert toy.refused("subscribe 6") == "subscription.left"
    toy.do("subscribe 5")
    assert toy.asked is None
    assert (toy.held("Ben", "AAA"), toy.held("Ann", "AAA")) == (3, 2 + 5)


def test_nothing_moves_before_everybody_has_been_asked() -> None:
    toy = started()
    offered(toy, 8, "Ben", "Ann")
    toy.do("subscribe 3")
    assert toy.held("Ben", "AAA") == 0
    toy.do("pass")
    assert toy.held("Ben", "AAA") == 3


def test_nobody_is_asked_when_nothing_is_left() -> None:
    toy = started()
    offered(toy, 2, "Ben", "Ann", "Cleo")
    toy.do("subscribe 2")
    assert toy.asked is None


def test_what_is_offered_is_what_may_be_bought() -> None:
    toy = started()
    offered(toy, 8, "Ben")
    (choice,) = (choice for choice in toy.choices if choice.action.form.startswith("subscribe"))
    assert [action.count for action in choice] == [1, 2, 3, 4, 5]  # type: ignore[attr-defined]


def test_without_players_the_issue_closes_at_once() -> None:
    toy = started()
    offered(toy, 8)
    assert toy.asked is None
