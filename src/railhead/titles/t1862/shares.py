"""Shares in 1862: buying, selling, starting companies, the certificate limit (1862-SR, 1862-START and 1862-CERT)."""

from __future__ import annotations

from collections.abc import Iterable

from railhead.core import effects
from railhead.core.choices import Choice, OneOf, only
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner, Place
from railhead.core.refusal import Refusal
from railhead.core.rulebook import UNLIMITED
from railhead.core.state import FLOATED, STARTED
from railhead.core.steps import Move, filtered
from railhead.core.text import Text
from railhead.rules import directors, stock
from railhead.rules.stock import Buy, Start, StockTurn, unless_over_limit
from railhead.titles.t1862.bankruptcy import ruin
from railhead.titles.t1862.facts import NUMBERS, market
from railhead.titles.t1862.flotation import check_flotation
from railhead.titles.t1862.homes import placeable
from railhead.titles.t1862.prices import par_place
from railhead.titles.t1862.record import amend, record


def share_sources(game: Game, company: Company) -> tuple[Owner, ...]:
    """The initial offer, the pool and the company itself (1862-SR-20)."""
    return BANK, POOL, game.purse(company)


def share_for_sale(game: Game, buyer: Owner, company: Company, source: Owner) -> Refusal | None:
    """Ordinary shares only: the director's certificate is never bought from the pool (1862-SR-12)."""
    return stock.share_left(game, company, source)


def may_sell(game: Game, seller: Owner, company: Company, keeps: int) -> Refusal | None:
    """A seller keeps at least what they have bought in this round (1862-SR-16, 1862-SR-18)."""
    bought = record(game).bought.count((seller, company))
    if keeps < bought:
        return game.forbid(
            "stock.bought",
            "You have bought {bought} of {company} in this stock round",
            bought=bought,
            company=game.symbol(company),
        )
    return None


def certificate_limit(game: Game) -> int:
    """By the number of players; once the LNER has formed, the most shares anybody had then.

    Rules 1862-CERT-01 and 1862-CERT-05.
    """
    return record(game).limit if record(game).lner else game.book.certificate_limit


def most_kept(game: Game) -> int:
    """Nobody has to sell down after the LNER's formation (1862-CERT-04, 1862-CERT-06)."""
    return UNLIMITED if record(game).lner else game.book.certificate_limit


def _buy(game: Game, step: StockTurn, action: Buy) -> None:
    """A share bought in this round may not be sold in it (1862-SR-16)."""
    amend(game, bought=(*record(game).bought, (step.player, action.company)))
    stock.buy(game, step, action)


def _start_options(game: Game, step: StockTurn) -> Iterable[Choice]:
    """Every company that may be started, at every price the player can pay."""
    if step.bought:
        return
    for company in game.all_companies():
        places = par_places(game, company)
        if stock.start_refusal(game, step, Start(company, places[0])) is None:
            size, cash = directors.director_size(game, company), game.state.cash[step.player]
            affordable = tuple(place for place in places if size * game.book.market.prices[place] <= cash)
            yield Choice(Start, (only(company), OneOf(affordable)))


def after_trade(game: Game, company: Company) -> None:
    """A price of zero means bankruptcy; half the shares bought float it (1862-PRICE-10, 1862-FLOAT-01)."""
    if not game.state.has(company, FLOATED):
        check_flotation(game, company)
    elif game.state.price[company] == 0:
        ruin(game, company)
        amend(game, bought=tuple(pair for pair in record(game).bought if pair[1] != company))


# -- starting companies ----------------------------------------------------------------------------


START_PLACES = tuple(
    place for price, place in market().place.items() if NUMBERS.start_from <= price <= NUMBERS.start_up_to
)
"""Where a company without a charter may start (1862-START-03)."""


def available(game: Game, company: Company) -> Refusal | None:
    """Does anything keep a company from being started, with a charter or without?

    Rules 1862-SETUP-13, 1862-PARL-24, 1862-START-01, 1862-START-02 and 1862-LNER-04.
    """
    name = game.symbol(company)
    if record(game).lner:
        return game.forbid("start.lner", "No company may be started after the LNER has formed")
    if game.state.phase < record(game).group[company]:
        phase = game.book.phases[record(game).group[company]].name
        return game.forbid("start.group", "{name} is not available before phase {phase}", name=name, phase=phase)
    if company in record(game).failed:
        return game.forbid(
            "start.failed", "The charter of {name} failed: it is available from the next stock round", name=name
        )
    if not placeable(game, company):
        return game.forbid("start.home", "{name} would have no room for its home marker", name=name)
    return None


def may_start(game: Game, company: Company) -> Refusal | None:
    """In a stock round, unless new players start all companies in Parliament (1862-VAR-04)."""
    if "new_players" in game.book.options:
        return game.forbid("start.parliament", "Companies may be started only in Parliament")
    return available(game, company)


def par_places(game: Game, company: Company) -> tuple[Place, ...]:
    """Every place of the market from 54 to 200 (1862-START-03)."""
    return START_PLACES


def start(game: Game, step: StockTurn, action: Start) -> None:
    """The director pays the company; the other shares lie on its charter.

    Rules 1862-START-04, 1862-START-05, 1862-START-06, 1862-START-07 and 1862-START-08.
    """
    company, size = action.company, directors.director_size(game, action.company)
    cost = stock.director_price(game, action)
    effects.set_par(game, company, par_place(game.book.market, game.book.market.prices[action.par]))
    effects.mark(game, company, STARTED)
    effects.set_price(game, company, action.par)
    effects.pay(
        game,
        step.player,
        game.purse(company),
        cost,
        Text("the director's certificate of {company}", company=game.symbol(company)),
    )
    effects.move_shares(game, BANK, step.player, company, size)
    effects.set_director(game, company, step.player)
    effects.move_shares(game, BANK, game.purse(company), company, game.held(BANK, company))
    stock.note_purchase(game, step)
    amend(game, bought=(*record(game).bought, *[(step.player, company)] * size))


BUY = unless_over_limit(Move(Buy, filtered(stock.buy_candidates, stock.buy_refusal), stock.buy_refusal, _buy))
START = unless_over_limit(Move(Start, _start_options, stock.start_refusal, start))
