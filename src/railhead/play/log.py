"""The log of a table: everything that was ever done at it, in order. Entries are added and never removed.

A move that is taken back stays in the log, and the undo is an entry of its own. So the length of the log permanently
identifies a point of the game: whoever answers with a different length has not seen everything.
"""

from __future__ import annotations

from dataclasses import dataclass

from railhead.bots.reason import Reason
from railhead.core.ids import Seat
from railhead.core.refusal import Malformed

ACT, UNDO, REDO = "act", "undo", "redo"
KINDS = (ACT, UNDO, REDO)


@dataclass(frozen=True, slots=True)
class Entry:
    """Something a seat did at the table."""

    kind: str
    seat: Seat
    text: str
    """The action; for an undo, how many actions are left."""
    automatic: bool = False
    """Done by a standing order of the seat, or by a bot."""
    imported: bool = False
    """Done on another system: it came with a file, and was judged as that system judged it."""
    time: str = ""
    """When it was done, as recorded by whoever stores the table; nothing depends on it."""
    reason: Reason | None = None
    """Why a bot did it; None for people and their orders."""


def undo_entry(seat: Seat, left: int) -> Entry:
    """The entry that takes back all actions after this one."""
    return Entry(UNDO, seat, str(left))


def left_by(entry: Entry) -> int:
    """How many actions an undo leaves."""
    if not (entry.text.isascii() and entry.text.isdigit() and len(entry.text) <= 7):
        raise Malformed("'{text}' is not a number of actions", text=entry.text)
    return int(entry.text)
