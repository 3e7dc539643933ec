"""The share market: places with prices, and how a marker moves from one place to the next.

A place is not a price: on a chart of rows and columns the same price is printed in several squares. A ladder is a
chart of one row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from railhead.core.ids import Place


class Direction(Enum):
    """Where a marker moves to."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Zone:
    """A range of prices with a rule of its own."""

    name: str
    low: int
    high: int
    spared: int = 0
    """How many shares can be sold at these prices without moving the price."""
    outline: str = ""
    """The colour its spaces are outlined in, if any."""


@dataclass(frozen=True)
class Market:
    """The share market. Places are numbered from left to right, row by row from the top."""

    rows: tuple[tuple[int | None, ...], ...]
    """The prices by row, top row first; None where the chart has no square."""
    par_prices: tuple[int, ...] = ()
    zones: tuple[Zone, ...] = ()
    turns_at_edges: bool = False
    """Does a marker that cannot go right go up instead, and one that cannot go left down? Otherwise it stays."""
    zigzag: bool = False
    """Is a ladder printed in two tiers, with prices rising from the lower to the upper tier and back?"""
    box_below: str = ""
    """What is printed on the box below the lowest price, if there is one; it is no place, as no marker stays there."""

    @classmethod
    def ladder(
        cls,
        prices: Sequence[int],
        par_prices: Sequence[int] = (),
        zones: Sequence[Zone] = (),
        zigzag: bool = False,
        box_below: str = "",
    ) -> Market:
        """A market of one row, lowest price first."""
        return cls((tuple(prices),), tuple(par_prices), tuple(zones), zigzag=zigzag, box_below=box_below)

    @cached_property
    def squares(self) -> tuple[tuple[int, int], ...]:
        """By place: its row and column, counting from 0."""
        return tuple(
            (row, column)
            for row, prices in enumerate(self.rows)
            for column, price in enumerate(prices)
            if price is not None
        )

    @cached_property
    def prices(self) -> tuple[int, ...]:
        """By place: the price printed there."""
        return tuple(price for row in self.rows for price in row if price is not None)

    @property
    def is_ladder(self) -> bool:
        """Is the market a single row of rising prices?"""
        return len(self.rows) == 1

    @cached_property
    def bottom(self) -> Place:
        """The place with the lowest price."""
        return min(self._places, key=lambda place: self.prices[place])

    @cached_property
    def top(self) -> Place:
        """The place with the highest price."""
        return max(self._places, key=lambda place: self.prices[place])

    @cached_property
    def place(self) -> dict[int, Place]:
        """The place of each price that is printed once."""
        often = Counter(self.prices)
        return {price: Place(place) for place, price in enumerate(self.prices) if often[price] == 1}

    @cached_property
    def _places(self) -> tuple[Place, ...]:
        return tuple(Place(number) for number in range(len(self.prices)))

    # -- moving -----------------------------------------------------------------------------------

    def moved(self, place: Place, direction: Direction, times: int = 1) -> Place:
        """Where a marker ends up after moving this many squares; it never leaves the chart."""
        following = self._following[direction]
        for _ in range(times):
            after = following[place]
            if after == place:
                break
            place = after
        return place

    def down_to(self, price: int) -> Place:
        """The place with the highest price that does not exceed this one; the lowest place if all do."""
        fitting = [place for place in self._places if self.prices[place] <= price]
        return max(fitting, key=lambda place: self.prices[place], default=self.bottom)

    def rank(self, place: Place) -> tuple[int, int]:
        """What decides the operating order: the price; on equal prices, the square further right comes first."""
        return self.prices[place], self.squares[place][1]

    @cached_property
    def _following(self) -> dict[Direction, tuple[Place, ...]]:
        """By direction and place: the next place. A table, because prices move all the time."""
        by_square = {square: Place(place) for place, square in enumerate(self.squares)}
        steps = {
            Direction.LEFT: (0, -1),
            Direction.RIGHT: (0, 1),
            Direction.UP: (-1, 0),
            Direction.DOWN: (1, 0),
        }
        instead = {Direction.LEFT: Direction.DOWN, Direction.RIGHT: Direction.UP} if self.turns_at_edges else {}

        def after(place: Place, direction: Direction) -> Place:
            (row, column), (down, right) = self.squares[place], steps[direction]
            found = by_square.get((row + down, column + right))
            if found is not None:
                return found
            return after(place, instead[direction]) if direction in instead else place

        return {direction: tuple(after(place, direction) for place in self._places) for direction in Direction}

    # -- writing ----------------------------------------------------------------------------------

    def write(self, place: Place) -> str:
        """A place as text: its price, with its column and row (`100.c4`) if several squares have that price."""
        return self._names[place]

    def find(self, text: str) -> Place | None:
        """The place that a text denotes, if any."""
        return self._by_name.get(text)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(
            str(price) if price in self.place else f"{price}.{_column(column)}{row + 1}"
            for price, (row, column) in zip(self.prices, self.squares, strict=True)
        )

    @cached_property
    def _by_name(self) -> dict[str, Place]:
        return {name: Place(place) for place, name in enumerate(self._names)}


def _column(number: int) -> str:
    """The letter of a column: a to z, then aa, ab and so on."""
    letters = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters
