"""Every run, worth at least so much, of a train that is paid by the two ends of its run and the distance between them.

What such a run is worth is known as soon as its ends are. So pairs of ends are taken from the best down, and for each
the ways between them are walked that are short enough and pass a token of the company.
"""

from __future__ import annotations

from railhead.routes.graph import FAR
from railhead.routes.meter import Cutoff, Meter
from railhead.routes.model import ALL_TRACK
from railhead.routes.multipliers import Multipliers
from railhead.routes.priced_graph import priced_graph
from railhead.routes.search_runs import Report
from railhead.routes.train_graph import Leg, TrainOnGraph


class SearchByEnds:
    """A search by pairs of ends. Of runs between the same ends those are kept that come to the most stops."""

    def __init__(
        self, train: TrainOnGraph, cutoff: Cutoff, report: Report, meter: Meter, multipliers: Multipliers
    ) -> None:
        self.train = train
        self.cutoff = cutoff
        self.report = report
        self.meter = meter
        self.multipliers = multipliers
        priced = priced_graph(train, multipliers)
        self.gains, self.hops = priced.gains, priced.hops
        self.own = sum(1 << node for node in train.graph.own)
        self.distance = train.graph.distances(train.open)
        self.to_token = [min([row[node] for node in train.graph.own], default=FAR) for row in self.distance]
        closed = multipliers.closed & train.graph.pass_bit
        self.passes_allowed = train.joints + (0 if closed else train.graph.problem.free_passes)
        self.legs: list[Leg] = []
        self.nodes: list[int] = []
        self.known: list[int] = []

    def between_all_ends(self) -> None:
        """Take the pairs of ends in turn, the best first."""
        train, far, gains = self.train, self.train.allowance.hexes, self.gains
        pairs = [(gains[one] + gains[other] + extra, one, other) for extra, one, other in train.pairs]
        pairs = [pair for pair in pairs if pair[0] >= self.cutoff.least]
        pairs.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
        for worth, one, other in pairs:
            if worth < self.cutoff.least:
                break
            self.known = []
            self.nodes = [one]
            self.target = other
            self.walk(one, train.graph.keep[one] | self.multipliers.closed, 1 << one, far, worth, 0)

    def walk(self, at: int, used: int, nodes: int, hexes: int, worth: int, passes: int) -> None:
        """Runs that begin like this and end at the target."""
        meter = self.meter
        meter.steps += 1
        if meter.steps > meter.most:
            meter.stop()
        if worth < self.cutoff.least:
            return
        if at == self.target:
            if nodes & self.own:
                self.found(nodes)
            return
        if at != self.nodes[0] and self.train.graph.barred[at]:
            passes += 1
            if passes > self.passes_allowed:
                return
        to_target = self.distance[self.target]
        for hop in self.hops[at]:
            end, left = hop.end, hexes - hop.length
            if used & hop.blocks or left < to_target[end]:
                continue
            if not nodes & self.own and left < self.to_token[end]:
                continue
            if (hop.stub_behind and at != self.nodes[0]) or (hop.stub and end != self.target):
                continue
            self.nodes.append(end)
            self.legs.append((hop.graph_hop, False))
            self.walk(end, used | hop.uses, nodes | 1 << end, left, worth + min(0, hop.gain), passes)
            self.legs.pop()
            self.nodes.pop()

    def found(self, nodes: int) -> None:
        """Report a run, unless one between the same ends is known that comes to all its stops and more."""
        graph = self.train.graph
        drops = graph.problem.shared == ALL_TRACK and not graph.every_way
        if drops and any(nodes & known == nodes for known in self.known):
            return
        for run in self.train.columns(tuple(self.nodes), tuple(self.legs)):
            if self.train.routes(run) is None:
                continue
            self.known.append(nodes)
            worth = run.full - self.multipliers.of(run.track, run.items)
            if worth >= self.cutoff.least:
                self.report(run, worth)
