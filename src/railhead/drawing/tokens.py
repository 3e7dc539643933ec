"""Draws tokens: a company's disc with legible letters on its colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import hypot, sqrt

from railhead.core.rulebook import CompanyFacts, MarkerFacts
from railhead.drawing import palette
from railhead.drawing.letters import CAPITAL, width
from railhead.drawing.levels import OVERVIEW
from railhead.drawing.marks import Spot, circle, group, text

INSIDE = 0.88
"""The part of the radius within which letters stay."""
LARGEST = 0.95
"""The size of the largest letters, relative to the radius."""
LEADING = 0.88
"""The distance between two lines of letters, relative to their size."""
LONG = 4
"""Signs with at least so many letters go on two lines."""
SHORT = 2
"""So many letters have room on a disc at the level of the overview."""
SMALLEST = 7.0
"""Their size in pixels."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """A company's sign as it is written on a disc of radius 1."""

    lines: tuple[str, ...]
    size: float

    def heights(self) -> tuple[float, ...]:
        """How far below the centre the middle of each line is."""
        step = self.size * LEADING
        return tuple(step * (order - (len(self.lines) - 1) / 2) for order in range(len(self.lines)))

    def reach(self) -> float:
        """How far from the centre the outermost corner of the letters is."""
        ends = zip(self.lines, self.heights(), strict=True)
        return max(
            hypot(width(line, bold=True) * self.size / 2, abs(height) + CAPITAL * self.size / 2)
            for line, height in ends
        )


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
    # All distances grow with the size of the letters.
    return Lettering(lines, min(LARGEST, round(INSIDE / Lettering(lines, 1.0).reach() - 0.005, 2)))


def letters(symbol: str, spot: Spot, radius: float, ink: str, **attributes: str | float | None) -> str:
    """A company's sign, centred on a point."""
    found = lettering(symbol)
    return "".join(
        text(
            (spot[0], spot[1] + height * radius), line, found.size * radius, fill=ink, font_weight="bold", **attributes
        )
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


def _short_letters(sign: str, spot: Spot, radius: float, ink: str) -> str:
    """Two letters as large as they can be read on the smallest disc, made narrow if need be."""
    size = OVERVIEW.units(SMALLEST)
    room = 2 * sqrt((radius * INSIDE) ** 2 - (CAPITAL * size / 2) ** 2)
    return text(
        spot,
        sign,
        size,
        font_weight="bold",
        fill=ink,
        textLength=min(room, width(sign, bold=True) * size),
        lengthAdjust="spacingAndGlyphs",
        class_="short",
        display="none",
    )


def token(company: CompanyFacts | MarkerFacts, spot: Spot, radius: float, kind: str = "token", short: str = "") -> str:
    """A company's token. Its rim is dark on a light page and light on a dark one.

    A page shows the short sign, if there is one, where the whole sign is too small to be read.
    """
    ink = palette.ink_on(company.colour)
    return group(
        (
            circle(spot, radius, fill=company.colour, stroke=palette.paint("ink"), stroke_width=radius * 0.07),
            letters(company.symbol, spot, radius, ink),
            _short_letters(short, spot, radius, ink) if short else "",
        ),
        class_=kind,
        data_company=company.symbol,
    )


def place_for(company: CompanyFacts, spot: Spot, radius: float) -> str:
    """A place reserved for a company's token: a ring in its colour."""
    ring = radius * 0.86
    return group(
        (
            circle(spot, ring, fill="none", stroke=company.colour, stroke_width=radius * 0.16, stroke_dasharray="7 4"),
            letters(company.symbol, spot, radius * 0.84, palette.INK, fill_opacity=0.8),
        ),
        class_="home",
        data_company=company.symbol,
    )
