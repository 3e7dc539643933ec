"""The lobby: start a game, continue one, import one from a file."""

from __future__ import annotations

from itertools import zip_longest
from secrets import randbelow
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from railhead.core.ids import FIRST_SEAT, Seat
from railhead.core.refusal import Malformed, RailheadError
from railhead.core.text import Text
from railhead.play.gamefile import HIGHEST_SEED
from railhead.play.table import NotYours
from railhead.titles import catalogue
from railhead.web import access, bot_seats, clocks, deleting, keys, limits, listing, lobby_talk, starting, tables
from railhead.web.bodies import LARGEST_FILE
from railhead.web.bot_seats import PARTNERS
from railhead.web.listing import Listed, Search
from railhead.web.models import seat_of
from railhead.web.openings import Opening
from railhead.web.pace import REMIND, Pace
from railhead.web.pages.problems import asked_by_htmx
from railhead.web.pages.thumbnails import THUMBNAILS, of_title
from railhead.web.talk import Talk
from railhead.web.viewer import at_table, whole

SHOWN = 40
"""How many games the lobby lists at once."""
ALL_CARDS, SOME_CARDS = 6, 3
"""Up to this many waiting games are all shown with a picture; of more, only the first few."""
DRAWN_SEEDS = 10**9
"""Random seeds stay short enough to be read aloud."""
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
"""Names for players who have not given theirs."""
USUAL = 3
"""The most common number of players."""
OPPONENTS = 3
"""How many bots somebody plays against who does not want to fill in a form."""
HOT_SEAT, ALONE, LINKS, OPEN = "hot-seat", "alone", "links", "open"
TOGETHER = (LINKS, OPEN)
"""Several people play, each on a device of their own."""
REFUSED = 422


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The titles that can be played, and the games in progress."""
    return render(request, "railhead/lobby.html", context(request))


@require_http_methods(["GET", "POST"])
def talk(request: HttpRequest) -> HttpResponse:
    """Say something in the lobby, and see what has been said there; for those who have signed in."""
    user = access.signed_in(request)
    if user is None:
        raise PermissionDenied(gettext("Sign in to talk in the lobby"))
    if request.method == "POST":
        limits.spend(request, limits.CHAT)
        lobby_talk.say(user, request.POST.get("text", "").strip())
    return render(request, "railhead/lobby/messages.html", {"said": lobby_talk.said_in_lobby(user)})


def context(request: HttpRequest, form: dict[str, Any] | None = None, problem: str = "") -> dict[str, Any]:
    """What the lobby shows; after a refused form, what had been filled in."""
    most = max(max(title.players) for title in catalogue.TITLES.values())
    names = form["names"] if form else _usual_names(request)
    return {
        "titles": [(title, of_title(title.title)) for title in catalogue.TITLES.values()],
        "rows": [(names[n : n + 1], (form["bots"] if form else ())[n : n + 1]) for n in range(most)],
        "bots_offered": bot_seats.offered(),
        "levels": bot_seats.LEVELS,
        "places": range(most),
        "usual": max(USUAL, len(names)),
        "form": form or {"title": _wanted_title(request), "options": [], "mode": HOT_SEAT, "level": bot_seats.USUAL},
        "problem": problem,
        "paces": listing.PACES,
        "spoken": listing.LANGUAGES,
        "clock_hours": clocks.HOURS,
        "clock_banks": clocks.BANKS,
        "remedies": clocks.REMEDIES,
        "elsewhere": listing.games_elsewhere(request),
        "said": _said(request),
        **_games(request),
    }


def _said(request: HttpRequest) -> Talk | None:
    user = access.signed_in(request) if settings.CONFIGURATION.accounts else None
    return None if user is None else lobby_talk.said_in_lobby(user)


def _games(request: HttpRequest) -> dict[str, Any]:
    """The games: what waits, and those of the section that is open."""
    games = listing.games_of(request)
    search = Search.of(request, games)
    counts = {section: sum(each.is_in(section) for each in games) for section in listing.SECTIONS}
    waiting = sorted((each for each in games if each.waits), key=lambda each: each.game.changed, reverse=True)
    found = search.found(games)
    return {
        "any_games": bool(games),
        "any_pace": any(each.game.pace for each in games),
        "any_language": any(each.game.language for each in games),
        "waiting": len(waiting),
        "cards": [(each, THUMBNAILS.found(each.game)) for each in _with_pictures(waiting)],
        "sections": [
            (section, name, counts[section])
            for section, name in listing.SECTIONS.items()
            if counts[section] or section in (listing.RUNNING, search.section)
        ],
        "search": search,
        "orders": listing.ORDERS,
        "found": found if "all" in request.GET else found[:SHOWN],
        "more": 0 if "all" in request.GET else max(0, len(found) - SHOWN),
        "idle_copies": len(listing.idle_copies(games)),
        "kept_days": deleting.KEPT.days,
        "just_deleted": _just_deleted(request, games),
        "listens_to": " ".join(each.game.id for each in games if each.section in (listing.RUNNING, listing.OPEN)),
    }


def _with_pictures(waiting: list[Listed]) -> list[Listed]:
    return waiting if len(waiting) <= ALL_CARDS else waiting[:SOME_CARDS]


def _just_deleted(request: HttpRequest, games: list[Listed]) -> Listed | None:
    """The game that was deleted a moment ago, to be restored if it was a slip."""
    wanted = request.GET.get("deleted")
    return next((each for each in games if each.game.id == wanted and each.section == listing.DELETED), None)


@require_POST
def tidy(request: HttpRequest) -> HttpResponse:
    """Delete the copies that nobody has touched for a while."""
    for each in listing.idle_copies(listing.games_of(request)):
        deleting.delete(each.game)
    return redirect(f"{reverse('lobby')}?show={listing.DELETED}")


def _wanted_title(request: HttpRequest) -> str:
    """The title selected at first: the one just looked at, or the first."""
    wanted = request.GET.get("title", "")
    return wanted if wanted in catalogue.TITLES else next(iter(catalogue.TITLES))


def _usual_names(request: HttpRequest) -> tuple[str, ...]:
    """Suggested names; a signed-in user comes first."""
    user = access.signed_in(request)
    own = () if user is None else (user.get_username(),)
    taken = {name.casefold() for name in own}
    others = [name for name in NAMES if name.casefold() not in taken]
    return (*own, *others)[:USUAL]


@require_http_methods(["GET", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """Start a game and sit down at it. Whoever loads the page of a refused form again is led to the lobby."""
    if request.method == "GET":
        return redirect("lobby")
    if _needs_account(request):
        return redirect_to_login("/")
    limits.spend(request, limits.BEGIN)
    form = _against_bots(request) if "opponents" in request.POST else _filled_in(request)
    make = starting.practice_game if "practice" in request.POST else starting.new
    try:
        for bot in form["bots"]:
            _ = bot and bot_seats.checked(bot)
        opening = make(request, form["title"], form["names"], tuple(form["options"]), _seed(form["seed"]))
    except RailheadError as problem:
        said = _in_words_of_the_form(problem, form["title"])
        return render(request, "railhead/lobby.html", context(request, form, said), status=REFUSED)
    return _seated(request, opening, form)


def _in_words_of_the_form(problem: RailheadError, title: str) -> str:
    """Why a game cannot begin, with options called what the form calls them instead of by their ids."""
    words = catalogue.TITLES[title].options if title in catalogue.TITLES else {}
    called = {name: Text(words[value]) if value in words else value for name, value in problem.message.values.items()}
    return str(Text(problem.message.template, **called))


@require_POST
def bring_in(request: HttpRequest) -> HttpResponse:
    """Import a game from a file: ours, or one from 18xx.games."""
    if _needs_account(request):
        return redirect_to_login("/")
    limits.spend(request, limits.IMPORT)
    form = _filled_in(request)
    try:
        return _seated(request, starting.imported(request, _uploaded(request)), form)
    except RailheadError as problem:
        said = gettext(
            "This file cannot be imported. %(problem)s. Choose one saved here or downloaded from 18xx.games."
        ) % {"problem": problem}
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
        copied, original = viewer.table.session.game().first(viewer.at), viewer.game
    limits.spend(request, limits.COPY)
    opening, host = starting.copied(request, copied), access.signed_in(request)
    game = tables.begin(opening, hot_seat=True, host=host, copy_of=original)
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


def _seated(request: HttpRequest, opening: Opening, form: dict[str, Any]) -> HttpResponse:
    """The new game with whoever started it at their seat. Where others play elsewhere, they take their seats first."""
    user, mode = access.signed_in(request), form["mode"]
    own = seat_of(FIRST_SEAT + min(form["me"], len(opening.file.seats) - 1))
    game = tables.begin(
        opening,
        hot_seat=mode == HOT_SEAT,
        open_seats=user is not None and mode == OPEN,
        host=user,
        gathering=mode in TOGETHER and opening.standing.length == 0,
        pace=form["pace"] if mode in TOGETHER else "",
        language=form["language"] if mode == OPEN else "",
        bots=_bots(form, own),
        explains=form["explains"],
        advises=form["advises"],
        agreed=form["agreed"] if mode in TOGETHER else None,
    )
    if mode == HOT_SEAT:
        access.grant(request, game, keys.HOST)
        return redirect("table", game.id)
    starting.seat_host(request, game, own)
    return redirect("table" if mode == ALONE else "links", game.id)


def _bots(form: dict[str, Any], own: Seat) -> dict[Seat, str]:
    """The seats that bots play: those that were given to one and, if somebody plays alone, all others."""
    mode, named = form["mode"], form["bots"] or [""] * len(form["names"])
    bots = {seat_of(FIRST_SEAT + number): bot for number, bot in enumerate(named)}
    if mode == ALONE:
        bots = {seat: bot or form["level"] for seat, bot in bots.items()}
    return {seat: bot for seat, bot in bots.items() if bot and (mode == HOT_SEAT or seat != own)}


def _needs_account(request: HttpRequest) -> bool:
    return settings.CONFIGURATION.accounts and access.signed_in(request) is None


def _filled_in(request: HttpRequest) -> dict[str, Any]:
    """The form as filled in; empty names are unused seats."""
    title = request.POST.get("title", "")
    mode = request.POST.get("mode", HOT_SEAT)
    if mode not in (HOT_SEAT, ALONE, LINKS, OPEN):
        raise PermissionDenied(gettext("There is no such mode of play"))
    me, pace, language = (request.POST.get(name, "") for name in ("me", "pace", "language"))
    rows = zip_longest(request.POST.getlist("name"), request.POST.getlist("bot"), fillvalue="")
    seats = [(name.strip(), bot) for name, bot in rows if name.strip()]
    return {
        "title": title,
        "names": tuple(name for name, _ in seats),
        "bots": [bot for _, bot in seats],
        "level": _level(request),
        "explains": "explains" in request.POST,
        "advises": "advises" in request.POST,
        "options": request.POST.getlist(f"option-{title}"),
        "seed": request.POST.get("seed", "").strip(),
        "mode": mode,
        "me": int(me) if me.isascii() and me.isdigit() and len(me) < 3 else 0,
        "pace": pace if pace in listing.PACES else "",
        "language": language if language in listing.LANGUAGES else "",
        "agreed": _agreed(request),
    }


def _against_bots(request: HttpRequest) -> dict[str, Any]:
    """The form of whoever wants to play at once, against some bots: whatever else was filled in stays as it is.

    They may ask what a bot would do: nobody else is there who could mind.
    """
    form = _filled_in(request)
    players = catalogue.find(form["title"]).players
    others = min(max(OPPONENTS, players[0] - 1), players[-1] - 1)
    me = (form["names"] or _usual_names(request))[0]
    names = (me, *[partner for partner in PARTNERS if partner.casefold() != me.casefold()][:others])
    return {**form, "mode": ALONE, "me": 0, "names": names, "bots": [""] * len(names), "advises": True}


def _level(request: HttpRequest) -> str:
    level = request.POST.get("level", bot_seats.USUAL)
    return level if level in bot_seats.LEVELS else bot_seats.USUAL


def _agreed(request: HttpRequest) -> Pace | None:
    """The time that players are to have for a turn; None if there is no limit."""
    sent = request.POST
    if not sent.get("turn-hours"):
        return None
    hours, bank = whole(sent["turn-hours"], "turn-hours"), whole(sent.get("bank") or "0", "bank")
    return Pace(hours, bank, sent.get("then", REMIND)).checked()


def _seed(text: str) -> int:
    """The requested seed, or a random one."""
    if not text:
        return randbelow(DRAWN_SEEDS)
    if not (text.isascii() and text.isdigit() and len(text) < 20) or int(text) > HIGHEST_SEED:
        raise Malformed("A seed is a number from 0 to {highest}", highest=HIGHEST_SEED)
    return int(text)
