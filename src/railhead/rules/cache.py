"""What has been worked out for the same track and tokens, kept in the rulebook: a changed key is the invalidation."""

from __future__ import annotations

from railhead.core.game import Game

CACHED = 4096
"""How many things are kept before all are forgotten."""


def remembered(game: Game, key: tuple[object, ...]) -> object | None:
    """Something worked out before for the same track and tokens."""
    return game.book.cache.get(key)


def remember(game: Game, key: tuple[object, ...], value: object) -> None:
    """Keep something worked out; the memory is bounded."""
    if len(game.book.cache) >= CACHED:
        game.book.cache.clear()
    game.book.cache[key] = value


def track_key(game: Game) -> tuple[object, ...]:
    """What identifies the track on the board."""
    return tuple(game.state.tiles.items())
