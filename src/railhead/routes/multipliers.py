"""What trains compete for beside track, and the Lagrange multipliers on all of it.

Two runs of a turn compete for track that only one train may use, and for *items*: what pays only once, however many
runs call there. Requiring that nothing is used or paid twice is what makes the choice of runs a set packing problem.
Relaxing that requirement puts a multiplier, a price, on each such resource; the trains then separate.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from railhead.routes.graph import ones


@dataclass
class Multipliers:
    """A price for each piece of track, and for each item what is held back of its worth; zero where none is given."""

    track: dict[int, int] = field(default_factory=dict)
    items: dict[int, int] = field(default_factory=dict)
    closed: int = 0
    """Track that may not be used at any price."""
    known: dict[int, int] = field(default_factory=dict, compare=False)
    """Cache: sums over masks of items."""

    @property
    def total(self) -> int:
        """The sum of all multipliers: the constant term of the dual bound."""
        return sum(self.track.values()) + sum(self.items.values())

    def of(self, track: int, items: int) -> int:
        """The price of what a run uses: its worth less this is its reduced worth."""
        cost = 0
        if self.track:
            cost = sum([self.track.get(bit, 0) for bit in ones(track)])
        if self.items and items:
            kept = self.known.get(items)
            if kept is None:
                kept = self.known[items] = sum([self.items.get(bit, 0) for bit in ones(items)])
            cost += kept
        return cost


NO_MULTIPLIERS = Multipliers()


class Items:
    """What pays only once a turn: places, hexes and some bonuses, one bit each."""

    def __init__(self) -> None:
        self.bits: dict[tuple[str, int], int] = {}
        self.worth: dict[int, int] = {}
        self.known: dict[int, int] = {}
        """Cache: the worth of masks of items."""

    def add(self, kind: str, number: int, worth: int) -> int:
        """The bit of an item, which is worth the most it is worth to any train."""
        bit = self.bits.setdefault((kind, number), 1 << len(self.bits))
        if worth > self.worth.get(bit, -1):
            self.worth[bit] = worth
            self.known.clear()
        return bit

    def value(self, mask: int) -> int:
        """What some items are worth together."""
        known = self.known.get(mask)
        if known is None:
            known = self.known[mask] = sum([self.worth[bit] for bit in ones(mask)])
        return known
