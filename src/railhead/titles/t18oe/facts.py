"""The facts of 18OE, read from its data files. What is a guess is marked in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NewType

from railhead.core.ids import NO_STOP, Company, Hex, Place, Private, Stop, stop_at
from railhead.core.market import Market
from railhead.core.rulebook import CompanyFacts, PhaseFacts, PileFacts, PrivateFacts, TrainFacts
from railhead.titles import loading
from railhead.track.board import Board
from railhead.track.tiles import CITY, TileSet

FACTS: dict[str, Any] = loading.read(__package__, "facts.toml")
MAP: dict[str, Any] = loading.read(__package__, "map.toml")
HEXES: dict[str, dict[str, Any]] = MAP["hex"] | loading.read(__package__, "map_south.toml")["hex"]
WATER: dict[str, Any] = loading.read(__package__, "water.toml")
REGIONS: dict[str, Any] = loading.read(__package__, "zones.toml")
MINORS: list[dict[str, Any]] = FACTS["minor"]
REGIONALS: list[dict[str, Any]] = FACTS["regional"]
PRIVATES: list[dict[str, Any]] = FACTS["private"]
PHASES: list[dict[str, Any]] = FACTS["phase"]
PILES: list[dict[str, Any]] = FACTS["pile"]
TRAINS: list[dict[str, Any]] = [train for pile in PILES for train in pile["trains"]]
COLOURS = tuple(FACTS["colours"])
PLAYERS = tuple(int(count) for count in FACTS["players"])
"""How many can play (18OE-SETUP-13)."""

MINOR, REGIONAL, MAJOR, NATIONAL = range(4)
"""The kinds of railroad, in the order of `[[kind]]`."""
PHASE = {phase["name"]: index for index, phase in enumerate(PHASES)}
"""The index of a Train Phase by its number."""
COMPANY = {entry["symbol"]: Company(number) for number, entry in enumerate((*MINORS, *REGIONALS))}
"""A railroad by its symbol: the minors, then the regionals."""
PRIVATE = {private["symbol"]: Private(number) for number, private in enumerate(PRIVATES)}
"""A private by its symbol; concessions are numbered after them."""
CONCESSIONS = tuple(Private(len(PRIVATES) + number) for number in range(FACTS["concessions"]["count"]))
"""The concessions, first to tenth (18OE-CONC-01)."""
TRAIN = {train["name"]: index for index, train in enumerate(TRAINS)}
"""The kind of a train by its name."""

LEVELS: tuple[int, ...] = tuple(int(pile["name"]) for pile in PILES for _ in pile["trains"])
"""By kind of train: its level; a 4D is of level 7, a 5D of level 8 (18OE-PHASE-04)."""
CITIES: tuple[int, ...] = tuple(train["cities"] for train in TRAINS)
"""By kind of train: its city limit (18OE-ROUTE-10)."""
TOWNS: tuple[int, ...] = tuple(train.get("towns", 0) for train in TRAINS)
"""By kind of train: how many towns it counts besides (18OE-REV-04)."""
TIMES: tuple[int, ...] = tuple(train.get("times", 1) for train in TRAINS)
"""By kind of train: what its cities are multiplied by (18OE-REV-02)."""
FIRST_TOKENS: tuple[int, ...] = tuple(FACTS["tokens"]["first"])
"""What the tokens of a minor or regional cost after its home token (18OE-SETUP-15, 18OE-SETUP-16)."""
MAJOR_TOKENS: tuple[int, ...] = tuple(FACTS["tokens"]["of_a_major"])
"""What the tokens cost that a regional gets when it expands (18OE-SETUP-16)."""
BY_PHASE: dict[str, tuple[int, ...]] = {name: tuple(values) for name, values in FACTS["by_phase"].items()}
"""Sums and numbers by Train Phase (18OE-OE-03, 18OE-PRIV-35, 18OE-MINOR-07, 18OE-MINOR-17, 18OE-PORT-10)."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules, in the order of the rulebook."""

    capital: int
    """What all players start with together (18OE-SETUP-11)."""
    capital_without_concessions: int
    """The same without concessions (18OE-SETUP-12)."""
    cash_step: int
    """Each player's part is rounded up to a multiple of this (18OE-SETUP-11)."""
    minor_value: int
    """The face value of a minor (18OE-SETUP-15)."""
    raise_by: int
    """A bid beats others by at least this (18OE-AUC-04, 18OE-AUC-10)."""
    price_cut: int
    """How much cheaper the top row becomes when all have passed (18OE-AUC-15)."""
    most_in_a_minor: int
    """How much of its price a minor keeps (18OE-AUC-19)."""
    regionals_kept: int
    """How many regionals float; the others leave (18OE-RMP-04, 18OE-RMP-12)."""
    chits_before_the_rest_go: int
    """With how many chits of the three zones that close together the others leave (18OE-FLOAT-04)."""
    cheapest_president: int
    """With less cash than this, a concession only sets a par (18OE-CONC-04, 18OE-CONC-05)."""
    most_in_market: int
    """The percentage of a railroad that sales may bring to the Open Market (18OE-SR-08)."""
    most_bought: int
    """The percentage from which shares are bought from the Open Market only, and twice as dear (18OE-SR-15)."""
    minor_points: int
    """Tile points of a minor or regional (18OE-TRACK-01)."""
    major_points: int
    """Tile points of a major (18OE-TRACK-01)."""
    national_points: int
    """Tile points of a national (18OE-TRACK-01)."""
    yellow_points: int
    """What a yellow tile uses of them (18OE-TRACK-02)."""
    upgrade_points: int
    """What any other tile uses (18OE-TRACK-02)."""
    metropolis_times: int
    """Tiles of a metropolis use this many times as many (18OE-TRACK-03)."""
    foundry_points: int
    """What minor G adds (18OE-MINOR-14)."""
    zone_discount: int
    """The discount of track rights, in per cent (18OE-COST-03)."""
    terrain_discount: int
    """The discount of minors E and F, in per cent (18OE-COST-07)."""
    joint_discount: int
    """The discount of both together, in per cent (18OE-COST-08)."""
    track_per_ferry: int
    """What a tile beyond a ferry costs for each unit of its distance (18OE-WATER-02)."""
    track_per_sea: int
    """What a tile beyond the sea costs for each zone (18OE-WATER-03)."""
    token_per_ferry: int
    """What a token beyond a ferry costs for each unit of its distance (18OE-TOKEN-11)."""
    token_per_sea: int
    """What a token beyond the sea costs for each zone (18OE-TOKEN-12)."""
    minor_token: int
    """What the second token of a minor costs (18OE-SETUP-15)."""
    authority_price: int
    """The price of a port authority (18OE-PORT-16, 18OE-PORT-17)."""
    authorities: int
    """How many there are for each area (18OE-SETUP-05)."""
    authority_relief: int
    """How many sea zones an authority ignores in a turn (18OE-PORT-13)."""
    pullmans: int
    """How many Pullmans come with minor M (18OE-PULLMAN-03)."""
    pullman_price: int
    """What a Pullman costs (18OE-PULLMAN-04, 18OE-PULLMAN-05)."""
    pullman_used: int
    """What one costs that another railroad has (18OE-PULLMAN-07)."""
    pullman_royalty: int
    """What minor M gets for one (18OE-PULLMAN-04)."""
    pullman_per_level: int
    """What it adds for each level of its train (18OE-REV-08)."""
    locomotive_discount: int
    """The discount of minor J on trains, in per cent (18OE-MINOR-16)."""
    transfer_city: int
    """What the seller of a token gets in an ordinary city or red zone (18OE-XFER-05)."""
    transfer_grand: int
    """In a grand city or a red zone marked Y (18OE-XFER-05)."""
    transfer_metropolis: int
    """In a metropolis or a red zone marked M (18OE-XFER-05)."""
    filler_city: int
    """What a national counts for a city beyond those of its zone (18OE-NATREV-09)."""
    filler_town: int
    """What it counts for a town beyond those of its zone (18OE-NATREV-09)."""
    abandoned_price: int
    """What a major pays for an abandoned minor (18OE-SHARES-06)."""
    level_8_after: int
    """How many trains of level 7 are sold before those of level 8 (18OE-PHASE-19)."""
    hochberg_least_cost: int
    """The lowest cost of terrain for Hochberg's token (18OE-PRIV-33)."""
    brandt_tokens: int
    """How many tokens Brandt & Brandau have (18OE-PRIV-37)."""
    brandt_in_a_round: int
    """How many of them may be used in an operating round (18OE-PRIV-38)."""


NUMBERS = Numbers(**FACTS["numbers"])


@dataclass(frozen=True, slots=True)
class Readings:
    """Readings of the rulebook that could be taken the other way round."""

    pullman_by_level: bool
    """Does a Pullman on a 4D count level 7 (18OE-REV-09)? The rulebook's example says 8."""
    parred_regionals_leave: bool
    """Does a parred regional leave with the unfloated ones (18OE-RMP-12)?"""
    joint_discount_only_on_its_terrain: bool
    """Is the discount of 50% for the terrain of E or F only (18OE-COST-08)?"""
    token_city_pays_others: bool
    """Do only the trains of its own railroad earn nothing at Star Harbor or Central Circle (18OE-PRIV-27)?"""
    wien_is_the_turns_token: bool
    """Is the token of Wien Südbahnhof the one of that turn (18OE-PRIV-11)?"""
    printed_yellow_costs: bool
    """Does the first tile on a printed yellow hex cost its terrain (18OE-COST-01)?"""
    hochberg_replaces_the_town: bool
    """Is a town under Hochberg's token gone for everybody (18OE-PRIV-33)?"""
    port_towns_by_sea: bool
    """May a tile with a port town be laid across the sea (18OE-TRACK-19)?"""


READINGS = Readings(**FACTS["readings"])


# -- zones of track rights -----------------------------------------------------------------------


Zone = NewType("Zone", int)
"""A zone of track rights: an index into ZONES."""


@dataclass(frozen=True, slots=True)
class ZoneFacts:
    """A zone of track rights, with chits if minors may float there."""

    symbol: str
    name: str
    national: str = ""
    """What a national of this zone is called."""
    chits: int = 0
    """How many chits there are (18OE-FLOAT-03); none in the Balkans (18OE-FLOAT-06)."""
    home_token: int = 0
    """What a home token costs (18OE-FLOAT-07)."""
    discount: bool = False
    """Do track rights here lower the cost of terrain (18OE-COST-03)?"""
    closes_with_others: bool = False
    """Is it one of those that close together (18OE-FLOAT-04)?"""


ZONES: tuple[ZoneFacts, ...] = tuple(ZoneFacts(**entry) for entry in FACTS["zone"])
ZONE = {facts.symbol: Zone(number) for number, facts in enumerate(ZONES)}
"""A zone by its symbol."""
HOME_ZONES: tuple[Zone, ...] = tuple(ZONE[entry["zone"]] for entry in REGIONALS)
"""By regional, in the order of the data: its zone (18OE-SETUP-18)."""


def home_zone(company: Company) -> Zone | None:
    """The zone of a regional's charter (18OE-FLOAT-19); None for a minor, which takes a chit."""
    number = company - len(MINORS)
    return HOME_ZONES[number] if number >= 0 else None


# -- the board ------------------------------------------------------------------------------------

NORTH_SEA, MEDITERRANEAN = "North Sea", "Mediterranean"
AREAS = (NORTH_SEA, MEDITERRANEAN)
"""The areas of the port authorities (18OE-PORT-18, 18OE-PORT-19)."""


@dataclass(frozen=True, slots=True)
class Sea:
    """A sea zone."""

    name: str
    area: int
    """The area of the port authority: an index into AREAS."""
    beside: tuple[int, ...]
    """The zones that a crossing may go on to: indices into the zones."""
    hexes: tuple[str, ...]
    """Its hexes, which are only drawn."""


@dataclass(frozen=True, slots=True)
class Port:
    """An arrow of a port: where it is, and the sea zones it opens."""

    hex: Hex
    side: int | None
    """The side with the arrow; None if the port is offshore (18OE-PORT-23)."""
    seas: tuple[int, ...]
    """Indices into the sea zones."""
    private: bool
    """Is it only for railroads with a token in its city (18OE-PORT-22)?"""
    anchor: str = ""
    """If it is offshore: the sea hex with its anchor, which is only drawn."""


@dataclass(frozen=True, slots=True)
class Ferry:
    """A ferry: its distance, the sea hexes it crosses, and the hexes of land at its ends."""

    distance: int
    over: tuple[Hex, ...]
    ends: tuple[Hex, Hex]


@dataclass(frozen=True)
class Land:
    """The board with its tiles, and what is special about some of its hexes."""

    board: Board
    tiles: TileSet
    seas: tuple[Sea, ...]
    ports: tuple[Port, ...]
    ferries: tuple[Ferry, ...]
    zones: dict[Hex, tuple[Zone, ...]]
    """By hex: the zones it lies in, at least partly (18OE-RIGHTS-02)."""
    zone_of_stop: dict[Hex, Zone]
    """By hex with stops, in a zone: the zone they belong to (18OE-SETUP-19)."""
    marks: dict[Hex, str]
    """By red zone: M if it counts as a metropolis, Y if as a grand city."""

    def is_metropolis(self, hex_: Hex) -> bool:
        """Is there a metropolis, or a red zone that counts as one (18OE-FLOAT-12)?"""
        letter = self.board.hexes[hex_].label
        return letter not in ("", GRAND) or self.marks.get(hex_) == METROPOLIS

    def is_grand(self, hex_: Hex) -> bool:
        """Is there a grand city, or a red zone that counts as one (18OE-XFER-05)?"""
        return GRAND in (self.board.hexes[hex_].label, self.marks.get(hex_))


GRAND, METROPOLIS = "Y", "M"
"""The letter of grand cities, and the mark of a red zone that counts as a metropolis."""


@cache
def land() -> Land:
    """The board and the tiles; the sides of port arrows and dead ends are shores (18OE-TRACK-28)."""
    tiles = loading.tile_set(loading.read(__package__, "tiles.toml")["tile"], {})
    shores = _shores()
    entries = {name: {**entry, "shores": shores[name]} if name in shores else entry for name, entry in HEXES.items()}
    board = loading.board(entries, tiles, COLOURS, MAP["layout"])
    seas = {entry["name"]: number for number, entry in enumerate(WATER["sea"])}
    zones = _zones(board)
    return Land(
        board,
        tiles,
        tuple(
            Sea(
                entry["name"],
                AREAS.index(entry["area"]),
                tuple(seas[name] for name in entry["beside"]),
                tuple(entry["hexes"]),
            )
            for entry in WATER["sea"]
        ),
        tuple(
            Port(
                board.index[entry["hex"]],
                entry.get("side"),
                tuple(seas[name] for name in entry["seas"]),
                entry.get("private", False),
                entry.get("anchor", ""),
            )
            for entry in WATER["port"]
        ),
        tuple(_ferry(board, entry) for entry in WATER["ferry"]),
        zones,
        _zones_of_stops(board, zones),
        {board.index[name]: entry["mark"] for name, entry in HEXES.items() if "mark" in entry},
    )


def _ferry(board: Board, entry: dict[str, Any]) -> Ferry:
    one, other = (board.index[str(entry[end]).partition(".")[0]] for end in ("from", "to"))
    return Ferry(entry["distance"], tuple(board.index[name] for name in entry["over"]), (one, other))


def _shores() -> dict[str, list[int]]:
    """By hex: its sides with the arrow of a port or a dead end, where no route leads on (18OE-ROUTE-09)."""
    found: dict[str, set[int]] = {}
    for entry in WATER["port"]:
        if "side" in entry:
            found.setdefault(entry["hex"], set()).add(entry["side"])
    for text in WATER["dead_ends"]:
        name, _, side = text.partition(".")
        found.setdefault(name, set()).add(int(side))
    return {name: sorted(sides) for name, sides in found.items()}


def _zones(board: Board) -> dict[Hex, tuple[Zone, ...]]:
    found: dict[Hex, list[Zone]] = {}
    for symbol, names in REGIONS["zones"].items():
        for name in names:
            found.setdefault(board.index[name], []).append(ZONE[symbol])
    return {hex_: tuple(zones) for hex_, zones in found.items()}


def _zones_of_stops(board: Board, zones: dict[Hex, tuple[Zone, ...]]) -> dict[Hex, Zone]:
    """The zone of the stops on each hex; the data say it where a boundary runs through the hex."""
    said = {board.index[name]: ZONE[symbol] for name, symbol in REGIONS["zone_of_stop"].items()}
    with_stops = (hex_ for hex_ in zones if board.hexes[hex_].printed.stops)
    return {hex_: said[hex_] if hex_ in said else zones[hex_][0] for hex_ in with_stops}


# -- the opening packet ---------------------------------------------------------------------------

Item = tuple[str, int]
"""Something in the packet: CHARTER with the number of a minor, or CARD with that of a private or concession."""
CHARTER, CARD = "charter", "card"


def packet(concessions: bool) -> tuple[tuple[Item, ...], ...]:
    """The rows of the opening packet, top row first (18OE-AUC-18)."""
    rows = [tuple(_item(symbol) for symbol in row) for row in FACTS["packet"]]
    left = iter(CONCESSIONS if concessions else ())
    rows += [tuple((CARD, int(next(left))) for _ in range(size)) for size in FACTS["concession_rows"] if concessions]
    return tuple(rows)


def _item(symbol: str) -> Item:
    return (CARD, int(PRIVATE[symbol])) if symbol in PRIVATE else (CHARTER, int(COMPANY[symbol]))


def value(item: Item) -> int:
    """The face value of something in the packet."""
    sort, number = item
    if sort == CHARTER:
        return NUMBERS.minor_value
    return int(PRIVATES[number]["value"] if number < len(PRIVATES) else FACTS["concessions"]["value"])


# -- what a rulebook is made of -------------------------------------------------------------------


def starting_cash(players: int, concessions: bool) -> int:
    """What each player starts with, rounded up (18OE-SETUP-11, 18OE-SETUP-12)."""
    total, step = NUMBERS.capital if concessions else NUMBERS.capital_without_concessions, NUMBERS.cash_step
    return -(-total // (players * step)) * step


def market() -> Market:
    """The market: a chart, with boxes for the par values of regionals (18OE-SETUP-17)."""
    return loading.market(FACTS["market"])


def par_of_a_major(of: Market, box: Place) -> Place:
    """The square that a regional's par moves to when it expands: the one with the same letter (18OE-MAJOR-04)."""
    return of.par_places[of.box_places.index(box)]


def companies(board: Board) -> tuple[CompanyFacts, ...]:
    """The railroads: minors, which have no home before they float, then regionals (18OE-SETUP-06)."""
    tokens = 1 + len(FIRST_TOKENS)
    minors = (CompanyFacts(e["symbol"], e["name"], e["colour"], NO_STOP, tokens, MINOR) for e in MINORS)
    regionals = (
        CompanyFacts(e["symbol"], e["name"], e["colour"], loading.point_of(board, e["home"]), tokens, REGIONAL)
        for e in REGIONALS
    )
    return (*minors, *regionals)


def privates() -> tuple[PrivateFacts, ...]:
    """The privates with their revenue, then the concessions, which pay nothing."""
    cards = (PrivateFacts(entry["symbol"], entry["name"], entry["value"], entry["revenue"]) for entry in PRIVATES)
    numbers = range(1, FACTS["concessions"]["count"] + 1)
    concessions = (PrivateFacts(f"CO{n}", f"Concession {n}", FACTS["concessions"]["value"], 0) for n in numbers)
    return (*cards, *concessions)


def piles() -> tuple[PileFacts, ...]:
    """The Locomotive Works (18OE-SETUP-02) and the Train Phases they begin (18OE-PHASE-04)."""
    return tuple(
        PileFacts(pile["name"], pile["count"], PHASE[pile["begins"]] if "begins" in pile else None) for pile in PILES
    )


def trains() -> tuple[TrainFacts, ...]:
    """Both sides of every card; the buyer chooses one (18OE-SETUP-03)."""
    rusted_by = {phase["rusts"]: index for index, phase in enumerate(PHASES) if "rusts" in phase}
    return tuple(
        TrainFacts(
            train["name"],
            train["price"],
            train["cities"],
            train.get("towns", 0),
            rusted_by.get(pile["name"], len(PHASES)),
            number,
        )
        for number, pile in enumerate(PILES)
        for train in pile["trains"]
    )


def phases() -> tuple[PhaseFacts, ...]:
    """The Train Phases with their tiles and train limits; values of red zones go by the colour of track."""
    return tuple(
        PhaseFacts(phase["name"], tuple(phase["colours"]), 2, tuple(phase["train_limits"]), stage=phase["stage"])
        for phase in PHASES
    )


def cities(board: Board) -> tuple[Stop, ...]:
    """The cities as printed, those of red zones with circles included."""
    return tuple(
        stop_at(hex_, number)
        for hex_ in board.all_hexes
        for number, stop in enumerate(board.hexes[hex_].printed.stops)
        if stop.kind == CITY
    )
