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
from railhead.routes.columns import Column
from railhead.routes.distant import DistantSets
from railhead.routes.every_walk import EveryWalk
from railhead.routes.graph import ones
from railhead.routes.lagrange import NEAR, ColumnLists, ColumnPool, Price, Ranked, ranked, repriced, subgradient
from railhead.routes.meter import Meter
from railhead.routes.multipliers import NO_MULTIPLIERS, Multipliers
from railhead.routes.priced_graph import priced_graph
from railhead.routes.run_query import Cutoff, Report, RunQuery
from railhead.routes.search_by_ends import SearchByEnds
from railhead.routes.search_circuits import CircuitSearch
from railhead.routes.search_runs import RunSearch
from railhead.routes.stretches import Journeys, goes_by_stretches, stretches_of
from railhead.routes.train_graph import TrainOnGraph

SOON = 4000
"""A search for runs that takes more steps than this begins anew with the ng-route bound, if the train allows that."""
FIRST_WORD = 5
"""Before that, where there are very many ways over land, first sets by the usual search take this part of all work."""
LISTING = 12_000
"""The same for the columns that could be part of a better set."""
FEW = 10000
"""With at most so many columns per train, no multipliers are needed before they are combined,"""
MANY = 20_000
"""unless three or more trains have more combinations of columns than this."""
LONG = 10_000
"""After so many nodes, branch and bound pauses to look for a better incumbent by other means."""
PATIENCE = 2
"""How many pricing rounds without progress end the search for multipliers."""
LONGEST = 1_000_000
"""Where work is not limited, its parts are parts of this."""
STEPS = 16
"""A train's bound comes down by so many parts of it."""
TRIED = 12
"""How many columns per train are combined in a pricing round,"""
GLANCE = 3000
"""and how many nodes branch and bound may visit there."""

Search = Callable[[TrainOnGraph, Cutoff, Report, Meter, Multipliers], None]
"""A search for the runs of a train."""


def search_runs(
    train: TrainOnGraph, cutoff: Cutoff, report: Report, meter: Meter, multipliers: Multipliers = NO_MULTIPLIERS
) -> None:
    """Report the runs of a train whose reduced worth is at least the cutoff."""
    query = RunQuery(train, cutoff, report, meter, multipliers)
    if train.allowance.pays_ends:
        SearchByEnds(query).between_all_ends()
    elif not goes_by_stretches(train):
        RunSearch(query).from_every_token()
    elif train.is_far or not meter.patient(SOON, RunSearch(query).from_every_token):
        train.is_far = True
        stretches = stretches_of(train)
        if stretches is None:
            RunSearch(query).from_every_token()
        else:
            EveryWalk(query, stretches).search()
    if train.allowance.circuits:
        CircuitSearch(query).from_every_token()


def search_from_tokens(
    train: TrainOnGraph, cutoff: Cutoff, report: Report, meter: Meter, multipliers: Multipliers = NO_MULTIPLIERS
) -> None:
    """The same for a train whose runs can be told as stretches, though they are not."""
    RunSearch(RunQuery(train, cutoff, report, meter, multipliers)).from_every_token()


def ignored(run: Column, worth: int) -> None:
    """A run that nobody has asked for."""


def quick_bound(train: TrainOnGraph, multipliers: Multipliers = NO_MULTIPLIERS) -> int:
    """An upper bound on the reduced worth of any run of a train, without a search."""
    priced = priced_graph(train, multipliers)
    if train.allowance.pays_ends:
        gains = priced.gains
        return max([0, *(extra + gains[one] + gains[other] for extra, one, other in train.pairs)])
    extra = train.most_reward + train.most_bonus
    if train.allowance.circuits:
        extra = max(extra, train.most_circuit_reward + train.most_circuit_bonus)
    return priced.bounds.most(train.allowance.total, train.allowance.large) + train.flat + extra


class SetSearch:
    """The search for a set of runs of some trains that beats the incumbent."""

    def __init__(
        self, trains: list[TrainOnGraph], incumbent: Incumbent, meter: Meter, complete: Callable[[list[Column]], bool]
    ) -> None:
        self.graph = trains[0].graph
        self.trains = trains
        self.kinds = list(dict.fromkeys(trains))
        self.incumbent = incumbent
        self.meter = meter
        self.complete = complete
        """May the trains that have no run in a set stay idle?"""
        self.items = trains[0].items

    def search(self) -> None:
        """Improve the incumbent until it is optimal and the bound has come down to its worth.

        If the work limit stops the search, the bound still holds and the incumbent is the best set found so far.
        """
        alone = {train: self.at_most(train) for train in self.kinds}
        self.bound(sum(alone[train] for train in self.trains))
        if len(self.trains) == 1:
            self.only(self.trains[0])
            return
        wet = [train for train in self.kinds if self.is_wet(train)]
        done = [self.meter.patient(SOON, partial(self.best_of, train)) for train in wet]
        if not all(done):
            self.first_sets(self.share(8 * len(self.trains)))
        for train in self.kinds:
            if self.is_far(train) and self.can_go_far:
                self.from_afar()
                return
            alone[train] = self.from_above(train, self.share(3 * len(wet))) if train in wet else self.alone(train)
            self.bound(sum(alone[other] for other in self.trains))
            if self.is_optimal:
                return
        self.first_sets()
        if not self.is_optimal:
            self.finish(alone)

    def at_most(self, train: TrainOnGraph) -> int:
        """An upper bound on the worth of any run of a train, without a search."""
        quick = quick_bound(train)
        if not train.counts_water:
            return quick
        return min(quick, RunSearch(RunQuery(train, Cutoff(1), ignored, self.meter, NO_MULTIPLIERS)).most())

    def finish(self, alone: dict[TrainOnGraph, int]) -> None:
        """The last steps to the best set; where trains go far, by way of `distant`."""
        found: list[tuple[Multipliers, dict[TrainOnGraph, Ranked]]] = []
        list_all = partial(self.list_candidates, alone, found)
        if not all(map(goes_by_stretches, self.kinds)):
            list_all()
        elif any(train.is_far for train in self.kinds) or not self.meter.patient(LISTING, list_all):
            if self.can_go_far:
                self.from_afar()
                return
            list_all()
        self.combine(*found[0])
        self.bound(self.incumbent.worth)

    def list_candidates(
        self, alone: dict[TrainOnGraph, int], into: list[tuple[Multipliers, dict[TrainOnGraph, Ranked]]]
    ) -> None:
        """Put the candidates into a list, so that the search for them can be stopped."""
        into.append(self.candidates(alone))

    def only(self, train: TrainOnGraph) -> None:
        """The best run of the only train."""
        search = partial(self.best_beside, [], train, self.incumbent.worth, [])
        if self.is_wet(train):
            if not self.meter.patient(self.share(4), search):
                try:
                    self.from_above(train, None)
                finally:
                    self.bound(train.best if train.best is not None else train.ceiling or self.incumbent.bound)
                return
        elif not goes_by_stretches(train):
            search()
        elif not self.meter.patient(SOON, search):
            if self.can_go_far:
                self.first_word()
                DistantSets(self).only(train)
                return
            search()
        self.bound(self.incumbent.worth)

    def is_wet(self, train: TrainOnGraph) -> bool:
        """Does water count for a train, and so much of it that its runs are not told as stretches?

        With little work the usual search is all that there is time for, and to list stretches takes longer than that.
        """
        return train.counts_water and not self.is_short and stretches_of(train) is None

    @property
    def is_short(self) -> bool:
        """Does the limit come before any other search would begin?"""
        return self.meter.limit is not None and self.meter.limit <= SOON

    def share(self, parts: int) -> int:
        """A part of all work."""
        return (LONGEST if self.meter.limit is None else self.meter.limit) // parts

    @property
    def can_go_far(self) -> bool:
        """Can the runs of all trains be told as stretches?"""
        return all(map(stretches_of, self.kinds))

    def is_far(self, train: TrainOnGraph) -> bool:
        """Does it take long to find a train's best run?"""
        if goes_by_stretches(train) and train.best is None and not train.is_far:
            self.meter.patient(SOON, partial(self.best_of, train))
        return train.is_far

    def from_afar(self) -> None:
        """The search where it would take too long to find the best run of each train first."""
        self.first_word()
        distant = DistantSets(self)
        if not distant.wet:  # otherwise they come after the best run of each train
            self.first_sets(distant.patience // 4)
        distant.search()
        if not self.is_optimal:
            alone = {train: self.alone(train) for train in self.kinds}
            self.combine(*self.candidates(alone))
            self.bound(self.incumbent.worth)

    def first_word(self) -> None:
        """First sets by the ordinary search, where runs are told from station to station.

        The ng-route search often ends at the limit there, having spent the work on its bound. The ordinary one proves
        little, but its steps are cheap and it is soon at good runs; with these, the bound has less to rule out.
        """
        if any(isinstance(each, Journeys) for train in self.kinds for each in stretches_of(train) or ()):
            self.first_sets(self.share(FIRST_WORD * len(self.trains) * len(self.orders)), search_from_tokens)

    @property
    def is_optimal(self) -> bool:
        """Is the gap between the incumbent and the bound closed?"""
        return self.incumbent.worth >= self.incumbent.bound

    def candidates(self, alone: dict[TrainOnGraph, int]) -> tuple[Multipliers, dict[TrainOnGraph, Ranked]]:
        """Multipliers, and for each kind of train every column that could be part of a better set."""
        try:
            short = self.slack(alone, NO_MULTIPLIERS)
            lists = {train: self.columns(train, alone[train] + short, NO_MULTIPLIERS, FEW) for train in self.kinds}
        except TooMany:
            multipliers, best = self.relax(alone, self.price)
            short = self.slack(best, multipliers)
            return multipliers, {train: self.columns(train, best[train] + short, multipliers) for train in self.kinds}
        if prod(len(lists[train]) + 1 for train in self.trains) <= MANY or len(self.trains) <= 2:
            return NO_MULTIPLIERS, lists
        multipliers, best = self.relax(alone, ColumnLists(lists).price)
        short = self.slack(best, multipliers)
        return multipliers, {train: repriced(lists[train], multipliers, best[train] + short) for train in self.kinds}

    def combine(self, multipliers: Multipliers, lists: dict[TrainOnGraph, Ranked]) -> None:
        """Branch and bound over the candidates."""
        try:
            BranchAndBound(self, multipliers, lists, LONG).search()
        except TooMany:
            # A long search: a better incumbent, which removes candidates for good, is worth looking for first.
            self.other_sets()
            best = {train: max(lists[train][0][0], 0) if lists[train] else 0 for train in self.kinds}
            short = self.slack(best, multipliers)
            lists = {train: repriced(lists[train], multipliers, best[train] + short) for train in self.kinds}
            BranchAndBound(self, multipliers, lists).search()

    def bound(self, worth: int) -> None:
        """Record that no set is worth more than this, or than the incumbent."""
        self.incumbent.bound = max(min(worth, self.everything), self.incumbent.worth)

    @cached_property
    def everything(self) -> int:
        """A bound without a search: all items are paid, and each train earns the most it can apart from them.

        This is the dual bound with every item's multiplier at its cap, and quick bounds instead of pricing.
        """
        if len(self.trains) < 3 or not self.items.worth:
            return BOUNDLESS
        full = Multipliers(items={**self.items.worth})
        return full.total + sum(quick_bound(train, full) for train in self.trains)

    def slack(self, best: dict[TrainOnGraph, int], multipliers: Multipliers) -> int:
        """The least a column may differ from its train's best reduced worth to be part of a better set: not positive.

        If one train falls short of its best by more than the gap between the dual bound and the incumbent, the set is
        worth no more than the incumbent even if all other trains have their best. Such columns can be left out for
        good, as in reduced-cost fixing.
        """
        return self.incumbent.worth + 1 - multipliers.total - sum(best[train] for train in self.trains)

    def alone(self, train: TrainOnGraph) -> int:
        """The most a train can earn on its own; searched for once.

        Under a work limit, if that takes long, some quick sets are found first so that there is an answer at all.
        """
        limit = self.meter.limit
        if train.best is None and limit is not None and not self.meter.patient(limit // 8, lambda: self.best_of(train)):
            self.first_sets(limit // (8 * len(self.trains)))
        if train.best is None:
            self.best_of(train)
        return train.best or 0

    def best_of(self, train: TrainOnGraph, cutoff: Cutoff | None = None) -> None:
        """Find the most a train can earn with everything to itself, if it is as much as the cutoff."""
        cutoff = Cutoff(1) if cutoff is None else cutoff

        def better(run: Column, worth: int) -> None:
            cutoff.least = worth + 1
            self.keep([run], worth)

        search_runs(train, cutoff, better, self.meter)
        train.best = cutoff.least - 1

    def from_above(self, train: TrainOnGraph, patience: int | None) -> int:
        """The most a train can earn on its own or, if that takes longer than it may, a bound that has been proven.

        Runs are looked for from the bound down: near to it there are few ways to try, and if none is worth that much
        the bound comes down.
        """
        if train.best is None:
            if train.ceiling is None:
                train.ceiling = RunSearch(RunQuery(train, Cutoff(1), ignored, self.meter, NO_MULTIPLIERS)).most()
            descend = partial(self.descend, train)
            if patience is None:
                descend()
            else:
                self.meter.patient(patience, descend)
        return train.best if train.best is not None else train.ceiling or 0

    def descend(self, train: TrainOnGraph) -> None:
        """Lower the bound of a train until it is what the train can earn."""
        assert train.ceiling is not None
        part = train.ceiling // STEPS
        while train.best is None:
            cutoff = Cutoff(max(1, train.ceiling - part))
            tried = cutoff.least
            self.best_of(train, cutoff)
            if cutoff.least == tried and tried > 1:  # there is none
                train.best, train.ceiling = None, tried - 1

    def columns(self, train: TrainOnGraph, least: int, multipliers: Multipliers, most: int | None = None) -> Ranked:
        """The columns of a train with at least this reduced worth, the best first.

        Of columns that are interchangeable in any set, only the best is kept.
        """
        found: dict[tuple[int, ...], tuple[int, Column]] = {}
        if multipliers is NO_MULTIPLIERS:
            # A run worth nothing may still be the one that connects the others or includes the home.
            least = max(least, 0 if self.graph.home or self.graph.problem.must_meet else 1)

        def add(run: Column, worth: int) -> None:
            key = self.key(run)
            if key not in found or found[key][0] < worth:
                found[key] = worth, run
            if most is not None and len(found) > most:
                raise TooMany

        search_runs(train, Cutoff(least), add, self.meter, multipliers)
        return ranked(found.values())

    def key(self, run: Column) -> tuple[int, ...]:
        """What columns have in common that are interchangeable in any set."""
        if self.graph.every_way:
            return (*run.path, *run.passed_by)
        if self.graph.problem.shared:
            return run.track, run.items, run.meets if self.graph.problem.must_meet else 0, run.mask & self.graph.home
        return run.track, run.items  # the same track means the same stops

    # -- first sets ---------------------------------------------------------------------------

    @property
    def orders(self) -> list[list[TrainOnGraph]]:
        """Two orders of the trains; one if they are all the same."""
        return [self.trains, self.trains[::-1]] if len(self.kinds) > 1 else [self.trains]

    def first_sets(self, patience: int | None = None, by: Search = search_runs) -> None:
        """Greedy sets in two orders, and the better one improved; with limited patience, only the greedy sets."""
        found = []
        for order in self.orders:
            if self.is_optimal:
                return
            found.append(self.in_order(order, patience, by=by))
        if patience is None:
            self.improve(max(found, key=self.worth))

    def in_order(
        self,
        trains: list[TrainOnGraph],
        patience: int | None = None,
        prices: Multipliers = NO_MULTIPLIERS,
        by: Search = search_runs,
    ) -> list[Column]:
        """A greedy set: each train in turn takes the best run left, at these prices."""
        runs: list[Column] = []
        for train in trains:
            take = partial(self.best_beside, runs, train, -1, runs, prices, by)
            if patience is None:
                take()
            else:
                self.meter.patient(patience, take)
        return runs

    def other_sets(self) -> None:
        """More greedy sets, each improved: every train in turn comes before or after all others."""
        for number, train in enumerate(self.trains):
            others = self.trains[:number] + self.trains[number + 1 :]
            for order in ([train, *others], [train, *others[::-1]], [*others, train], [*others[::-1], train]):
                if self.is_optimal:
                    return
                self.improve(self.in_order(order))

    def improve(self, runs: list[Column]) -> None:
        """Local search: replace one run at a time by the best beside all others, until none improves."""
        better = True
        while better:
            better = False
            for number, old in enumerate(runs):
                if self.is_optimal:
                    return
                others = runs[:number] + runs[number + 1 :]
                found = [*others]
                self.best_beside(others, old.train, self.worth(runs), found)
                if len(found) > len(others):
                    runs, better = [*others[:number], found[-1], *others[number:]], True

    def best_beside(
        self,
        others: list[Column],
        train: TrainOnGraph,
        least: int,
        into: list[Column],
        prices: Multipliers = NO_MULTIPLIERS,
        by: Search = search_runs,
    ) -> None:
        """Find a train's best run beside others, if the set is then worth more than the least; it is put into the list.

        The others are fixed by closing their track and holding back the full worth of their items. The best run is that
        of the greatest reduced worth at some prices; without any, of the greatest worth.
        """
        others = [*others]
        base = self.worth(others)
        items = track = 0
        for run in others:
            items |= run.items
            track |= run.track
        held_back = {**prices.items, **{bit: self.items.worth[bit] for bit in ones(items)}}
        taken = Multipliers(prices.track, held_back, closed=track) if others else prices
        cutoff = Cutoff(max(least + 1 - base, 0))
        more_to_come = len(self.trains) > 1  # a train that is idle now may run in the end

        def better(run: Column, worth: int) -> None:
            runs = [*others, run]
            total = base + worth if prices is NO_MULTIPLIERS else self.worth(runs)
            if self.legal(runs) and (self.consider(runs, total) or more_to_come):
                into[len(others) :] = [run]
                cutoff.least = worth + 1

        by(train, cutoff, better, self.meter, taken)

    def keep(self, runs: list[Column], worth: int) -> None:
        """Make a set the incumbent, if it is legal and worth more."""
        if worth > self.incumbent.worth and self.legal(runs):
            self.consider(runs, worth)

    def consider(self, runs: list[Column], worth: int) -> bool:
        """Make a legal set the incumbent if it is worth more; False if its idle trains would have to run."""
        if worth > self.incumbent.worth:
            if not self.complete(runs):
                return False
            self.incumbent.worth = worth
            self.incumbent.runs = tuple(runs)
        return True

    def worth(self, runs: list[Column]) -> int:
        """What runs are worth together: every item counts once."""
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
        # Home and meeting are not resources that multipliers could price; sets that violate them are rejected here.
        if self.graph.problem.home and not any(run.mask & home for run in runs):
            return False
        return not self.graph.problem.must_meet or all_meet([run.meets for run in runs])

    # -- Lagrangian relaxation ----------------------------------------------------------------

    def relax(self, alone: dict[TrainOnGraph, int], price: Price) -> tuple[Multipliers, dict[TrainOnGraph, int]]:
        """Multipliers with a small dual bound, and the best reduced worth of each train at them.

        Each pricing round also adds columns to the pools; sets made of these may improve the incumbent.
        """
        pools = {train: ColumnPool() for train in self.kinds}
        for run in self.incumbent.runs:
            if run.train in pools:
                pools[run.train].add(run)
        for train in self.kinds:
            price(train, NO_MULTIPLIERS, pools[train])
        multipliers, best, bound = NO_MULTIPLIERS, alone, self.incumbent.bound
        idle = 0
        while idle < PATIENCE and bound > self.incumbent.worth:
            tried = subgradient([pools[train] for train in self.trains], self.items, self.incumbent.worth)
            found = {train: price(train, tried, pools[train]) for train in self.kinds}
            dual = tried.total + sum(found[train] for train in self.trains)
            worth = self.incumbent.worth
            with contextlib.suppress(TooMany):
                lists = {train: pools[train].best(tried, TRIED) for train in self.kinds}
                BranchAndBound(self, tried, lists, GLANCE).search()
            idle += 1
            if dual < bound - (bound - worth) // 20 or self.incumbent.worth > worth:
                idle = 0
            if dual < bound:
                multipliers, best, bound = tried, found, dual
        self.bound(bound)
        return multipliers, best

    def price(self, train: TrainOnGraph, multipliers: Multipliers, pool: ColumnPool) -> int:
        """The greatest reduced worth of a train's runs; good columns found on the way go to its pool."""
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
