"""The parts of a table that are only prepared when someone opens them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from railhead.core.ids import BANK, POOL
from railhead.core.refusal import Malformed
from railhead.core.view import View
from railhead.drawing.board import Sheet, layer_picture, layers_apart
from railhead.play.vantage import Vantage
from railhead.rules.directors import CertificateRules
from railhead.web.presenters.charters import Charter, charters, players
from railhead.web.presenters.history import charts, last_runs
from railhead.web.presenters.landmarks import landmarks
from railhead.web.presenters.log import Wanted, select
from railhead.web.presenters.manifest import manifest
from railhead.web.presenters.review import runs_made

PARTS = ("charts", "landmarks", "layer", "log", "review", "runs", "sheet", "tiles")


def part(
    name: str, table: Vantage, at: int, since: int | None = None, query: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """What the template `railhead/table/parts/NAME.html` shows; the query says which lines of the log, or which
    layer of the board."""
    made: dict[str, Callable[[], dict[str, Any]]] = {
        "charts": lambda: {"charts": charts(table, at)},
        "layer": lambda: {"layer": _layer(table.view(at), (query or {}).get("layer", ""))},
        "tiles": lambda: {"colours": manifest(table.view(at))},
        "sheet": lambda: _sheet(table.view(at), charters(table.view(at), table.last_earnings(at))),
        "review": lambda: {"runs": runs_made(table, at)},
        "runs": lambda: {"runs": last_runs(table, at)},
        "landmarks": lambda: {"landmarks": landmarks(table.book, table.view(at).board)},
        "log": lambda: {"turns": select(table.turns(at, since), Wanted.asked(query or {}))},
    }
    if name not in made:
        raise Malformed("'{name}' is not a part of a table; these are: {parts}", name=name, parts=", ".join(PARTS))
    return made[name]()


def _layer(view: View, name: str) -> SafeString:
    """What a board shows only close by, or on demand; the first such layer unless it is said which."""
    return mark_safe(layer_picture(Sheet(view.book, view.board), name or layers_apart(view.book)[0]))


def _sheet(view: View, companies: tuple[Charter, ...]) -> dict[str, Any]:
    """Companies against players: who holds what."""
    people = players(view)
    rows = [
        {
            "company": company,
            "held": [
                {
                    "shares": view.companies[company.number].held_by(each.seat),
                    "short": max(0, -view.companies[company.number].held_by(each.seat)),
                    "director": company.director == each.name,
                }
                for each in people
            ],
            "companies": [held for held in company.holders if held.company],
            "ipo": view.companies[company.number].held_by(BANK),
            "pool": view.companies[company.number].held_by(POOL),
        }
        for company in companies
    ]
    return {"rows": rows, "players": people, "chains": view.book.rules[CertificateRules].chains}
