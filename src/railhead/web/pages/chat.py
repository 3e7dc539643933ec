"""Chat at a table, players' private notes, and their standing orders."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from railhead.core import ids
from railhead.core.refusal import Malformed
from railhead.play import orders
from railhead.play.orders import Order
from railhead.play.table import NotYours
from railhead.rules.announcing import AnnounceRun
from railhead.web import limits, tables
from railhead.web.access import admitted
from railhead.web.models import StoredSeat
from railhead.web.viewer import Viewer, at_table, looking, whole

SHOWN = 200
"""How many of the last messages are shown."""
LONGEST_MESSAGE = 2000
LONGEST_NOTE = 100_000


def side_panels(viewer: Viewer) -> dict[str, Any]:
    """What the panels around the table show: chat, the seat's own notes and order."""
    seat = StoredSeat.objects.get(game=viewer.game, place=viewer.seat) if viewer.seat else None
    return {
        "messages_said": list(viewer.game.messages.order_by("-id")[:SHOWN])[::-1],
        "own_seat": seat,
        "own_name": "" if viewer.seat is None else viewer.game.places[viewer.seat],
        "order": _standing(viewer, seat),
        "announces": AnnounceRun in viewer.table.book.actions,
        "round": "" if viewer.table.over else orders.round_of(viewer.table),
        "who": viewer.who,
        "players": list(viewer.game.places.items()),
    }


def _standing(viewer: Viewer, seat: StoredSeat | None) -> Order | None:
    """The seat's order, if it is still in force."""
    if seat is None or seat.order is None:
        return None
    order = Order.from_data(seat.order)
    return order if orders.stands(order, viewer.table, seat.owner) else None


@require_http_methods(["GET", "POST"])
def chat(request: HttpRequest, game_id: str, place: ids.Seat | None = None) -> HttpResponse:
    """Say something, and see what has been said."""
    with at_table(request, game_id, place) as viewer:
        if request.method == "POST":
            text = request.POST.get("text", "").strip()
            if not text or len(text) > LONGEST_MESSAGE:
                raise Malformed(f"A message has 1 to {LONGEST_MESSAGE} characters")
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
            raise Malformed(f"Notes have at most {LONGEST_NOTE} characters")
        tables.note(viewer.game, viewer.seat, text)
    return HttpResponse("Saved")


@require_POST
def standing_order(request: HttpRequest, game_id: str, place: ids.Seat | None = None) -> HttpResponse:
    """Give a standing order, or take it back."""
    game, who = admitted(request, game_id)
    with looking(request, game, who, place) as viewer:
        seat = viewer.seat
    if seat is None:
        raise NotYours("Only players give orders")
    kind = request.POST.get("kind", "")
    if kind == "none":
        tables.drop_order(game, seat)
    else:
        most = whole(request.POST.get("most") or "0", "most")
        tables.give_order(game, seat, kind, most, "careful" in request.POST, "companies" in request.POST)
    game.refresh_from_db()
    with looking(request, game, who, place) as viewer:
        return render(request, "railhead/pieces/orders.html", {**viewer.context(), **side_panels(viewer)})
