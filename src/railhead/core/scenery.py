"""What a board shows besides tiles and tokens: rivers, circles around a region, and signs on hexes."""

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


PLAIN = Scenery()
"""A board with nothing but tiles and tokens."""
