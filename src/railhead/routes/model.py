"""The route model a title fills in: stops and what they pay, what trains may do, and how runs combine.

Everything here is data and pure functions. `check` validates runs against it; `best` finds the runs that score most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import combinations
from operator import attrgetter
from typing import NamedTuple, NewType

from railhead.core.ids import Hex, Point, Stop
from railhead.track.network import Network

Grade = NewType("Grade", int)
LARGE_STOP, SMALL_STOP, HALT_STOP, AREA_STOP, PORT_STOP, SHUT_STOP, GONE_STOP = map(Grade, range(7))
"""The grades of stops. Areas and ports lie off the board, count as large, and end a run; no train may enter a stop that
is shut, and one that is gone is no more than track. Plain integers, because the search compares them in its inner
loops."""
AS_LARGE = frozenset((LARGE_STOP, AREA_STOP, PORT_STOP))

CallPolicy = NewType("CallPolicy", int)
MUST_CALL, MAY_CALL, FREE_CALL, NEVER_CALLS, NO_ENTRY = map(CallPolicy, range(5))
"""What a train does at stops of a grade: it must call; may call or pass by; calls without using up its allowance;
passes by and is never paid; may not enter."""

ANY = 1 << 20
"""No limit: more than any train could use."""

Coupling = NewType("Coupling", int)
ALONE, JOINED, JOINABLE = map(Coupling, range(3))
"""Does a train run on its own, must it be joined end to end with others, or may it be?"""

End = tuple[Stop, Hex]
"""The end of a run: the stop, and the hex it lies on or, for a stop off the board, the last hex before it."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one kind of train may visit, and what it is paid for."""

    train: int
    """The kind of train."""
    large: int = ANY
    """The most calls at large stops."""
    total: int = ANY
    """The most calls in total, free calls excepted."""
    visits: int = ANY
    """The most large stops on its run, whether it calls there or passes by."""
    hexes: int = ANY
    """The most hexes it may travel beyond its first."""
    calls: tuple[CallPolicy, ...] = (MUST_CALL, MAY_CALL, MAY_CALL, MUST_CALL, MUST_CALL, NO_ENTRY)
    """By grade of stop; only where stops may be gone does anything have to be said of them."""
    ends: frozenset[Grade] = frozenset((LARGE_STOP, SMALL_STOP, AREA_STOP, PORT_STOP))
    """Grades of stops at which its run may end."""
    calls_at_ends: bool = True
    """Must it call at both ends of its run?"""
    must_use_up: bool = False
    """Must it call as often as its number allows? It then passes by a stop only if there is no room for one more."""
    times: int = 1
    """What the revenue of its run is multiplied by: stops, rewards and bonuses, except what is paid once a turn."""
    pays_ends: bool = False
    """Do only the two ends of its run pay? Its reach is then limited by hexes, not by calls and visits."""
    reward: Callable[[End, End], int] | None = None
    """What a pair of ends pays in addition to their values as stops."""
    hex_subsidy: int = 0
    """The subsidy for every hex on its run, paid once a turn."""
    coupling: Coupling = ALONE
    """Does it run on its own, or joined to others?"""
    parts: tuple[Allowance, ...] = ()
    """The trains it consists of, if several are joined."""
    calls_at_large: bool = False
    """Must it call at a large stop, even if others pay more? Not for a train that is joined or paid by its ends."""
    large_key: str = "route.allowance"
    """The key of that rule."""
    circuits: bool = False
    """May its run end where it began, provided that it includes another stop at which it may end? The stop where it
    begins and ends counts and pays once. Not for trains that are joined or paid by their ends."""
    doubles_end: bool = False
    """Does the better of its two ends pay twice? Only for a train that calls at its ends, is not joined to others and
    is not paid by its ends alone."""
    end_name: str = field(default="", compare=False)
    """What the better end pays for, in words that follow the sum and are still to be translated."""
    ends_key: str = "route.ends"
    """The key of the rule that says at which stops its run may end."""
    circuit_key: str = "route.reenter"
    """The key of the rule by which its run may not end where it began."""
    small: int = ANY
    """The most calls at other than large stops. If it is limited, the train need not call at its ends nor use up its
    number, and no bonus depends on where it calls."""
    in_full: int = ANY
    """How much of its number goes to calls at large stops that pay in full. If it uses more, water included, it gets
    half for the least valuable of them. Only for a train that calls at every large stop of its run; its values are
    even."""
    half_name: str = field(default="", compare=False)
    """What is left out then, in words that follow the sum and are still to be translated."""
    required: Bonus | None = None
    """The bonus that its run has to earn, which goes by what it passes: the train serves no other purpose."""
    required_key: str = "route.join"
    """The key of that rule."""


@dataclass(frozen=True, slots=True)
class Route:
    """One train's run: the points along it, and the stops among them where it does not call."""

    train: int
    """The kind of train."""
    path: tuple[Point, ...]
    passed_by: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Earnings:
    """What runs earn: revenue, which may be paid out, and a subsidy, which may not. Revenue compares first."""

    revenue: int = 0
    subsidy: int = 0

    def __add__(self, other: Earnings) -> Earnings:
        return Earnings(self.revenue + other.revenue, self.subsidy + other.subsidy)


@dataclass(frozen=True, slots=True)
class Aim:
    """The objective to maximise: a weighted sum of revenue and subsidy."""

    revenue: int
    subsidy: int

    def score(self, earned: Earnings) -> int:
        """The value of the objective for these earnings."""
        return self.revenue * earned.revenue + self.subsidy * earned.subsidy


REVENUE_FIRST = Aim(1 << 16, 1)
"""The most revenue and, among equals, the most subsidy."""
SUM_OF_BOTH = Aim(1, 1)


@dataclass(frozen=True, slots=True)
class Bonus:
    """Extra revenue for the set of stops a run calls at: a pair of cities, a border crossed, an express."""

    worth: Callable[[frozenset[Stop]], int]
    """By the stops called at. It must be monotone: one more stop never lowers it, or the bounds would not hold."""
    most: int
    """An upper bound on what any run gets."""
    once: bool = False
    """Is it paid to only one run a turn? It must then be the same sum for every run that earns it."""
    passing: bool = False
    """Do stops count, too, that the run passes by?"""
    kinds: frozenset[int] | None = None
    """The kinds of train that can earn it; all, if None. Trains joined as one earn it if one of them does."""
    way: Callable[[tuple[Point, ...]], bool] | None = None
    """What has to be true of the points along the run, in either direction, as well; only together with `passing`."""
    name: str = field(default="", compare=False)
    """What it is paid for, in words that follow the sum and are still to be translated."""

    def is_for(self, train: Allowance) -> bool:
        """Can this train, or one of those it consists of, earn it?"""
        return self.kinds is None or any(part.train in self.kinds for part in train.parts or (train,))

    def paid_to(self, train: Allowance, stops: Iterable[Stop], calls: Iterable[Stop], path: tuple[Point, ...]) -> int:
        """What a train is paid for a run along this path that includes these stops and calls at some of them."""
        return self.paid(train, frozenset(stops if self.passing else calls), path)

    def paid(self, train: Allowance, stops: frozenset[Stop], path: tuple[Point, ...]) -> int:
        """What a train is paid for a run along this path; the stops are those that count for it."""
        worth = self.worth(stops) if self.is_for(train) else 0
        return worth if worth and (self.way is None or self.way(path)) else 0


@dataclass(frozen=True, slots=True)
class Award:
    """Extra revenue for a run as a whole: where it ends, what it passes, which way it goes."""

    amount: int
    earned: Callable[[tuple[Point, ...]], bool]
    """By the points along the run, in either direction and wherever a circuit begins."""
    sets: tuple[frozenset[Stop], ...] = ()
    """Sets of stops of which every run that earns it includes one each, calling there or not: the search knows no more
    of it until a run is complete."""
    circuit: bool = False
    """Is it only for runs that end where they began?"""
    name: str = field(default="", compare=False)
    """What it is paid for, in words that follow the sum and are still to be translated."""


@dataclass(frozen=True, slots=True)
class OneOfEach:
    """The worth of a bonus that is paid for calling at a stop of each of some sets."""

    amount: int
    sets: tuple[frozenset[Stop], ...]

    def __call__(self, calls: frozenset[Stop]) -> int:
        return self.amount if all(not some.isdisjoint(calls) for some in self.sets) else 0


@dataclass(frozen=True, slots=True)
class Haul:
    """What a train earns that runs no route: the values of some stops, and a bonus."""

    train: int
    """The kind of train."""
    stops: tuple[tuple[Stop, int], ...]
    """The stops it counts, and what each pays."""
    bonus: int = 0
    bonus_name: str = field(default="", compare=False)
    """What the bonus is paid for, in words that follow the sum and are still to be translated."""

    @property
    def revenue(self) -> int:
        """All it earns."""
        return self.bonus + sum(value for _, value in self.stops)


@dataclass(frozen=True, slots=True)
class Waiver:
    """Stretches of water that do not count of a train's number."""

    water: frozenset[int]
    """Which stretches it is for."""
    most: int
    """The most that it waives."""
    at: Stop | None = None
    """The stop that every run includes to which it is granted; it then waives stretches in a row on one crossing, one
    of which it is for. If None, it is granted once a turn and may be divided among trains."""


class Extra(NamedTuple):
    """What something adds to the value of a stop."""

    name: str
    amount: int


@dataclass(frozen=True)
class RouteProblem:
    """Everything needed to validate and to find the runs of one company in one turn."""

    network: Network
    grades: Mapping[Stop, Grade]
    """By stop: its grade."""
    values: Mapping[Stop, int]
    """By stop: the revenue of a call."""
    own: frozenset[Stop]
    """Stops with a token of the company; every run includes at least one."""
    trains: tuple[Allowance, ...]
    tariffs: Mapping[int, Mapping[Stop, int]] = field(default_factory=dict)
    """By kind of train: its own values, where they differ from `values`. Not allowed together with `pays_once`."""
    extras: Mapping[Stop, tuple[Extra, ...]] = field(default_factory=dict)
    """By stop: what of its value comes from elsewhere than the board, for those who want to know why it pays that."""
    doubles: frozenset[Stop] = frozenset()
    """Stops of two places, other than large ones: a call there counts as two and pays twice, if there is room for both.
    Only where trains may call or never do, and need not use up their number; not together with `pays_once`."""
    subsidies: Mapping[Stop, int] = field(default_factory=dict)
    """By stop: the subsidy of a call."""
    home: frozenset[Stop] = frozenset()
    """The company's home, if at least one run must include it."""
    barred: frozenset[Stop] = frozenset()
    """Stops where a run may end but not pass through, except by a free pass."""
    joins_at_barred: bool = False
    """May trains be joined end to end at a barred stop, where the runs of both end?"""
    groups: Mapping[Stop, tuple[int, ...]] = field(default_factory=dict)
    """By stop: its groups; a run includes at most one stop of each group. Negative ones are areas, which several stops
    give access to; others are stops that exclude each other."""
    places: Mapping[Stop, int] = field(default_factory=dict)
    """By stop: the place it is an entrance to. With `pays_once` a place pays once; all its entrances pay the same."""
    may_reenter: bool = False
    """May a run return to a hex it has left?"""
    passed_again: frozenset[Grade] = frozenset()
    """Grades of stops, other than large ones, to which a run may come several times; they count once. Only where trains
    may call or never do. Such a stop has no token and no group, and no train goes round in circuits."""
    free_passes: int = 0
    """How many barred stops may be passed through in a turn, all of them by the same run."""
    bonus: int = 0
    """Revenue added to every run."""
    fines: Mapping[Stop, int] = field(default_factory=dict)
    """By stop: what a run that comes to it pays, calling there or not; trains do not multiply it. Only where trains may
    stay idle, and so little that no run earns less than nothing on its own."""
    fines_name: str = ""
    """What fines are, in words that follow the sum and are still to be translated."""
    waivers: tuple[Waiver, ...] = ()
    """What does not count of the water that links cross. Neither they nor crossings of the sea go together with trains
    that are joined, paid by their ends or go round in circuits."""
    gates: int = 0
    """Bits that some links to a stop use beside their track: a run that uses one of them twice would pass through a
    station that is full of others' tokens. They belong to `shared`."""
    demand: Bonus | None = None
    """A bonus, which goes by what runs pass, that one run of the turn has to earn."""
    demand_key: str = "route.maximum"
    """The key of that rule."""
    crossing_key: str = "route.continuous"
    """The key of the rule that there is land between two crossings of the sea."""
    bonuses: tuple[Bonus, ...] = ()
    awards: tuple[Award, ...] = ()
    """A run gets only the highest of those it earns."""
    shared: int = 0
    """The pieces of track that several trains may use: a bit mask, or ALL_TRACK."""
    pays_once: bool = False
    """Does every stop pay only once a turn, however many trains call there?"""
    must_meet: bool = True
    """Must every further run meet an earlier one?"""
    meeting: frozenset[Grade] = frozenset((LARGE_STOP, SMALL_STOP, HALT_STOP, AREA_STOP, PORT_STOP))
    """Grades of stops at which runs can meet."""
    aim: Aim = REVENUE_FIRST
    may_idle: bool = False
    """May a train stay idle although it could run?"""
    must_maximise: bool = False
    """Must the company run for the most it can earn?"""
    hauls: tuple[Haul, ...] = ()
    """What trains earn that run no route; it is added to whatever the runs earn."""
    least: int = 0
    """The least revenue that is allowed: a run that earns more than another one has to."""

    @cached_property
    def content(self) -> tuple[object, ...]:
        """All that the problem says, as one value: problems with equal contents have the same runs.

        It is made of every field there is, so that none can be forgotten. Networks, boards and functions that do not
        say otherwise are equal only to themselves.
        """
        return tuple(_frozen(value) if type(value) is dict else value for value in _all_fields(self))

    @cached_property
    def favours(self) -> tuple[Waiver, ...]:
        """What is waived once a turn."""
        return tuple(waiver for waiver in self.waivers if waiver.at is None)

    @cached_property
    def ferries_in_parts(self) -> frozenset[int]:
        """The ferries of which a run may ride several links, which then count once."""
        rides: dict[int, list[int]] = {}
        for links in self.network.on_land.values():
            for link in links:
                if link.ferry and link.start < link.end:
                    rides.setdefault(link.ferry, []).append(link.track)
        return frozenset(
            ferry for ferry, tracks in rides.items() if any(not one & other for one, other in combinations(tracks, 2))
        )

    @cached_property
    def hauled(self) -> Earnings:
        """What trains earn that run no route."""
        return Earnings(sum(haul.revenue for haul in self.hauls))

    @cached_property
    def by_kind(self) -> dict[int, Allowance]:
        """The allowance of each kind of train."""
        return {allowance.train: allowance for allowance in self.trains}

    def value_of(self, kind: int, stop: Stop) -> int:
        """What a call pays a kind of train."""
        return self.tariffs.get(kind, self.values)[stop]

    def place_of(self, stop: Stop) -> int:
        """What pays only once: the place a stop is an entrance to, or the stop itself."""
        return self.places.get(stop, stop)


FIELDS = tuple(each.name for each in fields(RouteProblem))
"""Everything a route problem says."""
_all_fields = attrgetter(*FIELDS)


def _frozen(table: dict[object, object]) -> tuple[object, ...]:
    """A dict as a value that can be part of a key."""
    return tuple((key, _frozen(each) if type(each) is dict else each) for key, each in table.items())


ALL_TRACK = -1
"""A mask with every bit set."""
