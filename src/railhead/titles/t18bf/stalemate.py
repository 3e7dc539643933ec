"""Stalemate: the game could never reach its end. The rulebook is silent on it; without this it would go on for ever.

It comes about before phase 4 only: from then on exports lead to phase 8 and the end.
"""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.state import FLOATED
from railhead.rules.trains import TrainRules
from railhead.titles.t18bf.dealing import deal
from railhead.titles.t18bf.facts import MINOR, NUMBERS, PHASE


def stalled(game: Game) -> bool:
    """Will no new train ever be bought, and so no further phase begin?

    That is so if no Minor is left to be started, or nobody will ever have the money for one, and no company in play can
    ever have room for another train. Nobody gives up a train of their own accord (18BF-TRAIN-22).
    """
    if game.state.phase >= PHASE["4"] or _can_start_a_minor(game):
        return False
    return not any(_can_get_room(game, company) for company in _in_play(game))


def _in_play(game: Game) -> list[Company]:
    return [company for company in game.all_companies() if game.state.has(company, FLOATED)]


def _can_start_a_minor(game: Game) -> bool:
    """Is a Minor left that will be on offer, and does anybody have the money for it or an income?

    Those that wait for phase 3 do not count before it has begun.
    """
    dealt = deal(game.book.seed)
    coming = (*dealt.first, *dealt.second, *(dealt.third if game.state.phase >= PHASE["3"] else ()))
    left = any(not game.state.status[company] for company in coming)
    earns = any(owner in game.book.seat_ids for owner in game.state.privates) or bool(_in_play(game))
    rich = any(game.state.cash[seat] >= NUMBERS.least_minor_bid for seat in game.book.seat_ids)
    return left and (earns or rich)


def _can_get_room(game: Game, company: Company) -> bool:
    """Is the company below its train limit, or a Minor that may yet become part of a Public with a higher one?"""
    if len(game.trains_of(company)) < game.rules[TrainRules].limit(game, company):
        return True
    return game.state.kind[company] == MINOR and game.state.phase >= PHASE["3"]
