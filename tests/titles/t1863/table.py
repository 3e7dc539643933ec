"""Tables of 1863 in positions for rule tests: minors and majors, chains of companies, stock turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypedDict, Unpack

from railhead.core import effects, engine
from railhead.core.audit import audit
from railhead.core.events import Event
from railhead.core.game import Game
from railhead.core.ids import BANK, Owner
from railhead.core.state import FLOATED, OPERATED, STARTED, Round
from railhead.core.steps import AnyMove, PlayerStep, passing
from railhead.rules.directors import settle_all
from railhead.rules.operating import OperatingRound, OperatingRules, OperatingTurn
from railhead.rules.stock import StockRound, StockTurn
from railhead.testing import Table
from railhead.titles.t1863 import rules
from railhead.titles.t1863.building import BuildTrack
from railhead.titles.t1863.facts import MAJOR
from railhead.titles.t1863.record import record, set_tokens
from railhead.titles.t1863.rounds import EndOfStockRound


@dataclass(frozen=True, slots=True)
class Waiting(PlayerStep):
    """What a test set up is over: nothing else happens."""

    purpose: ClassVar[str] = "wait"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Only passing."""
        return (passing(lambda game, _: game.pop()),)

    def proceed(self, game: Game) -> bool:
        """Wait."""
        return False


class Details(TypedDict, total=False):
    """What else may be said about a company."""

    loans: int
    trains: tuple[str, ...]
    operated: bool
    at: str
    """Where its token is, if not at home."""


class London(Table):
    """A table of 1863 before the private auction. Player A holds the priority deal."""

    def __init__(self, players: int = 4, options: tuple[str, ...] = (), seed: int = 0, phase: str = "II") -> None:
        self.book = rules.rulebook(tuple("ABCDEF"[:players]), frozenset(options), seed, 1)
        self.state = self.book.set_up(self.book)
        self.state.priority = self.book.seat_ids[0]
        self.events: list[Event] = []
        if phase != "II":
            self.set_phase(phase)

    def begin(self) -> None:
        """The private auction begins."""
        self.settle()

    def minor(self, company: str, price: int, owner: str, cash: int = 0, **rest: Unpack[Details]) -> None:
        """A minor that operates, with its token at home."""
        self._in_play(company, price, {owner: 2}, cash, False, rest)

    def major(self, company: str, price: int, shares: dict[str, int], cash: int = 0, **rest: Unpack[Details]) -> None:
        """A major that operates: who holds what, the first of them its president; the rest is on its charter."""
        self._in_play(company, price, shares, cash, True, rest)

    def _in_play(self, company: str, price: int, shares: dict[str, int], cash: int, major: bool, rest: Details) -> None:
        what, game = self.company(company), self.game
        first = self.owner(next(iter(shares)))
        effects.set_price(game, what, self.book.market.place[price])
        effects.mark(game, what, STARTED | FLOATED | (OPERATED if rest.get("operated", True) else 0))
        if major:
            effects.set_kind(game, what, MAJOR, game.purse(what))
            effects.move_shares(game, BANK, game.purse(what), what, 2)
            for owner, count in shares.items():
                effects.move_shares(game, game.purse(what), self.owner(owner), what, count)
        else:
            effects.move_shares(game, BANK, first, what, 2)
        effects.set_director(game, what, first)
        set_tokens(game, what, 1)
        effects.give_tokens(game, what, 1)
        effects.place_token(game, what, self.stop(rest["at"]) if "at" in rest else self.book.companies[what].home)
        self.state.loans[what] = rest.get("loans", 0)
        self.give_cash(company, cash)
        for train in rest.get("trains", ()):
            effects.move_train(game, BANK, game.purse(what), self.train(train))
        self.audited()

    def give(self, owner: str, company: str, count: int, source: str = "") -> None:
        """Shares of a major change hands: from its charter, unless another source is named; offices follow."""
        giver = self.owner(source) if source else self.game.purse(self.company(company))
        effects.move_shares(self.game, giver, self.owner(owner), self.company(company), count)
        settle_all(self.game)
        self.audited()

    def short(self, player: str, company: str, count: int = 1) -> None:
        """A player has sold shares short, which are in the Pool."""
        effects.move_shares(self.game, self.owner(player), self.owner("pool"), self.company(company), count)
        self.audited()

    def privates(self, **owners: str) -> None:
        """Who owns which privates; all others are out of the game."""
        for private in self.book.private_ids:
            self.state.privates[private] = Owner(-1)
        for symbol, owner in owners.items():
            self.state.privates[self.private(symbol)] = self.owner(owner)

    def stock_turn(self, name: str, number: int = 2, settle: bool = False) -> None:
        """A stock round in which it is this player's turn."""
        self.state.round = Round("stock", number)
        seat = self.seat(name)
        self.state.agenda = (self.state.agenda[0], EndOfStockRound(), StockRound(seat), StockTurn(seat))
        if settle:
            self.settle()

    def build(self, company: str) -> None:
        """A company lays track and tokens in an operating round; nothing follows in its turn."""
        what = self.company(company)
        stages = len(self.book.rules[OperatingRules].stages)
        self.state.round = Round("operating", 2, 1, 2)
        turn = (OperatingRound((what,)), OperatingTurn(what, stages), BuildTrack(what))
        self.state.agenda = (self.state.agenda[0], *turn)

    def loans(self, company: str) -> int:
        """How many loans a company has."""
        return self.state.loans[self.company(company)]

    def tokens(self, company: str) -> tuple[int, int]:
        """The station tokens of a company: all, and those on its charter."""
        what = self.company(company)
        return record(self.game).tokens[what], self.state.spare_tokens[what]

    def owners(self, private: str) -> str:
        """Who owns a private; empty if it is out of the game."""
        owner = self.state.privates[self.private(private)]
        return self.book.owner_names[owner] if owner >= 0 else ""

    def audited(self) -> None:
        """The books balance."""
        wrong = audit(self.book, self.state)
        assert not wrong, wrong

    def next_decision(self) -> str:
        """Who decides now, after everything that the rules force."""
        self.settle()
        choices = engine.choices(self.book, self.state)
        return "" if choices is None else self.book.owner_names[choices.seat]
