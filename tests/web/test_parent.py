"""When a process is killed without warning, those that it has started end too."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from railhead.core.rulebook import Rulebook
from railhead.play.gamefile import GameFile
from railhead.web import apart
from railhead.web.apart import Limits
from railhead.web.bot_worker import BotWorker
from railhead.web.clients import Client
from tests.web.sites import RunningSite

PATIENCE = 60.0
LONG = 600.0


def wait_until(there: Callable[[], bool], why: str) -> None:
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end, why
        time.sleep(0.02)


def runs(pid: int) -> bool:
    """Does a process still do anything? One that has ended may wait for somebody to ask how."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def family(pid: int) -> list[int]:
    """All processes that a process has started, and those that they have."""
    children = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return [found for child in children for found in (child, *family(child))]


def get_stuck(note: str) -> None:
    """Say which process this is, and go on for ever."""
    Path(f"{note}.new").write_text(str(os.getpid()))
    Path(f"{note}.new").rename(note)
    while True:
        time.sleep(1)


class Stuck:
    """A question that no bot will ever have answered."""

    def __init__(self, note: str) -> None:
        self.note = note

    def answered(self, book: Rulebook) -> None:
        get_stuck(self.note)


def search(note: str) -> None:
    """What a site does while somebody waits for the best run."""
    apart.run(Limits(LONG), Client(), get_stuck, note)


def ask_bot(note: str) -> None:
    """What a site does while a bot decides."""
    BotWorker().ask(GameFile.new("1860", ("Ann", "Ben")), Stuck(note), LONG)  # type: ignore[arg-type]


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_a_site_of_several_processes_ends_when_its_first_is_killed(tmp_path: Path) -> None:
    site = RunningSite(tmp_path, "--workers", "2")
    assert site.process is not None
    children = family(site.process.pid)
    try:
        assert len(children) >= 2
        site.process.kill()
        site.process.wait()
        wait_until(lambda: not any(map(runs, children)), "the others go on")
    finally:
        for pid in filter(runs, children):
            os.kill(pid, signal.SIGKILL)
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", site.port))  # which the next start of the site needs
    assert "Traceback" not in site.complaints()


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize("work", [search, ask_bot])
def test_what_a_killed_process_wanted_to_know_is_given_up(tmp_path: Path, work: Callable[[str], None]) -> None:
    note = tmp_path / "note"
    program = f"from tests.web.test_parent import {work.__name__}\n{work.__name__}({str(note)!r})"
    asking = subprocess.Popen([sys.executable, "-c", program], cwd=Path(__file__).parents[2])
    try:
        wait_until(note.exists, "nobody begins")
    finally:
        asking.kill()
        asking.wait()
    stuck = int(note.read_text())
    try:
        wait_until(lambda: not runs(stuck), "it goes on")
    finally:
        if runs(stuck):
            os.kill(stuck, signal.SIGKILL)
