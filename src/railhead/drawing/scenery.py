"""Draws the scenery of a board: rivers below the tiles, circles and regions above them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from railhead.core.ids import Hex
from railhead.core.scenery import Scenery
from railhead.drawing.hexes import INNER, hexagon, side_ends, toward
from railhead.drawing.marks import Spot, at, circle, group, tag
from railhead.drawing.palette import paint
from railhead.track.hexgrid import EDGES

RIVER = 34.0
"""How wide a river is."""
TINTS = ("zone-1", "zone-3", "zone-2", "zone-4", "par", "end", "red", "russet", "green", "purple", "grey")
"""The paints of regions, by the number of their tint."""
TINTED = 0.4
"""How strong the tints of regions are."""
BORDER = 13.0
"""How wide the lines between them are."""
RING = 11.0
"""How wide a circle is."""


def rivers(scenery: Scenery, centres: Sequence[Spot]) -> str:
    """Rivers, from the middle of one hex to that of the next, and out of the first and the last."""
    paths = "".join(_flow([centres[hex_] for hex_ in river]) for river in scenery.rivers)
    line = tag("path", d=paths, stroke_width=RIVER, stroke_linejoin="round") if paths else ""
    return group(line, class_="rivers", fill="none", stroke=paint("water"), stroke_opacity=0.28)


def _flow(spots: list[Spot]) -> str:
    """A smooth line through points."""
    first, last = _beyond(spots[1], spots[0]), _beyond(spots[-2], spots[-1])
    all_ = [first, first, *spots, last, last]
    pieces = (
        f"C{at(_ahead(all_[n - 1], a, b))} {at(_ahead(all_[n + 2], b, a))} {at(b)}"
        for n, (a, b) in enumerate(pairwise(all_[1:-1]), 1)
    )
    return f"M{at(first)}{''.join(pieces)}"


def _beyond(one: Spot, other: Spot) -> Spot:
    """The point half as far beyond the second as that is from the first."""
    return other[0] + (other[0] - one[0]) / 2, other[1] + (other[1] - one[1]) / 2


def _ahead(before: Spot, here: Spot, there: Spot) -> Spot:
    """The control point of a curve that comes from one point through another to a third."""
    return here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6


def circles(scenery: Scenery, centres: Sequence[Spot]) -> str:
    """Circles that separate the middles of the hexes within from those of all others."""
    drawn = "".join(_ring(within, centres) for within in scenery.circles)
    return group(drawn, class_="circles", fill="none", stroke_opacity=0.85)


def _ring(within: frozenset[Hex], centres: Sequence[Spot]) -> str:
    spots = [centres[hex_] for hex_ in within]
    middle = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
    inside = max(dist(middle, spot) for spot in spots)
    outside = min(dist(middle, spot) for hex_, spot in enumerate(centres) if hex_ not in within)
    radius = (inside + outside) / 2
    return circle(middle, radius, stroke=paint("grey-edge"), stroke_width=RING) + circle(
        middle, radius, stroke=paint("casing"), stroke_width=RING - 4
    )


def regions(scenery: Scenery, centres: Sequence[Spot], layout: str) -> str:
    """Regions in tints of their own, through which tiles can be told, with lines between them.

    They are for whoever wants to see them: a page shows them on demand.
    """
    drawn = "".join(
        tag(
            "path",
            d="".join(hexagon(centres[hex_], layout) for hex_ in sorted(region.hexes)),
            fill=tint(region.tint),
            fill_opacity=TINTED,
            stroke="none",
        )
        for region in scenery.regions
    )
    borders = "".join(_borders(region.hexes, centres, layout) for region in scenery.regions)
    lines = tag("path", d=borders, fill="none", stroke=paint("purple-edge"), stroke_width=BORDER) if borders else ""
    return group(drawn + lines, class_="regions", display="none", pointer_events="none") if drawn else ""


def _borders(within: frozenset[Hex], centres: Sequence[Spot], layout: str) -> str:
    """The sides of a region with land on both of them."""
    land = {(round(x), round(y)): Hex(hex_) for hex_, (x, y) in enumerate(centres)}
    found = ""
    for hex_ in sorted(within):
        x, y = centres[hex_]
        for edge in EDGES:
            dx, dy = toward(edge, layout)
            other = land.get((round(x + 2 * INNER * dx), round(y + 2 * INNER * dy)))
            if other is not None and other not in within:
                (ax, ay), (bx, by) = side_ends(edge, layout)
                found += f"M{at((x + ax, y + ay))}L{at((x + bx, y + by))}"
    return found


def tint(number: int) -> str:
    """The paint of a region."""
    return paint(TINTS[number % len(TINTS)])
