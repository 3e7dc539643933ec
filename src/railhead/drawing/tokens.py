"""Draws tokens: a company's disc with legible letters on its colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import hypot, sqrt

from railhead.core.rulebook import CompanyFacts, MarkerFacts
from railhead.drawing import palette
from railhead.drawing.letters import CAPITAL, width
from railhead.drawing.levels import COUNTRY, OVERVIEW, Level
from railhead.drawing.marks import Spot, circle, fitting, group
from railhead.drawing.memory import remembered

INSIDE = 0.92
"""The part of the radius within which letters stay."""
LARGEST = 0.95
"""The size of the largest letters, relative to the radius."""
NARROWEST = 0.66
"""How narrow letters may become in order to be larger, relative to their usual width."""
LEADING = 0.88
"""The distance between two lines of letters, relative to their size."""
LONG = 4
"""Symbols with at least this many letters take two lines."""
HOME = 0.98
"""The size of letters in a reserved place, relative to those on a token."""
SHORT = 2
"""This many letters fit on a disc at the level of the overview."""
SMALLEST = 7.0
"""Their size in pixels."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """A company's sign as it is written on a disc of radius 1."""

    lines: tuple[str, ...]
    size: float
    cut: float = 1.0
    """How wide letters are, relative to their usual width."""

    def heights(self) -> tuple[float, ...]:
        """How far below the centre the middle of each line is."""
        step = self.size * LEADING
        return tuple(step * (order - (len(self.lines) - 1) / 2) for order in range(len(self.lines)))

    def room(self, line: str) -> float:
        """How wide a line is."""
        return width(line, bold=True) * self.cut * self.size

    def reach(self) -> float:
        """How far from the centre the outermost corner of the letters is."""
        ends = zip(self.lines, self.heights(), strict=True)
        return max(hypot(self.room(line) / 2, abs(height) + CAPITAL * self.size / 2) for line, height in ends)


@cache
def lettering(symbol: str) -> Lettering:
    """The largest letters that stay clear of the rim."""
    return max((_fitted(lines) for lines in _splits(symbol)), key=_looks)


def _splits(symbol: str) -> list[tuple[str, ...]]:
    """The ways to write a sign; no line begins with a small letter."""
    cuts = [cut for cut in range(1, len(symbol)) if not symbol[cut].islower()] if len(symbol) >= LONG else []
    return [(symbol[:cut], symbol[cut:]) for cut in cuts] or [(symbol,)]


def _looks(found: Lettering) -> float:
    """How good a lettering looks: large, and with an ampersand at the beginning of a line rather than at its end."""
    return found.size * (1.1 if found.lines[-1].startswith("&") else 1.0)


def _fitted(lines: tuple[str, ...]) -> Lettering:
    """The largest letters, no narrower than they have to be."""
    cuts = (1.0, 0.9, 0.8, 0.72, NARROWEST)
    # All distances grow with the size of the letters.
    sizes = [min(LARGEST, round(INSIDE / Lettering(lines, 1.0, cut).reach() - 0.005, 2)) for cut in cuts]
    return next(Lettering(lines, size, cut) for size, cut in zip(sizes, cuts, strict=True) if size == max(sizes))


def letters(symbol: str, spot: Spot, radius: float, **attributes: str | float | None) -> str:
    """A company's sign, centred on a point; ink and weight are those of a group around it."""
    found = lettering(symbol)
    size = found.size * radius
    return "".join(
        fitting((spot[0], spot[1] + height * radius), line, size, found.room(line) * radius, **attributes)
        for line, height in zip(found.lines, found.heights(), strict=True)
    )


@cache
def short_signs(symbols: tuple[str, ...]) -> dict[str, str]:
    """Two letters for every sign, of which no two are alike as far as possible: for discs too small for more."""
    found = {symbol: symbol for symbol in symbols if len(symbol) <= SHORT}
    for symbol in symbols:
        if symbol not in found:
            plain = symbol.replace("&", "")
            pairs = [plain[:2], plain[0] + plain[-1], *map("".join, combinations(plain, 2))]
            found[symbol] = next((pair for pair in pairs if pair not in found.values()), pairs[0])
    return found


@cache
def single_signs(companies: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """A letter for every sign, given with its colour: companies of like colours have different ones if possible."""
    found: dict[str, str] = {}
    # Those with few letters choose first.
    for symbol, colour in sorted(companies, key=lambda company: len(set(company[0]))):
        like = {found[other] for other, shade in companies if other in found and palette.is_like(colour, shade)}
        plain = [letter for letter in symbol if letter.isalnum()]
        found[symbol] = next((letter for letter in plain if letter not in like), plain[0])
    return found


@dataclass(frozen=True, slots=True)
class Signs:
    """What a token shows where its whole sign is too small to be read: two letters, or a single one."""

    short: str
    single: str


@cache
def signs_of(companies: tuple[CompanyFacts | MarkerFacts, ...]) -> dict[str, Signs]:
    """By sign on a token: what stands for it on small tokens."""
    short = short_signs(tuple(facts.symbol for facts in companies))
    single = single_signs(tuple((facts.symbol, facts.colour) for facts in companies))
    return {facts.symbol: Signs(short[facts.symbol], single[facts.symbol]) for facts in companies}


def _small_letters(sign: str, spot: Spot, radius: float, level: Level, kind: str) -> str:
    """Letters as large as they can be read on the disc at a level, made narrow if need be."""
    size = level.units(SMALLEST)
    room = 2 * sqrt((radius * INSIDE) ** 2 - (CAPITAL * size / 2) ** 2)
    return fitting(spot, sign, size, room, class_=kind, display="none")


def _small_signs(signs: Signs, spot: Spot, radius: float) -> str:
    return "".join(
        _small_letters(sign, spot, radius, level, kind)
        for sign, level, kind in ((signs.short, OVERVIEW, "short"), (signs.single, COUNTRY, "single"))
        if CAPITAL * level.units(SMALLEST) / 2 < radius * INSIDE
    )


@remembered(1_500, 3)
def token(
    company: CompanyFacts | MarkerFacts, spot: Spot, radius: float, kind: str = "token", signs: Signs | None = None
) -> str:
    """A company's token. Its rim is dark on a light page and light on a dark one.

    A page shows the small signs, if there are any, where the whole sign is too small to be read.
    """
    return group(
        (
            circle(spot, radius, fill=company.colour, stroke=palette.paint("ink"), stroke_width=radius * 0.07),
            letters(company.symbol, spot, radius),
            _small_signs(signs, spot, radius) if signs else "",
        ),
        class_=kind,
        data_company=company.symbol,
        fill=palette.ink_on(company.colour),
        font_weight="bold",
    )


@lru_cache(maxsize=1024)
def place_for(company: CompanyFacts, spot: Spot, radius: float) -> str:
    """A place reserved for a company's token: a ring in its colour."""
    ring = radius * 0.94
    return group(
        (
            circle(spot, ring, fill="none", stroke=company.colour, stroke_width=radius * 0.12, stroke_dasharray="7 4"),
            letters(company.symbol, spot, radius * HOME, fill_opacity=0.85),
        ),
        class_="home",
        data_company=company.symbol,
        fill=palette.INK,
        font_weight="bold",
    )
