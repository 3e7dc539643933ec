"""Stations of 1862 as trains see them: what they pay, which count as one, and how far apart they are."""

from __future__ import annotations

from collections.abc import Mapping

from railhead.core.game import Game
from railhead.core.ids import Company, Stop
from railhead.routes.model import End
from railhead.titles.t1862.facts import OFF_BOARD
from railhead.titles.t1862.london import AREA, linked
from railhead.track.board import Board
from railhead.track.hexgrid import distance
from railhead.track.tiles import BEYOND, CITY, OFFBOARD, PORT, StopFacts


def value(game: Game, stop: StopFacts) -> int:
    """What a stop pays in this phase: areas beyond the board pay by its band (1862-ROUTE-14)."""
    return stop.values[OFF_BOARD[game.state.phase]] if stop.values else stop.value


def is_large(stop: StopFacts) -> bool:
    """Is it a large station: one where runs may meet (1862-ROUTE-08)?"""
    return stop.kind == CITY


def is_port(stop: StopFacts) -> bool:
    """Is it a port (1862-FREIGHT-02)?"""
    return stop.kind == PORT


def is_red(stop: StopFacts) -> bool:
    """Is it a red area (1862-ROUTE-04)?"""
    return stop.kind == OFFBOARD


def is_closed(game: Game, company: Company, stop: StopFacts) -> bool:
    """May the company not run there at all? So it is with London for want of a link (1862-LONDON-05)."""
    return stop.area == AREA and not linked(game, company)


def hexes_between(board: Board, stops: Mapping[Stop, StopFacts], one: End, other: End) -> int:
    """The hexes between the ends of a run as the crow flies (1862-FREIGHT-02 to -04).

    An area beyond the board lies one hex further than the last hex before it, whatever the shape of the board.
    """
    ends, further = [], 0
    for at, before in (one, other):
        ends.append(board.names[before])
        further += stops[at].kind in BEYOND
    return max(0, distance(ends[0], ends[1]) + further - 1)
