"""Redacted views: the table as one seat may know it. Pages and bots receive a view and their choices, nothing else.

A view is made from the position with everything hidden removed, so nothing derived from it can reveal more than the
seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Concatenate, ParamSpec, TypeVar

from railhead.core.actions import Action
from railhead.core.audit import AuditRules
from railhead.core.game import Game
from railhead.core.ids import (
    BANK,
    FIRST_SEAT,
    NOBODY,
    NOWHERE,
    POOL,
    Company,
    Hex,
    Owner,
    Place,
    Private,
    Seat,
    Stop,
    Tile,
    Train,
    hex_of,
    index_of,
)
from railhead.core.information import Fate, InformationRules, hidden_treasuries, without_treasuries
from railhead.core.rulebook import KindFacts, PhaseFacts, Rulebook
from railhead.core.scenery import HexMark
from railhead.core.spelling import TRAIN
from railhead.core.state import CLOSED, Round, State
from railhead.core.text import Text

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class PlayerView:
    """A player, with everything they own."""

    _game: Game
    seat: Seat

    @property
    def name(self) -> str:
        """The player's name."""
        return self._game.name(self.seat)

    @property
    def cash(self) -> int:
        """The player's money."""
        return self._game.state.cash[self.seat]

    @property
    def shares(self) -> dict[Company, int]:
        """How many shares of which companies the player holds."""
        held = {company: self._game.held(self.seat, company) for company in self._game.all_companies()}
        return {company: shares for company, shares in held.items() if shares > 0}

    @property
    def shorts(self) -> dict[Company, int]:
        """How many shares of which companies the player owes, having sold them short."""
        owed = {company: self._game.short(self.seat, company) for company in self._game.all_companies()}
        return {company: shares for company, shares in owed.items() if shares}

    @property
    def privates(self) -> tuple[Private, ...]:
        """The player's private companies."""
        return tuple(each for each in self._game.book.private_ids if self._game.state.privates[each] == self.seat)

    @property
    def is_out(self) -> bool:
        """Is the player out of the game?"""
        return self.seat in self._game.state.out

    @property
    def worth(self) -> int:
        """What the player's assets would count for if the game ended now."""
        return self._game.book.worth(self._game, self.seat)

    def to_data(self) -> dict[str, Any]:
        """The player as plain data, with names instead of ids."""
        book = self._game.book
        return {
            "cash": self.cash,
            "shares": {book.company_names[company]: shares for company, shares in self.shares.items()},
            "privates": [book.private_names[private] for private in self.privates],
            "worth": self.worth,
        }

    def __repr__(self) -> str:
        shares = "".join(f", {held} {self._game.symbol(company)}" for company, held in self.shares.items())
        return f"<{self.name}: cash {self.cash}{shares}, worth {self.worth}>"


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class CompanyView:
    """A company, with everything on its charter that the seat may see."""

    _game: Game
    company: Company
    hidden: bool
    """May the seat not see the treasury?"""

    @property
    def symbol(self) -> str:
        """The company's symbol, as used in actions."""
        return self._game.symbol(self.company)

    @property
    def kind(self) -> KindFacts:
        """What kind of company it is now."""
        return self._game.kind_of(self.company)

    @property
    def status(self) -> int:
        """Its flags, as defined in `railhead.core.state`; 0 until it has been started."""
        return self._game.state.status[self.company]

    def has(self, flags: int) -> bool:
        """Does the company have all these flags?"""
        return self._game.state.has(self.company, flags)

    @property
    def treasury(self) -> int | None:
        """Its cash; None if the seat may not know."""
        return None if self.hidden else self._game.treasury(self.company)

    @property
    def place(self) -> Place:
        """Where its marker is on the market, or NOWHERE."""
        return self._game.state.price[self.company]

    @property
    def price(self) -> int | None:
        """Its market price; None before it has one."""
        return self._price_at(self.place)

    @property
    def par(self) -> int | None:
        """Its par price; None before it has one."""
        return self._price_at(self._game.state.par[self.company])

    @property
    def director(self) -> Owner | None:
        """Its director, if it has one: a player, or another company."""
        return self._game.director(self.company)

    @property
    def above(self) -> tuple[Owner, ...]:
        """Its director, that company's director, and so on, up to a player; empty if nobody directs it."""
        chain: list[Owner] = []
        company: Company | None = self.company
        while company is not None and (director := self._game.director(company)) is not None:
            chain.append(director)
            company = self._game.book.company_of(director)
        return tuple(chain)

    @property
    def controller(self) -> Seat | None:
        """The player who decides for it, directly or through other companies; None if nobody does."""
        return self._game.controller(self.company)

    @property
    def shares(self) -> dict[Company, int]:
        """How many shares of which other companies it holds."""
        purse = self._game.purse(self.company)
        held = {other: self._game.held(purse, other) for other in self._game.all_companies() if other != self.company}
        return {other: shares for other, shares in held.items() if shares > 0}

    @property
    def director_certificate(self) -> Owner:
        """Whoever holds the director's certificate, which may be with the bank or in the pool."""
        return self._game.state.director[self.company]

    @property
    def trains(self) -> tuple[Train, ...]:
        """Its trains."""
        return self._game.trains_of(self.company)

    @property
    def tokens_left(self) -> int:
        """Its tokens not yet on the board."""
        return self._game.state.spare_tokens[self.company]

    @property
    def token_count(self) -> int:
        """How many tokens it has in total."""
        return self._game.rules[AuditRules].token_count(self._game, self.company)

    @property
    def holders(self) -> dict[Owner, int]:
        """Who holds how many of its shares: players, the bank (the initial offer), the pool, then companies."""
        book = self._game.book
        companies = book.owner_ids[FIRST_SEAT + book.seats :]
        held = {each: self._game.held(each, self.company) for each in (*book.seat_ids, BANK, POOL, *companies)}
        return {owner: shares for owner, shares in held.items() if shares > 0}

    @property
    def shorts(self) -> dict[Seat, int]:
        """Which players owe how many of its shares, having sold them short."""
        owed = {seat: self._game.short(seat, self.company) for seat in self._game.book.seat_ids}
        return {seat: shares for seat, shares in owed.items() if shares}

    def held_by(self, owner: Owner) -> int:
        """How many of its shares an owner holds."""
        return self._game.held(owner, self.company)

    @property
    def own_shares(self) -> int:
        """How many of its own shares it holds."""
        return self._game.held(self._game.purse(self.company), self.company)

    @property
    def share_count(self) -> int:
        """How many shares it has."""
        return self._game.share_count(self.company)

    @property
    def loans(self) -> int:
        """How many loans it has."""
        return self._game.state.loans[self.company]

    @property
    def privates(self) -> tuple[Private, ...]:
        """The private companies it owns."""
        return tuple(self._game.privates_of(self._game.purse(self.company)))

    @property
    def revenue(self) -> int:
        """What its last run earned."""
        return self._game.state.revenue[self.company]

    @property
    def subsidy(self) -> int:
        """The subsidy of its last run."""
        return self._game.state.subsidy[self.company]

    @property
    def dividend(self) -> int:
        """The total of its last dividend."""
        return self._game.state.dividend[self.company]

    @property
    def remarks(self) -> dict[str, Text]:
        """What else is public about it, by name."""
        return self._game.rules[InformationRules].remarks(self._game, self.company)

    @property
    def fate(self) -> Fate | None:
        """What will become of it if its marker stays where it is on the market; None if nothing."""
        if self.place == NOWHERE:
            return None
        return self._game.rules[InformationRules].fate(self._game, self.company)

    def to_data(self) -> dict[str, Any]:
        """The company as plain data, with names instead of ids."""
        book = self._game.book
        return {
            "treasury": self.treasury,
            "price": self.price,
            "par": self.par,
            "director": None if self.director is None else book.owner_names[self.director],
            "trains": [TRAIN.write(book, train) for train in self.trains],
            "tokens_left": self.tokens_left,
            "ipo": self.held_by(BANK),
            "pool": self.held_by(POOL),
            "own": self.own_shares,
            "loans": self.loans,
            "privates": [book.private_names[private] for private in self.privates],
            "status": self.status,
            "revenue": self.revenue,
            "remarks": {name: remark.english for name, remark in self.remarks.items()},
        }

    def _price_at(self, place: Place) -> int | None:
        return None if place == NOWHERE else self._game.book.market.prices[place]

    def __repr__(self) -> str:
        book = self._game.book
        director = "nobody" if self.director is None else book.owner_names[self.director]
        trains = " ".join(TRAIN.write(book, train) for train in self.trains) or "none"
        cash = "hidden" if self.hidden else self.treasury
        return f"<{self.symbol}: directed by {director}, price {self.price}, treasury {cash}, trains {trains}>"


@dataclass(frozen=True, slots=True)
class BoardView:
    """What is on the board."""

    tiles: Mapping[Hex, int]
    """Laid tiles only: hex to tile and rotation (`tile * 6 + rotation`)."""
    tokens: Mapping[Stop, tuple[Company, ...]]
    """By stop: the companies whose tokens stand there, in order of placing."""
    stage: int
    """Which of a stop's values counts, where they grow during the game."""
    closed: frozenset[Company]
    """Companies that take no further part: no circle is reserved at their homes."""
    marks: tuple[HexMark, ...] = ()
    """Signs on hexes."""

    @classmethod
    def of(cls, book: Rulebook, state: State) -> BoardView:
        """The board of a position, which everybody may see."""
        closed = frozenset(company for company in book.company_ids if state.has(company, CLOSED))
        marks = book.scenery.marks(book, state)
        return cls(state.tiles, state.tokens, book.phases[state.phase].stage, closed, marks)


@dataclass(frozen=True, slots=True)
class MarketView:
    """The companies' markers on the share market."""

    places: Mapping[Company, Place]
    """Where each marker is, in the order in which the markers last moved."""

    @classmethod
    def of(cls, state: State) -> MarketView:
        """The market of a position, which everybody may see."""
        return cls({company: state.price[company] for company in state.stack if state.price[company] != NOWHERE})

    @property
    def stacks(self) -> dict[Place, list[Company]]:
        """By place: the companies whose markers are there, in order from the top."""
        found: dict[Place, list[Company]] = {}
        for company, place in self.places.items():
            found.setdefault(place, []).append(company)
        return found


@dataclass(frozen=True, slots=True)
class DepotView:
    """The trains that no company has."""

    left: tuple[int, ...]
    """By pile of trains: how many are still to be sold for the first time."""
    scrapped: tuple[int, ...]
    """By pile of trains: how many have left the game."""
    returned: tuple[Train, ...]
    """Trains returned to the bank and on sale again."""


@dataclass(frozen=True, repr=False)
class View:
    """The table as a seat may know it; the seat None is a spectator, who sees what every player may see."""

    book: Rulebook
    seat: Seat | None
    hidden: frozenset[Company]
    """The companies whose treasuries the seat may not see."""
    _state: State
    """The position without what is hidden."""

    @cached_property
    def _game(self) -> Game:
        return Game(self.book, self._state)

    def ask(self, rule: Callable[Concatenate[Game, P], T], *of: P.args, **how: P.kwargs) -> T:
        """What a rule says about this table. The rule sees no more than the seat may know."""
        return rule(self._game, *of, **how)

    # -- where the game is ------------------------------------------------------------------------

    @property
    def round(self) -> Round:
        """The current round."""
        return self._state.round

    @property
    def round_name(self) -> str:
        """The name of the current round."""
        return str(self.book.round_name(self._state.round))

    @property
    def phase(self) -> int:
        """The phase, as an index of `Rulebook.phases`."""
        return self._state.phase

    @property
    def phase_facts(self) -> PhaseFacts:
        """What is allowed in the phase."""
        return self.book.phases[self._state.phase]

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return not self._state.agenda

    @property
    def ending(self) -> str:
        """Why the game is about to end or has ended; empty if it goes on."""
        return str(Text(self._state.ending))

    @property
    def deciding(self) -> Seat | None:
        """The player who has to decide; None when the game is over."""
        return None if self.over else self._game.step.seat(self._game)

    @property
    def task(self) -> str:
        """What that player has to do, in words; empty when the game is over."""
        return "" if self.over else str(self.book.worded(self._game.step.task(self._game)))

    @property
    def situation(self) -> tuple[str, ...]:
        """Sentences with what everybody should know before the decision."""
        sentences = () if self.over else self._game.step.situation(self._game)
        return tuple(str(self.book.worded(sentence)) for sentence in sentences)

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """The kinds of action that the step at hand asks for, without those that are open in every step."""
        return () if self.over else tuple(move.action for move in self._game.step.moves(self._game))

    @property
    def acting_company(self) -> Company | None:
        """The company whose turn it is, if it is a company's."""
        acting = (step.acting_company for step in reversed(self._state.agenda))
        return next((company for company in acting if company is not None), None)

    # -- what is on the table ---------------------------------------------------------------------

    @property
    def bank(self) -> int:
        """The bank's money."""
        return self._state.cash[BANK]

    @property
    def priority(self) -> Seat:
        """The player who has the priority deal."""
        return self._state.priority

    @cached_property
    def players(self) -> Mapping[Seat, PlayerView]:
        """Every player, clockwise."""
        return {seat: PlayerView(self._game, seat) for seat in self.book.seat_ids}

    @cached_property
    def companies(self) -> Mapping[Company, CompanyView]:
        """Every company of the title."""
        return {each: CompanyView(self._game, each, each in self.hidden) for each in self.book.company_ids}

    @property
    def privates(self) -> Mapping[Private, Owner | None]:
        """Who owns each private company, BANK if it is for sale there; None if it is closed or not yet in play."""
        owners = zip(self.book.private_ids, self._state.privates, strict=True)
        return {private: None if owner == NOBODY else owner for private, owner in owners}

    @cached_property
    def board(self) -> BoardView:
        """What is on the board."""
        return BoardView.of(self.book, self._state)

    @cached_property
    def market(self) -> MarketView:
        """The share market."""
        return MarketView.of(self._state)

    @cached_property
    def depot(self) -> DepotView:
        """The trains that no company has."""
        return DepotView(tuple(self._state.depot), tuple(self._state.scrapped), self._state.trains[POOL])

    def tiles_left(self, tile: Tile) -> int:
        """How many of a tile are left."""
        return self._state.supply[tile]

    # -- for people and programs ------------------------------------------------------------------

    def to_data(self) -> dict[str, Any]:
        """The view as plain data, with names instead of ids, as sent by the API."""
        book = self.book
        return {
            "title": book.title,
            "round": self.round_name,
            "phase": self.phase_facts.name,
            "priority": book.owner_names[self.priority],
            "bank": self.bank,
            "ending": self.ending,
            "over": self.over,
            "players": {player.name: player.to_data() for player in self.players.values()},
            "companies": {company.symbol: company.to_data() for company in self.companies.values()},
            "privates": {
                book.private_names[private]: "closed" if owner is None else book.owner_names[owner]
                for private, owner in self.privates.items()
            },
            "trains": {pile.name: left for pile, left in zip(book.piles, self.depot.left, strict=True)},
            "returned": [TRAIN.write(book, train) for train in self.depot.returned],
            "tiles": {
                book.board.names[hex_]: f"{book.tiles.names[placed // 6]}@{placed % 6}"
                for hex_, placed in sorted(self.board.tiles.items())
            },
            "tokens": {
                f"{book.board.names[hex_of(stop)]}.{index_of(stop)}": [book.token_names[c] for c in held]
                for stop, held in sorted(self.board.tokens.items())
            },
        }

    def __repr__(self) -> str:
        looker = "a spectator" if self.seat is None else self.book.owner_names[self.seat]
        return f"<View of {self.book.title} for {looker}: {self.round_name}, phase {self.phase_facts.name}>"


def view(book: Rulebook, state: State, seat: Seat | None) -> View:
    """The table as a seat may know it; a spectator (None) sees what every player may see."""
    game = Game(book, state)
    hidden = hidden_treasuries(game, seat)
    return View(book, seat, hidden, without_treasuries(game, hidden))


def whole_view(book: Rulebook, state: State) -> View:
    """The table with nothing hidden, for trusted code."""
    return View(book, None, frozenset(), state)
