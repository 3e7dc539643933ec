"""Whom the site answers at all, and what every page knows of it.

Django's middleware and django-csp tell browsers what they may do; here is what they cannot say: a site on a home
network answers to its own addresses but to no made-up name, and the API, which needs no form token, is closed to the
pages of other sites.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from railhead import __version__

HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
"""What Django's own middleware does not send."""
SAFE = ("GET", "HEAD", "OPTIONS")


def guarded(handle: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer only to our own names and, where something is changed, only our own pages."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return with_headers(refusal_of(request) or handle(request))

    return middleware


def with_headers(response: HttpResponseBase) -> HttpResponseBase:
    """The response with the headers that nothing else sets."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if not response.headers.get("Cache-Control"):
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def refusal_of(request: HttpRequest) -> HttpResponse | None:
    """Why a request is not even considered: it was sent to another name, or by another site's page."""
    try:
        host = request.get_host()
    except DisallowedHost:
        host = ""
    if not settings.CONFIGURATION.answers_to(name_of(host), request.META.get("SERVER_NAME", "")):
        return HttpResponse(
            "This site does not answer to that name; --name gives it another\n", status=400, content_type="text/plain"
        )
    if request.method not in SAFE:
        origin = request.META.get("HTTP_ORIGIN", "")
        foreign = origin != "" and urlsplit(origin).netloc != host
        if foreign or request.META.get("HTTP_SEC_FETCH_SITE") == "cross-site":
            return HttpResponse("Pages of other sites may not do this\n", status=403, content_type="text/plain")
    return None


def name_of(host: str) -> str:
    """The name or address in a Host header, without the port."""
    if host.startswith("["):
        return host[: host.find("]") + 1]
    return host.partition(":")[0]


def site(request: HttpRequest) -> dict[str, Any]:
    """What every page knows about the site."""
    configuration = settings.CONFIGURATION
    return {
        "accounts": configuration.accounts,
        "mails": configuration.mails,
        "private": configuration.private,
        "version": __version__,
        "languages": settings.LANGUAGES,
    }


def static_version(*folders: Path) -> str:
    """A name for the present content of the static files; it changes whenever they do."""
    digest = hashlib.blake2b(__version__.encode(), digest_size=6)
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                digest.update(path.relative_to(folder).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()
