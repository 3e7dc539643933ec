"""Refusals as programs read them: problem details as in RFC 9457, in one shape for every status.

Nothing here needs Django, so that a request can be refused before Django has seen it.
"""

from __future__ import annotations

import json
from http import HTTPStatus

API = "/api/"
MEDIA_TYPE = "application/problem+json"
NO_TYPE = "about:blank"
"""RFC 9457: the status says what kind of problem it is."""


def document(status: int, detail: str, **more: object) -> bytes:
    """A refusal: its status, in words and as a number, what was wrong, and whatever else is known."""
    said = {"type": NO_TYPE, "title": HTTPStatus(status).phrase, "status": status, "detail": detail, **more}
    return json.dumps(said).encode()


def plain(path: str, status: int, detail: str) -> tuple[str, bytes]:
    """A refusal without a page, for the address that was asked for: its media type and its content."""
    if path.startswith(API):
        return MEDIA_TYPE, document(status, detail)
    return "text/plain; charset=utf-8", f"{detail}\n".encode()
