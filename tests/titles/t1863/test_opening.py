"""The private auction of 1863 and its variants (rules 1863-AUC and 1863-SETUP)."""

from __future__ import annotations

import pytest

from railhead.core.ids import Private, Seat
from railhead.core.refusal import Malformed
from railhead.rules.stock import StockTurn
from railhead.testing import rule
from railhead.titles.t1863 import rules
from railhead.titles.t1863.opening import Dealt, dealt
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
@pytest.mark.parametrize("players", [3, 4, 5, 6])
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


@rule("1863-SETUP-03", "1863-VAR-07")
@pytest.mark.parametrize(("players", "privates"), [(3, 6), (4, 9), (5, 12), (6, 12)])
def test_the_privates_of_the_auction(players: int, privates: int) -> None:
    assert len({text.split()[2] for text in opened(players).offered("auction private")}) == privates
    with_club = opened(players, ("clink_club",))
    assert len({text.split()[2] for text in with_club.offered("auction private")}) == privates + 1


@rule("1863-SETUP-04", "1863-SETUP-06")
@pytest.mark.parametrize(("players", "certificates", "loans"), [(3, 21, 33), (4, 16, 44), (5, 13, 55), (6, 11, 66)])
def test_limits_by_the_number_of_players(players: int, certificates: int, loans: int) -> None:
    table = London(players)
    assert (table.book.certificate_limit, table.book.loans) == (certificates, loans)


@rule("1863-AUC-10", "1863-AUC-05")
def test_a_bid_may_be_all_of_the_cash() -> None:
    table = opened()
    table.do("auction private FOW for 350")
    assert table.turn == "B", "nobody can raise, so it is B who opens next"
    assert (table.cash("A"), table.owners("FOW")) == (0, "A")


@rule("1863-AUC-04", "1863-AUC-07")
def test_after_a_lot_is_sold_the_display_is_one_shorter_and_anybody_may_open_what_is_left() -> None:
    table = opened()
    table.do("auction private TTU for 5", "pass", "pass", "pass")
    table.refuses("auction private TTU for 5", "1863-AUC-01")
    assert len({text.split()[2] for text in table.offered("auction private")}) == 8
    table.do("pass", "pass", "auction private RED for 5")
    assert table.turn == "A", "B and C have passed"
    table.do("bid 10", "pass")
    assert (table.owners("RED"), table.cash("A"), table.turn) == ("A", 335, "B")


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
@pytest.mark.parametrize(
    ("symbol", "half"),
    [
        ("GRE", 35),
        ("FOW", 40),
        ("RED", 35),
        ("THO", 40),
        ("LNR", 35),
        ("TTU", 50),
        ("NEL", 60),
        ("IMP", 35),
        ("LOD", 50),
        ("POR", 50),
        ("MAI", 50),
        ("CHO", 50),
    ],
)
def test_half_the_face_value_of_every_private(symbol: str, half: int) -> None:
    table = London(6)
    table.state.agenda = (*table.state.agenda, Dealt(table.seat("B"), table.private(symbol)))
    table.give_cash("B", half - 1)
    table.refuses("keep-private", "1863-AUC-10")
    table.give_cash("B", half)
    table.do("keep-private")
    assert (table.cash("B"), table.owners(symbol)) == (0, "B")


@rule("1863-VAR-03", "1863-AUC-09")
def test_whoever_returned_a_private_may_bid_for_it() -> None:
    table = opened(3, ("quick_privates", "clink_club"))
    first = table.book.private_names[table.step.private]  # type: ignore[attr-defined]
    table.do("pass", *["keep-private"] * 5)
    assert {text.split()[2] for text in table.offered("auction private")} == {first}, "A has kept another"
    table.do(f"auction private {first} for 5", "pass", "pass")
    assert table.owners(first) == "A"


@rule("1863-VAR-03")
def test_the_cards_are_shuffled_by_the_seed() -> None:
    def hands(seed: int) -> list[tuple[Seat, Private]]:
        return dealt(London(6, ("quick_privates",), seed=seed).game)

    assert hands(1) == hands(1)
    assert len({tuple(hands(seed)) for seed in range(5)}) == 5
    assert sorted(private for _, private in hands(1)) == list(range(12))


@rule("1863-VAR-03")
def test_a_stored_game_is_dealt_the_same_cards_again() -> None:
    table = London(4, ("quick_privates",), seed=1)
    hands = [f"{table.book.owner_names[seat]} {table.book.private_names[card]}" for seat, card in dealt(table.game)]
    assert ", ".join(hands) == "A GRE, A RED, B THO, B LOD, C FOW, C LNR, D TTU, D IMP"


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
