"""What a Pullman adds to a run: ten pounds for each level of one train (18OE-REV-08, 18OE-REV-09)."""

from __future__ import annotations

from itertools import pairwise

from railhead.core.game import Game
from railhead.core.ids import Company, Consist
from railhead.core.text import to_translate
from railhead.routes.model import Bonus, OneOfEach
from railhead.titles.t18oe import fleet
from railhead.titles.t18oe.facts import NUMBERS
from railhead.titles.t18oe.pullmans import can_give


def bonuses(game: Game, company: Company, consists: list[Consist]) -> tuple[Bonus, ...]:
    """For the train the president has chosen or else, of those that run, for the one with the highest level.

    That is one bonus for each level there is: what it is above the next lower one.
    """
    if not can_give(game, company):
        return ()
    chosen = fleet.with_pullman(game, company, consists)
    if chosen is not None:
        return (_bonus(fleet.level(chosen), frozenset((chosen,))),)
    levels = sorted({fleet.level(consist) for consist in consists})
    return tuple(
        _bonus(level - below, frozenset(consist for consist in consists if fleet.level(consist) >= level))
        for below, level in pairwise((0, *levels))
    )


def _bonus(levels: int, kinds: frozenset[int]) -> Bonus:
    amount = NUMBERS.pullman_per_level * levels
    return Bonus(
        OneOfEach(amount, ()), amount, once=True, passing=True, kinds=kinds, name=to_translate("for the Pullman")
    )


def revenue(game: Game, company: Company, consist: Consist, others: list[Consist]) -> int:
    """What the Pullman adds to one train that runs beside others; on equal levels it is on this one."""
    if not can_give(game, company):
        return 0
    chosen, level = fleet.with_pullman(game, company, fleet.consists(game, company)), fleet.level(consist)
    is_here = chosen == consist if chosen is not None else level >= max([level, *map(fleet.level, others)])
    return NUMBERS.pullman_per_level * level if is_here else 0
