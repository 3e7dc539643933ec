"""Better runs announced by other players: who is asked, when, and what counts in the end."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from railhead.core.actions import parse
from railhead.core.game import Game
from railhead.core.hindsight import knowing
from railhead.core.ids import Company, Stop, stop_at, through
from railhead.core.steps import CompanyStep
from railhead.play import orders
from railhead.play.answers import answer
from railhead.routes import runs
from railhead.routes.best import Best
from railhead.routes.model import LARGE_STOP, Allowance, Earnings, Haul, RouteProblem
from railhead.rules import announcing
from railhead.rules.announcing import AnnounceRun, ask_others
from railhead.rules.dividends import Dividend
from railhead.rules.running import PlanEffect, Run, RunRules, RunTrains, conclude, run_nothing
from railhead.track.network import Link, Network
from railhead.track.tiles import CITY, StopFacts
from tests.made_up import Busy, Toy

A1, A3 = (Toy().book.board.index[name] for name in ("A1", "A3"))
HOME, SMALL, MIDDLE, BIG = stop_at(A1, 0), stop_at(A1, 1), stop_at(A3, 0), stop_at(A3, 1)
VALUES = {HOME: 10, SMALL: 10, MIDDLE: 20, BIG: 30}
LITTLE, MORE, MOST = "2 A1.0-A3-A1.1", "2 A1.0-A3-A3.0", "2 A1.0-A3-A3.1"


def both_ways(number: int, start: Stop, end: Stop) -> list[Link]:
    path = (start, through(A3), end)
    return [Link(start, end, path, 1 << number, 0, False), Link(end, start, path[::-1], 1 << number, 0, False)]


LINKS = [link for number, end in enumerate((SMALL, MIDDLE, BIG)) for link in both_ways(number, HOME, end)]
NETWORK = Network.of_links({stop: StopFacts(CITY, 0) for stop in VALUES}, LINKS)
GOODS = Haul(2, ((HOME, 10),), 50)


def problem(game: Game, company: Company) -> RouteProblem:
    """One train of two stops with three runs, and a train that earns 60 without running."""
    grades = dict.fromkeys(VALUES, LARGE_STOP)
    trains = (Allowance(0, total=2),)
    return RouteProblem(NETWORK, grades, VALUES, frozenset((HOME,)), trains, may_reenter=True, hauls=(GOODS,))


def running(then: type[CompanyStep] | None = None, declared: PlanEffect = ask_others) -> Toy:
    """Ann directs AAA, whose trains are to run; perhaps something else comes then."""
    toy = Toy(RunRules(problem=problem, declared=declared))
    toy.start("AAA", "Ann")
    company = toy.company("AAA")
    toy.begin(*([] if then is None else [then(company)]), RunTrains(company))
    return toy


def asked(toy: Toy) -> str | None:
    return toy.asked


def revenue(toy: Toy) -> int:
    return toy.state.revenue[toy.company("AAA")]


def test_nobody_is_asked_if_there_is_no_better_run() -> None:
    toy = running()
    toy.do(f"run {MOST}")
    assert asked(toy) is None
    assert revenue(toy) == 40 + 60


@pytest.mark.parametrize(
    ("following", "after"), [("pay", None), ("keep", None), ("pass", "Ben"), ("borrow", "Ben"), (None, "Ben")]
)
def test_a_record_that_goes_on_with_the_dividend_shows_that_nobody_was_asked(
    following: str | None, after: str | None
) -> None:
    """Anything else may have been done by somebody who was asked."""
    toy = running()
    with knowing(following):
        toy.do(f"run {LITTLE}")
    assert asked(toy) == after


@pytest.mark.parametrize("following", ["pass", f"announce {MOST}"])
def test_a_record_with_an_answer_shows_that_somebody_was_asked(following: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody could pass if the dividend came next, so nothing has to be searched for."""
    monkeypatch.setattr(announcing, "is_bettered", None)
    toy = running(Dividend)
    with knowing(following):
        toy.do(f"run {LITTLE}")
    assert asked(toy) == "Ben"


@pytest.mark.parametrize(
    ("run", "following", "after"), [(LITTLE, "pass", "Ben"), (MOST, "pass", "Ann"), (MOST, f"announce {MORE}", "Ann")]
)
def test_a_record_that_leaves_it_open_is_searched(run: str, following: str, after: str) -> None:
    """Whoever passes may have been asked, or be busy with what comes next; and no run is better than the best."""
    toy = running(Busy)
    with knowing(following):
        toy.do(f"run {run}")
    assert asked(toy) == after


def test_a_better_run_nearby_is_found_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "best_with", None)
    toy = running()
    toy.do(f"run {LITTLE}")
    assert asked(toy) == "Ben"
    assert toy.offered() == {"announce", "pass", "borrow"}
    toy.do(f"announce {MORE}")
    assert asked(toy) == "Cleo"


def test_a_run_that_was_come_by_counts_if_a_search_ends_too_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "best_with", lambda *_: Best(Earnings(), (), False, 1000, 0))
    toy = running()
    toy.do(f"run {LITTLE}")
    (choice,) = (choice for choice in toy.choices if choice.action is AnnounceRun)
    assert choice.sample(Random(0)) in toy.choices


def test_somebody_who_is_asked_only_by_a_record_has_nothing_to_announce() -> None:
    toy = running(Dividend)
    with knowing("pass"):
        toy.do(f"run {MOST}")
    assert asked(toy) == "Ben"
    assert toy.refused(f"announce {MOST}") == "route.maximum"
    assert [list(choice) for choice in toy.choices if choice.action is AnnounceRun] == [[]]
    table = table_of(toy)
    assert answer([orders.give(table, orders.ANNOUNCING)], table, toy.seat("Ben")) is None


def test_nobody_is_asked_where_the_run_of_the_director_stands() -> None:
    toy = running(declared=conclude)
    toy.do(f"run {LITTLE}")
    assert asked(toy) is None
    assert revenue(toy) == 20 + 60


def test_every_other_player_may_announce_a_better_run_in_turn() -> None:
    toy = running()
    toy.do(f"run {LITTLE}")
    assert asked(toy) == "Ben"
    assert toy.offered() == {"announce", "pass", "borrow"}
    toy.do(f"announce {MORE}")
    assert asked(toy) == "Cleo"
    toy.do(f"announce {MOST}")
    assert asked(toy) is None
    assert revenue(toy) == 40 + 60


def test_nobody_has_to_announce_anything() -> None:
    toy = running()
    toy.do(f"run {LITTLE}", "pass", "pass")
    assert asked(toy) is None
    assert revenue(toy) == 20 + 60


def test_the_players_after_the_best_run_are_not_asked() -> None:
    toy = running()
    toy.do(f"run {LITTLE}", f"announce {MOST}")
    assert asked(toy) is None
    assert revenue(toy) == 40 + 60


def test_a_run_is_announced_only_if_it_is_legal_and_better() -> None:
    toy = running()
    toy.do(f"run {MORE}")
    assert toy.refused(f"announce {MORE}") == "route.maximum"
    assert toy.refused(f"announce {LITTLE}") == "route.maximum"
    assert toy.refused("announce 2 A1.1-A3-A1.0-A3-A3.1") == "route.allowance"
    (choice,) = (choice for choice in toy.choices if choice.action is AnnounceRun)
    assert [str(action.routes[0].path[-1]) for action in choice if isinstance(action, AnnounceRun)] == [str(BIG)]


def test_trains_without_a_route_earn_also_if_no_other_train_can_run() -> None:
    toy = Toy(RunRules(problem=lambda game, company: RouteProblem(NETWORK, {}, {}, frozenset(), (), hauls=(GOODS,))))
    run_nothing(toy.game, toy.company("AAA"))
    assert revenue(toy) == 60


def test_without_any_train_nothing_is_earned() -> None:
    toy = Toy()
    run_nothing(toy.game, toy.company("AAA"))
    assert revenue(toy) == 0


def test_the_director_is_offered_every_run() -> None:
    toy = running()
    (choice,) = (choice for choice in toy.choices if choice.action is Run)
    assert len(list(choice)) == 3


def table_of(toy: Toy) -> Any:
    """As much of a table as a standing order looks at."""
    session = SimpleNamespace(choices=toy.choices, state=toy.state)
    return SimpleNamespace(book=toy.book, session=session, over=False, actions=1, length=1, log=())


@pytest.mark.parametrize(("kind", "text"), [(orders.ANNOUNCING, f"announce {MOST}"), (orders.PASSING, "pass")])
def test_a_standing_order_announces_the_best_run_or_nothing(kind: str, text: str) -> None:
    toy = running()
    toy.do(f"run {LITTLE}")
    table = table_of(toy)
    found = answer([orders.give(table, kind)], table, toy.seat("Ben"))
    assert found == parse(toy.book, text)


def test_an_order_to_announce_answers_nothing_else() -> None:
    toy = running()
    table = table_of(toy)
    assert answer([orders.give(table, orders.ANNOUNCING)], table, toy.seat("Ann")) is None
