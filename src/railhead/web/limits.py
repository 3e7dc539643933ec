"""How often something may be done: by address, by user, by seat.

What has been used is in the database, one row for each limit and whoever it counts for, so that the limits hold for all
processes of a site and need no other service. A row holds a single time and is changed by a single conditional update:
of many requests at once exactly as many pass as are allowed. (Libraries for this keep counts in a cache that counts
atomically; the caches that come with Django and are shared by processes do not.)

A site that answers this machine only has no limits: whoever is there owns it.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.backends import BaseBackend
from django.db.models import F, FloatField, Value
from django.db.models.functions import Greatest
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from railhead.core.ids import Seat
from railhead.core.refusal import RailheadError
from railhead.web import access
from railhead.web.configuration import network_of
from railhead.web.models import StoredAllowance

KEY_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Limit:
    """So many at once, and one more whenever so many seconds have passed."""

    name: str
    burst: int
    seconds: float


BEGIN = Limit("begin a game", 60, 60)
IMPORT = Limit("import a game", 20, 60)
COPY = Limit("copy a game", 30, 60)
CHAT = Limit("talk", 60, 1)
CHAT_OF_SEAT = Limit("talk at a seat", 20, 3)
UNDO = Limit("take back and redo", 120, 2)
OPEN_LINK = Limit("open a secret link", 120, 2)
"""The site remembers what a browser has opened; a browser that forgets it at once could fill the database."""
SKETCH = Limit("change a sketch", 300, 1)
BOARD = Limit("draw a whole board", 20, 15)
"""For a board that somebody sends, of which nothing may have been drawn before."""
SIGN_UP = Limit("sign up", 10, 600)
FORGOTTEN = Limit("ask for a new password", 10, 600)
FORGOTTEN_OF_ADDRESS = Limit("ask for a new password of a mail address", 3, 1200)
"""Nobody can fill another's mailbox with links they did not ask for."""
CALLS = Limit("change how one is called", 60, 5)
CONFIRM = Limit("ask for a mail to confirm an address", 10, 600)
CONFIRM_OF_ADDRESS = Limit("ask a mail address whether it is right", 3, 1200)
TRY_CALL = Limit("try how one is called", 10, 30)
PASSWORD = Limit("give a password", 30, 10)
PASSWORD_OF_NAME_THERE = Limit("give a password for a name from an address", 10, 60)
PASSWORD_OF_NAME = Limit("give a password for a name", 100, 30)
"""Wider than from one address, or anybody could keep a user out by giving wrong passwords."""
REPORT = Limit("report somebody", 10, 60)
BOND = Limit("choose friends", 60, 5)
CODE = Limit("give a code", 30, 10)
CODE_OF_USER = Limit("give a code of a user", 10, 60)


class TooOften(RailheadError):
    """Something has been done too often; it may be done again after a while."""

    def __init__(self, wait: int) -> None:
        again = ngettext(
            "This has been done too often; try again in {wait} second",
            "This has been done too often; try again in {wait} seconds",
            wait,
        )
        super().__init__(again.format(wait=wait))
        self.wait = wait


class PasswordGate(BaseBackend):
    """Lets nobody in, but stops whoever gives too many passwords before the next one is even looked at.

    Django asks it first, wherever a password is given: by the sign-in page, the administration, or anything else.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> None:
        """Count a password that is given."""
        if request is None or "password" not in credentials:
            return
        name = str(credentials.get("username", ""))
        spend(request, PASSWORD)
        spend(request, PASSWORD_OF_NAME_THERE, f"{name} {asker(request)}")
        spend(request, PASSWORD_OF_NAME, name)


def spend(request: HttpRequest, limit: Limit, who: str | None = None) -> None:
    """Count something that is about to be done, for the address and the user who do it or for someone named."""
    if settings.CONFIGURATION.private:
        return
    if who is not None:
        _spend(limit, who)
        return
    _spend(limit, f"address {asker(request)}")
    user = access.signed_in(request)
    if user is not None:
        _spend(limit, f"user {user.pk}")


def spend_for_chat(request: HttpRequest, game_id: str, seat: Seat) -> None:
    """Count something that is about to be said at a table."""
    spend(request, CHAT)
    spend(request, CHAT_OF_SEAT, f"{game_id} {seat}")


def asker(request: HttpRequest) -> str:
    """The address that counts."""
    return network_of(request.META.get("REMOTE_ADDR") or "")


def _spend(limit: Limit, who: str) -> None:
    """Use up one of a limit: the time until which it is used up moves on, unless it would be too far ahead."""
    now = time.time()
    latest = now + (limit.burst - 1) * limit.seconds
    key = salted_hmac("railhead.web.limits", f"{limit.name} {who}", algorithm="sha256").hexdigest()[:KEY_LENGTH]
    rows = StoredAllowance.objects.filter(key=key)
    later = Greatest(F("used_until"), Value(now, FloatField())) + limit.seconds
    while not rows.filter(used_until__lte=latest).update(used_until=later):
        row, created = StoredAllowance.objects.get_or_create(key=key, defaults={"used_until": now + limit.seconds})
        if created:
            StoredAllowance.objects.filter(used_until__lt=now).delete()  # those say nothing any more
            return
        if row.used_until > latest:
            raise TooOften(math.ceil(row.used_until - latest))
