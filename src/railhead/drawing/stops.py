"""Draws stops: cities with their circles, towns as bars or dots, halts as rings, and off-board places."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from railhead.drawing import palette
from railhead.drawing.hexes import ring
from railhead.drawing.layout import DOT, HALT_DOT, SLOT, STATIONS
from railhead.drawing.marks import Spot, box, circle, group, number, tag, text
from railhead.track.tiles import BEYOND, HALT, StopFacts

BAR = (44.0, 11.0)
CELL_HEIGHT = 27.0


def circles(stop: StopFacts, spot: Spot, slot: float = SLOT) -> list[Spot]:
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
    reach = SLOT * {3: 1.16, 4: 1.42, 5: 1.7}.get(count, 2.0)
    turned = {4: -2.356194}.get(count, -1.570796)
    return [(x + dx, y + dy) for dx, dy in ring(count, reach, turned)]


def stop_picture(stop: StopFacts, spot: Spot, lean: Spot | None, slot: float = SLOT) -> str:
    """A stop without tokens and values."""
    if stop.kind in STATIONS:
        return _city(stop, spot, slot)
    if stop.kind == HALT:
        return circle(spot, HALT_DOT, fill=palette.PAPER, stroke=palette.INK, stroke_width=4.5)
    if stop.kind in BEYOND:
        return ""
    return _town(spot, lean)


def _town(spot: Spot, lean: Spot | None) -> str:
    """A bar across a line, or a dot elsewhere."""
    if lean is None:
        return circle(spot, DOT, fill=palette.INK, stroke=palette.PAPER, stroke_width=2.5)
    dx, dy = lean
    matrix = " ".join(f"{part:.3f}" for part in (-dy, dx, -dx, -dy)) + f" {number(spot[0])} {number(spot[1])}"
    return box(
        (0.0, 0.0),
        *BAR,
        fill=palette.INK,
        stroke=palette.PAPER,
        stroke_width=2.5,
        rx=2,
        transform=f"matrix({matrix})",
    )


def _city(stop: StopFacts, spot: Spot, slot: float) -> str:
    rings = [
        circle(each, slot, fill=palette.PAPER, stroke=palette.INK, stroke_width=slot / 9)
        for each in circles(stop, spot, slot)
    ]
    return group((*_casing(stop, spot, slot), *rings))


def _casing(stop: StopFacts, spot: Spot, slot: float) -> Sequence[str]:
    """The shape that encloses several circles; small ones need none."""
    style = {"fill": palette.PAPER, "stroke": palette.INK}
    if stop.slots <= 1 or slot < SLOT:
        return ()
    if stop.slots == 2:
        return (box(spot, SLOT * 4 + 6, SLOT * 2 + 6, stroke_width=3, rx=SLOT + 3, **style),)
    points = " ".join(f"{number(x)},{number(y)}" for x, y in circles(stop, spot))
    body = {"points": points, "stroke_linejoin": "round"}
    return (
        tag("polygon", fill=palette.INK, stroke=palette.INK, stroke_width=SLOT * 2 + 9, **body),
        tag("polygon", fill=palette.PAPER, stroke=palette.PAPER, stroke_width=SLOT * 2 + 3, **body),
    )


def value_size(values: Sequence[str]) -> tuple[float, float]:
    """The size of a value, or of a row of values."""
    if len(values) > 1:
        return len(values) * _cell(values), CELL_HEIGHT
    return 12.0 + 14.0 * len(values[0]), 30.0


def _cell(values: Sequence[str]) -> float:
    """The width of one box in a row of values."""
    return 13.0 + 12.0 * max(len(value) for value in values)


def value_mark(value: str, spot: Spot) -> str:
    """What a stop pays."""
    width, height = value_size([value])
    return group(
        (
            box(spot, width, height, fill=palette.PAPER, stroke=palette.INK, stroke_width=1.6, rx=height / 2),
            text(spot, value, 23, fill=palette.INK, font_weight="bold"),
        ),
        class_="value",
    )


NEUTRAL = ("#ffffff", "#d9d9d6", "#b9b9b5", "#9c9c98")
"""The backgrounds of values whose stages have no colours."""


def value_row(values: Sequence[int], colours: Sequence[str], current: int | None, spot: Spot) -> str:
    """What a place pays at each stage of the game, with the current value marked."""
    width, height = _cell([str(value) for value in values]), CELL_HEIGHT
    left = spot[0] - width * (len(values) - 1) / 2
    grounds = [palette.ground(colour) for colour in colours] or [NEUTRAL[n % len(NEUTRAL)] for n in range(len(values))]
    cells = []
    for index, value in enumerate(values):
        middle = (left + index * width, spot[1])
        counts = index == current
        cells.append(box(middle, width, height, fill=grounds[index], stroke=palette.INK, stroke_width=1.4))
        weight = "bold" if counts else "normal"
        cells.append(text(middle, str(value), 20, fill=palette.INK, font_weight=weight))
    if current is not None and 0 <= current < len(values):
        middle = (left + current * width, spot[1])
        cells.append(box(middle, width + 3, height + 3, fill="none", stroke=palette.INK, stroke_width=5, rx=3))
    return group(cells, class_="values")
