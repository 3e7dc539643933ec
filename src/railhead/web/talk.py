"""What is said at a table, as somebody reads it: who is addressed by "@name", and what is one's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from railhead.web import bonds
from railhead.web.models import Message, seat_of
from railhead.web.viewer import Viewer

SHOWN = 200
"""How many of the last messages are shown."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a message: plain text, or a player addressed."""

    text: str
    mention: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A message as a viewer reads it."""

    id: int
    name: str
    parts: tuple[Part, ...]
    time: datetime
    mine: bool
    mentions_me: bool
    account: str = ""
    """The user who said it, on a site with accounts."""


@dataclass(frozen=True, slots=True)
class Talk:
    """The last messages at a table."""

    all: tuple[Said, ...]

    @property
    def last_id(self) -> int:
        """Which message was the last; 0 if there is none."""
        return self.all[-1].id if self.all else 0


def said_at(viewer: Viewer) -> Talk:
    """What was said at a table, the oldest first."""
    names = tuple(viewer.game.players)
    own = frozenset(viewer.game.places[seat] for seat in viewer.who.seats) if not viewer.game.hot_seat else frozenset()
    heard = viewer.game.messages.exclude(user__in=_unheard(viewer)).select_related("user")
    return Talk(tuple(_read(message, names, own, viewer) for message in list(heard.order_by("-id")[:SHOWN])[::-1]))


def _unheard(viewer: Viewer) -> frozenset[int]:
    """Those whom the viewer has muted or blocked."""
    seats = ((seat_of(seat.place), seat.user_id) for seat in viewer.game.seats.all())
    return bonds.unheard(user for place, user in seats if user is not None and place in viewer.who.seats)


def _read(message: Message, names: Iterable[str], own: frozenset[str], viewer: Viewer) -> Said:
    parts = tuple(parts_of(message.text, names))
    addressed = {part.text.removeprefix("@").casefold() for part in parts if part.mention}
    mine = message.seat in viewer.who.seats
    return Said(
        id=message.id,
        name=message.name,
        parts=parts,
        time=message.time,
        mine=mine,
        mentions_me=not mine and any(name.casefold() in addressed for name in own),
        account="" if message.user is None else message.user.get_username(),
    )


def parts_of(text: str, names: Iterable[str]) -> Iterator[Part]:
    """A text with the players it addresses apart; of two names that begin alike the longer one counts."""
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    pieces = re.split(rf"(@(?:{known})(?!\w))", text, flags=re.IGNORECASE) if known else [text]
    for number, piece in enumerate(pieces):
        if piece:
            yield Part(piece, mention=number % 2 == 1)
