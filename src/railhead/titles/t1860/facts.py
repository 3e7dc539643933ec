"""The facts of 1860, read from its data files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from railhead.core.ids import Company, Private
from railhead.core.market import Market
from railhead.core.rulebook import UNLIMITED, CompanyFacts, PhaseFacts, PileFacts, PrivateFacts, TrainFacts
from railhead.titles import loading
from railhead.track.board import Board
from railhead.track.tiles import TileSet

FACTS: dict[str, Any] = loading.read(__package__, "facts.toml")
PRIVATES: list[dict[str, Any]] = FACTS["private"]
COMPANIES: list[dict[str, Any]] = FACTS["company"]
PHASES: list[dict[str, Any]] = FACTS["phase"]
COLOURS = tuple(FACTS["colours"])
SYMBOLS = [company["symbol"] for company in COMPANIES]

LAYERS = tuple(company["layer"] for company in COMPANIES)
PAR_RANGES = tuple((company["par"][0], company["par"][1]) for company in COMPANIES)
LINKED = tuple(Company(SYMBOLS.index(private["linked"])) if "linked" in private else None for private in PRIVATES)
"""By private: the company whose share it is exchanged for."""
FISHBOURNE = Private(LINKED.index(None))
DESTINATIONS: tuple[dict[str, int], ...] = tuple(company["destinations"] for company in COMPANIES)
PLACES: dict[str, list[str]] = FACTS["places"]


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules, in the order of the rulebook."""

    bid_raise: int
    """A bid beats the one before by at least this (1860-AUC-03)."""
    private_sale_loss: int
    """The bank pays this much less than the face value of a private (1860-PRIV-03)."""
    repar_from: int
    """The lowest new par of a bankrupt company (1860-BANKR-11)."""
    float_shares: int
    """How many shares in players' hands float a company (1860-FLOAT-01)."""
    yellow_lays: int
    """How many yellow tiles without a large station a turn allows (1860-TRACK-01)."""
    first_base: int
    """What the first base after the home base costs (1860-TOKEN-02)."""
    further_base: int
    """What each further base costs (1860-TOKEN-02)."""
    halt_subsidy: int
    """What a call at a halt brings the company (1860-ROUTE-11)."""
    most_price_spaces: int
    """A dividend never moves the price further than this (1860-DIV-06)."""
    places_per_space: int
    """How many places of the ladder one space on the same tier spans."""
    train_price_step: int
    """Between companies the price of a train is a multiple of this, and at least this (1860-TRAIN-04)."""
    lease_base: int
    """What a leased train earns before it calls anywhere (1860-INSOLV-09)."""
    lease_per_station: int
    """What it earns for each station (1860-INSOLV-09)."""
    lease_rounding: int
    """Under the original rule half the revenue is rounded up to a multiple of this (1860-VAR-05)."""
    closed_a_round: int
    """How many companies British Rail closes after an operating round (1860-NAT-11)."""
    sevens_with_option: int
    """How many 7+4 trains there are if players have agreed on more (1860-VAR-02)."""


NUMBERS = Numbers(**FACTS["numbers"])

PHASE = {phase["name"]: index for index, phase in enumerate(PHASES)}
"""The index of a phase by its number."""


@dataclass(frozen=True)
class Land:
    """One side of the board, with its tiles."""

    board: Board
    tiles: TileSet


@cache
def land(original: bool) -> Land:
    """The extended board, or the original one laid over it (1860-SETUP-01)."""
    hexes = dict(loading.read(__package__, "map.toml")["hex"])
    counts: dict[str, int] = {}
    if original:
        overlay = loading.read(__package__, "original.toml")
        counts = overlay["tiles"]
        hexes = {name: overlay["hex"].get(name, hexes[name]) for name in hexes if name not in overlay["absent"]}
    tiles = loading.tile_set(loading.read(__package__, "tiles.toml")["tile"], counts)
    return Land(loading.board(hexes, tiles, COLOURS), tiles)


def market() -> Market:
    """The market: one ladder in two tiers."""
    return loading.market(FACTS["market"])


def companies(board: Board) -> tuple[CompanyFacts, ...]:
    """The eight companies with their homes (1860-SETUP-11)."""
    return tuple(
        CompanyFacts(
            company["symbol"],
            company["name"],
            company["colour"],
            loading.point_of(board, company["home"]),
            company["tokens"],
        )
        for company in COMPANIES
    )


def privates() -> tuple[PrivateFacts, ...]:
    """The five shipping companies."""
    return tuple(
        PrivateFacts(p["symbol"], p["name"], p["value"], p["revenue"], linked=linked)
        for p, linked in zip(PRIVATES, LINKED, strict=True)
    )


def piles(two_sevens: bool) -> tuple[PileFacts, ...]:
    """The piles of trains, each beginning a phase (1860-SETUP-07, 1860-PHASE-01)."""
    return tuple(
        PileFacts(phase["train"], _count(phase, two_sevens), begins=number) for number, phase in enumerate(PHASES)
    )


def _count(phase: dict[str, Any], two_sevens: bool) -> int:
    return NUMBERS.sevens_with_option if two_sevens and phase["train"] == "7+4" else phase.get("count", UNLIMITED)


def trains() -> tuple[TrainFacts, ...]:
    """The trains, each with the phase that makes it obsolete (1860-TRAIN-02, 1860-TRAIN-12)."""
    rusted_by = {phase["rusts"]: index for index, phase in enumerate(PHASES) if "rusts" in phase}
    return tuple(_train(pile, rusted_by) for pile in range(len(PHASES)))


def _train(pile: int, rusted_by: dict[str, int]) -> TrainFacts:
    name = PHASES[pile]["train"]
    large, small = (int(number) for number in name.split("+"))
    return TrainFacts(name, PHASES[pile]["price"], large, small, rusted_by.get(name, len(PHASES)), pile)


def phases() -> tuple[PhaseFacts, ...]:
    """The phases: tile colours, operating rounds and train limits of each (1860-OR-01, 1860-PHASE-02)."""
    return tuple(
        PhaseFacts(
            phase["name"],
            tuple(phase["colours"]),
            phase["operating_rounds"],
            (phase["train_limit"],),
            stage=len(phase["colours"]) - 1,
        )
        for phase in PHASES
    )
