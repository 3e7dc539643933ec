"""Labels: the ways to write names, values, letters and costs, and the room each needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from railhead.drawing.hexes import on_side
from railhead.drawing.letters import CAPITAL, DEEP, width
from railhead.drawing.levels import Level
from railhead.drawing.marks import Spot
from railhead.drawing.memory import remembered
from railhead.drawing.tile import Face

LEADING = 1.04
"""The distance between lines, relative to the font size."""
DEEP_LETTERS = set("gjpqyQç,;()")

NAME, VALUE, LETTER, COST, TOLL, MARK = "name", "value", "letter", "cost", "toll", "mark"
COORDINATE, NUMBER, AXIS = "coordinate", "number", "axis"
SYMBOLS = ("✉",)
"""Signs that are drawn rather than written."""
FIGURE = "figure"
"""A value without a pill."""


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a label: its lines, and the box they need."""

    kind: str
    lines: tuple[str, ...]
    size: float
    width: float
    height: float
    bold: bool = False
    narrow: bool = False
    penalty: float = 0.0
    """How much worse this form is than the best one."""


@dataclass(frozen=True, slots=True)
class Label:
    """A label in its place."""

    form: Form
    middle: Spot
    leader: tuple[Spot, Spot] | None = None
    """The line from what it belongs to, if it is too far away for that to be seen."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        (x, y), form = self.middle, self.form
        return x - form.width / 2, y - form.height / 2, x + form.width / 2, y + form.height / 2

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """The same, with the line that leads to it."""
        if self.leader is None:
            return self.box
        left, top, right, bottom = self.box
        x, y = self.leader[0]
        return min(left, x), min(top, y), max(right, x), max(bottom, y)

    def moved(self, by: Spot) -> Label:
        """The same label elsewhere."""
        dx, dy = by
        (x, y), leader = self.middle, self.leader
        if leader is not None:
            (ax, ay), (bx, by_) = leader
            leader = (ax + dx, ay + dy), (bx + dx, by_ + dy)
        return Label(self.form, (x + dx, y + dy), leader)


def overlap(one: Label, other: Label, gap: float = 0.0) -> bool:
    """Do two labels meet?"""
    (ax, ay), (bx, by) = one.middle, other.middle
    return (
        abs(ax - bx) < (one.form.width + other.form.width) / 2 + gap
        and abs(ay - by) < (one.form.height + other.form.height) / 2 + gap
    )


# -- forms ----------------------------------------------------------------------------------------


def words_form(kind: str, lines: tuple[str, ...], size: float, *, bold: bool = False, narrow: bool = False) -> Form:
    """Words in the box of their letters."""
    wide = max(width(line, bold=bold, narrow=narrow) for line in lines) * size
    deep = DEEP if DEEP_LETTERS & set(lines[-1]) else 0.02
    return Form(kind, lines, size, wide, (CAPITAL + deep + LEADING * (len(lines) - 1)) * size, bold, narrow)


def name_forms(name: str, level: Level) -> Iterator[Form]:
    """The forms of a name, the best first."""
    usual, least = level.units(level.names.usual), level.units(level.names.least)
    middle = (usual + least) / 2
    plans = [(usual, False, 0.0), (usual, True, 9.0), (middle, True, 17.0), (least, True, 26.0)]
    if not level.complete:
        plans = [(usual, False, 0.0), (least, True, 20.0)]
    for size, narrow, penalty in plans:
        for lines in broken(name):
            form = words_form(NAME, lines, size, narrow=narrow)
            yield replace(form, penalty=penalty + 5.0 * (len(lines) - 1))


@lru_cache(maxsize=1024)
def broken(name: str) -> tuple[tuple[str, ...], ...]:
    """A name on one line, on two and on three, broken where the longest line is shortest."""
    words = (
        name.replace("-", "-\N{ZERO WIDTH SPACE}").replace(" ", " \N{ZERO WIDTH SPACE}").split("\N{ZERO WIDTH SPACE}")
    )
    counts = range(1, min(len(words), 3) + 1)
    return tuple(min(_splits(words, count), key=lambda lines: max(map(width, lines))) for count in counts)


def _splits(words: list[str], count: int) -> Iterator[tuple[str, ...]]:
    if count == 1:
        yield ("".join(words).strip(),)
        return
    for cut in range(1, len(words) - count + 2):
        for rest in _splits(words[cut:], count - 1):
            yield ("".join(words[:cut]).strip(), *rest)


def value_forms(value: int, level: Level) -> list[Form]:
    """What a stop pays, in a pill: in the usual size, and smaller."""
    return [pill(value, level.units(level.values.usual)), pill(value, level.units(level.values.least), 12.0)]


def pill(value: int, size: float, penalty: float = 0.0) -> Form:
    """What a stop pays, in a pill."""
    words = words_form(VALUE, (str(value),), size, bold=True)
    tall = CAPITAL * size * 1.32 + 4
    return replace(words, width=words.width + tall * 0.55, height=tall, penalty=penalty)


def letter_forms(letter: str, level: Level) -> list[Form]:
    """The letter that tiles need, in a box: in the usual size, smaller, and narrow."""
    usual, least = level.units(level.names.usual), level.units(level.names.least)
    plans = [(usual, False, 0.0), (least, False, 10.0), *([(least, True, 14.0)] if len(letter) > 1 else [])]
    return [_boxed(letter, size, narrow, penalty) for size, narrow, penalty in plans]


def _boxed(letter: str, size: float, narrow: bool, penalty: float) -> Form:
    words = words_form(LETTER, (letter,), size, bold=True, narrow=narrow)
    side = CAPITAL * size + size * 0.38
    return replace(words, width=max(words.width + size * 0.36, side), height=side, penalty=penalty)


def mark_form(sign: str, faint: bool, level: Level) -> Form:
    """A sign on a hex, in a box; a faint one is not bold."""
    size = level.units(level.names.least)
    words = words_form(MARK, (sign,), size, bold=not faint)
    wide = size * 1.25 if sign in SYMBOLS else words.width + size * 0.3
    return replace(words, width=max(wide, size * 0.9), height=size * 0.9)


def cost_form(cost: int, level: Level) -> Form:
    """What building costs, beside a picture of the terrain."""
    size = level.units(level.names.usual)
    words = words_form(COST, (str(cost),), size, bold=True)
    return replace(words, width=words.width + size * 1.55, height=size * 0.9)


def toll_form(cost: int, level: Level) -> Form:
    """What it costs to cross a side, in a box."""
    size = level.units(level.names.least)
    words = words_form(TOLL, (str(cost),), size, bold=True)
    return replace(words, width=words.width + size * 0.3, height=size * 1.0)


@remembered(600, 3)
def tolls(face: Face, level: Level) -> tuple[Label, ...]:
    """The costs of crossing the sides of a hex."""
    if not level.complete:
        return ()
    return tuple(Label(toll_form(cost, level), on_side(edge, part, face.layout)) for edge, cost, part in face.tolls)
