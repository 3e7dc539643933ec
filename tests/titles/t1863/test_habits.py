"""Bots in 1863: what they like, what they consider, and what is counted about their games."""

from __future__ import annotations

from random import Random

import pytest

from railhead.bots import selfplay
from railhead.bots.careless import Careless
from railhead.core.actions import Action
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.habits import Habits
from railhead.core.tallies import Tallies
from railhead.rules.borrowing import Borrow
from railhead.rules.track import LayTile
from railhead.rules.trains import BuyTrain
from railhead.titles import catalogue
from railhead.titles.t1863.dividends import PayDividend
from railhead.titles.t1863.more_shares import BuyMore
from railhead.titles.t1863.tallies import chains
from tests.titles.t1863.mergers import Mergers
from tests.titles.t1863.operating import Operating
from tests.titles.t1863.table import London


def operating(
    stage: str, price: int = 100, cash: int = 150, trains: tuple[str, ...] = (), revenue: int = 0
) -> Operating:
    table = Operating(4)
    table.privates()
    table.minor("DIS", price, "A", cash=cash, trains=trains)
    table.earned("DIS", revenue)
    table.operate("DIS", stage)
    table.earned("DIS", revenue)
    return table


def offered(table: London, kind: type[Action]) -> Choice:
    return next(choice for choice in table.choices if choice.action is kind)


def liking(table: London, kind: type[Action]) -> float:
    return table.book.rules[Habits].liking(table.game, table.step, offered(table, kind))


def considered(table: London, kind: type[Action], seed: int = 1) -> list[object]:
    """The values of the last field that a passable player considers."""
    choice = table.book.rules[Habits].narrowed(table.game, table.step, offered(table, kind), Random(seed))
    return list(choice.domains[-1])


def test_a_first_train_is_wanted_most() -> None:
    assert liking(operating("trains"), BuyTrain) > 1 > liking(operating("trains", trains=("2T",)), BuyTrain)


def test_loans_are_taken_for_a_first_train_and_hardly_for_anything_else() -> None:
    table = operating("trains", cash=30)
    assert liking(table, Borrow) > 1
    assert considered(table, Borrow) == [1], "100 for the train and 10 for the token, less 30, is one loan"
    assert liking(operating("dividend", cash=30), Borrow) < 0.01


def test_a_dividend_leaves_the_costs() -> None:
    table = operating("dividend", cash=0, trains=("2T",), revenue=60)
    paid = {amount for seed in range(20) for amount in considered(table, PayDividend, seed)}
    assert paid == {0, 45}, "all but the 15 of token and train, or nothing to save for another train"


@pytest.mark.parametrize(("cash", "likes", "counts"), [(130, 1.0, [1, 2]), (0, 0.02, [1, 2, 3])])
def test_more_shares_are_bought_with_cash_rather_than_loans(cash: int, likes: float, counts: list[int]) -> None:
    table = Mergers()
    table.minor("DIS", 100, "A", cash=cash)
    table.minor("MET", 50, "DIS", cash=100)
    table.mergers()
    table.do("convert with 1")
    assert liking(table, BuyMore) == likes
    assert considered(table, BuyMore) == counts


def test_track_leads_to_major_stations() -> None:
    table = London(4)
    table.privates()
    table.minor("DIS", 100, "A", cash=200)
    table.build("DIS")
    habits = table.book.rules[Habits]
    likings = {
        table.book.board.names[next(iter(choice.domains[1]))]: habits.liking(table.game, table.step, choice)
        for choice in table.choices
        if choice.action is LayTile
    }
    assert likings["C18"] > 1, "its own station is the beginning of every run"


def counted(table: London, *texts: str) -> list[str]:
    """What the title counts while these actions are taken."""
    found: list[str] = []
    for text in texts:
        before, action = Game(table.book, table.state.clone()), table.action(text)
        events = table.do(text)
        found += table.book.rules[Tallies].notable(before, table.game, action, events)
    return found


def test_shorts_are_counted() -> None:
    table = London(4)
    table.privates()
    table.major("DIS", 100, {"A": 2})
    table.stock_turn("B")
    assert counted(table, "short DIS") == ["shares sold short"]
    assert table.book.rules[Tallies].records(table.game)["most shares owed at a time"] == 1


def test_loans_are_counted_however_they_are_taken() -> None:
    table = operating("trains", cash=0)
    assert counted(table, "borrow 1") == ["loans taken"]
    table = operating("trains", cash=0)
    assert counted(table, "pass") == ["loans taken"], "the costs are paid with one"


def test_chains_are_measured() -> None:
    table = London(4)
    table.privates()
    table.minor("MET", 100, "A")
    table.minor("DIS", 100, "MET")
    table.minor("CIR", 100, "DIS")
    table.minor("HAM", 100, "B")
    assert sorted(chains(table.game)) == [1, 1, 2, 3]


@pytest.mark.long
@pytest.mark.parametrize("players", catalogue.TITLES["1863"].players)
def test_games_of_bots_end_and_use_the_rules(players: int) -> None:
    seen: set[str] = set()
    for seed in range(6):
        book = catalogue.rulebook("1863", tuple("ABCDEF"[:players]), seed=seed)
        tallies, last = book.rules[Tallies], None
        for last in selfplay.play(book, [Careless() for _ in range(players)], Random(seed)):
            games = Game(book, last.before), Game(book, last.state)
            seen.update(tallies.notable(*games, last.action, last.events))
        assert last is not None
        assert last.state.ending
    assert {"shares sold short", "conversions", "mergers of majors", "companies liquidated", "bankruptcies"} <= seen
