"""Positions of 1860 made at random: joined tiles, tokens, trains, options and phases."""

from __future__ import annotations

from functools import cache
from random import Random

from railhead.core.game import Game
from railhead.core.ids import FIRST_SEAT, Company, Hex, a_train, hex_of, stop_at
from railhead.core.rulebook import Rulebook
from railhead.core.state import BANKRUPT, INSOLVENT, State
from railhead.routes.model import RouteProblem
from railhead.testing import Table
from railhead.titles.t1860.record import Record1860
from railhead.titles.t1860.running import run_problem
from railhead.track.board import PRINTED, Board
from railhead.track.tiles import CITY
from tests.routes.laying import lay_at_random

BOOKS = tuple(
    Table(options=options)
    for options in ((), (), ("no_skip_towns",), ("re_enter_hexes",), ("no_skip_towns", "re_enter_hexes"))
)


@cache
def placements(board: Board, hex_: Hex) -> tuple[int, ...]:
    """Every tile that suits a hex, of any colour, in every rotation that keeps to the land."""
    return tuple(
        number * 6 + rotation
        for number, tile in enumerate(board.tiles.facts)
        for rotation in range(6)
        if board.hexes[hex_].buildable
        and board.right_kind(hex_, PRINTED, tile)
        and board.within_land(hex_, number * 6 + rotation)
    )


def _liking(board: Board, hex_: Hex, placed: int) -> int:
    """Busy tiles are liked."""
    return board.track(hex_, placed).exits.bit_count() ** 2


def position(seed: int, tiles: int = 6, trains: int = 2) -> tuple[Game, Company]:
    """A company with its home base, some joined tiles, tokens, and trains or a leased one."""
    chance = Random(seed)
    table = chance.choice(BOOKS)
    book, state = table.book, table.state.clone()
    company = chance.choice(book.company_ids)
    home, count = hex_of(book.companies[company].home), chance.randint(tiles // 2, tiles)
    state.tiles = lay_at_random(book.board, home, count, chance, placements, _liking)
    place_at_random(book, state, company, chance)
    state.director[company] = FIRST_SEAT
    state.phase = chance.choice((0, 1, 4))
    state.record = Record1860(building_over=chance.random() < 0.3, nationalised=chance.random() < 0.2)
    if chance.random() < 0.1:
        state.status[company] |= INSOLVENT
    else:
        owned = [a_train(chance.randrange(5)) for _ in range(chance.randint(trains - 1, trains))]
        state.trains[book.purse(company)] = tuple(sorted(owned))
    return Game(book, state), company


def problem_1860(seed: int) -> RouteProblem:
    """What the company of a position may run."""
    chance = Random(seed)
    game, company = position(seed, *chance.choice(((4, 3), (6, 2), (8, 2), (10, 2), (7, 3))))
    problem = run_problem(game, company)
    assert problem is not None
    return problem


def place_at_random(book: Rulebook, state: State, company: Company, chance: Random) -> None:
    """Bases of the company and of others, some of them flipped."""
    home = book.companies[company].home
    others = [other for other in book.company_ids if other != company]
    for hex_, placed in state.tiles.items():
        for number, stop in enumerate(book.board.facts(hex_, placed).stops):
            at = stop_at(hex_, number)
            if stop.kind == CITY:
                held = chance.sample(others, chance.randint(0, stop.slots))
                if at == home or chance.random() < 0.4:
                    held = [company, *held][: stop.slots]
                if held:
                    state.tokens = state.tokens.put(at, tuple(held))
    state.status[chance.choice(others)] |= BANKRUPT
