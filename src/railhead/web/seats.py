"""Taking a seat: it is named by whoever takes it, and the game begins when all seats are taken or the host says so."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any
from unicodedata import normalize

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from railhead.core.ids import FIRST_SEAT, Seat
from railhead.core.refusal import Malformed
from railhead.web import bonds, keys, tables
from railhead.web.bot_queue import DUE
from railhead.web.calling import turns
from railhead.web.hub import HUB, MOVED
from railhead.web.models import StoredGame, StoredSeat

NOT_VALID = gettext_lazy("This link is not valid (any more); ask for a new one")


LEFT_BEHIND: dict[str, Any] = {"note": "", "order": None, "wishes": None, "overdrawn": 0, "substitute_since": None}
"""What a substitute does not take over: what was the other's alone, and what they owed the clock."""


def take(game: StoredGame, place: Seat, user: User, invitation: str | None = None) -> None:
    """Give a seat to a user; if two want it at once one gets it, and its link no longer opens it."""
    with tables.locked(game) as row:
        found = StoredSeat.objects.filter(game=game, place=place)
        if found.filter(user=user).exists():
            return
        if invitation is not None and keys.role_of(row, invitation) != keys.seat_role(place):
            raise Http404(str(NOT_VALID))
        if invitation is None and bonds.would_meet(game, bonds.apart(user)):
            raise PermissionDenied(gettext("You cannot join this table"))
        if _has_another(found, user, invited=invitation is not None):
            raise PermissionDenied(gettext("You already have a seat at this table"))
        free = found.filter(Q(user=None) | Q(substitute_since__isnull=False))
        if not free.update(user=user, **LEFT_BEHIND):
            raise PermissionDenied(gettext("This seat is taken"))
        _bot_leaves(row, place)
        tables.replace_link(game, keys.seat_role(place))
        row.refresh_from_db()
        with suppress(Malformed):  # a user may have the name of a company; then the seat keeps its own
            _rename(row, place, user.get_username())
        version = _note(row, place)
    HUB.publish(game.id, MOVED, version)
    DUE.add(row)


def _has_another(found: QuerySet[StoredSeat], user: User, invited: bool) -> bool:
    """Does a user have a seat already who wants this one? Only those who were invited to both may have two.

    Nobody is the substitute of somebody they play against.
    """
    if invited and not found.filter(substitute_since__isnull=False).exists():
        return False
    return StoredSeat.objects.filter(game__seats__in=found, user=user).exists()


def sit_down(game: StoredGame, place: Seat, name: str = "") -> None:
    """Note that a seat's link has been opened, and call the seat what whoever opened it wants to be called.

    Once the game has begun, a player who has taken their seat keeps their name: the others know them by it.
    """
    with tables.locked(game) as row:
        taken = StoredSeat.objects.filter(game=game, place=place, taken__isnull=False).exists()
        if name and name != row.places[place] and (row.gathering or not taken):
            _rename(row, place, name)
        elif taken:
            return
        _bot_leaves(row, place)
        version = _note(row, place)
    HUB.publish(game.id, MOVED, version)
    DUE.add(row)


def start(game: StoredGame) -> None:
    """Begin to play although seats are free."""
    with tables.locked(game) as row:
        _begin(row)
        version = tables.next_version(row)
    HUB.publish(game.id, MOVED, version)
    DUE.add(row)


def _note(row: StoredGame, place: Seat) -> int:
    """Note that a seat is taken; the last one begins the game."""
    StoredSeat.objects.filter(game=row, place=place, taken=None).update(taken=timezone.now())
    begin_if_full(row)
    return tables.next_version(row)


def begin_if_full(row: StoredGame) -> None:
    """The game begins when every seat has been taken, by a person or a bot."""
    if row.gathering and not StoredSeat.objects.filter(game=row, taken=None).exclude(place__in=row.played_by).exists():
        _begin(row)


def _bot_leaves(row: StoredGame, place: Seat) -> None:
    """Whoever takes a seat decides for it."""
    if place in row.played_by:
        row.bots = {other: bot for other, bot in row.bots.items() if other != str(place)}
        row.save(update_fields=["bots"])


def _begin(row: StoredGame) -> None:
    if row.gathering:
        now = timezone.now()
        row.gathering, row.turn_since, row.turn_length = False, now, row.length
        row.save(update_fields=["gathering", "turn_since", "turn_length"])
        turns.begin(row, row.to_act, row.length, now)


def _rename(row: StoredGame, place: Seat, name: str) -> None:
    """Call a player by another name. A seat of that name which nobody has taken yet is called what this one was."""
    names, own = list(row.players), place - FIRST_SEAT
    namesake = next((other for other, called in row.places.items() if other != place and _alike(called, name)), None)
    if namesake is not None:
        names[namesake - FIRST_SEAT] = names[own]
    names[own] = name
    changed = [old for old, new in zip(row.players, names, strict=True) if old != new]
    if any(_is_written(row, old) for old in changed):
        raise Malformed("The name of this seat is written in the log of the game and cannot change any more")
    if namesake is not None and not _gives_its_name(row, namesake):
        raise Malformed("Another player at this table is called {name}", name=row.places[namesake])
    replace(row.file(), seats=tuple(names)).rulebook()  # refuses a name that cannot be one
    row.players = names
    row.save(update_fields=["players"])


def _gives_its_name(row: StoredGame, place: Seat) -> bool:
    """Is the name of a seat only a placeholder: has nobody taken it, and has the game not begun?"""
    return row.gathering and StoredSeat.objects.filter(game=row, place=place, taken=None).exists()


def _alike(one: str, other: str) -> bool:
    return normalize("NFC", one).casefold() == normalize("NFC", other).casefold()


def _is_written(row: StoredGame, name: str) -> bool:
    """Does anything that was done so far name this player? Then it could not be read under another name."""
    return name in json.dumps(row.imported, ensure_ascii=False) or row.log.filter(text__contains=name).exists()
