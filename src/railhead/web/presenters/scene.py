"""What a step needs room for: the board, or companies to be compared."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.ids import Company, Hex, Place, Point, Private, Stop, Train
from railhead.core.spelling import Companies, Stops
from railhead.play import wording
from railhead.play.prospect import Prospect
from railhead.rules.rounds import OPERATING
from railhead.rules.stock import Buy
from railhead.web.presenters.proposed import proposed

BOARD, DEAL = "board", "deal"
ON_THE_BOARD = frozenset((Hex, Stop, Point, Stops))
COMPARED = frozenset((Company, Companies, Place))
"""What is chosen by comparing companies: one of them, several, or a price."""

TRADED = frozenset((Train, Private))
"""What companies deal in during their turns."""


def scene(now: Prospect) -> str:
    """What the step at hand needs most room for; the same for everybody at the table."""
    if now.view.over:
        return BOARD
    if Buy in now.view.kinds:
        return DEAL
    asked = list(_fields(now))
    if _has_sites(now) or any(ON_THE_BOARD & fields for fields in asked):
        return BOARD
    if any(COMPARED & fields and not TRADED & fields for fields in asked):
        return DEAL
    return BOARD if now.view.round.kind == OPERATING else DEAL


def _has_sites(now: Prospect) -> bool:
    """Is the decision about certain stops?"""
    return now.choices is not None and bool(now.choices.step.sites)


def _fields(now: Prospect) -> Iterator[frozenset[object]]:
    """The kinds of fields of each action that the step itself is about, and of the proposal it is to answer."""
    for kind in now.view.kinds:
        yield frozenset(wording.kinds(kind).values())
    for each in proposed(None if now.choices is None else now.choices.step):
        yield frozenset(wording.kinds(type(each)).values())
