"""Positions of 18BF made at random: tiles, markers, private companies, trains of all kinds, every phase.

Small ones for the oracle, and late ones, with a board full of tiles and the trains of a System, for the search.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import NOBODY, Company, Hex, Owner, Stop, a_train, stop_at
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.routes.model import RouteProblem
from railhead.testing import Table
from railhead.titles.t18bf.facts import SYSTEM, TRAIN
from railhead.titles.t18bf.ferries import areas, ferries_of
from railhead.titles.t18bf.record import amend, record
from railhead.titles.t18bf.route_rules import route_problem
from railhead.track.board import PRINTED, Board
from railhead.track.tiles import CITY
from tests.routes.laying import lay_at_random, placements

TABLE = Table("18BF", 4)
HOMES = ("D6", "M15", "Q15", "O19", "U13", "U11", "G17", "K19", "L12", "T22", "U21", "V24", "M11")
"""Where small positions begin: cities, and the hexes around London."""


@cache
def _liking(board: Board, hex_: Hex, placed: int) -> int:
    """Cities are liked, and busy tiles."""
    return (board.track(hex_, placed).exits.bit_count() + 3 * len(board.facts(hex_, placed).stops)) ** 2


def position(seed: int) -> tuple[Game, Company]:
    """A company with markers, some private companies, a few trains, and joined tiles around one of its cities."""
    chance = Random(seed)
    book, state = TABLE.book, TABLE.state.clone()
    company = chance.choice(book.company_ids)
    home = book.board.index[chance.choice(HOMES)]
    laid = lay_at_random(book.board, home, chance.randint(3, 9), chance, placements, _liking)
    state.tiles = FrozenDict({hex_: placed for hex_, placed in laid.items() if placed != PRINTED})
    place_at_random(book, state, company, chance, home)
    state.phase = chance.randrange(len(book.phases))
    kinds = [chance.randrange(len(book.trains)) for _ in range(chance.choice((1, 2, 2, 3)))]
    state.trains[book.purse(company)] = tuple(sorted(map(a_train, kinds)))
    give_privates(book, state, company, chance)
    return Game(book, state), company


def place_at_random(book: Rulebook, state: State, company: Company, chance: Random, home: Hex) -> None:
    """Markers of the company and of others; one of its own at home, if there is a city."""
    others = [other for other in book.company_ids if other != company]
    tokens: dict[Stop, tuple[Company, ...]] = {}
    for hex_ in book.board.all_hexes:
        for number, stop in enumerate(book.board.facts(hex_, state.tiles.get(hex_, PRINTED)).stops):
            if stop.kind != CITY:
                continue
            held = chance.sample(others, chance.choice((0, 0, stop.slots, chance.randint(0, stop.slots))))
            if hex_ == home or chance.random() < 0.3:
                held = [company, *held][: stop.slots]
            if held:
                tokens[stop_at(hex_, number)] = tuple(held)
    state.tokens = FrozenDict(tokens)


def give_privates(book: Rulebook, state: State, company: Company, chance: Random) -> None:
    """Some private companies belong to the company, and its Irish ferries are assigned."""
    for private in book.private_ids:
        state.privates[private] = book.purse(company) if chance.random() < 0.2 else Owner(NOBODY)
    game = Game(book, state)
    served = chance.sample(areas(game), 3)
    amend(game, ferries=tuple(zip(ferries_of(game, company), served, strict=False)))


def problem_18bf(seed: int) -> RouteProblem:
    """What the company of a position may run."""
    game, company = position(seed)
    return route_problem(game, company, record(game).ferries)


PLAIN_UPGRADED = 0.5
"""How often plain track is upgraded when cities are."""


# -- late boards ----------------------------------------------------------------------------------


def late_position(
    seed: int, *trains: str, upgrades: int = 3, markers: int = 8, full: float = 0.2
) -> tuple[Game, Company]:
    """A System on a board full of tiles: each hex laid and upgraded at random, as far as there are tiles.

    `full` is the share of cities that markers of others fill.
    """
    chance = Random(seed)
    book, state = TABLE.book, TABLE.state.clone()
    company = next(company for company in book.company_ids if book.companies[company].kind == SYSTEM)
    state.tiles = full_board(book.board, chance, upgrades)
    others = [other for other in book.company_ids if other != company]
    stops = [
        (stop_at(hex_, number), stop.slots)
        for hex_ in book.board.all_hexes
        for number, stop in enumerate(book.board.facts(hex_, state.tiles.get(hex_, PRINTED)).stops)
        if stop.kind == CITY
    ]
    slots = dict(stops)
    tokens: dict[Stop, list[Company]] = {
        at: chance.sample(others, count if chance.random() < full else chance.randrange(count)) for at, count in stops
    }
    for at in chance.sample(list(slots), markers):
        tokens[at] = [company, *tokens[at]][: slots[at]]
    state.tokens = FrozenDict({at: tuple(held) for at, held in tokens.items() if held})
    state.phase = len(book.phases) - 1
    state.trains[book.purse(company)] = tuple(sorted(a_train(TRAIN[name]) for name in trains))
    return Game(book, state), company


def full_board(board: Board, chance: Random, upgrades: int) -> FrozenDict[Hex, int]:
    """Tiles on every hex, upgraded so often at most; busy ones are liked, and no tile is used too often."""
    tiles: dict[Hex, int] = {}
    used: Counter[int] = Counter()
    for often in (0.95, *(PLAIN_UPGRADED,) * upgrades):
        for hex_ in chance.sample(board.all_hexes, len(board.all_hexes)):
            old = board.placed(tiles, hex_)
            if not board.hexes[hex_].printed.stops and chance.random() > often:
                continue
            fitting = [new for new in board.fits(hex_, old) if used[new // 6] < board.tiles.facts[new // 6].count]
            if fitting:
                new = chance.choices(fitting, [_busy(board, tiles, hex_, new) for new in fitting])[0]
                used[old // 6] -= 1
                used[new // 6] += 1
                tiles[hex_] = new
    return FrozenDict(tiles)


def _busy(board: Board, tiles: dict[Hex, int], hex_: Hex, new: int) -> int:
    """Sides where track is joined are liked best."""
    exits = board.track(hex_, new).exits
    joined = len(board.completes(tiles, hex_, new))
    return (1 + exits.bit_count() + 3 * joined) ** 3
