"""What a player's assets count for at the end of 18OE (18OE-END-12)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.titles.t18oe.certificates import face_up


def worth(game: Game, seat: Seat) -> int:
    """Cash, shares at their value (regionals at par), and face-up privates at face value (18OE-END-12).

    What lies on a charter is the railroad's, not the player's (18OE-CTRL-01); so a minor counts for nothing.
    """
    shares = sum(game.held(seat, company) * game.price_of(company) for company in game.all_companies())
    cards = sum(game.book.privates[private].value for private in face_up(game, seat))
    return game.state.cash[seat] + shares + cards
