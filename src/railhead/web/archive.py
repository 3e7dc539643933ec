"""Games that somebody does not want to see among theirs any more. Nothing else changes, and nobody else notices."""

from __future__ import annotations

from django.http import HttpRequest

from railhead.web import access
from railhead.web.models import StoredGame

ARCHIVED = "archived"
MOST = 2000
"""How many games a browser without an account remembers to have archived."""


def archived(request: HttpRequest) -> frozenset[str]:
    """The games that whoever asks has archived: their account says which, or else their browser's session."""
    user = access.signed_in(request)
    if user is not None:
        return frozenset(StoredGame.objects.filter(archived_by=user).values_list("id", flat=True))
    return frozenset(request.session.get(ARCHIVED, []))


def archive(request: HttpRequest, game: StoredGame, away: bool) -> None:
    """Put a game into the archive, or take it out."""
    user = access.signed_in(request)
    if user is not None:
        (game.archived_by.add if away else game.archived_by.remove)(user)
        return
    others = [game_id for game_id in request.session.get(ARCHIVED, []) if game_id != game.id]
    request.session[ARCHIVED] = [*others, game.id][-MOST:] if away else others
