"""Stock rounds of 18OE: what a player may do in a turn, and what happens when the round ends (rules 18OE-SR)."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core import effects
from railhead.core.actions import Pass
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, Step, filtered, passing
from railhead.rules import stock
from railhead.rules.operating import kind_then_price
from railhead.rules.stock import Buy, Sell, Start, StockRules, StockTurn
from railhead.titles.t18oe import (
    barclay,
    certificates,
    consolidation,
    floating,
    interruptions,
    majors,
    merge_actions,
    prices,
    private_cards,
    railroad_phases,
    removal,
    rescuing,
    reserving,
    shares,
    stock_actions,
    trading,
)
from railhead.titles.t18oe.facts import MAJOR
from railhead.titles.t18oe.floating import BuyPresidency, FloatMinor
from railhead.titles.t18oe.removal import RemoveRegional
from railhead.titles.t18oe.stock_actions import whole_action

# -- the Regional/Minor phase ---------------------------------------------------------------------


def not_in_regional_phase(game: Game) -> Refusal | None:
    """Railroads float in the Regional/Minor phase, which may last over several rounds (18OE-RMP-01, 18OE-RMP-15)."""
    if railroad_phases.regional_phase(game):
        return None
    return game.forbid("phase.over", "All minors and regionals that ever will have floated")


def minor_refusal(game: Game, step: StockTurn, action: FloatMinor) -> Refusal | None:
    """See `floating.minor_refusal`."""
    return not_in_regional_phase(game) or floating.minor_refusal(game, step.player, action)


def regional_refusal(game: Game, step: StockTurn, action: Start) -> Refusal | None:
    """See `floating.regional_refusal`."""
    return not_in_regional_phase(game) or floating.regional_refusal(game, step.player, action)


def presidency_refusal(game: Game, step: StockTurn, action: BuyPresidency) -> Refusal | None:
    """See `floating.presidency_refusal`."""
    return not_in_regional_phase(game) or floating.presidency_refusal(game, step.player, action)


def pass_refusal(game: Game, step: StockTurn, action: Pass) -> Refusal | None:
    """Nobody passes with a minor to float, or above the certificate limit (18OE-RMP-06, 18OE-CERT-03)."""
    if railroad_phases.regional_phase(game) and floating.waiting_minors(game, step.player):
        return game.forbid("phase.minor", "You have a minor to float")
    return consolidation.pass_refusal(game, step, action) or certificates.pass_refusal(game, step, action)


# -- all that a player may do ---------------------------------------------------------------------


SELL = Move(Sell, stock.sell_options, stock.sell_refusal, interruptions.sell, possible=stock.can_sell)
BUY = stock.unless_over_limit(
    Move(Buy, filtered(stock.buy_candidates, stock.buy_refusal), stock.buy_refusal, interruptions.buy)
)

MOVES: tuple[AnyMove, ...] = (
    SELL,
    BUY,
    whole_action(
        FloatMinor,
        lambda game, step: floating.minor_candidates(game, step.player),
        minor_refusal,
        lambda game, _, action: floating.float_minor(game, action.company, action.stop),
    ),
    whole_action(
        Start,
        lambda game, _: floating.regional_candidates(game),
        regional_refusal,
        lambda game, step, action: floating.start_regional(game, step.player, action),
    ),
    whole_action(
        BuyPresidency,
        lambda game, _: (BuyPresidency(company) for company in railroad_phases.regionals(game)),
        presidency_refusal,
        lambda game, step, action: floating.float_regional(game, action.company, step.player, POOL),
    ),
    whole_action(
        RemoveRegional,
        lambda game, _: removal.candidates(game),
        lambda game, _, action: removal.refusal(game, action),
        lambda game, _, action: removal.remove(game, action.company),
    ),
    *majors.MOVES,
    merge_actions.MERGE,
    merge_actions.PROPOSE,
    trading.TRADE,
    consolidation.SEEK,
    rescuing.RESCUE,
    private_cards.CLOSE,
    private_cards.REMOVE,
    barclay.KEEP,
    barclay.PROP,
    passing(stock_actions.finish, pass_refusal),
)

RULES = StockRules(
    moves=MOVES,
    sources=shares.sources,
    for_sale=shares.for_sale,
    price=shares.price,
    may_sell=shares.may_sell,
    could_sell=shares.could_sell,
    fall=shares.fall,
    notes=consolidation.notes,
)

ACTIONS = (
    FloatMinor,
    Start,
    BuyPresidency,
    RemoveRegional,
    reserving.Reserve,
    majors.Expand,
    majors.BuyAndExpand,
    *rescuing.ACTIONS,
)


# -- the end of a stock round ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndOfStockRound(Step):
    """What happens when all have passed; it waits beneath the stock round."""

    def proceed(self, game: Game) -> bool:
        """Sold-out railroads move up, then the par markers of majors are removed (18OE-SR-26, 18OE-MAJOR-11).

        What Barclay has kept from falling may fall again (18OE-PRIV-21), and the Consolidation is over.
        """
        game.pop()
        for company in sold_out(game):
            prices.up(game, company)
        for company in railroad_phases.regionals(game):
            if game.state.kind[company] == MAJOR:
                effects.clear_par(game, company)
        barclay.end_of_round(game)
        consolidation.finish(game)
        return True


def sold_out(game: Game) -> list[Company]:
    """Majors and nationals whose shares are all with players, the highest share value first.

    Rules 18OE-MKT-10 and 18OE-MKT-11; on equal values in operating order.
    """
    by_value = sorted(game.state.stack, key=lambda company: kind_then_price(game, company))
    return [
        company
        for company in by_value
        if not any(game.held(owner, company) for owner in (BANK, POOL, game.purse(company)))
    ]
