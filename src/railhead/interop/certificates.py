"""Where the certificates of a file are: on offer, with their company, or in the pool.

18xx.games names every certificate, we count shares. Who sells one that is bought matters for the money, so what can be
known of the places is kept. Mergers, refinancing and new directors move certificates without naming them; then only
the numbers left say something.
"""

from __future__ import annotations

from collections.abc import Iterable


class Certificates:
    """The ordinary certificates of one company known to be on offer, with the company, or in the pool."""

    def __init__(self, names: Iterable[str] = (), chartered: bool = True) -> None:
        self.offered = list(names) if chartered else []
        self.kept = [] if chartered else list(names)
        self.pooled: list[str] = []

    def bought(self, share: str) -> None:
        """A player has it now."""
        for place in (self.offered, self.kept, self.pooled):
            if share in place:
                place.remove(share)

    def redeemed(self, share: str) -> None:
        """The company has it now."""
        self.bought(share)
        self.kept.append(share)

    def sold(self, shares: Iterable[str]) -> None:
        """A player has given them to the pool."""
        for share in shares:
            self.bought(share)
            self.pooled.append(share)

    def is_kept(self, share: str, pooled: int, kept: int) -> bool:
        """Does the company have it, when there are so many in the pool and with the company?

        Either it is known there, or it is not known in the pool, where all are known.
        """
        if share in self.kept:
            return True
        return share not in self.pooled and pooled <= len(self.pooled) and kept > len(self.kept)

    def left(self, offered: int, kept: int, pooled: int) -> None:
        """Shares have moved without being named, and so many are left in each place.

        Of a treasury those that came last go first, as far as real games show; of the pool nothing can be said.
        """
        if offered == 0:
            self.offered = []
        self.kept = self.kept[:kept]
        if pooled < len(self.pooled):
            self.pooled = []
