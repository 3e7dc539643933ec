"""Every run worth the cutoff, of a train that is paid for the two ends of its run and the distance between them.

The worth of such a run is known as soon as its ends are. So the search takes pairs of ends from the best down, which
lets it stop at the first pair below the cutoff, and looks between them for paths that are short enough and include a
token of the company.
"""

from __future__ import annotations

from railhead.routes.graph import FAR
from railhead.routes.legs import Leg
from railhead.routes.model import ALL_TRACK
from railhead.routes.run_query import RunQuery


class SearchByEnds:
    """A depth-first search between pairs of ends, pruned by distance: to the other end, and to the nearest token.

    Distances are those of shortest walks, so they never overstate how far a path still has to go.
    """

    def __init__(self, query: RunQuery) -> None:
        self.query = query
        self.train = query.train
        self.cutoff = query.cutoff
        self.meter = query.meter
        self.gains, self.hops = query.priced.gains, query.priced.hops
        self.passes_allowed = query.passes_allowed + self.train.joints
        graph = self.train.graph
        self.own = sum(1 << node for node in graph.own)
        self.distance = graph.distances(self.train.open)
        self.to_token = [min([row[node] for node in graph.own], default=FAR) for row in self.distance]
        self.legs: list[Leg] = []
        self.nodes: list[int] = []
        self.known: list[int] = []
        """The nodes of each run found between the current ends."""

    def between_all_ends(self) -> None:
        """Search between all pairs of ends, the best first."""
        train, gains = self.train, self.gains
        pairs = [(gains[one] + gains[other] + extra, one, other) for extra, one, other in train.pairs]
        pairs = [pair for pair in pairs if pair[0] >= self.cutoff.least]
        pairs.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
        for worth, one, other in pairs:
            if worth < self.cutoff.least:  # the cutoff rises, and no later pair is worth more
                break
            self.known = []
            self.nodes = [one]
            self.target = other
            used = train.graph.keep[one] | self.query.multipliers.closed
            self.search(one, used, 1 << one, train.allowance.hexes, worth, 0)

    def search(self, at: int, used: int, nodes: int, hexes: int, worth: int, passes: int) -> None:
        """Runs that begin like this and end at the target; hops can only lower the worth, by their multipliers."""
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
            self.search(end, used | hop.uses, nodes | 1 << end, left, worth + min(0, hop.gain), passes)
            self.legs.pop()
            self.nodes.pop()

    def found(self, nodes: int) -> None:
        """Report a run, unless it is dominated by one between the same ends.

        Where trains share all track, runs between the same ends earn the same and differ only in the stops at which
        others can meet them. One that includes all the stops of another and more is at least as good.
        """
        graph = self.train.graph
        # A free pass would be one more difference, which only one run of the turn can have.
        alike = graph.problem.shared == ALL_TRACK and not graph.problem.free_passes and not self.train.way_matters
        dominates = alike and not graph.every_way
        if dominates and any(nodes & known == nodes for known in self.known):
            return
        for column in self.train.columns(tuple(self.nodes), tuple(self.legs)):
            if self.train.routes(column) is None:  # joined trains cannot divide it among them
                continue
            self.known.append(nodes)
            self.query.report_if_worth(column)
