"""Caches of drawings that take no more than so much memory, however many boards are drawn.

How much an entry takes, with what it is found by, was measured on late boards of all titles; a test checks it.
"""

from __future__ import annotations

from collections.abc import Callable
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
