"""A PostgreSQL server of its own for tests, from the binaries that are installed; without any, they are skipped."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

NOBODY = "postgres"
"""The user that Debian's package makes: a server does not run as root."""


def binaries() -> Path | None:
    """Where the server is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@dataclass(frozen=True)
class Postgres:
    """A server with one database."""

    url: str
    restart: Callable[[], None]
    crash: Callable[[], None]
    """Ends it as a power cut would, and starts it again."""


@contextmanager
def postgres() -> Iterator[str]:
    """A new server with one database; its URL."""
    with postgres_server() as server:
        yield server.url


@contextmanager
def postgres_server() -> Iterator[Postgres]:
    """A new server with one database."""
    where = binaries()
    if where is None:
        pytest.skip("no PostgreSQL server is installed: on Debian, apt-get install postgresql")
    if os.geteuid() == 0 and shutil.which("runuser") is None:
        pytest.skip("PostgreSQL does not run as root, and there is no runuser")
    as_user = ["runuser", "-u", NOBODY, "--"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="railhead-postgres-") as made:
        folder = Path(made)
        if as_user:
            shutil.chown(folder, NOBODY)

        def run(name: str, *words: str) -> None:
            command = [*as_user, str(where / name), *words]
            subprocess.run(command, check=True, capture_output=True, cwd=folder, timeout=120)

        data = str(folder / "data")
        run("initdb", "-D", data, "-A", "trust", "-U", "railhead", "--no-sync", "--encoding", "UTF8")
        # A socket in the folder and no port: servers of several tests do not meet.
        options = ("-D", data, "-w", "-l", str(folder / "log"), "-o", f"-k {folder} -h ''")
        run("pg_ctl", *options, "start")
        try:
            run("createdb", "-h", str(folder), "-U", "railhead", "site")
            yield Postgres(
                f"postgres://railhead@{str(folder).replace('/', '%2F')}/site",
                restart=lambda: run("pg_ctl", *options, "-m", "fast", "restart"),
                crash=lambda: run("pg_ctl", *options, "-m", "immediate", "restart"),
            )
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "stop")
