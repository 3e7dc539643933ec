"""What a title says of routes: the stops, what they pay, what trains may do, and how runs go together.

Everything here is data and pure functions. `check` judges runs by it, `best` finds the runs that score most.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from typing import NewType

from railhead.core.ids import Hex, Point, Stop, hex_of
from railhead.track.network import Link, Network

Grade = NewType("Grade", int)
LARGE_STOP, SMALL_STOP, HALT_STOP, AREA_STOP, PORT_STOP, SHUT_STOP = map(Grade, range(6))
"""The grades of stops. Areas and ports lie off the board, count as large, and runs end there; what is shut no train
comes to."""
AS_LARGE = frozenset((LARGE_STOP, AREA_STOP, PORT_STOP))

CallPolicy = NewType("CallPolicy", int)
MUST_CALL, MAY_CALL, FREE_CALL, NEVER_CALLS, NO_ENTRY = map(CallPolicy, range(5))
"""What a train does at stops of a grade: it has to call; may call or pass by; calls beyond its allowance; passes by
and is never paid; may not come there."""

ANY = 1 << 20
"""More than any train could use."""

Coupling = NewType("Coupling", int)
ALONE, JOINED, JOINABLE = map(Coupling, range(3))
"""Does a train run for itself, must it be joined end to end with others, or may it?"""

End = tuple[Stop, Hex]
"""The end of a run: the stop and, for one off the board, the last hex before it; for others their own hex."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one kind of train may visit and is paid for."""

    train: int
    """The kind of train."""
    large: int = ANY
    """Calls at large stops."""
    total: int = ANY
    """Calls in all, free ones apart."""
    visits: int = ANY
    """Large stops on its run, called at or passed by."""
    hexes: int = ANY
    """Hexes it may travel beyond its first."""
    calls: tuple[CallPolicy, ...] = (MUST_CALL, MAY_CALL, MAY_CALL, MUST_CALL, MUST_CALL, NO_ENTRY)
    """By grade: MUST_CALL, MAY_CALL, FREE_CALL, NEVER_CALLS or NO_ENTRY."""
    ends: frozenset[Grade] = frozenset((LARGE_STOP, SMALL_STOP, AREA_STOP, PORT_STOP))
    """Grades at which its run may end."""
    calls_at_ends: bool = True
    """Must it call at both ends of its run?"""
    pays_ends: bool = False
    """Do only the two ends of its run pay? Then its reach is limited by hexes, not by calls and visits."""
    reward: Callable[[End, End], int] | None = None
    """What the two ends of a run pay together, besides what they pay as stops."""
    hex_subsidy: int = 0
    """The subsidy of every hex it comes to, paid once a turn."""
    coupling: Coupling = ALONE
    """ALONE, JOINED or JOINABLE."""
    parts: tuple[Allowance, ...] = ()
    """The trains it is joined of."""


@dataclass(frozen=True, slots=True)
class Route:
    """One train's run: the points it passes, and the stops among them it does not call at."""

    train: int
    """The kind of train."""
    path: tuple[Point, ...]
    passed_by: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Earnings:
    """What runs bring: revenue that may be paid out, and a subsidy that may not. Revenue compares first."""

    revenue: int = 0
    subsidy: int = 0

    def __add__(self, other: Earnings) -> Earnings:
        return Earnings(self.revenue + other.revenue, self.subsidy + other.subsidy)


@dataclass(frozen=True, slots=True)
class Aim:
    """What is to be the greatest: a weighted sum of revenue and subsidy."""

    revenue: int
    subsidy: int

    def score(self, earned: Earnings) -> int:
        """How well earnings serve the aim."""
        return self.revenue * earned.revenue + self.subsidy * earned.subsidy


REVENUE_FIRST = Aim(1 << 16, 1)
"""The most revenue, and among equals the most subsidy."""
SUM_OF_BOTH = Aim(1, 1)


@dataclass(frozen=True, slots=True)
class Bonus:
    """Revenue for what a run calls at: a pair of cities, a border crossed, an express."""

    worth: Callable[[frozenset[Stop]], int]
    """By the stops called at; a further call never makes it less."""
    most: int
    """No run gets more than this."""
    once: bool = False
    """Is it paid to one run a turn only? Then it is always the same sum, or nothing."""


@dataclass(frozen=True)
class RouteProblem:
    """Everything needed to judge and to find the runs of one company in one turn."""

    network: Network
    grades: Mapping[Stop, Grade]
    """By stop: LARGE_STOP, SMALL_STOP, HALT_STOP, AREA_STOP, PORT_STOP or SHUT_STOP."""
    values: Mapping[Stop, int]
    """By stop: the revenue of a call."""
    own: frozenset[Stop]
    """Stops with a token of the company; every run has one."""
    trains: tuple[Allowance, ...]
    tariffs: Mapping[int, Mapping[Stop, int]] = field(default_factory=dict)
    """By kind of train: the values for it, where they are not those of all. Not where stops are paid once."""
    subsidies: Mapping[Stop, int] = field(default_factory=dict)
    """By stop: the subsidy of a call."""
    home: frozenset[Stop] = frozenset()
    """The company's home, if some run has to go there."""
    barred: frozenset[Stop] = frozenset()
    """Stops where runs end and do not pass, unless by a free pass."""
    joins_at_barred: bool = False
    """May trains be joined end to end at a barred stop, where the runs of both end?"""
    groups: Mapping[Stop, tuple[int, ...]] = field(default_factory=dict)
    """By stop: what it belongs to; a run has at most one stop of each group."""
    places: Mapping[Stop, int] = field(default_factory=dict)
    """By stop: the place it is an entry of. A place is paid once where stops are; all its entries pay the same."""
    may_reenter: bool = False
    """May a run come back to a hex it has left?"""
    free_passes: int = 0
    """How many barred stops the runs of the turn may pass through, all in one run."""
    bonus: int = 0
    """Revenue of every run besides its stops."""
    bonuses: tuple[Bonus, ...] = ()
    shared: int = 0
    """The pieces of track several trains may use: none, or ALL_TRACK, or some of them."""
    pays_once: bool = False
    """Is every stop paid once a turn, however many trains call?"""
    must_meet: bool = True
    """Must every further run meet an earlier one?"""
    meeting: frozenset[Grade] = frozenset((LARGE_STOP, SMALL_STOP, HALT_STOP, AREA_STOP, PORT_STOP))
    """Grades of stops at which runs meet."""
    aim: Aim = REVENUE_FIRST
    may_idle: bool = False
    """May a train that could run stay idle?"""
    must_maximise: bool = False

    @cached_property
    def content(self) -> tuple[object, ...]:
        """All that the problem says, as one value: problems with equal contents have the same runs.

        It is made of every field there is, so that none can be forgotten. Networks, boards and functions that do not
        say otherwise are equal only to themselves.
        """
        return tuple(_frozen(value) if type(value) is dict else value for value in _all_fields(self))

    @cached_property
    def by_kind(self) -> dict[int, Allowance]:
        """The allowance of each kind of train."""
        return {allowance.train: allowance for allowance in self.trains}

    def value_of(self, kind: int, stop: Stop) -> int:
        """What a call pays to a kind of train."""
        return self.tariffs.get(kind, self.values)[stop]

    def place_of(self, stop: Stop) -> int:
        """What is paid once: the place a stop is an entry of, or the stop."""
        return self.places.get(stop, stop)


FIELDS = tuple(each.name for each in fields(RouteProblem))
"""Everything a route problem says."""
_all_fields = attrgetter(*FIELDS)


def _frozen(table: dict[object, object]) -> tuple[object, ...]:
    """A dict as a value that can be part of a key."""
    return tuple((key, _frozen(each) if type(each) is dict else each) for key, each in table.items())


ALL_TRACK = -1


def length_of(link: Link) -> int:
    """How many hexes further a link leads."""
    hexes = [hex_of(at) for at in link.path]
    return sum(here != there for here, there in pairwise(hexes))
