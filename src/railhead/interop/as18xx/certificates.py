"""Who holds which certificate of a file: 18xx.games identifies each one, whereas we count shares.

The seller of a share gets the money, so each holder's certificates are listed in the order in which they were acquired.
Purchases and sales name them. Those given up in mergers and refinancing are taken from the end of the list, and so are
those of the pool that replace a director's certificate. Swaps take them from the front. A new director gives up their
first three. Real games confirm all this. That a company in need of a train sells its own from the front is an
assumption, based on how sales name them.
"""

from __future__ import annotations

from collections.abc import Iterable

from railhead.core.events import DirectorChanged, Event, SharesMoved
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner
from railhead.rules.directors import director_size, ordinary

MOVED = (SharesMoved, DirectorChanged)
"""The events in which certificates change hands."""


class Certificates:
    """The ordinary certificates of one company, by holder; and who has the director's certificate."""

    def __init__(self, names: Iterable[str] = (), holder: Owner = BANK, director: Owner = BANK) -> None:
        self.held: dict[Owner, list[str]] = {holder: list(names)}
        self.director = director

    def holder(self, share: str) -> Owner | None:
        """Who has a certificate."""
        return next((holder for holder, held in self.held.items() if share in held), None)

    def give(self, share: str, taker: Owner) -> None:
        """A certificate that is named changes hands."""
        giver = self.holder(share)
        if giver is not None:
            self.held[giver].remove(share)
        self._list(taker).append(share)

    def pass_on(self, giver: Owner, taker: Owner, count: int, front: bool = False) -> None:
        """This many unnamed certificates change hands, one by one; in the other direction if negative."""
        if count < 0:
            giver, taker, count = taker, giver, -count
        for _ in range(min(count, len(self._list(giver)))):
            self._list(taker).append(self._list(giver).pop(0 if front else -1))

    def appoint(self, director: Owner, size: int) -> None:
        """A new director exchanges ordinary certificates for the director's."""
        given, self.held[director] = self._list(director)[:size], self._list(director)[size:]
        self._list(self.director).extend(given)
        self.director = director

    def settle(self, counts: dict[Owner, int]) -> None:
        """Holders with more certificates than shares pass the excess to those with fewer."""
        surplus: list[str] = []
        for holder, held in self.held.items():
            keeps = max(0, counts.get(holder, 0))
            surplus += held[keeps:]
            self.held[holder] = held[:keeps]
        for holder, count in counts.items():
            while surplus and len(self._list(holder)) < count:
                self._list(holder).append(surplus.pop(0))

    def _list(self, holder: Owner) -> list[str]:
        return self.held.setdefault(holder, [])


class Ledger:
    """The certificates of all companies, kept up to date by what happens."""

    def __init__(self) -> None:
        self.companies: dict[Company, Certificates] = {}
        self._moved: SharesMoved | None = None
        """The latest transfer of shares, until it is known whether it includes the director's certificate."""
        self._replacing: Owner | None = None
        """Who has just given a director's certificate to the pool, possibly in exchange for ordinary ones."""
        self._named = False
        """Does the current action say which certificates move?"""
        self._first = False
        """Does the current action sell certificates in order?"""

    def of(self, company: Company) -> Certificates:
        """The certificates of a company."""
        return self.companies.setdefault(company, Certificates())

    def begin(self) -> None:
        """A new action begins."""
        self._pass_on(self._moved)
        self._moved, self._named, self._first = None, False, False

    def sell_first(self) -> None:
        """The current action sells unnamed certificates, in the order in which sales name them: from the front."""
        self._first = True

    def start(self, game: Game, company: Company, holder: Owner, director: Owner) -> None:
        """A company is started: its ordinary certificates are in the initial offer, or with the company."""
        kind = game.kind_of(company)
        names = (f"{game.symbol(company)}_{number + 1}" for number in range(kind.shares - kind.director_shares))
        self.companies[company] = Certificates(names, holder, director)
        self._named = True

    def naming(self, game: Game, company: Company) -> Certificates:
        """The certificates of a company, reconciled with the share counts, for an action that names some."""
        self._named = True
        self.of(company).settle({owner: ordinary(game, owner, company) for owner in game.book.owner_ids})
        return self.of(company)

    def happened(self, game: Game, event: Event) -> None:
        """Shares that move right before the director's certificate include it; a purchase or sale names its own."""
        if not isinstance(event, MOVED):
            return
        moved, self._moved = self._moved, None
        if isinstance(event, SharesMoved):
            self._pass_on(moved)
            self._moved = event
            return
        known, size = self.of(event.company), director_size(game, event.company)
        if moved is not None and (moved.company, moved.taker) == (event.company, event.director):
            if not self._named:
                known.pass_on(moved.giver, moved.taker, moved.count - size)
            known.director = event.director
            self._replacing = moved.giver if moved.count == size else None
        else:
            self._pass_on(moved)
            known.appoint(event.director, size)

    def _pass_on(self, moved: SharesMoved | None) -> None:
        if moved is None or self._named:
            return
        if moved.taker == POOL:
            self._replacing = None
        front = self._first or (moved.taker != POOL and (moved.giver, moved.taker) != (POOL, self._replacing))
        self.of(moved.company).pass_on(moved.giver, moved.taker, moved.count, front)
