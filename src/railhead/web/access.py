"""Who is asking: which seats at a game they may move for, and what they may see.

A browser that opened a secret link remembers its role in its session; a program sends the secret with every request;
with accounts a seat belongs to its user.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext

from railhead.core import ids
from railhead.web import keys
from railhead.web.configuration import is_loopback
from railhead.web.models import StoredGame
from railhead.web.sessions import SessionStore

GRANTS, HERE = "grants", "here"
BEARER = "Bearer "
PASSED_ON = ("Forwarded", "X-Forwarded-For", "Via")
"""Headers a proxy adds: its own address says nothing about who is asking."""
NO_GAME = "There is no such game, or you have not been invited to it"


@dataclass(frozen=True, slots=True)
class Asker:
    """Someone who may at least look at a game."""

    seats: frozenset[ids.Seat]
    """The seats they may move for."""
    host: bool = False
    """They run the table: hand out its links and may remove it."""

    def looks_from(self, to_act: ids.Seat | None, chosen: ids.Seat | None = None) -> ids.Seat | None:
        """The seat whose view they get: the one they chose, the one that is to decide, or their first."""
        if chosen in self.seats:
            return chosen
        if to_act in self.seats:
            return to_act
        return min(self.seats, default=None)


def find(game_id: str, deleted: bool = False) -> StoredGame:
    """A game by the id in its address; or one that has been deleted, to restore it."""
    try:
        return StoredGame.objects.get(id=game_id, deleted__isnull=not deleted)
    except StoredGame.DoesNotExist:
        raise Http404(NO_GAME) from None


def asker(request: HttpRequest, game: StoredGame) -> Asker:
    """Who is asking about a game. Anyone who may not know about it is told that there is none."""
    roles = _roles(request, game)
    user = signed_in(request)
    if user is not None and game.host_id == user.pk:
        roles.add(keys.HOST)
    everyone = frozenset(game.places)
    if game.hot_seat and (keys.HOST in roles or at_this_machine(request)):
        return Asker(everyone - set(game.played_by) or everyone, host=True)
    sits = {place for place in everyone if keys.seat_role(place) in roles}
    if user is not None:
        sits |= {seat.owner for seat in game.seats.all() if seat.user_id == user.pk}
    host = keys.HOST in roles
    if not (sits or host or keys.WATCH in roles or game.open_seats):
        raise Http404(NO_GAME)
    return Asker(frozenset(sits), host)


def signed_in(request: HttpRequest) -> User | None:
    """The user who is asking, on a site with accounts."""
    user = request.user if settings.CONFIGURATION.accounts else None
    return user if isinstance(user, User) else None


def at_this_machine(request: HttpRequest) -> bool:
    """Is whoever asks at the machine the site runs on? Games played at one screen are theirs.

    The address alone does not prove it: a proxy on this machine passes on requests from anywhere. So the browser must
    have opened the link that was printed when the site started.
    """
    return seems_local(request) and request.session.get(HERE) is True


def seems_local(request: HttpRequest) -> bool:
    """Does a request seem to come from the machine the site runs on?"""
    passed_on = any(name in request.headers for name in PASSED_ON)
    return settings.CONFIGURATION.direct and not passed_on and is_loopback(request.META.get("REMOTE_ADDR") or "")


def grant_machine(request: HttpRequest) -> None:
    """Let this browser remember that it is at this machine, under a new session key."""
    _rotated(request)[HERE] = True


def admitted(request: HttpRequest, game_id: str) -> tuple[StoredGame, Asker]:
    """A game and who is asking about it."""
    game = find(game_id)
    return game, asker(request, game)


def grant(request: HttpRequest, game: StoredGame, *roles: str) -> None:
    """Let this browser remember roles, under a new session key: someone else may know, or have planted, the old one."""
    session = _rotated(request)
    grants = session.get(GRANTS, {})
    held = {entry for entry in grants.get(game.id, []) if entry.partition(" ")[0] not in roles}
    session[GRANTS] = {**grants, game.id: sorted({*held, *(f"{role} {keys.number(game, role)}" for role in roles)})}


def _rotated(request: HttpRequest) -> SessionStore:
    session = request.session
    assert isinstance(session, SessionStore)
    session.rotate()
    return session


def remembered_games(request: HttpRequest) -> list[str]:
    """The games this browser has a role at."""
    return list(request.session.get(GRANTS, {}))


def demand_host(who: Asker) -> None:
    """Only the player who set up the table may do this."""
    if not who.host:
        raise PermissionDenied(gettext("Only the player who set up the table may do this"))


def _roles(request: HttpRequest, game: StoredGame) -> set[str]:
    """The roles a request proves: by the secret it carries, else by what its browser remembers."""
    header = request.headers.get("Authorization", "")
    if header:
        role = keys.role_of(game, header.removeprefix(BEARER).strip()) if header.startswith(BEARER) else None
        return set() if role is None else {role}
    held = request.session.get(GRANTS, {}).get(game.id, [])
    # A role whose link has been replaced since counts for nothing.
    return {role for role in keys.roles(game) if f"{role} {keys.number(game, role)}" in held}
