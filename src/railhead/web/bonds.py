"""Friends, and people one would rather not meet.

Somebody muted is not heard by whoever muted them. Somebody blocked is not heard either, and the two do not meet at open
tables: neither sees nor joins those of the other. Invitations still hold: whoever sends a link has chosen.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db.models import Q

from railhead.core.refusal import Malformed
from railhead.web.models import StoredGame
from railhead.web.people_models import Bond

KINDS = (Bond.FRIEND, Bond.MUTED, Bond.BLOCKED)
MOST = 1000
"""How many bonds a user may have."""


def bond(user: User, other: User) -> str:
    """What a user wants to have to do with another; empty if they never said."""
    return Bond.objects.filter(user=user, other=other).values_list("kind", flat=True).first() or ""


def choose(user: User, other: User, kind: str) -> None:
    """Make somebody a friend, mute or block them; or, without a kind, none of these."""
    if kind not in ("", *KINDS) or user == other:
        raise Malformed("You cannot do this")
    if not kind:
        Bond.objects.filter(user=user, other=other).delete()
    elif Bond.objects.filter(user=user).count() >= MOST:
        raise Malformed("You can list at most {most} people", most=MOST)
    else:
        Bond.objects.update_or_create(user=user, other=other, defaults={"kind": kind})


def lists(user: User) -> dict[str, list[str]]:
    """The names of those a user has chosen, by kind."""
    chosen = Bond.objects.filter(user=user, other__is_active=True).order_by("other__username")
    found: dict[str, list[str]] = {}
    for kind, name in chosen.values_list("kind", "other__username"):
        found.setdefault(kind, []).append(name)
    return found


def unheard(users: Iterable[int]) -> frozenset[int]:
    """The users whom any of these has muted or blocked."""
    kinds = (Bond.MUTED, Bond.BLOCKED)
    return frozenset(Bond.objects.filter(user__in=users, kind__in=kinds).values_list("other", flat=True))


def apart(user: User) -> frozenset[int]:
    """The users this one does not meet at open tables: one of the two has blocked the other."""
    pairs = Bond.objects.filter(Q(user=user) | Q(other=user), kind=Bond.BLOCKED).values_list("user", "other")
    return frozenset(person for pair in pairs for person in pair) - {user.pk}


def would_meet(game: StoredGame, others: frozenset[int]) -> bool:
    """Would one meet any of these at a table?"""
    return game.host_id in others or any(seat.user_id in others for seat in game.seats.all())
