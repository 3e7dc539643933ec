"""Where a new company may put its first station token (rules 1863-START)."""

from __future__ import annotations

from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, hex_of, stop_at
from railhead.rules.cache import Kind, computed
from railhead.rules.homes import home
from railhead.rules.stations import Tokens, free_circles
from railhead.track.board import PRINTED, Board
from railhead.track.tiles import CITY

FREE: Kind[tuple[Stop, ...]] = Kind("major stations with a free circle", 64)


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


def start_places(game: Game, company: Company) -> tuple[Stop, ...]:
    """A free circle of any major station, or the company's own home off the board (1863-START-01, 1863-CO-02)."""
    free = computed(game, FREE, free_stations, game.book.board, game.state.tiles, game.state.tokens)
    own = home_now(game, company)
    if own is not None and own in game.book.board.outside and free_circles(game, own) > 0:
        return (*free, own)
    return free


def free_stations(board: Board, laid: FrozenDict[Hex, int], tokens: Tokens) -> tuple[Stop, ...]:
    """Every major station with a free circle."""
    return tuple(
        stop_at(hex_, number)
        for hex_ in board.all_hexes
        for number, stop in enumerate(board.facts(hex_, board.placed(laid, hex_)).stops)
        if stop.kind == CITY and stop.slots > len(tokens.get(stop_at(hex_, number), ()))
    )
