"""What tokens of privates and minors on the board have in common: who may place them."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Private
from railhead.core.refusal import Refusal
from railhead.titles.t18oe import powers
from railhead.titles.t18oe.facts import PRIVATES
from railhead.titles.t18oe.record import amend, record


def owner_refusal(game: Game, company: Company, symbol: str) -> Refusal | None:
    """A private serves only railroads that its owner controls (18OE-PRIV-05)."""
    if powers.serves(game, company, symbol) is not None:
        return None
    who = "Only the owner of {private} may use it, for a railroad of theirs"
    return game.forbid("private.owner", who, private=symbol)


def turn_face_down(game: Game, private: Private) -> None:
    """No revenue, no certificate, no value at the end; but its owner is still known and may use it.

    Rules 18OE-PRIV-03, 18OE-PRIV-36 and 18OE-PRIV-44.
    """
    if private not in record(game).face_down:
        amend(game, face_down=(*record(game).face_down, private))


def use_up(game: Game, private: Private) -> None:
    """A private that has been used, or that its owner wants no more, leaves the game (18OE-PRIV-02, 18OE-PRIV-04).

    Its owner may have removed it before the last of it was used up.
    """
    if game.book.seat_of(game.state.privates[private]) is None:
        return
    amend(game, face_down=tuple(card for card in record(game).face_down if card != private))
    effects.close_private(game, private)


def name(private: Private) -> str:
    """What a private is called."""
    return str(PRIVATES[private]["name"])
