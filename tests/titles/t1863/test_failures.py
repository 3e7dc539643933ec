"""Companies that end in 1863: liquidation, acquisition, the LPTB (rules 1863-LIQ, 1863-ACQ and 1863-LPTB)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.state import FLOATED, Round
from railhead.rules.auction import Auction
from railhead.rules.debts import Debt
from railhead.testing import rule
from railhead.titles.t1863 import lptb, merger_round
from railhead.titles.t1863.lots import ChooseBuyer
from railhead.titles.t1863.record import record, set_tokens
from tests.titles.t1863.table import London, Waiting


def begin(table: London) -> London:
    """A round of mergers begins; nothing follows."""
    table.state.round = Round("merger", 2, 1, 2)
    table.state.agenda = (table.state.agenda[0], Waiting(table.seat("A")))
    merger_round.begin(table.game)
    table.settle()
    return table


def table_with(phase: str = "III") -> London:
    table = London(4, phase=phase)
    table.privates()
    return table


def gone(table: London, company: str) -> bool:
    """Is a company back in the pile, with nothing left of it?"""
    what = table.company(company)
    assert table.state.loans[what] == 0
    return not table.has(company, FLOATED) and table.cash(company) == 0 and table.tokens(company) == (0, 0)


def lptb_at(table: London, stop: str) -> bool:
    return lptb.token(table.game) in table.state.tokens.get(table.stop(stop), ())


# -- liquidation ------------------------------------------------------------------------------------


@rule("1863-LIQ-04", "1863-LIQ-03", "1863-MA-03")
def test_three_lots_are_auctioned_from_0() -> None:
    table = table_with()
    table.minor("DIS", 0, "A", cash=40, trains=("3T", "3T"))
    table.minor("MET", 60, "B", cash=300)
    table.privates(GRE="DIS")
    begin(table)
    assert (table.turn, type(table.step)) == ("B", Auction), "only B has a company that could have the tokens"
    table.do("bid 0")
    assert table.tokens("MET") == (2, 0)
    assert table.turn == "B"
    table.do("bid 10")
    assert (table.trains("MET"), table.cash("MET")) == (["3T", "3T"], 290)
    table.do("pass", "pass", "bid 5", "pass")
    assert table.owners("GRE") == "C"
    assert gone(table, "DIS")


@rule("1863-LIQ-05", "1863-LIQ-12")
def test_what_nobody_wants_goes_to_the_lptb() -> None:
    table = table_with()
    table.minor("DIS", 0, "A", trains=("3T",))
    begin(table)
    assert lptb_at(table, "C18.0")
    assert gone(table, "DIS")
    assert table.allows("pass")


@rule("1863-LIQ-06")
def test_in_phase_v_there_is_no_auction() -> None:
    table = table_with("V")
    table.minor("DIS", 0, "A", trains=("5T",))
    table.minor("MET", 60, "B", cash=300, trains=("5T",))
    begin(table)
    assert lptb_at(table, "C18.0")
    assert gone(table, "DIS")


@rule("1863-LIQ-07", "1863-LPTB-10")
def test_the_president_settles_the_rest_of_the_loans() -> None:
    table = table_with()
    table.minor("DIS", 0, "A", cash=100, loans=3)
    begin(table)
    assert table.cash("A") == 150
    assert gone(table, "DIS")


@rule("1863-LIQ-08")
def test_cash_left_is_split_by_the_share() -> None:
    table = table_with()
    table.major("DIS", 0, {"A": 4, "B": 3}, cash=50)
    table.give("pool", "DIS", 1)
    begin(table)
    assert (table.cash("A"), table.cash("B")) == (370, 365)
    assert gone(table, "DIS")


@rule("1863-LIQ-08")
def test_a_minor_s_owner_gets_all() -> None:
    table = table_with()
    table.minor("DIS", 0, "A", cash=50)
    begin(table)
    assert table.cash("A") == 400


@rule("1863-LIQ-02")
def test_its_shares_of_others_are_sold_first() -> None:
    table = table_with()
    table.minor("DIS", 0, "A", loans=1)
    table.major("CLR", 60, {"B": 3})
    table.give("DIS", "CLR", 2)
    begin(table)
    table.do("pass")
    assert (table.shares("pool", "CLR"), table.price("CLR"), table.cash("A")) == (2, 50, 370)


@rule("1863-LIQ-11")
def test_a_subsidiary_is_bought_by_the_president_or_fails_as_well() -> None:
    table = table_with()
    table.minor("MET", 0, "A", loans=1)
    table.minor("CSL", 60, "MET", cash=10)
    begin(table)
    assert table.turn == "A"
    table.do("take-subsidiary", "pass")
    assert (table.cash("A"), table.director("CSL"), table.price("CSL")) == (350 - 120 + 20, "A", 50)
    other = table_with()
    other.minor("MET", 0, "A")
    other.minor("CSL", 60, "MET", cash=10)
    begin(other)
    other.do("pass")
    assert gone(other, "MET")
    assert gone(other, "CSL")


@rule("1863-LIQ-11", "1863-SHORT-15")
def test_a_president_who_is_short_of_a_subsidiary_cannot_take_its_certificate() -> None:
    table = table_with()
    table.minor("MET", 0, "A")
    table.major("CSL", 60, {"MET": 2})
    table.short("A", "CSL")
    begin(table)
    assert gone(table, "MET")
    assert gone(table, "CSL"), "one of the two shares would only cover the short"
    assert table.shares("A", "CSL") == 0


@rule("1863-LIQ-11")
def test_a_rival_with_20_percent_takes_over_a_subsidiary() -> None:
    table = table_with()
    table.minor("MET", 0, "A")
    table.major("EHL", 60, {"MET": 3, "B": 2})
    begin(table)
    assert (table.director("EHL"), table.shares("pool", "EHL")) == ("B", 3)


@rule("1863-CRISIS-09")
def test_loans_of_a_company_without_a_president_are_void() -> None:
    table = table_with()
    table.minor("DIS", 0, "A", cash=50, loans=2)
    effects.move_shares(table.game, table.owner("A"), table.owner("pool"), table.company("DIS"), 2)
    effects.set_director(table.game, table.company("DIS"), table.owner("pool"))
    begin(table)
    assert gone(table, "DIS")
    assert table.cash("A") == 350


@rule("1863-LIQ-07", "1863-CRISIS-08")
def test_a_president_who_cannot_pay_raises_the_money() -> None:
    table = table_with()
    table.minor("DIS", 0, "A", loans=3)
    table.major("CLR", 60, {"B": 3, "A": 1})
    table.give_cash("A", 260)
    begin(table)
    table.do("pass")
    assert (table.turn, type(table.step)) == ("A", Debt)
    table.do("sell 1 CLR")
    assert table.cash("A") == 20


@rule("1863-LIQ-04")
def test_the_winner_says_which_company_buys() -> None:
    table = table_with()
    table.minor("DIS", 0, "A")
    table.minor("MET", 60, "B", cash=300)
    table.minor("CLR", 60, "B", cash=300)
    begin(table)
    table.do("bid 20")
    assert type(table.step) is ChooseBuyer
    table.refuses("buy as A", "1863-LIQ-04")
    table.do("buy as CLR")
    assert table.tokens("CLR") == (2, 0)


# -- acquisition ------------------------------------------------------------------------------------


def grey(bidder_cash: int = 50) -> London:
    table = table_with()
    table.major("DIS", 20, {"A": 4, "B": 2}, cash=100, loans=1)
    table.minor("MET", 60, "B", cash=bidder_cash)
    return table


@rule("1863-ACQ-01", "1863-ACQ-02")
def test_a_grey_company_is_auctioned_from_5() -> None:
    table = begin(grey())
    assert (table.turn, type(table.step)) == ("B", Auction), "A has no other company"
    table.refuses("bid 4", "1863-ACQ-01")
    table.minor("CLR", 60, "A", cash=50)
    table.do("bid 5")
    assert table.turn == "A", "the president may bid"


@rule("1863-ACQ-03")
def test_without_a_bid_it_goes_on() -> None:
    table = begin(grey())
    table.do("pass")
    assert (table.price("DIS"), table.cash("DIS"), table.director("DIS")) == (20, 100, "A")


@rule("1863-ACQ-04", "1863-ACQ-05")
def test_the_absorber_pays_with_both_treasuries_and_each_share_gets_a_tenth() -> None:
    table = grey()
    table.give("pool", "DIS", 1)
    table.short("C", "DIS", 2)
    begin(table)
    table.do("bid 150")
    assert gone(table, "DIS")
    assert (table.cash("A"), table.cash("B"), table.cash("C")) == (350 + 60, 350 + 30, 350 - 30)
    charter = 15 * 3
    assert (table.cash("MET"), table.loans("MET"), table.tokens("MET")) == (150 - 150 + charter, 1, (2, 0))


@rule("1863-ACQ-04")
def test_loans_of_both_count() -> None:
    table = begin(grey())
    most = 50 + 100 + 100 * 2 + 100 * 1
    table.refuses(f"bid {most + 1}", "1863-ACQ-04")
    assert table.allows(f"bid {most}")


@rule("1863-ACQ-05")
def test_a_minor_s_owner_gets_the_whole_bid() -> None:
    table = table_with()
    table.minor("DIS", 20, "A", cash=10)
    table.minor("MET", 60, "B", cash=200)
    begin(table)
    table.do("bid 100")
    assert (table.cash("A"), table.cash("MET")) == (450, 110)


@rule("1863-ACQ-06", "1863-LPTB-04")
def test_in_phase_v_a_grey_company_is_seized() -> None:
    table = table_with("V")
    table.major("DIS", 20, {"A": 4}, cash=100, trains=("5T",))
    begin(table)
    assert gone(table, "DIS")


# -- the LPTB ---------------------------------------------------------------------------------------


@rule("1863-LPTB-01", "1863-LPTB-04", "1863-MA-09")
@pytest.mark.parametrize(("phase", "seized"), [("IV", False), ("V", True)])
def test_trainless_companies_are_seized_in_phase_v(phase: str, seized: bool) -> None:
    table = table_with(phase)
    table.major("DIS", 90, {"A": 4}, cash=100)
    begin(table)
    assert gone(table, "DIS") == seized


@rule("1863-LPTB-06", "1863-LPTB-07")
def test_holders_get_half_the_valuation_and_shorts_are_void() -> None:
    table = table_with("V")
    table.major("DIS", 90, {"A": 4, "B": 2}, cash=200)
    table.state.revenue[table.company("DIS")] = 60
    table.short("C", "DIS", 1)
    table.privates(THO="DIS")
    begin(table)
    assert (table.cash("A"), table.cash("B"), table.cash("C")) == (350 + 68, 350 + 34, 350)
    assert table.owners("THO") == ""
    assert lptb_at(table, "C18.0")
    assert gone(table, "DIS")


@rule("1863-LPTB-05")
def test_the_president_is_liable_for_loans_of_a_seized_company() -> None:
    table = table_with("V")
    table.major("DIS", 90, {"A": 4}, cash=220, loans=3)
    begin(table)
    assert table.cash("A") == 350 - 80


@rule("1863-LPTB-08", "1863-LPTB-09", "1863-LPTB-11", "1863-LPTB-12", "1863-LPTB-15")
def test_a_company_may_be_offered_for_its_price() -> None:
    table = table_with("V")
    table.major("DIS", 60, {"A": 6, "B": 4}, cash=700, trains=("5T",))
    table.short("C", "DIS", 2)
    begin(table)
    assert table.turn == "A"
    table.do("sell-to-lptb")
    assert (table.cash("A"), table.cash("B"), table.cash("C")) == (350 + 360, 350 + 240, 350 - 120)
    assert lptb_at(table, "C18.0")
    assert gone(table, "DIS")


@rule("1863-LPTB-11")
def test_holders_share_what_there_is_if_it_is_not_enough() -> None:
    table = table_with("V")
    table.major("DIS", 60, {"A": 6, "B": 4}, cash=155, trains=("5T",))
    begin(table)
    table.do("sell-to-lptb")
    assert (table.cash("A"), table.cash("B")) == (350 + 90, 350 + 60)


@rule("1863-LPTB-10")
def test_loans_come_first_when_a_company_is_offered() -> None:
    table = table_with("V")
    table.major("DIS", 60, {"A": 6, "B": 4}, cash=150, loans=2, trains=("5T",))
    begin(table)
    table.do("sell-to-lptb")
    assert (table.cash("A"), table.cash("B")) == (300, 350)


@rule("1863-LPTB-03", "1863-MA-04")
def test_seizures_come_before_offers_and_these_before_mergers() -> None:
    table = table_with("V")
    table.major("DIS", 90, {"A": 4}, cash=100)
    table.major("MET", 60, {"B": 4}, cash=100, trains=("5T",))
    begin(table)
    assert gone(table, "DIS")
    assert table.allows("sell-to-lptb")
    table.do("pass")
    assert not table.allows("sell-to-lptb")


@rule("1863-LPTB-02", "1863-SR-12")
@pytest.mark.parametrize(("phase", "taken"), [("IV", 0), ("V", 1)])
def test_a_train_is_taken_after_each_stock_round(phase: str, taken: int) -> None:
    table = table_with(phase)
    table.stock_turn("A")
    before = table.state.depot[3]
    table.do("pass", "pass", "pass", "pass")
    assert before - table.state.depot[3] == taken


@rule("1863-LPTB-02", "1863-END-01")
def test_the_last_train_brings_the_end() -> None:
    table = table_with("V")
    table.state.scrapped[3] += table.state.depot[3] - 1
    table.state.depot[3] = 1
    table.stock_turn("A")
    table.do("pass", "pass", "pass", "pass")
    assert record(table.game).final == 3


@rule("1863-LPTB-14", "1863-END-01")
def test_the_last_token_brings_the_end_and_others_are_removed() -> None:
    table = table_with()
    game, marker = table.game, lptb.token(table.game)
    for stop in ("C10.0", "F9.0", "G18.0", "H3.0", "H11.0", "H13.0"):
        effects.place_marker(game, marker, table.stop(stop))
    table.minor("DIS", 0, "A")
    effects.give_tokens(game, table.company("DIS"), 2)
    set_tokens(game, table.company("DIS"), 3)
    for stop in ("I6.0", "I10.0"):
        effects.place_token(game, table.company("DIS"), table.stop(stop))
    begin(table)
    assert sum(lptb_at(table, stop) for stop in ("C18.0", "I6.0", "I10.0")) == 2
    assert gone(table, "DIS")
    assert record(table.game).final == 3


@rule("1863-LPTB-14")
def test_a_station_has_one_lptb_token() -> None:
    table = table_with()
    table.lay("57@0 C18", "LU04@0 C18")
    effects.place_marker(table.game, lptb.token(table.game), table.stop("C18.0"))
    table.minor("DIS", 0, "A")
    begin(table)
    assert table.state.tokens[table.stop("C18.0")] == (lptb.token(table.game),)
