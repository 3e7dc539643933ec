"""Private companies: bought in by companies in an operating round (rules 1863-PRIV)."""

from __future__ import annotations

from railhead.core.choices import Span
from railhead.core.game import Game
from railhead.core.ids import Company, Private
from railhead.core.refusal import Refusal
from railhead.rules.private_sales import BuyIn, PrivateSaleRules
from railhead.titles.t1863.facts import NUMBERS, PRIVATE

CLINK = PRIVATE["CLK"]


def may_buy(game: Game, company: Company, private: Private) -> Refusal | None:
    """A company buys privates from the player who decides for it, but never the Clink Club.

    Rules 1863-PRIV-16 and 1863-PRIV-18.
    """
    if private == CLINK:
        return game.forbid("buy_in.clink", "The Clink Club is never bought in")
    if game.state.privates[private] != game.controller(company):
        return game.forbid("buy_in.president", "A company buys privates only from its own player")
    return None


def prices(game: Game, company: Company, private: Private) -> Span:
    """Up to twice the face value (1863-PRIV-18)."""
    return Span(1, NUMBERS.buy_in * game.book.privates[private].value)


RULES = PrivateSaleRules(may_buy=may_buy, prices=prices)
ACTIONS = (BuyIn,)
