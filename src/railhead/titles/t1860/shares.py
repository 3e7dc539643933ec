"""Shares in 1860: which companies may be started and at what par, what sales pay, how prices move.

Rules 1860-SR, 1860-PRICE, 1860-CERT, 1860-FLOAT and 1860-DIV.
"""

from __future__ import annotations

from railhead.core import effects
from railhead.core.book import UNLIMITED
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL
from railhead.core.refusal import Refusal
from railhead.core.state import BANKRUPT, FLOATED, OPERATED, STARTED
from railhead.rules import directors, track
from railhead.rules.stock import share_left
from railhead.titles.t1860 import bankruptcy
from railhead.titles.t1860.facts import LAYERS, PAR_RANGES, PHASE
from railhead.titles.t1860.own import own
from railhead.titles.t1860.privates import reserved

FLOAT_SHARES = 5
RED_BELOW, RED_ABOVE = 40, 150
"""Outside these prices the first share of a sale does not move the price (1860-PRICE-04)."""
REPAR_FROM = 40
"""The lowest new par of a bankrupt company (1860-BANKR-11)."""
MOST_SPACES = 4
"""A dividend never moves the price further than this (1860-DIV-06)."""
PLACES_PER_SPACE = 2
"""A space on the same tier of the ladder is two places."""


# -- starting -------------------------------------------------------------------------------------


def may_start(game: Game, company: int) -> Refusal | None:
    """Layers open one after the other (1860-SR-11 to -13), unless played without (1860-VAR-07)."""
    if "no_layers" in game.book.options:
        return _may_start_without_layers(game)
    layer = LAYERS[company]
    if (
        layer == 1
        or game.state.has(company, BANKRUPT)
        or any(_opens_next(game, c) for c in game.all_companies() if LAYERS[c] == layer - 1)
    ):
        return None
    return game.forbid("layers", f"No company of layer {layer - 1} has operated or sold out")


def _opens_next(game: Game, company: int) -> bool:
    """Has the company operated, or have all its shares left the initial offer?"""
    return game.state.has(company, OPERATED) or game.held(BANK, company) == 0


def _may_start_without_layers(game: Game) -> Refusal | None:
    started = [c for c in game.all_companies() if game.state.has(c, STARTED)]
    fresh = [c for c in started if not game.state.has(c, OPERATED)]
    for_sale = [c for c in started if directors.ordinary(game, BANK, c) > 0 and reserved(game, c, BANK) is None]
    if len(fresh) <= 1 or not for_sale:
        return None
    return game.forbid("no_layers", "Two companies have been started, have not operated, and are not sold out")


def par_places(game: Game, company: int) -> tuple[int, ...]:
    """The start spaces of the company's range; for a bankrupt one every place from 40 up (1860-SR-10, -BANKR-11)."""
    low, high = PAR_RANGES[company]
    place = game.book.market.place
    if game.state.has(company, BANKRUPT):
        return tuple(place[price] for price in game.book.market.prices if REPAR_FROM <= price <= high)
    return tuple(place[price] for price in game.book.market.par_prices if low <= price <= high)


# -- buying ---------------------------------------------------------------------------------------


def share_for_sale(game: Game, seat: int, company: int, source: int) -> Refusal | None:
    """An ordinary share not kept for a private; the director's certificate is not for sale (1860-RECV-06)."""
    if "peer-pool" in game.book.options and _takes_certificate(game, seat, company, source):
        return None
    return share_left(game, company, source) or reserved(game, company, source)


def _takes_certificate(game: Game, seat: int, company: int, source: int) -> bool:
    """In imported games a holder of one share may pay for one more and take the certificate that lies in the pool."""
    in_pool = source == POOL and game.state.director[company] == POOL
    return in_pool and game.held(seat, company) == 1


# -- selling --------------------------------------------------------------------------------------


def sale_price(game: Game, company: int) -> int:
    """Market price with a train, else half of it with the fraction dropped (1860-SR-09, 1860-VAR-08)."""
    price = game.price_of(company)
    if game.trains_of(company):
        return price
    if "non_operated_full_value" in game.book.options and not game.state.has(company, OPERATED):
        return price
    return price // 2


def sale_drop(game: Game, company: int, count: int) -> int:
    """One place a share, once the company has operated and before phase 8 (1860-PRICE-01, -02, -04, -06)."""
    if not game.state.has(company, FLOATED | OPERATED) or game.state.phase >= PHASE["8"]:
        return 0
    price = game.price_of(company)
    return count - 1 if price < RED_BELOW or price > RED_ABOVE else count


def certificate_limit(game: Game) -> int:
    """By the number of players, until phase 8 (1860-CERT-01, -06)."""
    return UNLIMITED if game.state.phase >= PHASE["8"] else game.book.certificate_limit


def private_certificates(game: Game, seat: int) -> int:
    """Each private counts one certificate (1860-CERT-02)."""
    return sum(owner == seat for owner in game.state.privates)


# -- after a trade --------------------------------------------------------------------------------


def after_trade(game: Game, company: int) -> None:
    """A price of nothing is bankruptcy; half the shares in players' hands is flotation."""
    if game.state.has(company, FLOATED):
        if game.state.price[company] == 0:
            bankruptcy.in_stock_round(game, company)
    elif sum(game.held(seat, company) for seat in game.book.seat_ids()) >= FLOAT_SHARES:
        float_company(game, company)


def float_company(game: Game, company: int) -> None:
    """Capital, home base, marker on the market, and a home tile if there is no track (1860-FLOAT-01 to -06)."""
    state = game.state
    par = state.par[company]
    again = state.has(company, BANKRUPT)
    effects.mark(game, company, FLOATED)
    effects.unmark(game, company, BANKRUPT)
    effects.declare(game, company, "floated")
    capital = game.book.companies[company].shares * game.book.market.prices[par]
    effects.pay(game, game.book.company_bank, game.purse(company), capital, "its capital")
    effects.set_price(game, company, par)
    if again or own(game).building_over:
        return
    effects.place_token(game, company, game.book.companies[company].home)
    if track.needs_home_tile(game, company):
        game.push(track.LayHome(company))


# -- dividends ------------------------------------------------------------------------------------


def after_dividend(game: Game, company: int, amount: int) -> None:
    """The price falls a space without a dividend and rises up to four with one (1860-DIV-04 to -09)."""
    state, market = game.state, game.book.market
    effects.pay(game, game.book.company_bank, game.purse(company), state.subsidy[company], "its subsidy")
    place = state.price[company]
    spaces = -1 if amount == 0 else min(MOST_SPACES, amount // market.prices[place])
    if spaces == 0 and "peer-stack" in game.book.options:
        return
    top = len(market.prices) - 1
    effects.set_price(game, company, min(top, max(0, place + PLACES_PER_SPACE * spaces)))
    if state.price[company] == top:
        effects.foresee_end(game, "a share price has reached the top of the market")
    elif state.price[company] == 0:
        bankruptcy.in_operating_round(game, company)
