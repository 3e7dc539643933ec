"""The abilities of minors: their own, then those of the major they are merged into (18OE-MINOR-01)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Private, Seat
from railhead.core.state import FLOATED
from railhead.titles.t18oe.facts import COMPANY, PRIVATE
from railhead.titles.t18oe.record import record


def holder(game: Game, symbol: str) -> Company | None:
    """The railroad with the ability of a minor; nobody has it before it floats, nor while it is abandoned.

    Rule 18OE-MINOR-01: the major it is merged into, but no national, which has abandoned it.
    """
    minor = COMPANY[symbol]
    into = record(game).into[minor]
    if into is not None:
        return into
    return minor if game.state.has(minor, FLOATED) and minor not in record(game).abandoned else None


def has(game: Game, company: Company, symbol: str) -> bool:
    """Does this railroad have the ability of a minor, its own or that of one merged into it?"""
    return holder(game, symbol) == company


def owner(game: Game, symbol: str) -> Seat | None:
    """The player who owns a private, face up or face down; None if nobody does (18OE-PRIV-03)."""
    return game.book.seat_of(game.state.privates[PRIVATE[symbol]])


def serves(game: Game, company: Company, symbol: str) -> Private | None:
    """The private with this symbol, if its owner controls the railroad and may use it for it (18OE-PRIV-05).

    No phase has to begin first (18OE-PRIV-06).
    """
    seat = owner(game, symbol)
    return PRIVATE[symbol] if seat is not None and game.controller(company) == seat else None
