"""Selling short (rules 1863-SHORT). What a player owes is a holding below zero, so a share that comes in covers it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.deals import SharesSold
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Seat
from railhead.core.refusal import Refusal
from railhead.core.state import OPERATED
from railhead.core.steps import Move, filtered
from railhead.core.text import Text
from railhead.rules import stock
from railhead.rules.stock import StockTurn
from railhead.titles.t1863 import prices
from railhead.titles.t1863.facts import MAJOR, NUMBERS
from railhead.titles.t1863.prices import Zone
from railhead.titles.t1863.record import record
from railhead.titles.t1863.shares import remember_sale


@dataclass(frozen=True, slots=True)
class Short(Action):
    """Sell a share short."""

    company: Company
    form: ClassVar[str] = "short {company}"
    label: ClassVar[str] = "Sell a share of {company} short"
    told: ClassVar[tuple[str, ...]] = ("{player} sells a share of {company} short for {price}",)
    covers: ClassVar[tuple[type[object], ...]] = (SharesSold,)
    topic: ClassVar[Topic] = Topic.SHARES


def refusal(game: Game, seat: Seat, company: Company) -> Refusal | None:
    """A major that has operated, in the white zone, by a player who owns none of it, while there are shorts left.

    Rules 1863-SHORT-02, 1863-SHORT-03, 1863-SHORT-05, 1863-SHORT-06, 1863-SHORT-11 and 1863-SHORT-16. After a
    conversion or merger every company has operated (1863-SHORT-04).
    """
    if game.state.kind[company] != MAJOR or game.state.price[company] < 0:
        return game.forbid("short.major", "Only majors can be sold short")
    if not game.state.has(company, OPERATED):
        return game.forbid("short.operated", "{company} has not operated yet", company=game.symbol(company))
    if prices.zone(game, company) is not Zone.WHITE:
        failing = "{company} is in liquidation or acquisition"
        return game.forbid("short.zone", failing, company=game.symbol(company))
    if game.held(seat, company) > 0:
        return game.forbid("short.holder", "You own shares of {company}", company=game.symbol(company))
    if game.shorts_out(company) >= NUMBERS.shorts:
        return game.forbid("short.none_left", "All shorts of {company} are taken", company=game.symbol(company))
    if record(game).final == game.state.round.number:
        return game.forbid("short.final", "Nothing is sold short in the final stock round")
    return None


def short(game: Game, seat: Seat, company: Company) -> None:
    """The bank pays the price; the share that goes with the short is in the Pool; the price falls by one.

    Rules 1863-SHORT-09 and 1863-SHORT-10. It is a sale, so the player may not buy the company (1863-SHORT-08).
    """
    price = game.price_of(company)
    effects.pay(game, BANK, seat, price, Text("1 {company}", company=game.symbol(company)))
    effects.move_shares(game, seat, POOL, company, 1)
    remember_sale(game, seat, company)
    prices.fall(game, company, 1)


def turn_refusal(game: Game, step: StockTurn, action: Short) -> Refusal | None:
    """One short in a turn, by a player for themselves, before the purchase (1863-SHORT-01, 1863-SHORT-07)."""
    if step.actor is not None:
        return game.forbid("short.player", "Only players sell short")
    if step.bought:
        return game.forbid("stock.sell_first", "Shares are sold before the purchase of the turn, not after it")
    if any(game.short(step.player, company) for company in step.sold):
        return game.forbid("short.one", "Only one share may be sold short in a turn")
    return refusal(game, step.player, action.company)


def _candidates(game: Game, step: StockTurn) -> Iterable[Short]:
    return [Short(company) for company in game.state.stack] if step.actor is None and not step.bought else ()


def _short(game: Game, step: StockTurn, action: Short) -> None:
    stock.note_sale(game, step, action.company)
    short(game, step.player, action.company)


SHORT = stock.unless_over_limit(Move(Short, filtered(_candidates, turn_refusal), turn_refusal, _short))
ACTIONS = (Short,)
