"""What a board shows besides tiles and tokens: rivers, circles, seas with their ports and ferries, signs on hexes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railhead.core.ids import Hex
from railhead.core.text import Text

if TYPE_CHECKING:
    from railhead.core.rulebook import Rulebook
    from railhead.core.state import State


@dataclass(frozen=True, slots=True)
class HexMark:
    """A sign on a hex: printed there, or put there during the game."""

    hex: Hex
    sign: str
    """A few letters, or a symbol."""
    name: Text
    """What it means."""
    faint: bool = False
    """Is it only a place where something may come?"""


@dataclass(frozen=True, slots=True)
class Sea:
    """A part of the sea with a name of its own."""

    name: str
    hexes: tuple[str, ...]
    """The names of its hexes, most of which are not on the board: nothing is ever built there."""


@dataclass(frozen=True, slots=True)
class Port:
    """Where ships come to land."""

    hex: Hex
    side: int | None
    """The side of the hex; None if a ship lies off the coast."""
    anchor: str = ""
    """The name of the hex where it lies then."""
    private: bool = False
    """Is it closed to some?"""


@dataclass(frozen=True, slots=True)
class Crossing:
    """A line across the sea, which is printed on the board: the hexes it crosses, and its number."""

    over: tuple[Hex, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the land that means something, shown to whoever wants to see it."""

    name: str
    hexes: frozenset[Hex]
    tint: int
    """Regions with different numbers are told apart by their colour."""


def no_marks(book: Rulebook, state: State) -> tuple[HexMark, ...]:
    """There are no signs."""
    return ()


@dataclass(frozen=True, slots=True)
class Scenery:
    """What is to be seen on a title's board besides tiles and tokens."""

    rivers: tuple[tuple[Hex, ...], ...] = ()
    """Rivers, each as the hexes through which it flows, in order."""
    circles: tuple[frozenset[Hex], ...] = ()
    """Circles drawn on the board, each as the hexes within."""
    marks: Callable[[Rulebook, State], tuple[HexMark, ...]] = no_marks
    """The signs on the hexes in a position."""
    seas: tuple[Sea, ...] = ()
    ports: tuple[Port, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    regions: tuple[Region, ...] = ()


PLAIN = Scenery()
"""A board with nothing but tiles and tokens."""
