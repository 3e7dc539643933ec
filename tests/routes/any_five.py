"""Small problems with trains that count any few of the stops on their run, and trains whose runs are paid twice.

They have what goes with such trains: bonuses for calls on both sides of a border, groups of stops of which a run
includes only one, full stations that end a run, and no track shared. A problem is made by a seed.
"""

from __future__ import annotations

from random import Random

from railhead.core.ids import Stop
from railhead.routes.model import (
    AREA_STOP,
    LARGE_STOP,
    MAY_CALL,
    MUST_CALL,
    NO_ENTRY,
    SHUT_STOP,
    SMALL_STOP,
    Allowance,
    Bonus,
    Grade,
    Haul,
    OneOfEach,
    RouteProblem,
)
from tests.routes.anything import some_network, some_stops


def problem_of_any_five(seed: int) -> RouteProblem:
    """A problem with one to three trains."""
    chance = Random(seed)
    stops = list(some_stops(chance, {"one_grade"}))
    grades = dict(zip(stops, chance.choices(GRADES, k=len(stops)), strict=True))
    own = frozenset(chance.sample(stops, chance.randint(1, 2)))
    kinds = [counting_any(chance, 0), numbered(chance, 1), numbered(chance, 2)]
    return RouteProblem(
        network=some_network(chance, {"reenter"}, stops),
        grades={stop: LARGE_STOP if stop in own else grade for stop, grade in grades.items()},
        values={stop: 10 * chance.randint(0, 6) for stop in stops},
        own=own,
        trains=tuple(chance.choice(kinds) for _ in range(chance.choice((1, 1, 2, 2, 3)))),
        barred=frozenset(stop for stop in stops if stop not in own and chance.random() < 0.15),
        groups={stop: (chance.randrange(2),) for stop in stops if chance.random() < 0.25},
        bonuses=tuple(border(chance, stops) for _ in range(chance.randint(0, 3))),
        may_reenter=True,
        must_meet=False,
        may_idle=chance.random() < 0.3,
        hauls=tuple(some_haul(chance, stops) for _ in range(chance.choice((0, 0, 1, 2)))),
    )


GRADES: tuple[Grade, ...] = (*(LARGE_STOP,) * 5, *(SMALL_STOP,) * 4, *(AREA_STOP,) * 2, SHUT_STOP)


def some_haul(chance: Random, stops: list[Stop]) -> Haul:
    """What a train earns that stays where it is."""
    counted = chance.sample(stops, chance.randint(0, 2))
    return Haul(3, tuple((stop, 10 * chance.randint(0, 6)) for stop in counted), 10 * chance.randint(0, 6))


def counting_any(chance: Random, kind: int) -> Allowance:
    """A train that may pass by any stop and counts any few."""
    return Allowance(
        kind,
        total=chance.randint(2, 4),
        calls=(MAY_CALL, MAY_CALL, MAY_CALL, MAY_CALL, NO_ENTRY, NO_ENTRY),
        ends=frozenset((LARGE_STOP, SMALL_STOP, AREA_STOP)),
        calls_at_ends=False,
        must_use_up=chance.random() < 0.7,
        times=chance.choice((1, 2, 2)),
    )


def numbered(chance: Random, kind: int) -> Allowance:
    """A train that may pass by small stops only."""
    return Allowance(
        kind,
        total=chance.randint(2, 5),
        calls=(MUST_CALL, MAY_CALL, MAY_CALL, MUST_CALL, NO_ENTRY, NO_ENTRY),
        ends=frozenset((LARGE_STOP, SMALL_STOP, AREA_STOP)),
        times=chance.choice((1, 1, 2)),
    )


def border(chance: Random, stops: list[Stop]) -> Bonus:
    """Pay for calling at stops on both sides of a border, or at one of some stops and one of some others."""
    worth = 10 * chance.randint(1, 6)
    here = frozenset(chance.sample(stops, chance.randint(1, 3)))
    there = frozenset(stops) - here if chance.random() < 0.5 else frozenset(chance.sample(stops, 2)) - here
    both = OneOfEach(worth, (here, there))
    # Half of them without saying of what they are made, as titles may.
    return Bonus(both if chance.random() < 0.5 else lambda calls: both(calls), worth)
