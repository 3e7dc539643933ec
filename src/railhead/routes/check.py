"""Validates runs and computes what they earn. A figure that somebody posts is never taken on trust.

This is the law of routes, written as plainly as possible. The search for the best runs only proposes; what it proposes
is validated and valued here. A fault has a key, and the title says which of its rules that is.

The oracle answers the same questions with code of its own. The two share nothing on purpose, not even the partitions of
a list of trains: the oracle is the second opinion, and a shared helper could be wrong in both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise, product

from railhead.core.ids import Hex, Point, Stop, hex_of
from railhead.routes import tolls
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
    SHUT_STOP,
    Allowance,
    Award,
    Bonus,
    Earnings,
    End,
    Route,
    RouteProblem,
)
from railhead.routes.tolls import Needs
from railhead.track.network import Link, Network

CLOSED = (
    "The train may not run to a large station",
    "The train may not run to a small station",
    "The train may not run to a halt",
    "The train may not run to an area off the board",
    "The train may not run to a port",
)


FULL = "A run may not pass through a station where all places are taken by others"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a run: the key of the rule, and the reason as a template with the values of its fields."""

    key: str
    reason: str
    values: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Traced:
    """A legal route: what it uses, and where it calls."""

    route: Route
    stops: tuple[Stop, ...]
    calls: tuple[Stop, ...]
    """The stops that pay; one of two places is named twice if both pay."""
    track: int
    hexes: frozenset[Hex]
    passes: int
    """How many barred stops it passes through."""
    needs: Needs = frozenset()
    """What it needs of what is waived once a turn; empty if it crosses no water for which anything is."""
    toll: int = 0
    """What links count of the train's number."""
    others: tuple[Traced, ...] = ()
    """The same run with less of its water counted, by what is waived once a turn, if it earns more then."""


NO_NEEDS: Needs = frozenset()

# -- one run --------------------------------------------------------------------------------------


def trace(problem: RouteProblem, route: Route) -> Traced | Fault:
    """Validate one train's route on its own."""
    return _trace(problem, problem.by_kind[route.train], route)


def _trace(
    problem: RouteProblem, train: Allowance, route: Route, joints: frozenset[Point] = frozenset()
) -> Traced | Fault:
    """Validate the route of a train, or of several joined at these stops, which they do not pass through."""
    links = links_along(problem.network, route.path)
    if links is None:
        return Fault("route.continuous", "The run does not follow a continuous line of track")
    if not links:
        return Fault("route.continuous", "A run connects at least two stops")
    stops = (links[0].start, *(link.end for link in links))
    fault = (
        _fault_of_track(problem, train, links, stops)
        or _fault_of_stops(problem, train, links, stops, joints)
        or _fault_of_calls(problem, train, route, links, stops)
        or _fault_of_purpose(problem, train, route, stops)
    )
    if fault:
        return fault
    track = 0
    for link in links:
        track |= link.track
    passes = _passes(problem, stops, joints)
    hexes = frozenset(hex_of(at) for at in route.path)
    run = Traced(route, stops, _calls(problem, train, route, stops), track, hexes, passes)
    return _with_tolls(problem, train, links, run)


def _with_tolls(problem: RouteProblem, train: Allowance, links: list[Link], run: Traced) -> Traced:
    """The run with as much of its water counted as its train has room for, and with less, if it earns more then."""
    alone = tolls.without_favours(problem, links, run.stops)
    if not problem.favours or not any(link.water for link in links):
        return _at_toll(problem, train, run, alone, NO_NEEDS)
    counted = [stop for stop in run.calls if train.calls[problem.grades[stop]] != FREE_CALL]
    visits = sum(problem.grades[stop] in AS_LARGE for stop in run.stops)
    larges = sum(problem.grades[stop] in AS_LARGE for stop in counted)
    room = min(train.visits - visits, train.large - larges, train.total - len(counted))
    found: list[Traced] = []
    for toll in range(min(alone, room), -1, -1):
        needs = tolls.needs(problem, links, run.stops, toll)
        if not needs:
            break
        less = _at_toll(problem, train, run, toll, needs)
        if not found or _worth(problem, train, less) > _worth(problem, train, found[-1]):
            found.append(less)
    return replace(found[0], others=tuple(found[1:]))


def _at_toll(problem: RouteProblem, train: Allowance, run: Traced, toll: int, needs: Needs) -> Traced:
    calls = run.calls + (_second_calls(problem, train, run.calls, toll) if problem.doubles else ())
    return replace(run, calls=calls, needs=needs, toll=toll)


def _worth(problem: RouteProblem, train: Allowance, run: Traced) -> int:
    """What of a run's worth depends on how much water counts."""
    lost = problem.aim.score(Earnings(halved(problem, train, run) * train.times))
    return sum(_worth_of_call(problem, train, stop) for stop in run.calls) - lost


def links_along(network: Network, path: tuple[Point, ...]) -> list[Link] | None:
    """The links that make up a path of points, or None if it does not follow track from stop to stop."""
    found = []
    start = 0
    for here in range(1, len(path)):
        if path[here] in network.stops:
            link = network.by_path.get(path[start : here + 1])
            if link is None:
                return None
            found.append(link)
            start = here
    return found if path and start == len(path) - 1 else None


def _once(stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
    """The stops of a run, each only once."""
    return tuple(dict.fromkeys(stops))


def _fault_of_track(
    problem: RouteProblem, train: Allowance, links: list[Link], stops: tuple[Stop, ...]
) -> Fault | None:
    if not tolls.has_land_between(links):
        return Fault(
            problem.crossing_key, "Between two crossings of the sea, a run goes from one hex of land to another"
        )
    twice = "A run may not include the same stop twice"
    is_circuit = stops[0] == stops[-1]
    if is_circuit and not (train.circuits and len(stops) > 2):
        return Fault(train.circuit_key, twice)
    single = [stop for stop in stops[is_circuit:] if problem.grades[stop] not in problem.passed_again]
    if len(set(single)) < len(single):
        return Fault("route.reenter", twice)
    used = 0
    for link in links:
        if used & link.track & problem.gates:
            return Fault("route.blocked", FULL)
        if used & link.track:
            return Fault("route.reverse", "A run may not use the same track twice or reverse over a junction")
        used |= link.track
    if not problem.may_reenter:
        hexes = [hex_ for link in links for hex_ in (link.hexes if link is links[0] else link.hexes[1:])]
        left: set[Hex] = set()
        for before, hex_ in pairwise(hexes):
            if hex_ != before:
                left.add(before)
                if hex_ in left:
                    return Fault("route.reenter", "A run may not return to a hex it has left")
    return None


def _passes(problem: RouteProblem, stops: tuple[Stop, ...], joints: frozenset[Point]) -> int:
    """How many barred stops a run passes through."""
    return sum(stop in problem.barred and stop not in joints for stop in stops[1:-1])


def _fault_of_stops(
    problem: RouteProblem,
    train: Allowance,
    links: list[Link],
    stops: tuple[Stop, ...],
    joints: frozenset[Point],
) -> Fault | None:
    """What is wrong with where the run goes, regardless of its calls."""
    grades = [problem.grades[stop] for stop in stops]
    is_circuit = stops[0] == stops[-1]
    if SHUT_STOP in grades:
        return Fault("route.shut", "The company may not run there")
    for grade in grades:
        if train.calls[grade] == NO_ENTRY:
            return Fault("route.closed", CLOSED[grade])
    held = [group for stop in _once(stops) for group in problem.groups.get(stop, ())]
    twice = [group for group in held if held.count(group) > 1]
    if twice and min(twice) < 0:
        return Fault("route.area", "A run may include only one entrance of an area")
    if twice:
        return Fault("route.group", "A run may include only one of these stops")
    if grades[0] not in train.ends or grades[-1] not in train.ends:
        return Fault(train.ends_key, "A run may not begin or end at such a stop")
    if any(link.stub for link in links[:-1]) or any(_backwards(problem, link).stub for link in links[1:]):
        return Fault("route.ends", "Where the track ends at a stop, the run ends too")
    if is_circuit and train.ends.isdisjoint(grades[1:-1]):
        return Fault("route.continuous", "A run that ends where it began includes another stop at which it could end")
    if sum(map(AS_LARGE.__contains__, grades[is_circuit:])) + tolls.least(problem, links, stops) > train.visits:
        return _too_many(train)
    if sum(link.length for link in links) > train.hexes:
        return Fault("route.distance", "The train may not travel so far")
    if problem.own.isdisjoint(stops):
        return Fault("route.base", "A run includes a large station with a token of the company")
    inside = grades if is_circuit else grades[1:-1]
    if AREA_STOP in inside or PORT_STOP in inside:
        return Fault("route.beyond", "A run ends where it leaves the board")
    if _passes(problem, stops, joints) > problem.free_passes:
        return Fault("route.blocked", FULL)
    return None


def _too_many(train: Allowance) -> Fault:
    """The train's number is exceeded. It counts only large stations if calls at others are free."""
    if FREE_CALL in train.calls:
        return Fault("route.large", "The train may not visit so many large stations")
    return Fault("route.allowance", "The train may not visit so many stops")


def _backwards(problem: RouteProblem, link: Link) -> Link:
    return problem.network.by_path[link.path[::-1]]


def _calls(problem: RouteProblem, train: Allowance, route: Route, stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
    """The stops the run calls at."""
    if train.pays_ends:
        stops = (stops[0], stops[-1])
    return tuple(
        stop
        for stop in _once(stops)
        if stop not in route.passed_by and train.calls[problem.grades[stop]] != NEVER_CALLS
    )


def _second_calls(problem: RouteProblem, train: Allowance, calls: tuple[Stop, ...], toll: int) -> tuple[Stop, ...]:
    """The stops of two places where there is room for the second one too, the most valuable first."""
    counted = [stop for stop in calls if train.calls[problem.grades[stop]] != FREE_CALL]
    doubles = [stop for stop in counted if stop in problem.doubles]
    doubles.sort(key=lambda stop: -_worth_of_call(problem, train, stop))
    small = sum(problem.grades[stop] not in AS_LARGE for stop in counted)
    return tuple(doubles[: max(0, min(train.total - toll - len(counted), train.small - small))])


def _worth_of_call(problem: RouteProblem, train: Allowance, stop: Stop) -> int:
    pays = Earnings(problem.value_of(train.train, stop) * train.times, problem.subsidies.get(stop, 0))
    return problem.aim.score(pays)


def _fault_of_calls(
    problem: RouteProblem, train: Allowance, route: Route, links: list[Link], stops: tuple[Stop, ...]
) -> Fault | None:
    grades = problem.grades
    if not set(route.passed_by) <= set(stops):
        return Fault("route.bypass", "Only stops on the run can be passed by")
    calls = _calls(problem, train, route, stops)
    if train.calls_at_ends and not {stops[0], stops[-1]} <= set(calls):
        return Fault(train.ends_key, "A run begins and ends at a station it calls at")
    if any(train.calls[grades[stop]] in (MUST_CALL, FREE_CALL) for stop in stops if stop in route.passed_by):
        return Fault("route.bypass", "This station may not be passed by: the train must call there")
    counted = [stop for stop in calls if train.calls[grades[stop]] != FREE_CALL]
    toll = tolls.least(problem, links, stops)
    large = sum(grades[stop] in AS_LARGE for stop in counted)
    if large + toll > train.large or len(counted) + toll > train.total or len(counted) - large > train.small:
        return _too_many(train)
    if train.calls_at_large and not any(grades[stop] in AS_LARGE for stop in counted):
        return Fault(train.large_key, "The train must count at least one large station")
    if train.must_use_up and _has_room(problem, train, counted, toll, set(stops).intersection(route.passed_by)):
        return Fault("route.bypass", "The train passes by a stop only if it calls as often as its number allows")
    return None


def _fault_of_purpose(problem: RouteProblem, train: Allowance, route: Route, stops: tuple[Stop, ...]) -> Fault | None:
    """Does the train run for what it was put together for?"""
    calls = _calls(problem, train, route, stops)
    if train.required is None or train.required.paid_to(train, stops, calls, route.path):
        return None
    return Fault(train.required_key, "These trains may be put together for such a run only")


def _has_room(problem: RouteProblem, train: Allowance, counted: list[Stop], toll: int, passed: set[Stop]) -> bool:
    """Could the train call at one more stop, one of those that it passes by?"""
    if train.pays_ends or len(counted) + toll >= train.total:
        return False
    grades = [problem.grades[stop] for stop in passed]
    full = sum(problem.grades[stop] in AS_LARGE for stop in counted) + toll >= train.large
    return any(train.calls[grade] == MAY_CALL and not (full and grade in AS_LARGE) for grade in grades)


# -- runs together --------------------------------------------------------------------------------


def value(problem: RouteProblem, routes: tuple[Route, ...]) -> Earnings | Fault:
    """What a turn with this set of runs earns, or what is wrong with it; trains that run no route earn in any case."""
    idle = [allowance.train for allowance in problem.trains]
    for route in routes:
        if route.train not in idle:
            return Fault("route.trains", "The company does not have all these trains")
        idle.remove(route.train)
    traced: list[Traced] = []
    for route in routes:
        found = trace(problem, route)
        if isinstance(found, Fault):
            return found
        traced.append(found)
    earned = together(problem, traced)
    return earned if isinstance(earned, Fault) else earned + problem.hauled


def together(problem: RouteProblem, runs: list[Traced]) -> Earnings | Fault:
    """What these runs earn in one turn, or why they cannot be made together."""
    fault = clash(problem, runs)
    if fault is not None:
        return fault
    units = joined(problem, settled(problem, runs))
    if units is None:
        return Fault("route.join", "These trains must be joined end to end")
    return earnings_of(problem, units)


def settled(problem: RouteProblem, runs: list[Traced]) -> list[Traced]:
    """The runs with what is waived once a turn used where it earns most; enough of it is waived for all of them."""
    if not any(run.others for run in runs):
        return runs
    trains = [problem.by_kind[run.route.train] for run in runs]
    able = (
        list(chosen)
        for chosen in product(*((run, *run.others) for run in runs))
        if tolls.go_together(problem, [run.needs for run in chosen if run.needs])
    )
    return max(able, key=lambda some: problem.aim.score(earnings_of(problem, list(zip(trains, some, strict=True)))))


def clash(problem: RouteProblem, runs: list[Traced]) -> Fault | None:
    """Why these runs cannot be made in one turn, however their trains are joined."""
    used = 0
    for run in runs:
        if used & run.track & ~problem.shared:
            return Fault("route.shared_track", "Two trains may not use the same track")
        used |= run.track
    if sum(run.passes > 0 for run in runs) > 1:
        return Fault(
            "route.blocked",
            "Only one train may pass through one station where all places are taken by others",
        )
    if runs and problem.home and not any(problem.home & set(run.stops) for run in runs):
        return Fault("route.home", "At least one run includes the home of the company")
    if problem.favours and not tolls.go_together(problem, [run.needs for run in runs if run.needs]):
        return Fault("route.allowance", "Together these runs cross more water than may be left out of account")
    if problem.demand and not any(earns(problem, run, problem.demand) for run in runs):
        return Fault(problem.demand_key, "One of the runs has to be of the kind that is demanded")
    if problem.must_meet and not _all_meet(problem, runs):
        return Fault("route.meet", "Every further run meets an earlier one at a station")
    return None


def earns(problem: RouteProblem, run: Traced, bonus: Bonus) -> bool:
    """Does a run earn a bonus?"""
    return bonus.paid_to(problem.by_kind[run.route.train], run.stops, run.calls, run.route.path) > 0


def _all_meet(problem: RouteProblem, runs: list[Traced]) -> bool:
    """Can the runs be put in an order in which each meets an earlier one? Do they form a connected whole?"""
    if not runs:
        return True
    apart = [{stop for stop in run.stops if problem.grades[stop] in problem.meeting} for run in runs]
    joined = apart.pop(0)
    while apart:
        near = [stops for stops in apart if stops & joined]
        if not near:
            return False
        apart = [stops for stops in apart if not stops & joined]
        joined = joined.union(*near)
    return True


Unit = tuple[Allowance, Traced]
"""A train, or several joined end to end as one, and its run."""


def joined(problem: RouteProblem, runs: list[Traced]) -> list[Unit] | None:
    """The runs with trains joined end to end as required, in the way that earns most; None if that is impossible.

    Joined trains count as one train, and only one may pass through barred stops.
    """
    trains = [problem.by_kind[run.route.train] for run in runs]
    coupled = [number for number, train in enumerate(trains) if train.coupling != ALONE]
    if not coupled:
        return None if sum(run.passes > 0 for run in runs) > 1 else list(zip(trains, runs, strict=True))
    rest = {number: (train, runs[number]) for number, train in enumerate(trains) if train.coupling == ALONE}
    best: list[Unit] | None = None
    most = 0
    for units in _chains(problem, {number: runs[number] for number in coupled}):
        in_order = [unit for _, unit in sorted((rest | units).items(), key=lambda unit: unit[0])]
        if sum(run.passes > 0 for _, run in in_order) > 1:
            continue
        score = problem.aim.score(earnings_of(problem, in_order))
        if best is None or score > most:
            best, most = in_order, score
    return best


def _chains(problem: RouteProblem, runs: dict[int, Traced]) -> Iterator[dict[int, Unit]]:
    """Every way to join the trains of these runs, if each group of them runs end to end; by the number of its first."""
    numbered = list(runs)
    known: dict[tuple[int, ...], Unit | None] = {}  # the same group is part of many formations
    for formation in formations([problem.by_kind[run.route.train] for run in runs.values()]):
        units: dict[int, Unit] = {}
        for group in map(tuple, formation):
            if group not in known:
                known[group] = chain(problem, [runs[numbered[number]] for number in group])
            unit = known[group]
            if unit is None:
                break
            units[numbered[group[0]]] = unit
        else:
            yield units


def formations(trains: list[Allowance]) -> Iterator[list[list[int]]]:
    """The ways to join trains, by number: all that must be joined as one, with at least one of those that may be."""
    bound = [number for number, train in enumerate(trains) if train.coupling == JOINED]
    joinable = [number for number, train in enumerate(trains) if train.coupling == JOINABLE]
    if not bound:
        yield from _partitions(joinable)
        return
    for count in range(bool(joinable), len(joinable) + 1):
        for added in combinations(joinable, count):
            rest = [number for number in joinable if number not in added]
            for groups in _partitions(rest):
                yield [sorted([*bound, *added]), *groups]


def _partitions(numbers: list[int]) -> Iterator[list[list[int]]]:
    """All partitions of a list of numbers."""
    if not numbers:
        yield []
        return
    first, rest = numbers[0], numbers[1:]
    for groups in _partitions(rest):
        yield [[first], *groups]
        for place, group in enumerate(groups):
            yield [*groups[:place], [first, *group], *groups[place + 1 :]]


def join(trains: list[Allowance]) -> Allowance:
    """Several trains as one."""
    if len(trains) == 1:
        return trains[0]
    return replace(trains[0], hexes=sum(train.hexes for train in trains), parts=tuple(trains))


def chain(problem: RouteProblem, runs: list[Traced]) -> Unit | None:
    """The runs as one, if they join end to end in some order and the whole is legal."""
    joined = join([problem.by_kind[run.route.train] for run in runs])
    if len(runs) == 1:
        return joined, runs[0]
    path = _end_to_end([run.route.path for run in runs])
    ends = frozenset(end for run in runs for end in (run.route.path[0], run.route.path[-1]))
    joints = ends if problem.joins_at_barred else frozenset[Point]()
    whole = _trace(problem, joined, Route(joined.train, path), joints) if path else None
    return (joined, whole) if isinstance(whole, Traced) else None


def _end_to_end(paths: list[tuple[Point, ...]]) -> tuple[Point, ...] | None:
    """One path made of all these, joined end to end; a stop where more than two of them end joins none."""
    ends = Counter(end for path in paths for end in (path[0], path[-1]))
    outer = [end for end, count in ends.items() if count == 1]
    if len(outer) != 2:
        return None
    whole: tuple[Point, ...] = (outer[0],)
    left = [*paths]
    while left:
        following = [path for path in left if whole[-1] in (path[0], path[-1])]
        if len(following) != 1:
            return None
        (path,) = following
        left.remove(path)
        whole += path[1:] if path[0] == whole[-1] else path[-2::-1]
    return whole


def earnings_of(problem: RouteProblem, runs: list[Unit]) -> Earnings:
    """What legal runs earn together."""
    revenue = subsidy = 0
    paid: dict[int, int] = {}
    hexes: dict[Hex, int] = {}
    best_once = [0] * len(problem.bonuses)
    for train, run in runs:
        for stop in run.calls:
            if problem.pays_once:
                place = problem.place_of(stop)
                paid[place] = max(paid.get(place, 0), problem.value_of(train.train, stop))
            else:
                revenue += problem.value_of(train.train, stop) * train.times
            subsidy += problem.subsidies.get(stop, 0)
        for hex_ in run.hexes if train.hex_subsidy else ():
            hexes[hex_] = train.hex_subsidy
        revenue -= halved(problem, train, run) * train.times
        ends = reward_of(problem, train, run) + doubled_end(problem, train, run)
        revenue += (problem.bonus + ends + award_of(problem, run)) * train.times - fines_of(problem, run)
        for number, bonus in enumerate(problem.bonuses):
            worth = bonus.paid_to(train, run.stops, run.calls, run.route.path)
            if bonus.once:
                best_once[number] = max(best_once[number], worth)
            else:
                revenue += worth * train.times
    return Earnings(revenue + sum(paid.values()) + sum(best_once), subsidy + sum(hexes.values()))


def reward_of(problem: RouteProblem, train: Allowance, run: Traced) -> int:
    """What the pair of ends of a run pays in addition to their values."""
    path, stops = run.route.path, run.stops
    if train.reward is None:
        return 0
    return train.reward(_end(problem, stops[0], path[1]), _end(problem, stops[-1], path[-2]))


def award_of(problem: RouteProblem, run: Traced) -> int:
    """What the highest award pays that a run earns."""
    award = highest_award(problem, run)
    return award.amount if award else 0


def highest_award(problem: RouteProblem, run: Traced) -> Award | None:
    """The highest award that a run earns, if it earns any."""
    earned = [award for award in problem.awards if award.earned(run.route.path)]
    return max(earned, key=lambda award: award.amount, default=None)


def doubled_end(problem: RouteProblem, train: Allowance, run: Traced) -> int:
    """What the better of a run's two ends pays once more, if it does."""
    ends = (run.stops[0], run.stops[-1])
    return max(problem.value_of(train.train, stop) for stop in ends) if train.doubles_end else 0


def halved(problem: RouteProblem, train: Allowance, run: Traced) -> int:
    """What is left out of the large stops that do not pay in full."""
    values = [problem.value_of(train.train, stop) for stop in run.calls if problem.grades[stop] in AS_LARGE]
    beyond = min(len(values) + run.toll, train.visits) - train.in_full
    return sum(value // 2 for value in sorted(values)[: max(0, beyond)])


def fines_of(problem: RouteProblem, run: Traced) -> int:
    """What a run pays for the stops it comes to."""
    return sum(problem.fines.get(stop, 0) for stop in set(run.stops)) if problem.fines else 0


def _end(problem: RouteProblem, stop: Stop, before: Point) -> End:
    """The end of a run: its last stop, and the hex that is on or, if it is off the board, the hex before it."""
    beyond = problem.grades[stop] in (AREA_STOP, PORT_STOP)
    return stop, hex_of(before if beyond else stop)
