"""Hexes with more on them than can be read at the size of the map are drawn again, enlarged, where the map is empty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from railhead.core.ids import Hex
from railhead.drawing.hexes import SIDE, extent, outline
from railhead.drawing.layout import SLOT, lie
from railhead.drawing.marks import Spot, at, group, number, tag
from railhead.drawing.palette import paint
from railhead.drawing.tile import Face

LARGEST = 3.5
"""How many times the size of the map an inset has at most."""
SMALLEST = 1.6
"""A smaller inset would help nobody."""
CLEAR = 24.0
"""The clearance between an inset and everything else."""
STEP = 40.0
"""The distance between positions that are tried."""


@dataclass(frozen=True, slots=True)
class Inset:
    """A hex drawn again: where, and how many times larger."""

    hex: Hex
    where: Spot
    scale: float


def insets_of(faces: Sequence[Face], middles: Sequence[Spot], layout: str) -> tuple[Inset, ...]:
    """The hexes whose circles are too small to be read, as far as there is room to enlarge them."""
    crowded = [n for n, face in enumerate(faces) if lie(face.tile, face.rotation, face.layout).slot < SLOT]
    taken = [(middle, SIDE) for middle in middles]
    found = []
    for hex_ in crowded:
        where, room = _emptiest(tuple(taken), tuple(middles), layout)
        scale = min((room - CLEAR) / SIDE, LARGEST)
        if scale >= SMALLEST:
            found.append(Inset(Hex(hex_), where, scale))
            taken.append((where, scale * SIDE))
    return tuple(found)


@lru_cache(maxsize=64)
def _emptiest(taken: tuple[tuple[Spot, float], ...], middles: tuple[Spot, ...], layout: str) -> tuple[Spot, float]:
    """The centre and radius of the largest empty circle within the bounds of the map; the rightmost of equal ones."""
    left, top, width, height = extent(list(middles), layout)

    def room(spot: Spot) -> float:
        x, y = spot
        inside = min(x - left, left + width - x, y - top, top + height - y) + CLEAR
        return min(inside, *(hypot(x - ox, y - oy) - reach for (ox, oy), reach in taken))

    best = max(_positions(left, top, width, height), key=lambda spot: (min(room(spot), LARGEST * SIDE), spot[0]))
    return best, room(best)


def _positions(left: float, top: float, width: float, height: float) -> Iterator[Spot]:
    for column in range(int(width / STEP) + 1):
        for row in range(int(height / STEP) + 1):
            yield left + column * STEP, top + row * STEP


def enlarged(inset: Inset, middle: Spot, layout: str, sources: Sequence[str]) -> str:
    """An enlarged copy of what the map shows of a hex, whatever is drawn there later."""
    scale = number(round(inset.scale, 1))
    clip = f"{sources[0]}-{inset.hex}"
    shape = {"points": outline(layout), "transform": f"translate({at(middle)})"}
    border = {"fill": "none", "stroke": paint("coast"), "stroke_width": "8", "stroke_linejoin": "round"}
    moved = f"translate({at(inset.where)}) scale({scale}) translate({at((-middle[0], -middle[1]))})"
    return group(
        (
            tag("clipPath", tag("polygon", **shape), id=clip),
            *(tag("use", href=f"#{source}", clip_path=f"url(#{clip})") for source in sources),
            tag("polygon", **shape, **border),
        ),
        transform=moved,
        aria_hidden="true",
    )
