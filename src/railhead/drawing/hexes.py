"""The geometry of hexes: corners, sides, positions on the board, and the curves of track.

All measurements are for a hex with sides of length 100, centred on the origin.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt, tan

from railhead.drawing.marks import Spot, at, onward
from railhead.track.hexgrid import coordinates

SIDE = 100.0
INNER = SIDE * sqrt(3) / 2
"""The distance from the centre of a hex to the middle of a side."""

SAMPLES = 9


@dataclass(frozen=True)
class Curve:
    """A cubic Bézier curve with its two control points."""

    start: Spot
    near: Spot
    far: Spot
    end: Spot

    def point(self, t: float) -> Spot:
        """The point at parameter t, from 0 to 1."""
        u = 1 - t
        parts = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        spots = (self.start, self.near, self.far, self.end)
        return (
            sum(part * spot[0] for part, spot in zip(parts, spots, strict=True)),
            sum(part * spot[1] for part, spot in zip(parts, spots, strict=True)),
        )

    def direction(self, t: float) -> Spot:
        """The unit tangent at parameter t."""
        (ax, ay), (bx, by) = self.point(max(0.0, t - 0.01)), self.point(min(1.0, t + 0.01))
        length = hypot(bx - ax, by - ay) or 1.0
        return (bx - ax) / length, (by - ay) / length

    def part(self, first: float, last: float) -> Curve:
        """The part of the curve between two parameters."""
        return self._upto(last)._from(first / last) if last > 0 else Curve(*[self.start] * 4)

    def _upto(self, t: float) -> Curve:
        a, b, c = _between(self.start, self.near, t), _between(self.near, self.far, t), _between(self.far, self.end, t)
        d, e = _between(a, b, t), _between(b, c, t)
        return Curve(self.start, a, d, _between(d, e, t))

    def _from(self, t: float) -> Curve:
        return self.reverse()._upto(1 - t).reverse()

    def beside(self, distance: float) -> Curve:
        """A parallel curve, to the right if the distance is positive; accurate enough for track."""

        def aside(spot: Spot, along: Spot) -> Spot:
            return spot[0] - along[1] * distance, spot[1] + along[0] * distance

        first, last = self.direction(0.0), self.direction(1.0)
        return Curve(aside(self.start, first), aside(self.near, first), aside(self.far, last), aside(self.end, last))

    def reverse(self) -> Curve:
        """The same curve reversed."""
        return Curve(self.end, self.far, self.near, self.start)

    @cached_property
    def samples(self) -> tuple[Spot, ...]:
        """Points along the curve."""
        return tuple(self.point(step / SAMPLES) for step in range(SAMPLES + 1))

    @property
    def path(self) -> str:
        """The curve as SVG path data."""
        return f"M{at(self.start)}C{at(self.near)} {at(self.far)} {at(self.end)}"

    def path_at(self, where: Spot) -> str:
        """The curve as the SVG path of a board, when the origin is at a point of it."""
        x, y = self.start
        near, far, end = ((each[0] - x, each[1] - y) for each in (self.near, self.far, self.end))
        if self.is_straight:
            return f"M{at((where[0] + x, where[1] + y))}l{onward(end)}"
        steps = " ".join(onward(each) for each in (near, far, end)).replace(" -", "-")
        return f"M{at((where[0] + x, where[1] + y))}c{steps}"

    @property
    def is_straight(self) -> bool:
        """Do both control points lie on the line between the ends?"""
        (ax, ay), (bx, by) = self.start, self.end
        return all(abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < 1.0 for x, y in (self.near, self.far))

    @property
    def onward(self) -> str:
        """The curve as the continuation of an SVG path that has reached its start."""
        return f"C{at(self.near)} {at(self.far)} {at(self.end)}"


def _between(a: Spot, b: Spot, t: float) -> Spot:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def straight(start: Spot, end: Spot) -> Curve:
    """A straight line."""
    return Curve(start, _between(start, end, 1 / 3), _between(start, end, 2 / 3), end)


@cache
def toward(edge: int, layout: str) -> Spot:
    """The unit vector from the centre towards a side."""
    angle = ((90 if layout == "flat" else 120) + 60 * edge) * pi / 180
    return cos(angle), sin(angle)


@cache
def side(edge: int, layout: str) -> Spot:
    """The middle of a side."""
    x, y = toward(edge, layout)
    return x * INNER, y * INNER


@cache
def corners(layout: str, size: float = SIDE) -> tuple[Spot, ...]:
    """The corners; the side of an edge lies between corner `edge` and corner `edge + 1`."""
    first = (60 if layout == "flat" else 90) * pi / 180
    return tuple((size * cos(first + n * pi / 3), size * sin(first + n * pi / 3)) for n in range(6))


def side_ends(edge: int, layout: str) -> tuple[Spot, Spot]:
    """The two corners of a side."""
    found = corners(layout)
    return found[edge], found[(edge + 1) % 6]


@cache
def on_side(edge: int, part: float, layout: str) -> Spot:
    """A point on a side: 0 is its middle, 1 its upper corner and -1 the lower one, seen from either of its hexes."""
    (x, y), ends = side(edge, layout), side_ends(edge, layout)
    upper = min(ends, key=lambda end: (round(end[1]), end[0]))
    return x + (upper[0] - x) * part, y + (upper[1] - y) * part


@cache
def outline(layout: str, size: float = SIDE) -> str:
    """The hex as the points of an SVG polygon."""
    return " ".join(at(corner).replace(" ", ",") for corner in corners(layout, size))


@cache
def shape(layout: str, size: float = SIDE) -> str:
    """The hex as the path of its sides from the first corner, relative to it."""
    found = corners(layout, size)
    steps = [(round(bx, 1) - round(ax, 1), round(by, 1) - round(ay, 1)) for (ax, ay), (bx, by) in pairwise(found)]
    return "l" + " ".join(onward(step) for step in steps).replace(" -", "-") + "z"


def hexagon(where: Spot, layout: str, size: float = SIDE) -> str:
    """The hex at a point as an SVG path."""
    x, y = corners(layout, size)[0]
    return f"M{at((where[0] + x, where[1] + y))}{shape(layout, size)}"


@cache
def across(one: int, other: int, layout: str) -> Curve:
    """Track from side to side: close to a circular arc, perpendicular to both sides."""
    start, end = side(one, layout), side(other, layout)
    apart = min((one - other) % 6, (other - one) % 6)
    # Between neighbouring sides a third of a small circle, between the next ones a sixth of a large one.
    handle = {1: 4 / 3 * tan(pi / 6) * SIDE / 2, 2: 4 / 3 * tan(pi / 12) * SIDE * 1.5, 3: INNER * 2 / 3}[apart]
    return Curve(start, _inward(one, layout, handle), _inward(other, layout, handle), end)


def into(edge: int, spot: Spot, layout: str) -> Curve:
    """Track from a side to a point within the hex, perpendicular to the side."""
    start = side(edge, layout)
    length = hypot(spot[0] - start[0], spot[1] - start[1])
    near = _inward(edge, layout, length * 0.5)
    return Curve(start, near, _between(near, spot, 0.5), spot)


def _inward(edge: int, layout: str, length: float) -> Spot:
    x, y = toward(edge, layout)
    return x * (INNER - length), y * (INNER - length)


def middle(name: str, layout: str) -> Spot:
    """The centre of the hex at this coordinate."""
    column, row = coordinates(name, layout)
    return (column * SIDE * 1.5, row * INNER) if layout == "flat" else (column * INNER, row * SIDE * 1.5)


def extent(middles: list[Spot], layout: str) -> tuple[float, float, float, float]:
    """The bounding box of the hexes with these centres: left, top, width and height."""
    wide, high = (SIDE, INNER) if layout == "flat" else (INNER, SIDE)
    left, right = min(x for x, _ in middles) - wide, max(x for x, _ in middles) + wide
    top, bottom = min(y for _, y in middles) - high, max(y for _, y in middles) + high
    return left, top, right - left, bottom - top


def ring(count: int, radius: float, first: float = -pi / 2) -> Iterator[Spot]:
    """Evenly spaced points on a circle, clockwise from the top."""
    for number in range(count):
        angle = first + 2 * pi * number / count
        yield radius * cos(angle), radius * sin(angle)
