"""Where to build: places for a tile or a token, compared by the runs and the reach they would give a company."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest

from railhead.bots.bot import Budget, Weighed
from railhead.core import engine
from railhead.core.actions import Action
from railhead.core.choices import evenly
from railhead.core.game import Game
from railhead.core.ids import Company, Train, a_train, kind_of
from railhead.rules.earning import earnings_with
from railhead.rules.running import RunRules
from railhead.rules.stations import company_reach
from railhead.rules.trains import TrainRules, why_idle

LOOKED_AT = 24
"""At most this many places are tried out."""
COMPARED = 3
"""At most this many of those for which a run is searched for are also judged by what a later train would earn."""
AHEAD = 2
"""The later train, which is kept in mind, is this many piles further on."""
WORK = 500
"""How many steps a search for the best run may take."""
STOP = 6
"""A stop within reach is worth this many hexes within reach."""
GAINED, GROWN, REACHED = 4.0, 2.0, 1.0
"""What more revenue now, more revenue with a later train, and a hex within reach are worth."""
DEAR, DEAR_AT_FIRST = 0.3, 0.05
"""What each unit of money spent counts against a place; less for a company that cannot run anything yet."""


@dataclass(frozen=True, slots=True)
class Builder:
    """A company that builds, and the trains by which it judges places: its longest one, and a later one."""

    company: Company
    lead: tuple[Train, ...]
    later: tuple[Train, ...]
    budget: Budget

    @classmethod
    def of(cls, game: Game, company: Company, budget: Budget, fleet: bool, trains: Sequence[Train]) -> Builder:
        """The company with these trains, or with the bank's next train if there are none.

        A token may be for a train that finds no route beside the others: then all of them count, and one more.
        """
        owned = sorted(trains, key=lambda train: game.book.trains[kind_of(train)].price)
        following = _runnable(game, company, 0)
        lead = tuple(owned[-1:]) or following
        return cls(company, lead, (*owned, *following) if fleet else _runnable(game, company, AHEAD), budget)

    def run(self, game: Game) -> int:
        """What its longest train could earn."""
        return earned_with(game, self.company, self.lead, self.budget) if self.lead else 0

    def run_later(self, game: Game) -> int:
        """What a later train could earn."""
        return earned_with(game, self.company, self.later, self.budget) if self.later else 0


def places(
    game: Game,
    company: Company,
    actions: Sequence[Action],
    budget: Budget,
    fleet: bool = False,
    trains: Sequence[Train] | None = None,
) -> list[Weighed]:
    """The most promising of some tiles or tokens, with what they are worth to a company; nothing is worth 0.

    The company is thought to have these trains or, if none are given, those it may run.

    A run is searched for with those that are best at first sight, and as many upgrades (`RunRules.compared`).
    Later runs are those of a later train, or of the whole fleet and one more.
    """
    builder = Builder.of(game, company, budget, fleet, running(game, company) if trains is None else trains)
    reached, treasury, run = _reached(game, company), game.treasury(company), builder.run(game)
    dear = DEAR if run else DEAR_AT_FIRST
    tried: list[tuple[Weighed, Game]] = []
    for number in evenly(len(actions), LOOKED_AT):
        if tried and budget.used_up:
            break
        after = after_action(game, actions[number], budget)
        gone = dear * (after.treasury(company) - treasury)
        parts = (("reach", REACHED * (_reached(after, company) - reached)), ("cost", gone))
        tried.append((weighed(actions[number], parts), after))
    if budget.used_up:
        return [each for each, _ in tried]
    most = game.rules[RunRules].compared
    tried = [
        (with_part(each, "run", GAINED * (builder.run(after) - run)), after) for each, after in _promising(tried, most)
    ]
    later = builder.run_later(game)
    best = nlargest(min(COMPARED, most), range(len(tried)), key=lambda number: (tried[number][0].value, -number))
    found = [tried[number] for number in best]
    return [with_part(each, "later", GROWN * (builder.run_later(after) - later)) for each, after in found]


def _promising(tried: list[tuple[Weighed, Game]], most: int) -> list[tuple[Weighed, Game]]:
    """Those that reach most, and some that reach nothing new: an upgrade may earn more all the same."""
    ranked = sorted(tried, key=lambda each: -each[0].value)
    upgrades = [each for each in ranked if dict(each[0].parts)["reach"] <= 0]
    return [*ranked[:most], *(each for each in upgrades[:most] if each not in ranked[:most])]


def on_sale(game: Game, ahead: int = 0) -> Iterator[Train]:
    """What the bank's next card, or one further on, may be used as."""
    left = [pile for pile, count in enumerate(game.state.depot) if count > 0][ahead : ahead + 1]
    return (a_train(kind) for kind, train in enumerate(game.book.trains) if train.pile in left)


def _runnable(game: Game, company: Company, ahead: int) -> tuple[Train, ...]:
    """A train for sale, now or later, that the company could run; nothing if there is none."""
    idle = game.rules[TrainRules].idle
    return next(((train,) for train in on_sale(game, ahead) if idle(game, company, train) is None), ())


def running(game: Game, company: Company) -> tuple[Train, ...]:
    """The trains that a company has and may run."""
    return tuple(train for train in game.trains_of(company) if why_idle(game, company, train) is None)


def earned_with(game: Game, company: Company, trains: tuple[Train, ...], budget: Budget) -> int:
    """What a company could earn with these trains; nothing if it may not even run them.

    Whoever may not work any more takes what it earned last.
    """
    if budget.used_up:
        return game.state.revenue[company]
    best = earnings_with(game, company, trains, WORK)
    budget.spend(0 if best is None else best.work)
    return 0 if best is None else best.earnings.revenue


def after_action(game: Game, action: Action, budget: Budget) -> Game:
    """The game after an action, and what is bound to follow from it."""
    budget.spend()
    return Game(game.book, engine.consequences(game.book, game.state, action)[0])


def _reached(game: Game, company: Company) -> int:
    reach, hexes = company_reach(game, company), game.book.board.hexes
    return STOP * len(reach.stops) + sum(2 if hexes[hex_].printed.stops else 1 for hex_ in reach.arrivals)


def weighed(action: Action, parts: tuple[tuple[str, float], ...]) -> Weighed:
    """An action that is worth the sum of these parts."""
    return Weighed(action, sum(value for _, value in parts), parts)


def with_part(known: Weighed, part: str, value: float) -> Weighed:
    """The same with another part."""
    return weighed(known.action, (*known.parts, (part, value)))
