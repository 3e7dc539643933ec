"""How wide words are: from the metrics of Arial, which Helvetica and Liberation Sans share."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

FONT = "Arial, Helvetica, 'Liberation Sans', sans-serif"
NARROW = 0.82
"""How much narrower than the regular cut the narrow one is."""
CAPITAL = 0.72
"""The height of capitals and figures, relative to the font size."""
DEEP = 0.21
"""How far letters such as g reach below the line."""
UNKNOWN = 0.9
"""The width assumed for letters that are not in the table."""


@cache
def _table(cut: str) -> dict[str, float]:
    data = tomllib.loads(files("railhead.drawing").joinpath("letter_widths.toml").read_text("utf-8"))
    return {letter: width / 1000 for letter, width in zip(data["letters"], data[cut], strict=True)}


@cache
def width(words: str, *, bold: bool = False, narrow: bool = False) -> float:
    """How wide words are, relative to the font size."""
    table = _table("bold" if bold else "regular")
    return sum(table.get(letter, UNKNOWN) for letter in words) * (NARROW if narrow else 1.0)
