"""The course of a game, for those who look ahead: which rounds follow, and how near each end of the game is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from railhead.core.game import Game
from railhead.core.ids import BANK
from railhead.core.rulebook import UNLIMITED, Rulebook, RuleGroup
from railhead.core.state import Round
from railhead.core.text import Text
from railhead.rules.rounds import OPERATING, STOCK


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near something that ends the game is."""

    said: Text
    done: int
    of: int

    @property
    def percent(self) -> int:
        """How much of the way to it is behind."""
        return max(0, min(100, 100 * self.done // max(1, self.of)))


def sets_of_rounds(game: Game) -> tuple[Round, ...]:
    """What is left of this set of rounds and, unless the end is in sight, the next stock round with its set."""
    now = game.state.round
    in_set = now.kind == OPERATING or (now.index < now.of and now.kind != STOCK)
    rest = [Round(OPERATING, now.number, index, now.of) for index in range(now.index + 1, now.of + 1) if in_set]
    if game.state.ending:
        return tuple(rest)
    number = now.number if now.kind == STOCK else now.number + (now.kind == OPERATING)
    stock = [] if now.kind == STOCK else [Round(STOCK, number)]
    count = game.book.phases[game.state.phase].operating_rounds
    return (*rest, *stock, *(Round(OPERATING, number, index, count) for index in range(1, count + 1)))


# -- ends of the game -----------------------------------------------------------------------------


def empty_bank(game: Game) -> Nearness:
    """An end that comes when the bank has no money left."""
    left, all_ = max(0, game.state.cash[BANK]), game.book.bank
    return Nearness(Text("{left} of {all} left in the bank", left=left, all=all_), all_ - left, all_)


def highest_price(game: Game) -> Nearness:
    """An end that comes when a company reaches the highest price of the market."""
    highest = max((game.price_of(company) for company in game.state.stack), default=0)
    top = max(game.book.market.prices)
    said = Text("the highest price is {highest}, the end is at {top}", highest=highest, top=top)
    return Nearness(said, highest, top)


def last_phase(game: Game) -> Nearness:
    """An end that the first train of the last phase brings about."""
    last = len(game.book.phases) - 1
    left, total = trains_before(game, last), _all_trains_before(game.book, last)
    if left is None:
        return Nearness(Text("the last phase has begun"), total, total)
    return Nearness(trains_to_go(left), total - left, total)


def last_train(game: Game) -> Nearness:
    """An end that the last train of all brings about."""
    total = sum(pile.count for pile in game.book.piles if pile.count < UNLIMITED)
    left = sum(left for left, pile in zip(game.state.depot, game.book.piles, strict=True) if pile.count < UNLIMITED)
    return Nearness(trains_to_go(left), total - left, total)


def trains_to_go(left: int) -> Text:
    """That so many trains are still to be sold."""
    return Text("{count} train to go", count=left) if left == 1 else Text("{count} trains to go", count=left)


def trains_before(game: Game, phase: int) -> int | None:
    """How many trains are still to be sold until a phase begins, the one that begins it included; None if it has."""
    pile = next((number for number, each in enumerate(game.book.piles) if each.begins == phase), None)
    if pile is None or game.state.phase >= phase:
        return None
    return 1 + sum(game.state.depot[number] for number in _sold_before(game.book, pile))


def _all_trains_before(book: Rulebook, phase: int) -> int:
    pile = next((number for number, each in enumerate(book.piles) if each.begins == phase), 0)
    return 1 + sum(book.piles[number].count for number in _sold_before(book, pile))


def _sold_before(book: Rulebook, pile: int) -> list[int]:
    """The piles that have to be empty before a pile is sold."""
    return [
        number for number in range(pile) if book.piles[number].opens is None and book.piles[number].count < UNLIMITED
    ]


@dataclass(frozen=True)
class CourseRules(RuleGroup):
    """What lies ahead."""

    ahead: Callable[[Game], tuple[Round, ...]] = sets_of_rounds
    """The rounds that follow, as far as they are certain."""
    ends: Mapping[str, Callable[[Game], Nearness]] = field(default_factory=dict)
    """By the key of its text: how near an end of the game is. What cannot be measured is left out."""


def rounds_ahead(game: Game) -> tuple[Round, ...]:
    """The rounds that follow, as far as they are certain."""
    return game.rules[CourseRules].ahead(game)


def nearness(game: Game, key: str) -> Nearness | None:
    """How near an end of the game is; None if that cannot be measured."""
    measure = game.rules[CourseRules].ends.get(key)
    return None if measure is None else measure(game)
