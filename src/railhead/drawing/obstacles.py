"""What labels have to keep clear of: track with its bed, stations, barriers, marks at the sides."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, hypot

from railhead.drawing.hexes import Curve, corners, side_ends
from railhead.drawing.layout import ARROW, BAND, DOT, HALT_DOT, RIM, SLOT, circles, entry, has_band, has_circles
from railhead.drawing.marks import Spot
from railhead.drawing.memory import remembered
from railhead.drawing.raster import CELLS, Raster
from railhead.drawing.stops import BAR, body_size
from railhead.drawing.tile import CASING, Face, inside
from railhead.track.tiles import BEYOND, HALT, StopFacts

REACH = 108.0
"""How far from the centre of a hex anything drawn on it may be."""
CLEAR = 1.5
"""The clearance between labels and everything else."""
DENSE = 3.0
"""The distance between the points by which a line is taken."""


def along(curve: Curve) -> list[Spot]:
    """Points close together on a curve."""
    length = sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in zip(curve.samples, curve.samples[1:], strict=False))
    steps = max(1, ceil(length / DENSE))
    return [curve.point(step / steps) for step in range(steps + 1)]


def between(one: Spot, other: Spot) -> list[Spot]:
    """Points close together on a straight line."""
    steps = max(1, ceil(hypot(other[0] - one[0], other[1] - one[1]) / DENSE))
    return [
        (one[0] + (other[0] - one[0]) * step / steps, one[1] + (other[1] - one[1]) * step / steps)
        for step in range(steps + 1)
    ]


@remembered(3_000, 12)
def tracks(face: Face) -> Raster:
    """The track of a hex and the arrows into areas, with the clearance that labels keep."""
    found = Raster.around(CELLS[face.layout], REACH)
    for curve in face.track:
        found.path(along(curve), CASING / 2 + CLEAR)
    for edge in face.entries:
        arrow = entry(edge, face.layout)
        found.path(between(arrow.start, arrow.end), ARROW * 0.26 + CLEAR)
    return found


@remembered(2_000, 6)
def standing(face: Face) -> Raster:
    """Stations, barriers and marks at the sides of a hex, with the clearance that labels keep."""
    found = Raster.around(CELLS[face.layout], REACH)
    for stop, spot, lean in zip(face.tile.stops, face.lie.spots, face.lie.leans, strict=True):
        _take_stop(found, face, stop, spot, lean)
    for edge in face.walls:
        found.path(between(*side_ends(edge, face.layout)), 7.5 + CLEAR)
    for edge in face.triangles:
        found.path(between(inside(edge, face.layout, 0.97), inside(edge, face.layout, 0.8)), 13.0)
    for edge in face.ports:
        found.disc(inside(edge, face.layout, 0.68), 15.0 + CLEAR)
    return found


def _take_stop(found: Raster, face: Face, stop: StopFacts, spot: Spot, lean: Spot | None) -> None:
    if stop.kind in BEYOND and not stop.slots:
        return
    if not has_circles(stop):
        dot = (HALT_DOT if stop.kind == HALT else DOT) + 2.5 + CLEAR
        found.path(_bar(spot, lean) if lean and stop.kind != HALT else [spot], dot if not lean else BAR[1] / 2 + 2.5)
        if stop.kind == HALT:
            found.disc(spot, dot)
        return
    slot = face.lie.slot
    places = circles(stop, spot, slot, face.layout, lean)
    size = body_size(stop, slot, face.layout)
    if size is None:
        for one in places:
            for other in places:
                found.path(between(one, other), slot + (RIM + 1.5 if len(places) > 1 and slot == SLOT else 2) + CLEAR)
        return
    _take_body(found, stop, spot, size, places, has_band(stop, slot, face.layout))


def _take_body(
    found: Raster, stop: StopFacts, spot: Spot, size: tuple[float, float], places: list[Spot], band: bool
) -> None:
    """The box around two or four circles; a band between two rows is left free inside."""
    if stop.slots == 2:
        found.path(between(places[0], places[1]), size[1] / 2 + 1.5 + CLEAR)
        return
    x, y = spot
    width, height = size[0] + 3 + 2 * CLEAR, size[1] + 3 + 2 * CLEAR
    if not band:
        found.box(spot, width, height)
        return
    row = (height - BAND) / 2
    found.box((x, y - BAND / 2 - row / 2), width, row)
    found.box((x, y + BAND / 2 + row / 2), width, row)
    for sign in (-1, 1):
        found.box((x + sign * (width / 2 - 2.5), y), 5.0, height)


def _bar(spot: Spot, lean: Spot | None) -> list[Spot]:
    """Points along the bar of a town."""
    dx, dy = lean or (0.0, 1.0)
    half = BAR[0] / 2 - 3
    return between((spot[0] - dy * half, spot[1] + dx * half), (spot[0] + dy * half, spot[1] - dx * half))


@lru_cache(maxsize=8)
def whole_hex(layout: str) -> Raster:
    """A hex with its borders."""
    found = Raster.around(CELLS[layout], REACH)
    found.polygon(corners(layout, 103.0))
    return found


@lru_cache(maxsize=32)
def beyond_the_hex(layout: str, reach: float, inset: float) -> Raster:
    """Everything outside a hex, within a window."""
    within = Raster.around(CELLS[layout], reach)
    within.polygon(corners(layout, 100.0 - inset))
    return within.inverse()
