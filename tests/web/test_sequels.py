"""What may be done at once after a run: it is what the player would be asked next, and only if nobody else is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from railhead.core import engine
from railhead.core.actions import parse, text_of
from railhead.core.choices import Choices
from railhead.core.game import Game
from railhead.play.prospect import Prospect
from railhead.play.table import Table
from railhead.routes.best import best_runs
from railhead.rules.announcing import Announcements
from railhead.rules.dividends import Dividend
from railhead.rules.running import Run, RunTrains, open_runs
from railhead.web.presenters import judge_run
from tests.play.games import some_game

GAMES = {"1860": (5, 330), "1862": (5, 330), "18BF": (6, 440)}
"""By title: a seed, and how many actions of its game are looked at."""


@pytest.fixture(scope="module", params=GAMES)
def table(request: pytest.FixtureRequest) -> Table:
    """A game of each title, some way on."""
    return Table.of(some_game(*GAMES[request.param], title=request.param))


def runs(table: Table) -> Iterator[tuple[Prospect, Choices, int]]:
    """The points at which trains are to run, seen by whoever decides, and their numbers."""
    for number in range(table.actions):
        state = table.session.at(number)
        choices = engine.choices(table.book, state)
        if choices is not None and isinstance(choices.step, RunTrains):
            yield Prospect(table.book, state, choices.seat), choices, number


def test_the_sequels_of_a_run_are_the_next_decision(table: Table) -> None:
    seen = 0
    for now, choices, number in runs(table):
        game = Game(table.book, table.session.at(number))
        assert choices.step.acting_company is not None
        open_to_it = open_runs(game, choices.step.acting_company)
        assert open_to_it is not None
        best = best_runs(open_to_it.problem)
        if not best.plan:
            continue
        shown = judge_run(now, text_of(table.book, Run(best.plan)), best)
        after, _ = engine.advance(table.book, table.session.at(number), Run(best.plan))
        then = engine.choices(table.book, after)
        assert then is not None
        if shown.sequels is None:
            assert not isinstance(then.step, Dividend) or then.seat != choices.seat or then.count() < 2
            continue
        seen += 1
        offered = [parse(table.book, sequel.outlook.action) for sequel in shown.sequels.each]
        assert then.seat == choices.seat
        assert offered == [action for choice in then for action in choice]
        assert len({sequel.label for sequel in shown.sequels.each}) == len(offered)
        assert shown.sequels.compared, "something differs between them"
    assert seen > 2


def test_nothing_is_offered_after_a_run_that_others_may_better() -> None:
    table = Table.of(some_game(*GAMES["18BF"], title="18BF"))
    bettered = 0
    for number, text in enumerate(table.session.actions):
        following = engine.choices(table.book, table.session.at(number + 1))
        if isinstance(parse(table.book, text), Run) and following and isinstance(following.step, Announcements):
            state = table.session.at(number)
            choices = engine.choices(table.book, state)
            assert choices is not None
            shown = judge_run(Prospect(table.book, state, choices.seat), text)
            assert shown.action == text
            assert shown.sequels is None
            bettered += 1
    assert bettered


def test_nothing_is_said_before_the_best_run_is_known() -> None:
    table = Table.of(some_game(*GAMES["1860"]))
    number, text = next(
        (number, text) for number, text in enumerate(table.session.actions) if isinstance(parse(table.book, text), Run)
    )
    choices = engine.choices(table.book, table.session.at(number))
    assert choices is not None
    assert isinstance(choices.step, RunTrains)
    now = Prospect(table.book, table.session.at(number), choices.seat)
    assert judge_run(now, text).sequels is None
    open_to_it = open_runs(Game(table.book, table.session.at(number)), choices.step.company)
    assert open_to_it is not None
    assert judge_run(now, text, best_runs(open_to_it.problem)).sequels is not None
