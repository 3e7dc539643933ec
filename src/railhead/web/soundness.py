"""What is checked before a site starts: that its database is whole, and its secret the one its links were made with.

A site that started with another secret would answer, but every link that was ever sent would be dead.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Count, F, Max, Q
from django.db.models.functions import Coalesce
from django.utils.crypto import constant_time_compare, salted_hmac

from railhead.core.refusal import Malformed
from railhead.web.configuration import Configuration
from railhead.web.models import StoredGame, StoredSite

OWNER_ONLY, OWNER_AND_GROUP = 0o700, 0o770
FIRST = 1
STARTING = 0x5261696C
"""The number of the lock that a process of a site holds while it starts."""
ACCEPT = "To go on with a new secret, start the site once with --accept-secret; all links must then be sent again."


def keep_private(database: Path) -> None:
    """Let nobody else read a database file, and create it so if it is new. SQLite gives its other files the same mode.

    A group that may write has been given the file on purpose, and keeps it.
    """
    with contextlib.suppress(OSError):  # SQLite says better what is wrong with the path
        os.close(os.open(database, os.O_RDWR | os.O_CREAT, 0o600))
        for path in (database, *(database.with_name(database.name + end) for end in ("-wal", "-shm", "-journal"))):
            if path.is_file():
                mode = stat.S_IMODE(path.stat().st_mode)
                path.chmod(mode & (OWNER_AND_GROUP if mode & stat.S_IWGRP else OWNER_ONLY))


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let no other process of a site on PostgreSQL start meanwhile: several may be started at once.

    SQLite has one writer anyway, and each migration is a transaction of its own.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [STARTING])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [STARTING])


def check_database(database: BaseDatabaseWrapper | None = None) -> None:
    """Refuse a database that is damaged, by default that of the site. PostgreSQL looks after its own."""
    examined = database or connections[DEFAULT_DB_ALIAS]
    if examined.vendor != "sqlite":
        return
    with examined.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        found = str(cursor.fetchone()[0])
        cursor.execute("PRAGMA foreign_key_check")
        orphan = cursor.fetchone()
    if found != "ok" or orphan is not None:
        said = found.splitlines()[-1] if found != "ok" else f"a row of {orphan[0]} belongs to nothing"
        name = examined.settings_dict["NAME"]
        raise Malformed(
            f"The database {name} is damaged: {said}. Restore it from a backup, or save what can be read of it "
            f"with: sqlite3 {name} .recover"
        )


def check_secret(configuration: Configuration) -> None:
    """Refuse to make a new secret, or to use another, although games exist whose links were made with the old one."""
    tables = connection.introspection.table_names()
    if not configuration.has_secret and _any_row(StoredGame._meta.db_table, tables):
        raise Malformed(
            f"There are games, but the secret their links were made with is missing: {configuration.secret_file}. "
            f"Put it back from a backup. {ACCEPT}"
        )
    if configuration.has_secret and StoredSite._meta.db_table in tables:
        # Only this column: a database of an older version lacks those that were added since.
        mark = StoredSite.objects.filter(id=FIRST).values_list("secret_mark", flat=True).first()
        if mark is not None and not constant_time_compare(mark, secret_mark()):
            raise Malformed(
                f"The links of the games in the database were made with another secret than that of this site "
                f"({configuration.secret_file}). Put the right one back from a backup. {ACCEPT}"
            )


def remember_secret() -> None:
    """Note which secret the links are made with."""
    StoredSite.objects.update_or_create(id=FIRST, defaults={"secret_mark": secret_mark()})


def secret_mark() -> str:
    """Tells secrets apart and gives nothing away of them."""
    return salted_hmac("railhead.web.soundness", "secret", algorithm="sha256").hexdigest()


def incomplete_logs(database: str = DEFAULT_DB_ALIAS) -> list[str]:
    """What is wrong with the logs of games: for each that lacks entries, a sentence."""
    counted = StoredGame.objects.using(database).annotate(entries=Count("log"), last=Coalesce(Max("log__number"), 0))
    broken = counted.exclude(Q(entries=F("length")) & Q(last=F("length"))).order_by("id")
    found = broken.values_list("id", "entries", "length")
    return [f"The log of game {game_id} has {entries} of {length} entries" for game_id, entries, length in found]


def _any_row(table: str, tables: list[str]) -> bool:
    if table not in tables:
        return False
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")
        return cursor.fetchone() is not None
