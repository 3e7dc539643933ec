"""Tables of 1863 in the middle of an operating round, for tests about money."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.events import Paid, PriceMoved, TurnBegan
from railhead.core.ids import BANK, POOL, Company
from railhead.core.state import Round
from railhead.rules.operating import OperatingRound, OperatingTurn
from railhead.titles.t1863.places import start_places
from railhead.titles.t1863.prices import Zone, zone
from railhead.titles.t1863.record import record, set_tokens
from tests.titles.t1863.table import London, Waiting


class Operating(London):
    """A table on which companies operate one by one."""

    def turn_of(self, company: str, stage: str = "begin", index: int = 1, number: int = 2) -> None:
        """It is a company's turn, with one of its stages to come; once the turn is over everything waits."""
        self.state.round = Round("operating", number, index, 2)
        self.state.agenda = (
            self.state.agenda[0],
            Waiting(self.seat("A")),
            OperatingRound(self.book.company_ids),
            OperatingTurn(self.company(company), self.stage(stage)),
        )

    def operate(self, company: str, stage: str = "begin", index: int = 1) -> None:
        """A company's turn goes on from one of its stages to the first decision."""
        self.turn_of(company, stage, index)
        self.settle()
        self.audited()

    def whole_round(self, *done: str, index: int = 1) -> None:
        """An operating round in which only these companies have had their turn."""
        self.state.round = Round("operating", 2, index, 2)
        waiting = Waiting(self.seat("A"))
        companies = tuple(self.company(name) for name in done)
        self.state.agenda = (self.state.agenda[0], waiting, OperatingRound(companies))
        self.settle()

    def decline(self, *until: str) -> None:
        """Pass until an action with one of these verbs is offered, or everything is over."""
        while not self.waits and not any(choice.action.form.startswith(until) for choice in self.choices):
            self.do("pass")

    def no_dividend(self) -> None:
        """The company whose turn it is builds and runs nothing, and pays no dividend."""
        self.decline("dividend")
        self.do("dividend 0")

    @property
    def waits(self) -> bool:
        """Is what the test set up over?"""
        return isinstance(self.step, Waiting)

    def earned(self, company: str, revenue: int) -> None:
        """What a company's trains have earned in this turn, or in its last."""
        self.state.revenue[self.company(company)] = revenue

    def spread_tokens(self, company: str, on_map: int, on_charter: int = 0) -> None:
        """A company has this many tokens on the map, its home among them, and some on its charter."""
        what, game = self.company(company), self.game
        have = sum(held.count(what) for held in self.state.tokens.values())
        effects.give_tokens(game, what, on_map - have + on_charter)
        set_tokens(game, what, on_map + on_charter)
        for _ in range(on_map - have):
            taken = {stop for stop, held in self.state.tokens.items() if what in held}
            effects.place_token(game, what, next(stop for stop in start_places(game, what) if stop not in taken))
        self.audited()

    def in_pool(self, company: str, count: int) -> None:
        """Shares from a company's charter are in the Pool."""
        effects.move_shares(self.game, self.game.purse(self.company(company)), POOL, self.company(company), count)

    def returned(self, *trains: str) -> None:
        """Trains are in the Pool."""
        for name in trains:
            effects.move_train(self.game, BANK, POOL, self.train(name))

    def leave(self, pile: str, count: int) -> None:
        """Only this many trains are left of a pile."""
        number = next(number for number, facts in enumerate(self.book.piles) if facts.name == pile)
        self.state.scrapped[number] += self.state.depot[number] - count
        self.state.depot[number] = count

    def red(self, company: str) -> bool:
        """Is a company in the red zone?"""
        return zone(self.game, self.company(company)) is Zone.RED

    @property
    def rate(self) -> int:
        """The rate of interest."""
        return record(self.game).rate

    def paid(self, payer: str) -> list[int]:
        """What an owner paid to whomever in the last events."""
        return [event.amount for event in self.events if isinstance(event, Paid) and event.giver == self.owner(payer)]

    def turns_begun(self) -> list[str]:
        """The companies whose turns began in the last events."""
        return [self.book.company_names[event.company] for event in self.events if isinstance(event, TurnBegan)]

    def prices_told(self, company: str) -> list[int]:
        """The prices a company's marker came to in the last events."""
        what: Company = self.company(company)
        told = [event for event in self.events if isinstance(event, PriceMoved) and event.company == what]
        return [self.book.market.prices[event.place] for event in told]
