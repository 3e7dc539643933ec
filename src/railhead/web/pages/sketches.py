"""Sketches at a table: a page for boards that nobody has built yet, which others at the table never see."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext, override
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from railhead.core.ids import Company, Seat
from railhead.core.refusal import Malformed, RailheadError
from railhead.core.spelling import STOP, TRAIN
from railhead.play.gamefile import GameFile, parse_json
from railhead.play.sketch import Sketch, Sketched
from railhead.play.sketch_file import (
    MOST_BYTES,
    SketchFile,
    from_data,
    read_company,
    read_hex,
    read_tile,
    to_data,
)
from railhead.web import limits, sketches
from railhead.web.best_run_worker import SKETCHED_RUNS, Suggestion
from railhead.web.models import StoredSketch
from railhead.web.pages.problems import REFUSED, asked_by_htmx
from railhead.web.presenters.sketches import best_shown, hex_shown, sketch_shown
from railhead.web.viewer import Viewer, at_table, whole

NEW = "new-"
"""How the key of a sketch begins that is not kept yet; the number of actions follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """An open sketch: what it shows, and how its page asks for more of it."""

    sketched: Sketched
    game: GameFile
    here: str
    """The address of the page; what belongs to it lies below."""
    key: str
    """Which sketch it is."""
    queue: str
    """Whose searches for the best run wait for each other."""
    compares: bool = True
    """Is what a company earns compared with what it earns at the table?"""

    def context(self, request: HttpRequest) -> dict[str, object]:
        """What the templates of a sketch need."""
        company = chosen_company(request, self.sketched)
        hex_ = _asked(request, "hex")
        data = json.dumps(to_data(self.sketched.book, self.sketched.sketch), ensure_ascii=False)
        sketches.DRAWN.note(self.key, data)
        return {
            "here": self.here,
            "key": self.key,
            "book": self.sketched.book,
            "page": sketch_shown(self.sketched, company),
            "data": data,
            "offers": hex_shown(self.sketched, read_hex(self.sketched.book, hex_)) if hex_ else None,
        }


def chosen_company(request: HttpRequest, sketched: Sketched) -> Company:
    """The company the page is about: the one asked for, the one whose turn it is, or the first with a train."""
    asked = _asked(request, "company")
    if asked:
        return read_company(sketched.book, asked)
    if sketched.table.acting_company is not None:
        return sketched.table.acting_company
    owners = (company for company, seen in sketched.view.companies.items() if seen.trains)
    return next(owners, sketched.book.company_ids[0])


def _asked(request: HttpRequest, name: str) -> str:
    return request.POST.get(name) or request.GET.get(name) or ""


# -- changing a sketch ----------------------------------------------------------------------------


def edited(request: HttpRequest, sketched: Sketched) -> Sketch:
    """The sketch after the change that a form asks for."""
    book, form = sketched.book, request.POST
    do = form.get("do", "")
    if do in ("lay", "take-off", "restore", "station"):
        return _with_hex(request, sketched, do)
    if do in ("token", "no-token"):
        company, stop = read_company(book, form.get("owner", "")), STOP.read(book, form.get("stop", ""))
        return sketched.put_token(company, stop) if do == "token" else sketched.take_token(company, stop)
    if do == "trains":
        names = form.getlist("train")
        return sketched.give(chosen_company(request, sketched), [TRAIN.read(book, name) for name in names if name])
    if do == "phase":
        return sketched.in_phase(from_data(book, {"phase": form.get("phase", "")}).phase or 0)
    if do == "any-tile":
        return sketched.with_any_tile(form.get("any_tile") == "1")
    if do == "clear":
        return Sketch(any_tile=sketched.sketch.any_tile)
    if do == "put":
        data = _bounded(form.get("data", ""))
        sketches.count_board(request, data)
        return from_data(book, parse_json(data))
    raise Malformed("A sketch cannot be changed like this")


def _with_hex(request: HttpRequest, sketched: Sketched, do: str) -> Sketch:
    form = request.POST
    hex_ = read_hex(sketched.book, form.get("hex", ""))
    if do == "lay":
        return sketched.lay(hex_, read_tile(sketched.book, form.get("tile") or "?"))
    if do == "station":
        return sketched.switch_station(hex_, whole(form.get("line"), "line"))
    return sketched.take_off(hex_) if do == "take-off" else sketched.restore(hex_)


def _bounded(text: str) -> str:
    if len(text) > MOST_BYTES:
        raise Malformed("A sketch has at most {most} characters", most=MOST_BYTES)
    return text


# -- what sketches with and without a game have in common -----------------------------------------


def show_hex(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What can be done on a hex."""
    hex_ = read_hex(desk.sketched.book, _asked(request, "hex"))
    context = {"here": desk.here, "key": desk.key, "offers": hex_shown(desk.sketched, hex_), "book": desk.sketched.book}
    return render(request, "railhead/sketch/hex.html", context)


def show_best(request: HttpRequest, desk: Desk) -> StreamingHttpResponse:
    """The best run of a company on the sketch, and what it is at the table. Searching keeps nobody else waiting."""
    company = chosen_company(request, desk.sketched)
    language = get_language()
    search = SKETCHED_RUNS.ask(desk.queue, desk.game, desk.sketched.state, company)
    compared = desk.compares and not desk.sketched.sketch.is_blank
    table = Sketched(desk.sketched.table, Sketch()).state
    search_before = SKETCHED_RUNS.ask(f"{desk.queue} before", desk.game, table, company) if compared else None

    def shown(found: Suggestion | None, before: Suggestion | None) -> str:
        with override(language):
            then = None if before is None else before.action
            best = None if found is None else best_shown(desk.sketched, company, found.action, found.proven, then)
            return render_to_string("railhead/sketch/best.html", {"run": best}, request)

    async def answer() -> AsyncIterator[str]:
        found = await search.result()
        before = None if search_before is None else await search_before.result()
        yield await sync_to_async(shown, thread_sensitive=False)(found, before)

    return StreamingHttpResponse(answer(), content_type="text/html; charset=utf-8")


def as_file(file: SketchFile) -> HttpResponse:
    """The board of a sketch as a file, which `railhead routes` and the page for routes read."""
    response = HttpResponse(file.to_json(), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file.game.title}-sketch.json"'
    return response


# -- at a table -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A sketch at a table, opened by its owner."""

    viewer: Viewer
    owner: str
    stored: StoredSketch | None
    at: int

    @property
    def sketched(self) -> Sketched:
        """The sketch on the board it was made for, as its owner sees it."""
        book = self.viewer.table.book
        sketch = Sketch() if self.stored is None else from_data(book, self.stored.data)
        return Sketched(self.viewer.vantage.view(self.at), sketch)

    def desk(self) -> Desk:
        """The sketch for its page."""
        key = f"{NEW}{self.at}" if self.stored is None else str(self.stored.pk)
        return Desk(
            sketched=self.sketched,
            game=self.viewer.table.session.game(),
            here=f"{self.viewer.here}sketch",
            key=key,
            queue=f"{self.viewer.game.id} {self.owner}",
        )

    def context(self, request: HttpRequest, note: str = "") -> dict[str, object]:
        """What the templates need."""
        return {
            **self.desk().context(request),
            "table": self.viewer.here,
            "game": self.viewer.game,
            "stored": self.stored,
            "kept": sketches.kept(self.viewer.game, self.owner),
            "at": self.at,
            "behind": self.viewer.table.actions - self.at,
            "note": note,
        }


@contextmanager
def opened(request: HttpRequest, game_id: str, place: Seat | None) -> Iterator[Opened]:
    """Open the sketch that is asked for: one that is kept, or a new one."""
    with at_table(request, game_id, place) as viewer:
        owner = sketches.owner_of(request, viewer, may_remember=request.method == "POST")
        key = _asked(request, "key")
        if not key:
            newest = sketches.kept(viewer.game, owner)[:1] if viewer.live else []
            key = str(newest[0].pk) if newest else f"{NEW}{viewer.at}"
        if key.startswith(NEW):
            stored, at = None, whole(key.removeprefix(NEW), "key")
        else:
            stored = sketches.find(viewer.game, owner, whole(key, "key"))
            at = stored.at
        # Moves may have been taken back since.
        yield Opened(viewer=viewer, owner=owner, stored=stored, at=min(at, viewer.table.actions))


@require_http_methods(["GET", "HEAD", "POST"])
@ensure_csrf_cookie
def sketch(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """The page of a sketch, or a change to it."""
    with opened(request, game_id, place) as found:
        if request.method != "POST":
            return _shown(request, found)
        limits.spend(request, limits.SKETCH)
        changed, note = _changed(request, found)
        if not asked_by_htmx(request):
            return redirect(f"{found.viewer.here}sketch")
        response = render(request, "railhead/sketch/sketch.html", changed.context(request, note))
        desk = changed.desk()
        response["HX-Replace-Url"] = f"{desk.here}?key={desk.key}"
        return response


def _shown(request: HttpRequest, found: Opened) -> HttpResponse:
    """The page of a sketch; of one that can no longer be read, a page on which it can be deleted."""
    try:
        context = found.context(request)
    except RailheadError as problem:
        if found.stored is None or asked_by_htmx(request):
            raise
        here = f"{found.viewer.here}sketch"
        context = {"stored": found.stored, "problem": problem, "here": here, "table": found.viewer.here}
        return render(request, "railhead/sketch/unreadable.html", context, status=REFUSED)
    name = "sketch" if asked_by_htmx(request) else "page"
    return render(request, f"railhead/sketch/{name}.html", context)


def _changed(request: HttpRequest, found: Opened) -> tuple[Opened, str]:
    """Do what a form asks for: to the sketch itself, or to what is on it."""
    do, stored, game = request.POST.get("do", ""), found.stored, found.viewer.game
    if do == "new":
        return _reopened(found, sketches.add(game, found.owner, found.viewer.table.actions)), ""
    if do == "delete":
        if stored is not None:
            stored.delete()
        return _reopened(found, next(iter(sketches.kept(game, found.owner)), None)), ""
    sketched = found.sketched
    if do not in ("rename", "update"):
        drawn = edited(request, sketched)
    if stored is None:
        stored = sketches.add(game, found.owner, found.at)
    note = ""
    if do == "rename":
        sketches.rename(stored, request.POST.get("name", ""))
    elif do == "update":
        now = found.viewer.table.actions
        drawn, dropped = sketched.moved_to(found.viewer.vantage.view(now))
        sketches.change(stored, sketched.book, drawn, now)
        note = _dropped(len(dropped))
    else:
        sketches.change(stored, sketched.book, drawn)
    return _reopened(found, stored), note


def _dropped(count: int) -> str:
    """What an update has cost."""
    if not count:
        return gettext("The sketch lies on the board as it is now.")
    return ngettext(
        "%(count)s hex has changed at the table since, and is as it is there.",
        "%(count)s hexes have changed at the table since, and are as they are there.",
        count,
    ) % {"count": count}


def _reopened(found: Opened, stored: StoredSketch | None) -> Opened:
    now = found.viewer.table.actions
    at = now if stored is None else min(stored.at, now)
    return Opened(viewer=found.viewer, owner=found.owner, stored=stored, at=at)


@require_safe
def hex_(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """What can be done on a hex of a sketch."""
    with opened(request, game_id, place) as found:
        return show_hex(request, found.desk())


@require_safe
def best(request: HttpRequest, game_id: str, place: Seat | None = None) -> StreamingHttpResponse:
    """The best run of a company on a sketch."""
    with opened(request, game_id, place) as found:
        return show_best(request, found.desk())


@require_safe
def file(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """The board of a sketch as a file."""
    with opened(request, game_id, place) as found:
        return as_file(SketchFile.of(found.sketched))


@require_safe
def alone(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """The board of a sketch at an address of its own, for whoever is to see it."""
    with opened(request, game_id, place) as found:
        return redirect(f"{reverse('routes')}?key={SketchFile.of(found.sketched).packed()}")
