"""Which tile may replace which, on every hex: what a title's tiles allow does not change unnoticed."""

from __future__ import annotations

import pytest

from railhead.core.ids import Hex
from railhead.titles import catalogue
from railhead.track.board import PRINTED, Board
from railhead.track.tiles import carried_stops


def every_replacement(board: Board) -> set[tuple[Hex, int, int]]:
    """Every hex that takes tiles of its own, what may lie there, and what may replace it."""
    found: set[tuple[Hex, int, int]] = set()
    pending = [(board._lookalike[hex_], PRINTED) for hex_ in board.all_hexes]
    seen: set[tuple[Hex, int]] = set()
    while pending:
        hex_, old = pending.pop()
        if (hex_, old) in seen:
            continue
        seen.add((hex_, old))
        for new in board.fits(hex_, old):
            lying = board.with_stations_of(hex_, old, new)
            assert lying is not None
            found.add((hex_, old, lying))
            pending.append((hex_, lying))
    return found


@pytest.mark.parametrize(("title", "count"), [("1860", 2012), ("1862", 1064)])
def test_no_placement_is_gained_or_lost(title: str, count: int) -> None:
    board = catalogue.rulebook(title, ("A", "B", "C")).board
    replacements = every_replacement(board)
    assert len(replacements) == count
    for hex_, old, new in replacements:
        carried = carried_stops(
            board.facts(hex_, old), board.track(hex_, old), board.facts(hex_, new), board.track(hex_, new)
        )
        assert carried is not None
        assert len(set(carried)) == len(carried), "no two stations become one"
