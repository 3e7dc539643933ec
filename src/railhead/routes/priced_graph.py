"""A train's graph at given multipliers: the data of its pricing problem."""

from __future__ import annotations

from functools import cached_property

from railhead.routes.bounds import Bounds, StationGraph
from railhead.routes.model import FREE_CALL, MAY_CALL, MUST_CALL
from railhead.routes.multipliers import NO_MULTIPLIERS, Multipliers
from railhead.routes.train_graph import TrainHop, TrainOnGraph


class PricedGraph:
    """What a train finds at given multipliers: the worth of nodes, the hops between them, and the bounds."""

    def __init__(self, train: TrainOnGraph, multipliers: Multipliers) -> None:
        self.train = train
        self.gains = train.gains(multipliers)
        if isinstance(train.unpriced, PricedGraph) and not multipliers.track and not train.hops_have_items:
            self.hops: list[list[TrainHop]] = train.unpriced.hops  # multipliers change nothing about the ways
            self.station_graph: StationGraph = train.unpriced.station_graph
        else:
            self.hops = train.hops(self.gains, multipliers)
            self.station_graph = StationGraph(train, self.hops)

    @cached_property
    def bounds(self) -> Bounds:
        """How much a run could still earn here."""
        return Bounds(self.train, self.gains, self.hops, self.station_graph)

    @cached_property
    def choice(self) -> list[tuple[int, int, int]]:
        """The nodes that may be called at, the best first: bit, gain, and whether it counts as large."""
        by_gain = sorted(range(len(self.gains)), key=lambda node: (-self.gains[node], node))
        return [
            (1 << node, self.gains[node], self.train.large[node])
            for node in by_gain
            if self.train.policy[node] == MAY_CALL and self.gains[node] > 0
        ]

    @cached_property
    def granted(self) -> list[tuple[int, int]]:
        """By node: what coming there is sure to gain, and the bit of the node if it may be called at."""
        return [
            (gain if policy in (MUST_CALL, FREE_CALL) else 0, 1 << node if policy == MAY_CALL else 0)
            for node, (gain, policy) in enumerate(zip(self.gains, self.train.policy, strict=True))
        ]


def priced_graph(train: TrainOnGraph, multipliers: Multipliers) -> PricedGraph:
    """What a train finds; worked out once where nothing has a price."""
    if multipliers.track or multipliers.items:
        return PricedGraph(train, multipliers)
    if not isinstance(train.unpriced, PricedGraph):
        train.unpriced = PricedGraph(train, NO_MULTIPLIERS)
    return train.unpriced
