"""Small pictures of boards: of a game as it stands, and of a title before anybody plays it."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from railhead.core.ids import Seat
from railhead.drawing.thumbnail import thumbnail as drawn
from railhead.play.gamefile import GameFile
from railhead.play.table import Table
from railhead.play.vantage import Vantage
from railhead.titles import catalogue
from railhead.web.models import StoredGame
from railhead.web.viewer import at_table

MOST_KEPT = 1000


class Thumbnails:
    """Those drawn lately, by game and length of its log: nothing else changes a board."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, int], SafeString] = OrderedDict()

    def found(self, game: StoredGame) -> SafeString | None:
        """The picture of a game as it stands, if it has been drawn already."""
        with self._lock:
            return self._kept.get((game.id, game.length))

    def draw(self, game: StoredGame, table: Table) -> SafeString:
        """The picture of a game."""
        known = self.found(game)
        if known is not None:
            return known
        made = _picture(table)
        with self._lock:
            self._kept[game.id, table.length] = made
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return made


def _picture(table: Table) -> SafeString:
    return mark_safe(drawn(table.book, Vantage(table, None).view(table.actions).board))


THUMBNAILS = Thumbnails()


@require_safe
def thumbnail(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """The board of a game, small."""
    with at_table(request, game_id, place) as viewer:
        return HttpResponse(THUMBNAILS.draw(viewer.game, viewer.table))


@lru_cache
def of_title(title: str) -> SafeString:
    """The board of a title before anything is built."""
    players = catalogue.find(title).players[0]
    return _picture(Table.of(GameFile.new(title, tuple(f"Player {number}" for number in range(1, players + 1)))))
