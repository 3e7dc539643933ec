"""Hexes with more on them than can be read at the size of the map are drawn again, enlarged, where the map is empty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from railhead.core.ids import Hex
from railhead.drawing.captions import STYLE, captions
from railhead.drawing.hexes import SIDE, extent, outline
from railhead.drawing.labels import NAME, Label, pill, words_form
from railhead.drawing.layout import SLOT, lie
from railhead.drawing.letters import width
from railhead.drawing.marks import Spot, at, group, number, tag
from railhead.drawing.palette import paint
from railhead.drawing.tile import Face
from railhead.track.hexgrid import COMPASS
from railhead.track.tiles import FIRST_STOP

LARGEST = 3.5
"""How many times the size of the map an inset has at most."""
SMALLEST = 1.6
"""A smaller inset would help nobody."""
CLEAR = 24.0
"""The clearance between an inset and everything else."""
STEP = 40.0
"""The distance between positions that are tried."""


TITLE, FIGURES, STOPS = 16.0, 17.0, 13.5
"""The sizes of type in an inset: of its name, its value and the names of its stops, in units of the hex."""
ROOM = 48.0
"""The room for its name."""
RING = 33.0
"""How far from the centre the names of stops are."""
SIDE_NAME = "stop-name"


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

    def room(spot: Spot, enough: float) -> float:
        """The room around a point, or something less than what would be enough."""
        x, y = spot
        found = min(x - left, left + width - x, y - top, top + height - y) + CLEAR
        for (ox, oy), reach in taken:
            if found < enough:
                break
            found = min(found, hypot(x - ox, y - oy) - reach)
        return found

    best, most = (left, top), -SIDE
    for spot in _positions(left, top, width, height):
        found = min(room(spot, most), LARGEST * SIDE)
        if (found, spot[0]) > (most, best[0]):
            best, most = spot, found
    return best, room(best, -SIDE)


def _positions(left: float, top: float, width: float, height: float) -> Iterator[Spot]:
    for column in range(int(width / STEP) + 1):
        for row in range(int(height / STEP) + 1):
            yield left + column * STEP, top + row * STEP


@dataclass(frozen=True, slots=True)
class Words:
    """What is written in an inset: the name, what it pays, and what its stops are called."""

    name: str
    value: int
    stops: tuple[tuple[str, Spot], ...] = ()
    """The names of stops, and where these are."""


def inset_labels(words_: Words) -> tuple[Label, ...]:
    """The labels of a hex with many circles, in the middle of them: each stop has its name beside it."""
    wide = width(words_.name) * TITLE
    lines = [
        words_form(NAME, (words_.name,), TITLE * min(1.0, ROOM / wide) if wide else TITLE),
        *([pill(words_.value, FIGURES)] if words_.value else []),
    ]
    placed = [
        Label(form, (0.0, shift))
        for form, shift in zip(lines, (-10.0, 10.0) if len(lines) > 1 else (0.0,), strict=True)
    ]
    for name, (x, y) in words_.stops:
        far = hypot(x, y)
        placed.append(Label(words_form(SIDE_NAME, (name,), STOPS, bold=True), (x / far * RING, y / far * RING)))
    return tuple(placed)


def side_name(face: Face, stop: int) -> str:
    """The direction of the side at which a stop is."""
    (_, edge), *_ = face.tile.turned[face.rotation].at[FIRST_STOP + stop]
    return COMPASS[face.layout][edge]


def lettered(inset: Inset, middle: Spot, words_: Words) -> str:
    """The labels of an inset; they are hidden while another tile is looked at on its hex."""
    return group(
        captions(inset_labels(words_)),
        class_="inset-labels",
        transform=f"translate({at(inset.where)}) scale({number(round(inset.scale, 1))})",
        data_covers=f"translate({at(middle)})",
        pointer_events="none",
        **STYLE,
    )


def enlarged(inset: Inset, middle: Spot, layout: str, source: str) -> str:
    """An enlarged copy of what the map shows of a hex, whatever is drawn there later."""
    scale = number(round(inset.scale, 1))
    clip = f"{source}-{inset.hex}"
    shape = {"points": outline(layout), "transform": f"translate({at(middle)})"}
    border = {"fill": "none", "stroke": paint("coast"), "stroke_width": "8", "stroke_linejoin": "round"}
    moved = f"translate({at(inset.where)}) scale({scale}) translate({at((-middle[0], -middle[1]))})"
    return group(
        (
            tag("clipPath", tag("polygon", **shape), id=clip),
            tag("use", href=f"#{source}", clip_path=f"url(#{clip})"),
            tag("polygon", **shape, **border),
        ),
        transform=moved,
        aria_hidden="true",
    )
