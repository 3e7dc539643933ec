"""Work in the background: a queue of tasks in the site's own database.

A task is a row. Whoever adds one within a transaction, such as that of a move, adds it with the move or not at all. It
is taken by one process, which moves its due time ahead: if that process dies, the task is due again, and somebody else
takes it. So a task is run at least once. Each has a key: what has been queued under a key, even if it is done by now,
is never queued again.

What fails is tried again, after longer and longer pauses; what fails too often is kept, for `railhead doctor` and the
metrics to show. A library would not do: Procrastinate needs PostgreSQL, huey keeps its tasks elsewhere than in the
transaction of the move, django-tasks has neither retries nor keys; and `railhead` on a laptop is one process.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Event, Lock, Thread
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, close_old_connections, transaction
from django.db.models import F, Min, QuerySet
from django.utils import timezone

from railhead.web import metrics
from railhead.web.models import StoredTask

LEASE = timedelta(minutes=3)
"""How long whoever has taken a task may need for it."""
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (0.5, 2, 10, 60, 180, 720))
"""Before each new attempt; there are no more attempts than that."""
KEPT = timedelta(days=30)
"""How long tasks that are over are remembered, with their keys."""
THREADS = 6
"""How many tasks a process works on at once; of kinds that may take long, fewer: the others do not wait for them."""
LOOK_EVERY = 5.0
"""Seconds between looks for what other processes have queued."""
LATE = timedelta(minutes=15)
"""A task that was due so long ago has been forgotten, or there is nobody to do it."""
LONGEST_PROBLEM = 500

Handler = Callable[[Mapping[str, Any]], None]
"""Does a task, given its payload. It raises Postponed, GivenUp or anything else that went wrong."""

_handlers: dict[str, Handler] = {}
_at_once: dict[str, int] = {}
"""By kind: how many of these tasks a process works on at the same time."""
_under_way: Counter[str] = Counter()
_taking = Lock()
_awake = Event()
_log = logging.getLogger("railhead.tasks")


class Postponed(Exception):
    """It is too early for a task; this is no failure."""

    def __init__(self, due: datetime) -> None:
        super().__init__(f"Postponed until {due}")
        self.due = due


class GivenUp(Exception):
    """A task cannot be done, now or later."""


def handles(kind: str, at_once: int = THREADS) -> Callable[[Handler], Handler]:
    """Let a function do the tasks of a kind, so many of them at the same time."""

    def register(handler: Handler) -> Handler:
        _handlers[kind], _at_once[kind] = handler, at_once
        return handler

    return register


def add(kind: str, key: str, due: datetime | None = None, /, **payload: Any) -> None:
    """Queue a task, unless one has been queued under this key. It is done after the transaction, once it is due."""
    now = timezone.now()
    task = StoredTask(kind=kind, key=key, due=due or now, payload=payload)
    StoredTask.objects.bulk_create([task], ignore_conflicts=True)
    if (task.due - now).total_seconds() < LOOK_EVERY:  # everybody looks for later ones in time
        transaction.on_commit(_awake.set)


def waiting() -> QuerySet[StoredTask]:
    """The tasks that are not over, the one that is due first before the others."""
    return StoredTask.objects.filter(done=None, failed=None).order_by("due", "id")


@dataclass(frozen=True, slots=True)
class Figures:
    """How the queue stands."""

    waiting: int
    overdue: int
    """Should have been done a while ago."""
    failed: int
    """Given up, and not forgotten yet."""
    problem: str
    """Why the last of those was given up."""


def figures(database: str = DEFAULT_DB_ALIAS) -> Figures:
    """How the queue stands."""
    queued = waiting().using(database)
    failed = StoredTask.objects.using(database).filter(failed__isnull=False).order_by("-failed")
    last = failed.first()
    return Figures(
        waiting=queued.count(),
        overdue=queued.filter(due__lt=timezone.now() - LATE).count(),
        failed=failed.count(),
        problem="" if last is None else f"{last.kind}: {last.problem}",
    )


# -- doing them -----------------------------------------------------------------------------------


def start() -> Event:
    """Work on tasks from now on, in threads; setting the event ends that."""
    ended = Event()
    for number in range(THREADS):
        Thread(target=_work_for_ever, args=(ended,), name=f"tasks-{number}", daemon=True).start()
    return ended


def _work_for_ever(ended: Event) -> None:
    lost = False
    while not ended.is_set():
        close_old_connections()
        try:
            worked = run_one()
            pause = 0.0 if worked else _pause()
            lost = False
        except DatabaseError as problem:
            if not lost:
                _log.error("Tasks have to wait, the database does not answer: %s", problem)
            lost, pause = True, LOOK_EVERY
        finally:
            close_old_connections()
        if pause:
            _awake.wait(pause)
            _awake.clear()


def _pause() -> float:
    """Seconds until something may be due."""
    first = _open_to_us().aggregate(first=Min("due"))["first"]
    return LOOK_EVERY if first is None else min(LOOK_EVERY, max(0.05, (first - timezone.now()).total_seconds()))


def run_due() -> int:
    """Do everything that is due now; how many tasks that was."""
    count = 0
    while run_one():
        count += 1
    return count


def run_one() -> bool:
    """Take a task that is due, if there is one, and do it."""
    with _taking:
        task = _take()
        if task is None:
            return False
        _under_way[task.kind] += 1
    try:
        _attempt(task)
    finally:
        _under_way[task.kind] -= 1
        if _at_once.get(task.kind, THREADS) < THREADS:
            _awake.set()  # somebody may have left a task of this kind alone
    return True


def _attempt(task: StoredTask) -> None:
    try:
        _do(task)
    except Postponed as later:
        _settle(task, due=later.due, attempts=F("attempts") - 1)
    except GivenUp as problem:
        _give_up(task, problem)
    except Exception as problem:
        _log.info("Task %s failed: %s", task.key, problem)
        if task.attempts > len(PAUSES):
            _give_up(task, problem)
        else:
            pause = PAUSES[task.attempts - 1]
            metrics.TASKS.labels(task.kind, "retried").inc()
            _settle(task, due=timezone.now() + pause, problem=_said(problem))
    else:
        metrics.TASKS.labels(task.kind, "done").inc()
        _settle(task, done=timezone.now(), payload={}, problem="")  # what was sent is nobody's business any more


def _do(task: StoredTask) -> None:
    if task.attempts > len(PAUSES) + 1:
        raise GivenUp(task.problem or "Whoever took it never finished")
    if task.kind not in _handlers:
        raise GivenUp(f"This version does not know tasks of the kind '{task.kind}'")
    _handlers[task.kind](task.payload)


def _open_to_us() -> QuerySet[StoredTask]:
    """What is waiting, apart from kinds of which this process has enough to do."""
    return waiting().exclude(kind__in=[kind for kind, most in _at_once.items() if _under_way[kind] >= most])


def _take() -> StoredTask | None:
    """Take the first task that is due. Only one process does: the others skip its row, or find its due time changed."""
    now = timezone.now()
    if not _open_to_us().filter(due__lte=now).exists():
        return None  # SQLite would have to stop everybody else from writing, just to look
    with transaction.atomic():
        task = _open_to_us().filter(due__lte=now).select_for_update(skip_locked=True).first()
        if task is None:
            return None
        lease = timezone.now() + LEASE
        taken = StoredTask.objects.filter(id=task.id, due=task.due).update(due=lease, attempts=F("attempts") + 1)
        if not taken:
            return None
    task.due, task.attempts = lease, task.attempts + 1
    return task


def _settle(task: StoredTask, **changes: Any) -> None:
    """Write down what has become of a task, unless it took so long that somebody else has taken it."""
    StoredTask.objects.filter(id=task.id, due=task.due).update(**changes)


def _give_up(task: StoredTask, problem: Exception) -> None:
    metrics.TASKS.labels(task.kind, "failed").inc()
    _log.error("Task %s is given up: %s", task.key, problem)
    _settle(task, failed=timezone.now(), problem=_said(problem))


def _said(problem: Exception) -> str:
    return (str(problem) or type(problem).__name__)[:LONGEST_PROBLEM]


def prune() -> int:
    """Forget the tasks that were over long ago."""
    latest = timezone.now() - KEPT
    return (
        StoredTask.objects.filter(done__lt=latest).delete()[0]
        + StoredTask.objects.filter(failed__lt=latest).delete()[0]
    )
