"""The sea around a board: its parts with their borders and names, ports, and the numbers of lines across it.

All of it lies at sea, and labels of the land keep clear of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from railhead.core.scenery import Crossing, Port, Scenery, Sea
from railhead.drawing.frame import Frame, frame, middles
from railhead.drawing.hexes import INNER, SIDE, middle, side_ends, toward
from railhead.drawing.letters import width
from railhead.drawing.marks import Spot, Value, at, box, circle, group, tag, text
from railhead.drawing.palette import paint
from railhead.drawing.tile import anchor
from railhead.track.board import Board
from railhead.track.tiles import TileFacts

NAME = 78.0
"""The size of the names of seas: legible when a whole continent is on a screen."""
SMALLEST_NAME = 44.0
LINE = 1.15
"""The distance of lines, relative to the size."""
PORT = 17.0
"""The radius of the sign of a port."""
PORT_NAME = 24.0
"""The size of the name of a city whose port lies off the coast."""
OFF = 24.0
"""How far from the coast it is."""
BESIDE = 52.0
"""How far below a station at sea the number of its line is."""
NUMBER = 27.0
"""The size of the number of a line."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Seascape:
    """What is drawn at sea, below the land and above it, and where labels must not be."""

    below: str
    above: str
    boxes: tuple[Box, ...]


NOTHING = Seascape("", "", ())


@lru_cache(maxsize=8)
def seascape(board: Board, scenery: Scenery) -> Seascape:
    """The sea around a board."""
    if not scenery.seas:
        return NOTHING
    ports = [(port, _port_spot(board, port)) for port in scenery.ports]
    numbers = [(crossing, _half_way(board, crossing)) for crossing in scenery.crossings]
    taken = [_around(spot, PORT if port.side is not None else PORT + PORT_NAME) for port, spot in ports]
    taken += [_around(spot, NUMBER) for _, spot in numbers]
    names = [name for sea in scenery.seas if (name := _named(board, sea, taken)) is not None]
    below = (
        group(_borders(board, scenery.seas), class_="sea-borders", fill="none"),
        group((name.drawn for name in names), class_="sea-names", fill=paint("blue-line"), font_style="italic"),
    )
    above = (
        tag("defs", _sign(private=False) + _sign(private=True)),
        group((_port(board, port, spot) for port, spot in ports), class_="ports", fill=paint("blue-ink")),
        group((_number(crossing, spot) for crossing, spot in numbers), class_="crossings"),
    )
    return Seascape("".join(below), group(above, class_="seascape"), (*taken, *(name.box for name in names)))


# -- borders --------------------------------------------------------------------------------------


def _borders(board: Board, seas: Sequence[Sea]) -> str:
    """The borders between parts of the sea."""
    of = {name: number for number, sea in enumerate(seas) for name in sea.hexes}
    at_spot = {_key(middle(name, board.layout)): number for name, number in of.items()}
    path = "".join(_sides_between(board, name, number, at_spot) for name, number in of.items())
    style: dict[str, Value] = {"stroke": paint("coast"), "stroke_dasharray": "16 14", "stroke_opacity": 0.55}
    return tag("path", d=path, stroke_width=4, **style) if path else ""


def _sides_between(board: Board, name: str, number: int, at_spot: dict[tuple[int, int], int]) -> str:
    x, y = middle(name, board.layout)
    found = ""
    for edge in range(3):  # the other hex has the other half of the sides
        dx, dy = toward(edge, board.layout)
        beside = at_spot.get(_key((x + 2 * INNER * dx, y + 2 * INNER * dy)))
        if beside is not None and beside != number:
            (ax, ay), (bx, by) = side_ends(edge, board.layout)
            found += f"M{at((x + ax, y + ay))}L{at((x + bx, y + by))}"
    return found


def _key(spot: Spot) -> tuple[int, int]:
    return round(spot[0]), round(spot[1])


# -- names ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Name:
    drawn: str
    box: Box


def _named(board: Board, sea: Sea, taken: Sequence[Box]) -> _Name | None:
    """The name of a sea where there is most room for it, as large as that allows."""
    water = [middle(name, board.layout) for name in sea.hexes]
    for size in (NAME, 60.0, SMALLEST_NAME):
        for lines in _lines(sea.name):
            high = size * LINE * len(lines)
            wide = max(width(line) for line in lines) * size
            found = _roomiest(board, water, (wide, high), taken)
            if found is not None:
                return _Name(_written(found, lines, size), _box(found, wide, high))
    return None


def _lines(name: str) -> Iterator[tuple[str, ...]]:
    """A name on one line, or broken between any two of its words."""
    words = name.split()
    yield (name,)
    for cut in range(1, len(words)):
        yield " ".join(words[:cut]), " ".join(words[cut:])
    if len(words) > 2:
        yield tuple(words)


def _roomiest(board: Board, water: Sequence[Spot], size: tuple[float, float], taken: Sequence[Box]) -> Spot | None:
    """The place of a box of this size that is all at sea, nearest to the middle of it."""
    shown = frame(board)
    middle_x, middle_y = sum(x for x, _ in water) / len(water), sum(y for _, y in water) / len(water)
    land = (spot for spot, facts in zip(middles(board), board.hexes, strict=True) if _in_the_way(facts.printed))
    taken = [*taken, *(_box(spot, 2 * INNER, 1.6 * SIDE) for spot in land)]
    for spot in sorted(water, key=lambda spot: hypot(spot[0] - middle_x, spot[1] - middle_y)):
        wanted = _box(spot, *size)
        if _lies_in(wanted, shown) and not any(_meets(wanted, each) for each in taken):
            return spot
    return None


def _lies_in(wanted: Box, shown: Frame) -> bool:
    left, top, right, bottom = wanted
    across = shown.left < left and right < shown.left + shown.width
    return across and shown.top < top and bottom < shown.top + shown.height


def _in_the_way(printed: TileFacts) -> bool:
    """Is there land, or a line across the sea?"""
    return printed.colour != "blue" or bool(printed.track)


def _written(where: Spot, lines: tuple[str, ...], size: float) -> str:
    x, y = where
    first = y - (len(lines) - 1) * size * LINE / 2
    return "".join(
        text((x, first + number * size * LINE), line, size, fill_opacity=0.75) for number, line in enumerate(lines)
    )


# -- ports and lines ------------------------------------------------------------------------------


def _port_spot(board: Board, port: Port) -> Spot:
    if port.side is None:
        return middle(port.anchor, board.layout) if port.anchor else middles(board)[port.hex]
    x, y = middles(board)[port.hex]
    dx, dy = toward(port.side, board.layout)
    return x + dx * (INNER + OFF), y + dy * (INNER + OFF)


def _port(board: Board, port: Port, spot: Spot) -> str:
    """An anchor off the coast, of a private port in a dark ring; one that lies apart has the name of its city."""
    kind = "port private" if port.private else "port"
    sign = tag("use", class_=kind, href=f"#{_sign_id(port.private)}", x=spot[0], y=spot[1])
    if port.side is not None:
        return sign
    below = (spot[0], spot[1] + PORT + PORT_NAME * 0.8)
    return sign + text(below, board.hexes[port.hex].title, PORT_NAME, class_="port-name", font_style="italic")


def _sign_id(private: bool) -> str:
    return "port-private" if private else "port"


def _sign(*, private: bool) -> str:
    """The sign of a port, centred on the origin; all ports of a kind refer to it."""
    ground, line = ("casing", "blue-ink") if private else ("sea", "coast")
    ring = circle((0.0, 0.0), PORT, fill=paint(ground), stroke=paint(line), stroke_width=3.5)
    return group(ring + anchor(21.0, paint("blue-ink")), id=_sign_id(private))


def _half_way(board: Board, crossing: Crossing) -> Spot:
    """Where the number of a line is: in its middle hex, or between two."""
    near, far = crossing.over[(len(crossing.over) - 1) // 2], crossing.over[len(crossing.over) // 2]
    (ax, ay), (bx, by) = middles(board)[near], middles(board)[far]
    aside = BESIDE if near == far and board.hexes[near].printed.stops else 0.0
    return (ax + bx) / 2, (ay + by) / 2 + aside


def _number(crossing: Crossing, spot: Spot) -> str:
    oval = box(spot, 1.6 * NUMBER, 1.25 * NUMBER, rx=0.62 * NUMBER, fill=paint("casing"), stroke=paint("blue-line"))
    return group(oval, stroke_width=3.5) + text(
        spot, str(crossing.number), NUMBER, font_weight="bold", fill=paint("ink")
    )


# -- boxes ----------------------------------------------------------------------------------------


def _box(spot: Spot, wide: float, high: float) -> Box:
    return spot[0] - wide / 2, spot[1] - high / 2, spot[0] + wide / 2, spot[1] + high / 2


def _around(spot: Spot, reach: float) -> Box:
    return _box(spot, 2 * reach, 2 * reach)


def _meets(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
