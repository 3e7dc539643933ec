"""The small stock round after a conversion or merger: every player once (rules 1863-CONV and 1863-MERGE)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import POOL, Company, Owner, Seat
from railhead.core.refusal import Refusal
from railhead.core.spelling import Count
from railhead.core.steps import AnyMove, Move, PlayerStep, Step, filtered, passing
from railhead.core.text import Text
from railhead.rules import directors, stock
from railhead.rules.stock import Buy, Sell
from railhead.titles.t1863 import shares, shorts
from railhead.titles.t1863.more_shares import BuyShares
from railhead.titles.t1863.shorts import Short


@dataclass(frozen=True, slots=True)
class MiniTurn(PlayerStep):
    """A player may buy one share of a company that has just converted or merged, or sell it short, once."""

    company: Company
    others: tuple[Seat, ...]
    """The players who are asked after this one."""
    sells: bool = False
    """May shares also be sold? That is so after a merger of majors (1863-MERGE-17)."""
    purpose: ClassVar[str] = "buy a share, sell short or pass"
    order: ClassVar[str] = "turn.mini"
    on_pass: ClassVar[str] = "{player} does nothing"

    @property
    def subjects(self) -> tuple[Company, ...]:
        """The company."""
        return (self.company,)

    def task(self, game: Game) -> Text:
        """Which company."""
        return Text("deal in shares of {company} or pass", company=game.symbol(self.company))

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


@dataclass(frozen=True, slots=True)
class Others(Step):
    """What follows when the president has bought: the other players are asked."""

    company: Company
    sells: bool = False

    def proceed(self, game: Game) -> bool:
        """All players but the president, to the left; after a merger of majors the president comes last."""
        game.pop()
        president = game.controller(self.company)
        seats = game.players if president is None else game.others(president)
        last = (president,) if self.sells and president is not None else ()
        ask(game, (*seats, *last), self.company, self.sells)
        return True


def begin(game: Game, company: Company) -> None:
    """First the president buys any number (1863-CONV-05), then every other player may act once (1863-CONV-06)."""
    game.push(Others(company))
    game.push(BuyShares(company))


def ask(game: Game, seats: Sequence[Seat], company: Company, sells: bool = False) -> None:
    """These players are asked in order."""
    if seats:
        game.push(MiniTurn(seats[0], company, tuple(seats[1:]), sells))


def _next(game: Game, step: MiniTurn) -> None:
    game.pop()
    ask(game, step.others, step.company, step.sells)


# -- buying ---------------------------------------------------------------------------------------


def buy_refusal(game: Game, step: MiniTurn, action: Buy) -> Refusal | None:
    """One share from the treasury, or from the Pool, by the rules of a stock round, for themselves (1863-CONV-06)."""
    company, source = action.company, action.source
    if company != step.company or source not in shares.sources(game, company):
        return game.forbid("mini.company", "Only shares of {company} are bought now", company=game.symbol(step.company))
    refusal = shares.for_sale(game, step.player, company, source)
    if refusal is not None:
        return refusal
    if not game.short(step.player, company) and directors.at_limit(game, step.player):
        return game.forbid("stock.limit", "You already hold as many certificates as the limit allows")
    cost, cash = game.price_of(company), game.state.cash[step.player]
    if cost > cash:
        return game.forbid("stock.cash", "It costs {cost}, but you have {cash}", cost=cost, cash=cash)
    return None


def _buy_candidates(game: Game, step: MiniTurn) -> Iterable[Buy]:
    return [Buy(step.company, source) for source in shares.sources(game, step.company)]


def _buy(game: Game, step: MiniTurn, action: Buy) -> None:
    """The treasury is paid, and the price stays (1863-CONV-07); a share from the Pool raises it as always."""
    _next(game, step)
    if action.source == POOL:
        shares.buy_from_pool(game, step.player, step.company)
    else:
        shares.buy_from_charter(game, step.player, step.company, 1)


# -- selling --------------------------------------------------------------------------------------


def short_refusal(game: Game, step: MiniTurn, action: Short) -> Refusal | None:
    """A company fresh from a conversion or merger may be sold short at once (1863-SHORT-04, 1863-CONV-06)."""
    if action.company != step.company:
        return game.forbid("mini.company", "Only {company} is sold short now", company=game.symbol(step.company))
    return shorts.refusal(game, step.player, action.company)


def _short(game: Game, step: MiniTurn, action: Short) -> None:
    _next(game, step)
    shorts.short(game, step.player, action.company)


def sell_refusal(game: Game, step: MiniTurn, action: Sell) -> Refusal | None:
    """After a merger of majors, shares of the survivor may be sold instead (1863-MERGE-17)."""
    if not step.sells or action.company != step.company:
        return game.forbid("mini.sell", "No shares are sold now")
    held = game.held(step.player, action.company)
    if action.count > held:
        return game.forbid(
            "stock.sell_own", "You hold only {held} shares of {company}", held=held, company=game.symbol(step.company)
        )
    return shares.may_sell(game, step.player, action.company, held - action.count)


def _sell_options(game: Game, step: MiniTurn) -> Iterable[Choice]:
    if not step.sells:
        return ()
    return stock.sales(game, Owner(step.player), lambda action: sell_refusal(game, step, action))


def _sell(game: Game, step: MiniTurn, action: Sell) -> None:
    _next(game, step)
    shares.sell(game, step.player, action.company, Count(action.count))


MOVES: tuple[AnyMove, ...] = (
    Move(Buy, filtered(_buy_candidates, buy_refusal), buy_refusal, _buy),
    Move(Short, filtered(lambda game, step: (Short(step.company),), short_refusal), short_refusal, _short),
    Move(Sell, _sell_options, sell_refusal, _sell),
    passing(_next),
)
