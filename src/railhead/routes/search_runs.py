"""Every run of one train that is worth at least so much: a walk outward from each token, one arm, then the other."""

from __future__ import annotations

from collections.abc import Callable

from railhead.routes.bounds import NOWHERE, Room
from railhead.routes.graph import Hop
from railhead.routes.meter import Cutoff, Meter
from railhead.routes.model import MUST_CALL
from railhead.routes.multipliers import Multipliers
from railhead.routes.priced_graph import priced_graph
from railhead.routes.train_graph import Column, TrainHop, TrainOnGraph

Report = Callable[[Column, int], None]
"""Told of a run and its worth at the multipliers given."""


class RunSearch:
    """A depth-first walk. Tokens walked from before are left out, so that no run is met twice."""

    def __init__(
        self, train: TrainOnGraph, cutoff: Cutoff, report: Report, meter: Meter, multipliers: Multipliers
    ) -> None:
        self.train = train
        self.cutoff = cutoff
        self.report = report
        self.meter = meter
        self.multipliers = multipliers
        priced = priced_graph(train, multipliers)
        self.gains, self.hops, self.bounds = priced.gains, priced.hops, priced.bounds
        self.choice, self.granted = priced.choice, priced.granted
        closed = multipliers.closed & train.graph.pass_bit
        self.passes_allowed = 0 if closed else train.graph.problem.free_passes
        self.extra = train.flat + train.most_bonus + train.most_reward
        """What a run may earn besides nodes and hops."""
        self.open = train.open
        self.forward: list[Hop] = []
        self.backward: list[Hop] = []
        self.lead = NOWHERE
        """The first station of the first arm."""

    def from_every_token(self) -> None:
        """RunSearch from each token of the company."""
        for base in self.train.graph.own:
            if self.open >> base & 1:
                self.open &= ~(1 << base)
                self.base = base
                room = self.call_at(base)
                if room is not None:
                    gain, choice = self.granted[base]
                    used = self.train.graph.keep[base] | self.multipliers.closed
                    self.first_arm(base, NOWHERE, used, self.extra + gain, choice, room, 0, 0)

    def call_at(self, base: int) -> Room | None:
        """What is left of the allowance at the token a run is walked from; None if it has no room for that."""
        allowance, counts = self.train.allowance, self.train.large[base]
        must = self.train.policy[base] == MUST_CALL
        room = (
            allowance.total - must,
            allowance.large - (counts if must else 0),
            allowance.visits - counts,
            allowance.hexes,
        )
        return None if min(room) < 0 else room

    def first_arm(
        self, at: int, behind: int, used: int, sure: int, choice: int, room: Room, passes: int, first: int
    ) -> None:
        """Runs whose first arm is this or a longer one."""
        meter = self.meter
        meter.steps += 1
        if meter.steps > meter.most:
            meter.stop()
        base, lead, forward = self.base, self.lead, self.forward
        barred = self.train.graph.barred
        may_pass = passes < self.passes_allowed
        ended = bool(forward) and (forward[-1].stub or (barred[at] and not may_pass))
        closed = bool(forward) and (forward[0].stub_behind or (barred[base] and not may_pass))
        ends = [] if ended else [(at, behind)]
        if not closed:
            ends.append((base, lead))
        if sure < self.cutoff.least and not self.hopeful(ends, used, sure, choice, room, may_pass):
            return
        if forward:
            self.second_arm(base, lead, used, sure, choice, room, passes, first)
        if ended:
            return
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
        """Runs with the first arm as it is and this second one or a longer one; it leaves the base by a later hop."""
        meter = self.meter
        meter.steps += 1
        if meter.steps > meter.most:
            meter.stop()
        self.finish(at, sure, choice, room)
        base, backward = self.base, self.backward
        barred = self.train.graph.barred
        may_pass = passes < self.passes_allowed
        if (backward[-1].stub if backward else self.forward[0].stub_behind) or (barred[at] and not may_pass):
            return
        if sure < self.cutoff.least and not self.hopeful([(at, behind)], used, sure, choice, room, may_pass):
            return
        passes += barred[at]
        came_by = at if self.bounds.station_graph.stations[at] else behind
        for number, hop, left in self.onward(at, used, room):
            if (at == base and number <= first) or hop.stub_behind:
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
        """Could the run still be worth the cutoff, if it goes on from these ends?"""
        cutoff, bounds = self.cutoff.least, self.bounds
        if sure + bounds.walk(ends, room, choice) < cutoff:
            return False
        reach = 0
        for end, _ in ends:
            reach |= bounds.reach(end, used, self.open, may_pass)
        return bounds.enough(sure, choice, reach, room, cutoff)

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

    def finish(self, at: int, sure: int, choice: int, room: Room) -> None:
        """Report the run made of the two arms, if it may end where it does and is worth enough."""
        train = self.train
        total, large, _, _ = room
        other = self.forward[-1].end
        if not train.may_end[at] or not train.may_end[other]:
            return
        if train.allowance.calls_at_ends:
            for end in (at, other):
                if choice >> end & 1:
                    choice ^= 1 << end
                    sure += self.gains[end]
                    total -= 1
                    large -= train.large[end]
        if total < 0 or large < 0:
            return
        if choice:
            for bit, worth, counts in self.choice:
                if bit & choice and total > 0 and large >= counts:
                    total -= 1
                    large -= counts
                    sure += worth
        if sure >= self.cutoff.least:
            self.found(sure)

    def found(self, worth: int) -> None:
        """Report the run, with every choice of calls that is worth enough."""
        train, multipliers, forward, backward = self.train, self.multipliers, self.forward, self.backward
        nodes = (*[hop.end for hop in reversed(backward)], self.base, *[hop.end for hop in forward])
        legs = (*[(hop, True) for hop in reversed(backward)], *[(hop, False) for hop in forward])
        if train.plain:
            track = train.track(nodes, legs)
            full = worth + multipliers.of(track & ~train.graph.pass_bit, 0) if multipliers.track else worth
            worth -= multipliers.track.get(track & train.graph.pass_bit, 0)
            if worth >= self.cutoff.least:
                self.report(Column(train, nodes, legs, track, full, 0, full), worth)
            return
        for run in train.columns(nodes, legs):
            worth = run.full - multipliers.of(run.track, run.items)
            if worth >= self.cutoff.least:
                self.report(run, worth)
