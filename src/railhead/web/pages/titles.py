"""A title to look at before anybody plays it: its board, trains, phases, market, companies, tiles and options."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from railhead.play.gamefile import GameFile
from railhead.play.table import Table
from railhead.titles import catalogue
from railhead.web import presenters
from railhead.web.viewer import whole

KEPT = 32
"""So many are kept ready: a title looks the same to everybody."""


@require_safe
def title(request: HttpRequest, name: str) -> HttpResponse:
    """A title as it lies on the table at the start, for as many players as asked for."""
    if name not in catalogue.TITLES:
        raise Http404("This title is not played here")
    found = catalogue.find(name)
    asked = request.GET.get("players", "")
    count = whole(asked, "players") if asked else found.players[len(found.players) // 2]
    if count not in found.players:
        raise Http404(f"{name} is not played by {count}")
    return render(request, "railhead/title.html", {"title": found, "count": count, **_laid_out(name, count)})


@lru_cache(KEPT)
def _laid_out(name: str, count: int) -> dict[str, Any]:
    table = Table.of(GameFile.new(name, tuple(f"Player {number + 1}" for number in range(count))))
    return {"page": presenters.table_page(table, 0, None, False), "part": presenters.part("tiles", table, 0, None)}
