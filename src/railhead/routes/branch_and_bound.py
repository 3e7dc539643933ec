"""Branch and bound over lists of columns: the last step to the best set of runs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import itemgetter, or_
from typing import Protocol

from railhead.routes.columns import Column
from railhead.routes.lagrange import Ranked, ranked
from railhead.routes.meter import Meter
from railhead.routes.multipliers import Items, Multipliers
from railhead.routes.train_graph import TrainOnGraph

ENTRIES = 32
"""Going through so many entries of a list counts as one step of work."""


@dataclass
class Incumbent:
    """The best set found so far, and an upper bound on what any set is worth."""

    worth: int = 0
    runs: tuple[Column, ...] = ()
    bound: int = 0


class TooMany(Exception):
    """There is too much to list or to try; something else should be done first."""


class Search(Protocol):
    """What branch and bound needs from the search it is part of."""

    trains: list[TrainOnGraph]
    items: Items
    incumbent: Incumbent
    meter: Meter

    def keep(self, runs: list[Column], worth: int) -> None:
        """Make a set the incumbent, if it is legal and worth more."""


class BranchAndBound:
    """Depth-first branch and bound; each level chooses a column for one train, or leaves it idle.

    The bound at a node is the sum of all multipliers, the reduced worth of the columns chosen, and the best reduced
    worth left for every other train. It holds by the same argument as the dual bound, and is tightened twice as columns
    are chosen: items already claimed no longer pay, so columns that include them are marked down; and the multipliers
    of items no remaining column could claim were granted for nothing, so they are deducted.
    """

    def __init__(
        self, search: Search, multipliers: Multipliers, lists: dict[TrainOnGraph, Ranked], limit: int | None = None
    ) -> None:
        self.whole = search
        self.limit = limit
        """The nodes left before the search is given up, if there is a limit."""
        self.incumbent = search.incumbent
        self.multipliers = multipliers
        self.trains = search.trains
        self.lists = lists
        self.priced = reduce(or_, multipliers.items, 0)
        self.less = _Less(search.items, multipliers)

    def search(self) -> None:
        """Try all sets that could beat the incumbent."""
        self.combine(0, self.lists, [], 0, 0, 0, self.multipliers.total)

    def combine(
        self,
        number: int,
        lists: dict[TrainOnGraph, Ranked],
        runs: list[Column],
        track: int,
        items: int,
        worth: int,
        reduced: int,
    ) -> None:
        """Branch on the columns of one train; `worth` is that of the runs chosen, `reduced` the bound's part of it.

        Trains of the same kind are interchangeable. To break the symmetry they take columns in the order of their
        list, so no set is tried twice.
        """
        self.step()
        train = self.trains[number]
        after = self.trains[number + 1 :]
        rest = _best_of(lists, after) - self.out_of_reach(items, lists, self.trains[number:])
        if not after:
            self.choose_last(lists[train], runs, track, items, worth, reduced + rest)
            return
        value = self.whole.items.value
        for place, (price_worth, run) in enumerate(lists[train]):
            if reduced + price_worth + rest <= self.incumbent.worth:  # the list is sorted: no later column is better
                break
            if track & run.track:
                continue
            new = run.items & ~items
            total = worth + run.worth + value(new)
            left = {**lists, train: lists[train][place:]} if train in after else lists
            # Filtering the lists pays off only if they are used more than once or have to be marked down.
            if new or len(after) > 1:
                left = self.beside(run.track, new, left, after, reduced + price_worth)
            self.combine(
                number + 1, left, [*runs, run], track | run.track, items | run.items, total, reduced + price_worth
            )
        if reduced + rest > self.incumbent.worth:
            self.combine(number + 1, {**lists, train: []}, runs, track, items, worth, reduced)

    def choose_last(self, listed: Ranked, runs: list[Column], track: int, items: int, worth: int, reduced: int) -> None:
        """Try the columns of the last train, then none: what the set is worth is exact, so nothing is left to bound."""
        incumbent, unclaimed, known, value = self.incumbent, ~items, self.whole.items.known, self.whole.items.value
        for price_worth, run in listed:
            if reduced + price_worth <= incumbent.worth:  # the list is sorted: no later column is better
                break
            if track and track & run.track:
                continue
            new = run.items & unclaimed
            gain = known.get(new)
            total = worth + run.worth + (value(new) if gain is None else gain)
            if total > incumbent.worth:
                self.whole.keep([*runs, run], total)
        if reduced > incumbent.worth:
            self.step()
            self.whole.keep(runs, worth)

    def step(self) -> None:
        """Count a node of the search, and give up if that was one too many."""
        meter = self.whole.meter
        meter.steps += 1
        if meter.steps > meter.most:
            meter.stop()
        if self.limit is not None:
            self.limit -= 1
            if self.limit < 0:
                raise TooMany

    def beside(
        self, track: int, new: int, lists: dict[TrainOnGraph, Ranked], after: list[TrainOnGraph], reduced: int
    ) -> dict[TrainOnGraph, Ranked]:
        """The lists of the remaining trains beside a run that uses this track and claims these items.

        Columns that clash are left out, and so are those that fall short of their list's best by more than the gap.
        """
        left, best, less = {}, {}, self.less
        for train in dict.fromkeys(after):
            listed = lists[train]
            self.whole.meter.steps += len(listed) // ENTRIES
            if track:
                listed = [entry for entry in listed if not track & entry[1].track]
            if new:
                listed = [(worth - less[run.items & new], run) for worth, run in listed]
            left[train] = listed
            best[train] = max(map(itemgetter(0), listed), default=0) if new else listed[0][0] if listed else 0
        spare = self.incumbent.worth - reduced - sum([max(best[train], 0) for train in after])
        for train, listed in left.items():
            least = best[train] + spare
            kept = [entry for entry in listed if entry[0] > least]
            left[train] = ranked(kept) if new else kept  # few are left to sort
        return left

    def out_of_reach(self, items: int, lists: dict[TrainOnGraph, Ranked], trains: list[TrainOnGraph]) -> int:
        """The multipliers of items that have not been claimed and that no remaining column could claim."""
        left = self.priced & ~items
        for train in dict.fromkeys(trains):
            for _, run in lists[train]:
                left &= ~run.items
                if not left:
                    return 0
        return self.multipliers.of(0, left)


class _Less(dict[int, int]):
    """By items: by how much a column's reduced worth falls if they have already been claimed; worked out once."""

    def __init__(self, items: Items, multipliers: Multipliers) -> None:
        self.paying, self.multipliers = items, multipliers

    def __missing__(self, claimed: int) -> int:
        known = self[claimed] = self.paying.value(claimed) - self.multipliers.of(0, claimed)
        return known


def _best_of(lists: dict[TrainOnGraph, Ranked], trains: list[TrainOnGraph]) -> int:
    """The sum of the best reduced worth of each train, idle trains counting 0."""
    return sum([max(lists[train][0][0], 0) for train in trains if lists[train]])
