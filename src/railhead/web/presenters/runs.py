"""Runs on the page: a run judged and drawn, one being put together by clicking stops, and the company's last run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from railhead.core.actions import Action, parse, text_of
from railhead.core.choices import Choice
from railhead.core.refusal import Malformed, Refusal
from railhead.core.spelling import POINT, write_consist
from railhead.core.text import Text
from railhead.drawing import routes
from railhead.play import wording
from railhead.play.draft import Drafting, TrainDraft, runnable
from railhead.play.offers import is_rated
from railhead.play.prospect import Prospect
from railhead.routes.best import Best
from railhead.routes.check import Fault, value
from railhead.routes.model import Earnings, Route
from railhead.routes.runs import Plan, Runs
from railhead.rules.announcing import AnnounceRun
from railhead.web.presenters.alternatives import Compared, alternatives, compared
from railhead.web.presenters.earned import RouteShown, counted, routes_shown
from railhead.web.presenters.ghosts import Ghosts, ghosts_of
from railhead.web.presenters.outlook import Outlook, outlook
from railhead.web.presenters.refused import Refused, explain


@dataclass(frozen=True, slots=True)
class Sequel:
    """Something that may be done at once after a run."""

    label: str
    outlook: Outlook
    ghosts: Ghosts | None
    """Where markers on the market would go."""


@dataclass(frozen=True, slots=True)
class Sequels:
    """What is to be decided right after a run by the same player, and what each alternative would do."""

    each: tuple[Sequel, ...]
    compared: tuple[Compared, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunShown:
    """A run of all trains: what it earns or why it is not allowed, and its lines."""

    action: str
    announced: bool
    """Is it announced for a company of another player, instead of being run?"""
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
    """The run as a draft, which clicks on stops can change."""
    note: str = ""
    """Why the last click changed nothing."""
    sequels: Sequels | None = None
    """What could be done at once with the revenue, if that is known."""


def judge_run(now: Prospect, text: str, best: Best | None = None) -> RunShown:
    """A run given as the text of an action, and what is known about the best one."""
    action = parse(now.book, text)
    plan = next((value for name in wording.kinds(type(action)) if (value := getattr(action, name))), ())
    if not isinstance(plan, tuple) or not all(isinstance(route, Route) for route in plan):
        raise Malformed("That is not a run")
    judge = _Judge(now)
    if best is not None and not judge.runs.is_searched:
        judge.runs.remember(best)
    return judge.shown(plan, action)


def revenue_of(now: Prospect, text: str) -> int:
    """What the run of an action earns; nothing if it is empty because no train has a route."""
    return judge_run(now, text).revenue if text else 0


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be done to the draft of one train."""

    train: int
    """The train's place among those that may run."""
    do: str
    """One of: click, back, way, clear."""
    stop: str = ""
    """The stop that was clicked."""


def draft_run(now: Prospect, draft: str | None, change: Change | None = None) -> RunShown:
    """A run being put together: the stops clicked for each train; None if that begins now."""
    judge = _Judge(now)
    drafted, note = judge.drafting.blank if draft is None else judge.drafting.read(draft), ""
    if change is not None:
        if not 0 <= change.train < len(drafted):
            raise Malformed("There is no such train")
        try:
            changed = judge.changed(drafted[change.train], change)
            drafted = (*drafted[: change.train], changed, *drafted[change.train + 1 :])
        except Malformed as problem:
            note = str(problem)
    plan = judge.drafting.plan(drafted)
    action = judge.kind(plan) if plan else None
    unsettled = judge.is_unsettled
    shown = judge.shown(plan, action, unsettled)
    return replace(shown, unsettled=unsettled, draft=judge.drafting.written(drafted), note=note)


def last_run(now: Prospect, plan: Plan) -> RunShown | None:
    """An earlier run of the company, as far as it can be made again; None if nothing is left of it that earns."""
    judge = _Judge(now)
    left = runnable(judge.runs.problem, plan)
    run = draft_run(now, judge.drafting.written(judge.drafting.draft_of(left))) if left else None
    return run if run is not None and run.revenue else None


class _Judge:
    """Judges runs of the company that is to run now."""

    def __init__(self, now: Prospect) -> None:
        choices = now.choices
        found = [c for c in choices or () if any(is_rated(domain) for domain in c.domains)]
        if choices is None or not found:
            raise Malformed("No trains are to run now")
        self.now, self.book, self.laid, self.choices = now, now.book, now.view.board, choices
        self.choice: Choice = found[0]
        self.kind: Callable[..., Action] = self.choice.action
        self.runs = cast(Runs, next(domain for domain in self.choice.domains if is_rated(domain)))
        self.drafting = Drafting(now.book, self.runs.problem)

    @property
    def trains(self) -> tuple[str, ...]:
        """The trains that may run."""
        return tuple(write_consist(self.book, train.train) for train in self.runs.problem.trains)

    @property
    def is_unsettled(self) -> bool:
        """Must the run be the maximum, which has not been worked out yet? That may take longer than a click."""
        return self.runs.problem.must_maximise and not self.runs.is_searched

    def refusal(self, plan: Plan, action: Action, unsettled: bool) -> Refusal | None:
        """Which rule forbids a run; the rule that demands the maximum waits until the maximum is known."""
        if not unsettled:
            return self.choices.why_not(action)
        found = Runs(replace(self.runs.problem, must_maximise=False)).judge(plan)
        if isinstance(found, Fault):
            return Refusal(self.book.cites[found.key], Text(self.book.in_words(found.reason), **found.values))
        return None

    def shown(self, plan: Plan, action: Action | None, unsettled: bool = False) -> RunShown:
        refused = None
        if action is not None and (refusal := self.refusal(plan, action, unsettled)) is not None:
            refused = explain(self.book, gettext("This run"), refusal)
        # What has been clicked so far has a value even if other trains still have to run.
        worth = value(self.runs.problem, plan)
        earned = Earnings() if isinstance(worth, Fault) else worth
        rings = counted(self.runs.problem, plan)
        return RunShown(
            action=text_of(self.book, action) if action is not None and refused is None else "",
            announced=self.choice.action is AnnounceRun,
            routes=routes_shown(self.book, self.laid, self.runs.problem, plan),
            revenue=earned.revenue,
            subsidy=earned.subsidy,
            overlay=mark_safe(routes.overlay(self.book, self.laid, [route.path for route in plan], rings)),
            refused=refused,
            trains=self.trains,
            lettered=len(plan) + len(rings) > 1,
            draft=self.drafting.written(self.drafting.draft_of(plan)),
            sequels=None if action is None or refused else self.sequels(action),
        )

    def sequels(self, action: Action) -> Sequels | None:
        """What the same player would have to decide right after a run; None if somebody else is asked first.

        Whether somebody is may depend on the best run: as long as that is unknown, nothing is said.
        """
        if not self.runs.is_searched:
            return None
        after, _ = self.now.after(action)
        choices = after.choices
        if choices is None or choices.seat != self.choices.seat:
            return None
        if choices.step.acting_company != self.choices.step.acting_company:
            return None
        actions = alternatives(choices)
        return (
            Sequels(tuple(self.sequel(after, each) for each in actions), compared(after, actions)) if actions else None
        )

    def sequel(self, after: Prospect, action: Action) -> Sequel:
        label, told = wording.said_after_run(self.book, action), outlook(after, action, text_of(self.book, action))
        return Sequel(label, told, ghosts_of(self.now.view, after.at_once(action)[0]))

    def changed(self, train: TrainDraft, change: Change) -> TrainDraft:
        """The draft of one train after a change."""
        if change.do == "click":
            return self.drafting.clicked(train, POINT.read(self.book, change.stop))
        if change.do == "back":
            return self.drafting.shortened(train)
        if change.do == "way":
            return self.drafting.other_way(train)
        if change.do == "clear":
            return TrainDraft(train.kind)
        raise Malformed("'{do}' is not a change of a run", do=change.do[:20])
