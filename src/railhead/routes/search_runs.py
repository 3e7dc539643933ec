"""Every run of one train that is worth the cutoff: depth-first from each token, one arm first, then the other.

A run is a simple path through a token. Growing it from the token rather than from an end means that every partial run
is already a legal one as far as tokens go, and that the search starts where all runs have to pass.

No run is found twice. One that includes several tokens is found from the first of them, as tokens searched before are
closed. And since either half could be called the first arm, the second arm must leave the token by a later hop.
"""

from __future__ import annotations

from railhead.routes.bounds import NOWHERE, Room
from railhead.routes.columns import Column, TrainHop
from railhead.routes.graph import Hop
from railhead.routes.run_query import RunQuery


class RunSearch:
    """A depth-first branch and bound over the runs of one train.

    A partial run is described by the bits it has `used`, what it is `sure` to gain, the optional calls it has a
    `choice` of, the `room` left of the allowance, and the barred stops it `passes` through. What is sure includes, as
    an upper bound, the most that rewards could add: the exact sum is known only for a complete run. So are bonuses,
    for which the bounds grant what the nodes used and still in reach allow.
    """

    def __init__(self, query: RunQuery) -> None:
        self.query = query
        self.train = query.train
        self.cutoff = query.cutoff
        self.meter = query.meter
        priced = query.priced
        self.gains, self.hops, self.bounds = priced.gains, priced.hops, priced.bounds
        self.choice, self.granted = priced.choice, priced.granted
        self.passes_allowed = query.passes_allowed
        self.extra = self.train.flat + self.train.most_reward
        """The most a run may earn in addition to its nodes and hops, apart from bonuses for what it calls at."""
        self.has_bonuses = self.train.most_bonus > 0
        self.nodes = (1 << len(self.gains)) - 1 if len(set(self.train.graph.stops)) == len(self.gains) else 0
        """The bits of the nodes among all that a run uses; 0 if a stop has several nodes."""
        self.errand = self.train.errand if self.nodes else None
        """What every run has to include, if it is made for a single purpose."""
        self.open = self.train.open
        self.forward: list[Hop] = []
        self.backward: list[Hop] = []
        self.lead = NOWHERE
        """The first station of the first arm: what is behind the token, seen from the second."""

    def from_every_token(self) -> None:
        """Search from each token of the company."""
        for base in self.train.graph.own:
            if self.open >> base & 1:
                self.open &= ~(1 << base)
                self.base = base
                room = self.query.room_at(base)
                if room is not None:
                    gain, choice = self.granted[base]
                    used = self.train.graph.keep[base] | self.query.multipliers.closed
                    sure = self.extra + gain - self.train.fines[base]
                    self.first_arm(base, NOWHERE, used, sure, choice, room, 0, 0)

    def most(self) -> int:
        """No run is worth more than this."""
        most = 0
        for base in self.train.graph.own:
            room = self.query.room_at(base) if self.open >> base & 1 else None
            if room is not None:
                gain, choice = self.granted[base]
                ends = [(base, NOWHERE)] * 2
                most = max(most, gain - self.train.fines[base] + self.bounds.walk(ends, room, choice))
        return most + self.extra + self.train.most_bonus

    def first_arm(
        self, at: int, behind: int, used: int, sure: int, choice: int, room: Room, passes: int, first: int
    ) -> None:
        """Runs whose first arm is this one or a longer one."""
        meter = self.meter
        meter.steps += 1
        if meter.steps > meter.most:
            meter.stop()
        base, lead, forward = self.base, self.lead, self.forward
        barred = self.train.graph.barred
        may_pass = passes < self.passes_allowed
        dead_ends = self.train.graph.dead_ends
        ended = bool(forward) and (forward[-1].stub or dead_ends[at] or (barred[at] and not may_pass))
        closed = bool(forward) and (forward[0].stub_behind or dead_ends[base] or (barred[base] and not may_pass))
        # Either end may still grow, unless track or a barred stop closes it; the bounds grant what both could gain.
        ends = [] if ended else [(at, behind)]
        if not closed:
            ends.append((base, lead))
        if self.errand is not None and not self.errand.in_reach(ends, used & self.nodes, room):
            return
        # A run already sure of enough needs no bound: whatever is added can only keep it above the cutoff or is checked
        # again when the run is complete.
        if sure < self.cutoff.least and not self.hopeful(ends, used, sure, choice, room, may_pass):
            return
        if forward:
            self.second_arm(base, lead, used, sure, choice, room, passes, first)
        if ended:
            return
        # The token the search starts from is passed only if the run has two arms; the second arm counts that.
        passes += barred[at] and at != base
        stations = self.bounds.station_graph.stations
        came_by = at if stations[at] else behind
        for number, hop, left in self.onward(at, used, room):
            if hop.stub_behind and at != base:
                continue
            end = hop.end
            forward.append(hop.graph_hop)
            if lead == NOWHERE and stations[end]:
                self.lead = end
            gain, more = self.granted[end]
            longer = used | hop.uses
            number = number if at == base else first
            self.first_arm(end, came_by, longer, sure + gain + hop.gain, choice | more, left, passes, number)
            self.lead = lead
            forward.pop()

    def second_arm(
        self, at: int, behind: int, used: int, sure: int, choice: int, room: Room, passes: int, first: int
    ) -> None:
        """Runs with the first arm as it stands, and this second arm or a longer one."""
        meter = self.meter
        meter.steps += 1
        if meter.steps > meter.most:
            meter.stop()
        self.finish(at, used, sure, choice, room)
        base, backward = self.base, self.backward
        barred = self.train.graph.barred
        may_pass = passes < self.passes_allowed
        if (backward[-1].stub if backward else self.forward[0].stub_behind) or (barred[at] and not may_pass):
            return
        if self.train.graph.dead_ends[at]:
            return
        if self.errand is not None and not self.errand.in_reach([(at, behind)], used & self.nodes, room):
            return
        if sure < self.cutoff.least and not self.hopeful([(at, behind)], used, sure, choice, room, may_pass):
            return
        passes += barred[at]
        came_by = at if self.bounds.station_graph.stations[at] else behind
        for number, hop, left in self.onward(at, used, room):
            if (at == base and number <= first) or hop.stub_behind:  # the same run with its arms swapped
                continue
            end = hop.end
            gain, more = self.granted[end]
            backward.append(hop.graph_hop)
            longer = used | hop.uses
            self.second_arm(end, came_by, longer, sure + gain + hop.gain, choice | more, left, passes, first)
            backward.pop()

    def hopeful(
        self, ends: list[tuple[int, int]], used: int, sure: int, choice: int, room: Room, may_pass: bool
    ) -> bool:
        """Could the run still be worth the cutoff if it grows from these ends? The cheaper bound is asked first."""
        cutoff, bounds, train = self.cutoff.least, self.bounds, self.train
        if sure + train.most_bonus + bounds.walk(ends, room, choice) < cutoff:
            return False
        reach = 0
        for end, _ in ends:
            onward = bounds.reach(end, used, self.open, may_pass)
            reach |= onward & train.near(end, room[3]) if train.counts_water else onward
        if self.has_bonuses:
            sure += train.may_gain(reach | used & self.nodes if self.nodes else -1)
        return bounds.enough(sure, choice, reach, room, cutoff, len(ends))

    def onward(self, at: int, used: int, room: Room) -> list[tuple[int, TrainHop, Room]]:
        """The hops a run may take from a node, each with its number and the room left after it."""
        is_open = self.open
        total, large, visits, hexes = room
        found = []
        for number, hop in enumerate(self.hops[at]):
            if (
                used & hop.blocks
                or not is_open >> hop.end & 1
                or hop.total > total
                or hop.large > large
                or hop.visits > visits
                or hop.length > hexes
            ):
                continue
            left = total - hop.total, large - hop.large, visits - hop.visits, hexes - hop.length
            found.append((number, hop, left))
        return found

    def finish(self, at: int, used: int, sure: int, choice: int, room: Room) -> None:
        """Report the run made of the two arms, if it may end where it does and is worth enough.

        Optional calls are taken greedily, the best first, which is exact (see `Bounds.enough`).
        """
        train = self.train
        total, large, visits, left = room
        other = self.forward[-1].end
        if not train.may_end[at] or not train.may_end[other] or at == other or left < train.relief * visits:
            return
        if train.allowance.calls_at_ends:
            for end in (at, other):
                if choice >> end & 1:
                    choice ^= 1 << end
                    sure += self.gains[end] * train.places[end]
                    total -= 1
                    large -= train.large[end]
        if total < 0 or large < 0:
            return
        if train.most_reward:  # so far the most that any two ends pay: now they are known
            sure += train.reward(at, other) - train.most_reward
        if choice:
            for bit, worth, counts in self.choice:
                if bit & choice and total > 0 and large >= counts:
                    total -= 1
                    large -= counts
                    sure += worth
        if self.has_bonuses:
            sure += train.may_gain(used & self.nodes if self.nodes else -1)
        if sure >= self.cutoff.least:
            self.found(sure)

    def found(self, worth: int) -> None:
        """Report the run, with every choice of calls that is worth enough."""
        query, train, forward, backward = self.query, self.train, self.forward, self.backward
        multipliers = query.multipliers
        nodes = (*[hop.end for hop in reversed(backward)], self.base, *[hop.end for hop in forward])
        legs = (*[(hop, True) for hop in reversed(backward)], *[(hop, False) for hop in forward])
        # Then `worth` is exact but for the free pass, and building the calls can wait.
        if train.plain and not any(hop.afloat for hop, _ in legs):
            track = train.track(nodes, legs)
            full = worth + multipliers.of(track & ~train.graph.pass_bit, 0) if multipliers.track else worth
            worth -= multipliers.track.get(track & train.graph.pass_bit, 0)
            if worth >= self.cutoff.least:
                query.report(Column(train, nodes, legs, track, full, 0, full), worth)
            return
        query.report_run(nodes, legs)
