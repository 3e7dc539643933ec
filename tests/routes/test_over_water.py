"""The bound on runs over water: it grants what a run may have and no more.

On these networks of a few ports it is the most that any run earns; the oracle says what that is.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest

from railhead.core.ids import Hex, Stop, stop_at, through
from railhead.routes import set_search, stretches
from railhead.routes.branch_and_bound import Incumbent
from railhead.routes.every_walk import EveryWalk
from railhead.routes.graph import Graph
from railhead.routes.meter import Meter, PatienceExhausted
from railhead.routes.model import LARGE_STOP, MAY_CALL, MUST_CALL, NO_ENTRY, SMALL_STOP, Allowance, RouteProblem, Waiver
from railhead.routes.multipliers import NO_MULTIPLIERS, Items, Multipliers
from railhead.routes.oracle import Oracle
from railhead.routes.run_query import Cutoff, RunQuery
from railhead.routes.set_search import SetSearch
from railhead.routes.stretches import goes_by_stretches, stretches_of
from railhead.routes.train_graph import TrainOnGraph
from railhead.track.network import Link, Network
from railhead.track.tiles import CITY, StopFacts

PORTS = tuple(stop_at(Hex(number), 0) for number in range(5))
FAR_SEA = 9
"""Water beside no port."""


def sea(one: int, other: int, *water: int) -> list[Link]:
    """A crossing from port to port, with no land at either end."""
    return links(one, other, water, sea=(False, False), by_land=False)


def ferry(one: int, other: int, water: int) -> list[Link]:
    """A ferry, which crosses no land."""
    return links(one, other, (water,), ferry=1, by_land=False)


def track(one: int, other: int) -> list[Link]:
    """Track over land."""
    return links(one, other, ())


def links(
    one: int,
    other: int,
    water: tuple[int, ...],
    ferry: int = 0,
    sea: tuple[bool, bool] | None = None,
    by_land: bool = True,
) -> list[Link]:
    """A link in both directions; each uses track of its own."""
    bit = 1 << 5 * one + other
    between = through(Hex(10 + 5 * one + other))
    found = []
    for start, end, units in ((PORTS[one], PORTS[other], water), (PORTS[other], PORTS[one], water[::-1])):
        path = (start, between, end)
        found.append(Link(start, end, path, bit, 0, False, len(units), False, units, ferry, sea, by_land))
    return found


def sea_and_land(one: int, other: int, *water: int) -> list[Link]:
    """A crossing with land between the sea and the second port."""
    out, back = sea(one, other, *water)
    return [replace(out, sea=(False, True)), replace(back, sea=(True, False))]


def problem(visits: int, *parts: list[Link], waivers: tuple[Waiver, ...]) -> RouteProblem:
    """Ports of which each pays ten more than the one before, and a train that calls at all it comes to."""
    used: set[Stop] = {link.start for part in parts for link in part}
    train = Allowance(
        0,
        large=visits,
        total=visits,
        visits=visits,
        calls=(MUST_CALL, NO_ENTRY, NO_ENTRY, NO_ENTRY, NO_ENTRY, NO_ENTRY),
        ends=frozenset((LARGE_STOP,)),
    )
    return RouteProblem(
        network=Network.of_links(
            dict.fromkeys(sorted(used), StopFacts(CITY, 0)), [link for part in parts for link in part]
        ),
        grades=dict.fromkeys(used, LARGE_STOP),
        values={port: 10 * (1 + number) for number, port in enumerate(PORTS) if port in used},
        own=frozenset((PORTS[0],)),
        trains=(train,),
        waivers=waivers,
        may_reenter=True,
        must_meet=False,
        may_idle=True,
    )


def on_graph(some: RouteProblem) -> TrainOnGraph:
    return TrainOnGraph(Graph(some), some.trains[0], Items())


def most(train: TrainOnGraph, multipliers: Multipliers = NO_MULTIPLIERS) -> float:
    """What no run earns more than, as far as the bound knows."""
    families = stretches_of(train)
    assert families is not None
    query = RunQuery(train, Cutoff(1), lambda run, worth: None, Meter(), multipliers)
    walks = EveryWalk(query, families)
    walks.estimate(0)
    return walks.ceiling / train.revenue


def found(train: TrainOnGraph) -> float:
    """The most that any run earns of those that are listed."""
    families = stretches_of(train)
    assert families is not None
    worths: list[int] = []
    query = RunQuery(train, Cutoff(1), lambda run, worth: worths.append(worth), Meter(), NO_MULTIPLIERS)
    EveryWalk(query, families).sample()
    return max(worths) / train.revenue


def best(some: RouteProblem) -> int:
    """What the best run earns."""
    return Oracle(some).best.earnings.revenue


def test_a_ferry_is_no_land_between_two_crossings() -> None:
    at_home = (Waiver(frozenset((FAR_SEA,)), 1),)
    by_ferry = problem(9, sea(0, 1, 1), ferry(1, 2, 2), sea(2, 3, 3), waivers=at_home)
    assert most(on_graph(by_ferry)) == best(by_ferry) == 10 + 20 + 30
    over_land = problem(9, sea(0, 1, 1), track(1, 2), sea(2, 3, 3), waivers=at_home)
    assert most(on_graph(over_land)) == best(over_land) == 10 + 20 + 30 + 40


@pytest.mark.parametrize("by_land", [0, stretches.MOST_BY_LAND])
def test_land_before_a_ferry_is_land_between_two_crossings(by_land: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a run is found from whichever end, told from port to port or from station to station."""
    monkeypatch.setattr(stretches.Voyages, "most", by_land)
    at_home = (Waiver(frozenset((FAR_SEA,)), 1),)
    for first, last in ((sea_and_land(0, 1, 1), sea(2, 3, 3)), (sea(0, 1, 1), sea_and_land(3, 2, 3))):
        some = problem(9, first, ferry(1, 2, 2), last, waivers=at_home)
        assert found(on_graph(some)) == most(on_graph(some)) == best(some) == 10 + 20 + 30 + 40


def test_runs_are_told_from_station_to_station_where_ways_over_land_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """A town that is a port is none: a run sails from there, lands there, and passes through it."""
    favour = (Waiver(frozenset((3,)), 1),)
    some = problem(9, track(0, 1), sea(1, 2, 3), track(2, 3), track(3, 4), waivers=favour)
    towns = replace(
        some,
        grades={**some.grades, PORTS[1]: SMALL_STOP, PORTS[2]: SMALL_STOP, PORTS[3]: SMALL_STOP},
        trains=(
            replace(some.trains[0], visits=3, large=3, total=5, calls=(MUST_CALL, MAY_CALL, *some.trains[0].calls[2:])),
        ),
    )
    for ways in (stretches.MOST_BY_LAND, 0):
        monkeypatch.setattr(stretches.Voyages, "most", ways)
        train = on_graph(towns)
        families = stretches_of(train)
        assert families is not None
        assert isinstance(families[-1], stretches.Journeys) == (not ways)
        assert found(train) == most(train) == best(towns) == 10 + 20 + 30 + 40 + 50


@pytest.mark.parametrize("ways", [stretches.MOST_BY_LAND, 0])
def test_the_usual_search_has_the_first_word_where_ways_over_land_are_many(
    ways: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best run is known when the other search begins, even if that is stopped before it finds anything."""
    monkeypatch.setattr(stretches.Voyages, "most", ways)
    monkeypatch.setattr(set_search, "SOON", 0)
    monkeypatch.setattr(EveryWalk, "search", lambda walks: walks.searches[0].meter.stop())
    monkeypatch.setattr(EveryWalk, "approach", lambda walks, near: walks.searches[0].meter.stop())
    some = problem(9, track(0, 1), sea(1, 2, 3), track(2, 3), waivers=(Waiver(frozenset((3,)), 1),))
    incumbent, train = Incumbent(), on_graph(some)
    with suppress(PatienceExhausted):
        SetSearch([train], incumbent, Meter(500), lambda runs: True).search()
    assert incumbent.worth == (0 if ways else best(some) * train.revenue)
    assert incumbent.bound >= best(some) * train.revenue


@pytest.mark.parametrize(("limit", "listed"), [(500, False), (set_search.SOON, False), (set_search.SOON + 1, True)])
def test_a_short_search_lists_no_stretches(limit: int, listed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends before they are of any use, but may already have found the best run."""
    asked: list[TrainOnGraph] = []

    def noted(train: TrainOnGraph) -> tuple[stretches.Stretches, ...] | None:
        asked.append(train)
        return stretches_of(train)

    monkeypatch.setattr(set_search, "stretches_of", noted)
    some = problem(9, track(0, 1), sea(1, 2, 3), track(2, 3), waivers=(Waiver(frozenset((3,)), 1),))
    incumbent, train = Incumbent(), on_graph(some)
    SetSearch([train], incumbent, Meter(limit), lambda runs: True).search()
    assert bool(asked) == listed
    assert incumbent.worth == best(some) * train.revenue


def test_what_a_train_earns_alone_is_a_ceiling_at_any_multipliers() -> None:
    """Multipliers only take away, so there is nothing to find out above it."""
    some = problem(9, track(0, 1), sea(1, 2, 3), track(2, 3), waivers=at_no_use())
    train = on_graph(some)
    assert most(train) == best(some)
    train.best = best(some) * train.revenue
    families = stretches_of(train)
    assert families is not None
    query = RunQuery(train, Cutoff(train.best + 1), lambda run, worth: None, meter := Meter(), NO_MULTIPLIERS)
    last = EveryWalk(query, families).searches[-1]
    assert last.ceiling == train.best
    last.starts()
    steps_to_begin = meter.steps
    last.try_all(last.estimate(0))
    assert last.ceiling == train.best
    assert meter.steps == 2 * steps_to_begin


def test_what_is_waived_at_a_port_yet_to_come_is_worth_what_it_can_waive() -> None:
    """Two stretches in a row, one of them beside the port: on a crossing of a single stretch that is but one."""
    waivers = (Waiver(frozenset((3,)), 2, PORTS[2]), Waiver(frozenset((FAR_SEA,)), 1, PORTS[4]))
    some = problem(4, sea(0, 1, 3), track(1, 2), sea(2, 3, FAR_SEA), track(3, 4), waivers=waivers)
    assert most(on_graph(some)) == best(some) == 10 + 20 + 30
    longer = replace(some, trains=(replace(some.trains[0], visits=5, large=5, total=5),))
    assert most(on_graph(longer)) == best(longer) == 10 + 20 + 30 + 40 + 50


def test_the_bound_knows_what_other_runs_have_taken_of_the_waivers_of_a_turn() -> None:
    favour = (Waiver(frozenset((3,)), 1),)
    some = problem(2, sea(0, 2, 3), track(0, 1), waivers=favour)
    train = on_graph(some)
    assert most(train) == best(some) == 10 + 30
    taken = sum(bit for bits in train.graph.favours for bit in bits)
    assert most(train, Multipliers(closed=taken)) == best(replace(some, waivers=at_no_use())) == 10 + 20


def test_waivers_of_a_turn_have_their_price() -> None:
    some = problem(2, sea(0, 2, 3), track(0, 1), waivers=(Waiver(frozenset((3,)), 1),))
    train = on_graph(some)
    (bits,) = train.graph.favours
    assert most(train, Multipliers(track=dict.fromkeys(bits, 4 * train.revenue))) == 10 + 30 - 4
    assert most(train, Multipliers(track=dict.fromkeys(bits, 15 * train.revenue))) == 10 + 20


def at_no_use() -> tuple[Waiver, ...]:
    return (Waiver(frozenset((FAR_SEA,)), 1),)


def test_runs_pass_by_cities_that_pay_nothing() -> None:
    """They count as visits, but leave a call to a town that pays."""
    some = problem(3, track(0, 1), track(1, 2), sea(2, 3, 3), waivers=at_no_use())
    calls = (MAY_CALL, MAY_CALL, *some.trains[0].calls[2:])
    idle = replace(
        some,
        grades={**some.grades, PORTS[2]: SMALL_STOP},
        values={PORTS[0]: 30, PORTS[1]: 0, PORTS[2]: 10, PORTS[3]: 40},
        trains=(
            replace(
                some.trains[0],
                calls=calls,
                ends=frozenset((LARGE_STOP, SMALL_STOP)),
                calls_at_ends=False,
                calls_at_large=True,
            ),
        ),
    )
    assert goes_by_stretches(on_graph(idle))
    assert most(on_graph(idle)) == best(idle) == 30 + 10


def test_runs_need_not_call_at_a_city_that_pays_less_than_a_town() -> None:
    """It counts as a visit, but the call is better made at a town; and no town beyond the calls pays anything."""
    some = problem(3, track(0, 1), track(1, 2), sea(2, 3, 3), track(3, 4), waivers=at_no_use())
    calls = (MAY_CALL, MAY_CALL, *some.trains[0].calls[2:])
    towns = {
        PORTS[0]: LARGE_STOP,
        PORTS[1]: LARGE_STOP,
        PORTS[2]: SMALL_STOP,
        PORTS[3]: SMALL_STOP,
        PORTS[4]: SMALL_STOP,
    }
    poor = replace(
        some,
        grades={**some.grades, **towns},
        values={PORTS[0]: 30, PORTS[1]: 10, PORTS[2]: 20, PORTS[3]: 10, PORTS[4]: 20},
        trains=(
            replace(
                some.trains[0],
                visits=4,
                large=4,
                total=4,
                calls=calls,
                ends=frozenset((LARGE_STOP, SMALL_STOP)),
                calls_at_ends=False,
                calls_at_large=True,
            ),
        ),
    )
    shorter = replace(poor, trains=(replace(poor.trains[0], visits=3, large=3, total=3),))
    for each in (poor, shorter):
        assert goes_by_stretches(on_graph(each))
        assert most(on_graph(each)) == best(each)
    assert best(poor) == 30 + 20 + 20
    assert best(shorter) == 30 + 20 + 10
