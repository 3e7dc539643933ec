"""Pages are sent compressed: a late table is a tenth of its size then.

Django's own middleware compresses event streams too, whose small pieces it would only delay. Nobody can learn secrets
from the size of a page: cookies are not sent with requests that other sites make, and form tokens are masked anew in
every page.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers

LEAST = 1000
"""Bytes; less than that fits into one packet anyway."""
QUICK = 4
"""The compression level: higher ones take longer than they save."""
TEXTS = ("text/", "application/json", "application/problem+json", "image/svg+xml")


def compressed(handle: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Compress what a browser accepts compressed, unless it is compressed already or sent in pieces."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = handle(request)
        if isinstance(response, HttpResponse) and _is_worthwhile(response):
            patch_vary_headers(response, ["Accept-Encoding"])
            if accepts_gzip(request):
                response.content = gzip.compress(response.content, QUICK, mtime=0)
                response["Content-Encoding"] = "gzip"
                response["Content-Length"] = str(len(response.content))
        return response

    return middleware


def accepts_gzip(request: HttpRequest) -> bool:
    """Can the browser read compressed answers?"""
    return "gzip" in request.headers.get("Accept-Encoding", "")


def _is_worthwhile(response: HttpResponse) -> bool:
    is_text = response.get("Content-Type", "").startswith(TEXTS)
    return is_text and not response.has_header("Content-Encoding") and len(response.content) >= LEAST
