"""Private companies: what they pay their owners."""

from __future__ import annotations

from collections.abc import Collection

from railhead.core import effects
from railhead.core.events import IncomePaid
from railhead.core.game import Game
from railhead.core.ids import BANK, NOBODY, Private
from railhead.core.spelling import Money
from railhead.core.text import Text


def pay_income(game: Game, silent: Collection[Private] = ()) -> None:
    """Each private that somebody owns, a player or a company, pays its owner, except for those that pay nothing now."""
    stage = game.book.phases[game.state.phase].stage
    owned = zip(game.book.private_ids, game.book.privates, game.state.privates, strict=True)
    for private, facts, owner in owned:
        if owner not in (BANK, NOBODY) and private not in silent:
            effects.pay(game, BANK, owner, facts.income(stage), Text("the income of {symbol}", symbol=facts.symbol))
            game.tell(IncomePaid(owner, Money(facts.income(stage))))
