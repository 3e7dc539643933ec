"""Secret links. A link is the signature of what it opens, made with the site's secret: none is ever stored.

So whoever may see a link can see it again, a stolen database opens nothing, and a link that went astray is replaced by
counting up the number that it signs.
"""

from __future__ import annotations

import base64

from django.utils.crypto import constant_time_compare, salted_hmac

from railhead.core.ids import Seat
from railhead.web.models import StoredGame, seat_of

HOST, WATCH = "host", "watch"
KEY_BYTES = 18


def seat_role(place: Seat) -> str:
    """The role of the one who sits at a place."""
    return f"seat-{place}"


def place_of(role: str) -> Seat | None:
    """The place that a role sits at, if any."""
    kind, _, place = role.partition("-")
    return seat_of(int(place)) if kind == "seat" and place.isdigit() else None


def roles(game: StoredGame) -> list[str]:
    """Everyone a game has a link for: who keeps the table, every seat, spectators."""
    return [HOST, *(seat_role(place) for place in game.places), WATCH]


def number(game: StoredGame, role: str) -> int:
    """How often the link of a role has been replaced."""
    found = game.links.get(role, 0)
    return found if isinstance(found, int) else 0


def key(game: StoredGame, role: str) -> str:
    """The secret of a role at a game."""
    signed = salted_hmac("railhead.web.keys", f"{game.id} {role} {number(game, role)}", algorithm="sha256")
    return base64.urlsafe_b64encode(signed.digest()[:KEY_BYTES]).decode("ascii")


def role_of(game: StoredGame, given: str) -> str | None:
    """The role a secret opens; None if it opens nothing. Every role is tried, so that timing says nothing."""
    found = None
    for role in roles(game):
        if constant_time_compare(key(game, role), given):
            found = role
    return found


def replace(game: StoredGame, role: str) -> None:
    """Make the link of a role worthless; the game has to be saved."""
    game.links = {**game.links, role: number(game, role) + 1}
