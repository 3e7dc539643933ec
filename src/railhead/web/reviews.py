"""Reviews of games that are over: worked out part by part in separate processes, and kept.

Each part is a task of its own time, so that the work goes on where it stopped, whichever process does it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from railhead.play.review import Review, review
from railhead.web import apart, tasks
from railhead.web.apart import Limits, TooMuch
from railhead.web.clients import Client
from railhead.web.models import StoredGame, StoredReview
from railhead.web.tables import TABLES

KIND = "review"
PART = 40
"""How many actions are looked at in one go: seconds, so that the page can show how far it is."""
LIMITS = Limits(seconds=90)
"""What a part may take; beyond that it is left out."""


def found(game: StoredGame) -> StoredReview:
    """The review of a game that is over, as far as it has been worked out; it is begun if nobody has asked before."""
    row, new = StoredReview.objects.get_or_create(game=game, defaults={"length": game.length})
    if row.length != game.length:
        row = StoredReview(game=game, length=game.length)
        row.save()
        new = True
    if new:
        tasks.add(KIND, f"{KIND} {game.id} {game.length}", game=game.id, length=game.length)
    return row


@tasks.handles(KIND, at_once=1)
def work_on(payload: Mapping[str, Any]) -> None:
    """Look at the next part of a game; the rest is postponed until right after."""
    row = StoredReview.objects.filter(game_id=payload["game"], length=payload["length"]).first()
    game = StoredGame.objects.filter(id=payload["game"], length=payload["length"], deleted=None).first()
    if row is None or game is None or row.done >= game.actions:
        return
    with TABLES.table(game) as table:
        file = table.session.game()
    last = min(row.done + PART, game.actions)
    sofar = Review.from_data(row.data) if row.data else Review()
    try:
        sofar += apart.run(LIMITS, Client(), review, file, row.done, last)
    except TooMuch:
        row.left_out += last - row.done
    row.done, row.data = last, sofar.to_data()
    row.save(update_fields=["done", "data", "left_out"])
    if last < game.actions:
        raise tasks.Postponed(timezone.now())
