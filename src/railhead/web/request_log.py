"""A line for every request, as JSON: when, what, how long, at which table and by whom.

Addresses may be secret links, so the log has the pattern of an address and the id of the table, never the address.
"""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponseBase

SLOW = 2.0
"""Seconds after which a request is worth a warning."""
ID = "X-Request-Id"

_log = logging.getLogger("railhead.requests")


class Lines(logging.Formatter):
    """Records as JSON, one to a line."""

    def format(self, record: logging.LogRecord) -> str:
        """A record, with whatever was said about its request."""
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "about", {}),
        }
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def logged(handle: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Give every request an id, and log it once it has been answered."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        number, began = secrets.token_hex(8), time.perf_counter()
        response = handle(request)
        response.headers[ID] = number
        seconds = time.perf_counter() - began
        level = logging.WARNING if seconds > SLOW else logging.INFO
        if _log.isEnabledFor(level):
            _log.log(level, "answered", extra={"about": _about(request, response, number, seconds)})
        return response

    return middleware


def _about(request: HttpRequest, response: HttpResponseBase, number: str, seconds: float) -> dict[str, Any]:
    found = request.resolver_match
    said = {
        "request": number,
        "method": request.method,
        "route": "" if found is None else found.route,
        "status": response.status_code,
        "ms": round(seconds * 1000, 1),
        "table": None if found is None else found.kwargs.get("game_id"),
        "user": _user(request),
    }
    return {name: value for name, value in said.items() if value is not None}


def _user(request: HttpRequest) -> int | None:
    """The user, if the request had to be asked who sent it anyway: nobody is looked up for the log."""
    user = getattr(request, "_cached_user", None)
    return None if user is None else user.pk
