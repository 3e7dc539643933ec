"""Every run of one train that is worth the cutoff, where water counts: see `search_walks` and `afloat_bound`."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.routes.afloat_bound import GROUP, NUMBER, PLAINLY, AfloatBound
from railhead.routes.ng_bound import Arc
from railhead.routes.search_walks import Ahead, Start, State, WalkSearch

LESSONS = 30
"""How often places learn before a search: each lesson takes little compared with the search."""
BEGUN, LOOKED_AT = 4, 16
"""So many beginnings of runs, and ways to go on that are looked at, count as one step of work."""


class AfloatSearch(WalkSearch):
    """The search with a bound that knows what is waived of the water on a run."""

    lessons = LESSONS

    def starts(self) -> list[Start]:
        """Every beginning of a run, the most hopeful first; there are many."""
        assert isinstance(self.bound, AfloatBound)
        self.bound.prices_calls = self.train.allowance.total > self.train.allowance.visits
        found = super().starts()
        self.meter.steps += len(found) // BEGUN
        return found

    def weigh(self, starts: list[Start]) -> list[Start]:
        """The same, with no interest in what is too near to the cutoff to matter."""
        return self.weigh_above(starts, self.cutoff.least + self.near)

    def after(self, state: State, arc: Arc) -> tuple[int, State] | None:
        """What taking an arc gains, and where the walk is then; None if it cannot be taken."""
        _, room, calls, seen, used = state
        left = room - arc.cost
        if used & arc.blocks or left & self.bound.guards != self.bound.guards:
            return None
        assert isinstance(self.bound, AfloatBound)
        worth, more = self.bound.taken(arc, calls, used)
        return worth, State(arc.end, left, more, seen | arc.goals, used | arc.uses)

    def afters(self, state: State, arc: Arc) -> Iterator[tuple[int, State]]:
        """What taking an arc gains, and where the walk is then, for every way to use what is waived."""
        after = self.after(state, arc)
        bound = self.bound
        assert isinstance(bound, AfloatBound)
        if after is None:
            return
        gain, onward = after
        for marks, lost, fee in bound.ways(state.used, arc):
            left = onward.room - lost
            if left & bound.guards == bound.guards:
                yield gain - fee, onward._replace(room=left, used=onward.used | marks)

    def hopeful(self, state: State, sure: int, bare: bool, least: int) -> list[Ahead]:
        """The ways to go on that may be worth this much if nothing is remembered."""
        bound, used = self.bound, state.used
        assert isinstance(bound, AfloatBound)
        may_end, guards = self.stretches.may_end, bound.guards
        found = []
        looked_at = 0
        options = bound.options(state.at, state.room, state.calls, state.seen, bare)
        groups, after = bound.called(state.at, state.calls, bare), state.seen
        for option in options:
            if sure + (option >> GROUP) < least:
                break
            end, cost, gain, later, _, goals, best, arcs = groups[option & NUMBER]
            hope, room, seen = (option >> GROUP) - best, state.room - cost, after | goals
            for arc_gain, blocks, optional, uses, arc in arcs:
                if sure + hope + arc_gain < least:
                    break
                looked_at += 1
                if used & blocks:
                    continue
                before_fees, more = gain + arc_gain, later
                if used & optional:
                    before_fees, more = bound.taken(arc, state.calls, used)
                has = used | uses
                for marks, lost, fee in bound.ways(used, arc) if arc.stretch.crossed else PLAINLY:
                    left, worth = room - lost, sure + before_fees - fee
                    if left & guards != guards or (arc.ends and not may_end(left, has | marks)):
                        continue
                    onward = bound.at_end[seen] if arc.ends else bound.without_memory(end, left, more, seen)
                    if worth + onward >= least:
                        found.append(Ahead(worth + onward, worth, arc, State(arc.end, left, more, seen, has | marks)))
        self.meter.steps += 1 + looked_at // LOOKED_AT
        return found
