"""A site killed with -9 at random moments while moves are posted: whatever it acknowledged is stored, and replays.

The long runs (`--long`) kill it a hundred times on each database, on PostgreSQL every fourth time the database as well.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.web.databases import postgres_server
from tests.web.sites import PATIENCE, Program, RunningSite, begin, first_action

TITLES = ("1860", "1862", "18BF", "1863")
LONGEST_STORM = 2.0
"""Seconds of moves between two kills, at most."""
FEW, MANY = 3, 100


class Played:
    """A game, and what the site said of it."""

    def __init__(self, url: str, title: str) -> None:
        game = begin(url, title=title)
        self.acknowledged: dict[int, str] = {}
        """By length: the action that the site said is stored."""
        self._programs = {name: Program(url, key, game["id"]) for name, key in game["seats"].items()}
        self._watch = Program(url, game["watch"], game["id"])

    def move(self) -> bool:
        """Make a move; False if the game is over."""
        turn = self._watch.get("/view")["turn"]
        if turn is None:
            return False
        program = self._programs[turn["player"]]
        seen = program.get("/view")
        action = first_action(seen["choices"])
        answer = program.act(action, seen["length"])
        assert answer.status_code == httpx.codes.OK, answer.text
        self.acknowledged[answer.json()["length"]] = action
        return True

    def check(self) -> None:
        """Everything acknowledged is in the log, where it was said to be, and nothing is missing before it."""
        known = dict(self.acknowledged)
        log = self._watch.get("/log")["entries"]
        assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
        stored = {entry["number"]: entry["text"] for entry in log}
        assert {number: stored.get(number) for number in known} == known


class Player:
    """Plays games of a title one after another, whether the site is there or not, until told to stop."""

    def __init__(self, site: RunningSite, title: str) -> None:
        self._site, self._title = site, title
        self.games = [Played(site.url, title)]
        self.failure: AssertionError | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._play)
        self._thread.start()

    @property
    def told(self) -> int:
        """How many moves the site has acknowledged."""
        return sum(len(game.acknowledged) for game in self.games)

    def stop(self) -> None:
        """Stop playing."""
        self._stopped.set()
        self._thread.join(PATIENCE)

    def check(self) -> None:
        """All is well so far."""
        assert self.failure is None, self.failure
        for game in self.games:
            game.check()

    def _play(self) -> None:
        while not self._stopped.is_set():
            try:
                if not self.games[-1].move():
                    self.games.append(Played(self._site.url, self._title))
            except httpx.TransportError:
                self._stopped.wait(0.02)  # it is dead; it will be back
            except AssertionError as failure:
                self.failure = failure
                return


def storms(site: RunningSite, count: int, crash: Callable[[], None] | None) -> list[Player]:
    """Kill the site so often, each time in the middle of moves; what everybody was told is there each time."""
    chance = Random(count)
    players = [Player(site, title) for title in TITLES]
    try:
        for number in range(count):
            before = [player.told for player in players]
            while [player.told for player in players] == before and not any(player.failure for player in players):
                time.sleep(0.005)
            time.sleep(chance.uniform(0, LONGEST_STORM))
            site.kill()
            if crash is not None and number % 4 == 3:
                crash()
            site.start()
            for player in players:
                player.check()
    finally:
        for player in players:
            player.stop()
    return players


@contextmanager
def database(kind: str) -> Iterator[tuple[tuple[str, ...], Callable[[], None] | None]]:
    """The words for a site that uses it, and how it crashes."""
    if kind == "sqlite":
        yield (), None
        return
    with postgres_server() as server:
        yield ("--database-url", server.url), server.crash


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_nothing_acknowledged_is_lost_when_the_site_is_killed(tmp_path: Path, kind: str, count: int) -> None:
    with database(kind) as (words, crash), RunningSite(tmp_path, *words) as site:
        players = storms(site, count, crash)
        for player in players:
            player.check()
        told, games = sum(player.told for player in players), sum(len(player.games) for player in players)
        assert told >= count
        site.end()
        examined = subprocess.run(
            [sys.executable, "-m", "railhead", "doctor", "--data", str(tmp_path), *words, "--replay"],
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE * 5,
        )
        assert examined.returncode == 0, examined.stdout
        assert f"all {games} can be replayed" in examined.stdout
        print(f"{kind}: {count} kills, {told} moves of {games} games acknowledged, none lost")
