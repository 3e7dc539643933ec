"""The parts of a table that are only prepared when someone opens them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Seat
from railhead.core.refusal import Malformed
from railhead.core.view import view
from railhead.play.table import Table
from railhead.web.presenters.charters import charters, players
from railhead.web.presenters.history import charts, last_runs
from railhead.web.presenters.manifest import manifest

PARTS = ("charts", "log", "runs", "sheet", "tiles")


def part(name: str, table: Table, at: int, seat: Seat | None, since: int | None = None) -> dict[str, Any]:
    """What the template `railhead/table/parts/NAME.html` shows."""
    made: dict[str, Callable[[], dict[str, Any]]] = {
        "charts": lambda: {"charts": charts(table, at)},
        "tiles": lambda: {"colours": manifest(table.book, table.session.at(at))},
        "sheet": lambda: _sheet(table, at, seat),
        "runs": lambda: {"runs": last_runs(table, at)},
        "log": lambda: {"turns": table.chronicle(at, since), "whole": True},
    }
    if name not in made:
        raise Malformed(f"'{name}' is not a part of a table; these are: {', '.join(PARTS)}")
    return made[name]()


def _sheet(table: Table, at: int, seat: Seat | None) -> dict[str, Any]:
    """Companies against players: who holds what."""
    game = Game(table.book, table.session.at(at))
    seen = view(table.book, game.state, seat).to_data()
    companies = charters(game, seen, None)
    people = players(game, seen, seat)
    rows = [
        {
            "company": company,
            "held": [
                {"shares": game.held(each.seat, company.number), "director": company.director == each.name}
                for each in people
            ],
            "ipo": game.held(BANK, company.number),
            "pool": game.held(POOL, company.number),
        }
        for company in companies
    ]
    return {"rows": rows, "players": people}
