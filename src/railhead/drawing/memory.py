"""Caches of drawings that take no more than so much memory, however many boards are drawn.

How much an entry takes, with what it is found by, was measured on late boards of all titles; a test checks it.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import _lru_cache_wrapper, lru_cache
from typing import Any, TypeVar

Result = TypeVar("Result")

MEGABYTE = 1_000_000
KEPT: list[tuple[_lru_cache_wrapper[Any], int]] = []
"""Every cache of some size, and how many bytes its entries take on average."""


def remembered(entry: int, megabytes: int) -> Callable[[Callable[..., Result]], _lru_cache_wrapper[Result]]:
    """Remember what a function returned last, as far as there is room, if an entry takes about so many bytes."""

    def remembering(function: Callable[..., Result]) -> _lru_cache_wrapper[Result]:
        found = lru_cache(maxsize=megabytes * MEGABYTE // entry)(function)
        KEPT.append((found, entry))
        return found

    return remembering


ENTRY = 1_000
"""Bytes that the key of a text takes, about: it refers to records that others have too."""
LONG = 8_000
"""A text of so many characters is kept compressed: it takes a sixth of the room, and is unpacked in 50 microseconds."""


class Texts:
    """Pictures and parts of pages as texts, by everything they show: equal ones are made once, whoever sees them.

    Their sizes differ by far, so they are counted as they are. What was used last is kept, as far as there is room.
    """

    def __init__(self, megabytes: int) -> None:
        self.most = megabytes * MEGABYTE
        self.taken = 0
        self._kept: OrderedDict[Hashable, str | bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable, make: Callable[[], str]) -> str:
        """The text for a key, made if it is not there. Threads may both make it, which is harmless."""
        found = self._kept.get(key)
        if found is not None:
            with suppress(KeyError):  # another thread has just dropped it
                self._kept.move_to_end(key)
            return found if isinstance(found, str) else zlib.decompress(found).decode()
        made = make()
        kept = self._kept[key] = made if len(made) < LONG else zlib.compress(made.encode(), 1)
        self.taken += _size(kept)
        if self.taken > self.most:
            self._make_room()
        return made

    def _make_room(self) -> None:
        """Drop what was used longest ago. Threads may have lost count of each other, so all of it is counted anew."""
        self.taken = sum(map(_size, tuple(self._kept.values())))
        with suppress(KeyError):
            while self.taken > 0.9 * self.most:
                _, oldest = self._kept.popitem(last=False)
                self.taken -= _size(oldest)


def _size(kept: str | bytes) -> int:
    return kept.__sizeof__() + ENTRY


TEXTS = Texts(megabytes=24)
"""What all tables share."""
