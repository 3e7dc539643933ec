"""Parliament: auctions, charters, obligations and fines (rules 1862-PARL, 1862-START)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core.state import FLOATED, STARTED, Round
from railhead.testing import Table, rule
from railhead.titles.t1862.parliament import Parliament
from railhead.titles.t1862.record import is_chartered, record
from railhead.titles.t1862.rounds import Timetable
from tests.titles.t1862.railways import railway, table


def declined(at: Table) -> Table:
    """All players decline until the next round."""
    at.do(*["pass"] * at.book.seats)
    return at


@rule("1862-PARL-01", "1862-PARL-02", "1862-PARL-03", "1862-PARL-04")
def test_bids_are_multiples_of_five_and_passing_is_final() -> None:
    at = table(3)
    assert at.turn == "A"
    assert at.allows("propose ENR for 0")
    assert at.allows("propose ENR for 15")
    at.refuses("propose ENR for 3", "1862-PARL-02")
    at.do("propose ENR for 20")
    assert at.turn == "B"
    at.refuses("bid 22", "1862-PARL-03")
    at.refuses("bid 20", "1862-PARL-03")
    assert at.allows("bid 25")
    assert at.allows("bid 40")
    at.do("pass")
    assert at.turn == "C"
    at.do("bid 25")
    assert at.turn == "A"
    at.do("bid 30")
    assert at.turn == "C", "B is out of this auction"


def begin_anew(at: Table, first: str) -> None:
    """The game begins with the priority deal at this seat."""
    at.priority(first)
    at.state.round, at.state.agenda = Round("set-up", 0), (Timetable(),)
    at.settle()


@rule("1862-PARL-01", "1862-PARL-04", "1862-PARL-10")
@pytest.mark.parametrize("first", range(4))
def test_the_holder_of_the_priority_deal_speaks_first_at_whatever_seat(first: int) -> None:
    order = "ABCDABCD"[first : first + 4]
    at = table(4)
    begin_anew(at, order[0])
    for speaker in order:
        assert (at.state.round.kind, at.turn) == ("parliament", speaker)
        at.do("pass")
    begin_anew(at, order[0])
    at.do("pass", "propose ENR for 0")
    assert at.turn == order[2], "the player to the left of the speaker bids next"
    at.do("pass", "pass", "bid 5")
    assert at.turn == order[1]
    at.do("pass")
    assert at.turn == order[0], "who has won the charter starts the company"
    assert at.step.acting_company == at.company("ENR")


@rule("1862-PARL-05", "1862-PARL-06")
def test_a_bid_leaves_enough_for_the_lowest_par() -> None:
    at = table(3)
    at.give_cash("A", 200)
    assert at.allows("propose ENR for 35")
    at.refuses("propose ENR for 40", "1862-PARL-06")
    at.give_cash("B", 186)
    at.give_cash("C", 187)
    at.do("propose ENR for 20")
    assert at.turn == "C", "B cannot bid 25 and is passed over"
    assert at.offered("bid") == ["bid 25"]
    at = table(3)
    at.give_cash("A", 161)
    at.refuses("propose ENR for 0", "1862-PARL-05")


@rule("1862-PARL-07", "1862-CERT-03")
def test_at_the_certificate_limit_nobody_opens_or_bids() -> None:
    at = table(4)
    for name, owner in (("ESR", "A"), ("I&B", "B")):
        railway(at, name, {owner: 10})
    railway(at, "L&H", {"A": 7})
    assert at.turn == "A"
    at.refuses("propose ENR for 0", "1862-PARL-07")
    at.do("pass", "propose ENR for 0", "pass", "pass")
    assert at.turn == "B", "A is not asked: 8 + 5 certificates"


@rule("1862-PARL-08", "1862-PARL-09", "1862-PARL-10", "1862-PARL-11", "1862-PARL-13", "1862-PARL-14")
def test_the_winner_pays_starts_the_company_and_opens_no_other_auction() -> None:
    at = table(4)
    at.do("pass", "propose ENR for 10", "pass", "bid 15", "pass", "pass")
    assert at.turn == "D"
    assert [at.cash(name) for name in "ABCD"] == [600, 600, 600, 585]
    at.refuses("start ESR at 74", "1862-PARL-14")
    at.refuses("start ENR at 71", "1862-PARL-15")
    at.refuses("start ENR at 110", "1862-PARL-15")
    assert at.offered() == [f"start ENR at {par}" for par in (54, 58, 62, 68, 74, 82, 90, 100)]
    at.do("start ENR at 54", "pass")
    assert at.turn == "A", "left of the winner"
    at.do("pass", "pass", "pass")
    assert at.state.round.index == 2, "the winner is not asked and counts as declining"
    assert at.turn == at.book.owner_names[at.state.priority] == "A"
    at.do("pass", "pass", "pass")
    assert at.turn == "D"
    assert at.allows("propose ESR for 0"), "the ban ends with the round"
    round_ = at.state.agenda[-2]
    assert isinstance(round_, Parliament)
    at.state.agenda = (at.state.agenda[0], replace(round_, granted=(at.seat("D"),)), at.state.agenda[-1])
    at.refuses("propose ESR for 0", "1862-PARL-08")


@rule("1862-PARL-08", "1862-PARL-10")
def test_a_winner_may_raise_in_the_auctions_of_others() -> None:
    at = table(3)
    at.do("propose ENR for 0", "pass", "pass", "start ENR at 54", "pass")
    assert at.cash("A") == 800 - 162
    at.do("propose ESR for 0", "pass")
    assert at.turn == "A"
    assert at.allows("bid 5")


@rule("1862-PARL-15", "1862-PARL-16")
def test_par_is_paid_from_cash() -> None:
    at = table(3)
    at.give_cash("A", 256)
    at.do("propose ENR for 10", "pass", "pass")
    at.refuses("start ENR at 90", "1862-PARL-16")
    assert at.offered("start")[-1] == "start ENR at 82"
    bank = at.cash("ipo")
    at.do("start ENR at 82")
    assert at.cash("ipo") == bank + 246
    assert at.cash("A") == 0
    assert at.turn == "B", "there is no cash for a further share"


@rule("1862-PARL-17", "1862-PARL-18", "1862-PARL-19", "1862-FLOAT-02", "1862-FLOAT-04", "1862-FLOAT-07")
def test_two_further_shares_float_the_company_at_once() -> None:
    at = table(3)
    at.do("propose ENR for 0", "pass", "pass", "start ENR at 74", "buy ENR from ipo")
    assert not at.has("ENR", FLOATED)
    assert at.shares("ipo", "ENR") == 6
    assert not at.state.stack
    at.refuses("buy ESR from ipo", "1862-PARL-17")
    at.do("buy ENR from ipo")
    assert at.has("ENR", FLOATED)
    assert at.price("ENR") == 74
    assert at.state.stack == (at.company("ENR"),)
    assert at.cash("ENR") == 740 - 180
    assert at.state.spare_tokens[at.company("ENR")] == 3
    assert record(at.game).obligations == ()
    assert at.turn == "B"
    assert at.state.round.kind == "parliament"


def under_obligation(par: int = 74) -> Table:
    """A has the charter of ENR with three shares, and the first stock round has begun."""
    at = table(3)
    at.do("propose ENR for 0", "pass", "pass", f"start ENR at {par}", "pass", "pass", "pass")
    declined(at)
    assert at.state.round.kind == "stock"
    assert at.turn == "A"
    return at


@rule("1862-PARL-19", "1862-PARL-20", "1862-SR-21", "1862-FLOAT-01")
def test_others_may_float_a_chartered_company() -> None:
    at = under_obligation()
    at.do("pass")
    bank = at.cash("ipo")
    at.do("buy ENR from ipo")
    assert at.cash("ipo") == bank + 74
    at.do("buy ENR from ipo")
    assert at.has("ENR", FLOATED)
    assert record(at.game).obligations == ()
    declined(at)
    assert at.has("ENR", FLOATED)


@rule("1862-PARL-21", "1862-PARL-23", "1862-PARL-24", "1862-START-10")
def test_a_charter_that_fails_is_fined_and_comes_back_with_the_next_stock_round() -> None:
    at = under_obligation()
    at.do("pass", "buy ENR from ipo")
    cash = [at.cash(name) for name in "ABC"]
    declined(at)
    assert [at.cash(name) for name in "ABC"] == [cash[0] - 370, *cash[1:]]
    assert at.shares("ipo", "ENR") == 10
    assert not at.has("ENR", STARTED)
    assert not is_chartered(at.game, at.company("ENR"))
    assert at.state.round.kind == "parliament"
    at.refuses("propose ENR for 0", "1862-PARL-24")
    declined(at)
    assert at.allows("start ENR at 54")


@rule("1862-PARL-22", "1862-SR-17", "1862-PRICE-05")
def test_a_fine_takes_cash_then_shares_of_the_company_then_others() -> None:
    at = under_obligation()
    railway(at, "ESR", {"A": 4, "B": 6}, price=100, director="B", trains=("2E",), unused=2)
    at.give_cash("A", 100)
    declined(at)
    # 370 - 100 in cash - 3 x 37 = 159, to be paid with ESR at 100
    assert at.turn == "A"
    assert at.cash("A") == 0
    assert at.shares("A", "ENR") == 0
    at.refuses("pass")
    at.refuses("sell 3 ESR", "1862-PARL-22")
    at.refuses("sell 5 ESR")
    assert at.offered() == ["sell 1 ESR", "sell 2 ESR"]
    at.do("sell 2 ESR")
    assert at.cash("A") == 41
    assert at.price("ESR") == 90, "the price fell two places"
    assert at.shares("ipo", "ENR") == 10


@rule("1862-PARL-22")
def test_what_cannot_be_paid_is_forgiven() -> None:
    at = under_obligation()
    at.give_cash("A", 10)
    declined(at)
    assert at.cash("A") == 0
    assert at.state.round.kind == "parliament"


@rule("1862-START-01", "1862-START-02")
@pytest.mark.parametrize(("phase", "allowed"), [("A", False), ("B", True)])
def test_a_company_starts_only_where_its_home_marker_will_find_room(phase: str, allowed: bool) -> None:
    at = table(3)
    at.lay("790@1 F11")
    for name in ("I&B", "L&H"):
        railway(at, name, {"B": 5}, markers=("F11.0",))
    at.set_phase(phase)
    if allowed:
        assert at.allows("propose ESR for 0")
    else:
        at.refuses("propose ESR for 0", "1862-START-01")
        at.stock_turn("A")
        at.refuses("start ESR at 100", "1862-START-01")


@rule("1862-SETUP-13")
def test_later_groups_open_with_their_phases() -> None:
    at = table(3)
    at.refuses("propose E&H for 0", "1862-SETUP-13")
    at.set_phase("B")
    assert at.allows("propose E&H for 0")
    at.refuses("propose EUR for 0", "1862-SETUP-13")
    at.set_phase("C")
    assert at.allows("propose EUR for 0")


@rule("1862-START-03", "1862-START-04", "1862-START-05", "1862-START-06", "1862-START-07", "1862-START-08")
@rule("1862-DX-35")
@pytest.mark.parametrize(("price", "par"), [(54, 54), (56, 54), (71, 68), (100, 100), (116, 100), (200, 100)])
def test_a_start_without_a_charter(price: int, par: int) -> None:
    at = table(3)
    at.stock_turn("A")
    at.refuses("start ENR at 52", "1862-START-03")
    at.refuses("start ENR at 210", "1862-START-03")
    bank, cash = at.cash("ipo"), at.cash("A")
    at.do(f"start ENR at {price}")
    assert at.cash("ENR") == 3 * price
    assert at.cash("A") == cash - 3 * price
    assert at.cash("ipo") == bank
    assert at.price("ENR") == price
    assert at.state.stack == (at.company("ENR"),)
    assert at.book.market.prices[at.state.par[at.company("ENR")]] == par
    assert at.shares("ENR", "ENR") == 7
    assert at.shares("ipo", "ENR") == 0
    assert at.turn == "B"
    assert not at.has("ENR", FLOATED)
    at.do("buy ENR from ENR")
    assert at.cash("ENR") == 4 * price
    assert at.cash("ipo") == bank
    at.refuses("buy ENR from ipo", "1862-SR-20")


@rule("1862-PARL-12")
def test_an_auction_makes_all_players_decline_anew() -> None:
    at = table(3)
    at.do("pass", "pass", "propose ENR for 0", "pass", "pass", "start ENR at 54", "pass")
    assert at.turn == "A", "left of the winner"
    at.do("pass")
    assert at.turn == "B"
    assert at.state.round.index == 1
    at.refuses("propose ENR for 0", "1862-PARL-01")
    at.do("pass")
    assert at.state.round.index == 2


@rule("1862-PARL-17")
@pytest.mark.parametrize(("cash", "further"), [(54 * 5, 2), (54 * 5 - 1, 1), (54 * 4, 1), (54 * 4 - 1, 0)])
def test_further_shares_are_paid_from_cash(cash: int, further: int) -> None:
    at = table(3)
    at.give_cash("A", cash)
    at.do("propose ENR for 0", "pass", "pass", "start ENR at 54", *["buy ENR from ipo"] * further)
    assert at.turn == "B"
    assert at.cash("A") == cash - 54 * (3 + further)


@rule("1862-PARL-17", "1862-CERT-03")
@pytest.mark.parametrize(("held", "further"), [(10, 2), (11, 1), (12, 0)])
def test_further_shares_need_room_under_the_certificate_limit(held: int, further: int) -> None:
    at = table(4)
    railway(at, "ESR", {"A": 10})
    railway(at, "I&B", {"B": 5, "A": held - 8})
    at.do("propose ENR for 0", "pass", "pass", "pass", "start ENR at 54", *["buy ENR from ipo"] * further)
    assert at.turn == "B", "eight certificates of ESR, some of I&B, the director's certificate: 13 are the limit"


@rule("1862-PARL-21", "1862-PARL-22")
def test_two_fines_are_paid_one_after_the_other() -> None:
    at = under_obligation(54)
    at.start("ESR", 58, {"B": 3})
    company = at.company("ESR")
    at.remember(
        chartered=tuple(sorted((at.company("ENR"), company))),
        obligations=(*record(at.game).obligations, (at.seat("B"), company)),
    )
    cash = [at.cash(name) for name in "AB"]
    declined(at)
    assert [at.cash(name) for name in "AB"] == [cash[0] - 270, cash[1] - 290]
    assert record(at.game).obligations == ()
    assert set(record(at.game).failed) == {at.company("ENR"), company}
    assert at.cash("ipo") == 15000 - sum(at.cash(name) for name in "ABC")


@rule("1862-PARL-22")
def test_only_as_many_shares_of_the_company_are_sold_as_the_fine_takes() -> None:
    at = under_obligation()
    at.give_cash("A", 370 - 38)
    declined(at)
    # 38 are missing: two shares at 37 bring 74, of which 36 are left
    assert at.cash("A") == 36


@rule("1862-PARL-22", "1862-PRICE-10")
def test_shares_sold_for_a_fine_may_ruin_their_company() -> None:
    at = under_obligation()
    railway(at, "ESR", {"A": 3, "B": 6}, price=7, director="B", trains=("2E",), unused=2)
    at.give_cash("A", 370 - 111 - 7)
    declined(at)
    assert at.offered() == ["sell 1 ESR"], "one share is enough"
    at.do("sell 1 ESR")
    assert at.has("ESR", STARTED), "the first share is overlooked"
    at = under_obligation()
    railway(at, "ESR", {"A": 3, "B": 6}, price=7, director="B", trains=("2E",), unused=2)
    at.give_cash("A", 370 - 111 - 14)
    declined(at)
    at.do("sell 2 ESR")
    assert not at.has("ESR", STARTED)
    assert at.cash("A") == 0


@rule("1862-PARL-22", "1862-SR-11")
def test_a_director_sells_for_a_fine_what_the_certificate_allows() -> None:
    at = under_obligation()
    railway(at, "ESR", {"A": 4, "B": 2}, price=100, trains=("2E",), unused=2)
    at.give_cash("A", 370 - 111 - 150)
    declined(at)
    at.refuses("sell 2 ESR", "1862-SR-11")
    assert at.offered() == ["sell 1 ESR", "sell 3 ESR"]


@rule("1862-START-03", "1862-START-09")
def test_starts_are_offered_at_every_price_that_can_be_paid() -> None:
    at = table(3)
    at.give_cash("A", 3 * 65)
    at.stock_turn("A")
    found = [text for text in at.offered("start") if "ENR" in text]
    assert found == [f"start ENR at {price}" for price in (54, 56, 58, 60, 62, 65)]
    at.refuses("start ENR at 68", "1862-SR-21")


@rule("1862-BANKR-04", "1862-SR-16")
def test_what_was_bought_of_a_company_before_its_ruin_does_not_count_in_its_next_life() -> None:
    at = table(3)
    railway(at, "ESR", {"B": 4, "A": 3}, price=7, trains=("2E",), unused=2)
    at.stock_turn("C")
    at.do("buy ESR from ipo", "sell 2 ESR")
    assert record(at.game).bought == ()
