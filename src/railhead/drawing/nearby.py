"""Labels of other hexes near a hex, which its own labels have to keep clear of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from railhead.core.ids import Hex
from railhead.drawing.frame import middles
from railhead.drawing.labels import Label
from railhead.track.board import Board


@dataclass(frozen=True, slots=True)
class Nearby:
    """Labels of other hexes near a hex.

    Caches find results by these records and keep thousands of them. So they refer to the labels of the hexes, which all
    of them share, and where those lie from here is worked out only where it is needed.
    """

    board: Board
    hex: Hex
    reach: float
    visitors: tuple[Label, ...]
    """Labels that may have left their hexes, as they lie on the board."""
    others: tuple[Hex, ...]
    """Hexes whose labels have not left them, and come near enough."""
    settled: tuple[tuple[Label, ...], ...]
    """The labels of each."""

    def labels(self) -> Iterator[Label]:
        """All of them, as they lie from the centre of the hex."""
        centres = middles(self.board)
        x, y = centres[self.hex]
        yield from (label.moved((-x, -y)) for label in self.visitors)
        for other, labels in zip(self.others, self.settled, strict=True):
            by = (centres[other][0] - x, centres[other][1] - y)
            for label in labels:
                moved = label.moved(by)
                if near(moved, 0, 0, self.reach):
                    yield moved


def near(label: Label, x: float, y: float, reach: float) -> bool:
    """Does a label come so near to a point?"""
    left, top, right, bottom = label.extent
    return left < x + reach and right > x - reach and top < y + reach and bottom > y - reach
