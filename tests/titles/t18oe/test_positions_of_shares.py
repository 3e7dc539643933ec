"""Positions of stock rounds in which several rules meet; every figure was worked out from the rulebook beforehand."""

from __future__ import annotations

import pytest

from railhead.core.ids import BANK, POOL
from railhead.rules import directors
from railhead.rules.dividends import Dividend
from railhead.rules.operating import operating_order
from railhead.rules.reactions import React
from railhead.testing import rule
from railhead.titles.t18oe.facts import NATIONAL
from railhead.titles.t18oe.rounds import begin_stock_round
from tests.titles.t18oe.table import NAMES, Europe

ETIENNE, LILLE = "U32.0", "O32.0"
SMALL = (
    "SB",
    "MAV",
    "SFAI",
    "SFR",
    "MZA",
    "CHN",
    "RCP",
    "BJV",
    "DSJ",
    "MSP",
    "MKV",
    "WW",
    "LRZD",
    "BHB",
    "KBS",
    "POB",
    "KSS",
    "OU",
    "BEL",
    "MIDI",
    "LNWR",
    "GSWR",
)
"""Regionals that only fill a portfolio."""


def certificates(at: Europe, name: str) -> int:
    return directors.certificates(at.game, at.seat(name))


def fill(at: Europe, name: str, number: int) -> None:
    """A player has this many certificates, the last of them 50% of regionals, each one certificate."""
    for symbol in SMALL:
        if certificates(at, name) == number:
            return
        if not at.shares(symbol, symbol) and at.director(symbol) == "ipo":
            at.regional(symbol, 60, {name: 2})
    assert certificates(at, name) == number


def finish_round(at: Europe) -> None:
    """Everybody passes until the stock round is over."""
    now = at.state.round
    while at.state.round == now:
        at.do("pass")


def passes_until(at: Europe, name: str) -> None:
    while at.turn != name:
        at.do("pass")


# -- rights that interrupt ------------------------------------------------------------------------


@rule("18OE-RESV-01", "18OE-RESV-02", "18OE-RESV-04", "18OE-PRIV-16", "18OE-PRIV-18", "18OE-PRIV-19")
def test_shares_reserved_by_one_player_and_kept_for_another() -> None:
    """Cleo reserves both shares, Ann's Barclay keeps one of them: Cleo gets one now, Ann hers in the second round."""
    at = Europe(railroad_phase="major")
    at.regional("GWR", 60, {"Ann": 2})
    at.regional("PLM", 60, {"Ben": 2})
    at.give_private("BBBT", "Ann")
    for name in NAMES[:3]:
        at.give_cash(name, 200)
    at.stock_turn("Ben", number=1)
    at.do("buy GWR from GWR")
    assert at.turn == "Cleo", "to the buyer's left"
    at.do("accept")
    assert (at.turn, at.cash("Ben")) == ("Ben", 200)
    at.stock_turn("Ann", number=1)
    at.do("custody GWR")
    at.refuses("buy GWR from GWR", "18OE-RESV-01")
    at.stock_turn("Cleo", number=1)
    at.do("buy GWR from GWR")
    assert (at.cash("Cleo"), at.shares("GWR", "GWR")) == (140, 1)
    at.stock_turn("Cleo", number=1)
    at.refuses("buy GWR from GWR", "18OE-PRIV-16")
    begin_stock_round(at.game, 2)
    at.stock_turn("Ben", number=2)
    at.refuses("buy GWR from GWR", "18OE-PRIV-16")
    at.stock_turn("Ann", number=2)
    at.do("buy GWR from GWR")
    assert (at.cash("Ann"), at.cash("GWR"), at.shares("Ann", "GWR")) == (140, 120 + 60 + 60, 3)
    assert at.record.custody is None


@rule("18OE-RESV-02", "18OE-PRIV-17", "18OE-PRIV-18", "18OE-PRIV-19")
def test_a_first_25_percent_share_asks_for_two_rights_and_is_bought_all_the_same() -> None:
    """Cleo and Ann do not reserve; Ann's Barclay keeps one share, and Ben still buys the other."""
    at = Europe(railroad_phase="major")
    at.regional("GWR", 90, {"Ann": 2}, cash=0)
    at.give_private("BBBT", "Ann")
    at.give_cash("Ben", 90)
    at.stock_turn("Ben", number=1)
    at.do("buy GWR from GWR", "decline", "decline")
    assert (at.turn, isinstance(at.step, React)) == ("Ann", True), "now for Barclay"
    at.do("accept")
    assert (at.cash("Ben"), at.cash("GWR"), at.shares("Ben", "GWR"), at.shares("GWR", "GWR")) == (0, 90, 1, 1)
    assert at.record.custody == (at.seat("Ann"), at.company("GWR"))


@rule("18OE-PRIV-20", "18OE-MAJOR-08", "18OE-SR-07", "18OE-PRIV-21")
def test_a_marker_is_propped_up_against_the_sales_of_a_floater() -> None:
    """Ann gets 200 for two shares at 100; Ben's Barclay keeps the marker there, and leaves with the round."""
    at = Europe(railroad_phase="major", phase="3")
    at.regional("GWR", 60, {"Ann": 2})
    at.major("PLM", 100, {"Cleo": 4, "Ann": 2})
    at.give_private("BBBT", "Ben")
    at.give_cash("Ann", 0)
    begin_stock_round(at.game, 4)
    at.settle()
    at.do("expand GWR", "sell 2 PLM")
    assert at.turn == "Ben"
    at.do("accept")
    assert (at.turn, at.cash("Ann"), at.price("PLM"), at.shares("pool", "PLM")) == ("Ann", 200, 100, 2)
    at.do("buy GWR from GWR")
    assert (at.cash("Ann"), at.shares("Ann", "GWR")) == (125, 3)
    finish_round(at)
    assert at.price("PLM") == 100
    assert at.book.seat_of(at.state.privates[at.private("BBBT")]) is None


@rule("18OE-PRIV-20", "18OE-PRIV-03")
def test_a_closed_barclay_still_interrupts() -> None:
    at = Europe(railroad_phase="major", phase="3")
    at.major("PLM", 100, {"Cleo": 4, "Ann": 3})
    at.give_private("BBBT", "Ben")
    at.stock_turn("Ben")
    at.do("close BBBT", "pass")
    at.stock_turn("Ann")
    at.do("sell 1 PLM")
    assert (at.turn, isinstance(at.step, React)) == ("Ben", True)
    at.do("decline")
    assert at.price("PLM") == 90


@rule("18OE-PRIV-16", "18OE-PRIV-17", "18OE-PRIV-20")
@pytest.mark.parametrize("deed", ["custody GWR", "prop PLM"])
def test_barclay_serves_its_owner_also_while_they_float_a_major(deed: str) -> None:
    """At any time of a stock round: before the share of the new major is bought as well."""
    at = Europe(railroad_phase="major", phase="3")
    at.regional("GWR", 60, {"Ann": 2})
    at.major("PLM", 100, {"Cleo": 4, "Ann": 2})
    at.give_private("BBBT", "Ann")
    at.stock_turn("Ann")
    at.do("expand GWR", deed, "sell 1 PLM")
    assert at.price("PLM") == (100 if deed == "prop PLM" else 90)


@rule("18OE-PRIV-17")
def test_games_of_the_first_revision_keep_barclay_for_other_times() -> None:
    at = Europe(railroad_phase="major", phase="3", revision=1)
    at.regional("GWR", 60, {"Ann": 2})
    at.major("PLM", 100, {"Cleo": 4, "Ann": 2})
    at.give_private("BBBT", "Ann")
    at.stock_turn("Ann")
    at.do("expand GWR")
    at.refuses("custody GWR")
    at.refuses("prop PLM")
    assert at.allows("repar GWR at 80.c5")


# -- presidencies ---------------------------------------------------------------------------------


@rule("18OE-MAJOR-10", "18OE-SR-20", "18OE-CERT-08", "18OE-CERT-03", "18OE-CERT-05", "18OE-SR-08")
def test_a_president_who_is_outvoted_at_the_limit_is_above_it() -> None:
    """Seven players: 20 certificates. Ben expands Ann's GWR (par 60, then 75); her 20% are two certificates now.

    She must sell: one share for 75, and the marker falls from 75 to 70. She cannot buy a share afterwards.
    """
    at = Europe(7, railroad_phase="major", phase="3")
    at.regional("GWR", 60, {"Ann": 2, "Ben": 2}, cash=0)
    at.major("PLM", 100, {"Cleo": 4})
    fill(at, "Ann", 20)
    at.give_cash("Ben", 75)
    at.give_cash("Ann", 500)
    at.stock_turn("Ben")
    at.do("expand GWR")
    at.refuses("pass", "18OE-MAJOR-10")
    at.do("buy GWR from GWR")
    assert (at.director("GWR"), at.cash("Ben"), at.cash("GWR")) == ("Ben", 0, 75)
    assert (certificates(at, "Ann"), certificates(at, "Ben")) == (21, 2)
    at.stock_turn("Ann")
    at.refuses("pass", "18OE-CERT-03")
    at.refuses("buy PLM from PLM", "18OE-CERT-03")
    at.refuses("trade with Cleo")
    at.do("sell 1 GWR")
    assert (at.cash("Ann"), at.price("GWR"), certificates(at, "Ann")) == (575, 70, 20)
    assert at.turn == "Ben", "with 20 certificates she cannot buy another one"


@rule("18OE-MAJOR-08", "18OE-SR-08", "18OE-SR-11", "18OE-SR-18", "18OE-SR-20", "18OE-MAJOR-13")
def test_a_presidency_is_dumped_in_the_action_that_floats_a_major() -> None:
    """GWR's par 65 becomes 80. Three shares of PLM lie in the market: Ann sells two of three, at 100 each.

    Ben with 20% presides; the marker falls to 80. Her share of GWR costs 80; she cannot buy PLM again.
    """
    at = Europe(railroad_phase="major", phase="3")
    at.regional("GWR", 65, {"Ann": 2}, cash=10)
    at.major("PLM", 100, {"Ann": 3, "Ben": 2, "pool": 3})
    at.give_cash("Ann", 0)
    at.stock_turn("Ann")
    at.do("expand GWR")
    at.refuses("sell 3 PLM", "18OE-SR-08")
    at.refuses("sell 1 GWR", "18OE-MAJOR-08")
    at.do("sell 2 PLM")
    assert (at.cash("Ann"), at.director("PLM"), at.price("PLM"), at.shares("pool", "PLM")) == (200, "Ben", 80, 5)
    at.do("buy GWR from GWR")
    assert (at.cash("Ann"), at.cash("GWR"), at.turn) == (120, 90, "Ben")
    assert (certificates(at, "Ann"), certificates(at, "Ben")) == (3, 1)
    at.do("pass", "pass")
    at.refuses("buy PLM from pool", "18OE-SR-11")
    at.refuses("buy PLM from PLM", "18OE-SR-11")


@rule("18OE-SR-18", "18OE-SR-19", "18OE-SR-21")
@pytest.mark.parametrize(
    ("others", "heir"),
    [
        ({"Dan": 2, "Ann": 2, "Ben": 2}, "Dan"),
        ({"Dan": 1, "Ann": 2, "Ben": 2}, "Ann"),
        ({"Dan": 2, "Ann": 2, "Ben": 3}, "Ben"),
        ({"Dan": 1, "Ann": 1, "Ben": 2}, "Ben"),
    ],
)
def test_who_inherits_when_the_whole_certificate_is_dumped(others: dict[str, int], heir: str) -> None:
    """Cleo sells both her shares at 120, 240 in all; from the square in the top row the marker falls to 100."""
    at = Europe(4, railroad_phase="major", phase="3")
    at.major("PLM", 120, {"Cleo": 2, **others, "pool": 1})
    at.give_cash("Cleo", 0)
    at.stock_turn("Cleo")
    at.do("sell 2 PLM")
    assert (at.director("PLM"), at.cash("Cleo"), at.price("PLM")) == (heir, 240, 100)
    held = at.shares(heir, "PLM")
    assert certificates(at, heir) == held - 1


@rule("18OE-MERGE-20", "18OE-MERGE-22", "18OE-SR-20", "18OE-SR-06", "18OE-MERGE-04")
def test_a_minor_brings_its_owner_the_presidency_and_with_it_the_decisions() -> None:
    """Ben has 30% as Ann does; with the share for B he has 40% and decides about B's token and train.

    He pays Ann 50; PLM gets B's 85. Ann's three shares are three certificates now. The priority goes to Cleo.
    """
    at = Europe(railroad_phase="major", phase="3")
    at.major("PLM", 100, {"Ann": 3, "Ben": 3}, cash=15)
    at.minor("B", "Ben", "FB", ETIENNE, cash=85, trains=("2+2",))
    at.give_cash("Ann", 0)
    at.give_cash("Ben", 60)
    begin_stock_round(at.game, 4)
    at.settle()
    assert at.turn == "Ann"
    at.do("pass")
    assert (certificates(at, "Ann"), certificates(at, "Ben")) == (2, 4)
    at.do("propose B into PLM paying 50")
    assert at.turn == "Ann"
    at.do("accept")
    assert (at.director("PLM"), at.turn, at.cash("Ann"), at.cash("Ben"), at.cash("PLM")) == ("Ben", "Ben", 50, 10, 100)
    at.do("swap token U32.0 for 80", "receive 2+2")
    assert (certificates(at, "Ann"), certificates(at, "Ben"), at.trains("PLM")) == (3, 3, ["2+2"])
    finish_round(at)
    assert at.book.owner_names[at.state.priority] == "Cleo"


@rule("18OE-NATL-04", "18OE-NATL-11", "18OE-SR-13", "18OE-SR-18", "18OE-SR-16", "18OE-SR-08")
def test_a_national_full_of_market_shares_is_taken_over_by_purchases() -> None:
    """Ann keeps 20%, 80% are in the market; Ben's third share at 90 makes him president, the seventh costs 180.

    Nothing can be sold before less than half is in the market: with 40% there, one share.
    """
    at = Europe(railroad_phase="major", phase="4")
    at.national("PLM", 90, {"Ann": 2})
    at.give_cash("Ben", 6 * 90 + 180)
    at.stock_turn("Ann")
    at.refuses("sell 1 PLM", "18OE-SR-08")
    for bought in range(1, 8):
        at.stock_turn("Ben")
        at.do("buy PLM from pool")
        assert at.director("PLM") == ("Ann" if bought < 3 else "Ben")
        at.stock_turn("Ann")
        if bought < 4:
            at.refuses("sell 1 PLM", "18OE-SR-08")
        else:
            assert at.allows("sell 1 PLM")
    assert (at.cash("Ben"), at.shares("Ben", "PLM"), at.shares("pool", "PLM"), at.price("PLM")) == (0, 7, 1, 90)


# -- limits ---------------------------------------------------------------------------------------


@rule("18OE-CERT-03", "18OE-CERT-04", "18OE-CERT-08", "18OE-SR-02", "18OE-MERGE-21")
def test_above_the_limit_a_private_is_closed_before_a_minor_merges() -> None:
    """21 of 20 certificates: merging would not help, as the share takes the charter's place."""
    at = Europe(7, railroad_phase="major", phase="3")
    at.minor("B", "Ann", "FB", ETIENNE, cash=30)
    at.major("PLM", 100, {"Ann": 2}, cash=0)
    at.give_private("RSC", "Ann")
    at.give_private("PEC", "Ann")
    fill(at, "Ann", 21)
    at.stock_turn("Ann")
    at.refuses("merge B into PLM", "18OE-CERT-03")
    at.refuses("pass", "18OE-CERT-03")
    at.do("close RSC")
    assert certificates(at, "Ann") == 20
    at.refuses("close PEC", "18OE-SR-02")
    at.do("merge B into PLM", "decline token U32.0")
    assert (certificates(at, "Ann"), at.cash("PLM"), at.turn) == (20, 30, "Ben")


@rule("18OE-CERT-03", "18OE-CERT-04", "18OE-PRIV-15", "18OE-SR-02")
@pytest.mark.parametrize("revision", [1, 2])
def test_above_the_limit_one_private_is_closed_and_another_one_used(revision: int) -> None:
    """22 of 20 certificates: RSC is closed, then Barclay used up; in the first revision that order was refused."""
    at = Europe(7, railroad_phase="major", phase="3", revision=revision)
    at.regional("GWR", 60, {"Ann": 2})
    for symbol in ("RSC", "PEC", "BBBT"):
        at.give_private(symbol, "Ann")
    fill(at, "Ann", 22)
    at.stock_turn("Ann")
    at.do("close RSC")
    if revision == 1:
        at.refuses("repar GWR at par90", "18OE-SR-02")
        return
    at.do("repar GWR at par90")
    assert certificates(at, "Ann") == 20
    at.refuses("close PEC", "18OE-SR-02")


@rule("18OE-MAJOR-10", "18OE-SR-10", "18OE-CERT-08", "18OE-CERT-02")
def test_in_train_phase_1_a_floater_at_the_limit_has_to_close_a_private() -> None:
    """Shares cannot be sold yet, so there would be no room for the third one."""
    at = Europe(7, railroad_phase="major")
    at.regional("GWR", 60, {"Ann": 2, "Ben": 2})
    at.give_private("RSC", "Ben")
    at.major("PLM", 100, {"Cleo": 2, "Ben": 2}, par=True)
    fill(at, "Ben", 20)
    at.stock_turn("Ben", number=1)
    at.refuses("expand GWR", "18OE-MAJOR-10")
    at.do("close RSC", "expand GWR", "buy GWR from GWR")
    assert (at.director("GWR"), certificates(at, "Ben")) == ("Ben", 19)


@rule("18OE-CERT-03", "18OE-SR-10")
def test_above_the_limit_in_train_phase_1_there_is_nothing_to_sell() -> None:
    """Ann has 21 of 20 certificates and no private: she can do nothing about it yet, but may not buy either."""
    at = Europe(7, railroad_phase="major")
    at.major("GWR", 75, {"Ben": 3, "Ann": 2}, par=True)
    fill(at, "Ann", 21)
    at.stock_turn("Ann", number=1)
    at.refuses("sell 1 GWR", "18OE-SR-10")
    at.refuses("buy GWR from GWR", "18OE-CERT-08")
    at.do("pass")
    assert at.turn == "Ben"


@rule("18OE-CERT-08", "18OE-MAJOR-03", "18OE-CERT-02", "18OE-MAJOR-09")
def test_at_the_limit_a_regional_expands_without_a_share() -> None:
    at = Europe(7, railroad_phase="major", phase="2")
    at.regional("GWR", 60, {"Ann": 2})
    fill(at, "Ann", 20)
    at.stock_turn("Ann")
    at.refuses("buy-and-expand GWR", "18OE-CERT-08")
    at.do("expand GWR")
    assert at.turn == "Ben", "there is nothing to sell, and no room for a share"
    assert (at.shares("Ann", "GWR"), certificates(at, "Ann")) == (2, 20)


@rule("18OE-SR-12", "18OE-SR-15", "18OE-SR-16", "18OE-CERT-07", "18OE-MAJOR-11")
def test_from_half_of_a_new_major_to_seventy_percent() -> None:
    """Par 110, the marker at 90 after two sales: the sixth share costs 110 from the treasury, the seventh 180."""
    at = Europe(railroad_phase="major", phase="3")
    at.major("PLM", 110, {"Ann": 5, "Ben": 2}, par=True, cash=0)
    at.stock_turn("Ben")
    at.do("sell 2 PLM")
    assert at.price("PLM") == 90
    at.give_cash("Ann", 110 + 180)
    at.stock_turn("Ann")
    at.do("buy PLM from PLM")
    assert (at.cash("Ann"), at.cash("PLM")) == (180, 110)
    at.stock_turn("Ann")
    at.refuses("buy PLM from PLM", "18OE-SR-15")
    bank = at.cash("ipo")
    at.do("buy PLM from pool")
    assert (at.cash("Ann"), at.shares("Ann", "PLM"), at.cash("ipo") - bank, at.price("PLM")) == (0, 7, 180, 90)


# -- prices ---------------------------------------------------------------------------------------


@rule("18OE-MKT-03", "18OE-MKT-11", "18OE-MKT-16", "18OE-OR-05", "18OE-SR-26")
def test_two_sold_out_railroads_come_to_the_square_of_a_third() -> None:
    """SB stands at 150 in the top row. PLM (135, top row) moves right, GWR (135, one column further) up to it.

    Of equal values the one further right is first, so GWR arrives before PLM and lies above it.
    """
    at = Europe(railroad_phase="major", phase="4")
    at.major("SB", "150.e1", {"Ann": 5})
    at.major("PLM", "135.d1", {"Ann": 6, "Ben": 4})
    at.national("GWR", "135.e2", {"Ben": 6, "Cleo": 4})
    begin_stock_round(at.game, 4)
    at.settle()
    finish_round(at)
    names = [at.book.company_names[company] for company in at.state.stack]
    assert [at.price(name) for name in ("SB", "PLM", "GWR")] == [150, 150, 150]
    order = [at.book.company_names[c] for c in operating_order(at.game)]
    assert order == ["SB", "GWR", "PLM"], names


@rule("18OE-MKT-10", "18OE-PRIV-19", "18OE-SR-26")
def test_a_share_in_custody_is_still_in_the_treasury_when_the_round_ends() -> None:
    """Nine shares are with players, the tenth is kept: no move up. Once it is bought, 100 becomes 110."""
    for bought, price in ((False, 100), (True, 110)):
        at = Europe(railroad_phase="major", phase="3")
        at.major("PLM", 100, {"Ann": 5, "Ben": 4})
        at.give_private("BBBT", "Ann")
        at.give_cash("Ann", 100)
        at.stock_turn("Ann")
        begin_stock_round(at.game, 4)
        at.settle()
        at.do("custody PLM")
        if bought:
            at.do("buy PLM from PLM")
        finish_round(at)
        assert at.price("PLM") == price


@rule("18OE-MERGE-06", "18OE-MKT-10", "18OE-MKT-03", "18OE-SR-17", "18OE-MERGE-19")
def test_the_last_market_share_goes_for_a_minor_and_the_national_is_sold_out() -> None:
    """Ann has 90% after the merger; in the top row the marker moves from 200 right to 225. B's 70 go to the bank."""
    at = Europe(railroad_phase="major", phase="5")
    at.national("PLM", "200.h1", {"Ann": 8, "Ben": 1})
    at.minor("B", "Ann", "FB", ETIENNE, cash=70)
    bank = at.cash("ipo")
    begin_stock_round(at.game, 6)
    at.settle()
    at.do("merge B into PLM")
    assert (at.shares("Ann", "PLM"), at.cash("ipo") - bank) == (9, 70)
    assert at.company("B") in at.record.abandoned
    finish_round(at)
    assert at.price("PLM") == 225


@rule("18OE-MKT-05", "18OE-SR-07", "18OE-MKT-09")
def test_three_shares_are_sold_above_the_foot_of_the_chart() -> None:
    """All are paid at 70; the marker falls to 65, the foot of its column, and stays there."""
    at = Europe(railroad_phase="major", phase="3")
    at.major("PLM", "70.c7", {"Ann": 2, "Ben": 4})
    at.give_cash("Ben", 0)
    at.stock_turn("Ben")
    at.do("sell 3 PLM")
    assert (at.cash("Ben"), at.price("PLM"), at.book.market.write(at.state.price[at.company("PLM")])) == (
        210,
        65,
        "65.c8",
    )


@rule("18OE-MKT-12", "18OE-MKT-13", "18OE-DIV-07", "18OE-DIV-02", "18OE-MKT-06")
@pytest.mark.parametrize(
    ("choice", "paid", "square"),
    [("pay", {"Ann": 60, "Ben": 40, "PLM": 20}, "225.k3"), ("half", {"Ann": 30, "Ben": 20, "PLM": 110}, "200.k4")],
)
def test_shares_in_the_market_count_for_the_marker_but_are_not_paid(
    choice: str, paid: dict[str, int], square: str
) -> None:
    """200 of revenue at 200, the end of its row: paid in full the marker moves up, although 80 stay in the bank."""
    at = Europe(railroad_phase="major", phase="5")
    at.major("PLM", "200.k4", {"Ann": 3, "Ben": 2, "pool": 4})
    at.give_cash("Ann", 0)
    at.give_cash("Ben", 0)
    at.state.revenue[at.company("PLM")] = 200
    at.facing(Dividend(at.company("PLM")))
    at.settle()
    at.do(choice)
    assert {name: at.cash(name) for name in paid} == paid
    assert at.book.market.write(at.state.price[at.company("PLM")]) == square


@rule("18OE-DIV-02", "18OE-DIV-07", "18OE-INSOLV-05")
def test_both_25_percent_shares_of_a_treasury_are_rounded_once() -> None:
    """Of 90, half is 45 for the treasury; its 50% of the other half are 22.5, as are the president's: 23 each."""
    at = Europe(railroad_phase="regional", phase="2")
    at.regional("GWR", 60, {"Ann": 2}, cash=0)
    at.give_cash("Ann", 0)
    at.state.revenue[at.company("GWR")] = 90
    at.facing(Dividend(at.company("GWR")))
    at.settle()
    at.do("half")
    assert (at.cash("Ann"), at.cash("GWR")) == (23, 45 + 23)


# -- a new par ------------------------------------------------------------------------------------


@rule("18OE-PRIV-15", "18OE-SR-12", "18OE-MAJOR-11", "18OE-SR-26", "18OE-MERGE-24")
def test_a_new_par_is_the_price_of_treasury_shares_and_of_nothing_else() -> None:
    """Regional par 90 becomes 120; Barclay lowers it to 75 before the share is bought.

    Minor A brings the share value of 120; in the next round a treasury share costs 120 again.
    """
    at = Europe(railroad_phase="major", phase="3")
    at.regional("GWR", 90, {"Ann": 2}, cash=0)
    at.minor("A", "Ann", "FB", ETIENNE, cash=0)
    at.give_private("BBBT", "Ann")
    at.give_cash("Ann", 75)
    at.give_cash("Ben", 75 + 120)
    begin_stock_round(at.game, 4)
    at.settle()
    at.do("expand GWR", "repar GWR at 75.c6", "buy GWR from GWR")
    assert (at.cash("Ann"), at.cash("GWR"), at.price("GWR"), at.turn) == (0, 75, 120, "Ben")
    at.do("buy GWR from GWR")
    assert (at.cash("Ben"), at.cash("GWR")) == (120, 150)
    passes_until(at, "Ann")
    at.do("merge A into GWR", "decline token U32.0")
    assert (at.cash("GWR"), at.shares("Ann", "GWR")) == (150 + 120, 4)
    finish_round(at)
    at.stock_turn("Ben", number=5)
    at.do("buy GWR from GWR")
    assert (at.cash("Ben"), at.cash("GWR"), at.shares("Ben", "GWR")) == (0, 390, 2)


@rule("18OE-PRIV-51", "18OE-MERGE-07", "18OE-MERGE-10", "18OE-PRIV-16")
def test_a_rivals_minor_and_the_only_share_in_custody() -> None:
    """No share for Ben and no track: refused. With track to Lyon it merges for nothing, its cash goes to the bank."""
    for track in ((), ("57@1 U32", "621@1 U34")):
        at = Europe(railroad_phase="major", phase="3")
        at.lay(*track)
        at.major("PLM", 100, {"Ann": 5, "Cleo": 4}, cash=0)
        at.minor("B", "Ben", "FB", ETIENNE, cash=44)
        at.remember(custody=(at.seat("Ann"), at.company("PLM")))
        bank = at.cash("ipo")
        at.stock_turn("Ben")
        if not track:
            at.refuses("propose B into PLM paying 0", "18OE-MERGE-07")
            continue
        at.do("propose B into PLM paying 0", "accept", "decline token U32.0")
        assert (at.shares("Ben", "PLM"), at.cash("PLM"), at.cash("ipo") - bank) == (0, 0, 44)
        assert at.record.custody is not None
        assert not any(at.company("B") in held for held in at.state.tokens.values())


@rule("18OE-MERGE-02", "18OE-MERGE-04", "18OE-MERGE-06", "18OE-MERGE-21", "18OE-ABANDON-06", "18OE-SR-03")
def test_two_minors_in_one_round_for_a_major_and_a_national() -> None:
    """B's 55 go to GWR's treasury, C's 65 to the bank; four certificates stay four."""
    at = Europe(railroad_phase="major", phase="4")
    at.major("GWR", 100, {"Ann": 2}, cash=0)
    at.national("PLM", 100, {"Ann": 2})
    at.minor("B", "Ann", "FB", ETIENNE, cash=55)
    at.minor("C", "Ann", "SP", "X13.0", cash=65)
    bank = at.cash("ipo")
    begin_stock_round(at.game, 4)
    at.settle()
    at.do("merge B into GWR", "decline token U32.0")
    passes_until(at, "Ann")
    at.refuses("merge C into GWR", "18OE-MERGE-02")
    at.do("merge C into PLM")
    assert (at.cash("GWR"), at.cash("ipo") - bank, certificates(at, "Ann")) == (55, 65, 4)
    assert (at.shares("Ann", "GWR"), at.shares("Ann", "PLM"), at.shares("pool", "PLM")) == (3, 3, 7)
    assert at.state.kind[at.company("PLM")] == NATIONAL
    assert at.game.held(POOL, at.company("C")) == 1
    assert at.game.held(BANK, at.company("B")) == 0
