"""Where on the board an action was done."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.actions import Action
from railhead.core.ids import NO_STOP, Hex, Point, Stop, hex_of
from railhead.core.spelling import Stops
from railhead.play import wording
from railhead.rules.announcing import AnnounceRun
from railhead.rules.running import Run


def hexes_of(action: Action) -> frozenset[Hex]:
    """The hexes that an action is about; none if it is about something else."""
    return frozenset(_hexes(action))


def _hexes(action: Action) -> Iterator[Hex]:
    if isinstance(action, Run | AnnounceRun):
        yield from (hex_of(point) for route in action.routes for point in route.path)
        return
    for name, kind in wording.kinds(type(action)).items():
        value = getattr(action, name)
        if kind is Hex:
            yield value
        elif kind in (Stop, Point) and value != NO_STOP:
            yield hex_of(value)
        elif kind == Stops:
            yield from map(hex_of, value)
