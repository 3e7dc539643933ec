"""Where users are signed in: every browser is a device, which its user can sign out from anywhere else."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.models import AbstractBaseUser, User
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from railhead.web import access
from railhead.web.people_models import ID_LENGTH, Device

DEVICE = "device"
"""Under this name a session keeps what tells its device from others."""
LONGEST_AGENT = 200
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
"""By what each says of itself; most also claim to be those that come after them."""
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}
OFTEN = timedelta(minutes=10)
"""How exactly it is known when a device was last used."""


def remembered(handle: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Sign out whoever asks with a device that has been signed out elsewhere."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if settings.CONFIGURATION.accounts and settings.SESSION_COOKIE_NAME in request.COOKIES:
            _look_at(request)
        return handle(request)

    return middleware


def note_sign_in(request: HttpRequest, user: AbstractBaseUser, **_: Any) -> None:
    """Note the device somebody has just signed in with; called by Django's signal."""
    if isinstance(user, User):
        _note(request, user)


def forget(request: HttpRequest, user: AbstractBaseUser | None, **_: Any) -> None:
    """Forget the device somebody signs out with; called by Django's signal.

    A session key that was replaced a while ago still opens a copy of the session: it names the same device.
    """
    Device.objects.filter(id=current(request)).delete()


def devices_of(user: User) -> list[Device]:
    """The devices a user is signed in with, the one used last first."""
    return list(user.devices.all())


def described(agent: str) -> tuple[str, str]:
    """Browser and system, as far as they can be told from what a browser says of itself; empty where not."""
    browser = next((name for mark, name in BROWSERS.items() if mark in agent), "")
    system = next((name for mark, name in SYSTEMS.items() if mark in agent), "")
    return browser, system


def current(request: HttpRequest) -> str:
    """The device of whoever asks; empty if they have not signed in."""
    token = request.session.get(DEVICE)
    return hashed(token) if isinstance(token, str) else ""


def sign_out(user: User, device_id: str) -> None:
    """Sign a user out at one device."""
    user.devices.filter(id=device_id).delete()


def sign_out_elsewhere(request: HttpRequest, user: User) -> None:
    """Sign a user out everywhere but here."""
    user.devices.exclude(id=current(request)).delete()


def hashed(token: str) -> str:
    """What is stored of a device."""
    return hashlib.sha256(token.encode()).hexdigest()[:ID_LENGTH]


def _look_at(request: HttpRequest) -> None:
    user = access.signed_in(request)
    if user is None:
        return
    if DEVICE not in request.session:  # signed in before devices were noted
        _note(request, user)
        return
    device = Device.objects.filter(id=current(request), user=user).first()
    if device is None:
        logout(request)
    elif timezone.now() - device.seen > OFTEN:
        Device.objects.filter(id=device.id).update(seen=timezone.now())


def _note(request: HttpRequest, user: User) -> None:
    token = secrets.token_urlsafe(32)
    request.session[DEVICE] = token
    agent = request.headers.get("User-Agent", "")[:LONGEST_AGENT]
    Device.objects.create(id=hashed(token), user=user, agent=agent, seen=timezone.now())
