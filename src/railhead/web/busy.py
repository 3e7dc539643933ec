"""The site has too much to do of one kind: a refusal that says when to come again."""

from __future__ import annotations

from railhead.core.refusal import RailheadError

AGAIN = 10
"""Seconds after which it may be tried again."""


class Busy(RailheadError):
    """Too many are waiting for the same kind of work; nothing was done."""

    def __init__(self, reason: str = "The site is busy; please try again shortly") -> None:
        super().__init__(reason)
