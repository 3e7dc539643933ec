"""Shares in 18OE: who sells them, what they cost, and which may be sold (rules 18OE-SR)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import NOWHERE, POOL, Company, Owner
from railhead.core.refusal import Refusal
from railhead.rules import directors, stock
from railhead.titles.t18oe import custody, prices, railroad_phases, reserving
from railhead.titles.t18oe.facts import MAJOR, MINOR, NUMBERS, PHASE, REGIONAL
from railhead.titles.t18oe.record import record

# -- selling --------------------------------------------------------------------------------------


def may_sell(game: Game, seller: Owner, company: Company, keeps: int) -> Refusal | None:
    """Shares of majors and nationals, from Train Phase 2 on; half of a railroad may lie in the Open Market.

    Rules 18OE-SR-08, 18OE-SR-09, 18OE-SR-10, 18OE-SR-19 and 18OE-SR-22.
    """
    if game.state.kind[company] in (MINOR, REGIONAL):
        return game.forbid("sell.kind", "Only shares of majors and nationals are sold")
    if game.state.phase < PHASE["2"]:
        return game.forbid("sell.phase", "No shares are sold in Train Phase 1")
    sold = game.held(seller, company) - keeps
    if game.held(POOL, company) + sold > most_in_market(game, company):
        return game.forbid(
            "sell.market",
            "No more than {most}% of {company} may come to the Open Market",
            most=NUMBERS.most_in_market,
            company=game.symbol(company),
        )
    return _certificate_refusal(game, seller, company, keeps)


def most_in_market(game: Game, company: Company) -> int:
    """How many shares of a railroad sales may bring to the Open Market (18OE-SR-08)."""
    return game.share_count(company) * NUMBERS.most_in_market // 100


def _certificate_refusal(game: Game, seller: Owner, company: Company, keeps: int) -> Refusal | None:
    """A president without a successor keeps their certificate (18OE-SR-19, 18OE-SR-22)."""
    if game.state.director[company] != seller or keeps >= directors.director_size(game, company):
        return None
    if directors.successor(game, company, seller, keeps) is not None:
        return None
    return game.forbid("sell.president", "The president's certificate may not go to the Open Market")


def could_sell(game: Game, seller: Owner, company: Company) -> int:
    """How many shares of a railroad a player could sell at most."""
    held = game.held(seller, company)
    return next((sold for sold in range(held, 0, -1) if may_sell(game, seller, company, held - sold) is None), 0)


def fall(game: Game, company: Company, places: int) -> None:
    """The marker moves down once for each share sold, unless it is propped up (18OE-MKT-09, 18OE-PRIV-20)."""
    if record(game).propped != company:
        prices.down(game, company, places)


# -- buying ---------------------------------------------------------------------------------------


def sources(game: Game, company: Company) -> tuple[Owner, ...]:
    """The treasury and the Open Market; a minor is no share (18OE-SR-12, 18OE-SR-13)."""
    return () if game.state.kind[company] == MINOR else (game.purse(company), POOL)


def price(game: Game, buyer: Owner, company: Company, source: Owner) -> int:
    """From the treasury: the par, if there is a marker; otherwise the share value.

    From the Open Market: the share value, or twice as much for somebody who has 60% (18OE-SR-12, 18OE-SR-13,
    18OE-SR-14, 18OE-SR-16).
    """
    par = game.state.par[company]
    if source != POOL:
        return game.price_of(company) if par == NOWHERE else game.book.market.prices[par]
    return game.price_of(company) * (2 if has_most(game, buyer, company) else 1)


def has_most(game: Game, buyer: Owner, company: Company) -> bool:
    """Does somebody own so much of a major or national that they can hardly buy more (18OE-SR-15)?"""
    return game.state.kind[company] >= MAJOR and game.held(buyer, company) >= most_bought(game, company)


def most_bought(game: Game, company: Company) -> int:
    """With how many shares of a major or national nobody buys more from its treasury (18OE-SR-15, 18OE-CERT-07)."""
    return game.share_count(company) * NUMBERS.most_bought // 100


def for_sale(game: Game, buyer: Owner, company: Company, source: Owner) -> Refusal | None:
    """In the Major Railroad Phase, unless somebody else has reserved the share or the buyer has 60%.

    Rules 18OE-RMP-07, 18OE-RESV-01, 18OE-CERT-06, 18OE-CERT-07 and 18OE-SR-15.
    """
    if has_most(game, buyer, company) and source != POOL:
        return game.forbid(
            "buy.most", "You hold {most}% of {company} or more", most=NUMBERS.most_bought, company=game.symbol(company)
        )
    return (
        railroad_phases.not_yet(game)
        or stock.share_left(game, company, source)
        or reserving.purchase_refusal(game, buyer, company)
        or _kept(game, buyer, company, source)
    )


def _kept(game: Game, buyer: Owner, company: Company, source: Owner) -> Refusal | None:
    """Is the only share in the treasury kept for somebody else (18OE-PRIV-16)?"""
    if source == POOL or custody.free_shares(game, buyer, company):
        return None
    return game.forbid("buy.custody", "The share of {company} is kept for somebody", company=game.symbol(company))
