"""Where the stops of a tile are drawn, and the curves of its track, in every rotation.

A town or halt on a line is drawn on that line; several share it. Any other stop is drawn where its track pulls it, and
stops keep their distance from each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import hypot

from railhead.drawing.hexes import INNER, Curve, across, into, ring, side, straight, toward
from railhead.drawing.marks import Spot
from railhead.drawing.memory import remembered
from railhead.track.tiles import BEYOND, CITY, FIRST_STOP, LINK, StopFacts, TileFacts, Track

STATIONS = (CITY, LINK)
"""Kinds of stop with circles for tokens."""
SLOT = 28.0
"""The radius of a circle for a token."""
SMALL_SLOT = 14.5
"""The radius of a circle on a tile with many of them."""
MANY = 6
"""More circles than this are drawn small, along the sides that their track leads to."""
AT_SIDE = 59.0
"""The distance of such circles from the centre."""
RIM = 4.0
"""How far the body of a station reaches beyond its circles."""
BAND = 29.0
"""The distance between the two rows of a city of four circles: its name and value go there."""
BANDED = 4
"""How many circles such a city has."""
DOT = 11.0
HALT_DOT = 9.0
ARROW = 38.0
"""The length of the arrow by which an area beyond the board is entered."""
LINKS = 43.0
"""How far below the centre of its hex a station without track is drawn, if others have track."""
GAP = 5.0
"""The clearance between stops."""
EDGE = 4.0
"""The clearance between stops and sides."""
PULL = 0.5
"""How far track pulls a stop towards the sides."""
CLEAR = 30.0
"""A stop this far from any other line is clear of it."""
PLACES = (0.5, 0.36, 0.64, 0.26, 0.74)
"""Parameters along a line at which a stop may be placed, the best first."""


@dataclass(frozen=True, slots=True)
class Lie:
    """A rotated tile: the position of every stop and the curve of every piece of track."""

    spots: tuple[Spot, ...]
    curves: tuple[Curve, ...]
    leans: tuple[Spot | None, ...]
    """By stop: the direction of the single line it is on; for two circles, that in which they lie, if not level."""
    slot: float = SLOT
    """The radius of the circles for tokens."""


def has_circles(stop: StopFacts) -> bool:
    """Are there circles for tokens? An area beyond the board may have some too."""
    return stop.kind in STATIONS or (stop.kind in BEYOND and stop.slots > 0)


def radius(stop: StopFacts) -> float:
    """The radius a stop needs."""
    if stop.kind in STATIONS:
        return SLOT if stop.slots <= 1 else SLOT * (1.9 if stop.slots == 2 else 2.1)
    if stop.kind in BEYOND:
        return SLOT
    return DOT if stop.kind == "town" else HALT_DOT


def circles(
    stop: StopFacts, spot: Spot, slot: float = SLOT, layout: str = "flat", axis: Spot | None = None
) -> list[Spot]:
    """The centres of a city's circles; two lie along an axis, small ones in a row along the side of the hex."""
    x, y = spot
    count = max(stop.slots, 1)
    if count == 1:
        return [spot]
    if slot < SLOT:
        far = hypot(x, y)
        shifts = [slot * (2 * n - count + 1) for n in range(count)]
        return [(x - y / far * shift, y + x / far * shift) for shift in shifts]
    if count == 2:
        dx, dy = axis or (1.0, 0.0)
        return [(x - SLOT * dx, y - SLOT * dy), (x + SLOT * dx, y + SLOT * dy)]
    if count == BANDED:
        apart = SLOT + (BAND / 2 if has_band(stop, slot, layout) else 0.0)
        return [(x - SLOT, y - apart), (x + SLOT, y - apart), (x + SLOT, y + apart), (x - SLOT, y + apart)]
    reach = SLOT * {3: 1.16, 5: 1.7}.get(count, 2.0)
    return [(x + dx, y + dy) for dx, dy in ring(count, reach)]


def has_band(stop: StopFacts, slot: float, layout: str) -> bool:
    """Has a city a band for its name between its two rows of circles? A hex with a point on top is too narrow."""
    return stop.kind in STATIONS and stop.slots == BANDED and slot == SLOT and layout == "flat"


@remembered(3_600, 8)
def lie(tile: TileFacts, rotation: int, layout: str) -> Lie:
    """The layout of a tile in a rotation."""
    return _Planner(tile, tile.turned[rotation], layout).lie()


class _Planner:
    """Computes the layout of one tile."""

    def __init__(self, tile: TileFacts, track: Track, layout: str) -> None:
        self.tile, self.track, self.layout = tile, track, layout
        self.spots: list[Spot] = [(0.0, 0.0)] * len(tile.stops)
        self.leans: list[Spot | None] = [None] * len(tile.stops)
        self.curves: dict[int, Curve] = {}
        """By piece: curves already fixed because stops are on a line."""
        self.beyond = {number for number, stop in enumerate(tile.stops) if stop.kind in BEYOND}

    def lie(self) -> Lie:
        if sum(stop.slots for stop in self.tile.stops) > MANY:
            return self.crowded()
        on_lines: set[int] = set()
        chains = list(self.chains())
        for chain in chains:
            self.sit_on_line(chain, self.other_lines(chain, chains))
            on_lines.update(end - FIRST_STOP for end in chain[1:-1])
        beyond = self.stack_beyond()
        others = [number for number in range(len(self.spots)) if number not in on_lines | beyond]
        self.spread(others, on_lines | beyond)
        curves = tuple(self.curves.get(number) or self.curve(*piece) for number, piece in enumerate(self.track.pieces))
        return Lie(tuple(self.spots), curves, tuple(self.leans))

    def crowded(self) -> Lie:
        """Every stop beside the side that its track leads to."""
        for number in range(len(self.spots)):
            x, y = toward(self.sides(number)[0], self.layout)
            self.spots[number] = x * AT_SIDE, y * AT_SIDE
        curves = tuple(self.curve(*piece) for piece in self.track.pieces)
        return Lie(tuple(self.spots), curves, tuple(self.leans), SMALL_SLOT)

    # -- stops on a line --------------------------------------------------------------------------

    def chains(self) -> Iterator[list[int]]:
        """Lines from side to side with only through towns and halts on them, as lists of ends."""
        for edge in range(6):
            for _, end in self.track.at[edge]:
                chain = [edge]
                while end >= FIRST_STOP and self.is_on_line(end) and end not in chain:
                    before = chain[-1]
                    chain.append(end)
                    end = next(other for _, other in self.track.at[end] if other != before)
                if end < FIRST_STOP and edge < end and len(chain) > 1:
                    yield [*chain, end]

    def is_on_line(self, end: int) -> bool:
        stop = self.tile.stops[end - FIRST_STOP]
        others = {other for _, other in self.track.at[end]}
        return stop.kind not in BEYOND and stop.kind not in STATIONS and len(self.track.at[end]) == 2 == len(others)

    def other_lines(self, chain: list[int], chains: list[list[int]]) -> list[Curve]:
        """The other lines from side to side."""
        plain = [piece for piece in self.track.pieces if max(piece) < FIRST_STOP]
        with_stops = [(other[0], other[-1]) for other in chains if other is not chain]
        return [across(*ends, self.layout) for ends in (*plain, *with_stops)]

    def sit_on_line(self, chain: list[int], others: list[Curve]) -> None:
        line = across(chain[0], chain[-1], self.layout)
        count = len(chain) - 2
        parts = [_best_part(line, others)] if count == 1 else [(n + 1) / (count + 1) for n in range(count)]
        for end, part in zip(chain[1:-1], parts, strict=True):
            self.spots[end - FIRST_STOP] = line.point(part)
            self.leans[end - FIRST_STOP] = line.direction(part)
        bounds = [0.0, *parts, 1.0]
        for number, (a, b) in enumerate(pairwise(chain)):
            piece, turned = self.piece_between(a, b)
            stretch = line.part(bounds[number], bounds[number + 1])
            self.curves[piece] = stretch.reverse() if turned else stretch

    def piece_between(self, a: int, b: int) -> tuple[int, bool]:
        """The piece of track between two ends, and whether it is stored the other way round."""
        for number, piece in enumerate(self.track.pieces):
            if piece == (a, b):
                return number, False
            if piece == (b, a):
                return number, True
        raise AssertionError("Ends of a line are joined by track")

    # -- places beyond the board ------------------------------------------------------------------

    def stack_beyond(self) -> set[int]:
        """Areas beyond the board are where the arrows to them point, one with circles is in the middle."""
        for number in self.beyond:
            tips = [entry(edge, self.layout).end for edge in self.sides(number)]
            if tips and not self.tile.stops[number].slots:
                self.spots[number] = sum(x for x, _ in tips) / len(tips), sum(y for _, y in tips) / len(tips)
        return self.beyond

    # -- all other stops --------------------------------------------------------------------------

    def spread(self, others: list[int], fixed: set[int]) -> None:
        """Put stops where their track pulls them, then push apart those that are too near each other."""
        if len(others) == 1 and not fixed:
            self.spots[others[0]] = (0.0, 0.0)
            return
        if not any(self.sides(number) for number in others) and fixed:
            self.below(others)
            return
        free = [number for number in others if not self.sides(number)]
        for number in others:
            if number not in free:
                self.spots[number] = self.pulled(number)
                self.leans[number] = self.axis(number)
        self.place_free(free, [n for n in others if n not in free])
        for step in range(200):
            # Stops in a row that push each other to and fro get out of it sideways.
            if not self.push_apart(others, fixed, 0.4 if step % 50 > 40 else 0.0):
                break

    def below(self, others: list[int]) -> None:
        """Stops without track beside ones that have it: at the bottom, side by side."""
        for order, number in enumerate(others):
            self.spots[number] = (2 * order - len(others) + 1) * SLOT * 2.2, LINKS

    def sides(self, number: int) -> list[int]:
        return [other for _, other in self.track.at[FIRST_STOP + number] if other < FIRST_STOP]

    def pulled(self, number: int) -> Spot:
        vectors = [toward(edge, self.layout) for edge in self.sides(number)]
        x, y = (sum(vector[axis] for vector in vectors) / len(vectors) for axis in (0, 1))
        length = INNER * PULL
        return x * length, y * length

    def place_free(self, free: list[int], placed: list[int]) -> None:
        """Stops that no side pulls: opposite those already placed, or evenly around the centre."""
        if not placed:
            apart = 30.0 + 6.0 * len(free)
            spots = [(-apart, 0.0), (apart, 0.0)] if len(free) == 2 else list(ring(len(free), apart))
            for number, spot in zip(free, spots, strict=True):
                self.spots[number] = spot
            return
        x = sum(self.spots[n][0] for n in placed) / len(placed)
        y = sum(self.spots[n][1] for n in placed) / len(placed)
        length = hypot(x, y) or 1.0
        for order, number in enumerate(self.by_distance(free, placed), 1):
            far = (order - 0.75) * 50.0
            self.spots[number] = -x / length * far, -y / length * far

    def by_distance(self, free: list[int], placed: list[int]) -> list[int]:
        """Free stops in the order in which track leads to them from those already placed."""
        found: list[int] = []
        known = set(placed)
        while len(found) < len(free):
            near = [
                n
                for n in free
                if n not in known and any(o - FIRST_STOP in known for _, o in self.track.at[FIRST_STOP + n])
            ]
            following = near or [n for n in free if n not in known]
            found.append(following[0])
            known.add(following[0])
        return found

    def axis(self, number: int) -> Spot | None:
        """How two circles lie: across the way to the centre, if that is not nearly level anyway."""
        (x, y), stop = self.spots[number], self.tile.stops[number]
        if stop.slots != 2 or stop.kind not in STATIONS or abs(y) > abs(x):
            return None
        return 0.0, 1.0

    def discs(self, number: int) -> list[tuple[float, float, float]]:
        """The circles that a stop takes, each with its radius."""
        stop, spot = self.tile.stops[number], self.spots[number]
        if stop.kind not in STATIONS:
            return [(*spot, radius(stop))]
        rim = RIM if stop.slots > 1 else 1.5
        return [(x, y, SLOT + rim) for x, y in circles(stop, spot, SLOT, self.layout, self.leans[number])]

    def push_apart(self, others: list[int], fixed: set[int], sideways: float) -> bool:
        moved = False
        for one in others:
            for other in (*others, *sorted(fixed)):
                if one != other:
                    moved |= self.push(one, other, sideways)
            moved |= self.pull_in(one)
        return moved

    def push(self, one: int, other: int, sideways: float) -> bool:
        """Move a stop away from another that is too near."""
        pairs = ((a, b) for a in self.discs(one) for b in self.discs(other))
        a, b = min(pairs, key=lambda pair: hypot(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]) - pair[1][2])
        dx, dy = a[0] - b[0], a[1] - b[1]
        apart = hypot(dx, dy)
        short = a[2] + b[2] + GAP - apart
        if short <= 0.5:
            return False
        if apart < 0.01:
            dx, dy, apart = 1.0, 0.0, 1.0
        x, y = self.spots[one]
        step = short / 2 / apart
        self.spots[one] = x + (dx - dy * sideways) * step, y + (dy + dx * sideways) * step
        return True

    def pull_in(self, one: int) -> bool:
        """Move a stop back into its hex."""
        moved = False
        for edge in range(6):
            dx, dy = toward(edge, self.layout)
            over = max(x * dx + y * dy + r for x, y, r in self.discs(one)) - (INNER - EDGE)
            if over > 0.1:
                x, y = self.spots[one]
                self.spots[one] = x - dx * over, y - dy * over
                moved = True
        return moved

    # -- track ------------------------------------------------------------------------------------

    def curve(self, one: int, other: int) -> Curve:
        if one < FIRST_STOP and other < FIRST_STOP:
            return across(one, other, self.layout)
        if max(one, other) - FIRST_STOP in self.beyond:
            arrow = entry(min(one, other), self.layout)
            return arrow if one < other else arrow.reverse()
        if one < FIRST_STOP:
            return into(one, self.spots[other - FIRST_STOP], self.layout)
        if other < FIRST_STOP:
            return into(other, self.spots[one - FIRST_STOP], self.layout).reverse()
        return straight(self.spots[one - FIRST_STOP], self.spots[other - FIRST_STOP])


@cache
def entry(edge: int, layout: str) -> Curve:
    """The arrow from a side to an area beyond the board."""
    (x, y), (dx, dy) = side(edge, layout), toward(edge, layout)
    return straight((x, y), (x - dx * ARROW, y - dy * ARROW))


def _best_part(line: Curve, others: list[Curve]) -> float:
    """The parameter at which a stop on a line is clear of the others."""

    def clearance(part: float) -> float:
        x, y = line.point(part)
        return min((hypot(x - sx, y - sy) for other in others for sx, sy in other.samples), default=CLEAR)

    return max(PLACES, key=lambda part: (min(clearance(part), CLEAR), -abs(part - 0.5)))
