"""Homes of railroads: where they are, and whose home a hex is."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Hex, hex_of
from railhead.titles.t18oe.facts import MINORS
from railhead.titles.t18oe.record import record


def home_hex(game: Game, company: Company) -> Hex | None:
    """The hex of a railroad's home; None for a minor that has not floated."""
    if company < len(MINORS):
        return next((hex_ for minor, hex_ in record(game).minor_homes if minor == company), None)
    return hex_of(game.book.companies[company].home)


def whose_home(game: Game, company: Company, hex_: Hex) -> Company | None:
    """The railroad of another player whose home is here, if its token is; nobody speaks for one without a president."""
    seat = game.controller(company)
    here = (token for stop, held in game.state.tokens.items() if hex_of(stop) == hex_ for token in held)
    others = (other for other in here if other < game.book.company_count and home_hex(game, other) == hex_)
    return next((other for other in others if game.controller(other) not in (None, seat)), None)
