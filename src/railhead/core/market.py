"""The share market: places with prices, and how a marker moves from one place to the next.

A place is not a price: on a chart of rows and columns the same price is printed in several squares. A ladder is a
chart of one row. Boxes for par prices may be printed beside the chart: places where no marker of a price ever stands.
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
    """The share market. Places are numbered from left to right, row by row from the top; the boxes come last."""

    rows: tuple[tuple[int | None, ...], ...]
    """The prices by row, top row first; None where the chart has no square."""
    par_prices: tuple[int, ...] = ()
    """The par prices that are printed on the chart once."""
    zones: tuple[Zone, ...] = ()
    turns_at_edges: bool = False
    """Does a marker that cannot go right go up instead, and one that cannot go left down? Otherwise it stays."""
    top_turns_right: bool = False
    """Does a marker that cannot go up go right instead? Otherwise it stays."""
    par_squares: tuple[tuple[int, int], ...] = ()
    """The squares with a par price, by row and column, where the same price is also printed in other squares."""
    boxes: tuple[int, ...] = ()
    """The par prices printed in boxes beside the chart."""
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
        return (*self._on_chart, *self.boxes)

    @cached_property
    def _on_chart(self) -> tuple[int, ...]:
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
        """The place of each price that is printed once on the chart."""
        often = Counter(self._on_chart)
        return {price: Place(place) for place, price in enumerate(self._on_chart) if often[price] == 1}

    @cached_property
    def par_places(self) -> tuple[Place, ...]:
        """The places on the chart where a company may start."""
        squares = (Place(self.squares.index(square)) for square in self.par_squares)
        return (*(self.place[price] for price in self.par_prices), *squares)

    @cached_property
    def box_places(self) -> tuple[Place, ...]:
        """The boxes beside the chart."""
        return tuple(Place(number) for number in range(len(self._on_chart), len(self.prices)))

    @cached_property
    def _places(self) -> tuple[Place, ...]:
        """The places on the chart."""
        return tuple(Place(number) for number in range(len(self._on_chart)))

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
        if self.top_turns_right:
            instead[Direction.UP] = Direction.RIGHT

        def beside(place: Place, direction: Direction) -> Place | None:
            (row, column), (down, right) = self.squares[place], steps[direction]
            return by_square.get((row + down, column + right))

        def after(place: Place, direction: Direction) -> Place:
            """The next square, or the one the marker turns to; in a corner it stays."""
            found = beside(place, direction)
            if found is None and direction in instead:
                found = beside(place, instead[direction])
            return place if found is None else found

        return {direction: tuple(after(place, direction) for place in self._places) for direction in Direction}

    # -- writing ----------------------------------------------------------------------------------

    def write(self, place: Place) -> str:
        """A place as text: its price, with its column and row (`100.c4`) if several squares have that price.

        A box is written `par60`.
        """
        return self._names[place]

    def find(self, text: str) -> Place | None:
        """The place that a text denotes, if any."""
        return self._by_name.get(text)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        squares = (
            str(price) if price in self.place else f"{price}.{_column(column)}{row + 1}"
            for price, (row, column) in zip(self._on_chart, self.squares, strict=True)
        )
        return (*squares, *(f"par{price}" for price in self.boxes))

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
