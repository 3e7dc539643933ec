"""Cash between two players as one signed amount: positive if the proposer pays, negative if they are paid."""

from __future__ import annotations

import re
from typing import NewType

from railhead.core import effects, spelling
from railhead.core.choices import Span
from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.refusal import Malformed, Refusal
from railhead.core.rulebook import Rulebook
from railhead.core.text import Text

Balance = NewType("Balance", int)
"""What the proposer of a deal pays; below zero, what they are paid."""

_WRITTEN = re.compile(r"-?[0-9]{1,6}")


def _read(_: Rulebook, text: str) -> int:
    if not _WRITTEN.fullmatch(text) or text == "-0":
        raise Malformed("'{text}' is not an amount to pay or, below zero, to be paid", text=text)
    return int(text)


def _check(_: Rulebook, value: object) -> None:
    if type(value) is not int or abs(value) >= 10**6:
        raise Malformed("'{text}' is not an amount to pay or, below zero, to be paid", text=repr(value))


spelling.add(Balance, spelling.Spelling(lambda _, value: str(value), _read, _check))


def amounts(game: Game, proposer: Seat, other: Seat) -> Span:
    """What may change hands: all cash of one, or all cash of the other."""
    return Span(-game.state.cash[other], game.state.cash[proposer])


def refusal(game: Game, proposer: Seat, other: Seat, balance: int) -> Refusal | None:
    """Whoever pays must have the cash."""
    payer, amount = (proposer, balance) if balance > 0 else (other, -balance)
    if amount > game.state.cash[payer]:
        return game.forbid(
            "deal.cash", "{player} has only {cash}", player=game.name(payer), cash=game.state.cash[payer]
        )
    return None


def settle(game: Game, proposer: Seat, other: Seat, balance: int, purpose: Text) -> None:
    """The cash of a deal changes hands."""
    payer, payee = (proposer, other) if balance > 0 else (other, proposer)
    effects.pay(game, payer, payee, abs(balance), purpose)
