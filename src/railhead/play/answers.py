"""What standing orders answer: the action of the first order that covers the decision at hand, or none."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING

from railhead.core import engine
from railhead.core.actions import Action, Pass, parse
from railhead.core.choices import Choice, Choices, Span
from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.spelling import Money
from railhead.play.orders import ANNOUNCING, BIDDING, BUYING, PASSING, Order, has_begun, has_just_bought, standing
from railhead.routes.runs import Runs
from railhead.rules.announcing import AnnounceRun
from railhead.rules.auction import Bid
from railhead.rules.stock import StockTurn

if TYPE_CHECKING:
    from railhead.play.table import Table


def answer(given: Iterable[Order], table: Table, seat: Seat) -> Action | None:
    """What the orders of a seat answer now; None if the player has to be asked."""
    choices = table.session.choices
    if choices is None or choices.seat != seat:
        return None
    standing_now = [order for order in standing(tuple(given), table, seat) if has_begun(order, table)]
    answers = chain(
        (_answer(order, table, choices) for order in standing_now),
        (_otherwise(order, choices) for order in standing_now),
    )
    return next((action for action in answers if action is not None), None)


def _answer(order: Order, table: Table, choices: Choices) -> Action | None:
    if order.kind == BIDDING:
        return _bid(order, choices)
    if order.kind == BUYING:
        return _purchase(order, table, choices)
    if order.kind == ANNOUNCING:
        return _announcement(choices)
    return _pass(order, table, choices)


def _bid(order: Order, choices: Choices) -> Action | None:
    """The lowest bid, if that is within the limit; the auction is left otherwise."""
    if Bid not in choices.kinds:
        return None
    choice = _offered(choices, Bid)
    if choice is not None:
        (amounts,) = choice.domains
        assert isinstance(amounts, Span)
        if amounts.low <= order.most:
            return Bid(Money(amounts.low))
    return _passing(choices)


def _purchase(order: Order, table: Table, choices: Choices) -> Action | None:
    """The purchase at the beginning of a turn, if it costs no more than the limit; after it, the end of the turn."""
    if has_just_bought(order, table, choices.seat):
        return _passing(choices)
    step = choices.step
    action = parse(table.book, order.purchase)
    if not isinstance(step, StockTurn) or step.dealt or step.actor is not None or action not in choices:
        return None
    return action if cost_of(table, action, choices.seat) <= order.most else None


def _otherwise(order: Order, choices: Choices) -> Action | None:
    """The pass of a player who wanted to buy or else to pass, at the beginning of their turn."""
    step = choices.step
    wanted = order.kind == BUYING and order.otherwise == PASSING
    if not wanted or not isinstance(step, StockTurn) or step.dealt or step.actor is not None:
        return None
    return _passing(choices)


def cost_of(table: Table, action: Action, seat: Seat) -> int:
    """What an action that is allowed now costs the player."""
    before = table.session.state
    after, _ = engine.consequences(table.book, before, action)
    return before.cash[seat] - after.cash[seat]


def _announcement(choices: Choices) -> Action | None:
    """The best run, if the player is asked for a better one than that of another company."""
    choice = _offered(choices, AnnounceRun) if AnnounceRun in choices.kinds else None
    if choice is None:
        return None
    (runs,) = choice.domains
    assert isinstance(runs, Runs)
    action = AnnounceRun(runs.best[1])
    return action if action in choice else None


def _offered(choices: Choices, kind: type[Action]) -> Choice | None:
    return next((choice for choice in choices if choice.action is kind), None)


def _passing(choices: Choices) -> Action | None:
    return Pass() if Pass() in choices else None


def _pass(order: Order, table: Table, choices: Choices) -> Action | None:
    """A pass, unless the player has begun to deal in this turn; for a company only if that was said."""
    step = choices.step
    if isinstance(step, StockTurn) and step.dealt:
        return None
    if not order.companies and _is_for_a_company(table, choices.seat):
        return None
    return _passing(choices)


def _is_for_a_company(table: Table, seat: Seat) -> bool:
    """Is the seat deciding for a company that it directs?"""
    game = Game(table.book, table.session.state)
    companies = (step.acting_company for step in game.state.agenda)
    return any(company is not None and game.controller(company) == seat for company in companies)
