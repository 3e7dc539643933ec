"""The actions that a learner chooses from: all of them or, where there are too many, some from all over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from railhead.bots.bot import Budget
from railhead.bots.position import Position
from railhead.bots.table import Table
from railhead.bots.thumb import run
from railhead.core.actions import Action
from railhead.core.choices import Choice, evenly
from railhead.routes.runs import Runs

VALUES = (64, 24, 12, 8, 5, 3, 2, 1)
"""How many values of a field are listed: as many as leave room for all kinds of action."""


@dataclass(frozen=True, slots=True)
class Listed:
    """An action on offer, and what it earns if it is a run."""

    action: Action
    revenue: int = 0


def listed(seen: Position, most: int) -> tuple[Listed, ...]:
    """At most so many of the actions on offer, always in the same order.

    Of all the runs of a company only the best one is listed, as far as a reasonable search finds it.
    """
    plain, runs = list[Choice](), list[Choice]()
    for choice in seen.choices:
        (runs if _is_run(choice) else plain).append(choice)
    best = list(_best_runs(seen, runs)) if runs else []
    room = most - len(best)
    chosen = [plain[number] for number in evenly(len(plain), room)]
    for values in VALUES:
        found = list(islice(_spread(chosen, values), room + 1))
        if len(found) <= room:
            break
    return (*best, *(Listed(action) for action in found[:room]))


def _is_run(choice: Choice) -> bool:
    return any(isinstance(domain, Runs) for domain in choice.domains)


def _best_runs(seen: Position, runs: list[Choice]) -> Iterator[Listed]:
    known = {type(each.action): each for each in run(Table(seen, Budget()))}
    for choice in runs:
        found = known.get(choice.action)
        action = next(choice.spread(1)) if found is None else found.action
        yield Listed(action, 0 if found is None else int(found.value))


def _spread(choices: list[Choice], values: int) -> Iterator[Action]:
    for choice in choices:
        yield from choice.spread(values)
