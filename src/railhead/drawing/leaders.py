"""Names that find no room at their hex: they go where there is some, on land or at sea, and a line leads to them.

Nothing is ever written on track: a name for which there is no room here either is not drawn. It is still said when
somebody points at the hex.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from heapq import heapify, heappop, heappush
from math import hypot

from railhead.core.ids import Hex
from railhead.drawing.frame import middles
from railhead.drawing.hexes import side_ends
from railhead.drawing.labels import Form, Label, name_forms, tolls
from railhead.drawing.layout import radius
from railhead.drawing.marks import Disc, Spot
from railhead.drawing.memory import remembered
from railhead.drawing.nearby import Nearby
from railhead.drawing.obstacles import CLEAR, between, standing, tracks, whole_hex
from railhead.drawing.raster import CELLS, Free, Raster
from railhead.drawing.setting import Wish, name_of, named_spots, positions, take
from railhead.drawing.sides import COAST, shores
from railhead.drawing.tile import Face

Box = tuple[float, float, float, float]

REACH = {True: 290.0, False: 380.0}
"""How far from the centre of a hex its name may reach, if everything is shown and if not."""
STEP = 4.5
"""The distance between points of a line that are looked at."""
SHORT = 12.0
"""A name no further than this from its stop needs no line, unless another stop is as near."""
OVER_TRACK = 2.2
"""The penalty for every point at which a line crosses track."""
STRANGE = 45.0
"""A name this near to the stop of another hex might be taken for its name."""
MISREAD = 60.0
"""The penalty for that."""
NEARER = (100.0, 180.0)
"""Places no further away than this are looked at before all others."""
TRIES = 200
"""At most this many positions are examined closely."""


@dataclass(frozen=True, slots=True)
class Region:
    """The wider surroundings of a hex, as they lie from its centre."""

    others: tuple[Hex, ...]
    """The hexes around it."""
    faces: tuple[Face, ...]
    """What each of them looks like."""
    nearby: Nearby
    """Their labels that have their places already."""
    labels: tuple[Label, ...]
    """Its own."""
    boxes: tuple[Box, ...]
    """What else labels keep clear of."""
    guests: tuple[Disc, ...]
    """Tokens beside the circles of stations, its own too."""


@remembered(8_000, 12)
def afar(wish: Wish, region: Region, limits: Box) -> Label | None:
    """The name of a hex where there is room for it within these limits."""
    return _Search(wish, region, limits).found()


class _Search:
    """Looks for room for the name of one hex."""

    def __init__(self, wish: Wish, region: Region, limits: Box) -> None:
        self.face, self.level, self.region, self.limits = wish.face, wish.level, region, limits
        self.reach = REACH[wish.level.complete]
        self.cells = CELLS[wish.face.layout]
        self.own = standing(wish.face)
        self.strangers: list[Spot] = []
        self.rails = self.window()
        self.things = self.window()
        self.look_around()
        self.taken = self.rails.copy()
        self.taken.add(self.things)
        self.taken.add(self.own)

    def window(self) -> Raster:
        return Raster.around(self.cells, self.reach)

    def look_around(self) -> None:
        """Take the room of everything that is there: track apart from the rest, since a line may cross it."""
        board, hex_ = self.region.nearby.board, self.region.nearby.hex
        self.rails.add(tracks(self.face))
        self.rails.add(shore(self.face.layout, shores(board)[hex_]))
        labels = [*self.region.nearby.labels(), *self.region.labels, *tolls(self.face, self.level)]
        for other, face in zip(self.region.others, self.region.faces, strict=True):
            columns, rows = self.cells.offset(middles(board)[hex_], middles(board)[other])
            by = columns * self.cells.wide, rows * self.cells.high
            self.rails.add(tracks(face), columns, rows)
            self.things.add(standing(face), columns, rows)
            if face.is_area:
                self.things.add(whole_hex(face.layout), columns, rows)
            self.rails.add(shore(face.layout, shores(board)[other]), columns, rows)
            self.strangers += [(by[0] + x, by[1] + y) for x, y in face.lie.spots]
            labels += [label.moved(by) for label in tolls(face, self.level)]
        for label in labels:
            take(self.things, label)
        for x, y, size in self.region.guests:
            self.things.disc((x, y), size + CLEAR)
        for left, top, right, bottom in (*self.region.boxes, *self.margins()):
            self.things.box(((left + right) / 2, (top + bottom) / 2), right - left, bottom - top)

    def margins(self) -> Iterator[Box]:
        """What lies beyond the limits."""
        left, top, right, bottom = self.limits
        far = self.reach + 50.0
        yield -far, -far, left, far
        yield right, -far, far, far
        yield -far, -far, far, top
        yield -far, bottom, far, far

    def found(self) -> Label | None:
        """The best place that a line can lead to: first near by, then further away."""
        tries = (self.within(far) for far in (*NEARER, self.reach))
        return next((label for label in tries if label is not None), None)

    def within(self, far: float) -> Label | None:
        """The best place that is no further away than this."""
        places = list(self.candidates(far))
        judged: dict[int, Label] = {}
        costs = [(cost, number) for number, (cost, _, _, _) in enumerate(places)]
        heapify(costs)
        for _ in range(TRIES):
            if not costs:
                break
            cost, number = heappop(costs)
            if number in judged:
                return judged[number]
            _, spot, label, gap = places[number]
            extra, led = self.judged(spot, label, gap)
            if led is not None:
                judged[number] = led
                heappush(costs, (cost + extra, number))
        return None

    @cached_property
    def forms(self) -> list[tuple[Form, Free]]:
        """The forms of the name, each with the places where it meets nothing."""
        forms = name_forms(name_of(self.face), self.level)
        return [(form, self.taken.free(form.width, form.height)) for form in forms]

    def candidates(self, far: float) -> Iterator[tuple[float, Spot, Label, float]]:
        """Free places: what the distance costs, the stop, the name there, and the gap between them."""
        reach = max((radius(stop) for stop in self.face.tile.stops), default=0.0)
        for form, free in self.forms:
            for spot in named_spots(self.face) if free else ():
                for cost, middle, gap in _spread(positions(form, free, spot, reach, far)):
                    yield cost, spot, Label(form, middle), gap

    def judged(self, spot: Spot, label: Label, gap: float) -> tuple[float, Label | None]:
        """What a place costs besides the distance, and the label with its line; None if no line can lead there."""
        strange = min((_distance(label, other) for other in self.strangers), default=STRANGE)
        extra = MISREAD if strange < STRANGE else 0.0
        left, top, right, bottom = label.box
        end = min(max(spot[0], left), right), min(max(spot[1], top), bottom)
        points = _points(spot, end)
        points = points[max((n for n, point in enumerate(points, 1) if self.own.has(point)), default=0) :]
        if len(points) * STEP <= SHORT and strange > gap:
            return extra, label
        if not points or any(self.things.has(point) for point in points):
            return extra, None
        extra += OVER_TRACK * sum(self.rails.has(point) for point in points)
        return extra, replace(label, leader=(points[0], end))


@lru_cache(maxsize=256)
def shore(layout: str, edges: tuple[int, ...]) -> Raster:
    """The coast along sides of a hex: a name does not lie across it."""
    found = Raster.around(CELLS[layout], 110.0)
    for edge in edges:
        found.path(between(*side_ends(edge, layout)), COAST / 2)
    return found


def _spread(found: Iterator[tuple[float, Spot, float]]) -> Iterator[tuple[float, Spot, float]]:
    """The best of positions that are close together."""
    best: dict[tuple[int, int], tuple[float, Spot, float]] = {}
    for each in found:
        place = round(each[1][0] / 20), round(each[1][1] / 20)
        if place not in best or each[0] < best[place][0]:
            best[place] = each
    yield from best.values()


def _points(start: Spot, end: Spot) -> list[Spot]:
    """Points along a line."""
    steps = max(1, round(hypot(end[0] - start[0], end[1] - start[1]) / STEP))
    return [
        (start[0] + (end[0] - start[0]) * step / steps, start[1] + (end[1] - start[1]) * step / steps)
        for step in range(steps + 1)
    ]


def _distance(label: Label, spot: Spot) -> float:
    """The distance between a label and a point."""
    left, top, right, bottom = label.box
    return hypot(max(left - spot[0], spot[0] - right, 0.0), max(top - spot[1], spot[1] - bottom, 0.0))
