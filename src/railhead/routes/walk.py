"""Every run of one train that is worth at least so much: a walk outward from each token, one arm, then the other."""

from __future__ import annotations

from collections.abc import Callable

from railhead.routes.bounds import Bounds
from railhead.routes.fares import FREE_OF_CHARGE, Fare, Prices, Run
from railhead.routes.graph import Hop
from railhead.routes.model import FREE, MAY, MUST


class OutOfWork(Exception):
    """The search has taken as many steps as it was given."""


class Meter:
    """Counts the steps of a search, so that a limit means the same on every machine."""

    def __init__(self, limit: int | None = None) -> None:
        self.steps = 0
        self.limit = limit

    def spend(self, steps: int) -> None:
        """Count steps; stop the search when there were too many."""
        self.steps += steps
        if self.limit is not None and self.steps > self.limit:
            raise OutOfWork


class Floor:
    """The least worth a run must have to be of interest; it rises as better ones are found."""

    __slots__ = ("least",)

    def __init__(self, least: int) -> None:
        self.least = least


Report = Callable[[Run, int], None]
"""Told of a run and its worth at the prices given."""


def walk(fare: Fare, floor: Floor, report: Report, meter: Meter, prices: Prices = FREE_OF_CHARGE) -> None:
    """Report every run of a train that is worth at least the floor at these prices."""
    Walk(fare, floor, report, meter, prices).from_every_token()


class Walk:
    """A depth-first walk. Tokens walked from before are left out, so that no run is met twice."""

    def __init__(self, fare: Fare, floor: Floor, report: Report, meter: Meter, prices: Prices) -> None:
        self.fare = fare
        self.floor = floor
        self.report = report
        self.meter = meter
        self.prices = prices
        self.gains = fare.gains(prices)
        self.steps = fare.steps(self.gains, prices)
        self.bounds = Bounds(fare, self.gains, self.steps)
        self.choice = [
            (1 << node, self.gains[node], fare.large[node])
            for node in sorted(range(len(self.gains)), key=lambda node: (-self.gains[node], node))
            if fare.policy[node] == MAY and self.gains[node] > 0
        ]
        self.passes_allowed = fare.graph.problem.free_passes
        self.extra = fare.flat + fare.most_bonus + self._most_reward()
        """What a run may earn besides nodes and hops."""
        self.open = fare.open
        self.forward: list[Hop] = []
        self.backward: list[Hop] = []

    def _most_reward(self) -> int:
        if self.fare.train.reward is None:
            return 0
        ends = [node for node, may in enumerate(self.fare.may_end) if may]
        return max([0, *(self.fare.reward(one, other) for one in ends for other in ends if one != other)])

    def from_every_token(self) -> None:
        """Walk from each token of the company."""
        train = self.fare.train
        for base in self.fare.graph.own:
            if self.open >> base & 1:
                self.open &= ~(1 << base)
                self.base = base
                room = self.room(base, train.total, train.large, train.visits)
                if room is not None:
                    gain, choice, total, large, visits = room
                    keep = self.fare.graph.keep[base]
                    self.first_arm(base, keep, gain + self.extra, choice, total, large, visits, train.hexes, 0, 0)

    def room(self, node: int, total: int, large: int, visits: int) -> tuple[int, int, int, int, int] | None:
        """What is sure at a node, what may be chosen, and what is left of the allowance; None if it has no room."""
        policy, counts = self.fare.policy[node], self.fare.large[node]
        visits -= counts
        if policy == MUST:
            total -= 1
            large -= counts
            if total < 0 or large < 0 or visits < 0:
                return None
            return self.gains[node], 0, total, large, visits
        if visits < 0:
            return None
        sure = self.gains[node] if policy == FREE else 0
        return sure, 1 << node if policy == MAY else 0, total, large, visits

    def first_arm(
        self, at: int, used: int, sure: int, choice: int, total: int, large: int, visits: int, hexes: int,
        passes: int, first: int,
    ) -> None:  # fmt: skip
        """Runs whose first arm is this or a longer one."""
        self.meter.spend(1)
        base, bounds, floor = self.base, self.bounds, self.floor.least
        walks = bounds.walks
        if walks:
            left = min(total, visits, len(walks) - 1)
            if sure + max([walks[some][at] + walks[left - some][base] for some in range(left + 1)]) < floor:
                return
        barred = self.fare.graph.barred
        may_pass = passes < self.passes_allowed
        ended = self.forward and (self.forward[-1].stub or (barred[at] and not may_pass))
        closed = self.forward and (self.forward[0].stub_behind or (barred[base] and not may_pass))
        ahead = 0 if ended else bounds.reach(at, used, self.open, may_pass)
        behind = 0 if closed else bounds.reach(base, used, self.open, may_pass)
        if not bounds.enough(sure, choice, ahead | behind, total, large, visits, floor):
            return
        if self.forward:
            self.second_arm(base, used, sure, choice, total, large, visits, hexes, passes, first)
        if ended:
            return
        passes += barred[at] and at != base
        keep, room = self.fare.graph.keep[at], self.room
        for number, step in enumerate(self.steps[at]):
            end = step.end
            if used & step.uses & ~keep or not self.open >> end & 1 or hexes < step.length:
                continue
            if step.stub_behind and at != base:
                continue
            toll = step.toll
            found = room(end, total - toll, large - toll, visits - toll)
            if found is not None:
                gain, more, total_left, large_left, visits_left = found
                self.forward.append(step.hop)
                self.first_arm(
                    end, used | step.uses, sure + gain + step.gain, choice | more, total_left, large_left, visits_left,
                    hexes - step.length, passes, first if at != base else number,
                )  # fmt: skip
                self.forward.pop()

    def second_arm(
        self, at: int, used: int, sure: int, choice: int, total: int, large: int, visits: int, hexes: int,
        passes: int, first: int,
    ) -> None:  # fmt: skip
        """Runs with the first arm as it is and this second one or a longer one; it leaves the base by a later hop."""
        self.meter.spend(1)
        bounds, base = self.bounds, self.base
        self.finish(at, sure, choice, total, large)
        barred = self.fare.graph.barred
        may_pass = passes < self.passes_allowed
        if at == base:
            if self.forward[0].stub_behind:
                return
        elif self.backward[-1].stub:
            return
        if barred[at] and not may_pass:
            return
        floor = self.floor.least
        walks = bounds.walks
        if walks and sure + walks[min(total, visits, len(walks) - 1)][at] < floor:
            return
        if sure < floor:
            reach = bounds.reach(at, used, self.open, may_pass)
            if not bounds.enough(sure, choice, reach, total, large, visits, floor):
                return
        passes += barred[at]
        keep, room = self.fare.graph.keep[at], self.room
        for number, step in enumerate(self.steps[at]):
            end = step.end
            if (at == base and number <= first) or step.stub_behind:
                continue
            if used & step.uses & ~keep or not self.open >> end & 1 or hexes < step.length:
                continue
            toll = step.toll
            found = room(end, total - toll, large - toll, visits - toll)
            if found is not None:
                gain, more, total_left, large_left, visits_left = found
                self.backward.append(step.hop)
                self.second_arm(
                    end, used | step.uses, sure + gain + step.gain, choice | more, total_left, large_left, visits_left,
                    hexes - step.length, passes, first,
                )  # fmt: skip
                self.backward.pop()

    def finish(self, at: int, sure: int, choice: int, total: int, large: int) -> None:
        """Report the run made of the two arms, if it may end where it does and is worth enough."""
        fare = self.fare
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
