"""What may be built on a hex, compared: the best run after each action, what it gains and which places it reaches."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from railhead.core import engine
from railhead.core.actions import parse
from railhead.core.choices import Choices
from railhead.core.ids import Company, Owner, Seat
from railhead.play.best_run import best_run
from railhead.play.gains import Gains, compare
from railhead.play.gamefile import GameFile
from railhead.play.prospect import Prospect
from railhead.play.session import Session
from railhead.rules.track import LayTrack
from railhead.web.best_run_worker import GAINS
from railhead.web.busy import Busy
from railhead.web.keys import HOST, seat_role
from railhead.web.presenters import gains_shown, hex_actions, hex_offers
from railhead.web.presenters.decision import decision
from tests.play.games import some_game
from tests.web.conftest import Begun, Browser

SEEDS = {"1860": 2, "1862": 1}
LENGTH = 220


def file_of(title: str) -> GameFile:
    return some_game(SEEDS[title], LENGTH, title=title)


@cache
def session(title: str) -> Session:
    return Session(file_of(title))


class Builds:
    """A company that may lay track, and a hex it may build on."""

    def __init__(self, title: str, at: int, choices: Choices, hex_: str) -> None:
        made = session(title)
        self.at, self.hex, self.book, self.state = at, hex_, made.game().rulebook(), made.at(at)
        assert isinstance(choices.step, LayTrack)
        self.company: Company = choices.step.company
        self.now = Prospect(self.book, self.state, choices.seat)
        self.actions = hex_actions(self.now, hex_)

    @property
    def gains(self) -> Gains:
        return compare(self.book, self.state, self.company, self.actions, lambda: True)


def all_builds(title: str) -> Iterator[Builds]:
    made = session(title)
    for at in range(120, LENGTH):
        choices = made.choices_at(at)
        if choices is not None and isinstance(choices.step, LayTrack):
            now = Prospect(made.game().rulebook(), made.at(at), choices.seat)
            for hex_ in sorted(decision(now, choices).hexes):
                yield Builds(title, at, choices, now.book.board.names[hex_])


@cache
def telling(title: str) -> Builds:
    """A hex on which the tiles differ in what they gain, and on which something new is reached."""
    for builds in all_builds(title):
        gains = builds.gains
        scores = {gain.run.score for gain in gains.each if gain.run}
        if gains.has_trains and len(scores) > 1 and any(gain.reaches for gain in gains.each):
            return builds
    raise AssertionError("no such hex in this game")


@pytest.mark.parametrize("title", SEEDS)
def test_gains_are_differences_between_proven_best_runs(title: str) -> None:
    builds = telling(title)
    before = best_run(builds.book, builds.state, builds.company)
    shown = gains_shown(builds.gains, builds.actions)
    assert {gain.action for gain in shown.each} == set(builds.actions)
    for gain in shown.each:
        after = engine.consequences(builds.book, builds.state, parse(builds.book, gain.action))[0]
        best = best_run(builds.book, after, builds.company)
        assert (gain.revenue, gain.more) == (best.revenue, best.revenue - before.revenue)
        assert gain.proven == (best.proven and before.proven)


@pytest.mark.parametrize("title", SEEDS)
def test_the_best_comes_first(title: str) -> None:
    builds = telling(title)
    best_first = builds.gains.best_first
    assert sorted(best_first, key=builds.gains.each.index) == list(builds.gains.each), "nothing is left out"
    scores = [gain.run.score for gain in best_first if gain.run]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > scores[-1]


@pytest.mark.parametrize("title", SEEDS)
def test_what_is_newly_reached_is_named(title: str) -> None:
    builds = telling(title)
    names = {hex_.title for hex_ in builds.book.board.hexes} | set(builds.book.board.names)
    areas = {stop.area for hex_ in builds.book.board.hexes for stop in hex_.printed.stops}
    reached = {name for gain in builds.gains.each for name in gain.reaches}
    assert reached
    assert reached <= names | areas


def test_what_there_is_no_time_for_is_left_out() -> None:
    builds = telling("1860")
    times = iter([True, True])
    gains = compare(builds.book, builds.state, builds.company, builds.actions, lambda: next(times, False))
    assert not gains.complete
    shown = gains_shown(gains, builds.actions)
    assert shown.late
    known = [gain.revenue is not None for gain in shown.each]
    assert known == [True, *[False] * (len(known) - 1)], "what is not known comes last"
    assert [gain.revenue for gain in gains_shown(None, builds.actions).each] == [None] * len(builds.actions)


def test_the_actions_compared_are_those_offered() -> None:
    builds = telling("1862")
    offers = hex_offers(builds.now, builds.hex, deciding=True)
    assert offers.rated
    assert {way.action for tile in offers.tiles for way in tile.ways} == set(builds.actions)


# -- pages ----------------------------------------------------------------------------------------


def streamed(answer: Any) -> str:
    """What a response says in the end."""

    async def read() -> bytes:
        return b"".join([part async for part in answer.streaming_content])

    return asyncio.run(read()).decode()


@pytest.mark.django_db(transaction=True)
def test_the_chooser_opens_without_waiting_for_the_gains(begun: Begun, browser: Browser) -> None:
    builds = telling("1860")
    game = begun(file_of("1860").first(builds.at))
    player = browser(game, seat_role(builds.now.seat or Seat(Owner(2))))
    here = f"/game/{game.id}/"
    chooser = player.get(f"{here}hex", {"hex": builds.hex}).text
    assert f'hx-get="{here}gains?hex={builds.hex}"' in chooser
    assert "data-gain-of" not in chooser
    said = streamed(player.get(f"{here}gains", {"hex": builds.hex}))
    best = builds.gains.best_first
    assert re.findall('data-gain-of="([^"]*)"', said) == [gain.action for gain in best]
    assert f"<b>{best[0].run.earnings.revenue if best[0].run else '?'}</b>" in said


@pytest.mark.django_db(transaction=True)
def test_too_many_questions_leave_the_gains_open(begun: Begun, browser: Browser, monkeypatch: Any) -> None:
    def busy(*asked: object) -> None:
        raise Busy("Too many")

    builds = telling("1860")
    game = begun(file_of("1860").first(builds.at))
    monkeypatch.setattr(GAINS, "ask", busy)
    player = browser(game, seat_role(builds.now.seat or Seat(Owner(2))))
    said = streamed(player.get(f"/game/{game.id}/gains", {"hex": builds.hex}))
    assert said.count("not computed in time") == len(builds.actions)


@pytest.mark.django_db
def test_only_whoever_decides_may_ask(begun: Begun, browser: Browser) -> None:
    builds = telling("1860")
    game = begun(file_of("1860").first(builds.at))
    assert browser(game, HOST).get(f"/game/{game.id}/gains", {"hex": builds.hex}).status_code == 403
