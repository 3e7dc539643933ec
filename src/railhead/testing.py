"""A table for rule tests: set up a position in the rulebook's terms, act, and check what is refused.

    table = Table("1860", players=3)
    table.float("IOW", par=74, shares={"A": 3, "B": 2})
    table.stock_turn("A")
    table.do("sell 1 IOW")
    table.refuses("buy IOW from pool", "1860-SR-14")

Players are called A, B, C, D. Positions made here keep the books balanced, so the audit holds after every action. With
pytest, `rule` marks a test with the ids of the rules it proves; without it, everything else here works just as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from railhead.conformance import is_offered
from railhead.core import effects, engine
from railhead.core.actions import Action, Pass, parse, text_of
from railhead.core.agenda import open_moves
from railhead.core.audit import audit
from railhead.core.choices import Choices
from railhead.core.events import Event
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Hex, Owner, Private, Seat, Stop, Train, a_train, is_stop
from railhead.core.refusal import Illegal, Refusal
from railhead.core.spelling import POINT
from railhead.core.state import BANKRUPT, FLOATED, INSOLVENT, OPERATED, STARTED, Round
from railhead.core.steps import Step
from railhead.rules.operating import OperatingRound, OperatingRules, OperatingTurn
from railhead.rules.stock import StockRound, StockTurn
from railhead.titles import catalogue

ANY_COMPANY = Company(0)
"""A step that involves no particular company."""


F = TypeVar("F", bound=Callable[..., object])


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a test with the ids of the rules it proves, so that breaking them breaks it: `@rule("1860-SR-14")`."""
    import pytest  # imported only here: nothing else in this module needs it

    mark = pytest.mark.rule(*ids)

    def decorate(test: F) -> F:
        return mark(test)  # type: ignore[no-any-return]

    return decorate


class Table:
    """A game in some position."""

    def __init__(
        self,
        title: str = "1860",
        players: int = 3,
        options: tuple[str, ...] = (),
        seed: int = 0,
        revision: int | None = None,
    ) -> None:
        self.book = catalogue.rulebook(title, tuple("ABCDEFGH"[:players]), frozenset(options), seed, revision)
        self.state, self.events = engine.start(self.book)

    # -- reading ----------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The position for asking rule functions directly; changes to it change the table."""
        return Game(self.book, self.state)

    def company(self, symbol: str) -> Company:
        """A company by its symbol."""
        return self.book.find_company(symbol)

    def seat(self, name: str) -> Seat:
        """The seat of a player."""
        return self.book.find_seat(name)

    def owner(self, name: str) -> Owner:
        """A player, a company (its treasury), `ipo` (the bank) or `pool`."""
        return Owner(self.book.owner_names.index(name))

    def private(self, symbol: str) -> Private:
        """A private company by its symbol."""
        return Private(self.book.private_names.index(symbol))

    def train(self, name: str) -> Train:
        """A train of this kind, without marks."""
        return a_train(self.book.train_names.index(name))

    def hex(self, name: str) -> Hex:
        """A hex by its coordinate."""
        return self.book.board.index[name]

    def stop(self, text: str) -> Stop:
        """A stop such as `F2.0`."""
        at = POINT.read(self.book, text)
        assert is_stop(at), text
        return at

    def cash(self, owner: str) -> int:
        """The cash of a player, a company (its treasury) or `ipo` (the bank)."""
        return self.state.cash[self.owner(owner)]

    def shares(self, owner: str, company: str) -> int:
        """How many shares of a company an owner holds."""
        return self.game.held(self.owner(owner), self.company(company))

    def director(self, company: str) -> str:
        """Who holds the director's certificate: a player, `pool`, or `ipo`."""
        return self.book.owner_names[self.state.director[self.company(company)]]

    def price(self, company: str) -> int:
        """The share price of a company."""
        return self.game.price_of(self.company(company))

    def trains(self, company: str) -> list[str]:
        """The trains of a company, by name."""
        return [self.book.train_names[t] for t in self.game.trains_of(self.company(company))]

    def has(self, company: str, flags: int) -> bool:
        """Does the company have these flags (see `railhead.core.state`)?"""
        return self.state.has(self.company(company), flags)

    @property
    def phase(self) -> str:
        """The phase, by name."""
        return self.book.phases[self.state.phase].name

    @property
    def step(self) -> Step:
        """What is to be decided now."""
        return self.state.agenda[-1]

    @property
    def turn(self) -> str:
        """Who decides now."""
        return self.book.owner_names[self.choices.seat]

    @property
    def choices(self) -> Choices:
        """What may be decided now."""
        found = engine.choices(self.book, self.state)
        assert found is not None, "the game is over"
        return found

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return not self.state.agenda

    def offered(self, verb: str = "") -> list[str]:
        """Every action offered now whose text begins with the verb. Large domains (bids, runs) are listed in full."""
        found = []
        for choice in self.choices:
            if choice.action.form.startswith(verb):
                found += [text_of(self.book, action) for action in choice]
        return found

    # -- acting -----------------------------------------------------------------------------------

    def action(self, text: str) -> Action:
        """An action from its text."""
        return parse(self.book, text)

    def do(self, *texts: str) -> list[Event]:
        """Play actions in order; each must be offered, and the audit must find nothing wrong."""
        for text in texts:
            action = self.action(text)
            offered = self._is_offered(action)
            self.state, self.events = engine.apply(self.book, self.state, action)
            assert offered, f"{text} is allowed, but not offered"
            wrong = audit(self.book, self.state)
            assert not wrong, wrong
        return self.events

    def allows(self, text: str) -> bool:
        """Is this action allowed now?"""
        return engine.why_not(self.book, self.state, self.action(text)) is None

    def refuses(self, text: str, rule: str = "") -> Refusal:
        """Assert that the action is refused (by this rule), is not among the choices, and changes nothing."""
        before = self.state.digest()
        action = self.action(text)
        assert not self._is_offered(action), f"{text} is offered"
        refusal = self._refusal(action)
        assert self.state.digest() == before, f"{text}: refused, but it changed the state"
        assert not rule or refusal.rule == rule, f"{text}: refused by {refusal}, not {rule}"
        return refusal

    def _is_offered(self, action: Action) -> bool:
        """Is an action among those that are offered now?"""
        game, step = self.game, self.step
        moves = [move for move in open_moves(game, step) if move.action is type(action)]
        return is_offered(self.book, [choice for move in moves for choice in move.options(game, step)], action)

    def _refusal(self, action: Action) -> Refusal:
        try:
            engine.apply(self.book, self.state, action)
        except Illegal as no:
            return no.refusal
        raise AssertionError(f"{text_of(self.book, action)} is allowed")

    def settle(self) -> None:
        """Let the engine do what the rules force from this position."""
        game = Game(self.book, self.state)
        engine.settle(game)
        self.events = game.events

    # -- making positions -------------------------------------------------------------------------

    def give_cash(self, owner: str, amount: int) -> None:
        """Set the cash of a player or company; the bank (or the counter of credits) makes up the difference."""
        who = self.owner(owner)
        bank = POOL if self.book.currency[who] else BANK
        self.state.cash[bank] += self.state.cash[who] - amount
        self.state.cash[who] = amount

    def give_shares(self, owner: str, company: str, count: int) -> None:
        """Set how many shares an owner has; they come from or go to the initial offer."""
        game, who, what = self.game, self.owner(owner), self.company(company)
        effects.move_shares(game, BANK, who, what, count - game.held(who, what))

    def start(self, company: str, par: int, shares: dict[str, int], director: str = "") -> None:
        """A started company: its par, who holds how many shares, and its director (by default the first holder)."""
        what = self.company(company)
        for owner, count in shares.items():
            self.give_shares(owner, company, count)
        self.state.par[what] = self.book.market.place[par]
        self.state.director[what] = self.owner(director or next(iter(shares)))
        self.state.status[what] |= STARTED

    def float(
        self,
        company: str,
        par: int,
        shares: dict[str, int],
        director: str = "",
        price: int = 0,
        operated: bool = False,
        home: bool = True,
        treasury: int | None = None,
    ) -> None:
        """A floated company at some price, its home token on the board (without a home tile), its capital paid."""
        what = self.company(company)
        self.start(company, par, shares, director)
        self.state.status[what] |= FLOATED | (OPERATED if operated else 0)
        effects.set_price(self.game, what, self.book.market.place[price or par])
        self.give_cash(company, 10 * par if treasury is None else treasury)
        if home:
            effects.place_token(self.game, what, self.book.companies[what].home)

    def set_price(self, company: str, price: int) -> None:
        """Put a company's marker on the first place with this price."""
        effects.set_price(self.game, self.company(company), self.book.market.place[price])

    def give_trains(self, company: str, *names: str) -> None:
        """Trains for a company, from the depot; the phase stays as it is (see `set_phase`)."""
        for name in names:
            effects.move_train(self.game, BANK, self.game.purse(self.company(company)), self.train(name))

    def set_phase(self, name: str) -> None:
        """Go to a phase: all trains of earlier kinds still in the depot are gone, obsolete trains rust."""
        phase = [facts.name for facts in self.book.phases].index(name)
        for kind in range(phase):
            self.state.scrapped[kind] += self.state.depot[kind]
            self.state.depot[kind] = 0
        for kind, facts in enumerate(self.book.trains):
            if facts.rusted_by <= phase:
                effects.scrap_trains(self.game, a_train(kind))
        self.state.phase = phase

    def give_private(self, private: str, owner: str) -> None:
        """Give a private company to a player, or to `ipo`: for sale at the bank."""
        self.state.privates[self.private(private)] = self.owner(owner)

    def close_private(self, private: str) -> None:
        """Close a private company."""
        effects.close_private(self.game, self.private(private))

    def lay(self, *tiles: str) -> None:
        """Lay tiles without asking any rule: `lay("787@0 F2", "742@3 F4")`."""
        for text in tiles:
            placed, hex_ = text.split()
            name, rotation = placed.split("@")
            effects.lay_tile(self.game, ANY_COMPANY, self.hex(hex_), self.book.tiles.index[name], int(rotation))

    def token(self, company: str, stop: str) -> None:
        """Put a token of a company on a stop such as `F2.0`."""
        effects.place_token(self.game, self.company(company), self.stop(stop))

    def mark(self, company: str, flags: int) -> None:
        """Give a company flags (see `railhead.core.state`)."""
        self.state.status[self.company(company)] |= flags

    def insolvent(self, company: str) -> None:
        """A company that is insolvent."""
        self.mark(company, INSOLVENT)

    def bankrupt(self, company: str) -> None:
        """A bankrupt company: shares in the initial offer, no marker, its tokens flipped."""
        what = self.company(company)
        for owner in self.book.owner_ids[1:]:
            effects.move_shares(self.game, owner, BANK, what, self.game.held(owner, what))
        self.state.director[what] = BANK
        effects.take_off_market(self.game, what)
        self.state.status[what] = (self.state.status[what] | BANKRUPT | OPERATED) & ~(STARTED | FLOATED)

    def remember(self, **changes: object) -> None:
        """Change the title's own record: `remember(nationalised=True)`."""
        self.state.record = replace(self.state.record, **changes)  # type: ignore[type-var]

    def priority(self, name: str) -> None:
        """Give the priority deal to a player."""
        self.state.priority = self.seat(name)

    # -- whose turn it is -------------------------------------------------------------------------

    def stock_turn(self, name: str, number: int = 2, settle: bool = False) -> None:
        """A stock round in which it is this player's turn. Private companies not yet auctioned stay with the bank."""
        self.state.round = Round("stock", number)
        seat = self.seat(name)
        self.state.agenda = (self.state.agenda[0], StockRound(seat), StockTurn(seat))
        if settle:
            self.settle()

    def operating_turn(self, company: str, stage: str = "track", number: int = 2, index: int = 1, of: int = 1) -> None:
        """A company's turn in an operating round, at the given stage (see `stages`).

        A stage that may be passed is left open even if passing is the only option in it. Anything else the rules
        force is done at once. For a dividend set the revenue first (`table.state.revenue[...]`).
        """
        what = self.company(company)
        self.state.round = Round("operating", number, index, of)
        self.state.agenda = (self.state.agenda[0], OperatingRound((what,)), OperatingTurn(what, self.stage(stage)))
        self.step.proceed(self.game)
        if not any(move.action is Pass for move in self.step.moves(self.game)):
            self.settle()

    def stage(self, word: str) -> int:
        """The index of the only stage of a company's turn with this word in its name: `track` for `lay_track`."""
        found = [place for place, name in enumerate(self.stages) if word in name.split("_")]
        assert len(found) == 1, f"'{word}' does not name one of the stages: {', '.join(self.stages)}"
        return found[0]

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages of a company's turn in order, by the names of their functions in the title's rules."""
        return tuple(getattr(stage, "__name__", "") for stage in self.book.rules[OperatingRules].stages)

    def operating_round(self, number: int = 2, index: int = 1, of: int = 1) -> None:
        """An operating round that is about to begin with its first company (privates are not paid)."""
        self.state.round = Round("operating", number, index, of)
        self.state.agenda = (self.state.agenda[0], OperatingRound())
        self.settle()
