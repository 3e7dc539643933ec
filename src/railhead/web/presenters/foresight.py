"""What could follow from an action that changes nothing by itself: from a proposal, and from agreeing to one.

Nothing here depends on what is proposed: the choices that follow are tried one by one, each as far as the rules carry
it until someone has to decide again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext

from railhead.core.actions import Accept, Action, Decline, Pass
from railhead.core.choices import Choices
from railhead.core.ids import Company
from railhead.core.spelling import Companies
from railhead.core.steps import Matter
from railhead.play import wording
from railhead.play.offers import is_rated
from railhead.play.prospect import Prospect
from railhead.play.tales import consequences
from railhead.rules.consent import Proposal
from railhead.web.presenters.outlook import Chip, figures, then

FEW = 4
"""With more choices than this the outcome cannot be summarised."""


@dataclass(frozen=True, slots=True)
class Course:
    """One way in which matters may develop."""

    label: str
    """Under which condition, or by which decision."""
    chips: tuple[Chip, ...]
    lines: tuple[str, ...]
    next: str
    """Who would have to decide what then."""


@dataclass(frozen=True, slots=True)
class Foresight:
    """All ways in which matters may develop, and the companies involved."""

    courses: tuple[Course, ...]
    companies: tuple[Company, ...]
    asks: str = ""
    """Who would have to answer what, if it is a proposal that has more to be said of it."""
    terms: tuple[str, ...] = ()
    """What that player would be told of it."""


def foresight(now: Prospect, action: Action) -> Foresight | None:
    """What could follow from an action, as far as this seat may know; None if a few lines cannot say it."""
    if isinstance(action, Pass | Decline):
        return None
    return _Matter(now, action).foresight()


def run_after(now: Prospect, action: Action) -> Prospect | None:
    """The position after an action if the same company is to run trains then; what they can earn is its worth."""
    company = _acting(now.choices)
    if company is None or isinstance(action, Pass):
        return None
    after, _ = now.after(action)
    choices = after.choices
    runs = choices is not None and choices.step.matter is Matter.RUN
    return after if runs and _acting(choices) == company else None


def can_run(now: Prospect) -> bool:
    """May any run be chosen? To find out may take as long as to find one."""
    return any(is_rated(domain) for choice in now.choices or () for domain in choice.domains)


def _acting(choices: Choices | None) -> Company | None:
    return None if choices is None else choices.step.acting_company


class _Matter:
    """Looks on from a position after an action."""

    def __init__(self, now: Prospect, action: Action) -> None:
        self.now, self.book, self.action = now, now.book, action
        self.companies = list(companies_in(action))

    def foresight(self) -> Foresight | None:
        after, _ = self.now.after(self.action)
        choices = after.choices
        if choices is None:
            return None
        if Accept() in choices:
            return self.proposal(after, choices)
        courses = self.decided(after, choices, str) if self.goes_on(choices) else []
        return Foresight(tuple(courses), self.involved) if courses else None

    def proposal(self, after: Prospect, choices: Choices) -> Foresight | None:
        """Someone is asked: what they would be told, and what follows if they agree."""
        courses = tuple(self.if_agreed(after, choices))
        terms = () if isinstance(self.action, Accept) else after.view.situation
        if not (courses or terms):
            return None
        return Foresight(courses, self.involved, then(after) if terms else "", terms)

    @property
    def involved(self) -> tuple[Company, ...]:
        return tuple(dict.fromkeys(self.companies))

    def if_agreed(self, after: Prospect, choices: Choices) -> list[Course]:
        """Someone is asked: what follows if they agree."""
        asked = self.book.owner_names[choices.seat]
        agreed = self.course(after, Accept(), gettext("If %(player)s agrees") % {"player": asked})
        if agreed.chips:
            return [agreed]
        further, _ = after.after(Accept())
        following = further.choices
        if following is None:
            return []
        return self.decided(further, following, lambda label: _if_agreed(asked, label))

    def decided(self, after: Prospect, choices: Choices, said: Callable[[str], str]) -> list[Course]:
        """A decision about the same matter follows, which cannot be declined: each way it may go.

        Nothing is said where trains run: their runs are too many, and all else would seem to be all there is. Whether
        any is possible may take long to find out.
        """
        if choices.step.matter is Matter.RUN:
            return []
        actions = list(islice(_actions(choices), FEW + 1))
        if not 1 <= len(actions) <= FEW or Pass() in choices:
            return []
        for action in actions:
            self.companies += companies_in(action)
        return [self.course(after, action, said(wording.said(self.book, action))) for action in actions]

    def goes_on(self, choices: Choices) -> bool:
        """Is it still the same matter? An answer is, and what the same player has to settle at once."""
        return isinstance(self.action, Accept) or choices.seat == self.now.seat

    def course(self, after: Prospect, action: Action, label: str) -> Course:
        further, events = after.after(action)
        told = tuple(str(wording.sentence(self.book, event)) for event in consequences(self.book, events))
        chips = tuple(figures(self.now.view, further.view, events))
        return Course(label, chips, told, then(further))


def _if_agreed(player: str, label: str) -> str:
    return gettext("If %(player)s agrees: %(action)s") % {"player": player, "action": label}


def _actions(choices: Choices) -> Iterator[Action]:
    """What the decision is about, without what could be done at any time."""
    for choice in choices:
        if choice.action not in choices.asides and not any(is_rated(domain) for domain in choice.domains):
            yield from choice


def companies_in(thing: Action | Proposal) -> Iterator[Company]:
    """The companies that an action or a proposal names."""
    for name, kind in wording.kinds(type(thing)).items():
        if kind is Company:
            yield getattr(thing, name)
        elif kind == Companies:
            yield from getattr(thing, name)
