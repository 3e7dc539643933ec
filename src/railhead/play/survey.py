"""Where to build: places for a tile or a token, compared by the runs and the reach they would give a company."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import islice

from railhead.core import effects
from railhead.core.actions import Action
from railhead.core.game import Game
from railhead.core.ids import Company, Train, a_train, hex_of
from railhead.core.view import CompanyView, View
from railhead.play.prospect import Prospect
from railhead.routes.demands import best_with
from railhead.rules.running import open_runs
from railhead.rules.stations import company_reach

LOOKED_AT = 30
"""At most this many places are tried out."""
COMPARED = 6
"""This many of them, the best at first sight, are also judged by what a later train would earn."""
WORK = 1_000
"""How many steps a search for the best run may take."""
AHEAD = 2
"""The later train is this many piles further on."""
DEAR = 4
"""What earns nothing yet should cost no more than this part of a treasury."""
STOP = 6
"""A stop within reach is worth this many hexes within reach."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place for a tile or a token, and what a company would gain there."""

    action: Action
    after: View
    """The table with the tile or the token."""
    gain: int
    """How much more the company would earn at once."""
    reach: int
    """How much more it would reach."""
    treasury: int
    """What it would have left."""
    growth: int = 0
    """How much more it would earn with a later train."""

    @property
    def at_first_sight(self) -> tuple[int, int, int]:
        """The best place has the most of this."""
        return self.gain, self.reach, self.treasury

    @property
    def merit(self) -> tuple[int, int, int, int]:
        """The same, with a later train in mind."""
        return self.gain, self.growth, self.reach, self.treasury

    def promises(self, treasury: int) -> bool:
        """Is it worth what it costs a company with this treasury, though the company earns no more at once?"""
        dear = treasury - self.treasury > treasury // DEAR
        return not dear and (self.growth, self.reach) > (0, 0)


def best_place(now: Prospect, company: CompanyView, actions: list[Action]) -> Place:
    """The best of the places for a tile or a token of a company."""
    before = now.view.ask(_standing, company.company)
    found = [_tried(now, company.company, before, action) for action in _spread(actions)]
    later = _earned_later(now.view, company.company)
    compared = [
        replace(each, growth=_earned_later(each.after, company.company) - later)
        for each in nlargest(COMPARED, found, key=lambda place: place.at_first_sight)
    ]
    return max(compared, key=lambda place: place.merit)


def earnings(game: Game, company: Company, trains: tuple[Train, ...]) -> int:
    """What a company could earn with these trains; less than nothing if it may not even run them."""
    supposed = Game(game.book, game.state.clone())
    if trains != game.trains_of(company):
        effects.suppose_trains(supposed, company, trains)
    runs = open_runs(supposed, company)
    return -1 if runs is None else best_with(runs.problem, WORK).earnings.revenue


def surroundings(view: View, company: Company) -> int:
    """How many places with a stop there are around a company's home; those next to it count twice."""
    board, home = view.book.board, hex_of(view.book.companies[company].home)
    near = {hex_ for hex_, _ in board.across[home].values()}
    far = {hex_ for each in near for hex_, _ in board.across[each].values()} - near - {home}
    near_stops, far_stops = (sum(bool(board.hexes[hex_].printed.stops) for hex_ in hexes) for hexes in (near, far))
    return 2 * near_stops + far_stops


def _spread(actions: list[Action]) -> Iterable[Action]:
    """Some of many actions, from all over the list."""
    return islice(actions, 0, None, -(-len(actions) // LOOKED_AT))


def _tried(now: Prospect, company: Company, before: tuple[int, int], action: Action) -> Place:
    after, _ = now.at_once(action)
    earned, reached = after.ask(_standing, company)
    return Place(action, after, earned - before[0], reached - before[1], after.companies[company].treasury or 0)


def _standing(game: Game, company: Company) -> tuple[int, int]:
    """What a company could earn, with the bank's next train if it has none, and how much it reaches."""
    trains = game.trains_of(company)
    earned = max((earnings(game, company, each) for each in ([trains] if trains else _on_sale(game))), default=0)
    reached, hexes = company_reach(game, company), game.book.board.hexes
    leads = sum(2 if hexes[hex_].printed.stops else 1 for hex_ in reached.arrivals)
    return earned, STOP * len(reached.stops) + leads


def _earned_later(view: View, company: Company) -> int:
    """What a company could earn with a later train."""
    return view.ask(lambda game: max((earnings(game, company, each) for each in _on_sale(game, AHEAD)), default=0))


def _on_sale(game: Game, ahead: int = 0) -> Iterator[tuple[Train, ...]]:
    """What the bank's next card, or one further on, may be used as."""
    left = [pile for pile, count in enumerate(game.state.depot) if count > 0][ahead : ahead + 1]
    return ((a_train(kind),) for kind, train in enumerate(game.book.trains) if train.pile in left)
