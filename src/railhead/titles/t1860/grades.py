"""The grades of stations in 1860: large, small, halt. Ryde Pier counts as large (1860-ROUTE-03)."""

from __future__ import annotations

from railhead.routes.model import HALT, LARGE, SMALL
from railhead.track import tiles
from railhead.track.tiles import StopFacts

_GRADES = {tiles.CITY: LARGE, tiles.OFFBOARD: LARGE, tiles.TOWN: SMALL, tiles.HALT: HALT}


def grade(stop: StopFacts) -> int:
    """The grade of a stop."""
    return _GRADES[stop.kind]
