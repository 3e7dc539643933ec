"""A rulebook: the facts of a title for one table, and its rules where titles differ.

A title makes a Rulebook for a number of players and a set of options. Facts are data. Rule groups hold what titles do
differently; a field of a group exists only because the rulebooks differ on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from railhead.core import revisions
from railhead.core.ids import BANK, FIRST_SEAT, POOL, Company, Owner, Private, Seat, Stop
from railhead.core.scenery import PLAIN, Scenery
from railhead.core.text import Text

if TYPE_CHECKING:
    from railhead.core.actions import Action
    from railhead.core.game import Game
    from railhead.core.market import Market
    from railhead.core.revisions import Correction
    from railhead.core.state import Round, State
    from railhead.track.board import Board
    from railhead.track.tiles import TileSet

UNLIMITED = 10**6

_BRACKETED = re.compile(r"\[(token|director|station)\]")


@dataclass(frozen=True, slots=True)
class KindFacts:
    """A kind of company: a minor, a public company, a system. A company may change its kind during the game."""

    name: str
    shares: int
    """How many shares a company of this kind has."""
    director_shares: int
    """How many of them the director's certificate represents."""
    rank: int = 0
    """Companies of a lower rank operate first."""
    loans: int = 0
    """How many loans a company of this kind may have at once."""


@dataclass(frozen=True, slots=True)
class CompanyFacts:
    """A company as printed."""

    symbol: str
    name: str
    colour: str
    home: Stop
    """The stop where its home token goes."""
    tokens: int
    kind: int = 0
    """Its kind at the start of the game: an index into `Rulebook.kinds`."""


@dataclass(frozen=True, slots=True)
class MarkerFacts:
    """A sort of token that is no company's. On the board it is numbered like a company, after the last one."""

    symbol: str
    name: str
    colour: str
    count: int
    """How many there are."""
    blocks: bool = True
    """Does it keep trains from passing a station that is full, as a company's token does?"""


@dataclass(frozen=True, slots=True)
class PrivateFacts:
    """A private company as printed."""

    symbol: str
    name: str
    value: int
    revenue: int
    """What it pays in an operating round, if that is always the same."""
    by_stage: tuple[int, ...] = ()
    """What it pays in each stage (see `PhaseFacts.stage`), if that grows during the game."""
    linked: Company | None = None
    """The company whose share it may be exchanged for, if any."""

    def income(self, stage: int) -> int:
        """What it pays in an operating round of this stage."""
        return self.by_stage[stage] if self.by_stage else self.revenue


@dataclass(frozen=True, slots=True)
class TrainFacts:
    """A kind of train as printed."""

    name: str
    price: int
    large: int
    """How many large stations it may visit."""
    small: int
    """How many small stations and halts it may visit in addition."""
    rusted_by: int
    """The phase in which it rusts; a number past the last phase if it never does."""
    pile: int
    """The pile it is sold from; a card may have several faces, so a pile may contain several kinds."""


@dataclass(frozen=True, slots=True)
class PileFacts:
    """A pile of train cards in the bank. A pile is sold once those before it are empty."""

    name: str
    """The name of its cards."""
    count: int
    begins: int | None = None
    """The phase begun by the first train sold from it, if any."""
    opens: int | None = None
    """For a pile that is sold alongside the others instead of in order: the first phase in which it is."""


@dataclass(frozen=True, slots=True)
class PhaseFacts:
    """A phase, and what is allowed in it."""

    name: str
    colours: tuple[str, ...]
    operating_rounds: int
    train_limits: tuple[int, ...]
    """By kind of company: how many trains it may keep."""
    purchase_limit: Text | None = None
    """In words: how many trains a company may have by buying them, if nobody has to give any up."""
    stage: int = 0
    """Which of a stop's values counts, where they grow during the game."""


@dataclass(frozen=True, slots=True)
class Words:
    """A title's own labels for concepts of the shared rules.

    Sentences of shared code put the word in brackets: "a [token]" is shown to players of one title as "a base", and to
    those of another as "a station marker".
    """

    token: str = "token"
    director: str = "director"
    station: str = "large station"

    def in_words(self, template: str) -> str:
        """A sentence of shared code, using these labels."""
        if "[" not in template:
            return template
        return _BRACKETED.sub(lambda found: str(getattr(self, found[1])), template)

    def worded(self, text: Text) -> Text:
        """A text of shared code, and the texts in it, using these labels."""
        values = {name: self.worded(value) if isinstance(value, Text) else value for name, value in text.values.items()}
        return Text(self.in_words(text.template), **values)


@dataclass(frozen=True)
class RuleGroup:
    """What titles do differently in one part of the game.

    A group is defined in the module that reads it. Its fields are functions of the game and never hold state; a field
    has a default wherever most titles agree.
    """


G = TypeVar("G", bound=RuleGroup)


class Rules(dict[type[RuleGroup], RuleGroup]):
    """The rule groups of a rulebook, each found by its type: `game.rules[StockRules].may_sell`.

    Rules are looked up more often than anything else, so this is a plain dict.
    """

    __slots__ = ()

    def __init__(self, *groups: RuleGroup) -> None:
        super().__init__({type(group): group for group in groups})
        if len(self) < len(groups):
            raise AssertionError("A rulebook has each rule group only once")

    if TYPE_CHECKING:

        def __getitem__(self, kind: type[G]) -> G: ...

    def __missing__(self, kind: type[G]) -> G:
        """A title that does not supply a group uses its defaults."""
        found = self[kind] = kind()
        return found

    def replaced(self, *groups: RuleGroup) -> Rules:
        """A copy with these groups replacing those of the same types."""
        return Rules(*{**self, **{type(group): group for group in groups}}.values())


@dataclass(frozen=True, eq=False)
class Rulebook:
    """One title, for one table: facts, names and rules."""

    title: str
    revision: int
    options: frozenset[str]
    seat_names: tuple[str, ...]
    seed: int
    kinds: tuple[KindFacts, ...]
    companies: tuple[CompanyFacts, ...]
    privates: tuple[PrivateFacts, ...]
    piles: tuple[PileFacts, ...]
    trains: tuple[TrainFacts, ...]
    phases: tuple[PhaseFacts, ...]
    market: Market
    board: Board
    tiles: TileSet
    bank: int
    starting_cash: int
    certificate_limit: int
    separate_credits: bool
    """Companies use credits that never mix with the players' money."""
    actions: tuple[type[Action], ...]
    cites: dict[str, str]
    """The id of the title's rule for each key used in the shared rules."""
    set_up: Callable[[Rulebook], State]
    train_marks: int
    """How many marks a train may carry."""
    round_name: Callable[[Round], Text]
    worth: Callable[[Game, Seat], int]
    """What a player's assets count for at the end."""
    rules: Rules
    corrections: tuple[Correction, ...] = ()
    """Every correction of the title's rules, including those that do not apply to this game."""
    loans: int = 0
    """How many loans the bank has in total."""
    markers: tuple[MarkerFacts, ...] = ()
    """Tokens that are no company's."""
    shorts: int = 0
    """How many shares of one company players may owe in total, having sold them short."""
    scenery: Scenery = PLAIN
    """What the board shows besides tiles and tokens."""
    words: Words = Words()
    endings: tuple[str, ...] = ()
    """What ends the game, for players who want to keep an eye on it."""
    cache: dict[object, Any] = field(default_factory=dict, repr=False)
    """Results cached for positions of this game, by kind (see `railhead.rules.cache`)."""

    def __repr__(self) -> str:
        options = f" with {', '.join(sorted(self.options))}" if self.options else ""
        return f"<Rulebook {self.title}, revision {self.revision}, for {', '.join(self.seat_names)}{options}>"

    def follows(self, correction: Correction) -> bool:
        """Does this correction apply to the game, or is the game older?"""
        return self.revision >= correction.since

    @property
    def older_rules(self) -> str:
        """What to tell the players of a game under older rules than a new one; empty otherwise."""
        return revisions.notice(self.title, self.revision, self.corrections)

    def in_words(self, template: str) -> str:
        """A sentence of shared code, using the title's labels."""
        return self.words.in_words(template)

    def worded(self, text: Text) -> Text:
        """A text of shared code, and the texts in it, using the title's labels."""
        return self.words.worded(text)

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
    def token_faces(self) -> tuple[CompanyFacts | MarkerFacts, ...]:
        """What tokens on the board look like: those of the companies, then those that are no company's."""
        return (*self.companies, *self.markers)

    @cached_property
    def token_names(self) -> tuple[str, ...]:
        """The symbols of tokens on the board: those of the companies, then those that are no company's."""
        return tuple(face.symbol for face in self.token_faces)

    @cached_property
    def marker_ids(self) -> tuple[Company, ...]:
        """The tokens that are no company's, by the numbers they have on the board."""
        return tuple(Company(number) for number in range(self.company_count, len(self.token_faces)))

    @cached_property
    def open_markers(self) -> tuple[Company, ...]:
        """Those that keep no train from passing."""
        return tuple(marker for marker, facts in zip(self.marker_ids, self.markers, strict=True) if not facts.blocks)

    @cached_property
    def private_names(self) -> tuple[str, ...]:
        """The private companies' symbols."""
        return tuple(private.symbol for private in self.privates)

    @cached_property
    def train_names(self) -> tuple[str, ...]:
        """The kinds of train."""
        return tuple(train.name for train in self.trains)

    @cached_property
    def owner_names(self) -> tuple[str, ...]:
        """Every owner's name, by index."""
        return ("ipo", "pool", *self.seat_names, *self.company_names)

    @cached_property
    def owner_count(self) -> int:
        """How many owners there are."""
        return FIRST_SEAT + self.seats + self.company_count

    @cached_property
    def currency(self) -> tuple[int, ...]:
        """By owner: the currency of its purse (0 for money, 1 for company credits)."""
        credits = 1 if self.separate_credits else 0
        return (0, credits, *[0] * self.seats, *[credits] * self.company_count)

    @cached_property
    def company_bank(self) -> Owner:
        """Where company payments go to and come from: the bank, or the counter of credits."""
        return POOL if self.separate_credits else BANK

    def purse(self, company: Company) -> Owner:
        """The company as an owner: its treasury, its trains, the shares it holds."""
        return Owner(FIRST_SEAT + self.seats + company)

    def company_of(self, owner: Owner) -> Company | None:
        """An owner as a company, if it is one."""
        number = owner - FIRST_SEAT - self.seats
        return Company(number) if number >= 0 else None

    def seat_of(self, owner: Owner) -> Seat | None:
        """An owner as a player, if it is one."""
        return Seat(owner) if FIRST_SEAT <= owner < FIRST_SEAT + self.seats else None

    def find_company(self, symbol: str) -> Company:
        """The company with this symbol."""
        return Company(self.company_names.index(symbol))

    def find_seat(self, name: str) -> Seat:
        """The seat of the player with this name."""
        return Seat(Owner(FIRST_SEAT + self.seat_names.index(name)))

    @cached_property
    def seat_ids(self) -> tuple[Seat, ...]:
        """Every seat, clockwise."""
        return tuple(Seat(Owner(FIRST_SEAT + number)) for number in range(self.seats))

    @cached_property
    def company_ids(self) -> tuple[Company, ...]:
        """Every company of the title."""
        return tuple(Company(number) for number in range(self.company_count))

    @cached_property
    def private_ids(self) -> tuple[Private, ...]:
        """Every private company of the title."""
        return tuple(Private(number) for number in range(len(self.privates)))

    @cached_property
    def owner_ids(self) -> tuple[Owner, ...]:
        """Every owner: the bank, the pool, the players, the companies."""
        return tuple(Owner(number) for number in range(self.owner_count))
