"""Every run of one train that is worth the cutoff, from one end to the other, pruned by the ng-route bound.

For networks that are too large for `search_runs`: the bound knows much more of what a run has used, but every question
at new multipliers has to work it out again. Before the search the best walk of the relaxation is followed: if it uses
something twice, the stations in between learn to remember it, and the bound comes down.

Every run is met from both ends. Of the two it is reported from the one that comes first; a run that ends with a tail at
one end only, from the other end.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from typing import NamedTuple

from railhead.routes.afloat_bound import AfloatBound
from railhead.routes.bounds import BOUNDLESS
from railhead.routes.columns import Column
from railhead.routes.legs import Leg
from railhead.routes.model import MAY_CALL
from railhead.routes.multipliers import NO_MULTIPLIERS
from railhead.routes.ng_bound import NEVER, Arc, NgBound
from railhead.routes.priced_graph import priced_graph
from railhead.routes.run_query import RunQuery
from railhead.routes.stretches import Stretches, bonuses_for_ways

LESSONS = 4
"""How often stations learn before a search."""
FOLLOWED = 4
"""How many walks are followed to learn from."""
DIVE = 1
"""How many ways to go on are tried at each station to find a good run before that."""


class State(NamedTuple):
    """Where a walk has come to, what it may still do, and what it has used."""

    at: int
    room: int
    calls: int
    seen: int
    used: int


class Start(NamedTuple):
    """The beginning of a run: a station, perhaps with a tail before it."""

    hope: int
    sure: int
    head: Arc | None
    state: State


class Ahead(NamedTuple):
    """A way to go on."""

    hope: int
    sure: int
    arc: Arc
    state: State


def _hope(ahead: Ahead) -> int:
    return -ahead.hope


class WalkSearch:
    """A depth-first branch and bound over the runs of one train, stretch by stretch."""

    lessons = LESSONS

    def __init__(self, query: RunQuery, stretches: Stretches) -> None:
        self.query = query
        self.train = query.train
        self.stretches = stretches
        self.bound = bound_at(query, stretches)
        self.cutoff = query.cutoff
        self.meter = query.meter
        for_ways = sum([worth for _, worth, _ in bonuses_for_ways(self.train)])
        self.extra = self.train.flat + self.train.most_reward + self.train.most_bonus - for_ways
        """The most a run may earn in addition to its stops and hops, and to what the bound knows of bonuses."""
        first, nodes = stretches.first_end, enumerate(stretches.nodes)
        self.may_end = [place >= first and self.train.may_end[node] for place, node in nodes]
        """By place: may a run end there?"""
        self.exact = self.train.plain and self.bound.even and stretches.calls_at_all_large
        """Is what the walk has counted what the run is worth?"""
        self.ceiling = BOUNDLESS if self.train.best is None else self.train.best
        """No run is worth more than this, or than the cutoff; multipliers never make it more."""
        self.station = 0
        """Where the walk has begun,"""
        self.head: Arc | None = None
        """the tail before that, if any,"""
        self.way: list[Arc] = []
        """and how it has gone on."""
        self.breadth: int | None = None
        self.near = 0
        """How near to the cutoff the ceiling is to come."""
        self.level = 0
        """How much the bound remembers."""

    def search(self) -> None:
        """Report every run that is worth the cutoff."""
        self.try_all(self.estimate(0))

    def estimate(self, near: int) -> list[Start]:
        """Lower the ceiling until it is this near to the cutoff or more memory does not help; report some good runs.

        What is left are the beginnings of all runs that are worth the cutoff.
        """
        starts = [start._replace(hope=min(start.hope, self.ceiling)) for start in self.starts()]
        self.near = near
        self.ceiling = min(self.ceiling, starts[0].hope if starts else 0)
        lessons = self.lessons
        while starts and starts[0].hope >= self.cutoff.least + near:
            starts = self.weigh(starts)
            if self.level < self.bound.top():
                self.level += 1
            elif not lessons or not self.learn(starts):
                break
            else:
                lessons -= 1
        return starts

    def sample(self) -> None:
        """Report runs that are worth the cutoff, good ones first; most are found if it is stopped early."""
        self.try_all(self.starts())

    def try_all(self, starts: list[Start]) -> None:
        """Report every run that is worth the cutoff and begins like one of these."""
        for start in starts:
            if start.hope < self.cutoff.least:
                break
            self.begin(start, None)

    def weigh(self, starts: list[Start]) -> list[Start]:
        """The beginnings with what they can be worth at this level of memory, the most hopeful first."""
        return self.weigh_above(starts, self.cutoff.least)

    def weigh_above(self, starts: list[Start], least: int) -> list[Start]:
        """The same, with no interest in what is worth less than this."""
        found = []
        best = least - 1
        for start in starts:
            hope = start.hope
            if hope > best:
                self.ceiling = min(self.ceiling, hope)  # so that it has come down if the search is stopped
                ahead = self.ahead(start.state, start.sure, start.head is None, best + 1, 1)
                hope = max(best, self._tail(start), *[each.hope for each in ahead])
                best = max(best, hope)
                if ahead:
                    self.begin(start, DIVE)
            found.append(start._replace(hope=min(hope, start.hope)))
        found.sort(key=lambda start: -start.hope)
        self.ceiling = min(self.ceiling, best)
        return found

    def _tail(self, start: Start) -> int:
        """No run with a single station that begins like this is worth more."""
        if start.state.at < self.bound.first_end:
            return NEVER
        tails = self.bound.first_tails[start.state.at]
        paid = max(self.bound.at_end)
        return start.sure + paid + max([arc.worth + self.bound.small * arc.most for arc in tails], default=0)

    def begin(self, start: Start, breadth: int | None) -> None:
        """Runs with this beginning; with a breadth, only so many ways to go on are tried at each station."""
        self.head, self.station, self.breadth = start.head, start.state.at, breadth
        self.walk(start.state, start.sure)

    def starts(self) -> list[Start]:
        """Every beginning of a run, the most hopeful first."""
        found = [start for place, node in self.stretches.starts() for start in self._at(place, node)]
        found.sort(key=lambda start: -start.hope)
        return found

    def _at(self, place: int, node: int) -> Iterator[Start]:
        bound, stretches, train = self.bound, self.stretches, self.train
        room = stretches.room(train) - stretches.cost_to_begin(node) - bound.favours.lost
        calls = stretches.calls(train.allowance) - stretches.must(node)
        if room & bound.guards != bound.guards or calls < 0:
            return
        sure = self.extra + bound.beyond[node] - train.fines[node]
        if stretches.optional[node]:
            gain, calls = bound.called_at(node, calls)
            sure += gain
        state = State(place, room, calls, bound.goals[node], train.graph.keep[node] | bound.favours.taken)
        if train.may_end[node]:
            yield Start(sure + bound.without_memory(place, room, calls, state.seen), sure, None, state)
        for arc in () if train.graph.barred[node] else bound.heads[place]:
            for gain, after in self.afters(state, arc) if self.is_useful(arc, state) else ():
                begun = after._replace(at=place)
                hope = sure + gain + bound.without_memory(place, begun.room, begun.calls, begun.seen)
                yield Start(hope, sure + gain, arc, begun)

    def afters(self, state: State, arc: Arc) -> Iterator[tuple[int, State]]:
        """The same for every way to use what is waived."""
        after = self.after(state, arc)
        if after is not None:
            yield after

    def after(self, state: State, arc: Arc) -> tuple[int, State] | None:
        """What taking an arc gains, and where the walk is then; None if it cannot be taken."""
        _, room, calls, seen, used = state
        left = room - arc.cost
        if used & arc.blocks or left & self.bound.guards != self.bound.guards:
            return None
        most, small = arc.most, self.bound.small
        if used & arc.optional:
            most = (arc.optional & ~used).bit_count() + (arc.doubles & ~used).bit_count()
        most = min(most, calls)
        worth = arc.worth + small * most
        more = calls - most - arc.calls
        if more < 0:
            worth += small * more
            more = 0
        return worth, State(arc.end, left, more, seen | arc.goals, used | arc.uses)

    def is_useful(self, arc: Arc, state: State) -> bool:
        """Does it matter that a run ends like this, and not at the station or a stop before?"""
        train = self.train
        if not train.trims:
            return True
        end = arc.stretch.hops[-1].end
        last = self.stretches.stop_bits[end]
        if self.stretches.is_station[end]:
            return True
        if train.policy[end] != MAY_CALL or state.used & last:
            return False
        before = (arc.optional & ~last & ~state.used).bit_count() + (arc.doubles & ~last & ~state.used).bit_count()
        return before < state.calls or not self.bound.even

    def walk(self, state: State, sure: int) -> None:
        """Runs that begin like this."""
        meter = self.meter
        meter.steps += 1
        if meter.steps > meter.most:
            meter.stop()
        begins = not self.way
        bare = begins and self.head is None
        cutoff, way = self.cutoff, self.way
        may_end = self.stretches.may_end(state.room, state.used)
        paid = self.bound.at_end[state.seen]
        if may_end and not bare and sure + paid >= cutoff.least and self.may_end[state.at]:
            self.found(sure + paid, None)
        tails = self.bound.first_tails if bare else self.bound.tails
        for arc in tails[state.at] if may_end else ():
            if bare or self.is_useful(arc, state):
                after = self.after(state, arc)
                if after is not None:
                    worth = sure + after[0] + self.bound.at_end[after[1].seen]
                    if worth >= cutoff.least:
                        self.found(worth, arc)
        for hope, more, arc, onward in self.ahead(state, sure, bare, cutoff.least, self.breadth):
            if hope < cutoff.least:
                break
            way.append(arc)
            if not arc.ends:
                self.walk(onward, more)
            elif self.train.may_end[arc.stretch.hops[-1].end]:
                self.found(hope, None)
            way.pop()

    def ahead(self, state: State, sure: int, bare: bool, least: int, breadth: int | None) -> list[Ahead]:
        """The ways to go on that may be worth this much, the best first; with a breadth, only so many."""
        bound = self.bound
        hopeful = self.hopeful(state, sure, bare, least)
        hopeful.sort(key=_hope)
        found: list[Ahead] = []
        for each in hopeful:
            hope, more, arc, (end, left, calls, seen, used) = each
            if hope < least:
                break
            for level in () if arc.ends else range(self.level + 1):
                hope = more + bound.from_state(level, end, left, calls, seen, used, least - more)
                if hope < least:
                    break
            if hope >= least:
                insort(found, each._replace(hope=hope), key=_hope)
                if breadth is not None and len(found) >= breadth:
                    del found[breadth:]
                    least = max(least, found[-1].hope + 1)
        return found

    def hopeful(self, state: State, sure: int, bare: bool, least: int) -> list[Ahead]:
        """The ways to go on that may be worth this much if nothing is remembered."""
        bound = self.bound
        found = []
        for arc in (bound.first if bare else bound.arcs)[state.at]:
            after = self.after(state, arc)
            if after is None:
                continue
            gain, onward = after
            hope = sure + gain
            if arc.ends:
                hope += bound.at_end[onward.seen]
            else:
                hope += bound.without_memory(arc.end, onward.room, onward.calls, onward.seen)
            if hope >= least:
                found.append(Ahead(hope, sure + gain, arc, onward))
        return found

    # -- learning -----------------------------------------------------------------------------

    def learn(self, starts: list[Start]) -> bool:
        """Follow the best walks of the relaxation; stations remember what they use twice, on a level of its own."""
        memory, learned = [*self.stretches.memories[-1]], False
        for start in starts[:FOLLOWED]:
            least = max(start.hope, self.cutoff.least)
            for ahead in self.ahead(start.state, start.sure, start.head is None, least, 1):
                learned |= self._follow(start.state, ahead, memory)
        if learned:
            self.bound.learn(memory)
            self.level = self.bound.top()
        return learned

    def _follow(self, state: State, best: Ahead, into: list[int]) -> bool:
        """Follow the best walk that begins like this; True if it uses something twice."""
        memory, used = self.stretches.memories[-1], state.used
        came = [(state.at, used)]  # the stations on the walk, and what was used up to each
        learned = False
        while True:
            arc = best.arc
            twice = used & (arc.blocks | arc.optional & ~state.used)
            if twice:
                learned = True
                for station, before in came:
                    into[station] |= twice & before
            used |= arc.uses
            came.append((arc.end, used))
            state = best.state._replace(used=best.state.used & memory[arc.end])
            further = () if arc.ends else self.ahead(state, best.sure, False, best.hope, 1)
            if not further:
                return learned  # it ends here
            best = further[0]

    # -- whole runs ---------------------------------------------------------------------------

    def found(self, worth: int, tail: Arc | None) -> None:
        """Report the run, unless it is met from its other end."""
        head, way, train = self.head, self.way, self.train
        nodes, legs = self._run(tail)
        if nodes[0] == nodes[-1]:
            return
        if self.breadth is None:  # otherwise it may not be met again
            if head is not None and tail is None and not self.bound.first_end:
                return
            if self.bound.first_end and nodes[0] > nodes[-1]:
                return
            if (head is None) == (tail is None) and nodes[0] > nodes[-1]:
                return
        query, multipliers = self.query, self.query.multipliers
        arcs = [*way, *(arc for arc in (head, tail) if arc is not None)]
        if not self.exact or any(arc.stretch.afloat for arc in arcs):
            query.report_run(nodes, legs)
            return
        small_ends = (head is not None) + (tail is not None) if train.allowance.calls_at_ends else 0
        calls = self.stretches.must(self.stretches.nodes[self.station]) + small_ends + sum([arc.calls for arc in arcs])
        if self.stretches.chooses and calls > train.allowance.total:
            return
        track = train.track(nodes, legs)
        full = worth + multipliers.of(track, 0)
        query.report(Column(train, nodes, legs, track, full, 0, full), worth)

    def _run(self, tail: Arc | None) -> tuple[tuple[int, ...], tuple[Leg, ...]]:
        """The nodes and legs of the run as it stands, perhaps with a tail."""
        nodes: list[int] = []
        legs: list[Leg] = []
        if self.head is not None:
            for hop in reversed(self.head.stretch.hops):
                nodes.append(hop.end)
                legs.append((hop, True))
        nodes.append(self.stretches.nodes[self.station])
        for arc in (*self.way, tail) if tail is not None else self.way:
            for hop in arc.stretch.hops:
                nodes.append(hop.end)
                legs.append((hop, False))
        return tuple(nodes), tuple(legs)


def bound_at(query: RunQuery, stretches: Stretches) -> NgBound:
    """The bound at the multipliers of a query; the last one is kept, since all trains are asked at the same ones."""
    last = stretches.bound
    if not isinstance(last, NgBound) or last.multipliers is not query.multipliers or last.meter is not query.meter:
        last = stretches.bound = _bound_at(query, stretches)
    return last


def _bound_at(query: RunQuery, stretches: Stretches) -> NgBound:
    train, multipliers = query.train, query.multipliers
    if stretches.waived is None:
        return NgBound(stretches, query.priced, multipliers, query.meter)
    known = stretches.unpriced
    if not isinstance(known, AfloatBound):
        known = AfloatBound(stretches, priced_graph(train, NO_MULTIPLIERS), NO_MULTIPLIERS, query.meter)
        stretches.unpriced = known
    if multipliers is NO_MULTIPLIERS:
        return known
    if train.gains(multipliers) == known.gains and not train.hops_have_items:
        return known.repriced(multipliers)
    return AfloatBound(stretches, query.priced, multipliers, query.meter)
