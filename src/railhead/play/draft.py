"""A run being put together by pointing at its stops.

A draft is written as `3+2: F2.0 G5.0 | 2+1: I3.0 J4.0`: for every train the stops clicked, in order. Between two stops
the shortest way that uses no track twice is taken; `G5.0/1` takes the second shortest. A train calls wherever it may,
except that it passes by `(G5.0)` and, of the stops nobody clicked, `-H4.0`. It calls at `+H4.0` if it can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from railhead.core.ids import Point, Stop, is_stop
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import POINT, read_consist, write_consist
from railhead.routes.check import Fault, links_along, trace
from railhead.routes.model import MAY_CALL, Route, RouteProblem
from railhead.routes.runs import Plan
from railhead.routes.ways import MOST_WAYS, path_through, ways

LONGEST = 4000
"""How long a draft may be, written."""


@dataclass(frozen=True, slots=True)
class Click:
    """A stop that was clicked, and which of the ways to it is taken."""

    stop: Point
    way: int = 0


@dataclass(frozen=True, slots=True)
class TrainDraft:
    """What has been clicked for one train."""

    kind: int
    clicks: tuple[Click, ...] = ()
    passed: frozenset[Point] = frozenset()
    """Stops that are to be passed by."""
    called: frozenset[Point] = frozenset()
    """Stops on the way, not clicked to get there, that are to be called at."""


Draft = tuple[TrainDraft, ...]
"""By train, in the order of the company's trains."""


class Drafting:
    """Drafts for the trains of a company."""

    def __init__(self, book: Rulebook, problem: RouteProblem) -> None:
        self.book, self.problem, self.network = book, problem, problem.network

    # -- reading and writing ----------------------------------------------------------------------

    @property
    def blank(self) -> Draft:
        """Nothing has been clicked yet."""
        return tuple(TrainDraft(train.train) for train in self.problem.trains)

    def read(self, text: str) -> Draft:
        """A draft from its text."""
        if len(text) > LONGEST:
            raise Malformed("The run is too long")
        return tuple(self._read_train(part) for part in text.split("|"))

    def _read_train(self, part: str) -> TrainDraft:
        name, colon, rest = part.strip().partition(":")
        kind = read_consist(self.book, name.strip())
        if all(train.train != kind for train in self.problem.trains):
            raise Malformed("The company has no {train} to run", train=name.strip())
        draft = TrainDraft(kind)
        for word in rest.split() if colon else ():
            draft = self._read_word(draft, word)
        return draft

    def _read_word(self, draft: TrainDraft, word: str) -> TrainDraft:
        name, _, way = word.strip("()").lstrip("+-").partition("/")
        if way and not (way.isascii() and way.isdigit() and len(way) < 3):
            raise Malformed("'{word}' is not a stop of a run", word=word)
        stop: Point = POINT.read(self.book, name)
        if word.startswith("+"):
            return replace(draft, called=draft.called | {stop})
        if word.startswith(("(", "-")):
            draft = replace(draft, passed=draft.passed | {stop})
        return draft if word.startswith("-") else replace(draft, clicks=(*draft.clicks, Click(stop, int(way or 0))))

    def written(self, draft: Draft) -> str:
        """A draft as text."""
        return " | ".join(
            f"{write_consist(self.book, train.kind)}: {' '.join(self._words(train))}".strip() for train in draft
        )

    def _words(self, train: TrainDraft) -> Iterator[str]:
        clicked = {click.stop for click in train.clicks}
        for click in train.clicks:
            word = POINT.write(self.book, click.stop) + (f"/{click.way}" if click.way else "")
            yield f"({word})" if click.stop in train.passed else word
        for mark, stops in (("-", train.passed), ("+", train.called)):
            yield from (f"{mark}{POINT.write(self.book, stop)}" for stop in sorted(stops - clicked))

    def draft_of(self, plan: Iterable[Route]) -> Draft:
        """A known run as if all its stops had been clicked; routes of trains the company does not have are left out."""
        left = list(plan)
        found = []
        for train in self.blank:
            route = next((each for each in left if each.train == train.kind), None)
            if route is None:
                found.append(train)
            else:
                left.remove(route)
                found.append(self._along(train.kind, route.path, frozenset(route.passed_by)))
        return tuple(found)

    def _along(self, kind: int, path: tuple[Point, ...], passed: frozenset[Point]) -> TrainDraft:
        """All the stops of a path clicked one after the other, each by the way the path takes."""
        clicks, used = [Click(path[0])], 0
        done: tuple[Point, ...] = path[:1]
        for link in links_along(self.network, path) or ():
            found = islice(ways(self.network, done, link.end, used), MOST_WAYS)
            clicks.append(Click(link.end, next((way for way, links in enumerate(found) if links == (link,)), 0)))
            done, used = (*done, *link.path[1:]), used | link.track
        return TrainDraft(kind, tuple(clicks), passed & set(path))

    # -- the run ----------------------------------------------------------------------------------

    def plan(self, draft: Draft) -> Plan:
        """The routes drafted so far."""
        return tuple(route for train in draft if (route := self.route(train)) is not None)

    def route(self, train: TrainDraft) -> Route | None:
        """A train's route from the stops clicked; None as long as there are fewer than two."""
        path = self.path(train)
        if len(path) < 2:
            return None
        wishes = {click.stop: 1 for click in train.clicks} | dict.fromkeys(train.called, 2)
        return self._with_calls(train.kind, path, train.passed & set(path), wishes)

    def path(self, train: TrainDraft) -> tuple[Point, ...]:
        """The way through the stops clicked; it ends where the next one cannot be reached."""
        if not train.clicks:
            return ()
        first, *further = train.clicks
        return path_through(self.network, first.stop, ((click.stop, click.way) for click in further))

    def _stops_on(self, path: tuple[Point, ...]) -> list[Stop]:
        return [at for at in path if is_stop(at) and at in self.network.stops]

    def _with_calls(
        self, kind: int, path: tuple[Point, ...], passed: frozenset[Point], wishes: Mapping[Point, int]
    ) -> Route:
        """Call wherever the train may; if it cannot call everywhere, not where least was wished, and least is paid."""
        full = Route(kind, path, tuple(sorted(passed)))
        inner = [at for at in self._stops_on(path[1:-1]) if at not in passed]
        inner.sort(key=lambda at: (wishes.get(at, 0), self.problem.value_of(kind, at)))
        for most in range(len(inner) + 1):
            if self._is_legal(full, inner[:most]):
                needed = inner[:most]
                for stop in reversed(inner[:most]):
                    fewer = [at for at in needed if at != stop]
                    needed = fewer if self._is_legal(full, fewer) else needed
                return replace(full, passed_by=tuple(sorted((*passed, *needed))))
        return full

    def _is_legal(self, route: Route, stops: list[Stop]) -> bool:
        """May the train make this run without calling at these stops either?"""
        changed = replace(route, passed_by=tuple(sorted((*route.passed_by, *stops))))
        return not isinstance(trace(self.problem, changed), Fault)

    # -- changing it ------------------------------------------------------------------------------

    def clicked(self, train: TrainDraft, stop: Point) -> TrainDraft:
        """A stop is clicked: one that is not on the route yet extends it.

        The ends of the route are taken back, unless a click on its beginning closes a circuit. On the way, the train
        calls or passes by where it may choose; where it may not, the route ends there.
        """
        path = self.path(train)
        if stop not in path:
            return self._extended(train, path, stop)
        if stop == path[-1]:
            return self._without(train, train.clicks[:-1])
        if stop == path[0]:
            return self._closed(train, stop) or self._without(train, (Click(train.clicks[1].stop), *train.clicks[2:]))
        if self._may_choose(train.kind, stop):
            return self._switched(train, stop)
        if self._may_end(train.kind, stop):
            return self._along(train.kind, path[: path.index(stop) + 1], train.passed)
        return train

    def _extended(self, train: TrainDraft, path: tuple[Point, ...], stop: Point) -> TrainDraft:
        """The route goes on to another stop from its end or, if no track leads there, from its beginning."""
        longer = replace(train, clicks=(*train.clicks, Click(stop)))
        if self.path(longer)[-1] == stop:
            return longer
        turned = self._along(train.kind, path[::-1], train.passed)
        turned = replace(turned, clicks=(*turned.clicks, Click(stop)), called=train.called)
        if self.path(turned)[-1] == stop:
            return turned
        raise Malformed("No track leads there from either end of the route")

    def _closed(self, train: TrainDraft, stop: Point) -> TrainDraft | None:
        """The route as a circuit, by the first way back that makes it a legal one."""
        for way in range(MOST_WAYS) if self.problem.by_kind[train.kind].circuits else ():
            closed = replace(train, clicks=(*train.clicks, Click(stop, way)))
            route = self.route(closed)
            if route is not None and route.path[-1] == stop and self._is_legal(route, []):
                return closed
        return None

    def _without(self, train: TrainDraft, clicks: tuple[Click, ...]) -> TrainDraft:
        shorter = replace(train, clicks=clicks)
        there = set(self.path(shorter))
        return replace(shorter, passed=train.passed & there, called=train.called & there)

    def _switched(self, train: TrainDraft, stop: Point) -> TrainDraft:
        route = self.route(train)
        assert route is not None
        if stop in route.passed_by:
            calling = replace(train, passed=train.passed - {stop}, called=train.called | {stop})
            changed = self.route(calling)
            assert changed is not None
            if stop in changed.passed_by:
                raise Malformed("The train cannot call there as well")
            return calling
        return replace(train, passed=train.passed | {stop}, called=train.called - {stop})

    def _may_choose(self, kind: int, stop: Point) -> bool:
        train = self.problem.by_kind[kind]
        return is_stop(stop) and train.calls[self.problem.grades[stop]] == MAY_CALL

    def _may_end(self, kind: int, stop: Point) -> bool:
        return is_stop(stop) and self.problem.grades[stop] in self.problem.by_kind[kind].ends

    def shortened(self, train: TrainDraft) -> TrainDraft:
        """The last stop is taken back."""
        return self._without(train, train.clicks[:-1])

    def other_way(self, train: TrainDraft) -> TrainDraft:
        """Another way is taken to the last stop."""
        if len(train.clicks) < 2:
            return train
        last = train.clicks[-1]
        way = (last.way + 1) % MOST_WAYS
        return replace(train, clicks=(*train.clicks[:-1], replace(last, way=way)))


def runnable(problem: RouteProblem, plan: Iterable[Route]) -> Plan:
    """The routes of an earlier run for which the company still has a train, and the track is still there."""
    left = Counter(train.train for train in problem.trains)
    found = []
    for route in plan:
        if left[route.train] and links_along(problem.network, route.path) is not None:
            left[route.train] -= 1
            found.append(route)
    return tuple(found)
