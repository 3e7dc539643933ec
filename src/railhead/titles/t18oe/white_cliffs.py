"""The ferry position of Lille: where it is, and who has a token there (18OE-LILLE-01)."""

from __future__ import annotations

from functools import cache

from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, stop_at
from railhead.titles.t18oe.facts import FACTS, land
from railhead.titles.t18oe.record import record


@cache
def position() -> Stop:
    """The ferry position, which is on the sea hex between London and Lille."""
    (stop,) = land().board.links
    return stop


@cache
def lille() -> Stop:
    """The city of Lille; whatever lies there, it is one station."""
    return stop_at(land().board.index[FACTS["white_cliffs"]["lille"]], 0)


@cache
def london() -> Hex:
    """Where the ferry comes from."""
    return land().board.index[FACTS["white_cliffs"]["london"]]


def holder(game: Game) -> Company | None:
    """The railroad with a token on the ferry position."""
    return next(iter(game.state.tokens.get(position(), ())), None)


def counts_there(game: Game, company: Company) -> bool:
    """Does this railroad have a token in Lille, on either position (18OE-LILLE-05)?"""
    return company in game.state.tokens.get(lille(), ()) or company == holder(game)


def is_open(game: Game) -> bool:
    """Is Lille open to all for good (18OE-LILLE-07)?"""
    return record(game).cliffs_open
