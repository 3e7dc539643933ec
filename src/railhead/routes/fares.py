"""What a train earns on the graph: the worth of every node and hop to it, and of a whole run.

Worth is counted in the units of the problem's aim. What is paid once a turn is an item: a run has a mask of items
beside what it earns by itself, and a set of runs is worth the sum of the latter and of all items that any of them has.
Prices, where given, are taken off items and put on track; the search uses them to tell rivals apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from railhead.core.ids import Point, Stop, hex_of
from railhead.routes.graph import ANYWHERE, Graph, Hop, ones
from railhead.routes.model import AS_LARGE, CLOSED, FREE, LARGE, MAY, MUST, NEVER, Allowance, End, Route, RouteProblem


@dataclass
class Prices:
    """What using a piece of track costs, and what is kept back of an item; nothing to begin with."""

    track: dict[int, int] = field(default_factory=dict)
    items: dict[int, int] = field(default_factory=dict)
    closed: int = 0
    """Track that may not be used at any price."""
    known: dict[int, int] = field(default_factory=dict)
    """Sums for items that have been asked for."""

    @property
    def total(self) -> int:
        """All prices together: what sets of runs may be worth beyond their reduced worth."""
        return sum(self.track.values()) + sum(self.items.values())

    def of(self, track: int, items: int) -> int:
        """The price of what a run uses."""
        cost = 0
        if self.track:
            cost = sum([self.track.get(bit, 0) for bit in ones(track)])
        if self.items and items:
            kept = self.known.get(items)
            if kept is None:
                kept = self.known[items] = sum([self.items.get(bit, 0) for bit in ones(items)])
            cost += kept
        return cost


FREE_OF_CHARGE = Prices()


class Items:
    """What is paid once a turn: places and hexes, one bit each."""

    def __init__(self) -> None:
        self.bits: dict[tuple[str, int], int] = {}
        self.worth: dict[int, int] = {}
        self.known: dict[int, int] = {}
        """Sums that have been asked for."""

    def add(self, kind: str, number: int, worth: int) -> int:
        """The bit of an item; it is worth the most it is worth to any train."""
        bit = self.bits.setdefault((kind, number), 1 << len(self.bits))
        if worth > self.worth.get(bit, -1):
            self.worth[bit] = worth
            self.known.clear()
        return bit

    @property
    def shift(self) -> int:
        """By how much other bits are shifted so as not to be taken for items."""
        return 1 + len(self.bits)

    def value(self, mask: int) -> int:
        """What some items are worth."""
        known = self.known.get(mask)
        if known is None:
            known = self.known[mask] = sum([self.worth[bit] for bit in ones(mask)])
        return known


@dataclass(slots=True, eq=False)
class Step:
    """A hop as a train sees it."""

    end: int
    uses: int
    blocks: int
    """What must not have been used before: all it uses but the node it leaves."""
    gain: int
    length: int
    total: int
    """Calls it takes,"""
    large: int
    """calls at large stops,"""
    visits: int
    """and visits of large stops."""
    stub: bool
    stub_behind: bool
    hop: Hop


Leg = tuple[Hop, bool]
"""A hop of a run, and whether the run goes it from its end to its start."""


@dataclass(slots=True, eq=False)
class Run:
    """A run found by the search."""

    fare: Fare
    nodes: tuple[int, ...]
    legs: tuple[Leg, ...]
    track: int
    """What no other run of the turn may use: its track, and the pass through barred stops if it takes it."""
    worth: int
    """What it earns by itself, items apart."""
    items: int = 0
    full: int = 0
    """What it is worth alone."""
    passed: frozenset[int] | None = None
    """The nodes it does not call at; not yet settled where it simply calls at the best."""

    @property
    def path(self) -> tuple[Point, ...]:
        """The points it passes."""
        return path_of(self.legs)

    @property
    def mask(self) -> int:
        """Its nodes as bits."""
        bits = 0
        for node in self.nodes:
            bits |= 1 << node
        return bits

    @property
    def meets(self) -> int:
        """The stops at which other runs may meet it."""
        bits = 0
        for node in self.nodes:
            bits |= self.fare.graph.meeting[node]
        return bits

    @property
    def passed_by(self) -> tuple[Stop, ...]:
        """The stops it does not call at."""
        passed = self.passed
        if passed is None:
            passed = next(self.fare.choices(self.nodes, self.legs))
        return tuple(sorted(self.fare.graph.stops[node] for node in passed))


def path_of(legs: Sequence[Leg]) -> tuple[Point, ...]:
    """The points along some legs."""
    points: list[Point] = []
    for hop, turned in legs:
        along = [at for link in hop.links for at in (link.path if link is hop.links[0] else link.path[1:])]
        if turned:
            along.reverse()
        points += along[1:] if points else along
    return tuple(points)


def _end_of(leg: Leg) -> Stop:
    """The stop a leg leads to."""
    hop, turned = leg
    return hop.links[0].start if turned else hop.links[-1].end


class Fare:
    """One kind of train on a graph."""

    def __init__(self, graph: Graph, train: Allowance, items: Items) -> None:
        self.graph = graph
        self.train = train
        self.items = items
        problem = graph.problem
        calls = train.calls
        self.policy = [calls[grade] for grade in graph.grades]
        self.open = sum(1 << node for node, policy in enumerate(self.policy) if policy != CLOSED)
        self.large = [int(grade in AS_LARGE) for grade in graph.grades]
        self.may_end = [
            grade in train.ends and not (train.calls_at_ends and policy == NEVER)
            for grade, policy in zip(graph.grades, self.policy, strict=True)
        ]
        self.own_worth: list[int] = []
        self.item: list[int] = []
        for stop, policy in zip(graph.stops, self.policy, strict=True):
            worth, item = (0, 0) if policy in (NEVER, CLOSED) else self._call(problem, stop)
            self.own_worth.append(worth)
            self.item.append(item)
        self.best: int | None = None
        """The most the train could earn alone, once that is known."""
        self.ground: object = None
        """What the train finds where nothing has a price, once that has been worked out."""
        self.flat = problem.bonus * problem.aim.revenue
        self.most_bonus = sum(bonus.most for bonus in problem.bonuses) * problem.aim.revenue
        self.chooses_calls = MAY in self.policy
        self.tries_calls = self.chooses_calls and (problem.pays_once or bool(problem.bonuses))

    def _call(self, problem: RouteProblem, stop: Stop) -> tuple[int, int]:
        """What a call is worth by itself, and the item it is."""
        revenue = problem.value_of(self.train.train, stop) * problem.aim.revenue
        subsidy = problem.subsidies.get(stop, 0) * problem.aim.subsidy
        if problem.pays_once:
            return subsidy, self.items.add("place", problem.place_of(stop), revenue)
        return revenue + subsidy, 0

    def of_hop(self, hop: Hop) -> tuple[int, int]:
        """What the way between two nodes is worth by itself, and its items: stops called at in passing, and hexes."""
        problem = self.graph.problem
        worth = items = 0
        for stop in () if self.train.pays_ends else hop.way:
            if self.train.calls[problem.grades[stop]] == FREE:
                one, item = self._call(problem, stop)
                worth += one
                items |= item
        if self.train.hex_subsidy:
            subsidy = self.train.hex_subsidy * problem.aim.subsidy
            for bit in ones(hop.hexes):
                items |= self.items.add("hex", bit.bit_length(), subsidy)
        return worth, items

    @cached_property
    def hop_worth(self) -> dict[int, tuple[int, int]]:
        """By identity of a hop: what it is worth and its items."""
        return {id(hop): self.of_hop(hop) for hops in self.graph.hops for hop in hops}

    @cached_property
    def hops_have_items(self) -> bool:
        """Is anything on the way paid once?"""
        return any(items for _, items in self.hop_worth.values())

    def gains(self, prices: Prices) -> list[int]:
        """By node: what a call adds to a run at these prices."""
        return [
            worth + self.items.value(item) - prices.of(0, item)
            for worth, item in zip(self.own_worth, self.item, strict=True)
        ]

    def steps(self, gains: list[int], prices: Prices) -> list[list[Step]]:
        """By node: the hops open to the train, the most promising first."""
        found = []
        for hops, keep in zip(self.graph.hops, self.graph.keep, strict=True):
            steps = [self._step(hop, keep, prices) for hop in hops if self.open >> hop.end & 1]
            steps.sort(key=lambda step: -gains[step.end] - step.gain)
            found.append(steps)
        return found

    def _step(self, hop: Hop, keep: int, prices: Prices) -> Step:
        worth, items = self.hop_worth[id(hop)]
        toll, large, must = hop.toll, self.large[hop.end], self.policy[hop.end] == MUST
        return Step(
            end=hop.end,
            uses=hop.uses,
            blocks=hop.uses & ~keep,
            gain=worth + self.items.value(items) - prices.of(hop.track, items),
            length=hop.length,
            total=toll + must,
            large=toll + (large if must else 0),
            visits=toll + large,
            stub=hop.stub,
            stub_behind=hop.stub_behind,
            hop=hop,
        )

    # -- whole runs ---------------------------------------------------------------------------

    @cached_property
    def plain(self) -> bool:
        """Is a run worth no more and no less than what the walk has counted?"""
        problem = self.graph.problem
        once = problem.pays_once or self.train.hex_subsidy
        return not (once or problem.bonuses or self.train.reward or self.train.pays_ends)

    def runs(self, nodes: tuple[int, ...], legs: tuple[Leg, ...]) -> Iterator[Run]:
        """The run along these legs: with its best calls, or with every choice of calls that may be best."""
        for passed in self.choices(nodes, legs):
            yield self._run(nodes, legs, passed)

    def track(self, nodes: tuple[int, ...], legs: Sequence[Leg]) -> int:
        """What no other run may use beside this one."""
        track = 0
        for hop, _ in legs:
            track |= hop.track
        barred = self.graph.barred
        for node in nodes[1:-1]:
            if barred[node]:
                return track | self.graph.pass_bit
        return track

    def choices(self, nodes: Sequence[int], legs: Sequence[Leg]) -> Iterator[frozenset[int]]:
        """The nodes that may be passed by: as few as the allowance asks for."""
        tolls = sum([hop.toll for hop, _ in legs])
        if not self.chooses_calls or self.train.pays_ends:
            yield frozenset()
            return
        train, large = self.train, self.large
        sure = {node for node in nodes if self.policy[node] == MUST}
        forced = {nodes[0], nodes[-1]} if train.calls_at_ends else set()
        chosen = sure | {node for node in forced if self.policy[node] == MAY}
        total_left = train.total - tolls - len(chosen)
        large_left = train.large - tolls - sum(large[node] for node in chosen)
        free = [node for node in nodes if self.policy[node] == MAY and node not in chosen]
        if len(free) <= total_left and sum(large[node] for node in free) <= large_left:
            yield frozenset()
            return
        free.sort(key=lambda node: (-self.own_worth[node] - self.items.value(self.item[node]), node))
        larges = sum(large[node] for node in free)
        most = min(total_left, len(free) - larges + min(large_left, larges))
        if self.tries_calls:
            for calls in combinations(free, most):
                if sum(large[node] for node in calls) <= large_left:
                    yield frozenset(free).difference(calls)
            return
        best: list[int] = []
        for node in free:
            if len(best) < most and large_left >= large[node]:
                large_left -= large[node]
                best.append(node)
        yield frozenset(free).difference(best)

    def _run(self, nodes: tuple[int, ...], legs: tuple[Leg, ...], passed: frozenset[int]) -> Run:
        problem = self.graph.problem
        worth, items = self.flat, 0
        for node in (nodes[0], nodes[-1]) if self.train.pays_ends else nodes:
            if node not in passed:
                worth += self.own_worth[node]
                items |= self.item[node]
        for hop, _ in legs:
            one, more = self.hop_worth[id(hop)]
            worth += one
            items |= more
        worth += self.reward(nodes[0], nodes[-1])
        if problem.bonuses:
            calls = frozenset(self._calls(nodes, legs, passed))
            for number, bonus in enumerate(problem.bonuses):
                gained = bonus.worth(calls) * problem.aim.revenue
                if not bonus.once:
                    worth += gained
                elif gained:
                    items |= self.items.add("bonus", number, gained)
        track, full = self.track(nodes, legs), worth + self.items.value(items)
        return Run(self, nodes, legs, track, worth, items, full, passed)

    def _calls(self, nodes: Sequence[int], legs: Sequence[Leg], passed: frozenset[int]) -> Iterator[Stop]:
        """The stops the train calls at, those between nodes included."""
        problem, stops = self.graph.problem, self.graph.stops
        calls = self.train.calls
        for node in (nodes[0], nodes[-1]) if self.train.pays_ends else nodes:
            if node not in passed and self.policy[node] != NEVER:
                yield stops[node]
        if not self.train.pays_ends:
            yield from (stop for hop, _ in legs for stop in hop.way if calls[problem.grades[stop]] != NEVER)

    def reward(self, one: int, other: int) -> int:
        """What two ends pay together."""
        if self.train.reward is None:
            return 0
        known = self.graph.rewards.get((one, other, self.train.reward))
        if known is None:
            known = self.train.reward(self._end(one), self._end(other)) * self.graph.problem.aim.revenue
            self.graph.rewards[one, other, self.train.reward] = known
        return known

    @cached_property
    def pairs(self) -> list[tuple[int, int, int]]:
        """The pairs of ends within reach of a train paid by them, with what they pay besides their own worth."""
        ends = [node for node, may in enumerate(self.may_end) if may and self.open >> node & 1]
        distances, far, reward = self.graph.distances(self.open), self.train.hexes, self.reward
        extra = self.flat + self.most_bonus
        found = []
        for number, one in enumerate(ends):
            near = [other for other in ends[number + 1 :] if distances[one][other] <= far]
            found += [(reward(one, other) + extra, one, other) for other in near]
        return found

    @cached_property
    def most_reward(self) -> int:
        """The most two ends pay together."""
        if self.train.reward is None:
            return 0
        ends = [node for node, may in enumerate(self.may_end) if may]
        return max([0, *(self.reward(one, other) for n, one in enumerate(ends) for other in ends[n + 1 :])])

    def _end(self, node: int) -> End:
        stop, entry = self.graph.stops[node], self.graph.entries[node]
        return stop, hex_of(stop) if entry == ANYWHERE else entry

    def routes(self, run: Run) -> tuple[Route, ...] | None:
        """The run as the routes of its trains; None if joined trains cannot share it among them."""
        if not self.train.parts:
            return (Route(self.train.train, run.path, run.passed_by),)
        return self._share(list(run.legs), self.train.parts, {})

    def _share(
        self, legs: list[Leg], parts: tuple[Allowance, ...], failed: dict[object, bool]
    ) -> tuple[Route, ...] | None:
        """Cut a run into one route for each train: within its reach, from station to station, by a token."""
        if not parts:
            return () if not legs else None
        key = len(legs), parts
        if key in failed:
            return None
        for train in dict.fromkeys(parts):
            place = parts.index(train)
            rest = parts[:place] + parts[place + 1 :]
            for count in range(1 if rest else len(legs), len(legs) - len(rest) + 1):
                own = self._own_part(legs[:count], train, last=not rest)
                if own is None:
                    continue
                others = self._share(legs[count:], rest, failed)
                if others is not None:
                    return (own, *others)
        failed[key] = True
        return None

    def _own_part(self, legs: list[Leg], train: Allowance, last: bool) -> Route | None:
        problem = self.graph.problem
        if sum(hop.length for hop, _ in legs) > train.hexes:
            return None
        if not last and problem.grades[_end_of(legs[-1])] != LARGE:
            return None
        path = path_of(legs)
        return Route(train.train, path) if problem.own.intersection(path) else None
