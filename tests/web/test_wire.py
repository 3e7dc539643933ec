"""Several processes of one site: news goes from one to the other by wire, and a process that dies is replaced."""

from __future__ import annotations

import os
import re
import shutil
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from railhead.web.configuration import Configuration
from tests.web.databases import Postgres, postgres_server
from tests.web.sites import PATIENCE, Program, RunningSite, begin

NO_POLLS = """
from railhead.web import server
prepare = server.prepare
def without_polls(configuration):
    prepare(configuration)
    from railhead.web import hub
    hub.LOOK_EVERY = hub.LOOK_NOW_AND_THEN = 3600.0
server.prepare = without_polls
"""
"""Without polls, whatever a process hears of another came by wire."""


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A database that can be restarted."""
    with postgres_server() as server:
        yield server


@contextmanager
def heard(site: RunningSite, secret: str, game_id: str) -> Iterator[Iterator[int]]:
    """The versions of a game that somebody hears of at a site, as they come."""
    headers = {"Authorization": f"Bearer {secret}"}
    with httpx.stream(
        "GET", f"{site.url}/api/games/{game_id}/events", headers=headers, timeout=PATIENCE, verify=False
    ) as stream:
        yield _versions(stream.iter_lines())


def _versions(lines: Iterator[str]) -> Iterator[int]:
    kind = ""
    for line in lines:
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: ") and kind == "moved":
            yield int(line.removeprefix("data: "))


def test_news_comes_by_wire_also_after_the_database_was_restarted(postgres: Postgres, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    Configuration(data=one).prepare()
    shutil.copytree(one, other)
    words = ("--database-url", postgres.url)
    with ThreadPoolExecutor(2) as at_once:  # both find an empty database, and one of them makes the tables
        first, second = at_once.map(lambda data: RunningSite(data, *words, starter=NO_POLLS), (one, other))
    try:
        game = begin(first.url)
        ann, ben = (Program(first.url, game["seats"][name], game["id"]) for name in ("Ann", "Ben"))
        with heard(second, game["watch"], game["id"]) as versions:
            before = next(versions)
            assert ann.act("bid 5", 0).status_code == httpx.codes.OK
            moved = next(version for version in versions if version > before)
            postgres.restart()
            _until_stored(ben, "bid 10", 1)
            assert next(version for version in versions if version > moved)
    finally:
        first.end()
        second.end()


def _until_stored(player: Program, action: str, length: int) -> None:
    """Decide something, again and again while the database is away."""
    end = time.monotonic() + PATIENCE
    while player.act(action, length).status_code != httpx.codes.OK:
        assert time.monotonic() < end
        if player.client.get("/view").json().get("length") == length + 1:
            return


def test_a_site_of_several_processes_replaces_one_that_dies(postgres: Postgres, tmp_path: Path) -> None:
    site = RunningSite(tmp_path, "--database-url", postgres.url, "--workers", "2", "--accept-secret")
    try:
        game = begin(site.url)
        assert Program(site.url, game["seats"]["Ann"], game["id"]).act("bid 5", 0).status_code == httpx.codes.OK
        os.kill(_workers(site)[0], signal.SIGKILL)
        assert Program(site.url, game["seats"]["Ben"], game["id"]).act("bid 10", 1).status_code == httpx.codes.OK
        end = time.monotonic() + PATIENCE
        while len(_workers(site)) < 2 or not re.search(r"process \d+ died and is replaced", site.complaints()):
            assert time.monotonic() < end
    finally:
        assert site.end(signal.SIGTERM) == 0
    with closing(httpx.Client()) as client, pytest.raises(httpx.ConnectError):
        client.get(site.url)


def _workers(site: RunningSite) -> list[int]:
    """The processes that a site has started, apart from what multiprocessing needs for itself."""
    assert site.process is not None
    found = Path(f"/proc/{site.process.pid}/task/{site.process.pid}/children").read_text().split()
    return [int(pid) for pid in found if b"spawn_main" in _command(pid)]


def _command(pid: str) -> bytes:
    """How a process was started; nothing if it has ended meanwhile."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


@pytest.mark.parametrize("count", ["0", "65", "-1"])
def test_a_number_of_processes_that_makes_no_sense_is_refused(count: str, capsys: pytest.CaptureFixture[str]) -> None:
    from railhead.cli import main

    assert main(["serve", "--workers", count]) == 2
    assert "--workers" in capsys.readouterr().err
