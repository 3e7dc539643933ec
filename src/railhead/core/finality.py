"""Which of the things that happened cannot be made good later."""

from __future__ import annotations

from railhead.core.events import Declared, DirectorChanged, Event
from railhead.core.state import FLOATED
from railhead.core.view import View


def is_irreversible(before: View, after: View, event: Event) -> bool:
    """Does an event between two points of a game change it for good?

    A new company's first director, or its flotation, is no loss to anybody.
    """
    if isinstance(event, DirectorChanged):
        return before.companies[event.company].director is not None
    if isinstance(event, Declared):
        return before.companies[event.company].has(FLOATED) or not after.companies[event.company].has(FLOATED)
    return event.irreversible
