"""Who holds which certificate of a file: 18xx.games names every one, we count shares.

Who sells a share that is bought matters for the money, so the certificates of every holder are listed in the order in
which he got them. Purchases and sales name them. Of those given up in mergers and refinancing the last go first; so do
those of the pool that replace a director's certificate. What is swapped is taken from the front. A new director gives
his first three. Real games show that it is done so there. That a company sells its own from the front, when it needs
a train, is assumed from how sales name them.
"""

from __future__ import annotations

from collections.abc import Iterable

from railhead.core.events import DirectorChanged, Event, SharesMoved
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner
from railhead.rules.directors import director_size, ordinary


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
        """So many that are not named change hands, one by one; the other way if the number is below zero."""
        if count < 0:
            giver, taker, count = taker, giver, -count
        for _ in range(min(count, len(self._list(giver)))):
            self._list(taker).append(self._list(giver).pop(0 if front else -1))

    def appoint(self, director: Owner, size: int) -> None:
        """A new director gives ordinary certificates for the director's."""
        given, self.held[director] = self._list(director)[:size], self._list(director)[size:]
        self._list(self.director).extend(given)
        self.director = director

    def settle(self, counts: dict[Owner, int]) -> None:
        """Whoever is left with more than he can have gives it to those who have less."""
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
        """The latest move of shares, while it is not known whether the director's certificate goes with them."""
        self._replacing: Owner | None = None
        """Who has just given a director's certificate to the pool, perhaps for ordinary ones."""
        self._named = False
        """Does the action under way say which certificates move?"""
        self._first = False
        """Are certificates sold in order by the action under way?"""

    def of(self, company: Company) -> Certificates:
        """The certificates of a company."""
        return self.companies.setdefault(company, Certificates())

    def begin(self) -> None:
        """A new action begins."""
        self._pass_on(self._moved)
        self._moved, self._named, self._first = None, False, False

    def sell_first(self) -> None:
        """The action under way sells certificates that are not named, as a sale names them: the first go first."""
        self._first = True

    def start(self, game: Game, company: Company, holder: Owner, director: Owner) -> None:
        """A company is started: the ordinary certificates lie in the initial offer, or with the company."""
        kind = game.kind_of(company)
        names = (f"{game.symbol(company)}_{number + 1}" for number in range(kind.shares - kind.director_shares))
        self.companies[company] = Certificates(names, holder, director)
        self._named = True

    def naming(self, game: Game, company: Company) -> Certificates:
        """The certificates of a company, held against the numbers of shares, for an action that names some."""
        self._named = True
        self.of(company).settle({owner: ordinary(game, owner, company) for owner in game.book.owner_ids})
        return self.of(company)

    def happened(self, game: Game, event: Event) -> None:
        """Shares that move right before the director's certificate include it; a purchase or sale names its own."""
        if not isinstance(event, SharesMoved | DirectorChanged):
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
