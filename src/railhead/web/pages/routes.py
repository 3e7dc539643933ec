"""The route finder by itself: a sketch of a title's board, without a game. Its address is all there is to it."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from railhead.play.sketch_file import MOST_BYTES, SketchFile
from railhead.titles import catalogue
from railhead.web import limits, sketches
from railhead.web.pages.problems import asked_by_htmx
from railhead.web.pages.sketches import Desk, as_file, edited, show_best, show_hex
from railhead.web.viewer import whole

DEALS_COMPARED = 3
"""Two deals may be alike by chance."""


@require_http_methods(["GET", "HEAD", "POST"])
@ensure_csrf_cookie
def page(request: HttpRequest) -> HttpResponse:
    """The page, or a change to the board on it."""
    key = _key(request)
    if key:
        sketches.count_board(request, key)
    file = _opened(request)
    if request.method == "POST":
        limits.spend(request, limits.SKETCH)
        file = _changed(request, file)
    name = "sketch" if asked_by_htmx(request) else "page"
    desk = _desk(request, file)
    context = {
        **desk.context(request),
        "alone": catalogue.find(file.game.title),
        "titles": list(catalogue.TITLES.values()),
        "options": file.game.options,
        "deal": file.game.seed,
        "another_deal": _has_deals(file),
    }
    if request.method == "POST" and not asked_by_htmx(request):
        return redirect(f"{desk.here}?key={desk.key}")
    response = render(request, f"railhead/sketch/{name}.html", context)
    if asked_by_htmx(request):
        response["HX-Replace-Url"] = f"{desk.here}?key={desk.key}"
    return response


@require_safe
def hex_(request: HttpRequest) -> HttpResponse:
    """What can be done on a hex."""
    return show_hex(request, _desk(request, _opened(request)))


@require_safe
def best(request: HttpRequest) -> StreamingHttpResponse:
    """The best run of a company."""
    return show_best(request, _desk(request, _opened(request)))


@require_safe
def file(request: HttpRequest) -> HttpResponse:
    """The board as a file."""
    return as_file(_opened(request))


def _key(request: HttpRequest) -> str:
    """The board in the address; empty if a new one of a title is wanted."""
    return "" if "title" in request.GET else request.POST.get("key") or request.GET.get("key") or ""


def _opened(request: HttpRequest) -> SketchFile:
    """The board in the address, or a blank one of the title that is chosen."""
    key = _key(request)
    if key:
        return SketchFile.unpacked(key)
    first = next(iter(catalogue.TITLES))
    title = request.GET.get("title", first)
    deal = whole(request.GET.get("deal") or "0", "deal")
    return SketchFile.new(title, tuple(request.GET.getlist("option")), deal)


def _changed(request: HttpRequest, file: SketchFile) -> SketchFile:
    if request.POST.get("do") == "open":
        limits.spend(request, limits.BOARD)
        sent = request.FILES.get("file")
        text = request.POST.get("text", "") if sent is None else sent.read(MOST_BYTES + 1)
        return SketchFile.from_json(text)
    return replace(file, sketch=edited(request, file.sketched))


def _desk(request: HttpRequest, file: SketchFile) -> Desk:
    return Desk(
        sketched=file.sketched,
        game=file.game,
        here=reverse("routes"),
        key=file.packed(),
        queue=f"routes {limits.asker(request)}",
        compares=False,
    )


def _has_deals(file: SketchFile) -> bool:
    """Does chance decide which companies are in play?"""
    deals = (SketchFile.new(file.game.title, file.game.options, deal) for deal in range(DEALS_COMPARED))
    return len({each.table.book.company_names for each in deals}) > 1
