"""The best set of runs, one for each train, from the runs each train could make.

Trains are rivals for track that only one may use and for items that are paid once. A first set is found by letting
each train in turn take the best that is left, and then each again beside the others. No set is worth more than the
sum of what the trains could earn alone; where that leaves too many runs to try, rivals are told apart by prices: what
is used twice gets dearer, until the trains would choose differently by themselves. Whatever the prices are, no set is
worth more than all prices together and the best of every train at these prices, so a run that falls short of the best
set known by more than that leaves room for need not be tried.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import cached_property, partial
from math import prod

from railhead.routes.bounds import BOUNDLESS
from railhead.routes.combination import Combination, Known, TooMany
from railhead.routes.fares import FREE_OF_CHARGE, Fare, Prices, Run
from railhead.routes.graph import ones
from railhead.routes.haul import Haul
from railhead.routes.pools import NEAR, Ask, Listed, Lists, Pool, balanced, by_worth, repriced
from railhead.routes.walk import Floor, Meter, Report, Walk, ground_of

FEW = 10000
"""So many runs of a train are combined without asking for prices."""
MANY = 20_000
"""If three or more trains have more sets of runs than this, prices tell them apart before they are combined."""
LONG = 10_000
"""After so many sets have been tried, better ones are sought in other ways before going on."""
PATIENCE = 2
"""How often trains are asked again without getting on."""
TRIED = 12
"""How many runs of a train are combined while prices are sought,"""
GLANCE = 3000
"""and how many sets of them are looked at."""


def every_run(fare: Fare, floor: Floor, report: Report, meter: Meter, prices: Prices = FREE_OF_CHARGE) -> None:
    """Report the runs of a train that are worth at least the floor at these prices."""
    if fare.train.pays_ends:
        Haul(fare, floor, report, meter, prices).between_all_ends()
    else:
        Walk(fare, floor, report, meter, prices).from_every_token()


def most_of(fare: Fare, prices: Prices = FREE_OF_CHARGE) -> int:
    """More than any run of a train is worth at these prices, seen without a search."""
    ground = ground_of(fare, prices)
    if fare.train.pays_ends:
        gains = ground.gains
        return max([0, *(extra + gains[one] + gains[other] for extra, one, other in fare.pairs)])
    rewards = fare.most_reward + fare.flat + fare.most_bonus
    return ground.bounds.most(fare.train.total, fare.train.large) + rewards


class SetSearch:
    """The best set for some trains, which is better than the one known."""

    def __init__(self, fares: list[Fare], known: Known, meter: Meter, complete: Callable[[list[Run]], bool]) -> None:
        self.graph = fares[0].graph
        self.fares = fares
        self.kinds = list(dict.fromkeys(fares))
        self.known = known
        self.meter = meter
        self.complete = complete
        """May the trains that are not in a set stay idle beside it?"""
        self.items = fares[0].items

    def search(self) -> None:
        """Improve what is known until it is the best; the bound comes down to its worth.

        Whenever the search is out of work, the bound is true and the best set found so far is known.
        """
        alone = {fare: most_of(fare) for fare in self.kinds}
        self.bound(sum(alone[fare] for fare in self.fares))
        if len(self.fares) == 1:
            self.best_beside([], self.fares[0], self.known.worth, [])
            self.bound(self.known.worth)
            return
        for fare in self.kinds:
            alone[fare] = self.alone(fare)
            self.bound(sum(alone[other] for other in self.fares))
            if self.known.bound <= self.known.worth:
                return
        self.first_sets()
        if self.known.worth >= self.known.bound:
            return
        try:
            short = self.spare(alone, FREE_OF_CHARGE)
            lists = {fare: self.listed(fare, alone[fare] + short, FREE_OF_CHARGE, FEW) for fare in self.kinds}
        except TooMany:
            prices, best = self.priced(alone, self.ask)
            short = self.spare(best, prices)
            lists = {fare: self.listed(fare, best[fare] + short, prices) for fare in self.kinds}
        else:
            prices = FREE_OF_CHARGE
            if prod(len(lists[fare]) + 1 for fare in self.fares) > MANY and len(self.fares) > 2:
                prices, best = self.priced(alone, Lists(lists).ask)
                short = self.spare(best, prices)
                lists = {fare: repriced(lists[fare], prices, best[fare] + short) for fare in self.kinds}
        try:
            Combination(self, prices, lists, LONG).search()
        except TooMany:
            self.other_sets()  # what a better set rules out is worth the search for one
            most = {fare: max(lists[fare][0][0], 0) if lists[fare] else 0 for fare in self.kinds}
            short = self.spare(most, prices)
            lists = {fare: repriced(lists[fare], prices, most[fare] + short) for fare in self.kinds}
            Combination(self, prices, lists).search()
        self.bound(self.known.worth)

    def bound(self, worth: int) -> None:
        """No set is worth more than this, or than the best set known."""
        self.known.bound = max(min(worth, self.everything), self.known.worth)

    @cached_property
    def everything(self) -> int:
        """More than any set is worth: all that is paid once is paid, and each train earns the most it can besides."""
        if len(self.fares) < 3 or not self.items.worth:
            return BOUNDLESS
        full = Prices(items={**self.items.worth})
        return full.total + sum(most_of(fare, full) for fare in self.fares)

    def spare(self, best: dict[Fare, int], prices: Prices) -> int:
        """By how much a train may fall short of its best at these prices: a number below nought."""
        return self.known.worth + 1 - prices.total - sum(best[fare] for fare in self.fares)

    def alone(self, fare: Fare) -> int:
        """The most a train could earn alone; found once.

        With a limit of work, sets found with little patience come first if that takes long.
        """
        limit = self.meter.limit
        if fare.best is None and limit is not None and not self.meter.patient(limit // 8, lambda: self.best_of(fare)):
            self.first_sets(limit // (8 * len(self.fares)))
        if fare.best is None:
            self.best_of(fare)
        return fare.best or 0

    def best_of(self, fare: Fare) -> None:
        """Find the most a train could earn if it had everything to itself."""
        floor = Floor(1)

        def better(run: Run, worth: int) -> None:
            floor.least = worth + 1
            self.keep([run], worth)

        every_run(fare, floor, better, self.meter)
        fare.best = floor.least - 1

    def listed(self, fare: Fare, least: int, prices: Prices, most: int | None = None) -> Listed:
        """The runs of a train that are worth so much at these prices, the best first; of equals one is enough."""
        found: dict[tuple[int, ...], tuple[int, Run]] = {}
        home, every_way, must_meet = self.graph.home, self.graph.every_way, self.graph.problem.must_meet
        shares = self.graph.problem.shared != 0
        if prices is FREE_OF_CHARGE:
            # What is worth nothing may still be what joins the others, or comes home.
            least = max(least, 0 if home or must_meet else 1)

        def add(run: Run, worth: int) -> None:
            key: tuple[int, ...]
            if every_way:
                key = (*run.path, *run.passed_by)
            elif shares:
                key = (run.track, run.items, run.meets if must_meet else 0, run.mask & home)
            else:
                key = (run.track, run.items)  # no other run has all this track
            if key not in found or found[key][0] < worth:
                found[key] = worth, run
            if most is not None and len(found) > most:
                raise TooMany

        every_run(fare, Floor(least), add, self.meter, prices)
        return sorted(found.values(), key=by_worth)

    # -- first sets ---------------------------------------------------------------------------

    def first_sets(self, patience: int | None = None) -> None:
        """Trains take what is best for them one after the other; then, in the better of two orders, each again.

        Where a proof may be out of reach, each takes the best it finds with a little patience.
        """
        found = []
        for order in (self.fares, self.fares[::-1]):
            if self.known.worth >= self.known.bound:
                return
            found.append(self.in_order(order, patience))
        if patience is None:
            self.improve(max(found, key=self.worth))

    def in_order(self, fares: list[Fare], patience: int | None = None) -> list[Run]:
        """The runs of trains that take what is best for them one after the other."""
        runs: list[Run] = []
        for fare in fares:
            if patience is None:
                self.best_beside(runs, fare, -1, runs)
            else:
                self.meter.patient(patience, partial(self.best_beside, runs, fare, -1, runs))
        return runs

    def other_sets(self) -> None:
        """Sets as they are found first, with each train in turn coming before or after all others."""
        for number, fare in enumerate(self.fares):
            others = self.fares[:number] + self.fares[number + 1 :]
            for order in ([fare, *others], [fare, *others[::-1]], [*others, fare], [*others[::-1], fare]):
                if self.known.worth >= self.known.bound:
                    return
                self.improve(self.in_order(order))

    def improve(self, runs: list[Run]) -> None:
        """Each train takes again what is best for it beside all others, until none finds better."""
        better = True
        while better:
            better = False
            for number, old in enumerate(runs):
                if self.known.worth >= self.known.bound:
                    return
                others = runs[:number] + runs[number + 1 :]
                found = [*others]
                self.best_beside(others, old.fare, self.worth(runs), found)
                if len(found) > len(others):
                    runs, better = [*others[:number], found[-1], *others[number:]], True

    def best_beside(self, others: list[Run], fare: Fare, least: int, into: list[Run]) -> None:
        """The best a train can do beside other runs, if the set is worth more than the least; goes into the list."""
        others = [*others]
        base = self.worth(others)
        items = track = 0
        for run in others:
            items |= run.items
            track |= run.track
        taken = Prices(items={bit: self.items.worth[bit] for bit in ones(items)}, closed=track)
        floor = Floor(max(least + 1 - base, 0))
        more_to_come = len(self.fares) > 1  # a train that is idle now may run in the end

        def better(run: Run, worth: int) -> None:
            runs = [*others, run]
            if self.legal(runs) and (self.consider(runs, base + worth) or more_to_come):
                into[len(others) :] = [run]
                floor.least = worth + 1

        every_run(fare, floor, better, self.meter, taken)

    def keep(self, runs: list[Run], worth: int) -> None:
        """Keep a set that is allowed and worth more than the best so far."""
        if worth > self.known.worth and self.legal(runs):
            self.consider(runs, worth)

    def consider(self, runs: list[Run], worth: int) -> bool:
        """Keep a set that is worth more than the best so far; False if it may not be run with trains left idle."""
        if worth > self.known.worth:
            if not self.complete(runs):
                return False
            self.known.worth = worth
            self.known.runs = tuple(runs)
        return True

    def worth(self, runs: list[Run]) -> int:
        """What runs are worth together."""
        items = total = 0
        for run in runs:
            items |= run.items
            total += run.worth
        return total + self.items.value(items)

    def legal(self, runs: list[Run]) -> bool:
        """May these runs be made in one turn?"""
        track = 0
        for run in runs:
            if track & run.track:
                return False
            track |= run.track
        home = self.graph.home
        if self.graph.problem.home and not any(run.mask & home for run in runs):
            return False
        return not self.graph.problem.must_meet or all_meet([run.meets for run in runs])

    # -- prices -------------------------------------------------------------------------------

    def priced(self, alone: dict[Fare, int], ask: Ask) -> tuple[Prices, dict[Fare, int]]:
        """Prices at which the trains together promise little more than the best set known, and what each promises.

        Trains are asked for good runs at the prices tried; sets made of these runs may be better than the one known.
        """
        pools = {fare: Pool() for fare in self.kinds}
        for run in self.known.runs:
            if run.fare in pools:
                pools[run.fare].add(run)
        for fare in self.kinds:
            ask(fare, FREE_OF_CHARGE, pools[fare])
        prices, best, bound = FREE_OF_CHARGE, alone, self.known.bound
        idle = 0
        while idle < PATIENCE and bound > self.known.worth:
            tried = balanced([pools[fare] for fare in self.fares], self.items, self.known.worth)
            asked = {fare: ask(fare, tried, pools[fare]) for fare in self.kinds}
            promised = tried.total + sum(asked[fare] for fare in self.fares)
            worth = self.known.worth
            with contextlib.suppress(TooMany):
                Combination(self, tried, {fare: pools[fare].best(tried, TRIED) for fare in self.kinds}, GLANCE).search()
            idle += 1
            if promised < bound - (bound - worth) // 20 or self.known.worth > worth:
                idle = 0
            if promised < bound:
                prices, best, bound = tried, asked, promised
        self.bound(bound)
        return prices, best

    def ask(self, fare: Fare, prices: Prices, pool: Pool) -> int:
        """The most a train could earn at these prices; good runs found on the way go to its pool."""
        floor = Floor(1)

        def better(run: Run, worth: int) -> None:
            floor.least = max(floor.least, worth + 1)
            pool.add(run)

        every_run(fare, floor, better, self.meter, prices)
        best = floor.least - 1
        short = 0

        def near(run: Run, worth: int) -> None:
            nonlocal short
            pool.add(run)
            short += 1
            if short >= NEAR:
                raise TooMany

        with contextlib.suppress(TooMany):
            every_run(fare, Floor(best - best // 16), near, self.meter, prices)
        return best


def all_meet(meets: list[int]) -> bool:
    """Can runs be put in an order in which each meets an earlier one?"""
    if not meets:
        return True
    joined, apart = meets[0], meets[1:]
    while apart:
        near = [stops for stops in apart if stops & joined]
        if not near:
            return False
        apart = [stops for stops in apart if not stops & joined]
        for stops in near:
            joined |= stops
    return True
