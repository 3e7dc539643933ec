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

from typing import NamedTuple

from railhead.routes.meter import Meter
from railhead.routes.model import FREE_CALL, MAY_CALL
from railhead.routes.multipliers import Multipliers
from railhead.routes.priced_graph import PricedGraph
from railhead.routes.stretches import Stretch, Stretches

NEVER = -(1 << 60)
"""Less than anything is worth: what cannot be."""
MOST_LEVELS = 12
"""How many levels of memory there are at most."""
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
    token: bool
    """Is there a token at its end?"""
    ends: bool
    stretch: Stretch


class NgBound:
    """The bound at given multipliers, for all trains that share their stretches."""

    def __init__(self, stretches: Stretches, priced: PricedGraph, multipliers: Multipliers, meter: Meter) -> None:
        self.stretches = stretches
        self.multipliers = multipliers
        self.meter = meter
        self.gains = priced.gains
        train = stretches.train
        small = [gain for node, gain in enumerate(priced.gains) if train.policy[node] == MAY_CALL]
        self.small = max(0, min(small, default=0))
        """What any optional call gains at least."""
        self.even = all(gain == self.small for gain in small)
        self.own = frozenset(train.graph.own)
        self.beyond = [self._beyond(node) for node in range(len(priced.gains))]
        """By node: what coming there gains, apart from the least that an optional call does."""
        self.hop_gains = {id(hop.graph_hop): hop.gain for out in priced.hops for hop in out}
        self.guards = stretches.guards
        self.first = [self._arcs(out) for out in stretches.out]
        """By station: the arcs of a run that begins there,"""
        self.first_tails = [self._arcs(out) for out in stretches.tails]
        """those by which it ends elsewhere at once,"""
        self.arcs = [[arc for arc in out if not arc.stretch.begins] for out in self.first]
        """and the same for a run that comes there."""
        self.tails = [[arc for arc in out if not arc.stretch.begins] for out in self.first_tails]
        self.paying_tails = [[arc for arc in out if arc.worth + self.small * arc.most > 0] for out in self.first_tails]
        self.merged = [_merged(out) for out in self.first]
        self.merged_tails = [_merged(out) for out in self.paying_tails]
        self.coarse: dict[tuple[int, int, int], int] = {}
        """By station, room and calls left: the bound without memory."""
        self.levels: list[list[dict[tuple[int, int, bool, int], tuple[int, bool]]]] = []
        """By level of memory, station and state: the bound, and whether it is exact or only less than was needed."""
        self.top()

    def _beyond(self, node: int) -> int:
        policy, gain = self.stretches.train.policy[node], self.gains[node]
        if policy == MAY_CALL:
            return max(0, gain - self.small) * self.stretches.train.places[node]
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
            stretch.end in self.own,
            stretch.ends,
            stretch,
        )

    def without_memory(self, at: int, room: int, calls: int) -> int:
        """The most any walk gains from a station on, whatever has been used."""
        key = at, room, calls
        best = self.coarse.get(key)
        if best is not None:
            return best
        self.meter.steps += len(self.coarse) % COARSE == 0
        best, small, guards = 0, self.small, self.guards
        for _, most, _, _, _, worth in self.merged_tails[at]:
            best = max(best, worth + small * min(most, calls))
        for end, most, cost, used, ends, worth in self.merged[at]:
            left = room - cost
            if left & guards != guards:
                continue
            worth += small * most
            more = calls - most - used
            if more < 0:
                worth += small * more
                more = 0
            if not ends:
                worth += self.without_memory(end, left, more)
            best = max(best, worth)
        self.coarse[key] = best
        return best

    def top(self) -> int:
        """The highest level of memory that has been learned by now."""
        while len(self.levels) < len(self.stretches.memories):
            self.levels.append([{} for _ in self.gains])
        return len(self.levels) - 1

    def learn(self, memory: list[int]) -> None:
        """Remember this: on a level of its own or, if there are many, on the highest one."""
        if len(self.levels) >= MOST_LEVELS:
            del self.stretches.memories[-1], self.levels[-1]
        self.stretches.memories.append(memory)

    def onward(self, level: int, at: int, room: int, calls: int, token: bool, used: int, need: int) -> int:
        """The most a run gains from a station on: exact within the relaxation if that is what is needed or more.

        Otherwise it is an upper bound that falls short of the need. `used` is what the station remembers. A level
        remembers all that the one below it does and more, so that one rules out much of what would be asked here.
        """
        known = self.levels[level][at]
        key = room, calls, token, used
        before = known.get(key)
        if before is not None and (before[1] or before[0] < need):
            return before[0]
        best = NEVER
        if token:
            best = self._tail(at, calls, used)
        small, guards, coarse = self.small, self.guards, self.coarse
        memory = self.stretches.memories[level]
        less = self.stretches.memories[level - 1]
        ahead = []
        arcs = self.arcs[at]
        self._work(len(arcs))
        for arc in arcs:
            end, blocks, uses, worth, optional, doubles, most, cost, must, has_token, ends, _ = arc
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
            if ends:
                if (token or has_token) and worth > best:
                    best = worth
                continue
            hope = coarse.get((end, left, more))
            if hope is None:
                hope = self.without_memory(end, left, more)
            ahead.append((worth + hope, worth, end, left, more, token or has_token, (used | uses) & memory[end]))
        ahead.sort(reverse=True)
        most_at_all = best
        for hope, worth, end, left, more, has_token, keeps in ahead:
            least = best if best >= need else need - 1
            if hope <= least:
                most_at_all = max(most_at_all, hope)
                break
            wanted = least + 1 - worth
            gain = self.onward(level - 1, end, left, more, has_token, keeps & less[end], wanted) if level else wanted
            if gain >= wanted:
                gain = self.onward(level, end, left, more, has_token, keeps, wanted)
            worth += gain
            most_at_all = max(most_at_all, worth)
            if worth > least:
                best = worth
        found = (best, True) if best >= need else (most_at_all, False)
        known[key] = found
        return found[0]

    def _tail(self, at: int, calls: int, used: int) -> int:
        """The most that ending the run elsewhere gains; nothing, if it ends at the station."""
        best, small = 0, self.small
        for arc in self.paying_tails[at]:
            if used & arc.blocks:
                continue
            most = arc.most
            if used & arc.optional:
                most = (arc.optional & ~used).bit_count() + (arc.doubles & ~used).bit_count()
            worth = arc.worth + small * min(most, calls)
            if worth > best:
                best = worth
        return best

    def _work(self, arcs: int) -> None:
        meter = self.meter
        meter.steps += 1 + arcs // ARCS
        if meter.steps > meter.most:
            meter.stop()


def _merged(arcs: list[Arc]) -> list[tuple[int, int, int, int, bool, int]]:
    """Arcs of which only the best matters if nothing is remembered."""
    best: dict[tuple[int, int, int, int, bool], int] = {}
    for arc in arcs:
        key = arc.end, arc.most, arc.cost, arc.calls, arc.ends
        best[key] = max(arc.worth, best.get(key, arc.worth))
    return [(*key, worth) for key, worth in best.items()]
