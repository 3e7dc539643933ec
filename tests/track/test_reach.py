"""Plain geometry: links between stops, how far track goes, and how few stations lie on the way to a hex."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from railhead.core.ids import Hex, Point, Stop, hex_of, through
from railhead.titles import catalogue, loading
from railhead.track.approach import Approach, Cost
from railhead.track.board import Board
from railhead.track.network import Network
from railhead.track.reach import reach
from railhead.track.tiles import FIRST_STOP
from tests.track.every_way import every_way, positions

ALL = [0, 1, 2, 3, 4, 5]


def board(**hexes: str) -> Board:
    """A board of printed track: `C3="city 20; 0-a 3-a"`."""
    entries: dict[str, dict[str, Any]] = {}
    for name, text in hexes.items():
        stops, _, track = text.rpartition(";")
        entries[name] = {
            "stops": [stop.strip() for stop in stops.split(",") if stop.strip()],
            "track": track.split(),
            "open": ALL,
            "colour": "yellow",
        }
    return loading.board(entries, loading.tile_set([], {}), ("yellow",))


def at(on: Board, text: str) -> Stop:
    """A stop such as `C3.0`."""
    return loading.point_of(on, text)


def path(on: Board, text: str) -> tuple[Point, ...]:
    """Stops such as `C3.0`, and the plain track of hexes such as `C3`."""
    return tuple(at(on, part) if "." in part else through(on.index[part]) for part in text.split("-"))


# -- links ----------------------------------------------------------------------------------------


def links(on: Board, stop: str, network: Network | None = None) -> set[str]:
    found = (network or Network(on, {})).links[at(on, stop)]

    def name(where: Point) -> str:
        hex_ = on.names[hex_of(where)]
        return hex_ if where % 16 == 15 else f"{hex_}.{where % 16}"

    return {"-".join(name(where) for where in link.path) for link in found}


LINE = {
    "C1": "city 20; 0-a",
    "C3": "; 3-0",
    "C5": "halt; 3-a 0-a",
    "C7": "city 20; 3-a",
}


def test_a_link_is_track_from_a_stop_to_the_next() -> None:
    on = board(**LINE)
    assert links(on, "C1.0") == {"C1.0-C3-C5.0"}
    assert links(on, "C5.0") == {"C5.0-C3-C1.0", "C5.0-C7.0"}
    assert links(on, "C7.0") == {"C7.0-C5.0"}


def test_a_link_is_the_same_track_in_both_directions() -> None:
    on = board(**LINE)
    network = Network(on, {})
    there = network.by_path[path(on, "C1.0-C3-C5.0")]
    back = network.by_path[path(on, "C5.0-C3-C1.0")]
    beyond = network.by_path[path(on, "C5.0-C7.0")]
    assert there.track == back.track
    assert there.track & beyond.track == 0
    assert there.crossed == back.crossed == sum(1 << on.index[name] for name in ("C1", "C3", "C5"))
    assert (there.start, there.end) == (at(on, "C1.0"), at(on, "C5.0"))


def test_stops_on_one_hex_are_linked_within_it() -> None:
    on = board(C1="city 20, town 10, halt; a-b b-c 0-c", C3="city 20; 3-a")
    assert links(on, "C1.0") == {"C1.0-C1.1"}
    assert links(on, "C1.1") == {"C1.1-C1.0", "C1.1-C1.2"}
    assert links(on, "C1.2") == {"C1.2-C1.1", "C1.2-C3.0"}
    assert not any(link.winds for found in Network(on, {}).links.values() for link in found)


def test_track_that_ends_nowhere_links_nothing() -> None:
    on = board(C1="city 20; 0-a 3-a", C3="; 2-5", C5="city 20; 3-a")
    assert links(on, "C1.0") == set()
    assert set(Network(on, {}).stops) == {at(on, "C1.0"), at(on, "C5.0")}


def test_track_does_not_turn_back_on_the_side_it_came_from() -> None:
    on = board(C1="city 20; 0-a", C3="; 3-0 3-1", C5="city 20; 3-a", B4="city 20; 4-a")
    assert links(on, "C1.0") == {"C1.0-C3-C5.0", "C1.0-C3-B4.0"}
    assert links(on, "C5.0") == {"C5.0-C3-C1.0"}


def test_crossing_track_does_not_join() -> None:
    on = board(C1="city 20; 0-a", C3="; 3-0 1-4", C5="city 20; 3-a", B4="city 20; 4-a", D2="city 20; 1-a")
    assert links(on, "C1.0") == {"C1.0-C3-C5.0"}
    assert links(on, "B4.0") == {"B4.0-C3-D2.0"}
    network = Network(on, {})
    one, other = network.by_path[path(on, "C1.0-C3-C5.0")], network.by_path[path(on, "B4.0-C3-D2.0")]
    assert one.track & other.track == 0
    assert one.crossed & other.crossed == 1 << on.index["C3"]


LOOP = {
    "C1": "city 20; 0-a",
    "C3": "; 3-0 1-4",
    "C5": "; 3-2",
    "B4": "; 5-4",
    "D2": "city 20; 1-a",
}
"""From C1 straight across C3, round by C5 and B4, and across C3 again to D2."""


def test_a_link_that_comes_back_to_a_hex_winds() -> None:
    on = board(**LOOP)
    network = Network(on, {})
    assert links(on, "C1.0") == {"C1.0-C3-C5-B4-C3-D2.0"}
    assert network.by_path[path(on, "C1.0-C3-C5-B4-C3-D2.0")].winds
    straight = Network(board(**LINE), {})
    assert not any(link.winds for found in straight.links.values() for link in found)


def test_track_from_a_stop_round_to_itself_is_no_link() -> None:
    on = board(C1="city 20; 0-a 5-a", C3="; 3-4", D2="; 1-2")
    assert links(on, "C1.0") == set()


def test_a_laid_tile_takes_the_place_of_what_is_printed() -> None:
    tiles = loading.tile_set([{"name": "bend", "colour": "yellow", "count": 1, "track": ["0-1"]}], {})
    entries: dict[str, dict[str, Any]] = {
        "C1": {"open": ALL, "stops": ["city 20"], "track": ["0-a"], "colour": "yellow"},
        "C3": {"open": ALL},
        "B2": {"open": ALL, "stops": ["city 20"], "track": ["5-a"], "colour": "yellow"},
    }
    on = loading.board(entries, tiles, ("yellow",))
    assert links(on, "C1.0") == set()
    assert links(on, "C1.0", Network(on, {on.index["C3"]: 2})) == {"C1.0-C3-B2.0"}
    assert links(on, "C1.0", Network(on, {on.index["C3"]: 3})) == set()


# -- reach ----------------------------------------------------------------------------------------


def reached(on: Board, *starts: str, closed: tuple[str, ...] = ()) -> tuple[set[str], dict[str, set[int]]]:
    shut = {at(on, stop) for stop in closed}
    found = reach(on, {}, [at(on, stop) for stop in starts], shut.__contains__)
    stops = {f"{on.names[hex_of(stop)]}.{stop % 16}" for stop in found.stops}
    sides = {on.names[hex_]: {edge for edge in range(6) if bits >> edge & 1} for hex_, bits in found.arrivals.items()}
    return stops, sides


def test_reach_goes_along_all_track() -> None:
    stops, sides = reached(board(**LINE, C9="; 3-0"), "C1.0")
    assert stops == {"C1.0", "C5.0", "C7.0"}
    assert sides == {"C3": {3}, "C5": {3}, "C7": {3}}


def test_reach_comes_to_hexes_without_track() -> None:
    stops, sides = reached(board(C3="city 20; 0-a 1-a", C5=";", B4="; 0-3", D4=";"), "C3.0")
    assert stops == {"C3.0"}
    assert sides == {"C5": {3}, "B4": {4}}


def test_a_closed_stop_is_reached_but_not_passed() -> None:
    stops, sides = reached(board(**LINE), "C1.0", closed=("C5.0",))
    assert stops == {"C1.0", "C5.0"}
    assert sides == {"C3": {3}, "C5": {3}}


def test_reach_goes_round_a_closed_stop() -> None:
    on = board(
        C1="city 20; 0-a 1-a",
        C3="city 20; 3-a 0-a",
        B2="; 4-0",
        B4="; 3-5",
        C5="city 20; 3-a 2-a",
        C7="city 20; 3-a",
    )
    stops, sides = reached(on, "C1.0", closed=("C3.0",))
    assert stops == {"C1.0", "C3.0", "C5.0"}
    assert sides == {"C3": {3, 0}, "B2": {4}, "B4": {3}, "C5": {2}}


def test_reach_begins_at_every_start() -> None:
    on = board(C1="city 20; 0-a", C3=";", C7="city 20; 3-a", C5=";")
    assert reached(on, "C1.0") == ({"C1.0"}, {"C3": {3}})
    assert reached(on, "C7.0") == ({"C7.0"}, {"C5": {0}})
    assert reached(on, "C1.0", "C7.0") == ({"C1.0", "C7.0"}, {"C3": {3}, "C5": {0}})
    assert reached(on) == (set(), {})


def test_reach_does_not_change_track_on_a_crossing() -> None:
    stops, sides = reached(
        board(C1="city 20; 0-a", C3="; 3-0 1-4", C5="city 20; 3-a", B4="city 20; 4-a", D2="city 20; 1-a"), "C1.0"
    )
    assert stops == {"C1.0", "C5.0"}
    assert sides == {"C3": {3}, "C5": {3}}


def test_reach_may_cross_a_hex_twice() -> None:
    assert reached(board(**LOOP), "C1.0")[0] == {"C1.0", "D2.0"}


JUNCTION = {
    "C1": "city 20; 0-a 1-a",
    "C3": "; 3-0 0-5",
    "C5": "city 20; 3-a 2-a",
    "D4": "city 20; 2-a",
}
"""From C1 a line leads across C3 to C5; another leads from C5 back across C3 to D4."""
ROUND = {"B2": "; 4-0", "B4": "; 3-5"}
"""The way round, from C1 to the other side of C5."""


def test_reach_enters_a_branch_from_the_other_direction() -> None:
    stops, sides = reached(board(**JUNCTION, **ROUND), "C1.0")
    assert stops == {"C1.0", "C5.0", "D4.0"}
    assert sides["C3"] == {3, 0}


@pytest.mark.parametrize("closed", ["", "C5.0"])
def test_reach_does_not_turn_back_at_a_stop(closed: str) -> None:
    stops, sides = reached(board(**JUNCTION), "C1.0", closed=(closed,) if closed else ())
    assert stops == {"C1.0", "C5.0"}
    assert sides["C3"] == {3}


def test_reach_enters_no_branch_from_beyond_a_closed_stop() -> None:
    assert reached(board(**JUNCTION, **ROUND), "C1.0", closed=("C5.0",))[0] == {"C1.0", "C5.0"}


def test_reach_does_not_turn_round_on_a_loop() -> None:
    """Beyond C3 the line divides on C5 and comes round by B4 and B6 to the same side, but it has been crossed."""
    on = board(**{**JUNCTION, "C1": "city 20; 0-a", "C5": "; 3-2 3-1"}, B4="; 5-0", B6="; 3-4")
    stops, sides = reached(on, "C1.0")
    assert stops == {"C1.0"}
    assert sides == {"C3": {3}, "C5": {3, 2, 1}, "B4": {5, 0}, "B6": {3, 4}}


@pytest.mark.parametrize("title", list(catalogue.TITLES))
@pytest.mark.parametrize("seed", range(30))
def test_reach_is_what_following_every_single_way_reaches(title: str, seed: int) -> None:
    on = catalogue.rulebook(title, ("Ann", "Ben", "Cleo")).board
    for tiles, starts, closed in positions(on, seed):
        assert reach(on, tiles, starts, closed.__contains__) == every_way(on, tiles, starts, closed.__contains__)


def joined(on: Board, tiles: dict[Hex, int], starts: list[Stop], closed: frozenset[Stop]) -> set[Stop]:
    """All stops that links join to the starting ones."""
    links = Network(on, tiles).links
    found, pending = set(starts), list(starts)
    while pending:
        new = {link.end for link in links[pending.pop()]} - found
        found |= new
        pending += new - closed
    return found


@pytest.mark.parametrize("title", ["1860", "1862"])
def test_where_lines_meet_only_at_stops_everything_joined_by_track_is_reached(title: str) -> None:
    """So it makes no difference in these titles by which way something is reached (1860-TRACK-11, 1862-ROUTE-02)."""
    on = catalogue.rulebook(title, ("Ann", "Ben", "Cleo")).board
    for facts in (*on.tiles.facts, *(hex_.printed for hex_ in on.hexes)):
        assert all(len(lines) <= 1 for lines in facts.turned[0].at[:FIRST_STOP]), facts.name
    for seed in range(20):
        for tiles, starts, closed in positions(on, seed):
            assert reach(on, tiles, starts, closed.__contains__).stops == joined(on, tiles, starts, closed)


# -- the fewest stations on the way ---------------------------------------------------------------


def approach(
    on: Board,
    *starts: str,
    large: int = 9,
    total: int = 99,
    closed: tuple[str, ...] = (),
    counted: tuple[str, ...] = ("city", "town"),
) -> Callable[[str], set[tuple[int, Cost]]]:
    """For the name of a hex: the sides a train comes to, with the large and small stations on the way."""
    network = Network(on, {})

    def cost(stop: Stop) -> Cost:
        kind = network.stops[stop].kind
        return int(kind == "city"), int(kind == "town" and kind in counted)

    shut = {at(on, stop) for stop in closed}
    found = Approach(
        on,
        {},
        [at(on, stop) for stop in starts],
        cost,
        shut.__contains__,
        lambda spent: spent[0] <= large and sum(spent) <= total,
    )
    return lambda name: set(found.arrivals(on.index[name]))


CHAIN = {
    "C1": "city 20; 0-a",
    "C3": "town 10; 3-a 0-a",
    "C5": "city 20; 3-a 0-a",
    "C7": "halt; 3-a 0-a",
    "C9": "city 20; 3-a",
}


def test_stations_on_the_way_are_counted_with_the_first() -> None:
    ways = approach(board(**CHAIN), "C1.0")
    assert ways("C1") == set()
    assert ways("C3") == {(3, (1, 0))}
    assert ways("C5") == {(3, (1, 1))}
    assert ways("C7") == {(3, (2, 1))}
    assert ways("C9") == {(3, (2, 1))}


def test_stations_that_may_be_bypassed_do_not_count() -> None:
    ways = approach(board(**CHAIN), "C1.0", counted=())
    assert [ways(name) for name in ("C5", "C9")] == [{(3, (1, 0))}, {(3, (2, 0))}]


def test_a_train_does_not_pass_more_than_it_may_visit() -> None:
    assert approach(board(**CHAIN), "C1.0", large=2)("C9") == {(3, (2, 1))}
    ways = approach(board(**CHAIN), "C1.0", large=1)
    assert ways("C5") == {(3, (1, 1))}
    assert ways("C7") == set()
    assert approach(board(**CHAIN), "C1.0", total=1)("C5") == set()
    assert approach(board(**CHAIN), "C1.0", total=2)("C5") == {(3, (1, 1))}


def test_a_train_comes_up_to_a_closed_station_and_no_farther() -> None:
    ways = approach(board(**CHAIN), "C1.0", closed=("C5.0",))
    assert ways("C5") == {(3, (1, 1))}
    assert ways("C7") == set()


def test_the_nearest_start_counts() -> None:
    ways = approach(board(**CHAIN), "C1.0", "C5.0")
    assert ways("C9") == {(3, (1, 0))}
    assert ways("C3") == {(3, (1, 0)), (0, (1, 0))}


def test_a_hex_is_come_to_from_every_side_with_track() -> None:
    on = board(
        C1="city 20; 0-a 1-a",
        C3="city 20; 3-a 2-a",
        B2="town 10; 4-a 5-a",
    )
    assert approach(on, "C1.0")("C3") == {(3, (1, 0)), (2, (1, 1))}


def test_track_through_several_stops_of_a_hex_counts_them_all() -> None:
    on = board(C1="city 20; 0-a", C3="town 10, city 30; 3-a a-b 0-b", C5="city 20; 3-a")
    assert approach(on, "C1.0")("C5") == {(3, (2, 1))}
    assert approach(on, "C1.0", closed=("C3.1",))("C5") == set()
    assert approach(on, "C5.0")("C1") == {(0, (2, 1))}


def test_a_train_does_not_cross_a_hex_twice_to_come_to_another() -> None:
    on = board(**LOOP)
    ways = approach(on, "C1.0")
    assert ways("C3") == {(3, (1, 0))}
    assert ways("B4") == {(5, (1, 0))}
    assert ways("D2") == set()


def test_a_train_does_not_come_back_to_the_hex_it_started_on() -> None:
    on = board(C1="city 20, city 20; 0-a 1-b", C3="; 3-2", B2="; 5-4")
    ways = approach(on, "C1.0")
    assert ways("B2") == {(5, (1, 0))}
    assert ways("C1") == set()
    assert approach(on, "C1.0", "C1.1")("C1") == set()


def test_a_dearer_way_serves_where_the_cheapest_would_cross_a_hex_twice() -> None:
    on = board(
        C1="city 20; 0-a 1-a",
        C3="; 3-0 1-4",
        C5="; 3-2",
        B2="city 20; 4-a 0-a",
        B4="; 5-4 3-4",
        D2="city 20; 1-a",
    )
    assert approach(on, "C1.0")("D2") == {(1, (2, 0))}
    assert approach(on, "C1.0", large=1)("D2") == set()


DETOUR = {
    "C3": "city 20; 0-a 1-a",
    "C5": "; 3-0 1-4",
    "C7": "; 3-1",
    "B8": "; 4-3 2-3",
    "B6": "; 0-4",
    "B4": "; 4-1",
    "A5": "; 4-0",
    "A7": "city 20; 3-a 5-a",
    "D4": "city 20; 1-a",
}
"""Two ways meet at B8 and go on by B6 across C5 to D4. The one without a station has crossed C5 before."""


def test_every_way_is_looked_at_where_ways_meet_before_the_hex_crossed_twice() -> None:
    ways = approach(board(**DETOUR), "C3.0")
    assert ways("B6") == {(0, (1, 0))}
    assert ways("D4") == {(1, (2, 0))}


def test_the_cheapest_way_is_given_though_a_dearer_one_is_found_first() -> None:
    """A third way to B6, with two stations at A5, is the only one that a search by cheapest first leads on to D4."""
    on = board(**{**DETOUR, "B6": "; 0-4 2-4", "A5": "city 20, city 20; 4-0 4-a a-b b-5"})
    assert approach(on, "C3.0")("D4") == {(1, (2, 0))}
    assert approach(on, "C3.0", closed=("A7.0",))("D4") == {(1, (3, 0))}


def test_a_way_that_a_train_cannot_afford_does_not_serve() -> None:
    assert approach(board(**DETOUR), "C3.0", large=1)("D4") == set()
    assert approach(board(**DETOUR), "C3.0", closed=("A7.0",))("D4") == set()


def test_of_several_ways_that_serve_the_costs_of_all_are_given() -> None:
    on = board(**{**DETOUR, "A7": "city 20, city 30, town 10; 3-a a-b b-5 a-c c-5"})
    assert approach(on, "C3.0")("D4") == {(1, (3, 0)), (1, (2, 1))}


MEETING = {
    "C1": "city 20; 0-a 1-a",
    "C3": "city 20; 3-a 0-a",
    "B2": "town 10; 4-a 0-a",
    "B4": "town 10; 3-a 5-a",
    "C5": "; 3-0 2-0",
    "C7": "town 10; 3-a 0-a",
    "C9": "halt; 3-a",
}
"""Two ways meet at C5: one with a large station, one with two small ones."""


def test_a_way_with_fewer_large_stations_does_not_hide_one_with_fewer_small_ones() -> None:
    assert (3, (2, 0)) in approach(board(**MEETING), "C1.0", large=2, total=3)("C7")


def test_a_way_that_runs_out_of_small_stations_does_not_hide_one_that_does_not() -> None:
    assert approach(board(**MEETING), "C1.0", large=2, total=3)("C9") == {(3, (2, 1))}
    assert approach(board(**MEETING), "C1.0", large=2, total=2)("C9") == set()
