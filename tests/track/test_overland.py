"""Ways over land, found part by part: no more than track reaches, and mostly all of it."""

from __future__ import annotations

from collections.abc import Container

import pytest

from railhead.core.ids import Hex, Stop
from railhead.titles import catalogue
from railhead.track.board import Board
from railhead.track.overland import Overland
from railhead.track.reach import End, Ground, Reach, reach
from tests.track.every_way import positions
from tests.track.test_reach import JUNCTION, LINE, ROUND, at, board


def overland(
    on: Board,
    tiles: dict[Hex, int],
    starts: list[Stop],
    closed: Container[Stop] = (),
    avoided: Container[End] = (),
) -> Overland:
    return Overland(starts, closed.__contains__, lambda: Ground(on, tiles), avoided)


def is_part_of(one: Reach, other: Reach) -> bool:
    """Is everything that is reached in one case reached in another?"""
    sides = all(
        there | other.arrivals.get(hex_, 0) == other.arrivals.get(hex_, 0) for hex_, there in one.arrivals.items()
    )
    return one.stops <= other.stops and sides


@pytest.mark.parametrize("title", list(catalogue.TITLES))
@pytest.mark.parametrize("seed", range(30))
def test_every_part_is_reached_by_a_legal_way_and_contains_those_before(title: str, seed: int) -> None:
    on = catalogue.rulebook(title, ("Ann", "Ben", "Cleo")).board
    for tiles, starts, closed in positions(on, seed):
        whole, before = reach(on, tiles, starts, closed.__contains__), Reach()
        for part in overland(on, tiles, starts, closed).parts():
            assert is_part_of(before, part)
            assert is_part_of(part, whole)
            before = part


@pytest.mark.parametrize("title", ["1860", "1862"])
def test_where_lines_meet_only_at_stops_the_last_part_has_every_stop(title: str) -> None:
    on = catalogue.rulebook(title, ("Ann", "Ben", "Cleo")).board
    for seed in range(20):
        for tiles, starts, closed in positions(on, seed):
            *_, last = overland(on, tiles, starts, closed).parts()
            assert last.stops == reach(on, tiles, starts, closed.__contains__).stops


def test_it_begins_with_the_starting_stops_and_goes_on_from_what_is_known() -> None:
    on = board(**LINE)
    ways = overland(on, {}, [at(on, "C1.0")])
    assert next(ways.parts()) == Reach({at(on, "C1.0")})
    *_, last = ways.parts()
    assert last == reach(on, {}, [at(on, "C1.0")], lambda _: False)
    assert list(ways.parts()) == [last]


def test_it_does_not_go_on_from_ends_that_are_avoided() -> None:
    on = board(**LINE)
    (hex_, side), *_ = reach(on, {}, [at(on, "C1.0")], lambda _: False).arrivals.items()
    *_, last = overland(on, {}, [at(on, "C1.0")], avoided={hex_ << 4 | side.bit_length() - 1}).parts()
    assert last == Reach({at(on, "C1.0")}, {hex_: side})


def test_a_side_that_was_crossed_is_not_crossed_back() -> None:
    on = board(**JUNCTION, **ROUND)
    *_, last = overland(on, {}, [at(on, "C1.0")]).parts()
    assert is_part_of(last, reach(on, {}, [at(on, "C1.0")], lambda _: False))
    assert last.stops
