"""Shares in 1860: which are for sale, how many certificates a player may hold, how companies start.

Rules 1860-CERT, 1860-SR and 1860-RECV-06.
"""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Owner, Place, Seat
from railhead.core.refusal import Refusal
from railhead.core.rulebook import UNLIMITED
from railhead.core.state import BANKRUPT, OPERATED, STARTED
from railhead.rules import directors
from railhead.rules.stock import share_left
from railhead.titles.t1860.facts import LAYERS, NUMBERS, PAR_RANGES, PHASE
from railhead.titles.t1860.privates import reserved


def share_for_sale(game: Game, buyer: Owner, company: Company, source: Owner) -> Refusal | None:
    """An ordinary share not kept for a private; the director's certificate is not for sale (1860-RECV-06)."""
    return share_left(game, company, source) or reserved(game, company, source)


def certificate_limit(game: Game) -> int:
    """By the number of players, until phase 8 (1860-CERT-01, 1860-CERT-06, 1860-PHASE-04)."""
    return UNLIMITED if game.state.phase >= PHASE["8"] else game.book.certificate_limit


def private_certificates(game: Game, seat: Seat) -> int:
    """Each private counts one certificate (1860-CERT-02)."""
    return game.state.privates.count(seat)


# -- starting companies ---------------------------------------------------------------------------


def may_start(game: Game, company: Company) -> Refusal | None:
    """Layers open one after the other (1860-SR-11, 1860-SR-12, 1860-SR-13), unless there are none (1860-VAR-07)."""
    if "no_layers" in game.book.options:
        return _may_start_without_layers(game)
    layer = LAYERS[company]
    if (
        layer == 1
        or game.state.has(company, BANKRUPT)
        or any(_opens_next(game, c) for c in game.all_companies() if LAYERS[c] == layer - 1)
    ):
        return None
    return game.forbid("layers", "No company of layer {layer} has operated or sold out", layer=layer - 1)


def _opens_next(game: Game, company: Company) -> bool:
    """Has the company operated, or have all its shares left the initial offer?"""
    return game.state.has(company, OPERATED) or game.held(BANK, company) == 0


def _may_start_without_layers(game: Game) -> Refusal | None:
    started = [c for c in game.all_companies() if game.state.has(c, STARTED)]
    fresh = [c for c in started if not game.state.has(c, OPERATED)]
    for_sale = [c for c in started if directors.ordinary(game, BANK, c) > 0 and reserved(game, c, BANK) is None]
    if len(fresh) <= 1 or not for_sale:
        return None
    return game.forbid("no_layers", "Two companies have been started, have not operated, and are not sold out")


def par_places(game: Game, company: Company) -> tuple[Place, ...]:
    """The start spaces of the company's range; for a bankrupt one every place from 40 upwards.

    Rules 1860-SR-10 and 1860-BANKR-11.
    """
    low, high = PAR_RANGES[company]
    place = game.book.market.place
    if game.state.has(company, BANKRUPT):
        return tuple(place[price] for price in game.book.market.prices if NUMBERS.repar_from <= price <= high)
    return tuple(place[price] for price in game.book.market.par_prices if low <= price <= high)
