"""The Consolidation: a stock round in which all minors and regionals leave the game (rules 18OE-CONSOL)."""

from __future__ import annotations

import pytest

from railhead.core.audit import audit
from railhead.core.ids import POOL
from railhead.core.state import CLOSED
from railhead.testing import rule
from railhead.titles.t18oe import abandoning, consolidation
from railhead.titles.t18oe.consolidation import COMING, OVER
from railhead.titles.t18oe.facts import MINOR, REGIONAL
from tests.titles.t18oe.table import Europe

ETIENNE, LYON, LONDON = "U32.0", "U34.0", "M28.0"


def consolidating(players: int = 4) -> Europe:
    """A table in Train Phase 5 whose next stock round is the Consolidation."""
    table = Europe(players, railroad_phase="major", phase="5")
    table.remember(consolidated=COMING)
    return table


def sold_out(table: Europe, company: str, owner: str, other: str) -> None:
    """A major without a share to give."""
    table.major(company, 100, {owner: 6, other: 4})


# -- passing --------------------------------------------------------------------------------------


@rule("18OE-CONSOL-02")
def test_nobody_passes_with_a_minor_that_fits_an_own_railroad() -> None:
    table = consolidating()
    table.minor("B", "Ann", "FB", ETIENNE)
    table.major("PLM", 100, {"Ann": 5})
    table.stock_turn("Ann")
    table.refuses("pass", "18OE-CONSOL-02")
    table.do("merge B into PLM", "keep token U32.0", "pass", "pass", "pass")
    table.do("pass")
    assert table.state.round.kind == "operating"


@rule("18OE-CONSOL-03")
def test_also_without_a_share_if_track_joins_them() -> None:
    table = consolidating()
    table.minor("B", "Ann", "FB", ETIENNE)
    sold_out(table, "PLM", "Ann", "Ben")
    table.stock_turn("Ann")
    table.refuses("pass", "18OE-CONSOL-10")
    assert table.allows("seek offers for B")
    table.lay("57@1 U32", "621@1 U34")
    table.refuses("pass", "18OE-CONSOL-02")
    table.refuses("seek offers for B", "18OE-CONSOL-02")
    assert table.allows("merge B into PLM")


@rule("18OE-CONSOL-04", "18OE-CONSOL-05")
def test_nobody_passes_with_a_regional_and_a_minor_has_to_wait_for_it() -> None:
    table = consolidating()
    table.minor("B", "Ann", "FB", ETIENNE)
    table.regional("GWR", 60, {"Ann": 2, "Ben": 2})
    table.stock_turn("Ann")
    table.refuses("pass", "18OE-CONSOL-04")
    table.refuses("seek offers for B", "18OE-CONSOL-05")
    table.do("expand GWR", "pass")
    while table.turn != "Ann":
        table.do("pass")
    table.refuses("pass", "18OE-CONSOL-02")
    table.do("merge B into GWR")


@rule("18OE-CONSOL-01", "18OE-CONSOL-10")
def test_other_actions_delay_it() -> None:
    table = consolidating()
    table.minor("B", "Ann", "FB", ETIENNE)
    table.major("PLM", 100, {"Ann": 5})
    table.stock_turn("Ann")
    table.do("buy PLM from PLM")
    assert table.turn == "Ben"
    table.do("pass", "pass", "pass")
    assert table.turn == "Ann"
    table.refuses("pass", "18OE-CONSOL-02")


@pytest.mark.parametrize("consolidated", [0, OVER])
@rule("18OE-CONSOL-01", "18OE-PHASE-18")
def test_in_other_stock_rounds_everybody_may_pass(consolidated: int) -> None:
    table = consolidating()
    table.minor("B", "Ann", "FB", ETIENNE)
    table.regional("GWR", 60, {"Ann": 2, "Ben": 1})
    table.remember(consolidated=consolidated)
    table.stock_turn("Ann")
    assert table.allows("pass")
    table.refuses("seek offers for B", "18OE-CONSOL-07")


@rule("18OE-CONSOL-11")
def test_two_minors_need_two_railroads() -> None:
    table = consolidating()
    table.minor("B", "Ann", "FB", ETIENNE)
    table.minor("C", "Ann", "UK", LONDON)
    table.major("PLM", 100, {"Ann": 5})
    table.stock_turn("Ann")
    table.do("merge B into PLM", "keep token U32.0", "pass", "pass", "pass")
    assert table.turn == "Ann"
    table.refuses("merge C into PLM", "18OE-MERGE-02")
    table.refuses("pass", "18OE-CONSOL-10")
    table.do("seek offers for C")
    assert table.record.abandoned == (table.company("C"),)


@rule("18OE-CONSOL-01")
@pytest.mark.parametrize(("consolidated", "told"), [(0, False), (COMING, True), (OVER, False)])
def test_everybody_is_told_that_this_round_is_the_consolidation(consolidated: int, told: bool) -> None:
    table = consolidating()
    table.major("PLM", 100, {"Ann": 5})
    table.remember(consolidated=consolidated)
    table.stock_turn("Ann")
    said = [str(each) for each in table.step.situation(table.game)]
    assert said == ["Consolidation: all minors and regionals leave the game in this round"] * told


# -- offers ---------------------------------------------------------------------------------------


def leftover() -> Europe:
    """Ann's minor B fits nothing of hers. Ben has PLM and the national MAV, Cleo BHB, Dan SFR."""
    table = consolidating()
    table.minor("B", "Ann", "FB", ETIENNE, cash=40, trains=("5",))
    table.major("PLM", 100, {"Ben": 5})
    table.national("MAV", 100, {"Ben": 5})
    table.major("BHB", 100, {"Cleo": 5})
    table.major("SFR", 100, {"Dan": 5})
    table.stock_turn("Ann")
    return table


@rule("18OE-CONSOL-07")
def test_all_presidents_with_a_share_to_give_are_asked_in_player_order() -> None:
    table = leftover()
    table.do("seek offers for B")
    asked = []
    for _ in range(4):
        company = table.step.acting_company
        assert company is not None
        asked.append((table.turn, table.game.symbol(company)))
        table.do("pass")
    assert asked == [("Ben", "PLM"), ("Ben", "MAV"), ("Cleo", "BHB"), ("Dan", "SFR")]


@rule("18OE-CONSOL-07")
def test_who_has_no_share_or_has_taken_a_minor_is_not_asked() -> None:
    table = leftover()
    table.give_shares("pool", "PLM", 5)
    table.give_shares("PLM", "PLM", 0)
    table.give_shares("Ben", "MAV", 6)
    table.give_shares("Cleo", "MAV", 4)
    table.give_shares("pool", "MAV", 0)
    table.remember(merged=(table.company("BHB"),))
    table.do("seek offers for B")
    assert (table.turn, table.step.acting_company) == ("Dan", table.company("SFR"))


@rule("18OE-CONSOL-07", "18OE-PRIV-51")
def test_a_share_in_custody_is_none_to_give() -> None:
    table = leftover()
    for company in ("PLM", "BHB"):
        table.give_shares("Dan", company, 4)
        table.give_shares(company, company, 1)
    table.remember(custody=(table.seat("Ben"), table.company("PLM")))
    table.do("seek offers for B")
    assert table.step.acting_company == table.company("MAV")


@rule("18OE-CONSOL-08", "18OE-MERGE-20")
def test_a_single_offer_is_accepted() -> None:
    table = leftover()
    ann, cleo = table.cash("Ann"), table.cash("Cleo")
    table.do("seek offers for B", "pass", "pass", "offer 30 for minor B", "pass")
    assert (table.cash("Ann"), table.cash("Cleo")) == (ann + 30, cleo - 30)
    assert (table.turn, table.shares("Ann", "BHB")) == ("Cleo", 1)
    table.do("decline token U32.0", "receive 5")
    assert table.record.into[table.company("B")] == table.company("BHB")
    assert table.turn == "Ben", "asking was Ann's stock action"


@rule("18OE-CONSOL-08")
def test_among_several_the_owner_chooses() -> None:
    table = leftover()
    table.do("seek offers for B", "offer 0 for minor B", "offer 10 for minor B", "pass", "offer 5 for minor B")
    assert table.turn == "Ann"
    assert sorted(table.offered()) == ["accept offer of MAV", "accept offer of PLM", "accept offer of SFR"]
    table.refuses("accept offer of BHB", "18OE-CONSOL-08")
    ann, ben = table.cash("Ann"), table.cash("Ben")
    table.do("accept offer of PLM")
    assert (table.cash("Ann"), table.cash("Ben")) == (ann, ben)
    assert table.shares("Ann", "PLM") == 1


@rule("18OE-CONSOL-07", "18OE-MERGE-20")
def test_offers_are_made_in_personal_cash() -> None:
    table = leftover()
    table.give_cash("Ben", 25)
    table.do("seek offers for B")
    table.refuses("offer 26 for minor B", "18OE-MERGE-20")
    table.refuses("offer 5 for minor C", "18OE-CONSOL-07")
    assert table.allows("offer 25 for minor B")


@rule("18OE-CONSOL-09", "18OE-ABANDON-01", "18OE-ABANDON-02")
def test_without_an_offer_the_minor_is_abandoned() -> None:
    table = leftover()
    bank = table.cash("ipo")
    table.do("seek offers for B", "pass", "pass", "pass", "pass")
    assert table.record.abandoned == (table.company("B"),)
    assert [table.book.train_names[train] for train in table.state.trains[POOL]] == ["5"]
    assert table.cash("ipo") == bank + 40
    assert table.shares("Ann", "B") == 0


@rule("18OE-ABANDON-02", "18OE-ABANDON-03", "18OE-PRIV-07")
def test_what_privates_gave_an_abandoned_minor_is_gone() -> None:
    """Star Harbor's token leaves the map; the 2+2 of Swift is a rusted train like any other."""
    table = leftover()
    table.give_trains("B", "2+2*")
    table.remember(harbor=(table.company("B"), table.stop("N31.0")))
    rusted = table.state.scrapped[0]
    table.do("seek offers for B", "pass", "pass", "pass", "pass")
    assert table.record.harbor is None
    assert (table.trains("B"), table.market_trains, table.state.scrapped[0]) == ([], ["5"], rusted + 1)
    assert not any(table.company("B") in held for held in table.state.tokens.values())
    assert audit(table.book, table.state) == []


@rule("18OE-CONSOL-06")
def test_an_agreed_merger_is_always_allowed() -> None:
    table = consolidating()
    table.minor("B", "Ann", "FB", ETIENNE)
    table.major("PLM", 100, {"Ann": 5})
    table.major("BHB", 100, {"Ben": 5})
    table.stock_turn("Ann")
    table.do("propose B into BHB paying -15", "accept")
    assert table.shares("Ann", "BHB") == 1


@rule("18OE-CONSOL-07")
def test_offers_are_sought_for_own_minors() -> None:
    table = leftover()
    table.minor("C", "Ben", "UK", LONDON)
    table.refuses("seek offers for C", "18OE-CONSOL-07")
    table.refuses("seek offers for PLM", "18OE-CONSOL-07")


# -- the end --------------------------------------------------------------------------------------


@rule("18OE-CONSOL-10")
def test_what_nobody_owns_leaves_with_the_round() -> None:
    table = consolidating()
    table.minor("A", "Ann", "FB", "U24.0", cash=0)
    abandoning.abandon(table.game, table.company("A"))
    table.minor("B", "Ann", "FB", ETIENNE, cash=20)
    table.regional("GWR", 60, {"Ann": 2, "Ben": 1}, cash=30)
    for company in ("B", "GWR"):
        what = table.company(company)
        table.give_shares("Ann", company, 0)
        table.give_shares("pool", company, 1 if company == "B" else 2)
        table.state.director[what] = POOL
    table.major("PLM", 100, {"Ann": 5})
    table.stock_turn("Ann")
    bank = table.cash("ipo")
    consolidation.finish(table.game)
    assert table.record.consolidated == OVER
    assert table.record.abandoned == (table.company("A"), table.company("B"))
    assert table.record.order == ()
    assert table.has("GWR", CLOSED)
    assert not any(table.company("GWR") in held for held in table.state.tokens.values())
    assert table.cash("ipo") == bank + 50
    left = [c for c in table.game.all_companies() if table.state.kind[c] in (MINOR, REGIONAL)]
    assert all(table.game.controller(company) is None for company in left)
    assert audit(table.book, table.state) == []
