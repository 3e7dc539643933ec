"""A company's operating turn in 18BF, stage by stage (rules 18BF-OR)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.laws import CompanyEffect
from railhead.core.rulebook import UNLIMITED
from railhead.core.state import OPERATED
from railhead.rules import redemption
from railhead.rules.redemption import RedemptionRules
from railhead.titles.t18bf import prices
from railhead.titles.t18bf.building import track_stage
from railhead.titles.t18bf.dividends import distribute_earnings
from railhead.titles.t18bf.facts import MINOR
from railhead.titles.t18bf.ferries import assign_ferries
from railhead.titles.t18bf.loans import pay_interest, repay_loans
from railhead.titles.t18bf.privates import buy_bonuses, spend_on_privates
from railhead.titles.t18bf.record import amend
from railhead.titles.t18bf.running import run_stage
from railhead.titles.t18bf.stations import marker_stage
from railhead.titles.t18bf.trains import buy_trains


def begin(game: Game, company: Company) -> None:
    """Interest will be due on the loans a company has now (18BF-LOAN-08); its ferries are free again (18BF-PRIV-31)."""
    amend(game, loans_at_start=game.state.loans[company], ferries=())


def redeem_shares(game: Game, company: Company) -> None:
    """A Public or System may buy back shares from the pool, without loans (18BF-RED-01, 18BF-RED-02)."""
    if game.state.kind[company] != MINOR:
        game.push(redemption.Redeem(company))


def any_number(game: Game, company: Company) -> int:
    """As many as it likes, at a price that stays where it is (18BF-RED-01, 18BF-RED-03)."""
    return UNLIMITED


REDEMPTION = RedemptionRules(most=any_number)


def end(game: Game, company: Company) -> None:
    """The company has completed a turn, so that its shares may be sold (18BF-SELL-02).

    If it has no train its price moves left, a Minor's that may have none too (18BF-CLOSE-01), whatever earnings and
    interest have done to it before (18BF-CLOSE-02).
    """
    effects.mark(game, company, OPERATED)
    if not game.trains_of(company):
        prices.left(game, company)


STAGES: tuple[CompanyEffect, ...] = (
    begin,
    redeem_shares,
    track_stage,
    marker_stage,
    buy_bonuses,
    assign_ferries,
    run_stage,
    distribute_earnings,
    spend_on_privates,
    pay_interest,
    repay_loans,
    buy_trains,
    end,
)
"""What a company does in its turn, in this order (18BF-OR-05)."""
