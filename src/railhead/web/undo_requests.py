"""Taking moves back: one's own at once, those of others once they agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace

from django.db import transaction
from django.db.models import F

from railhead.core.ids import Seat
from railhead.core.refusal import Malformed
from railhead.play.table import NotYours, Stale, Table
from railhead.web.calling import turns
from railhead.web.hub import HUB, MOVED
from railhead.web.models import StoredGame
from railhead.web.tables import TABLES, Overtaken

MOST_TOLD = 3
"""So many of the moves that would be taken back are told."""


@dataclass(frozen=True, slots=True)
class Request:
    """A player's request to those whose moves would be taken back."""

    length: int
    """The length of the log it was made at."""
    seat: Seat
    left: int
    """How many actions would be left."""
    agreed: list[Seat]
    asked: list[Seat] = field(default_factory=list)
    """Who has to agree."""

    @property
    def waiting(self) -> frozenset[Seat]:
        """Who has not answered yet."""
        return frozenset(self.asked) - frozenset(self.agreed)


def take_back(game: StoredGame, seats: frozenset[Seat], left: int, length: int) -> Table | None:
    """Take back all but so many actions if the seats may; otherwise ask the others and return None."""
    if not seats:
        raise NotYours("Only players may take moves back")
    return _decided(game, lambda row: _take_back(row, seats, left, length))


def _take_back(game: StoredGame, seats: frozenset[Seat], left: int, length: int) -> Table | None:
    with TABLES.table(game) as table:
        table.check_length(length)
        seat = _undoer(table, seats, left)
        asked = table.asked_for_undo(seat, left)
        agreed = seats | set(game.played_by)  # bots agree to everything
        if asked <= agreed:
            return TABLES.change(game, lambda table: table.undo(seat, left, agreed, length))
        waiting = pending(game, length)
        if waiting is not None and waiting.seat not in seats:
            raise Malformed("Another request to take moves back is waiting for an answer")
        request = Request(length, seat, left, sorted(agreed), sorted(asked))
        with transaction.atomic():
            _store(game, request)
            turns.ask(game, length, sorted(request.waiting))
        HUB.publish(game.id, MOVED, game.version + 1)
    return None


def answer(game: StoredGame, seats: frozenset[Seat], agrees: bool, length: int) -> Table | None:
    """Agree to a request or refuse it; once the last player agrees it is carried out."""
    return _decided(game, lambda row: _answer(row, seats, agrees, length))


def _answer(game: StoredGame, seats: frozenset[Seat], agrees: bool, length: int) -> Table | None:
    with TABLES.table(game) as table:
        request = pending(game, table.length)
        if request is None or request.length != length:
            raise Stale(table.length)
        asked = table.asked_for_undo(request.seat, request.left)
        if not seats & (asked | {request.seat}):
            raise NotYours("You have not been asked")
        agreed = {*request.agreed, *(seats & asked), request.seat}
        if agrees and asked <= agreed:
            return TABLES.change(
                game, lambda table: table.undo(request.seat, request.left, agreed, length), game.version
            )
        _keep(game, replace(request, agreed=sorted(agreed)) if agrees else None)
    return None


def _decided(game: StoredGame, decide: Callable[[StoredGame], Table | None]) -> Table | None:
    """Decide by the row as it is now; if anything happens at the table meanwhile, decide anew."""
    while True:
        try:
            return decide(StoredGame.objects.get(id=game.id))
        except Overtaken:
            continue


def pending(game: StoredGame, length: int) -> Request | None:
    """The request that is waiting for an answer at this length of the log."""
    request = None if game.asked is None else Request(**game.asked)
    return request if request is not None and request.length == length else None


def _keep(game: StoredGame, request: Request | None) -> None:
    """Store a request, or clear it, and tell everyone."""
    _store(game, request)
    HUB.publish(game.id, MOVED, game.version + 1)


def _store(game: StoredGame, request: Request | None) -> None:
    """Store a request, or clear it; Overtaken if anything has happened since the game was read."""
    asked = None if request is None else asdict(request)
    unchanged = StoredGame.objects.filter(id=game.id, version=game.version)
    if not unchanged.update(asked=asked, version=F("version") + 1):
        raise Overtaken(game.length)


def _undoer(table: Table, seats: Iterable[Seat], left: int) -> Seat:
    """Which of the asker's seats takes moves back: the one that decided the first of them."""
    if not 0 <= left < table.actions:
        raise Malformed("There are {actions} actions; {left} of them cannot remain", actions=table.actions, left=left)
    first = table.decided_by(left + 1).seat
    held = sorted(seats)
    return first if first in held else held[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a viewer is shown about taking back: how far they may go back freely, and a pending request."""

    free: int | None
    """How many actions would be left if they took back their own last moves; None if they have none."""
    asks: str
    """Who has asked the others to agree, if anyone has."""
    left: int
    what: str
    """What would be taken back: of the request, or else the last move."""
    mine: bool
    """The request is the viewer's own."""
    asked: bool
    """The viewer has been asked and has not answered."""
    waiting: tuple[str, ...]
    """Who has not answered yet."""
    redo: bool
    """The viewer may redo what was taken back last."""


def shown(game: StoredGame, table: Table, seats: frozenset[Seat]) -> Shown:
    """What a viewer with these seats is shown about taking back."""
    names = table.book.owner_names
    may_redo = table.session.seat_to_redo() in seats
    request = pending(game, table.length)
    if request is None:
        what, free = _moves_after(table, max(0, table.actions - 1)), _freely(table, seats)
        return Shown(free=free, asks="", left=0, what=what, mine=False, asked=False, waiting=(), redo=may_redo)
    waiting = table.asked_for_undo(request.seat, request.left) - set(request.agreed)
    return Shown(
        free=_freely(table, seats),
        asks=names[request.seat],
        left=request.left,
        what=_moves_after(table, request.left),
        mine=request.seat in seats,
        asked=bool(waiting & seats),
        waiting=tuple(names[seat] for seat in sorted(waiting)),
        redo=may_redo,
    )


def _moves_after(table: Table, left: int) -> str:
    """What has been decided since an action, in sentences; of many moves only the first few."""
    last = min(table.actions, left + MOST_TOLD)
    told = [str(table.told(number)) for number in range(left + 1, last + 1)]
    return ". ".join((*told, "…") if last < table.actions else told)


def _freely(table: Table, seats: frozenset[Seat]) -> int | None:
    """How many actions are left if one's own last move and the automatic ones after it are taken back."""
    for number in range(table.actions, 0, -1):
        entry = table.decided_by(number)
        if entry.seat in seats and not entry.automatic:
            return number - 1
        if not entry.automatic:
            return None
    return None
