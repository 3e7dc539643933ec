"""Upgrading track in 1860: a train of the company must reach the tile and gain by it.

Rules 1860-TRACK-18 and 1860-TRACK-19.
"""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, Tile, hex_of, index_of, stop_at
from railhead.core.refusal import Refusal
from railhead.routes.model import LARGE_STOP, SMALL_STOP
from railhead.rules.cache import Kind, cached
from railhead.rules.stations import bases, is_full
from railhead.titles.t1860.route_rules import grade
from railhead.track.approach import Approach, Cost
from railhead.track.board import PRINTED
from railhead.track.tiles import FIRST_STOP, StopFacts

APPROACHES: Kind[Approach] = Kind("approaches", 128)


@dataclass(frozen=True, slots=True)
class Means:
    """What a train may visit on its way: large stations, and stations of all kinds."""

    large: int
    total: int

    def afford(self, cost: Cost) -> bool:
        """Can a train visit so many large and so many other stations?"""
        return cost[0] <= self.large and cost[0] + cost[1] <= self.total


def upgrade_rule(game: Game, company: Company, hex_: Hex, tile: Tile, rotation: int) -> Refusal | None:
    """One of the company's trains reaches the tile and gains by the upgrade: new track, or a higher value."""
    look = _Look(game, company, hex_, tile * 6 + rotation)
    for train in sorted(set(game.trains_of(company)), reverse=True):
        facts = game.book.trains[train]
        look.with_train(Means(facts.large, facts.large + facts.small))
        if look.gained:
            return None
    if not look.reached:
        return game.forbid("upgrade.reach", "No train of the company reaches the tile")
    return game.forbid("upgrade.gain", "The upgrade gives no train of the company new track or a higher value")


class _Look:
    """A train comes to a hex on which the new tile lies: does it reach it, and does it gain anything?"""

    def __init__(self, game: Game, company: Company, hex_: Hex, new: int) -> None:
        self.game = game
        self.company = company
        self.hex = hex_
        board = game.book.board
        old = board.placed(game.state.tiles, hex_)
        self.stops = board.facts(hex_, new).stops
        self.track = board.track(hex_, new)
        self.old_stops = board.facts(hex_, old).stops
        self.kept = {
            index_of(board.carried(hex_, old, new, stop_at(hex_, number))): number
            for number in range(len(self.old_stops))
        }
        """By number of a stop on the new tile: the number of the stop it replaces on the old one."""
        renumbered = {FIRST_STOP + old_number: FIRST_STOP + number for number, old_number in self.kept.items()}
        self.old_pieces = {
            frozenset(renumbered.get(end, end) for end in piece) for piece in board.track(hex_, old).pieces
        }
        self.reached = False
        self.gained = False

    def with_train(self, means: Means) -> None:
        """Start at a base on the hex, then come from outside: by quick ways first, then by all of them."""
        for number, old_number in self.kept.items():
            if self.company in self.game.state.tokens.get(stop_at(self.hex, old_number), ()):
                self.call(number, (0, 0), means, ())
        ways = approach(self.game, self.company, means)
        for arrivals in (ways.quick_arrivals, ways.arrivals):
            if not self.gained:
                for side, cost in arrivals(self.hex):
                    self.go_on(side, cost, means, ())

    def go_on(self, end: int, cost: Cost, means: Means, passed: tuple[int, ...]) -> None:
        """Follow every piece of the new tile's track from an end."""
        for _, other in self.track.at[end]:
            if other < FIRST_STOP:
                follows = True
            else:
                follows = other not in passed and self.call(other - FIRST_STOP, cost, means, passed)
            self.reached |= follows
            self.gained |= follows and frozenset((end, other)) not in self.old_pieces

    def call(self, number: int, cost: Cost, means: Means, passed: tuple[int, ...]) -> bool:
        """Call at a stop of the new tile, if the train can; go on from there, if it may pass."""
        facts = self.stops[number]
        kind = grade(facts)
        large = kind == LARGE_STOP
        calling = (cost[0] + large, cost[1] + (not large))
        if not means.afford(calling):
            return False
        self.reached = True
        before = self.old_stops[self.kept[number]].value if number in self.kept else 0
        self.gained |= facts.value > before
        if not self.is_full(number, facts):
            counted = large or (kind == SMALL_STOP and calls_at_towns(self.game))
            self.go_on(FIRST_STOP + number, calling if counted else cost, means, (*passed, FIRST_STOP + number))
        return True

    def is_full(self, number: int, facts: StopFacts) -> bool:
        """Would the station, with the circles of the new tile, be full of other companies' tokens?"""
        held = self.game.state.tokens.get(stop_at(self.hex, self.kept[number]), ()) if number in self.kept else ()
        return 0 < facts.slots <= len(held) and self.company not in held


def calls_at_towns(game: Game) -> bool:
    """May small stations not be bypassed (1860-VAR-04)?"""
    return "no_skip_towns" in game.book.options


def approach(game: Game, company: Company, means: Means) -> Approach:
    """How a train of the company reaches hexes: large stations count, small ones if they cannot be bypassed."""
    board, tiles, tokens = game.book.board, game.state.tiles, game.state.tokens

    costs = {LARGE_STOP: (1, 0), SMALL_STOP: (0, int(calls_at_towns(game)))}

    def cost(at: Stop) -> Cost:
        hex_ = hex_of(at)
        stop = board.facts(hex_, tiles.get(hex_, PRINTED)).stops[index_of(at)]
        return costs.get(grade(stop), (0, 0))

    def find() -> Approach:
        closed = {stop for stop in tokens if is_full(game, company, stop)}
        again = "re_enter_hexes" in game.book.options
        return Approach(board, tiles, bases(game, company), cost, closed.__contains__, means.afford, again)

    return cached(game, APPROACHES, (company, means, tiles, tokens), find)
