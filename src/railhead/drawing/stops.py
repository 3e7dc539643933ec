"""Draws stops: cities with their circles, towns as bars or dots, halts as rings. Areas beyond the board have arrows."""

from __future__ import annotations

from collections.abc import Sequence

from railhead.drawing.layout import BAND, BANDED, DOT, HALT_DOT, RIM, SLOT, Lie, circles, has_band, has_circles, radius
from railhead.drawing.marks import Spot, Value, box, circle, group, number, tag
from railhead.drawing.palette import INK, paint
from railhead.track.tiles import BEYOND, HALT, StopFacts

BAR = (44.0, 11.0)
STYLE: dict[str, Value] = {"fill": paint("slot"), "stroke": paint("ink"), "stroke_width": 0.0}
"""What stops inherit from a group around them: most of them are circles for tokens."""
HOLE = 0.3
"""The size of the mark in an empty circle, relative to the circle."""
CORNER = 14.0
"""How round the corners of the box around four circles are."""
MARGIN, CLICKABLE = 6.0, 19.0
"""How far a line around a stop is from it, and its radius at least, so that it can be clicked."""


def stop_picture(stop: StopFacts, spot: Spot, lean: Spot | None, slot: float = SLOT, layout: str = "flat") -> str:
    """A stop without tokens and values."""
    if has_circles(stop):
        return _city(stop, spot, lean, slot, layout)
    if stop.kind == HALT:
        return circle(spot, HALT_DOT, fill=paint("casing"), stroke_width=4.5)
    if stop.kind in BEYOND:
        return ""
    return _town(spot, lean)


def _town(spot: Spot, lean: Spot | None) -> str:
    """A bar across a line, or a dot elsewhere."""
    style = {"fill": paint("ink"), "stroke": paint("casing")}
    if lean is None:
        return circle(spot, DOT, stroke_width=2.5, **style)
    return box((0.0, 0.0), *BAR, stroke_width=2.5, rx=2, transform=_along((-lean[1], lean[0]), spot), **style)


def _along(axis: Spot, spot: Spot) -> str:
    """The transformation that puts something at a point, turned so that it lies along an axis."""
    dx, dy = axis
    turned = " ".join(f"{part:.3f}" for part in (dx, dy, -dy, dx))
    return f"matrix({turned} {number(spot[0])} {number(spot[1])})"


def _city(stop: StopFacts, spot: Spot, lean: Spot | None, slot: float, layout: str) -> str:
    rings = [
        circle(each, slot, stroke_width=slot / 10) + _hole(each, slot)
        for each in circles(stop, spot, slot, layout, lean)
    ]
    return group((*_body(stop, spot, lean, slot, layout), *rings))


def _hole(spot: Spot, slot: float) -> str:
    """What tells an empty circle from a token of any colour; a page shows it where letters are too small to do so."""
    return circle(spot, slot * HOLE, class_="hole", fill=INK, display="none")


def body_size(stop: StopFacts, slot: float, layout: str) -> tuple[float, float] | None:
    """The width and height of the box that encloses two or four circles."""
    if slot < SLOT or stop.slots not in (2, BANDED):
        return None
    tall = SLOT * (2 if stop.slots == 2 else 4) + (BAND if has_band(stop, slot, layout) else 0.0)
    return SLOT * 4 + 2 * RIM, tall + 2 * RIM


def around(stop: StopFacts, spot: Spot, lies: Lie, index: int, layout: str, scale: float, /, **style: Value) -> str:
    """A line closely around a stop at a point: around all its circles, or around its dot."""
    size = body_size(stop, lies.slot, layout) if has_circles(stop) else None
    if size is None:
        reach = max(radius(stop) + MARGIN, CLICKABLE) if lies.slot == SLOT else 2 * lies.slot
        return tag("circle", cx=spot[0], cy=spot[1], r=reach * scale, **style)
    width, height = ((side + 2 * MARGIN) * scale for side in size)
    style["rx"] = ((SLOT + RIM if stop.slots == 2 else CORNER) + MARGIN) * scale
    lean = lies.leans[index]
    if lean is None:
        return box(spot, width, height, **style)
    return box((0.0, 0.0), width, height, transform=_along(lean, spot), **style)


def _body(stop: StopFacts, spot: Spot, lean: Spot | None, slot: float, layout: str) -> Sequence[str]:
    """The shape that encloses several circles; small ones need none."""
    style = {"fill": paint("casing"), "stroke": paint("ink")}
    size = body_size(stop, slot, layout)
    if size is not None and lean is not None:
        turned = {"transform": _along(lean, spot)}
        return (box((0.0, 0.0), *size, stroke_width=3, rx=SLOT + RIM, **turned, fill=style["fill"]),)
    if size is not None:
        return (box(spot, *size, stroke_width=3, rx=SLOT + RIM if stop.slots == 2 else CORNER, fill=style["fill"]),)
    if stop.slots <= 1 or slot < SLOT:
        return ()
    points = " ".join(f"{number(x)},{number(y)}" for x, y in circles(stop, spot))
    shape = {"points": points, "stroke_linejoin": "round"}
    return (
        tag("polygon", fill=style["stroke"], stroke=style["stroke"], stroke_width=SLOT * 2 + 9, **shape),
        tag("polygon", fill=style["fill"], stroke=style["fill"], stroke_width=SLOT * 2 + 3, **shape),
    )
