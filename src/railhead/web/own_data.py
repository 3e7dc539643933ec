"""What a site knows of a user: for them to take away, and to delete."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from railhead.web import bonds
from railhead.web.calling.persons import Person
from railhead.web.models import LobbyMessage, Message, Preferences, StoredGame, StoredSeat, StoredSketch


def of(user: User) -> dict[str, Any]:
    """Everything that is stored of a user, ready for JSON. What belongs to a whole table is saved there."""
    seats = list(StoredSeat.objects.filter(user=user).select_related("game"))
    preferences = Preferences.objects.filter(user=user).first()
    return {
        "name": user.get_username(),
        "mail_address": user.email,
        "joined": _time(user.date_joined),
        "last_sign_in": _time(user.last_login),
        "settings": {} if preferences is None else preferences.chosen,
        "devices": [
            {"browser": device.agent, "since": _time(device.since), "last_used": _time(device.seen)}
            for device in user.devices.all()
        ],
        "notifications": _notifications(user),
        "games": [_game(seat) for seat in seats],
        "hosted": list(StoredGame.objects.filter(host=user).values_list("id", flat=True)),
        "said_at_tables": [_said(message) for message in user.said_at_tables.all()],
        "said_in_lobby": [{"text": each.text, "time": _time(each.time)} for each in user.said_in_lobby.all()],
        "people": bonds.lists(user),
        "reports": [
            {"about": each.about.get_username(), "reason": each.reason, "time": _time(each.time)}
            for each in user.reports.select_related("about")
        ],
        "sketches": [
            {"game": sketch.game_id, "name": sketch.name, "at": sketch.at, "sketch": sketch.data}
            for sketch in StoredSketch.objects.filter(owner=f"user {user.pk}")
        ],
    }


@transaction.atomic
def delete(user: User) -> None:
    """Delete an account and what is theirs alone. Games go on with the seat free: they belong to the others, too."""
    for seat in StoredSeat.objects.filter(user=user):
        seat.note, seat.order, seat.wishes = "", None, None
        seat.save(update_fields=["note", "order", "wishes"])
    StoredSketch.objects.filter(owner=f"user {user.pk}").delete()
    LobbyMessage.objects.filter(user=user).delete()
    user.delete()


def _game(seat: StoredSeat) -> dict[str, Any]:
    game = seat.game
    return {
        "id": game.id,
        "title": game.title,
        "players": game.players,
        "seat": seat.name,
        "began": _time(game.created),
        "last_move": _time(game.changed),
        "scores": game.scores,
        "note": seat.note,
        "standing_order": seat.order,
    }


def _notifications(user: User) -> dict[str, Any]:
    person = Person(user=user)
    ways = [{"kind": way.kind, "address": way.address, "confirmed": _time(way.confirmed)} for way in person.ways]
    return {"ways": ways, "wishes": person.wishes.to_data(), "hours": person.hours.to_data()}


def _said(message: Message) -> dict[str, Any]:
    return {"game": message.game_id, "text": message.text, "time": _time(message.time)}


def _time(value: Any) -> str | None:
    return None if value is None else value.isoformat(timespec="seconds")
