"""Small problems with trains whose runs may end where they began, and with pay for a run as a whole.

A problem is made by a seed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from railhead.core.ids import Point, Stop
from railhead.routes.model import (
    ALONE,
    AREA_STOP,
    FREE_CALL,
    HALT_STOP,
    LARGE_STOP,
    MAY_CALL,
    MUST_CALL,
    NEVER_CALLS,
    NO_ENTRY,
    SMALL_STOP,
    Allowance,
    Award,
    Bonus,
    Grade,
    OneOfEach,
    RouteProblem,
)
from tests.routes.anything import problem_of_anything, some_network, some_stops


def problem_with_circuits(seed: int) -> RouteProblem:
    """A problem with some of the features of the model, and circuits for most trains."""
    chance = Random(seed)
    problem = problem_of_anything(seed)
    changed = {train: going_round(chance, train) for train in dict.fromkeys(problem.trains)}
    trains = tuple(changed[train] for train in problem.trains)
    problem = replace(problem, trains=trains, may_reenter=chance.random() < 0.9)
    awards = some_awards(chance, problem) if chance.random() < 0.6 else ()
    passing = tuple(replace(bonus, passing=chance.random() < 0.5) for bonus in problem.bonuses)
    problem = replace(problem, awards=awards, bonuses=passing)
    worth_it = not problem.tariffs and min(problem.values.values()) > 0 and all(train.calls_at_ends for train in trains)
    fined = problem.may_idle and worth_it and chance.random() < 0.7
    return replace(problem, fines={stop: 1 for stop in problem.grades if fined and chance.random() < 0.5})


def going_round(chance: Random, train: Allowance) -> Allowance:
    """The train, perhaps with circuits and a doubled end, if it is one that may have them."""
    may = train.coupling == ALONE and not train.pays_ends
    doubles = may and train.calls_at_ends and chance.random() < 0.3
    return replace(train, circuits=may and chance.random() < 0.8, doubles_end=doubles)


def problem_of_a_city(seed: int) -> RouteProblem:
    """A problem with trains that stop everywhere and may go round, and expresses between the company's own stations.

    Minor stations pay the former, which use up none of their number there; expresses pass them by.
    """
    chance = Random(seed)
    stops = list(some_stops(chance, {"one_grade"}))
    grades: dict[Stop, Grade] = dict(zip(stops, chance.choices(GRADES, k=len(stops)), strict=True))
    own = frozenset(chance.sample(stops, chance.randint(1, 2)))
    grades |= dict.fromkeys(own, LARGE_STOP)
    kinds = [
        stopping(chance.randint(2, 4), 0),
        stopping(chance.randint(2, 5), 1),
        express(chance.randint(1, 2), 2, True),
    ]
    problem = RouteProblem(
        network=some_network(chance, {"reenter"}, stops),
        grades=grades,
        values={stop: 10 if grade == HALT_STOP else 10 * chance.randint(2, 6) for stop, grade in grades.items()},
        own=own,
        trains=tuple(chance.choice(kinds) for _ in range(chance.choice((1, 1, 2, 2, 3)))),
        barred=frozenset(stop for stop in stops if stop not in own and chance.random() < 0.15),
        may_reenter=True,
        may_idle=True,
    )
    fines = {stop: 5 for stop in stops if chance.random() < 0.2}
    return replace(problem, awards=some_awards(chance, problem), bonuses=mail(chance, stops), fines=fines)


def mail(chance: Random, stops: list[Stop]) -> tuple[Bonus, ...]:
    """Pay for coming to either of two stops, and more for one run that comes to both; once a turn."""
    if chance.random() < 0.5:
        return ()
    one, other = (frozenset((stop,)) for stop in chance.sample(stops, 2))
    return (
        Bonus(OneOfEach(10, (one,)), 10, once=True, passing=True),
        Bonus(OneOfEach(10, (other,)), 10, once=True, passing=True),
        Bonus(OneOfEach(20, (one, other)), 20, once=True, passing=True),
    )


def some_awards(chance: Random, problem: RouteProblem) -> tuple[Award, ...]:
    """Awards for ends, for stops that are passed and for circuits that come to a certain point."""
    stops = list(problem.grades)
    found = []
    for _ in range(chance.randint(0, 3)):
        sets = tuple(frozenset(chance.sample(stops, chance.randint(1, 2))) for _ in range(2))
        points = sorted({at for path in problem.network.by_path for at in path})
        kind = chance.randrange(3)
        if kind == 0:
            found.append(Award(10 * chance.randint(1, 9), Ends(*sets), sets))
        elif kind == 1:
            found.append(Award(10 * chance.randint(1, 9), Includes(sets), sets if chance.random() < 0.5 else ()))
        elif points:
            found.append(Award(10 * chance.randint(1, 9), Around(chance.choice(points)), circuit=True))
    return tuple(found)


@dataclass(frozen=True)
class Ends:
    """Does a run that is no circuit begin at one of some stops and end at one of some others?"""

    here: frozenset[Stop]
    there: frozenset[Stop]

    def __call__(self, path: tuple[Point, ...]) -> bool:
        one, other = path[0], path[-1]
        met = (one in self.here and other in self.there) or (other in self.here and one in self.there)
        return met and one != other


@dataclass(frozen=True)
class Includes:
    """Does a run, or a circuit, come to a stop of each of some sets?"""

    sets: tuple[frozenset[Stop], ...]

    def __call__(self, path: tuple[Point, ...]) -> bool:
        return all(not some.isdisjoint(path) for some in self.sets)


@dataclass(frozen=True)
class Around:
    """Is a run a circuit through a certain point?"""

    point: Point

    def __call__(self, path: tuple[Point, ...]) -> bool:
        return path[0] == path[-1] and self.point in path


GRADES: tuple[Grade, ...] = (*(LARGE_STOP,), *(SMALL_STOP,) * 5, *(HALT_STOP,) * 5, AREA_STOP)


def stopping(number: int, kind: int) -> Allowance:
    """A train that stops everywhere and counts all stations but the minor ones."""
    return Allowance(
        kind,
        total=number,
        calls=(MUST_CALL, MUST_CALL, FREE_CALL, MUST_CALL, NO_ENTRY, NO_ENTRY),
        ends=frozenset((LARGE_STOP, SMALL_STOP, AREA_STOP)),
        circuits=True,
    )


def express(between: int, kind: int, doubles_end: bool = False) -> Allowance:
    """A train that calls at its two ends and a few stations between them."""
    return Allowance(
        kind,
        total=2 + between,
        calls=(MAY_CALL, MAY_CALL, NEVER_CALLS, MUST_CALL, NO_ENTRY, NO_ENTRY),
        ends=frozenset((LARGE_STOP, AREA_STOP)),
        doubles_end=doubles_end,
    )
