"""How share value markers move (rules 18OE-MKT)."""

from __future__ import annotations

import pytest

from railhead.core.ids import Place
from railhead.testing import rule
from railhead.titles.t18oe import prices
from tests.titles.t18oe.table import Europe

ROWS: list[list[int]] = [
    [0, 110, 120, 135, 150, 165, 180, 200, 225, 250, 280, 310, 350, 390, 440, 490, 550],
    [90, 100, 110, 120, 135, 150, 165, 180, 200, 225, 250, 280, 310, 350, 390, 440, 490],
    [80, 90, 100, 110, 120, 135, 150, 165, 180, 200, 225, 250, 280, 310],
    [75, 80, 90, 100, 110, 120, 135, 150, 165, 180, 200],
    [70, 75, 80, 90, 100, 110, 120, 135, 150],
    [65, 70, 75, 80, 90, 100, 110],
    [60, 65, 70, 75, 80],
    [50, 60, 65, 70],
]
"""The chart; no square is printed at its top left."""


def chart(square: str) -> Europe:
    """A major with its marker on a square."""
    table = Europe(railroad_phase="major", phase="3")
    table.major("GWR", square, {"Ann": 2})
    return table


def name(row: int, column: int) -> str:
    """A square of the chart: by its price, column and row."""
    price = ROWS[row][column]
    often = sum(line.count(price) for line in ROWS)
    return str(price) if often == 1 else f"{price}.{chr(ord('a') + column)}{row + 1}"


SQUARES = [(row, column) for row, line in enumerate(ROWS) for column, price in enumerate(line) if price]


def square_at(row: int, column: int) -> bool:
    """Is there a square?"""
    return 0 <= row < len(ROWS) and 0 <= column < len(ROWS[row]) and bool(ROWS[row][column])


def expected(direction: str, row: int, column: int) -> tuple[int, int]:
    """Where a marker goes by the rulebook's list."""
    up, down, left, right = (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)
    ways = {"up": (up, right), "down": (down,), "right": (right, up), "left": (left, down)}
    return next((square for square in ways[direction] if square_at(*square)), (row, column))


@rule("18OE-MKT-01", "18OE-SETUP-17")
def test_the_chart_and_its_red_squares() -> None:
    """Majors start in the third column: 120 in the top row, then 110, 100, 90, 80 and 75 below it."""
    market = chart("550").book.market
    assert [market.write(Place(place)) for place in range(len(market.squares))] == [name(*square) for square in SQUARES]
    assert [market.write(place) for place in market.par_places] == [
        "75.c6",
        "80.c5",
        "90.c4",
        "100.c3",
        "110.c2",
        "120.c1",
    ]


@pytest.mark.parametrize("direction", ["up", "down", "left", "right"])
@rule(
    "18OE-MKT-02",
    "18OE-MKT-03",
    "18OE-MKT-04",
    "18OE-MKT-05",
    "18OE-MKT-06",
    "18OE-MKT-07",
    "18OE-MKT-08",
)
def test_every_square_in_every_direction(direction: str) -> None:
    table = chart("100.d4")
    for row, column in SQUARES:
        table.state.price[table.company("GWR")] = table.place(name(row, column))
        getattr(prices, direction)(table.game, table.company("GWR"))
        moved = table.book.market.write(table.state.price[table.company("GWR")])
        assert moved == name(*expected(direction, row, column)), (direction, name(row, column))


@pytest.mark.parametrize(
    ("direction", "before", "after"),
    [
        ("up", "100.d4", 110),
        ("up", "150.e1", 165),
        ("up", "550", 550),
        ("right", "550", 550),
        ("down", "50", 50),
        ("down", "80.e7", 80),
        ("right", "200.k4", 225),
        ("right", "100.d4", 110),
        ("left", "75.a4", 70),
        ("left", "100.d4", 90),
        ("left", "50", 50),
    ],
)
@rule(
    "18OE-MKT-02",
    "18OE-MKT-03",
    "18OE-MKT-04",
    "18OE-MKT-05",
    "18OE-MKT-06",
    "18OE-MKT-07",
    "18OE-MKT-08",
)
def test_moves_of_the_rulebook(direction: str, before: str, after: int) -> None:
    table = chart(before)
    getattr(prices, direction)(table.game, table.company("GWR"))
    assert table.price("GWR") == after


@rule("18OE-MKT-09", "18OE-MKT-05")
def test_several_moves_end_at_the_edge() -> None:
    table = chart("90.d5")
    prices.down(table.game, table.company("GWR"), 2)
    assert table.price("GWR") == 75
    prices.down(table.game, table.company("GWR"), 5)
    assert table.price("GWR") == 70
    prices.right(table.game, table.company("GWR"), 3)
    assert table.book.market.write(table.state.price[table.company("GWR")]) == "90.e6", "up, right, up"


@rule("18OE-MKT-16")
def test_a_marker_goes_beneath_those_on_its_new_square() -> None:
    table = Europe(railroad_phase="major", phase="3")
    table.major("PLM", "110.d3", {"Ann": 2})
    table.major("GWR", "100.d4", {"Ann": 2})
    table.major("KBS", "100.d4", {"Ann": 2})
    prices.down(table.game, table.company("PLM"))
    assert [table.book.company_names[company] for company in table.state.stack] == ["GWR", "KBS", "PLM"]
    prices.down(table.game, table.company("GWR"))
    prices.up(table.game, table.company("GWR"))
    assert [table.book.company_names[company] for company in table.state.stack] == ["KBS", "PLM", "GWR"]


@rule("18OE-MKT-16")
def test_a_marker_that_does_not_move_keeps_its_place() -> None:
    table = Europe(railroad_phase="major", phase="3")
    table.major("GWR", "50", {"Ann": 2})
    table.major("KBS", "50", {"Ann": 2})
    prices.left(table.game, table.company("GWR"))
    prices.down(table.game, table.company("GWR"))
    assert [table.book.company_names[company] for company in table.state.stack] == ["GWR", "KBS"]


@pytest.mark.parametrize("direction", ["up", "down", "left", "right"])
@rule("18OE-MKT-18")
def test_minors_and_regionals_have_no_marker(direction: str) -> None:
    table = Europe(railroad_phase="major", phase="3")
    table.regional("GWR", 70, {"Ann": 2})
    table.minor("A", "Ann", "FB", "U32.0")
    before = table.state.digest()
    for symbol in ("GWR", "A"):
        getattr(prices, direction)(table.game, table.company(symbol))
    assert table.state.digest() == before
    assert (table.price("GWR"), table.price("A")) == (70, 0)


@pytest.mark.parametrize(
    ("value", "revenue", "way", "price"),
    [
        ("150.f2", 160, "pay", 165),
        ("150.f2", 150, "pay", 165),
        ("150.f2", 140, "pay", 150),
        ("150.f2", 320, "half", 165),
        ("165.g2", 320, "half", 165),
        ("150.f2", 320, "keep", 135),
        ("150.f2", 0, "none", 135),
    ],
)
@rule("18OE-MKT-12", "18OE-MKT-13", "18OE-MKT-14")
def test_dividends_move_the_marker(value: str, revenue: int, way: str, price: int) -> None:
    """The rulebook's examples: half of 320 moves a major at 150 to the right, one at 165 not at all."""
    table = Europe(railroad_phase="major", phase="3")
    table.major("GWR", value, {"Ann": 6, "Ben": 4}, cash=0)
    table.state.revenue[table.company("GWR")] = revenue
    table.operating_turn("GWR", "dividend")
    if way != "none":
        table.do(next(text for text in table.offered() if text.split()[0] == way))
    assert table.price("GWR") == price


@pytest.mark.parametrize(("revenue", "price"), [(160, 225), (140, 200)])
@rule("18OE-MKT-15")
def test_the_first_orient_express_may_move_a_major_three_squares_more(revenue: int, price: int) -> None:
    """From 150: one square for a dividend of at least that much, then 165, 180, 200, 225."""
    table = Europe(railroad_phase="major", phase="3")
    table.major("PLM", "150.f2", {"Ann": 6, "Ben": 4})
    table.state.revenue[table.company("PLM")] = revenue
    table.remember(express_revenue=100)
    table.operating_turn("PLM", "dividend")
    table.do("pay", "express squares")
    assert table.price("PLM") == price
