"""Players who do as little as they can, to let time pass at a table."""

from __future__ import annotations

from collections.abc import Callable

from railhead.core.actions import text_of
from railhead.core.steps import Step
from railhead.rules.dividends import Dividend
from railhead.rules.running import Run, RunTrains
from railhead.testing import Table


def deciding(table: Table) -> type[Step]:
    """The kind of decision that is due."""
    return type(table.step)


def best_run(table: Table) -> str:
    """The run that earns most, as a text."""
    for choice in table.choices:
        if choice.action is Run:
            return text_of(table.book, next(iter(choice)))
    raise AssertionError("no run is offered")


def idle(table: Table) -> None:
    """The least a player can do now: pass, run for the most, keep the revenue."""
    if deciding(table) is RunTrains:
        table.do(best_run(table))
    elif deciding(table) is Dividend:
        table.do("keep")
    else:
        table.do("pass")


def idle_until(table: Table, reached: Callable[[], bool]) -> None:
    """Let everybody do the least until something is so."""
    for _ in range(100):
        if reached():
            return
        idle(table)
    raise AssertionError("never reached")
