"""Selling and buying shares (rules 1863-SELL and 1863-BUY)."""

from __future__ import annotations

from dataclasses import replace

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner
from railhead.core.refusal import Refusal
from railhead.core.steps import Move
from railhead.core.text import Text
from railhead.rules import directors, stock
from railhead.rules.stock import Buy, Sell, StockTurn
from railhead.titles.t1863 import ownership, prices, tokens_due
from railhead.titles.t1863.facts import MINOR, NUMBERS
from railhead.titles.t1863.record import amend, record

# -- selling --------------------------------------------------------------------------------------


def may_sell(game: Game, seller: Owner, company: Company, keeps: int) -> Refusal | None:
    """A minor is never sold to the Pool, nor a company's own shares; the president's certificate stays.

    Rules 1863-OWN-07, 1863-SELL-05 and 1863-OWN-10. The Pool has no limit (1863-SELL-06).
    """
    if seller == game.purse(company):
        return game.forbid("sell.own", "A company never sells its own shares to the Pool")
    if game.state.kind[company] == MINOR:
        return game.forbid("sell.minor", "{company} is a minor, wholly owned", company=game.symbol(company))
    if game.state.director[company] != seller or keeps >= directors.director_size(game, company):
        return None
    if directors.successor(game, company, seller, keeps) is not None:
        return None
    return game.forbid("sell.president", "The president's certificate never enters the Pool")


def saleable(game: Game, seller: Owner, company: Company) -> int:
    """How many shares of a company an owner could sell at most."""
    held = game.held(seller, company)
    return next((sold for sold in range(held, 0, -1) if may_sell(game, seller, company, held - sold) is None), 0)


def sale_drop(game: Game, company: Company, seller: Owner, count: int) -> int:
    """Two for each share sold by whoever is president at that moment, one for any other (1863-SELL-04).

    The office passes as soon as another holds more, and before a share leaves if the seller has only the certificate
    and another holds as much. Rules 1863-SELL-02 and 1863-SELL-03.
    """
    if game.state.director[company] != seller:
        return count * NUMBERS.sale_by_others
    held, size = game.held(seller, company), directors.director_size(game, company)
    rival = max((game.held(other, company) for other in directors.rivals(game, company)), default=0)
    drop, president = 0, True
    for left in range(held - 1, held - 1 - count, -1):
        president = president and not (left < size <= rival)
        drop += NUMBERS.sale_by_president if president else NUMBERS.sale_by_others
        president = president and rival <= left
    return drop


def sell(game: Game, seller: Owner, company: Company, count: int) -> None:
    """Shares are sold to the Pool outside of a stock turn; the offices follow (1863-SELL-01, 1863-SELL-07)."""
    stock.sell_shares(game, seller, company, count)
    remember_sale(game, seller, company)
    after_trade(game, company)


def sell_all(game: Game, seller: Owner) -> None:
    """Everything that may be sold goes to the Pool, company by company (1863-CRISIS-04, 1863-LIQ-02)."""
    for company in game.all_companies():
        count = saleable(game, seller, company)
        if count:
            sell(game, seller, company, count)


def remember_sale(game: Game, seller: Owner, company: Company) -> None:
    """Whoever sold a company may not buy it until the next stock round (1863-SR-05)."""
    amend(game, sold=tuple(sorted({*record(game).sold, (seller, company)})))


def has_sold(game: Game, owner: Owner, company: Company) -> Refusal | None:
    """Has an owner sold or shorted a company since the last stock round began (1863-SR-05, 1863-SHORT-08)?"""
    if (owner, company) in record(game).sold:
        return game.forbid(
            "stock.sold",
            "{owner} has sold {company}, and may not buy it before the next stock round",
            owner=game.name(owner),
            company=game.symbol(company),
        )
    return None


def after_trade(game: Game, company: Company) -> None:
    """Offices go where the shares are (1863-OWN-08, 1863-OWN-09, 1863-OWN-11); tokens are paid for once they can be."""
    directors.settle_all(game)
    tokens_due.pay_if_possible(game)


def _sell(game: Game, step: StockTurn, action: Sell) -> None:
    remember_sale(game, step.holder, action.company)
    stock.sell(game, step, action)


SELL = replace(stock.SELL, effect=_sell)

# -- buying ---------------------------------------------------------------------------------------


def sources(game: Game, company: Company) -> tuple[Owner, ...]:
    """The company's own treasury and the Pool, never another player (1863-BUY-01, 1863-INFO-04, 1863-SUB-04)."""
    return game.purse(company), POOL


def for_sale(game: Game, buyer: Owner, company: Company, source: Owner) -> Refusal | None:
    """An ordinary share, within the limits (1863-BUY-04); a company redeems its own instead (1863-BUY-05)."""
    if buyer == game.purse(company):
        return game.forbid("buy.own", "A company does not buy its own shares, it redeems them")
    if game.state.kind[company] == MINOR:
        return game.forbid("own.minor", "{company} is wholly owned", company=game.symbol(company))
    return (
        in_liquidation(game, company)
        or stock.share_left(game, company, source)
        or has_sold(game, buyer, company)
        or ownership.may_hold(game, buyer, company, 1)
    )


def in_liquidation(game: Game, company: Company) -> Refusal | None:
    """Shares of a company that waits for its liquidation are not bought or redeemed (1863-LIQ-09)."""
    if prices.zone(game, company) is prices.Zone.RED:
        return game.forbid("buy.red", "{company} is in liquidation", company=game.symbol(company))
    return None


def _buy(game: Game, step: StockTurn, action: Buy) -> None:
    """A share from the Pool raises the price by one (1863-BUY-02), one from the treasury does not (1863-BUY-03)."""
    stock.buy(game, step, action)
    if action.source == POOL:
        prices.rise(game, action.company)


BUY = stock.unless_over_limit(Move(Buy, stock.BUY.options, stock.buy_refusal, _buy))


def buy_from_pool(game: Game, buyer: Owner, company: Company) -> None:
    """A share is bought from the Pool at the current price, which rises (1863-BUY-02)."""
    effects.pay(game, buyer, BANK, game.price_of(company), Text("1 {company}", company=game.symbol(company)))
    effects.move_shares(game, POOL, buyer, company, 1)
    after_trade(game, company)
    prices.rise(game, company)


def buy_from_charter(game: Game, buyer: Owner, company: Company, count: int) -> None:
    """Shares are bought from the treasury at the current price, which stays (1863-BUY-03, 1863-START-21)."""
    purpose = Text("{count} {company}", count=count, company=game.symbol(company))
    effects.pay(game, buyer, game.purse(company), count * game.price_of(company), purpose)
    effects.move_shares(game, game.purse(company), buyer, company, count)
    after_trade(game, company)
