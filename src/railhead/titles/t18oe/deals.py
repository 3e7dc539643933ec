"""Deals between players in a stock turn: each is the whole stock action, and a declined one can only be bettered."""

from __future__ import annotations

from railhead.core.actions import Pass
from railhead.core.choices import Span
from railhead.core.game import Game
from railhead.core.refusal import Refusal
from railhead.rules.stock import StockTurn
from railhead.titles.t18oe import certificates, railroad_phases, stock_actions
from railhead.titles.t18oe.record import Deal, Declined, amend, record


def turn_refusal(game: Game, step: StockTurn) -> Refusal | None:
    """A deal is the whole stock action; and players deal with each other from the Major Railroad Phase on.

    Rules 18OE-SR-03 and 18OE-RMP-01; a player above the certificate limit has other worries (18OE-CERT-03).
    """
    return (
        railroad_phases.not_yet(game)
        or stock_actions.begun(game, step)
        or certificates.pass_refusal(game, step, Pass())
    )


# -- what was declined ----------------------------------------------------------------------------


def remember_declined(game: Game, deal: Deal, balance: int) -> None:
    """A deal was declined at this balance."""
    amend(game, declined=(*record(game).declined, Declined(deal, balance)))


def declined_at(game: Game, deal: Deal) -> int | None:
    """The best balance at which a deal was declined in this turn; None if it was not."""
    return max((known.balance for known in record(game).declined if known.deal == deal), default=None)


def declined_refusal(game: Game, deal: Deal, balance: int) -> Refusal | None:
    """After a deal has been declined, only a better one may be proposed in this turn."""
    declined = declined_at(game, deal)
    if declined is not None and balance <= declined:
        player = game.name(deal.partner)
        return game.forbid("deal.declined", "{player} has declined that; offer them more", player=player)
    return None


def better(game: Game, deal: Deal, amounts: Span) -> Span:
    """The amounts at which a deal was not declined."""
    declined = declined_at(game, deal)
    return amounts if declined is None else Span(max(amounts.low, declined + 1), amounts.high)
