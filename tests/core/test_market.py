"""The market: a ladder and a chart of rows and columns behind one interface."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.ids import NOWHERE, Place
from railhead.core.market import Direction, Market
from tests.made_up import Toy

LADDER = Market.ladder((0, 40, 50, 60, 70), par_prices=(50,))
CHART = Market(rows=((60, 70, 80, 100), (50, 60, 70, 80), (40, 50, 60, None)))
TURNING = Market(rows=CHART.rows, turns_at_edges=True)


def at(market: Market, row: int, column: int) -> Place:
    return Place(market.squares.index((row, column)))


def test_places_are_numbered_row_by_row_without_gaps() -> None:
    assert CHART.prices == (60, 70, 80, 100, 50, 60, 70, 80, 40, 50, 60)
    assert CHART.squares[4] == (1, 0)
    assert len(CHART.squares) == 11


@pytest.mark.parametrize(
    ("start", "direction", "times", "end"),
    [
        (2, Direction.RIGHT, 1, 60),
        (2, Direction.RIGHT, 9, 70),
        (2, Direction.LEFT, 2, 0),
        (2, Direction.LEFT, 9, 0),
        (2, Direction.UP, 3, 50),
        (2, Direction.DOWN, 3, 50),
        (2, Direction.RIGHT, 0, 50),
    ],
)
def test_on_a_ladder_markers_go_left_and_right(start: int, direction: Direction, times: int, end: int) -> None:
    assert LADDER.prices[LADDER.moved(Place(start), direction, times)] == end


@pytest.mark.parametrize("market", [CHART, TURNING])
@pytest.mark.parametrize(
    ("direction", "square"),
    [
        (Direction.LEFT, (1, 0)),
        (Direction.RIGHT, (1, 2)),
        (Direction.UP, (0, 1)),
        (Direction.DOWN, (2, 1)),
    ],
)
def test_on_a_chart_markers_go_in_four_directions(
    market: Market, direction: Direction, square: tuple[int, int]
) -> None:
    assert market.squares[market.moved(at(market, 1, 1), direction)] == square


def test_at_the_edge_a_marker_stays_or_turns() -> None:
    assert CHART.moved(at(CHART, 1, 3), Direction.RIGHT) == at(CHART, 1, 3)
    assert TURNING.moved(at(TURNING, 1, 3), Direction.RIGHT) == at(TURNING, 0, 3)
    assert CHART.moved(at(CHART, 1, 0), Direction.LEFT) == at(CHART, 1, 0)
    assert TURNING.moved(at(TURNING, 1, 0), Direction.LEFT) == at(TURNING, 2, 0)
    assert TURNING.moved(at(TURNING, 2, 2), Direction.RIGHT) == at(TURNING, 1, 2), "there is no square to its right"
    assert TURNING.moved(at(TURNING, 0, 3), Direction.RIGHT, 5) == at(TURNING, 0, 3), "the corner is the end"
    assert TURNING.moved(at(TURNING, 1, 3), Direction.DOWN) == at(TURNING, 1, 3)


def test_the_rank_is_the_price_then_the_square_further_right() -> None:
    assert CHART.rank(at(CHART, 0, 2)) == (80, 2)
    assert CHART.rank(at(CHART, 1, 3)) == (80, 3)


def test_a_place_is_written_by_its_price_where_that_is_unique() -> None:
    assert CHART.write(at(CHART, 0, 3)) == "100"
    assert CHART.write(at(CHART, 2, 0)) == "40"
    assert CHART.write(at(CHART, 0, 2)) == "80.c1"
    assert CHART.write(at(CHART, 1, 3)) == "80.d2"
    assert [LADDER.write(Place(place)) for place in range(5)] == ["0", "40", "50", "60", "70"]


@pytest.mark.parametrize("market", [LADDER, CHART])
def test_what_is_written_is_read_again(market: Market) -> None:
    for number in range(len(market.prices)):
        assert market.find(market.write(Place(number))) == number
    assert market.find("80") is None, "several squares have this price, or none"
    assert market.find("81.c1") is None


def test_columns_past_the_alphabet_have_two_letters() -> None:
    wide = Market(rows=((10,) * 28,))
    assert [wide.write(Place(number)) for number in (0, 25, 26, 27)] == ["10.a1", "10.z1", "10.aa1", "10.ab1"]


def test_the_place_of_the_highest_price_not_above_one() -> None:
    assert LADDER.down_to(55) == 2
    assert LADDER.down_to(60) == 3
    assert LADDER.down_to(-5) == LADDER.bottom == 0
    assert LADDER.down_to(1000) == LADDER.top == 4
    assert CHART.prices[CHART.down_to(99)] == 80


def test_without_a_par_only_the_marker_counts() -> None:
    toy = Toy()
    toy.start("AAA", "Ann", at=100)
    toy.state.price[toy.company("AAA")] = Place(0)
    effects.clear_par(toy.game, toy.company("AAA"))
    assert toy.state.par[toy.company("AAA")] == NOWHERE
    assert toy.game.price_of(toy.company("AAA")) == 60
    assert toy.game.price_of(toy.company("BBB")) == 0, "it has neither"


# -- the top of a chart, and boxes beside it ------------------------------------------------------

BOXED = Market(
    rows=((None, 70, 80), (50, 60, 70), (40, 50)),
    turns_at_edges=True,
    top_turns_right=True,
    par_squares=((0, 1), (1, 1)),
    boxes=(40, 55),
)


def test_at_the_top_of_a_column_a_marker_goes_right_instead_of_up() -> None:
    assert BOXED.moved(at(BOXED, 0, 1), Direction.UP) == at(BOXED, 0, 2)
    assert BOXED.moved(at(BOXED, 1, 0), Direction.UP) == at(BOXED, 1, 1), "there is no square above it"
    assert BOXED.moved(at(BOXED, 1, 1), Direction.UP) == at(BOXED, 0, 1)
    assert TURNING.moved(at(TURNING, 0, 1), Direction.UP) == at(TURNING, 0, 1), "only on charts that say so"


def test_in_the_corners_a_marker_stays() -> None:
    assert BOXED.moved(at(BOXED, 0, 2), Direction.UP) == at(BOXED, 0, 2)
    assert BOXED.moved(at(BOXED, 0, 2), Direction.RIGHT, 3) == at(BOXED, 0, 2)
    assert BOXED.moved(at(BOXED, 2, 0), Direction.LEFT) == at(BOXED, 2, 0)
    assert BOXED.moved(at(BOXED, 0, 1), Direction.LEFT) == at(BOXED, 1, 1), "left of it there is no square"


def test_boxes_are_places_beside_the_chart() -> None:
    assert BOXED.box_places == (7, 8)
    assert [BOXED.prices[box] for box in BOXED.box_places] == [40, 55]
    assert [BOXED.write(box) for box in BOXED.box_places] == ["par40", "par55"]
    assert BOXED.find("par55") == 8
    assert len(BOXED.squares) == 7, "they are no squares"
    assert BOXED.prices[BOXED.bottom] == 40
    assert BOXED.place[40] == at(BOXED, 2, 0), "a price in a box is not printed on the chart a second time"
    assert BOXED.down_to(59) == at(BOXED, 1, 0)


def test_par_squares_are_the_places_where_companies_start() -> None:
    assert BOXED.par_places == (at(BOXED, 0, 1), at(BOXED, 1, 1))
    assert LADDER.par_places == (2,)
