"""Positions of 1862 made at random: tiles with and without small stations, markers, London, trains of all types."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import FIRST_SEAT, POOL, Company, Hex, Stop, a_train, hex_of, stop_at
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.routes.model import RouteProblem
from railhead.testing import Table
from railhead.titles.t1862.facts import EXPRESS, FREIGHT, LOCAL, TYPE
from railhead.titles.t1862.record import Record1862, entry
from railhead.titles.t1862.route_rules import route_problem
from railhead.track.board import PRINTED, Board
from railhead.track.tiles import CITY
from tests.routes.laying import lay_at_random

BOOKS = tuple(Table("1862", 4, options, seed) for seed, options in ((95, ()), (1, ()), (2, ("shorter_game",))))
PERMANENT = {table: {k for k, train in enumerate(table.book.trains) if train.rusted_by >= 8} for table in BOOKS}


@cache
def placements(board: Board, hex_: Hex) -> tuple[int, ...]:
    """Every tile that suits a hex: of any colour, and where there is no town with any small stations on its lines."""
    found = []
    has_town = any(stop.kind == CITY for stop in board.hexes[hex_].printed.stops)
    for number, tile in enumerate(board.tiles.facts if board.hexes[hex_].buildable else ()):
        suits = board.right_kind(hex_, PRINTED, tile) if has_town else all(stop.kind != CITY for stop in tile.stops)
        found += [number * 6 + r for r in range(6) if suits and board.within_land(hex_, number * 6 + r)]
    return tuple(found)


def position(seed: int) -> tuple[Game, Company]:
    """A company with its home, joined tiles, markers, trains of any types and most of the permits for them."""
    chance = Random(seed)
    table = chance.choice(BOOKS)
    book, state = table.book, table.state.clone()
    company = chance.choice(book.company_ids)
    home, count = hex_of(book.companies[company].home), chance.randint(4, 11)
    state.tiles = lay_at_random(book.board, home, count, chance, placements, _liking)
    place_at_random(book, state, company, chance)
    state.phase = chance.randrange(len(book.phases))
    state.director[company] = POOL if chance.random() < 0.25 else FIRST_SEAT
    assert isinstance(state.record, Record1862)
    permits = chance.choice((FREIGHT | LOCAL | EXPRESS,) * 5 + (FREIGHT, LOCAL, EXPRESS | FREIGHT))
    state.record = replace(state.record, permits=entry(state.record.permits, company, permits))
    trains = some_trains(chance, sorted(PERMANENT[table]))
    state.trains[book.purse(company)] = tuple(sorted(a_train(kind, chance.randrange(2)) for kind in trains))
    return Game(book, state), company


def some_trains(chance: Random, permanent: list[int]) -> list[int]:
    """Kinds of train: any few of them, or only Freight trains, permanent or not."""
    freights = [kind for kind, sort in enumerate(TYPE) if sort == FREIGHT]
    style = chance.random()
    if style < 0.4:
        return [chance.randrange(len(TYPE)) for _ in range(chance.choice((1, 2, 2, 3)))]
    few = freights[: chance.randint(1, len(freights))]
    long = [kind for kind in freights if kind in permanent]
    found = [chance.choice(few) for _ in range(chance.choice((1, 2, 2, 3)))]
    if style < 0.7:
        found = [*found[:2], *(chance.choice(long) for _ in range(chance.choice((1, 2))))]
    return found if chance.random() < 0.7 else [*found[:2], chance.randrange(len(TYPE))]


@cache
def _liking(board: Board, hex_: Hex, placed: int) -> int:
    """Busy tiles are liked, and those that lead off the board."""
    track = board.track(hex_, placed)
    off = [
        edge
        for edge, other in board.beyond[hex_].items()
        if track.exits >> edge & 1 and not board.hexes[other].buildable
    ]
    return (track.exits.bit_count() + 2 * len(off)) ** 2


def place_at_random(book: Rulebook, state: State, company: Company, chance: Random) -> None:
    """Markers of the company and of others, and perhaps its link to London."""
    home = book.companies[company].home
    others = [other for other in book.company_ids if other != company]
    tokens: dict[Stop, tuple[Company, ...]] = {}
    for hex_, placed in state.tiles.items():
        for number, stop in enumerate(book.board.facts(hex_, placed).stops):
            at = stop_at(hex_, number)
            if stop.kind == CITY:
                held = chance.sample(others, chance.choice((0, 0, stop.slots, chance.randint(0, stop.slots))))
                if at == home or chance.random() < 0.5:
                    held = [company, *held][: stop.slots]
                if held:
                    tokens[at] = tuple(held)
    tokens.setdefault(home, (company,))
    if chance.random() < 0.6:
        tokens[chance.choice(sorted(book.board.links))] = (company,)
    state.tokens = FrozenDict(tokens)


def problem_1862(seed: int) -> RouteProblem:
    """What the company of a position may run."""
    return route_problem(*position(seed))
