"""Chat at a table, and players' private notes."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from railhead.core import ids
from railhead.core.refusal import Malformed
from railhead.play.table import NotYours
from railhead.web import bot_seats, limits, tables, talk
from railhead.web.models import StoredSeat
from railhead.web.pages.orders import orders_shown
from railhead.web.viewer import Viewer, at_table

LONGEST_MESSAGE = 2000
LONGEST_NOTE = 100_000


def side_panels(viewer: Viewer) -> dict[str, Any]:
    """What the panels around the table show: chat, the seat's own notes and orders."""
    seat = StoredSeat.objects.get(game=viewer.game, place=viewer.seat) if viewer.seat else None
    return {
        "messages_said": talk.said_at(viewer),
        "own_seat": seat,
        "own_name": "" if viewer.seat is None else viewer.game.places[viewer.seat],
        "orders": orders_shown(viewer, seat),
        "bots_offered": bot_seats.offered(),
        "who": viewer.who,
        "people": people_at(viewer),
    }


def people_at(viewer: Viewer) -> list[dict[str, Any]]:
    """Who sits where: by the name at the table, and by their account where that is called otherwise."""
    game = viewer.game
    return [
        {
            "name": game.places[seat.owner],
            "mine": seat.owner in viewer.who.seats,
            "account": "" if seat.user is None or str(seat.user) == game.places[seat.owner] else str(seat.user),
            "bot": "" if seat.owner not in game.played_by else bot_seats.label(game.played_by[seat.owner]),
            "absent": not game.hot_seat and seat.taken is None and seat.owner not in game.played_by,
        }
        for seat in game.seats.select_related("user")
    ]


@require_http_methods(["GET", "POST"])
def chat(request: HttpRequest, game_id: str, place: ids.Seat | None = None) -> HttpResponse:
    """Say something, and see what has been said."""
    with at_table(request, game_id, place) as viewer:
        if request.method == "POST":
            text = request.POST.get("text", "").strip()
            if not text or len(text) > LONGEST_MESSAGE:
                raise Malformed("A message has 1 to {longest} characters", longest=LONGEST_MESSAGE)
            if viewer.seat is None:
                raise NotYours("Only players talk at the table")
            limits.spend_for_chat(request, game_id, viewer.seat)
            tables.say(viewer.game, viewer.table.book.owner_names[viewer.seat], viewer.seat, text)
        return render(request, "railhead/pieces/messages.html", {**viewer.context(), **side_panels(viewer)})


@require_POST
def notes(request: HttpRequest, game_id: str, place: ids.Seat | None = None) -> HttpResponse:
    """Save a player's notes; nobody else ever sees them."""
    with at_table(request, game_id, place) as viewer:
        if viewer.seat is None:
            raise NotYours("Only players keep notes")
        text = request.POST.get("note", "")
        if len(text) > LONGEST_NOTE:
            raise Malformed("Notes have at most {longest} characters", longest=LONGEST_NOTE)
        tables.note(viewer.game, viewer.seat, text)
    return HttpResponse(gettext("Saved"))
