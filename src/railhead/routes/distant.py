"""The best set of runs where trains go so far that a single question at given multipliers is work.

Lagrangian relaxation as in `set_search`, but every question has its patience: if it is not finished, the ng-route bound
still makes a bound that holds. Multipliers start from the last ones. Where water counts there are few rounds, and what
the pools suggest is smoothed: trains are asked half way from the best multipliers so far (Wentges 1997), and nowhere
twice. In the end
sets are looked for from the bound down: only columns that could be part of a set worth the target are listed, which are
few while it is near the bound. If there is no such set, the bound comes down to the next target.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import gcd
from typing import Protocol

from railhead.routes.branch_and_bound import BranchAndBound, Incumbent, TooMany
from railhead.routes.columns import Column
from railhead.routes.every_walk import EveryWalk
from railhead.routes.lagrange import NEAR, ColumnPool, Ranked, deflected, ranked
from railhead.routes.meter import Meter
from railhead.routes.model import ANY, OneOfEach
from railhead.routes.multipliers import NO_MULTIPLIERS, Items, Multipliers
from railhead.routes.run_query import Cutoff, Report, RunQuery
from railhead.routes.stretches import stretches_of
from railhead.routes.train_graph import TrainOnGraph

ALONE = 2
"""The only train may take so much of the patience of a question before its ceiling comes down part by part,"""
PARTS = 6
"""in so many parts."""
ROUNDS = 40
"""How often the trains are asked at new multipliers, at most,"""
PATIENCE = 5
"""and how many rounds without progress end that."""
QUESTIONS = 12
"""A question may take this part of all work."""
LONGEST = 12_000
"""The most steps of a question where work is not limited."""
NEARLY = 24
"""A train's best reduced worth is known well enough if it is off by this part of the gap."""
NEARLY_WET = 8
"""The same where water counts, for all trains together: there every question is much work."""
TURNS = 3
"""Trains take turns at multipliers once in so many rounds:"""
TURN, TURN_WET = 0, 1
"""at once or, where water counts and that is much work, when multipliers have come some way."""
EACH, EACH_WET = 2, 3
"""Each train may then take this part of what a question may take,"""
BETTER, BETTER_WET = 1, 2
"""and improving the set this part of it."""
TRIED = 24
"""How many columns per train are combined in a round,"""
GLANCE = 600
"""and how many nodes branch and bound may visit there."""
SUMS = 2
"""Where water counts, if a better set could be worth only so many sums, it is looked for when the bound comes down, for
as long as a question may take."""
LISTED = 6000
"""How many columns per train are listed for a target,"""
NODES = 20_000
"""and how many nodes branch and bound may visit."""


class Sets(Protocol):
    """What is needed of the search for the best set."""

    trains: list[TrainOnGraph]
    kinds: list[TrainOnGraph]
    items: Items
    incumbent: Incumbent
    meter: Meter

    @property
    def is_optimal(self) -> bool:
        """Is the gap between the incumbent and the bound closed?"""

    def bound(self, worth: int) -> None:
        """Record that no set is worth more than this."""

    def keep(self, runs: list[Column], worth: int) -> None:
        """Make a set the incumbent, if it is legal and worth more."""

    def best_beside(
        self, others: list[Column], train: TrainOnGraph, least: int, into: list[Column], prices: Multipliers
    ) -> None:
        """Find a train's best run beside others."""

    def key(self, run: Column) -> tuple[int, ...]:
        """What columns have in common that are interchangeable in any set."""

    def improve(self, runs: list[Column]) -> None:
        """Replace one run at a time by a better one."""

    def first_sets(self, patience: int | None = None) -> None:
        """Greedy sets."""

    def in_order(self, trains: list[TrainOnGraph], patience: int | None, prices: Multipliers) -> list[Column]:
        """Each train in turn takes the best run left."""


@dataclass
class Target:
    """The part of a search that looks only for sets worth a target."""

    trains: list[TrainOnGraph]
    items: Items
    meter: Meter
    incumbent: Incumbent
    found: Callable[[list[Column], int], None]

    def keep(self, runs: list[Column], worth: int) -> None:
        """Pass a set on."""
        self.found(runs, worth)


@dataclass
class Prices:
    """Multipliers, and what they prove."""

    multipliers: Multipliers
    best: dict[TrainOnGraph, int]
    """By train: no run has a greater reduced worth than this."""
    bound: int
    """No set is worth more than this."""


@dataclass
class DistantSets:
    """The search for a set that beats the incumbent, by multipliers and from the bound down."""

    sets: Sets
    pools: dict[TrainOnGraph, ColumnPool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.meter = self.sets.meter
        limit = self.meter.limit
        self.wet = any(train.counts_water for train in self.sets.kinds)
        longest, questions = (2 * LONGEST, QUESTIONS // 2) if self.wet else (LONGEST, QUESTIONS)
        self.patience = longest if limit is None else min(longest, limit // questions)
        self.grain = grain(self.sets.kinds)
        self.pools = {train: ColumnPool() for train in self.sets.kinds}
        for run in self.sets.incumbent.runs:
            if run.train in self.pools:
                self.pools[run.train].add(run)

    def search(self) -> None:
        """Improve the incumbent and the bound."""
        alone = {train: self.alone(train) for train in self.sets.kinds}
        self.lower(sum(alone[train] for train in self.sets.trains))
        if self.wet:  # beside what is known of each train by now, less has to be found out
            self.sets.first_sets(self.patience // EACH_WET)
        prices = self.relax(alone)
        if not self.sets.is_optimal:
            self.from_the_bound_down(prices)

    def only(self, train: TrainOnGraph) -> None:
        """The best run of the only train; what is proven by then stands if the search is stopped."""
        sets, cutoff = self.sets, Cutoff(self.sets.incumbent.worth + 1)

        def better(run: Column, worth: int) -> None:
            sets.keep([run], worth)
            cutoff.least = max(cutoff.least, sets.incumbent.worth + 1)

        walks = self.walks(train, NO_MULTIPLIERS, cutoff, better)
        try:
            if not self.wet:
                walks.search()
            elif not self.meter.patient(ALONE * self.patience, walks.search):
                self.come_down(walks, cutoff)
                walks.again().search()
            self.lower(sets.incumbent.worth)
        finally:
            self.lower(walks.ceiling)

    def alone(self, train: TrainOnGraph) -> int:
        """No run of a train is worth more than this."""
        return self.price(train, NO_MULTIPLIERS) if train.best is None else train.best

    def ask(
        self, train: TrainOnGraph, multipliers: Multipliers, cutoff: Cutoff, report: Report, patience: int
    ) -> tuple[int, bool]:
        """Report runs worth the cutoff: the most that any is worth, and whether all were found."""
        walks = self.walks(train, multipliers, cutoff, report)
        done = self.meter.patient(patience, walks.search)
        return (cutoff.least - 1 if done else max(walks.ceiling, cutoff.least - 1)), done

    def walks(self, train: TrainOnGraph, multipliers: Multipliers, cutoff: Cutoff, report: Report) -> EveryWalk:
        """The search for the runs of a train."""
        stretches = stretches_of(train)
        assert stretches is not None
        return EveryWalk(RunQuery(train, cutoff, report, self.meter, multipliers), stretches)

    # -- multipliers --------------------------------------------------------------------------

    def relax(self, alone: dict[TrainOnGraph, int]) -> Prices:
        """Multipliers with a small dual bound."""
        sets, pools = self.sets, self.pools
        best = Prices(NO_MULTIPLIERS, alone, sum(alone[train] for train in sets.trains))
        last, idle = NO_MULTIPLIERS, 0
        asked: list[Multipliers] = []
        for number in range(ROUNDS):
            each = [pools[train] for train in sets.trains]
            self.meter.steps += sum(len(pool.uses) for pool in each)
            last = self.next(each, last)
            if self.wet:
                new = [each for each in (between(best.multipliers, last), last) if each not in asked]
                if not new:
                    break
                last = new[0]
                asked.append(last)
            found = {train: self.price(train, last) for train in sets.kinds}
            dual = last.total + sum(found[train] for train in sets.trains)
            worth, gap = sets.incumbent.worth, best.bound - sets.incumbent.worth
            idle += 1
            if dual < best.bound - gap // 40:
                idle = 0
            if dual < best.bound:
                best = Prices(last, found, dual)
                self.lower(dual)
            few_sums = sets.incumbent.bound - sets.incumbent.worth <= SUMS * self.grain
            if self.wet and few_sums and best.multipliers is last:
                self.meter.patient(self.patience, partial(self.from_the_bound_down, best))
            if not sets.is_optimal:
                self.try_sets(last, number)
            if sets.incumbent.worth > worth:
                idle = 0
            if sets.is_optimal or idle >= PATIENCE:
                break
        return best

    def next(self, pools: list[ColumnPool], last: Multipliers) -> Multipliers:
        """New multipliers, from what the pools hold now; the last ones if they are the same, with all that is known."""
        new = deflected(pools, self.sets.items, self.sets.incumbent.worth, last)
        return last if new == last else new

    def price(self, train: TrainOnGraph, multipliers: Multipliers) -> int:
        """No run of a train has a greater reduced worth than this; good columns found on the way go to its pool."""
        pool = self.pools[train]
        known = pool.best(multipliers, 1)
        cutoff = Cutoff(max(known[0][0] if known else 0, 0) + 1)

        def better(run: Column, worth: int) -> None:
            cutoff.least = max(cutoff.least, worth + 1)
            pool.add(run)

        walks = self.walks(train, multipliers, cutoff, better)
        gap = self.sets.incumbent.bound - self.sets.incumbent.worth
        if train.counts_water:  # what the bound does not know of water only whole runs show
            # Everything else begins with what each train can do alone: that is worth finding out.
            alone = multipliers is NO_MULTIPLIERS
            near = 0 if alone else gap // (NEARLY_WET * len(self.sets.trains))
            self.meter.patient(self.patience * (1 + alone), partial(walks.approach, near))
        else:
            self.meter.patient(self.patience, partial(self.estimate, walks, gap // NEARLY))
        most = max(walks.ceiling, cutoff.least - 1)
        self.near(train, multipliers, cutoff.least - 1)
        return most

    def come_down(self, walks: EveryWalk, cutoff: Cutoff) -> None:
        """Lower the ceiling of a search that has been stopped, part by part: to rule out more is less work.

        What has been worked out before is known.
        """
        most, least = walks.ceiling, cutoff.least
        for part in range(PARTS - 1, 0, -1):
            walks.again().approach(max(0, most - least) * part // PARTS)

    def estimate(self, walks: EveryWalk, near: int) -> None:
        """Lower the ceiling of a search for runs."""
        walks.estimate(near)

    def near(self, train: TrainOnGraph, multipliers: Multipliers, best: int) -> None:
        """Add columns to a pool that are nearly the best."""
        pool, count = self.pools[train], 0

        def add(run: Column, worth: int) -> None:
            nonlocal count
            pool.add(run)
            count += 1
            if count >= NEAR:
                raise TooMany

        walks = self.walks(train, multipliers, Cutoff(best - best // 32), add)
        with contextlib.suppress(TooMany):
            self.meter.patient(self.patience // 16, walks.sample)

    def try_sets(self, multipliers: Multipliers, number: int) -> None:
        """Sets of the best columns of the pools and, every third time, of what trains take in turn."""
        sets = self.sets
        with contextlib.suppress(TooMany):
            lists = {train: self.pools[train].best(multipliers, TRIED) for train in sets.kinds}
            BranchAndBound(sets, multipliers, lists, GLANCE).search()
        turn, each, better = (TURN_WET, EACH_WET, BETTER_WET) if self.wet else (TURN, EACH, BETTER)
        if number % TURNS != turn or sets.is_optimal:
            return
        patience = self.patience // each
        runs = sets.in_order(sets.trains if number % 2 else sets.trains[::-1], patience, multipliers)
        for run in runs:
            self.pools[run.train].add(run)
        if len(runs) > 1:
            self.meter.patient(self.patience // better, partial(sets.improve, runs))

    # -- from the bound down ------------------------------------------------------------------

    def lower(self, worth: int) -> None:
        """Record that no set is worth more than this."""
        self.sets.bound(min(self.rounded(worth), self.sets.incumbent.bound))

    def rounded(self, worth: int) -> int:
        """The most that a set can be worth, if it is worth no more than this."""
        return worth - worth % self.grain

    def from_the_bound_down(self, prices: Prices) -> None:
        """Look for a set worth the bound, and lower the bound if there is none."""
        sets, step = self.sets, self.grain
        while not sets.is_optimal:
            least = sets.incumbent.worth + 1
            bound = sets.incumbent.bound if self.wet else prices.bound
            target = max(self.rounded(bound) - step + self.grain, least)
            try:
                lists = {train: self.listed(train, prices, target - prices.bound) for train in sets.kinds}
                self.combine(prices, lists, target - 1)
            except TooMany:
                return
            self.lower(target - 1)
            step *= 2

    def listed(self, train: TrainOnGraph, prices: Prices, short: int) -> Ranked:
        """All columns of a train that fall short of its best by no more than this."""
        found: dict[tuple[int, ...], tuple[int, Column]] = {}

        def add(run: Column, worth: int) -> None:
            key = self.sets.key(run)
            if key not in found or found[key][0] < worth:
                found[key] = worth, run
            if len(found) > LISTED:
                raise TooMany

        _, done = self.ask(train, prices.multipliers, Cutoff(prices.best[train] + short), add, 8 * self.patience)
        if not done:
            raise TooMany
        return ranked(found.values())

    def combine(self, prices: Prices, lists: dict[TrainOnGraph, Ranked], least: int) -> None:
        """Try all sets worth more than the least, beginning with the trains that have the fewest columns."""
        sets = self.sets
        trains = sorted(sets.trains, key=lambda train: len(lists[train]))
        incumbent = Incumbent(least)

        def found(runs: list[Column], worth: int) -> None:
            sets.keep(runs, worth)
            incumbent.worth = max(incumbent.worth, sets.incumbent.worth)

        target = Target(trains, sets.items, self.meter, incumbent, found)
        BranchAndBound(target, prices.multipliers, lists, NODES).search()


def between(one: Multipliers, other: Multipliers) -> Multipliers:
    """Half way from some multipliers to others."""
    return Multipliers(_half_way(one.track, other.track), _half_way(one.items, other.items))


def _half_way(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    each = {bit: (one.get(bit, 0) + other.get(bit, 0)) // 2 for bit in {**one, **other}}
    return {bit: price for bit, price in each.items() if price}


def grain(trains: list[TrainOnGraph]) -> int:
    """What the worth of every set is a multiple of; 1 if that is not sure."""
    whole = 0
    for train in trains:
        problem = train.graph.problem
        if train.allowance.reward is not None:
            return 1
        for bonus in problem.bonuses:
            if not isinstance(bonus.worth, OneOfEach):
                return 1
            whole = gcd(whole, bonus.worth.amount * train.revenue_once)
        if train.allowance.in_full < ANY:
            return 1  # some of what it calls at pays half
        awards = [award.amount * train.revenue for award in problem.awards]
        hops = [worth for worth, _ in train.hop_worth.values()]
        whole = gcd(whole, train.flat, *awards, *hops, *train.own_worth, *train.doubled, *train.fines)
    return gcd(whole, *trains[0].items.worth.values()) or 1
