"""Stalemate: nothing can happen any more. The rulebook is silent on it; without this the game would never end."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.state import FLOATED
from railhead.titles.t1863 import founding
from railhead.titles.t1863.facts import NUMBERS


def stalled(game: Game) -> bool:
    """Is no company in play, and can nobody ever start one?

    Without a company nobody earns anything, so what players cannot pay for now they never can.
    """
    if any(game.state.has(company, FLOATED) for company in game.all_companies()):
        return False
    return not any(_could_start(game, seat) for seat in game.players)


def _could_start(game: Game, seat: Seat) -> bool:
    """Could a player bid for a company and float it, with all that others may give them?"""
    gifts = sum(game.state.cash[other] for other in game.others(seat)) if "gifts" in game.book.options else 0
    companies = (company for company in game.all_companies() if founding.may_open(game, company) is None)
    return any(founding.means(game, seat, company) + gifts >= NUMBERS.least_bid for company in companies)
