"""Which companies are connected, so that they may merge or be taken over (rules 18BF-MERGE, 18BF-TAKE, 18BF-SYSTEM)."""

from __future__ import annotations

from collections.abc import Collection

from railhead.core.game import Game
from railhead.core.ids import Company, Stop
from railhead.core.spelling import Companies
from railhead.core.state import FLOATED
from railhead.rules.cache import Kind, cached
from railhead.rules.stations import stop_facts, tokens_of
from railhead.titles.t18bf.facts import LONDON
from railhead.track.reach import reach
from railhead.track.tiles import CITY

REACHED: Kind[frozenset[Stop]] = Kind("stops that merging companies reach", 1024)


def connected(game: Game, companies: Collection[Company]) -> bool:
    """Does one of them reach each of the others (18BF-MERGE-08, 18BF-SYSTEM-01)? Chains are not enough."""
    return any(
        all(linked(game, company, other, companies) for other in companies if other != company) for company in companies
    )


def within_reach(game: Game, company: Company, others: Collection[Company]) -> Companies:
    """Those of several companies that could be in a connected set with one of them, whatever else is in it."""
    near = [other for other in others if other == company or linked(game, company, other, others)]
    return tuple(other for other in others if any(hub == other or linked(game, hub, other, others) for hub in near))


def linked(game: Game, one: Company, other: Company, merging: Collection[Company]) -> bool:
    """Does a legal route lead from a marker of one to a marker of the other, or are both in London?

    London links those who are there with one another, and with nobody else (18BF-MERGE-11, 18BF-TAKE-02). Markers of
    the merging companies do not block (18BF-MERGE-09). What is reached although they do is reached by any set, and
    what would not be reached even if no company of their kind blocked is reached by none.
    """
    if in_london(game, one) and in_london(game, other):
        return True
    goals = set(tokens_of(game, other))
    if goals & _reached(game, one, (one,)):
        return True
    if not goals & _reached(game, one, _alike(game, one, other)):
        return False
    return bool(goals & _reached(game, one, tuple(sorted({one, other, *merging}))))


def in_london(game: Game, company: Company) -> bool:
    """Does a company have a marker in London?"""
    return any(is_london(game, stop) for stop in tokens_of(game, company))


def is_london(game: Game, stop: Stop) -> bool:
    """Is a stop one of the exits of London?"""
    facts = stop_facts(game, stop)
    return facts is not None and facts.area == LONDON


def _alike(game: Game, one: Company, other: Company) -> tuple[Company, ...]:
    """All companies in play that are of the same kind as one of these two."""
    kinds = (game.state.kind[one], game.state.kind[other])
    return tuple(c for c in game.all_companies() if game.state.kind[c] in kinds and game.state.has(c, FLOATED))


def _reached(game: Game, company: Company, friends: tuple[Company, ...]) -> frozenset[Stop]:
    """The stops that legal routes of a company reach if the markers of its friends do not block.

    Such a route may lead from one space of a city to another space of the same city, but by track: separate spaces on a
    tile are not linked, while those that a tile has joined are the same stop (18BF-MERGE-09, 18BF-MERGE-10).
    """
    state, board = game.state, game.book.board

    def closed(stop: Stop) -> bool:
        return stop in board.outside or _is_full(game, stop, friends)

    def find() -> frozenset[Stop]:
        starts = set(tokens_of(game, company))
        return frozenset(reach(board, state.tiles, starts, closed).stops)

    return cached(game, REACHED, (state.tiles, state.tokens, company, friends), find)


def _is_full(game: Game, stop: Stop, friends: tuple[Company, ...]) -> bool:
    """Is a city filled by the markers of others? (18BF-ROUTE-03)"""
    held = game.state.tokens.get(stop, ())
    facts = stop_facts(game, stop) if held else None
    if facts is None or facts.kind != CITY:
        return False
    return len(held) >= facts.slots and not any(company in friends for company in held)
