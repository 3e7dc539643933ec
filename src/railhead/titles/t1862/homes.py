"""Home markers of 1862: placed on the first turn, with a circle or without one (rules 1862-HOME, 1862-START)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, hex_of, index_of
from railhead.core.refusal import Refusal
from railhead.rules.homes import home
from railhead.rules.stations import bases, free_circles
from railhead.titles.t1862.record import amend, record


def place_home(game: Game, company: Company) -> None:
    """On its first turn with a director a company places its home marker (1862-HOME-01, 1862-HOME-07).

    Once only: a company that has lost its home marker, and all others with it, does not get another. Where the tile has
    no free circle the marker waits beside it for an upgrade (1862-HOME-03); if none would make room, the marker placed
    last makes way (1862-HOME-04). From now on it is joined to all track on its hex (1862-HOME-05).
    """
    if game.director(company) is None or company in record(game).settled:
        return
    amend(game, settled=(*record(game).settled, company))
    effects.place_token(game, company, home(game, company))
    make_room(game, company)


def placeable(game: Game, company: Company) -> bool:
    """Could a company place its home marker on its first turn? It is not started otherwise.

    Rules 1862-START-01 and 1862-START-02.
    """
    at = home(game, company)
    if hex_of(at) not in game.state.tiles or free_circles(game, at) > 0:
        return True
    return bool(roomier(game, at, len(game.state.tokens[at]) + 1))


def roomier(game: Game, stop: Stop, markers: int) -> list[int]:
    """The placements available now that give the station circles for so many markers, those that wait included."""
    state, board, hex_ = game.state, game.book.board, hex_of(stop)
    old = board.placed(state.tiles, hex_)
    colours = game.book.phases[state.phase].colours
    return [
        new
        for new in board.fits(hex_, old)
        if state.supply[new // 6] > 0
        and board.facts(hex_, new).colour in colours
        and board.facts(hex_, new).stops[index_of(board.carried(hex_, old, new, stop))].slots >= markers
    ]


def waiting_at(game: Game, company: Company) -> Stop | None:
    """The station beside which a marker of the company waits for a circle, if any."""
    return next((stop for stop in bases(game, company) if _waits(game, company, stop)), None)


def _waits(game: Game, company: Company, stop: Stop) -> bool:
    """Are there more markers than circles, and is the company's the last of them?"""
    held = game.state.tokens[stop]
    return len(held) > 1 and held[-1] == company and free_circles(game, stop) < 0


def tokens_waiting(game: Game, stop: Stop) -> int:
    """One marker may wait at a station."""
    return 1


def make_room(game: Game, company: Company) -> None:
    """A marker that waits where no upgrade makes room takes the circle of the one placed last (1862-HOME-04)."""
    stop = waiting_at(game, company)
    if stop is not None and not roomier(game, stop, len(game.state.tokens[stop])):
        *_, displaced, _ = game.state.tokens[stop]
        effects.remove_token(game, displaced, stop)
        effects.give_tokens(game, displaced, 1)


def unbuilt(game: Game, company: Company) -> Hex | None:
    """The hex on which a marker of the company stands outside a circle of a tile, if any."""
    for stop in bases(game, company):
        if hex_of(stop) not in game.state.tiles or _waits(game, company, stop):
            return hex_of(stop)
    return None


def must_build(game: Game, company: Company) -> Refusal | None:
    """Before anything else a marker outside a circle gets its tile (1862-HOME-02, 1862-HOME-03, 1862-HOME-06).

    After a merger players may have agreed that it need not (1862-VAR-07): only a company that has merged has other
    markers on the board as well.
    """
    hex_ = unbuilt(game, company)
    if hex_ is None or ("no_forced_build" in game.book.options and len(bases(game, company)) > 1):
        return None
    return game.forbid(
        "home.first", "The company must first build on {hex}, where its marker is", hex=game.book.board.names[hex_]
    )
