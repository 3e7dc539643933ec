"""Environments for learning players: every title, by the interfaces of PettingZoo and gymnasium (`railhead[research]`).

`aec` has an agent in every seat; `Solo` has one learner among bots. Both offer at most 256 actions at a time, listed
anew for every decision, with a mask, features of the position and of every action, and their texts.
"""

from __future__ import annotations

from gymnasium import register

from railhead.research.observing import MOST_LISTED
from railhead.research.seats import Seats, aec
from railhead.research.solo import Solo

__all__ = ["MOST_LISTED", "Seats", "Solo", "aec"]

register(id="railhead/Solo-v0", entry_point="railhead.research.solo:Solo")
