"""Lagrangian relaxation: pools of columns, and multipliers on shared resources found by subgradient steps.

Choosing at most one run per train, with no track used and no item paid twice, is a set packing problem. Relaxing the
resource constraints with multipliers makes it fall apart into one pricing problem per train: find its run of the
greatest reduced worth. For any non-negative multipliers,

    dual bound = sum of the multipliers + best reduced worth of every train (0 if it stays idle),

and no set of runs is worth more: the runs of a legal set use each resource at most once, so together they pay at most
the sum of the multipliers. (An item's multiplier is capped at its worth: a run may call at a stop without being paid,
so calling there must not have a negative reduced worth.)

Pricing means searching the graph, so multipliers are first optimised over a pool of columns already found (a restricted
problem whose value is only an estimate), and then the trains are priced once to obtain a bound that holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from operator import itemgetter

from railhead.routes.bounds import BOUNDLESS
from railhead.routes.columns import Column
from railhead.routes.graph import ones
from railhead.routes.multipliers import Items, Multipliers
from railhead.routes.train_graph import TrainOnGraph

ROUNDS = 40
"""Subgradient steps between two pricings."""
DEFLECTED = 80
"""The same where steps are deflected."""
NEAR = 60
"""How many near-optimal columns a pricing adds to a pool."""

Ranked = list[tuple[int, Column]]
"""Columns with their reduced worth, the best first."""


class ColumnPool:
    """The columns found for one kind of train, with the resources they use."""

    def __init__(self) -> None:
        self.runs: dict[tuple[int, int, int], Column] = {}
        self.uses: list[tuple[int, list[int]]] = []
        """The worth of each column on its own, and the numbers of the resources it uses; in order once sorted."""

    def add(self, run: Column) -> None:
        """Keep a column, if it is new or better than one that uses the same."""
        key = run.track, run.items, run.mask
        if key not in self.runs or self.runs[key].full < run.full:
            self.runs[key] = run
            self.uses.append((run.full, [*map(_track_number, ones(run.track)), *map(_item_number, ones(run.items))]))

    def sort(self) -> None:
        """Put first what is worth most on its own."""
        self.uses.sort(key=lambda entry: -entry[0])

    def choice(self, multipliers: list[int]) -> tuple[int, list[int]]:
        """The greatest reduced worth, and what that column uses. Multipliers are given by number of the resource."""
        best, chosen = 0, list[int]()
        price = multipliers.__getitem__
        for full, uses in self.uses:
            if full <= best:  # sorted, and multipliers only ever lower the worth
                break
            worth = full - sum(map(price, uses))
            if worth > best:
                best, chosen = worth, uses
        return best, chosen

    def best(self, multipliers: Multipliers, most: int) -> Ranked:
        """The best columns at these multipliers."""
        worths = [(run.full - multipliers.of(run.track, run.items), run) for run in self.runs.values()]
        return ranked(worths)[:most]


def _item_number(bit: int) -> int:
    """The number of an item among all resources: even."""
    return 2 * bit.bit_length() - 2


def _track_number(bit: int) -> int:
    """The number of a piece of track among all resources: odd."""
    return 2 * bit.bit_length() - 1


Price = Callable[[TrainOnGraph, Multipliers, ColumnPool], int]
"""A pricing: the greatest reduced worth of a train's runs; good columns found on the way go to its pool."""


class ColumnLists:
    """Pricing by lists that hold every column of interest, instead of by searching the graph again."""

    def __init__(self, lists: dict[TrainOnGraph, Ranked]) -> None:
        self.lists = lists

    def price(self, train: TrainOnGraph, multipliers: Multipliers, pool: ColumnPool) -> int:
        """The greatest reduced worth of a train's columns; the best of them go to its pool."""
        listed = repriced(self.lists[train], multipliers, 1)
        for _, run in listed[:NEAR]:
            pool.add(run)
        return listed[0][0] if listed else 0


def repriced(listed: Ranked, multipliers: Multipliers, least: int) -> Ranked:
    """The columns at other multipliers, without those whose reduced worth is too small."""
    worths = [(run.full - multipliers.of(run.track, run.items), run) for _, run in listed]
    return ranked(entry for entry in worths if entry[0] >= least)


def subgradient(pools: list[ColumnPool], items: Items, incumbent: int) -> Multipliers:
    """Multipliers that minimise the dual bound over the pools, one pool per train, by subgradient steps.

    In each round every train takes its best column at the current multipliers. Resources taken more than once become
    dearer and those nobody takes cheaper, by a step proportional to the gap between the bound and the incumbent.
    """
    trains = Counter(pools)
    for pool in trains:
        pool.sort()
    used = {number for pool in trains for _, uses in pool.uses for number in uses}
    caps = {_item_number(bit): worth for bit, worth in items.worth.items()}
    zero = [0] * (1 + max(used, default=0))
    capped = [caps.get(number, 0) if number in used else 0 for number in range(len(zero))]
    multipliers = min(zero, capped, key=lambda some: _dual_bound(trains, some)[0])
    lowest, best, stuck, damping = None, multipliers, 0, 1
    for _ in range(ROUNDS):
        bound, demand = _dual_bound(trains, multipliers)
        if lowest is None or bound < lowest:
            lowest, best, stuck = bound, multipliers, 0
        else:
            stuck += 1
            if stuck == 5:
                stuck, damping = 0, damping * 2
        # A subgradient of the bound: by resource, how many trains want it beyond the one that may have it. Components
        # that would push a multiplier below zero do not count.
        excess = {number: demand[number] - 1 for number, price in enumerate(multipliers) if price or number in demand}
        norm = sum(by * by for number, by in excess.items() if by > 0 or multipliers[number])
        if not norm or bound <= incumbent:
            break
        step = max(1, (bound - incumbent) // (norm * damping))  # Polyak's step length, damped when it overshoots
        multipliers = multipliers.copy()
        for number, by in excess.items():
            multipliers[number] = max(0, min(multipliers[number] + by * step, caps.get(number, BOUNDLESS)))
    return _multipliers(best)


def deflected(pools: list[ColumnPool], items: Items, incumbent: int, start: Multipliers) -> Multipliers:
    """Multipliers that minimise the dual bound over the pools, by deflected subgradient steps from earlier ones.

    A step that would undo part of the one before it is turned away from it (Camerini, Fratta and Maffioli 1975), so
    that multipliers do not zigzag between trains that take turns.
    """
    trains = Counter(pools)
    for pool in trains:
        pool.sort()
    used = {number for pool in trains for _, uses in pool.uses for number in uses}
    caps = {_item_number(bit): worth for bit, worth in items.worth.items()}
    prices = [0] * (1 + max(used, default=0))
    numbers = {**{_track_number(bit): price for bit, price in start.track.items()}}
    numbers |= {_item_number(bit): price for bit, price in start.items.items()}
    for number, price in numbers.items():
        if number in used:
            prices[number] = price
    lowest, best, stuck, length = None, prices, 0, 1.0
    before: dict[int, float] = {}
    for _ in range(DEFLECTED):
        bound, demand = _dual_bound(trains, prices)
        if lowest is None or bound < lowest:
            lowest, best, stuck = bound, prices, 0
        else:
            stuck += 1
            if stuck == 5:
                stuck, length = 0, length / 2
        if bound <= incumbent:
            break
        excess = {number: demand[number] - 1 for number, price in enumerate(prices) if price or number in demand}
        excess = {number: by for number, by in excess.items() if by > 0 or prices[number]}
        norm = sum([by * by for by in before.values()])
        along = sum([by * before.get(number, 0) for number, by in excess.items()])
        turn = max(0.0, -1.5 * along / norm) if norm else 0.0
        before = {number: by + turn * before.get(number, 0) for number, by in excess.items()}
        norm = sum([by * by for by in before.values()])
        if not norm:
            break
        step = length * (bound - incumbent) / norm
        prices = prices.copy()
        for number, by in before.items():
            prices[number] = max(0, min(prices[number] + round(by * step), caps.get(number, BOUNDLESS)))
    return _multipliers(best)


def _multipliers(prices: list[int]) -> Multipliers:
    """Multipliers by number of the resource as such by bit."""
    priced = [(1 << number // 2, price, number % 2) for number, price in enumerate(prices) if price]
    return Multipliers(
        {bit: price for bit, price, is_track in priced if is_track},
        {bit: price for bit, price, is_track in priced if not is_track},
    )


def _dual_bound(trains: Counter[ColumnPool], multipliers: list[int]) -> tuple[int, Counter[int]]:
    """The dual bound over the pools, and how many trains would take each resource."""
    bound, demand = sum(multipliers), Counter[int]()
    for pool, count in trains.items():
        worth, uses = pool.choice(multipliers)
        bound += count * worth
        for number in uses:
            demand[number] += count
    return bound, demand


def ranked(entries: Iterable[tuple[int, Column]]) -> Ranked:
    """Columns by reduced worth, the best first; those worth the same stay in order."""
    return sorted(entries, key=itemgetter(0), reverse=True)
