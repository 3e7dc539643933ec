"""What is checked before a site starts: that its database is whole, and its secret the one its links were made with.

A site that started with another secret would answer, but every link that was ever sent would be dead.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from django.db import connection
from django.db.models import Count, F, Max, Q
from django.db.models.functions import Coalesce
from django.utils.crypto import constant_time_compare, salted_hmac

from railhead.core.refusal import Malformed
from railhead.web.configuration import Configuration
from railhead.web.models import StoredGame, StoredSite

OWNER_ONLY, OWNER_AND_GROUP = 0o700, 0o770
FIRST = 1
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


def check_database() -> None:
    """Refuse a database that is damaged. PostgreSQL looks after its own."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        found = str(cursor.fetchone()[0])
        cursor.execute("PRAGMA foreign_key_check")
        orphan = cursor.fetchone()
    if found != "ok" or orphan is not None:
        said = found.splitlines()[-1] if found != "ok" else f"a row of {orphan[0]} belongs to nothing"
        name = connection.settings_dict["NAME"]
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
        site = StoredSite.objects.filter(id=FIRST).first()
        if site is not None and not constant_time_compare(site.secret_mark, secret_mark()):
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


def incomplete_logs() -> list[str]:
    """What is wrong with the logs of games: for each that lacks entries, a sentence."""
    counted = StoredGame.objects.annotate(entries=Count("log"), last=Coalesce(Max("log__number"), 0))
    broken = counted.exclude(Q(entries=F("length")) & Q(last=F("length"))).order_by("id")
    return [f"The log of game {game.id} has {game.entries} of {game.length} entries" for game in broken]


def _any_row(table: str, tables: list[str]) -> bool:
    if table not in tables:
        return False
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")
        return cursor.fetchone() is not None
