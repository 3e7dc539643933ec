"""What has been worked out before, kept in the rulebook: a changed key is the invalidation.

Keys hold what the answer depends on: the track (`game.state.tiles`), the tokens (`game.state.tokens`), trains, and so
on. They are compared as a whole, never by a hash alone, and the order in which tiles were laid makes no difference.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar, TypeVarTuple, Unpack

from railhead.core.game import Game

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


@dataclass(frozen=True, eq=False)
class Kind(Generic[T]):
    """A kind of thing worth keeping, and how many of it a rulebook keeps."""

    name: str
    most: int


def cached(game: Game, kind: Kind[T], key: Hashable, make: Callable[[], T]) -> T:
    """Something worked out for a key, made only if it is not kept yet; what was used longest ago is dropped.

    Threads that ask at the same time may both make it, which is harmless.
    """
    kept: OrderedDict[Hashable, T] | None = game.book.cache.get(kind)
    if kept is None:
        kept = game.book.cache.setdefault(kind, OrderedDict())
    try:
        found = kept[key]
        if len(kept) >= kind.most:  # only then does it matter what was used last
            kept.move_to_end(key)
    except KeyError:
        found = kept[key] = make()
        if len(kept) > kind.most:
            kept.popitem(last=False)
    return found


def computed(game: Game, kind: Kind[T], function: Callable[[Unpack[Arguments]], T], *arguments: *Arguments) -> T:
    """What a pure function makes of its arguments, kept by all of them: none can be forgotten in the key."""
    return cached(game, kind, arguments, lambda: function(*arguments))
