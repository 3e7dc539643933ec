"""Upper bounds on what a partial run can still gain, by which the search prunes.

Both bounds relax the problem of completing the run, so neither is ever below the true optimum and a partial run they
rule out cannot lead to a run worth the cutoff.

*Walk bound.* A completion visits each station at most once. Drop that condition and any walk over as many stations as
the allowance has left is feasible; the best such walks follow from dynamic programming, once per graph. As for q-routes
in vehicle routing, the bound is much tighter with two-cycles eliminated: a walk may not return at once to the station
it has just left (Christofides, Mingozzi and Toth 1981). What the walk cannot see (calls that do not count as stations,
gains of hops, free calls) is granted in full.

*Reach bound.* Drop the track instead and keep "at most once": of all nodes that can still be reached, the completion is
granted the best calls the allowance has room for.

The walk bound knows distance and order but not what has been used; the reach bound knows what has been used but not
order. The search asks for the cheaper walk bound first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, reduce
from itertools import accumulate
from operator import or_

from railhead.routes.columns import TrainHop
from railhead.routes.model import ANY, FREE_CALL, MAY_CALL, MUST_CALL, NEVER_CALLS
from railhead.routes.train_graph import TrainOnGraph
from railhead.routes.water_bound import WaterBound

NOWHERE = -1
BOUNDLESS = 1 << 60
"""More than anything is worth."""
MOST_WAYS = 4000
"""How many ways between stations are followed before the walk bound grants everything between them instead."""

Room = tuple[int, int, int, int]
"""What is left of an allowance: calls in total, calls at large stops, visits to large stops, hexes."""


class StationGraph:
    """The graph contracted to stations: which stations can come next after each node.

    A station is a node that counts against the train's scarcest limit. Between two stations a walk may pass any other
    nodes.
    """

    def __init__(self, train: TrainOnGraph, hops: list[list[TrainHop]], gains: list[int]) -> None:
        self.train = train
        self.hops = hops
        self.gains = gains
        self.stations, counts, self.limit = _stations(train)
        self.counts_total, self.counts_large, self.counts_visits = counts
        count = len(train.policy)
        self.others = any(not self.stations[node] for node in range(count) if train.open >> node & 1)
        """Are there nodes that are not stations?"""
        self.limited = self.limit < count
        """Is the limit low enough to exclude anything?"""
        self.neighbours = [sum({1 << hop.end for hop in out}) for out in hops]

    @cached_property
    def next(self) -> list[list[tuple[int, int, bool]]]:
        """By node: each next station, the most that the hops to it gain, and whether every walk ends there."""
        return self.between or [self._next(node) for node in range(len(self.hops))]

    @cached_property
    def between(self) -> list[list[tuple[int, int, bool]]] | None:
        """The same with all that nodes between stations pay, if every call there is free and the ways are few."""
        train = self.train
        free = all(
            self.stations[node] or (train.policy[node] in (FREE_CALL, NEVER_CALLS) and not train.may_end[node])
            for node in range(len(self.hops))
            if train.open >> node & 1
        )
        if not (self.others and self.limited and free):
            return None
        self.ways_left = MOST_WAYS
        found = [self._by_all_ways(node) for node in range(len(self.hops))]
        return found if self.ways_left >= 0 else None

    def _by_all_ways(self, node: int) -> list[tuple[int, int, bool]]:
        """Each next station of a node, by the way between that gains most."""
        graph, found = self.train.graph, dict[int, tuple[int, bool]]()
        may_pass = graph.problem.free_passes > 0

        def follow(at: int, used: int, gain: int) -> None:
            self.ways_left -= 1
            for hop in self.hops[at] if self.ways_left >= 0 else ():
                end, more = hop.end, gain + hop.gain
                if used & hop.uses & ~graph.keep[at] & ~graph.again:
                    continue
                if self.stations[end]:
                    ends = hop.stub or (graph.barred[end] and not may_pass)
                    known = found.get(end, (more, ends))
                    found[end] = max(more, known[0]), ends and known[1]
                elif not hop.stub and (may_pass or not graph.barred[end]):
                    follow(end, used | hop.uses, more + self.gains[end])

        follow(node, graph.keep[node], 0)
        return [(station, gain, ends) for station, (gain, ends) in found.items()]

    def _next(self, node: int) -> list[tuple[int, int, bool]]:
        barred = self.train.graph.barred
        may_pass = self.train.graph.problem.free_passes > 0
        found: dict[int, tuple[int, bool]] = {}
        seen, ahead = {node}, [node]
        while ahead:
            for hop in self.hops[ahead.pop()]:
                end = hop.end
                if self.stations[end]:
                    # With other nodes in between there are many ways to a station. Whatever hops gain is then granted
                    # to the walk as a whole (`most_rides`); of what they cost, only the last hop is sure.
                    gain = min(0, hop.gain) if self.others else hop.gain
                    ends = hop.stub or (barred[end] and not may_pass)
                    known = found.get(end, (gain, ends))
                    found[end] = max(gain, known[0]), ends and known[1]
                elif end not in seen and not hop.stub and (may_pass or not barred[end]):
                    seen.add(end)
                    ahead.append(end)
        found.pop(node, None)  # a run never returns to the node itself
        return [(station, gain, ends) for station, (gain, ends) in found.items()]


class WalkBound:
    """The best walks onward from every node, by the number of stations left: a dynamic program over the station graph.

    To eliminate two-cycles it is enough to keep, beside the best walk, the best that begins with another station.
    """

    def __init__(self, gains: list[int], station_graph: StationGraph) -> None:
        self.best: list[list[int]] = []
        self.first: list[list[int]] = []
        """By number of stations left and node: the first station of a best walk,"""
        self.second: list[list[int]] = []
        """and the best of the walks with another first station."""
        if station_graph.limited:
            self._solve(gains, station_graph)

    def _solve(self, gains: list[int], station_graph: StationGraph) -> None:
        count = len(gains)
        self.best, self.first, self.second = [[0] * count], [[NOWHERE] * count], [[0] * count]
        for left in range(station_graph.limit):
            best, first, second = [0] * count, [NOWHERE] * count, [0] * count
            for node, stations in enumerate(station_graph.next):
                for station, way, ends in stations:
                    # The walk goes on from the station with one fewer left, and not straight back to this node.
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
        """By number of stations, up to those left: the most that walks from the open ends of a run gain together."""
        gains = [[self.after(some, node, behind) for some in range(left + 1)] for node, behind in ends]
        if len(gains) != 2:
            return gains[0] if gains else [0]
        # Both arms draw on the same allowance: try every way to divide the stations between them.
        one, other = gains
        return [
            max([one[some] + other[stations - some] for some in range(stations + 1)]) for stations in range(left + 1)
        ]

    def after(self, left: int, node: int, behind: int) -> int:
        """The most a walk can gain from a node on, if the station behind it is not to come next."""
        return self.second[left][node] if self.first[left][node] == behind else self.best[left][node]


def _stations(train: TrainOnGraph) -> tuple[list[bool], tuple[bool, bool, bool], int]:
    """The nodes that are stations; whether they use up total calls, calls at large stops and visits; and their limit.

    If every call that counts is compulsory, all nodes with such calls are stations, limited by the total. Otherwise
    only large stops are: every one on the run is a visit, and a call too if calling there is compulsory.
    """
    allowance = train.allowance
    open_nodes = [node for node in range(len(train.policy)) if train.open >> node & 1]
    counted = [node for node in open_nodes if train.policy[node] in (MUST_CALL, MAY_CALL)]
    all_must = all(train.policy[node] == MUST_CALL for node in counted)
    all_large = all(train.large[node] for node in counted)
    if all_must and not all_large and allowance.total < ANY:
        stations = [policy not in (FREE_CALL, NEVER_CALLS) for policy in train.policy]
        return stations, (True, False, False), allowance.total
    musts = all(train.policy[node] == MUST_CALL for node in open_nodes if train.large[node])
    limit = min(allowance.visits, allowance.large, allowance.total) if musts else allowance.visits
    return [bool(large) for large in train.large], (musts, musts, True), limit


class Bounds:
    """The bounds for one train at given gains."""

    def __init__(
        self, train: TrainOnGraph, gains: list[int], hops: list[list[TrainHop]], station_graph: StationGraph
    ) -> None:
        graph = train.graph
        self.keep = graph.keep
        self.barred = graph.barred
        self.station_graph = station_graph
        self.neighbours = station_graph.neighbours
        self.walks = WalkBound(gains, station_graph)
        self.caps = _caps(train)
        """By node: 1 if a run must end there, and the bit of a group of which it includes only one."""
        self.known: dict[tuple[object, ...], int] = {}
        """Cache: walk bounds by ends and stations left."""
        self.shares: dict[Room, tuple[int, int]] = {}
        """Cache: by room left, the stations and calls it amounts to."""
        self.nodes = reduce(or_, self.keep, 0) & ~graph.again
        """The bits of all nodes: of what a run has used, all that matters to what it can reach."""
        self.reached: dict[tuple[int, int, int, bool], int] = {}
        """Cache: the nodes within reach."""
        self.small = _calls_between_ends(train)
        """The most calls at other than large stops."""
        into = _best_into(hops)
        self._prepare_walk(train, gains, into)
        self._prepare_reach(train, gains, into)
        self.water: WaterBound | None = None
        """The bound that counts the water between stations, where it counts at all."""
        stations = station_graph.stations
        if train.counts_water and all(
            large or not station for large, station in zip(train.large, stations, strict=True)
        ):
            granted = self.most_free + sum(gain for gain, _, _ in self.rides)
            self.water = WaterBound(train, gains, hops, stations, granted)

    def _prepare_walk(self, train: TrainOnGraph, gains: list[int], into: list[int]) -> None:
        """What the walk bound grants beside the stations of the walk."""
        stations = self.station_graph.stations
        small = [
            gains[node]
            for node, policy in enumerate(train.policy)
            if train.open >> node & 1 and policy in (MUST_CALL, MAY_CALL) and not stations[node] and gains[node] > 0
            for _ in range(train.places[node])
        ]
        self.most_small = list(accumulate(sorted(small, reverse=True), initial=0))
        """By number of calls: the most that calls at nodes other than stations gain."""
        self.choices = [
            (1 << node, gains[node])
            for node, policy in enumerate(train.policy)
            if policy == MAY_CALL and stations[node] and gains[node] > 0
        ]
        self.choosable = sum(bit for bit, _ in self.choices)
        self.rides = sorted(
            ((gain, 1 << node, train.large[node]) for node, gain in enumerate(into) if gain > 0),
            key=lambda ride: (-ride[0], ride[1]),
        )
        """The most that the hop into each node gains, the best first."""
        counted = self.walks.best and self.station_graph.between is not None
        granted = (self.station_graph.others or not self.walks.best) and not counted
        self.most_rides = sum(gain for gain, _, _ in self.rides) if granted else 0
        self.grants_free = not counted
        """Does the walk bound grant all free calls? Not if it counts what is paid between stations."""

    def _prepare_reach(self, train: TrainOnGraph, gains: list[int], into: list[int]) -> None:
        """Calls the reach bound chooses from: those limited by the allowance, the best first, and free ones.

        A node still to be reached is charged what even the cheapest hop into it costs; its bit is shifted to tell it
        from the same node already passed, where only the call is left to choose.
        """
        self.shift = len(gains)
        limited, self.free = [], []
        for node, policy in enumerate(train.policy):
            if not train.open >> node & 1:
                continue
            worth = gains[node] + min(0, into[node])
            if policy in (MUST_CALL, MAY_CALL):
                limited.append((worth, 1 << node + self.shift, train.large[node], self.caps[node]))
                if policy == MAY_CALL:
                    limited.append((gains[node], 1 << node, train.large[node], 0))
                if train.places[node] > 1:  # coming there is charged once
                    limited.append((gains[node], 1 << node + self.shift, 0, 0))
                    limited.append((gains[node], 1 << node, 0, 0))
            elif policy == FREE_CALL and worth > 0:
                self.free.append((1 << node, worth))
        limited.sort(key=lambda call: (-call[0], call[1]))
        self.limited = [(bit, worth, large, cap) for worth, bit, large, cap in limited if worth > 0]
        self.most_free = sum(worth for _, worth in self.free)

    def ways_between(self) -> Iterator[tuple[int, int]]:
        """What the ways to each station gain, if the walk bound counts what is paid between stations."""
        for out in self.station_graph.between or ():
            yield from ((gain, station) for station, gain, _ in out)

    def walk(self, ends: list[tuple[int, int]], room: Room, choice: int) -> int:
        """The walk bound: the most a run could gain beyond its open ends, each given with the station behind it.

        Stations take up part of the room left, and the best calls at other nodes the rest. Stations already passed
        where calling is optional are granted as well.
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
        if self.water is not None:
            most = min(most, self.water.most(ends, room[2] + room[3], room[0]))
        if choice & self.choosable:
            most += sum([worth for bit, worth in self.choices if bit & choice])
        return most

    def _share(self, room: Room) -> tuple[int, int]:
        """How many stations the room left allows, and how many calls, capped where more make no difference.

        The cap lets different rooms share an entry of the cache.
        """
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
        return most + (self.most_free if self.grants_free else 0) + self.most_rides

    def most(self, total: int, large: int) -> int:
        """The most any run could gain, wherever it goes: a bound that needs no search."""
        gain = self.most_free + sum(worth for worth, _, _ in self.rides)
        taken, ends, small = 0, 2, self.small
        for bit, worth, counts, cap in self.limited:
            if not counts and small <= 0:
                continue
            if bit >> self.shift and total > 0 and large >= counts and not cap & taken and ends >= cap & 1:
                total -= 1
                small -= not counts
                large -= counts
                ends -= cap & 1
                taken |= cap & ~1
                gain += worth
        return gain

    def reach(self, node: int, used: int, among: int, may_pass: bool) -> int:
        """The nodes a run could still reach from one of its ends."""
        key = node, used & self.nodes, among, may_pass
        found = self.reached.get(key)
        if found is None:
            found = self.reached[key] = self._reach(*key)
        return found

    def _reach(self, node: int, used: int, among: int, may_pass: bool) -> int:
        neighbours, keep, barred = self.neighbours, self.keep, self.barred
        # Only nodes matter here, not the track between them: that makes the reach larger, never smaller, and lets many
        # partial runs share an entry of the cache.
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

    def enough(self, sure: int, choice: int, reach: int, room: Room, cutoff: int, ends: int) -> bool:
        """The reach bound: could a run that is sure of so much be worth the cutoff?

        It may choose among these optional calls and reach those nodes, from so many open ends. Taking the best calls
        greedily is exact, not just a heuristic: "at most so many, of them at most so many large, of these at most so
        many where the run ends, and one of each group" is a laminar matroid, also with "at most so many others". The
        loop stops as soon as the answer is known.
        """
        total, large, visits, _ = room
        small = self.small
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
        taken = 0
        for bit, worth, counts, cap in self.limited:
            if bit & mask:
                if total <= 0:
                    return False
                if cap:
                    if cap & taken or (cap & 1 and not ends) or (counts and large <= 0):
                        continue
                    ends -= cap & 1
                    taken |= cap & ~1
                if counts:
                    if large <= 0:
                        continue
                    large -= 1
                elif small <= 0:
                    continue
                else:
                    small -= 1
                total -= 1
                sure += worth
                if sure >= cutoff:
                    return True
        return False


def _caps(train: TrainOnGraph) -> list[int]:
    """By node: 1 if it is large and a run must end there, plus the bit of a group that all its members agree on.

    A group counts only if all its nodes are large, or all small, and all or none of them end a run: groups, ends and
    large stops are then nested in each other, which the greedy choice of calls needs to be exact.
    """
    graph = train.graph
    may_pass = graph.problem.free_passes > 0
    ends = [
        int(bool(large) and (dead or (barred and not may_pass)))
        for large, dead, barred in zip(train.large, graph.dead_ends, graph.barred, strict=True)
    ]
    members: dict[int, list[int]] = {}
    for node, stop in enumerate(graph.stops):
        for group in graph.problem.groups.get(stop, ()):
            members.setdefault(group, []).append(node)
    caps = ends.copy()
    number = 1
    for nodes in members.values():
        alike = len({(ends[node], train.large[node]) for node in nodes}) == 1
        if len(nodes) > 1 and alike and not any(caps[node] & ~1 for node in nodes):
            for node in nodes:
                caps[node] |= 1 << number
            number += 1
    return caps


def _calls_between_ends(train: TrainOnGraph) -> int:
    """The most calls at other than large stops, if runs end at large ones alone: all but the two calls at the ends.

    Only for trains that choose their calls there: where they must call, room is used up as they go.
    """
    others = [
        node
        for node, policy in enumerate(train.policy)
        if train.open >> node & 1 and policy in (MUST_CALL, MAY_CALL) and not train.large[node]
    ]
    between = all(train.policy[node] == MAY_CALL and not train.may_end[node] for node in others)
    allowance = train.allowance
    ends_elsewhere = any(train.may_end[node] and not train.large[node] for node in range(len(train.policy)))
    if not (others and between and allowance.calls_at_ends) or allowance.circuits or ends_elsewhere:
        return ANY
    return allowance.total - 2


def _best_into(hops: list[list[TrainHop]]) -> list[int]:
    """By node: the most that any hop into it gains, which may be negative; 0 where no hop leads."""
    into: dict[int, int] = {}
    for out in hops:
        for hop in out:
            into[hop.end] = max(into.get(hop.end, hop.gain), hop.gain)
    return [into.get(node, 0) for node in range(len(hops))]
