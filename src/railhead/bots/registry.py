"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable

from railhead.bots.bot import Bot
from railhead.bots.careless import Careless
from railhead.core.refusal import Malformed

BOTS: dict[str, Callable[[], Bot]] = {"random": Careless}


def find(name: str) -> Bot:
    """A bot by name."""
    if name not in BOTS:
        raise Malformed(f"'{name}' is not a bot; these are: {', '.join(BOTS)}")
    return BOTS[name]()
