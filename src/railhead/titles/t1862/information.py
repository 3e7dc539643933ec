"""Who may know what in 1862: everything lies open on the table."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.state import STARTED
from railhead.titles.t1862.facts import TYPE_NAMES
from railhead.titles.t1862.record import is_chartered, record


def remarks(game: Game, company: Company) -> dict[str, str]:
    """The permits of a company, whether Parliament has chartered it, and who is under obligation for it."""
    permits = record(game).permits[company]
    found = {"permits": "".join(name[0].upper() for sort, name in TYPE_NAMES.items() if permits & sort)}
    if game.state.has(company, STARTED):
        found["charter"] = "chartered" if is_chartered(game, company) else "non-chartered"
    elif game.state.phase < record(game).group[company]:
        found["available"] = f"from phase {game.book.phases[record(game).group[company]].name}"
    owing = [game.name(seat) for seat, owed in record(game).obligations if owed == company]
    if owing:
        found["obligation"] = f"owed by {owing[0]}"
    return found
