"""Track rights: the zones of a railroad, and where it may therefore build and place tokens (rules 18OE-RIGHTS)."""

from __future__ import annotations

from collections.abc import Callable

from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, hex_of
from railhead.titles.t18oe.facts import MAJOR, NATIONAL, Zone, land
from railhead.titles.t18oe.record import NO_ZONE, record


def zones(game: Game, company: Company) -> frozenset[Zone]:
    """Its chit or charter; a major's also those of minors merged into it (18OE-RIGHTS-01).

    A national has none of these minors any more: they are abandoned with their chits.
    """
    known = record(game)
    merged = (zone for zone, into in zip(known.zones, known.into, strict=True) if into == company)
    return frozenset((known.zones[company], *merged)) - {NO_ZONE}


def may_build(game: Game, company: Company, hex_: Hex) -> bool:
    """A major builds anywhere, all others only where a hex is in their zone at least partly.

    Rules 18OE-RIGHTS-02 and 18OE-RIGHTS-03. Only the hex counts, not where its track leads (18OE-RIGHTS-05).
    """
    return builder(game, company)(hex_)


def builder(game: Game, company: Company) -> Callable[[Hex], bool]:
    """Where a railroad may build, as an answer for any hex."""
    if game.state.kind[company] == MAJOR:
        return lambda _: True
    own, where = zones(game, company), land().zones
    return lambda hex_: not own.isdisjoint(where.get(hex_, ()))


def may_place(game: Game, company: Company, stop: Stop) -> bool:
    """A major has tokens anywhere, minors and regionals only in cities of their zone, nationals nowhere.

    It is the zone of the city that counts, not that of its hex. Rules 18OE-TOKEN-07, 18OE-TOKEN-08, 18OE-NATL-13.
    """
    kind = game.state.kind[company]
    return kind == MAJOR or (kind != NATIONAL and land().zone_of_stop.get(hex_of(stop)) in zones(game, company))
