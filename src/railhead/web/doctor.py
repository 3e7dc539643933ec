"""A site examined: is everything there, whole, and as it should be? Nothing is changed."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.db import DatabaseError, connections
from django.db.migrations.loader import MigrationLoader

from railhead.core.refusal import Malformed, RailheadError
from railhead.web import backup, soundness, tasks
from railhead.web.configuration import Configuration
from railhead.web.models import StoredGame, StoredTask
from railhead.web.stored import STATED

FINE, DOUBTFUL, WRONG = "fine", "doubtful", "wrong"
"""How bad a finding is."""
LITTLE_SPACE = 500_000_000
"""Bytes on the disk below which it is doubtful whether the site can go on for long."""
NO_SPACE = 50_000_000
OLD_BACKUP = timedelta(days=2)
SHOWN = 5
"""How many things of a kind are named."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, and what was found."""

    about: str
    state: str
    says: str


@dataclass(frozen=True, slots=True)
class Patient:
    """The site that is examined."""

    site: Configuration
    database: str
    """By which Django's connections know its database."""
    backups: Path | None = None
    """Where its backups are kept, if that was said."""


def examine(patient: Patient) -> Iterator[Finding]:
    """Everything, one thing after another; a part that cannot be examined is wrong.

    If the database cannot be used, that is said once, and only what needs no database is examined further.
    """
    answers = True
    for about, look in EXAMINATIONS.items():
        try:
            yield from (Finding(about, state, says) for state, says in look(patient))
        except (RailheadError, OSError) as problem:
            yield Finding(about, WRONG, str(problem))
        except DatabaseError as problem:
            if answers:
                yield Finding(about, WRONG, str(problem).splitlines()[0])
            answers = False


Look = Callable[[Patient], Iterator[tuple[str, str]]]


def _database(patient: Patient) -> Iterator[tuple[str, str]]:
    connections[patient.database].ensure_connection()
    soundness.check_database(connections[patient.database])
    yield FINE, f"{connections[patient.database].vendor}, whole"


def _migrations(patient: Patient) -> Iterator[tuple[str, str]]:
    loader = MigrationLoader(connections[patient.database])
    unknown = sorted(set(loader.applied_migrations) - set(loader.disk_migrations))
    missing = sorted(set(loader.disk_migrations) - set(loader.applied_migrations))
    if unknown:
        yield WRONG, f"made by a newer version of Railhead, which knows '{unknown[0][1]}'"
    elif missing:
        yield DOUBTFUL, f"made by an older version; {len(missing)} changes are made when the site starts"
    else:
        yield FINE, "made by this version"


def _secret(patient: Patient) -> Iterator[tuple[str, str]]:
    site = patient.site
    if not site.has_secret:
        yield WRONG, f"{site.secret_file} is missing; put it back from a backup, or no link works"
        return
    site.secret()  # refused if it is damaged
    if site.secret_file.exists() and site.secret_file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield DOUBTFUL, f"{site.secret_file} can be read by other users of this machine"
    else:
        yield FINE, "there, and only its owner can read it"


def _logs(patient: Patient) -> Iterator[tuple[str, str]]:
    broken = soundness.incomplete_logs(patient.database)
    yield from ((WRONG, problem) for problem in broken[:SHOWN])
    if not broken:
        yield FINE, f"all entries of {StoredGame.objects.using(patient.database).count()} games are there"


def _rules(patient: Patient) -> Iterator[tuple[str, str]]:
    """Does this version know the rules that every game is played by?"""
    unknown = []
    games = StoredGame.objects.using(patient.database).only(*STATED)
    for game in games.iterator():
        try:
            game.file().rulebook()
        except Malformed as problem:
            unknown.append(f"game {game.id}: {problem}")
    yield from ((WRONG, problem) for problem in unknown[:SHOWN])
    if not unknown:
        yield FINE, "this version knows the rules of every game"


def _tasks(patient: Patient) -> Iterator[tuple[str, str]]:
    if StoredTask._meta.db_table not in connections[patient.database].introspection.table_names():
        return  # the site is older; `_migrations` says so
    queue = tasks.figures(patient.database)
    if queue.overdue:
        yield DOUBTFUL, f"{queue.overdue} should have been done; is the site running?"
    if queue.failed:
        yield DOUBTFUL, f"{queue.failed} were given up in the last {tasks.KEPT.days} days; the last: {queue.problem}"
    if not (queue.overdue or queue.failed):
        yield FINE, f"{queue.waiting} are waiting until they are due"


def _disk(patient: Patient) -> Iterator[tuple[str, str]]:
    free = shutil.disk_usage(patient.site.data).free
    state = WRONG if free < NO_SPACE else DOUBTFUL if free < LITTLE_SPACE else FINE
    yield state, f"{free / 1e9:.1f} GB free in {patient.site.data}"


def _backups(patient: Patient) -> Iterator[tuple[str, str]]:
    if patient.backups is None:
        return
    path = backup.newest(patient.backups)
    if path is None:
        yield WRONG, f"there is none in {patient.backups}"
        return
    made = datetime.fromisoformat(backup.check(path).made)
    age = datetime.now(UTC) - made
    yield DOUBTFUL if age > OLD_BACKUP else FINE, f"the newest is whole, and of {made:%Y-%m-%d %H:%M} UTC"


EXAMINATIONS: dict[str, Look] = {
    "database": _database,
    "tables": _migrations,
    "secret": _secret,
    "logs": _logs,
    "rules": _rules,
    "tasks": _tasks,
    "disk": _disk,
    "backups": _backups,
}
