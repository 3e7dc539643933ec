"""Who sits where: opening, handing out and replacing secret links, and taking seats with an account."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from railhead.core import ids
from railhead.core.refusal import Malformed
from railhead.web import access, keys, tables
from railhead.web.configuration import is_loopback, own_address
from railhead.web.models import StoredGame, StoredSeat
from railhead.web.tables import TABLES

LONGEST_NAME = 80
NOT_VALID = "This link is not valid (any more); ask for a new one"


@require_safe
def join(request: HttpRequest, game_id: str, key: str) -> HttpResponse:
    """Open a secret link: the browser remembers what it opens, and the secret disappears from the address."""
    game = access.find(game_id)
    role = keys.role_of(game, key)
    if role is None:
        raise Http404(NOT_VALID)
    place = keys.place_of(role)
    if settings.CONFIGURATION.accounts and place is not None:
        if not request.user.is_authenticated:
            return redirect(f"{reverse('login')}?next={request.path}")
        take_seat(request, game, place, key)
    else:
        access.grant(request, game, role)
    return redirect("table", game_id)


@require_safe
def here(request: HttpRequest, key: str) -> HttpResponse:
    """Open the link that was printed when the site started: all games played at this screen are listed."""
    if not (access.seems_local(request) and keys.opens_machine(key)):
        raise Http404(NOT_VALID)
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
    take_seat(request, game, place)
    return redirect("table", game_id)


def take_seat(request: HttpRequest, game: StoredGame, place: ids.Seat, invitation: str | None = None) -> None:
    """Give a seat to the user; if two want it at once one gets it, and its link no longer opens it."""
    assert request.user.is_authenticated
    with tables.locked(game) as row:
        found = StoredSeat.objects.filter(game=game, place=place)
        if found.filter(user=request.user).exists():
            return
        if invitation is not None and keys.role_of(row, invitation) != keys.seat_role(place):
            raise Http404(NOT_VALID)
        if not found.filter(user=None).update(user=request.user):
            raise PermissionDenied(gettext("This seat is taken"))
        tables.replace_link(game, keys.seat_role(place))


@require_safe
def links(request: HttpRequest, game_id: str) -> HttpResponse:
    """The links of a table, for its host."""
    game, who = access.admitted(request, game_id)
    access.demand_host(who)
    return render(request, "railhead/links.html", {"game": game, "links": _links(request, game, who.seats)})


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
    name = request.POST.get("name", "").strip()
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise Malformed("The name of a table has at most {longest} printable characters", longest=LONGEST_NAME)
    game.name = name
    game.save(update_fields=["name"])
    return redirect("links", game_id)


@require_POST
def remove(request: HttpRequest, game_id: str) -> HttpResponse:
    """Remove a game for good; the page has asked for confirmation."""
    game, who = access.admitted(request, game_id)
    access.demand_host(who)
    if request.POST.get("sure") != "yes":
        raise Malformed("Removing a game must be confirmed")
    game.delete()
    TABLES.forget(game_id)
    return redirect("lobby")


def _links(request: HttpRequest, game: StoredGame, seats: frozenset[ids.Seat]) -> list[dict[str, object]]:
    names = {keys.HOST: "You, on another device", keys.WATCH: "Spectators"}
    names |= {keys.seat_role(place): name for place, name in game.places.items()}
    taken = {keys.seat_role(seat.owner) for seat in game.seats.exclude(user=None)}
    return [
        {
            "role": role,
            "mine": keys.place_of(role) in seats,
            "name": names[role],
            "taken": role in taken,
            "url": f"{_site(request)}{reverse('join', args=[game.id, keys.key(game, role)])}",
        }
        for role in (*keys.roles(game)[1:], keys.HOST)
    ]


def _site(request: HttpRequest) -> str:
    """The site's address for others: a browser on its own machine may use a name that only works there."""
    host = request.get_host()
    name, colon, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if settings.CONFIGURATION.anywhere and is_loopback(name or host):
        return f"{request.scheme}://{own_address()}{colon}{port}"
    return f"{request.scheme}://{host}"
