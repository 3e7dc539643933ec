"""A viewer at a table: someone looking at a game from a seat, as it is now or at an earlier point."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from railhead.core.game import Game as Position
from railhead.core.ids import Seat
from railhead.core.information import hidden_treasuries
from railhead.core.refusal import Malformed
from railhead.core.state import State
from railhead.play.prospect import Prospect
from railhead.play.table import Table
from railhead.play.vantage import Vantage
from railhead.web import access, bot_seats, clocks
from railhead.web.access import Asker
from railhead.web.models import StoredGame
from railhead.web.tables import TABLES


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """Someone looking at a table."""

    game: StoredGame
    who: Asker
    table: Table
    chosen: Seat | None
    """The seat they chose to look from, if they hold several."""
    at: int
    """The number of actions after which they see the table."""

    @property
    def seat(self) -> Seat | None:
        """The seat they look from; None for a spectator."""
        return self.who.looks_from(self.to_act, self.chosen)

    @property
    def to_act(self) -> Seat | None:
        """The seat that is to decide now."""
        return None if self.table.over else self.table.seat_to_act()

    @property
    def bot_to_act(self) -> str | None:
        """The bot that is to decide now. The table says who is: the row was read before it, and may be behind it."""
        return None if self.to_act is None else self.game.played_by.get(self.to_act)

    @property
    def live(self) -> bool:
        """Do they see the table as it is now?"""
        return self.at == self.table.actions

    @property
    def may_act(self) -> bool:
        """Is it their turn, at the seat they look from?"""
        return self.live and self.to_act is not None and self.to_act == self.seat and self.bot_to_act is None

    @property
    def state(self) -> State:
        """The state they see."""
        return self.table.session.at(self.at)

    @property
    def vantage(self) -> Vantage:
        """The table as this seat may know it: what pages are made from."""
        return Vantage(self.table, self.seat)

    @property
    def prospect(self) -> Prospect:
        """The position this seat looks at."""
        return self.vantage.prospect(self.at)

    @property
    def may_copy(self) -> bool:
        """May they have a copy, which is played and seen from every seat? Not while it would show what is hidden."""
        if self.table.over:
            return True
        position = Position(self.table.book, self.state)
        hidden = [hidden_treasuries(position, seat) for seat in self.who.seats or (None,)]
        return not any(position.treasury(company) for company in frozenset.intersection(*hidden))

    @property
    def since(self) -> int | None:
        """The number of their last move; None for a spectator."""
        return None if self.seat is None else self.table.last_move_of(self.seat)

    @property
    def here(self) -> str:
        """The address of the table as this viewer sees it; everything the page asks for lies below it."""
        return address(self.game.id, self.chosen)

    @property
    def bots(self) -> dict[str, str]:
        """By name at the table: what the bots are called that play seats."""
        return {self.table.book.owner_names[seat]: bot_seats.label(bot) for seat, bot in self.game.played_by.items()}

    @property
    def thinks(self) -> str:
        """The name of the bot that is to decide now; empty if none is."""
        waits = self.live and self.bot_to_act is not None
        return self.table.book.owner_names[self.to_act] if waits and self.to_act is not None else ""

    @property
    def deadline(self) -> datetime | None:
        """When the time of whoever is to decide will be up, if a pace has been agreed on."""
        return clocks.deadline(self.game) if self.live else None

    def context(self) -> dict[str, Any]:
        """What every template of the table needs."""
        return {
            "game": self.game,
            "book": self.table.book,
            "over": self.table.over,
            "names": self.table.book.owner_names,
            "seat": self.seat,
            "seats": sorted(self.who.seats),
            "may_act": self.may_act,
            "live": self.live,
            "at": self.at,
            "may_copy": self.may_copy,
            "last": self.table.actions,
            "length": self.table.length,
            "deciding_since": self.table.deciding_since(),
            "here": self.here,
            "deadline": self.deadline,
            "terms": clocks.terms(self.game),
            "bots": self.bots,
            "thinks": self.thinks,
            "own_bot": "" if self.seat is None else self.bots.get(self.table.book.owner_names[self.seat], ""),
        }


def address(game_id: str, chosen: Seat | None = None) -> str:
    """The address of a table, as seen from a seat."""
    if chosen is None:
        return reverse("table", args=[game_id])
    return reverse("seat-table", args=[game_id, chosen])


@contextmanager
def at_table(request: HttpRequest, game_id: str, place: Seat | None = None) -> Iterator[Viewer]:
    """Look at a table."""
    game, who = access.admitted(request, game_id)
    with looking(request, game, who, place) as viewer:
        yield viewer


@contextmanager
def looking(request: HttpRequest, game: StoredGame, who: Asker, place: Seat | None) -> Iterator[Viewer]:
    """Look at a table after being admitted to it."""
    with TABLES.table(game) as table:
        chosen = place if place in who.seats else None
        yield Viewer(game=game, who=who, table=table, chosen=chosen, at=_point(request, table))


def _point(request: HttpRequest, table: Table) -> int:
    """The point of the game that is requested: the end, unless an earlier one is given."""
    given = request.GET.get("at")
    if given is None or given == "":
        return table.actions
    number = whole(given, "at")
    if not 0 <= number <= table.actions:
        raise Malformed("The game has {actions} actions; there is no {number}", actions=table.actions, number=number)
    return number


def whole(text: str | None, what: str) -> int:
    """A number from a form or an address."""
    if text is None or not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Malformed("{what}: a number is required", what=what)
    return int(text)
