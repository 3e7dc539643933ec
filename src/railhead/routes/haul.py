"""Every run, worth at least so much, of a train that is paid by the two ends of its run and the distance between them.

What such a run is worth is known as soon as its ends are. So pairs of ends are taken from the best down, and for each
the ways between them are walked that are short enough and pass a token of the company.
"""

from __future__ import annotations

from railhead.routes.fares import Fare, Leg, Prices
from railhead.routes.model import ALL_TRACK
from railhead.routes.walk import Floor, Meter, Report

FAR = 1 << 20


class Haul:
    """A search by pairs of ends. Of runs between the same ends those are kept that come to the most stops."""

    def __init__(self, fare: Fare, floor: Floor, report: Report, meter: Meter, prices: Prices) -> None:
        self.fare = fare
        self.floor = floor
        self.report = report
        self.meter = meter
        self.prices = prices
        self.gains = fare.gains(prices)
        self.steps = fare.steps(self.gains, prices)
        self.own = sum(1 << node for node in fare.graph.own)
        self.distance = [self._distances(node) for node in range(len(self.gains))]
        self.to_token = [min([row[node] for node in fare.graph.own], default=FAR) for row in self.distance]
        self.legs: list[Leg] = []
        self.nodes: list[int] = []
        self.known: list[int] = []

    def _distances(self, target: int) -> list[int]:
        """By node: the fewest hexes from it to a node, whatever may be used twice on the way."""
        hexes = [FAR] * len(self.steps)
        hexes[target] = 0
        ahead = [target]
        while ahead:
            nearer = sorted(set(ahead), key=lambda node: hexes[node])
            ahead = []
            for node in nearer:
                for step in self.steps[node]:
                    if hexes[node] + step.length < hexes[step.end]:
                        hexes[step.end] = hexes[node] + step.length
                        ahead.append(step.end)
        return hexes

    def between_all_ends(self) -> None:
        """Take the pairs of ends in turn, the best first."""
        fare, far = self.fare, self.fare.train.hexes
        ends = [node for node, may in enumerate(fare.may_end) if may and fare.open >> node & 1 and self.steps[node]]
        pairs = []
        for number, one in enumerate(ends):
            for other in ends[number + 1 :]:
                if self.distance[one][other] <= far:
                    worth = self.gains[one] + self.gains[other] + fare.reward(one, other) + fare.flat
                    pairs.append((worth, one, other))
        pairs.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
        for worth, one, other in pairs:
            if worth < self.floor.least:
                break
            self.known = []
            self.nodes = [one]
            self.target = other
            self.walk(one, fare.graph.keep[one], 1 << one, far, worth, 0)

    def walk(self, at: int, used: int, nodes: int, hexes: int, worth: int, passes: int) -> None:
        """Runs that begin like this and end at the target."""
        self.meter.spend(1)
        if worth < self.floor.least:
            return
        if at == self.target:
            if nodes & self.own:
                self.found(nodes)
            return
        if at != self.nodes[0] and self.fare.graph.barred[at]:
            passes += 1
            if passes > self.fare.graph.problem.free_passes:
                return
        keep = self.fare.graph.keep[at]
        to_target = self.distance[self.target]
        for step in self.steps[at]:
            end, left = step.end, hexes - step.length
            if used & step.uses & ~keep or left < to_target[end]:
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
        shares_all = self.fare.graph.problem.shared == ALL_TRACK
        if shares_all and any(nodes & known == nodes for known in self.known):
            return
        for run in self.fare.runs(tuple(self.nodes), tuple(self.legs)):
            if self.fare.routes(run) is None:
                continue
            self.known.append(nodes)
            worth = run.full - self.prices.of(run.track, run.items)
            if worth >= self.floor.least:
                self.report(run, worth)
