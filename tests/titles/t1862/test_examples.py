"""Small worked examples of the rulebook, played as it tells them: starts, prices of trains, limits, the zigzag."""

from __future__ import annotations

import pytest

from railhead.testing import Table, rule
from tests.titles.t1862.railways import operating, railway, table
from tests.titles.t1862.test_trains import buying, trains, with_train

LOWEST_CERTIFICATE = 162
"""Three shares at 54."""


@rule("1862-EX-01", "1862-PARL-05")
@pytest.mark.parametrize(("standing", "least"), [(0, 5), (20, 25), (100, 105)])
def test_the_money_a_bidder_needs(standing: int, least: int) -> None:
    for short, speaks in ((0, "B"), (1, "C")):
        at = table(3)
        at.give_cash("B", LOWEST_CERTIFICATE + least - short)
        at.do(f"propose ESR for {standing}")
        assert at.turn == speaks, "who has less must pass"
        assert at.offered("bid")[0] == f"bid {least}"


@rule("1862-EX-01", "1862-PARL-05")
def test_the_money_needed_to_open_an_auction() -> None:
    at = table(3)
    at.give_cash("A", LOWEST_CERTIFICATE)
    assert at.allows("propose ESR for 0")
    at.give_cash("A", LOWEST_CERTIFICATE - 1)
    at.refuses("propose ESR for 0", "1862-PARL-05")


@rule("1862-EX-02", "1862-PARL-16")
def test_the_certificate_of_the_esr() -> None:
    at = table(3)
    at.do("propose ESR for 0", "pass", "pass")
    bank = at.cash("ipo")
    at.do("start ESR at 74")
    assert at.cash("A") == 800 - 222
    assert at.cash("ipo") == bank + 222
    assert at.shares("A", "ESR") == 3


@rule("1862-EX-03", "1862-START-01", "1862-START-02")
@pytest.mark.parametrize(("rivals", "starts"), [(("SVR", "EUR"), False), (("SVR",), True)])
def test_the_ecr_does_not_start_while_witham_is_full(rivals: tuple[str, ...], starts: bool) -> None:
    """The green tile has two circles, and the russet one has no more."""
    at = Table("1862", 3, seed=46925)
    at.set_phase("D")
    at.lay("14@1 D13")
    for rival in rivals:
        railway(at, rival, {"B": 5}, markers=("D13.0",))
    assert at.allows("propose ECR for 0") is starts
    at.stock_turn("A")
    assert at.allows("start ECR at 54") is starts
    if not starts:
        at.refuses("start ECR at 54", "1862-START-01")


@rule("1862-EX-04", "1862-START-01")
@pytest.mark.parametrize(("phase", "starts"), [("A", False), ("B", True)])
def test_the_esr_starts_once_green_makes_room_in_ipswich(phase: str, starts: bool) -> None:
    at = table(3)
    at.lay("790@1 F11")
    for rival in ("WVR", "N&B"):
        railway(at, rival, {"B": 5}, markers=("F11.0",), trains=("2F",))
    at.set_phase(phase)
    if not starts:
        at.refuses("propose ESR for 0", "1862-START-01")
        return
    at.do("propose ESR for 0", "pass", "pass", "start ESR at 74", "buy ESR from ipo", "buy ESR from ipo")
    operating(at, "ESR", "begin")
    at.settle()
    at.do("pass")
    assert at.offered() == ["lay 791 on F11 turned 1"], "the upgrade that makes room"


@rule("1862-EX-12", "1862-PRICE-01")
@pytest.mark.parametrize(("sold", "after"), [(1, 71), (2, 68), (3, 65)])
def test_the_price_zigzags_down(sold: int, after: int) -> None:
    at = table(3)
    railway(at, "ESR", {"B": 4, "A": 3}, price=74, trains=("2E",))
    at.stock_turn("A")
    at.do(f"sell {sold} ESR")
    assert at.price("ESR") == after


@rule("1862-EX-24", "1862-TRAIN-05")
def test_an_f2_changes_hands_for_half_after_the_first_c_train() -> None:
    at = table(3)
    at.set_phase("B")
    railway(at, "ESR", {"A": 5}, treasury=1000, unused=2)
    railway(at, "I&B", {"B": 5}, unused=2)
    with_train(at, "I&B", "2F")
    buying(at, "ESR")
    at.do("train 2F with 0 warranties")
    assert at.cash("ESR") == 1000 - 200, "from the bank"
    assert at.offered("offer") == ["offer 200 for 2F of I&B"]
    at.state.scrapped[1] += at.state.depot[1]
    at.state.depot[1] = 0
    at.do("train 3E with 0 warranties")
    assert at.phase == "C"
    assert at.offered("offer") == ["offer 100 for 2F of I&B"]
    at.do("offer 100 for 2F of I&B", "accept")
    assert at.cash("I&B") == 100


@rule("1862-EX-25", "1862-TRAIN-06")
def test_three_express_trains_leave_room_for_other_types_only() -> None:
    for bought in ("3L", "3F"):
        at = table(3)
        railway(at, "ESR", {"A": 5}, treasury=280, unused=2)
        with_train(at, "ESR", "2/3E", "2/3E", "3E")
        at.set_phase("C")
        operating(at, "ESR", "trains")
        at.settle()
        at.refuses("train 3E with 0 warranties", "1862-TRAIN-06")
        at.do(f"train {bought} with 0 warranties")
        assert sorted(trains(at, "ESR")) == sorted(["2/3E", "2/3E", "3E", bought])
