"""What companies of 18BF do with their earnings, and how their prices follow (rules 18BF-DIV)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.rules import dividends
from railhead.rules.dividends import DividendRules, rounded_for_each_share, with_revenue
from railhead.titles.t18bf import prices
from railhead.titles.t18bf.facts import MINOR, NUMBERS, PHASE, SYSTEM


def distribute_earnings(game: Game, company: Company) -> None:
    """The earnings are kept, paid or split; a Minor is not asked, nor a company without any (18BF-DIV-01)."""
    game.push(dividends.Dividend(company))


def may_pay(game: Game, company: Company) -> Refusal | None:
    """Publics and Systems may pay all they have earned (18BF-DIV-04)."""
    return with_revenue(game, company) or _splits(game, company)


def may_keep(game: Game, company: Company) -> Refusal | None:
    """They may also keep everything, which is all that a company without earnings can do (18BF-DIV-04, 18BF-DIV-07)."""
    return None if game.state.revenue[company] == 0 else _splits(game, company)


def _splits(game: Game, company: Company) -> Refusal | None:
    """A Minor always pays half and keeps half (18BF-DIV-01)."""
    if game.state.kind[company] == MINOR:
        return game.forbid("dividend.minor", "A Minor pays half of its earnings and keeps the other half")
    return None


def half(game: Game, company: Company) -> int:
    """Half of a Minor's earnings; half of the others', rounded up to a multiple of 10 (18BF-DIV-01, 18BF-DIV-04)."""
    revenue = game.state.revenue[company]
    if game.state.kind[company] == MINOR:
        return revenue // 2
    return -(-revenue // (2 * NUMBERS.dividend_rounding)) * NUMBERS.dividend_rounding


def after_dividend(game: Game, company: Company, amount: int) -> None:
    """Left if nothing was paid; otherwise right as far as the dividend reaches, if at all.

    Rules 18BF-DIV-02, 18BF-DIV-07, 18BF-DIV-08 and 18BF-DIV-09; left of the lowest space the company closes, and its
    turn is over (18BF-DIV-15).
    """
    if amount == 0:
        prices.left(game, company)
    else:
        prices.right(game, company, spaces(game, company, amount))


def spaces(game: Game, company: Company, amount: int) -> int:
    """How many spaces right a dividend moves the price.

    A Minor's always moves by one (18BF-DIV-02). Otherwise ten times what a share gets must reach the price
    (18BF-DIV-08, 18BF-DIV-12); from phase 8 on a System moves by two if it reaches twice the price (18BF-DIV-13,
    18BF-DIV-14).
    """
    return spaces_at(game, company, game.price_of(company), amount)


def spaces_at(game: Game, company: Company, price: int, amount: int) -> int:
    """The same for a company that has this price."""
    if game.state.kind[company] == MINOR:
        return 1
    reach = 10 * (amount // game.share_count(company))
    if game.state.kind[company] == SYSTEM and game.state.phase >= PHASE["8"] and reach >= 2 * price:
        return 2
    return 1 if reach >= price else 0


RULES = DividendRules(
    moves=(*dividends.MOVES, dividends.HALF),
    may_pay=may_pay,
    may_keep=may_keep,
    may_split=with_revenue,
    half=half,
    # What a share of a System gets is rounded down, the fractions stay in the bank (18BF-DIV-05, 18BF-DIV-11).
    payment=rounded_for_each_share,
    after_dividend=after_dividend,
)
