"""Privates of 18BF that companies buy from players, and the end of the railways among them (rules 18BF-PRIV).

What they pay is in the data (18BF-PRIV-30); they pay first in an operating round (18BF-PRIV-02).
"""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import NOBODY, Company, Private, kind_of
from railhead.core.refusal import Refusal
from railhead.core.steps import Step
from railhead.rules import private_sales
from railhead.rules.private_sales import BuyPrivates, PrivateSaleRules
from railhead.rules.running import RunTrains, open_runs
from railhead.rules.trains import BuyTrains
from railhead.titles.t18bf.facts import CITIES, PHASE, PRIVATES
from railhead.titles.t18bf.ferries import assign_ferries


def may_buy(game: Game, company: Company, private: Private) -> Refusal | None:
    """From phase 3 on, for a price from 1 to the face value (18BF-PRIV-04, 18BF-PRIV-37)."""
    if game.state.phase < PHASE["3"]:
        return game.forbid("private.phase", "Companies may buy private companies from phase 3 on")
    return None


def bought(game: Game, company: Company, private: Private) -> None:
    """An Irish ferry bought while the trains run is assigned at once (18BF-PRIV-31)."""
    if PRIVATES[private].is_irish and game.within(RunTrains):
        assign_ferries(game, company)


RULES = PrivateSaleRules(may_buy=may_buy, bought=bought)


def close_railways(game: Game) -> None:
    """The railways close, whoever owns them; ferries and undergrounds stay (18BF-PRIV-26, 18BF-PRIV-38)."""
    for private in game.book.private_ids:
        if PRIVATES[private].is_railway and game.state.privates[private] != NOBODY:
            effects.close_private(game, private)


# -- when a company is asked ----------------------------------------------------------------------
#
# A company may buy privates at any point of its turn (18BF-PRIV-05): whenever its Director decides something. Where a
# purchase now is not the same as one earlier or later, and nothing else would be asked, the Director is asked about
# privates alone. No such point lies between a loan and what it pays for, as loans are part of payments.


def asks_for_privates(game: Game, step: Step) -> bool:
    """After the last train a company is asked once more if it could buy a private."""
    return isinstance(step, BuyTrains) and next(private_sales.offers(game, step.company), None) is not None


def buy_bonuses(game: Game, company: Company) -> None:
    """Goods trains run by themselves: the last chance to buy a private whose bonus they would earn."""
    runs = open_runs(game, company)
    has_goods = any(CITIES[kind_of(train)] for train in game.trains_of(company))
    if has_goods and not (runs and runs.possible):
        game.push(BuyPrivates(company))


def spend_on_privates(game: Game, company: Company) -> None:
    """What a company with loans does not spend now goes into interest and repayment."""
    if game.state.loans[company]:
        game.push(BuyPrivates(company))
