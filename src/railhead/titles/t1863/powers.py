"""Whose powers the privates are: those of companies, never those of players (1863-PRIV-22)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Private


def company_with(game: Game, private: Private) -> Company | None:
    """The company that owns a private, if one does."""
    owner = game.state.privates[private]
    return game.book.company_of(owner) if owner >= 0 else None
