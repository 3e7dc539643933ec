"""The private auction of 1863 and its variants (rules 1863-AUC and 1863-SETUP)."""

from __future__ import annotations

import pytest

from railhead.core.refusal import Malformed
from railhead.rules.stock import StockTurn
from railhead.testing import rule
from railhead.titles.t1863 import rules
from tests.titles.t1863.table import London


def opened(players: int = 4, options: tuple[str, ...] = ()) -> London:
    table = London(players, options)
    table.begin()
    return table


@rule("1863-SETUP-01")
@pytest.mark.parametrize("players", [2, 7])
def test_three_to_six_can_play(players: int) -> None:
    with pytest.raises(Malformed, match="3 to 6"):
        rules.rulebook(tuple("ABCDEFG"[:players]), frozenset(), 0, 1)


@rule("1863-SETUP-02", "1863-SETUP-13", "1863-INFO-01")
@pytest.mark.parametrize("players", [3, 6])
def test_everybody_starts_with_350_in_the_auction(players: int) -> None:
    table = opened(players)
    assert {table.cash(name) for name in table.book.seat_names} == {350}
    assert (table.state.round.kind, table.phase) == ("auction", "II")
    assert table.state.record.rate == 5  # type: ignore[attr-defined]


@rule("1863-SETUP-07")
def test_the_priority_card_is_dealt_by_the_seed() -> None:
    def first(seed: int) -> str:
        book = rules.rulebook(("A", "B", "C", "D"), frozenset(), seed, 1)
        return book.owner_names[book.set_up(book).priority]

    assert first(5) == first(5)
    assert {first(seed) for seed in range(30)} == {"A", "B", "C", "D"}


@rule("1863-AUC-01", "1863-AUC-10", "1863-SETUP-03")
def test_the_priority_player_opens_any_private_with_at_least_5() -> None:
    table = opened()
    assert table.turn == "A"
    assert len({text.split()[2] for text in table.offered("auction private")}) == 9
    table.refuses("auction private FOW for 4", "1863-AUC-01")
    table.refuses("auction private FOW for 355", "1863-AUC-10")
    table.refuses("auction private POR for 5", "1863-AUC-01")
    table.do("auction private LOD for 5")
    assert table.turn == "B"


@rule("1863-AUC-02", "1863-AUC-03")
def test_raises_of_at_least_5_in_any_steps() -> None:
    table = opened()
    table.do("auction private FOW for 5")
    table.refuses("bid 9", "1863-AUC-02")
    table.do("bid 11")
    table.refuses("bid 15", "1863-AUC-02")
    table.do("bid 16")


@rule("1863-AUC-04", "1863-AUC-05", "1863-AUC-06")
def test_whoever_passes_is_out_of_this_lot_only_and_the_last_bidder_pays() -> None:
    table = opened()
    table.do("auction private FOW for 5", "pass", "bid 60", "pass")
    assert table.turn == "A", "B is out"
    table.do("pass")
    assert (table.cash("C"), table.owners("FOW")) == (290, "C")
    assert table.turn == "D"
    table.do("auction private TTU for 5", "pass")
    assert table.turn == "B", "asked again for the next lot"


@rule("1863-AUC-04")
def test_whoever_opens_nothing_is_out_of_the_lot_that_is_opened_next() -> None:
    table = opened()
    table.do("pass", "auction private FOW for 5", "pass", "pass")
    assert table.owners("FOW") == "B"


@rule("1863-AUC-07")
def test_after_a_round_of_passes_the_first_private_leaves_the_game() -> None:
    table = opened()
    table.do("pass", "pass", "pass", "pass")
    assert table.owners("GRE") == ""
    assert table.turn == "A"
    assert len({text.split()[2] for text in table.offered("auction private")}) == 8


@rule("1863-AUC-08", "1863-OR-01")
def test_when_no_private_is_left_the_first_stock_round_begins() -> None:
    table = opened(3)
    table.do("auction private GRE for 5", "pass", "pass")
    while table.state.round.kind == "auction":
        table.do("pass")
    assert (table.state.round.kind, table.state.round.number, table.phase) == ("stock", 1, "II")
    assert isinstance(table.step, StockTurn)
    assert table.turn == "A"


@rule("1863-AUC-09", "1863-VAR-07")
def test_the_clink_club_is_for_players_without_a_private() -> None:
    table = opened(4, ("clink_club",))
    table.do("auction private FOW for 5", "pass", "pass", "pass")
    assert table.owners("FOW") == "A"
    table.do("pass", "pass", "pass")
    assert table.turn == "A"
    table.refuses("auction private CLK for 5", "1863-AUC-09")
    table.do("pass")
    table.do("auction private CLK for 5", "pass", "pass")
    assert table.owners("CLK") == "B", "A was not even asked"
    table.do("pass", "pass", "pass")
    assert table.turn == "C", "B could not open anything"


# -- the quicker variant ----------------------------------------------------------------------------


@rule("1863-VAR-03")
def test_privates_are_dealt_and_kept_for_half_their_value_or_auctioned() -> None:
    table = opened(4, ("quick_privates",))
    assert table.turn == "A"
    first = table.step.private  # type: ignore[attr-defined]
    value = table.book.privates[first].value
    table.do("keep-private")
    assert table.cash("A") == 350 - value // 2
    assert table.state.privates[first] == table.seat("A")
    while not table.offered("auction private"):
        table.do("pass")
    assert table.turn == "A"
    assert len({text.split()[2] for text in table.offered("auction private")}) == 8


@rule("1863-VAR-03")
@pytest.mark.parametrize(("players", "each", "rest"), [(3, 2, 0), (4, 2, 1), (5, 2, 2), (6, 2, 0)])
def test_the_deal_is_even_and_the_rest_is_auctioned(players: int, each: int, rest: int) -> None:
    table = opened(players, ("quick_privates",))
    asked = []
    while table.state.round.kind == "auction" and table.allows("keep-private"):
        asked.append(table.turn)
        table.do("keep-private")
    assert asked == [name for name in table.book.seat_names for _ in range(each)]
    left = {text.split()[2] for text in table.offered("auction private")} if rest else set()
    assert len(left) == rest
