"""Refinancing: a company without a train halves all holdings and is paid ten times its par (1862-FORCED-07 to -10)."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, Company
from railhead.core.steps import CompanyStep
from railhead.rules import exchange
from railhead.rules.trains import cheapest


def proceeds(game: Game, company: Company) -> int:
    """What the bank pays for the new shares: ten times par (1862-FORCED-07)."""
    return game.share_count(company) * game.book.market.prices[game.state.par[company]]


def suffices(game: Game, company: Company) -> bool:
    """Could the company pay for a train after refinancing (1862-FORCED-09)?

    An odd share of its own brings half the price, if it gives it up.
    """
    odd = game.held(game.purse(company), company) % 2
    means = game.treasury(company) + proceeds(game, company) + odd * (game.price_of(company) // 2)
    return means >= cheapest(game)


def refinance(game: Game, company: Company) -> None:
    """Holdings are halved, beginning with the director; then the money comes (1862-FORCED-07, -08)."""
    game.push(Refinancing(company))
    exchange.begin(game, (company,), game.player_for(company), reserve=max(0, cheapest(game) - proceeds(game, company)))


@dataclass(frozen=True, slots=True)
class Refinancing(CompanyStep):
    """The company is paid once all holdings are halved."""

    def proceed(self, game: Game) -> bool:
        """Ten times par from the bank."""
        game.pop()
        effects.pay(game, BANK, game.purse(self.company), proceeds(game, self.company), "new shares")
        return True
