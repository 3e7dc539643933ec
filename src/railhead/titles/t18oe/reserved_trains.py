"""The 2+2 train that every railroad has to buy in its first operating round (rules 18OE-TRAIN)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.refusal import Refusal
from railhead.titles.t18oe.facts import NATIONAL
from railhead.titles.t18oe.record import amend, record
from railhead.titles.t18oe.rolling_stock import RESERVED, is_rusted, price


def owes(game: Game, company: Company) -> bool:
    """Has a railroad still to buy its reserved train?

    It buys one in its life, expanded or not (18OE-TRAIN-20, 18OE-TRAIN-21); once Train Phase 4 has begun the trains
    are rusted, and nobody has to (18OE-TRAIN-22).
    """
    if game.state.kind[company] == NATIONAL or is_rusted(game, RESERVED):
        return False
    return company not in record(game).provided


def refusal(game: Game, company: Company) -> Refusal | None:
    """Nothing else is bought before the reserved train, and it must be bought (18OE-TRAIN-18)."""
    if owes(game, company):
        return game.forbid(
            "train.reserved_first", "{company} has to buy its reserved 2+2 train first", company=game.symbol(company)
        )
    return None


def provide(game: Game, company: Company) -> None:
    """The railroad has had its reserved train."""
    amend(game, provided=(*record(game).provided, company))


def shortfall(game: Game, company: Company) -> int:
    """What the treasury lacks for the reserved train."""
    return max(0, price(game, company, RESERVED) - game.treasury(company))
