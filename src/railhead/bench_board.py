"""How fast track rules are on a board the size of a map of Europe with hundreds of tiles: network, reach, choices."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from statistics import median
from typing import Any

from railhead.core import engine
from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import Hex, Seat, Stop, stop_at
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.reference import Gauge
from railhead.rules.stations import company_reach
from railhead.rules.track import LayTrack
from railhead.titles import catalogue
from railhead.track.board import PRINTED, Board, HexFacts, make_board
from railhead.track.network import Network
from railhead.track.tiles import CITY, TOWN, StopFacts, TileFacts

HEXES = 845
TILES = 400
ACROSS = 26
TOKENS = 8
REPEATED = 9
WHAT = ("network", "reach", "choices", "choices on a hex")


def measure() -> dict[str, Any]:
    """Medians in microseconds, and as ratios to the reference, with nothing known from before."""
    book, state = position(1)
    company, gauge = book.company_ids[0], Gauge(every=1)
    times: dict[str, list[float]] = {what: [] for what in WHAT}
    arrivals = company_reach(Game(book, state), company).arrivals
    clicked = sorted(arrivals)[len(arrivals) // 2]
    for _ in range(REPEATED):
        times["network"].append(gauge.time(Network, book.board, state.tiles)[1])
        game = Game(replace(book, cache={}), state)
        times["reach"].append(gauge.time(company_reach, game, company)[1])
        offered = engine.choices(replace(book, cache={}), state)
        assert offered is not None
        times["choices"].append(gauge.time(list, offered)[1])
        offered = engine.choices(replace(book, cache={}), state)
        assert offered is not None
        times["choices on a hex"].append(gauge.time(list, offered.near(clicked))[1])
    medians = {what: median(times[what]) for what in WHAT}
    return {
        "hexes": HEXES,
        "tiles": len(state.tiles),
        "reference": round(gauge.reference, 1),
        "medians": {what: round(medians[what], 1) for what in WHAT},
        "ratios": {what: gauge.ratio(medians[what]) for what in WHAT},
    }


def position(seed: int) -> tuple[Rulebook, State]:
    """A company that is to lay track on a large board full of it, by the rules and with the tiles of 1860."""
    chance = Random(seed)
    book = catalogue.rulebook("1860", ("A", "B", "C"))
    board = _board(book, chance)
    tiles = _laid(board, chance)
    cities = [at for hex_, placed in tiles.items() for at in _cities(board, hex_, placed)]
    first, other = book.company_ids[:2]
    homes = tuple(replace(facts, home=cities[0]) for facts in book.companies)
    book = replace(book, board=board, companies=homes, cache={})
    state, _ = engine.start(book)
    state.tiles = FrozenDict(tiles)
    state.tokens = FrozenDict({at: (first,) if n % 2 else (other,) for n, at in enumerate(cities[: 2 * TOKENS])})
    state.director[first] = Seat(book.seat_ids[0])
    state.cash[book.purse(first)] = 1000
    state.trains[book.purse(first)] = (max(range(len(book.trains))),)  # type: ignore[assignment]
    state.phase = len(book.phases) - 1
    state.agenda = (LayTrack(first),)
    return book, state


def _board(book: Rulebook, chance: Random) -> Board:
    """Cities, towns and open country, all of it land."""
    names = [f"{chr(ord('A') + n % ACROSS)}{2 * (n // ACROSS) + n % ACROSS % 2 + 1}" for n in range(HEXES)]
    hexes = []
    for name in names:
        kind = chance.random()
        stops = (StopFacts(CITY, 0, 1),) if kind < 0.2 else (StopFacts(TOWN, 0),) if kind < 0.35 else ()
        printed = TileFacts(name, "", 1, "", stops, ())
        hexes.append(HexFacts(name, "", printed, tuple(range(6)), 0, "", "", True))
    return make_board(tuple(hexes), book.board.tiles, book.board.colours)


def _laid(board: Board, chance: Random) -> dict[Hex, int]:
    """Tiles joined to each other wherever they can be, some of them upgraded."""
    start = next(hex_ for hex_ in board.all_hexes[HEXES // 2 :] if _cities(board, hex_, PRINTED))
    tiles = {start: chance.choice(board.fits(start, PRINTED))}
    edge = _ways_on(board, tiles, start)
    while edge and len(tiles) < TILES:
        hex_ = edge.pop(chance.randrange(len(edge)))
        if hex_ not in tiles and board.fits(hex_, PRINTED):
            for _ in range(chance.choice((1, 1, 2, 3))):
                fitting = board.fits(hex_, tiles.get(hex_, PRINTED))
                if fitting:
                    tiles[hex_] = max(fitting, key=lambda new: (_joined(board, tiles, hex_, new), chance.random()))
            edge += _ways_on(board, tiles, hex_)
    return tiles


def _joined(board: Board, tiles: dict[Hex, int], hex_: Hex, new: int) -> int:
    """How many sides of a placement join track of the tiles around."""
    exits = board.track(hex_, new).exits
    return sum(
        board.track(other, tiles[other]).exits >> side & 1
        for edge, (other, side) in board.across[hex_].items()
        if exits >> edge & 1 and other in tiles
    )


def _ways_on(board: Board, tiles: dict[Hex, int], hex_: Hex) -> list[Hex]:
    """The empty hexes to which a tile leads."""
    exits = board.track(hex_, tiles[hex_]).exits
    return [other for edge, other in board.beyond[hex_].items() if exits >> edge & 1 and other not in tiles]


def _cities(board: Board, hex_: Hex, placed: int) -> list[Stop]:
    stops = board.facts(hex_, placed).stops
    return [stop_at(hex_, number) for number, stop in enumerate(stops) if stop.kind == CITY]
