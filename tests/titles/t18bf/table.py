"""Tables of 18BF in positions for rule tests: companies of every kind, and turns that begin where a test wants them."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.audit import audit
from railhead.core.events import Event, PriceMoved
from railhead.core.ids import BANK, NOWHERE, POOL, Owner
from railhead.core.state import CLOSED, FLOATED, OPERATED, STARTED, Round
from railhead.core.steps import CompanyStep
from railhead.rules.operating import OperatingRound, OperatingRules, OperatingTurn
from railhead.testing import Table
from railhead.titles import catalogue
from tests.titles.waiting import Waiting


class BigFour(Table):
    """A table of 18BF before anything has happened; nothing is for sale yet."""

    def __init__(self, players: int = 4, seed: int = 0, phase: str = "2") -> None:
        self.book = catalogue.rulebook("18BF", tuple("ABCDE"[:players]), frozenset(), seed)
        self.state = self.book.set_up(self.book)
        self.events: list[Event] = []
        if phase != "2":
            self.set_phase(phase)

    def in_play(
        self,
        company: str,
        price: int,
        shares: dict[str, int],
        cash: int = 0,
        trains: tuple[str, ...] = (),
        loans: int = 0,
        operated: bool = True,
    ) -> None:
        """A company that operates: who holds what, the first of them its Director; the rest is in its treasury."""
        what, game = self.company(company), self.game
        effects.move_shares(game, BANK, self.book.purse(what), what, game.share_count(what))
        for owner, count in shares.items():
            effects.move_shares(game, self.book.purse(what), self.owner(owner), what, count)
        effects.set_director(game, what, self.owner(next(iter(shares))))
        effects.mark(game, what, STARTED | FLOATED | (OPERATED if operated else 0))
        effects.set_price(game, what, self.book.market.place[price])
        self.give_cash(company, cash)
        self.give_trains(company, *trains)
        self.state.loans[what] = loans

    def minor(
        self,
        company: str,
        price: int = 100,
        owner: str = "A",
        cash: int = 0,
        trains: tuple[str, ...] = (),
        loans: int = 0,
    ) -> None:
        """A Minor that operates."""
        self.in_play(company, price, {owner: 1}, cash, trains, loans)

    def turn_of(self, company: str, stage: str = "begin", index: int = 1) -> None:
        """It is a company's turn, with one of its stages to come; once the turn is over everything waits."""
        what = self.company(company)
        self.state.round = Round("operating", 2, index, 2)
        self.remember(loans_at_start=self.state.loans[what])
        self.state.agenda = (
            self.state.agenda[0],
            Waiting(self.seat("A")),
            OperatingRound(self.book.company_ids),
            OperatingTurn(what, self.stage(stage)),
        )

    def operate(self, company: str, stage: str = "begin", index: int = 1) -> None:
        """A company's turn goes on from one of its stages to the first decision."""
        self.turn_of(company, stage, index)
        self.settle()

    def facing(self, step: CompanyStep) -> None:
        """A company has to decide something before its turn ends, even if it could only pass."""
        self.turn_of(self.book.company_names[step.company], "end")
        self.state.agenda = (*self.state.agenda, step)

    def play(self, company: str, *stages: str, new_loans: int = 0) -> None:
        """Some stages of a company's turn that ask nobody; so many of its loans were taken in this turn."""
        what = self.company(company)
        self.turn_of(company)
        self.remember(loans_at_start=self.state.loans[what] - new_loans)
        game = self.game
        for word in stages:
            if isinstance(game.step, OperatingTurn):
                self.book.rules[OperatingRules].stages[self.stage(word)](game, what)
        self.events = game.events
        assert audit(self.book, self.state) == []

    def into_pool(self, company: str, count: int) -> None:
        """Shares from a company's treasury lie in the pool."""
        what = self.company(company)
        effects.move_shares(self.game, self.book.purse(what), POOL, what, count)

    def give_trains(self, company: str, *names: str) -> None:
        """Trains for a company, even of a pile that is sold out; the phase stays as it is."""
        for name in names:
            self._take_train(name, self.owner(company))

    def returned(self, *trains: str) -> None:
        """Trains lie in the pool."""
        for name in trains:
            self._take_train(name, POOL)

    def _take_train(self, name: str, taker: Owner) -> None:
        pile = self.book.trains[self.train(name)].pile
        if not self.state.depot[pile]:
            self.state.scrapped[pile], self.state.depot[pile] = self.state.scrapped[pile] - 1, 1
        effects.move_train(self.game, BANK, taker, self.train(name))

    def sold_out(self, *piles: str) -> None:
        """Nothing is left of these piles of trains."""
        for number, pile in enumerate(self.book.piles):
            if pile.name in piles:
                self.state.scrapped[number] += self.state.depot[number]
                self.state.depot[number] = 0

    @property
    def waits(self) -> bool:
        """Is the turn over?"""
        return isinstance(self.step, Waiting)

    def loans(self, company: str) -> int:
        """How many loans a company has."""
        return self.state.loans[self.company(company)]

    def earned(self, company: str, revenue: int) -> None:
        """What a company's trains have earned in this turn."""
        self.state.revenue[self.company(company)] = revenue

    def closed(self, company: str) -> bool:
        """Has the company left the table?"""
        what = self.company(company)
        return self.state.price[what] == NOWHERE and not self.state.status[what] & ~CLOSED

    def stack(self, price: int) -> list[str]:
        """The companies at a price, in operating order."""
        place = self.book.market.place[price]
        return [self.book.company_names[c] for c in self.state.stack if self.state.price[c] == place]

    def prices_told(self, company: str) -> list[int]:
        """The prices a company's marker came to in the last events."""
        what = self.company(company)
        told = [event for event in self.events if isinstance(event, PriceMoved) and event.company == what]
        return [self.book.market.prices[event.place] for event in told]
