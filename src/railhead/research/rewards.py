"""What a game was worth to each seat: between -1 and 1, or how much better than the table."""

from __future__ import annotations

from collections.abc import Callable

from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.refusal import Malformed
from railhead.rules.standings import standings

Rewards = Callable[[Game], dict[Seat, float]]


def by_rank(game: Game) -> dict[Seat, float]:
    """1 for the winner, -1 for the last, evenly between; tied players share."""
    table = standings(game)
    last = max(1, len(table) - 1)

    def reward(rank: int) -> float:
        tied = sum(each.rank == rank for each in table)
        return 1.0 - 2.0 * (rank - 1 + (tied - 1) / 2) / last

    return {each.seat: reward(each.rank) for each in table}


def by_worth(game: Game) -> dict[Seat, float]:
    """How much more than the mean of the table a player has, as a part of that mean."""
    table = standings(game)
    mean = sum(each.worth for each in table) / len(table)
    return {each.seat: each.worth / mean - 1.0 if mean else 0.0 for each in table}


WAYS: dict[str, Rewards] = {"rank": by_rank, "worth": by_worth}


def rewarding(way: str) -> Rewards:
    """A way of rewarding, by its name."""
    if way not in WAYS:
        raise Malformed("'{way}' is not a reward; these are: {known}", way=way, known=", ".join(WAYS))
    return WAYS[way]
