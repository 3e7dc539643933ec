"""The grades of stations in 1860: large, small, halt. Ryde Pier counts as large (1860-ROUTE-03)."""

from __future__ import annotations

from railhead.routes.model import HALT_STOP, LARGE_STOP, SMALL_STOP, Grade
from railhead.track import tiles
from railhead.track.tiles import StopFacts

_GRADES = {tiles.CITY: LARGE_STOP, tiles.OFFBOARD: LARGE_STOP, tiles.TOWN: SMALL_STOP, tiles.HALT: HALT_STOP}


def grade(stop: StopFacts) -> Grade:
    """The grade of a stop."""
    return _GRADES[stop.kind]
