"""Learning a title: a first game with bots at the other seats, and a guide through its steps."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST, require_safe

from railhead.core.ids import FIRST_SEAT, Seat
from railhead.titles import catalogue
from railhead.web import access, limits, presenters, starting, tables
from railhead.web.bot_seats import PARTNERS
from railhead.web.bot_seats import USUAL as BOT
from railhead.web.models import StoredGame, seat_of
from railhead.web.viewer import at_table

USUAL = 3
SEED = 1
"""Every first game of a title is set up alike."""


@require_POST
def learn(request: HttpRequest, name: str) -> HttpResponse:
    """Begin a first game of a title and sit down at it."""
    if name not in catalogue.TITLES:
        raise Http404("There is no such title here")
    if settings.CONFIGURATION.accounts and access.signed_in(request) is None:
        return redirect_to_login(request.META.get("HTTP_REFERER", "/"))
    limits.spend(request, limits.BEGIN)
    game = begin_first_game(request, name)
    return redirect("table", game.id)


def begin_first_game(request: HttpRequest, title: str) -> StoredGame:
    """A table with the newcomer at the first seat and bots at the others."""
    user = access.signed_in(request)
    name = "" if user is None else user.get_username()
    count = min(max(USUAL, catalogue.find(title).players[0]), catalogue.find(title).players[-1])
    others = [partner for partner in PARTNERS if partner.casefold() != name.casefold()][: count - 1]
    # The seat is called by the name of an account as soon as it is taken, unless that cannot be a player's name.
    opening = starting.new(request, title, (gettext("Newcomer"), *others), (), SEED)
    called = gettext("First game of {title}").format(title=title)
    bots = {seat_of(place): BOT for place in range(FIRST_SEAT + 1, FIRST_SEAT + count)}
    game = tables.begin(
        opening, name=called, hot_seat=False, host=user, guided=True, bots=bots, explains=True, advises=True
    )
    starting.seat_host(request, game, seat_of(FIRST_SEAT))
    return game


@require_safe
def guide(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """What the guide says about the step at hand, for the seat that asks.

    It suggests a choice only where players may ask for advice, and on a copy.
    """
    with at_table(request, game_id, place) as viewer:
        suggests = viewer.may_act and viewer.game.gives_advice
        made = presenters.guide(viewer.vantage, viewer.at, suggests, get_language())
        return render(request, "railhead/pieces/guide.html", {**viewer.context(), "guide": made})
