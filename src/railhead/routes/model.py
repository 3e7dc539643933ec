"""What a title says of routes: the stops, what they pay, what trains may visit, and how runs go together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from railhead.track.network import Network

LARGE, SMALL, HALT = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one train may visit: so many large stations, and so many stops in all."""

    train: int
    large: int
    total: int


@dataclass(frozen=True, slots=True)
class Route:
    """One train's run: the points it passes, and the stops among them it does not call at."""

    train: int
    path: tuple[int, ...]
    passed_by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Earnings:
    """What runs bring: revenue that may be paid out, and a subsidy that may not. Revenue compares first."""

    revenue: int = 0
    subsidy: int = 0

    def __add__(self, other: Earnings) -> Earnings:
        return Earnings(self.revenue + other.revenue, self.subsidy + other.subsidy)


@dataclass(frozen=True)
class RouteProblem:
    """Everything needed to judge and to find the runs of one company in one turn."""

    network: Network
    grades: dict[int, int]
    """By stop: LARGE, SMALL or HALT."""
    values: dict[int, int]
    """By stop: the revenue of a call."""
    subsidies: dict[int, int]
    """By stop: the subsidy of a call."""
    own: frozenset[int]
    """Stops with a base of the company; every run has one."""
    home: frozenset[int]
    """The company's home; at least one run calls there."""
    barred: frozenset[int]
    """Stops whose places are all taken by others: a run ends there, or passes by exception."""
    trains: tuple[Allowance, ...]
    must_call: frozenset[int] = frozenset((LARGE,))
    """Grades that may not be passed by."""
    no_call: frozenset[int] = frozenset()
    """Grades that do not count at all."""
    may_reenter: bool = False
    """May a run come back to a hex it has left?"""
    free_passes: int = 1
    """How many barred stops one run of the turn may pass through."""
    bonus: int = 0
    """Revenue of every run besides its stops."""
    may_idle: bool = False
    """May a train that could run stay idle?"""
    must_maximise: bool = False

    @cached_property
    def by_kind(self) -> dict[int, Allowance]:
        """The allowance of each kind of train."""
        return {allowance.train: allowance for allowance in self.trains}
