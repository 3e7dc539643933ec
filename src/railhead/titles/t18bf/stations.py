"""Station markers of 18BF (rules 18BF-TOKEN): their price, the spaces kept for Minors, and where a Public starts."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core.game import Game
from railhead.core.ids import Company, Stop, hex_of, stop_at
from railhead.core.refusal import Refusal
from railhead.core.state import CLOSED, STARTED
from railhead.core.text import series
from railhead.rules.cache import Kind, cached
from railhead.rules.stations import bases, free_circles, full_stations, stop_facts
from railhead.rules.tokens import PlaceTokens
from railhead.titles.t18bf.facts import MINOR, NUMBERS, PHASE, PUBLIC, SYSTEM
from railhead.track.route_reach import route_reach
from railhead.track.tiles import CITY

STARTING_PLACES: Kind[tuple[Stop, ...]] = Kind("starting places", 64)


def marker_stage(game: Game, company: Company) -> None:
    """A Public or a System may place one marker; Minors have only the one at home (18BF-TOKEN-01)."""
    if game.state.kind[company] != MINOR:
        game.push(PlaceTokens(company))


def marker_price(game: Game, company: Company, stop: Stop) -> int:
    """20 for every hex between the new marker and the nearest of the company; London is U23.

    Rules 18BF-TOKEN-03 and 18BF-TOKEN-04.
    """
    board = game.book.board
    return NUMBERS.marker_per_hex * min(board.distance(hex_of(base), hex_of(stop)) for base in bases(game, company))


def markers_together(game: Game, company: Company, stop: Stop) -> int:
    """How many markers a company may come to have in one place (18BF-TOKEN-07).

    Nobody places a second one, but a Public may acquire several in London, and a System in any city.
    """
    kind, facts = game.state.kind[company], stop_facts(game, stop)
    several = kind == SYSTEM or (kind == PUBLIC and facts is not None and bool(facts.area))
    return facts.slots if several and facts is not None else 1


# -- spaces kept for Minors -----------------------------------------------------------------------


def marker_rule(game: Game, company: Company, stop: Stop) -> Refusal | None:
    """A space is left for every Minor at home here that has not been started (18BF-TOKEN-08)."""
    if is_unreserved(game, stop):
        return None
    waiting = series(game.symbol(minor) for minor in reserved_for(game, stop))
    return game.forbid("token.home", "The last free space is reserved for {waiting}", waiting=waiting)


def is_unreserved(game: Game, stop: Stop) -> bool:
    """Is there a free space that is not reserved?"""
    return free_circles(game, stop) > len(reserved_for(game, stop))


def reserved_for(game: Game, stop: Stop) -> list[Company]:
    """The Minors for which a space is kept here: before phase 5, all that have never been started.

    On a green tile it is the space that has the track of the old one, in London the exit.
    Rules 18BF-TOKEN-08, 18BF-TOKEN-09, 18BF-TOKEN-10 and 18BF-TOKEN-13.
    """
    state, board = game.state, game.book.board
    if state.phase >= PHASE["5"]:
        return []
    return [
        company
        for company in game.all_companies()
        if state.kind[company] == MINOR
        and hex_of(game.book.companies[company].home) == hex_of(stop)
        and not state.status[company] & (STARTED | CLOSED)
        and board.current(state.tiles, game.book.companies[company].home) == stop
    ]


# -- the first marker of a Public -----------------------------------------------------------------


def starting_places(game: Game) -> tuple[Stop, ...]:
    """Where a Public that is started may put its first marker; if there is no such place, it cannot be started.

    A free space from which no route leads to another city; if there is none, any free space. Rules 18BF-START-05,
    18BF-START-06 and 18BF-START-07.
    """
    state, free = game.state, free_spaces(game)

    def find() -> tuple[Stop, ...]:
        full = frozenset(full_stations(game.book.board, state.tiles, state.tokens, ()))
        return tuple(stop for stop in free if is_unconnected(game, stop, full)) or free

    return cached(game, STARTING_PLACES, (state.tiles, state.tokens, free), find)


def free_spaces(game: Game) -> tuple[Stop, ...]:
    """The unreserved spaces in cities without any marker (18BF-START-05)."""
    taken = {hex_of(stop) for stop in game.state.tokens}
    return tuple(stop for stop in _cities(game) if hex_of(stop) not in taken and is_unreserved(game, stop))


def _cities(game: Game) -> Iterator[Stop]:
    """Every city on the board as it is now, each of its separate spaces by itself."""
    board = game.book.board
    tiles, _ = board.laid_out(game.state.tiles)
    for hex_, tile in zip(board.all_hexes, tiles, strict=True):
        for number, stop in enumerate(tile.stops):
            if stop.kind == CITY:
                yield stop_at(hex_, number)


def is_unconnected(game: Game, stop: Stop, full: frozenset[Stop]) -> bool:
    """Does no route from here lead to another city, large or small (18BF-START-06)? It may end in a full one."""
    board = game.book.board
    reached = route_reach(board, game.state.tiles, (stop,), (full | board.outside).__contains__).stops
    return all(hex_of(other) == hex_of(stop) or other in board.outside for other in reached)
