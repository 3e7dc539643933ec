"""The end of a game in which nothing can happen any more: every company ruined, no private left, too little money."""

from __future__ import annotations

import pytest

from railhead.testing import Table
from railhead.titles.t1860.stalemate import stalled


def ruins(*cash: int) -> Table:
    """All companies of the first two layers bankrupt, no private with a player, and this much cash."""
    table = Table(players=len(cash))
    for company in ("C&N", "IOW", "IWNJ", "FYN"):
        table.bankrupt(company)
    for name, amount in zip("ABCD", cash, strict=False):
        table.give_cash(name, amount)
    return table


@pytest.mark.parametrize(
    ("cash", "over"),
    [
        ((199, 0), True),
        ((200, 0), False),
        ((119, 79), True),
        ((120, 79), True),
        ((120, 80), False),
        ((79, 79, 79), True),
        ((80, 79, 79), True),
        ((80, 80, 40), False),
    ],
)
def test_the_game_is_stuck_when_no_company_can_be_floated_again(cash: tuple[int, ...], over: bool) -> None:
    assert stalled(ruins(*cash).game) is over


def test_shares_count_for_what_they_could_bring() -> None:
    table = ruins(79, 40)
    table.start("C&N", par=40, shares={"A": 2, "B": 1})
    assert not stalled(table.game)
    table.give_cash("B", 0)
    assert stalled(table.game)


def test_a_private_or_a_company_that_earns_keeps_the_game_going() -> None:
    table = ruins(0, 0)
    assert stalled(table.game)
    table.give_private("Ryde", "A")
    assert not stalled(table.game)
    table.close_private("Ryde")
    table.float("NGStL", par=58, shares={"A": 5})
    assert not stalled(table.game)


def test_a_game_that_is_stuck_ends_with_the_stock_round_that_would_begin() -> None:
    table = ruins(30, 20)
    table.stock_turn("A")
    for private in ("Brading", "Yarmouth", "Cowes", "Ryde"):
        table.close_private(private)
    table.settle()
    assert table.over
    assert table.state.ending == "nothing can happen any more"
