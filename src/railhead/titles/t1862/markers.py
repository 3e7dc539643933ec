"""Station markers in 1862: paid for when the company floats, placed for nothing (rules 1862-TOKEN)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.rules.stations import tokens_of
from railhead.titles.t1862.record import amend, entry, record


def recount(game: Game, company: Company) -> None:
    """A company has what stands on the board, and its unused markers besides (1862-MERGE-35)."""
    count = len(tokens_of(game, company)) + game.state.spare_tokens[company]
    amend(game, markers=entry(record(game).markers, company, count))
