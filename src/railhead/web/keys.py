"""Secret links. A link is a signature of what it opens, made with the site's secret: none is ever stored.

So a link can be shown again whenever it is needed, a stolen database opens nothing, and a leaked link is replaced by
incrementing the number it signs.
"""

from __future__ import annotations

import base64

from django.utils.crypto import constant_time_compare, salted_hmac

from railhead.core.ids import Seat
from railhead.web.models import StoredGame, seat_of

HOST, WATCH = "host", "watch"
KEY_BYTES = 18


def seat_role(place: Seat) -> str:
    """The role of the player at a place."""
    return f"seat-{place}"


def place_of(role: str) -> Seat | None:
    """The place a role plays for, if any."""
    kind, _, place = role.partition("-")
    return seat_of(int(place)) if kind == "seat" and place.isdigit() else None


def roles(game: StoredGame) -> list[str]:
    """Everyone a game has a link for: the host, every seat, spectators."""
    return [HOST, *(seat_role(place) for place in game.places), WATCH]


def number(game: StoredGame, role: str) -> int:
    """How many times the link of a role has been replaced."""
    found = game.links.get(role, 0)
    return found if isinstance(found, int) else 0


def key(game: StoredGame, role: str) -> str:
    """The secret of a role at a game."""
    return _signed(f"{game.id} {role} {number(game, role)}")


def _signed(what: str) -> str:
    signed = salted_hmac("railhead.web.keys", what, algorithm="sha256")
    return base64.urlsafe_b64encode(signed.digest()[:KEY_BYTES]).decode("ascii")


def machine_key() -> str:
    """The secret of whoever sits at the machine the site runs on; it is printed there when the site starts."""
    return _signed("this machine")


def opens_machine(given: str) -> bool:
    """Is this the secret of this machine?"""
    return constant_time_compare(machine_key(), given)


def role_of(game: StoredGame, given: str) -> str | None:
    """The role a secret opens; None if it opens nothing. Every role is tried, so that timing says nothing."""
    found = None
    for role in roles(game):
        if constant_time_compare(key(game, role), given):
            found = role
    return found


def replaced(game: StoredGame, role: str) -> dict[str, int]:
    """The numbers of the links after that of a role has been invalidated."""
    return {**game.links, role: number(game, role) + 1}
