"""Calls at webhooks: in the forms that Discord, Slack and Matrix understand, or as signed JSON for programs.

JSON is signed as the Standard Webhooks specification says: an HMAC of id, time and body, made with a secret that the
player is shown. The id is the same for every attempt, so that a receiver can tell what it has had already.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import get_language

from railhead.core.refusal import Malformed
from railhead.web.calling import calls, outgoing
from railhead.web.calling.calls import Call
from railhead.web.calling.wishes import WEBHOOK
from railhead.web.models import StoredWay

JSON, DISCORD, SLACK, MATRIX = "json", "discord", "slack", "matrix"
PREFIX = "whsec_"
GONE = (410,)
LONGEST_TEXT = 1900
"""Discord takes 2000 characters."""


def _text(call: Call) -> str:
    return f"{call.line[:LONGEST_TEXT]}\n{call.url}"


def _as_json(call: Call) -> dict[str, Any]:
    return {
        "type": call.reason,
        "game": {"id": call.game, "name": call.table, "title": call.title, "url": call.url},
        "player": call.player,
        "subject": call.subject,
        "task": call.words,
        "news": list(call.news),
    }


def _for_slack(call: Call) -> dict[str, Any]:
    text = _text(call)
    for letter, written in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(letter, written)
    return {"text": text}


FORMS: dict[str, Callable[[Call], dict[str, Any]]] = {
    JSON: _as_json,
    DISCORD: lambda call: {"content": _text(call), "allowed_mentions": {"parse": []}},  # a name may be "@everyone"
    SLACK: _for_slack,
    MATRIX: lambda call: {"text": _text(call)},
}


def new(url: str, form: str = "") -> StoredWay:
    """A webhook. Where a well-known service is, its form is known."""
    outgoing.check(url)
    form = form or _form_of(url)
    if form not in FORMS:
        raise Malformed(
            "'{form}' is not a format of webhooks; these are: {forms}", form=form[:20], forms=", ".join(FORMS)
        )
    details = {"form": form}
    if form == JSON:
        details["secret"] = PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()
    return StoredWay(kind=WEBHOOK, address=url, details=details, language=get_language())


def _form_of(url: str) -> str:
    host = urlsplit(url).hostname or ""
    if host.endswith(("discord.com", "discordapp.com")):
        return DISCORD
    return SLACK if host.endswith("slack.com") else JSON


@calls.delivers(WEBHOOK)
def send(way: StoredWay, call: Call) -> None:
    """Post a call."""
    body = json.dumps(FORMS[way.details["form"]](call)).encode()
    headers = {"Content-Type": "application/json"}
    if "secret" in way.details:
        headers |= signature(way.details["secret"], _id(call), int(time.time()), body)
    outgoing.post(way.address, body, headers, GONE)


def _id(call: Call) -> str:
    return "msg_" + hashlib.sha256(call.key.encode()).hexdigest()[:24]


def signature(secret: str, message: str, at: int, body: bytes) -> dict[str, str]:
    """The headers that prove who has sent a message."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = hmac.digest(key, f"{message}.{at}.".encode() + body, "sha256")
    return {
        "Webhook-Id": message,
        "Webhook-Timestamp": str(at),
        "Webhook-Signature": f"v1,{base64.b64encode(signed).decode()}",
    }
