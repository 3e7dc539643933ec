"""Positions of 1863 made at random: tiles, tokens of companies and of nobody, mail, trains of all kinds, every phase.

Small ones for the oracle, and late ones, with a board full of tiles, for the search.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

from railhead.core.frozen import FrozenDict
from railhead.core.ids import Hex, Stop, hex_of
from railhead.routes.model import AREA_STOP, SHUT_STOP, RouteProblem
from railhead.titles.t1863.facts import MAIL_HEXES, NUMBERS, PHASES, TRAIN, land
from railhead.titles.t1863.route_rules import problem_of
from railhead.track.board import PRINTED, Board
from railhead.track.hexgrid import opposite
from railhead.track.network import Network
from railhead.track.tiles import CITY
from tests.routes.boards_18bf import full_board
from tests.routes.laying import lay_at_random, placements
from tests.titles.t1863.lines import tiles_along

BOARD = land().board
HOMES = ("C10", "F9", "I10", "G18", "K22", "C18", "K2", "J13", "I6", "H13", "N11", "K14", "Q8", "Q10", "M10")

RINGS = (
    ("L17 M16 N15 N13 M12 M10 L9 K8 J7 I8 H9 G10 G12 G14 G16 H17 I18 J19 K18 L17",),
    ("I6 H5 H3 I2 J3 J5 I6", "I6 I8 I10"),
    ("K14 J13 J11 K10 L11 L13 K14", "K14 K16 K18", "J13 J11 J9"),
    ("C18 B17 B15 C14 D15 D17 C18", "C18 B19 A18", "B15 B13 A14"),
)
"""Circuits, some with branches: the inner circle, and smaller ones."""


@cache
def _liking(board: Board, hex_: Hex, placed: int) -> int:
    """Stations are liked, and busy tiles."""
    return (board.track(hex_, placed).exits.bit_count() + 2 * len(board.facts(hex_, placed).stops)) ** 2


def problem_1863(seed: int) -> RouteProblem:
    """What a company may run that has tokens among a few joined tiles."""
    chance = Random(seed)
    home = BOARD.index[chance.choice(HOMES)]
    laid = lay_at_random(BOARD, home, chance.randint(4, 12), chance, placements, _liking)
    if chance.random() < 0.3:
        laid = FrozenDict(tiles_along(*chance.choice(RINGS)))
        home = next(hex_ for hex_ in laid if BOARD.hexes[hex_].printed.stops[:1])
    tiles = FrozenDict({hex_: placed for hex_, placed in laid.items() if placed != PRINTED})
    net = Network(BOARD, tiles, sides=True)
    majors = majors_near(net, laid)
    own = {stop for stop in majors if hex_of(stop) == home} | {stop for stop in majors if chance.random() < 0.3}
    barred = frozenset(stop for stop in majors if stop not in own and chance.random() < 0.2)
    near = [stop for stop in net.stops if hex_of(stop) in laid]
    return problem_of(
        net,
        chance.randrange(len(PHASES)),
        frozenset(own),
        barred,
        tuple(chance.choice(tuple(TRAIN.values())) for _ in range(chance.choice((1, 1, 2, 2, 3)))),
        tuple(BOARD.index[name] for name in sorted(chance.sample(MAIL_HEXES, chance.randint(0, 2)))),
        FrozenDict({chance.choice(near): NUMBERS.toll} if near and chance.random() < 0.5 else {}),
    )


def majors_near(net: Network, laid: FrozenDict[Hex, int]) -> list[Stop]:
    """The major stations on these hexes."""
    return [stop for stop, facts in net.stops.items() if facts.kind == CITY and hex_of(stop) in laid]


def late_problem(
    seed: int, *trains: str, upgrades: int = 3, tokens: int = 6, full: float = 0.2, off_board: bool = True
) -> RouteProblem:
    """What a major may run on a board full of tiles; `full` is the share of stations that tokens of others fill.

    Without what lies off the board, an express has nowhere to end but at the company's own stations.
    """
    chance = Random(seed)
    tiles = full_board(BOARD, chance, upgrades)
    net = Network(BOARD, tiles, sides=True)
    majors = [stop for stop, facts in net.stops.items() if facts.kind == CITY and net.links[stop]]
    own = frozenset(chance.sample(majors, tokens))
    barred = frozenset(stop for stop in majors if stop not in own and chance.random() < full)
    kinds = tuple(TRAIN[name] for name in trains)
    problem = problem_of(net, upgrades, own, barred, kinds, tuple(BOARD.index[name] for name in ("C10", "Q10")))
    if off_board:
        return problem
    closed = {stop: SHUT_STOP if grade == AREA_STOP else grade for stop, grade in problem.grades.items()}
    return replace(problem, grades=closed)


def grown_problem(seed: int, *trains: str, count: int = 110) -> RouteProblem:
    """What a major may run on track that has grown tile by tile from the middle, every tile joined to others.

    These boards are harder to search than those of any game: nearly every line of track leads on.
    """
    chance = Random(seed)
    net = Network(BOARD, grown(chance, count), sides=True)
    majors = [stop for stop, facts in net.stops.items() if facts.kind == CITY and net.links[stop]]
    own = frozenset(chance.sample(majors, 6))
    barred = frozenset(stop for stop in majors if stop not in own and chance.random() < 0.15)
    return problem_of(net, len(PHASES) - 1, own, barred, tuple(TRAIN[name] for name in trains))


def grown(chance: Random, count: int) -> FrozenDict[Hex, int]:
    """So many tiles at most, those that join most track liked best, and none more often than there are of it."""
    home = BOARD.index["J13"]
    tiles = {home: chance.choice(placements(BOARD, home))}
    left = Counter({number: tile.count for number, tile in enumerate(BOARD.tiles.facts)})
    for _ in range(count):
        open_hexes = [
            other
            for hex_, placed in tiles.items()
            for edge, other in BOARD.beyond[hex_].items()
            if other not in tiles and BOARD.hexes[other].buildable and BOARD.track(hex_, placed).exits >> edge & 1
        ]
        if not open_hexes:
            break
        hex_ = chance.choice(open_hexes)
        fitting = [new for new in placements(BOARD, hex_) if left[new // 6] and joined(tiles, hex_, new)]
        if fitting:
            exits = [BOARD.track(hex_, new).exits.bit_count() for new in fitting]
            weights = [(many + 3 * joined(tiles, hex_, new)) ** 3 for many, new in zip(exits, fitting, strict=True)]
            tiles[hex_] = chance.choices(fitting, weights)[0]
            left[tiles[hex_] // 6] -= 1
    return FrozenDict({hex_: placed for hex_, placed in tiles.items() if placed != PRINTED})


def joined(tiles: dict[Hex, int], hex_: Hex, new: int) -> int:
    """How many sides of a hex would join track."""
    exits = BOARD.track(hex_, new).exits
    return sum(
        exits >> edge & BOARD.track(other, tiles[other]).exits >> opposite(edge) & 1
        for edge, other in BOARD.beyond[hex_].items()
        if other in tiles
    )
