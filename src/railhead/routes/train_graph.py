"""The graph as one kind of train sees it: the worth of every node and hop, and of a whole run.

Worth is counted in the units of the problem's objective. What pays only once a turn is an item: a run has a mask of
items beside what it earns by itself, and a set of runs is worth the sum of the latter plus all items that any of them
has. With multipliers, the price of what a run uses is deducted: what remains is its reduced worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations

from railhead.core.ids import Stop, hex_of
from railhead.routes.afloat import runs_afloat
from railhead.routes.best_calls import BestCalls
from railhead.routes.columns import Column, TrainHop
from railhead.routes.distances import nearest, shortest_hops, within_reach
from railhead.routes.dividing import divided, shared_out
from railhead.routes.errand import HEXES, VISITS, Errand
from railhead.routes.graph import ANYWHERE, Graph, Hop, ones
from railhead.routes.legs import Leg, each_once, path_of
from railhead.routes.model import (
    ANY,
    AS_LARGE,
    FREE_CALL,
    MAY_CALL,
    MUST_CALL,
    NEVER_CALLS,
    NO_ENTRY,
    Allowance,
    Award,
    Bonus,
    End,
    OneOfEach,
    Route,
    RouteProblem,
)
from railhead.routes.multipliers import Items, Multipliers
from railhead.routes.water_limit import limit_of

HOPELESS = -1 << 60
"""What bonuses are worth to a run that can no longer earn the one it is made for."""


class TrainOnGraph:
    """One kind of train on a graph. All lists are by node."""

    def __init__(self, graph: Graph, allowance: Allowance, items: Items) -> None:
        self.graph = graph
        self.allowance = allowance
        self.items = items
        problem = graph.problem
        self.revenue = problem.aim.revenue * allowance.times
        """The weight of revenue that the train multiplies,"""
        self.revenue_once = problem.aim.revenue
        """and of what is paid once a turn, which it does not."""
        calls = allowance.calls
        self.policy = [calls[grade] for grade in graph.grades]
        self.places = [1 + (stop in problem.doubles) for stop in graph.stops]
        """How many calls a train may make there."""
        self.open = sum(1 << node for node, policy in enumerate(self.policy) if policy != NO_ENTRY)
        self.large = [int(grade in AS_LARGE) for grade in graph.grades]
        self.may_end = [
            grade in allowance.ends and not (allowance.calls_at_ends and policy == NEVER_CALLS)
            for grade, policy in zip(graph.grades, self.policy, strict=True)
        ]
        self.own_worth: list[int] = []
        self.item: list[int] = []
        for stop, policy in zip(graph.stops, self.policy, strict=True):
            worth, item = (0, 0) if policy in (NEVER_CALLS, NO_ENTRY) else self._call(problem, stop)
            self.own_worth.append(worth)
            self.item.append(item)
        self.counts_water = bool(problem.waivers) and allowance.hexes == ANY and not allowance.pays_ends
        """Is there no limit to the hexes of a run, but to the cities and water on it, however much is waived?"""
        water = limit_of(graph, allowance, self.large) if self.counts_water else None
        self.relief = 0 if water is None else water.relief
        """By how much what is waived at a large stop may be more than the stop itself counts."""
        self.counted = [0] * len(self.large) if water is None else water.counted
        """What coming to each node then uses up of that limit."""
        self.farthest = allowance.hexes if water is None else water.most
        """That limit."""
        self._call_at_the_best()
        self.fines = [problem.fines.get(stop, 0) * self.revenue_once for stop in graph.stops]
        """What coming to each node costs."""
        self.pays_for_ends = allowance.doubles_end or allowance.reward is not None
        """Do the two ends of a run pay in addition to their values?"""
        self.doubled = [
            problem.value_of(allowance.train, stop) * self.revenue if allowance.doubles_end else 0
            for stop in graph.stops
        ]
        """What each end pays once more."""
        self.best: int | None = None
        """The most the train can earn on its own, once known,"""
        self.ceiling: int | None = None
        """or else a bound that a search from the bound down has come to."""
        self.by_stretches: bool | None = None
        """Can its runs be told as stretches (see `stretches`)? None until asked."""
        self.onward: list[list[tuple[int, int, bool]]] | None = None
        """By node: its next stations, where water counts, once known (see `water_bound`)."""
        self._near: dict[int, list[int]] = {}
        """Cache: by node, and by what is left, the nodes within reach."""
        self.is_far = False
        """Has a search for its runs taken so long that the next one had better begin with the ng-route bound?"""
        self.unpriced: object = None
        """Its graph without multipliers, once built (see `priced_graph`)."""
        self.flat = problem.bonus * self.revenue
        self.paying = tuple(item for item in enumerate(problem.bonuses) if self._may_earn(item[1]))
        """The bonuses that the train may earn, with their numbers."""
        self.bonuses = tuple(self._bonus_on_graph(bonus) for _, bonus in self.paying)
        """What each bonus is worth at most, and the sets of nodes a run needs one each of to have it."""
        self.awards = sorted((self._award_on_graph(award) for award in problem.awards), reverse=True)
        """What each award is worth, the highest first, whether only circuits get it, and the sets of nodes as above."""
        self.call_bonuses = tuple(bonus for _, bonus in self.paying if not bonus.passing)
        """The bonuses that depend on where the train calls."""
        passing = any(bonus.passing or bonus.way for _, bonus in self.paying)
        self.way_matters = bool(problem.awards or problem.fines) or passing
        """Is a run paid for more than its calls, its ends and its hexes?"""
        self.required = () if allowance.required is None else self._bonus_on_graph(allowance.required)[1]
        """The sets of nodes of which every run includes one each, as far as they are known."""
        self.most_bonus = max(0, self.may_gain(-1))
        self.most_circuit_bonus = max(0, self.may_gain(-1, circuit=True))
        self.known_choices: dict[object, frozenset[int]] = {}
        """Cache: the nodes where runs call by choice, where bonuses depend on the calls."""
        self.chooses_calls = MAY_CALL in self.policy
        self.large_is_sure = all(self.policy[node] == MUST_CALL and self.large[node] for node in graph.own)
        """Does every run include a large stop where the train must call?"""
        self.tries_calls = self.chooses_calls and (problem.pays_once or any(bonus.once for bonus in self.call_bonuses))

    def _call_at_the_best(self) -> None:
        """Where calls at large stops pay best and there is always room for them, the best runs make all of them."""
        problem, allowance = self.graph.problem, self.allowance
        calls_matter = problem.pays_once or any(not bonus.passing for bonus in problem.bonuses)
        small_ends = any(may and not large for may, large in zip(self.may_end, self.large, strict=True))
        forced = allowance.calls_at_ends and small_ends
        if calls_matter or forced or allowance.visits > min(allowance.large, allowance.total) or allowance.pays_ends:
            return
        may = [node for node, policy in enumerate(self.policy) if policy == MAY_CALL]
        large = [node for node in may if self.large[node]]
        others = max([self.own_worth[node] for node in may if not self.large[node]], default=0)
        best = [node for node in large if self.own_worth[node] >= others]
        # Where a train has to call at a large stop, some may pay nothing: it calls at all others, the best runs do.
        for node in best if len(best) == len(large) or allowance.calls_at_large else ():
            self.policy[node] = MUST_CALL

    def _may_earn(self, bonus: Bonus) -> bool:
        """Could the train earn a bonus? Not if it is paid for a way between stops that are too far apart for it."""
        if not bonus.is_for(self.allowance):
            return False
        if bonus.way is None or self.allowance.required or not isinstance(bonus.worth, OneOfEach):
            return True
        sets = self._on_graph(bonus.worth.sets)
        return len(sets) != 2 or self._may_connect(*sets)

    def _may_connect(self, here: int, there: int) -> bool:
        """Is there a way between two sets of nodes within the limits to visits, and to what the train may go?"""
        for limit, cost, begin in (
            (self.allowance.visits, self.visits, self.large),
            (self.farthest, self.length, self.counted),
        ):
            if limit < ANY and nearest(self.graph, here, there, cost, begin) > limit:
                return False
        return True

    @cached_property
    def errand(self) -> Errand | None:
        """How far a run still has to go, if it has to include a node each of some sets."""
        if not self.required:
            return None
        limits = (VISITS, self.allowance.visits, self.visits), (HEXES, self.farthest, self.length)
        return Errand(self.graph, self.required, limits)

    def near(self, node: int, left: int) -> int:
        """The nodes that a run can get to from one, as bits, with so much left of the limit to cities and water."""
        known = self._near.get(node)
        if known is None:
            known = self._near[node] = within_reach(self._shortest, node, self.farthest)
        return known[min(left, len(known) - 1)]

    @cached_property
    def _shortest(self) -> list[list[tuple[int, int]]]:
        """By node: its neighbours, and what the shortest hop to each uses up."""
        return shortest_hops(self.graph, self.length)

    def _bonus_on_graph(self, bonus: Bonus) -> tuple[int, tuple[int, ...]]:
        """What a bonus is worth, and as bits the sets of nodes of which a run that has it includes one each."""
        worth = bonus.most * (self.revenue_once if bonus.once else self.revenue)
        return worth, self._on_graph(bonus.worth.sets) if isinstance(bonus.worth, OneOfEach) else ()

    def _award_on_graph(self, award: Award) -> tuple[int, bool, tuple[int, ...]]:
        return award.amount * self.revenue, award.circuit, self._on_graph(award.sets)

    def _on_graph(self, sets: tuple[frozenset[Stop], ...]) -> tuple[int, ...]:
        """Sets of stops as bits of nodes.

        A stop that is no node may be included on the way: a set with such a stop says nothing about the nodes.
        """
        stops, way_stops = self.graph.stops, self.graph.way_stops
        return tuple(
            sum(1 << node for node, stop in enumerate(stops) if stop in some)
            for some in sets
            if some.isdisjoint(way_stops)
        )

    def may_gain(self, nodes: int, circuit: bool = False) -> int:
        """The most that bonuses and awards could be worth to a run or circuit that includes none but these nodes."""
        if not all(some & nodes for some in self.required):
            return HOPELESS
        most = sum([worth for worth, sets in self.bonuses if all(some & nodes for some in sets)])
        for worth, only_circuits, sets in self.awards:
            if (circuit or not only_circuits) and all(some & nodes for some in sets):
                return most + worth
        return most

    def _call(self, problem: RouteProblem, stop: Stop) -> tuple[int, int]:
        """What a call is worth by itself, and the item it claims."""
        value = problem.value_of(self.allowance.train, stop)
        subsidy = problem.subsidies.get(stop, 0) * problem.aim.subsidy
        if problem.pays_once:
            return subsidy, self.items.add("place", problem.place_of(stop), value * self.revenue_once)
        return value * self.revenue + subsidy, 0

    def of_hop(self, hop: Hop) -> tuple[int, int]:
        """What a hop is worth by itself, and the items it claims: free calls between its nodes, and hexes."""
        problem = self.graph.problem
        worth = items = 0
        if problem.fines:
            worth -= sum(problem.fines.get(stop, 0) for stop in hop.way) * self.revenue_once
        for stop in () if self.allowance.pays_ends else hop.way:
            if self.allowance.calls[problem.grades[stop]] == FREE_CALL:
                one, item = self._call(problem, stop)
                worth += one
                items |= item
        if self.allowance.hex_subsidy:
            subsidy = self.allowance.hex_subsidy * problem.aim.subsidy
            for bit in ones(hop.hexes):
                items |= self.items.add("hex", bit.bit_length(), subsidy)
        return worth, items

    @cached_property
    def hop_worth(self) -> dict[int, tuple[int, int]]:
        """By identity of a hop: what it is worth, and its items."""
        return {id(hop): self.of_hop(hop) for hops in self.graph.hops for hop in hops}

    @cached_property
    def hops_have_items(self) -> bool:
        """Does any hop claim items?"""
        return any(items for _, items in self.hop_worth.values())

    def gains(self, multipliers: Multipliers) -> list[int]:
        """By node: the reduced worth of a call."""
        return [
            worth + self.items.value(item) - multipliers.of(0, item)
            for worth, item in zip(self.own_worth, self.item, strict=True)
        ]

    def hops(self, gains: list[int], multipliers: Multipliers) -> list[list[TrainHop]]:
        """By node: the hops open to the train, the most promising first: an early good run raises the cutoff."""
        found = []
        for out, keep in zip(self.graph.hops, self.graph.keep, strict=True):
            hops_here = [self._hop(hop, keep, multipliers) for hop in out if self.open >> hop.end & 1]
            hops_here.sort(key=lambda hop: -gains[hop.end] - hop.gain)
            found.append(hops_here)
        return found

    def _hop(self, hop: Hop, keep: int, multipliers: Multipliers) -> TrainHop:
        worth, items = self.hop_worth[id(hop)]
        toll, large, must = hop.toll, self.large[hop.end], self.policy[hop.end] == MUST_CALL
        return TrainHop(
            end=hop.end,
            uses=hop.uses,
            blocks=hop.uses & ~keep & ~self.graph.again,
            gain=worth + self.items.value(items) - multipliers.of(hop.track, items) - self.fines[hop.end],
            length=self.length(hop),
            total=toll + must,
            large=toll + (large if must else 0),
            visits=toll + large,
            stub=hop.stub,
            stub_behind=hop.stub_behind,
            graph_hop=hop,
        )

    def visits(self, hop: Hop) -> int:
        """What a hop uses up of the limit to visits at least."""
        return hop.toll + self.large[hop.end]

    def length(self, hop: Hop) -> int:
        """What a hop uses up of the limit to how far the train may go."""
        return self.counted[hop.end] + hop.water + self.relief * hop.toll if self.counts_water else hop.length

    # -- whole runs ---------------------------------------------------------------------------

    @cached_property
    def plain(self) -> bool:
        """Is the worth of a run exactly the sum over its nodes and hops, which the search has already counted?"""
        problem = self.graph.problem
        once = problem.pays_once or self.allowance.hex_subsidy
        paid = self.paying or problem.awards or self.pays_for_ends
        unsure = self.allowance.calls_at_large and not self.large_is_sure
        unsure |= self.allowance.calls_at_ends and bool(problem.doubles)
        unsure |= self.allowance.small < ANY or self.allowance.in_full < ANY or self.allowance.required is not None
        return not (once or paid or self.allowance.pays_ends or unsure)

    def columns(self, nodes: tuple[int, ...], legs: tuple[Leg, ...]) -> Iterator[Column]:
        """The run along these legs: with its best calls, or with every choice of calls that could be best."""
        required = self.allowance.required
        if required is not None:
            stops = self.stops(nodes, legs)
            if not required.paid_to(self.allowance, stops, stops, path_of(legs)):
                return
        if any(hop.afloat for hop, _ in legs):
            yield from runs_afloat(self, nodes, legs)
            return
        for passed in self.choices(nodes, legs):
            if passed and self.trims and nodes[0] != nodes[-1]:
                yield self._trimmed(nodes, legs, passed)
            else:
                yield self.column(nodes, legs, passed)

    @cached_property
    def trims(self) -> bool:
        """Is a run whose end is passed by no better than the same run without that end?"""
        problem, allowance = self.graph.problem, self.allowance
        wanted = problem.must_meet or problem.home or problem.pays_once or allowance.hex_subsidy or self.pays_for_ends
        return not (wanted or self.way_matters or allowance.calls_at_ends or allowance.pays_ends)

    def _trimmed(self, nodes: tuple[int, ...], legs: tuple[Leg, ...], passed: frozenset[int]) -> Column:
        """The run without ends that it passes by and can do without: it earns the same and uses less track."""
        while nodes[0] in passed and self._may_run(nodes[1:], nodes[1]):
            nodes, legs = nodes[1:], legs[1:]
        while nodes[-1] in passed and self._may_run(nodes[:-1], nodes[-2]):
            nodes, legs = nodes[:-1], legs[:-1]
        return self.column(nodes, legs, passed.intersection(nodes))

    def _may_run(self, nodes: tuple[int, ...], end: int) -> bool:
        """Are these nodes, with this new end, still those of a run?"""
        return len(nodes) > 1 and nodes[0] != nodes[-1] and self.may_end[end] and not self.tokens.isdisjoint(nodes)

    @cached_property
    def tokens(self) -> frozenset[int]:
        """The nodes with a token of the company."""
        return frozenset(self.graph.own)

    def track(self, nodes: tuple[int, ...], legs: Sequence[Leg]) -> int:
        """What no other run may use beside a run along these legs."""
        track = 0
        for hop, _ in legs:
            track |= hop.track
        return track | self.graph.pass_bit if self.passes(nodes, legs) else track

    def passes(self, nodes: tuple[int, ...], legs: Sequence[Leg]) -> bool:
        """Does a run pass through a barred stop? Where trains are joined at one, both end there and neither passes."""
        barred = self.graph.barred
        if not any(map(barred.__getitem__, nodes[1:-1])):
            return False
        return not self.joints or shared_out(self, legs, self.allowance.parts, {}, may_pass=False) is None

    @cached_property
    def joints(self) -> int:
        """At how many barred stops the trains may be joined."""
        return max(0, len(self.allowance.parts) - 1) if self.graph.problem.joins_at_barred else 0

    def choices(self, nodes: Sequence[int], legs: Sequence[Leg]) -> Iterator[frozenset[int]]:
        """The sets of nodes to pass by, as few as the allowance demands.

        A further call never costs anything, so only choices with as many calls as possible need to be tried. If a
        call's worth does not depend on other calls, the greedy choice is the best of them (see `Bounds.enough`). If it
        depends on them because of bonuses, the best choice is searched for; if it depends on what other trains may have
        been paid for, all of them are yielded.
        """
        tolls = sum([hop.toll for hop, _ in legs])
        if not self.chooses_calls or self.allowance.pays_ends:
            yield frozenset()
            return
        yield from self.with_calls(each_once(nodes), legs, self.sure_calls(nodes), tolls)

    def has_room_for_all(self, nodes: Sequence[int], tolls: int) -> bool:
        """Can a run that includes these nodes and pays these tolls call everywhere, both places of a stop included?"""
        calls = [node for node in nodes if self.policy[node] in (MUST_CALL, MAY_CALL)]
        large = tolls + sum(self.large[node] for node in calls)
        total = tolls + sum(self.places[node] for node in calls)
        return total <= self.allowance.total and large <= min(self.allowance.large, self.allowance.in_full)

    def sure_calls(self, nodes: Sequence[int]) -> set[int]:
        """The nodes where a run calls in any case."""
        forced = {nodes[0], nodes[-1]} if self.allowance.calls_at_ends else set()
        sure = {node for node in each_once(nodes) if self.policy[node] == MUST_CALL}
        return sure | {node for node in forced if self.policy[node] == MAY_CALL}

    def with_calls(
        self, nodes: Sequence[int], legs: Sequence[Leg], chosen: set[int], tolls: int
    ) -> Iterator[frozenset[int]]:
        """The same for a run that calls at some nodes in any case, and pays these tolls."""
        allowance, large = self.allowance, self.large
        total_left = allowance.total - tolls - len(chosen)
        large_left = allowance.large - tolls - sum(large[node] for node in chosen)
        small_left = allowance.small - sum(not large[node] for node in chosen)
        if total_left < 0 or large_left < 0 or small_left < 0:
            return
        may = [node for node in nodes if self.policy[node] == MAY_CALL]
        optional = frozenset(may) - chosen
        free = [node for node in may for _ in range(self.places[node] - (node in chosen))]
        larges = sum(large[node] for node in free)
        if len(free) <= total_left and larges <= large_left and len(free) - larges <= small_left:
            if not allowance.calls_at_large or any(large[node] for node in (*chosen, *free)):
                yield frozenset()
            return
        free.sort(key=lambda node: (-self.own_worth[node] - self.items.value(self.item[node]), node))
        if allowance.calls_at_large and not any(large[node] for node in chosen):
            # It calls at the best of the large stops or, where calls depend on each other, at any of them.
            best_large = [node for node in free if large[node] and min(total_left, large_left) > 0]
            for node in best_large if self.call_bonuses or self.tries_calls else best_large[:1]:
                yield from self.with_calls(nodes, legs, {*chosen, node}, tolls)
            return
        most = min(total_left, min(small_left, len(free) - larges) + min(large_left, larges))
        if self.tries_calls:
            for calls in combinations(free, most):
                if sum(large[node] for node in calls) <= large_left:
                    yield optional.difference(calls)
            return
        best: list[int] = []
        room = [small_left, large_left]
        for node in free:
            if len(best) < most and room[large[node]] > 0:
                room[large[node]] -= 1
                best.append(node)
        if self.call_bonuses:
            yield optional - self._best_choice(nodes, legs, free, large_left, best)
        else:
            yield optional.difference(best)

    def _best_choice(
        self, nodes: Sequence[int], legs: Sequence[Leg], free: list[int], large: int, greedy: list[int]
    ) -> frozenset[int]:
        """The nodes to call at where bonuses depend on the calls; many runs include the same nodes in another order."""
        on_the_way = frozenset(stop for hop, _ in legs for stop in hop.way)
        key = frozenset(nodes), frozenset(free), len(greedy), large, on_the_way
        known = self.known_choices.get(key)
        if known is None:
            best = BestCalls(self, nodes, legs, free, large, greedy).found
            known = self.known_choices[key] = frozenset(best)
        return known

    def column(
        self, nodes: tuple[int, ...], legs: tuple[Leg, ...], passed: frozenset[int], toll: int | None = None
    ) -> Column:
        """The run along these legs that passes by some nodes, and counts so much of the water on its way."""
        problem = self.graph.problem
        if toll is None:
            toll = sum([hop.toll for hop, _ in legs])
        worth, items = self.flat, 0
        for node in (nodes[0], nodes[-1]) if self.allowance.pays_ends else each_once(nodes):
            if node not in passed:
                worth += self.own_worth[node]
                items |= self.item[node]
        worth += self.seconds(nodes, passed, toll) if problem.doubles else 0
        worth -= self._halved(nodes, passed, toll) if self.allowance.in_full < ANY else 0
        for hop, _ in legs:
            one, more = self.hop_worth[id(hop)]
            worth += one
            items |= more
        worth += self.reward(nodes[0], nodes[-1])
        if self.paying:
            calls = frozenset(self.calls(nodes, legs, passed))
            stops = self.stops(nodes, legs) if self.way_matters else calls
            for number, bonus in self.paying:
                path = path_of(legs) if bonus.way else ()
                gained = bonus.paid(self.allowance, stops if bonus.passing else calls, path)
                if not bonus.once:
                    worth += gained * self.revenue
                elif gained:
                    items |= self.items.add("bonus", number, gained * self.revenue_once)
        if self.way_matters:
            worth += self.award(nodes, legs) - sum([self.fines[node] for node in each_once(nodes)])
        track, full = self.track(nodes, legs), worth + self.items.value(items)
        return Column(self, nodes, legs, track, worth, items, full, passed)

    def seconds(self, nodes: Sequence[int], passed: frozenset[int], toll: int) -> int:
        """What second places are worth at nodes where the run calls, as far as there is room for them."""
        calls = [node for node in dict.fromkeys(nodes) if node not in passed]
        counted = [node for node in calls if self.policy[node] in (MUST_CALL, MAY_CALL)]
        small = sum(not self.large[node] for node in counted)
        room = min(self.allowance.total - toll - len(counted), self.allowance.small - small)
        worths = sorted((self.own_worth[node] for node in counted if self.places[node] > 1), reverse=True)
        return sum(worths[: max(0, room)])

    def _halved(self, nodes: Sequence[int], passed: frozenset[int], toll: int) -> int:
        """What is left out of the large stops that do not pay in full."""
        problem, allowance = self.graph.problem, self.allowance
        calls = [node for node in each_once(nodes) if self.large[node] and node not in passed]
        values = sorted(problem.value_of(allowance.train, self.graph.stops[node]) for node in calls)
        beyond = min(len(values) + toll, allowance.visits) - allowance.in_full
        return sum(value // 2 for value in values[: max(0, beyond)]) * self.revenue

    @cached_property
    def bonus_sets(self) -> list[int]:
        """By node: as bits, for which parts of which bonuses a call there counts; a call like no other where that is
        unknown."""
        each = [bonus.worth for bonus in self.call_bonuses]
        sets = [some for worth in each if isinstance(worth, OneOfEach) for some in worth.sets]
        unknown = not all(isinstance(worth, OneOfEach) for worth in each)
        return [
            sum(1 << number for number, some in enumerate(sets) if stop in some) | unknown << len(sets) + node
            for node, stop in enumerate(self.graph.stops)
        ]

    def bonus(self, calls: frozenset[Stop]) -> int:
        """What bonuses paid to every run are worth for these calls."""
        return sum([bonus.worth(calls) for bonus in self.call_bonuses if not bonus.once]) * self.revenue

    def award(self, nodes: Sequence[int], legs: Sequence[Leg]) -> int:
        """What the highest award is worth that a run earns."""
        mask = sum({1 << node for node in nodes})
        if not any(all(some & mask for some in sets) for _, _, sets in self.awards):
            return 0
        path = path_of(legs)
        earned = [award.amount for award in self.graph.problem.awards if award.earned(path)]
        return max(earned, default=0) * self.revenue

    def stops(self, nodes: Sequence[int], legs: Sequence[Leg]) -> frozenset[Stop]:
        """All stops on a run, including those between nodes."""
        on_the_way = [stop for hop, _ in legs for stop in hop.way]
        return frozenset([*map(self.graph.stops.__getitem__, nodes), *on_the_way])

    def calls(self, nodes: Sequence[int], legs: Sequence[Leg], passed: frozenset[int]) -> Iterator[Stop]:
        """The stops the train calls at, including those between nodes."""
        problem, stops = self.graph.problem, self.graph.stops
        calls = self.allowance.calls
        for node in (nodes[0], nodes[-1]) if self.allowance.pays_ends else nodes:
            if node not in passed and self.policy[node] != NEVER_CALLS:
                yield stops[node]
        if not self.allowance.pays_ends:
            yield from (stop for hop, _ in legs for stop in hop.way if calls[problem.grades[stop]] != NEVER_CALLS)

    def reward(self, one: int, other: int) -> int:
        """What a pair of ends pays in addition to their values."""
        doubled = max(self.doubled[one], self.doubled[other])
        if self.allowance.reward is None:
            return doubled
        known = self.graph.rewards.get((one, other, self.allowance.reward))
        if known is None:
            known = self.allowance.reward(self._end(one), self._end(other))
            self.graph.rewards[one, other, self.allowance.reward] = known
        return known * self.revenue + doubled

    @cached_property
    def pairs(self) -> list[tuple[int, int, int]]:
        """The pairs of ends near enough for a train paid by its ends, with the most they pay beyond their own worth."""
        ends = [node for node, may in enumerate(self.may_end) if may and self.open >> node & 1]
        distances, far, reward = self.graph.distances(self.open), self.allowance.hexes, self.reward
        extra = self.flat + self.most_bonus
        found = []
        for number, one in enumerate(ends):
            near = [other for other in ends[number + 1 :] if distances[one][other] <= far]
            found += [(reward(one, other) + extra, one, other) for other in near]
        return found

    @cached_property
    def most_reward(self) -> int:
        """The most that any pair of ends pays."""
        ends = [node for node, may in enumerate(self.may_end) if may]
        if self.allowance.reward is None:
            return max([self.doubled[end] for end in ends], default=0)
        return max([0, *(self.reward(one, other) for n, one in enumerate(ends) for other in ends[n + 1 :])])

    @cached_property
    def most_circuit_reward(self) -> int:
        """The most that the one end of a circuit pays."""
        ends = [node for node, may in enumerate(self.may_end) if may]
        return max([0, *(self.reward(end, end) for end in ends)])

    def _end(self, node: int) -> End:
        stop, entry = self.graph.stops[node], self.graph.entries[node]
        return stop, hex_of(stop) if entry == ANYWHERE else entry

    def routes(self, run: Column) -> tuple[Route, ...] | None:
        """A run as the routes of its trains; None if joined trains cannot divide it among them."""
        if not self.allowance.parts:
            return (Route(self.allowance.train, run.path, run.passed_by),)
        return divided(self, run.legs)
