"""The labels of a whole board at one level of detail."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from railhead.core.ids import Hex
from railhead.drawing.frame import middles
from railhead.drawing.hexes import SIDE
from railhead.drawing.labels import COORDINATE, NUMBER, Label, tolls, words_form
from railhead.drawing.levels import FINE_TYPE, LARGE, USUAL, Level
from railhead.drawing.marks import Spot
from railhead.drawing.setting import NOTHING, WINDOW, Around, Setting, Wish, abroad, at_home, corner_label
from railhead.drawing.tile import Face
from railhead.track.board import Board

Settings = tuple[Setting, ...]
"""By hex: its labels."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A board with what is on it, as far as labels are concerned."""

    board: Board
    faces: tuple[Face, ...]
    guests: tuple[tuple[Hex, tuple[Spot, ...]], ...] = ()
    """Tokens that stand beside the circles of stations."""
    chosen: frozenset[Hex] = frozenset()
    """Hexes that can be chosen."""


@lru_cache(maxsize=512)
def labels_of(scene: Scene, level: Level) -> Settings:
    """The labels of every hex, none of which meets track, a station or another label."""
    guests = dict(scene.guests)
    wishes = [
        Wish(face, level, guests.get(Hex(number), ()), not level.complete and Hex(number) in scene.chosen)
        for number, face in enumerate(scene.faces)
    ]
    found = [at_home(wish) for wish in wishes]
    placed: dict[Hex, Setting] = {Hex(n): labels for n, labels in enumerate(found) if labels is not None}
    for number, labels in enumerate(found):
        if labels is None:
            hex_ = Hex(number)
            placed[hex_] = abroad(wishes[number], _around(scene, hex_, placed))
    return tuple(placed[hex_] for hex_ in scene.board.all_hexes)


def _around(scene: Scene, hex_: Hex, placed: dict[Hex, Setting]) -> Around:
    """What surrounds a hex, with the labels placed so far."""
    board = scene.board
    centres = middles(board)
    x, y = centres[hex_]
    faces, limits, labels = [], [], []
    for edge, (columns, rows) in enumerate(_steps(board.layout)):
        other = board.around[hex_].get(edge)
        if other is None or scene.faces[other].is_sea or scene.faces[other].is_area:
            limits.append((columns, rows))
        else:
            faces.append((columns, rows, scene.faces[other]))
    for other in _near(board)[hex_]:
        by = (centres[other][0] - x, centres[other][1] - y)
        labels += [
            moved for moved in (label.moved(by) for label in placed.get(other, NOTHING).labels) if _in_window(moved)
        ]
    guests = tuple(
        (gx + centres[other][0] - x, gy + centres[other][1] - y)
        for other, spots in scene.guests
        if other in board.around[hex_].values()
        for gx, gy in spots
    )
    return Around(tuple(faces), tuple(labels), tuple(limits), guests)


def _in_window(label: Label) -> bool:
    left, top, right, bottom = label.box
    return left < WINDOW and right > -WINDOW and top < WINDOW and bottom > -WINDOW


@lru_cache(maxsize=4)
def _steps(layout: str) -> tuple[tuple[int, int], ...]:
    """By edge: how far away the neighbour is, in cells."""
    flat = ((0, 72), (-60, 36), (-60, -36), (0, -72), (60, -36), (60, 36))
    pointy = ((-36, 60), (-72, 0), (-36, -60), (36, -60), (72, 0), (36, 60))
    return flat if layout == "flat" else pointy


@lru_cache(maxsize=32)
def _near(board: Board) -> tuple[tuple[Hex, ...], ...]:
    """By hex: the hexes whose labels may come near it."""
    return tuple(
        tuple(
            dict.fromkeys(
                other for near in around.values() for other in (near, *board.around[near].values()) if other != hex_
            )
        )
        for hex_, around in zip(board.all_hexes, board.around, strict=True)
    )


# -- coordinates and numbers of tiles -------------------------------------------------------------


@lru_cache(maxsize=128)
def fine_labels(scene: Scene, scale: int) -> Settings:
    """Coordinates and numbers of tiles in every hex where there is room for them."""
    level = USUAL if scale == USUAL.scale else LARGE
    placed, guests = labels_of(scene, level), dict(scene.guests)
    return tuple(
        _fine(face, scale, level, guests.get(hex_, ()), placed[hex_], _visitors(scene, hex_, placed))
        for hex_, face in zip(scene.board.all_hexes, scene.faces, strict=True)
    )


def _visitors(scene: Scene, hex_: Hex, placed: Settings) -> tuple[Label, ...]:
    """The labels of other hexes that come here, as they lie from the centre."""
    found: list[Label] = []
    centres = middles(scene.board)
    x, y = centres[hex_]
    for other in scene.board.around[hex_].values():
        if placed[other].wanders:
            by = (centres[other][0] - x, centres[other][1] - y)
            found += [moved for moved in (label.moved(by) for label in placed[other].labels) if _touches_hex(moved)]
    return tuple(found)


def _touches_hex(label: Label) -> bool:
    left, top, right, bottom = label.box
    return left < 100 and right > -100 and top < 100 and bottom > -100


@lru_cache(maxsize=32768)
def _fine(
    face: Face, scale: int, level: Level, guests: tuple[Spot, ...], own: Setting, visitors: tuple[Label, ...]
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
