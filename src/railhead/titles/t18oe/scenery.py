"""What the board shows besides tiles and tokens: seas, ports, ferries, and zones of track rights."""

from __future__ import annotations

from functools import cache

from railhead.core.scenery import Crossing, Port, Region, Scenery, Sea
from railhead.titles.t18oe.facts import ZONES, Zone, land


@cache
def scenery() -> Scenery:
    """The scenery of Europe."""
    here = land()
    return Scenery(
        seas=tuple(Sea(sea.name, sea.hexes) for sea in here.seas),
        ports=tuple(Port(port.hex, port.side, port.anchor, port.private) for port in here.ports),
        crossings=tuple(Crossing(ferry.over, ferry.distance) for ferry in here.ferries),
        regions=tuple(_region(Zone(number)) for number in range(len(ZONES))),
    )


def _region(zone: Zone) -> Region:
    hexes = frozenset(hex_ for hex_, zones in land().zones.items() if zone in zones)
    return Region(ZONES[zone].name, hexes, zone)
