"""Rounds of mergers and acquisitions: what happens in which order (rules 1863-MA)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.state import FLOATED
from railhead.core.steps import passing
from railhead.rules.merger_round import MergerRound, MergerRules
from railhead.titles.t1863 import activities, conversion, merging, prices, private_auctions
from railhead.titles.t1863.activities import has_taken_part
from railhead.titles.t1863.prices import Zone


def begin(game: Game) -> None:
    """Privates may be auctioned first; then failing companies; then the others convert or merge (1863-MA-04)."""
    activities.forget(game)
    game.push(MergerRound())
    private_auctions.begin(game)


def from_the_lowest(game: Game) -> list[Company]:
    """All companies in play, lowest price first; on ties whoever got there last (1863-MA-02)."""
    state = game.state
    floated = [company for company in reversed(state.stack) if state.has(company, FLOATED)]
    return sorted(floated, key=game.price_of)


def order(game: Game) -> list[Company]:
    """The companies in the white zone that have a president and have taken part in nothing (1863-MA-05)."""
    return [company for company in from_the_lowest(game) if _may_act(game, company)]


def _may_act(game: Game, company: Company) -> bool:
    if has_taken_part(game, company) or game.controller(company) is None:
        return False
    return prices.zone(game, company) is Zone.WHITE


RULES = MergerRules(order=order, moves=(conversion.CONVERT, merging.MERGE, passing(lambda game, _: game.pop())))
