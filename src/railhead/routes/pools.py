"""Runs that have been found, and prices that tell rivals for the same track and items apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from railhead.routes.bounds import BOUNDLESS
from railhead.routes.fares import Fare, Items, Prices, Run
from railhead.routes.graph import ones

ROUNDS = 40
"""How often prices are raised and lowered before the trains are asked again."""
NEAR = 60
"""How many runs that are nearly the best a train shows when it is asked."""

Listed = list[tuple[int, Run]]
"""Runs with their worth at the prices of the day, the best first."""


class Pool:
    """Runs of one kind of train that have been found, with what they use."""

    def __init__(self) -> None:
        self.runs: dict[tuple[int, int, int], Run] = {}
        self.uses: list[tuple[int, list[int]]] = []
        """What each is worth alone, and the numbers of the track and the items it uses; in order once sorted."""

    def add(self, run: Run) -> None:
        """Keep a run that is new."""
        key = run.track, run.items, run.mask
        if key not in self.runs or self.runs[key].full < run.full:
            self.runs[key] = run
            self.uses.append((run.full, [*map(_track_number, ones(run.track)), *map(_item_number, ones(run.items))]))

    def sort(self) -> None:
        """Put first what is worth most alone."""
        self.uses.sort(key=lambda entry: -entry[0])

    def choice(self, prices: list[int]) -> tuple[int, list[int]]:
        """What the best of them is worth at these prices, by number of what is used, and what it uses."""
        best, chosen = 0, list[int]()
        price = prices.__getitem__
        for full, uses in self.uses:
            if full <= best:
                break
            worth = full - sum(map(price, uses))
            if worth > best:
                best, chosen = worth, uses
        return best, chosen

    def best(self, prices: Prices, most: int) -> Listed:
        """The best of them at these prices."""
        worths = [(run.full - prices.of(run.track, run.items), run) for run in self.runs.values()]
        return sorted(worths, key=by_worth)[:most]


def _item_number(bit: int) -> int:
    """The number of an item among all that may have a price: an even one."""
    return 2 * bit.bit_length() - 2


def _track_number(bit: int) -> int:
    """The number of a piece of track among all that may have a price: an odd one."""
    return 2 * bit.bit_length() - 1


Ask = Callable[[Fare, Prices, Pool], int]
"""The most a train could earn at some prices; good runs found on the way go to its pool."""


class Lists:
    """Lists that hold every run worth a look, to be asked instead of walking again."""

    def __init__(self, lists: dict[Fare, Listed]) -> None:
        self.lists = lists

    def ask(self, fare: Fare, prices: Prices, pool: Pool) -> int:
        """The most a train could earn at these prices; the best runs go to its pool."""
        listed = repriced(self.lists[fare], prices, 1)
        for _, run in listed[:NEAR]:
            pool.add(run)
        return listed[0][0] if listed else 0


def repriced(listed: Listed, prices: Prices, least: int) -> Listed:
    """Runs at other prices, those that are worth at least so much."""
    worths = [(run.full - prices.of(run.track, run.items), run) for _, run in listed]
    return sorted([entry for entry in worths if entry[0] >= least], key=by_worth)


def balanced(pools: list[Pool], items: Items, known: int) -> Prices:
    """Prices that make little of the pools' promise, one pool a train: what more than one would take gets dearer.

    Each round every train takes its best run at the prices so far; what is taken twice is raised, what nobody takes is
    lowered, by a step in proportion to how far the promise still is from the best set known.
    """
    trains = Counter(pools)
    for pool in trains:
        pool.sort()
    used = {number for pool in trains for _, uses in pool.uses for number in uses}
    caps = {_item_number(bit): worth for bit, worth in items.worth.items()}
    free = [0] * (1 + max(used, default=0))
    full = [caps.get(number, 0) if number in used else 0 for number in range(len(free))]
    prices = min(free, full, key=lambda some: _promised(trains, some)[0])
    lowest, best_prices, stuck, slowness = None, prices, 0, 1
    for _ in range(ROUNDS):
        promise, wanted = _promised(trains, prices)
        if lowest is None or promise < lowest:
            lowest, best_prices, stuck = promise, prices, 0
        else:
            stuck += 1
            if stuck == 5:
                stuck, slowness = 0, slowness * 2
        change = {number: wanted[number] - 1 for number, price in enumerate(prices) if price or number in wanted}
        size = sum(by * by for number, by in change.items() if by > 0 or prices[number])
        if not size or promise <= known:
            break
        step = max(1, (promise - known) // (size * slowness))
        prices = prices.copy()
        for number, by in change.items():
            prices[number] = max(0, min(prices[number] + by * step, caps.get(number, BOUNDLESS)))
    priced = [(1 << number // 2, price, number % 2) for number, price in enumerate(best_prices) if price]
    return Prices(
        {bit: price for bit, price, is_track in priced if is_track},
        {bit: price for bit, price, is_track in priced if not is_track},
    )


def _promised(trains: Counter[Pool], prices: list[int]) -> tuple[int, Counter[int]]:
    """What prices and the best run of every train come to together; and how many would take what."""
    promise, wanted = sum(prices), Counter[int]()
    for pool, count in trains.items():
        worth, uses = pool.choice(prices)
        promise += count * worth
        for number in uses:
            wanted[number] += count
    return promise, wanted


def by_worth(entry: tuple[int, Run]) -> int:
    """The order of a list of runs: the best first."""
    return -entry[0]
