"""Obligations: a charter whose company has not floated by the end of the stock round fails.

Rules 1862-PARL-20, 1862-PARL-21, 1862-PARL-22, 1862-PARL-23 and 1862-PARL-24.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, PlayerStep
from railhead.core.text import Text
from railhead.rules import directors, stock
from railhead.rules.stock import Sell, StockRules
from railhead.titles.t1862.bankruptcy import give_back
from railhead.titles.t1862.facts import NUMBERS
from railhead.titles.t1862.flotation import FlotationRules
from railhead.titles.t1862.record import amend, record


@dataclass(frozen=True, slots=True)
class Fine(PlayerStep):
    """A player is fined for a charter that has failed; what is still to be paid."""

    company: Company
    left: int
    order: ClassVar[str] = "fine.pay"

    def task(self, game: Game) -> Text:
        """How much is left to pay."""
        return Text(
            "sell shares to pay {left} of the fine for {company}", left=self.left, company=game.symbol(self.company)
        )

    @property
    def acting_company(self) -> Company | None:
        """The company whose charter has failed."""
        return self.company

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES

    def proceed(self, game: Game) -> bool:
        """Cash first, then shares of the company, then others of their choice; the rest is forgiven (1862-PARL-22)."""
        paid = min(self.left, game.state.cash[self.player])
        if paid:
            effects.pay(
                game,
                self.player,
                BANK,
                paid,
                Text("the failed charter of {company}", company=game.symbol(self.company)),
            )
            game.put(replace(self, left=self.left - paid))
        elif self.left and game.held(self.player, self.company):
            self._sell_of_the_company(game)
        elif self.left and next(iter(_options(game, self)), None) is not None:
            return False
        else:
            game.pop()
            _fail(game, self.company)
        return True

    def _sell_of_the_company(self, game: Game) -> None:
        """As many of its shares as are needed, at half of par."""
        unit, held = game.rules[StockRules].sale_price(game, self.company), game.held(self.player, self.company)
        count = min(held, -(-self.left // unit))
        effects.pay(
            game,
            BANK,
            self.player,
            unit * count,
            Text("{count} {company}", count=count, company=game.symbol(self.company)),
        )
        effects.move_shares(game, self.player, POOL, self.company, count)
        directors.settle_after_sale(game, self.company, self.player)


def fine_next(game: Game) -> bool:
    """Fine the next player whose charter has failed, if there is one (1862-PARL-21).

    A company without a charter carries no obligation (1862-START-10).
    """
    if not record(game).obligations:
        return False
    player, company = record(game).obligations[0]
    par = game.book.market.prices[game.state.par[company]]
    game.push(Fine(player, company, NUMBERS.fine_times_par * par))
    return True


def _fail(game: Game, company: Company) -> None:
    """All shares go back without compensation; available from the next stock round (1862-PARL-23, 1862-PARL-24)."""
    effects.declare(game, company, Text("without a charter again"))
    give_back(game, company)
    amend(
        game,
        obligations=tuple(pair for pair in record(game).obligations if pair[1] != company),
    )
    game.rules[FlotationRules].charter_failed(game, company)


# -- other shares ---------------------------------------------------------------------------------


def _could_sell(game: Game, step: Fine, company: Company, count: int) -> Refusal | None:
    held = game.held(step.player, company)
    if count > held:
        return game.forbid(
            "stock.sell_own", "You hold only {held} shares of {company}", held=held, company=game.symbol(company)
        )
    return stock.split_refusal(game, step.player, company, held - count)


def _refusal(game: Game, step: Fine, action: Sell) -> Refusal | None:
    """No more shares than needed: too many, if fewer would pay the fine and may be sold."""
    company, unit = action.company, game.rules[StockRules].sale_price(game, action.company)
    for fewer in range(1, action.count):
        if unit * fewer >= step.left and _could_sell(game, step, company, fewer) is None:
            return game.forbid("fine.pay", "{fewer} shares are enough to pay the fine", fewer=fewer)
    return _could_sell(game, step, company, action.count)


def _options(game: Game, step: Fine) -> Iterable[Choice]:
    return stock.sales(game, step.player, lambda action: _refusal(game, step, action))


def _sell(game: Game, step: Fine, action: Sell) -> None:
    stock.sell_shares(game, step.player, action.company, action.count)
    game.rules[StockRules].after_trade(game, action.company)


MOVES: tuple[AnyMove, ...] = (Move(Sell, _options, _refusal, _sell),)
