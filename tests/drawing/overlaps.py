"""Measures what meets what in a picture of a board, by plain geometry and independently of how labels were placed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

from railhead.core.ids import Hex
from railhead.core.rulebook import Rulebook
from railhead.core.view import BoardView
from railhead.drawing.area_blocks import blocks
from railhead.drawing.areas import cities_by_stage, is_by_stage
from railhead.drawing.board import Sheet, scene_of
from railhead.drawing.board_labels import Scene, labels_of
from railhead.drawing.faces import faces_of
from railhead.drawing.frame import frame, middles
from railhead.drawing.hexes import INNER, toward
from railhead.drawing.labels import FIGURE, LETTER, MARK, NAME, VALUE, Label, tolls
from railhead.drawing.layout import DOT, HALT_DOT, SLOT, STATIONS, circles, entry, has_circles
from railhead.drawing.levels import REGION, Level
from railhead.drawing.setting import name_of, pays_alike
from railhead.drawing.stops import BAR, body_size
from railhead.drawing.tile import CASING, RAIL, Face
from railhead.track.tiles import BEYOND, HALT

Box = tuple[float, float, float, float]
Disc = tuple[float, float, float]
TOUCH = 0.3
"""Less than this is not seen."""


@dataclass(frozen=True)
class Found:
    """A label on the board: whose it is and where it is, in units of the board."""

    hex: Hex | None
    label: Label | None
    words: str
    box: Box


def scene(book: Rulebook, laid: BoardView) -> Scene:
    """A position as far as labels are concerned."""
    return scene_of(Sheet(book, laid), faces_of(book, laid))


def shown(book: Rulebook, scene_: Scene, level: Level) -> list[Found]:
    """Every label at a level of detail."""
    centres = middles(book.board)
    found = []
    for number, setting in enumerate(labels_of(scene_, level)):
        for label in (*setting.labels, *_tolls(scene_.faces[number], level)):
            moved = label.moved(centres[number])
            found.append(Found(Hex(number), moved, " ".join(label.form.lines), moved.box))
    found += [Found(None, None, block.area.name, block.box) for block in blocks(book.board, tuple(book.phases), level)]
    found += [Found(None, label, label.form.lines[0], label.box) for label in scene_.area_marks(level)]
    return found


def _tolls(face: Face, level: Level) -> list[Label]:
    pairs = zip(face.tolls, tolls(face, level), strict=False)
    return [label for (edge, _, _), label in pairs if edge < 3]


def meets(box: Box, disc: Disc) -> bool:
    """Does a box meet a disc?"""
    x, y, radius = disc
    left, top, right, bottom = box
    return hypot(max(left - x, x - right, 0.0), max(top - y, y - bottom, 0.0)) < radius - TOUCH


def overlap(one: Box, other: Box) -> bool:
    """Do two boxes meet?"""
    return (
        one[0] < other[2] - TOUCH
        and other[0] < one[2] - TOUCH
        and one[1] < other[3] - TOUCH
        and other[1] < one[3] - TOUCH
    )


def track_of(face: Face, where: tuple[float, float]) -> list[Disc]:
    """The track of a hex with its bed, and the arrows into areas, as discs close together.

    Track ends square at the side of its hex, so the last disc is half its width before that.
    """
    x, y = where
    points = [curve.point(step / 40) for curve in face.track for step in range(41)]
    found = [(px, py, CASING / 2) for px, py in points if _inside(px, py, face.layout) and not _hidden(face, px, py)]
    for edge in face.entries:
        arrow = entry(edge, face.layout)
        found += [(px, py, RAIL / 2) for px, py in (arrow.point(step / 12) for step in range(2, 12))]
    return [(x + px, y + py, radius) for px, py, radius in found]


def _inside(x: float, y: float, layout: str) -> bool:
    return all(x * dx + y * dy <= INNER - CASING / 2 for dx, dy in (toward(edge, layout) for edge in range(6)))


def _hidden(face: Face, x: float, y: float) -> bool:
    """Is a point under the body of a station?"""
    for stop, (sx, sy) in zip(face.tile.stops, face.lie.spots, strict=True):
        size = body_size(stop, face.lie.slot, face.layout) if stop.kind in STATIONS and stop.slots > 2 else None
        if size and abs(x - sx) < size[0] / 2 and abs(y - sy) < size[1] / 2:
            return True
    return False


def stations_of(face: Face, where: tuple[float, float]) -> list[Disc]:
    """The circles and dots of the stops of a hex."""
    x, y = where
    found = []
    for stop, spot, lean in zip(face.tile.stops, face.lie.spots, face.lie.leans, strict=True):
        if has_circles(stop):
            places = circles(stop, spot, face.lie.slot, face.layout, lean)
            found += [(x + px, y + py, face.lie.slot + (1.4 if face.lie.slot == SLOT else 0.7)) for px, py in places]
        elif stop.kind == HALT:
            found.append((x + spot[0], y + spot[1], HALT_DOT + 2))
        elif stop.kind not in BEYOND and lean is None:
            found.append((x + spot[0], y + spot[1], DOT))
        elif stop.kind not in BEYOND and lean is not None:
            steps = [part / 8 * (BAR[0] - BAR[1]) for part in range(-4, 5)]
            bar = [(spot[0] - lean[1] * step, spot[1] + lean[0] * step) for step in steps]
            found += [(x + bx, y + by, BAR[1] / 2) for bx, by in bar]
    return found


def faults(book: Rulebook, scene_: Scene, level: Level) -> Iterator[str]:
    """Everything that should not be: labels on track, on stations, on tokens, on each other, too small, or missing."""
    centres, found = middles(book.board), shown(book, scene_, level)
    tracks = [track_of(face, where) for face, where in zip(scene_.faces, centres, strict=True)]
    stations = [stations_of(face, where) for face, where in zip(scene_.faces, centres, strict=True)]
    for hex_, discs in scene_.guests:
        x, y = centres[hex_]
        stations[hex_] += [(x + gx, y + gy, size) for gx, gy, size in discs]
    for number, each in enumerate(found):
        near = [n for n, (x, y) in enumerate(centres) if meets(each.box, (x, y, 130.0))]
        for other in near:
            if any(meets(each.box, disc) for disc in tracks[other]):
                yield f"{each.words} on track of {book.board.names[other]}"
            if any(meets(each.box, disc) for disc in stations[other]):
                yield f"{each.words} on a station of {book.board.names[other]}"
        yield from (f"{each.words} on {other.words}" for other in found[:number] if overlap(each.box, other.box))
        if each.label is not None and each.label.form.size * level.scale / 100 < level.names.least - 0.01:
            yield f"{each.words} has {each.label.form.size * level.scale / 100:.1f} px"
    yield from _outside(book, found)
    yield from _crossed(found, [disc for discs in stations for disc in discs])
    if level.complete:
        signs = sum(len(face.marks) for face in scene_.faces if face.is_area)
        if len(scene_.area_marks(level)) != signs:
            yield "not all signs of areas"
        named = {block.area.name for block in blocks(book.board, tuple(book.phases), level)}
        yield from (
            f"{city.name} has not all its values" for city in cities_by_stage(book.board) if city.name not in named
        )
        yield from _missing(book, scene_, level, found)


def _crossed(found: list[Found], stations: list[Disc]) -> Iterator[str]:
    """Lines that lead to names far from their stop cross no label and no other station."""
    for each in found:
        if each.label is None or each.label.leader is None:
            continue
        (ax, ay), (bx, by) = each.label.leader
        points = [(ax + (bx - ax) * step / 60, ay + (by - ay) * step / 60) for step in range(61)]
        for other in found:
            left, top, right, bottom = other.box
            if other is not each and any(left < x < right and top < y < bottom for x, y in points):
                yield f"the line to {each.words} on {other.words}"
        if any(hypot(x - sx, y - sy) < size - TOUCH for x, y in points for sx, sy, size in stations):
            yield f"the line to {each.words} on a station"


def unnamed(book: Rulebook, scene_: Scene, level: Level) -> list[Hex]:
    """The hexes whose names are not shown at a level of detail."""
    named = {each.hex for each in shown(book, scene_, level) if each.label is not None and each.label.form.kind == NAME}
    faces = zip(book.board.all_hexes, scene_.faces, strict=True)
    return [hex_ for hex_, face in faces if name_of(face) and hex_ not in named]


def _outside(book: Rulebook, found: list[Found]) -> Iterator[str]:
    area = frame(book.board)
    limits = (area.left, area.top, area.left + area.width, area.top + area.height)
    for each in found:
        left, top, right, bottom = each.box
        if left < limits[0] - 1 or top < limits[1] - 1 or right > limits[2] + 1 or bottom > limits[3] + 1:
            yield f"{each.words} outside the frame"


def _missing(book: Rulebook, scene_: Scene, level: Level, found: list[Found]) -> Iterator[str]:
    kinds: dict[Hex, list[str]] = {}
    for each in found:
        if each.hex is not None and each.label is not None:
            kinds.setdefault(each.hex, []).append(each.label.form.kind)
    for hex_, face in zip(book.board.all_hexes, scene_.faces, strict=True):
        there, facts = kinds.get(hex_, []), book.board.hexes[hex_]
        paying = [
            stop for stop in face.tile.stops if stop.value and stop.kind not in BEYOND and not is_by_stage(facts, stop)
        ]
        values = min(len(paying), 1) if pays_alike(face) else len(paying)
        if there.count(VALUE) + there.count(FIGURE) != values:
            yield f"{facts.name} has not all its values"
        # In the smallest type, a name may find no room; pointing at the hex still tells it.
        if facts.title and not face.is_area and there.count(NAME) != 1 and level is not REGION:
            yield f"{facts.name} has no name"
        if face.letter and there.count(LETTER) != 1:
            yield f"{facts.name} has no letter"
        if there.count(MARK) != (0 if face.is_area else len(face.marks)):
            yield f"{facts.name} has not all its signs"
        if facts.cost and not face.tile.colour and there.count("cost") != 1:
            yield f"{facts.name} has no cost"
