"""Who has won, and how equal totals are ranked."""

from __future__ import annotations

from railhead.core.events import sentence
from railhead.rules import rounds
from railhead.rules.standings import announcement, standings
from railhead.testing import Table, rule


@rule("1860-END-07")
def test_the_highest_total_wins_and_equal_totals_share_a_place() -> None:
    table = Table(players=4)
    for name, cash in (("A", 300), ("B", 500), ("C", 100), ("D", 300)):
        table.give_cash(name, cash)
    found = [(entry.rank, table.book.owner_names[entry.seat], entry.worth) for entry in standings(table.game)]
    assert found == [(1, "B", 500), (2, "A", 300), (2, "D", 300), (4, "C", 100)]
    assert str(announcement(table.game)) == "B wins the game: B 500, A 300, D 300, C 100"


@rule("1860-END-07")
def test_two_players_with_the_highest_total_win_together() -> None:
    table = Table(players=2)
    assert str(announcement(table.game)) == "A and B win the game: A 1000, B 1000"


@rule("1860-END-07")
def test_the_end_of_the_game_is_announced() -> None:
    table = Table(players=2)
    table.give_cash("B", 1200)
    game = table.game
    rounds.finish(game)
    assert table.over
    assert [sentence(table.book, event) for event in game.events] == ["B wins the game: B 1200, A 1000"]


@rule("1860-NAT-13")
def test_two_companies_left_by_a_bankruptcy_still_operate_once_more() -> None:
    table = Table(players=2)
    for company, price in (("C&N", 100), ("IOW", 90)):
        table.float(company, par=74, shares={"A": 5}, price=price, operated=True)
    table.set_phase("9")
    table.remember(nationalised=True, building_over=True)
    table.operating_round()
    assert table.over
    assert (table.state.round.index, table.state.ending) == (2, "nationalisation is complete")
