"""The ng-route bound where water counts: how a run can go on, with what is waived of the water on its way.

Two things differ from `ng_bound`. What a stretch over water uses up depends on where the run has been; and whether a
run may end, on whether it has used what was waived for it. And there are so many stretches, while few of them are worth
looking at, that those which can be taken are put in order once for all that a run may have used.
"""

from __future__ import annotations

from copy import copy
from functools import reduce
from operator import itemgetter, or_

from railhead.routes.meter import Meter
from railhead.routes.model import MAY_CALL
from railhead.routes.multipliers import Multipliers
from railhead.routes.ng_bound import ARCS, NEVER, NOWHERE, TOKEN, Arc, NgBound, at_end
from railhead.routes.priced_graph import PricedGraph
from railhead.routes.stretches import Stretches, pays_nothing

CHEAP = 12
"""How many cheap calls were made stands above so many bits of what is left,"""
CALLS = (1 << CHEAP) - 1
"""which are for the calls left."""
MADE, KEPT = 8, 32
"""To make so many arcs counts as one step of work, and to look at so many that stay as they are."""
MOST_LEVELS = 5
"""How many levels of memory there are at most: there are many lessons, and each of them concerns few walks."""
PRICED = -1
"""In place of the calls left: every call has its price."""
Ways = list[tuple[int, int, int]]
"""How waivers may be used: the bits of those that are, what they are worth less than they could be, and their fees."""
PLAINLY: Ways = [(0, 0, 0)]
"""The only way to take a stretch on which nothing is waived."""


Taken = tuple[int, int, int, int, Arc]
"""What is asked of an arc again and again: what it gains, blocks, optional calls, and all it uses; and the arc."""
Option = int
"""A way to go on: the most that can come of it, as long as the run has not used anything of it, above the number of a
group of arcs (see `AfloatBound.called`). There are so many that anything but a number would be dear to keep."""
GROUP = 16
"""The number of a group stands in so many bits."""
NUMBER = (1 << GROUP) - 1
Alike = tuple[int, int, int, int, int, int]
"""What arcs have in common that differ only in what they use and gain: end, cost, calls and what they include."""
Groups = list[tuple[Alike, list[Taken]]]
Called = list[tuple[int, int, int, int, int, int, int, list[Taken]]]
"""The same with so many calls left: end, cost, what calls gain, the calls left then, what those gain at most where each
has its price, what the arcs include, what the best of them gains, and the arcs."""
Together = list[tuple[tuple[int, int, int], tuple[int, int]]]
"""Arcs of which only the best matters without memory: their end, cost and what they include, and what they gain."""


class AfloatBound(NgBound):
    """The bound at given multipliers, for all trains that share their stretches."""

    most_levels = MOST_LEVELS

    def __init__(self, stretches: Stretches, priced: PricedGraph, multipliers: Multipliers, meter: Meter) -> None:
        self.listed: dict[tuple[int, int, int, int, bool], list[Option]] = {}
        """Cache: the ways to go on, by place, room, calls left and what was included, and if a run begins there."""
        self.grouped: dict[tuple[int, bool], Groups] = {}
        """Cache: the arcs from each place, and from those where runs begin."""
        self.called_groups: dict[tuple[int, int, bool], Called] = {}
        """Cache: the same by the calls left as well."""
        self.known_calls: dict[tuple[int, int, int, int], tuple[int, int]] = {}
        """Cache: what calls gain."""
        self.walks: dict[tuple[int, int, int], tuple[int, int]] = {}
        """By place, room left, and what was included other than a token: the bound without memory, twice."""
        self.known_ways: dict[tuple[int, int], Ways] = {}
        """Cache: how waivers may be used, by those that have not been and by the number of the water."""
        self.prices_calls = False
        """Do calls have a price where waivers are not remembered? They do for trains with more calls than visits."""
        self.together: list[Together | None] = [None] * len(stretches.nodes)
        """Cache: by place, the arcs that can be taken for one without memory."""
        super().__init__(stretches, priced, multipliers, meter)
        meter.steps += sum(map(len, self.first)) // MADE

    def repriced(self, multipliers: Multipliers) -> AfloatBound:
        """The same bound at multipliers on track alone: most arcs stay as they are."""
        other = copy(self)
        other.reprice(multipliers)
        return other

    def reprice(self, multipliers: Multipliers) -> None:
        """Change what depends on multipliers."""
        self.multipliers, self.levels = multipliers, []
        self.listed, self.grouped, self.called_groups = {}, {}, {}
        if self.stretches.waived is not None:
            self.favours = self.stretches.waived.favours_at(multipliers)
        self.known_ways = {}
        self.granted, self.walks, self.together = [], {}, [None] * len(self.stretches.nodes)
        self.at_end = at_end(self.stretches.train, multipliers)
        track, known = reduce(or_, multipliers.track, 0), dict[int, int]()
        self.first, self.first_tails, self.heads = (
            [self._repriced(arcs, track, known) for arcs in each] for each in (self.first, self.first_tails, self.heads)
        )
        self.select()
        self.meter.steps += sum(map(len, self.first)) // KEPT
        self.top()

    def _repriced(self, arcs: list[Arc], track: int, known: dict[int, int]) -> list[Arc]:
        """The arcs at the multipliers on this track; what parts of it cost is worked out once."""
        closed, price = self.multipliers.closed, self.multipliers.of
        found = []
        for arc in arcs:
            if arc.uses & closed:
                continue
            used = arc.stretch.track & track
            if used:
                cost = known.get(used)
                if cost is None:
                    cost = known[used] = price(used, 0)
                arc = arc._replace(worth=arc.worth - cost)
            found.append(arc)
        return found

    def classify(self, small: list[int]) -> int:
        """The bits of stops where an optional call gains more than the least; beyond the next sum it is granted."""
        train, bits = self.stretches.train, self.stretches.stop_bits
        gains = sorted({self.small, *(gain for gain in small if gain > 0)})
        self.at_most = gains[min(1, len(gains) - 1)]
        passed = [
            gain
            for node, gain in enumerate(self.gains)
            if train.large[node] and train.policy[node] == MAY_CALL and not pays_nothing(train, node)
            if not self.stretches.optional[node]
        ]
        if min(passed, default=self.at_most) < self.at_most:  # a train may call there in place of a large stop
            self.at_most = self.small
            return 0
        dear = [
            bits[node]
            for node, gain in enumerate(self.gains)
            if train.policy[node] == MAY_CALL and not train.large[node] and gain > self.small
        ]
        return reduce(or_, dear, 0)

    def made(self, cheap: int, dear: int, must: int, calls: int) -> tuple[int, int]:
        """What optional calls gain, so many cheap and dear ones, and the calls left after them and those to be made.

        Calls are made as soon as there is room. A dear one that comes later takes the place of a cheap one, and one
        that has to be made that of any, the cheap ones first: how many of those were made is part of what is left.
        """
        key = cheap, dear, must, calls
        known = self.known_calls.get(key)
        if known is None:
            known = self.known_calls[key] = self._made(*key)
        return known

    def _made(self, cheap: int, dear: int, must: int, calls: int) -> tuple[int, int]:
        if calls == PRICED:
            return dear * (self.at_most - self.small) - must * self.small, PRICED
        left, replaceable = calls & CALLS, calls >> CHEAP
        now = min(dear, left)
        gain, left, dear = now * self.at_most, left - now, dear - now
        now = min(dear, replaceable)
        gain, replaceable = gain + now * (self.at_most - self.small), replaceable - now
        now = min(cheap, left)
        gain, left, replaceable = gain + now * self.small, left - now, replaceable + now
        if must > left:
            must, left = must - left, 0
            now = min(must, replaceable)
            gain, replaceable = gain - now * self.small - (must - now) * self.at_most, replaceable - now
        else:
            left -= must
        return gain, left + (replaceable << CHEAP)

    def called_at(self, node: int, calls: int) -> tuple[int, int]:
        """What an optional call at a stop gains, and the calls left after it."""
        places, is_dear = self.stretches.train.places[node], bool(self.stretches.stop_bits[node] & self.dear)
        return self.made(0 if is_dear else places, places if is_dear else 0, 0, calls)

    def without_memory(self, at: int, room: int, calls: int, seen: int) -> int:
        """The most any walk gains from a place on, whatever has been used; there is a token somewhere.

        The calls left are no part of what is worked out, which would be many times as much. Either they are without
        limit, or each of them is given what a cheap one gains and a call has to be worth more than that.
        """
        key = at, room, seen | TOKEN
        known = self.walks.get(key)
        free, priced = self._walk(*key) if known is None else known
        if calls == PRICED:
            return priced
        priced += self.small * (calls & CALLS)
        return free if free < priced else priced

    def _walk(self, at: int, room: int, seen: int) -> tuple[int, int]:
        """What walks gain from a place on if calls are without limit, and if each has its price."""
        self.meter.steps += 1
        if self.meter.steps > self.meter.most:
            self.meter.stop()
        guards, at_end, walks = self.guards, self.at_end, self.walks
        free = priced = at_end[seen] if at >= self.first_end else NEVER
        for (end, cost, goals), (more_free, more_priced) in self._together(at):
            left = room - cost
            if left & guards != guards:
                continue
            if end == NOWHERE:
                known = at_end[seen | goals], at_end[seen | goals]
            else:
                known = walks.get((end, left, seen | goals)) or self._walk(end, left, seen | goals)
            free = max(free, more_free + known[0])
            priced = max(priced, more_priced + known[1])
        walks[at, room, seen] = free, priced
        return free, priced

    def _together(self, at: int) -> Together:
        """The arcs from a place and what they gain at most, those together that lead to the same."""
        found = self.together[at]
        if found is None:
            best: dict[tuple[int, int, int], tuple[int, int]] = {}
            tails = [arc._replace(ends=True, cost=0) for arc in self.paying_tails[at]]
            for arc in (*self.first[at], *tails):
                key = NOWHERE if arc.ends else arc.end, arc.cost, arc.goals & ~TOKEN
                beyond = arc.worth + arc.dear * (self.at_most - self.small)
                free, priced = beyond + arc.most * self.small, beyond - arc.calls * self.small
                before = best.get(key, (free, priced))
                best[key] = max(free, before[0]), max(priced, before[1])
            found = self.together[at] = [*best.items()]
        return found

    def from_state(self, level: int, at: int, room: int, calls: int, seen: int, used: int, need: int) -> int:
        """The same at a level of memory, for a run that has used all this; calls have a price where waivers do not."""
        granted = self.granted[level]
        given, calls = self.given(calls) if granted else (0, calls)
        keeps = used & self.stretches.memories[level][at] | granted
        return given + self.onward(level, at, room, calls, seen, keeps, need - given)

    def given(self, calls: int) -> tuple[int, int]:
        """What the calls left are given if each is to have its price, and what then stands for them."""
        return (self.small * (calls & CALLS), PRICED) if self.prices_calls and calls != PRICED else (0, calls)

    def ending(self, at: int, calls: int, seen: int, used: int) -> int:
        """The most that ending the run gains, here or elsewhere."""
        best = self.at_end[seen]
        for arc in self.paying_tails[at]:
            if not used & arc.blocks:
                best = max(best, self.taken(arc, calls, used)[0] + self.at_end[seen | arc.goals])
        return best

    def taken(self, arc: Arc, calls: int, used: int) -> tuple[int, int]:
        """What an arc gains, and the calls left after it, if some calls on it may have been made before."""
        most, dear = arc.most, arc.dear
        if used & arc.optional:
            optional, doubles = arc.optional & ~used, arc.doubles & ~used
            most = optional.bit_count() + doubles.bit_count()
            dear = (optional & self.dear).bit_count() + (doubles & self.dear).bit_count()
        gain, more = self.made(most - dear, dear, arc.calls, calls)
        return arc.worth + gain, more

    def onward(self, level: int, at: int, room: int, calls: int, seen: int, used: int, need: int) -> int:
        """The most a run gains from a place on: exact within the relaxation if that is what is needed or more."""
        known = self.levels[level][at]
        key = room, calls, seen, used
        before = known.get(key)
        if before is not None and (before[1] or before[0] < need):
            return before[0]
        self.work(0)
        stretches, guards = self.stretches, self.guards
        may_end = stretches.may_end
        memory, less = stretches.memories[level], stretches.memories[level - 1]
        granted, more_granted = self.granted[level], self.granted[level - 1]
        best = NEVER
        if at >= self.first_end and may_end(room, used):
            best = self.ending(at, calls, seen, used)
        most_at_all = best
        looked_at = 0
        least = best if best >= need else need - 1
        groups = self.called(at, calls, False)
        for option in self.options(at, room, calls, seen):
            most = option >> GROUP
            if most <= least:
                most_at_all = max(most_at_all, most)
                break
            end, cost, gained, later, _, goals, best_arc, arcs = groups[option & NUMBER]
            hope, left, goals = most - best_arc, room - cost, seen | goals
            remembers, fewer = memory[end], less[end]
            for arc_gain, blocks, optional, uses, arc in arcs:
                if hope + arc_gain <= least:
                    most_at_all = max(most_at_all, hope + arc_gain)
                    break
                looked_at += 1
                if used & blocks:
                    continue
                before_fees, more = gained + arc_gain, later
                if used & optional:
                    before_fees, more = self.taken(arc, calls, used)
                has = used | uses
                for marks, lost, fee in self.ways(used, arc) if arc.stretch.crossed else PLAINLY:
                    after, worth = left - lost, before_fees - fee
                    if after & guards != guards:
                        continue
                    if end == NOWHERE:
                        gain = self.at_end[goals] if may_end(after, has | marks) else NEVER
                    else:
                        keeps = (has | marks) & remembers | granted
                        wanted = least + 1 - worth
                        gain = wanted
                        if level:
                            below = keeps & fewer | more_granted
                            given, counted = self.given(more) if more_granted else (0, more)
                            gain = given + self.onward(level - 1, end, after, counted, goals, below, wanted - given)
                        if gain >= wanted:
                            gain = self.onward(level, end, after, more, goals, keeps, wanted)
                    if worth + gain > most_at_all:
                        most_at_all = worth + gain
                    if worth + gain > least:
                        best = least = worth + gain
        self.meter.steps += looked_at // ARCS
        found = (best, True) if best >= need else (most_at_all, False)
        known[key] = found
        return found[0]

    def ways(self, used: int, arc: Arc) -> Ways:
        """How what is waived may be used on an arc."""
        stretch = arc.stretch
        if not stretch.crossed:
            return PLAINLY
        key = stretch.crossed & ~used, stretch.water
        known = self.known_ways.get(key)
        if known is None:
            known = self.known_ways[key] = self._ways(*key)
        return known

    def _ways(self, free: int, water: int) -> Ways:
        assert self.stretches.waived is not None
        fees = self.favours.fees
        return [
            (bits, lost, sum([fee for bit, fee in fees.items() if bits & bit]))
            for bits, lost in self.stretches.waived.ways(free, water, bool(fees))
        ]

    def options(self, at: int, room: int, calls: int, seen: int, bare: bool = False) -> list[Option]:
        """The ways to go on, those first of which the most may come."""
        key = at, room, calls, seen, bare
        known = self.listed.get(key)
        if known is None:
            known = self.listed[key] = self._listed(*key)
        return known

    def _listed(self, at: int, room: int, calls: int, seen: int, bare: bool) -> list[Option]:
        guards, at_end, walks = self.guards, self.at_end, self.walks
        is_priced = calls == PRICED
        groups = self.called(at, calls, bare)
        self.work(len(groups))
        found = []
        for number, (end, cost, gain, _, beyond, goals, best, _) in enumerate(groups):
            left = room - cost
            if left & guards != guards:
                continue
            after = seen | goals
            if end == NOWHERE:
                hope = gain + at_end[after]
            else:  # as in `without_memory`
                key = end, left, after | TOKEN
                free, priced = walks.get(key) or self._walk(*key)
                priced += beyond
                hope = gain + (priced if is_priced or priced < free else free)
            found.append((hope + best << GROUP) + number)
        found.sort(reverse=True)
        return found

    def called(self, at: int, calls: int, bare: bool) -> Called:
        """The arcs from a place, those together that differ only in what they use and gain, with these calls left."""
        known = self.called_groups.get((at, calls, bare))
        if known is None:
            known = self.called_groups[at, calls, bare] = []
            for (end, cost, most, dear, must, goals), arcs in self._groups(at, bare):
                gain, more = self.made(most - dear, dear, must, calls)
                beyond = 0 if calls == PRICED else self.small * (more & CALLS)
                known.append((end, cost, gain, more, beyond, goals, arcs[0][0], arcs))
        return known

    def _groups(self, at: int, bare: bool) -> Groups:
        """The arcs from a place, those together that differ only in what they use and gain, the best first."""
        known = self.grouped.get((at, bare))
        if known is None:
            alike: dict[Alike, list[Taken]] = {}
            for arc in (self.first if bare else self.arcs)[at]:
                end = NOWHERE if arc.ends else arc.end
                taken = arc.worth, arc.blocks, arc.optional, arc.uses, arc
                alike.setdefault((end, arc.cost, arc.most, arc.dear, arc.calls, arc.goals), []).append(taken)
            for arcs in alike.values():
                arcs.sort(key=itemgetter(0), reverse=True)
            known = self.grouped[at, bare] = [*alike.items()]
        return known
