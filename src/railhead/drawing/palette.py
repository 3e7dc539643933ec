"""Colours: paints in light, dark and strong shades, legible text on any colour, and lines told apart without colour.

A paint is written into pictures as a custom property of CSS with its light shade as a fallback: so a picture is light
wherever it is shown alone, and a page repaints it by giving the properties other values (`pictures.css`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import dist

INK = "#1b1b19"
PAPER = "#ffffff"
BLACK = "#000000"

LIGHT = {
    "ink": INK,
    "casing": "#fffdf6",
    "slot": PAPER,
    "land": "#f5f1e3",
    "land-edge": "#b9b193",
    "yellow": "#f6d860",
    "yellow-edge": "#927508",
    "green": "#8cc084",
    "green-edge": "#326c30",
    "russet": "#cd9468",
    "russet-edge": "#74431c",
    "grey": "#bfc2c2",
    "grey-edge": "#646869",
    "purple": "#c5a5d6",
    "purple-edge": "#6c3f86",
    "red": "#e3b9ae",
    "red-ink": "#5d1d15",
    "red-line": "#8e3b31",
    "blue": "#bcd9ea",
    "blue-ink": "#123f5e",
    "blue-line": "#2f6c94",
    "sea": "#cfe3ee",
    "coast": "#5f8aa3",
    "plain": "#e6e2d6",
    "barrier": "#b3261e",
    "choice": "#0b5fd0",
    "last": "#7a1fa2",
    "triangle": "#c99a00",
    "hill": "#8f7530",
    "hill-ground": "#eee5c8",
    "mountain": "#85622d",
    "mountain-ground": "#e8dcc2",
    "marsh": "#4b7d6c",
    "marsh-ground": "#e2ead9",
    "water": "#2d73a3",
    "water-ground": "#d9e7ec",
    "park": "#55803a",
    "park-ground": "#dfeacd",
    "space": "#fbf8ee",
    "space-edge": "#8d8772",
    "par": "#dbe9f6",
    "zone-1": "#f6cfc9",
    "zone-2": "#fbe3a3",
    "zone-3": "#cfe8c9",
    "zone-4": "#e3d3ee",
    "end": "#d9d4c5",
    "below": "#c9c4b5",
    "outline-brown": "#8a5a2b",
    "outline-red": "#c62828",
    "outline-purple": "#7b3fa0",
}
"""By name: the shade of each paint on a light page."""

DARK = {
    "ink": "#f1eee4",
    "casing": "#0d0f10",
    "slot": "#d9d6cb",
    "land": "#2c2e29",
    "land-edge": "#4c4f46",
    "yellow": "#78650a",
    "yellow-edge": "#d9bd48",
    "green": "#2c5f3c",
    "green-edge": "#6fb47e",
    "russet": "#6e4227",
    "russet-edge": "#c98f62",
    "grey": "#51565a",
    "grey-edge": "#a3aaaf",
    "purple": "#51396a",
    "purple-edge": "#a98bc4",
    "red": "#47241f",
    "red-ink": "#f3c9bf",
    "red-line": "#e6afa4",
    "blue": "#1a3344",
    "blue-ink": "#bfe0f3",
    "blue-line": "#8cc4e4",
    "sea": "#13202a",
    "coast": "#4f7c97",
    "plain": "#1c1e1c",
    "barrier": "#ff7a6e",
    "choice": "#6db4ff",
    "last": "#d58cf0",
    "triangle": "#f2c500",
    "hill": "#b89f63",
    "hill-ground": "#373424",
    "mountain": "#bf9460",
    "mountain-ground": "#3a3024",
    "marsh": "#74ad99",
    "marsh-ground": "#28352d",
    "water": "#6db0dc",
    "water-ground": "#22323a",
    "park": "#8dbb6c",
    "park-ground": "#2c3823",
    "space": "#23282a",
    "space-edge": "#7d8682",
    "par": "#1f3a55",
    "zone-1": "#5a2620",
    "zone-2": "#544310",
    "zone-3": "#23472a",
    "zone-4": "#40305a",
    "end": "#3a3c38",
    "below": "#45443c",
    "outline-brown": "#c98f56",
    "outline-red": "#ff7d75",
    "outline-purple": "#c08fe6",
}
"""By name: the shade of each paint on a dark page."""

STRONG = {
    "ink": "#000000",
    "casing": "#ffffff",
    "slot": "#ffffff",
    "land": "#ffffff",
    "land-edge": "#6a6a6a",
    "yellow": "#ffe14d",
    "yellow-edge": "#5c4700",
    "green": "#74d07a",
    "green-edge": "#0b4a12",
    "russet": "#dd9257",
    "russet-edge": "#4a2408",
    "grey": "#c8c8c8",
    "grey-edge": "#333333",
    "purple": "#d3aaec",
    "purple-edge": "#43155f",
    "red": "#f7c3ba",
    "red-ink": "#3d0000",
    "red-line": "#6b0000",
    "blue": "#b4defa",
    "blue-ink": "#00243d",
    "blue-line": "#003f6b",
    "sea": "#e4f3fc",
    "coast": "#00405f",
    "plain": "#efefef",
    "barrier": "#b00000",
    "choice": "#0040b0",
    "last": "#5c0080",
    "triangle": "#8a5a00",
    "hill": "#5c4500",
    "hill-ground": "#f6ebc4",
    "mountain": "#573200",
    "mountain-ground": "#f0dcb8",
    "marsh": "#0d4f3c",
    "marsh-ground": "#dcf2e4",
    "water": "#004f80",
    "water-ground": "#d3ebf8",
    "park": "#2a5a0a",
    "park-ground": "#dcf2c8",
    "space": "#ffffff",
    "space-edge": "#4a4a4a",
    "par": "#cfe4fa",
    "zone-1": "#ffc9c2",
    "zone-2": "#ffe08a",
    "zone-3": "#bfeab8",
    "zone-4": "#e4ccf7",
    "end": "#dcdcdc",
    "below": "#c8c8c8",
    "outline-brown": "#5c3000",
    "outline-red": "#a00000",
    "outline-purple": "#4f1278",
}
"""By name: the shade of each paint for those who want strong contrast: black on white, and lines that stand out."""

SAME = {"brown": "russet", "gray": "grey", "river": "water"}
"""Other names for the same colours and terrain."""
TILES = ("yellow", "green", "russet", "grey", "purple")
AREAS = ("red", "blue")
"""The colours of areas beyond the board."""
TERRAIN = ("hill", "mountain", "marsh", "water", "park")

LEGIBLE = 4.5
"""The contrast that text needs; where white has less, black has more."""
RIM = 2.2
"""A token with less contrast than this with its ground needs a rim of another shade."""


@dataclass(frozen=True, slots=True)
class Line:
    """How a route is drawn: its colour, and a dash pattern and a letter for readers who cannot tell colours apart."""

    colour: str
    dashes: str | None
    name: str
    letter: str

    @property
    def paint(self) -> str:
        """The colour as an attribute of a picture: a reader's own, if their page says so."""
        return f"var(--line-{self.letter},{self.colour})"

    @property
    def pattern(self) -> str:
        """The dashes as an attribute of a picture: a reader's own, if their page says so."""
        return f"var(--dashes-{self.letter},{self.dashes or 'none'})"


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


@cache
def paint(name: str) -> str:
    """A paint as an attribute of a picture."""
    return f"var(--b-{name},{LIGHT[name]})"


def ground(colour: str, terrain: str = "") -> str:
    """The name of the paint of a tile of this colour, or of land without a tile."""
    colour, terrain = SAME.get(colour, colour), SAME.get(terrain, terrain)
    if not colour:
        return f"{terrain}-ground" if terrain in TERRAIN else "land"
    return colour if colour in LIGHT else "grey"


def edge(ground_: str) -> str:
    """The name of the paint of the edge of a hex with this ground."""
    return f"{ground_}-edge" if ground_ in TILES else "land-edge"


def terrain_paint(terrain: str) -> str:
    """The name of the paint in which a kind of terrain is marked."""
    terrain = SAME.get(terrain, terrain)
    return terrain if terrain in TERRAIN else "hill"


def light(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1."""
    parts = [shade / 255 for shade in _shades(colour)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def contrast(one: str, other: str) -> float:
    """How well two colours can be told apart, from 1 to 21, as the guidelines for accessible pages define it."""
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


LIKE = 75.0
"""Colours no further apart than this, in shades of red, green and blue, are easily taken for each other."""


@cache
def is_like(one: str, other: str) -> bool:
    """Are two colours easily taken for each other on something small?"""
    return dist(_shades(one), _shades(other)) <= LIKE


def _shades(colour: str) -> tuple[int, int, int]:
    if len(colour) == 4:
        colour = "#" + "".join(sign * 2 for sign in colour[1:])
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@cache
def ink_on(colour: str) -> str:
    """A legible text colour on a background."""
    return PAPER if contrast(PAPER, colour) >= LEGIBLE else BLACK
