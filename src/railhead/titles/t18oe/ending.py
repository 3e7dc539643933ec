"""How 18OE ends: the bank runs out of money, or the first train of level 8 is bought (rules 18OE-END)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.effects import MoneyRules
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.state import Round
from railhead.core.text import to_translate
from railhead.rules.rounds import OPERATING
from railhead.titles.t18oe.record import Paid, amend, record

IN_A_SET, AFTER_THE_SECOND = 2, 3
"""How many operating rounds a set has; and the last one, if level 8 begins in the second round of a set."""


def bank_broke(game: Game) -> None:
    """The bank is empty before the first train of level 8: the game ends with this operating round, or the next one.

    Rules 18OE-END-01 and 18OE-END-02. Remainder cash pays whatever the bank still owes (18OE-END-03), and all of it is
    in the bank once that train is sold, which therefore cannot break any more (18OE-END-04).
    """
    if not record(game).final and not record(game).broken:
        amend(game, broken=True)
        effects.foresee_end(game, to_translate("the bank has run out of money"))


def level_8_begins(game: Game) -> None:
    """The first train of level 8 decides about the last set, unless the bank has broken (18OE-END-05, 18OE-END-06)."""
    if record(game).broken:
        return
    now = game.state.round
    amend(game, final=now.number + 1, final_rounds=IN_A_SET if now.index < now.of else AFTER_THE_SECOND)
    effects.foresee_end(game, to_translate("the first train of level 8 has been bought"))


def rounds_in_set(game: Game, number: int) -> int:
    """How many operating rounds follow a stock round (18OE-PHASE-02, 18OE-END-05, 18OE-END-06)."""
    return record(game).final_rounds if number == record(game).final else IN_A_SET


def is_over(game: Game, now: Round) -> bool:
    """Was this operating round the last one of the game?"""
    return record(game).broken or is_last(game)


def is_last(game: Game) -> bool:
    """Is this the second of the final two operating rounds, which only repeats the first (18OE-END-08)?"""
    now = game.state.round
    return now.kind == OPERATING and now.number == record(game).final and now.index == now.of


def is_last_but_one(game: Game) -> bool:
    """Is this the first of the final two operating rounds (18OE-END-07)?"""
    now = game.state.round
    return now.kind == OPERATING and now.number == record(game).final and now.index == now.of - 1


def note(game: Game, company: Company, dividend: int) -> None:
    """Remember what a railroad earned, and how much of it was paid out, if that is to be repeated (18OE-END-08).

    A bonus for the first run of the Orient Express is no revenue, so it is not repeated (18OE-END-09).
    """
    if is_last_but_one(game):
        amend(game, again=(*record(game).again, Paid(company, game.state.revenue[company], dividend)))


def note_train(game: Game, company: Company) -> None:
    """A railroad has got a train: if that was in the first of the final two rounds, it may run anew (18OE-END-10)."""
    if is_last_but_one(game) and company not in record(game).gained:
        amend(game, gained=(*record(game).gained, company))


RULES = MoneyRules(bank_broke=bank_broke)
