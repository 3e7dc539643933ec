"""Draws stops: cities with their circles, towns as bars or dots, halts as rings. Areas beyond the board have arrows."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from railhead.drawing.hexes import ring
from railhead.drawing.layout import DOT, HALT_DOT, SLOT, STATIONS
from railhead.drawing.marks import Spot, box, circle, group, number, tag
from railhead.drawing.palette import paint
from railhead.track.tiles import BEYOND, HALT, StopFacts

BAR = (44.0, 11.0)
RIM = 4.0
"""How far the body of a station reaches beyond its circles."""
BAND = 26.0
"""The distance between the two rows of a city of four circles: its name and value go there."""
BANDED = 4
"""How many circles such a city has."""


def circles(stop: StopFacts, spot: Spot, slot: float = SLOT, layout: str = "flat") -> list[Spot]:
    """The centres of a city's circles; small ones are in a row along the side of the hex."""
    x, y = spot
    count = max(stop.slots, 1)
    if count == 1:
        return [spot]
    if slot < SLOT:
        far = hypot(x, y)
        shifts = [slot * (2 * n - count + 1) for n in range(count)]
        return [(x - y / far * shift, y + x / far * shift) for shift in shifts]
    if count == 2:
        return [(x - SLOT, y), (x + SLOT, y)]
    if count == BANDED:
        apart = SLOT + (BAND / 2 if has_band(stop, slot, layout) else 0.0)
        return [(x - SLOT, y - apart), (x + SLOT, y - apart), (x + SLOT, y + apart), (x - SLOT, y + apart)]
    reach = SLOT * {3: 1.16, 5: 1.7}.get(count, 2.0)
    return [(x + dx, y + dy) for dx, dy in ring(count, reach)]


def has_band(stop: StopFacts, slot: float, layout: str) -> bool:
    """Has a city a band for its name between its two rows of circles? A hex with a point on top is too narrow."""
    return stop.kind in STATIONS and stop.slots == BANDED and slot == SLOT and layout == "flat"


def stop_picture(stop: StopFacts, spot: Spot, lean: Spot | None, slot: float = SLOT, layout: str = "flat") -> str:
    """A stop without tokens and values."""
    if stop.kind in STATIONS:
        return _city(stop, spot, slot, layout)
    if stop.kind == HALT:
        return circle(spot, HALT_DOT, fill=paint("casing"), stroke=paint("ink"), stroke_width=4.5)
    if stop.kind in BEYOND:
        return ""
    return _town(spot, lean)


def _town(spot: Spot, lean: Spot | None) -> str:
    """A bar across a line, or a dot elsewhere."""
    style = {"fill": paint("ink"), "stroke": paint("casing")}
    if lean is None:
        return circle(spot, DOT, stroke_width=2.5, **style)
    dx, dy = lean
    matrix = " ".join(f"{part:.3f}" for part in (-dy, dx, -dx, -dy)) + f" {number(spot[0])} {number(spot[1])}"
    return box((0.0, 0.0), *BAR, stroke_width=2.5, rx=2, transform=f"matrix({matrix})", **style)


def _city(stop: StopFacts, spot: Spot, slot: float, layout: str) -> str:
    rings = [
        circle(each, slot, stroke_width=slot / 10, fill=paint("slot"), stroke=paint("ink"))
        for each in circles(stop, spot, slot, layout)
    ]
    return group((*_body(stop, spot, slot, layout), *rings))


def body_size(stop: StopFacts, slot: float, layout: str) -> tuple[float, float] | None:
    """The width and height of the box that encloses two or four circles."""
    if slot < SLOT or stop.slots not in (2, BANDED):
        return None
    tall = SLOT * (2 if stop.slots == 2 else 4) + (BAND if has_band(stop, slot, layout) else 0.0)
    return SLOT * 4 + 2 * RIM, tall + 2 * RIM


def _body(stop: StopFacts, spot: Spot, slot: float, layout: str) -> Sequence[str]:
    """The shape that encloses several circles; small ones need none."""
    style = {"fill": paint("casing"), "stroke": paint("ink")}
    size = body_size(stop, slot, layout)
    if size is not None:
        return (box(spot, *size, stroke_width=3, rx=SLOT + RIM if stop.slots == 2 else 14, **style),)
    if stop.slots <= 1 or slot < SLOT:
        return ()
    points = " ".join(f"{number(x)},{number(y)}" for x, y in circles(stop, spot))
    shape = {"points": points, "stroke_linejoin": "round"}
    return (
        tag("polygon", fill=style["stroke"], stroke=style["stroke"], stroke_width=SLOT * 2 + 9, **shape),
        tag("polygon", fill=style["fill"], stroke=style["fill"], stroke_width=SLOT * 2 + 3, **shape),
    )
