"""Characters: how players of one strength differ. A handful of weights, none of which costs much strength."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Character:
    """What a player likes more, or less, than others do; 1 is ordinary."""

    name: str = ""
    own: float = 1.0
    """Shares of companies of their own."""
    cheap: float = 1.0
    """Shares that cost little."""
    selling: float = 1.0
    """Turning shares into money."""
    privates: float = 1.0
    """Private companies."""
    starting: float = 1.0
    """Companies of their own, and soon."""
    building: float = 1.0
    """Track and tokens, even if they cost something."""
    harm: float = 1.0
    """That others have less."""


PLAIN = Character()

CHARACTERS = {
    each.name: each
    for each in (
        Character("builder", own=1.2, selling=0.6, building=1.5),
        Character("trader", cheap=1.25, selling=1.4, own=0.9),
        Character("raider", harm=1.6, selling=1.2, own=1.1),
        Character("miser", privates=1.3, starting=0.7, building=0.7),
    )
}
"""By name: the characters besides the plain one."""
