"""The queue: tasks are done once, tried again if they fail, kept if they cannot be done; also by several processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from railhead.web import tasks
from railhead.web.calling import calls, webhooks
from railhead.web.calling.wishes import WEBHOOK
from railhead.web.configuration import Configuration
from railhead.web.models import StoredTask
from railhead.web.tasks import GivenUp, Postponed
from tests.web.conftest import START, Clock
from tests.web.databases import postgres
from tests.web.sites import PATIENCE


class Worker:
    """Does what it is told, and remembers."""

    def __init__(self) -> None:
        self.done: list[Any] = []
        self.problems: list[Exception] = []
        """What goes wrong, one for each attempt."""

    def __call__(self, payload: Mapping[str, Any]) -> None:
        self.done.append(payload["what"])
        if self.problems:
            raise self.problems.pop(0)


@pytest.fixture
def worker(db: Any, monkeypatch: pytest.MonkeyPatch) -> Worker:
    """Somebody who does tasks of the kind `dig`."""
    made = Worker()
    monkeypatch.setitem(tasks._handlers, "dig", made)
    return made


def stored(key: str) -> StoredTask:
    return StoredTask.objects.get(key=key)


def test_a_task_is_done_once_when_it_is_due(worker: Worker, clock: Clock) -> None:
    tasks.add("dig", "a tunnel", START + timedelta(seconds=60), what="a tunnel")
    assert tasks.run_due() == 0
    clock.passes(seconds=60)
    assert tasks.run_due() == 1
    clock.passes(days=1)
    assert tasks.run_due() == 0
    assert worker.done == ["a tunnel"]
    assert (stored("a tunnel").payload, stored("a tunnel").attempts) == ({}, 1)


@pytest.mark.parametrize(("later", "wakes"), [(0, True), (tasks.LOOK_EVERY - 1, True), (tasks.LOOK_EVERY, False)])
@pytest.mark.django_db(transaction=True)
def test_only_what_is_due_soon_wakes_those_who_do_tasks(clock: Clock, later: float, wakes: bool) -> None:
    """All others look for it in time: they need not look now, with every move."""
    tasks._awake.clear()
    tasks.add("dig", "a tunnel", START + timedelta(seconds=later), what="a tunnel")
    assert tasks._awake.is_set() == wakes
    tasks._awake.clear()


def test_nothing_is_queued_twice_under_a_key_even_after_it_was_done(worker: Worker, clock: Clock) -> None:
    for what in ("first", "second"):
        tasks.add("dig", "a tunnel", what=what)
    tasks.run_due()
    tasks.add("dig", "a tunnel", what="third")
    tasks.run_due()
    assert worker.done == ["first"]


def test_what_was_due_first_is_done_first(worker: Worker, clock: Clock) -> None:
    tasks.add("dig", "late", START - timedelta(seconds=1), what="late")
    tasks.add("dig", "early", START - timedelta(seconds=2), what="early")
    tasks.run_due()
    assert worker.done == ["early", "late"]


def test_a_task_of_a_transaction_that_fails_was_never_queued(worker: Worker) -> None:
    with transaction.atomic():
        tasks.add("dig", "a tunnel", what="a tunnel")
        transaction.set_rollback(True)
    assert not StoredTask.objects.exists()


def test_what_fails_is_tried_again_after_longer_and_longer_pauses(worker: Worker, clock: Clock) -> None:
    worker.problems = [OSError("no shovel")] * len(tasks.PAUSES)
    tasks.add("dig", "a tunnel", what="a tunnel")
    tasks.run_due()
    for number, pause in enumerate(tasks.PAUSES, 1):
        assert (len(worker.done), stored("a tunnel").problem) == (number, "no shovel")
        clock.now += pause - timedelta(seconds=1)
        assert tasks.run_due() == 0
        clock.passes(seconds=1)
        assert tasks.run_due() == 1
    assert (stored("a tunnel").done, stored("a tunnel").problem) == (clock.now, "")


def test_what_always_fails_is_given_up_and_kept(worker: Worker, clock: Clock) -> None:
    worker.problems = [OSError("rock")] * 100
    tasks.add("dig", "a tunnel", what="a tunnel")
    for _ in range(50):
        tasks.run_due()
        clock.passes(hours=12)
    assert len(worker.done) == len(tasks.PAUSES) + 1
    found = tasks.figures()
    assert (found.waiting, found.overdue, found.failed, found.problem) == (0, 0, 1, "dig: rock")
    clock.now += tasks.KEPT
    assert tasks.prune() == 1
    assert tasks.figures().failed == 0


def test_what_cannot_be_done_is_given_up_at_once(worker: Worker, clock: Clock) -> None:
    worker.problems = [GivenUp("it is there")]
    tasks.add("dig", "a tunnel", what="a tunnel")
    tasks.add("fly", "to the moon")
    assert tasks.run_due() == 2
    assert stored("a tunnel").problem == "it is there"
    assert "does not know" in stored("to the moon").problem


def test_a_task_may_be_put_off_as_often_as_it_wants(worker: Worker, clock: Clock) -> None:
    tasks.add("dig", "a tunnel", what="a tunnel")
    for _ in range(20):
        worker.problems = [Postponed(clock.now + timedelta(hours=1))]
        assert tasks.run_due() == 1
        assert tasks.run_due() == 0
        clock.passes(hours=1)
    tasks.run_due()
    assert (stored("a tunnel").attempts, stored("a tunnel").done) == (1, clock.now)


def test_a_task_of_a_process_that_died_is_due_again(worker: Worker, clock: Clock) -> None:
    tasks.add("dig", "a tunnel", what="a tunnel")
    taken = tasks._take()
    assert taken is not None
    assert tasks.run_due() == 0
    clock.now += tasks.LEASE
    assert tasks.run_due() == 1
    # The first one was not dead after all; what it says now changes nothing.
    tasks._give_up(taken, OSError("slow"))
    assert (stored("a tunnel").failed, stored("a tunnel").done) == (None, clock.now)


def test_a_task_whose_processes_always_die_is_given_up(worker: Worker, clock: Clock) -> None:
    tasks.add("dig", "a tunnel", what="a tunnel")
    for _ in range(len(tasks.PAUSES) + 1):
        assert tasks._take() is not None
        clock.now += tasks.LEASE
    assert tasks.run_due() == 1
    assert worker.done == []
    assert stored("a tunnel").failed is not None


# -- several processes ----------------------------------------------------------------------------

WORK = """
import os, sys, time
from pathlib import Path
import django
django.setup()
from railhead.web import tasks
from railhead.web.calling import calls, webhooks
from railhead.web.calling.wishes import WEBHOOK
done, name = Path(sys.argv[1]), sys.argv[2]
@tasks.handles("dig")
def dig(payload):
    with done.open("a") as file:
        file.write(f"{payload['what']} {name}\\n")
print("ready", flush=True)
sys.stdin.readline()
tasks.run_due()
"""
PREPARE = """
import sys
from pathlib import Path
from railhead.web import server
from railhead.web.configuration import Configuration
server.prepare(Configuration.from_environment())
from railhead.web import tasks
from railhead.web.calling import calls, webhooks
from railhead.web.calling.wishes import WEBHOOK
for number in range(int(sys.argv[1])):
    tasks.add("dig", f"tunnel {number}", what=number)
"""
MANY = 60


@pytest.fixture(params=["sqlite", "postgres"])
def environment(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, str]]:
    """That of a site in a new database."""
    quiet = {name: value for name, value in os.environ.items() if not name.startswith("RAILHEAD")}
    quiet["DJANGO_SETTINGS_MODULE"] = "railhead.web.settings"
    if request.param == "sqlite":
        yield {**quiet, **Configuration(data=tmp_path).to_environment()}
        return
    with postgres() as url:
        yield {**quiet, **Configuration(data=tmp_path, database_url=url).to_environment()}


def test_each_task_is_taken_by_one_process(environment: dict[str, str], tmp_path: Path) -> None:
    done = tmp_path / "done.txt"
    subprocess.run([sys.executable, "-c", PREPARE, str(MANY)], env=environment, check=True, timeout=PATIENCE * 4)
    command = [sys.executable, "-c", WORK, str(done)]
    workers = [
        subprocess.Popen([*command, name], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for name in ("one", "other")
    ]
    for process in workers:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in workers:
        process.communicate("\n", timeout=PATIENCE)
    assert [process.returncode for process in workers] == [0, 0]
    dug = Counter(line.split()[0] for line in done.read_text().splitlines())
    assert dug == {str(number): 1 for number in range(MANY)}


def test_of_a_kind_that_takes_long_only_so_many_are_done_at_once(
    worker: Worker, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def compute(payload: Mapping[str, Any]) -> None:
        tried.append(payload["what"])
        if payload["what"] == "first":
            assert tasks.run_due() == 1, "another thread looks for work meanwhile"
            assert tasks._pause() == tasks.LOOK_EVERY, "and does not look again and again"

    monkeypatch.setitem(tasks._handlers, "compute", compute)
    monkeypatch.setitem(tasks._at_once, "compute", 1)
    tasks.add("compute", "first", what="first")
    tasks.add("compute", "second", what="second")
    tasks.add("dig", "a tunnel", what="a tunnel")
    assert tasks.run_one()
    assert (tried, worker.done) == (["first"], ["a tunnel"])
    assert tasks.run_due() == 1
    assert tried == ["first", "second"]


def test_webhooks_that_do_not_answer_hold_up_no_mail(
    worker: Worker, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    together: list[int] = []

    def hang(payload: Mapping[str, Any]) -> None:
        together.append(tasks._under_way[WEBHOOK])
        tasks.run_one()  # what another thread does meanwhile

    assert webhooks.FORMS, "it is known how they are sent"
    monkeypatch.setitem(tasks._handlers, WEBHOOK, hang)
    for number in range(2 * tasks.THREADS):
        tasks.add(WEBHOOK, f"{number}")
    tasks.add("dig", "a letter", what="a letter")
    assert tasks.run_one()
    assert worker.done == ["a letter"]
    assert together == list(range(1, calls.AT_ONCE + 1))
    assert calls.AT_ONCE < tasks.THREADS
