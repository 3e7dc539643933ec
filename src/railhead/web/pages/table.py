"""The table: the page, its live parts, moves, undo, and the queries that change nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, override
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, trigger_client_event

from railhead.core import engine
from railhead.core.actions import parse
from railhead.core.ids import Seat
from railhead.core.refusal import Malformed
from railhead.play import asking, reasons, wording
from railhead.play.gains import Gains
from railhead.play.gamefile import LONGEST_ACTION
from railhead.play.prospect import Prospect
from railhead.play.table import NotYours, Stale
from railhead.play.vantage import Vantage
from railhead.web import access, bot_seats, limits, presenters, undo_requests
from railhead.web.access import Asker
from railhead.web.best_run_worker import ADVICE, BEST_RUNS, GAINS, SKETCHED_RUNS, Advice, Suggestion
from railhead.web.busy import Busy
from railhead.web.fragments import FRAGMENTS
from railhead.web.models import StoredGame
from railhead.web.pages.chat import side_panels
from railhead.web.pages.people import gathering
from railhead.web.pages.problems import STALE, asked_by_htmx
from railhead.web.presenters import RunShown
from railhead.web.saving import file_of
from railhead.web.searches import Search
from railhead.web.tables import TABLES
from railhead.web.viewer import Viewer, address, at_table, looking, whole

NOTHING_NEW = 204

T = TypeVar("T")


@require_safe
@ensure_csrf_cookie
def page(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """The whole table; before the game begins, who has come."""
    game, who = access.admitted(request, game_id)
    if game.gathering:
        return gathering(request, game, who)
    if asked_by_htmx(request):  # a page on which the players were taking their seats
        return HttpResponseClientRedirect(request.path)
    with looking(request, game, who, place) as viewer:
        fragment = FRAGMENTS.table(viewer)
        context = {**viewer.context(), **side_panels(viewer), "fragment": mark_safe(fragment.html)}
        context["first_game"] = viewer.game.guided
    return render(request, "railhead/table/page.html", context)


@require_safe
def refresh(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """The part of the page that a move changes; nothing if the browser already has it."""
    with at_table(request, game_id, place) as viewer:
        fragment = FRAGMENTS.table(viewer)
    if request.headers.get("X-Have") == fragment.tag:
        return HttpResponse(status=NOTHING_NEW)
    return fragment.response(request)


@require_POST
def act(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """Play an action. A page that is out of date is refused and gets what it has missed."""
    game, who = access.admitted(request, game_id)
    text, length = posted_text(request, "action", LONGEST_ACTION), whole(request.POST.get("length"), "length")
    seats = who.seats if place is None else who.seats & {place}
    return _changed(request, game, who, place, lambda: TABLES.act(game, lambda table: table.act(seats, text, length)))


@require_POST
def bot(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """Let a bot play one's own seat, or take it back."""
    game, who = access.admitted(request, game_id)
    seat = who.looks_from(game.deciding, place)
    if seat is None:
        raise NotYours("You only watch this game")
    return _changed(request, game, who, place, lambda: bot_seats.change(game, seat, request.POST.get("bot", "")))


@require_POST
def undo(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """Take moves back, or ask those who made them."""
    game, who = access.admitted(request, game_id)
    limits.spend(request, limits.UNDO)
    left, length = whole(request.POST.get("left"), "left"), whole(request.POST.get("length"), "length")
    return _changed(request, game, who, place, lambda: undo_requests.take_back(game, who.seats, left, length))


@require_POST
def consent(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """Answer a request to take moves back; whoever made it may withdraw it."""
    game, who = access.admitted(request, game_id)
    length = whole(request.POST.get("length"), "length")
    agrees = request.POST.get("answer") == "yes"
    return _changed(request, game, who, place, lambda: undo_requests.answer(game, who.seats, agrees, length))


@require_POST
def redo(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """Redo what was taken back."""
    game, who = access.admitted(request, game_id)
    limits.spend(request, limits.UNDO)
    length = whole(request.POST.get("length"), "length")
    return _changed(request, game, who, place, lambda: TABLES.change(game, lambda table: table.redo(who.seats, length)))


@require_safe
def hex_(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """What could be laid on a hex: what the player to decide may lay, and whatever else fits."""
    with at_table(request, game_id, place) as viewer:
        offers = presenters.hex_offers(viewer.prospect, request.GET.get("hex", ""), viewer.may_act)
        return render(request, "railhead/table/hex.html", {**viewer.context(), "offers": offers})


@require_safe
def gains(request: HttpRequest, game_id: str, place: Seat | None = None) -> StreamingHttpResponse:
    """What everything that may be built on a hex would do to the best run of the company that builds."""
    with at_table(request, game_id, place) as viewer:
        now = _as_decider(viewer)
        company, symbols = now.view.acting_company, viewer.table.book.company_names
        if company is None:
            raise Malformed("No company builds now")
        actions = presenters.hex_actions(now, request.GET.get("hex", ""))
        try:
            search = GAINS.ask(viewer.game.id, viewer.table.session.game(), viewer.state, company, actions)
        except Busy:
            search = None  # the tiles can be laid all the same

    def shown(found: Gains | None) -> str:
        context = {"gains": presenters.gains_shown(found, actions), "company": symbols[company]}
        return render_to_string("railhead/table/gains.html", context, request)

    return _when_found(search, shown)


@require_safe
def judge(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """What a run, or one being put together, would earn, or which rule forbids it."""
    with at_table(request, game_id, place) as viewer:
        run = _judged(request, _as_decider(viewer))
        return render(request, "railhead/table/run.html", {**viewer.context(), "run": run})


@require_safe
def last_run(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """The last run of the company that is to run, as far as it can be made again; nothing if it cannot.

    Pages ask for it by themselves, so it may be too late by the time they do: somebody has run.
    """
    with at_table(request, game_id, place) as viewer:
        now = _as_decider(viewer)
        if not presenters.can_run(now):
            return HttpResponse()
        company = now.view.acting_company
        plan = () if company is None else viewer.vantage.last_plan(viewer.at, company)
        run = presenters.last_run(now, plan)
        if run is None:
            return HttpResponse()
        return render(request, "railhead/table/run.html", {**viewer.context(), "run": run})


def _judged(request: HttpRequest, now: Prospect) -> RunShown:
    """A run that is given as an action, or as a draft with perhaps a change to it."""
    if "draft" not in request.GET:
        return presenters.judge_run(now, asked_text(request, "run"))
    draft, do = request.GET["draft"] or None, request.GET.get("do", "")
    if not do:
        return presenters.draft_run(now, draft)
    change = presenters.Change(whole(request.GET.get("train"), "train"), do, request.GET.get("stop", ""))
    return presenters.draft_run(now, draft, change)


@require_safe
def suggest(request: HttpRequest, game_id: str, place: Seat | None = None) -> StreamingHttpResponse:
    """The run that earns most. Searching for it keeps nobody else waiting."""
    game, who = access.admitted(request, game_id)
    with looking(request, game, who, place) as viewer:
        now = _as_decider(viewer)
        search = BEST_RUNS.ask(game.id, viewer.table.session.game(), viewer.state, None)

    def shown(found: Suggestion | None) -> str:
        game.refresh_from_db()
        with looking(request, game, who, place) as viewer:
            run = None if found is None else presenters.judge_run(now, found.action, found.best)
            proven = found is not None and found.proven
            context = {**viewer.context(), "run": run, "suggested": True, "proven": proven, "late": found is None}
            return render_to_string("railhead/table/run.html", context, request)

    return _when_found(search, shown)


@require_safe
def advice(request: HttpRequest, game_id: str, place: Seat | None = None) -> StreamingHttpResponse:
    """What a bot would do in the place of whoever is to decide, where players may ask."""
    game, who = access.admitted(request, game_id)
    with looking(request, game, who, place) as viewer:
        now = _as_decider(viewer)
        if not (viewer.may_act and game.gives_advice):
            raise NotYours("Nobody is given advice at this table")
        session = viewer.table.session
        asked = asking.question(session, asking.ADVISER)
        search = ADVICE.ask(game.id, session.game(), asked.known, asked.seat, asked.seed)

    def shown(found: Advice | None) -> str:
        context: dict[str, str] = {}
        if found is not None:
            context["does"] = wording.said(now.book, parse(now.book, found.action))
            context["why"] = reasons.in_words(now.book, found.reason)
        return render_to_string("railhead/table/advice.html", context, request)

    return _when_found(search, shown)


@require_safe
def best_after(request: HttpRequest, game_id: str, place: Seat | None = None) -> StreamingHttpResponse:
    """What the trains can earn at best after an action that leads straight to their run."""
    game, who = access.admitted(request, game_id)
    with looking(request, game, who, place) as viewer:
        now, action = _as_decider(viewer), parse(viewer.table.book, asked_text(request, "action"))
        state, _ = engine.apply(viewer.table.book, viewer.state, action)
        after = presenters.run_after(now, action)
        if after is None:
            raise Malformed("No trains are to run then")
        possible = presenters.can_run(after)
        search = BEST_RUNS.ask(game.id, viewer.table.session.game(), state, None) if possible else None

    def shown(found: Suggestion | None) -> str:
        revenue = None if found is None else presenters.revenue_of(after, found.action)
        context = {"possible": possible, "revenue": revenue, "proven": found is not None and found.proven}
        return render_to_string("railhead/table/best_after.html", context, request)

    return _when_found(search, shown)


@require_safe
def best_was(request: HttpRequest, game_id: str, place: Seat | None = None) -> StreamingHttpResponse:
    """The best run that was possible when a run was made. Boards and trains are open, so anybody may ask."""
    with at_table(request, game_id, place) as viewer:
        made = presenters.run_made(viewer.vantage, viewer.at, whole(request.GET.get("number"), "number"))
        before = viewer.vantage.prospect(made.number - 1)
        state = viewer.table.session.at(made.number - 1)
        search = SKETCHED_RUNS.ask(f"{viewer.game.id} review", viewer.table.session.game(), state, None)

    def shown(found: Suggestion | None) -> str:
        best = None if found is None else presenters.revenue_of(before, found.action)
        proven = found is not None and found.proven
        context = {"best": best, "earned": made.revenue, "missed": (best or 0) - made.revenue, "proven": proven}
        return render_to_string("railhead/table/best_was.html", context, request)

    return _when_found(search, shown)


def _when_found(search: Search[T] | None, shown: Callable[[T | None], str]) -> StreamingHttpResponse:
    """An answer that waits for a search, if there is one, in the language of whoever asked."""
    language = get_language()

    def said(found: T | None) -> str:
        with override(language):
            return shown(found)

    async def answer() -> AsyncIterator[str]:
        found = None if search is None else await search.result()
        yield await sync_to_async(said, thread_sensitive=False)(found)

    return StreamingHttpResponse(answer(), content_type="text/html; charset=utf-8")


@require_safe
def preview(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """What an action would do at once."""
    with at_table(request, game_id, place) as viewer:
        found = presenters.preview(_as_decider(viewer), asked_text(request, "action"))
        return render(request, "railhead/table/preview.html", {**viewer.context(), "preview": found})


@require_safe
def turn(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """A turn as far as it has been put together: nothing is played yet."""
    with at_table(request, game_id, place) as viewer:
        seat = _as_decider(viewer).seat
        plan, chosen = request.GET.getlist("action"), request.GET.getlist("chosen")
        made = presenters.turn_page(Vantage(viewer.table, seat), viewer.at, plan, chosen)
        context = {"page": made, "dealing": made.dealing, "turn": made.turn, "decision": made.decision}
        return render(request, "railhead/table/turn.html", {**viewer.context(), **context})


@require_safe
def part(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """A part of the page that is only rendered when someone opens it."""
    with at_table(request, game_id, place) as viewer:
        name = request.GET.get("name", "")
        if name not in presenters.PARTS:
            raise Malformed("'{name}' is not a part of the table", name=name[:20])
        made = presenters.part(name, viewer.vantage, viewer.at, viewer.since, request.GET.dict())
        return render(request, f"railhead/table/parts/{name}.html", {**viewer.context(), "part": made})


@require_safe
def export(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """The game as a file."""
    game, _ = access.admitted(request, game_id)
    response = HttpResponse(file_of(game).to_json(), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{game.title}-{game_id}.json"'
    return response


def asked_text(request: HttpRequest, name: str, longest: int = LONGEST_ACTION) -> str:
    """A text in a query string."""
    return _checked(request.GET.get(name), name, longest)


def posted_text(request: HttpRequest, name: str, longest: int) -> str:
    """A text in a form."""
    return _checked(request.POST.get(name), name, longest)


def _checked(text: str | None, name: str, longest: int) -> str:
    if text is None or not text.strip() or len(text) > longest:
        raise Malformed("{name}: a text of up to {longest} characters is required", name=name, longest=longest)
    return text


def _as_decider(viewer: Viewer) -> Prospect:
    """The position as the player who decides sees it; what they could do depends on that, so only they may ask."""
    seat = viewer.prospect.view.deciding
    if seat is None:
        raise Malformed("The game is over")
    if seat not in viewer.who.seats:
        raise NotYours("{owner} decides this", owner=viewer.table.book.owner_names[seat])
    return Vantage(viewer.table, seat).prospect(viewer.at)


def _changed(
    request: HttpRequest, game: StoredGame, who: Asker, place: Seat | None, change: Callable[[], object]
) -> HttpResponse:
    """Change something and show the resulting table."""
    status = 200
    try:
        change()
    except Stale as stale:
        if not asked_by_htmx(request):
            raise
        status, said = STALE, str(stale)
    if not asked_by_htmx(request):
        return redirect(address(game.id, place))
    game.refresh_from_db()
    with looking(request, game, who, place) as viewer:
        response = FRAGMENTS.table(viewer).response(request, status)
    if status == STALE:
        trigger_client_event(response, "railhead:stale", {"reason": said})
    return response
