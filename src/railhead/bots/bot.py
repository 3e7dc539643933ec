"""What a bot is: something that decides, from what its seat may see and may do."""

from __future__ import annotations

from random import Random
from typing import Protocol

from railhead.core.actions import Action
from railhead.core.choices import Choices
from railhead.core.view import View


class Bot(Protocol):
    """A player that decides by itself."""

    def decide(self, view: View, choices: Choices, chance: Random) -> Action:
        """One of the choices."""
