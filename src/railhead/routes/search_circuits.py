"""Every circuit of one train that is worth the cutoff: a run that ends where it began.

Like other runs, circuits are searched for from each token, depth-first; but there is only one arm, which has to come
back. Where a circuit begins matters only to the rules: a stop that ends other runs, because it is barred or the track
ends there, may be where a circuit begins and ends. So at most one such stop is passed on the way around, and once a
circuit is closed, it is begun where the rules allow it.
"""

from __future__ import annotations

from collections.abc import Iterator

from railhead.routes.bounds import NOWHERE, Room
from railhead.routes.columns import TrainHop
from railhead.routes.graph import FAR, Hop
from railhead.routes.legs import Leg
from railhead.routes.model import AREA_STOP, MAY_CALL, PORT_STOP
from railhead.routes.run_query import RunQuery

BEYOND = (AREA_STOP, PORT_STOP)


class CircuitSearch:
    """A depth-first branch and bound over the circuits of one train; partial runs are described as in `search_runs`."""

    def __init__(self, query: RunQuery) -> None:
        self.query = query
        self.train = query.train
        self.cutoff = query.cutoff
        self.meter = query.meter
        priced = query.priced
        self.gains, self.hops, self.bounds = priced.gains, priced.hops, priced.bounds
        self.choice, self.granted = priced.choice, priced.granted
        self.passes_allowed = query.passes_allowed
        graph = self.train.graph
        self.open = self.train.open & ~sum(1 << node for node, grade in enumerate(graph.grades) if grade in BEYOND)
        """The nodes a circuit may still include: none off the board, and no token searched before."""
        self.nodes = (1 << len(self.gains)) - 1 if len(set(graph.stops)) == len(self.gains) else 0
        self.ends = [grade in self.train.allowance.ends for grade in graph.grades]
        stubs = any(hop.stub for out in graph.hops for hop in out if graph.grades[hop.end] not in BEYOND)
        self.walks_on = bool(graph.problem.free_passes) or not any(graph.barred)
        """Does the walk bound hold before a barred stop is passed, if it does at all?"""
        self.walks = not stubs
        """The walk bound ends every walk where a run must end, but a circuit may go on there once."""
        self.way: list[Hop] = []

    def from_every_token(self) -> None:
        """Search from each token of the company."""
        train = self.train
        for base in train.graph.own:
            if not self.open >> base & 1:
                continue
            self.open &= ~(1 << base)
            room = self.query.room_at(base)
            if room is not None:
                self.base = base
                self.back, self.closing = self._way_back(base)
                for way, station in self.bounds.ways_between():
                    if station == base:
                        self.closing = max(self.closing, way + train.fines[base])
                gain, choice = self.granted[base]
                used = train.graph.keep[base] | self.query.multipliers.closed
                sure = train.flat + train.most_circuit_reward + gain - train.fines[base]
                self.around(base, NOWHERE, used, sure, choice, room, int(train.graph.barred[base]))

    def _way_back(self, base: int) -> tuple[list[int], int]:
        """By node: the fewest calls that the way back to the token takes; and the most that the last hop gains."""
        back, closing = [FAR] * len(self.hops), 0
        back[base] = 0
        ahead = [base]
        while ahead:
            here, ahead = ahead, []
            for node, out in enumerate(self.hops):
                for hop in out:
                    if hop.end not in here:
                        continue
                    if hop.end == base:
                        closing = max(closing, self.last(hop))
                    calls = back[hop.end] + (hop.graph_hop.toll if hop.end == base else hop.total)
                    if calls < back[node]:
                        back[node] = calls
                        ahead.append(node)
        return back, closing

    def last(self, hop: TrainHop) -> int:
        """What the hop back to the token gains: the token itself has been counted."""
        return hop.gain + self.train.fines[self.base]

    def around(self, at: int, behind: int, used: int, sure: int, choice: int, room: Room, bars: int) -> None:
        """Circuits that begin like this; `bars` is how many barred stops they include so far."""
        meter = self.meter
        meter.steps += 1
        if meter.steps > meter.most:
            meter.stop()
        if room[0] < self.back[at] or not self.hopeful(at, behind, used, sure, choice, room, bars):
            return
        graph = self.train.graph
        came_by = at if self.bounds.station_graph.stations[at] else behind
        for hop in self.hops[at]:
            end = hop.end
            if end == self.base:
                self.close(hop, used, sure, choice, room)
                continue
            left = (room[0] - hop.total, room[1] - hop.large, room[2] - hop.visits, room[3] - hop.length)
            more_bars = bars + graph.barred[end]
            if used & hop.blocks or not self.open >> end & 1 or more_bars > self.passes_allowed + 1 or min(left) < 0:
                continue
            gain, more = self.granted[end]
            self.way.append(hop.graph_hop)
            self.around(end, came_by, used | hop.uses, sure + gain + hop.gain, choice | more, left, more_bars)
            self.way.pop()

    def hopeful(self, at: int, behind: int, used: int, sure: int, choice: int, room: Room, bars: int) -> bool:
        """Could the circuit still come back to the token and be worth the cutoff?"""
        bounds, train, cutoff = self.bounds, self.train, self.cutoff.least
        sure += self.closing
        walks = self.walks and (self.walks_on or bars)
        if walks and sure + train.most_circuit_bonus + bounds.walk([(at, behind)], room, choice) < cutoff:
            return False
        reach = bounds.reach(at, used, self.open, bars <= self.passes_allowed)
        if not bounds.neighbours[self.base] & (reach | 1 << at) and at != self.base:
            return False
        if train.most_circuit_bonus:
            sure += train.may_gain(reach | used & self.nodes if self.nodes else -1, circuit=True)
        return sure >= cutoff or bounds.enough(sure, choice, reach, room, cutoff, 1)

    def close(self, hop: TrainHop, used: int, sure: int, choice: int, room: Room) -> None:
        """Report the circuit that this hop closes, if it is worth enough; each is found in both directions."""
        graph = self.train.graph
        if not self.way or self.way[0].uses > hop.uses:
            return
        base, at = graph.keep[self.base] & ~graph.bits.of_hex(graph.stops[self.base]), self.way[-1].end
        toll = hop.graph_hop.toll
        room = (room[0] - toll, room[1] - toll, room[2] - toll, room[3] - hop.length)
        if used & hop.uses & ~graph.keep[at] & ~base or min(room) < 0:
            return
        if self.most(sure + self.last(hop), used, choice, room) >= self.cutoff.least:
            legs = tuple((each, False) for each in (*self.way, hop.graph_hop))
            for nodes, turned in self.beginnings(legs, room):
                for column in self.train.columns(nodes, turned):
                    self.query.report_if_worth(column)

    def most(self, sure: int, used: int, choice: int, room: Room) -> int:
        """The most a complete circuit could be worth, with the best of its optional calls."""
        total, large, _, _ = room
        if choice:
            for bit, worth, counts in self.choice:
                if bit & choice and total > 0 and large >= counts:
                    total -= 1
                    large -= counts
                    sure += worth
        if self.train.most_circuit_bonus:
            sure += self.train.may_gain(used & self.nodes if self.nodes else -1, circuit=True)
        return sure

    def beginnings(self, legs: tuple[Leg, ...], room: Room) -> Iterator[tuple[tuple[int, ...], tuple[Leg, ...]]]:
        """The nodes and legs of a circuit from where it may begin; from every such node, if that makes a difference."""
        train, graph = self.train, self.train.graph
        nodes = (self.base, *(hop.end for hop, _ in legs[:-1]))
        differ = train.chooses_calls or train.pays_for_ends or any(graph.barred[node] for node in nodes)
        for first, start in enumerate(nodes):
            others = (*nodes[first + 1 :], *nodes[:first])
            turned = (*legs[first:], *legs[:first])
            if (
                train.may_end[start]
                and self.may_call(start, room)
                and any(self.ends[node] for node in others)
                and sum(graph.barred[node] for node in others) <= self.passes_allowed
                and not any(hop.stub for hop, _ in turned[:-1])
                and not any(hop.stub_behind for hop, _ in turned[1:])
            ):
                yield (start, *others, start), turned
                if not differ:
                    return

    def may_call(self, start: int, room: Room) -> bool:
        """Is there room for the call at the start, if it is one that the train must make only there?"""
        optional = self.train.allowance.calls_at_ends and self.train.policy[start] == MAY_CALL
        return not optional or (room[0] > 0 and room[1] >= self.train.large[start])
