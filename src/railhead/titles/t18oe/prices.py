"""Share value markers of 18OE: squares of the chart, up, down, left and right (rules 18OE-MKT).

Only majors and nationals have a marker; minors and regionals never move (18OE-MKT-18).
"""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import NOWHERE, Company
from railhead.core.market import Direction


def up(game: Game, company: Company, times: int = 1) -> None:
    """One square up; in the top square of a column one to the right (18OE-MKT-02, 18OE-MKT-03, 18OE-MKT-04)."""
    _move(game, company, Direction.UP, times)


def down(game: Game, company: Company, times: int = 1) -> None:
    """One square down; at the foot of a column the marker stays (18OE-MKT-05)."""
    _move(game, company, Direction.DOWN, times)


def left(game: Game, company: Company, times: int = 1) -> None:
    """One square left; in the first column one down (18OE-MKT-07, 18OE-MKT-08)."""
    _move(game, company, Direction.LEFT, times)


def right(game: Game, company: Company, times: int = 1) -> None:
    """One square right; at the end of a row one up (18OE-MKT-04, 18OE-MKT-06)."""
    _move(game, company, Direction.RIGHT, times)


def _move(game: Game, company: Company, direction: Direction, times: int) -> None:
    """The marker goes beneath those on its new square; one that does not move keeps its place (18OE-MKT-16)."""
    for _ in range(times):
        place = game.state.price[company]
        if place == NOWHERE:
            return
        after = game.book.market.moved(place, direction)
        if after != place:
            effects.set_price(game, company, after)
