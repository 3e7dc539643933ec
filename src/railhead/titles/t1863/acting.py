"""Acting for a company in a stock round: whom a turn is for, and redeeming shares (rules 1863-SR and 1863-BUY)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

from railhead.core import effects
from railhead.core.actions import Action, Pass, Topic
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company
from railhead.core.refusal import Refusal
from railhead.core.state import FLOATED
from railhead.core.steps import Move, Step, filtered, passing
from railhead.core.text import Text, joined
from railhead.rules import borrowing, stock
from railhead.rules.redemption import RedeemShare
from railhead.rules.stock import Sell, StockTurn
from railhead.titles.t1863 import ownership, prices
from railhead.titles.t1863.shares import SELL as SELL_SHARES
from railhead.titles.t1863.shares import in_liquidation, may_sell, saleable

A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class ActFor(Action):
    """Use the turn for one of the player's companies."""

    company: Company
    form: ClassVar[str] = "act for {company}"
    label: ClassVar[str] = "Act for {company}"
    told: ClassVar[tuple[str, ...]] = ("{player} acts for {company}",)
    topic: ClassVar[Topic] = Topic.SHARES


def acting_for(game: Game, step: StockTurn) -> Company | None:
    """The company that a turn is for; None if the player acts for themselves."""
    return None if step.actor is None else game.book.company_of(step.actor)


def act_refusal(game: Game, step: StockTurn, action: ActFor) -> Refusal | None:
    """A turn is for the player or for one of their companies, not for both (1863-SR-01).

    If several of them have to sell, the player chooses which does so in this turn (1863-OWN-04).
    """
    company = action.company
    if not game.state.has(company, FLOATED) or game.controller(company) != step.player:
        return game.forbid("act.own", "{company} is not a company of yours", company=game.symbol(company))
    if step.actor is not None or step.dealt:
        return game.forbid("act.once", "A turn is for the player or for one company, not for both")
    bound = must_act_for(game, step)
    if company in bound:
        return None
    if stock.must_sell(game, step):
        return stock.pass_refusal(game, step, Pass())
    return _bound_refusal(game, bound[0]) if bound else None


def _candidates(game: Game, step: StockTurn) -> Iterable[ActFor]:
    return [ActFor(company) for company in ownership.companies_of(game, step.player)]


def _act(game: Game, step: StockTurn, action: ActFor) -> None:
    """From now on the company deals in this turn, and the player decides for it (1863-SR-03)."""
    game.put(replace(step, actor=game.purse(action.company)))


ACT = Move(ActFor, filtered(_candidates, act_refusal), act_refusal, _act)

# -- a company that must sell ---------------------------------------------------------------------


def must_act_for(game: Game, step: StockTurn) -> list[Company]:
    """The companies that have to sell at this opportunity, if the turn is not used yet (1863-OWN-04, 1863-OWN-06)."""
    if step.actor is not None or step.dealt:
        return []
    companies = [c for c in ownership.companies_of(game, step.player) if ownership.is_shareholder(game, c)]
    return [company for company in companies if stock.must_sell(game, replace(step, actor=game.purse(company)))]


def _bound_refusal(game: Game, company: Company) -> Refusal:
    return game.forbid(
        "act.must_sell",
        "{company} has more shares than allowed, and must sell at this opportunity",
        company=game.symbol(company),
    )


def notes(game: Game) -> tuple[Text, ...]:
    """Why a player who is above no limit can only act for one of these companies."""
    step = game.step
    assert isinstance(step, StockTurn)
    return tuple(
        Text(
            "{company} has more shares of {others} than allowed, so {player} must act for {company} and sell",
            company=game.symbol(company),
            others=joined([game.symbol(each) for each in ownership.too_many(game, game.purse(company))]),
            player=game.name(step.player),
        )
        for company in must_act_for(game, step)
    )


def unless_bound(move: Move[StockTurn, A]) -> Move[StockTurn, A]:
    """A move that is not open to a player one of whose companies has to sell first."""

    def refusal(game: Game, step: StockTurn, action: A) -> Refusal | None:
        bound = must_act_for(game, step)
        return _bound_refusal(game, bound[0]) if bound else move.refusal(game, step, action)

    def options(game: Game, step: StockTurn) -> Iterable[Choice]:
        return () if must_act_for(game, step) else move.options(game, step)

    return Move(move.action, options, refusal, move.effect)


def _sell_refusal(game: Game, step: StockTurn, action: Sell) -> Refusal | None:
    """Whoever has too much of a company sells all of that in one sale (1863-OWN-04, 1863-OWN-06)."""
    bound, company = must_act_for(game, step), action.company
    if bound and not stock.must_sell(game, step):
        return _bound_refusal(game, bound[0])
    keeps = game.held(step.holder, company) - action.count
    refusal = may_sell(game, step.holder, company, keeps) if keeps >= 0 else None
    return refusal or SELL_SHARES.refusal(game, step, action) or _sells_too_few(game, step, action)


def _sells_too_few(game: Game, step: StockTurn, action: Sell) -> Refusal | None:
    """Would this sale leave more than is allowed, though more could be sold?"""
    least = min(ownership.excess(game, step.holder, action.company), saleable(game, step.holder, action.company))
    if action.count >= least:
        return None
    return game.forbid(
        "act.must_sell",
        "{holder} has to sell at least {least} shares of {company}",
        holder=game.name(step.holder),
        least=least,
        company=game.symbol(action.company),
    )


def _sell_options(game: Game, step: StockTurn) -> Iterable[Choice]:
    if step.bought:
        return ()
    return stock.sales(game, step.holder, lambda action: _sell_refusal(game, step, action))


SELL = Move(Sell, _sell_options, _sell_refusal, SELL_SHARES.effect)
PASS = unless_bound(passing(stock.finish_turn, stock.pass_refusal))

# -- redeeming ------------------------------------------------------------------------------------


def redeem_refusal(game: Game, step: StockTurn, action: RedeemShare) -> Refusal | None:
    """A company buys one of its own shares back from the Pool, as the purchase of its turn (1863-BUY-05)."""
    company = acting_for(game, step)
    if company is None:
        return game.forbid("redeem.company", "Only companies redeem shares")
    if game.held(POOL, company) < 1:
        return game.forbid("redeem.pool", "No share of {company} is in the Pool", company=game.symbol(company))
    return in_liquidation(game, company) or stock.purchase_refusal(game, step, game.price_of(company))


def _redeem(game: Game, step: StockTurn, _: RedeemShare) -> None:
    """The company pays the bank, the share is on its charter, the price rises by one."""
    company = acting_for(game, step)
    assert company is not None
    effects.pay(game, step.holder, BANK, game.price_of(company), Text("1 {company}", company=game.symbol(company)))
    effects.move_shares(game, POOL, step.holder, company, 1)
    stock.note_purchase(game, step)
    prices.rise(game, company)


REDEEM = stock.unless_over_limit(
    Move(RedeemShare, filtered(lambda game, step: (RedeemShare(),), redeem_refusal), redeem_refusal, _redeem)
)


def note_dealing(game: Game) -> None:
    """Taking or repaying loans in a stock turn is an action, not a pass (1863-SR-06, 1863-LOAN-11)."""
    step = game.step
    if isinstance(step, StockTurn) and not step.dealt:
        game.put(replace(step, dealt=True))


def could_repay(game: Game, step: Step) -> bool:
    """Is the turn for a company that could repay loans? Its player is asked for their sake alone (1863-LOAN-11)."""
    if not isinstance(step, StockTurn) or step.actor is None:
        return False
    return any(True for _ in borrowing.repay_options(game, step))


ACTIONS = (ActFor, RedeemShare)
