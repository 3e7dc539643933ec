"""Rendered tables, kept for as long as they are current: two hundred spectators see what was drawn once."""

from __future__ import annotations

import gzip
import zlib
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers

from railhead.web import desk, undoing
from railhead.web.sitting import Sitting

MOST_KEPT = 300
QUICK = 4
"""How hard to compress: harder takes longer than it saves."""


@dataclass(frozen=True)
class Rendered:
    """A piece of a page, plain and compressed."""

    html: str
    tag: str
    """Names what it shows: a browser that has it need not be sent it again."""

    @cached_property
    def packed(self) -> bytes:
        """Compressed; worked out when the first browser asks."""
        return gzip.compress(self.html.encode(), QUICK, mtime=0)

    def response(self, request: HttpRequest, status: int = 200) -> HttpResponse:
        """The piece as an answer, compressed if the browser takes it."""
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            response = HttpResponse(self.packed, status=status)
            response["Content-Encoding"] = "gzip"
        else:
            response = HttpResponse(self.html, status=status)
        patch_vary_headers(response, ["Accept-Encoding"])
        return response


class Fragments:
    """What was rendered lately, by everything it depends on."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[object, Rendered] = OrderedDict()

    def table(self, sitting: Sitting) -> Rendered:
        """The table as somebody sees it."""
        request = undoing.shown(sitting.game, sitting.table, sitting.who.seats) if sitting.live else None
        key = (
            sitting.game.id,
            sitting.chosen,
            sitting.table.length,
            sitting.at,
            sitting.seat,
            sitting.who,
            sitting.since,
            request,
        )
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        tag = f"{sitting.table.length}.{zlib.crc32(repr(request).encode()):x}"
        made = Rendered(draw(sitting, request, tag), tag)
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return made


def draw(sitting: Sitting, request: undoing.Shown | None, tag: str) -> str:
    """The table as somebody sees it, drawn anew."""
    made = desk.desk(sitting.table, sitting.at, sitting.seat, sitting.may_act, sitting.since)
    context = {**sitting.context(), "desk": made, "undo": request, "tag": tag}
    return render_to_string("railhead/table/table.html", context)


FRAGMENTS = Fragments()
