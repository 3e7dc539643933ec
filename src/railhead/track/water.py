"""Open water: ways from harbour to harbour across the sea, which has no hexes of its own.

For ways that may use no track twice, the sea is like one more hex: its sides are the harbours, and lines lead from each
of them to all the others. A harbour is a side of a hex with track to the shore, or a stop itself. The side may lead to
a ferry as well: a way may come in by the ferry and put to sea over the same side.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from railhead.core.ids import Hex, Stop
from railhead.track.board import Board
from railhead.track.reach import End, Passages, end_beside, end_of, piers


@dataclass(frozen=True, slots=True)
class Harbour:
    """Where ways go to sea: over a side of a hex, or directly from a stop."""

    side: tuple[Hex, int] | None = None
    stop: Stop | None = None


@lru_cache(maxsize=64)
def open_sea(board: Board, harbours: tuple[Harbour, ...]) -> Passages:
    """Ways across the sea between any two of these harbours, and the piers of the board."""
    facing, joins = dict(piers(board).facing), dict(piers(board).joins)
    twins: dict[End, End] = {}
    afloat = []
    for number, harbour in enumerate(harbours):
        quay, sea = (end_beside(board, len(board.piers) + 2 * number + end) for end in (0, 1))
        if harbour.side is not None:
            hex_, side = harbour.side
            ashore = hex_ << 4 | side
            if ashore in board.facing:
                twins[ashore] = quay
            else:
                quay = ashore
        if harbour.stop is not None:
            _join(joins, quay, (end_of(harbour.stop),))
            _join(joins, end_of(harbour.stop), (quay,))
        facing[quay], facing[sea] = sea, quay
        afloat.append(sea)
    for here in afloat:
        _join(joins, here, (there for there in afloat if there != here))
    return Passages(facing, joins, twins)


def _join(joins: dict[End, tuple[End, ...]], here: End, there: Iterable[End]) -> None:
    joins[here] = (*joins.get(here, ()), *there)
