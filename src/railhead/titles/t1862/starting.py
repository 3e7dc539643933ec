"""Starting companies in 1862: which are available, and at what price (rules 1862-START and 1862-SETUP-13)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Place
from railhead.core.refusal import Refusal
from railhead.core.state import STARTED
from railhead.rules import directors, stock
from railhead.rules.stock import Start, StockTurn
from railhead.titles.t1862.facts import market
from railhead.titles.t1862.homes import placeable
from railhead.titles.t1862.merger_price import par_place
from railhead.titles.t1862.record import amend, record

LOWEST, HIGHEST = 54, 200
"""Between these prices a company without a charter may start (1862-START-03)."""
START_PLACES = tuple(place for price, place in market().place.items() if LOWEST <= price <= HIGHEST)


def available(game: Game, company: Company) -> Refusal | None:
    """Does anything keep a company from being started, with a charter or without?"""
    name = game.symbol(company)
    if record(game).lner:
        return game.forbid("start.lner", "No company is started after the LNER has formed")
    if game.state.phase < record(game).group[company]:
        phase = game.book.phases[record(game).group[company]].name
        return game.forbid("start.group", f"{name} is not available before phase {phase}")
    if company in record(game).failed:
        return game.forbid("start.failed", f"The charter of {name} failed: it is available from the next stock round")
    if not placeable(game, company):
        return game.forbid("start.home", f"{name} would have no room for its home marker")
    return None


def may_start(game: Game, company: Company) -> Refusal | None:
    """In a stock round, unless new players start all companies in Parliament (1862-VAR-04)."""
    if "new_players" in game.book.options:
        return game.forbid("start.parliament", "Companies are started in Parliament only")
    return available(game, company)


def par_places(game: Game, company: Company) -> tuple[Place, ...]:
    """Every place of the market from 54 to 200 (1862-START-03)."""
    return START_PLACES


def start(game: Game, step: StockTurn, action: Start) -> None:
    """The director pays the company; the other shares lie on its charter (1862-START-04 to -08)."""
    company, size = action.company, directors.director_size(game, action.company)
    cost = stock.director_price(game, action)
    effects.set_par(game, company, par_place(game.book.market, game.book.market.prices[action.par]))
    effects.mark(game, company, STARTED)
    effects.set_price(game, company, action.par)
    effects.pay(game, step.player, game.purse(company), cost, f"the director's certificate of {game.symbol(company)}")
    effects.move_shares(game, BANK, step.player, company, size)
    effects.set_director(game, company, step.player)
    effects.move_shares(game, BANK, game.purse(company), company, game.held(BANK, company))
    stock.note_purchase(game, step)
    amend(game, bought=(*record(game).bought, *[(step.player, company)] * size))
