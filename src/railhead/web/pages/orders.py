"""The standing orders of a seat: what they will do, where they stand, giving and withdrawing them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from railhead.core.actions import parse, text_of
from railhead.core.ids import Seat
from railhead.play import orders as standing_orders
from railhead.play import wording
from railhead.play.orders import BUYING, Order
from railhead.play.table import NotYours, Table
from railhead.rules.announcing import AnnounceRun
from railhead.rules.stock import Buy
from railhead.web import bot_seats, tables
from railhead.web.access import admitted
from railhead.web.models import StoredGame, StoredSeat
from railhead.web.viewer import Viewer, looking, whole

WITHDRAW = "none"
"""Sent instead of a kind of order to withdraw one."""


@dataclass(frozen=True, slots=True)
class Given:
    """An order in force, and where it stands."""

    order: Order
    fired: int
    """How often it has answered."""
    round: str
    """The round it is for."""
    company: str = ""
    """For purchases: what is bought, and from whom."""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A share that can be ordered."""

    action: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersShown:
    """The orders of a seat, and those it could give."""

    given: tuple[Given, ...]
    round: str
    lot: str
    """What is being auctioned now; empty if nothing is."""
    situation: tuple[str, ...]
    """How that auction stands."""
    certificates: tuple[Certificate, ...]
    announces: bool
    """Does the title let players announce better runs for companies of others?"""
    dealing: bool
    """Are shares bought in this round, or only in the next stock round?"""

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of order that have been given."""
        return frozenset(each.order.kind for each in self.given)


def orders_shown(viewer: Viewer, seat: StoredSeat | None) -> OrdersShown | None:
    """The orders of a seat; None for a spectator, and when the game is over."""
    table = viewer.table
    if seat is None or table.over:
        return None
    lot = standing_orders.lot_name(table)
    return OrdersShown(
        given=tuple(_given(table, seat)),
        round=standing_orders.round_of(table),
        lot="" if lot is None else str(lot),
        situation=viewer.vantage.view(table.actions).situation if lot else (),
        certificates=tuple(_certificate(table, action) for action in standing_orders.certificates(table)),
        announces=AnnounceRun in table.book.actions,
        dealing=standing_orders.in_stock_round(table),
    )


def _given(table: Table, seat: StoredSeat) -> Iterator[Given]:
    for order in standing_orders.standing(standing_orders.read(seat.order), table, seat.owner):
        if order.kind == BUYING:
            action = parse(table.book, order.purchase)
            assert isinstance(action, Buy)
            company, source = (
                table.book.company_names[action.company],
                str(wording.source_name(table.book, action.source)),
            )
            done = len(standing_orders.purchases(order, table, seat.owner))
            yield Given(order, done, _ends(order, table), company, source)
        else:
            yield Given(order, len(standing_orders.fired(order, table, seat.owner)), _ends(order, table))


def _ends(order: Order, table: Table) -> str:
    """The round with which an order ends."""
    if standing_orders.has_begun(order, table):
        return standing_orders.round_of(table)
    return gettext("the next stock round")


def _certificate(table: Table, action: Buy) -> Certificate:
    return Certificate(text_of(table.book, action), wording.said(table.book, action))


@require_http_methods(["GET", "POST"])
def orders(request: HttpRequest, game_id: str, place: Seat | None = None) -> HttpResponse:
    """Give a standing order or withdraw one, and see those in force."""
    game, who = admitted(request, game_id)
    with looking(request, game, who, place) as viewer:
        seat = viewer.seat
    if seat is None:
        raise NotYours("Only players give orders")
    if request.method == "POST":
        _change(request, game, seat)
        game.refresh_from_db()
    with looking(request, game, who, place) as viewer:
        stored = StoredSeat.objects.get(game=game, place=seat)
        return render(
            request,
            "railhead/pieces/orders.html",
            {**viewer.context(), "orders": orders_shown(viewer, stored), "bots_offered": bot_seats.offered()},
        )


def _change(request: HttpRequest, game: StoredGame, seat: Seat) -> None:
    sent = request.POST
    kind, purchase = sent.get("kind", ""), sent.get("purchase", "")
    if kind == WITHDRAW:
        tables.drop_order(game, seat, sent.get("order", ""), purchase)
        return
    most, times = whole(sent.get("most") or "0", "most"), whole(sent.get("times") or "1", "times")
    careful, companies, ahead = "careful" in sent, "companies" in sent, sent.get("ahead") == "yes"

    def make(table: Table) -> Order:
        return standing_orders.give(
            table, kind, most, careful, companies, purchase, times, sent.get("otherwise", ""), ahead
        )

    tables.give_order(game, seat, make)
