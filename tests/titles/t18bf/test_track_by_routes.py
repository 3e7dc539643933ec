"""Which tiles join a company's routes: the rule against a referee who follows every single route on the new board."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from railhead.core.game import Game
from railhead.core.ids import NO_STOP, Company, Hex, Stop, Tile, hex_of, index_of, stop_at
from railhead.core.spelling import Rotation
from railhead.rules.stations import bases, ends_of_ways
from railhead.rules.track import LayTile, LayTrack, lay_refusal
from railhead.testing import rule
from railhead.titles.t18bf.record import set_home
from railhead.track.board import Board
from railhead.track.hexgrid import opposite
from railhead.track.tiles import FIRST_STOP
from tests.routes.boards_18bf import position

Piece = frozenset[int]


class Referee:
    """Follows all routes from some cities, and notes which pieces of track of one hex are part of any."""

    def __init__(self, board: Board, tiles: dict[Hex, int], closed: frozenset[Stop], watched: Hex) -> None:
        self.board, self.tiles, self.closed, self.watched = board, tiles, closed, watched
        self.found: set[Piece] = set()

    def pieces(self, hex_: Hex) -> tuple[tuple[int, int], ...]:
        return self.board.track(hex_, self.board.placed(self.tiles, hex_)).pieces

    def leave(self, stop: Stop, arrived: Piece, crossed: frozenset[object], cities: frozenset[Hex]) -> None:
        """Go on from a city or small city by every piece of track but the one by which the route arrived."""
        hex_, end = hex_of(stop), FIRST_STOP + index_of(stop)
        for piece in self.pieces(hex_):
            if end in piece and frozenset(piece) != arrived:
                self.follow(hex_, piece, sum(piece) - end, crossed, cities | {hex_})

    def follow(
        self, hex_: Hex, piece: tuple[int, int], end: int, crossed: frozenset[object], cities: frozenset[Hex]
    ) -> None:
        """Go along a piece to its end, if the route has not been there yet."""
        if end >= FIRST_STOP:
            if hex_ in cities:
                return
            self.note(hex_, piece)
            stop = stop_at(hex_, end - FIRST_STOP)
            if stop not in self.closed:
                self.leave(stop, frozenset(piece), crossed, cities)
            return
        beyond = self.board.beyond[hex_].get(end)
        side = frozenset(((hex_, end), (beyond, opposite(end))))
        if side in crossed:
            return
        self.note(hex_, piece)
        if beyond is not None:
            for following in self.pieces(beyond):
                if opposite(end) in following:
                    self.follow(beyond, following, sum(following) - opposite(end), crossed | {side}, cities)

    def note(self, hex_: Hex, piece: tuple[int, int]) -> None:
        if hex_ == self.watched:
            self.found.add(frozenset(piece))


def moved(board: Board, hex_: Hex, old: int, new: int, stops: Iterable[Stop]) -> frozenset[Stop]:
    """The stops, those of one hex as they are on its new tile."""
    return frozenset(board.carried(hex_, old, new, stop) if hex_of(stop) == hex_ else stop for stop in stops)


def joins(game: Game, company: Company, hex_: Hex, new: int) -> bool:
    """Is the track of a new tile part of a route: of a plain upgrade some new track, of any other tile some track?"""
    board, tiles = game.book.board, game.state.tiles
    old = board.placed(tiles, hex_)
    closed = moved(board, hex_, old, new, ends_of_ways(game, company))
    referee = Referee(board, {**tiles, hex_: new}, closed, hex_)
    for stop in moved(board, hex_, old, new, bases(game, company)):
        referee.leave(stop, frozenset(), frozenset(), frozenset())
    if not board.facts(hex_, old).colour or board.facts(hex_, new).stops:
        return bool(referee.found)
    return bool(referee.found - {frozenset(piece) for piece in board.track(hex_, old).pieces})


NOT_JOINED = ("18BF-TRACK-09", "18BF-TRACK-16", "18BF-TRACK-17")
"""The rules that refuse a tile because no route leads to it."""


def late(seed: int) -> tuple[Game, Company]:
    """A random position in which nothing but routes decides: money and tiles are there, and every colour."""
    game, company = position(seed)
    game.state.phase = len(game.book.phases) - 1
    game.state.supply = [9] * len(game.state.supply)
    game.state.cash[game.purse(company)] = 1000
    set_home(game, company, NO_STOP)
    return game, company


@rule("18BF-TRACK-09", "18BF-TRACK-16", "18BF-TRACK-17", "18BF-TRACK-26")
@pytest.mark.parametrize("seed", range(12))
def test_a_tile_is_laid_exactly_where_its_track_is_part_of_a_route(seed: int) -> None:
    game, company = late(seed)
    board, answers = game.book.board, set()
    near = {hex_of(stop) for stop in bases(game, company)}
    for hex_ in game.state.tiles:
        near |= {hex_, *board.beyond[hex_].values()}
    for hex_ in sorted(near):
        for new in board.fits(hex_, board.placed(game.state.tiles, hex_)):
            refusal = lay_refusal(game, LayTrack(company), LayTile(Tile(new // 6), hex_, Rotation(new % 6)))
            if refusal is None or refusal.rule in NOT_JOINED:
                said = board.names[hex_], board.tiles.names[new // 6], new % 6, refusal
                assert (refusal is None) == joins(game, company, hex_, new), said
                answers.add(refusal is None)
    assert answers == {True, False}
