"""Brute force for small problems: the yardstick for `check` and `best`.

Nothing here is clever, and nothing is shared with the check or the search, even where that means writing the same few
lines again: a second opinion is worth something only if it is independent. Ways are followed link by link, every choice
of calls and every set of runs is tried, and earnings are added up from what `model` says of its fields. Only what can
never be legal is left out early (a way that includes a stop twice, two trains on the same track), and choices of calls
that could include more: a further call never costs anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations, pairwise, permutations, product
from math import comb, prod

from railhead.core.ids import Hex, Point, Stop, hex_of
from railhead.routes.model import (
    ALONE,
    AREA_STOP,
    AS_LARGE,
    FREE_CALL,
    JOINABLE,
    JOINED,
    MAY_CALL,
    MUST_CALL,
    NEVER_CALLS,
    NO_ENTRY,
    PORT_STOP,
    Allowance,
    Bonus,
    Earnings,
    End,
    Route,
    RouteProblem,
)
from railhead.routes.oracle_ways import Toll, Way, differ, fewest, is_open, tolls, turned, way_of, ways

# -- one train on a way ---------------------------------------------------------------------------


def may_take(problem: RouteProblem, train: Allowance, way: Way) -> bool:
    """May this train take an open way, provided that it can call where it must?"""
    grades = [problem.grades[stop] for stop in way.visited]
    if way.is_circuit and not (train.circuits and any(grade in train.ends for grade in grades[1:])):
        return False
    return (
        all(train.calls[grade] != NO_ENTRY for grade in grades)
        and grades[0] in train.ends
        and problem.grades[way.stops[-1]] in train.ends
        and len([grade for grade in grades if grade in AS_LARGE]) + fewest(problem, way) <= train.visits
        and len(way.hexes) - 1 <= train.hexes
    )


def calls_of(problem: RouteProblem, train: Allowance, way: Way, passed: Set[Point]) -> frozenset[Stop] | None:
    """The stops that pay if these are passed by; None if the train may not pass these by or call at the others."""

    def policy(stop: Stop) -> int:
        return train.calls[problem.grades[stop]]

    if not passed <= set(way.stops) or any(
        policy(stop) in (MUST_CALL, FREE_CALL) for stop in way.stops if stop in passed
    ):
        return None
    ends = (way.stops[0], way.stops[-1])
    paying = ends if train.pays_ends else way.places
    calls = [stop for stop in paying if stop not in passed and policy(stop) != NEVER_CALLS]
    if train.calls_at_ends and not all(end in calls for end in ends):
        return None
    counted = [stop for stop in calls if policy(stop) != FREE_CALL]
    large = [stop for stop in counted if problem.grades[stop] in AS_LARGE]
    toll = fewest(problem, way)
    if len(counted) + toll > train.total or len(large) + toll > train.large:
        return None
    if train.calls_at_large and not large:
        return None
    if len(counted) - len(large) > train.small:
        return None
    if train.required is not None and not _wins(train.required, frozenset((train.train,)), way):
        return None
    if train.must_use_up and not train.pays_ends:
        free = replace(train, must_use_up=False)
        fuller = [calls_of(problem, free, way, passed - {stop}) for stop in passed]
        if any(more is not None and len(more) > len(calls) for more in fuller):
            return None
    return frozenset(calls)


def _wins(bonus: Bonus, kinds: frozenset[int], way: Way) -> bool:
    """Does a run of such trains earn a bonus for what it passes?"""
    if bonus.kinds is not None and not bonus.kinds & kinds:
        return False
    return bonus.worth(frozenset(way.stops)) > 0 and (bonus.way is None or bonus.way(way.path))


def choices(problem: RouteProblem, train: Allowance, way: Way) -> dict[frozenset[Stop], frozenset[Stop]]:
    """Every choice of calls on a way the train may take: by the stops that pay, those that are passed by."""
    optional = [stop for stop in way.places if train.calls[problem.grades[stop]] == MAY_CALL]
    found: dict[frozenset[Stop], frozenset[Stop]] = {}
    for some in chain.from_iterable(combinations(optional, count) for count in range(len(optional) + 1)):
        passed = frozenset(some)
        calls = calls_of(problem, train, way, passed)
        if calls is not None:
            found.setdefault(calls, passed)
    return found


@dataclass(frozen=True)
class Paid:
    """A train, or several joined as one, on a way with some calls."""

    train: Allowance
    way: Way
    calls: frozenset[Stop]
    joined: frozenset[int] = frozenset()
    """The kinds of train that are joined, if several are."""
    toll: int = 0
    """What it counts of the water on its way, once that is settled."""

    @property
    def kinds(self) -> frozenset[int]:
        """The kinds of train that make the run."""
        return self.joined or frozenset((self.train.train,))


def earned(problem: RouteProblem, runs: Sequence[Paid]) -> Earnings:
    """What legal runs earn in one turn."""
    revenue = subsidy = 0
    once: dict[int, int] = {}
    hexes: dict[Hex, int] = {}
    for run in runs:
        kind = run.train.train
        for stop in run.calls:
            pays = problem.tariffs[kind][stop] if kind in problem.tariffs else problem.values[stop]
            place = problem.places.get(stop, stop)
            if not problem.pays_once:
                revenue += pays * run.train.times
            elif pays > once.get(place, 0):
                once[place] = pays
            subsidy += problem.subsidies.get(stop, 0)
        revenue -= _half_of_the_least(problem, run)
        revenue += seconds(problem, run).revenue
        subsidy += seconds(problem, run).subsidy
        for hex_ in run.way.hexes:
            hexes[hex_] = max(run.train.hex_subsidy, hexes.get(hex_, 0))
        revenue += problem.bonus * run.train.times
        if run.train.reward is not None:
            revenue += run.train.reward(*_ends(problem, run.way)) * run.train.times
        if run.train.doubles_end:
            tariff = problem.tariffs.get(kind, problem.values)
            revenue += max(tariff[run.way.stops[0]], tariff[run.way.stops[-1]]) * run.train.times
        revenue -= sum(fine for stop, fine in problem.fines.items() if stop in run.way.stops)
        won = [award.amount for award in problem.awards if award.earned(run.way.path)]
        revenue += max([0, *won]) * run.train.times
    for bonus in problem.bonuses:
        worths = [
            bonus.worth(frozenset(run.way.stops) if bonus.passing else run.calls)
            if (bonus.kinds is None or not bonus.kinds.isdisjoint(run.kinds))
            and (bonus.way is None or bonus.way(run.way.path))
            else 0
            for run in runs
        ]
        multiplied = [worth * run.train.times for worth, run in zip(worths, runs, strict=True)]
        revenue += max(worths, default=0) if bonus.once else sum(multiplied)
    return Earnings(revenue + sum(once.values()), subsidy + sum(hexes.values()))


def _half_of_the_least(problem: RouteProblem, run: Paid) -> int:
    """What is not paid at large stops beyond those that pay in full."""
    tariff = problem.tariffs.get(run.train.train, problem.values)
    left = [tariff[stop] for stop in run.calls if problem.grades[stop] in AS_LARGE]
    lost, used = 0, min(len(left) + run.toll, run.train.visits)
    while used > run.train.in_full and left:
        lost += min(left) // 2
        left.remove(min(left))
        used -= 1
    return lost * run.train.times


def seconds(problem: RouteProblem, run: Paid) -> Earnings:
    """What second places pay at stops the run calls at, the best for which there is room."""
    tariff, times = problem.tariffs.get(run.train.train, problem.values), run.train.times
    counted = [stop for stop in run.calls if run.train.calls[problem.grades[stop]] != FREE_CALL]
    doubles = [stop for stop in counted if stop in problem.doubles]
    small = len([stop for stop in counted if problem.grades[stop] not in AS_LARGE])
    room = max(0, min(run.train.total - run.toll - len(counted), run.train.small - small))
    tried = chain.from_iterable(combinations(doubles, count) for count in range(min(room, len(doubles)) + 1))
    pay = (
        Earnings(sum(tariff[stop] * times for stop in some), sum(problem.subsidies.get(stop, 0) for stop in some))
        for some in tried
    )
    return max(pay, key=problem.aim.score)


def _ends(problem: RouteProblem, way: Way) -> tuple[End, End]:
    def end(stop: Stop, before: Point) -> End:
        off_the_board = problem.grades[stop] in (AREA_STOP, PORT_STOP)
        return stop, hex_of(before) if off_the_board else hex_of(stop)

    return end(way.stops[0], way.path[1]), end(way.stops[-1], way.path[-2])


def judge_one(problem: RouteProblem, route: Route) -> Paid | None:
    """A route on its own: its way and the calls it is paid for; None if it is not legal."""
    train = next((train for train in problem.trains if train.train == route.train), None)
    way = way_of(problem, route.path)
    if train is None or way is None or not is_open(problem, way) or not may_take(problem, train, way):
        return None
    calls = calls_of(problem, train, way, frozenset(route.passed_by))
    return None if calls is None else Paid(train, way, calls)


def settlements(problem: RouteProblem, runs: Sequence[Paid]) -> Iterator[list[Paid]]:
    """The runs with every amount of water that each may count, if enough is waived in the turn for all of them."""
    favours = [waiver for waiver in problem.waivers if waiver.at is None]
    for used in product(*(_uses(problem, run) for run in runs)):
        if all(sum(one[number] for _, one in used) <= favour.most for number, favour in enumerate(favours)):
            yield [replace(run, toll=counts) for run, (counts, _) in zip(runs, used, strict=True)]


def share_favours(problem: RouteProblem, runs: Sequence[Paid]) -> bool:
    """Is enough waived in the turn for all of these runs?"""
    return next(settlements(problem, runs), None) is not None


def _uses(problem: RouteProblem, run: Paid) -> list[Toll]:
    """What a run may count, to keep to the number of its train, and take of what is waived in the turn for that.

    To count more than one has to earns nothing.
    """
    train = run.train
    counted = [stop for stop in run.calls if train.calls[problem.grades[stop]] != FREE_CALL]
    large = [stop for stop in counted if problem.grades[stop] in AS_LARGE]
    visited = [stop for stop in run.way.visited if problem.grades[stop] in AS_LARGE]
    room = min(train.visits - len(visited), train.large - len(large), train.total - len(counted))
    able = [(counts, favours) for counts, favours in tolls(problem, run.way) if counts <= room]
    return [one for one in able if not any(one[0] > other[0] and one[1] == other[1] for other in able)]


# -- sets of runs ---------------------------------------------------------------------------------


def judge(problem: RouteProblem, routes: Sequence[Route]) -> Earnings | None:
    """What routes earn in one turn; None if they are not legal. Idle trains are not considered."""
    runs = [judge_one(problem, route) for route in routes]
    left = [train.train for train in problem.trains]
    for route in routes:
        if route.train not in left:
            return None
        left.remove(route.train)
    allowed = [run for run in runs if run is not None]
    if len(allowed) < len(runs) or not share_favours(problem, allowed) or not meets_demand(problem, allowed):
        return None
    if not go_together(problem, [run.way for run in allowed]):
        return None
    formed = (units for some in settlements(problem, allowed) for units in formed_as(problem, some))
    best = max((earned(problem, units) for units in formed), key=problem.aim.score, default=None)
    return None if best is None else best + _hauled(problem)


def meets_demand(problem: RouteProblem, runs: Sequence[Paid]) -> bool:
    """Does one of the runs earn the bonus that one has to earn?"""
    return problem.demand is None or any(_wins(problem.demand, run.kinds, run.way) for run in runs)


def _hauled(problem: RouteProblem) -> Earnings:
    """What trains earn without a route."""
    return Earnings(sum(haul.bonus + sum(pays for _, pays in haul.stops) for haul in problem.hauls))


def go_together(problem: RouteProblem, taken: Sequence[Way]) -> bool:
    """Can runs along these ways be made in one turn, however trains are joined?"""
    if not taken:
        return True
    return (
        share_no_track(problem, taken)
        and len([way for way in taken if way.through(problem)]) <= 1
        and (not problem.home or any(problem.home.intersection(way.stops) for way in taken))
        and (not problem.must_meet or any(_each_meets(problem, order) for order in permutations(taken)))
    )


def share_no_track(problem: RouteProblem, taken: Sequence[Way]) -> bool:
    """Is no piece of track used by two of them, except those that may be shared?"""
    return differ(piece for way in taken for piece in set(way.pieces) if not problem.shared >> piece & 1)


def _each_meets(problem: RouteProblem, order: Sequence[Way]) -> bool:
    """Does each way but the first meet an earlier one?"""
    met = set(order[0].stops)
    for way in order[1:]:
        if not any(problem.grades[stop] in problem.meeting for stop in met.intersection(way.stops)):
            return False
        met.update(way.stops)
    return True


def formed_as(problem: RouteProblem, runs: Sequence[Paid]) -> Iterator[list[Paid]]:
    """Every way to join the trains that must or may be joined, with the calls that joined trains are paid for."""
    alone = [run for run in runs if run.train.coupling == ALONE]
    for groups in _groupings([run for run in runs if run.train.coupling != ALONE]):
        for joined in product(*(list(_as_one(problem, group)) for group in groups)) if _well_joined(groups) else ():
            formed = [*alone, *joined]
            if len([run for run in formed if run.way.through(problem)]) <= 1:
                yield formed


def _groupings(runs: list[Paid]) -> Iterator[list[list[Paid]]]:
    """All partitions of a list of runs."""
    if not runs:
        yield []
        return
    first, rest = runs[0], runs[1:]
    for groups in _groupings(rest):
        yield [[first], *groups]
        for number, group in enumerate(groups):
            yield [*groups[:number], [first, *group], *groups[number + 1 :]]


def _well_joined(groups: list[list[Paid]]) -> bool:
    """Are all trains that must be joined in one group, with at least one that may be, if there is one?"""
    couplings = [[run.train.coupling for run in group] for group in groups]
    bound = [group for group in couplings if JOINED in group]
    return len(bound) <= 1 and (not bound or JOINABLE in bound[0] or not any(JOINABLE in group for group in couplings))


def _as_one(problem: RouteProblem, group: list[Paid]) -> Iterator[Paid]:
    """The runs of a group end to end as one run: as long as all may travel together, otherwise like the first."""
    if len(group) == 1:
        yield group[0]
        return
    first = group[0].train
    for order in permutations(group):
        for ways_ in product(*((run.way, _reversed(problem, run.way)) for run in order)):
            if all(one.stops[-1] == other.stops[0] for one, other in pairwise(ways_)):
                joints = frozenset(way.stops[-1] for way in ways_[:-1]) if problem.joins_at_barred else frozenset()
                whole = Way(tuple(link for way in ways_ for link in way.links), joints)
                far = sum(run.train.hexes for run in group)
                train = Allowance(
                    first.train, first.large, first.total, first.visits, far, first.calls, first.ends,
                    first.calls_at_ends, first.must_use_up, first.times, first.pays_ends, first.reward,
                    first.hex_subsidy, first.coupling,
                )  # fmt: skip
                if is_open(problem, whole) and may_take(problem, train, whole):
                    calls = calls_of(problem, train, whole, frozenset())
                    if calls is not None:
                        yield Paid(train, whole, calls, frozenset(run.train.train for run in group))


def _reversed(problem: RouteProblem, way: Way) -> Way:
    return Way(tuple(turned(problem, link) for link in reversed(way.links)))


# -- the best -------------------------------------------------------------------------------------

Key = tuple[tuple[int, int], ...]
"""A set of runs: pairs of a kind of train and the number of its way, sorted."""


@dataclass(frozen=True)
class Answer:
    """The best score, and a set of runs that achieves it."""

    score: int
    earnings: Earnings
    plan: tuple[Route, ...]


class Oracle:
    """Every set of runs of a company, tried out."""

    def __init__(self, problem: RouteProblem) -> None:
        self.problem = problem
        self.ways = ways(problem)
        self.trains = sorted(problem.trains, key=lambda train: train.train)
        self.kinds = {train.train: train for train in self.trains}
        self.calls = {kind: self._calls(train) for kind, train in self.kinds.items()}

    def _calls(self, train: Allowance) -> dict[int, dict[frozenset[Stop], frozenset[Stop]]]:
        """By number of each way the train may run: its choices of calls."""
        found = {}
        for number, way in enumerate(self.ways):
            chosen = choices(self.problem, train, way) if may_take(self.problem, train, way) else {}
            if chosen:
                found[number] = chosen
        return found

    @cached_property
    def size(self) -> int:
        """An upper bound on the number of sets."""
        counts = {kind: len([train for train in self.trains if train.train == kind]) for kind in self.kinds}
        return prod(comb(len(self.calls[kind]) + count, count) for kind, count in counts.items())

    @cached_property
    def sets(self) -> set[Key]:
        """Every set of runs that can be made together, if trains were free to stay idle."""
        return {key for key in self._sets(0, ()) if self._may_be_run(key)}

    def _sets(self, number: int, key: Key) -> Iterator[Key]:
        """Sets with these runs and any for the trains from this one on; trains of a kind take ways in order."""
        if number == len(self.trains):
            yield key
            return
        yield from self._sets(number + 1, key)
        kind = self.trains[number].train
        for way in self.calls[kind]:
            longer = (*key, (kind, way))
            if list(longer) == sorted(longer) and share_no_track(self.problem, [self.ways[at] for _, at in longer]):
                yield from self._sets(number + 1, longer)

    def _may_be_run(self, key: Key) -> bool:
        runs = [Paid(self.kinds[kind], self.ways[way], frozenset()) for kind, way in key]
        if not go_together(self.problem, [run.way for run in runs]) or not self._shares_favours(key):
            return False
        if not meets_demand(self.problem, runs):
            return False
        return next(formed_as(self.problem, runs), None) is not None

    def _shares_favours(self, key: Key) -> bool:
        """Is enough waived in the turn, if trains call where they must and perhaps nowhere else?"""
        choices_ = product(*(self.calls[kind][way] for kind, way in key)) if self.problem.waivers else ()
        return not self.problem.waivers or any(
            share_favours(
                self.problem,
                [Paid(self.kinds[kind], self.ways[way], calls) for (kind, way), calls in zip(key, chosen, strict=True)],
            )
            for chosen in choices_
        )

    @cached_property
    def allowed(self) -> set[Key]:
        """The sets that may be run: unless trains may stay idle, those beside which no idle train could run."""
        if self.problem.may_idle:
            return self.sets
        return self.sets - {key[:left] + key[left + 1 :] for key in self.sets for left in range(len(key))}

    @cached_property
    def best(self) -> Answer:
        """The set with the best score."""
        answers = [self.best_calls(key) for key in sorted(self.allowed)]
        return max(answers, key=lambda answer: answer.score)

    def best_calls(self, key: Key) -> Answer:
        """What a set earns with the best choice of calls."""
        problem = self.problem
        # With second places a stop may be passed by for the sake of another one.
        every = [self.calls[kind][way] for kind, way in key]
        tried = every if problem.doubles or problem.waivers else [_fullest(calls) for calls in every]
        best: Answer | None = None
        for chosen in product(*(calls.items() for calls in tried)):
            runs = [
                Paid(self.kinds[kind], self.ways[way], calls)
                for (kind, way), (calls, _) in zip(key, chosen, strict=True)
            ]
            for units in (units for some in settlements(problem, runs) for units in formed_as(problem, some)):
                brings = earned(problem, units) + _hauled(problem)
                score = problem.aim.score(brings)
                if best is None or score > best.score:
                    plan = tuple(
                        Route(kind, self.ways[way].path, tuple(sorted(passed)))
                        for (kind, way), (_, passed) in zip(key, chosen, strict=True)
                    )
                    best = Answer(score, brings, plan)
        assert best is not None
        return best

    def key_of(self, plan: Iterable[Route]) -> Key:
        """The key of a set of runs, regardless of the direction of its paths and of its calls."""
        numbers = {way.path: number for number, way in enumerate(self.ways)}
        return tuple(sorted((route.train, numbers[min(route.path, route.path[::-1])]) for route in plan))


def _fullest(calls: dict[frozenset[Stop], frozenset[Stop]]) -> dict[frozenset[Stop], frozenset[Stop]]:
    """The choices of calls to which none can be added."""
    return {some: passed for some, passed in calls.items() if not any(some < others for others in calls)}
