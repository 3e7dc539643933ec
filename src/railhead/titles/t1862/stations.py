"""Stations of 1862 as trains see them: what they pay, which count as one, and how far apart they are."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import hex_of
from railhead.rules.stations import network
from railhead.titles.t1862.facts import OFF_BOARD
from railhead.titles.t1862.london import AREA, linked
from railhead.track.hexgrid import distance
from railhead.track.tiles import BEYOND, CITY, OFFBOARD, PORT, Stop


def value(game: Game, stop: Stop) -> int:
    """What a stop pays in this phase: areas beyond the board pay by its band (1862-ROUTE-14)."""
    return stop.values[OFF_BOARD[game.state.phase]] if stop.values else stop.value


def is_large(stop: Stop) -> bool:
    """Is it a large station: one where runs may meet (1862-ROUTE-08)?"""
    return stop.kind == CITY


def is_port(stop: Stop) -> bool:
    """Is it a port (1862-FREIGHT-02)?"""
    return stop.kind == PORT


def is_red(stop: Stop) -> bool:
    """Is it a red area (1862-ROUTE-04)?"""
    return stop.kind == OFFBOARD


def is_small(stop: Stop) -> bool:
    """Is it a small station (1862-LOCAL-01)?"""
    return stop.kind not in BEYOND and stop.kind != CITY


def scored_as(at: int, stop: Stop) -> int | str:
    """What is scored once in a turn: the station itself, or the area an entry leads to (1862-ROUTE-12)."""
    return stop.area or at


def is_closed(game: Game, company: int, stop: Stop) -> bool:
    """May the company not run there at all? So it is with London for want of a link (1862-LONDON-05)."""
    return stop.area == AREA and not linked(game, company)


def hexes_between(game: Game, path: tuple[int, ...]) -> int:
    """The hexes between the ends of a path as the crow flies (1862-FREIGHT-02 to -04).

    An area beyond the board lies one hex further than the last hex before it, whatever the shape of the board.
    """
    board, stops = game.book.board, network(game).stops
    ends, further = [], 0
    for at, inner in ((path[0], path[1]), (path[-1], path[-2])):
        outside = stops[at].kind in BEYOND
        ends.append(board.names[hex_of(inner if outside else at)])
        further += outside
    return max(0, distance(ends[0], ends[1]) + further - 1)
