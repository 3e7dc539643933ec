"""A table as seen from one seat, now and at every earlier point. Pages access games through this."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeGuard

from railhead.core.events import DirectorChanged, DividendPaid, Earned, Event, RevenueKept
from railhead.core.ids import BANK, Company, Hex, Point, Seat, Stop
from railhead.core.rulebook import Rulebook
from railhead.core.state import Round
from railhead.core.view import View
from railhead.play.chronicle import Turn
from railhead.play.prospect import Prospect, step_name
from railhead.play.table import Table
from railhead.play.whereabouts import hexes_of
from railhead.routes.runs import Plan
from railhead.rules.announcing import AnnounceRun
from railhead.rules.running import Run, open_runs


@dataclass(frozen=True, slots=True)
class Ran:
    """A run that was made."""

    number: int
    """The number of the action."""
    seat: Seat
    """Who chose it."""
    company: Company
    round: Round
    revenue: int
    paths: tuple[tuple[Point, ...], ...]
    """Where each train went."""


@dataclass(frozen=True, slots=True)
class Earning:
    """What a run earned, and what was paid out for it."""

    revenue: int
    dividend: int = 0
    subsidy: int = 0
    decided: bool = True
    """Has it been decided what happens to the revenue?"""

    @property
    def paid(self) -> bool:
        """Was a dividend paid?"""
        return self.dividend > 0

    @property
    def in_part(self) -> bool:
        """Was a part of the revenue kept, or something added to it?"""
        return self.paid and self.dividend != self.revenue


class Vantage:
    """What a seat may know of a table; the seat None is a spectator."""

    def __init__(self, table: Table, seat: Seat | None) -> None:
        self._table = table
        self._known: dict[int, Prospect] = {}
        self.seat = seat

    @property
    def book(self) -> Rulebook:
        """The rulebook."""
        return self._table.book

    @property
    def actions(self) -> int:
        """How many actions are in force."""
        return self._table.actions

    def prospect(self, at: int) -> Prospect:
        """The position after this many actions, to look ahead from."""
        if at not in self._known:
            self._known[at] = Prospect(self.book, self._table.session.at(at), self.seat)
        return self._known[at]

    def view(self, at: int) -> View:
        """The table after this many actions."""
        return self.prospect(at).view

    def turns(self, at: int, since: int | None) -> tuple[Turn, ...]:
        """What happened up to an action, marking what is newer than the action `since`."""
        return self._table.chronicle(at, since)

    def recent_turns(self, at: int, since: int | None, least: int) -> tuple[tuple[Turn, ...], bool]:
        """The last of them, with at least so many lines and everything that is new; and whether there are more."""
        return self._table.recent(at, since, least)

    def round_at(self, at: int) -> Round:
        """The round after this many actions."""
        return self._table.session.round_at(at)

    @cached_property
    def round_starts(self) -> tuple[int, ...]:
        """The numbers of actions after which a round began; 0 for the first."""
        rounds = [self.round_at(number) for number in range(self.actions + 1)]
        return (0, *(number for number in range(1, len(rounds)) if rounds[number] != rounds[number - 1]))

    def ends_of_rounds(self, at: int) -> list[View]:
        """The table at the end of every round up to an action, and after that action."""
        return [self.view(start - 1) for start in self.round_starts[1:] if start <= at] + [self.view(at)]

    def steps_decided(self, at: int) -> frozenset[str]:
        """The kinds of steps in which this seat has decided something in person, up to an action."""
        numbers = (number for number in range(1, at + 1) if self._decided(number))
        return frozenset(step_name(type(self._table.session.played(number).agenda[-1])) for number in numbers)

    def _decided(self, number: int) -> bool:
        entry = self._table.decided_by(number)
        return entry.seat == self.seat and not entry.automatic

    def runs(self, at: int) -> Iterator[Ran]:
        """The runs that directors chose up to an action, the newest first."""
        for number in range(at, 0, -1):
            played = self._table.session.played(number)
            run = played.action
            company = played.agenda[-1].acting_company if isinstance(run, Run) else None
            if isinstance(run, Run) and company is not None:
                revenue = self._table.session.as_played(number).revenue[company]
                paths = tuple(route.path for route in run.routes)
                yield Ran(number, self._table.decided_by(number).seat, company, played.round, revenue, paths)

    def earnings(self, at: int, most: int) -> dict[Company, tuple[Earning, ...]]:
        """What each company has earned up to an action: its last runs, the oldest first, at most so many."""
        found: dict[Company, list[Earning]] = {}
        for number in range(1, at + 1):
            for event in self._table.session.played(number).events:
                if _ends_company(event):
                    found.pop(event.company, None)
                elif isinstance(event, Earned):
                    found.setdefault(event.company, []).append(Earning(event.revenue))
                elif isinstance(event, DividendPaid) and found.get(event.company):
                    found[event.company][-1] = replace(found[event.company][-1], dividend=event.amount)
        return {company: tuple(earned[-most:]) for company, earned in found.items()}

    def last_earnings(self, at: int) -> dict[Company, Earning]:
        """What each company earned in its last turn in which it has run, or could have, up to an action."""
        found: dict[Company, Earning] = {}
        for number in range(1, at + 1):
            for event in self._table.session.played(number).events:
                if _ends_company(event):
                    found.pop(event.company, None)
                elif isinstance(event, Earned):
                    found[event.company] = Earning(event.revenue, subsidy=event.subsidy, decided=False)
                elif isinstance(event, DividendPaid | RevenueKept):
                    earned = found.get(event.company)
                    if earned is None or earned.decided:
                        earned = Earning(0)
                    dividend = event.amount if isinstance(event, DividendPaid) else 0
                    found[event.company] = replace(earned, dividend=dividend, decided=True)
        return found

    def plan_at(self, number: int) -> tuple[Company, Plan] | None:
        """The run that was declared or announced by this action, and whose; None if it was another action."""
        if number < 1:
            return None
        played = self._table.session.played(number)
        company = played.agenda[-1].acting_company
        if company is None or not isinstance(played.action, Run | AnnounceRun):
            return None
        return company, played.action.routes

    def run_before(self, at: int) -> int:
        """The number of the action that declared the run which the step at hand is about; 0 if it is about none.

        Usually it is the last action. In the same step somebody may also have done something else since, such as
        taking a loan.
        """
        now = self._table.session.at(at).agenda
        while at and self.plan_at(at) is None and self._table.session.played(at).agenda == now:
            at -= 1
        return at if self.plan_at(at) else 0

    def last_hexes(self, at: int) -> frozenset[Hex]:
        """Where something was last done on the board, up to an action."""
        found = (hexes_of(self._table.session.played(number).action) for number in range(at, 0, -1))
        return next(filter(None, found), frozenset())

    def counted_at(self, number: int) -> tuple[tuple[Stop, ...], ...]:
        """The stops that trains counted which run no route, in the run that this action declared or announced."""
        found = self.plan_at(number)
        runs = None if found is None else self.view(number - 1).ask(open_runs, found[0])
        return () if runs is None else tuple(tuple(stop for stop, _ in haul.stops) for haul in runs.problem.hauls)

    def last_plan(self, at: int, company: Company) -> Plan:
        """The last run of a company that a player chose up to an action; none if there was none."""
        plans = (self.plan_at(number) for number in range(at, 0, -1))
        return next((found[1] for found in plans if found is not None and found[0] == company), ())


def _ends_company(event: Event) -> TypeGuard[DirectorChanged]:
    """Does a company end with this? One that is founded later under the same name has earned nothing of what it did."""
    return isinstance(event, DirectorChanged) and event.director == BANK
