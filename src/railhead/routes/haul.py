"""Every run, worth at least so much, of a train that is paid by the two ends of its run and the distance between them.

What such a run is worth is known as soon as its ends are. So pairs of ends are taken from the best down, and for each
the ways between them are walked that are short enough and pass a token of the company.
"""

from __future__ import annotations

from railhead.routes.fares import Fare, Leg, Prices
from railhead.routes.graph import FAR
from railhead.routes.model import ALL_TRACK
from railhead.routes.walk import Floor, Meter, Report, ground_of


class Haul:
    """A search by pairs of ends. Of runs between the same ends those are kept that come to the most stops."""

    def __init__(self, fare: Fare, floor: Floor, report: Report, meter: Meter, prices: Prices) -> None:
        self.fare = fare
        self.floor = floor
        self.report = report
        self.meter = meter
        self.prices = prices
        ground = ground_of(fare, prices)
        self.gains, self.steps = ground.gains, ground.steps
        self.own = sum(1 << node for node in fare.graph.own)
        self.distance = fare.graph.distances(fare.open)
        self.to_token = [min([row[node] for node in fare.graph.own], default=FAR) for row in self.distance]
        closed = prices.closed & fare.graph.pass_bit
        self.passes_allowed = 0 if closed else fare.graph.problem.free_passes
        self.legs: list[Leg] = []
        self.nodes: list[int] = []
        self.known: list[int] = []

    def between_all_ends(self) -> None:
        """Take the pairs of ends in turn, the best first."""
        fare, far, gains = self.fare, self.fare.train.hexes, self.gains
        pairs = [(gains[one] + gains[other] + extra, one, other) for extra, one, other in fare.pairs]
        pairs = [pair for pair in pairs if pair[0] >= self.floor.least]
        pairs.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
        for worth, one, other in pairs:
            if worth < self.floor.least:
                break
            self.known = []
            self.nodes = [one]
            self.target = other
            self.walk(one, fare.graph.keep[one] | self.prices.closed, 1 << one, far, worth, 0)

    def walk(self, at: int, used: int, nodes: int, hexes: int, worth: int, passes: int) -> None:
        """Runs that begin like this and end at the target."""
        meter = self.meter
        meter.steps += 1
        if meter.steps > meter.most:
            meter.stop()
        if worth < self.floor.least:
            return
        if at == self.target:
            if nodes & self.own:
                self.found(nodes)
            return
        if at != self.nodes[0] and self.fare.graph.barred[at]:
            passes += 1
            if passes > self.passes_allowed:
                return
        to_target = self.distance[self.target]
        for step in self.steps[at]:
            end, left = step.end, hexes - step.length
            if used & step.blocks or left < to_target[end]:
                continue
            if not nodes & self.own and left < self.to_token[end]:
                continue
            if (step.stub_behind and at != self.nodes[0]) or (step.stub and end != self.target):
                continue
            self.nodes.append(end)
            self.legs.append((step.hop, False))
            self.walk(end, used | step.uses, nodes | 1 << end, left, worth + min(0, step.gain), passes)
            self.legs.pop()
            self.nodes.pop()

    def found(self, nodes: int) -> None:
        """Report a run, unless one between the same ends is known that comes to all its stops and more."""
        graph = self.fare.graph
        drops = graph.problem.shared == ALL_TRACK and not graph.every_way
        if drops and any(nodes & known == nodes for known in self.known):
            return
        for run in self.fare.runs(tuple(self.nodes), tuple(self.legs)):
            if self.fare.routes(run) is None:
                continue
            self.known.append(nodes)
            worth = run.full - self.prices.of(run.track, run.items)
            if worth >= self.floor.least:
                self.report(run, worth)
