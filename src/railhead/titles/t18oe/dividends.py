"""What railroads of 18OE do with their revenue, and how share values follow (rules 18OE-DIV).

All revenue is a multiple of 10, so that halves are whole pounds; shares in the Open Market are paid nothing, those in a
treasury pay into it (18OE-DIV-07).
"""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.rules import dividends
from railhead.rules.dividends import Dividend, DividendRules, with_revenue
from railhead.titles.t18oe import ending, prices
from railhead.titles.t18oe.facts import MAJOR, MINOR, NATIONAL


def pay_dividend(game: Game, company: Company) -> None:
    """Regionals and majors choose; nobody else is asked (18OE-DIV-04, 18OE-DIV-05, 18OE-DIV-06)."""
    game.push(Dividend(company))


def may_pay(game: Game, company: Company) -> Refusal | None:
    """All revenue is paid out, except by a minor (18OE-DIV-01, 18OE-DIV-04)."""
    return with_revenue(game, company) or _not_a_minor(game, company)


def may_keep(game: Game, company: Company) -> Refusal | None:
    """Nothing is paid out, where there is a choice or nothing to pay (18OE-DIV-03)."""
    if game.state.revenue[company] == 0:
        return None
    return _not_a_minor(game, company) or _not_a_national(game, company)


def may_split(game: Game, company: Company) -> Refusal | None:
    """Half is paid out (18OE-DIV-02)."""
    return with_revenue(game, company) or _not_a_national(game, company)


def _not_a_minor(game: Game, company: Company) -> Refusal | None:
    if game.state.kind[company] == MINOR:
        return game.forbid("dividend.minor", "A minor pays half of its revenue and keeps the other half")
    return None


def _not_a_national(game: Game, company: Company) -> Refusal | None:
    if game.state.kind[company] == NATIONAL:
        return game.forbid("dividend.national", "A national pays all its revenue")
    return None


def rounded_up(game: Game, company: Company, amount: int, shares: int) -> int:
    """What one holder gets, rounded up to whole pounds (18OE-DIV-01); also the treasury (18OE-DIV-07)."""
    return -(-amount * shares // game.share_count(company))


def after_dividend(game: Game, company: Company, amount: int) -> None:
    """Right if the total reaches the share value, left if nothing was paid; majors and nationals only (18OE-DIV-08).

    Rules 18OE-MKT-12, 18OE-MKT-13, 18OE-MKT-14 and 18OE-MKT-18; the total includes what nobody is paid for shares in
    the Open Market (AMB-49 of the rule list). What is paid may have to be paid again (18OE-END-08).
    """
    ending.note(game, company, amount)
    if game.state.kind[company] not in (MAJOR, NATIONAL):
        return
    if amount == 0:
        prices.left(game, company)
    elif amount >= game.price_of(company):
        prices.right(game, company)


RULES = DividendRules(
    moves=(*dividends.MOVES, dividends.HALF),
    may_pay=may_pay,
    may_keep=may_keep,
    may_split=may_split,
    payment=rounded_up,
    after_dividend=after_dividend,
)
ACTIONS = (dividends.PayOut, dividends.Keep, dividends.PayHalf)
