"""Draws a hex without its labels, in two layers: the land with its track, and the stations on it.

Routes are drawn between the two, so that stations, tokens and values stay legible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from railhead.drawing.hexes import INNER, SIDE, Curve, hexagon, toward
from railhead.drawing.layout import ARROW, Lie, lie
from railhead.drawing.marks import Spot, Value, at, group, moved, tag
from railhead.drawing.memory import remembered
from railhead.drawing.palette import AREAS, TILES, edge, ground, paint
from railhead.drawing.stops import stop_picture
from railhead.track.board import HexFacts
from railhead.track.tiles import BEYOND, FIRST_STOP, TileFacts

RAIL = 9.5
CASING = 14.5
INSET = 97.0
"""The size of a tile: a little smaller than its hex, so that neighbours of one colour are told apart."""
EDGE = 2.6
STYLE: dict[str, Value] = {"fill": "none", "stroke": paint("ink"), "stroke_width": RAIL}
"""What land inherits from a group around it: there is so much track that it is not said every time."""
HEAD = 17.0
"""The length of the head of an arrow."""


@dataclass(frozen=True)
class Face:
    """What a hex shows: a tile or what is printed, its rotation, and the hex."""

    tile: TileFacts
    rotation: int = 0
    layout: str = "flat"
    hex: HexFacts | None = None
    letter: str = ""
    """The letter that tiles for this hex need, if one can still follow."""
    walls: tuple[int, ...] = ()
    """Sides with a barrier."""
    met: tuple[int, ...] = ()
    """Sides at which track of a neighbour meets the way into an area beyond the board."""
    tolls: tuple[tuple[int, int, float], ...] = ()
    """Sides that cost money to cross, as long as no track does: the cost, and where on the side it is written (0 is in
    the middle, 1 at the upper corner, -1 at the lower one)."""
    marks: tuple[tuple[str, bool], ...] = ()
    """Signs on it, and whether each is faint."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Pictures are looked up by face many times for every page.
        place = (self.tile, self.rotation, self.layout, self.hex)
        return hash((place, self.letter, self.walls, self.met, self.tolls, self.marks))

    @cached_property
    def lie(self) -> Lie:
        """Where its stops and its track are."""
        return lie(self.tile, self.rotation, self.layout)

    @property
    def built(self) -> bool:
        """Is there a tile, rather than what is printed?"""
        return self.hex is None or self.tile is not self.hex.printed

    @property
    def ground(self) -> str:
        """The name of the paint of its background."""
        if self.is_sea:
            return "sea"
        return ground(self.tile.colour, self.hex.terrain if self.hex else "")

    @cached_property
    def is_sea(self) -> bool:
        """Is it open sea, without an area or a line across?"""
        return self.tile.colour == "blue" and not any(stop.kind in BEYOND for stop in self.tile.stops)

    @cached_property
    def is_area(self) -> bool:
        """Does it belong to an area beyond the board?"""
        return any(stop.kind in BEYOND for stop in self.tile.stops)

    @cached_property
    def entries(self) -> tuple[int, ...]:
        """The sides by which areas beyond the board are entered."""
        return tuple(
            min(piece)
            for piece in self.tile.turned[self.rotation].pieces
            if max(piece) >= FIRST_STOP and self.tile.stops[max(piece) - FIRST_STOP].kind in BEYOND
        )

    @cached_property
    def track(self) -> tuple[Curve, ...]:
        """The curves of its track; the arrows into areas are not track."""
        pieces = self.tile.turned[self.rotation].pieces
        return tuple(
            curve
            for piece, curve in zip(pieces, self.lie.curves, strict=True)
            if max(piece) < FIRST_STOP or self.tile.stops[max(piece) - FIRST_STOP].kind not in BEYOND
        )

    @property
    def triangles(self) -> tuple[int, ...]:
        """The sides that the first tile must point to, while there is none."""
        return () if self.hex is None or self.tile.colour or not self.hex.buildable else self.hex.points_to

    @property
    def ports(self) -> tuple[int, ...]:
        """The sides with a port: track may point at them although nothing is there."""
        if self.hex is None or self.hex.buildable:
            return ()
        return tuple(each for each in self.hex.open_edges if not self.hex.printed.turned[0].exits >> each & 1)


def rails(curves: Sequence[Curve]) -> str:
    """Track: dark lines on a light bed, so that crossings can be told from junctions."""
    return "".join(bedded("".join(curve.path for curve in layer)) for layer in layers(curves))


def bedded(path: str, name: str = "") -> str:
    """A path of track with its bed; a long one, which has a name, is written once."""
    bed: dict[str, Value] = {"stroke": paint("casing"), "stroke_width": CASING}
    if name:
        return tag("use", href=f"#{name}", **bed) + tag("path", d=path, class_="rail", id=name)
    return tag("path", d=path, **bed) + tag("path", d=path, class_="rail")


def ferry(path: str) -> str:
    """A path across the sea: a line of dashes, which is not track."""
    line: dict[str, Value] = {"stroke": paint("blue-ink"), "stroke_width": RAIL * 0.8, "stroke_dasharray": "20 11"}
    return tag("path", d=path, class_="ferry", **line)


def layers(curves: Sequence[Curve]) -> list[Sequence[Curve]]:
    """Track in layers: each line of a crossing has its own bed, the later above the earlier."""
    if len(curves) > 1 and not _all_join(curves):
        return [(curve,) for curve in curves]
    return [curves] if curves else []


def _all_join(curves: Sequence[Curve]) -> bool:
    """Do all lines end at a common stop?"""
    ends = [{_near(curve.start), _near(curve.end)} for curve in curves]
    return bool(set.intersection(*ends))


def _near(spot: Spot) -> tuple[int, int]:
    return round(spot[0]), round(spot[1])


@remembered(2_000, 8)
def land(face: Face) -> str:
    """The background and the track."""
    background = "".join(painted(name, hexagon((0.0, 0.0), face.layout, size_of(name))) for name in grounds(face))
    lines = ferry("".join(curve.path for curve in face.track)) if face.is_sea and face.track else rails(face.track)
    return background + marks_at_sides(face) + lines + arrows(face)


def grounds(face: Face) -> tuple[str, ...]:
    """The names of the paints of its background, from below: a tile lies on land, the sea is everywhere."""
    colour = face.ground
    if colour == "sea":
        return ()
    return ("land", colour) if colour in TILES else (colour,)


def size_of(ground_: str) -> float:
    """The size of a background: a tile is inset."""
    return INSET if ground_ in TILES else SIDE


def painted(ground_: str, path: str) -> str:
    """Backgrounds; a tile is edged, areas have no borders of their own."""
    line, wide = (ground_, 1.5) if ground_ in AREAS else (edge(ground_), EDGE if ground_ in TILES else 1.6)
    return tag("path", d=path, class_="ground", fill=paint(ground_), stroke=paint(line), stroke_width=wide)


def arrows(face: Face) -> str:
    """The ways into areas beyond the board."""
    return "".join(_arrow(face, edge_) for edge_ in face.entries)


def marks_at_sides(face: Face) -> str:
    """Marks at the sides of a hex: triangles that the first tile must point to, and ports."""
    triangles = [_triangle(each, face.layout) for each in face.triangles]
    ports = [moved(inside(each, face.layout, 0.68), anchor(26.0, paint("blue-ink"))) for each in face.ports]
    return "".join(triangles) + "".join(group(port, class_="port") for port in ports)


def inside(edge_: int, layout: str, part: float, aside: float = 0.0) -> Spot:
    """A point on the way from the centre to a side, and so far beside it."""
    x, y = toward(edge_, layout)
    return x * INNER * part - y * aside, y * INNER * part + x * aside


def _triangle(edge_: int, layout: str) -> str:
    tip, *base = (inside(edge_, layout, 0.97), inside(edge_, layout, 0.78, 15.0), inside(edge_, layout, 0.78, -15.0))
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, *base))
    style = {"fill": paint("triangle"), "stroke": paint("ink")}
    return tag("polygon", points=points, stroke_width=1.6, class_="triangle", **style)


def anchor(size: float, colour: str) -> str:
    """An anchor, centred on the origin."""
    s = size / 24
    ring = f"M0 {-10 * s:.1f}a{2.6 * s:.1f} {2.6 * s:.1f} 0 1 0 .01 0z"
    stem = f"M0 {-4.8 * s:.1f}V{10 * s:.1f}M{-5 * s:.1f} {-1.5 * s:.1f}H{5 * s:.1f}"
    arms = f"M{-9 * s:.1f} {3 * s:.1f}A{9 * s:.1f} {9 * s:.1f} 0 0 0 {9 * s:.1f} {3 * s:.1f}"
    return tag("path", d=ring + stem + arms, fill="none", stroke=colour, stroke_width=2.4 * s, stroke_linecap="round")


def _arrow(face: Face, edge_: int) -> str:
    """The way into an area beyond the board: solid where track meets it."""
    met = edge_ in face.met
    ink = paint("ink" if met else f"{face.ground}-line")

    def point(along: float, aside: float = 0.0) -> str:
        return at(inside(edge_, face.layout, (INNER - along) / INNER, aside))

    wide, half = (RAIL / 2, HEAD * 0.58) if met else (4.5, HEAD * 0.58)
    neck = ARROW - HEAD
    outline_ = (
        f"M{point(0, -wide)}L{point(neck, -wide)}L{point(neck, -half)}L{point(ARROW)}"
        f"L{point(neck, half)}L{point(neck, wide)}L{point(0, wide)}"
    )
    shape = {"d": outline_, "class_": "entry met" if met else "entry", "stroke": ink}
    if met:
        bed = tag("path", d=outline_, fill="none", stroke=paint("casing"), stroke_width=5)
        return bed + tag("path", fill=ink, stroke_width=0, **shape)
    return tag("path", fill="none", stroke_width=2, **shape)


@remembered(1_000, 4)
def stations(face: Face) -> str:
    """The stops of a hex, without tokens and labels."""
    found = zip(face.tile.stops, face.lie.spots, face.lie.leans, strict=True)
    return "".join(stop_picture(stop, spot, lean, face.lie.slot, face.layout) for stop, spot, lean in found)
