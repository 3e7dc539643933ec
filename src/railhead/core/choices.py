"""Choices: what may be decided now, as actions with a domain for every field.

A choice whose domains have one value each is a single action. Large domains (prices, numbers of shares, runs) stay
symbolic. `Choices` is what pages, bots, importers and tests read; an action is legal exactly when it is in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from itertools import islice, product
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from railhead.core.actions import Action, check
from railhead.core.agenda import AgendaRules, open_moves, open_throughout
from railhead.core.refusal import Malformed, Refusal

if TYPE_CHECKING:
    from railhead.core.game import Game
    from railhead.core.ids import Hex, Seat
    from railhead.core.steps import Step


class Domain(Protocol):
    """The values one field may take."""

    def __contains__(self, value: object) -> bool: ...

    def __iter__(self) -> Iterator[Any]: ...

    def count(self) -> int:
        """How many values there are; for symbolic domains, a lower bound."""

    def sample(self, chance: Random) -> Any:
        """One of the values at random."""

    def spread(self, most: int) -> tuple[Any, ...]:
        """A few of the values, from all over the domain, the first included; all of them if there are no more."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """Any of the listed values."""

    values: tuple[Any, ...]

    def __contains__(self, value: object) -> bool:
        return value in self.values

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def count(self) -> int:
        return len(self.values)

    def sample(self, chance: Random) -> Any:
        return chance.choice(self.values)

    def spread(self, most: int) -> tuple[Any, ...]:
        return tuple(self.values[place] for place in evenly(len(self.values), most))


def evenly(count: int, most: int) -> list[int]:
    """At most so many places of a list, evenly distributed, the first and the last among them."""
    if count <= most:
        return list(range(count))
    return sorted({round(place * (count - 1) / max(1, most - 1)) for place in range(most)})


def only(value: Any) -> OneOf:
    """A domain of one value."""
    return OneOf((value,))


@dataclass(frozen=True, slots=True)
class Span:
    """Whole numbers from low to high, in steps."""

    low: int
    high: int
    step: int = 1

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.low <= value <= self.high and (value - self.low) % self.step == 0

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1, self.step))

    def count(self) -> int:
        return (self.high - self.low) // self.step + 1

    def sample(self, chance: Random) -> int:
        return self.low + self.step * chance.randrange(self.count())

    def spread(self, most: int) -> tuple[int, ...]:
        """Both ends, and amounts between them."""
        return tuple(self.low + self.step * place for place in evenly(self.count(), most))


SetLaw = Callable[[tuple[Any, ...]], bool]
"""Whether a set may be chosen."""

COUNTED = 100
"""A domain with at least this many sets is not counted any further."""
ATTEMPTS = 8
"""How often a random set is grown anew before the first one in order is taken instead."""


def any_set(_: tuple[Any, ...]) -> bool:
    """Nothing forbids the set."""
    return True


@dataclass(frozen=True, slots=True)
class Subsets:
    """Sets of some members, written as tuples in ascending order; too many to list, so a law decides on each.

    Sets are found by growing smaller ones, one member at a time. So every set allowed by `law` must be within reach of
    `always` through sets allowed by `grows`.
    """

    members: tuple[Any, ...]
    """What sets are made of, in ascending order. A value listed twice may be chosen twice."""
    least: int
    most: int
    law: SetLaw = any_set
    """Which sets may be chosen."""
    grows: SetLaw = any_set
    """Which sets, of any size, may be part of an allowed one."""
    always: tuple[Any, ...] = ()
    """Members of every set."""

    def __repr__(self) -> str:
        return f"Subsets(members={self.members}, least={self.least}, most={self.most}, always={self.always})"

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or not self.least <= len(value) <= self.most:
            return False
        known = set(self.members)
        if not all(member in known for member in value) or list(value) != sorted(value):
            return False
        return self._is_part(value) and self.law(value)

    def _is_part(self, value: tuple[Any, ...]) -> bool:
        chosen = Counter(value)
        return chosen <= Counter(self.members) and Counter(self.always) <= chosen

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """Every set, smaller ones first."""
        grown: dict[tuple[Any, ...], None] = {self.always: None}
        for size in range(len(self.always), self.most + 1):
            if size >= self.least:
                yield from (found for found in grown if self.law(found))
            grown = {larger: None for found in grown for larger in self._extended(found)}

    def _extended(self, found: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        """The sets with one member more that may be part of an allowed one."""
        for member in Counter(self.members) - Counter(found):
            larger = tuple(sorted((*found, member)))
            if self.grows(larger):
                yield larger

    def count(self) -> int:
        return sum(1 for _ in islice(self, COUNTED))

    def sample(self, chance: Random) -> tuple[Any, ...]:
        """A set grown at random, which stops growing sooner or later."""
        for _ in range(ATTEMPTS):
            found = self._grow(chance)
            if found is not None:
                return found
        return next(iter(self))

    def spread(self, most: int) -> tuple[tuple[Any, ...], ...]:
        """The smallest sets: there may be far too many to list them all."""
        return tuple(islice(self, most))

    def _grow(self, chance: Random) -> tuple[Any, ...] | None:
        """A set grown to a random size, or to the largest allowed one before that; None if there is none."""
        size = chance.randint(max(self.least, len(self.always)), min(self.most, len(self.members)))
        found: tuple[Any, ...] = self.always
        last = found if self._allows(found) else None
        while len(found) < size:
            larger = list(self._extended(found))
            if not larger:
                break
            found = chance.choice(larger)
            last = found if self._allows(found) else last
        return last

    def _allows(self, found: tuple[Any, ...]) -> bool:
        return self.least <= len(found) <= self.most and self.law(found)


@dataclass(frozen=True, slots=True)
class Choice:
    """One kind of action and the values its fields may take, in the order of the fields."""

    action: type[Action]
    domains: tuple[Domain, ...] = ()

    def __contains__(self, action: object) -> bool:
        if type(action) is not self.action:
            return False
        values = (getattr(action, field.name) for field in fields(self.action))
        return all(value in domain for value, domain in zip(values, self.domains, strict=True))

    def __repr__(self) -> str:
        names = (field.name for field in fields(self.action))
        domains = (f"{name}={domain!r}" for name, domain in zip(names, self.domains, strict=True))
        return f"<Choice {', '.join((repr(self.action.form), *domains))}>"

    def __iter__(self) -> Iterator[Action]:
        """Every action of this choice; there are many where a domain is large."""
        for values in product(*self.domains):
            yield self.action(*values)

    def count(self) -> int:
        """How many actions this choice contains."""
        total = 1
        for domain in self.domains:
            total *= domain.count()
        return total

    def spread(self, most: int) -> Iterator[Action]:
        """A few actions of this choice: at most so many values for each of its fields."""
        for values in product(*(domain.spread(most) for domain in self.domains)):
            yield self.action(*values)

    def sample(self, chance: Random) -> Action:
        """One action of this choice at random."""
        return self.action(*(domain.sample(chance) for domain in self.domains))


def one(action: Action) -> Choice:
    """The choice that contains only this action."""
    return Choice(type(action), tuple(only(getattr(action, field.name)) for field in fields(action)))


class Choices:
    """What one player may decide now."""

    def __init__(self, game: Game, step: Step) -> None:
        self._game = game
        self._step = step

    def __repr__(self) -> str:
        return f"<Choices: {self._game.name(self.seat)} is to {self.task}>"

    @property
    def seat(self) -> Seat:
        """Who decides."""
        return self._step.seat(self._game)

    @property
    def task(self) -> str:
        """What the player is to do, in words."""
        return str(self._game.book.worded(self._step.task(self._game)))

    @property
    def step(self) -> Step:
        """What is to be decided."""
        return self._step

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """The kinds of action that can be asked about now, allowed or not."""
        return tuple(move.action for move in open_moves(self._game, self._step))

    @property
    def asides(self) -> frozenset[type[Action]]:
        """The kinds of action that are open in every step, so that this one is not about them."""
        return open_throughout(self._game, self._step)

    def __iter__(self) -> Iterator[Choice]:
        for move in open_moves(self._game, self._step):
            yield from move.options(self._game, self._step)

    def near(self, hex_: Hex) -> Iterator[Choice]:
        """What may be decided now, leaving out (most) actions that concern other hexes."""
        for move in open_moves(self._game, self._step):
            if move.options_at is None:
                yield from move.options(self._game, self._step)
            else:
                yield from move.options_at(self._game, self._step, hex_)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.why_not(action) is None

    def why_not(self, action: Action) -> Refusal | None:
        """The rule that forbids the action, or None if it is allowed."""
        game, step = self._game, self._step
        try:
            check(game.book, action)
        except Malformed as problem:
            return Refusal("malformed", problem.message)
        for move in open_moves(game, step):
            if move.action is type(action):
                return move.refusal(game, step, action)
        player, task = game.name(step.seat(game)), game.book.worded(step.task(game))
        now = game.forbid(step.order_key, "It is {player}'s turn to {task}", player=player, task=task)
        return game.rules[AgendaRules].no_longer(game, action) or now

    def count(self) -> int:
        """How many actions there are; for runs, a lower bound."""
        return sum(choice.count() for choice in self)

    def sample(self, chance: Random) -> Action:
        """One action: first a choice at random, then a value for each of its fields."""
        return chance.choice(list(self)).sample(chance)
