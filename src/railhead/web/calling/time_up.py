"""A player's time is up: what the table has agreed on for that happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone

from railhead.web import bot_seats, clocks, tables, tasks
from railhead.web.calling import calls, turns
from railhead.web.hub import HUB, MOVED
from railhead.web.models import StoredGame, StoredSeat
from railhead.web.pace import PROGRAM, REMIND, SUBSTITUTE
from railhead.web.tasks import Postponed

AGAIN = timedelta(days=1)
"""How often a player is reminded."""

Turn = Mapping[str, Any]


@tasks.handles(turns.TIME)
def time_is_up(turn: Turn) -> None:
    """Look whether it is; a player may have gone on holiday since the turn began, and have more time."""
    game = turns.lasting(turn)
    clock = None if game is None else clocks.of(game)
    terms = None if game is None else clocks.agreed(game)
    if game is None or clock is None or terms is None:
        return
    seat = StoredSeat.objects.select_related("user").get(game=game, place=turn["seat"])
    if seat.owner in game.played_by:
        return
    if not clock.up:
        raise Postponed(max(clock.deadline, timezone.now() + timedelta(seconds=1)))
    WHAT_HAPPENS[terms.then](game, seat, turn)


def _remind(game: StoredGame, seat: StoredSeat, turn: Turn) -> None:
    """Call the player again, every day."""
    clock = clocks.of(game)
    assert clock is not None
    days = (timezone.now() - clock.deadline) // AGAIN
    calls.deliver(seat, calls.REMINDER, turn, f"{calls.REMINDER} {game.id} {turn['length']} {days}")
    raise Postponed(timezone.now() + AGAIN)


def _hand_over(game: StoredGame, seat: StoredSeat, turn: Turn) -> None:
    """Let a bot play for the player until they take their seat back."""
    bot_seats.give(game, seat.owner, bot_seats.USUAL)


def _seek_substitute(game: StoredGame, seat: StoredSeat, turn: Turn) -> None:
    """Let somebody else take the seat; the player may still come back before that."""
    if StoredSeat.objects.filter(pk=seat.pk, substitute_since=None).update(substitute_since=timezone.now()):
        HUB.publish(game.id, MOVED, tables.next_version(game))
    _remind(game, seat, turn)


WHAT_HAPPENS: dict[str, Callable[[StoredGame, StoredSeat, Turn], None]] = {
    REMIND: _remind,
    PROGRAM: _hand_over,
    SUBSTITUTE: _seek_substitute,
}
