"""Positions in which a stock round meets limits, rights and ends; every figure was worked out from the rulebook."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.ids import BANK, POOL
from railhead.core.state import CLOSED, STARTED, Round
from railhead.core.text import Text
from railhead.testing import rule
from railhead.titles.t18oe import ending
from railhead.titles.t18oe.consolidation import COMING, OVER
from railhead.titles.t18oe.rounds import begin_stock_round
from tests.titles.t18oe.table import Europe
from tests.titles.t18oe.test_positions_of_shares import certificates, fill, passes_until

ETIENNE, BORDEAUX, BRUXELLES = "U32.0", "U24.0", "N35.0"


def consolidating(players: int = 3) -> Europe:
    """A table at which the next stock round is the Consolidation."""
    at = Europe(players, railroad_phase="major", phase="5")
    at.remember(consolidated=COMING)
    return at


# -- shares in custody while minors have to leave ---------------------------------------------------


@rule("18OE-CONSOL-02", "18OE-PRIV-19", "18OE-MERGE-04")
def test_a_minor_has_to_be_exchanged_for_the_share_kept_for_its_owner() -> None:
    """The only share in the treasury is kept for Ann: her minor fits the GWR, which gives it to her, with the cash."""
    at = consolidating()
    at.minor("B", "Ann", "FB", ETIENNE, cash=35)
    at.major("GWR", 100, {"Ann": 6, "Ben": 3})
    at.remember(custody=(at.seat("Ann"), at.company("GWR")))
    at.stock_turn("Ann")
    at.refuses("pass", "18OE-CONSOL-02")
    at.do("merge B into GWR")
    assert (at.shares("Ann", "GWR"), at.cash("GWR"), at.record.custody) == (7, 35, None)


@rule("18OE-CONSOL-02", "18OE-CONSOL-07", "18OE-PRIV-51")
def test_a_share_kept_for_another_player_makes_no_minor_fit() -> None:
    """Ben has the share kept in Ann's GWR, and no track joins it to her minor: she asks, and only Ben's BHB answers."""
    at = consolidating()
    at.minor("B", "Ann", "FB", ETIENNE, cash=35)
    at.major("GWR", 100, {"Ann": 6, "Ben": 3})
    at.major("BHB", 90, {"Ben": 5})
    at.remember(custody=(at.seat("Ben"), at.company("GWR")))
    at.stock_turn("Ann")
    at.refuses("merge B into GWR", "18OE-MERGE-07")
    at.refuses("pass", "18OE-CONSOL-10")
    at.do("seek offers for B")
    assert (at.turn, at.step.acting_company) == ("Ben", at.company("BHB"))


@rule("18OE-CONSOL-07", "18OE-PRIV-51", "18OE-CONSOL-08")
def test_a_share_kept_for_the_owner_of_a_minor_is_one_to_give_for_it() -> None:
    """Ann has lost the GWR, but not the share kept for her: Ben is asked for its sake, and offers 15."""
    at = consolidating()
    at.minor("B", "Ann", "FB", ETIENNE, cash=35)
    at.major("GWR", 100, {"Ben": 5, "Ann": 4})
    at.remember(custody=(at.seat("Ann"), at.company("GWR")))
    at.stock_turn("Ann")
    ann = at.cash("Ann")
    at.do("seek offers for B", "offer 15 for minor B")
    assert (at.shares("Ann", "GWR"), at.cash("Ann") - ann, at.cash("GWR")) == (5, 15, 35)
    assert at.director("GWR") == "Ben", "with as many shares the president stays"
    assert at.record.custody is None


# -- mergers ----------------------------------------------------------------------------------------


@rule("18OE-MERGE-02", "18OE-SHARES-06", "18OE-SHARES-07")
def test_a_minor_bought_in_an_operating_round_is_not_the_one_of_the_stock_round() -> None:
    """PLM bought the abandoned B in an operating round; in the stock round after it A merges into it, and then no C."""
    at = Europe(3, railroad_phase="major", phase="4")
    for minor, home in (("A", ETIENNE), ("C", BORDEAUX)):
        at.minor(minor, "Ann", "FB", home, cash=0)
    at.charter("B", "Ann", cash=0)
    at.mark("B", CLOSED)
    at.give_shares("Ann", "B", 0)
    at.give_shares("pool", "B", 1)
    at.state.director[at.company("B")] = at.owner("pool")
    at.remember(abandoned=(at.company("B"),))
    at.major("PLM", 100, {"Ann": 4}, cash=60, trains=("4",))
    at.operating_turn("PLM", "shares", number=3, index=2, of=2)
    at.do("buy-minor B")
    assert (at.cash("PLM"), at.record.into[at.company("B")]) == (0, at.company("PLM"))
    begin_stock_round(at.game, 4)
    at.settle()
    at.do("merge A into PLM", "decline token U32.0")
    assert at.cash("PLM") == 100, "minor A brings the share value"
    passes_until(at, "Ann")
    at.refuses("merge C into PLM", "18OE-MERGE-02")


@rule("18OE-SR-11", "18OE-SR-03", "18OE-SR-17", "18OE-MERGE-04")
def test_a_president_who_has_sold_does_not_pay_double_but_may_still_merge() -> None:
    """Of 80% Ann sells one: she may buy none back, not even at twice the value, but her minor brings one."""
    at = Europe(3, railroad_phase="major", phase="4")
    at.minor("B", "Ann", "FB", ETIENNE, cash=20)
    at.major("GWR", "100.d4", {"Ann": 8, "pool": 1})
    at.stock_turn("Ann")
    at.do("sell 1 GWR")
    assert at.turn == "Ben", "there is nothing else that she may do: the merger is an action of its own"
    passes_until(at, "Ann")
    at.refuses("buy GWR from pool", "18OE-SR-11")
    at.do("merge B into GWR", "decline token U32.0")
    assert (at.shares("Ann", "GWR"), at.cash("GWR"), at.price("GWR")) == (8, 20, 90)


# -- limits -----------------------------------------------------------------------------------------


@rule("18OE-CERT-05", "18OE-CERT-08", "18OE-SR-04")
@pytest.mark.parametrize(("sold", "may_buy"), [(1, False), (2, True)])
def test_a_player_above_the_limit_buys_in_the_action_that_makes_room(sold: int, may_buy: bool) -> None:
    """21 of 20 certificates: after one sale Ann is at the limit, after two she may buy another share."""
    at = Europe(7, railroad_phase="major", phase="3")
    at.major("GWR", "100.d4", {"Ben": 4, "Ann": 3})
    at.major("PLM", "100.d4", {"Cleo": 4})
    fill(at, "Ann", 21)
    at.give_cash("Ann", 0)
    at.stock_turn("Ann")
    at.refuses("buy PLM from PLM", "18OE-CERT-03")
    at.do(f"sell {sold} GWR")
    if not may_buy:
        assert (at.turn, certificates(at, "Ann")) == ("Ben", 20)
        return
    at.do("buy PLM from PLM")
    assert (certificates(at, "Ann"), at.cash("Ann"), at.cash("PLM")) == (20, 100, 100)


@rule("18OE-MAJOR-10", "18OE-SR-27", "18OE-CERT-08", "18OE-MAJOR-06")
def test_the_holder_of_both_shares_expands_what_the_president_also_could() -> None:
    """Cleo has both 25% shares of Ben's regional at D: she pays 100, Ben keeps 20% as two certificates."""
    at = Europe(3, railroad_phase="major", phase="3")
    at.regional("MAV", 75, {"Ben": 2, "Cleo": 2}, cash=11)
    at.give_cash("Cleo", 100)
    at.stock_turn("Cleo")
    at.do("expand MAV")
    at.refuses("pass", "18OE-MAJOR-10")
    at.do("buy MAV from MAV")
    assert (at.director("MAV"), at.shares("Cleo", "MAV"), at.shares("Ben", "MAV")) == ("Cleo", 3, 2)
    assert (certificates(at, "Cleo"), certificates(at, "Ben")) == (2, 2)
    assert (at.cash("Cleo"), at.cash("MAV"), at.price("MAV")) == (0, 111, 100)


# -- ends -------------------------------------------------------------------------------------------


@rule("18OE-END-02", "18OE-END-03", "18OE-MERGE-24", "18OE-CONSOL-10")
def test_the_bank_breaks_with_the_payment_for_minor_a_in_the_consolidation() -> None:
    """The bank has 60, minor A brings 100: the Consolidation goes on, and one operating round follows."""
    at = consolidating()
    at.minor("A", "Ann", "FB", ETIENNE, cash=0)
    at.minor("B", "Ben", "FB", BORDEAUX, cash=0)
    at.major("GWR", 100, {"Ann": 4, "Ben": 3}, trains=("5",))
    begin_stock_round(at.game, 4)
    at.settle()
    effects.pay(at.game, BANK, at.seat("Cleo"), at.cash("ipo") - 60, Text("a test"))
    at.do("merge A into GWR", "decline token U32.0")
    assert (at.record.broken, at.cash("GWR"), at.cash("ipo")) == (True, 100, -40)
    passes_until(at, "Ben")
    at.refuses("pass", "18OE-CONSOL-10")
    at.do("seek offers for B")
    while at.state.round.kind == "stock":
        at.do("pass")
    assert (at.state.round, at.record.consolidated) == (Round("operating", 4, 1, 2), OVER)
    assert ending.is_over(at.game, at.state.round), "there is no second one"


@rule("18OE-END-05", "18OE-PHASE-18", "18OE-PHASE-02")
def test_level_8_and_the_consolidation_meet_in_one_set_of_rounds() -> None:
    """Level 8 is sold in x.1, before the Consolidation: x.2 is played, then that stock round, then the final two."""
    at = consolidating()
    at.state.phase = next(number for number, phase in enumerate(at.book.phases) if phase.name == "8")
    at.minor("B", "Ann", "FB", ETIENNE, cash=0, trains=("5",))
    at.major("GWR", 100, {"Ann": 4}, trains=("6",))
    at.state.round = Round("operating", 4, 1, 2)
    ending.level_8_begins(at.game)
    begin_stock_round(at.game, 5)
    at.settle()
    assert (at.record.final, at.record.final_rounds) == (5, 2)
    at.refuses("pass", "18OE-CONSOL-02")
    at.do("merge B into GWR", "decline token U32.0", "receive 5")
    while at.state.round.kind == "stock":
        at.do("pass")
    assert at.state.round == Round("operating", 5, 1, 2)
    assert ending.is_last_but_one(at.game)


# -- the beginning ----------------------------------------------------------------------------------


@rule("18OE-RMP-12", "18OE-FLOAT-10", "18OE-FLOAT-08", "18OE-FLOAT-07", "18OE-RMP-06")
def test_a_minor_floats_at_the_home_of_a_parred_regional_that_has_left() -> None:
    """BEL was parred first of all; it leaves with the 18th float, and Cleo's minor gets its home and its slot."""
    at = Europe(3, railroad_phase="regional", phase="1")
    bel = at.company("BEL")
    at.state.par[bel] = at.book.market.box_places[0]
    at.give_shares("pool", "BEL", 2)
    at.state.director[bel] = POOL
    at.mark("BEL", STARTED)
    at.remember(order=(bel,), patronage=())
    names = [name for name in at.book.company_names[12:] if name != "BEL"]
    for name in names[:17]:
        at.regional(name, 60, {"Ben": 2})
    at.charter("A", "Cleo")
    at.stock_turn("Cleo", number=1)
    at.refuses(f"float A at {BRUXELLES}", "18OE-FLOAT-10")
    at.stock_turn("Ann", number=1)
    at.do(f"start {names[17]} at par60")
    assert at.has("BEL", CLOSED)
    assert at.turn == "Cleo"
    at.refuses("pass", "18OE-RMP-06")
    at.do(f"float A at {BRUXELLES}")
    assert (at.cash("A"), at.record.order[0]) == (100, at.company("A"))
