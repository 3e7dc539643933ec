"""Branch and bound over the runs of several trains: the last step to the best set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Protocol

from railhead.routes.lagrange import Ranked, by_worth
from railhead.routes.meter import Meter
from railhead.routes.multipliers import Items, Multipliers
from railhead.routes.train_graph import Column, TrainOnGraph

ENTRIES = 32
"""Going through so many entries of a list is as much work as a step."""


@dataclass
class Incumbent:
    """The best set found so far, and the most any set could be worth."""

    worth: int = 0
    runs: tuple[Column, ...] = ()
    bound: int = 0


class TooMany(Exception):
    """There is more to list or to try than is worth it before something else is done."""


class Search(Protocol):
    """What the search for a set knows, and what is done with the sets found."""

    trains: list[TrainOnGraph]
    items: Items
    incumbent: Incumbent
    meter: Meter

    def keep(self, runs: list[Column], worth: int) -> None:
        """Keep a set that is allowed and worth more than the best so far."""


class BranchAndBound:
    """Branch and bound over lists of runs, one list a kind of train.

    The reduced worth of a column counts its items in full, even those an earlier run has been paid for. So whenever a
    column is chosen, the others are marked down by what it has claimed.
    """

    def __init__(
        self, search: Search, multipliers: Multipliers, lists: dict[TrainOnGraph, Ranked], limit: int | None = None
    ) -> None:
        self.whole = search
        self.limit = limit
        """After so many sets the search is given up, if there is a limit."""
        self.incumbent = search.incumbent
        self.multipliers = multipliers
        self.trains = search.trains
        self.lists = lists
        self.priced = reduce(or_, multipliers.items, 0)
        self.gone: dict[int, int] = {}
        """By items that are paid already: what a run that calls there again is worth less."""

    def search(self) -> None:
        """Try all sets that could be better than the one known."""
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
        """Add runs for the trains from this one on, out of lists cleared of most that clashes with the runs chosen.

        Trains of a kind take runs in the order of their list, so that no set is tried twice.
        """
        meter = self.whole.meter
        meter.steps += 1
        if meter.steps > meter.most:
            meter.stop()
        if self.limit is not None:
            self.limit -= 1
            if self.limit < 0:
                raise TooMany
        if number == len(self.trains):
            self.whole.keep(runs, worth)
            return
        train = self.trains[number]
        after = self.trains[number + 1 :]
        rest = _best_of(lists, after) - self.out_of_reach(items, lists, self.trains[number:])
        values, value = self.whole.items.known, self.whole.items.value
        for place, (price_worth, run) in enumerate(lists[train]):
            if reduced + price_worth + rest <= self.incumbent.worth:
                break
            if track & run.track:
                continue
            new = run.items & ~items
            gain = values.get(new)
            total = worth + run.worth + (value(new) if gain is None else gain)
            if not after:
                if total > self.incumbent.worth:
                    self.whole.keep([*runs, run], total)
                continue
            left = {**lists, train: lists[train][place:]} if train in after else lists
            if new or len(after) > 1:
                left = self.beside(run.track, new, left, after, reduced + price_worth)
            self.combine(
                number + 1, left, [*runs, run], track | run.track, items | run.items, total, reduced + price_worth
            )
        if reduced + rest > self.incumbent.worth:
            self.combine(number + 1, {**lists, train: []}, runs, track, items, worth, reduced)

    def beside(
        self, track: int, new: int, lists: dict[TrainOnGraph, Ranked], after: list[TrainOnGraph], reduced: int
    ) -> dict[TrainOnGraph, Ranked]:
        """The lists of further trains beside a run that uses this track and is paid these items.

        A run is left out that clashes, or falls short of the best by more than there is to spare.
        """
        left = {}
        for train in dict.fromkeys(after):
            self.whole.meter.steps += len(lists[train]) // ENTRIES
            listed = [entry for entry in lists[train] if not track & entry[1].track]
            if new:
                listed = [(worth - self.less(run.items & new), run) for worth, run in listed]
                listed.sort(key=by_worth)
            left[train] = listed
        spare = self.incumbent.worth - reduced - _best_of(left, after)
        return {
            train: [entry for entry in listed if entry[0] > listed[0][0] + spare] if listed[:1] else listed
            for train, listed in left.items()
        }

    def out_of_reach(self, items: int, lists: dict[TrainOnGraph, Ranked], trains: list[TrainOnGraph]) -> int:
        """The multipliers of items that were not called at, and no train is left that could."""
        left = self.priced & ~items
        for train in dict.fromkeys(trains):
            for _, run in lists[train]:
                left &= ~run.items
                if not left:
                    return 0
        return self.multipliers.of(0, left)

    def less(self, items: int) -> int:
        """What a run is worth less at these multipliers because such items are paid already."""
        if not items:
            return 0
        known = self.gone.get(items)
        if known is None:
            known = self.gone[items] = self.whole.items.value(items) - self.multipliers.of(0, items)
        return known


def _best_of(lists: dict[TrainOnGraph, Ranked], trains: list[TrainOnGraph]) -> int:
    """What trains are worth together if each has the best of its list to itself."""
    return sum([max(lists[train][0][0], 0) for train in trains if lists[train]])
