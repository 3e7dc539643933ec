"""The train step of a company's turn in 1862.

Rules 1862-TRAIN, 1862-FORCED-01 and 1862-RECV-05, 1862-RECV-06, 1862-RECV-07.
"""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, passing
from railhead.rules import trains
from railhead.rules.receivership import in_receivership
from railhead.rules.trains import BuyTrains
from railhead.titles.t1862 import forced, new_trains
from railhead.titles.t1862.new_trains import BuyNewTrain
from railhead.titles.t1862.prices import fail


def buy_trains(game: Game, company: Company) -> None:
    """The director buys trains; without one the company buys by itself, or is bankrupt (1862-RECV-05, 1862-RECV-07)."""
    if not in_receivership(game, company):
        game.push(BuyTrains(company))
        return
    new_trains.buy_in_receivership(game, company)
    if not game.trains_of(company):
        fail(game, company)


def must_buy_train(game: Game, company: Company) -> Refusal | None:
    """A trainless company that can pay for a train, or raise the money, must (1862-FORCED-01, 1862-FORCED-02)."""
    if trains.can_afford_bank_train(game, company) or forced.can_buy_from_own_director(game, company):
        return game.forbid("train.must_buy", f"{game.symbol(company)} has no train and can pay for one")
    if forced.sale_refusal(game, company) is None or forced.refinance_refusal(game, company) is None:
        return game.forbid("train.must_raise", f"{game.symbol(company)} has no train and must raise money for one")
    return None


def _finish(game: Game, step: BuyTrains) -> None:
    """A company that finds no way to a train is bankrupt (1862-BANKR-01)."""
    game.pop()
    if not game.trains_of(step.company):
        fail(game, step.company)


def _buy(game: Game, step: BuyTrains, action: BuyNewTrain) -> None:
    new_trains.buy(game, step.company, action)


MOVES: tuple[AnyMove, ...] = (
    Move(
        BuyNewTrain,
        lambda game, step: new_trains.options(game, step.company),
        lambda game, step, action: new_trains.refusal(game, step.company, action),
        _buy,
    ),
    trains.OFFER,
    forced.SELL_TREASURY,
    forced.REFINANCE,
    passing(_finish, trains.pass_refusal),
)
