"""Redeeming stock: a company buys back one of its shares from the pool (rules 1862-REDEEM)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, CompanyStep, Move, passing
from railhead.rules.stock import share_left
from railhead.titles.t1862.receivership import in_receivership


@dataclass(frozen=True, slots=True)
class RedeemShare(Action):
    """Buy a share of the company back from the pool."""

    form: ClassVar[str] = "redeem-share"
    label: ClassVar[str] = "Buy a share back from the pool"


@dataclass(frozen=True, slots=True)
class Redeem(CompanyStep):
    """The part of a company's turn in which it may buy back a share."""

    purpose: ClassVar[str] = "redeem a share"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def redeem_stage(game: Game, company: Company) -> None:
    """The director may have a share bought back, unless that is not played (1862-VAR-04)."""
    if not in_receivership(game, company) and "new_players" not in game.book.options:
        game.push(Redeem(company))


def _refusal(game: Game, step: Redeem, _: RedeemShare) -> Refusal | None:
    """An ordinary share must lie in the pool, and the treasury must have the price (1862-REDEEM-01)."""
    price, cash = game.price_of(step.company), game.treasury(step.company)
    if price > cash:
        return game.forbid("redeem.cash", f"A share costs {price}, and {game.symbol(step.company)} has {cash}")
    return share_left(game, step.company, POOL)


def _options(game: Game, step: Redeem) -> Iterable[Choice]:
    return (Choice(RedeemShare),) if _refusal(game, step, RedeemShare()) is None else ()


def _redeem(game: Game, step: Redeem, _: RedeemShare) -> None:
    """One share a turn, at the market price (1862-REDEEM-01, -02)."""
    company = step.company
    effects.pay(game, game.purse(company), BANK, game.price_of(company), f"1 {game.symbol(company)}")
    effects.move_shares(game, POOL, game.purse(company), company, 1)
    game.pop()


MOVES: tuple[AnyMove, ...] = (Move(RedeemShare, _options, _refusal, _redeem), passing(lambda game, _: game.pop()))
