"""Levels of detail: what a board shows, and in which size, depending on how large its hexes are on the screen.

Type is measured in pixels of the screen, everything else in units of the board. So each level has its own labels, set
for the smallest scale at which it is shown; a page shows the labels of one level at a time.
"""

from __future__ import annotations

from dataclasses import dataclass

from railhead.drawing.hexes import SIDE


@dataclass(frozen=True, slots=True)
class Type:
    """A size of type in pixels, and the smallest to which it may shrink."""

    usual: float
    least: float


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """The labels for hexes whose sides have at least this many pixels."""

    scale: int
    names: Type
    values: Type
    complete: bool
    """Is every label shown? Otherwise only what there is room for."""
    names_only: bool = False

    def units(self, pixels: float) -> float:
        """A size on the screen, in units of the board."""
        return pixels * SIDE / self.scale

    @property
    def key(self) -> str:
        """What pages call this level."""
        return str(self.scale)


POCKET = Level(12, Type(9.0, 8.5), Type(9.0, 9.0), complete=False, names_only=True)
CONTINENT = Level(14, Type(9.0, 8.5), Type(9.0, 9.0), complete=False, names_only=True)
COUNTRY = Level(17, Type(9.0, 8.5), Type(8.5, 8.5), complete=False)
OVERVIEW = Level(22, Type(9.0, 8.5), Type(8.5, 8.5), complete=False)
REGION = Level(33, Type(9.5, 8.0), Type(10.0, 9.0), complete=True)
USUAL = Level(44, Type(10.5, 9.0), Type(11.5, 9.5), complete=True)
LARGE = Level(52, Type(12.0, 9.5), Type(13.0, 10.0), complete=True)
LEVELS = (POCKET, CONTINENT, COUNTRY, OVERVIEW, REGION, USUAL, LARGE)
"""All levels, from the smallest scale."""
FEW_LEVELS = (POCKET, OVERVIEW, REGION, LARGE)
"""Those of a board with so many hexes that a page could not hold all levels."""
FINE = 90
"""From this scale on, coordinates and numbers of tiles are always shown too; before, if somebody wishes to see them."""
FINE_TYPE = 9.0
"""Their size in pixels."""
FINE_SCALES = (USUAL.scale, LARGE.scale, FINE)
"""The scales for which they are placed."""
