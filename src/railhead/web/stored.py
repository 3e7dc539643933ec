"""The games in a site's database, read without changing anything there: no migration, no new file."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dj_database_url

from railhead.core.refusal import Malformed
from railhead.play.gamefile import GameFile
from railhead.play.log import Entry

KINDS = ("postgres", "postgresql", "sqlite")
SQLITE_MARK = b"SQLite format 3\x00"
CREDENTIALS = re.compile(r"//[^/@]*@")
STATED = ("title", "revision", "options", "players", "seed", "imported")
"""What is read of a game: columns added later may be missing in a site that has not been started since."""


@dataclass(frozen=True, slots=True)
class SiteGame:
    """A game of a site: how it began, and its log."""

    file: GameFile
    log: tuple[Entry, ...]


def is_database(path: Path) -> bool:
    """Is this file a SQLite database, in which a site may keep its games?"""
    with path.open("rb") as file:
        return file.read(len(SQLITE_MARK)) == SQLITE_MARK


class SiteDatabase:
    """A site's database, given as `railhead serve` takes it: by its URL."""

    def __init__(self, url: str) -> None:
        self.name = CREDENTIALS.sub("//", url)
        """The URL without user and password."""
        self.alias = url
        """By which Django's connections know it."""
        settings = self._settings(url)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "railhead.web.settings")
        import django

        django.setup()
        from django.db import connections

        # Beside whatever database this process works with otherwise.
        connections.databases[url] = connections.configure_settings({"default": {}, url: settings})[url]

    def _settings(self, url: str) -> dict[str, Any]:
        if url.partition("://")[0] not in KINDS:
            raise Malformed(f"{self.name}: not a database URL; for example: postgres://user:password@host/name")
        try:
            found: dict[str, Any] = dict(dj_database_url.parse(url))
        except dj_database_url.ParseError:
            raise Malformed(f"{self.name}: the database URL makes no sense") from None
        if found["ENGINE"] == "django.db.backends.sqlite3":
            file = Path(found["NAME"])
            if not file.is_file():
                raise Malformed(f"{file}: there is no such database")
            found |= {"NAME": f"{file.resolve().as_uri()}?mode=ro", "OPTIONS": {"uri": True}}
        return found

    def ids(self) -> list[str]:
        """The games it holds, by their ids, the oldest first."""
        from django.db import DatabaseError

        from railhead.web.models import StoredGame

        try:
            return list(StoredGame.objects.using(self.alias).order_by("created", "id").values_list("id", flat=True))
        except DatabaseError as problem:
            raise Malformed(f"{self.name}: games cannot be read there: {str(problem).splitlines()[0]}") from None

    def game(self, game_id: str) -> SiteGame:
        """A game with its log."""
        from railhead.web.models import StoredGame

        game = StoredGame.objects.using(self.alias).only(*STATED).get(id=game_id)
        return SiteGame(game.file(), tuple(row.entry() for row in game.log.all()))
