"""How much a run could still earn: the two bounds that let the search give up early.

*Reach*: of the nodes a run could still come to, it is granted the best its allowance has room for. *Walk*: for a train
whose every stop counts, it is granted the best walk of so many steps, even one that comes back to where it was. Neither
is ever less than what can be earned, so what they rule out is ruled out for good.
"""

from __future__ import annotations

from railhead.routes.fares import Fare, Step
from railhead.routes.model import ANY, FREE, MAY, MUST


class Bounds:
    """Both bounds for one train at given gains."""

    def __init__(self, fare: Fare, gains: list[int], steps: list[list[Step]]) -> None:
        graph = fare.graph
        count = len(gains)
        self.keep = graph.keep
        self.barred = graph.barred
        self.neighbours = [sum({1 << step.end for step in out}) for out in steps]
        into = [0] * count
        reached = [False] * count
        for out in steps:
            for step in out:
                into[step.end] = step.gain if not reached[step.end] else max(into[step.end], step.gain)
                reached[step.end] = True
        limited, self.free = [], []
        for node, policy in enumerate(fare.policy):
            worth = gains[node] + min(0, into[node])
            if policy in (MUST, MAY):
                limited.append((worth, 1 << node + count, fare.large[node]))
                if policy == MAY:
                    limited.append((gains[node], 1 << node, fare.large[node]))
            elif policy == FREE and worth > 0:
                self.free.append((1 << node, worth))
        self.shift = count
        self.limited = [
            (bit, worth, large) for worth, bit, large in sorted(limited, key=lambda one: (-one[0], one[1])) if worth > 0
        ]
        self.rides = sorted(
            ((into[node], 1 << node, fare.large[node]) for node in range(count) if into[node] > 0),
            key=lambda one: (-one[0], one[1]),
        )
        self.walks = _walks(fare, gains, steps)

    def reach(self, node: int, used: int, among: int, may_pass: bool) -> int:
        """The nodes a run could still come to from one of its ends."""
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

    def enough(self, sure: int, choice: int, reach: int, total: int, large: int, visits: int, floor: int) -> bool:
        """Could a run earn so much that is sure of this, has a choice of these calls and may reach those nodes?"""
        if sure >= floor:
            return True
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
        if sure >= floor:
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
                if sure >= floor:
                    return True
        return False


def _walks(fare: Fare, gains: list[int], steps: list[list[Step]]) -> list[list[int]]:
    """By steps left and node: the most a walk onward could gain; empty for a train that does not count every node."""
    train = fare.train
    open_nodes = [node for node in range(len(gains)) if fare.open >> node & 1]
    if all(fare.policy[node] == MUST for node in open_nodes):
        limit = min(train.total, *(ANY if not fare.large[node] else train.large for node in open_nodes), ANY)
        if not all(fare.large[node] for node in open_nodes):
            limit = train.total
    else:
        limit = ANY
    if all(fare.large[node] for node in open_nodes):
        limit = min(limit, train.visits)
    if limit >= ANY or limit > len(gains):
        return []
    barred = fare.graph.barred
    may_pass = fare.graph.problem.free_passes > 0
    walks = [[0] * len(gains)]
    for _ in range(limit):
        before = walks[-1]
        walks.append(
            [
                max(
                    [
                        step.gain
                        + gains[step.end]
                        + (before[step.end] if not step.stub and (may_pass or not barred[step.end]) else 0)
                        for step in out
                    ],
                    default=0,
                )
                for out in steps
            ]
        )
    for row, shorter in zip(walks[1:], walks, strict=False):
        row[:] = [max(one, other, 0) for one, other in zip(row, shorter, strict=True)]
    return walks
