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

PHASE = {phase["name"]: index for index, phase in enumerate(PHASES)}
"""The index of a phase by its number."""


@dataclass(frozen=True)
class Land:
    """One side of the board, with its tiles."""

    board: Board
    tiles: TileSet


@cache
def land(original: bool) -> Land:
    """The extended board, or the original one laid over it."""
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
    """The eight companies, each with a director's certificate of two shares and eight ordinary ones."""
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
    return tuple(PrivateFacts(p["symbol"], p["name"], p["value"], p["revenue"]) for p in PRIVATES)


def piles(two_sevens: bool) -> tuple[PileFacts, ...]:
    """The piles of trains, each beginning a phase."""
    return tuple(
        PileFacts(phase["train"], _count(phase, two_sevens), begins=number) for number, phase in enumerate(PHASES)
    )


def _count(phase: dict[str, Any], two_sevens: bool) -> int:
    return 2 if two_sevens and phase["train"] == "7+4" else phase.get("count", UNLIMITED)


def trains() -> tuple[TrainFacts, ...]:
    """The trains, each with the phase that makes it obsolete."""
    rusted_by = {phase["rusts"]: index for index, phase in enumerate(PHASES) if "rusts" in phase}
    return tuple(_train(pile, rusted_by) for pile in range(len(PHASES)))


def _train(pile: int, rusted_by: dict[str, int]) -> TrainFacts:
    name = PHASES[pile]["train"]
    large, small = (int(number) for number in name.split("+"))
    return TrainFacts(name, PHASES[pile]["price"], large, small, rusted_by.get(name, len(PHASES)), pile)


def phases() -> tuple[PhaseFacts, ...]:
    """The phases."""
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
