"""Shares in 18BF: the certificate limit, selling, buying (rules 18BF-SR, 18BF-SELL and 18BF-BUY)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import POOL, Company, Owner, Seat
from railhead.core.refusal import Refusal
from railhead.core.state import OPERATED
from railhead.rules import directors, stock
from railhead.titles.t18bf.facts import FACTS, MINOR, NUMBERS, PHASE

# -- certificates ---------------------------------------------------------------------------------


def certificate_limit(game: Game) -> int:
    """By the number of players, and lower in phase 8 (18BF-SR-09, 18BF-SR-10)."""
    if game.state.phase < PHASE["8"]:
        return game.book.certificate_limit
    return int(FACTS["players"][str(game.book.seats)]["last_certificates"])


def private_certificates(game: Game, seat: Seat) -> int:
    """A player's privates count as one certificate each (18BF-PRIV-03, 18BF-SR-11)."""
    return game.state.privates.count(seat)


# -- selling --------------------------------------------------------------------------------------


def may_sell(game: Game, seller: Owner, company: Company, keeps: int) -> Refusal | None:
    """Never a Minor, nor shares of a company that has not completed a turn; half of it may lie in the pool.

    Rules 18BF-SELL-01, 18BF-SELL-02, 18BF-SELL-03 and 18BF-SELL-04.
    """
    if game.state.kind[company] == MINOR:
        return game.forbid("sell.minor", "Minors are never sold")
    if not game.state.has(company, OPERATED):
        return game.forbid(
            "sell.operated", "{company} has not completed an operating turn", company=game.symbol(company)
        )
    sold = game.held(seller, company) - keeps
    if game.held(POOL, company) + sold > most_in_pool(game, company):
        return game.forbid(
            "sell.pool", "No more than half of {company} may lie in the pool", company=game.symbol(company)
        )
    return _certificate_refusal(game, seller, company, keeps)


def most_in_pool(game: Game, company: Company) -> int:
    """How many shares of a company the pool may hold (18BF-SELL-03)."""
    return game.share_count(company) * NUMBERS.most_in_pool // 100


def _certificate_refusal(game: Game, seller: Owner, company: Company, keeps: int) -> Refusal | None:
    """A Director without a successor keeps the Director's certificate (18BF-SELL-04)."""
    if game.state.director[company] != seller or keeps >= directors.director_size(game, company):
        return None
    if directors.successor(game, company, seller, keeps) is not None:
        return None
    return game.forbid("sell.director", "The [director]'s certificate may never go to the pool")


def could_sell(game: Game, seller: Owner, company: Company) -> int:
    """How many shares of a company a player could sell at most (18BF-SR-14)."""
    held = game.held(seller, company)
    return next((sold for sold in range(held, 0, -1) if may_sell(game, seller, company, held - sold) is None), 0)


def sale_drop(game: Game, company: Company, seller: Owner, count: int) -> int:
    """A sale by the Director moves the price one space left, however many shares; nobody else's does.

    Rules 18BF-SELL-06, 18BF-SELL-07 and 18BF-SELL-08.
    """
    return 1 if game.state.director[company] == seller else 0


# -- buying ---------------------------------------------------------------------------------------


def share_sources(game: Game, company: Company) -> tuple[Owner, ...]:
    """The treasury and the pool, never another player (18BF-BUY-01, 18BF-SR-07)."""
    return game.purse(company), POOL


def share_for_sale(game: Game, buyer: Owner, company: Company, source: Owner) -> Refusal | None:
    """An ordinary share, for somebody who holds less than 60% (18BF-BUY-03)."""
    if game.held(buyer, company) >= most_bought(game, company):
        return game.forbid(
            "buy.most",
            "You hold {most}% of {company} or more",
            most=NUMBERS.most_held,
            company=game.symbol(company),
        )
    return stock.share_left(game, company, source)


def most_bought(game: Game, company: Company) -> int:
    """With how many shares of a company nobody may buy another (18BF-BUY-03, 18BF-MERGE-25)."""
    return game.share_count(company) * NUMBERS.most_held // 100
