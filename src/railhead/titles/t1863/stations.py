"""Station tokens on the board (rules 1863-TOKEN)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, filtered
from railhead.rules import tokens
from railhead.rules.stations import StationRules
from railhead.rules.tokens import PlaceToken, PlaceTokens
from railhead.track.route_reach import route_reach

if TYPE_CHECKING:
    from railhead.titles.t1863.building import BuildTrack

RULES = StationRules(reach=route_reach, sides_are_track=True)
"""A token goes where a train of any length could run (1863-TOKEN-02); the edge of a hex is track (1863-ROUTE-04)."""


def refusal(game: Game, step: BuildTrack, action: PlaceToken) -> Refusal | None:
    """One token in an operating round, from the charter, at no cost (1863-TOKEN-01, 1863-TOKEN-06, 1863-START-19).

    On a free circle that a train could reach, one to a hex (1863-TOKEN-02, 1863-TOKEN-03).
    """
    if step.token:
        return game.forbid("token.one", "Only one [token] is placed in an operating round")
    return tokens.refusal(game, PlaceTokens(step.company), action)


def _candidates(game: Game, step: BuildTrack) -> Iterable[PlaceToken]:
    return () if step.token else tokens.candidates(game, PlaceTokens(step.company))


def _place(game: Game, step: BuildTrack, action: PlaceToken) -> None:
    effects.place_token(game, step.company, action.stop)
    game.put(replace(step, token=True))


PLACE: AnyMove = Move(PlaceToken, filtered(_candidates, refusal), refusal, _place)
ACTIONS = (PlaceToken,)
