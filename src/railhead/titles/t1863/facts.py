"""The facts of 1863, read from its data files. What is a guess is marked in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from railhead.core.ids import NO_STOP, Hex, Private
from railhead.core.market import Market
from railhead.core.rulebook import UNLIMITED, CompanyFacts, PhaseFacts, PileFacts, PrivateFacts, TrainFacts
from railhead.titles import loading
from railhead.track.board import Board
from railhead.track.tiles import TileSet

FACTS: dict[str, Any] = loading.read(__package__, "facts.toml")
MAP: dict[str, Any] = loading.read(__package__, "map.toml")
COMPANIES: list[dict[str, Any]] = FACTS["company"]
PRIVATES: list[dict[str, Any]] = FACTS["private"]
PHASES: list[dict[str, Any]] = FACTS["phase"]
PILES: list[dict[str, Any]] = FACTS["pile"]
TRAINS: list[dict[str, Any]] = [train for pile in PILES for train in pile["trains"]]
COLOURS = tuple(FACTS["colours"])
PLAYERS = tuple(int(count) for count in FACTS["players"])
"""How many can play (1863-SETUP-01)."""

MINOR, MAJOR = range(2)
"""The kinds of company, in the order of `[[kind]]`."""
PHASE = {phase["name"]: index for index, phase in enumerate(PHASES)}
"""The index of a phase by its name."""
PRIVATE = {private["symbol"]: Private(number) for number, private in enumerate(PRIVATES)}
"""A private by its symbol."""
TRAIN = {train["name"]: index for index, train in enumerate(TRAINS)}
"""The kind of a train by its name."""

OPERATING_COSTS: tuple[int, ...] = tuple(train["cost"] for train in TRAINS)
"""By kind of train: what it costs to operate (1863-TRAIN-03)."""
STOPS: tuple[int, ...] = tuple(train.get("stops", 0) for train in TRAINS)
"""By kind of train: how many major stations and red hexes a T train visits (1863-ROUTE-08); 0 for an express."""
BETWEEN: tuple[int, ...] = tuple(train.get("between", 0) for train in TRAINS)
"""By kind of train: how many stations an express counts between its ends (1863-ROUTE-13); 0 for a T train."""

MAIL_HEXES: tuple[str, ...] = tuple(PRIVATES[PRIVATE["MAI"]]["hexes"])
"""Where the markers of the Royal Mail Rail may be (1863-PRIV-11)."""
FARTHEST_MAIL: tuple[str, ...] = tuple(PRIVATES[PRIVATE["MAI"]]["farthest"])
"""Those that pay most if one run reaches both (1863-PRIV-12)."""
CLINK_HEXES: tuple[str, ...] = tuple(PRIVATES[PRIVATE["CLK"]]["hexes"])
"""Where the Clink Club may lay its tile (1863-PRIV-16)."""
NINE_ELMS: str = PRIVATES[PRIVATE["NEL"]]["home"]
"""Where a company has to float for a free train (1863-PRIV-07)."""
RATES: tuple[int, ...] = tuple(FACTS["loans"]["rates"])
"""The rates of interest on the loans chart, cheapest first."""
MARKERS: dict[str, int] = FACTS["markers"]
"""How many tokens there are that are no company's (1863-LPTB-14, 1863-PRIV-11, 1863-PRIV-13)."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules, in the order of the rulebook."""

    least_bid: int
    """The lowest first bid for a private, for the right to start, or for a company (1863-AUC-01, 1863-START-01)."""
    least_raise: int
    """Every other bid beats the one before by at least this (1863-AUC-02, 1863-START-02)."""
    most_of_a_player: int
    """The percentage of a major that a player may hold together with their companies (1863-OWN-02)."""
    most_of_a_company: int
    """The percentage of another major that a company may hold (1863-OWN-03)."""
    float_shares: int
    """How many times the starting price the founder pays into the treasury (1863-START-08)."""
    token_price: int
    """What a station token costs a new or converted company (1863-START-14, 1863-CONV-03)."""
    minor_tokens: int
    """How many station tokens a minor has (1863-START-13)."""
    most_float_tokens: int
    """How many a new major may buy (1863-START-13)."""
    sale_by_president: int
    """How far the price falls for each share the president sells (1863-SELL-03)."""
    sale_by_others: int
    """How far it falls for any other share sold (1863-SELL-02)."""
    shorts: int
    """How many shares of a company may be sold short (1863-SHORT-11)."""
    loan: int
    """The value of a loan (1863-LOAN-01)."""
    loans_for_any: int
    """How many loans a company may have whatever its valuation (1863-LOAN-07)."""
    least_rate: int
    """The lowest rate of interest (1863-SR-10)."""
    plain_track: int
    """What a tile without a station costs (1863-TRACK-06)."""
    upgrade: int
    """What an upgrade costs (1863-TRACK-06); the text contradicts itself, and 0 is the other reading."""
    minor_station: int
    """What the first tile on a minor station costs (1863-TRACK-06)."""
    major_station: int
    """What the first tile on a major station costs (1863-TRACK-06)."""
    inner_circle: int
    """The bonus of the inner circle (1863-BONUS-01). GUESS."""
    outer_circle: int
    """The bonus of the outer circle (1863-BONUS-02). GUESS."""
    north_south: int
    """The bonus from the northern to the southern edge (1863-BONUS-03)."""
    east_west: int
    """The bonus from the eastern to the western edge (1863-BONUS-03). GUESS."""
    small_steps_to: int
    """Up to this total dividends are paid in small steps (1863-DIV-05)."""
    small_step: int
    """Those small steps (1863-DIV-05)."""
    large_step: int
    """The steps above (1863-DIV-05)."""
    token_cost: int
    """What a station token on the map costs in every operating round (1863-COST-01)."""
    conversion_tokens: int
    """How many station tokens a converted company may buy at most (1863-CONV-03)."""
    most_tokens: int
    """How many station tokens a company other than the UERL may have (1863-TOKEN-05)."""
    exported: int
    """How many trains the LPTB takes after a stock round (1863-LPTB-02)."""
    buy_in: int
    """A company pays up to this many times the face value for a private (1863-PRIV-18); 1 is the other reading."""
    kept_trains: int
    """How many trains Thompson keeps running (1863-PRIV-04)."""
    necropolis_yellow: int
    """How many yellow tiles the Necropolis Railway lays free of charge (1863-PRIV-05)."""
    necropolis_green: int
    """How many green ones (1863-PRIV-05)."""
    tunnel_tiles: int
    """How many tiles the Thames Tunnel lays free of charge (1863-PRIV-06)."""
    tunnel_crossings: int
    """With how many crossings of the Thames it closes (1863-PRIV-06)."""
    area_uses: int
    """How often each of the area cards is used (1863-PRIV-03, 1863-PRIV-08). GUESS."""
    mail_one: int
    """What a mail marker adds to one run (1863-PRIV-11)."""
    mail_both: int
    """What each adds if one run reaches both (1863-PRIV-12)."""
    mail_farthest: int
    """What each adds if these are the two farthest apart (1863-PRIV-12)."""
    toll: int
    """What a run pays to the pirate (1863-PRIV-14)."""
    length_change: int
    """How many trains a shorter game has less, a longer one more (1863-VAR-01, 1863-VAR-02)."""


NUMBERS = Numbers(**FACTS["numbers"])


@dataclass(frozen=True, slots=True)
class Readings:
    """Readings of the rulebook that could be taken the other way round."""

    lptb_from: str
    """The phase from which the LPTB acts (1863-LPTB-01)."""
    falls_to_red: bool
    """Can a price fall into the red zone (1863-LIQ-09)?"""
    own_shares_in_valuation: bool
    """Do a company's own unsold shares count to its valuation (1863-VAL-01)?"""
    trains_between_companies: bool
    """May companies sell trains to each other?"""


READINGS = Readings(**FACTS["readings"])


# -- the board ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class River:
    """A hex of the Thames: which of its sides are on which bank (1863-PRIV-06)."""

    north: frozenset[int]
    south: frozenset[int]
    station: str = ""
    """The bank of its station, if it has one."""


@dataclass(frozen=True)
class Land:
    """The board with its tiles, and what is special about some of its hexes."""

    board: Board
    tiles: TileSet
    thames: dict[Hex, River]
    edges: dict[Hex, str]
    """The edge bonus locations: by hex, the letters of the edges (1863-BONUS-02, 1863-BONUS-03)."""
    inside: frozenset[Hex]
    """The hexes within the white circle (1863-BONUS-01)."""
    ring: frozenset[Hex]
    """The hexes outside of it, but close enough for the inner circle (1863-BONUS-01)."""
    necropolis: frozenset[Hex]
    """The hexes on a shortest way between Nine Elms and Waterloo (1863-PRIV-05)."""


@cache
def land() -> Land:
    """The board and the tiles.

    A letter counts for the colours that have a tile with it. An upgrade keeps the routes (1863-TRACK-05), also if a
    plain line leads through a station then, as it does on brown tiles of minor stations.
    """
    tiles = loading.tile_set(loading.read(__package__, "tiles.toml")["tile"], {})
    board = loading.board(MAP["hex"], tiles, COLOURS, MAP["layout"], letters_lapse=True, keeps_through_stops=True)
    at = board.index
    inside = frozenset(at[name] for name in MAP["inside"])
    return Land(
        board,
        tiles,
        {at[name]: _river(entry) for name, entry in MAP["thames"].items()},
        {at[name]: entry["edges"] for name, entry in MAP["hex"].items() if "edges" in entry},
        inside,
        _around(board, inside, MAP["inner_circle_width"]),
        _between(board, at[PRIVATES[PRIVATE["LNR"]]["from"]], at[PRIVATES[PRIVATE["LNR"]]["to"]]),
    )


def _river(entry: dict[str, Any]) -> River:
    return River(frozenset(entry["north"]), frozenset(entry["south"]), entry.get("station", ""))


def _around(board: Board, inside: frozenset[Hex], width: int) -> frozenset[Hex]:
    """The hexes outside of a region, at most this far from it."""
    outside = (hex_ for hex_ in board.all_hexes if hex_ not in inside)
    return frozenset(hex_ for hex_ in outside if any(board.distance(hex_, within) <= width for within in inside))


def _between(board: Board, one: Hex, other: Hex) -> frozenset[Hex]:
    """The hexes on a shortest way between two."""
    apart = board.distance(one, other)
    on_the_way = (hex_ for hex_ in board.all_hexes if hex_ not in (one, other))
    return frozenset(hex_ for hex_ in on_the_way if board.distance(one, hex_) + board.distance(hex_, other) == apart)


# -- what a rulebook is made of -------------------------------------------------------------------


def market() -> Market:
    """The market: one ladder, with a red space for liquidation and grey ones for acquisition below the others."""
    return loading.market(FACTS["market"])


def companies(board: Board, equal: bool) -> tuple[CompanyFacts, ...]:
    """The companies; in the equal game none has a home (1863-START-16, 1863-VAR-04). All begin as minors."""
    return tuple(
        CompanyFacts(
            company["symbol"],
            company["name"],
            company["colour"],
            loading.point_of(board, company["home"]) if "home" in company and not equal else NO_STOP,
            company["tokens"],
            MINOR,
        )
        for company in COMPANIES
    )


def privates() -> tuple[PrivateFacts, ...]:
    """The privates with their face values; none pays an income (1863-PRIV-21)."""
    return tuple(PrivateFacts(entry["symbol"], entry["name"], entry["value"], 0) for entry in PRIVATES)


def privates_in_play(players: int, options: frozenset[str]) -> tuple[Private, ...]:
    """The privates of the auction: by the number of players, with the Clink Club as an option.

    Rules 1863-SETUP-03 and 1863-VAR-07.
    """
    return tuple(
        private
        for private, entry in zip(PRIVATE.values(), PRIVATES, strict=True)
        if players >= entry["players"] and (not entry.get("optional") or "clink_club" in options)
    )


def train_counts(players: int, options: frozenset[str]) -> tuple[int, ...]:
    """By pile: how many trains there are (1863-SETUP-05), in a shorter or longer game (1863-VAR-01, 1863-VAR-02)."""
    two, three, four, five = FACTS["players"][str(players)]["trains"]
    change = NUMBERS.length_change
    return (
        two - change * ("fewer_2T" in options),
        three - change * ("fewer_3T" in options),
        four + change * ("more_4T" in options),
        five,
    )


def piles(players: int, options: frozenset[str]) -> tuple[PileFacts, ...]:
    """The piles of trains and the phases they begin; the 2T are cut to their number later (1863-TRAIN-05)."""
    counts = (UNLIMITED, *train_counts(players, options)[1:])
    return tuple(
        PileFacts(pile["name"], count, PHASE[pile["begins"]] if "begins" in pile else None)
        for pile, count in zip(PILES, counts, strict=True)
    )


def trains() -> tuple[TrainFacts, ...]:
    """Both faces of every card; the buyer chooses the face (1863-TRAIN-08)."""
    rusted_by = {phase["rusts"]: index for index, phase in enumerate(PHASES) if "rusts" in phase}
    return tuple(
        TrainFacts(
            train["name"],
            train["price"],
            train.get("stops", 2 + train.get("between", 0)),
            0,
            rusted_by.get(pile["name"], len(PHASES)),
            number,
        )
        for number, pile in enumerate(PILES)
        for train in pile["trains"]
    )


def phases() -> tuple[PhaseFacts, ...]:
    """The phases with their tiles and train limits; values on the board go by the phase."""
    return tuple(
        PhaseFacts(phase["name"], tuple(phase["colours"]), 2, tuple(phase["train_limits"]), stage=number)
        for number, phase in enumerate(PHASES)
    )


def floats(phase: int) -> tuple[int, ...]:
    """The kinds of company that may be floated in a phase (1863-START-12)."""
    kinds = [kind["name"] for kind in FACTS["kind"]]
    return tuple(kinds.index(name) for name in PHASES[phase]["floats"])


def loans(players: int) -> int:
    """How many loans there are (1863-SETUP-06)."""
    return int(FACTS["players"][str(players)]["loans_at_each_rate"]) * len(RATES)


def rate(taken: int, players: int) -> int:
    """The highest rate all of whose loans are taken, but no less than the lowest (1863-SR-10)."""
    full = taken // int(FACTS["players"][str(players)]["loans_at_each_rate"])
    return max(NUMBERS.least_rate, RATES[full - 1] if full else 0)
