"""What lies ahead: which rounds follow, and how near the ends of the game are (rules 18OE-PHASE and 18OE-END)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.state import Round
from railhead.core.text import Text
from railhead.rules import rounds as shared
from railhead.rules.course import CourseRules, Nearness, empty_bank, trains_to_go
from railhead.titles.t18oe import ending, rounds
from railhead.titles.t18oe.facts import NUMBERS, PHASE
from railhead.titles.t18oe.options import plays_concessions
from railhead.titles.t18oe.record import record

LEVELS_BEFORE_7 = range(1, 5)
"""The piles that must be sold before trains of level 7 are; level 3 does not wait for level 2 (18OE-TRAIN-05)."""
LEVEL_7 = 5


def ahead(game: Game) -> tuple[Round, ...]:
    """The rest of this set of rounds, and the next set, as far as they are certain."""
    now = game.state.round
    if now.kind == shared.OPERATING:
        rest = _operating(now.number, now.index + 1, now.of)
        last = record(game).broken or now.number == record(game).final
        return () if record(game).broken else rest if last else (*rest, *_set(game, now.number + 1))
    if now.kind == shared.STOCK:
        return _set(game, now.number)[1:]
    concessions = now.kind == rounds.AUCTION and plays_concessions(game.book.options)
    return (*((Round(rounds.CONCESSIONS, 0),) if concessions else ()), *_set(game, 1))


def _set(game: Game, number: int) -> tuple[Round, ...]:
    """A stock round and its operating rounds; only one of these follows when the bank has run out (18OE-END-02)."""
    count = ending.rounds_in_set(game, number)
    return (Round(shared.STOCK, number), *_operating(number, 1, count)[: 1 if record(game).broken else count])


def _operating(number: int, first: int, of: int) -> tuple[Round, ...]:
    return tuple(Round(shared.OPERATING, number, index, of) for index in range(first, of + 1))


def level_8(game: Game) -> Nearness:
    """How many trains are to be sold until one of level 8 is (18OE-PHASE-19, 18OE-END-05)."""
    piles, depot = game.book.piles, game.state.depot
    total = sum(piles[pile].count for pile in LEVELS_BEFORE_7) + NUMBERS.level_8_after + 1
    if game.state.phase >= PHASE["8"]:
        return Nearness(Text("Train Phase 8 has begun"), total, total)
    of_level_7 = max(0, NUMBERS.level_8_after - (piles[LEVEL_7].count - depot[LEVEL_7]))
    left = sum(depot[pile] for pile in LEVELS_BEFORE_7) + of_level_7 + 1
    return Nearness(trains_to_go(left), total - left, total)


RULES = CourseRules(ahead=ahead, ends={"bank": empty_bank, "train": level_8})
