"""Backups: a whole site in one file, which any version from then on can restore, into SQLite or PostgreSQL.

The file is a ZIP archive. `manifest.json` says when and by which version it was made, how far the database was
migrated, and how many rows each table has, with a checksum; `rows/TABLE.jsonl` holds the rows; `secret.key` is the
secret the links were made with. Rows are written by table and column, as the database has them, not as the models of
this version see them: a backup of an older site is loaded into tables of that time, which are then migrated.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, time
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.color import no_style
from django.db import connection, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from railhead import __version__
from railhead.core.refusal import Malformed
from railhead.storing import sync_folder

FORMAT = 1
MANIFEST, SECRET = "manifest.json", "secret.key"
AT_ONCE = 1000
"""Rows that are read or written together."""
STAMP = "%Y%m%dT%H%M%SZ"
NAMES = "railhead-*.zip"

Target = tuple[str, str]
"""A migration: its app and its name."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What a backup has of one table."""

    table: str
    columns: tuple[str, ...]
    count: int
    checksum: str
    """SHA-256 of its lines."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself."""

    made: str
    version: str
    migrations: tuple[Target, ...]
    """The newest migration of each app."""
    rows: tuple[Rows, ...]
    format: int = FORMAT

    def count(self, table: str) -> int:
        """How many rows a table has."""
        return next((rows.count for rows in self.rows if rows.table == table), 0)

    @classmethod
    def read(cls, data: Any) -> Manifest:
        """A manifest as it was written."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise Malformed("This is not a backup that this version of Railhead can read")
        try:
            return cls(
                made=str(data["made"]),
                version=str(data["version"]),
                migrations=tuple((str(app), str(name)) for app, name in data["migrations"]),
                rows=tuple(
                    Rows(str(entry["table"]), tuple(entry["columns"]), int(entry["count"]), str(entry["checksum"]))
                    for entry in data["rows"]
                ),
            )
        except (KeyError, TypeError, ValueError):
            raise Malformed("The manifest of the backup is damaged") from None


# -- making one -----------------------------------------------------------------------------------


def make(alias: str, secret: str, place: Path) -> Path:
    """Back up the site in a database: into a file, or a new file in a folder. It is read back before it counts."""
    path = place / datetime.now(UTC).strftime(f"railhead-{STAMP}.zip") if place.is_dir() else place
    if not path.parent.is_dir():
        raise Malformed(f"{path.parent}: there is no such folder")
    if path.exists():
        raise Malformed(f"{path}: there is such a file already")
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # which nobody else can read
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            _write(alias, secret, file)
            file.flush()
            os.fsync(file.fileno())
        check(temporary)
        os.link(temporary, path)  # unlike a rename, it never replaces a file
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(path.parent)
    return path


def prune(folder: Path, keep: int) -> list[Path]:
    """Remove all backups of a folder but the newest; those that were removed."""
    old = sorted(folder.glob(NAMES))[:-keep]
    for path in old:
        path.unlink()
    return old


def newest(folder: Path) -> Path | None:
    """The newest backup in a folder."""
    found = sorted(folder.glob(NAMES))
    return found[-1] if found else None


def _write(alias: str, secret: str, file: Any) -> None:
    database = connections[alias]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, _snapshot(database):
        applied = _applied(database)
        made = datetime.now(UTC).isoformat(timespec="seconds")
        rows = tuple(_write_rows(archive, alias, model) for model in _models(database, applied))
        archive.writestr(MANIFEST, json.dumps(asdict(Manifest(made, __version__, applied, rows)), indent=1))
        archive.writestr(SECRET, secret + "\n")


@contextmanager
def _snapshot(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Read everything as it is at one moment, while the site goes on.

    A transaction that reads has that in SQLite's write-ahead log, as long as it does not ask to write, which all others
    of a site do from the start: then every move would have to wait. PostgreSQL has to be asked for it.
    """
    if database.in_atomic_block:
        yield
        return
    begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" if database.vendor == "postgresql" else "BEGIN DEFERRED"
    with database.cursor() as cursor:
        cursor.execute(begin)
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _applied(database: BaseDatabaseWrapper) -> tuple[Target, ...]:
    """How far a database is migrated: the newest migration of each app."""
    loader = MigrationLoader(database)
    applied = set(loader.applied_migrations)
    unknown = sorted(applied - set(loader.disk_migrations))
    if not applied:
        raise Malformed("There is no site in this database")
    if unknown:
        raise Malformed(f"The database belongs to a newer version of Railhead, which knows '{unknown[0][1]}'")
    leaves = (node for node in applied if not any(child.key in applied for child in _followers(loader, node)))
    return tuple(sorted(leaves))


def _followers(loader: MigrationLoader, node: Target) -> Iterable[Any]:
    """The migrations of the same app that come after one."""
    return (child for child in loader.graph.node_map[node].children if child.key[0] == node[0])


def _models(database: BaseDatabaseWrapper, targets: tuple[Target, ...]) -> list[type[models.Model]]:
    """The tables of a database that is migrated so far, as models of that time."""
    state = MigrationLoader(database).project_state(list(targets))
    return [model for model in state.apps.get_models(include_auto_created=True) if model._meta.managed]


def _write_rows(archive: zipfile.ZipFile, alias: str, model: type[models.Model]) -> Rows:
    fields = model._meta.concrete_fields
    digest, count = hashlib.sha256(), 0
    found = model._base_manager.using(alias).order_by("pk").values_list(*(field.attname for field in fields))
    table = model._meta.db_table
    with archive.open(_member(table), "w", force_zip64=True) as file:
        for row in found.iterator(chunk_size=AT_ONCE):
            line = json.dumps(row, ensure_ascii=False, separators=(",", ":"), default=_plain).encode() + b"\n"
            file.write(line)
            digest.update(line)
            count += 1
    return Rows(table, tuple(str(field.column) for field in fields), count, digest.hexdigest())


def _plain(value: object) -> str:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no place in a backup")


def _member(table: str) -> str:
    return f"rows/{table}.jsonl"


# -- reading one ----------------------------------------------------------------------------------


def check(path: Path) -> Manifest:
    """Read a backup from beginning to end: every row is there, and as it was written."""
    with _opened(path) as (archive, manifest):
        for rows in manifest.rows:
            count = sum(1 for _ in _lines(archive, rows))
            if count != rows.count:
                raise Malformed(f"{path}: the backup has {count} of {rows.count} rows of {rows.table}")
        _secret(archive)
    return manifest


def restore(path: Path) -> str:
    """Load a backup into the empty database of this process, migrated as it was; the secret of the site."""
    check(path)
    if connection.introspection.table_names():
        raise Malformed("There is something in this database already; restore a backup into an empty one")
    with _opened(path) as (archive, manifest):
        executor = MigrationExecutor(connection)
        unknown = [target for target in manifest.migrations if target not in executor.loader.disk_migrations]
        if unknown:
            raise Malformed(f"{path}: the backup was made by a newer version of Railhead ({manifest.version})")
        with _all_or_nothing():
            executor.migrate(list(manifest.migrations))
            _load(archive, manifest)
        return _secret(archive)


def _all_or_nothing() -> AbstractContextManager[Any]:
    """PostgreSQL takes back the tables, too, if something goes wrong; a SQLite file is thrown away by the caller."""
    return transaction.atomic() if connection.vendor == "postgresql" else nullcontext()


def _load(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    by_table = {model._meta.db_table: model for model in _models(connection, manifest.migrations)}
    with transaction.atomic():  # references are checked at its end, so the order does not matter
        for rows in manifest.rows:
            if rows.table not in by_table:
                raise Malformed(f"The backup has a table '{rows.table}' that was not in that version of Railhead")
            _insert(by_table[rows.table], rows, (json.loads(line) for line in _lines(archive, rows)))
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(by_table.values())):
                cursor.execute(statement)


def _insert(model: type[models.Model], rows: Rows, found: Iterator[Any]) -> None:
    by_column = {field.column: field for field in model._meta.concrete_fields}
    if set(rows.columns) != set(by_column):
        raise Malformed(f"The columns of '{rows.table}' in the backup are not those of that version of Railhead")
    fields = [by_column[column] for column in rows.columns]
    quote = connection.ops.quote_name
    columns, places = ", ".join(quote(column) for column in rows.columns), ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO {quote(rows.table)} ({columns}) VALUES ({places})"
    with connection.cursor() as cursor:
        while some := list(islice(found, AT_ONCE)):
            cursor.executemany(statement, [_prepared(fields, row) for row in some])


def _prepared(fields: list[models.Field[Any, Any]], row: list[Any]) -> list[Any]:
    """A row as the database wants it. What was written is kept, the times of changes included."""
    return [
        field.get_db_prep_save(field.to_python(value), connection) for field, value in zip(fields, row, strict=True)
    ]


@contextmanager
def _opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    if not path.is_file():
        raise Malformed(f"{path}: there is no such file")
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive, Manifest.read(json.loads(archive.read(MANIFEST)))
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, ValueError) as problem:
        raise Malformed(f"{path}: this is not a backup, or it is damaged ({problem})") from None


def _lines(archive: zipfile.ZipFile, rows: Rows) -> Iterator[bytes]:
    """The rows of a table; refused at the end if they are not those that were written."""
    digest = hashlib.sha256()
    with archive.open(_member(rows.table)) as file:
        for line in file:
            digest.update(line)
            yield line
    if digest.hexdigest() != rows.checksum:
        raise Malformed(f"The rows of {rows.table} in the backup are not those that were written")


def _secret(archive: zipfile.ZipFile) -> str:
    return archive.read(SECRET).decode("ascii").strip()
