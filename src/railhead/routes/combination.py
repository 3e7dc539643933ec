"""Branch and bound over the runs of several trains: the last step to the best set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Protocol

from railhead.routes.fares import Fare, Items, Prices, Run
from railhead.routes.pools import Listed, by_worth
from railhead.routes.walk import Meter

ENTRIES = 32
"""Going through so many entries of a list is as much work as a step."""


@dataclass
class Known:
    """The best set found so far, and the most any set could be worth."""

    worth: int = 0
    runs: tuple[Run, ...] = ()
    bound: int = 0


class TooMany(Exception):
    """There is more to list or to try than is worth it before something else is done."""


class Search(Protocol):
    """What the search for a set knows, and what is done with the sets found."""

    fares: list[Fare]
    items: Items
    known: Known
    meter: Meter

    def keep(self, runs: list[Run], worth: int) -> None:
        """Keep a set that is allowed and worth more than the best so far."""


class Combination:
    """Branch and bound over lists of runs, one list a kind of train.

    What a run is worth at the prices of the day counts an item it calls at even if an earlier run is paid for it. So
    with every run that is chosen the others are written down by that.
    """

    def __init__(self, search: Search, prices: Prices, lists: dict[Fare, Listed], limit: int | None = None) -> None:
        self.whole = search
        self.limit = limit
        """After so many sets the search is given up, if there is a limit."""
        self.known = search.known
        self.prices = prices
        self.fares = search.fares
        self.lists = lists
        self.priced = reduce(or_, prices.items, 0)
        self.gone: dict[int, int] = {}
        """By items that are paid already: what a run that calls there again is worth less."""

    def search(self) -> None:
        """Try all sets that could be better than the one known."""
        self.combine(0, self.lists, [], 0, 0, 0, self.prices.total)

    def combine(
        self,
        number: int,
        lists: dict[Fare, Listed],
        runs: list[Run],
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
        if number == len(self.fares):
            self.whole.keep(runs, worth)
            return
        fare = self.fares[number]
        after = self.fares[number + 1 :]
        rest = _best_of(lists, after) - self.out_of_reach(items, lists, self.fares[number:])
        values, value = self.whole.items.known, self.whole.items.value
        for place, (price_worth, run) in enumerate(lists[fare]):
            if reduced + price_worth + rest <= self.known.worth:
                break
            if track & run.track:
                continue
            new = run.items & ~items
            gain = values.get(new)
            total = worth + run.worth + (value(new) if gain is None else gain)
            if not after:
                if total > self.known.worth:
                    self.whole.keep([*runs, run], total)
                continue
            left = {**lists, fare: lists[fare][place:]} if fare in after else lists
            if new or len(after) > 1:
                left = self.beside(run.track, new, left, after, reduced + price_worth)
            self.combine(
                number + 1, left, [*runs, run], track | run.track, items | run.items, total, reduced + price_worth
            )
        if reduced + rest > self.known.worth:
            self.combine(number + 1, {**lists, fare: []}, runs, track, items, worth, reduced)

    def beside(
        self, track: int, new: int, lists: dict[Fare, Listed], after: list[Fare], reduced: int
    ) -> dict[Fare, Listed]:
        """The lists of further trains beside a run that uses this track and is paid these items.

        A run is left out that clashes, or falls short of the best by more than there is to spare.
        """
        left = {}
        for fare in dict.fromkeys(after):
            self.whole.meter.steps += len(lists[fare]) // ENTRIES
            listed = [entry for entry in lists[fare] if not track & entry[1].track]
            if new:
                listed = [(worth - self.less(run.items & new), run) for worth, run in listed]
                listed.sort(key=by_worth)
            left[fare] = listed
        spare = self.known.worth - reduced - _best_of(left, after)
        return {
            fare: [entry for entry in listed if entry[0] > listed[0][0] + spare] if listed[:1] else listed
            for fare, listed in left.items()
        }

    def out_of_reach(self, items: int, lists: dict[Fare, Listed], fares: list[Fare]) -> int:
        """The prices of items that were not called at, and no train is left that could."""
        left = self.priced & ~items
        for fare in dict.fromkeys(fares):
            for _, run in lists[fare]:
                left &= ~run.items
                if not left:
                    return 0
        return self.prices.of(0, left)

    def less(self, items: int) -> int:
        """What a run is worth less at these prices because such items are paid already."""
        if not items:
            return 0
        known = self.gone.get(items)
        if known is None:
            known = self.gone[items] = self.whole.items.value(items) - self.prices.of(0, items)
        return known


def _best_of(lists: dict[Fare, Listed], fares: list[Fare]) -> int:
    """What trains are worth together if each has the best of its list to itself."""
    return sum([max(lists[fare][0][0], 0) for fare in fares if lists[fare]])
