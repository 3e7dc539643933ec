"""Standings: players ranked by what their assets are worth; tied players share a rank."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.text import Text, joined, series


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rank, and the worth that earned it."""

    rank: int
    seat: Seat
    worth: int


def standings(game: Game) -> list[Standing]:
    """All players, best first; tied players share the better rank and are listed in seating order.

    Players who are out of the game come last, whatever they have.
    """
    out = game.state.out
    merit = {seat: (seat not in out, game.book.worth(game, seat)) for seat in game.book.seat_ids}
    ranked = sorted(merit, key=lambda seat: merit[seat], reverse=True)
    return [Standing(1 + sum(other > merit[seat] for other in merit.values()), seat, merit[seat][1]) for seat in ranked]


def announcement(game: Game) -> Text:
    """The result in a sentence: the winner or winners, and everybody's total."""
    table = standings(game)
    winners = [game.name(entry.seat) for entry in table if entry.rank == 1]
    totals = joined(f"{game.name(entry.seat)} {entry.worth}" for entry in table)
    if len(winners) == 1:
        return Text("{winner} wins the game: {totals}", winner=winners[0], totals=totals)
    return Text("{winners} win the game: {totals}", winners=series(winners), totals=totals)
