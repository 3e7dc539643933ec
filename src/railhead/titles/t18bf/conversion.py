"""Conversion of a Minor to a Public (rules 18BF-MERGE)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, filtered
from railhead.rules.merger_round import MergerTurn
from railhead.titles.t18bf import public_charters
from railhead.titles.t18bf.facts import MINOR, NUMBERS


@dataclass(frozen=True, slots=True)
class Convert(Action):
    """Convert a Minor to a Public."""

    form: ClassVar[str] = "convert"
    label: ClassVar[str] = "Convert to a Public"
    told: ClassVar[tuple[str, ...]] = ("{actor} converts to a Public",)
    topic: ClassVar[Topic] = Topic.MERGERS


def refusal(game: Game, step: MergerTurn, action: Convert) -> Refusal | None:
    """A Minor within the shaded zone, and a free charter (18BF-MERGE-04, 18BF-MERGE-30)."""
    company = step.company
    if game.state.kind[company] != MINOR:
        return game.forbid("convert.minor", "{company} is not a Minor", company=game.symbol(company))
    low, high = NUMBERS.lowest_conversion, NUMBERS.highest_conversion
    if not low <= game.price_of(company) <= high:
        return game.forbid(
            "convert.price", "Only a Minor with a price of {low} to {high} may convert", low=low, high=high
        )
    return public_charters.none_free(game)


def _convert(game: Game, step: MergerTurn, _: Convert) -> None:
    public_charters.begin(game, (step.company,))


CONVERT: AnyMove = Move(Convert, filtered(lambda _, __: (Convert(),), refusal), refusal, _convert)
