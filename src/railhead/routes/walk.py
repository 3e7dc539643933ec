"""Every run of one train that is worth at least so much: a walk outward from each token, one arm, then the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from railhead.routes.bounds import BOUNDLESS, NOWHERE, Bounds, Onward, Room
from railhead.routes.fares import FREE_OF_CHARGE, Fare, Prices, Run, Step
from railhead.routes.graph import Hop
from railhead.routes.model import FREE, MAY, MUST


class OutOfWork(Exception):
    """The search has taken as many steps as it was given."""


class OutOfPatience(Exception):
    """A part of the search has taken as many steps as it was worth."""


class Meter:
    """Counts the steps of a search, so that a limit means the same on every machine.

    Whoever takes a step adds to the steps, and calls `stop` when they are more than `most`.
    """

    def __init__(self, limit: int | None = None) -> None:
        self.steps = 0
        self.limit = limit
        self.most = BOUNDLESS if limit is None else limit
        """The limit, or as far as patience goes."""

    def stop(self) -> None:
        """There have been too many steps: of all that are given, or of those that were worth it."""
        raise OutOfWork if self.limit is not None and self.steps > self.limit else OutOfPatience

    def patient(self, steps: int, search: Callable[[], None]) -> bool:
        """Search for so many steps at most; False if that was not enough and the search was given up."""
        most = self.most
        self.most = min(most, self.steps + steps)
        try:
            search()
        except OutOfPatience:
            return False
        finally:
            self.most = most
        return True


class Floor:
    """The least worth a run must have to be of interest; it rises as better ones are found."""

    __slots__ = ("least",)

    def __init__(self, least: int) -> None:
        self.least = least


Report = Callable[[Run, int], None]
"""Told of a run and its worth at the prices given."""


class Ground:
    """What a train finds at given prices: the worth of nodes, the steps between them, and the bounds."""

    def __init__(self, fare: Fare, prices: Prices) -> None:
        self.fare = fare
        self.gains = fare.gains(prices)
        if isinstance(fare.ground, Ground) and not prices.track and not fare.hops_have_items:
            self.steps: list[list[Step]] = fare.ground.steps  # prices change nothing about the ways
            self.onward: Onward = fare.ground.onward
        else:
            self.steps = fare.steps(self.gains, prices)
            self.onward = Onward(fare, self.steps)

    @cached_property
    def bounds(self) -> Bounds:
        """How much a run could still earn here."""
        return Bounds(self.fare, self.gains, self.steps, self.onward)

    @cached_property
    def choice(self) -> list[tuple[int, int, int]]:
        """The nodes that may be called at, the best first: bit, gain, and whether it counts as large."""
        by_gain = sorted(range(len(self.gains)), key=lambda node: (-self.gains[node], node))
        return [
            (1 << node, self.gains[node], self.fare.large[node])
            for node in by_gain
            if self.fare.policy[node] == MAY and self.gains[node] > 0
        ]

    @cached_property
    def granted(self) -> list[tuple[int, int]]:
        """By node: what coming there is sure to gain, and the bit of the node if it may be called at."""
        return [
            (gain if policy in (MUST, FREE) else 0, 1 << node if policy == MAY else 0)
            for node, (gain, policy) in enumerate(zip(self.gains, self.fare.policy, strict=True))
        ]


def ground_of(fare: Fare, prices: Prices) -> Ground:
    """What a train finds; worked out once where nothing has a price."""
    if prices.track or prices.items:
        return Ground(fare, prices)
    if not isinstance(fare.ground, Ground):
        fare.ground = Ground(fare, FREE_OF_CHARGE)
    return fare.ground


class Walk:
    """A depth-first walk. Tokens walked from before are left out, so that no run is met twice."""

    def __init__(self, fare: Fare, floor: Floor, report: Report, meter: Meter, prices: Prices) -> None:
        self.fare = fare
        self.floor = floor
        self.report = report
        self.meter = meter
        self.prices = prices
        ground = ground_of(fare, prices)
        self.gains, self.steps, self.bounds = ground.gains, ground.steps, ground.bounds
        self.choice, self.granted = ground.choice, ground.granted
        closed = prices.closed & fare.graph.pass_bit
        self.passes_allowed = 0 if closed else fare.graph.problem.free_passes
        self.extra = fare.flat + fare.most_bonus + fare.most_reward
        """What a run may earn besides nodes and hops."""
        self.open = fare.open
        self.forward: list[Hop] = []
        self.backward: list[Hop] = []
        self.lead = NOWHERE
        """The first station of the first arm."""

    def from_every_token(self) -> None:
        """Walk from each token of the company."""
        for base in self.fare.graph.own:
            if self.open >> base & 1:
                self.open &= ~(1 << base)
                self.base = base
                room = self.call_at(base)
                if room is not None:
                    gain, choice = self.granted[base]
                    used = self.fare.graph.keep[base] | self.prices.closed
                    self.first_arm(base, NOWHERE, used, self.extra + gain, choice, room, 0, 0)

    def call_at(self, base: int) -> Room | None:
        """What is left of the allowance at the token a run is walked from; None if it has no room for that."""
        train, counts = self.fare.train, self.fare.large[base]
        must = self.fare.policy[base] == MUST
        room = train.total - must, train.large - (counts if must else 0), train.visits - counts, train.hexes
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
        barred = self.fare.graph.barred
        may_pass = passes < self.passes_allowed
        ended = bool(forward) and (forward[-1].stub or (barred[at] and not may_pass))
        closed = bool(forward) and (forward[0].stub_behind or (barred[base] and not may_pass))
        ends = [] if ended else [(at, behind)]
        if not closed:
            ends.append((base, lead))
        if sure < self.floor.least and not self.hopeful(ends, used, sure, choice, room, may_pass):
            return
        if forward:
            self.second_arm(base, lead, used, sure, choice, room, passes, first)
        if ended:
            return
        passes += barred[at] and at != base
        stations = self.bounds.onward.stations
        came_by = at if stations[at] else behind
        for number, step, left in self.onward(at, used, room):
            if step.stub_behind and at != base:
                continue
            end = step.end
            forward.append(step.hop)
            if lead == NOWHERE and stations[end]:
                self.lead = end
            gain, more = self.granted[end]
            longer = used | step.uses
            number = number if at == base else first
            self.first_arm(end, came_by, longer, sure + gain + step.gain, choice | more, left, passes, number)
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
        barred = self.fare.graph.barred
        may_pass = passes < self.passes_allowed
        if (backward[-1].stub if backward else self.forward[0].stub_behind) or (barred[at] and not may_pass):
            return
        if sure < self.floor.least and not self.hopeful([(at, behind)], used, sure, choice, room, may_pass):
            return
        passes += barred[at]
        came_by = at if self.bounds.onward.stations[at] else behind
        for number, step, left in self.onward(at, used, room):
            if (at == base and number <= first) or step.stub_behind:
                continue
            end = step.end
            gain, more = self.granted[end]
            backward.append(step.hop)
            longer = used | step.uses
            self.second_arm(end, came_by, longer, sure + gain + step.gain, choice | more, left, passes, first)
            backward.pop()

    def hopeful(
        self, ends: list[tuple[int, int]], used: int, sure: int, choice: int, room: Room, may_pass: bool
    ) -> bool:
        """Could the run still be worth the floor, if it goes on from these ends?"""
        floor, bounds = self.floor.least, self.bounds
        if sure + bounds.walk(ends, room, choice) < floor:
            return False
        reach = 0
        for end, _ in ends:
            reach |= bounds.reach(end, used, self.open, may_pass)
        return bounds.enough(sure, choice, reach, room, floor)

    def onward(self, at: int, used: int, room: Room) -> list[tuple[int, Step, Room]]:
        """The steps a run may take from a node, each with its number and the room left after it."""
        is_open = self.open
        total, large, visits, hexes = room
        found = []
        for number, step in enumerate(self.steps[at]):
            if (
                used & step.blocks
                or not is_open >> step.end & 1
                or step.total > total
                or step.large > large
                or step.visits > visits
                or step.length > hexes
            ):
                continue
            left = total - step.total, large - step.large, visits - step.visits, hexes - step.length
            found.append((number, step, left))
        return found

    def finish(self, at: int, sure: int, choice: int, room: Room) -> None:
        """Report the run made of the two arms, if it may end where it does and is worth enough."""
        fare = self.fare
        total, large, _, _ = room
        other = self.forward[-1].end
        if not fare.may_end[at] or not fare.may_end[other]:
            return
        if fare.train.calls_at_ends:
            for end in (at, other):
                if choice >> end & 1:
                    choice ^= 1 << end
                    sure += self.gains[end]
                    total -= 1
                    large -= fare.large[end]
        if total < 0 or large < 0:
            return
        if choice:
            for bit, worth, counts in self.choice:
                if bit & choice and total > 0 and large >= counts:
                    total -= 1
                    large -= counts
                    sure += worth
        if sure >= self.floor.least:
            self.found(sure)

    def found(self, worth: int) -> None:
        """Report the run, with every choice of calls that is worth enough."""
        fare, prices, forward, backward = self.fare, self.prices, self.forward, self.backward
        nodes = (*[hop.end for hop in reversed(backward)], self.base, *[hop.end for hop in forward])
        legs = (*[(hop, True) for hop in reversed(backward)], *[(hop, False) for hop in forward])
        if fare.plain:
            track = fare.track(nodes, legs)
            full = worth + prices.of(track & ~fare.graph.pass_bit, 0) if prices.track else worth
            worth -= prices.track.get(track & fare.graph.pass_bit, 0)
            if worth >= self.floor.least:
                self.report(Run(fare, nodes, legs, track, full, 0, full), worth)
            return
        for run in fare.runs(nodes, legs):
            worth = run.full - prices.of(run.track, run.items)
            if worth >= self.floor.least:
                self.report(run, worth)
