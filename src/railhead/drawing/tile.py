"""Draws a hex in two layers: the land with its track, and everything on top of it.

Routes are drawn between the two, so that stations, tokens and values stay legible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from textwrap import wrap

from railhead.drawing import palette
from railhead.drawing.hexes import INNER, Curve, outline, side_ends, straight, toward
from railhead.drawing.labels import Room
from railhead.drawing.layout import SLOT, STATIONS, lie, radius
from railhead.drawing.marks import Spot, group, tag, text
from railhead.drawing.stops import circles, stop_picture, value_mark, value_row, value_size
from railhead.drawing.terrain import COST_ROOM, cost_mark
from railhead.track.board import HexFacts
from railhead.track.tiles import BEYOND, PORT, StopFacts, TileFacts

RAIL = 11.0
CASING = 17.0
LETTER = 13.0
"""The font size of the least important labels: coordinates and tile numbers."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a hex shows: a tile or what is printed, its rotation, and the hex."""

    tile: TileFacts
    rotation: int = 0
    layout: str = "flat"
    hex: HexFacts | None = None
    colours: tuple[str, ...] = ()
    """The colours of tiles in the order of upgrades: the backgrounds of values that depend on them."""
    current: int | None = None
    """Which of these values currently applies."""
    walls: tuple[int, ...] = ()
    """Sides with a barrier."""


def rails(curves: Sequence[Curve]) -> str:
    """Track: dark lines on a light bed, so that crossings can be told from junctions."""
    path = "".join(curve.path for curve in curves)
    if not path:
        return ""
    # Each line of a crossing gets its own bed, the later above the earlier.
    if len(curves) > 1 and not _all_join(curves):
        return "".join(rails((curve,)) for curve in curves)
    return tag("path", d=path, fill="none", stroke=palette.PAPER, stroke_width=CASING, stroke_opacity=0.75) + tag(
        "path", d=path, fill="none", stroke=palette.INK, stroke_width=RAIL
    )


def _all_join(curves: Sequence[Curve]) -> bool:
    """Do all lines end at a common stop?"""
    ends = [{_near(curve.start), _near(curve.end)} for curve in curves]
    return bool(set.intersection(*ends))


def _near(spot: Spot) -> tuple[int, int]:
    return round(spot[0]), round(spot[1])


def _ground(face: Face) -> str:
    return palette.ground(face.tile.colour, face.hex.terrain if face.hex else "")


@lru_cache(maxsize=16384)
def land(face: Face) -> str:
    """The background and the track."""
    tile = face.tile
    ground = tag(
        "polygon",
        points=outline(face.layout),
        fill=_ground(face),
        stroke=palette.BORDER,
        stroke_width=1.6,
        class_="ground",
    )
    return ground + _signs(face) + rails(lie(tile, face.rotation, face.layout).curves)


def _signs(face: Face) -> str:
    """Marks at the sides of a hex: triangles that the first tile must point to, and ports."""
    hex_ = face.hex
    if hex_ is None or (hex_.buildable and face.tile.colour):
        return ""
    if hex_.buildable:
        return "".join(_triangle(edge, face.layout) for edge in hex_.points_to)
    printed = hex_.printed
    ports = [edge for edge in hex_.open_edges if not printed.turned[0].exits >> edge & 1]
    return "".join(text(_inside(edge, face.layout, 0.68), "⚓", 30, fill=palette.INK, class_="port") for edge in ports)


def _inside(edge: int, layout: str, part: float, aside: float = 0.0) -> Spot:
    """A point on the way from the centre to a side, and so far beside it."""
    x, y = toward(edge, layout)
    return x * INNER * part - y * aside, y * INNER * part + x * aside


def _triangle(edge: int, layout: str) -> str:
    tip, *base = (_inside(edge, layout, 0.97), _inside(edge, layout, 0.78, 15.0), _inside(edge, layout, 0.78, -15.0))
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, *base))
    return tag("polygon", points=points, fill=palette.TRIANGLE, stroke=palette.INK, stroke_width=1.6, class_="triangle")


@lru_cache(maxsize=16384)
def things(face: Face) -> str:
    """Stations, values and labels, without tokens."""
    return _Things(face).draw()


class _Things:
    """Draws the stops of a hex and places its labels."""

    def __init__(self, face: Face) -> None:
        self.face, self.tile = face, face.tile
        self.lie = lie(face.tile, face.rotation, face.layout)
        self.room = Room(face.layout)
        for curve in self.lie.curves:
            self.room.take_curve(curve)
        for edge in face.walls:
            self.room.take_curve(straight(*side_ends(edge, face.layout)))
        for stop, spot, lean in zip(self.tile.stops, self.lie.spots, self.lie.leans, strict=True):
            slot = self.lie.slot
            for each in circles(stop, spot, slot) if stop.kind in STATIONS else [spot]:
                self.room.take_round(each, (slot if stop.kind in STATIONS else radius(stop)) + (9 if lean else 4))

    def draw(self) -> str:
        stops = [
            stop_picture(stop, spot, lean, self.lie.slot)
            for stop, spot, lean in zip(self.tile.stops, self.lie.spots, self.lie.leans, strict=True)
        ]
        # What matters most finds room first.
        parts = [self.values(), self.letter(), self.cost(), self.name(), self.coordinate(), self.number()]
        return "".join((*stops, *parts))

    def values(self) -> str:
        """What each stop pays; once for all stations of a tile with many that pay the same."""
        drawn = []
        if self.pays_alike():
            value = str(self.tile.stops[0].value)
            return value_mark(value, self.room.find(*value_size([value]), wish=(0.0, -10.0)))
        for stop, spot in zip(self.tile.stops, self.lie.spots, strict=True):
            if len(stop.values) > 1:
                width, height = value_size([str(value) for value in stop.values])
                where = spot if stop.kind in BEYOND else self.room.find(width, height, near=spot)
                self.room.boxes.append((*where, width, height))
                colours = self.face.colours if len(self.face.colours) == len(stop.values) else ()
                drawn.append(value_row(stop.values, colours, self.face.current, where))
                drawn.append(self.area(stop, where))
            elif stop.value:
                rivals = [other for other in self.lie.spots if other != spot]
                where = self.room.find(*value_size([str(stop.value)]), near=spot, rivals=rivals)
                drawn.append(value_mark(str(stop.value), where))
        return "".join(drawn)

    def pays_alike(self) -> bool:
        """Are there too many stations to give each its value, and do they all pay the same?"""
        stops = self.tile.stops
        alike = len({stop.value for stop in stops}) == 1 and all(
            stop.kind in STATIONS and not stop.values for stop in stops
        )
        return self.lie.slot < SLOT or (alike and len(stops) > 2)

    def area(self, stop: StopFacts, where: Spot) -> str:
        """The name of the area a place belongs to, above its values; ports have an anchor."""
        hex_ = self.face.hex
        if not stop.area or (hex_ is not None and hex_.title.endswith(stop.area)):
            return ""
        name = f"⚓ {stop.area}" if stop.kind == PORT else stop.area
        spot = (where[0], where[1] - 23)
        self.room.boxes.append((*spot, 9.0 * len(name), 18.0))
        words = text(spot, name, 16, font_style="italic")
        return group(words, class_="name", **self.legible)

    def letter(self) -> str:
        """The letter that restricts a tile to certain hexes."""
        letter = self.tile.label or (self.face.hex.label if self.face.hex else "")
        if not letter:
            return ""
        size = 29.0 if len(letter) == 1 else 19.0
        spot = self.room.find(12 + 0.52 * size * len(letter), size - 1, wish=(58.0, 0.0))
        return text(spot, letter, size, fill=palette.INK, font_weight="bold", class_="letter")

    def cost(self) -> str:
        """What building here costs, while nothing is built."""
        hex_ = self.face.hex
        if hex_ is None or not hex_.cost or self.tile.colour:
            return ""
        return cost_mark(hex_.cost, hex_.terrain, self.room.find(*COST_ROOM, wish=(0.0, 0.0)))

    def name(self) -> str:
        """The name of the place, over several lines where it is long."""
        hex_ = self.face.hex
        if hex_ is None or not hex_.title:
            return ""
        built = bool(self.tile.track)
        size = 15.5 if built else 18.0
        lines = wrap(hex_.title, 13, break_long_words=False)
        width = max(len(line) for line in lines) * size * 0.6
        height = len(lines) * size * 1.05
        x, y = self.room.find(width, height, wish=(0.0, 44.0 if self.tile.stops else 0.0))
        top = y - height / 2 + size * 0.52
        words = [text((x, top + n * size * 1.05), line, size) for n, line in enumerate(lines)]
        return group(words, class_="name", **self.legible)

    @property
    def legible(self) -> dict[str, str | float | None]:
        """Text that stays legible on top of track."""
        return {
            "fill": palette.INK,
            "stroke": _ground(self.face),
            "stroke_width": 4,
            "stroke_linejoin": "round",
            "paint_order": "stroke",
        }

    def coordinate(self) -> str:
        """The coordinate of the hex."""
        if self.face.hex is None:
            return ""
        spot = self.room.find(9.0 * len(self.face.hex.name), LETTER, wish=(-36.0, -72.0))
        return text(spot, self.face.hex.name, LETTER, fill=palette.INK, fill_opacity=0.62, class_="coordinate")

    def number(self) -> str:
        """The number of the tile."""
        if self.face.hex is not None and self.tile is self.face.hex.printed:
            return ""
        name = f"#{self.tile.name}"
        spot = self.room.find(8.6 * len(name), LETTER, wish=(34.0, 74.0))
        return text(spot, name, LETTER, fill=palette.INK, fill_opacity=0.62, class_="number")
