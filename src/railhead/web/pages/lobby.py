"""The lobby: start a game, continue one, import one from a file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from secrets import randbelow
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from railhead.core.ids import FIRST_SEAT, Seat
from railhead.core.refusal import Malformed, RailheadError
from railhead.play.gamefile import HIGHEST_SEED
from railhead.play.table import NotYours
from railhead.titles import catalogue
from railhead.web import access, keys, limits, starting, tables
from railhead.web.bodies import LARGEST_FILE
from railhead.web.models import StoredGame, seat_of
from railhead.web.openings import Opening
from railhead.web.pages.people import LONGEST_NAME, take_seat
from railhead.web.pages.problems import asked_by_htmx
from railhead.web.viewer import at_table

MOMENT = timedelta(minutes=1)
SHOWN = 100
"""How many games the lobby lists."""
DRAWN_SEEDS = 10**9
"""Random seeds stay short enough to be read aloud."""
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
"""Names for players who have not given theirs."""
USUAL = 3
"""The most common number of players."""
HOT_SEAT, LINKS, OPEN = "hot-seat", "links", "open"
REFUSED = 422


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A game as the lobby lists it."""

    game: StoredGame
    turn: str
    mine: bool
    """It is the turn of a seat of this browser or user."""
    changed: str
    """How long ago the last move was."""
    free: tuple[tuple[Seat, str], ...] = ()
    """Seats that anybody may take."""


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The titles that can be played, and the games in progress."""
    return render(request, "railhead/lobby.html", context(request))


def context(request: HttpRequest, form: dict[str, Any] | None = None, problem: str = "") -> dict[str, Any]:
    """What the lobby shows; after a refused form, what had been filled in."""
    titles = list(catalogue.TITLES.values())
    most = max(max(title.players) for title in titles)
    names = form["names"] if form else _usual_names(request)
    return {
        "titles": titles,
        "names": [names[n : n + 1] for n in range(most)],
        "seats": range(most),
        "form": form or {"title": _wanted_title(request), "options": [], "mode": HOT_SEAT},
        "problem": problem,
        "games": games_of(request),
        "elsewhere": games_elsewhere(request),
        "open_games": open_games(request),
    }


def _wanted_title(request: HttpRequest) -> str:
    """The title selected at first: the one just looked at, or the first."""
    wanted = request.GET.get("title", "")
    return wanted if wanted in catalogue.TITLES else next(iter(catalogue.TITLES))


def _usual_names(request: HttpRequest) -> tuple[str, ...]:
    """Suggested names; a signed-in user comes first."""
    user = access.signed_in(request)
    own = () if user is None else (user.get_username(),)
    others = [name for name in NAMES if name not in own]
    return (*own, *others)[:USUAL]


def games_of(request: HttpRequest) -> list[Listed]:
    """The games this browser or user takes part in; on the site's own machine also all hot-seat games."""
    wanted = Q(id__in=access.remembered_games(request))
    if access.at_this_machine(request):
        wanted |= Q(hot_seat=True)
    user = access.signed_in(request)
    if user is not None:
        wanted |= Q(seats__user=user) | Q(host=user)
    found = []
    for game in StoredGame.objects.filter(wanted).distinct()[:SHOWN]:
        try:
            found.append(_listed(game, access.asker(request, game).seats))
        except Http404:
            continue  # its link has been replaced since
    return found


def games_elsewhere(request: HttpRequest) -> bool:
    """Could there be games of this machine that are not listed, as this browser has not shown that it is there?"""
    unproven = access.seems_local(request) and not access.at_this_machine(request)
    known = access.remembered_games(request)
    return unproven and StoredGame.objects.filter(hot_seat=True).exclude(id__in=known).exists()


def open_games(request: HttpRequest) -> list[Listed]:
    """With accounts: tables at which anybody may take a free seat."""
    if not settings.CONFIGURATION.accounts:
        return []
    free = StoredGame.objects.filter(open_seats=True, seats__user=None, to_act__isnull=False).distinct()
    return [replace(_listed(game, frozenset()), free=_free(game)) for game in free.prefetch_related("seats")[:SHOWN]]


def _free(game: StoredGame) -> tuple[tuple[Seat, str], ...]:
    return tuple((seat.owner, game.places[seat.owner]) for seat in game.seats.all() if seat.user_id is None)


def _listed(game: StoredGame, seats: frozenset[Seat]) -> Listed:
    turn = "" if game.deciding is None else game.places[game.deciding]
    return Listed(game=game, turn=turn, mine=game.deciding in seats, changed=ago(game.changed))


def ago(then: datetime) -> str:
    """How long ago something happened, in words."""
    return "just now" if timezone.now() - then < MOMENT else f"{timesince(then, depth=1)} ago"


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Start a game and sit down at it."""
    if _needs_account(request):
        return redirect_to_login("/")
    limits.spend(request, limits.BEGIN)
    form = _filled_in(request)
    make = starting.practice_game if "practice" in request.POST else starting.new
    try:
        opening = make(request, form["title"], form["names"], tuple(form["options"]), _seed(form["seed"]))
    except RailheadError as problem:
        return render(request, "railhead/lobby.html", context(request, form, str(problem)), status=REFUSED)
    return _seated(request, opening, form["mode"], form["me"])


@require_POST
def bring_in(request: HttpRequest) -> HttpResponse:
    """Import a game from a file: ours, or one from 18xx.games."""
    if _needs_account(request):
        return redirect_to_login("/")
    limits.spend(request, limits.IMPORT)
    form = _filled_in(request)
    try:
        return _seated(request, starting.imported(request, _uploaded(request)), form["mode"], form["me"])
    except RailheadError as problem:
        said = f"This file cannot be imported. {problem}. Choose one saved here or downloaded from 18xx.games."
        return render(request, "railhead/lobby.html", context(request, None, said), status=REFUSED)


@require_POST
def try_out(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """A copy of a game up to the point shown, to be played at one screen; the original never changes."""
    if _needs_account(request):
        return redirect_to_login("/")
    with at_table(request, game_id, place) as viewer:
        if not viewer.may_copy:
            raise NotYours(
                "A copy would show treasuries that are hidden from you; you can have one when the game is over"
            )
        copied = viewer.table.session.game().first(viewer.at)
        name = f"Copy of {viewer.game.name or viewer.game.title}, move {viewer.at}"
    limits.spend(request, limits.COPY)
    opening, host = starting.copied(request, copied), access.signed_in(request)
    game = tables.begin(opening, name=name[:LONGEST_NAME], hot_seat=True, host=host)
    access.grant(request, game, keys.HOST)
    there = reverse("table", args=[game.id])
    return HttpResponseClientRedirect(there) if asked_by_htmx(request) else redirect(there)


def _uploaded(request: HttpRequest) -> bytes:
    file = request.FILES.get("file")
    if file is None or isinstance(file, list):
        raise Malformed("Choose a file first")
    if (file.size or 0) > LARGEST_FILE:
        raise Malformed("The file is too large for a game")
    return bytes(file.read())


def _seated(request: HttpRequest, opening: Opening, mode: str, me: int) -> HttpResponse:
    """The new game with whoever started it at their seat."""
    user = access.signed_in(request)
    open_seats = user is not None and mode == OPEN
    game = tables.begin(opening, hot_seat=mode == HOT_SEAT, open_seats=open_seats, host=user)
    place = seat_of(FIRST_SEAT + min(me, len(opening.file.seats) - 1))
    if mode == HOT_SEAT:
        access.grant(request, game, keys.HOST)
        return redirect("table", game.id)
    if user is None:
        access.grant(request, game, keys.HOST, keys.seat_role(place))
    else:
        take_seat(request, game, place)
    return redirect("links", game.id)


def _needs_account(request: HttpRequest) -> bool:
    return settings.CONFIGURATION.accounts and access.signed_in(request) is None


def _filled_in(request: HttpRequest) -> dict[str, Any]:
    """The form as filled in; empty names are unused seats."""
    title = request.POST.get("title", "")
    mode = request.POST.get("mode", HOT_SEAT)
    if mode not in (HOT_SEAT, LINKS, OPEN):
        raise PermissionDenied(gettext("There is no such mode of play"))
    me = request.POST.get("me", "0")
    return {
        "title": title,
        "names": tuple(name.strip() for name in request.POST.getlist("name") if name.strip()),
        "options": request.POST.getlist(f"option-{title}"),
        "seed": request.POST.get("seed", "").strip(),
        "mode": mode,
        "me": int(me) if me.isascii() and me.isdigit() and len(me) < 3 else 0,
    }


def _seed(text: str) -> int:
    """The requested seed, or a random one."""
    if not text:
        return randbelow(DRAWN_SEEDS)
    if not (text.isascii() and text.isdigit() and len(text) < 20) or int(text) > HIGHEST_SEED:
        raise Malformed("A seed is a number from 0 to {highest}", highest=HIGHEST_SEED)
    return int(text)
