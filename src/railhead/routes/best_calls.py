"""The best choice of calls on a run where bonuses depend on all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from railhead.routes.legs import Leg

if TYPE_CHECKING:
    from railhead.routes.train_graph import TrainOnGraph


class BestCalls:
    """A depth-first branch and bound over the choices of calls.

    It starts from the greedy choice, the best without bonuses. No choice has more bonuses than calling everywhere, so
    in most cases the greedy one turns out to be the best at once.
    """

    def __init__(
        self,
        train: TrainOnGraph,
        nodes: Sequence[int],
        legs: Sequence[Leg],
        free: list[int],
        large: int,
        greedy: list[int],
    ) -> None:
        self.train = train
        self.free = free
        """The nodes to choose from, the most valuable first."""
        self.sure = frozenset(train.calls(nodes, legs, frozenset(free)))
        self.most = train.bonus(self.sure.union(train.graph.stops[node] for node in free))
        self.sums = [0, *accumulate(train.own_worth[node] for node in free)]
        self.found = greedy
        self.best = sum(train.own_worth[node] for node in greedy) + self._bonus(greedy)
        if self.most > self._bonus(greedy):
            self.search(0, len(greedy), large, [], [])

    def _bonus(self, chosen: list[int]) -> int:
        return self.train.bonus(self.sure.union(self.train.graph.stops[node] for node in chosen))

    def search(self, start: int, left: int, large: int, chosen: list[int], skipped: list[tuple[int, int]]) -> None:
        """Choices with these calls and so many more, from the node with this number on.

        A call is pointless if one that is worth as much, does as much for every bonus and takes up no more room was
        skipped: swapping the two is at least as good.
        """
        worth = sum([self.train.own_worth[node] for node in chosen])
        if not left:
            total = worth + self._bonus(chosen)
            if total > self.best:
                self.best, self.found = total, [*chosen]
            return
        skipped = [*skipped]
        for number in range(start, len(self.free) - left + 1):
            if worth + self.sums[number + left] - self.sums[number] + self.most <= self.best:
                return
            node = self.free[number]
            sets, counts = self.train.bonus_sets[node], self.train.large[node]
            if large >= counts and not any(sets & ~other == 0 and room <= counts for other, room in skipped):
                self.search(number + 1, left - 1, large - counts, [*chosen, node], skipped)
            skipped.append((sets, counts))
