"""Bots at the tables: whenever one is to decide, it is asked in a process of its own, and its answer is played.

Nothing is locked while a bot thinks. Its answer is for one length of the log: if anything was done meanwhile, or
somebody took the seat, it is dropped. Of several processes that serve a site one asks: whoever writes down first that
it does. If no answer comes, an easy bot decides at once, so a table never waits for long.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from threading import Event, Thread

from django.db import DatabaseError, close_old_connections
from django.db.models import Q
from django.utils import timezone

from railhead.bots.bot import Decision
from railhead.bots.question import Question
from railhead.bots.reason import Reason
from railhead.core.ids import Seat
from railhead.core.refusal import RailheadError
from railhead.play import asking
from railhead.play.gamefile import GameFile
from railhead.play.table import Table
from railhead.web.bot_queue import AT_ONCE, DUE
from railhead.web.bot_worker import BotWorker, NoAnswer
from railhead.web.models import StoredGame
from railhead.web.right_of_way import RIGHT_OF_WAY
from railhead.web.tables import TABLES, Overtaken

PATIENCE = 10.0
"""Seconds that a bot has; after that an easy one decides."""
OURS = timedelta(seconds=3 * PATIENCE)
"""How long other processes leave a decision to the one that has taken it upon itself."""
LOOK_EVERY = 5.0
"""Seconds between looks for tables at which a bot is to decide and nobody sees to it."""
SETTLED = timedelta(seconds=3)
"""A table that has just changed is seen to by the process that changed it."""

_log = logging.getLogger("railhead.bots")

Think = Callable[[GameFile, Question], Decision]
"""What decides for bots; raises NoAnswer if it cannot."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A bot's decision that is due: at which length of the log, for which seat."""

    game: StoredGame
    length: int
    seat: Seat
    bot: str


def take_turn(game_id: str, think: Think) -> bool:
    """Let the bot decide that is to act at a table; False if none is, or if another process sees to it.

    Nothing is written while somebody's move is on its way: the database lets in one at a time, and the move would wait.
    """
    turn = _claimed(game_id)
    if turn is None:
        return False
    try:
        with TABLES.table(turn.game) as table:
            if table.length != turn.length:
                return False
            decision, reason = _decided(table, turn, think)
        _play(turn, decision, reason)
    except Exception:
        _release(turn)
        raise
    return True


def _claimed(game_id: str) -> Turn | None:
    """A bot's decision that is now ours to see to; one update decides between processes."""
    RIGHT_OF_WAY.give()
    now = timezone.now()
    game = StoredGame.objects.filter(id=game_id, deleted=None, gathering=False).first()
    if game is None or game.bot_to_act is None or game.deciding is None:
        return None
    free = StoredGame.objects.filter(Q(thinking=None) | Q(thinking__lt=now), id=game_id, length=game.length)
    if not free.update(thinking=now + OURS):
        return None
    return Turn(game, game.length, game.deciding, game.bot_to_act)


def _release(turn: Turn) -> None:
    """Leave a decision that went wrong to whoever looks next, instead of holding it until the claim runs out."""
    StoredGame.objects.filter(id=turn.game.id, length=turn.length).update(thinking=None)


def _decided(table: Table, turn: Turn, think: Think) -> tuple[Decision, Reason]:
    """What the bot decides; what an easy one does, if it does not answer with something that is allowed."""
    session = table.session
    start = replace(session.game(), actions=(), undone=())
    try:
        decision = think(start, asking.question(session, turn.bot))
        session.fork().act(decision.action)
    except (NoAnswer, RailheadError) as problem:
        _log.warning("%s at %s did not decide: %s", turn.bot, turn.game.id, problem)
        return asking.stand_in(session, turn.bot)
    return decision, Reason.of(session.book, turn.bot, decision)


def _play(turn: Turn, decision: Decision, reason: Reason) -> None:
    """Play a decision, unless the table has moved on or the seat is somebody else's by now."""
    while True:
        RIGHT_OF_WAY.give()
        row = StoredGame.objects.filter(id=turn.game.id, deleted=None, gathering=False, length=turn.length).first()
        if row is None or row.played_by.get(turn.seat) != turn.bot:
            return
        try:
            TABLES.act_and_follow(
                row, lambda table: table.decide(turn.seat, decision.action, reason, turn.length), row.version
            )
        except Overtaken:  # somebody may only have said something
            continue
        return


def neglected() -> list[StoredGame]:
    """The tables at which a bot is to decide and nobody sees to it: their process has ended, or was never told."""
    now = timezone.now()
    rows = StoredGame.objects.filter(
        Q(thinking=None) | Q(thinking__lt=now),
        deleted=None,
        gathering=False,
        to_act__isnull=False,
        changed__lt=now - SETTLED,
    ).exclude(bots={})
    found = rows.only("id", "to_act", "bots", "players", "host_id")
    return [game for game in found if game.bot_to_act is not None]


class BotPlayers:
    """The threads of a process that see to its bots."""

    def __init__(self) -> None:
        self._ended = Event()

    def start(self) -> None:
        """See to bots from now on."""
        self._ended.clear()
        DUE.open()
        for number in range(AT_ONCE):
            Thread(target=self._take_turns, name=f"bots-{number}", daemon=True).start()
        Thread(target=self._look, name="bots-look", daemon=True).start()

    def stop(self) -> None:
        """Stop, after what is being decided."""
        self._ended.set()
        DUE.close()

    def _take_turns(self) -> None:
        worker = BotWorker()

        def think(start: GameFile, question: Question) -> Decision:
            return worker.ask(start, question, PATIENCE)

        while (game_id := DUE.take()) is not None:
            _seen_to(partial(take_turn, game_id, think))
            DUE.done(game_id)
        worker.end()

    def _look(self) -> None:
        while not self._ended.is_set():
            _seen_to(_see_to_neglected)
            self._ended.wait(LOOK_EVERY)


def _see_to_neglected() -> None:
    for game in neglected():
        DUE.add_in(game, 0)


def _seen_to(work: Callable[[], object]) -> None:
    """Do something with a database connection of this thread; whatever goes wrong, the thread goes on."""
    close_old_connections()
    try:
        work()
    except (DatabaseError, RailheadError) as problem:
        _log.info("A bot's turn has to wait: %s", problem)
    except Exception:
        _log.exception("A bot's turn failed")
    finally:
        close_old_connections()


BOTS = BotPlayers()
