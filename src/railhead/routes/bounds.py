"""How much a run could still earn: the bounds that let the search give up early.

*Walk*: a run that may come to so many more stations is granted the best walk over as many, even one that comes back to
where it was two stations ago. *Reach*: of all nodes a run could still come to, it is granted the best its allowance has
room for. Neither is ever less than what can be earned, so what they rule out is ruled out for good.
"""

from __future__ import annotations

from functools import cached_property, reduce
from itertools import accumulate
from operator import or_

from railhead.routes.model import ANY, FREE_CALL, MAY_CALL, MUST_CALL
from railhead.routes.train_graph import TrainHop, TrainOnGraph

NOWHERE = -1
BOUNDLESS = 1 << 60

Room = tuple[int, int, int, int]
"""What is left of an allowance: calls in all, calls at large stops, visits of large stops, hexes."""


class StationGraph:
    """The stations that come next after every node: what a walk over stations needs to know of the ways.

    A station is a node that counts against the train's limit. Between stations a walk may pass any other nodes.
    """

    def __init__(self, train: TrainOnGraph, hops: list[list[TrainHop]]) -> None:
        self.train = train
        self.hops = hops
        self.stations, counts, self.limit = _stations(train)
        self.counts_total, self.counts_large, self.counts_visits = counts
        count = len(train.policy)
        self.others = any(not self.stations[node] for node in range(count) if train.open >> node & 1)
        """Are there nodes that do not count?"""
        self.limited = self.limit < count
        """Is there a limit to speak of?"""
        self.neighbours = [sum({1 << hop.end for hop in out}) for out in hops]

    @cached_property
    def next(self) -> list[list[tuple[int, int, bool]]]:
        """By node: the stations next to it, with what the way gains at most, and whether every walk ends there."""
        return [self._next(node) for node in range(len(self.hops))]

    def _next(self, node: int) -> list[tuple[int, int, bool]]:
        barred = self.train.graph.barred
        may_pass = self.train.graph.problem.free_passes > 0
        found: dict[int, tuple[int, bool]] = {}
        seen, ahead = {node}, [node]
        while ahead:
            for hop in self.hops[ahead.pop()]:
                end = hop.end
                if self.stations[end]:
                    gain = min(0, hop.gain) if self.others else hop.gain
                    ends = hop.stub or (barred[end] and not may_pass)
                    known = found.get(end, (gain, ends))
                    found[end] = max(gain, known[0]), ends and known[1]
                elif end not in seen and not hop.stub and (may_pass or not barred[end]):
                    seen.add(end)
                    ahead.append(end)
        found.pop(node, None)
        return [(station, gain, ends) for station, (gain, ends) in found.items()]


class WalkBound:
    """The best walks station_graph from every node, by the number of stations they may come to."""

    def __init__(self, gains: list[int], station_graph: StationGraph) -> None:
        self.best: list[list[int]] = []
        self.first: list[list[int]] = []
        """By limit and node: the station a best walk comes to first,"""
        self.second: list[list[int]] = []
        """and the best of walks that come to another one first."""
        if station_graph.limited:
            self._work_out(gains, station_graph)

    def _work_out(self, gains: list[int], station_graph: StationGraph) -> None:
        count = len(gains)
        self.best, self.first, self.second = [[0] * count], [[NOWHERE] * count], [[0] * count]
        for left in range(station_graph.limit):
            best, first, second = [0] * count, [NOWHERE] * count, [0] * count
            for node, stations in enumerate(station_graph.next):
                for station, way, ends in stations:
                    worth = gains[station] + (way if ends else way + self.after(left, station, node))
                    if worth > best[node]:
                        if first[node] != station:
                            second[node] = best[node]
                        best[node], first[node] = worth, station
                    elif station != first[node] and worth > second[node]:
                        second[node] = worth
            self.best.append(best)
            self.first.append(first)
            self.second.append(second)

    def from_ends(self, ends: list[tuple[int, int]], left: int) -> list[int]:
        """By number of stations up to what is left: the most walks from one or both ends of a run could gain."""
        gains = [[self.after(some, node, behind) for some in range(left + 1)] for node, behind in ends]
        if len(gains) != 2:
            return gains[0] if gains else [0]
        one, other = gains
        return [
            max([one[some] + other[stations - some] for some in range(stations + 1)]) for stations in range(left + 1)
        ]

    def after(self, left: int, node: int, behind: int) -> int:
        """The most a walk could gain that is at a node and has just come from a station."""
        return self.second[left][node] if self.first[left][node] == behind else self.best[left][node]


def _stations(train: TrainOnGraph) -> tuple[list[bool], tuple[bool, bool, bool], int]:
    """Which nodes count; whether they count against calls in all, calls at large stops and visits; and the limit."""
    allowance = train.allowance
    open_nodes = [node for node in range(len(train.policy)) if train.open >> node & 1]
    all_must = all(train.policy[node] == MUST_CALL for node in open_nodes)
    all_large = all(train.large[node] for node in open_nodes)
    if all_must and not all_large and allowance.total < ANY:
        return [True] * len(train.policy), (True, False, False), allowance.total
    musts = all(train.policy[node] == MUST_CALL for node in open_nodes if train.large[node])
    limit = min(allowance.visits, allowance.large, allowance.total) if musts else allowance.visits
    return [bool(large) for large in train.large], (musts, musts, True), limit


class Bounds:
    """All bounds for one train at given gains."""

    def __init__(
        self, train: TrainOnGraph, gains: list[int], hops: list[list[TrainHop]], station_graph: StationGraph
    ) -> None:
        graph = train.graph
        count = len(gains)
        self.keep = graph.keep
        self.barred = graph.barred
        self.station_graph = station_graph
        self.neighbours = station_graph.neighbours
        self.walks = WalkBound(gains, station_graph)
        self.known: dict[tuple[object, ...], int] = {}
        """Bounds by walk that have been asked for."""
        self.shares: dict[Room, tuple[int, int]] = {}
        """What is left for a walk of the rooms that have been asked for."""
        self.nodes = reduce(or_, self.keep, 0)
        """All that stands for nodes in what a run has used."""
        self.reached: dict[tuple[int, int, int, bool], int] = {}
        """Nodes within reach that have been asked for."""
        into = [0] * count
        reached = [False] * count
        for out in hops:
            for hop in out:
                into[hop.end] = hop.gain if not reached[hop.end] else max(into[hop.end], hop.gain)
                reached[hop.end] = True
        limited, small, self.free = [], [], []
        stations = station_graph.stations
        for node, policy in enumerate(train.policy):
            if not train.open >> node & 1:
                continue
            worth = gains[node] + min(0, into[node])
            if policy in (MUST_CALL, MAY_CALL):
                limited.append((worth, 1 << node + count, train.large[node]))
                if policy == MAY_CALL:
                    limited.append((gains[node], 1 << node, train.large[node]))
                if not stations[node] and gains[node] > 0:
                    small.append(gains[node])
            elif policy == FREE_CALL and worth > 0:
                self.free.append((1 << node, worth))
        self.shift = count
        limited.sort(key=lambda one: (-one[0], one[1]))
        self.limited = [(bit, worth, large) for worth, bit, large in limited if worth > 0]
        self.most_small = list(accumulate(sorted(small, reverse=True), initial=0))
        self.most_free = sum(worth for _, worth in self.free)
        self.choices = [
            (1 << node, gains[node])
            for node, policy in enumerate(train.policy)
            if policy == MAY_CALL and stations[node] and gains[node] > 0
        ]
        self.choosable = sum(bit for bit, _ in self.choices)
        self.rides = sorted(
            ((into[node], 1 << node, train.large[node]) for node in range(count) if into[node] > 0),
            key=lambda one: (-one[0], one[1]),
        )
        self.most_rides = sum(gain for gain, _, _ in self.rides) if station_graph.others or not self.walks.best else 0

    def walk(self, ends: list[tuple[int, int]], room: Room, choice: int) -> int:
        """The most a run could gain beyond its open ends, each given with the station it came from.

        Of the room left stations take a part, and the best calls at other nodes the rest. Stations it has passed and
        may still choose to call at are granted as well.
        """
        if not self.walks.best:
            return BOUNDLESS
        share = self.shares.get(room)
        if share is None:
            share = self.shares[room] = self._share(room)
        key = (*ends, *share)
        most = self.known.get(key)
        if most is None:
            most = self.known[key] = self._walk(ends, *share)
        if choice & self.choosable:
            most += sum([worth for bit, worth in self.choices if bit & choice])
        return most

    def _share(self, room: Room) -> tuple[int, int]:
        """Of the room left: how many stations it may come to, and as many calls as can make a difference."""
        station_graph = self.station_graph
        total, large, visits, _ = room
        left = station_graph.limit
        if station_graph.counts_total:
            left = min(left, total)
        if station_graph.counts_large:
            left = min(left, large)
        if station_graph.counts_visits:
            left = min(left, visits)
        return left, min(total, left + len(self.most_small))

    def _walk(self, ends: list[tuple[int, int]], left: int, total: int) -> int:
        walks, small = self.walks, self.most_small
        most = 0
        for stations, gain in enumerate(walks.from_ends(ends, left)):
            others = max(0, total - stations) if self.station_graph.counts_total else total
            most = max(most, gain + small[min(others, len(small) - 1)])
        return most + self.most_free + self.most_rides

    def most(self, total: int, large: int) -> int:
        """The most any run could gain, wherever it goes."""
        gain = self.most_free + sum(worth for worth, _, _ in self.rides)
        for bit, worth, counts in self.limited:
            if bit >> self.shift and total > 0 and large >= counts:
                total -= 1
                large -= counts
                gain += worth
        return gain

    def reach(self, node: int, used: int, among: int, may_pass: bool) -> int:
        """The nodes a run could still come to from one of its ends."""
        key = node, used & self.nodes, among, may_pass
        found = self.reached.get(key)
        if found is None:
            found = self.reached[key] = self._reach(*key)
        return found

    def _reach(self, node: int, used: int, among: int, may_pass: bool) -> int:
        neighbours, keep, barred = self.neighbours, self.keep, self.barred
        blocked = used & ~keep[node]
        seen = 0
        ahead = neighbours[node] & among
        among &= ~ahead
        while ahead:
            bit = ahead & -ahead
            ahead ^= bit
            at = bit.bit_length() - 1
            if not keep[at] & blocked:
                seen |= bit
                if may_pass or not barred[at]:
                    more = neighbours[at] & among
                    ahead |= more
                    among ^= more
        return seen

    def enough(self, sure: int, choice: int, reach: int, room: Room, cutoff: int) -> bool:
        """Could a run earn so much that is sure of this, has a choice of these calls and may reach those nodes?"""
        total, large, visits, _ = room
        for bit, worth in self.free:
            if bit & reach:
                sure += worth
        rides = visits
        for worth, bit, counts in self.rides:
            if bit & reach:
                if counts:
                    if rides <= 0:
                        continue
                    rides -= 1
                sure += worth
        if sure >= cutoff:
            return True
        mask = choice | reach << self.shift
        for bit, worth, counts in self.limited:
            if bit & mask:
                if total <= 0:
                    return False
                if counts:
                    if large <= 0:
                        continue
                    large -= 1
                total -= 1
                sure += worth
                if sure >= cutoff:
                    return True
        return False
