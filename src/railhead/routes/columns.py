"""What the search works with: hops as a train sees them, and runs as columns of the set packing problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railhead.core.ids import Point, Stop
from railhead.routes.graph import Hop
from railhead.routes.legs import Leg, path_of

if TYPE_CHECKING:
    from railhead.routes.train_graph import TrainOnGraph


@dataclass(slots=True, eq=False)
class TrainHop:
    """A hop as a train sees it, with its reduced gain and what it uses up of the allowance."""

    end: int
    uses: int
    blocks: int
    """What must not have been used before: all it uses except the node it leaves."""
    gain: int
    length: int
    total: int
    """Calls it uses up,"""
    large: int
    """calls at large stops,"""
    visits: int
    """and visits to large stops."""
    stub: bool
    stub_behind: bool
    graph_hop: Hop


@dataclass(slots=True, eq=False)
class Column:
    """A run found by the search: a column of the set packing problem."""

    train: TrainOnGraph
    nodes: tuple[int, ...]
    legs: tuple[Leg, ...]
    track: int
    """What no other run of the turn may use: its track, and the free pass if it takes it."""
    worth: int
    """What it earns by itself, not counting items."""
    items: int = 0
    full: int = 0
    """What it is worth on its own, items included."""
    passed: frozenset[int] | None = None
    """The nodes where it does not call; None until asked for, where it simply calls at the best."""

    @property
    def path(self) -> tuple[Point, ...]:
        """The points along it."""
        return path_of(self.legs)

    @property
    def mask(self) -> int:
        """Its nodes as bits."""
        bits = 0
        for node in self.nodes:
            bits |= 1 << node
        return bits

    @property
    def meets(self) -> int:
        """The bits of the stops at which other runs can meet it."""
        bits = 0
        for node in self.nodes:
            bits |= self.train.graph.meeting[node]
        return bits

    @property
    def passed_by(self) -> tuple[Stop, ...]:
        """The stops where it does not call."""
        passed = self.passed
        if passed is None:
            passed = next(self.train.choices(self.nodes, self.legs))
        return tuple(sorted(self.train.graph.stops[node] for node in passed))
