"""The site has too much to do of one kind: a refusal that says when to come again."""

from __future__ import annotations

from railhead.core.refusal import RailheadError

AGAIN = 10
"""Seconds after which it may be tried again."""


class Busy(RailheadError):
    """Too many are waiting for the same kind of work; nothing was done."""

    def __init__(self, what: str = "The site is busy") -> None:
        super().__init__(f"{what}; please try again shortly")
