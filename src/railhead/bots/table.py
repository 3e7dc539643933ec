"""One decision of a bot: what is offered, and what the seat knows, in a form that rules of thumb can ask about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cached_property
from typing import TypeVar, get_type_hints

from railhead.bots.bot import Budget, Weighed
from railhead.bots.character import PLAIN, Character
from railhead.bots.position import Position
from railhead.core.actions import Action, Deed, Pass
from railhead.core.choices import Choice
from railhead.core.ids import Company, Train, kind_of
from railhead.core.rulebook import UNLIMITED
from railhead.core.state import FLOATED
from railhead.rules.course import trains_before
from railhead.rules.outlook import OutlookRules
from railhead.rules.trains import TrainRules

A = TypeVar("A", bound=Action)
V = TypeVar("V")

LASTING = 1.5
"""A train with fewer rounds to go is as good as gone."""
SOLD = 0.5
"""How many trains each company buys in a round, on average."""


class Table:
    """One decision: what is offered, and what the seat knows."""

    def __init__(self, seen: Position, budget: Budget, character: Character = PLAIN) -> None:
        self.seen, self.budget, self.character = seen, budget, character
        self.game, self.book, self.seat, self.step = seen.game, seen.book, seen.seat, seen.step
        self.cash = self.game.state.cash[self.seat]

    @cached_property
    def offered(self) -> list[Choice]:
        """Everything that may be decided."""
        return list(self.seen.choices)

    @cached_property
    def kinds(self) -> frozenset[type[Action]]:
        """The kinds of action that may be offered: known without listing all that is, which may take long."""
        return frozenset(self.seen.choices.kinds)

    def of(self, kind: type[A]) -> Iterator[A]:
        """The actions of a kind that are offered; nothing is listed where none can be."""
        for choice in self.offered if kind in self.kinds else ():
            if choice.action is kind:
                yield from (action for action in choice if isinstance(action, kind))

    def doing(self, deed: Deed) -> Iterator[Choice]:
        """The choices that do something, whatever it is called in this title."""
        if all(kind.deed is not deed for kind in self.kinds):
            return iter(())
        return (choice for choice in self.offered if choice.action.deed is deed)

    @property
    def may_pass(self) -> bool:
        """Is it allowed to do nothing?"""
        return any(choice.action is Pass for choice in self.offered)

    def passing(self, value: float = 0.0) -> list[Weighed]:
        """To pass, if that is allowed."""
        return [Weighed(Pass(), value)] if self.may_pass else []

    @property
    def company(self) -> Company | None:
        """The company that acts."""
        return self.step.acting_company

    @cached_property
    def mine(self) -> list[Company]:
        """The companies that this player directs."""
        state = self.game.state
        return [each for each in self.book.company_ids if state.director[each] == self.seat and state.status[each]]

    # -- trains -----------------------------------------------------------------------------------

    def next_price(self) -> int:
        """What the bank's next train costs; nothing once all are sold."""
        piles = [pile for pile, left in enumerate(self.game.state.depot) if left][:1]
        return min((train.price for train in self.book.trains if train.pile in piles), default=0)

    def price(self, company: Company, train: Train) -> int:
        """What the bank asks for a train."""
        return self.game.rules[TrainRules].price(self.game, company, train)

    @cached_property
    def rounds_left(self) -> float:
        """How many operating rounds are probably still to come."""
        return self.game.rules[OutlookRules].rounds_left(self.game)

    @property
    def is_late(self) -> bool:
        """Have there been as many sets of rounds as a game usually has operating rounds?"""
        return self.game.state.round.number > self.game.rules[OutlookRules].typical_rounds

    @cached_property
    def behind(self) -> float:
        """How many trains fewer have been sold than usually are by now; none if nobody knows what is usual."""
        usual = self.game.rules[OutlookRules].selling_rounds(self.game)
        if usual is None:
            return 0.0
        limited = [number for number, pile in enumerate(self.book.piles) if pile.count < UNLIMITED]
        count = sum(self.book.piles[number].count for number in limited)
        sold = count - sum(self.game.state.depot[number] for number in limited)
        return max(0.0, min(1.0, self._rounds_so_far / usual) * count - sold)

    @property
    def _rounds_so_far(self) -> float:
        """How many operating rounds there have been, roughly: in later phases there are often more in a set."""
        phases, state = self.book.phases, self.game.state
        return state.round.number * (phases[0].operating_rounds + phases[state.phase].operating_rounds) / 2

    def life(self, train: Train) -> float:
        """How many more rounds a train will probably run."""
        rusted_by = self.book.trains[kind_of(train)].rusted_by
        if rusted_by >= len(self.book.phases):
            return self.rounds_left
        running = sum(self.game.state.has(company, FLOATED) for company in self.book.company_ids)
        before = trains_before(self.game, rusted_by) or 0
        return min(self.rounds_left, before / max(1.0, SOLD * running))


def made(choice: Choice, *values: object) -> Action:
    """An action of a choice with these values."""
    make: Callable[..., Action] = choice.action
    return make(*values)


_SORTS: dict[type[Action], dict[str, object]] = {}
"""Results of `sorts`; classes do not change."""


def sorts(kind: type[Action]) -> dict[str, object]:
    """By field of an action: the sort of its values."""
    known = _SORTS.get(kind)
    if known is None:
        hints = get_type_hints(kind)
        known = _SORTS[kind] = {field.name: hints[field.name] for field in fields(kind)}
    return known


def value_of(action: Action, sort: Callable[[int], V]) -> V:
    """The value of the field of a sort that an action has."""
    found: V = next(getattr(action, name) for name, each in sorts(type(action)).items() if each is sort)
    return found
