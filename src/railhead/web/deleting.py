"""Deleted games: out of sight at once, gone for good only after a while, so that nothing is lost by a slip."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from railhead.web.models import StoredGame
from railhead.web.tables import TABLES

KEPT = timedelta(days=30)
"""How long a deleted game can be restored."""


def delete(game: StoredGame) -> None:
    """Delete a game; it can be restored for a while."""
    _mark(game, deleted=True)
    TABLES.forget(game.id)


def restore(game: StoredGame) -> None:
    """Bring a deleted game back as it was."""
    _mark(game, deleted=False)


def purge() -> None:
    """Remove for good what was deleted long ago."""
    StoredGame.objects.filter(deleted__lt=timezone.now() - KEPT).delete()


def _mark(game: StoredGame, deleted: bool) -> None:
    game.deleted = timezone.now() if deleted else None
    game.save(update_fields=["deleted"])
