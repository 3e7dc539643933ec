"""Mail that the site sends: where to, by which server, and without anybody waiting for it."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from django.core.mail import EmailMultiAlternatives

from railhead.core.refusal import Malformed

PORTS = {"smtp": 587, "smtps": 465}
"""By scheme: `smtp` is encrypted as soon as the server offers it (STARTTLS), `smtps` from the start."""
TIMEOUT = 20
"""Seconds a server may take for an answer."""
NO_SERVER = "The mail server's URL is not valid; for example: smtp://user:password@mail.example:587"

_threads = ThreadPoolExecutor(1, "mail")
_log = logging.getLogger("railhead.mail")


def settings_of(url: str, sender: str) -> dict[str, Any]:
    """Django's settings for a mail server given by its URL."""
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
    server = _split(url)
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": server.hostname,
        "EMAIL_PORT": server.port or PORTS[server.scheme],
        "EMAIL_HOST_USER": unquote(server.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(server.password or ""),
        "EMAIL_USE_SSL": server.scheme == "smtps",
        # A password is never sent in the clear; a server on this machine that wants none may have no certificate.
        "EMAIL_USE_TLS": server.scheme == "smtp" and bool(server.username),
        "EMAIL_TIMEOUT": TIMEOUT,
        "DEFAULT_FROM_EMAIL": sender or f"railhead@{server.hostname}",
    }


def send(message: EmailMultiAlternatives) -> None:
    """Send a message soon. Nobody waits for it: how long an answer takes tells nobody whether one was sent."""
    _threads.submit(_send, message)


def _send(message: EmailMultiAlternatives) -> None:
    try:
        message.send()
    except OSError as problem:  # what smtplib raises, too
        _log.error("A message could not be sent: %s", problem)


def _split(url: str) -> SplitResult:
    server = urlsplit(url)
    try:
        known = server.scheme in PORTS and server.hostname and server.port != 0
    except ValueError:  # a port that is no number
        known = None
    if not known:
        raise Malformed(NO_SERVER)
    return server
