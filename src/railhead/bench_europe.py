"""How fast building is on the largest board: 18OE late in the game, with ferries, ports and hundreds of tiles."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from statistics import median
from typing import Any

from railhead.core import effects, engine
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Hex, Stop, hex_of, stop_at
from railhead.core.rulebook import Rulebook
from railhead.core.state import FLOATED, STARTED, State
from railhead.core.text import Text
from railhead.reference import Gauge
from railhead.rules.stations import company_reach
from railhead.rules.track import LayTile
from railhead.titles.t18oe import across_water, rules
from railhead.titles.t18oe.building import BuildTrack, fills_its_hex
from railhead.titles.t18oe.facts import COMPANY, MAJOR
from railhead.track.board import PRINTED, Board
from railhead.track.network import Network
from railhead.track.tiles import CITY

MAJORS = tuple(COMPANY[symbol] for symbol in ("PLM", "GWR", "KBS", "MAV", "SFAI", "MZA", "DSJ", "WW"))
TILES = 400
TOKENS = 6
CASH = 1000
REPEATED = 9
WHAT = (
    "network",
    "network after a tile",
    "reach",
    "fares",
    "choices",
    "choices after a tile",
    "choices on a hex",
    "a checked tile",
)


def measure() -> dict[str, Any]:
    """Medians in microseconds, and as ratios to the reference.

    With nothing known from before; except what is measured after a tile, when the position before it is known.
    """
    book, state = position(1)
    board, company, gauge = book.board, MAJORS[0], Gauge(every=1)
    times: dict[str, list[float]] = {what: [] for what in WHAT}
    chance, offered = Random(1), engine.choices(book, state)
    assert offered is not None
    lays = [choice for choice in offered if choice.action is LayTile]
    for _ in range(REPEATED):
        new = replace(book, cache={})
        earlier, spent = gauge.time(Network, board, state.tiles)
        times["network"].append(spent)
        times["reach"].append(gauge.time(company_reach, Game(new, state), company)[1])
        times["fares"].append(gauge.time(across_water.track_fares, Game(new, state), company)[1])
        times["choices"].append(gauge.time(_list, replace(book, cache={}), state)[1])
        action = chance.choice(lays).sample(chance)
        assert isinstance(action, LayTile)
        times["a checked tile"].append(gauge.time(engine.why_not, book, state, action)[1])
        after, _ = engine.consequences(book, state, action)
        times["choices after a tile"].append(gauge.time(_list, book, after)[1])
        times["network after a tile"].append(gauge.time(Network, board, after.tiles, earlier)[1])
        found = engine.choices(replace(book, cache={}), state)
        assert found is not None
        times["choices on a hex"].append(gauge.time(list, found.near(action.hex))[1])
    medians = {what: median(times[what]) for what in WHAT}
    return {
        "hexes": len(board.hexes),
        "tiles": len(state.tiles),
        "reference": round(gauge.reference, 1),
        "medians": {what: round(medians[what], 1) for what in WHAT},
        "ratios": {what: gauge.ratio(medians[what]) for what in WHAT},
    }


def _list(book: Rulebook, state: State) -> list[object]:
    found = engine.choices(book, state)
    return list(found or ())


def position(seed: int) -> tuple[Rulebook, State]:
    """A major that is to lay track on a board full of it, with the printed supply of tiles, in the last phase."""
    chance = Random(seed)
    book = rules.rulebook(("A", "B", "C"), frozenset(), seed, 1)
    state = book.set_up(book)
    game = Game(book, state)
    tiles = _laid(book, chance)
    tokens = _tokens(book, tiles, chance)
    effects.suppose_board(game, tiles, tokens)
    effects.suppose_phase(game, len(book.phases) - 1)
    state.supply = [count - used for count, used in zip(state.supply, _used(book.board, tiles), strict=True)]
    for number, company in enumerate(MAJORS):
        purse, seat = book.purse(company), book.seat_ids[number % len(book.seat_ids)]
        effects.set_kind(game, company, MAJOR, purse)
        effects.mark(game, company, STARTED | FLOATED)
        effects.set_director(game, company, seat)
        effects.pay(game, BANK, purse, CASH, Text("its treasury"))
    state.agenda = (BuildTrack(MAJORS[0]),)
    return book, state


def _laid(book: Rulebook, chance: Random) -> dict[Hex, int]:
    """Tiles joined to each other wherever they can be, from the homes on, some of them upgraded."""
    board, tiles = book.board, dict[Hex, int]()
    edge = [hex_of(book.companies[company].home) for company in MAJORS]
    while edge and len(tiles) < TILES:
        hex_ = edge.pop(chance.randrange(len(edge)))
        if hex_ not in tiles:
            for _ in range(chance.choice((1, 1, 2, 3, 4))):
                _upgrade(board, tiles, hex_, chance)
            edge += _ways_on(board, tiles, hex_)
    return tiles


def _upgrade(board: Board, tiles: dict[Hex, int], hex_: Hex, chance: Random) -> None:
    """The next tile on a hex, if one is left that fits: the one that joins most of the track around."""
    used, old = _used(board, tiles), tiles.get(hex_, PRINTED)
    left = [new for new in board.fits(hex_, old) if used[new // 6] < board.tiles.facts[new // 6].count]
    fitting = [new for new in left if fills_its_hex(board, hex_, new)]
    if fitting:
        tiles[hex_] = max(fitting, key=lambda new: (_joined(board, tiles, hex_, new), chance.random()))


def _used(board: Board, tiles: dict[Hex, int]) -> list[int]:
    count = Counter(placement // 6 for placement in tiles.values())
    return [count[tile] for tile in range(len(board.tiles.facts))]


def _joined(board: Board, tiles: dict[Hex, int], hex_: Hex, new: int) -> int:
    exits = board.track(hex_, new).exits
    return sum(
        board.track(other, board.placed(tiles, other)).exits >> side & exits >> edge & 1
        for edge, (other, side) in board.across[hex_].items()
    )


def _ways_on(board: Board, tiles: dict[Hex, int], hex_: Hex) -> list[Hex]:
    """The empty hexes of land to which a tile leads."""
    exits = board.track(hex_, board.placed(tiles, hex_)).exits
    beyond = [other for edge, other in board.beyond[hex_].items() if exits >> edge & 1 and other not in tiles]
    return [other for other in beyond if board.hexes[other].buildable]


def _tokens(book: Rulebook, tiles: dict[Hex, int], chance: Random) -> dict[Stop, tuple[Company, ...]]:
    """Tokens of the majors: at home, and in some of the cities that have been built."""
    board, found = book.board, dict[Stop, tuple[Company, ...]]()
    for company in MAJORS:
        found[board.current(tiles, book.companies[company].home)] = (company,)
    cities = [
        (stop_at(hex_, number), stop.slots)
        for hex_, placed in tiles.items()
        for number, stop in enumerate(board.facts(hex_, placed).stops)
        if stop.kind == CITY
    ]
    chance.shuffle(cities)
    for number, (stop, slots) in enumerate(cities[: TOKENS * len(MAJORS)]):
        company, held = MAJORS[number % len(MAJORS)], found.get(stop, ())
        if len(held) < slots and company not in held:
            found[stop] = (*held, company)
    return found
