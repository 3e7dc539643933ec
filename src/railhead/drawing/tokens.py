"""Draws tokens: a company's disc with legible letters on its colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import hypot

from railhead.core.rulebook import CompanyFacts
from railhead.drawing import palette
from railhead.drawing.letters import CAPITAL, width
from railhead.drawing.marks import Spot, circle, group, text

INSIDE = 0.88
"""The part of the radius within which letters stay."""
LARGEST = 0.95
"""The size of the largest letters, relative to the radius."""
LEADING = 0.88
"""The distance between two lines of letters, relative to their size."""
LONG = 4
"""Signs with at least so many letters go on two lines."""


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


def token(company: CompanyFacts, spot: Spot, radius: float, kind: str = "token") -> str:
    """A company's token. Its rim is dark on a light page and light on a dark one."""
    return group(
        (
            circle(spot, radius, fill=company.colour, stroke=palette.paint("ink"), stroke_width=radius * 0.07),
            letters(company.symbol, spot, radius, palette.ink_on(company.colour)),
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
