"""Buying an insolvent railroad: a stock action (18OE-INSOLV-05, 18OE-INSOLV-06)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company
from railhead.core.refusal import Refusal
from railhead.core.state import INSOLVENT
from railhead.core.steps import AnyMove
from railhead.core.text import Text
from railhead.rules import directors
from railhead.rules.stock import StockTurn
from railhead.titles.t18oe import insolvency, rolling_stock
from railhead.titles.t18oe.reserved_trains import shortfall
from railhead.titles.t18oe.rolling_stock import RESERVED
from railhead.titles.t18oe.stock_actions import whole_action


@dataclass(frozen=True, slots=True)
class Rescue(Action):
    """Buy the charter or president's certificate of an insolvent railroad."""

    company: Company
    form: ClassVar[str] = "rescue {company}"
    label: ClassVar[str] = "Buy the insolvent {company}"
    told: ClassVar[tuple[str, ...]] = ("{player} buys the insolvent {company}",)
    topic: ClassVar[Topic] = Topic.SHARES
    deed: ClassVar[Deed] = Deed.START


def price(game: Game, company: Company) -> int:
    """The face value and what the treasury still lacks for the train it has received (18OE-INSOLV-05)."""
    return insolvency.face_value(game, company) + shortfall(game, company)


def refusal(game: Game, step: StockTurn, action: Rescue) -> Refusal | None:
    """Which rule forbids buying a railroad that nobody owns."""
    company = action.company
    if not game.state.has(company, INSOLVENT):
        return game.forbid("rescue.insolvent", "{company} is not insolvent", company=game.symbol(company))
    if directors.at_limit(game, step.player):
        return game.forbid("stock.limit", "You already hold as many certificates as the limit allows")
    cost, cash = price(game, company), game.state.cash[step.player]
    if cost > cash:
        return game.forbid("rescue.cash", "It costs {cost}, but you have {cash}", cost=cost, cash=cash)
    return None


def _candidates(game: Game, _: StockTurn) -> Iterable[Rescue]:
    return (Rescue(company) for company in game.all_companies() if game.state.has(company, INSOLVENT))


def _rescue(game: Game, step: StockTurn, action: Rescue) -> None:
    """The bank gets the face value, the treasury what it lacks; it then pays for its train (18OE-INSOLV-05).

    The par of a regional stays as it was (18OE-INSOLV-06).
    """
    company, purse, player = action.company, game.purse(action.company), step.player
    effects.pay(game, player, BANK, insolvency.face_value(game, company), Text("the certificate"))
    effects.pay(game, player, purse, shortfall(game, company), Text("the reserved train"))
    effects.pay(game, purse, BANK, rolling_stock.price(game, company, RESERVED), Text("the reserved train"))
    effects.move_shares(game, POOL, player, company, directors.director_size(game, company))
    effects.set_director(game, company, player)
    effects.unmark(game, company, INSOLVENT)


RESCUE: AnyMove = whole_action(Rescue, _candidates, refusal, _rescue)
ACTIONS = (Rescue,)
