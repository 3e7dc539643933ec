"""A search makes many objects and hardly any cycles: to look for those in between takes a quarter of its time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_LOCK = Lock()
_under_way: list[bool] = []
"""For every search under way: was the garbage collector at work before the first of them began?"""


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let the garbage collector rest until all searches that run at the same time are over."""
    with _LOCK:
        _under_way.append(_under_way[0] if _under_way else gc.isenabled())
        gc.disable()
    try:
        yield
    finally:
        with _LOCK:
            if _under_way.pop() and not _under_way:
                gc.enable()
