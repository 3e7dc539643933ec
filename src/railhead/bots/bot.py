"""What a bot is: something that decides, from what its seat may see and may do."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from railhead.core.actions import Action
from railhead.core.choices import Choices

Look = Callable[[], dict[str, Any]]
"""Asks for the view of the bot's seat; made only when a bot wants it."""


class Bot(Protocol):
    """A player that decides by itself."""

    def decide(self, look: Look, choices: Choices, chance: Random) -> Action:
        """One of the choices."""
