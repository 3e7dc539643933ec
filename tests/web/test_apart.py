"""Work in a separate process: it is limited, and ends when whoever asked for it leaves."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from railhead.core.refusal import Malformed
from railhead.play.table import Table
from railhead.web import apart, replaying
from railhead.web.apart import Limits, TooMuch
from railhead.web.clients import Client
from tests.play.games import finished_game

GENEROUS = Limits(60)


def where(number: int) -> tuple[int, int]:
    """In which process this is done."""
    return os.getpid(), number


def refuse(why: str) -> None:
    """Refuse to do anything."""
    raise Malformed(why)


def sleep_after(note: str) -> None:
    """Say which process has begun the work, and never end it."""
    Path(f"{note}.new").write_text(str(os.getpid()))
    Path(f"{note}.new").rename(note)
    while True:
        time.sleep(1)


def fill(size: int) -> int:
    """Take a lot of memory."""
    return len(bytearray(size))


def fail() -> None:
    """Fail by a fault of ours."""
    raise KeyError("a fault")


def test_work_is_done_in_another_process() -> None:
    there, number = apart.run(GENEROUS, Client(), where, 7)
    assert number == 7
    assert there != os.getpid()


def test_what_is_refused_there_is_refused_here() -> None:
    with pytest.raises(Malformed, match="no such thing"):
        apart.run(GENEROUS, Client(), refuse, "no such thing")


def test_work_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    with pytest.raises(TooMuch):
        apart.run(Limits(0.01), Client(), sleep_after, str(tmp_path / "begun"))


def test_work_that_takes_too_much_memory_is_ended() -> None:
    with pytest.raises(TooMuch):
        apart.run(GENEROUS, Client(), fill, 2 * GENEROUS.bytes)


def test_a_fault_there_is_a_fault_here() -> None:
    with pytest.raises(RuntimeError, match="KeyError: 'a fault'"):
        apart.run(GENEROUS, Client(), fail)


@contextmanager
def leaving_when(client: Client, begun: Path) -> Iterator[None]:
    """A client who leaves as soon as the work has begun."""

    def leave() -> None:
        while not begun.exists():
            time.sleep(0.01)
        client.leave()

    thread = threading.Thread(target=leave)
    thread.start()
    yield
    thread.join()


def test_work_ends_when_the_client_leaves(tmp_path: Path) -> None:
    client, begun = Client(), tmp_path / "begun"
    with leaving_when(client, begun), pytest.raises(TooMuch):
        apart.run(Limits(10**6), client, sleep_after, str(begun))
    with pytest.raises(ProcessLookupError):
        os.kill(int(begun.read_text()), 0)


def test_nothing_is_begun_for_a_client_who_has_left(tmp_path: Path) -> None:
    client = Client()
    client.leave()
    with pytest.raises(TooMuch):
        apart.run(Limits(10**6), client, sleep_after, str(tmp_path / "begun"))


def test_without_processes_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any) -> None:
        raise BlockingIOError("Resource temporarily unavailable")

    monkeypatch.setattr(apart.CONTEXT.Process, "start", none)
    assert apart.run(GENEROUS, Client(), where, 7) == (os.getpid(), 7)


def test_whatever_is_under_way_is_ended_with_the_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site would have to wait for it otherwise, and cut off whoever waits for the answer."""
    monkeypatch.setattr(apart, "UNDER_WAY", apart.UnderWay())
    begun = tmp_path / "begun"

    def end() -> None:
        while not begun.exists():
            time.sleep(0.01)
        apart.UNDER_WAY.end()

    ending = threading.Thread(target=end)
    ending.start()
    with pytest.raises(TooMuch):
        apart.run(GENEROUS, Client(), sleep_after, str(begun))
    ending.join()
    with pytest.raises(TooMuch):
        apart.run(GENEROUS, Client(), where, 7)


def test_a_site_that_stops_replays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "UNDER_WAY", apart.UnderWay())
    apart.UNDER_WAY.end()
    log = Table.of(finished_game()).entries()
    with pytest.raises(TooMuch):
        replaying.replayed(finished_game().first(0), log)
