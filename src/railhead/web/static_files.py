"""The static files of the site, kept in memory as they were when it started.

Their addresses contain a hash of their content, so browsers may cache them indefinitely. WhiteNoise would need a copy
of all files, with compressed variants, made at every start; these few files are compressed when first asked for.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from mimetypes import guess_type
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.i18n import JavaScriptCatalog

from railhead.web.compression import accepts_gzip

FOR_A_YEAR = "public, max-age=31536000, immutable"
TEXTS = ("text/", "application/javascript", "application/json", "image/svg+xml")
SAFE = ("GET", "HEAD")


@dataclass(frozen=True)
class File:
    """A file as it was when the site started."""

    content: bytes
    kind: str

    @cached_property
    def packed(self) -> bytes | None:
        """The file compressed, if that is worthwhile."""
        return gzip.compress(self.content, mtime=0) if self.kind.startswith(TEXTS) else None

    def response(self, request: HttpRequest) -> HttpResponse:
        """The file as a response, compressed if the browser accepts that."""
        packed = self.packed if accepts_gzip(request) else None
        response = HttpResponse(self.content if packed is None else packed, content_type=self.kind)
        if packed is not None:
            response["Content-Encoding"] = "gzip"
        response["Cache-Control"] = FOR_A_YEAR
        patch_vary_headers(response, ["Accept-Encoding"])
        return response


def found() -> Iterator[tuple[str, File]]:
    """All static files of the site and of the applications it uses."""
    for finder in get_finders():
        for name, storage in finder.list([]):
            kind = guess_type(name)[0] or "application/octet-stream"
            charset = "; charset=utf-8" if kind.startswith(TEXTS) else ""
            yield name, File(Path(storage.path(name)).read_bytes(), kind + charset)


def catalogues() -> Iterator[tuple[str, File]]:
    """What scripts say, in each language of the site, with Django's `gettext` for scripts."""
    catalogue = JavaScriptCatalog(packages=["railhead.web"])
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            content = catalogue.get(HttpRequest()).content
        yield f"railhead/words/{language}.js", File(content, "text/javascript; charset=utf-8")


def kept(handle: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer requests for static files; leave all others to the rest of the site."""
    files = {**dict(found()), **dict(catalogues())}

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(settings.STATIC_URL):
            return handle(request)
        if request.method not in SAFE:
            return HttpResponseNotAllowed(SAFE)
        file = files.get(request.path_info.removeprefix(settings.STATIC_URL))
        if file is None:
            raise Http404("There is no such file")
        return file.response(request)

    return middleware
