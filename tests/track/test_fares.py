"""The cheapest way to a place, with tolls and waivers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from railhead.core.ids import Stop, stop_at
from railhead.titles import loading
from railhead.track.fares import Fares, Toll, Tolls
from railhead.track.hexgrid import POINTY
from railhead.track.reach import Ground
from railhead.track.tiles import TileSet
from railhead.track.water import Harbour, ways_beside, zoned_sea

BOARD = loading.board(
    {
        "A1": {"stops": ["city 20"], "track": ["4-a"]},
        "A3": {"colour": "blue", "track": ["1-4"]},
        "A5": {"stops": ["city 20"], "track": ["1-a", "4-a"]},
        "A7": {"stops": ["city 20"], "track": ["1-a"]},
        "A21": {"stops": ["city 20"], "track": ["4-a"]},
        "A23": {"stops": ["city 20"], "track": ["1-a"]},
        "A41": {"stops": ["city 20"]},
    },
    TileSet(()),
    ("yellow",),
    POINTY,
)
"""A ferry from A1 to A5, beyond which lies A7; A21 with A23, and A41, across the sea."""
ON = {"A1": (0,), "A21": (2,), "A41": (0, 2)}
"""The zones of the sea that each port is on; the third is beyond the second."""


def at(name: str) -> Stop:
    return stop_at(BOARD.index[name], 0)


SEA = zoned_sea(BOARD, tuple((Harbour(stop=at(name)), zones) for name, zones in ON.items()), ((1,), (0, 2), (1,)))


def tolls(ferry: int, zone: int, waivable: bool) -> Tolls:
    """A ferry costs something, and so does each zone of the sea."""

    zones = {step: Toll(waivable=(zone,)) if waivable else Toll(fixed=zone) for step in SEA.entering}
    here, there = BOARD.index["A1"] << 4 | 4, BOARD.index["A3"] << 4 | 1
    return Tolls(zones | {(here, there): Toll(fixed=ferry), (there, here): Toll(fixed=ferry)})


def fares(law: Tolls, waivers: int = 0, closed: Callable[[Stop], bool] = lambda _: False) -> dict[str, int | None]:
    found = Fares(Ground(BOARD, {}, beside=SEA.passages), [at("A1")], closed, law, waivers)
    return {name: found.to_stop(at(name)) for name in BOARD.names if name != "A3"}


def test_ways_on_land_are_free_and_crossings_are_not() -> None:
    found = fares(tolls(ferry=5, zone=10, waivable=False))
    assert found == {"A1": 0, "A5": 5, "A7": 5, "A21": 20, "A23": 20, "A41": 10}, "by A41 it is only two zones to A21"


@pytest.mark.parametrize(("waivers", "fare"), [(0, 20), (1, 10), (2, 0), (3, 0)])
def test_some_amounts_may_be_waived_on_the_whole_way(waivers: int, fare: int) -> None:
    assert fares(tolls(ferry=5, zone=10, waivable=True), waivers)["A23"] == fare


def test_a_closed_stop_is_reached_but_not_passed() -> None:
    found = fares(tolls(5, 10, False), closed=lambda stop: stop == at("A41"))
    assert (found["A41"], found["A21"]) == (10, 30)


def test_what_cannot_be_reached_has_no_fare() -> None:
    found = Fares(Ground(BOARD, {}), [at("A1")], lambda _: False, tolls(5, 10, False))
    assert (found.to_stop(at("A7")), found.to_stop(at("A23"))) == (5, None)


def test_fares_to_sides_of_hexes() -> None:
    found = Fares(Ground(BOARD, {}, beside=SEA.passages), [at("A1")], lambda _: False, tolls(5, 10, False))
    assert found.to_hex(BOARD.index["A7"], 0b000010) == 5
    assert found.to_hex(BOARD.index["A7"], 0b000001) is None
    assert found.to_hex(BOARD.index["A23"], 0b111111) == 20


def test_a_way_that_may_only_end_at_a_stop_has_a_fare() -> None:
    ferry = BOARD.index["A3"]
    ground = Ground(BOARD, {}, (ferry,), ways_beside(BOARD, (), last=(((ferry, 1), at("A5")),)))
    found = Fares(ground, [at("A1")], lambda _: False, tolls(5, 10, False))
    assert (found.to_stop(at("A5")), found.to_stop(at("A7"))) == (5, None)


def test_a_zone_is_paid_for_when_it_is_entered_whatever_harbours_it_has() -> None:
    """Three zones from A1 to A21; two by A41, which is on the first and on the third."""
    assert sorted(SEA.entering.values()) == [0, 0, 0, 1, 1, 2, 2, 2]
    without = zoned_sea(
        BOARD, tuple((Harbour(stop=at(name)), ON[name]) for name in ("A1", "A21")), ((1,), (0, 2), (1,))
    )
    toll = Tolls({step: Toll(fixed=10) for step in without.entering})
    found = Fares(Ground(BOARD, {}, beside=without.passages), [at("A1")], lambda _: False, toll)
    assert (found.to_stop(at("A21")), found.to_stop(at("A41"))) == (30, None)


def test_a_harbour_may_be_a_side_that_leads_to_a_ferry_as_well() -> None:
    """From A5 by the ferry to A1, and over the side of the ferry to sea."""
    side = Harbour(side=(BOARD.index["A1"], 4))
    sea = zoned_sea(BOARD, ((side, (0,)), (Harbour(stop=at("A41")), (0,))), ((),))
    toll = Tolls({step: Toll(fixed=10) for step in sea.entering})
    found = Fares(Ground(BOARD, {}, beside=sea.passages), [at("A5")], lambda _: False, toll)
    assert (found.to_stop(at("A1")), found.to_stop(at("A41"))) == (0, 10)


def test_nothing_is_known_of_fares_above_the_highest_asked_for_and_asking_for_it_later_tells() -> None:
    found = Fares(Ground(BOARD, {}, beside=SEA.passages), [at("A1")], lambda _: False, tolls(5, 10, False))
    assert [found.to_stop(at("A7"), highest) for highest in (0, 4, 5, 6)] == [None, None, 5, 5]
    assert [found.to_hex(BOARD.index["A23"], 0b111111, highest) for highest in (0, 19, 20)] == [None, None, 20]
    assert (found.to_stop(at("A41"), 9), found.to_stop(at("A41"))) == (None, 10)


def test_ways_are_followed_no_further_than_somebody_asks() -> None:
    asked: set[Stop] = set()

    def closed(stop: Stop) -> bool:
        asked.add(stop)
        return False

    found = Fares(Ground(BOARD, {}, beside=SEA.passages), [at("A1")], closed, tolls(5, 10, False))
    assert (found.to_stop(at("A1")), asked) == (0, set())
    assert (found.to_stop(at("A5")), at("A23") in asked) == (5, False)
    assert (found.to_stop(at("A23")), at("A23") in asked) == (20, True)
