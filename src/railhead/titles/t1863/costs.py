"""Interest and operating costs at the end of a company's turn (rules 1863-COST)."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.game import Game
from railhead.core.ids import Company, kind_of
from railhead.core.steps import Step
from railhead.core.text import to_translate
from railhead.rules.operating import operating_order
from railhead.titles.t1863 import crisis, thompson
from railhead.titles.t1863.facts import NUMBERS, OPERATING_COSTS, PRIVATE
from railhead.titles.t1863.powers import company_with
from railhead.titles.t1863.record import record, token_count

COMMON = "common_costs"
"""The option with which all companies pay together (1863-OR-04, 1863-VAR-08)."""


def token_costs(game: Game, company: Company) -> int:
    """10 for each token on the map; those on the charter cost nothing (1863-COST-01, 1863-COST-02).

    The Porters Ale Brewery halves it for the company that owns it (1863-PRIV-10).
    """
    on_map = token_count(game, company) - game.state.spare_tokens[company]
    cost = NUMBERS.token_cost * on_map
    return cost // 2 if company_with(game, PRIVATE["POR"]) == company else cost


def train_costs(game: Game, company: Company) -> int:
    """What its trains cost to operate, those bought in this turn too (1863-TRAIN-03, 1863-COST-03)."""
    return sum(OPERATING_COSTS[kind_of(train)] for train in game.trains_of(company))


def interest(game: Game, company: Company) -> int:
    """The rate set at the end of the last stock round, for each loan (1863-COST-04)."""
    return record(game).rate * game.state.loans[company]


def due(game: Game, company: Company) -> int:
    """All that a company has to pay at the end of its turn (1863-COST-01)."""
    return token_costs(game, company) + train_costs(game, company) + interest(game, company)


def pay_costs(game: Game, company: Company) -> None:
    """The company pays, with loans if need be; if they are not enough, there is a crisis (1863-COST-06).

    If all pay together, that is not yet (1863-VAR-08).
    """
    if COMMON not in game.book.options:
        charge(game, company)


def charge(game: Game, company: Company) -> None:
    """Costs and interest are due, on loans that are taken to pay them as well (1863-COST-05)."""
    amount = token_costs(game, company) + train_costs(game, company)
    crisis.owe(game, company, amount, to_translate("interest and operating costs"), interest=record(game).rate)


# -- all companies together -----------------------------------------------------------------------


def expect_common_costs(game: Game) -> None:
    """An operating round is about to begin: with the option, all companies pay once the last one has operated."""
    if COMMON in game.book.options:
        game.push(CommonCosts())


@dataclass(frozen=True, slots=True)
class CommonCosts(Step):
    """After all companies have acted, each pays as it would have paid in its turn (1863-OR-04, 1863-VAR-08)."""

    done: tuple[Company, ...] = ()

    def proceed(self, game: Game) -> bool:
        """The next company pays; trains in their last turn leave once their costs are paid."""
        if self.done:
            thompson.scrap_worn_out(game, self.done[-1])
        company = next((company for company in operating_order(game) if company not in self.done), None)
        if company is None:
            game.pop()
        else:
            game.put(CommonCosts((*self.done, company)))
            charge(game, company)
        return True
