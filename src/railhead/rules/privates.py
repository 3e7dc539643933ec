"""Private companies: what they pay their owners."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.events import IncomePaid
from railhead.core.game import Game
from railhead.core.ids import BANK, NOBODY
from railhead.core.spelling import Money
from railhead.core.text import Text


def pay_income(game: Game) -> None:
    """Each private that somebody owns, a player or a company, pays its owner."""
    stage = game.book.phases[game.state.phase].stage
    for facts, owner in zip(game.book.privates, game.state.privates, strict=True):
        if owner not in (BANK, NOBODY):
            effects.pay(game, BANK, owner, facts.income(stage), Text("the income of {symbol}", symbol=facts.symbol))
            game.tell(IncomePaid(owner, Money(facts.income(stage))))
