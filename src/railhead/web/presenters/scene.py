"""What a step needs room for: the board, or companies to be compared."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Place, Point, Private, Stop, Train
from railhead.core.spelling import Companies, Stops
from railhead.core.view import View
from railhead.play import wording
from railhead.rules.consent import Consent
from railhead.rules.rounds import OPERATING

BOARD, DEAL = "board", "deal"
ON_THE_BOARD = frozenset((Hex, Stop, Point, Stops))
COMPARED = frozenset((Company, Companies, Place))
"""What is chosen by comparing companies: one of them, several, or a price."""

TRADED = frozenset((Train, Private))
"""What companies deal in during their turns."""


def scene(view: View) -> str:
    """What the step at hand needs most room for; the same for everybody at the table."""
    if view.over:
        return BOARD
    asked = list(view.ask(_fields))
    if any(ON_THE_BOARD & fields for fields in asked):
        return BOARD
    if any(COMPARED & fields and not TRADED & fields for fields in asked):
        return DEAL
    return BOARD if view.round.kind == OPERATING else DEAL


def _fields(game: Game) -> Iterator[frozenset[object]]:
    """The kinds of fields of each action that the step itself is about, and of the proposal it is to answer."""
    step = game.step
    for move in step.moves(game):
        yield frozenset(wording.kinds(move.action).values())
    if isinstance(step, Consent):
        yield frozenset(wording.kinds(type(step.proposal)).values())
