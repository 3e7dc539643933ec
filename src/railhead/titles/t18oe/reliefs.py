"""What of the water a railroad's trains cross does not count: port tokens, port authorities, minor H.

Rules 18OE-PORT-09 to 18OE-PORT-14, 18OE-PORT-26, 18OE-FERRY-03 and 18OE-FERRY-04.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, hex_of
from railhead.routes.model import Waiver
from railhead.titles.t18oe import powers
from railhead.titles.t18oe.facts import BY_PHASE, MAJOR, NUMBERS, land
from railhead.titles.t18oe.record import record
from railhead.titles.t18oe.sea import ferry_water

STEAMSHIPS = "H"


def waivers(game: Game, company: Company, tokens: Iterable[Stop]) -> tuple[Waiver, ...]:
    """All that is waived for a railroad with these tokens, Star Harbor's included.

    A port token serves every run through it (18OE-PORT-12) once (18OE-PORT-26), also on a ferry (18OE-FERRY-03);
    the zones it waives follow each other, the first beside the token (18OE-PORT-11). An
    authority serves the sea zones of its area (18OE-PORT-13), minor H all water (18OE-PORT-14, 18OE-FERRY-04), once a
    turn.
    """
    by_port = BY_PHASE["port_relief"][game.state.phase]
    ports = (Waiver(water_beside(hex_of(stop)), by_port, stop) for stop in tokens if water_beside(hex_of(stop)))
    return (*ports, *_authority(game, company), *_steamships(game, company))


def _authority(game: Game, company: Company) -> Iterable[Waiver]:
    """Only majors have one (18OE-PORT-15)."""
    for holder, area in record(game).authorities if game.state.kind[company] == MAJOR else ():
        if holder == company:
            zones = frozenset(number for number, sea in enumerate(land().seas) if sea.area == area)
            yield Waiver(zones, NUMBERS.authority_relief)


def _steamships(game: Game, company: Company) -> Iterable[Waiver]:
    """One stretch of water, from Train Phase 7 two (18OE-MINOR-15)."""
    if powers.has(game, company, STEAMSHIPS):
        every = frozenset(range(len(land().seas) + len(land().ferries)))
        yield Waiver(every, BY_PHASE["port_relief"][game.state.phase])


def water_beside(hex_: Hex) -> frozenset[int]:
    """The sea zones of the ports on a hex, and the ferries that end there (18OE-PORT-09, 18OE-FERRY-03)."""
    return _beside().get(hex_, frozenset())


@cache
def _beside() -> dict[Hex, frozenset[int]]:
    found: dict[Hex, set[int]] = {}
    for port in land().ports:
        found.setdefault(port.hex, set()).update(port.seas)
    for number, ferry in enumerate(land().ferries):
        for hex_ in ferry.ends:
            found.setdefault(hex_, set()).add(ferry_water(number))
    return {hex_: frozenset(water) for hex_, water in found.items()}
