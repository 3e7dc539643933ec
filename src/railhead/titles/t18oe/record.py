"""What only 18OE has to remember."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import TypeVar

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Private, Seat, Stop
from railhead.core.state import FLOATED
from railhead.titles.t18oe.facts import FIRST_TOKENS, NUMBERS, ZONES, Item, Zone, home_zone, packet

AUCTION, CONCESSION, REGIONAL_PHASE, MAJOR_PHASE = range(4)
"""The Railroad Phases (18OE-PHASE-01); Consolidation is a stock round of the last."""

FIRST, LAST, NORMAL = "first", "last", ""
"""When minor C operates (18OE-MINOR-04)."""

NO_ZONE = Zone(-1)
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid in the opening packet, with its money set aside (18OE-AUC-05)."""

    seat: Seat
    item: Item
    amount: int


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile laid in this turn, with all that must be undone in an insolvency (18OE-INSOLV-08)."""

    hex: Hex
    before: int | None
    """The tile that lay there before, with its rotation; None if there was none."""
    paid: int
    bounty: int = 0
    """What a patron paid for it."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What one player proposes to another, apart from cash."""

    partner: Seat
    """The one who must agree."""
    sort: str
    """A trade or a merger."""
    gives: tuple[int, ...]
    takes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Declined:
    """A deal that was declined in this stock turn, and what the proposer would have paid."""

    deal: Deal
    balance: int


@dataclass(frozen=True, slots=True)
class Paid:
    """What a railroad earned in the first of the final two operating rounds, to be paid again (18OE-END-08)."""

    company: Company
    revenue: int
    dividend: int
    """How much of it was paid out."""


@dataclass(frozen=True, slots=True)
class Record18OE:
    """What 18OE adds to railroads, privates and rounds."""

    zones: tuple[Zone, ...]
    """By railroad: the zone of its own track rights, by charter or chit; NO_ZONE before a minor floats."""
    slots: tuple[tuple[int, ...], ...]
    """By railroad: the prices of the tokens it has not placed, cheapest first (18OE-TOKEN-02)."""
    into: tuple[Company | None, ...]
    """By railroad: the major that a minor is merged into, if it is (18OE-MERGE-16)."""
    minor_homes: tuple[tuple[Company, Hex], ...] = ()
    """Minors that have floated, and the hexes of their homes (18OE-TRACK-24)."""
    rows: tuple[tuple[Item, ...], ...] = ()
    """What is left of the opening packet (18OE-AUC-18)."""
    cheaper: int = 0
    """By how much the top row has become cheaper (18OE-AUC-15)."""
    bids: tuple[Bid, ...] = ()
    railroad_phase: int = AUCTION
    chits: tuple[int, ...] = tuple(zone.chits for zone in ZONES)
    """By zone: the chits that are left (18OE-FLOAT-03)."""
    order: tuple[Company | None, ...] = ()
    """By slot of the operating order: the minor or regional there; None if it has left (18OE-FLOAT-08)."""
    removed: tuple[Company, ...] = ()
    """Regionals that a player has removed (18OE-RMP-05)."""
    reserved: tuple[tuple[Seat, Company], ...] = ()
    """Players and the regionals whose shares they have reserved (18OE-RESV-01)."""
    provided: tuple[Company, ...] = ()
    """Railroads that have had their reserved train, or lost the right to it (18OE-TRAIN-18)."""
    abandoned: tuple[Company, ...] = ()
    """Minors whose charters lie in the Open Market (18OE-ABANDON-01)."""
    merged: tuple[Company, ...] = ()
    """Majors and nationals that have taken a minor in this stock round (18OE-MERGE-02)."""
    silver_banner: bool = False
    """Has minor A paid (18OE-MINOR-02)?"""
    face_down: tuple[Private, ...] = ()
    """Privates that are closed (18OE-PRIV-03)."""
    card_used: bool = False
    """Has the player whose stock turn it is used, closed or removed a private in it (18OE-SR-02)?"""
    declined: tuple[Declined, ...] = ()
    """Deals that were declined in this stock turn."""
    custody: tuple[Seat, Company] | None = None
    """The share that Barclay keeps for its owner (18OE-PRIV-16)."""
    propped: Company | None = None
    """The railroad whose marker does not move down in this stock round (18OE-PRIV-20)."""
    harbor: tuple[Company, Stop] | None = None
    """The token of Star Harbor (18OE-PRIV-23)."""
    circle: tuple[Company, Stop] | None = None
    """The token of Central Circle (18OE-PRIV-25)."""
    cliffs_open: bool = False
    """Is Lille open to all for good (18OE-LILLE-07)?"""
    hochberg: Hex | None = None
    brandt: tuple[Hex, ...] = ()
    """Hexes with a token of Brandt & Brandau (18OE-PRIV-41)."""
    brandt_left: int = NUMBERS.brandt_tokens
    brandt_now: int = 0
    """How many of them were used in this operating round (18OE-PRIV-38)."""
    junction: Stop | None = None
    """The city with the token of minor D (18OE-MINOR-07)."""
    authorities: tuple[tuple[Company, int], ...] = ()
    """Majors with a port authority, and its area (18OE-PORT-15)."""
    authorities_left: tuple[int, int] = (NUMBERS.authorities, NUMBERS.authorities)
    """By area: those that can be bought from the board (18OE-SETUP-05)."""
    pullmans: tuple[Company, ...] = ()
    """Railroads with a Pullman (18OE-PULLMAN-02)."""
    pullman_stock: int = NUMBERS.pullmans
    """Pullmans with minor M (18OE-PULLMAN-03)."""
    pullmans_in_market: int = 0
    pullman_declined: tuple[Company, ...] = ()
    """Railroads that would not sell their Pullman in this step."""
    bought: bool = False
    """Has the railroad bought a train in this step (18OE-PULLMAN-09)?"""
    replaced: bool = False
    """Has the national replaced a rusted train in this step (18OE-NTRAIN-04)?"""
    own_pullman: bool = False
    """Does the one that minor M got for free lie with its charter or its major (18OE-ABANDON-05)?"""
    fitted: Company | None = None
    """The railroad that has put its trains together for a run, in the ways that follow."""
    larger: int | None = None
    """The train, alone or joined, that minor L's marker was assigned to in this turn (18OE-MINOR-21)."""
    joined: tuple[int, ...] = ()
    """The kinds of the trains that are joined for the Orient Express in this turn (18OE-OE-07)."""
    parted: bool = False
    """Have trains that were joined in this turn been parted again?"""
    pullman_on: int | None = None
    """The train that the president has chosen for the Pullman in this turn (18OE-REV-08)."""
    express: tuple[Company, ...] = ()
    """Majors with a marker of the Orient Express (18OE-OE-13)."""
    express_revenue: int = 0
    """What the train earned that ran the Orient Express in this turn; 0 if none did (18OE-OE-14)."""
    bell: str = NORMAL
    """When minor C or its major operates in this round (18OE-MINOR-06)."""
    patronage: tuple[tuple[Hex, str], ...] = ()
    """Cities with a patronage tile, and its colour (18OE-SETUP-07)."""
    lays: tuple[Lay, ...] = ()
    """The tiles laid in this turn."""
    token_paid: tuple[Stop, int, int] | None = None
    """The token placed in this turn: where, its slot, and what was paid in all (18OE-INSOLV-07)."""
    rusting: bool = False
    """Are trains to rust, and limits to be kept, when the step ends in which a phase began (18OE-TRAIN-23)?"""
    consolidated: int = 0
    """0 before Train Phase 5, 1 if the next stock round is the Consolidation, 2 afterwards (18OE-PHASE-18)."""
    final: int = 0
    """The number of the set with the final operating rounds; 0 as long as that is open (18OE-END-05)."""
    final_rounds: int = 0
    """How many operating rounds that set has (18OE-END-06)."""
    broken: bool = False
    """Has the bank run out of money before the first train of level 8 (18OE-END-01)?"""
    again: tuple[Paid, ...] = ()
    """What is paid again in the last operating round (18OE-END-08)."""
    gained: tuple[Company, ...] = ()
    """Railroads that have got a train in the first of the final two operating rounds (18OE-END-10)."""
    rerun: tuple[Company, ...] = ()
    """Those of them that run anew in the last one."""


def first_record(companies: tuple[Company, ...], concessions: bool) -> Record18OE:
    """The record of a new game, before the patronage tiles are drawn."""
    zones = (home_zone(company) for company in companies)
    return Record18OE(
        zones=tuple(NO_ZONE if zone is None else zone for zone in zones),
        slots=(FIRST_TOKENS,) * len(companies),
        into=(None,) * len(companies),
        rows=packet(concessions),
    )


def record(game: Game) -> Record18OE:
    """The record of this game."""
    found = game.state.record
    assert isinstance(found, Record18OE)
    return found


FIELDS = tuple(field.name for field in fields(Record18OE))
PLACE = {name: place for place, name in enumerate(FIELDS)}
_values = attrgetter(*FIELDS)


def amend(game: Game, **changes: object) -> None:
    """Change the record.

    It has many fields and is amended at almost every action; `dataclasses.replace`, which looks at every field by
    itself, takes twice as long.
    """
    before = _values(record(game))
    values = list(before)
    for name, value in changes.items():
        values[PLACE[name]] = value
    if tuple(values) != before:
        effects.set_record(game, Record18OE(*values))


def token_count(game: Game, company: Company) -> int:
    """All tokens of a railroad: those on the board, those with a price, and the home token before it floats.

    Rules 18OE-SETUP-06, 18OE-SETUP-16 and 18OE-FLOAT-18.
    """
    placed = sum(held.count(company) for held in game.state.tokens.values())
    home = 0 if game.state.has(company, FLOATED) else 1
    return placed + len(record(game).slots[company]) + home


def entry(values: tuple[V, ...], company: Company, value: V) -> tuple[V, ...]:
    """These values by railroad, with another one for this railroad."""
    return (*values[:company], value, *values[company + 1 :])
