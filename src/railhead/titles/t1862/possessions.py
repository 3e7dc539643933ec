"""What the surviving company takes over: trains, permits and station markers (rules 1862-MERGE-32 to 1862-MERGE-37)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.rules import takeover
from railhead.titles.t1862.record import amend, entry, is_chartered, record, without


def take_over(game: Game, survivor: Company, other: Company) -> None:
    """All trains, also above the limit, and all permits; the survivor is not chartered any more.

    Rules 1862-MERGE-17, 1862-MERGE-32, 1862-MERGE-33, 1862-MERGE-34 and 1862-MERGE-37. The par token stays in its
    column only if both were chartered. Of two markers in one place one is lost; the spaces of London are one place
    (1862-LONDON-04).
    """
    takeover.take_trains(game, survivor, other)
    permits = record(game).permits
    column = without(record(game).chartered_par, survivor)
    if is_chartered(game, survivor) and is_chartered(game, other):
        column = (*column, survivor)
    amend(
        game,
        permits=entry(permits, survivor, permits[survivor] | permits[other]),
        chartered=without(record(game).chartered, survivor),
        chartered_par=column,
    )
    takeover.lose_doubled_tokens(game, survivor, other)
