"""What every answer of the site carries, and whom it answers at all."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from railhead import __version__

CONTENT = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # an address may be a secret link
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
FOR_A_YEAR = "max-age=31536000"
SAFE = ("GET", "HEAD", "OPTIONS")

Handler = Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]


@sync_and_async_middleware
def guarded(handle: Any) -> Any:
    """Answer only to our own names and, where something is changed, only our own pages; say what browsers may do."""
    if iscoroutinefunction(handle):

        async def async_middleware(request: HttpRequest) -> HttpResponseBase:
            return with_headers(refusal_of(request) or await handle(request))

        return async_middleware

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return with_headers(refusal_of(request) or handle(request))

    return middleware


def with_headers(response: HttpResponseBase) -> HttpResponseBase:
    """The answer with everything that keeps a browser from doing harm with it."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if settings.CONFIGURATION.https:
        response.headers.setdefault("Strict-Transport-Security", FOR_A_YEAR)
    if not response.headers.get("Cache-Control"):
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def refusal_of(request: HttpRequest) -> HttpResponse | None:
    """Why a request is not even looked at: it was sent to another name, or by another site's page."""
    try:
        host = request.get_host()
    except DisallowedHost:
        host = ""
    if not settings.CONFIGURATION.answers_to(name_of(host)):
        return HttpResponse("This site does not answer to that name.\n", status=400, content_type="text/plain")
    if request.method not in SAFE:
        origin = request.META.get("HTTP_ORIGIN", "")
        foreign = origin != "" and urlsplit(origin).netloc != host
        if foreign or request.META.get("HTTP_SEC_FETCH_SITE") == "cross-site":
            return HttpResponse("Another site's page may not do this.\n", status=403, content_type="text/plain")
    return None


def name_of(host: str) -> str:
    """The name or address in a Host header, without the port."""
    if host.startswith("["):
        return host[: host.find("]") + 1]
    return host.partition(":")[0]


def site(request: HttpRequest) -> dict[str, Any]:
    """What every page knows of the site."""
    configuration = settings.CONFIGURATION
    return {"accounts": configuration.accounts, "private": configuration.private, "version": __version__}


def static_version(folder: Path) -> str:
    """A name for the present content of the static files: another content, another name."""
    digest = hashlib.blake2b(__version__.encode(), digest_size=6)
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()
