"""A game as its log says is the one that a table would write after playing it."""

from __future__ import annotations

from random import Random

import pytest

from railhead.core.ids import Owner, Seat
from railhead.play.gamefile import GameFile
from railhead.play.log import REDO, Entry, undo_entry
from railhead.play.table import Table
from railhead.play.written import written
from tests.corpus import games as corpus
from tests.play.games import some_game

ANN = Seat(Owner(2))


def messed_with(game: GameFile, chance: Random) -> Table:
    """A table at which moves were taken back, made again, and others made instead."""
    table = Table.of(game)
    for _ in range(12):
        table.record(undo_entry(ANN, max(0, table.actions - chance.randint(1, 9))))
        for _ in range(chance.randint(0, 6)):
            if table.session.undone:
                again = table.session.undone[-1]
                kind = chance.choice((REDO, "act"))
                table.record(Entry(kind, ANN, again))
    return table


@pytest.mark.parametrize("seed", range(4))
def test_moves_taken_back_and_made_again_are_where_a_table_has_them(seed: int) -> None:
    table = messed_with(some_game(seed=seed, most=60), Random(seed))
    start = table.session.game().first(0)
    assert written(start, table.entries()) == table.session.game()


@pytest.mark.parametrize("seed", range(4))
def test_so_are_those_of_an_imported_game(seed: int) -> None:
    game = corpus.load("1862/2p-imported-posted-simple-freight-seed180")
    assert game.imported is not None
    table = messed_with(game.first(80), Random(seed))
    start = table.session.game().first(0)
    assert written(start, table.entries()) == table.session.game()
    assert written(start, Table.of(game).entries()) == Table.of(game).session.game()
