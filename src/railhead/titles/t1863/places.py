"""Where a new company may put its first station token (rules 1863-START)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Stop, hex_of, stop_at
from railhead.rules.homes import home
from railhead.rules.stations import free_circles
from railhead.track.board import PRINTED
from railhead.track.tiles import CITY


def home_now(game: Game, company: Company) -> Stop | None:
    """The home of a company as it is now; None in the equal game, or if its station is gone (1863-START-16)."""
    printed, board = home(game, company), game.book.board
    if printed < 0:
        return None
    hex_ = hex_of(printed)
    placed = board.placed(game.state.tiles, hex_)
    if placed != PRINTED and not board.keeps_track(hex_, PRINTED, placed):
        return None
    return board.current(game.state.tiles, printed)


def start_places(game: Game, company: Company) -> list[Stop]:
    """A free circle of any major station, or the company's own home off the board (1863-START-01, 1863-CO-02)."""
    board, own = game.book.board, home_now(game, company)
    found = []
    for hex_ in board.all_hexes:
        for number, stop in enumerate(board.facts(hex_, board.placed(game.state.tiles, hex_)).stops):
            at = stop_at(hex_, number)
            if (stop.kind == CITY or at == own) and free_circles(game, at) > 0:
                found.append(at)
    return found
