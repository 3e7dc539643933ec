"""What only 18OE has to remember."""

from __future__ import annotations

from dataclasses import dataclass, replace

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Private, Seat, Stop
from railhead.titles.t18oe.facts import FIRST_TOKENS, NUMBERS, ZONES, Item, Zone, home_zone, packet

AUCTION, CONCESSION, REGIONAL_PHASE, MAJOR_PHASE = range(4)
"""The Railroad Phases (18OE-PHASE-01); Consolidation is a stock round of the last."""

FIRST, LAST, NORMAL = "first", "last", ""
"""When minor C operates (18OE-MINOR-04)."""

NO_ZONE = Zone(-1)


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
class Paid:
    """What a railroad earned in the first of the final two operating rounds, to be paid again (18OE-END-08)."""

    company: Company
    revenue: int
    way: str
    """How it was distributed."""


@dataclass(frozen=True, slots=True)
class Record18OE:
    """What 18OE adds to railroads, privates and rounds."""

    zones: tuple[Zone, ...]
    """By railroad: the zone of its own track rights, by charter or chit; NO_ZONE before a minor floats."""
    slots: tuple[tuple[int, ...], ...]
    """By railroad: the prices of the tokens it has not placed, cheapest first (18OE-TOKEN-02)."""
    into: tuple[Company | None, ...]
    """By railroad: the major that a minor is merged into, if it is (18OE-MERGE-16)."""
    rows: tuple[tuple[Item, ...], ...] = ()
    """What is left of the opening packet (18OE-AUC-18)."""
    cheaper: int = 0
    """By how much the top row has become cheaper (18OE-AUC-15)."""
    bids: tuple[Bid, ...] = ()
    railroad_phase: int = AUCTION
    chits: tuple[int, ...] = tuple(zone.chits for zone in ZONES)
    """By zone: the chits that are left (18OE-FLOAT-03)."""
    order: tuple[Company, ...] = ()
    """The operating order of minors and regionals (18OE-FLOAT-08)."""
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
    swift: Company | None = None
    """The railroad with the train of Swift (18OE-PRIV-46)."""
    authorities: tuple[tuple[Company, int], ...] = ()
    """Majors with a port authority, and its area (18OE-PORT-15)."""
    authorities_left: tuple[int, int] = (NUMBERS.authorities, NUMBERS.authorities)
    """By area: those that can be bought from the board (18OE-SETUP-05)."""
    pullmans: tuple[Company, ...] = ()
    """Railroads with a Pullman (18OE-PULLMAN-02)."""
    pullman_stock: int = NUMBERS.pullmans
    """Pullmans with minor M (18OE-PULLMAN-03)."""
    pullmans_in_market: int = 0
    own_pullman: bool = False
    """Does the one that minor M got for free lie with its charter or its major (18OE-ABANDON-05)?"""
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
    broken: bool = False
    """Has the bank run out of money before the first train of level 8 (18OE-END-01)?"""
    again: tuple[Paid, ...] = ()
    gained: tuple[Company, ...] = ()
    """Railroads that got a train in the first of the final two operating rounds (18OE-END-10)."""


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


def amend(game: Game, **changes: object) -> None:
    """Change the record."""
    effects.set_record(game, replace(record(game), **changes))  # type: ignore[arg-type]
