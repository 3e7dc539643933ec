"""Destinations, an option of 1860: credits for linking home with certain towns (rules 1860-VAR-09 to -11)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.routes.model import Route
from railhead.titles import loading
from railhead.titles.t1860.facts import DESTINATIONS, PLACES
from railhead.titles.t1860.record import amend, record


def reward_destinations(game: Game, company: Company, plan: tuple[Route, ...]) -> None:
    """Credits for each destination linked with home for the first time (1860-VAR-09 to -11)."""
    visited = {at for route in plan for at in route.path}
    board = game.book.board
    for place, bonus in DESTINATIONS[company].items():
        stops = {loading.point_of(board, text) for text in PLACES[place]}
        if visited & stops and (company, place) not in record(game).destinations:
            amend(game, destinations=(*record(game).destinations, (company, place)))
            effects.pay(game, game.book.company_bank, game.purse(company), bonus, f"reaching {place}")
