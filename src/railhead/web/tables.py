"""Tables: stored in the database for good, and kept in memory while they are being played.

A move is stored before anyone hears of it. Of two moves at once exactly one is stored: every addition to a log states
the length it adds to, and the database accepts only one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Lock, RLock, local
from types import MappingProxyType

from django.contrib.auth.models import User
from django.db import Error, close_old_connections, transaction
from django.db.models import F
from django.utils import timezone

from railhead.core import ids
from railhead.core.refusal import Malformed, RailheadError
from railhead.play import answers, orders
from railhead.play.log import Entry
from railhead.play.orders import Order, Orders
from railhead.play.table import NotYours, Stale, Table
from railhead.rules.cache import put_down
from railhead.web import keys, metrics, replaying, run_tallies, silence
from railhead.web.bot_queue import DUE
from railhead.web.calling import turns
from railhead.web.hub import CHAT, HUB, MOVED
from railhead.web.models import LogEntry, Message, StoredGame, StoredSeat, seat_of
from railhead.web.openings import Opening, Standing
from railhead.web.pace import Pace
from railhead.web.pools import Cold
from railhead.web.snapshots import SNAPSHOTS

MOST_KEPT = 128
"""How many tables stay in memory; the others are replayed when someone visits them."""
MOST_ENTRIES = 100_000
"""How many entries their logs have together: a late table of a large title takes as much memory as ten others."""
LONGEST_NAME = 80
"""Characters of the name of a table."""


@dataclass(eq=False, slots=True)
class KeptTable:
    """A table in memory. The lock is held while it is replayed or changed, not while it is read: tables are values."""

    lock: RLock = field(default_factory=RLock)
    table: Table | None = None
    unplayable: tuple[int, RailheadError] | None = None
    """At which length of the log it could not be replayed, and why: it is not tried again before the log changes."""

    @property
    def cold(self) -> bool:
        """Has the whole game to be replayed?"""
        return self.table is None and self.unplayable is None


class PutAside(local):
    """Whether the request that this thread handles may be put aside until its table has been replayed."""

    allowed = False


class Unplayable(RailheadError):
    """A stored game that this version cannot open: its rules are unknown here, or its log no longer plays by them."""

    def __init__(self, game: StoredGame, problem: RailheadError) -> None:
        super().__init__(
            "The game {game} cannot be opened, and stays stored as it is: {problem}",
            game=game,
            problem=problem.message,
        )
        self.game_id = game.id


class Overtaken(Stale):
    """Something has happened at the table since it was read: read it again, and decide anew."""


class TableStore:
    """The tables in memory, the most recently used last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._places: OrderedDict[str, KeptTable] = OrderedDict()
        self._put_aside = PutAside()

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._places)

    @contextmanager
    def table(self, game: StoredGame) -> Iterator[Table]:
        """The table of a game as stored in the database, for reading; a move made meanwhile makes another table."""
        table = self._current(self._visited(game.id), game)
        try:
            yield table
        finally:
            put_down(table.book)

    def act(self, game: StoredGame, do: Callable[[Table], None]) -> Table:
        """Do something at a table for a person, and let standing orders respond to it."""
        if game.gathering:
            raise NotYours("The players are still taking their seats; the game has not begun")
        if game.bot_to_act is not None:
            raise NotYours("A bot plays this seat; whoever wants to decide has to take it over first")
        return self.act_and_follow(game, do)

    def act_and_follow(self, game: StoredGame, do: Callable[[Table], None], version: int | None = None) -> Table:
        """Do something at a table, and let the standing orders of people respond to it."""

        def act(table: Table) -> None:
            do(table)
            table.follow_orders(standing_orders(game))

        return self.change(game, act, version)

    def change(self, game: StoredGame, do: Callable[[Table], None], version: int | None = None) -> Table:
        """Do something at a table: it is stored, then everyone is told. A refusal raises.

        With a version, it is done only if nothing at all has happened at the table since that version.
        """
        place = self._visited(game.id)
        with place.lock:
            old = self._current(place, game)
            new = old.fork()
            do(new)
            told = store(game, Standing.of(new), new.entries(old.length), version)
            place.table = new
        put_down(new.book)
        SNAPSHOTS.keep(game.id, new, old.length)
        metrics.MOVES.labels(game.title).inc(new.length - old.length)
        HUB.publish(game.id, MOVED, told)
        if not new.over and new.seat_to_act() in game.played_by:
            DUE.add(game, again=bool(old.length) and not old.over and old.seat_to_act() == new.seat_to_act())
        return new

    def forget(self, game_id: str) -> None:
        """Drop a table from memory."""
        with self._lock:
            self._places.pop(game_id, None)

    @contextmanager
    def put_aside(self, allowed: bool) -> Iterator[None]:
        """Handle a request in this thread; if its table has to be replayed first, it may be put aside by Cold."""
        self._put_aside.allowed = allowed
        try:
            yield
        finally:
            self._put_aside.allowed = False

    def warm(self, game_id: str) -> None:
        """Replay a table, so that requests find it in memory. What is wrong with it is said to those who ask for it."""
        close_old_connections()
        try:
            with (
                suppress(Error, RailheadError, StoredGame.DoesNotExist),
                self.table(StoredGame.objects.get(id=game_id)),
            ):
                pass
        finally:
            close_old_connections()

    def _visited(self, game_id: str) -> KeptTable:
        """The place of a table; Cold if the request may be put aside until it has been replayed.

        That can be only before anything is done: the request will start again.
        """
        place = self._place(game_id)
        if self._put_aside.allowed and place.cold:
            raise Cold(game_id)
        self._put_aside.allowed = False
        return place

    @property
    def _entries(self) -> int:
        return sum(place.table.length for place in self._places.values() if place.table is not None)

    def _place(self, game_id: str) -> KeptTable:
        with self._lock:
            place = self._places.setdefault(game_id, KeptTable())
            self._places.move_to_end(game_id)
            while len(self._places) > 1 and (len(self._places) > MOST_KEPT or self._entries > MOST_ENTRIES):
                self._places.popitem(last=False)
            return place

    def _current(self, place: KeptTable, game: StoredGame) -> Table:
        """The table with everything in its log; other processes may have added to it."""
        table = place.table
        if table is not None and table.length >= game.length and _is_named(table, game):
            return table
        with place.lock:
            return self._brought_up_to_date(place, game)

    def _brought_up_to_date(self, place: KeptTable, game: StoredGame) -> Table:
        """The table with what was added to its log; whoever asks for it meanwhile waits for the same."""
        if place.table is not None and not _is_named(place.table, game):
            place.table = None
        if place.table is None and place.unplayable is None:
            place.table = SNAPSHOTS.find(game)
        known = 0 if place.table is None else place.table.length
        if place.table is not None and known >= game.length:
            return place.table
        if place.unplayable is not None and place.unplayable[0] == game.length:
            raise Unplayable(game, place.unplayable[1])
        try:
            place.table = _replayed(place.table, game, _added(game, known))
            place.unplayable = None
            SNAPSHOTS.keep(game.id, place.table, known)
        except RailheadError as problem:
            place.unplayable = (game.length, problem)
            raise Unplayable(game, problem) from None
        return place.table


def _is_named(table: Table, game: StoredGame) -> bool:
    """Are the players called what they are called now? A seat is named by whoever takes it."""
    return table.book.seat_names == tuple(game.players)


def _added(game: StoredGame, known: int) -> list[Entry]:
    """What was added to a log beyond a length."""
    rows = list(game.log.filter(number__gt=known))
    if any(row.number != number for number, row in enumerate(rows, known + 1)) or known + len(rows) < game.length:
        raise Malformed("entries of its log are missing")
    return [row.entry() for row in rows]


def _replayed(table: Table | None, game: StoredGame, added: list[Entry]) -> Table:
    """The table with what was added to its log; one that others may be looking at stays as it is."""
    if table is None:
        return replaying.replayed(game.file(), added)
    table = table.fork()
    table.restore_all(added)
    return table


TABLES = TableStore()


def begin(
    opening: Opening,
    *,
    name: str = "",
    hot_seat: bool,
    open_seats: bool = False,
    host: User | None = None,
    gathering: bool = False,
    pace: str = "",
    language: str = "",
    agreed: Pace | None = None,
    guided: bool = False,
    bots: Mapping[ids.Seat, str] = MappingProxyType({}),
    explains: bool = False,
    advises: bool = False,
    copy_of: StoredGame | None = None,
) -> StoredGame:
    """Store a new game, with whatever has been decided in it so far."""
    file = opening.file
    with transaction.atomic():
        game = StoredGame.objects.create(
            name=name,
            title=file.title,
            revision=file.revision,
            options=list(file.options),
            players=list(file.seats),
            seed=file.seed,
            imported=None if file.imported is None else file.imported.to_data(),
            hot_seat=hot_seat,
            open_seats=open_seats,
            host=host,
            gathering=gathering,
            pace=pace,
            language=language,
            agreed=None if agreed is None else agreed.checked().to_data(),
            guided=guided,
            bots={str(place): bot for place, bot in bots.items()},
            explains=explains,
            advises=advises,
            original=copy_of,
            copied_from="" if copy_of is None else copy_of.heading[:LONGEST_NAME],
            copied_at=None if copy_of is None else opening.standing.actions,
        )
        StoredSeat.objects.bulk_create(StoredSeat(game=game, place=place) for place in game.places)
        store(game, opening.standing, opening.entries)
    game.refresh_from_db()
    DUE.add(game)
    return game


def store(game: StoredGame, standing: Standing, added: Sequence[Entry], version: int | None = None) -> int:
    """Add entries to the log; Stale if someone else has added to it meanwhile.

    With a version, Overtaken if anything else has happened at the table since. Returns the new version of the game.
    """
    known, now = standing.length - len(added), timezone.now()
    with transaction.atomic():
        rows = StoredGame.objects.filter(id=game.id, length=known)
        # Locked, so that nothing happens at the table until the end, and its next version is known.
        before = rows.select_for_update().values_list("to_act", "version").first()
        if before is None or version not in (None, before[1]):
            raise Stale(known) if version is None else Overtaken(known)
        was, told = before[0], before[1] + 1
        turn_passes = was != standing.to_act
        if turn_passes:
            turns.end(game, was, now)
        rows.update(
            length=standing.length,
            version=told,
            actions=standing.actions,
            stage=standing.stage,
            to_act=standing.to_act,
            said=standing.said,
            scores=None if standing.scores is None else list(standing.scores),
            asked=None,
            thinking=None,
            changed=now,
            **({"turn_since": now, "turn_length": standing.length} if turn_passes else {}),
        )
        LogEntry.objects.bulk_create(_row(game, number, entry) for number, entry in enumerate(added, known + 1))
        if turn_passes:
            turns.begin(game, standing.to_act, standing.length, now, added)
        if standing.scores is not None and was is not None:
            run_tallies.queue(game.id, standing.length)
        return told


def _row(game: StoredGame, number: int, entry: Entry) -> LogEntry:
    return LogEntry(
        game=game,
        number=number,
        kind=entry.kind,
        seat=entry.seat,
        text=entry.text,
        automatic=entry.automatic,
        imported=entry.imported,
        reason=None if entry.reason is None else entry.reason.to_data(),
    )


def standing_orders(game: StoredGame) -> dict[ids.Seat, Orders]:
    """The standing orders of the seats."""
    given = StoredSeat.objects.filter(game_id=game.id, order__isnull=False).values_list("place", "order")
    return {seat_of(place): orders.read(data) for place, data in given}


def give_order(game: StoredGame, seat: ids.Seat, make: Callable[[Table], Order]) -> None:
    """Give a standing order for a seat; it may take effect at once."""
    with TABLES.table(game) as table:
        order = make(table)
        given = _change_orders(game, seat, lambda given: orders.added(orders.standing(given, table, seat), order))
        answers_now = answers.answer(given, table, seat) is not None
    if answers_now:
        TABLES.act(game, lambda table: None)


def drop_order(game: StoredGame, seat: ids.Seat, kind: str, purchase: str = "") -> None:
    """Withdraw a standing order."""
    _change_orders(game, seat, lambda given: orders.without(given, kind, purchase))


def _change_orders(game: StoredGame, seat: ids.Seat, change: Callable[[Orders], Orders]) -> Orders:
    """Change the orders of a seat, also if two of its pages do so at once."""
    with transaction.atomic():
        row = StoredSeat.objects.select_for_update().get(game_id=game.id, place=seat)
        given = change(orders.read(row.order))
        row.order = orders.write(given)
        row.save(update_fields=["order"])
    return given


def replace_link(game: StoredGame, role: str) -> None:
    """Invalidate the link of a role at a game."""
    with locked(game) as row:
        row.links = keys.replaced(row, role)
        row.save(update_fields=["links"])
    game.links = row.links


@contextmanager
def locked(game: StoredGame) -> Iterator[StoredGame]:
    """The row of a game as it is now; nobody else changes it until the end.

    PostgreSQL locks the row. SQLite has one writer at a time: the transaction has its turn from the start.
    """
    with transaction.atomic():
        yield StoredGame.objects.select_for_update().get(id=game.id)


def say(game: StoredGame, name: str, seat: ids.Seat | None, text: str) -> Message:
    """Say something at a table."""
    check_text(text)
    user = None if seat is None else StoredSeat.objects.select_related("user").get(game=game, place=seat).user
    silence.demand_voice(user)
    with transaction.atomic():
        message = Message.objects.create(game=game, name=name, seat=seat, user=user, text=text)
        version = next_version(game)
    HUB.publish(game.id, CHAT, version)
    return message


def note(game: StoredGame, place: ids.Seat, text: str) -> None:
    """Save the notes of a seat."""
    check_text(text)
    StoredSeat.objects.filter(game_id=game.id, place=place).update(note=text)


def checked_name(name: str) -> str:
    """The name of a table; Malformed if it cannot be one."""
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise Malformed("The name of a table has at most {longest} printable characters", longest=LONGEST_NAME)
    return name


def check_text(text: str) -> None:
    """Refuse text that not every database can store."""
    if "\x00" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Malformed("The text contains invalid characters")


def next_version(game: StoredGame) -> int:
    """Record that something has happened at a table."""
    StoredGame.objects.filter(id=game.id).update(version=F("version") + 1)
    return StoredGame.objects.values_list("version", flat=True).get(id=game.id)
