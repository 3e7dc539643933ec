"""A turn begins: the player is called a moment later, in case the move is taken back at once or they are there anyway.

This is noted with the move, in its transaction. A turn is told from all others by the length of the log at which it
began. It lasts until somebody else is to decide, however many decisions it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from railhead.play.log import Entry
from railhead.web import clocks, tasks
from railhead.web.models import StoredGame

CALL, TIME, ASKED = "call", "time", "asked"
A_MOMENT = timedelta(seconds=45)
"""Longer than a browser takes to say that the table is before somebody's eyes."""


def end(game: StoredGame, seat: int | None, now: datetime) -> None:
    """The turn of a seat is over, if it was anybody's: its clock stops."""
    if game.agreed is not None and seat is not None:
        clocks.stop(StoredGame.objects.get(id=game.id), seat, now)


def begin(game: StoredGame, to_act: int | None, length: int, now: datetime, added: Sequence[Entry] = ()) -> None:
    """Somebody else is to decide from now on, as the stored game says, after what has been added to its log."""
    if to_act is None or game.gathering or game.hot_seat or str(to_act) in game.bots:
        return
    turn = turn_of(game.id, to_act, length)
    if not _brought_about(added, to_act):
        tasks.add(CALL, f"{CALL} {game.id} {length}", now + A_MOMENT, **turn)
    if game.agreed is not None:
        deadline = clocks.deadline(StoredGame.objects.get(id=game.id))
        tasks.add(TIME, f"{TIME} {game.id} {length}", deadline, **turn)


def _brought_about(added: Sequence[Entry], to_act: int) -> bool:
    """Has the player brought it about themselves, by taking their move back? They know, then."""
    return bool(added) and added[-1].seat == to_act and not added[-1].automatic


def turn_of(game_id: str, to_act: int, length: int) -> dict[str, Any]:
    """A turn, as tasks know it."""
    return {"game": game_id, "seat": to_act, "length": length}


def lasting(turn: Mapping[str, Any]) -> StoredGame | None:
    """The game of a turn, if that turn is not over."""
    return StoredGame.objects.filter(
        id=turn["game"], to_act=turn["seat"], turn_length=turn["length"], gathering=False, deleted=None
    ).first()


def ask(game: StoredGame, length: int, seats: Iterable[int]) -> None:
    """Players are asked to agree to an undo: call them, too, in a moment."""
    now = timezone.now()
    for seat in seats:
        turn = turn_of(game.id, seat, length)
        tasks.add(ASKED, f"{ASKED} {game.id} {length} {seat}", now + A_MOMENT, **turn, since=now.isoformat())


def still_asked(turn: Mapping[str, Any]) -> StoredGame | None:
    """The game of a request to agree to an undo, if this player has not answered it."""
    game = StoredGame.objects.filter(id=turn["game"], length=turn["length"], deleted=None).first()
    asked = None if game is None else game.asked
    if asked is None or asked["length"] != turn["length"]:
        return None
    return game if turn["seat"] in asked["asked"] and turn["seat"] not in asked["agreed"] else None


def began(game: StoredGame) -> datetime:
    """When the turn began; of a turn from before that was noted, when the last move was made."""
    return game.turn_since or game.changed
