"""Who sits where: opening, handing out and replacing secret links, taking seats, and the table's settings."""

from __future__ import annotations

from contextlib import suppress

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from railhead.core import ids
from railhead.core.refusal import Malformed
from railhead.web import access, archive, bot_seats, clocks, deleting, keys, limits, seats, site_address, tables
from railhead.web.access import Asker
from railhead.web.deleting import KEPT
from railhead.web.models import StoredGame, StoredSeat
from railhead.web.pages.problems import REFUSED


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, game_id: str, key: str) -> HttpResponse:
    """Open a secret link: the browser remembers what it opens, and the secret disappears from the address.

    While the players are taking their seats, whoever opens the link of one is asked for their name first.
    """
    game = access.find(game_id)
    role = keys.role_of(game, key)
    if role is None:
        raise Http404(str(seats.NOT_VALID))
    limits.spend(request, limits.OPEN_LINK)
    place = keys.place_of(role)
    if place is None:
        access.grant(request, game, role)
    elif settings.CONFIGURATION.accounts:
        if not request.user.is_authenticated:
            return redirect(f"{reverse('login')}?next={request.path}")
        seats.take(game, place, signed_in(request), key)
    elif game.gathering and request.method != "POST" and not _sits(request, game, place):
        return render(
            request,
            "railhead/sit.html",
            {"game": game, "place": place, "name": game.places[place], "terms": clocks.terms(game)},
        )
    else:
        return _sit_down(request, game, place)
    return redirect("table", game_id)


def _sits(request: HttpRequest, game: StoredGame, place: ids.Seat) -> bool:
    with suppress(Http404):
        return place in access.asker(request, game).seats
    return False


def _sit_down(request: HttpRequest, game: StoredGame, place: ids.Seat) -> HttpResponse:
    """Take a seat by its link, under the name given."""
    try:
        seats.sit_down(game, place, request.POST.get("name", "").strip())
    except Malformed as problem:
        context = {"game": game, "place": place, "name": request.POST["name"], "problem": str(problem)}
        return render(request, "railhead/sit.html", context, status=REFUSED)
    access.grant(request, game, keys.seat_role(place))
    return redirect("table", game.id)


def signed_in(request: HttpRequest) -> User:
    """The user who asks; to be called where it is known that there is one."""
    user = access.signed_in(request)
    assert user is not None
    return user


@require_safe
def here(request: HttpRequest, key: str) -> HttpResponse:
    """Open the link that was printed when the site started: all games played at this screen are listed."""
    if not (access.seems_local(request) and keys.opens_machine(key)):
        raise Http404(str(seats.NOT_VALID))
    access.grant_machine(request)
    return redirect("lobby")


@require_POST
def sit(request: HttpRequest, game_id: str, place: ids.Seat) -> HttpResponse:
    """Take a free seat at an open table."""
    game = access.find(game_id)
    if not (settings.CONFIGURATION.accounts and game.open_seats):
        raise PermissionDenied(gettext("Seats at this table are by invitation only"))
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("lobby"))
    if place in game.played_by:
        raise PermissionDenied(gettext("A bot plays this seat; ask the host for an invitation"))
    seats.take(game, place, signed_in(request))
    return redirect("table", game_id)


def gathering(request: HttpRequest, game: StoredGame, who: Asker) -> HttpResponse:
    """The table before the game begins: who has come, and who has not. The host has the links here too."""
    if who.host:
        return redirect("links", game.id)
    context = {"game": game, "seats": _seats(game, who), "terms": clocks.terms(game)}
    return render(request, "railhead/gathering.html", context)


@require_POST
def start(request: HttpRequest, game_id: str) -> HttpResponse:
    """Begin to play although seats are free."""
    game, who = access.admitted(request, game_id)
    access.demand_host(who)
    seats.start(game)
    return redirect("table", game_id)


def _seats(game: StoredGame, who: Asker) -> list[dict[str, object]]:
    return [
        {
            "name": game.places[seat.owner],
            "mine": seat.owner in who.seats,
            "taken": seat.taken is not None or seat.owner in game.played_by,
            "bot": bot_seats.label(game.played_by[seat.owner]) if seat.owner in game.played_by else "",
        }
        for seat in game.seats.all()
    ]


@require_safe
def links(request: HttpRequest, game_id: str) -> HttpResponse:
    """The links of a table, for its host."""
    game, who = access.admitted(request, game_id)
    access.demand_host(who)
    context = {
        "game": game,
        "links": _links(request, game, who),
        "seats": _seats(game, who),
        "kept": KEPT.days,
        "bots_offered": bot_seats.offered(),
        "terms": clocks.terms(game),
    }
    return render(request, "railhead/links.html", context)


@require_POST
def seat_bot(request: HttpRequest, game_id: str, place: ids.Seat) -> HttpResponse:
    """Let a bot play a seat, or none: the host decides about seats that nobody has."""
    game, who = access.admitted(request, game_id)
    access.demand_host(who)
    if place not in game.places:
        raise Http404
    bot_seats.demand_say(game, place, who)
    bot_seats.change(game, place, request.POST.get("bot", ""))
    return redirect("links", game_id)


@require_POST
def replace_link(request: HttpRequest, game_id: str) -> HttpResponse:
    """Invalidate a link and make a new one."""
    game, who = access.admitted(request, game_id)
    access.demand_host(who)
    role = request.POST.get("role", "")
    if role not in keys.roles(game):
        raise Malformed("'{role}' has no link at this table", role=role[:20])
    tables.replace_link(game, role)
    if role == keys.HOST:
        access.grant(request, game, role)
    return redirect("links", game_id)


@require_http_methods(["POST"])
def rename(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the table a name."""
    game, who = access.admitted(request, game_id)
    access.demand_host(who)
    game.name = tables.checked_name(request.POST.get("name", "").strip())
    game.save(update_fields=["name"])
    return redirect("links", game_id)


@require_POST
def remove(request: HttpRequest, game_id: str) -> HttpResponse:
    """Delete a game; the page has asked for confirmation."""
    game, who = access.admitted(request, game_id)
    access.demand_host(who)
    if request.POST.get("sure") != "yes":
        raise Malformed("Removing a game must be confirmed")
    deleting.delete(game)
    return redirect(f"{reverse('lobby')}?deleted={game_id}")


@require_POST
def restore(request: HttpRequest, game_id: str) -> HttpResponse:
    """Bring back a deleted game."""
    game = access.find(game_id, deleted=True)
    access.demand_host(access.asker(request, game))
    deleting.restore(game)
    return redirect("lobby")


@require_POST
def archive_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Put a game into one's archive, or take it out."""
    game, _ = access.admitted(request, game_id)
    archive.archive(request, game, request.POST.get("away") == "yes")
    return HttpResponseRedirect(request.POST["then"]) if _is_ours(request) else redirect("lobby")


def _is_ours(request: HttpRequest) -> bool:
    then = request.POST.get("then", "")
    return url_has_allowed_host_and_scheme(then, allowed_hosts={request.get_host()})


def _links(request: HttpRequest, game: StoredGame, who: Asker) -> list[dict[str, object]]:
    names = {keys.HOST: gettext("You, on another device"), keys.WATCH: gettext("Spectators")}
    names |= {keys.seat_role(place): name for place, name in game.places.items()}
    known = {keys.seat_role(seat.owner): seat for seat in game.seats.all()}
    return [
        {
            "role": role,
            "mine": keys.place_of(role) in who.seats,
            "name": names[role],
            "url": f"{site_address.site(request)}{reverse('join', args=[game.id, keys.key(game, role)])}",
            **(_seat(game, known[role], who) if role in known else {}),
        }
        for role in (*keys.roles(game)[1:], keys.HOST)
    ]


def _seat(game: StoredGame, seat: StoredSeat, who: Asker) -> dict[str, object]:
    """Who has a seat, and what its host may do with it."""
    substitute, bot = seat.substitute_since is not None, game.played_by.get(seat.owner, "")
    return {
        "seat": True,
        "place": seat.owner,
        "taken": seat.user_id is not None and not substitute,
        "substitute": substitute,
        "opened": seat.taken is not None,
        "bot": bot,
        "may_be_a_bots": (bot or seat.owner not in who.seats) and bot_seats.has_say(game, seat.owner, who),
    }
