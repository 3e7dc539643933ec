"""A search makes many objects and hardly any cycles: to look for those in between takes a quarter of its time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_under_way: list[None] = []
"""All searches under way."""
_stopped: list[None] = []
"""Filled if the garbage collector was at work before the first of them began."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let the garbage collector rest until all searches that run at the same time are over.

    Where threads begin and end at the same moment, it may work during a search, but is never left stopped.
    """
    _under_way.append(None)
    if gc.isenabled():
        _stopped.append(None)
        gc.disable()
    try:
        yield
    finally:
        _under_way.pop()
        if _stopped and not _under_way:
            _stopped.clear()
            gc.enable()
