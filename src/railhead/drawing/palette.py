"""Colours: tile backgrounds, legible text on them, and lines that can be told apart without colour vision."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

INK = "#1d1d1b"
PAPER = "#ffffff"
LAND = "#f4efdc"
BORDER = "#8d8772"
BARRIER = "#b3261e"
TRIANGLE = "#f2c500"
SHORE = "#7f9fb0"

GROUNDS = {
    "": LAND,
    "yellow": "#fbe36a",
    "green": "#84c67c",
    "russet": "#cf9264",
    "brown": "#cf9264",
    "grey": "#c3c3bf",
    "gray": "#c3c3bf",
    "blue": "#a8d4ee",
    "red": "#e08079",
    "purple": "#c5a5d6",
}

OUTLINES = {"brown": "#8a5a2b", "red": "#c62828", "purple": "#7b3fa0"}
"""The colours in which spaces of a market may be outlined."""

TERRAIN = {
    "hill": "#c9b27a",
    "mountain": "#b99b6b",
    "marsh": "#8fbcae",
    "water": "#7db9de",
    "river": "#7db9de",
    "park": "#a8cf90",
}

WILD = {
    "hill": "#ece0bd",
    "mountain": "#e3d3b4",
    "marsh": "#dbe7d4",
    "water": "#cbe3f1",
    "river": "#cbe3f1",
    "park": "#d5e8c2",
}
"""The background of difficult terrain before anything is built there."""

BRIGHT = 150
"""Text on a background brighter than this is dark, otherwise light."""


@dataclass(frozen=True, slots=True)
class Line:
    """How a route is drawn: its colour, and a dash pattern and a letter for readers who cannot tell colours apart."""

    colour: str
    dashes: str | None
    name: str
    letter: str


LINES = (
    Line("#0057b8", None, "blue", "A"),
    Line("#d55e00", "26 8", "orange", "B"),
    Line("#007a4d", "10 7", "green", "C"),
    Line("#c2187f", "22 7 6 7", "pink", "D"),
    Line("#6a3d9a", "5 6", "purple", "E"),
    Line("#8a6500", "16 6 5 6 5 6", "ochre", "F"),
)
"""The line styles of a company's trains, in order: distinguishable by colour for most, by dashes for all."""


def line(number: int) -> Line:
    """The line style of the nth train."""
    return LINES[number % len(LINES)]


def ground(colour: str, terrain: str = "") -> str:
    """The background of a tile of this colour, or of land without a tile."""
    if not colour and terrain:
        return WILD.get(terrain, LAND)
    return GROUNDS.get(colour, GROUNDS["grey"])


@cache
def brightness(colour: str) -> float:
    """The brightness of a colour, from 0 to 255."""
    if len(colour) == 4:
        colour = "#" + "".join(sign * 2 for sign in colour[1:])
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def ink_on(colour: str) -> str:
    """A legible text colour on a background."""
    return INK if brightness(colour) > BRIGHT else PAPER
