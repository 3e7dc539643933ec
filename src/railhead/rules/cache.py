"""Caches of computed results, kept in the rulebook. There is no invalidation: a changed position has a different key.

A key contains everything the result depends on: the track (`game.state.tiles`), the tokens (`game.state.tokens`),
trains, and so on. Keys are compared in full, never by hash alone, and the order in which tiles were laid is irrelevant.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar, TypeVarTuple, Unpack

from railhead.core.game import Game
from railhead.core.rulebook import Rulebook
from railhead.core.state import State

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")

AT_REST = 64
"""A rulebook whose game waits keeps this part of the results that it may have in memory: one in so many."""


@dataclass(frozen=True, eq=False)
class Kind(Generic[T]):
    """A kind of cached result, and how many of them a rulebook keeps."""

    name: str
    most: int


def cached(game: Game, kind: Kind[T], key: Hashable, make: Callable[[], T]) -> T:
    """The cached result for a key, computed if missing; the least recently used result is dropped.

    Threads that ask at the same time may both compute it, which is harmless.
    """
    kept: OrderedDict[Hashable, T] | None = game.book.cache.get(kind)
    if kept is None:
        kept = game.book.cache.setdefault(kind, OrderedDict())
    try:
        found = kept[key]
        kept.move_to_end(key)
    except KeyError:
        found = kept[key] = make()
        if len(kept) > kind.most:
            kept.popitem(last=False)
    return found


def computed(game: Game, kind: Kind[T], function: Callable[[Unpack[Arguments]], T], *arguments: *Arguments) -> T:
    """The cached result of a pure function; the key is all of its arguments, so none can be forgotten."""
    return cached(game, kind, arguments, lambda: function(*arguments))


def asked_last(game: Game, kind: Kind[T], subject: object, make: Callable[[], T]) -> T:
    """The last result of this kind, if it was for the same subject and nothing on the table has changed; or a new one.

    For questions that are asked several times about one position, and whose answer may depend on anything in it but the
    agenda: to compare two states is quicker than to gather what a complete key would need.
    """
    last: tuple[object, State, T] | None = game.book.cache.get(kind)
    if last is None or last[0] != subject or not last[1].same_table(game.state):
        last = game.book.cache[kind] = (subject, game.state.clone(), make())
    return last[2]


def latest(game: Game, kind: Kind[T]) -> T | None:
    """The result kept last, as a starting point for the next one; None if there is none yet."""
    kept: OrderedDict[Hashable, T] = game.book.cache.get(kind, OrderedDict())
    try:
        return next(reversed(kept.values()), None)
    except RuntimeError:  # another thread is just adding to them
        return None


def put_down(book: Rulebook) -> None:
    """Keep only what was used last of each kind: the game waits for its next move, perhaps for days."""
    for kind, kept in tuple(book.cache.items()):
        if isinstance(kind, Kind) and isinstance(kept, OrderedDict):
            with suppress(KeyError):  # another thread drops some as well
                while len(kept) > max(1, kind.most // AT_REST):
                    kept.popitem(last=False)
