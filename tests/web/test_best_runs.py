"""Questions for the best run: equal ones share a search, nobody asks too many, and what was not found is not kept."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from railhead.core import engine
from railhead.core.ids import Company
from railhead.core.state import State
from railhead.play.gamefile import GameFile
from railhead.web import apart
from railhead.web.apart import TooMuch
from railhead.web.best_run_worker import Suggestion, find_best
from railhead.web.busy import Busy
from railhead.web.clients import Client
from railhead.web.searches import MOST_PER_TABLE, MOST_WAITING, Search, Searches

GAMES = [GameFile.new("1860", ("Ann", "Ben"), (), seed) for seed in range(MOST_WAITING + 1)]
STATE = engine.start(GAMES[0].rulebook())[0]
BestRuns = Searches[Suggestion, Company | None]
RUN = Suggestion("run something", True)


class Searching:
    """Searches that end when they are told to."""

    def __init__(self) -> None:
        self.begun: list[GameFile] = []
        self.stopped: list[GameFile] = []
        self.change = threading.Condition()
        self.may_end = threading.Event()
        self.in_time = True

    def run(
        self, limits: Any, client: Client, function: Any, game: GameFile, state: State, company: Company | None
    ) -> Suggestion:
        assert function is find_best
        with self.change:
            self.begun.append(game)
            self.change.notify_all()
        with client.stopping(self.may_end.set):
            self.may_end.wait()
        if client.gone:
            with self.change:
                self.stopped.append(game)
                self.change.notify_all()
        if client.gone or not self.in_time:
            raise TooMuch("stopped")
        return RUN

    def wait_for(self, what: list[GameFile]) -> None:
        with self.change:
            assert self.change.wait_for(lambda: bool(what), 60)


@pytest.fixture
def searching(monkeypatch: pytest.MonkeyPatch) -> Searching:
    made = Searching()
    monkeypatch.setattr(apart, "run", made.run)
    return made


@pytest.fixture
def runs(searching: Searching) -> Iterator[BestRuns]:
    """Nothing of what was asked is still being searched for when the test ends."""
    made = Searches(find_best)
    yield made
    searching.may_end.set()
    made._threads.shutdown()


def answers(*searches: Search[Suggestion]) -> list[Suggestion | None]:
    """The answers to questions that are asked at the same time."""

    async def gather() -> list[Suggestion | None]:
        return list(await asyncio.gather(*(search.result() for search in searches)))

    return asyncio.run(gather())


def test_equal_questions_are_answered_by_one_search(searching: Searching, runs: BestRuns) -> None:
    asked = [runs.ask("a", GAMES[0], STATE, None) for _ in range(40)]
    searching.may_end.set()
    assert answers(*asked) == [RUN] * 40
    assert answers(runs.ask("a", GAMES[0], STATE, None)) == [RUN], "the answer is kept"
    assert len(searching.begun) == 1


def test_an_answer_that_was_not_found_in_time_is_looked_for_again(searching: Searching, runs: BestRuns) -> None:
    searching.may_end.set()
    searching.in_time = False
    assert answers(runs.ask("a", GAMES[0], STATE, None)) == [None]
    searching.in_time = True
    assert answers(runs.ask("a", GAMES[0], STATE, None)) == [RUN]
    assert len(searching.begun) == 2


def test_one_table_cannot_take_all_searches(searching: Searching, runs: BestRuns) -> None:
    for game in GAMES[:MOST_PER_TABLE]:
        runs.ask("a", game, STATE, None)
    with pytest.raises(Busy):
        runs.ask("a", GAMES[MOST_PER_TABLE], STATE, None)
    assert runs.ask("b", GAMES[MOST_PER_TABLE], STATE, None).table == "b"
    assert runs.ask("a", GAMES[0], STATE, None).table == "a", "a question that is being answered takes no room"


def test_no_more_searches_wait_than_can_be_made(searching: Searching, runs: BestRuns) -> None:
    for number, game in enumerate(GAMES[:MOST_WAITING]):
        runs.ask(str(number), game, STATE, None)
    with pytest.raises(Busy):
        runs.ask("another", GAMES[MOST_WAITING], STATE, None)


def test_a_search_ends_when_the_last_who_waits_for_it_leaves(searching: Searching, runs: BestRuns) -> None:

    async def leave() -> None:
        search = runs.ask("a", GAMES[0], STATE, None)
        first, second = (asyncio.ensure_future(search.result()) for _ in range(2))
        await asyncio.to_thread(searching.wait_for, searching.begun)
        first.cancel()
        await asyncio.wait([first])
        assert not search.client.gone
        second.cancel()
        await asyncio.wait([second])
        assert search.client.gone

    asyncio.run(leave())
    searching.wait_for(searching.stopped)
    searching.may_end.set()
    assert answers(runs.ask("a", GAMES[0], STATE, None)) == [RUN], "whoever asks later gets a search of their own"
