"""The facts of 1862, read from its data files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from railhead.core.market import Market
from railhead.core.rulebook import UNLIMITED, CompanyFacts, PhaseFacts, PileFacts, TrainFacts
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
"""By phase: which of their three figures off-board areas pay (1862-ROUTE-14)."""
FREE_WARRANTIES: tuple[int, ...] = tuple(phase.get("free_warranties", 0) for phase in PHASES)
"""By pile: the warranties a train has when it leaves the bank (1862-WARR-03)."""

FREIGHT, LOCAL, EXPRESS = 1, 2, 4
"""The types of train; as permits they are added up."""
TYPE_NAMES = {FREIGHT: "freight", LOCAL: "local", EXPRESS: "express"}
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
SHORTER_STANDARD_FROM = 5
"""From so many players on the shorter game has the standard number of trains (1862-VAR-03)."""


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
    """The companies in play, each with a director's certificate of three shares and seven ordinary ones."""
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
    """Which of the three numbers of trains is used (1862-SETUP-05, -06, 1862-VAR-03)."""
    if "shorter_game" in options:
        return 1 if players >= SHORTER_STANDARD_FROM else 0
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


def phases() -> tuple[PhaseFacts, ...]:
    """The phases; how many trains a company may have depends on their types and is no simple number."""
    return tuple(
        PhaseFacts(
            phase["name"], tuple(phase["colours"]), phase["operating_rounds"], (UNLIMITED,), stage=phase["off_board"]
        )
        for phase in PHASES
    )
