"""How many operating rounds a game of 18OE still takes, as players estimate it."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.rules.outlook import until_bank_breaks
from railhead.rules.rounds import OPERATING
from railhead.titles.t18oe.course import level_8
from railhead.titles.t18oe.ending import rounds_in_set
from railhead.titles.t18oe.facts import NUMBERS, PHASE
from railhead.titles.t18oe.record import record

SOLD_A_ROUND, SOLD_LATE = 6.0, 1.0
"""How many trains are sold in a round; and how many of level 7, which few can pay for."""
FINAL = 2.0
"""How many operating rounds usually follow the first train of level 8."""


def to_the_end(game: Game) -> float:
    """How many rounds are left: until the last one of the final set, or the one after the bank has broken.

    Rules 18OE-END-01, 18OE-END-02, 18OE-END-05 and 18OE-END-06. Once trains of level 7 are sold, it is mostly the bank
    that ends the game: who earns well waits with level 8.
    """
    now, known = game.state.round, record(game)
    if known.broken:
        return 1.0
    if known.final:
        played = now.index if now.kind == OPERATING else 0
        if now.number == known.final:
            return float(known.final_rounds - played)
        return float(known.final_rounds + rounds_in_set(game, now.number) - played)
    by_bank = until_bank_breaks(game) + 1
    return by_bank if game.state.phase >= PHASE["7"] else min(by_bank, _by_trains(game))


def _by_trains(game: Game) -> float:
    nearness = level_8(game)
    left = nearness.of - nearness.done
    late = min(left, NUMBERS.level_8_after + 1)
    return (left - late) / SOLD_A_ROUND + late / SOLD_LATE + FINAL
