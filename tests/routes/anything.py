"""Small problems on graphs of no title, that use every field of the model in every mixture.

A problem is made by a seed. Features are drawn one by one, most of them seldom, so that many problems have a few of
them; `problem_of_anything(seed, without)` leaves some out without changing the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random

from railhead.core.ids import Hex, Point, Stop, hex_of, stop_at, through
from railhead.routes.model import (
    ALL_TRACK,
    ALONE,
    ANY,
    AREA_STOP,
    FREE_CALL,
    HALT_STOP,
    JOINABLE,
    JOINED,
    LARGE_STOP,
    MAY_CALL,
    MUST_CALL,
    NEVER_CALLS,
    NO_ENTRY,
    PORT_STOP,
    REVENUE_FIRST,
    SHUT_STOP,
    SMALL_STOP,
    SUM_OF_BOTH,
    Aim,
    Allowance,
    Bonus,
    Coupling,
    End,
    Grade,
    RouteProblem,
)
from railhead.track.network import Link, Network
from railhead.track.tiles import CITY, StopFacts

FEATURES = {
    "aim": 0.3,
    "barred": 0.5,
    "bonus": 0.2,
    "bonuses": 0.2,
    "coupling": 0.25,
    "free_passes": 0.3,
    "groups": 0.2,
    "hexes": 0.3,
    "hex_subsidy": 0.2,
    "home": 0.4,
    "idle": 0.3,
    "maximise": 0.1,
    "meeting": 0.3,
    "once": 0.15,
    "one_grade": 0.2,
    "pays_ends": 0.2,
    "pays_once": 0.4,
    "places": 0.4,
    "reenter": 0.6,
    "reward": 0.3,
    "shared": 0.5,
    "stubs": 0.25,
    "subsidies": 0.3,
    "tariffs": 0.25,
    "tolls": 0.25,
    "visits": 0.3,
}
"""The features of the model, and how often a problem has each."""


def problem_of_anything(seed: int, without: frozenset[str] = frozenset()) -> RouteProblem:
    """A problem with some of the features of the model."""
    chance = Random(seed)
    has = {name for name, often in FEATURES.items() if chance.random() < often} - without
    grades = some_stops(chance, has)
    net = some_network(chance, has, list(grades))
    stops = list(grades)
    own = frozenset(chance.sample(stops, chance.randint(1, 3)))
    pieces = [1 << number for number in range(max([0, *(link.track.bit_length() for link in net.by_path.values())]))]
    values = {stop: 10 * chance.randint(0, 6) for stop in stops}
    problem = RouteProblem(
        network=net,
        grades=grades,
        values=values,
        own=own,
        trains=some_trains(chance, has),
        home=frozenset(chance.sample(stops, chance.randint(1, 2))) if "home" in has else frozenset(),
        barred=frozenset(stop for stop in stops if stop not in own and chance.random() < 0.3 and "barred" in has),
        free_passes=chance.randint(1, 2) if "free_passes" in has else 0,
        may_reenter="reenter" in has,
        must_meet=chance.random() < 0.7,
        may_idle="idle" in has,
        must_maximise="maximise" in has,
        pays_once="pays_once" in has,
        shared=chance.choice((ALL_TRACK, ALL_TRACK, sum(piece for piece in pieces if chance.random() < 0.5)))
        if "shared" in has
        else 0,
    )
    problem = with_pay(chance, has, problem)
    joins_at_barred = chance.random() < 0.5 and "joins_at_barred" not in without
    return replace(problem, joins_at_barred=joins_at_barred, trains=multiplied(chance, problem.trains, without))


def multiplied(chance: Random, trains: tuple[Allowance, ...], without: frozenset[str]) -> tuple[Allowance, ...]:
    """The trains, some kinds of them paid twice, and some bound to use up their number; joined trains stay alike."""
    changed: dict[Allowance, Allowance] = {}
    for train in dict.fromkeys(trains):
        times = chance.choice((1, 1, 2, 3)) if "times" not in without else 1
        uses_up = chance.random() < 0.3 and "must_use_up" not in without
        changed[train] = train if train.coupling != ALONE else replace(train, times=times, must_use_up=uses_up)
    return tuple(changed[train] for train in trains)


def with_pay(chance: Random, has: set[str], problem: RouteProblem) -> RouteProblem:
    """The problem with what its features say of pay, of groups and of meeting."""
    stops, kinds = list(problem.grades), {train.train for train in problem.trains if train.coupling == ALONE}
    changes: dict[str, object] = {}
    if "subsidies" in has:
        changes["subsidies"] = {stop: 10 * chance.randint(1, 3) for stop in stops if chance.random() < 0.5}
    if "groups" in has:
        changes["groups"] = {
            stop: tuple(chance.sample(range(3), chance.randint(1, 2))) for stop in stops if chance.random() < 0.4
        }
    if "places" in has:
        places = {stop: -1 - chance.randrange(2) for stop in stops if chance.random() < 0.4}
        pay = {place: 10 * chance.randint(0, 6) for place in sorted(set(places.values()))}
        changes["places"] = places
        changes["values"] = {stop: pay.get(places.get(stop, 0), value) for stop, value in problem.values.items()}
    if "tariffs" in has and not problem.pays_once:
        changes["tariffs"] = {
            kind: {stop: 10 * chance.randint(0, 6) for stop in stops} for kind in sorted(kinds) if chance.random() < 0.6
        }
    if "bonus" in has:
        changes["bonus"] = 10 * chance.randint(1, 4)
    bonuses = []
    if "bonuses" in has:
        bonuses += [some_bonus(chance, stops, once=False) for _ in range(chance.randint(1, 2))]
    if "once" in has:
        bonuses.append(some_bonus(chance, stops, once=True))
    if "meeting" in has:
        changes["meeting"] = frozenset(
            (LARGE_STOP, *chance.sample((SMALL_STOP, HALT_STOP, AREA_STOP, PORT_STOP), chance.randint(0, 2)))
        )
    if "aim" in has:
        changes["aim"] = chance.choice((SUM_OF_BOTH, Aim(1, 2), Aim(3, 1), Aim(1, 0)))
    else:
        changes["aim"] = REVENUE_FIRST
    return replace(problem, bonuses=tuple(bonuses), **changes)  # type: ignore[arg-type]


def some_bonus(chance: Random, stops: list[Stop], once: bool) -> Bonus:
    """Pay for calling at two stops or, unless only one run is paid, for each of some stops called at."""
    worth = 10 * chance.randint(1, 5)
    some = frozenset(chance.sample(stops, 2))
    if once or chance.random() < 0.5:
        return Bonus(lambda calls: worth if some <= calls else 0, worth, once)
    return Bonus(lambda calls: worth * len(some & calls), 2 * worth, once)


# -- the graph ------------------------------------------------------------------------------------


def some_stops(chance: Random, has: set[str]) -> dict[Stop, Grade]:
    """Stops and their grades; now and then two on a hex."""
    grades: dict[Stop, Grade] = {}
    hex_, number = Hex(0), 0
    often = (
        (LARGE_STOP,)
        if "one_grade" in has
        else (
            *(LARGE_STOP,) * 7,
            *(SMALL_STOP,) * 3,
            *(HALT_STOP,) * 2,
            AREA_STOP,
            PORT_STOP,
            SHUT_STOP,
        )
    )
    for _ in range(chance.randint(4, 7)):
        if chance.random() < 0.8:
            hex_, number = Hex(hex_ + 1), 0
        else:
            number += 1
        grades[stop_at(hex_, number)] = chance.choice(often)
    return grades


def some_network(chance: Random, has: set[str], stops: list[Stop]) -> Network:
    """Links between them, with track of their own and some they have in common."""
    links: dict[tuple[Point, ...], Link] = {}
    bits = 0
    common: list[int] = []
    for _ in range(chance.randint(len(stops), 2 * len(stops))):
        one, other = sorted(chance.sample(stops, 2))
        between = [through(Hex(20 + chance.randrange(6))) for _ in range(chance.choice((0, 0, 1, 1, 2)))]
        path = (one, *between, other)
        if path in links or path[::-1] in links or any(a == b for a, b in pairwise(between)):
            continue
        track = 0
        for _ in range(chance.randint(1, 2)):
            track |= 1 << bits
            bits += 1
        if common and chance.random() < 0.3:
            track |= chance.choice(common)
        if chance.random() < 0.4:
            common.append(track & -track)
        toll = int("tolls" in has and chance.random() < 0.3)
        hexes = [hex_of(at) for at in path]
        left = [a for a, b in pairwise(hexes) if a != b]
        winds = len(set(left)) < len(left) or hexes[-1] in left
        crossed = sum(1 << hex_ for hex_ in set(hexes))
        for start, way, end in ((one, path, other), (other, path[::-1], one)):
            stub = "stubs" in has and chance.random() < 0.15
            links[way] = Link(start, end, way, track, crossed, winds, toll, stub)
    return Network.of_links({stop: StopFacts(CITY, 0) for stop in stops}, links.values())


# -- the trains -----------------------------------------------------------------------------------


def some_trains(chance: Random, has: set[str]) -> tuple[Allowance, ...]:
    """Up to three trains of up to two kinds, and up to three that are joined."""
    reward = some_reward(chance) if "reward" in has else None
    kinds = [counting(chance, has, kind, reward) for kind in range(2)]
    if "pays_ends" in has:
        kinds[0] = hauling(chance, has, 0, reward, ALONE)
    if "coupling" not in has:
        return tuple(chance.choice(kinds) for _ in range(chance.randint(1, 3)))
    coupled = [
        hauling(chance, has, 2 + kind, reward, coupling) for kind, coupling in enumerate((JOINED, JOINABLE, JOINED))
    ]
    common = coupled[0]
    coupled = [replace(common, train=one.train, hexes=chance.randint(1, 5), coupling=one.coupling) for one in coupled]
    found = [chance.choice(coupled) for _ in range(chance.randint(2, 3))]
    return (*found, *(chance.choice(kinds) for _ in range(chance.randint(0, 1))))


def some_reward(chance: Random) -> Callable[[End, End], int]:
    """Pay for the ends of a run by the hexes they lie on."""
    by, most = chance.randint(2, 5), chance.randint(2, 6)

    def reward(one: End, other: End) -> int:
        return 10 * (abs(one[1] - other[1]) * by % most + (one[0] + other[0]) % 2)

    return reward


def counting(chance: Random, has: set[str], kind: int, reward: Callable[[End, End], int] | None) -> Allowance:
    """A train that counts stops."""
    policies = (MUST_CALL, MAY_CALL, FREE_CALL, NEVER_CALLS, NO_ENTRY)
    return Allowance(
        kind,
        large=chance.choice((ANY, 2, 3, 4, 5)),
        total=chance.choice((ANY, 3, 4, 5, 6)),
        visits=chance.randint(2, 5) if "visits" in has else ANY,
        hexes=chance.randint(1, 6) if "hexes" in has else ANY,
        calls=(
            chance.choices(policies, (5, 4, 1, 1, 0))[0],
            *(chance.choices(policies, (4, 8, 5, 4, 1))[0] for _ in (SMALL_STOP, HALT_STOP)),
            *(chance.choices(policies, (8, 6, 2, 2, 1))[0] for _ in (AREA_STOP, PORT_STOP)),
            NO_ENTRY,
        ),
        ends=frozenset(
            (LARGE_STOP, *chance.sample((SMALL_STOP, HALT_STOP, AREA_STOP, PORT_STOP), chance.randint(1, 4)))
        ),
        calls_at_ends=chance.random() < 0.6,
        reward=reward if chance.random() < 0.7 else None,
        hex_subsidy=10 if "hex_subsidy" in has and chance.random() < 0.7 else 0,
    )


def hauling(
    chance: Random, has: set[str], kind: int, reward: Callable[[End, End], int] | None, coupling: Coupling
) -> Allowance:
    """A train that is paid for the ends of its run."""
    policies = (MUST_CALL, MAY_CALL, FREE_CALL, NEVER_CALLS, NO_ENTRY)
    return Allowance(
        kind,
        hexes=chance.randint(1, 6),
        calls=(
            MUST_CALL,
            *(chance.choices(policies, (6, 4, 2, 10, 1))[0] for _ in (SMALL_STOP, HALT_STOP)),
            *(chance.choices(policies, (8, 3, 1, 0, 1))[0] for _ in (AREA_STOP, PORT_STOP)),
            NO_ENTRY,
        ),
        ends=frozenset((LARGE_STOP, *chance.sample((AREA_STOP, PORT_STOP), chance.randint(0, 2)))),
        calls_at_ends=chance.random() < 0.8,
        pays_ends=True,
        reward=reward,
        coupling=coupling,
    )
