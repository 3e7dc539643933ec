"""The facts of 1862, read from its data files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from railhead.core.market import Market
from railhead.core.rulebook import UNLIMITED, CompanyFacts, PhaseFacts, PileFacts, TrainFacts
from railhead.core.text import Text, to_translate
from railhead.titles import loading
from railhead.track.board import Board
from railhead.track.tiles import TileSet

FACTS: dict[str, Any] = loading.read(__package__, "facts.toml")
COMPANIES: list[dict[str, Any]] = FACTS["company"]
PHASES: list[dict[str, Any]] = FACTS["phase"]
COLOURS = tuple(FACTS["colours"])
SYMBOLS = tuple(company["symbol"] for company in COMPANIES)

PHASE = {phase["name"]: index for index, phase in enumerate(PHASES)}
"""The index of a phase, and of its pile of trains, by its letter."""
OFF_BOARD: tuple[int, ...] = tuple(phase["off_board"] for phase in PHASES)
"""By phase: which of their three figures off-board areas pay (1862-ROUTE-14, 1862-PHASE-04)."""
FREE_WARRANTIES: tuple[int, ...] = tuple(phase.get("free_warranties", 0) for phase in PHASES)
"""By pile: the warranties a train has when it leaves the bank (1862-WARR-03)."""

FREIGHT, LOCAL, EXPRESS = 1, 2, 4
"""The types of train, one bit each: a company's permits are their sum."""
TYPE_NAMES = {FREIGHT: "freight", LOCAL: "local", EXPRESS: "express"}
TYPE_WORDS = (to_translate("Freight"), to_translate("Local"), to_translate("Express"))
"""The types as players write them."""
KINDS = tuple((pile, sort) for pile in range(len(PHASES)) for sort in TYPE_NAMES)
"""By kind of train: its pile and its type."""
TYPE = tuple(sort for _, sort in KINDS)


def _numbers(pile: int, sort: int) -> tuple[int, int]:
    first, _, second = PHASES[pile][TYPE_NAMES[sort]].partition("/")
    return int(first), int(second or first)


SCORES = tuple(_numbers(*kind)[0] for kind in KINDS)
"""By kind: how many stations it scores; for Freight how many hexes it travels."""
VISITS = tuple(_numbers(*kind)[1] for kind in KINDS)
"""By kind: how many stations it may run over; for Freight how many hexes it travels."""

LENGTHS = ("short_length", "standard_length", "long_length")


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules, in the order of the rulebook."""

    companies: int
    """How many companies are in play (1862-SETUP-01)."""
    extra_company_above: int
    """Every player above this number adds a company (1862-SETUP-04)."""
    later_group: int
    """How many companies open with phase B, and how many with phase C (1862-SETUP-02)."""
    permits_of_a_type: int
    """How many permits of a type there are (1862-SETUP-03)."""
    opening_parliaments: int
    """How many Parliament rounds open the game (1862-SETUP-11)."""
    bid_step: int
    """Bids are multiples of this, and beat the one before by at least this (1862-PARL-02, 1862-PARL-03)."""
    charter_shares: int
    """The most ordinary shares that come with a charter (1862-PARL-17)."""
    fine_times_par: int
    """The fine for a failed charter is this many times par (1862-PARL-21)."""
    start_from: int
    """The lowest price at which a company without a charter may start (1862-START-03)."""
    start_up_to: int
    """The highest such price (1862-START-03)."""
    float_shares: int
    """How many shares must be bought for a company to float (1862-FLOAT-01)."""
    chartered_markers: int
    """How many station markers a chartered company takes (1862-FLOAT-04)."""
    chartered_marker_price: int
    """What it pays for each (1862-FLOAT-04)."""
    least_markers: int
    """The fewest a company without a charter takes (1862-FLOAT-05)."""
    marker_price: int
    """What it pays for each (1862-FLOAT-05)."""
    most_markers: int
    """How many station markers a company may have (1862-TOKEN-05)."""
    most_markers_with_option: int
    """How many if players have agreed on more (1862-VAR-06)."""
    yellow_lays: int
    """How many yellow tiles a turn allows that are not laid alone (1862-TRACK-07)."""
    local_hex_subsidy: int
    """What the treasury gets for every hex a Local train reaches (1862-LOCAL-03)."""
    freight_hex_bonus: int
    """What a Freight train scores for every hex between its ends (1862-FREIGHT-02)."""
    freight_port_bonus: int
    """What it scores for each if one end is a port (1862-FREIGHT-02)."""
    most_price_spaces: int
    """A dividend never moves the price further than this (1862-DIV-05)."""
    places_per_space: int
    """How many places of the ladder one space on the same tier spans."""
    hudson_least_revenue: int
    """The Hudson manoeuvre needs at least this much revenue (1862-DIV-07)."""
    hudson_rounding: int
    """It adds a multiple of this (1862-DIV-07)."""
    warranty_price: int
    """What a further warranty costs (1862-WARR-01)."""
    most_warranties: int
    """A train never has more, the free one included (1862-WARR-02)."""
    last_rounds: int
    """How many operating rounds follow the LNER's formation (1862-LNER-07)."""
    shorter_standard_from: int
    """With this many players or more the shorter game has the standard number of trains (1862-VAR-03)."""


NUMBERS = Numbers(**FACTS["numbers"])


@dataclass(frozen=True, slots=True)
class TrainLimits:
    """With how many trains a company may still buy another, in one phase (1862-TRAIN-06, 1862-TRAIN-07)."""

    simple: int
    """Of the only type there is, in a simple game (1862-VAR-01)."""
    each: int | None = None
    """Fewer than this of the type it buys."""
    total: int | None = None
    """Fewer than this of any type."""


TRAIN_LIMITS = tuple(TrainLimits(phase["simple"], phase.get("each"), phase.get("total")) for phase in PHASES)
"""By phase."""


@dataclass(frozen=True)
class Land:
    """The board with its tiles."""

    board: Board
    tiles: TileSet


@cache
def land() -> Land:
    """The board and the tiles."""
    sheet = loading.read(__package__, "tiles.toml")
    tiles = loading.tile_set(sheet["tile"], {}, sheet["small_station"])
    return Land(loading.board(loading.read(__package__, "map.toml")["hex"], tiles, COLOURS), tiles)


def market() -> Market:
    """The market: one ladder in two tiers."""
    return loading.market(FACTS["market"])


def companies(board: Board, in_play: tuple[int, ...]) -> tuple[CompanyFacts, ...]:
    """The companies in play, with their homes."""
    return tuple(
        CompanyFacts(
            COMPANIES[number]["symbol"],
            COMPANIES[number]["name"],
            COMPANIES[number]["colour"],
            loading.point_of(board, COMPANIES[number]["home"]),
            tokens=0,
        )
        for number in in_play
    )


def length(options: frozenset[str], players: int) -> int:
    """Which of the three numbers of trains is used (1862-SETUP-05, 1862-SETUP-06, 1862-VAR-03)."""
    if "shorter_game" in options:
        return 1 if players >= NUMBERS.shorter_standard_from else 0
    return next((index for index, name in enumerate(LENGTHS) if name in options), 1)


def piles(options: frozenset[str], players: int) -> tuple[PileFacts, ...]:
    """The piles of trains, each beginning the phase of its letter (1862-SETUP-05, 1862-TRAIN-09)."""
    column = length(options, players)
    return tuple(
        PileFacts(phase["name"], phase["count"][column] if "count" in phase else UNLIMITED, begins=number)
        for number, phase in enumerate(PHASES)
    )


def trains(options: frozenset[str]) -> tuple[TrainFacts, ...]:
    """Every type of train of every pile (1862-TRAIN-01)."""
    rusted_by = {phase["rusts"]: index for index, phase in enumerate(PHASES) if "rusts" in phase}
    if "shorter_game" in options:
        del rusted_by["D"]
    return tuple(_train(kind, rusted_by) for kind in range(len(KINDS)))


def _train(kind: int, rusted_by: dict[str, int]) -> TrainFacts:
    pile, sort = KINDS[kind]
    phase = PHASES[pile]
    name = phase[TYPE_NAMES[sort]] + TYPE_NAMES[sort][0].upper()
    gone = rusted_by.get(phase["name"], len(PHASES))
    return TrainFacts(name, phase["price"], VISITS[kind], 0, gone, pile)


def phases(simple: bool) -> tuple[PhaseFacts, ...]:
    """The phases; how many trains a company may buy depends on their types (1862-TRAIN-06, 1862-VAR-01)."""
    return tuple(
        PhaseFacts(
            phase["name"],
            tuple(phase["colours"]),
            phase["operating_rounds"],
            (UNLIMITED,),
            _purchase_limit(limits, simple),
            stage=phase["off_board"],
        )
        for phase, limits in zip(PHASES, TRAIN_LIMITS, strict=True)
    )


def _purchase_limit(limits: TrainLimits, simple: bool) -> Text:
    total = limits.simple if simple else limits.total
    if total is not None:
        return Text("{count} in all", count=total)
    return Text("{count} of each type", count=limits.each)
