"""An upper bound on how a run can go on, that remembers part of what the run has used: an ng-route relaxation.

A completion uses nothing twice. Here it must not use again what the stations on its way remember: each remembers the
track and the stops around it and, once the search has found out that it matters, more (Baldacci, Mingozzi and Roberti
2011; learning as in decremental state space relaxation: Boland, Dethridge and Dumitrescu 2006; Righini and Salani
2008). The bound is a recursion over stretches (see `stretches`), worked out only as far as a question needs it: a
coarser bound without memory rules out most of what would have to be looked at.

Optional calls are made as soon as there is room; a later call at a station takes the place of one of them. That is
exact if all of them gain the same. Where they differ, what a call gains beyond the least of them is granted.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import NamedTuple

from railhead.routes.meter import Meter
from railhead.routes.model import FREE_CALL, MAY_CALL
from railhead.routes.multipliers import Multipliers
from railhead.routes.priced_graph import PricedGraph
from railhead.routes.stretches import Stretch, Stretches, bonuses_for_ways
from railhead.routes.train_graph import TrainOnGraph
from railhead.routes.waived import Favours

NOWHERE = -1
NEVER = -(1 << 60)
"""Less than anything is worth: what cannot be."""
MOST_LEVELS = 12
"""How many levels of memory there are at most."""
NO_FAVOURS = Favours(0, 0, {})
TOKEN = 1
"""The bit of what every run includes."""
COARSE = 4
"""So many states without memory count as one step of work."""
ARCS = 24
"""Going through so many arcs counts as one step of work."""


class Arc(NamedTuple):
    """A stretch at given multipliers."""

    end: int
    blocks: int
    uses: int
    worth: int
    """What it gains, apart from optional calls."""
    optional: int
    doubles: int
    most: int
    """How many optional calls there are."""
    cost: int
    calls: int
    goals: int
    """What of all that runs are to include there is at its stops, as bits (see `NgBound.at_end`)."""
    ends: bool
    stretch: Stretch
    dear: int
    """How many of the optional calls gain more than the least of them."""


class NgBound:
    """The bound at given multipliers, for all trains that share their stretches."""

    most_levels = MOST_LEVELS

    def __init__(self, stretches: Stretches, priced: PricedGraph, multipliers: Multipliers, meter: Meter) -> None:
        self.stretches = stretches
        self.multipliers = multipliers
        self.meter = meter
        self.gains = priced.gains
        train = stretches.train
        small = [
            gain
            for node, gain in enumerate(priced.gains)
            if train.policy[node] == MAY_CALL and not train.large[node] and train.open >> node & 1
        ]
        self.small = max(0, min(small, default=0))
        """What any optional call gains at least."""
        self.even = all(gain == self.small for gain in small)
        self.dear = self.classify(small)
        """The bits of stops where an optional call gains more, if the bound tells them apart."""
        self.goals = goals(train)
        """By node: what runs are to include, as bits, the lowest for a token;"""
        self.at_end = at_end(train, multipliers)
        """and by what a run has included, what it is paid for that at its end."""
        self.beyond = [self._beyond(node) for node in range(len(priced.gains))]
        """By node: what coming there gains, apart from the least that an optional call does."""
        self.hop_gains = {id(hop.graph_hop): hop.gain for out in priced.hops for hop in out}
        self.favours = NO_FAVOURS if stretches.waived is None else stretches.waived.favours_at(multipliers)
        self.guards = stretches.guards
        self.first = [self._arcs(out) for out in stretches.out]
        """By station: the arcs of a run that begins there,"""
        self.first_tails = [self._arcs(out) for out in stretches.tails]
        """and those by which it ends elsewhere at once."""
        heads = self.first_tails if stretches.heads is stretches.tails else [self._arcs(out) for out in stretches.heads]
        self.heads = [[arc for arc in out if not arc.stretch.begins] for out in heads]
        """By place where runs begin: the arcs to it, the other way round."""
        self.first_end = stretches.first_end
        self.select()
        self.merged = [_merged(out) for out in self.first]
        self.merged_tails = [_merged(out) for out in self.paying_tails]
        self.coarse: dict[tuple[int, int, int, int], int] = {}
        """By station, room and calls left, and what was included other than a token: the bound without memory."""
        self.levels: list[list[dict[tuple[int, int, int, int], tuple[int, bool]]]] = []
        """By level of memory, station and state: the bound, and whether it is exact or only less than was needed."""
        self.granted: list[int] = []
        """By level of memory: the waivers that count as used."""
        self.top()

    def select(self) -> None:
        """Pick the arcs for what they can be used for."""
        self.arcs = [[arc for arc in out if not arc.stretch.begins] for out in self.first]
        """By station: the arcs of a run that comes there,"""
        self.tails = [[arc for arc in out if not arc.stretch.begins] for out in self.first_tails]
        """those by which it ends elsewhere,"""
        self.paying_tails = [
            [arc for arc in out if arc.worth + self.small * arc.most > 0 or arc.goals & ~TOKEN]
            for out in self.first_tails
        ]
        """and by which any run may be paid for that."""

    def classify(self, small: list[int]) -> int:
        """The bits of stops where an optional call gains more: none are told apart here."""
        self.at_most = self.small
        """What beyond this an optional call gains is granted whenever a run comes to the stop."""
        return 0

    def _beyond(self, node: int) -> int:
        stretches, policy, gain = self.stretches, self.stretches.train.policy[node], self.gains[node]
        if stretches.optional[node]:
            call = self.at_most if stretches.stop_bits[node] & self.dear else self.small
            return max(0, gain - call) * stretches.train.places[node]
        return gain if self.stretches.is_station[node] or policy == FREE_CALL else 0

    def _arcs(self, stretches: list[Stretch]) -> list[Arc]:
        closed = self.multipliers.closed
        found = [self._arc(each) for each in stretches if not each.uses & closed]
        found.sort(key=lambda arc: -arc.worth - self.small * arc.most)
        return found

    def _arc(self, stretch: Stretch) -> Arc:
        worth = 0
        for hop in stretch.hops:
            worth += self.hop_gains[id(hop)] + self.beyond[hop.end]
        return Arc(
            stretch.end,
            stretch.blocks,
            stretch.uses,
            worth,
            stretch.optional,
            stretch.doubles,
            stretch.optional.bit_count() + stretch.doubles.bit_count(),
            stretch.cost,
            stretch.calls,
            reduce(or_, [self.goals[hop.end] for hop in stretch.hops]),
            stretch.ends,
            stretch,
            (stretch.optional & self.dear).bit_count() + (stretch.doubles & self.dear).bit_count(),
        )

    def called_at(self, node: int, calls: int) -> tuple[int, int]:
        """What an optional call at a stop gains, and the calls left after it."""
        made = min(calls, self.stretches.train.places[node])
        return self.small * made, calls - made

    def without_memory(self, at: int, room: int, calls: int, seen: int) -> int:
        """The most any walk gains from a station on, whatever has been used; there is a token somewhere."""
        seen |= TOKEN
        key = at, room, calls, seen
        best = self.coarse.get(key)
        if best is not None:
            return best
        self.meter.steps += len(self.coarse) % COARSE == 0
        small, guards, at_end = self.small, self.guards, self.at_end
        best = at_end[seen] if at >= self.first_end else NEVER
        for _, most, _, _, _, goals, _, worth in self.merged_tails[at]:
            best = max(best, worth + small * min(most, calls) + at_end[seen | goals])
        for end, most, cost, used, ends, goals, _, worth in self.merged[at]:
            left = room - cost
            if left & guards != guards:
                continue
            worth += small * most
            more = calls - most - used
            if more < 0:
                worth += small * more
                more = 0
            if ends:
                worth += at_end[seen | goals]
            else:
                worth += self.without_memory(end, left, more, seen | goals)
            best = max(best, worth)
        self.coarse[key] = best
        return best

    def top(self) -> int:
        """The highest level of memory that has been learned by now."""
        while len(self.levels) < len(self.stretches.memories):
            self.granted[len(self.levels) :] = [self.stretches.granted(len(self.levels))]
            self.levels.append([{} for _ in self.first])
        return len(self.levels) - 1

    def learn(self, memory: list[int]) -> None:
        """Remember this: on a level of its own or, if there are many, on the highest one."""
        if len(self.levels) >= self.most_levels:
            del self.stretches.memories[-1], self.levels[-1]
        self.stretches.memories.append(memory)

    def onward(self, level: int, at: int, room: int, calls: int, seen: int, used: int, need: int) -> int:
        """The most a run gains from a station on: exact within the relaxation if that is what is needed or more.

        Otherwise it is an upper bound that falls short of the need. `used` is what the station remembers. A level
        remembers all that the one below it does and more, so that one rules out much of what would be asked here.
        """
        known = self.levels[level][at]
        key = room, calls, seen, used
        before = known.get(key)
        if before is not None and (before[1] or before[0] < need):
            return before[0]
        at_end = self.at_end
        best = self.ending(at, calls, seen, used)
        small, guards, coarse = self.small, self.guards, self.coarse
        memory = self.stretches.memories[level]
        less = self.stretches.memories[level - 1]
        ahead = []
        arcs = self.arcs[at]
        self.work(len(arcs))
        for arc in arcs:
            end, blocks, uses, worth, optional, doubles, most, cost, must, goals, ends, _, _ = arc
            left = room - cost
            if used & blocks or left & guards != guards:
                continue
            if used & optional:
                most = (optional & ~used).bit_count() + (doubles & ~used).bit_count()
            if most > calls:
                most = calls
            worth += small * most
            more = calls - most - must
            if more < 0:
                worth += small * more
                more = 0
            goals |= seen
            if ends:
                if worth + at_end[goals] > best:
                    best = worth + at_end[goals]
                continue
            hope = coarse.get((end, left, more, goals | TOKEN))
            if hope is None:
                hope = self.without_memory(end, left, more, goals)
            ahead.append((worth + hope, worth, end, left, more, goals, (used | uses) & memory[end]))
        ahead.sort(reverse=True)
        most_at_all = best
        for hope, worth, end, left, more, goals, keeps in ahead:
            least = best if best >= need else need - 1
            if hope <= least:
                most_at_all = max(most_at_all, hope)
                break
            wanted = least + 1 - worth
            gain = self.onward(level - 1, end, left, more, goals, keeps & less[end], wanted) if level else wanted
            if gain >= wanted:
                gain = self.onward(level, end, left, more, goals, keeps, wanted)
            worth += gain
            most_at_all = max(most_at_all, worth)
            if worth > least:
                best = worth
        found = (best, True) if best >= need else (most_at_all, False)
        known[key] = found
        return found[0]

    def from_state(self, level: int, at: int, room: int, calls: int, seen: int, used: int, need: int) -> int:
        """The same for a run that has used all this."""
        keeps = used & self.stretches.memories[level][at] | self.granted[level]
        return self.onward(level, at, room, calls, seen, keeps, need)

    def ending(self, at: int, calls: int, seen: int, used: int) -> int:
        """The most that ending the run gains, here or elsewhere."""
        best, small, at_end = self.at_end[seen], self.small, self.at_end
        for arc in self.paying_tails[at]:
            if used & arc.blocks:
                continue
            most = arc.most
            if used & arc.optional:
                most = (arc.optional & ~used).bit_count() + (arc.doubles & ~used).bit_count()
            worth = arc.worth + small * min(most, calls) + at_end[seen | arc.goals]
            if worth > best:
                best = worth
        return best

    def work(self, arcs: int) -> None:
        """Count a state that is worked out, with so many arcs to look at, and give up if that was too much."""
        meter = self.meter
        meter.steps += 1 + arcs // ARCS
        if meter.steps > meter.most:
            meter.stop()


def _merged(arcs: list[Arc]) -> list[tuple[int, int, int, int, bool, int, int, int]]:
    """Arcs of which only the best matters if nothing is remembered."""
    best: dict[tuple[int, int, int, int, bool, int, int], int] = {}
    for arc in arcs:
        end = NOWHERE if arc.ends else arc.end
        key = end, arc.most, arc.cost, arc.calls, arc.ends, arc.goals & ~TOKEN, arc.dear
        best[key] = max(arc.worth, best.get(key, arc.worth))
    return [(*key, worth) for key, worth in best.items()]


def _goal_bits(train: TrainOnGraph) -> dict[int, int]:
    """By set of nodes of which a run has to include one, or is paid for one: its bit."""
    sets = dict.fromkeys([*train.required, *(some for _, _, sets in bonuses_for_ways(train) for some in sets)])
    return {some: TOKEN << 1 + number for number, some in enumerate(sets)}


def goals(train: TrainOnGraph) -> list[int]:
    """By node: what runs are to include."""
    own = frozenset(train.graph.own)
    bits = _goal_bits(train)
    return [
        TOKEN * (node in own) + sum([bit for some, bit in bits.items() if some >> node & 1])
        for node in range(len(train.policy))
    ]


def at_end(train: TrainOnGraph, multipliers: Multipliers) -> list[int]:
    """By what a run has included: what it is paid for that; never if a token or what is required is missing."""
    bits = _goal_bits(train)
    needed = TOKEN + sum([bits[some] for some in set(train.required)])
    paid = []
    for number, worth, sets in bonuses_for_ways(train):
        item = train.items.bits.get(("bonus", number), 0)
        paid.append((max(0, worth - multipliers.of(0, item)), sum([bits[some] for some in set(sets)])))
    return [
        sum([worth for worth, wanted in paid if seen & wanted == wanted]) if seen & needed == needed else NEVER
        for seen in range(2 << len(bits))
    ]
