"""A train's graph at given multipliers: the data of its pricing problem, which is to find its best run there."""

from __future__ import annotations

from functools import cached_property

from railhead.routes.bounds import Bounds, StationGraph
from railhead.routes.columns import TrainHop
from railhead.routes.model import FREE_CALL, MAY_CALL, MUST_CALL
from railhead.routes.multipliers import NO_MULTIPLIERS, Multipliers
from railhead.routes.train_graph import TrainOnGraph


class PricedGraph:
    """The reduced worth of nodes and hops for one train, and the bounds that follow from it."""

    def __init__(self, train: TrainOnGraph, multipliers: Multipliers) -> None:
        self.train = train
        self.gains = train.gains(multipliers)
        if isinstance(train.unpriced, PricedGraph) and not multipliers.track and not train.hops_have_items:
            # Multipliers on items alone change what nodes gain but nothing about the hops.
            self.hops: list[list[TrainHop]] = train.unpriced.hops
            self.station_graph: StationGraph = train.unpriced.station_graph
        else:
            self.hops = train.hops(self.gains, multipliers)
            self.station_graph = StationGraph(train, self.hops, self.gains)

    @cached_property
    def bounds(self) -> Bounds:
        """Upper bounds on what a partial run can still gain."""
        return Bounds(self.train, self.gains, self.hops, self.station_graph)

    @cached_property
    def choice(self) -> list[tuple[int, int, int]]:
        """The nodes where calling is optional, the best first: bit, gain, and 1 if the node counts as large."""
        by_gain = sorted(range(len(self.gains)), key=lambda node: (-self.gains[node], node))
        return [
            (1 << node, self.gains[node], self.train.large[node])
            for node in by_gain
            if self.train.policy[node] == MAY_CALL and self.gains[node] > 0
            for _ in range(self.train.places[node])
        ]

    @cached_property
    def granted(self) -> list[tuple[int, int]]:
        """By node: what reaching it is sure to gain, and its bit if calling there is optional."""
        return [
            (gain if policy in (MUST_CALL, FREE_CALL) else 0, 1 << node if policy == MAY_CALL else 0)
            for node, (gain, policy) in enumerate(zip(self.gains, self.train.policy, strict=True))
        ]


def priced_graph(train: TrainOnGraph, multipliers: Multipliers) -> PricedGraph:
    """A train's graph at these multipliers; the one without multipliers is built only once."""
    if multipliers.track or multipliers.items:
        return PricedGraph(train, multipliers)
    if not isinstance(train.unpriced, PricedGraph):
        train.unpriced = PricedGraph(train, NO_MULTIPLIERS)
    return train.unpriced
