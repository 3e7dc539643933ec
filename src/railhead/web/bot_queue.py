"""Tables at which a bot may be to decide, each with the moment at which it is time: people want to see what happens.

When it is time for more of them than can be seen to, tables at which people play come first. Those of bots only are
seen to now and then even so, one owner's after another's, and never take all the processes there are: whoever lets a
hundred of them play holds up nobody but themselves.
"""

from __future__ import annotations

import heapq
from collections import OrderedDict
from threading import Condition
from time import monotonic
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from railhead.web.models import StoredGame

AGAIN = 0.25
"""How much of the pause there is between decisions of the same seat: they belong together."""
AT_ONCE = 2
"""How many bots of this process may think at the same time, each in a process of its own."""
ONE_IN = 4
"""While bots have more to do than they can, every so many turns one is of a table without people."""
MOST_OWNERS = 1000
"""Of so many it is known when a bot last decided for them."""


class Due:
    """Tables in the order in which it will be time to look at them. Nothing is kept while nobody takes anything."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._open = False
        self._times: list[tuple[float, str]] = []
        self._waiting: dict[str, float] = {}
        """By table: when it is time. Of several times for one table the earliest counts."""
        self._owners: dict[str, str | None] = {}
        """By table that waits: whose it is, if only bots play there; None for one with people."""
        self._with_people: OrderedDict[str, None] = OrderedDict()
        self._of_bots: OrderedDict[str, None] = OrderedDict()
        """Tables for which it is time."""
        self._seen_to: OrderedDict[str, None] = OrderedDict()
        """Owners of tables of bots, the one for whom a bot decided last at the end."""
        self._turns = 0
        self._taken: set[str] = set()
        """Tables of bots that are being seen to."""

    def open(self) -> None:
        """Tables are taken from now on."""
        with self._changed:
            self._open = True

    def close(self) -> None:
        """Nobody takes tables any more."""
        with self._changed:
            self._open = False
            for kept in (self._times, self._waiting, self._owners, self._with_people, self._of_bots, self._taken):
                kept.clear()
            self._changed.notify_all()

    def add(self, game: StoredGame, *, again: bool = False) -> None:
        """A bot may be to decide at a table; it waits a moment, or a shorter one if it goes on with its own turn."""
        pause = settings.CONFIGURATION.bot_pause
        self.add_in(game, pause * AGAIN if again else pause)

    def add_in(self, game: StoredGame, seconds: float) -> None:
        """Look at a table after so many seconds."""
        when = monotonic() + seconds
        with self._changed:
            if self._open and when < self._waiting.get(game.id, float("inf")):
                self._waiting[game.id] = when
                self._owners[game.id] = _owner_of_bots(game)
                heapq.heappush(self._times, (when, game.id))
                self._changed.notify()

    def take(self) -> str | None:
        """The next table, when it is time for it; None once it is closed. Say when it is `done`."""
        with self._changed:
            while self._open:
                self._look_at_clock()
                found = self._next()
                if found is not None:
                    return found
                self._changed.wait(self._times[0][0] - monotonic() if self._times else None)
            return None

    def done(self, game_id: str) -> None:
        """The bot has decided, or need not."""
        with self._changed:
            self._taken.discard(game_id)
            self._changed.notify()

    def _look_at_clock(self) -> None:
        """For some tables it may be time by now."""
        now = monotonic()
        while self._times and self._times[0][0] <= now:
            when, game_id = heapq.heappop(self._times)
            if self._waiting.get(game_id) == when:
                (self._with_people if self._owners[game_id] is None else self._of_bots)[game_id] = None

    def _next(self) -> str | None:
        """The table that comes first of those for which it is time."""
        bots_too = bool(self._of_bots) and len(self._taken) < AT_ONCE - 1
        if not bots_too and not self._with_people:
            return None
        self._turns += 1
        if self._with_people and not (bots_too and self._turns % ONE_IN == 0):
            found, _ = self._with_people.popitem(last=False)
        else:
            found = self._neglected()
            del self._of_bots[found]
            self._taken.add(found)
        del self._waiting[found], self._owners[found]
        return found

    def _neglected(self) -> str:
        """Of the tables of bots, the first of the owner who has waited longest."""
        order = {owner: number for number, owner in enumerate(self._seen_to)}
        found = min(self._of_bots, key=lambda game_id: order.get(str(self._owners[game_id]), -1))
        owner = str(self._owners[found])
        self._seen_to[owner] = None
        self._seen_to.move_to_end(owner)
        if len(self._seen_to) > MOST_OWNERS:
            self._seen_to.popitem(last=False)
        return found


def _owner_of_bots(game: StoredGame) -> str | None:
    """Whose table it is, if only bots play there; on a site without accounts each is on its own. None with people."""
    if len(game.bots) < len(game.players):
        return None
    return f"table {game.id}" if game.host_id is None else f"user {game.host_id}"


DUE = Due()
