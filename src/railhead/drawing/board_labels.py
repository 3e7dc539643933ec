"""The labels of a whole board at one level of detail."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import hypot, sqrt

from railhead.core.ids import Hex
from railhead.core.rulebook import PhaseFacts
from railhead.drawing.area_blocks import blocks
from railhead.drawing.area_marks import area_marks, signs_of
from railhead.drawing.frame import frame, middles
from railhead.drawing.hexes import SIDE
from railhead.drawing.insets import insets_of
from railhead.drawing.labels import COORDINATE, FIGURE, NUMBER, Form, Label, overlap, tolls, words_form
from railhead.drawing.layout import STATIONS
from railhead.drawing.leaders import REACH, Box, Region, afar
from railhead.drawing.levels import FINE_TYPE, LARGE, USUAL, Level
from railhead.drawing.marks import Disc
from railhead.drawing.memory import remembered
from railhead.drawing.nearby import Nearby, near
from railhead.drawing.obstacles import CLEAR, between
from railhead.drawing.setting import (
    NOTHING,
    WINDOW,
    Around,
    Setting,
    Wish,
    abroad,
    at_home,
    corner_label,
    name_of,
)
from railhead.drawing.tile import Face
from railhead.track.board import Board

GAP = 6.0
"""The clearance between a name at sea and what is written in areas."""
Settings = tuple[Setting, ...]
"""By hex: its labels."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A board with what is on it, as far as labels are concerned."""

    board: Board
    faces: tuple[Face, ...]
    phases: tuple[PhaseFacts, ...] = ()
    """The phases of the game, which are written in areas beyond the board."""
    guests: tuple[tuple[Hex, tuple[Disc, ...]], ...] = ()
    """Tokens that stand beside the circles of stations."""
    chosen: frozenset[Hex] = frozenset()
    """Hexes that can be chosen."""
    at_sea: tuple[Box, ...] = ()
    """Where something is drawn at sea."""

    def area_marks(self, level: Level) -> tuple[Label, ...]:
        """The signs on areas beyond the board."""
        return area_marks(self.board, self.phases, level, signs_of(self.faces))

    def at(self, level: Level) -> Scene:
        """The scene as far as a level is concerned: what can be chosen matters only where few names are shown."""
        return self if level.names_only or not self.chosen else replace(self, chosen=frozenset())


def labels_of(scene: Scene, level: Level) -> Settings:
    """The labels of every hex, none of which meets track, a station or another label."""
    return _labels_of(scene.at(level), level)


@remembered(150_000, 6)
def _labels_of(scene: Scene, level: Level) -> Settings:
    """They are asked for several times while a board is drawn; what is drawn of them is kept longer."""
    placing = _Placing(scene, level)
    if level.complete:
        placing.place(scene.board.all_hexes, scene.board.all_hexes)
    else:
        # Where there is not room for everything, cities come first, the largest before all others.
        cities = sorted((hex_ for hex_ in scene.board.all_hexes if size_of(scene.faces[hex_])), key=placing.rank)
        for city in cities:
            placing.place((city,), scene.board.all_hexes)
        led = scene.chosen if level.names_only else scene.board.all_hexes
        placing.place([hex_ for hex_ in scene.board.all_hexes if hex_ not in placing.placed], led)
    return tuple(placing.placed[hex_] for hex_ in scene.board.all_hexes)


def size_of(face: Face) -> int:
    """How many circles for tokens a hex has."""
    return sum(stop.slots for stop in face.tile.stops if stop.kind in STATIONS)


def _obstacle(box: Box) -> tuple[None, Label, Box]:
    """Something that is not a label, but must not be written upon."""
    left, top, right, bottom = box
    form = Form(FIGURE, (), 0.0, right - left, bottom - top)
    return None, Label(form, ((left + right) / 2, (top + bottom) / 2)), box


class _Placing:
    """Places the labels of a board, hex by hex."""

    def __init__(self, scene: Scene, level: Level) -> None:
        self.scene, self.level, self.board = scene, level, scene.board
        self.centres = middles(scene.board)
        self.guests = dict(scene.guests)
        self.wishes = [Wish(face, level, self.guests.get(Hex(n), ())) for n, face in enumerate(scene.faces)]
        self.placed: dict[Hex, Setting] = {}
        self.roaming = self.beside_cities()
        """Labels that may have left their hex, where they lie on the board."""

    def beside_cities(self) -> list[tuple[Hex | None, Label, Box]]:
        """What is written beside cities that pay more at later stages has its place already."""
        found: list[tuple[Hex | None, Label, Box]] = []
        for block in blocks(self.board, self.scene.phases, self.level):
            if not block.lines:
                form = Form(FIGURE, (), 0.0, *block.size)
                found.append((None, Label(form, block.middle), block.box))
        return [*found, *(_obstacle(box) for box in self.scene.at_sea)]

    def rank(self, hex_: Hex) -> tuple[int, int, int]:
        """The largest city has the lowest, and of equal ones that at the edge of the board, where there is less room.

        It is the same all through a game, so that names stay where they are.
        """
        stops = self.board.hexes[hex_].printed.stops
        size, value = sum(stop.slots for stop in stops), max((stop.value for stop in stops), default=0)
        return -size, -value, len(self.board.around[hex_])

    def place(self, hexes: Iterable[Hex], led: Container[Hex]) -> None:
        """Place the labels of these hexes; a line may lead to the names of some."""
        crowded = []
        for hex_ in hexes:
            setting = at_home(self.wishes[hex_])
            if setting is None or self.disturbed(hex_, setting):
                crowded.append(hex_)
            else:
                self.placed[hex_] = setting
        for hex_ in crowded:
            self.keep(hex_, abroad(self.wishes[hex_], self.around(hex_)))
        for hex_ in crowded:
            setting = self.placed[hex_]
            if hex_ in led and name_of(self.scene.faces[hex_]) and not setting.has_name:
                name = afar(self.wishes[hex_], self.region(hex_), self.limits(hex_))
                if name is not None:
                    self.keep(hex_, _named(setting, name))

    def keep(self, hex_: Hex, setting: Setting) -> None:
        self.placed[hex_] = setting
        self.roaming = [each for each in self.roaming if each[0] != hex_]
        moved = [label.moved(self.centres[hex_]) for label in setting.labels]
        self.roaming += [(hex_, label, label.extent) for label in moved]

    def disturbed(self, hex_: Hex, setting: Setting) -> bool:
        """Has the label of another hex come where these should be?"""
        x, y = self.centres[hex_]
        strangers = [label.moved((-x, -y)) for label in self.visitors(hex_, SIDE)] if setting.labels else ()
        return any(_meet(label, other) for label in setting.labels for other in strangers)

    def visitors(self, hex_: Hex, reach: float) -> list[Label]:
        """The labels that left other hexes and came near this one, as they lie on the board."""
        x, y = self.centres[hex_]
        low, high, over, under = x - reach, x + reach, y - reach, y + reach
        return [
            label
            for other, label, (left, top, right, bottom) in self.roaming
            if left < high and right > low and top < under and bottom > over and other != hex_
        ]

    def labels_near(self, hex_: Hex, others: Iterable[Hex], reach: float) -> Nearby:
        """The labels placed so far that come near a hex."""
        x, y = self.centres[hex_]
        found: list[Hex] = []
        settled: list[tuple[Label, ...]] = []
        for other in others:
            setting = self.placed.get(other, NOTHING)
            if not setting.wanders:
                there = (x - self.centres[other][0], y - self.centres[other][1])
                if any(near(label, *there, reach + CLEAR) for label in setting.labels):
                    found.append(other)
                    settled.append(setting.labels)
        return Nearby(self.board, hex_, reach, tuple(self.visitors(hex_, reach)), tuple(found), tuple(settled))

    def around(self, hex_: Hex) -> Around:
        """What surrounds a hex, with the labels placed so far."""
        board = self.board
        faces, limits = [], []
        for edge, (columns, rows) in enumerate(_steps(board.layout)):
            other = board.around[hex_].get(edge)
            if other is None or self.scene.faces[other].is_sea or self.scene.faces[other].is_area:
                limits.append((columns, rows))
            else:
                faces.append((columns, rows, self.scene.faces[other]))
        nearby = self.labels_near(hex_, _within(board, 2 * WINDOW)[hex_], WINDOW)
        guests = self.guests_of(hex_, board.around[hex_].values())
        return Around(tuple(faces), nearby, tuple(limits), guests)

    def guests_of(self, hex_: Hex, others: Iterable[Hex]) -> tuple[Disc, ...]:
        """Tokens beside the circles of stations of other hexes, as they lie from here."""
        x, y = self.centres[hex_]
        return tuple(
            (gx + self.centres[other][0] - x, gy + self.centres[other][1] - y, size)
            for other in others
            for gx, gy, size in self.guests.get(other, ())
        )

    def region(self, hex_: Hex) -> Region:
        """The wider surroundings of a hex, with all labels placed so far."""
        x, y = self.centres[hex_]
        reach = REACH[self.level.complete]
        # The window is square, so that its corners are further away than its sides.
        others = _within(self.board, reach * sqrt(2) + SIDE)[hex_]
        boxes = [
            (left - x, top - y, right - x, bottom - y)
            for left, top, right, bottom in self.fixed
            if left < x + reach and right > x - reach and top < y + reach and bottom > y - reach
        ]
        return Region(
            others,
            tuple([self.scene.faces[other] for other in others]),
            self.labels_near(hex_, others, reach),
            self.placed[hex_].labels,
            tuple(boxes),
            self.guests_of(hex_, (hex_, *others)),
        )

    @cached_property
    def fixed(self) -> list[Box]:
        """What is written in areas, and hexes that are drawn again at sea."""
        found = [block.box for block in blocks(self.board, self.scene.phases, self.level)]
        for inset in insets_of(self.scene.faces, self.centres, self.board.layout):
            (x, y), reach = inset.where, inset.scale * SIDE
            found.append((x - reach, y - reach, x + reach, y + reach))
        found += [label.box for label in self.scene.area_marks(self.level)]
        return [(left - GAP, top - GAP, right + GAP, bottom + GAP) for left, top, right, bottom in found]

    def limits(self, hex_: Hex) -> Box:
        """The frame of the board, as far as names of this hex may come near it."""
        (x, y), shown, far = self.centres[hex_], frame(self.board), REACH[self.level.complete]
        left, top = max(shown.left - x, -far), max(shown.top - y, -far)
        return left, top, min(shown.left + shown.width - x, far), min(shown.top + shown.height - y, far)


def _meet(label: Label, other: Label) -> bool:
    """Is a label on another one, or on the line that leads to it?"""
    left, top, right, bottom = label.box
    line = between(*other.leader) if other.leader else ()
    return overlap(label, other, CLEAR) or any(left - 5 < x < right + 5 and top - 5 < y < bottom + 5 for x, y in line)


@remembered(2_900, 4)
def _named(setting: Setting, name: Label) -> Setting:
    return replace(setting, labels=(*setting.labels, name))


@lru_cache(maxsize=4)
def _steps(layout: str) -> tuple[tuple[int, int], ...]:
    """By edge: how far away the neighbour is, in cells."""
    flat = ((0, 72), (-60, 36), (-60, -36), (0, -72), (60, -36), (60, 36))
    pointy = ((-36, 60), (-72, 0), (-36, -60), (36, -60), (72, 0), (36, 60))
    return flat if layout == "flat" else pointy


@lru_cache(maxsize=96)
def _within(board: Board, reach: float) -> tuple[tuple[Hex, ...], ...]:
    """By hex: the others whose centres are no further away than this."""
    centres = list(enumerate(middles(board)))
    return tuple(
        tuple(Hex(n) for n, (ox, oy) in centres if n != hex_ and hypot(ox - x, oy - y) < reach)
        for hex_, (x, y) in centres
    )


# -- coordinates and numbers of tiles -------------------------------------------------------------


def fine_level(scale: int) -> Level:
    """The level to whose labels coordinates and numbers of tiles are added at a scale."""
    return USUAL if scale == USUAL.scale else LARGE


def fine_labels(scene: Scene, scale: int) -> Settings:
    """Coordinates and numbers of tiles in every hex where there is room for them."""
    level = fine_level(scale)
    placed, guests = labels_of(scene, level), dict(scene.guests)
    visitors = _visitors(scene, placed)
    return tuple(
        _fine(face, scale, level, guests.get(hex_, ()), placed[hex_], visitors[hex_])
        for hex_, face in zip(scene.board.all_hexes, scene.faces, strict=True)
    )


def _visitors(scene: Scene, placed: Settings) -> list[tuple[Label, ...]]:
    """By hex: the labels of other hexes that come there, as they lie from its centre."""
    centres = middles(scene.board)
    found: list[list[Label]] = [[] for _ in centres]
    for hex_, setting in zip(scene.board.all_hexes, placed, strict=True):
        for label in setting.labels if setting.wanders else ():
            there = label.moved(centres[hex_])
            for other in _within(scene.board, REACH[True] + 2 * SIDE)[hex_]:
                x, y = centres[other]
                if near(there, x, y, SIDE):
                    found[other].append(there.moved((-x, -y)))
    return [tuple(labels) for labels in found]


@remembered(2_600, 10)
def _fine(
    face: Face, scale: int, level: Level, guests: tuple[Disc, ...], own: Setting, visitors: tuple[Label, ...]
) -> Setting:
    """The coordinate of a hex and the number of its tile, clear of its other labels."""
    size = FINE_TYPE * SIDE / scale
    wanted = [words_form(COORDINATE, (face.hex.name,), size)] if face.hex and not face.is_sea else []
    if face.built:
        wanted.append(words_form(NUMBER, (f"#{face.tile.name}",), size))
    labels = (*own.labels, *visitors, *tolls(face, level))
    found: list[Label] = []
    for form in wanted:
        label = corner_label(face, guests, form, (*labels, *found))
        found += [label] if label else []
    return Setting(tuple(found))
