"""Rates at which old shares are exchanged for new ones, and what odd lots are worth."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """How many old shares are exchanged for how many new ones. Sums of money are rounded down."""

    give: int
    get: int

    def up(self, held: int) -> int:
        """How many new shares a holding becomes if an odd lot is made up to a whole share."""
        return -(-held * self.get // self.give)

    def down(self, held: int) -> int:
        """How many new shares a holding becomes if an odd lot is given up."""
        return held * self.get // self.give

    def cost(self, held: int, shares: int, price: int) -> int:
        """What it costs to get this many new shares for this many old ones."""
        return self.rounded((shares * self.give - held * self.get) * price)

    def value(self, held: int, shares: int, price: int) -> int:
        """How much more the old shares are worth than the new ones."""
        return self.rounded((held * self.get - shares * self.give) * price)

    def rounded(self, parts: int) -> int:
        """A sum of money, given in the parts into which a new share is divided."""
        return parts // self.give


@dataclass(frozen=True, slots=True)
class NearestRate(Rate):
    """A rate whose sums of money are rounded to the nearest whole number, and halves up."""

    def rounded(self, parts: int) -> int:
        return (2 * parts + self.give) // (2 * self.give)


TWO_FOR_ONE = Rate(2, 1)
