"""A second factor besides the password: codes of an authenticator app, and recovery codes for whoever loses it."""

from __future__ import annotations

import base64
import hashlib
import secrets
import time

import pyotp
import segno
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.crypto import salted_hmac

from railhead.web.people_models import SecondFactor

STEP = 30
"""Seconds for which a code is shown."""
DRIFT = 1
"""How many steps the clock of a phone may be ahead or behind."""
RECOVERY_CODES, RECOVERY_BYTES = 10, 8
SECRET_BYTES = 20
ISSUER = "Railhead"


def wanted(user: User) -> bool:
    """Has this user to show a second factor?"""
    return SecondFactor.objects.filter(user=user, confirmed=True).exists()


def prepare(user: User) -> SecondFactor:
    """The secret that a user is about to put into their app; nothing is asked for until they confirm it."""
    prepared, _ = SecondFactor.objects.get_or_create(user=user, defaults={"nonce": secrets.token_urlsafe(32)})
    return prepared


def secret_of(prepared: SecondFactor) -> str:
    """The secret of a user's codes, as apps want it."""
    made = salted_hmac("railhead.web.second_factor", prepared.nonce, algorithm="sha256").digest()
    return base64.b32encode(made[:SECRET_BYTES]).decode()


def picture(prepared: SecondFactor) -> str:
    """The secret as a QR code (an SVG element) for the camera of a phone."""
    address = pyotp.TOTP(secret_of(prepared)).provisioning_uri(prepared.user.get_username(), issuer_name=ISSUER)
    drawn: str = segno.make(address, error="m").svg_inline(scale=4, dark="#000", light="#fff")
    return drawn


def confirm(user: User, code: str) -> list[str] | None:
    """Ask for codes from now on, as the user has shown one; their recovery codes. None if the code is wrong."""
    with transaction.atomic():
        row = SecondFactor.objects.select_for_update().filter(user=user, confirmed=False).first()
        step = None if row is None else _step_of(row, code)
        if row is None or step is None:
            return None
        codes = [secrets.token_hex(RECOVERY_BYTES) for _ in range(RECOVERY_CODES)]
        row.confirmed, row.last_step, row.recovery = True, step, [_hashed(each) for each in codes]
        row.save()
    return codes


def passes(user: User, code: str) -> bool:
    """Is this a code the app shows now, or a recovery code? Either is good once, even if it is sent twice at once."""
    given = "".join(code.split())
    with transaction.atomic():
        row = SecondFactor.objects.select_for_update().filter(user=user, confirmed=True).first()
        if row is None:
            return False
        step = _step_of(row, given)
        if step is not None:
            row.last_step = step
        elif _hashed(given.lower()) in row.recovery:
            row.recovery = [each for each in row.recovery if each != _hashed(given.lower())]
        else:
            return False
        row.save()
    return True


def remove(user: User) -> None:
    """Ask for nothing but the password again."""
    SecondFactor.objects.filter(user=user).delete()


def _step_of(row: SecondFactor, code: str) -> int | None:
    """The step whose code this is, if it is near and later than the last one used."""
    now = int(time.time()) // STEP
    maker = pyotp.TOTP(secret_of(row), interval=STEP)
    near = (step for step in range(now - DRIFT, now + DRIFT + 1) if step > row.last_step)
    return next((step for step in near if secrets.compare_digest(maker.at(step * STEP), _ascii(code))), None)


def _ascii(code: str) -> str:
    return code if code.isascii() else ""


def _hashed(code: str) -> str:
    """What is stored of a recovery code: it is random and long, so that a plain hash cannot be reversed."""
    return hashlib.sha256(f"railhead recovery {code}".encode()).hexdigest()
