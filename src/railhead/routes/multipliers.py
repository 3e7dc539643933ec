"""What is paid once a turn, and the Lagrange multipliers on what trains compete for."""

from __future__ import annotations

from dataclasses import dataclass, field

from railhead.routes.graph import ones


@dataclass
class Multipliers:
    """What using a piece of track costs, and what is kept back of an item; nothing to begin with."""

    track: dict[int, int] = field(default_factory=dict)
    items: dict[int, int] = field(default_factory=dict)
    closed: int = 0
    """Track that may not be used at any price."""
    known: dict[int, int] = field(default_factory=dict)
    """Sums for items that have been asked for."""

    @property
    def total(self) -> int:
        """All multipliers together: what sets of runs may be worth beyond their reduced worth."""
        return sum(self.track.values()) + sum(self.items.values())

    def of(self, track: int, items: int) -> int:
        """The price of what a run uses."""
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
    """What is paid once a turn: places and hexes, one bit each."""

    def __init__(self) -> None:
        self.bits: dict[tuple[str, int], int] = {}
        self.worth: dict[int, int] = {}
        self.known: dict[int, int] = {}
        """Sums that have been asked for."""

    def add(self, kind: str, number: int, worth: int) -> int:
        """The bit of an item; it is worth the most it is worth to any train."""
        bit = self.bits.setdefault((kind, number), 1 << len(self.bits))
        if worth > self.worth.get(bit, -1):
            self.worth[bit] = worth
            self.known.clear()
        return bit

    @property
    def shift(self) -> int:
        """By how much other bits are shifted so as not to be taken for items."""
        return 1 + len(self.bits)

    def value(self, mask: int) -> int:
        """What some items are worth."""
        known = self.known.get(mask)
        if known is None:
            known = self.known[mask] = sum([self.worth[bit] for bit in ones(mask)])
        return known
