"""Positions of 18OE made at random: tiles on the coast, tokens, trains, all that changes runs, in every phase.

Ports lead to each other across the whole map, so only the neighbourhood of a position is left of its network.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from unittest.mock import patch

from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, a_train, hex_of, stop_at
from railhead.routes.model import RouteProblem
from railhead.routes.oracle import Oracle
from railhead.titles.t18oe import express, fleet, white_cliffs
from railhead.titles.t18oe.facts import COMPANY, MAJOR
from railhead.titles.t18oe.record import amend, record
from railhead.titles.t18oe.route_rules import route_problem
from railhead.track.board import PRINTED, Board
from railhead.track.network import Network
from railhead.track.tiles import CITY
from tests.routes.laying import lay_at_random, placements
from tests.titles.t18oe.table import Europe

HOMES = ("N33", "O30", "N31", "M28", "M28", "I50", "J25", "I20", "Z47", "X33", "AA82")
"""Where positions begin: ports, and the ends of ferries."""
STOPS = 8
"""How many stops are left of a network."""


@cache
def table() -> Europe:
    """A table at which majors may operate."""
    return Europe(4, railroad_phase="major", phase="2")


@cache
def liking(board: Board, hex_: Hex, placed: int) -> int:
    """Cities are liked, and busy tiles."""
    return (board.track(hex_, placed).exits.bit_count() + 3 * len(board.facts(hex_, placed).stops)) ** 2


def position(seed: int) -> tuple[Game, Company]:
    """A major with some tokens and trains, and joined tiles around one of its cities."""
    chance = Random(seed)
    book, state = table().book, table().state.clone()
    board, company = book.board, chance.choice(book.company_ids[len(COMPANY) // 2 :])
    home = board.index[chance.choice(HOMES)]
    laid = lay_at_random(board, home, chance.randint(2, 7), chance, placements, liking)
    state.tiles = FrozenDict({hex_: placed for hex_, placed in laid.items() if placed != PRINTED})
    state.kind[company] = MAJOR
    state.director[company] = table().seat("Ann")
    state.phase = chance.randrange(1, len(book.phases))
    game = Game(book, state)
    place_at_random(game, company, chance, home)
    kinds = [chance.randrange(len(book.trains)) for _ in range(chance.choice((1, 2, 2)))]
    state.trains[book.purse(company)] = tuple(sorted(map(a_train, kinds)))
    give_rights(game, company, chance)
    return game, company


def place_at_random(game: Game, company: Company, chance: Random, home: Hex) -> None:
    """Tokens of the railroad and of others around its home, perhaps on the ferry position."""
    board, laid = game.book.board, game.state.tiles
    others = [other for other in game.book.company_ids if other != company]
    tokens: dict[Stop, tuple[Company, ...]] = {}
    lille = hex_of(white_cliffs.lille())
    for hex_ in sorted({home, lille, *laid, *(other for at in laid for other in board.beyond[at].values())}):
        for number, stop in enumerate(board.facts(hex_, laid.get(hex_, PRINTED)).stops):
            if stop.kind != CITY:
                continue
            held = chance.sample(others, chance.choice((0, stop.slots if hex_ == lille else 0, stop.slots)))
            if (hex_ == home and number == 0) or chance.random() < 0.3:
                held = [company, *held][: stop.slots]
            if held:
                tokens[stop_at(hex_, number)] = tuple(held)
    if chance.random() < 0.4:
        tokens[white_cliffs.position()] = (chance.choice((company, *others[:3])),)
    game.state.tokens = FrozenDict(tokens)


def give_rights(game: Game, company: Company, chance: Random) -> None:
    """What the railroad and its president have besides, each now and then."""
    board, laid = game.book.board, game.state.tiles
    plain = [hex_ for hex_, placed in laid.items() if not board.facts(hex_, placed).stops]
    cities = [stop for stop in _stops(game) if _kind(game, stop) == CITY]
    into = list(record(game).into)
    for minor in "DHL":
        if chance.random() < 0.25:
            into[COMPANY[minor]] = company
    changes: dict[str, object] = {"into": tuple(into), "cliffs_open": chance.random() < 0.1}
    if chance.random() < 0.3:
        changes["authorities"] = ((company, chance.randrange(2)),)
    if chance.random() < 0.3:
        changes["pullmans"] = (company,)
    if cities and chance.random() < 0.4:
        changes[chance.choice(("harbor", "circle"))] = (company, chance.choice(cities))
    if cities and chance.random() < 0.4:
        changes["junction"] = chance.choice(cities)
    if plain and chance.random() < 0.4:
        changes["hochberg"] = chance.choice(plain)
    if plain and chance.random() < 0.2:
        changes["brandt"] = (chance.choice(plain),)
    owner = table().seat(chance.choice(("Ann", "Ann", "Ben")))
    for symbol in ("HMLC", "BBE"):
        game.state.privates[table().private(symbol)] = owner
    amend(game, **changes)
    joinable = sorted(fleet.may_be_joined(game, company))
    if len(joinable) > 1 and chance.random() < 0.5:
        amend(game, fitted=company, joined=tuple(joinable))


def _stops(game: Game) -> Iterator[Stop]:
    board, laid = game.book.board, game.state.tiles
    for hex_ in laid:
        yield from board.stops_of(laid[hex_], hex_)


def _kind(game: Game, stop: Stop) -> str:
    board, hex_ = game.book.board, hex_of(stop)
    return board.facts(hex_, game.state.tiles[hex_]).stops[stop - stop_at(hex_, 0)].kind


def problem_18oe(seed: int) -> RouteProblem:
    """What the trains of a position may run near its home, if two of its cities were ends of the Orient Express."""
    game, company = position(seed)
    chance = Random(seed + 1)
    hexes = sorted({hex_of(stop) for stop in _stops(game)}) or [Hex(0)]
    ends = frozenset(chance.sample(hexes, min(2, len(hexes))))
    with (
        patch.object(express, "destination", lambda: max(ends)),
        patch.object(express, "departures", lambda: ends - {max(ends)} or ends),
    ):
        problem = route_problem(game, company)
    assert problem is not None
    near = _neighbourhood(problem, chance)
    small = replace(problem, network=near, own=problem.own.intersection(near.stops))
    return small if small.demand is None or Oracle(small).sets else replace(small, demand=None)


def _neighbourhood(problem: RouteProblem, chance: Random) -> Network:
    """The stops around one of the railroad's tokens, and the links between them."""
    whole = problem.network
    near = [chance.choice(sorted(problem.own.intersection(whole.stops)) or sorted(whole.stops))]
    ahead = list(near)
    while ahead and len(near) < STOPS:
        at = ahead.pop(0)
        on_land = [link.end for link in whole.links[at] if not link.sea]
        by_sea = [link.end for link in whole.links[at] if link.sea]
        for stop in (*on_land, *chance.sample(by_sea, min(3, len(by_sea)))):
            if stop not in near and len(near) < STOPS:
                near.append(stop)
                ahead.append(stop)
    links = [link for at in near for link in whole.links[at] if link.end in near]
    return Network.of_links({at: facts for at, facts in whole.stops.items() if at in near}, links)
