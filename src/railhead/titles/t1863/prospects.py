"""Where track and stations are worth having, at a glance: how near other major stations are (see `habits`)."""

from __future__ import annotations

from functools import cache, lru_cache

from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, hex_of
from railhead.rules.stations import bases, company_reach
from railhead.rules.track import LayTile
from railhead.titles.t1863.facts import land
from railhead.track.tiles import CITY, OFFBOARD

FAR = 9
"""Farther away than anything that counts."""


@cache
def majors() -> frozenset[Hex]:
    """The hexes with a major station or an off-board place."""
    board = land().board
    kinds = {hex_: {stop.kind for stop in board.hexes[hex_].printed.stops} for hex_ in board.all_hexes}
    return frozenset(hex_ for hex_, found in kinds.items() if found & {CITY, OFFBOARD})


@lru_cache(maxsize=512)
def steps_to(targets: frozenset[Hex]) -> tuple[int, ...]:
    """By hex: how many hexes away the nearest target is, where track may go."""
    beyond = land().board.beyond
    steps, edge, distance = [FAR] * len(beyond), list(targets), 0
    while edge and distance < FAR:
        for hex_ in edge:
            steps[hex_] = distance
        edge = [other for hex_ in edge for other in beyond[hex_].values() if steps[other] == FAR]
        distance += 1
    return tuple(steps)


def of_place(game: Game, stop: Stop) -> float:
    """How good a place a stop is to begin at: the nearer other major stations are, the better."""
    here = hex_of(stop)
    board = game.book.board
    away = (board.distance(here, other) for other in majors() if other != here)
    return sum(1 / distance**2 for distance in away if distance <= 4)


def lays(choice: Choice) -> list[LayTile]:
    """The lays of a choice: a tile on a hex, turned in several ways."""
    tiles, hexes, rotations = choice.domains
    return [LayTile(tile, hex_, turned) for tile in tiles for hex_ in hexes for turned in rotations]


def of_lay(game: Game, company: Company, action: LayTile) -> float:
    """How much a lay promises: a new major station, or track that leads towards one."""
    hex_, reach = action.hex, company_reach(game, company)
    reached = frozenset(hex_of(stop) for stop in reach.stops)
    if hex_ in game.state.tiles:
        return _of_upgrade(game, company, hex_)
    targets = majors() - reached
    if hex_ in targets:
        return 8.0
    steps, beyond = steps_to(targets), game.book.board.beyond[hex_]
    exits = game.book.tiles.facts[action.tile].turned[action.rotation].exits & ~reach.arrivals.get(hex_, 0)
    nearest = min((steps[other] for edge, other in beyond.items() if exits >> edge & 1), default=FAR)
    return 6.0 / (1 + nearest) ** 2


def _of_upgrade(game: Game, company: Company, hex_: Hex) -> float:
    """Major stations are worth more in the next colour, most of all a company's own."""
    if hex_ not in majors():
        return 0.5
    return 5.0 if any(hex_of(stop) == hex_ for stop in bases(game, company)) else 3.0
