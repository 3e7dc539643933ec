"""Putting a turn together: in which order the actions that a player has chosen can be done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from railhead.core.actions import Action
from railhead.core.deals import SharesSold
from railhead.core.ids import Seat
from railhead.play.prospect import Prospect
from railhead.rules.stock import Sell

Plan = tuple[Action, ...]


def gathered(now: Prospect, plan: Sequence[Action], chosen: Action) -> Plan:
    """A plan with one more action, wherever among the others it can be done, as late as possible.

    If it cannot be done with all of them, it replaces what was to be bought; if that does not help either, it comes
    last, and the player is told why it is not possible.
    """
    assert now.choices is not None, "the game is over"
    seat, kept = now.choices.seat, tuple(plan)
    others = kept if is_sale(chosen) else tuple(action for action in kept if is_sale(action))
    return _fitted(now, seat, kept, chosen) or _fitted(now, seat, others, chosen) or (*others, chosen)


def is_sale(action: Action) -> bool:
    """Are shares sold, rather than something bought or started?"""
    return isinstance(action, Sell) or SharesSold in type(action).covers


def _fitted(now: Prospect, seat: Seat, plan: Plan, chosen: Action) -> Plan | None:
    """The plan with an action at the last place at which all of it can be done; None if there is none."""
    reached = _positions(now, seat, plan)
    for place in range(len(reached) - 1, -1, -1):
        rest = (chosen, *plan[place:])
        if len(_positions(reached[place], seat, rest)) > len(rest):
            return (*plan[:place], *rest)
    return None


def _positions(now: Prospect, seat: Seat, actions: Iterable[Action]) -> list[Prospect]:
    """The positions before each of some actions and after the last, as far as they can be done in a seat's turn."""
    found = [now]
    for action in actions:
        if not _may(found[-1], seat, action):
            break
        found.append(found[-1].after(action)[0])
    return found


def _may(ahead: Prospect, seat: Seat, action: Action) -> bool:
    choices = ahead.choices
    return choices is not None and choices.seat == seat and choices.why_not(action) is None
