"""The mail contract of minor K (rules 18OE-MINOR-17, 18OE-MINOR-18)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK
from railhead.core.text import Text
from railhead.titles.t18oe import powers
from railhead.titles.t18oe.facts import BY_PHASE

COURIERS = "K"


def pay_mail(game: Game) -> None:
    """At the start of an operating round minor K or its major is paid; this is no part of what its trains earn.

    Rules 18OE-MINOR-17 and 18OE-MINOR-18.
    """
    company = powers.holder(game, COURIERS)
    if company is not None:
        effects.pay(game, BANK, game.purse(company), BY_PHASE["mail"][game.state.phase], Text("the mail"))
