"""Who holds which certificate of a file: 18xx.games names every one, we count shares.

Who sells a share that is bought matters for the money, so the certificates of every holder are listed in the order in
which he got them. Purchases and sales name them. Of those given up in mergers and refinancing the last go first; so do
those of the pool that replace a director's certificate. What is swapped is taken from the front. A new director gives
his first three. Real games show that it is done so there.
"""

from __future__ import annotations

from collections.abc import Iterable


class Certificates:
    """The ordinary certificates of one company, by holder; and who has the director's certificate."""

    def __init__(self, names: Iterable[str] = (), holder: int = 0, director: int = 0) -> None:
        self.held: dict[int, list[str]] = {holder: list(names)}
        self.director = director

    def holder(self, share: str) -> int | None:
        """Who has a certificate."""
        return next((holder for holder, held in self.held.items() if share in held), None)

    def give(self, share: str, taker: int) -> None:
        """A certificate that is named changes hands."""
        giver = self.holder(share)
        if giver is not None:
            self.held[giver].remove(share)
        self._list(taker).append(share)

    def pass_on(self, giver: int, taker: int, count: int, front: bool = False) -> None:
        """So many that are not named change hands, one by one; the other way if the number is below zero."""
        if count < 0:
            giver, taker, count = taker, giver, -count
        for _ in range(min(count, len(self._list(giver)))):
            self._list(taker).append(self._list(giver).pop(0 if front else -1))

    def appoint(self, director: int, size: int) -> None:
        """A new director gives ordinary certificates for the director's."""
        given, self.held[director] = self._list(director)[:size], self._list(director)[size:]
        self._list(self.director).extend(given)
        self.director = director

    def settle(self, counts: dict[int, int]) -> None:
        """Whoever is left with more than he can have gives it to those who have less."""
        surplus: list[str] = []
        for holder, held in self.held.items():
            keeps = max(0, counts.get(holder, 0))
            surplus += held[keeps:]
            self.held[holder] = held[:keeps]
        for holder, count in counts.items():
            while surplus and len(self._list(holder)) < count:
                self._list(holder).append(surplus.pop(0))

    def _list(self, holder: int) -> list[str]:
        return self.held.setdefault(holder, [])
