"""What a player is told when it is their turn, and in which of their ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from railhead.core.ids import Seat
from railhead.core.refusal import RailheadError
from railhead.play.table import Table
from railhead.web import keys, pace, said, tables, tasks
from railhead.web.calling import persons, turns
from railhead.web.calling.persons import Person
from railhead.web.calling.wishes import DAILY, MAIL
from railhead.web.models import StoredGame, StoredSeat, StoredWay, seat_of
from railhead.web.tasks import Postponed

DIGEST = "digest"
MOST_NEWS = 12
"""How many moves of others a call tells of, the latest."""
TURN, REMINDER, ASKED, TEST = "turn", "reminder", "undo", "test"


class Unreachable(Exception):
    """A way did not work; it may the next time."""


class Gone(Exception):
    """A way will never work again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What a player is told, in their language."""

    key: str
    """The same for every attempt to deliver it."""
    reason: str
    subject: str
    words: str
    """What is to be decided."""
    url: str
    news: tuple[str, ...] = ()
    """What the others have done since the player's last move."""
    table: str = ""
    title: str = ""
    game: str = ""
    player: str = ""

    @property
    def line(self) -> str:
        """All in one line, without the address."""
        return f"{self.subject}. {self.words}" if self.words else self.subject


@tasks.handles(turns.CALL)
def call(turn: Mapping[str, Any]) -> None:
    """Call the player whose turn has begun, unless it is over or they have seen it."""
    game = turns.lasting(turn)
    if game is None:
        return
    seat = StoredSeat.objects.select_related("user").get(game=game, place=turn["seat"])
    has_seen = seat.seen is not None and seat.seen >= turns.began(game)
    if has_seen or seat.owner in game.played_by:
        return
    deliver(seat, TURN, turn, f"{turns.CALL} {game.id} {turn['length']}")


@tasks.handles(turns.ASKED)
def call_to_agree(turn: Mapping[str, Any]) -> None:
    """Call a player who is asked to agree to an undo, unless they have answered or have seen it."""
    game = turns.still_asked(turn)
    if game is None:
        return
    seat = StoredSeat.objects.select_related("user").get(game=game, place=turn["seat"])
    if seat.seen is None or seat.seen < datetime.fromisoformat(turn["since"]):
        deliver(seat, ASKED, turn, f"{ASKED} {game.id} {turn['length']} {seat.place}")


def deliver(seat: StoredSeat, reason: str, turn: Mapping[str, Any], key: str) -> None:
    """Queue a message for each way in which the player of a seat wants to be called; not in their quiet hours."""
    person = persons.of_seat(seat)
    if person is None:
        return
    wakes = pace.wakes(person.hours, timezone.now())
    if wakes > timezone.now():
        raise Postponed(wakes)
    wishes = persons.wishes_at(seat, person)
    for way in person.usable:
        if wishes.wants(way.kind):
            tasks.add(way.kind, f"{key} {way.id}", **turn, way=way.id, reason=reason, key=f"{key} {way.id}")
        elif way.kind == MAIL and wishes.mail == DAILY:
            due = next_at(timezone.now(), wishes.hour, person.hours.zone)
            daily = f"{DIGEST} {way.id} {due:%Y-%m-%d %H}"
            tasks.add(DIGEST, daily, due, way=way.id, key=daily)


def next_at(now: datetime, hour: int, zone: str) -> datetime:
    """The next time that it is so late in a time zone."""
    local = now.astimezone(ZoneInfo(zone))
    today = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    return today if today > local else today + timedelta(days=1)


# -- delivering -----------------------------------------------------------------------------------

Send = Callable[[StoredWay, Call], None]
AT_ONCE = 2
"""How many calls of a kind are under way at the same time: servers that do not answer hold up nothing else."""


def delivers(kind: str) -> Callable[[Send], Send]:
    """Let a function send calls by the ways of a kind."""

    def register(send: Send) -> Send:
        def handle(payload: Mapping[str, Any]) -> None:
            way = StoredWay.objects.filter(id=payload["way"]).first()
            if way is not None:
                with translation.override(way.language):
                    made = made_call(way, payload)
                    if made is not None:
                        attempt(way, lambda: send(way, made))

        tasks.handles(kind, AT_ONCE)(handle)
        return send

    return register


def attempt(way: StoredWay, send: Callable[[], None]) -> None:
    """Send something, and note whether it worked. A way that is gone for good is forgotten."""
    try:
        send()
    except Gone:
        way.delete()
    except (Unreachable, tasks.GivenUp) as problem:
        persons.failed(way, problem)
        raise
    else:
        persons.worked(way)


def made_call(way: StoredWay, payload: Mapping[str, Any]) -> Call | None:
    """What to tell; None if the turn is over, or the way is not to be used any more."""
    if payload["reason"] == TEST:
        subject, words = gettext("A test from Railhead"), gettext("This is how you will be told that it is your turn.")
        return Call(key=payload["key"], reason=TEST, subject=subject, words=words, url=f"{way.site}/")
    game = turns.still_asked(payload) if payload["reason"] == ASKED else turns.lasting(payload)
    if game is None or way.confirmed is None:
        return None
    return call_to(game, StoredSeat.objects.get(game=game, place=payload["seat"]), way, payload)


def call_to(game: StoredGame, seat: StoredSeat, way: StoredWay, payload: Mapping[str, Any]) -> Call:
    """The call of a player to a table."""
    subject = {
        TURN: gettext("Your turn: %(table)s"),
        REMINDER: gettext("Still your turn: %(table)s"),
        ASKED: gettext("Do you agree to an undo? %(table)s"),
    }[payload["reason"]]
    name = game.heading if game.heading == game.title else f"{game.heading} ({game.title})"
    return Call(
        key=payload["key"],
        reason=payload["reason"],
        subject=subject % {"table": name},
        words=_asked(game) if payload["reason"] == ASKED else to_decide(game),
        url=link_to(game, seat, way),
        news=tuple(_news(game, seat)),
        table=game.heading,
        title=game.title,
        game=game.id,
        player=seat.name,
    )


def _asked(game: StoredGame) -> str:
    asks = seat_of(game.asked["seat"]) if game.asked else None
    return "" if asks is None else gettext("%(name)s asks to take moves back") % {"name": game.places[asks]}


def to_decide(game: StoredGame) -> str:
    """What is to be decided at a table, in words."""
    words = [str(said.from_data(game.said[what])) for what in ("stage", "task") if what in game.said]
    return ": ".join(words) or game.stage


def _news(game: StoredGame, seat: StoredSeat) -> Iterator[str]:
    try:
        with tables.TABLES.table(game) as table:
            yield from _told(table, seat.owner)
    except RailheadError:
        return  # a game that cannot be opened any more; they see that when they come


def _told(table: Table, seat: Seat) -> Iterator[str]:
    first = max(table.last_move_of(seat), table.actions - MOST_NEWS) + 1
    for number in range(first, table.actions + 1):
        yield str(table.told(number))


def link_to(game: StoredGame, seat: StoredSeat, way: StoredWay) -> str:
    """The table. Without accounts, mail has the secret link: it may be read on a device that has not opened it yet."""
    if way.kind == MAIL and way.seat_id is not None:
        return f"{way.site}{reverse('join', args=[game.id, keys.key(game, keys.seat_role(seat.owner))])}"
    return f"{way.site}{reverse('table', args=[game.id])}"


def waiting_for(person: Person) -> Iterator[tuple[StoredGame, StoredSeat]]:
    """The tables that wait for somebody."""
    seats = StoredSeat.objects.select_related("game").filter(
        game__deleted=None, game__gathering=False, game__hot_seat=False
    )
    own = seats.filter(user=person.user) if person.seat is None else seats.filter(pk=person.seat.pk)
    for seat in own.order_by("game__turn_since"):
        if seat.game.to_act == seat.place and seat.owner not in seat.game.played_by:
            yield seat.game, seat
