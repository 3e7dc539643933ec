"""Calls on a player's devices, with the page closed: Web Push, encrypted for the device (RFC 8291) and signed by the
site (VAPID, RFC 8292). The site's key comes from its secret: it is the same for all processes, and need not be kept.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import time
from email.utils import parseaddr
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language
from py_vapid import Vapid02

from railhead.core.refusal import Malformed
from railhead.play.gamefile import parse_json
from railhead.web.calling import calls, outgoing
from railhead.web.calling.calls import Call
from railhead.web.calling.wishes import PUSH
from railhead.web.models import StoredWay

KEPT = 24 * 3600
"""Seconds that the push service keeps a call for a device that is off; then it is too late."""
SIGNED_FOR = 12 * 3600
GONE = (404, 410)
"""What a push service answers when a device does not want to hear of us any more."""
LONGEST = 4000
"""Characters of a subscription."""
CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many points the curve has; a private key is a number below."""
MOST_WORDS = 400


def new(subscription: str, device: str = "") -> StoredWay:
    """A device, as its browser describes where it can be reached."""
    data = parse_json(subscription) if len(subscription) <= LONGEST else None
    try:
        assert isinstance(data, dict)
        url, device_keys = str(data["endpoint"]), {name: str(data["keys"][name]) for name in ("p256dh", "auth")}
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _decoded(device_keys["p256dh"]))
        assert len(_decoded(device_keys["auth"])) == 16
    except (AssertionError, KeyError, TypeError, ValueError):
        raise Malformed("This is not the subscription of a browser") from None
    outgoing.check(url)
    return StoredWay(kind=PUSH, address=url, details={**device_keys, "device": device[:60]}, language=get_language())


@calls.delivers(PUSH)
def send(way: StoredWay, call: Call) -> None:
    """Send a call to a device. A newer one about the same table takes the place of one that has not arrived."""
    shown = {"title": call.subject, "body": call.words[:MOST_WORDS], "url": call.url, "tag": call.game or call.reason}
    headers = {
        **_vapid().sign(_claims(way)),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT),
        "Urgency": "normal",
        "Topic": hashlib.sha256(shown["tag"].encode()).hexdigest()[:32],
    }
    outgoing.post(way.address, encrypted(json.dumps(shown).encode(), way.details), headers, GONE)


def encrypted(content: bytes, device: dict[str, Any]) -> bytes:
    """Something that only this device can read."""
    written: bytes = http_ece.encrypt(
        content,
        salt=os.urandom(16),
        private_key=ec.generate_private_key(CURVE),
        dh=_decoded(device["p256dh"]),
        auth_secret=_decoded(device["auth"]),
        version="aes128gcm",
    )
    return written


def public_key() -> str:
    """The key by which push services know the site; browsers ask for it when they subscribe."""
    point = _vapid().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def _claims(way: StoredWay) -> dict[str, Any]:
    """What the site says to a push service: to whom, how long it holds, and where its owner can be found."""
    service = urlsplit(way.address)
    owner = way.site if way.site.startswith("https://") else f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
    return {"aud": f"{service.scheme}://{service.netloc}", "exp": int(time.time()) + SIGNED_FOR, "sub": owner}


def _vapid() -> Vapid02:
    return _signer(settings.SECRET_KEY)


@cache
def _signer(secret: str) -> Vapid02:
    number = int.from_bytes(salted_hmac("railhead.web.calling.push", "vapid", secret, algorithm="sha256").digest())
    return Vapid02(ec.derive_private_key(number % (ORDER - 1) + 1, CURVE))


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
