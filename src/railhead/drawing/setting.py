"""Where labels go: clear of track, stations and each other, near what they belong to.

A hex first tries to place its labels within its own borders; whether it can depends on nothing but itself, so that is
found out once. Only a hex that is too crowded for that looks for room at its neighbours', around what is there already.
Words have several forms: on one line, on two, narrow, smaller. A name that finds no room even so is not placed here;
`leaders` looks for room further away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush
from math import hypot

from railhead.drawing.areas import is_by_stage
from railhead.drawing.captions import captions, definitions, references
from railhead.drawing.hexes import INNER, SIDE
from railhead.drawing.labels import (
    COORDINATE,
    FIGURE,
    NAME,
    Form,
    Label,
    cost_form,
    letter_forms,
    mark_form,
    name_forms,
    overlap,
    tolls,
    value_forms,
    words_form,
)
from railhead.drawing.layout import BAND, SLOT, STATIONS, has_band, radius
from railhead.drawing.levels import Level
from railhead.drawing.marks import Disc, Spot
from railhead.drawing.memory import remembered
from railhead.drawing.nearby import Nearby
from railhead.drawing.obstacles import CLEAR, between, beyond_the_hex, standing, tracks, whole_hex
from railhead.drawing.raster import CELLS, Free, Raster
from railhead.drawing.tile import Face
from railhead.track.hexgrid import POINTY
from railhead.track.tiles import BEYOND, StopFacts

HOME = 104.0
"""How far from the centre of a hex its corners are, and a little more."""
WINDOW = 172.0
"""How far from the centre of a hex its labels may reach: no further than its neighbours, knowing nothing of others."""
INSIDE = 3.0
"""How far labels stay from the border of their hex."""
ACROSS = 14.0
"""The penalty for a label that crosses the border of its hex."""
OUTWARD = 1.2
"""The penalty for every unit by which it does."""
OUTSIDE = 75.0
"""The most that these units cost."""
MISREAD = 150.0
"""The penalty for a label that is nearer to another stop than to its own."""
ABOVE = 3.0
"""The penalty for a label above its stop instead of below."""
SPOTS = 6
"""This many positions of a value are tried with every form of the name."""
SPREAD = 11.0
"""The distance between positions that are worth trying both."""
FAR = 80.0
"""How far from its stop a label may be."""
GOOD = 45.0
"""A hex whose labels cost no more than this has placed them well enough within its borders."""
WORST = 100.0
"""A name and a value that cost more than this together are too far from what they belong to."""
SLANT = 0.12
"""The penalty for the distance between the middle of a label and its stop."""
MISSING = 1000.0
"""The penalty for a label that finds no room at all."""
NAMELESS = {True: 900.0, False: 1100.0}
"""The same for a name; where not everything is shown, it matters more than a value."""
NEVER = float("inf")

BESIDE = 6.0
"""The distance between a name and a value on one line."""
BAND_HEIGHT = BAND - 3.0
BAND_WIDTH = 4 * SLOT + 2.0
"""The room between the two rows of circles of a city."""


# -- a hex in its surroundings --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Around:
    """What is around a hex: its neighbours, and labels of other hexes, as they lie from its centre."""

    faces: tuple[tuple[int, int, Face], ...]
    """Neighbours, each with its distance in cells."""
    nearby: Nearby
    limits: tuple[tuple[int, int], ...] = ()
    """Where there is no land, as distances in cells."""
    guests: tuple[Disc, ...] = ()
    """Tokens beside the circles of stations of other hexes."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a hex wants to show at a level of detail."""

    face: Face
    level: Level
    guests: tuple[Disc, ...] = ()
    """Tokens that stand beside the circles of a station."""


@dataclass(frozen=True, eq=False)
class Setting:
    """The labels of a hex in their places, from its centre."""

    labels: tuple[Label, ...] = ()
    terrain: str = ""
    cost: float = 0.0
    """How far the places are from the best ones."""
    wanders: bool = False
    """May a label have left the hex?"""
    usual: float = 0.0
    """The usual size of type."""

    @cached_property
    def drawn(self) -> str:
        """The labels as a picture of their own."""
        return captions(self.labels, self.terrain)

    @cached_property
    def referring(self) -> str:
        """The labels as part of a picture in which the usual size of type is known, and labels that look alike."""
        return references(self.labels, self.terrain, self.usual)

    @cached_property
    def definitions(self) -> dict[str, str]:
        """By id: what they refer to."""
        return definitions(self.labels, self.terrain)

    @property
    def has_name(self) -> bool:
        """Has the name found a place?"""
        return any(label.form.kind == NAME for label in self.labels)


NOTHING = Setting()


@remembered(1_200, 8)
def at_home(wish: Wish) -> Setting | None:
    """The labels of a hex within its own borders, if they find room enough there."""
    if not _has_labels(wish.face):
        return NOTHING
    found = on_its_own(wish)
    return found if found.cost <= GOOD else None


@remembered(3_600, 24)
def abroad(wish: Wish, around: Around) -> Setting:
    """The labels of a hex wherever they find room, in its borders or out of them."""
    return _set(wish, around)


@remembered(1_400, 8)
def on_its_own(wish: Wish) -> Setting:
    """The labels of a hex within its own borders, whatever that takes."""
    return _set(wish, None)


def _set(wish: Wish, around: Around | None) -> Setting:
    """The labels of a hex; where words find no room after the values, they come first."""
    found = _Setter(wish, around).set()
    if found.cost < NAMELESS[True] or not wish.level.complete:
        return found
    return min(found, _Setter(wish, around, words_first=True).set(), key=lambda setting: setting.cost)


@remembered(200, 1)
def _has_labels(face: Face) -> bool:
    hex_ = face.hex
    return bool(
        face.letter
        or face.marks
        or any(stop.value for stop in face.tile.stops)
        or (hex_ and (hex_.title or (hex_.cost and not face.tile.colour)))
    )


@dataclass(frozen=True, slots=True)
class _Value:
    """A value to place: the ways to write it, the stop and its radius."""

    forms: list[Form]
    spot: Spot
    reach: float


class _Setter:
    """Sets the labels of one hex: values and name together, then whatever else there is."""

    def __init__(self, wish: Wish, around: Around | None, words_first: bool = False) -> None:
        self.wish, self.face, self.level = wish, wish.face, wish.level
        self.words_first = words_first
        self.layout = self.face.layout
        self.around = around
        self.labels: list[Label] = []
        self.cost = 0.0
        self.tried_name = False

    @property
    def reach(self) -> float:
        """How far from the centre there is anything to consider."""
        return HOME if self.around is None else WINDOW

    # -- space ------------------------------------------------------------------------------------

    @cached_property
    def taken(self) -> Raster:
        """What labels keep clear of: stations, tokens, track, other labels, sea and areas beyond the board."""
        window = Raster.around(CELLS[self.layout], self.reach)
        window.add(standing(self.face))
        labels = list(tolls(self.face, self.level))
        guests = list(self.wish.guests)
        if self.around is not None:
            for columns, rows, face in self.around.faces:
                window.add(standing(face), columns, rows)
                by = (columns * window.cells.wide, rows * window.cells.high)
                labels += [label.moved(by) for label in tolls(face, self.level)]
            labels += self.around.nearby.labels()
            guests += self.around.guests
        for x, y, size in guests:
            window.disc((x, y), size + CLEAR)
        for label in labels:
            take(window, label)
        window.add(tracks(self.face))
        if self.around is None:
            window.add(beyond_the_hex(self.layout, self.reach, INSIDE))
            return window
        for columns, rows, face in self.around.faces:
            window.add(tracks(face), columns, rows)
        for columns, rows in self.around.limits:
            window.add(whole_hex(self.layout), columns, rows)
        return window

    def overhang(self, middle: Spot, form: Form) -> float:
        """How far a box reaches beyond the border of the hex."""
        x, y, wide, high = abs(middle[0]), abs(middle[1]), form.width / 2, form.height / 2
        if self.layout == POINTY:
            x, y, wide, high = y, x, high, wide
        # By symmetry two sides decide: the flat one, and a slanting one.
        flat, slanting = y + high, (x + wide) * INNER / SIDE + (y + high) / 2
        return (flat if flat > slanting else slanting) - INNER

    # -- what there is to place -------------------------------------------------------------------

    def set(self) -> Setting:
        """Place everything: what matters most finds room first."""
        if self.words_first:
            self.place_letter()
        if self.words_first and self.name:
            self.place_name(None)
        values = self.place_in_band(self.values())
        together = len(values) == 1 and self.name and not self.labels
        if not together and self.name and not self.level.complete and not self.labels:
            self.place_name(None)
        for value in () if together else values:
            self.place(value.forms, value.spot, value.reach, self.rivals(value.spot))
        if self.name and (together or not self.tried_name) and not any(each.form.kind == NAME for each in self.labels):
            self.place_name(values[0] if together else None)
        if self.level.complete and not self.words_first:
            self.place_letter()
        if self.level.complete:
            self.place_cost()
            self.place_marks()
        terrain = self.face.hex.terrain if self.face.hex else ""
        usual = self.level.units(self.level.names.usual)
        return Setting(tuple(self.labels), terrain, self.cost, self.around is not None, usual)

    def place_letter(self) -> None:
        """The letter that tiles for this hex need."""
        if self.face.letter:
            self.place(letter_forms(self.face.letter, self.level), (58.0, 0.0), 0.0, ())

    def place_cost(self) -> None:
        """What building costs, while nothing is built."""
        hex_ = self.face.hex
        if hex_ is not None and hex_.cost and not self.face.tile.colour:
            self.place([cost_form(hex_.cost, self.level)], (0.0, 0.0), 0.0, ())

    def place_marks(self) -> None:
        """The signs on a hex; those of areas have their places elsewhere."""
        for sign, faint in () if self.face.is_area else self.face.marks:
            self.place([mark_form(sign, faint, self.level)], (-58.0, -20.0), 0.0, ())

    @cached_property
    def spots(self) -> Sequence[Spot]:
        """Where the name may belong."""
        return named_spots(self.face)

    @property
    def name(self) -> str:
        """The name of the place."""
        return name_of(self.face)

    def values(self) -> list[_Value]:
        """The values to show, once for many stations that pay the same."""
        tile, lie = self.face.tile, self.face.lie
        if self.level.names_only:
            return []
        if pays_alike(self.face):
            return [_Value(value_forms(tile.stops[0].value, self.level), (0.0, -10.0), 0.0)]
        return [
            _Value(value_forms(stop.value, self.level), spot, radius(stop))
            for stop, spot in zip(tile.stops, lie.spots, strict=True)
            if stop.value and stop.kind not in BEYOND and not self.is_by_stage(stop)
        ]

    def is_by_stage(self, stop: StopFacts) -> bool:
        """Does a stop have a place of its own for what it pays (see `area_blocks`)?"""
        return self.face.hex is not None and is_by_stage(self.face.hex, stop)

    def place_in_band(self, values: list[_Value]) -> list[_Value]:
        """Put the name between the two rows of circles of the only station, with the value if both fit there."""
        if self.labels or len(values) != 1 or not has_name_band(self.face):
            return values
        if not self.name:
            return self.place_figure(values)
        (x, y), value = self.face.lie.spots[0], values[0].forms[0].lines
        forms = [
            form for form in name_forms(self.name, self.level) if len(form.lines) == 1 and form.height <= BAND_HEIGHT
        ]
        for form in forms:
            figure = words_form(FIGURE, value, max(form.size, self.level.units(self.level.values.least)), bold=True)
            room = form.width + figure.width + BESIDE
            if room <= BAND_WIDTH and figure.height <= BAND_HEIGHT:
                left = x - room / 2
                self.keep((0.0, Label(form, (left + form.width / 2, y))))
                self.keep((0.0, Label(figure, (left + room - figure.width / 2, y))))
                return []
        alone = next((form for form in forms if form.width <= BAND_WIDTH), None)
        if alone is not None:
            self.keep((0.0, Label(alone, (x, y))))
        return values

    def place_figure(self, values: list[_Value]) -> list[_Value]:
        """Put the value between the two rows of circles, where there is no name."""
        figure = words_form(FIGURE, values[0].forms[0].lines, self.level.units(self.level.values.usual), bold=True)
        self.keep((0.0, Label(figure, self.face.lie.spots[0])))
        return []

    def rivals(self, spot: Spot) -> list[Spot]:
        """The other stops, whose labels those of this one might be taken for."""
        return [*(other for other in self.face.lie.spots if other != spot), *self.strangers]

    @cached_property
    def strangers(self) -> list[Spot]:
        """The stops of other hexes, as they lie from here."""
        cells = CELLS[self.layout]
        return [
            (columns * cells.wide + x, rows * cells.high + y)
            for columns, rows, face in (self.around.faces if self.around else ())
            for x, y in face.lie.spots
        ]

    # -- placing ----------------------------------------------------------------------------------

    def place(self, forms: Sequence[Form], spot: Spot, reach: float, rivals: Sequence[Spot]) -> None:
        """Put a single label near a point."""
        best = None
        # Where not everything is shown, nothing stays that might be taken for something else.
        limit = NEVER if self.level.complete else MISREAD
        for form in forms:
            free = self.taken.free(form.width, form.height)
            found = self.best(form, free, spot, reach, rivals, limit=limit)
            if found and (best is None or found[0] < best[0]):
                best = found
        self.keep(best)

    def keep(self, found: tuple[float, Label] | None, missing: float = MISSING) -> None:
        if found is None:
            self.cost += missing
            return
        self.cost += found[0]
        self.labels.append(found[1])
        take(self.taken, found[1])

    def place_name(self, value: _Value | None) -> None:
        """Put the name, and the only value with it, where both together are best."""
        firsts: list[tuple[float, Label | None]] = self.spots_of(value) if value else []
        if value and not firsts:
            self.place(value.forms, value.spot, value.reach, self.rivals(value.spot))
        firsts = firsts or [(0.0, None)]
        self.tried_name = True
        found = self.best_name(firsts)
        if value and found is None and not self.level.complete:
            # Where not everything is shown, the name comes first.
            found = self.best_name([(0.0, None)])
        (cost, label), name = found or (firsts[0], None)
        if label is not None:
            self.keep((cost, label))
        self.keep(name, NAMELESS[self.level.complete])
        if value and label is None and firsts[0][1] is not None:
            self.place(value.forms, value.spot, value.reach, self.rivals(value.spot))

    def best_name(
        self, firsts: Sequence[tuple[float, Label | None]]
    ) -> tuple[tuple[float, Label | None], tuple[float, Label] | None] | None:
        """The best of the positions of a value, and that of the name with it, unless they are bad."""
        best, least = None, WORST
        reach = max((radius(stop) for stop in self.face.tile.stops), default=0.0)
        for form in name_forms(self.name, self.level):
            if form.penalty + firsts[0][0] >= least:
                break
            free = self.taken.free(form.width, form.height)
            for first in firsts if free else ():
                around = (first[1],) if first[1] else ()
                for spot in self.spots:
                    found = self.best(form, free, spot, reach, self.strangers, around, least - first[0])
                    if found is not None:
                        best, least = (first, found), first[0] + found[0]
        return best

    def spots_of(self, value: _Value) -> list[tuple[float, Label | None]]:
        """The best positions of a value that differ from each other."""
        form, rivals = value.forms[0], self.rivals(value.spot)
        free = self.taken.free(form.width, form.height)
        found: list[tuple[float, Label | None]] = []
        kept: list[Spot] = []
        costs: list[tuple[float, bool, Spot, float]] = [
            (cost, False, middle, gap) for cost, middle, gap in self.scan(form, free, value.spot, value.reach)
        ]
        heapify(costs)
        while costs and len(found) < SPOTS:
            cost, judged, middle, gap = heappop(costs)
            if any(hypot(middle[0] - x, middle[1] - y) <= SPREAD for x, y in kept):
                continue
            if not judged:
                heappush(costs, (cost + self.soft(form, middle, gap, rivals, ()), True, middle, gap))
                continue
            kept.append(middle)
            found.append((cost, Label(form, middle)))
        return found

    def best(
        self,
        form: Form,
        free: Free,
        spot: Spot,
        reach: float,
        rivals: Sequence[Spot],
        around: Sequence[Label] = (),
        limit: float = NEVER,
    ) -> tuple[float, Label] | None:
        """The best position of a form that costs less than the limit, if there is one."""
        best = None
        for cost, middle, gap in self.scan(form, free, spot, reach, limit):
            if cost < limit:
                cost += self.soft(form, middle, gap, rivals, around)
                if cost < limit:
                    best, limit = middle, cost
        return (limit, Label(form, best)) if best else None

    def scan(
        self, form: Form, free: Free, spot: Spot, reach: float, limit: float = NEVER
    ) -> Iterator[tuple[float, Spot, float]]:
        """Free positions of a form whose distance costs less than the limit."""
        return positions(form, free, spot, reach, min(FAR, limit - form.penalty))

    def soft(self, form: Form, middle: Spot, gap: float, rivals: Sequence[Spot], around: Sequence[Label]) -> float:
        """What a position costs besides the distance."""
        for label in around:
            if overlap(label, Label(form, middle), CLEAR * 1.4):
                return NEVER
        cost = 0.0
        if self.around is not None:
            out = self.overhang(middle, form)
            if out > 0:
                cost += ACROSS + min(OUTSIDE, out * OUTWARD)
        for x, y in rivals:
            dx, dy = abs(middle[0] - x) - form.width / 2, abs(middle[1] - y) - form.height / 2
            if (dx < gap and dy < gap) and hypot(dx if dx > 0 else 0.0, dy if dy > 0 else 0.0) < gap:
                cost += MISREAD
                break
        return cost


def positions(form: Form, free: Free, spot: Spot, reach: float, farthest: float) -> Iterator[tuple[float, Spot, float]]:
    """Free positions of a form near a point: what the distance costs, the position, and the gap between the two."""
    cells = free.cells
    (x, y), half_wide, half_high = spot, form.width / 2, form.height / 2
    far = farthest + reach
    wide, high = cells.wide, cells.high
    pad_x, pad_y = free.wide * wide / 2, free.high * high / 2
    last = min(free.count, int((y + far) / high) - free.top)
    low = max(0, int((x - far - form.width) / wide) - free.left)
    mask = _between(low, max(low, int((x + far) / wide) - free.left))
    # In a row of free positions the best is the one nearest to the stop, or one of the two ends.
    worth = _EIGHTH | 1 << max(0, round((x - pad_x) / wide) - free.left)
    for row in range(max(0, int((y - far - form.height) / high) - free.top), last, 2):
        bits = free.row(row)
        bits &= mask & (worth | ~(bits << 1) | ~(bits >> 1))
        if not bits:
            continue
        my = (row + free.top) * high + pad_y
        off = my - y if my > y else y - my
        dy = off - half_high
        base = form.penalty + (ABOVE if my < y else 0.0) + SLANT * off - reach
        while bits:
            lowest = bits & -bits
            bits ^= lowest
            mx = (lowest.bit_length() - 1 + free.left) * wide + pad_x
            off = mx - x if mx > x else x - mx
            dx = off - half_wide
            if dx <= 0:
                gap = dy if dy > 0 else 0.0
            else:
                gap = hypot(dx, dy) if dy > 0 else dx
            yield base + (gap if gap > reach else reach) + SLANT * off, (mx, my), gap


def take(window: Raster, label: Label) -> None:
    """Take the room of a label and of the line to it, with the clearance that others keep."""
    window.box(label.middle, label.form.width + 2 * CLEAR, label.form.height + 2 * CLEAR)
    if label.leader is not None:
        window.path(between(*label.leader), 2 * CLEAR)


def corner_label(face: Face, guests: tuple[Disc, ...], form: Form, labels: tuple[Label, ...]) -> Label | None:
    """A small label in a corner of a hex, clear of everything else there, if there is room."""
    window = Raster.around(CELLS[face.layout], 110.0)
    for part in (standing(face), tracks(face), beyond_the_hex(face.layout, 110.0, 4.0)):
        window.add(part)
    for x, y, size in guests:
        window.disc((x, y), size + CLEAR)
    for label in labels:
        take(window, label)
    found = window.free(form.width, form.height).nearest((-40.0, -70.0) if form.kind == COORDINATE else (40.0, 70.0))
    return Label(form, found[1]) if found else None


_EIGHTH = sum(1 << bit for bit in range(0, 400, 8))


def _between(low: int, high: int) -> int:
    """All bits from one to another."""
    return (1 << high) - (1 << low)


def name_of(face: Face) -> str:
    """The name of a place; areas have theirs elsewhere."""
    return face.hex.title if face.hex and not face.is_area else ""


def named_spots(face: Face) -> Sequence[Spot]:
    """Where a name may belong: at a stop, or in the middle; where there are many stops, at the first."""
    found = face.lie.spots or ((0.0, 0.0),)
    return found[:1] if len(found) > 3 else found


def pays_alike(face: Face) -> bool:
    """Are there too many stations to give each its value, and do they all pay the same?"""
    stops = face.tile.stops
    alike = len({stop.value for stop in stops}) == 1 and all(
        stop.kind in STATIONS and not stop.values for stop in stops
    )
    return face.lie.slot < SLOT or (alike and len(stops) > 2)


def has_name_band(face: Face) -> bool:
    """Has the only station of a hex room for its name between its circles?"""
    return len(face.tile.stops) == 1 and has_band(face.tile.stops[0], face.lie.slot, face.layout)
