"""What users of a site with accounts say to each other in its lobby."""

from __future__ import annotations

from django.contrib.auth.models import User

from railhead.core.refusal import Malformed
from railhead.web import bonds, silence
from railhead.web.models import LobbyMessage
from railhead.web.tables import check_text
from railhead.web.talk import Said, Talk, parts_of

SHOWN = 60
"""How many of the last messages are shown."""
LONGEST = 500
"""Characters of a message."""


def say(user: User, text: str) -> None:
    """Say something to everybody."""
    if not text or len(text) > LONGEST:
        raise Malformed("A message has 1 to {longest} characters", longest=LONGEST)
    check_text(text)
    silence.demand_voice(user)
    LobbyMessage.objects.create(user=user, text=text)


def said_in_lobby(reader: User) -> Talk:
    """What was said lately, the oldest first. Whoever has talked there, and the reader, can be addressed."""
    heard = LobbyMessage.objects.exclude(user__in=bonds.unheard([reader.pk]))
    latest = list(heard.select_related("user").order_by("-id")[:SHOWN])[::-1]
    names = {message.user.get_username() for message in latest} | {reader.get_username()}
    return Talk(tuple(_read(message, names, reader) for message in latest))


def _read(message: LobbyMessage, names: set[str], reader: User) -> Said:
    parts = tuple(parts_of(message.text, names))
    me = f"@{reader.get_username()}".casefold()
    mine = message.user_id == reader.pk
    return Said(
        id=message.pk,
        name=message.user.get_username(),
        parts=parts,
        time=message.time,
        mine=mine,
        account=message.user.get_username(),
        mentions_me=not mine and any(part.mention and part.text.casefold() == me for part in parts),
    )
