"""The state of a game: flat containers of small integers and frozen records, and nothing else.

Names, prices, maps and rules are in the rulebook, shared by all clones. What is still to be decided is on the agenda:
a stack of frozen steps. What only one title needs is in the frozen `record`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from railhead.core.frozen import FrozenDict
from railhead.core.ids import Company, Hex, Owner, Place, Seat, Stop, Train

if TYPE_CHECKING:
    from railhead.core.steps import Step

STARTED = 1
"""The director's certificate has been bought and a par price set."""
FLOATED = 2
OPERATED = 4
"""The company has had an operating turn."""
INSOLVENT = 8
BANKRUPT = 16
CLOSED = 32
"""The company takes no further part; its price no longer changes."""


@dataclass(frozen=True, slots=True)
class Round:
    """Where the game is: the kind of round, the number of its set, and its place within the set."""

    kind: str
    number: int
    index: int = 1
    of: int = 1


class State:
    """Everything that changes in a game. Change it only through `railhead.core.effects` and the agenda."""

    __slots__ = (
        "agenda",
        "cash",
        "depot",
        "director",
        "dividend",
        "ending",
        "kind",
        "loans",
        "out",
        "par",
        "phase",
        "price",
        "priority",
        "privates",
        "record",
        "revenue",
        "round",
        "scrapped",
        "shares",
        "spare_tokens",
        "stack",
        "status",
        "subsidy",
        "supply",
        "tiles",
        "tokens",
        "trains",
    )

    cash: list[int]
    """By owner; the bank's is negative once it has paid out more than it had."""
    shares: list[int]
    """By owner and company: `shares[owner * companies + company]`, in shares, not certificates.

    A negative number is what a player owes, having sold it short; so the shares of a company always add up.
    """
    director: list[Owner]
    """By company: who holds the director's certificate (the bank before the start, or the pool)."""
    trains: list[tuple[Train, ...]]
    """By owner: trains, each a kind with its marks; the pool has those returned to the bank."""
    depot: list[int]
    """By pile of trains: how many are still to be sold for the first time."""
    scrapped: list[int]
    """By pile of trains: how many have left the game."""
    price: list[Place]
    """By company: its place on the market, or NOWHERE."""
    par: list[Place]
    """By company: the place of its par price, or NOWHERE."""
    stack: tuple[Company, ...]
    """Companies on the market in the order in which their markers last moved."""
    kind: list[int]
    """By company: what kind of company it is now, an index of `Rulebook.kinds`."""
    loans: list[int]
    """By company: how many loans it has."""
    status: list[int]
    """By company: the flags above."""
    privates: list[Owner]
    """By private company: its owner, BANK if it is for sale there, NOBODY if it is closed or not yet in play."""
    tiles: FrozenDict[Hex, int]
    """Laid tiles only: hex to tile and rotation (`tile * 6 + rotation`)."""
    tokens: FrozenDict[Stop, tuple[Company, ...]]
    """By stop: the companies whose tokens stand there, in order of placing; also tokens that are no company's."""
    spare_tokens: list[int]
    """By company: tokens not yet on the board."""
    supply: list[int]
    """By tile: how many are left."""
    revenue: list[int]
    """By company: what its last run earned."""
    subsidy: list[int]
    """By company: the subsidy of its last run."""
    dividend: list[int]
    """By company: the total of its last dividend."""
    phase: int
    round: Round
    priority: Seat
    out: tuple[Seat, ...]
    """Players who are out of the game, in the order in which they left it."""
    agenda: tuple[Step, ...]
    record: object
    """What only this title needs to remember."""
    ending: str
    """Why the game is about to end; empty if it is not."""

    def clone(self) -> State:
        """An independent copy."""
        new = State.__new__(State)
        new.cash = self.cash[:]
        new.shares = self.shares[:]
        new.director = self.director[:]
        new.trains = self.trains[:]
        new.depot = self.depot[:]
        new.scrapped = self.scrapped[:]
        new.price = self.price[:]
        new.par = self.par[:]
        new.stack = self.stack
        new.kind = self.kind[:]
        new.loans = self.loans[:]
        new.status = self.status[:]
        new.privates = self.privates[:]
        new.tiles = self.tiles
        new.tokens = self.tokens
        new.spare_tokens = self.spare_tokens[:]
        new.supply = self.supply[:]
        new.revenue = self.revenue[:]
        new.subsidy = self.subsidy[:]
        new.dividend = self.dividend[:]
        new.phase = self.phase
        new.round = self.round
        new.priority = self.priority
        new.out = self.out
        new.agenda = self.agenda
        new.record = self.record
        new.ending = self.ending
        return new

    def as_tuple(self) -> tuple[object, ...]:
        """The whole state as one comparable value, regardless of how it was reached.

        Players who are out are part of it once there are any, so that other games keep their fingerprints.
        """
        return (
            *(getattr(self, name) for name in self.__slots__ if name not in ("out", "tiles", "tokens")),
            sorted(self.tiles.items()),
            sorted(self.tokens.items()),
            *self.out,
        )

    def digest(self) -> str:
        """A short fingerprint; equal states have equal fingerprints on every machine."""
        return hashlib.blake2b(repr(self.as_tuple()).encode(), digest_size=12).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and _everything(self) == _everything(other)

    def same_table(self, other: State) -> bool:
        """Is everything the same as in another state, except perhaps what is still to be decided?"""
        return _table(self) == _table(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        now = self.round
        open_step = type(self.agenda[-1]).__name__ if self.agenda else "over"
        return f"<State {self.digest()}: {now.kind} round {now.number}.{now.index}, {open_step}>"

    def has(self, company: Company, flags: int) -> bool:
        """Does the company have all these flags?"""
        return self.status[company] & flags == flags


_everything = attrgetter(*State.__slots__)
_table = attrgetter(*(name for name in State.__slots__ if name != "agenda"))
