"""The server that sends the site's mail."""

from __future__ import annotations

from smtplib import SMTPRecipientsRefused
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from railhead.core.refusal import Malformed

PORTS = {"smtp": 587, "smtps": 465}
"""By scheme: `smtp` is encrypted as soon as the server offers it (STARTTLS), `smtps` from the start."""
TIMEOUT = 20
"""Seconds a server may take for an answer."""
REFUSED_FOR_GOOD = 500
"""An answer of a mail server with this number or a higher one is its last word."""
NO_SERVER = "The mail server's URL is not valid; for example: smtp://user:password@mail.example:587"


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


def never_wants(problem: SMTPRecipientsRefused) -> bool:
    """Has a server said that it will not take messages for these addresses, however often it is asked?"""
    return all(code >= REFUSED_FOR_GOOD for code, _ in problem.recipients.values())


def _split(url: str) -> SplitResult:
    server = urlsplit(url)
    try:
        known = server.scheme in PORTS and server.hostname and server.port != 0
    except ValueError:  # a port that is no number
        known = None
    if not known:
        raise Malformed(NO_SERVER)
    return server
