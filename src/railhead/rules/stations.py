"""Stations and tokens: whose tokens stand where, which stations are full, and what track a company can reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, hex_of, index_of
from railhead.core.rulebook import RuleGroup
from railhead.core.state import BANKRUPT
from railhead.rules.cache import Kind, cached, computed, latest
from railhead.track.board import PRINTED, Board
from railhead.track.network import Network
from railhead.track.reach import Reach, reach
from railhead.track.tiles import CITY, StopFacts
from railhead.track.water import Harbour, Side, ways_beside

NETWORKS: Kind[Network] = Kind("networks", 64)
REACHES: Kind[Reach] = Kind("reaches", 256)
FULL: Kind[tuple[Stop, ...]] = Kind("full stations", 256)

Tokens = FrozenDict[Stop, tuple[Company, ...]]
"""By stop: the companies whose tokens stand there."""


class ReachLaw(Protocol):
    """How far a company gets from some stops; a closed stop is reached but not passed."""

    def __call__(
        self, board: Board, tiles: Mapping[Hex, int], starts: Iterable[Stop], closed: Callable[[Stop], bool]
    ) -> Reach: ...


@dataclass(frozen=True)
class Standing:
    """How a company gets about, where more decides on it than its tokens."""

    starts: tuple[Stop, ...]
    """Where its ways begin."""
    passes: frozenset[Stop] = frozenset()
    """Stations that it passes even if they are full of others' tokens."""
    shut: frozenset[Hex] = frozenset()
    """Hexes whose track it may not use."""
    harbours: tuple[Harbour, ...] = ()
    """Where it may go to sea."""
    bypasses: tuple[tuple[Side, Side], ...] = ()
    """Pairs of sides of a hex between which it gets past a station, as if a line joined them."""
    last: tuple[tuple[Side, Stop], ...] = ()
    """Sides by which a way of it may come to a stop but not go on, whatever track there is."""

    @cached_property
    def _hash(self) -> int:
        places = (self.starts, self.passes, self.shut)
        return hash((*places, self.harbours, self.bypasses, self.last))

    def __hash__(self) -> int:
        """Made once: a standing is part of a key that is looked up for every tile that might be laid."""
        return self._hash


class StandingOf(Protocol):
    """How a company gets about; None if its tokens alone decide."""

    def __call__(self, game: Game, company: Company) -> Standing | None: ...


def by_its_tokens(game: Game, company: Company) -> Standing | None:
    """From its tokens, past every station that is not full of others' tokens."""
    return None


@dataclass(frozen=True)
class StationRules(RuleGroup):
    """How companies get from station to station."""

    reach: ReachLaw = reach
    """What can be reached from some stops: by any way that uses nothing twice, or only as part of a route."""
    standing: StandingOf = by_its_tokens
    """How this company gets about, if its tokens alone do not say so; ways are then those of the plain `reach`."""
    sides_are_track: bool = False
    """Does crossing a side of a hex use the short piece of track that all lines to that side have in common?"""


def stop_facts(game: Game, stop: Stop) -> StopFacts | None:
    """What a stop is now, or None if there is no such stop on its hex."""
    board, hex_ = game.book.board, hex_of(stop)
    stops = board.facts(hex_, game.state.tiles.get(hex_, PRINTED)).stops
    return stops[index_of(stop)] if index_of(stop) < len(stops) else None


def is_large(game: Game, stop: Stop) -> bool:
    """Is there a large station at a stop now?"""
    facts = stop_facts(game, stop)
    return facts is not None and facts.kind == CITY


def bases(game: Game, company: Company) -> list[Stop]:
    """The stations with a token of the company."""
    links = game.book.board.links
    return [stop for stop, held in game.state.tokens.items() if company in held and stop not in links]


def starts(game: Game, company: Company) -> Sequence[Stop]:
    """Where the ways of a company begin: mostly at its tokens."""
    standing = game.rules[StationRules].standing(game, company)
    return bases(game, company) if standing is None else standing.starts


def tokens_of(game: Game, company: Company) -> list[Stop]:
    """Every stop with a token of the company, once for each; those that only give access to an area are included."""
    return [stop for stop, held in game.state.tokens.items() if company in held for _ in range(held.count(company))]


def free_circles(game: Game, stop: Stop) -> int:
    """How many circles of a station have no token."""
    facts = stop_facts(game, stop)
    return 0 if facts is None else facts.slots - len(game.state.tokens.get(stop, ()))


def is_full(game: Game, company: Company, stop: Stop) -> bool:
    """Is a large station full, with no token of the company? The company cannot build past it."""
    facts = stop_facts(game, stop)
    if facts is None or facts.kind != CITY:
        return False
    held = game.state.tokens.get(stop, ())
    return len(held) >= facts.slots and company not in held and set(held).isdisjoint(game.book.open_markers)


def ends_of_ways(game: Game, company: Company) -> frozenset[Stop]:
    """The stops that a company can reach but not go beyond: those off-board, and those full of others' tokens."""
    return _ends(game, company, passed_anyway(game, company))


def ends_as(game: Game, company: Company, standing: Standing) -> frozenset[Stop]:
    """The stops that a company could not go beyond if it got about like this."""
    return _ends(game, company, standing.passes)


def _ends(game: Game, company: Company, passes: frozenset[Stop]) -> frozenset[Stop]:
    return game.book.board.outside | (full_of_others(game, company, game.book.open_markers) - passes)


def passed_anyway(game: Game, company: Company) -> frozenset[Stop]:
    """The stations that a company passes even if they are full of others' tokens."""
    standing = game.rules[StationRules].standing(game, company)
    return frozenset() if standing is None else standing.passes


def barred_to(game: Game, company: Company) -> frozenset[Stop]:
    """The large stations full of other companies' working tokens.

    Tokens of bankrupt companies do not block trains, nor do some that are no company's.
    """
    state = game.state
    bankrupt = tuple([c for c, flags in zip(game.all_companies(), state.status, strict=True) if flags & BANKRUPT])
    return full_of_others(game, company, (*bankrupt, *game.book.open_markers)) - passed_anyway(game, company)


def full_of_others(game: Game, company: Company, idle: tuple[Company, ...]) -> frozenset[Stop]:
    """The large stations full of others' tokens, none of which is one of these idle ones."""
    state = game.state
    full = computed(game, FULL, full_stations, game.book.board, state.tiles, state.tokens, idle)
    return frozenset([stop for stop in full if company not in state.tokens[stop]])


def full_stations(
    board: Board, laid: FrozenDict[Hex, int], tokens: Tokens, idle: tuple[Company, ...]
) -> tuple[Stop, ...]:
    """The large stations without a free circle and without one of these idle tokens."""

    passable = frozenset(idle)

    def is_closed(stop: Stop, held: tuple[Company, ...]) -> bool:
        hex_ = hex_of(stop)
        facts = board.facts(hex_, laid.get(hex_, PRINTED)).stops[index_of(stop)]
        return len(held) >= facts.slots and facts.kind == CITY and passable.isdisjoint(held)

    return tuple([stop for stop, held in tokens.items() if is_closed(stop, held)])


def network(game: Game) -> Network:
    """The network of all track on the board."""
    tiles = game.state.tiles
    sides = game.rules[StationRules].sides_are_track
    return cached(game, NETWORKS, tiles, lambda: Network(game.book.board, tiles, latest(game, NETWORKS), sides))


def unhindered_reach(game: Game, company: Company) -> Reach:
    """All track a company could build on if no station were full of others' tokens: to explain what blocks it."""
    standing = game.rules[StationRules].standing(game, company)
    return _reach(game, company, standing, "unhindered", lambda: frozenset())


def company_reach(game: Game, company: Company) -> Reach:
    """All track a company can reach from its tokens with a train of any length."""
    standing = game.rules[StationRules].standing(game, company)
    return _reach(game, company, standing, "", lambda: ends_of_ways(game, company))


def reach_as(game: Game, company: Company, standing: Standing) -> Reach:
    """What a company could reach if it got about like this."""
    return _reach(game, company, standing, "", lambda: ends_as(game, company, standing))


def _reach(
    game: Game, company: Company, standing: Standing | None, sort: str, closed: Callable[[], frozenset[Stop]]
) -> Reach:
    """What a company reaches if some stops are closed to it; these are asked for only if it is not known yet."""
    board, tiles = game.book.board, game.state.tiles

    def find() -> Reach:
        shut_out = closed().__contains__
        if standing is None:
            return game.rules[StationRules].reach(board, tiles, bases(game, company), shut_out)
        beside = ways_beside(board, standing.harbours, standing.bypasses, standing.last)
        return reach(board, tiles, standing.starts, shut_out, standing.shut, beside)

    return cached(game, REACHES, (company, tiles, game.state.tokens, standing, sort), find)
