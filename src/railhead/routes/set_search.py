"""The best set of runs, at most one for each train: a set packing problem, solved to a proof.

Trains compete for track that only one of them may use and for items that are paid once. The steps:

1. A heuristic incumbent: each train in turn takes the best run left over, then each is improved beside the others.
2. No set is worth more than the sum of what the trains could earn alone. Only columns that fall short of their
   train's best by less than the gap between that bound and the incumbent are listed.
3. Where these are too many, the shared resources are relaxed by Lagrange multipliers (see `lagrange`). For any
   multipliers, their sum plus every train's best reduced worth is an upper bound; a smaller gap lists fewer columns.
4. Branch and bound over the listed columns.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import cached_property, partial
from math import prod

from railhead.routes.bounds import BOUNDLESS
from railhead.routes.branch_and_bound import BranchAndBound, Incumbent, TooMany
from railhead.routes.graph import ones
from railhead.routes.lagrange import NEAR, Ask, ColumnLists, ColumnPool, Ranked, by_worth, repriced, subgradient
from railhead.routes.meter import Cutoff, Meter
from railhead.routes.multipliers import NO_MULTIPLIERS, Multipliers
from railhead.routes.priced_graph import priced_graph
from railhead.routes.search_by_ends import SearchByEnds
from railhead.routes.search_runs import Report, RunSearch
from railhead.routes.train_graph import Column, TrainOnGraph

FEW = 10000
"""So many runs of a train are combined without asking for multipliers."""
MANY = 20_000
"""If three or more trains have more sets of runs than this, multipliers tell them apart before they are combined."""
LONG = 10_000
"""After so many sets have been tried, better ones are sought in other ways before going on."""
PATIENCE = 2
"""How often trains are asked again without getting on."""
TRIED = 12
"""How many runs of a train are combined while multipliers are sought,"""
GLANCE = 3000
"""and how many sets of them are looked at."""


def search_runs(
    train: TrainOnGraph, cutoff: Cutoff, report: Report, meter: Meter, multipliers: Multipliers = NO_MULTIPLIERS
) -> None:
    """Report the runs of a train that are worth at least the cutoff at these multipliers."""
    if train.allowance.pays_ends:
        SearchByEnds(train, cutoff, report, meter, multipliers).between_all_ends()
    else:
        RunSearch(train, cutoff, report, meter, multipliers).from_every_token()


def quick_bound(train: TrainOnGraph, multipliers: Multipliers = NO_MULTIPLIERS) -> int:
    """More than any run of a train is worth at these multipliers, seen without a search."""
    priced = priced_graph(train, multipliers)
    if train.allowance.pays_ends:
        gains = priced.gains
        return max([0, *(extra + gains[one] + gains[other] for extra, one, other in train.pairs)])
    rewards = train.most_reward + train.flat + train.most_bonus
    return priced.bounds.most(train.allowance.total, train.allowance.large) + rewards


class SetSearch:
    """The best set for some trains, which is better than the one known."""

    def __init__(
        self, trains: list[TrainOnGraph], incumbent: Incumbent, meter: Meter, complete: Callable[[list[Column]], bool]
    ) -> None:
        self.graph = trains[0].graph
        self.trains = trains
        self.kinds = list(dict.fromkeys(trains))
        self.incumbent = incumbent
        self.meter = meter
        self.complete = complete
        """May the trains that are not in a set stay idle beside it?"""
        self.items = trains[0].items

    def search(self) -> None:
        """Improve what is known until it is the best; the bound comes down to its worth.

        Whenever the search is out of work, the bound is true and the best set found so far is known.
        """
        alone = {train: quick_bound(train) for train in self.kinds}
        self.bound(sum(alone[train] for train in self.trains))
        if len(self.trains) == 1:
            self.best_beside([], self.trains[0], self.incumbent.worth, [])
            self.bound(self.incumbent.worth)
            return
        for train in self.kinds:
            alone[train] = self.alone(train)
            self.bound(sum(alone[other] for other in self.trains))
            if self.incumbent.bound <= self.incumbent.worth:
                return
        self.first_sets()
        if self.incumbent.worth >= self.incumbent.bound:
            return
        try:
            short = self.spare(alone, NO_MULTIPLIERS)
            lists = {train: self.listed(train, alone[train] + short, NO_MULTIPLIERS, FEW) for train in self.kinds}
        except TooMany:
            multipliers, best = self.priced(alone, self.ask)
            short = self.spare(best, multipliers)
            lists = {train: self.listed(train, best[train] + short, multipliers) for train in self.kinds}
        else:
            multipliers = NO_MULTIPLIERS
            if prod(len(lists[train]) + 1 for train in self.trains) > MANY and len(self.trains) > 2:
                multipliers, best = self.priced(alone, ColumnLists(lists).ask)
                short = self.spare(best, multipliers)
                lists = {train: repriced(lists[train], multipliers, best[train] + short) for train in self.kinds}
        try:
            BranchAndBound(self, multipliers, lists, LONG).search()
        except TooMany:
            self.other_sets()  # what a better set rules out is worth the search for one
            most = {train: max(lists[train][0][0], 0) if lists[train] else 0 for train in self.kinds}
            short = self.spare(most, multipliers)
            lists = {train: repriced(lists[train], multipliers, most[train] + short) for train in self.kinds}
            BranchAndBound(self, multipliers, lists).search()
        self.bound(self.incumbent.worth)

    def bound(self, worth: int) -> None:
        """No set is worth more than this, or than the best set known."""
        self.incumbent.bound = max(min(worth, self.everything), self.incumbent.worth)

    @cached_property
    def everything(self) -> int:
        """More than any set is worth: all that is paid once is paid, and each train earns the most it can besides."""
        if len(self.trains) < 3 or not self.items.worth:
            return BOUNDLESS
        full = Multipliers(items={**self.items.worth})
        return full.total + sum(quick_bound(train, full) for train in self.trains)

    def spare(self, best: dict[TrainOnGraph, int], multipliers: Multipliers) -> int:
        """By how much a train may fall short of its best at these multipliers: a number below nought."""
        return self.incumbent.worth + 1 - multipliers.total - sum(best[train] for train in self.trains)

    def alone(self, train: TrainOnGraph) -> int:
        """The most a train could earn alone; found once.

        With a limit of work, sets found with little patience come first if that takes long.
        """
        limit = self.meter.limit
        if train.best is None and limit is not None and not self.meter.patient(limit // 8, lambda: self.best_of(train)):
            self.first_sets(limit // (8 * len(self.trains)))
        if train.best is None:
            self.best_of(train)
        return train.best or 0

    def best_of(self, train: TrainOnGraph) -> None:
        """Find the most a train could earn if it had everything to itself."""
        cutoff = Cutoff(1)

        def better(run: Column, worth: int) -> None:
            cutoff.least = worth + 1
            self.keep([run], worth)

        search_runs(train, cutoff, better, self.meter)
        train.best = cutoff.least - 1

    def listed(self, train: TrainOnGraph, least: int, multipliers: Multipliers, most: int | None = None) -> Ranked:
        """The runs of a train that are worth so much at these multipliers, the best first; of equals one is enough."""
        found: dict[tuple[int, ...], tuple[int, Column]] = {}
        home, every_way, must_meet = self.graph.home, self.graph.every_way, self.graph.problem.must_meet
        shares = self.graph.problem.shared != 0
        if multipliers is NO_MULTIPLIERS:
            # What is worth nothing may still be what joins the others, or comes home.
            least = max(least, 0 if home or must_meet else 1)

        def add(run: Column, worth: int) -> None:
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

        search_runs(train, Cutoff(least), add, self.meter, multipliers)
        return sorted(found.values(), key=by_worth)

    # -- first sets ---------------------------------------------------------------------------

    def first_sets(self, patience: int | None = None) -> None:
        """Trains take what is best for them one after the other; then, in the better of two orders, each again.

        Where a proof may be out of reach, each takes the best it finds with a little patience.
        """
        found = []
        for order in (self.trains, self.trains[::-1]):
            if self.incumbent.worth >= self.incumbent.bound:
                return
            found.append(self.in_order(order, patience))
        if patience is None:
            self.improve(max(found, key=self.worth))

    def in_order(self, trains: list[TrainOnGraph], patience: int | None = None) -> list[Column]:
        """The runs of trains that take what is best for them one after the other."""
        runs: list[Column] = []
        for train in trains:
            if patience is None:
                self.best_beside(runs, train, -1, runs)
            else:
                self.meter.patient(patience, partial(self.best_beside, runs, train, -1, runs))
        return runs

    def other_sets(self) -> None:
        """Sets as they are found first, with each train in turn coming before or after all others."""
        for number, train in enumerate(self.trains):
            others = self.trains[:number] + self.trains[number + 1 :]
            for order in ([train, *others], [train, *others[::-1]], [*others, train], [*others[::-1], train]):
                if self.incumbent.worth >= self.incumbent.bound:
                    return
                self.improve(self.in_order(order))

    def improve(self, runs: list[Column]) -> None:
        """Each train takes again what is best for it beside all others, until none finds better."""
        better = True
        while better:
            better = False
            for number, old in enumerate(runs):
                if self.incumbent.worth >= self.incumbent.bound:
                    return
                others = runs[:number] + runs[number + 1 :]
                found = [*others]
                self.best_beside(others, old.train, self.worth(runs), found)
                if len(found) > len(others):
                    runs, better = [*others[:number], found[-1], *others[number:]], True

    def best_beside(self, others: list[Column], train: TrainOnGraph, least: int, into: list[Column]) -> None:
        """The best a train can do beside other runs, if the set is worth more than the least; goes into the list."""
        others = [*others]
        base = self.worth(others)
        items = track = 0
        for run in others:
            items |= run.items
            track |= run.track
        taken = Multipliers(items={bit: self.items.worth[bit] for bit in ones(items)}, closed=track)
        cutoff = Cutoff(max(least + 1 - base, 0))
        more_to_come = len(self.trains) > 1  # a train that is idle now may run in the end

        def better(run: Column, worth: int) -> None:
            runs = [*others, run]
            if self.legal(runs) and (self.consider(runs, base + worth) or more_to_come):
                into[len(others) :] = [run]
                cutoff.least = worth + 1

        search_runs(train, cutoff, better, self.meter, taken)

    def keep(self, runs: list[Column], worth: int) -> None:
        """Keep a set that is allowed and worth more than the best so far."""
        if worth > self.incumbent.worth and self.legal(runs):
            self.consider(runs, worth)

    def consider(self, runs: list[Column], worth: int) -> bool:
        """Keep a set that is worth more than the best so far; False if it may not be run with trains left idle."""
        if worth > self.incumbent.worth:
            if not self.complete(runs):
                return False
            self.incumbent.worth = worth
            self.incumbent.runs = tuple(runs)
        return True

    def worth(self, runs: list[Column]) -> int:
        """What runs are worth together."""
        items = total = 0
        for run in runs:
            items |= run.items
            total += run.worth
        return total + self.items.value(items)

    def legal(self, runs: list[Column]) -> bool:
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

    # -- multipliers -------------------------------------------------------------------------------

    def priced(self, alone: dict[TrainOnGraph, int], ask: Ask) -> tuple[Multipliers, dict[TrainOnGraph, int]]:
        """Multipliers with a small dual bound, and the best reduced worth of each train at them.

        Each pricing round also adds columns to the pools; sets made of these may improve the incumbent.
        """
        pools = {train: ColumnPool() for train in self.kinds}
        for run in self.incumbent.runs:
            if run.train in pools:
                pools[run.train].add(run)
        for train in self.kinds:
            ask(train, NO_MULTIPLIERS, pools[train])
        multipliers, best, bound = NO_MULTIPLIERS, alone, self.incumbent.bound
        idle = 0
        while idle < PATIENCE and bound > self.incumbent.worth:
            tried = subgradient([pools[train] for train in self.trains], self.items, self.incumbent.worth)
            asked = {train: ask(train, tried, pools[train]) for train in self.kinds}
            promised = tried.total + sum(asked[train] for train in self.trains)
            worth = self.incumbent.worth
            with contextlib.suppress(TooMany):
                BranchAndBound(
                    self, tried, {train: pools[train].best(tried, TRIED) for train in self.kinds}, GLANCE
                ).search()
            idle += 1
            if promised < bound - (bound - worth) // 20 or self.incumbent.worth > worth:
                idle = 0
            if promised < bound:
                multipliers, best, bound = tried, asked, promised
        self.bound(bound)
        return multipliers, best

    def ask(self, train: TrainOnGraph, multipliers: Multipliers, pool: ColumnPool) -> int:
        """The most a train could earn at these multipliers; good runs found on the way go to its pool."""
        cutoff = Cutoff(1)

        def better(run: Column, worth: int) -> None:
            cutoff.least = max(cutoff.least, worth + 1)
            pool.add(run)

        search_runs(train, cutoff, better, self.meter, multipliers)
        best = cutoff.least - 1
        short = 0

        def near(run: Column, worth: int) -> None:
            nonlocal short
            pool.add(run)
            short += 1
            if short >= NEAR:
                raise TooMany

        with contextlib.suppress(TooMany):
            search_runs(train, Cutoff(best - best // 16), near, self.meter, multipliers)
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
