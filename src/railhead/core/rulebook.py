"""A rulebook: the facts of a title for one table, and the closed list of what titles may do differently.

A title makes a Rulebook for a number of players and a set of options. Facts are data. Each slot names the
function that says what this title does there; a slot exists only because the rulebooks differ on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from railhead.core.ids import BANK, FIRST_SEAT, POOL, Owner

if TYPE_CHECKING:
    from railhead.core.actions import Action
    from railhead.core.game import Game
    from railhead.core.refusal import Refusal
    from railhead.core.state import Round, State
    from railhead.core.steps import Move, Step
    from railhead.routes.model import Earnings, Route
    from railhead.routes.runs import Runs
    from railhead.track.board import Board
    from railhead.track.tiles import TileSet

UNLIMITED = 10**6


@dataclass(frozen=True, slots=True)
class CompanyFacts:
    """A company as printed."""

    symbol: str
    name: str
    colour: str
    home: int
    """The stop of its home base."""
    tokens: int
    shares: int
    director_shares: int


@dataclass(frozen=True, slots=True)
class PrivateFacts:
    """A private company as printed."""

    symbol: str
    name: str
    value: int
    revenue: int


@dataclass(frozen=True, slots=True)
class TrainFacts:
    """A kind of train as printed."""

    name: str
    price: int
    count: int
    large: int
    """How many large stations it may visit."""
    small: int
    """How many small stations and halts it may visit besides."""
    rusted_by: int
    """The phase that sends it out of the game; a number past the last phase if none does."""
    band: int
    """The pile it is sold from, which is also the phase its first sale begins; a card may have several faces."""
    card: str
    """What the cards of that pile are called."""


@dataclass(frozen=True, slots=True)
class PhaseFacts:
    """A phase, begun by the first purchase of a train of the band of the same index."""

    name: str
    colours: tuple[str, ...]
    operating_rounds: int
    train_limit: int
    stage: int = 0
    """Which of the values of a place counts, where they grow during the game."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the market with a rule of its own, from one price to another."""

    name: str
    low: int
    high: int


@dataclass(frozen=True)
class Market:
    """The share market as a ladder of prices, lowest first."""

    prices: tuple[int, ...]
    par_prices: tuple[int, ...] = ()
    zones: tuple[Zone, ...] = ()

    @cached_property
    def place(self) -> dict[int, int]:
        """The place of each price."""
        return {price: place for place, price in enumerate(self.prices)}


@dataclass(frozen=True)
class Slots:
    """What titles do differently. Every slot is a function of the game, so nothing here is ever state."""

    asks_anyway: Callable[[Game, Step], bool]
    """Is a player asked in this step even if he could only pass?"""

    # -- stock rounds
    stock_moves: tuple[Move, ...]
    """What a player may do in a stock turn."""
    share_sources: Callable[[Game, int], tuple[Owner, ...]]
    """Who sells shares of this company."""
    share_for_sale: Callable[[Game, int, int, int], Refusal | None]
    """May this player buy a share of this company from this source, as far as the certificates there go?"""
    may_start: Callable[[Game, int], Refusal | None]
    """Does anything keep this company from being started?"""
    par_places: Callable[[Game, int], tuple[int, ...]]
    """Where a company may set its par."""
    sale_price: Callable[[Game, int], int]
    """What the bank pays for a share of this company."""
    may_sell: Callable[[Game, int, int, int], Refusal | None]
    """May this player sell shares of this company and keep so many?"""
    sale_drop: Callable[[Game, int, int, int], int]
    """How many places the price falls when a player sells so many shares of this company at once."""
    certificate_limit: Callable[[Game], int]
    """From how many certificates on a player may not buy more."""
    most_kept: Callable[[Game], int]
    """How many certificates a player may keep without having to sell."""
    other_certificates: Callable[[Game, int], int]
    """Certificates besides shares that count against a player's limit."""
    after_trade: Callable[[Game, int], None]
    """What follows from shares of this company having changed hands."""
    directors_settled: Callable[[Game], bool]
    """Is every director's certificate where it belongs, or is a change of shares still under way?"""

    # -- operating rounds
    turn_stages: tuple[Callable[[Game, int], None], ...]
    """The parts of a company's turn, in order; each puts on the agenda what is to be decided."""
    acts_for: Callable[[Game, int], int]
    """Which player decides for a company that has to run, return or buy trains."""

    # -- track and tokens
    track_moves: tuple[Move, ...]
    """What a company may build instead of passing: tiles, and whatever else counts as its building."""
    may_lay_more: Callable[[Game, tuple[tuple[int, int], ...]], bool]
    """Does the number of tiles laid in a turn leave room for another?"""
    lay_allowance: Callable[[Game, int, tuple[tuple[int, int], ...], int, int], Refusal | None]
    """May a company that has laid these tiles in its turn lay this tile (hex, tile) too?"""
    lay_cost: Callable[[Game, int, int], int]
    """What laying on a hex costs a company."""
    tile_rule: Callable[[Game, int, int, int], Refusal | None]
    """The title's special rules for a tile (hex, tile, rotation)."""
    upgrade_rule: Callable[[Game, int, int, int, int], Refusal | None]
    """May this company upgrade this hex to this tile in this rotation?"""
    token_count: Callable[[Game, int], int]
    """How many tokens a company has in all, on the board or not."""
    tokens_waiting: Callable[[Game, int], int]
    """How many tokens may wait at a station for a circle."""
    token_price: Callable[[Game, int], int]
    token_rule: Callable[[Game, int, int], Refusal | None]
    """The title's special rules for a token of a company at a stop."""

    # -- running and paying
    runs: Callable[[Game, int], Runs | None]
    """All runs a company's trains may make now; None if it has nothing to run."""
    earned: Callable[[Game, int, Earnings, tuple[Route, ...]], None]
    """What a company does with what its run earned."""
    dividend_moves: tuple[Move, ...]
    """What a director may do with the revenue."""
    may_pay: Callable[[Game, int], Refusal | None]
    may_keep: Callable[[Game, int], Refusal | None]
    after_dividend: Callable[[Game, int, int], None]
    """How the price moves after a dividend of so much, perhaps nothing."""

    # -- trains
    train_moves: tuple[Move, ...]
    train_limit: Callable[[Game], int]
    """How many trains a company may keep."""
    train_room: Callable[[Game, int, int], Refusal | None]
    """May this company have one more train of this kind?"""
    train_trade: Callable[[Game, int, int], Refusal | None]
    """May this company buy trains of that other company now?"""
    second_hand: Callable[[Game, int, int], tuple[int, int]]
    """The least and the most this company may pay another for this train."""
    train_bought: Callable[[Game, int], None]
    """What follows for a company from having bought a train."""
    must_buy_train: Callable[[Game, int], Refusal | None]
    """Must this trainless company buy a train now?"""
    phase_began: Callable[[Game], None]
    """What a new phase does besides rusting trains."""

    # -- money, information and the end
    bank_broke: Callable[[Game], None]
    """What follows from the bank having paid out more than it had."""
    sees_treasury: Callable[[Game, int, int], bool]
    """May this player see the treasury of this company?"""
    remarks: Callable[[Game, int], dict[str, str]]
    """What else lies open of a company, in a word each: permits, a charter."""
    worth: Callable[[Game, int], int]
    """What a player's assets count for at the end."""


@dataclass(frozen=True, eq=False)
class Rulebook:
    """One title, for one table: facts, names and slots."""

    title: str
    revision: int
    options: frozenset[str]
    seat_names: tuple[str, ...]
    seed: int
    companies: tuple[CompanyFacts, ...]
    privates: tuple[PrivateFacts, ...]
    trains: tuple[TrainFacts, ...]
    phases: tuple[PhaseFacts, ...]
    market: Market
    board: Board
    tiles: TileSet
    bank: int
    starting_cash: int
    certificate_limit: int
    separate_credits: bool
    """Companies are paid in credits that never mix with the players' money."""
    actions: tuple[type[Action], ...]
    cites: dict[str, str]
    """Which rule of the title forbids what the shared rules call by a key."""
    set_up: Callable[[Rulebook], State]
    train_marks: int
    """How many marks a train may carry."""
    round_name: Callable[[Round], str]
    slots: Slots
    endings: tuple[str, ...] = ()
    """What ends the game, in words a player wants to keep an eye on."""
    cache: dict[object, object] = field(default_factory=dict, repr=False)

    @cached_property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.seat_names)

    @cached_property
    def company_count(self) -> int:
        """How many companies there are."""
        return len(self.companies)

    @cached_property
    def company_names(self) -> tuple[str, ...]:
        """The companies' symbols."""
        return tuple(company.symbol for company in self.companies)

    @cached_property
    def private_names(self) -> tuple[str, ...]:
        """The privates' symbols."""
        return tuple(private.symbol for private in self.privates)

    @cached_property
    def train_names(self) -> tuple[str, ...]:
        """The kinds of train."""
        return tuple(train.name for train in self.trains)

    @cached_property
    def cards(self) -> tuple[TrainFacts, ...]:
        """By band: one of the kinds a card of its pile may become."""
        return tuple({train.band: train for train in reversed(self.trains)}[band] for band in range(self.bands))

    @cached_property
    def bands(self) -> int:
        """How many piles of trains there are."""
        return 1 + max(train.band for train in self.trains)

    @cached_property
    def owner_names(self) -> tuple[str, ...]:
        """Every owner's name, in the order of their index."""
        return ("ipo", "pool", *self.seat_names, *self.company_names)

    @cached_property
    def owner_count(self) -> int:
        """How many owners there are."""
        return FIRST_SEAT + self.seats + self.company_count

    @cached_property
    def currency(self) -> tuple[int, ...]:
        """By owner: which currency its purse holds (0 money, 1 company credits)."""
        credits = 1 if self.separate_credits else 0
        return (0, credits, *[0] * self.seats, *[credits] * self.company_count)

    @cached_property
    def company_bank(self) -> Owner:
        """Where companies pay to and are paid from: the bank, or the counter of credits."""
        return POOL if self.separate_credits else BANK

    def purse(self, company: int) -> Owner:
        """The owner index of a company."""
        return Owner(FIRST_SEAT + self.seats + company)

    def seat_ids(self) -> range:
        """Every seat's owner index, clockwise."""
        return range(FIRST_SEAT, FIRST_SEAT + self.seats)
