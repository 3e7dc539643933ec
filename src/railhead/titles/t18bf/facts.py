"""The facts of 18BF, read from its data files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from railhead.core.ids import NO_STOP
from railhead.core.market import Market
from railhead.core.rulebook import UNLIMITED, CompanyFacts, PhaseFacts, PileFacts, PrivateFacts, TrainFacts
from railhead.titles import loading
from railhead.track.board import Board
from railhead.track.tiles import TileSet

FACTS: dict[str, Any] = loading.read(__package__, "facts.toml")
MAP: dict[str, Any] = loading.read(__package__, "map.toml")
COMPANIES: list[dict[str, Any]] = FACTS["company"]
PHASES: list[dict[str, Any]] = FACTS["phase"]
PILES: list[dict[str, Any]] = FACTS["pile"]
TRAINS: list[dict[str, Any]] = [train for pile in PILES for train in pile["trains"]]
COLOURS = tuple(FACTS["colours"])
IRELAND: tuple[str, ...] = tuple(MAP["ireland"])
"""The hexes of the Irish areas, of which a run has at most one (18BF-ROUTE-09)."""

MINOR, PUBLIC, SYSTEM = range(3)
"""The kinds of company, in the order of `[[kind]]`. A charter never changes its kind."""
PHASE = {phase["name"]: index for index, phase in enumerate(PHASES)}
"""The index of a phase by its name."""
TRAIN = {train["name"]: index for index, train in enumerate(TRAINS)}
"""The kind of a train by its name."""

STOPS: tuple[int, ...] = tuple(train.get("stops", 0) for train in TRAINS)
"""By kind of train: how many stops it counts at most; 0 for goods trains, which run no route (18BF-ROUTE-12)."""
CITIES: tuple[int, ...] = tuple(train.get("cities", 0) for train in TRAINS)
"""By kind of train: how many cities a goods train counts at most (18BF-GOODS-01); 0 for the others."""
TIMES: tuple[int, ...] = tuple(train.get("times", 1) for train in TRAINS)
"""By kind of train: what its run is multiplied by (18BF-ROUTE-15)."""
TRADE_IN: tuple[int, ...] = tuple(train.get("trade_in", 0) for train in TRAINS)
"""By kind of train: what a System is allowed for it (18BF-TRAIN-20)."""
EXPRESS = TRAIN["5+5E"]
"""The train that counts any five stops of its route (18BF-ROUTE-16), and only Systems own (18BF-TRAIN-18)."""

MOST_EXITS: list[list[str]] = FACTS["most_exits"]
"""Letter and colour of the city tiles that must have as many exits as possible (18BF-TRACK-21)."""

LONDON = "London"
"""The area of the stops that are the exits of London."""
RAILWAY, FERRY, UNDERGROUND = "railway", "ferry", "underground"
"""The sorts of private company."""

LONDON_RED: tuple[int, ...] = tuple(FACTS["bonuses"]["london_red"])
"""By column: the bonus for London together with a red area (18BF-BONUS-01)."""
WALES: tuple[int, ...] = tuple(FACTS["bonuses"]["wales"])
"""By column: the bonus for the border of England and Wales (18BF-BONUS-02)."""
SCOTLAND: tuple[int, ...] = tuple(FACTS["bonuses"]["scotland"])
"""By column: the bonus for the border of England and Scotland (18BF-BONUS-03)."""
MINE: tuple[int, ...] = tuple(FACTS["bonuses"]["mine"])
"""By column: the bonus of a goods train (18BF-GOODS-02)."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules, in the order of the rulebook."""

    railways_in_play: int
    """How many of the railway privates are drawn (18BF-SETUP-06)."""
    batch_of_a: int
    """How many Minors of group A are in each batch that is set aside (18BF-SETUP-08, 18BF-SETUP-09)."""
    batch_of_others: int
    """How many Minors of groups B and C together are (18BF-SETUP-08, 18BF-SETUP-09)."""
    bid_step: int
    """Bids are multiples of this, and beat the one before by at least this (18BF-AUC-03)."""
    least_minor_bid: int
    """The lowest bid for a Minor (18BF-AUC-15)."""
    highest_minor_start: int
    """A new Minor's price is no higher (18BF-AUC-17)."""
    most_minor_price: int
    """A Minor's price never rises above this (18BF-DIV-03)."""
    lowest_public_start: int
    """The lowest price at which a Public starts (18BF-START-02, 18BF-MERGE-20)."""
    highest_public_start: int
    """The highest such price (18BF-START-02, 18BF-MERGE-12)."""
    lowest_conversion: int
    """A Minor below this price cannot convert (18BF-MERGE-04)."""
    highest_conversion: int
    """Nor can one above this price (18BF-MERGE-04)."""
    most_in_pool: int
    """No more than this percentage of a company lies in the pool (18BF-SELL-03)."""
    most_held: int
    """A player with this percentage of a company may not buy any more of it (18BF-BUY-03)."""
    loan: int
    """The face value of a loan (18BF-LOAN-03)."""
    loan_interest: int
    """The interest on a loan, due as it is taken and in every later round (18BF-LOAN-03, 18BF-LOAN-08)."""
    extra_tile: int
    """What every tile after the first costs in a turn (18BF-TRACK-02, 18BF-TRACK-03)."""
    public_tiles: int
    """How many tiles a Minor or Public may lay in a turn (18BF-TRACK-02)."""
    system_tiles: int
    """How many a System may (18BF-TRACK-03)."""
    marker_per_hex: int
    """What a station marker costs for every hex of distance (18BF-TOKEN-03)."""
    dividend_rounding: int
    """Half a dividend is rounded up to a multiple of this (18BF-DIV-04)."""
    most_merging_minors: int
    """How many Minors may merge (18BF-MERGE-07)."""
    most_minors_of_a_player: int
    """How many of them one player may bring (18BF-MERGE-07)."""
    most_markers_kept: int
    """How many station markers a new Public takes from them (18BF-MERGE-16)."""
    most_merging_publics: int
    """How many Publics may form a System (18BF-SYSTEM-01)."""
    few_markers: int
    """The station markers of a System formed by one or two Publics (18BF-SYSTEM-03, 18BF-SYSTEM-22)."""
    three_publics_left: int
    """How many places the price of a System formed by three Publics moves left (18BF-SYSTEM-08)."""
    operating_rounds: int
    """The operating rounds between two stock rounds (18BF-OR-01)."""
    long_last_set: int
    """The operating rounds of the last set if the end was triggered in a second round (18BF-END-03)."""


NUMBERS = Numbers(**FACTS["numbers"])


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateCompany:
    """A railway, a ferry or an underground, and what its owner may do with it."""

    symbol: str
    name: str
    sort: str
    least_bid: int
    """The lowest bid for it (18BF-AUC-02, 18BF-PRIV-36)."""
    value: int
    """Its face value."""
    incomes: tuple[int, ...]
    """By column: what it pays (18BF-PRIV-30)."""
    from_phase: str | None
    """The phase from which it may be auctioned, if it has to wait (18BF-PRIV-34, 18BF-PRIV-35)."""
    free_lay: str | None
    """The hex on which its owner may lay a tile free of charge."""
    bonus: int
    """What it adds to the value of a place (18BF-PRIV-08)."""
    bonus_at: tuple[str, ...]
    """The hexes of which one gets its bonus: several only for an Irish ferry, which is assigned to one of them."""

    @property
    def is_railway(self) -> bool:
        """Is it one of the railways, which are auctioned at the start and close in the end?"""
        return self.sort == RAILWAY

    @property
    def is_irish(self) -> bool:
        """Is it a ferry that has to be assigned to one of several areas (18BF-PRIV-31)?"""
        return len(self.bonus_at) > 1


def _private(private: dict[str, Any]) -> PrivateCompany:
    return PrivateCompany(
        symbol=private["symbol"],
        name=private["name"],
        sort=private["sort"],
        least_bid=private["least_bid"],
        value=private["value"],
        incomes=tuple(private["income"]),
        from_phase=private.get("from_phase"),
        free_lay=private.get("free_lay"),
        bonus=private.get("bonus", 0),
        bonus_at=tuple(private.get("bonus_at", ())),
    )


PRIVATES: tuple[PrivateCompany, ...] = tuple(map(_private, FACTS["private"]))
"""The private companies, in the order in which they are numbered."""


@dataclass(frozen=True)
class Land:
    """The board with its tiles."""

    board: Board
    tiles: TileSet


@cache
def land() -> Land:
    """The board and the tiles."""
    tiles = loading.tile_set(loading.read(__package__, "tiles.toml")["tile"], {})
    return Land(loading.board(MAP["hex"], tiles, COLOURS, MAP["layout"]), tiles)


def market() -> Market:
    """The market: one ladder; below its first space lies the Closed box."""
    return loading.market(FACTS["market"])


def companies(board: Board) -> tuple[CompanyFacts, ...]:
    """Minors with their homes (18BF-SETUP-16, 18BF-SETUP-17), Publics and Systems."""
    kinds = [kind["name"] for kind in FACTS["kind"]]
    return tuple(
        CompanyFacts(
            company["symbol"],
            company["name"],
            company["colour"],
            loading.point_of(board, company["home"]) if "home" in company else NO_STOP,
            company["markers"],
            kinds.index(company["kind"]),
        )
        for company in COMPANIES
    )


def privates() -> tuple[PrivateFacts, ...]:
    """Railways, ferries and undergrounds with their face values and their incomes."""
    return tuple(
        PrivateFacts(private.symbol, private.name, private.value, private.incomes[0], private.incomes)
        for private in PRIVATES
    )


def piles() -> tuple[PileFacts, ...]:
    """The piles of trains (18BF-TRAIN-15) and the phases they begin."""
    return tuple(
        PileFacts(pile["name"], pile.get("count", UNLIMITED), _phase(pile.get("begins")), _phase(pile.get("opens")))
        for pile in PILES
    )


def _phase(name: str | None) -> int | None:
    return None if name is None else PHASE[name]


def trains() -> tuple[TrainFacts, ...]:
    """Every face of every card; the buyer chooses the face (18BF-TRAIN-17)."""
    rusted_by = {phase["rusts"]: index for index, phase in enumerate(PHASES) if "rusts" in phase}
    return tuple(
        TrainFacts(
            train["name"],
            train["price"],
            train.get("stops", train.get("cities", 0)),
            0,
            rusted_by.get(train["name"], len(PHASES)),
            number,
        )
        for number, pile in enumerate(PILES)
        for train in pile["trains"]
    )


def phases() -> tuple[PhaseFacts, ...]:
    """The phases with their tiles, train limits by kind of company, and the column of values that counts."""
    return tuple(
        PhaseFacts(
            phase["name"],
            tuple(phase["colours"]),
            NUMBERS.operating_rounds,
            tuple(phase["train_limits"]),
            stage=phase["column"],
        )
        for phase in PHASES
    )
