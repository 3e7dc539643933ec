"""Two or three things one of which is to be done, compared: what each does to the company and to every player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from railhead.core.actions import Accept, Action, Decline, Pass
from railhead.core.choices import Choices
from railhead.core.ids import Company, Seat
from railhead.core.view import View
from railhead.play import wording
from railhead.play.prospect import Prospect
from railhead.rules.debts import pending
from railhead.web.presenters.outlook import expected

Figure = Callable[[View], int | None]
"""A figure at a point of the game; None if the seat may not know it."""


@dataclass(frozen=True, slots=True)
class Then:
    """A figure after one of the alternatives, and by how much it differs from now."""

    figure: int
    change: int

    @property
    def kind(self) -> str:
        """Is it more or less than now?"""
        return "gain" if self.change > 0 else "cost" if self.change < 0 else ""


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure: now, and after each alternative."""

    name: str
    now: int
    then: tuple[Then, ...]
    you: bool = False
    cash: tuple[int, ...] = ()
    """What a player gets at once by each alternative."""

    @property
    def cells(self) -> tuple[tuple[Then, int], ...]:
        """For each alternative the figure and the cash in it."""
        return tuple(zip(self.then, self.cash or (0,) * len(self.then), strict=True))


def alternatives(choices: Choices) -> tuple[Action, ...]:
    """The things one of which is to be done for a company, if there are several and none has any details; else none."""
    offered = [choice for choice in choices if choice.action not in choices.asides]
    answers = any(issubclass(choice.action, Pass | Accept | Decline) for choice in offered)
    detailed = any(wording.kinds(choice.action) for choice in offered)
    if choices.step.acting_company is None or len(offered) < 2 or answers or detailed:
        return ()
    return tuple(choice.action() for choice in offered)


def compared(now: Prospect, actions: Sequence[Action]) -> tuple[Compared, ...]:
    """What each action would do to the company that acts, and to the worth of every player."""
    after = [expected(now, action)[0] for action in actions]
    return tuple(_rows(now.view, after))


def _rows(view: View, after: list[View]) -> Iterator[Compared]:
    company = view.acting_company
    if company is not None:
        symbol = view.companies[company].symbol
        yield from _row(gettext("%(company)s price") % {"company": symbol}, _price(company), view, after)
        yield from _row(gettext("%(company)s treasury") % {"company": symbol}, _treasury(company), view, after)
    for seat, player in view.players.items():
        cash = tuple(then.players[seat].cash - player.cash for then in after)
        yield from _row(player.name, _worth(seat), view, after, you=seat == view.seat, cash=cash)


def _price(company: Company) -> Figure:
    return lambda view: view.companies[company].price


def _treasury(company: Company) -> Figure:
    return lambda view: view.companies[company].treasury


def _worth(seat: Seat) -> Figure:
    """A player's worth, less what they still owe at that point."""

    def worth(view: View) -> int:
        owed = sum(debt.amount for debt in view.ask(pending) if debt.debtor == seat)
        return view.players[seat].worth - owed

    return worth


def _row(
    name: str, figure: Figure, view: View, after: list[View], you: bool = False, cash: tuple[int, ...] = ()
) -> Iterator[Compared]:
    """The figure as a row, if it may be known and any alternative changes it."""
    now, then = figure(view), [figure(each) for each in after]
    known = [each for each in then if each is not None]
    if now is None or len(known) < len(then) or (all(each == now for each in known) and not any(cash)):
        return
    yield Compared(name, now, tuple(Then(each, each - now) for each in known), you, cash)
