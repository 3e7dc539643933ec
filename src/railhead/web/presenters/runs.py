"""Runs on the page: a run judged and drawn, and one being put together by clicking stops.

A draft is written as `3+2: F2.0 G5.0 | 2+1: I3.0 J4.0`: for every train the stops clicked, in order. Between two stops
the shortest way that uses no track twice is taken; `G5.0/1` takes the second shortest, and `(G5.0)` is passed by.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from django.utils.safestring import SafeString, mark_safe

from railhead.core.actions import Action, parse, text_of
from railhead.core.choices import Choice
from railhead.core.ids import Point, Stop, is_stop
from railhead.core.refusal import Malformed, Refusal
from railhead.core.spelling import POINT
from railhead.drawing import routes
from railhead.play import wording
from railhead.play.offers import is_rated
from railhead.play.prospect import Prospect
from railhead.routes.check import Fault, trace, value
from railhead.routes.model import Earnings, Route
from railhead.routes.runs import Runs
from railhead.routes.ways import path_through
from railhead.track.network import Network
from railhead.web.presenters.earned import RouteShown, routes_shown
from railhead.web.presenters.refused import Refused, explain

LONGEST_DRAFT = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class RunShown:
    """A run of all trains: what it earns or why it is not allowed, and its lines."""

    action: str
    verb: str
    """What the button says before the revenue: the trains run, or a better run is announced."""
    routes: tuple[RouteShown, ...]
    revenue: int
    subsidy: int
    overlay: SafeString
    refused: Refused | None
    trains: tuple[str, ...]
    """The trains that may run, in order: the ones a draft is made for."""
    lettered: bool = False
    """Are there several lines, so that each has its letter on the board?"""
    unsettled: bool = False
    """Must it be the maximum, and is the maximum still unknown?"""
    draft: str = ""


def judge_run(now: Prospect, text: str) -> RunShown:
    """A run given as the text of an action."""
    action = parse(now.book, text)
    plan = next((value for name in wording.kinds(type(action)) if (value := getattr(action, name))), ())
    if not isinstance(plan, tuple) or not all(isinstance(route, Route) for route in plan):
        raise Malformed("That is not a run")
    return _Judge(now).shown(plan, action)


def draft_run(now: Prospect, draft: str) -> RunShown:
    """A run being put together: the stops clicked for each train."""
    if len(draft) > LONGEST_DRAFT:
        raise Malformed("The run is too long")
    judge = _Judge(now)
    plan = tuple(route for part in draft.split("|") if (route := judge.route(part)) is not None)
    action = judge.kind(plan) if plan else None
    unsettled = judge.is_unsettled
    return replace(judge.shown(plan, action, unsettled), unsettled=unsettled, draft=draft)


class _Judge:
    """Judges runs of the company that is to run now."""

    def __init__(self, now: Prospect) -> None:
        choices = now.choices
        found = [c for c in choices or () if any(is_rated(domain) for domain in c.domains)]
        if choices is None or not found:
            raise Malformed("No trains are to run now")
        self.book, self.laid, self.choices = now.book, now.view.board, choices
        self.choice: Choice = found[0]
        self.kind: Callable[..., Action] = self.choice.action
        self.runs = cast(Runs, next(domain for domain in self.choice.domains if is_rated(domain)))

    @property
    def trains(self) -> tuple[str, ...]:
        """The trains that may run."""
        return tuple(self.book.train_names[train.train] for train in self.runs.problem.trains)

    @property
    def is_unsettled(self) -> bool:
        """Must the run be the maximum, which has not been worked out yet? That may take longer than a click."""
        return self.runs.problem.must_maximise and "proven" not in vars(self.runs)

    def refusal(self, plan: tuple[Route, ...], action: Action, unsettled: bool) -> Refusal | None:
        """Which rule forbids a run; the rule that demands the maximum waits until the maximum is known."""
        if not unsettled:
            return self.choices.why_not(action)
        found = Runs(replace(self.runs.problem, must_maximise=False)).judge(plan)
        if isinstance(found, Fault):
            return Refusal(self.book.cites[found.key], self.book.in_words(found.reason))
        return None

    def shown(self, plan: tuple[Route, ...], action: Action | None, unsettled: bool = False) -> RunShown:
        refused = None
        if action is not None and (refusal := self.refusal(plan, action, unsettled)) is not None:
            refused = explain(self.book, "This run", refusal)
        # What has been clicked so far has a value even if other trains still have to run.
        worth = value(self.runs.problem, plan)
        earned = Earnings() if isinstance(worth, Fault) else worth
        return RunShown(
            action=text_of(self.book, action) if action is not None and refused is None else "",
            verb=self.choice.action.form.split()[0].capitalize(),
            routes=routes_shown(self.book, self.laid, self.runs.problem, plan),
            revenue=earned.revenue,
            subsidy=earned.subsidy,
            overlay=mark_safe(routes.overlay(self.book, self.laid, [route.path for route in plan])),
            refused=refused,
            trains=self.trains,
            lettered=len(plan) > 1,
        )

    # -- drafts -----------------------------------------------------------------------------------

    def route(self, part: str) -> Route | None:
        """One train's route from the stops clicked; None as long as there are fewer than two."""
        name, colon, rest = part.strip().partition(":")
        if name.strip() not in self.book.train_names:
            raise Malformed(f"'{name}' is not a train")
        clicked = [self.click(word) for word in rest.split()] if colon else []
        if len(clicked) < 2:
            return None
        kind = self.book.train_names.index(name.strip())
        (start, _, _), *further = clicked
        path = path_through(self.network, start, ((stop, way) for stop, way, _ in further))
        asked = {stop for stop, _, _ in clicked}
        passed = {stop for stop, _, skips in clicked if skips}
        between = [at for at in self.stops_on(path) if at not in asked]
        return self.with_calls(kind, path, passed, between)

    def stops_on(self, path: tuple[Point, ...]) -> list[Stop]:
        """The stops along a path."""
        return [at for at in path if is_stop(at) and at in self.network.stops]

    def with_calls(self, kind: int, path: tuple[Point, ...], passed: set[Point], between: list[Stop]) -> Route:
        """Call wherever the train may; if it cannot call everywhere it passes the cheapest stops nobody clicked."""
        full = Route(kind, path, tuple(sorted(passed)))
        pays = self.runs.problem.value_of
        inner = [at for at in self.stops_on(path[1:-1]) if at not in passed]
        inner.sort(key=lambda at: (at not in between, pays(kind, at)))
        for most in range(len(inner) + 1):
            if self.may_pass_by(full, inner[:most]):
                needed = inner[:most]
                for stop in reversed(inner[:most]):
                    fewer = [at for at in needed if at != stop]
                    needed = fewer if self.may_pass_by(full, fewer) else needed
                return replace(full, passed_by=tuple(sorted((*passed, *needed))))
        return full

    def may_pass_by(self, route: Route, stops: list[Stop]) -> bool:
        """May the train make this run without calling at these stops either?"""
        changed = replace(route, passed_by=tuple(sorted((*route.passed_by, *stops))))
        return not isinstance(trace(self.runs.problem, changed), Fault)

    def click(self, word: str) -> tuple[Point, int, bool]:
        """A clicked stop: which, by which of the ways to it, and whether it is passed by."""
        skips = word.startswith("(")
        name, _, way = word.strip("()").partition("/")
        if way and not (way.isascii() and way.isdigit() and len(way) < 3):
            raise Malformed(f"'{word}' is not a stop of a run")
        return POINT.read(self.book, name), int(way or 0), skips

    @property
    def network(self) -> Network:
        """The track trains may use."""
        return self.runs.problem.network
