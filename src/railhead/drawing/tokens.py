"""Draws tokens: a company's disc with legible letters on its colour."""

from __future__ import annotations

from railhead.core.rulebook import CompanyFacts
from railhead.drawing import palette
from railhead.drawing.marks import Spot, circle, group, text

WIDE = 0.7
"""The maximum width of most bold letters, relative to their size."""
WIDEST = {"M": 0.92, "W": 1.05, "&": 0.82}
"""The letters that are wider."""


def letter_size(symbol: str, radius: float) -> float:
    """The font size at which a symbol fits on a disc."""
    width = sum(WIDEST.get(letter, WIDE) for letter in symbol) or WIDE
    return min(radius * 0.85, radius * 1.62 / width)


def token(company: CompanyFacts, spot: Spot, radius: float, kind: str = "token") -> str:
    """A company's token."""
    ink = palette.ink_on(company.colour)
    return group(
        (
            circle(spot, radius, fill=company.colour, stroke=palette.INK, stroke_width=radius * 0.06),
            circle(spot, radius * 0.88, fill="none", stroke=ink, stroke_opacity=0.55, stroke_width=radius * 0.05),
            text(spot, company.symbol, letter_size(company.symbol, radius), fill=ink, font_weight="bold"),
        ),
        class_=kind,
        data_company=company.symbol,
    )


def place_for(company: CompanyFacts, spot: Spot, radius: float) -> str:
    """A place reserved for a company's token: a ring in its colour."""
    return group(
        (
            circle(
                spot,
                radius * 0.86,
                fill="none",
                stroke=company.colour,
                stroke_width=radius * 0.16,
                stroke_dasharray="7 4",
            ),
            text(
                spot,
                company.symbol,
                letter_size(company.symbol, radius) * 0.92,
                fill=palette.INK,
                font_weight="bold",
                fill_opacity=0.75,
            ),
        ),
        class_="home",
        data_company=company.symbol,
    )
