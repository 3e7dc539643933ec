"""Rendered tables, cached while they are current: what two hundred spectators see is rendered once."""

from __future__ import annotations

import gzip
import re
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from railhead.web import presenters, undo_requests
from railhead.web.compression import QUICK, accepts_gzip
from railhead.web.right_of_way import RIGHT_OF_WAY
from railhead.web.viewer import Viewer

MOST_KEPT = 32_000_000
"""Bytes of compressed tables: some hundreds of the largest."""
INDENTATION = re.compile(r"\s*\n\s*")


@dataclass(frozen=True, slots=True)
class Rendered:
    """Part of a page. It is kept compressed, as nearly every browser wants it, which takes a tenth of the room."""

    packed: bytes
    tag: str
    """Identifies what it shows: a browser that already has it need not be sent it again."""

    @classmethod
    def of(cls, html: str, tag: str) -> Rendered:
        """What was drawn, compressed."""
        return cls(gzip.compress(html.encode(), QUICK, mtime=0), tag)

    @property
    def html(self) -> str:
        """What was drawn."""
        return gzip.decompress(self.packed).decode()

    def response(self, request: HttpRequest, status: int = 200) -> HttpResponse:
        """The fragment as a response, compressed if the browser accepts that."""
        if accepts_gzip(request):
            response = HttpResponse(self.packed, status=status)
            response["Content-Encoding"] = "gzip"
        else:
            response = HttpResponse(self.html, status=status)
        patch_vary_headers(response, ["Accept-Encoding"])
        return response


class Fragments:
    """What was rendered recently, by everything it depends on."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[object, Rendered] = OrderedDict()
        self._bytes = 0
        self._turns: dict[object, Lock] = {}

    def table(self, viewer: Viewer) -> Rendered:
        """The table as a viewer sees it."""
        request = undo_requests.shown(viewer.game, viewer.table, viewer.who.seats) if viewer.live else None
        bots = tuple(sorted(viewer.game.bots.items()))
        key = (
            viewer.game.id,
            viewer.chosen,
            viewer.table.length,
            viewer.at,
            viewer.seat,
            viewer.who,
            viewer.since,
            viewer.table.book.seat_names,
            request,
            bots,
            viewer.deadline,
            get_language(),
        )
        found = self._found(key)
        if found is not None:
            return found
        with self._drawing(key):
            return self._found(key) or self._drawn(key, viewer, request)

    def _found(self, key: object) -> Rendered | None:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def _drawn(self, key: object, viewer: Viewer, request: undo_requests.Shown | None) -> Rendered:
        about = (request, viewer.table.book.seat_names, sorted(viewer.game.bots.items()), viewer.deadline)
        shown = zlib.crc32(repr(about).encode())
        tag = f"{viewer.table.length}.{shown:x}.{get_language()}"
        with RIGHT_OF_WAY.drawing():
            made = Rendered.of(draw(viewer, request, tag), tag)
        with self._lock:
            self._kept[key] = made
            self._bytes += len(made.packed)
            while self._bytes > MOST_KEPT:
                _, oldest = self._kept.popitem(last=False)
                self._bytes -= len(oldest.packed)
        return made

    @contextmanager
    def _drawing(self, key: object) -> Iterator[None]:
        """Draw something; whoever wants the same meanwhile waits for it."""
        with self._lock:
            turn = self._turns.setdefault(key, Lock())
        with turn:
            try:
                yield
            finally:
                with self._lock:
                    self._turns.pop(key, None)


def draw(viewer: Viewer, request: undo_requests.Shown | None, tag: str) -> str:
    """The table as a viewer sees it, rendered afresh."""
    made = presenters.table_page(viewer.vantage, viewer.at, viewer.may_act, viewer.since)
    context = {**viewer.context(), "page": made, "undo": request, "tag": tag}
    # The indentation of templates is a tenth of what they render, and nobody sees it.
    return INDENTATION.sub("\n", render_to_string("railhead/table/table.html", context))


FRAGMENTS = Fragments()
