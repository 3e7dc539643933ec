"""Transferring tokens and port authorities in 18OE."""

from __future__ import annotations

import pytest

from railhead.testing import rule
from railhead.titles.t18oe import slots, transfers
from railhead.titles.t18oe.facts import AREAS, MEDITERRANEAN, NORTH_SEA
from tests.titles.t18oe.table import Europe


def sisters(*tokens: str, cash: int = 900) -> Europe:
    """PLM and OU, both Ann's, and Ben's BEL; OU has these tokens besides its home, of the cheapest slots."""
    table = Europe(railroad_phase="major", phase="4")
    table.major("PLM", 100, {"Ann": 4}, cash=cash, trains=("4",))
    table.major("OU", 90, {"Ann": 4}, tokens=tokens, trains=("4",))
    table.major("BEL", 80, {"Ben": 4}, trains=("4",), cash=300)
    table.operating_turn("PLM", "transfer")
    return table


@rule("18OE-XFER-01", "18OE-XFER-04", "18OE-XFER-05")
@pytest.mark.parametrize(
    ("stop", "fee"),
    [("U32.0", 20), ("N31.0", 40), ("Q30.0", 60), ("AG40.0", 20), ("F87.0", 60), ("N87.0", 40)],
)
def test_what_a_token_costs(stop: str, fee: int) -> None:
    """The slot to the bank; 20, 40 or 60 to the seller, by the city: ordinary, grand, metropolis, or red zone."""
    if stop == "AG40.0":
        assert transfers.fee(sisters().stop(stop)) == fee
        return
    table = sisters(stop)
    bank = table.cash("ipo")
    table.do(f"transfer OU at {stop} for 60")
    assert table.cash("ipo") == bank + 60
    assert table.cash("OU") == fee
    assert table.cash("PLM") == 900 - 60 - fee
    assert table.state.tokens[table.stop(stop)] == (table.company("PLM"),)
    assert slots.open_slots(table.game, table.company("PLM")) == (20, 40, 60, 80, 80, 80)


@rule("18OE-XFER-06")
def test_the_token_returns_to_the_dearest_open_slot() -> None:
    table = sisters("U32.0", "N31.0", "Q30.0")
    assert slots.open_slots(table.game, table.company("OU")) == (60, 80, 80, 80)
    table.do("transfer OU at U32.0 for 20")
    assert slots.open_slots(table.game, table.company("OU")) == (60, 60, 80, 80, 80)
    table.do("transfer OU at N31.0 for 40")
    assert slots.open_slots(table.game, table.company("OU")) == (40, 60, 60, 80, 80, 80)
    assert table.state.spare_tokens[table.company("OU")] == 6


@rule("18OE-XFER-02")
def test_any_number_as_far_as_cash_and_tokens_go() -> None:
    table = sisters("U32.0", "N31.0", cash=139)
    table.do("transfer OU at U32.0 for 20")
    table.refuses("transfer OU at N31.0 for 80", "18OE-TOKEN-04")
    table.refuses("transfer OU at N31.0 for 20", "18OE-TOKEN-02")
    table.do("transfer OU at N31.0 for 40")
    assert table.cash("PLM") == 139 - 40 - 80


@rule("18OE-XFER-01")
def test_only_from_other_majors_of_the_same_owner() -> None:
    table = sisters("U32.0")
    table.state.spare_tokens[table.company("BEL")] += 1
    table.token("BEL", "N31.0")
    table.refuses("transfer BEL at N31.0 for 20", "18OE-XFER-01")
    table.refuses("transfer PLM at U34.0 for 20", "18OE-XFER-01")
    table.minor("A", "Ann", "FB", "O28.0")
    table.refuses("transfer A at O28.0 for 20", "18OE-XFER-01")


@rule("18OE-XFER-03")
def test_homes_are_never_sold() -> None:
    table = sisters("U32.0")
    table.refuses("transfer OU at Q26.0 for 20", "18OE-XFER-03")


@rule("18OE-XFER-07")
def test_no_way_is_needed_but_one_position_a_hex() -> None:
    table = sisters("N31.0", "U32.0")
    table.state.spare_tokens[table.company("PLM")] += 1
    table.token("PLM", "N29.0")
    table.refuses("transfer OU at N31.0 for 20", "18OE-TOKEN-06")
    table.do("transfer OU at U32.0 for 20")


@rule("18OE-XFER-05")
def test_the_ferry_position_counts_as_lille() -> None:
    table = sisters("U32.0")
    assert transfers.fee(table.stop("N29.0")) == 40


@rule("18OE-XFER-01")
def test_only_majors_have_the_step() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.regional("PLM", 60, {"Ann": 2}, trains=("2+2",))
    game = table.game
    before = table.state.agenda
    transfers.transfer_tokens(game, table.company("PLM"))
    assert table.state.agenda == before


# -- port authorities -----------------------------------------------------------------------------


@rule("18OE-PORT-15", "18OE-PORT-16", "18OE-SETUP-05")
def test_an_authority_is_bought_before_trains_are() -> None:
    table = sisters("U32.0")
    bank = table.cash("ipo")
    table.do("port authority North Sea")
    assert table.cash("PLM") == 775
    assert table.cash("ipo") == bank + 125
    assert table.record.authorities == ((table.company("PLM"), AREAS.index(NORTH_SEA)),)
    assert table.record.authorities_left == (7, 8)
    table.refuses("port authority Mediterranean", "18OE-PORT-15")


@rule("18OE-PORT-16")
@pytest.mark.parametrize("stage", ["track", "token", "transfer"])
def test_at_any_time_before_the_train_step(stage: str) -> None:
    table = sisters("U32.0")
    table.lay("621@1 U34")
    table.operating_turn("PLM", stage)
    assert table.allows("port authority Mediterranean")
    assert f"port authority {MEDITERRANEAN}" in table.offered("port")


@rule("18OE-PORT-16")
def test_not_once_trains_are_bought() -> None:
    table = sisters()
    table.operating_turn("PLM", "buy")
    table.refuses("port authority North Sea", "18OE-PORT-16")


@rule("18OE-PORT-16", "18OE-END-11")
def test_not_in_the_last_round() -> None:
    """A railroad that has got a train may run anew, and nothing else."""
    table = Europe(railroad_phase="major", phase="8")
    table.major("GWR", 100, {"Ann": 6}, cash=500, trains=("5",))
    table.remember(final=3, final_rounds=2, gained=(table.company("GWR"),))
    table.operate("GWR", "begin", number=3, index=2)
    assert table.offered() == ["pay again", "rerun"]
    table.refuses("port authority North Sea", "18OE-PORT-16")


@rule("18OE-PORT-16")
def test_it_costs_125() -> None:
    table = sisters("U32.0", cash=124)
    table.refuses("port authority North Sea", "18OE-PORT-16")


@rule("18OE-PORT-15")
def test_only_majors_have_one() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.regional("PLM", 60, {"Ann": 2}, cash=500)
    table.lay("621@1 U34")
    table.operating_turn("PLM", "track")
    table.refuses("port authority North Sea", "18OE-PORT-15")


@rule("18OE-SETUP-05")
def test_there_are_eight_of_each() -> None:
    table = sisters("U32.0")
    table.remember(authorities_left=(8, 0))
    table.refuses("port authority Mediterranean", "18OE-SETUP-05")
    assert table.allows("port authority North Sea")


@rule("18OE-PORT-17")
def test_one_may_be_bought_of_another_major_for_125() -> None:
    table = sisters("U32.0")
    table.remember(authorities=((table.company("BEL"), 1),))
    table.do("authority of BEL")
    assert table.turn == "Ben"
    table.do("accept")
    assert table.record.authorities == ((table.company("PLM"), 1),)
    assert (table.cash("PLM"), table.cash("BEL")) == (775, 425)


@rule("18OE-PORT-17")
def test_its_owner_may_decline() -> None:
    table = sisters("U32.0")
    table.remember(authorities=((table.company("BEL"), 1),))
    table.do("authority of BEL", "decline")
    assert table.turn == "Ann"
    table.refuses("authority of BEL", "18OE-PORT-17")
    assert table.record.authorities == ((table.company("BEL"), 1),)


@rule("18OE-PORT-17")
def test_between_majors_of_one_owner_nobody_is_asked() -> None:
    table = sisters("U32.0")
    table.remember(authorities=((table.company("OU"), 0),))
    table.refuses("authority of BEL", "18OE-PORT-17")
    table.do("authority of OU")
    assert table.record.authorities == ((table.company("PLM"), 0),)
    assert table.cash("OU") == 125
