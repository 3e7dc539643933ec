"""Who has which train of a file: 18xx.games numbers the trains of a card, whereas we count those of a kind."""

from __future__ import annotations

from typing import NamedTuple

from railhead.core.events import DividendPaid, Event, RevenueKept, TrainMoved, TrainScrapped, TrainsRusted
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Train, a_train, kind_of, marks_of


class Owned(NamedTuple):
    """A train with its marks, and the company that has it; none has it once it has left the game."""

    train: Train
    company: Company | None


EARNED = (DividendPaid, RevenueKept)
"""What happens at the end of a company's run."""


class TrainCards:
    """The trains of a game by their names, such as `B-5`."""

    def __init__(self) -> None:
        self.owned: dict[str, Owned] = {}

    def put_first(self, name: str) -> Owned:
        """This train, rather than another of the same kind, is about to change hands."""
        found = self.owned.pop(name)
        self.owned = {name: found, **self.owned}
        return found

    def happened(self, game: Game, event: Event) -> None:
        """Trains leave the bank in the order of their numbers, change hands, lose marks, and leave the game."""
        if isinstance(event, TrainMoved):
            self._move(game, event)
        elif isinstance(event, EARNED):
            for name, (train, company) in self.owned.items():
                if company == event.company and marks_of(train):
                    self.owned[name] = Owned(a_train(kind_of(train), marks_of(train) - 1), company)
        elif isinstance(event, TrainsRusted):
            self._scrap([name for name, owned in self.owned.items() if owned.train == event.train])
        elif isinstance(event, TrainScrapped):
            self._scrap(self._alike(game.book.company_of(event.owner), kind_of(event.train))[:1])

    def _move(self, game: Game, event: TrainMoved) -> None:
        if event.giver == BANK:
            card = game.book.piles[game.book.trains[kind_of(event.train)].pile].name
            name = f"{card}-{sum(other.startswith(card) for other in self.owned)}"
        else:
            before = Owned(event.train, game.book.company_of(event.giver))
            name = next((name for name, owned in self.owned.items() if owned == before), "")
        self.owned[name] = Owned(event.train, game.book.company_of(event.taker))

    def _alike(self, company: Company | None, kind: int) -> list[str]:
        """The trains of a kind that a company has, those with the fewest marks first."""
        names = [name for name, owned in self.owned.items() if (owned.company, kind_of(owned.train)) == (company, kind)]
        return sorted(names, key=lambda name: marks_of(self.owned[name].train))

    def _scrap(self, names: list[str]) -> None:
        """The name stays taken: later trains of a card get higher numbers."""
        for name in names:
            self.owned[name] = Owned(self.owned[name].train, None)
