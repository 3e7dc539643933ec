"""Tables from their logs. A long log is replayed in a process of its own: moves elsewhere do not wait for it."""

from __future__ import annotations

from collections.abc import Sequence

from railhead.play.gamefile import GameFile
from railhead.play.log import Entry
from railhead.play.table import Table
from railhead.web import apart, packing
from railhead.web.apart import Limits, TooMuch
from railhead.web.clients import Client

LONG = 100
"""So many entries are replayed apart: a few take less time than to hand over the table."""
LIMITS = Limits(seconds=120, nice=5)
"""What it may take there; beyond that it is done here, as the table is wanted all the same. Somebody waits for it."""


def replayed(file: GameFile, log: Sequence[Entry]) -> Table:
    """The table of a game with everything in its log."""
    if len(log) < LONG:
        return Table(file, log)
    try:
        return packing.unpacked(apart.run(LIMITS, Client(), packed, file, tuple(log)), Table(file))
    except TooMuch:
        if apart.UNDER_WAY.over:
            raise
        return Table(file, log)


def packed(file: GameFile, log: tuple[Entry, ...]) -> bytes:
    """The same as bytes."""
    return packing.packed(Table(file, log))
