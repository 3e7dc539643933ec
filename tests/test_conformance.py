"""Every title passes the conformance suite, at every table; with `--long` in more games, looked at more closely."""

from __future__ import annotations

import pytest

from railhead import conformance
from railhead.conformance import Table
from railhead.titles import catalogue

TABLES = [table for title in catalogue.TITLES for table in conformance.tables(title)]


def name(table: Table) -> str:
    return f"{table.title}-{table.players}-{'+'.join(table.options) or 'plain'}"


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_a_game_at_every_table_conforms(table: Table) -> None:
    assert conformance.check_game(table, seed=1) > 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("table", TABLES, ids=name)
def test_many_games_looked_at_closely_conform(table: Table, seed: int) -> None:
    assert conformance.check_game(table, seed, looks=1.0) > 0


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_tables_hold_every_number_of_players_and_every_option(title: str) -> None:
    known, found = catalogue.find(title), conformance.tables(title)
    assert {table.players for table in found} == set(known.players)
    assert {option for table in found for option in table.options} == set(known.options)
    assert all(Table(title, players, (option,)) in found for players in known.players for option in known.options)


def test_a_complaint_names_the_game_and_the_action(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "audit", lambda book, state: ["money: a coin is missing"] if state.tiles else [])
    with pytest.raises(conformance.ConformanceError, match=r"1860 for 3 .* no_layers, seed 9, action \d+ .*a coin"):
        conformance.check_game(Table("1860", 3, ("no_layers",)), seed=9)


def test_the_suite_plays_every_table_and_tells_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[Table, int]] = []
    told: list[str] = []

    def check_game(table: Table, seed: int) -> int:
        played.append((table, seed))
        return 7

    monkeypatch.setattr(conformance, "check_game", check_game)
    conformance.check_title("1860", games=2, seed=5, progress=told.append)
    assert played == [(table, seed) for table in conformance.tables("1860") for seed in (5, 6)]
    assert told[0] == "1860 for 2 players, options: none, seed 5: 7 actions"
