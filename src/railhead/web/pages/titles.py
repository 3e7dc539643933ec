"""A title to look at before playing: its board, trains, phases, market, companies, tiles and options."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from railhead.play.gamefile import GameFile
from railhead.play.table import Table
from railhead.play.vantage import Vantage
from railhead.titles import catalogue
from railhead.web import presenters
from railhead.web.viewer import whole

KEPT = 32
"""How many are cached: a title looks the same to everyone."""


@require_safe
def title(request: HttpRequest, name: str) -> HttpResponse:
    """A title as set up at the start, for the requested number of players."""
    if name not in catalogue.TITLES:
        raise Http404(gettext("There is no such title here"))
    found = catalogue.find(name)
    asked = request.GET.get("players", "")
    count = whole(asked, "players") if asked else found.players[len(found.players) // 2]
    if count not in found.players:
        raise Http404(gettext("{title} is not for {count} players").format(title=name, count=count))
    laid_out = _laid_out(name, count, get_language())
    return render(request, "railhead/title.html", {"title": found, "count": count, **laid_out})


@lru_cache(KEPT)
def _laid_out(name: str, count: int, language: str) -> dict[str, Any]:
    """The title in the current language, which is named so that each has its own."""
    names = tuple(gettext("Player {number}").format(number=number + 1) for number in range(count))
    table = Table.of(GameFile.new(name, names))
    seen = Vantage(table, None)
    return {
        "book": table.book,
        "page": presenters.table_page(seen, 0, False),
        "part": presenters.part("tiles", seen, 0),
    }
