"""The land of a whole board: backgrounds of one colour and all track of one layer are each a single path.

A board has hundreds of hexes, and what they have in common is written once.
"""

from __future__ import annotations

from collections.abc import Sequence

from railhead.core.scenery import PLAIN, Scenery
from railhead.drawing.hexes import hexagon
from railhead.drawing.marks import Spot, moved
from railhead.drawing.memory import remembered
from railhead.drawing.palette import AREAS, TILES
from railhead.drawing.scenery import circles, rivers
from railhead.drawing.tile import Face, arrows, bedded, ferry, grounds, layers, marks_at_sides, painted, size_of


@remembered(80_000, 3)
def country(faces: tuple[Face, ...], centres: tuple[Spot, ...], scenery: Scenery = PLAIN, tinted: str = "") -> str:
    """The backgrounds and the track of all hexes, with what tints the land between them."""
    ground = _backgrounds(faces, centres, rivers(scenery, centres)) + circles(scenery, centres)
    return ground + tinted + _signs(faces, centres) + _track(faces, centres)


def _backgrounds(faces: Sequence[Face], centres: Sequence[Spot], on_land: str) -> str:
    """The ground of every hex, and what lies on the land below the tiles."""
    paths: dict[str, list[str]] = {}
    for face, where in zip(faces, centres, strict=True):
        for name in grounds(face):
            paths.setdefault(name, []).append(hexagon(where, face.layout, size_of(name)))
    drawn = [(_height(name), painted(name, "".join(path))) for name, path in paths.items()]
    return "".join(picture for _, picture in sorted([*drawn, ((1, "~"), on_land)]))


def _height(ground: str) -> tuple[int, str]:
    """Areas lie below land, tiles upon it."""
    return (0 if ground in AREAS else 2 if ground in TILES else 1), ground


def _signs(faces: Sequence[Face], centres: Sequence[Spot]) -> str:
    found = ((where, marks_at_sides(face) + arrows(face)) for face, where in zip(faces, centres, strict=True))
    return "".join(moved(where, signs) for where, signs in found)


def _track(faces: Sequence[Face], centres: Sequence[Spot]) -> str:
    """Track by layers; lines across the sea are ferries, and look like that."""
    paths: list[list[str]] = []
    ferries = ""
    for face, where in zip(faces, centres, strict=True):
        if face.is_sea:
            ferries += "".join(curve.path_at(where) for curve in face.track)
            continue
        for height, curves in enumerate(layers(face.track)):
            if height == len(paths):
                paths.append([])
            paths[height] += [curve.path_at(where) for curve in curves]
    return (ferry(ferries) if ferries else "") + "".join(
        bedded("".join(path), f"track-{height}") for height, path in enumerate(paths)
    )
