"""Runs that have been found, and multipliers that tell rivals for the same track and items apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from railhead.routes.bounds import BOUNDLESS
from railhead.routes.graph import ones
from railhead.routes.multipliers import Items, Multipliers
from railhead.routes.train_graph import Column, TrainOnGraph

ROUNDS = 40
"""How often multipliers are raised and lowered before the trains are asked again."""
NEAR = 60
"""How many runs that are nearly the best a train shows when it is asked."""

Ranked = list[tuple[int, Column]]
"""Runs with their worth at the multipliers of the day, the best first."""


class ColumnPool:
    """Runs of one kind of train that have been found, with what they use."""

    def __init__(self) -> None:
        self.runs: dict[tuple[int, int, int], Column] = {}
        self.uses: list[tuple[int, list[int]]] = []
        """What each is worth alone, and the numbers of the track and the items it uses; in order once sorted."""

    def add(self, run: Column) -> None:
        """Keep a run that is new."""
        key = run.track, run.items, run.mask
        if key not in self.runs or self.runs[key].full < run.full:
            self.runs[key] = run
            self.uses.append((run.full, [*map(_track_number, ones(run.track)), *map(_item_number, ones(run.items))]))

    def sort(self) -> None:
        """Put first what is worth most alone."""
        self.uses.sort(key=lambda entry: -entry[0])

    def choice(self, multipliers: list[int]) -> tuple[int, list[int]]:
        """What the best of them is worth at these multipliers, by number of what is used, and what it uses."""
        best, chosen = 0, list[int]()
        price = multipliers.__getitem__
        for full, uses in self.uses:
            if full <= best:
                break
            worth = full - sum(map(price, uses))
            if worth > best:
                best, chosen = worth, uses
        return best, chosen

    def best(self, multipliers: Multipliers, most: int) -> Ranked:
        """The best of them at these multipliers."""
        worths = [(run.full - multipliers.of(run.track, run.items), run) for run in self.runs.values()]
        return sorted(worths, key=by_worth)[:most]


def _item_number(bit: int) -> int:
    """The number of an item among all that may have a price: an even one."""
    return 2 * bit.bit_length() - 2


def _track_number(bit: int) -> int:
    """The number of a piece of track among all that may have a price: an odd one."""
    return 2 * bit.bit_length() - 1


Ask = Callable[[TrainOnGraph, Multipliers, ColumnPool], int]
"""The most a train could earn at some multipliers; good runs found on the way go to its pool."""


class ColumnLists:
    """ColumnLists that hold every run worth a look, to be asked instead of walking again."""

    def __init__(self, lists: dict[TrainOnGraph, Ranked]) -> None:
        self.lists = lists

    def ask(self, train: TrainOnGraph, multipliers: Multipliers, pool: ColumnPool) -> int:
        """The most a train could earn at these multipliers; the best runs go to its pool."""
        listed = repriced(self.lists[train], multipliers, 1)
        for _, run in listed[:NEAR]:
            pool.add(run)
        return listed[0][0] if listed else 0


def repriced(listed: Ranked, multipliers: Multipliers, least: int) -> Ranked:
    """Runs at other multipliers, those that are worth at least so much."""
    worths = [(run.full - multipliers.of(run.track, run.items), run) for _, run in listed]
    return sorted([entry for entry in worths if entry[0] >= least], key=by_worth)


def subgradient(pools: list[ColumnPool], items: Items, known: int) -> Multipliers:
    """Multipliers that minimise the dual bound over the pools, one pool per train, by subgradient steps.

    In each round every train takes its best column at the current multipliers. Resources taken more than once become
    dearer and those nobody takes cheaper, by a step proportional to the gap between the bound and the incumbent.
    """
    trains = Counter(pools)
    for pool in trains:
        pool.sort()
    used = {number for pool in trains for _, uses in pool.uses for number in uses}
    caps = {_item_number(bit): worth for bit, worth in items.worth.items()}
    free = [0] * (1 + max(used, default=0))
    full = [caps.get(number, 0) if number in used else 0 for number in range(len(free))]
    multipliers = min(free, full, key=lambda some: _promised(trains, some)[0])
    lowest, best_prices, stuck, slowness = None, multipliers, 0, 1
    for _ in range(ROUNDS):
        promise, wanted = _promised(trains, multipliers)
        if lowest is None or promise < lowest:
            lowest, best_prices, stuck = promise, multipliers, 0
        else:
            stuck += 1
            if stuck == 5:
                stuck, slowness = 0, slowness * 2
        change = {number: wanted[number] - 1 for number, price in enumerate(multipliers) if price or number in wanted}
        size = sum(by * by for number, by in change.items() if by > 0 or multipliers[number])
        if not size or promise <= known:
            break
        step = max(1, (promise - known) // (size * slowness))
        multipliers = multipliers.copy()
        for number, by in change.items():
            multipliers[number] = max(0, min(multipliers[number] + by * step, caps.get(number, BOUNDLESS)))
    priced = [(1 << number // 2, price, number % 2) for number, price in enumerate(best_prices) if price]
    return Multipliers(
        {bit: price for bit, price, is_track in priced if is_track},
        {bit: price for bit, price, is_track in priced if not is_track},
    )


def _promised(trains: Counter[ColumnPool], multipliers: list[int]) -> tuple[int, Counter[int]]:
    """What multipliers and the best run of every train come to together; and how many would take what."""
    promise, wanted = sum(multipliers), Counter[int]()
    for pool, count in trains.items():
        worth, uses = pool.choice(multipliers)
        promise += count * worth
        for number in uses:
            wanted[number] += count
    return promise, wanted


def by_worth(entry: tuple[int, Column]) -> int:
    """The order of a list of runs: the best first."""
    return -entry[0]
