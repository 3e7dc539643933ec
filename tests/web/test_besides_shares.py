"""What can be done in a stock turn besides dealing in shares: proposals of mergers, with cash for either side."""

from __future__ import annotations

from railhead.core.ids import FIRST_SEAT, Seat
from railhead.core.state import Round
from railhead.play.prospect import Prospect
from railhead.rules.consent import Consent
from railhead.titles.t18oe.merge_actions import ProposeMerger
from railhead.titles.t18oe.rounds import begin_operating_round
from railhead.titles.t18oe.trading import Give
from railhead.web.presenters.decision import decision
from railhead.web.presenters.forms import amount_of, ticks_of
from railhead.web.presenters.outlook import outlook
from railhead.web.presenters.scene import BOARD, scene
from tests.titles.t18oe.table import Europe
from tests.titles.t18oe.test_merging import ETIENNE, LONDON, PARIS, table_with
from tests.titles.t18oe.test_reserving import first_round
from tests.titles.t18oe.test_right_of_way import LYON as LAY_AT_LYON
from tests.titles.t18oe.test_right_of_way import beside_lyon


def test_an_amount_that_may_go_either_way_begins_with_nothing() -> None:
    table = table_with("4", "B", "Ben")
    now = Prospect(table.book, table.state, Seat(FIRST_SEAT))
    choice = next(choice for choice in now.choices or () if choice.action is ProposeMerger)
    amount = amount_of(now, choice)
    assert amount.low < 0 < amount.high
    assert amount.begins == 0
    assert amount.hints == (amount.low, 0, amount.high)
    assert amount.asked.endswith("below zero, you are paid")


def test_proposals_that_differ_only_in_the_other_company_are_one() -> None:
    """Each company keeps its own bounds: what its owner has."""
    table = table_with("4")
    table.major("BHB", 100, {"Ben": 5})
    table.major("GWR", 100, {"Cleo": 5})
    table.give_cash("Ben", 70)
    now = Prospect(table.book, table.state, Seat(FIRST_SEAT))
    assert now.choices is not None
    groups = {group.symbol: group for group in decision(now, now.choices).groups}
    (amount,) = groups["B"].amounts
    assert amount.template == "propose B into {company} paying {amount}"
    cash = {name: table.cash(name) for name in ("Ann", "Ben", "Cleo")}
    assert [(each.value, each.owner, each.low, each.high) for each in amount.parties] == [
        ("GWR", "Cleo", -cash["Cleo"], cash["Ann"]),
        ("BHB", "Ben", -cash["Ben"], cash["Ann"]),
    ]
    assert cash["Ben"] != cash["Cleo"]
    assert (amount.low, amount.high) == (-cash["Cleo"], cash["Ann"])


def test_one_company_out_of_many_says_why_an_action_about_two_is_impossible() -> None:
    table = table_with("4")
    now = Prospect(table.book, table.state, Seat(FIRST_SEAT))
    assert now.choices is not None
    page = decision(now, now.choices)
    entries = [*page.why, *(entry for group in page.groups for entry in group.refused)]
    merging = [entry for entry in entries if entry.label.startswith("Merge B into ")]
    assert merging
    assert len({entry.rule for entry in merging}) == len(merging)


def test_an_answer_about_the_home_of_a_company_is_given_before_the_board() -> None:
    """The board, at the place, with the tile as it would lie there; not the table of shares."""
    table = beside_lyon("Ben")
    table.do(LAY_AT_LYON)
    now = Prospect(table.book, table.state, table.seat(table.turn))
    assert isinstance(table.step, Consent)
    assert now.choices is not None
    assert scene(now) == BOARD
    page = decision(now, now.choices)
    assert page.hexes == {table.hex("U34")}
    (change,) = page.changes
    assert change.title == "Lyon (U34)"
    assert change.before != change.after


def test_whoever_may_not_pass_is_told_why_at_once() -> None:
    table = Europe(3, railroad_phase="major", phase="4")
    table.major("PLM", 100, {"Ann": 5}, cash=10)
    table.operate("PLM", "buy")
    now = Prospect(table.book, table.state, Seat(FIRST_SEAT))
    assert now.choices is not None
    must = decision(now, now.choices).must
    assert must is not None
    assert (must.reason, must.rule) == ("PLM must own a train", "18OE-TRAIN-14")


def test_a_national_that_exchanges_trains_sees_none_rust() -> None:
    table = Europe(3, railroad_phase="major", phase="4")
    table.national("PLM", 100, {"Ann": 5}, trains=("2+2",))
    table.major("BHB", 100, {"Ann": 5}, trains=("3",), cash=0)
    table.operate("PLM", "buy")
    now = Prospect(table.book, table.state, Seat(FIRST_SEAT))
    told = {text: outlook(now, table.action(text), text) for text in ("claim 2+2", "replace 2+2 by 3 of BHB")}
    assert not [chip.text for each in told.values() for chip in each.chips if "rust" in chip.text]


def test_what_is_traded_is_ticked_with_its_name() -> None:
    table = Europe(3, railroad_phase="major", phase="4")
    table.minor("B", "Ann", "FB", ETIENNE)
    table.minor("C", "Ann", "UK", LONDON)
    table.stock_turn("Ann")
    table.do("trade with Ben")
    now = Prospect(table.book, table.state, Seat(FIRST_SEAT))
    gifts = [choice for choice in now.choices or () if choice.action is Give]
    ticks = ticks_of(now.view, next(choice for choice in gifts if choice.domains[0].count() > 1))
    assert [(member.label, member.note) for member in ticks.members] == [
        ("B", "Orange Scroll Surveyors"),
        ("C", "Golden Bell Marketplace"),
    ]
    assert now.view.situation == ("first choose what you give, then what you ask for, and last how much cash is paid",)


def test_things_that_change_no_figures_are_not_compared_in_a_table() -> None:
    table = Europe(3, railroad_phase="major", phase="3")
    table.minor("A", "Ann", "UK", LONDON)
    table.minor("C", "Ann", "FB", ETIENNE)
    table.minor("B", "Ben", "FB", PARIS)
    begin_operating_round(table.game, Round("operating", 3, 1, 2))
    table.settle()
    now = Prospect(table.book, table.state, Seat(FIRST_SEAT))
    assert now.choices is not None
    asked = decision(now, now.choices)
    assert asked.alternatives == ()
    offered = [offer.action for group in asked.groups for _, row in group.rows for offer in row]
    assert offered == ["operate first", "operate normally", "operate last"]


def test_a_right_is_used_or_waived_and_the_player_is_told_against_what() -> None:
    table = first_round()
    table.do("buy GWR from GWR")
    now = Prospect(table.book, table.state, table.seat("Ben"))
    assert now.choices is not None
    assert now.view.situation == ("Ann wants to buy the first share of GWR",)
    assert [offer.label for offer in decision(now, now.choices).answers] == ["Use this right", "Waive it"]


def test_tokens_at_different_prices_stand_in_one_row_for_each_city() -> None:
    table = table_with("4")
    table.do("merge B into PLM")
    now = Prospect(table.book, table.state, Seat(FIRST_SEAT))
    assert now.choices is not None
    rows = {heading: row for group in decision(now, now.choices).groups for heading, row in group.rows}
    (swaps,) = (row for heading, row in rows.items() if heading.startswith("Replace"))
    assert [(offer.short, offer.action) for offer in swaps] == [
        (price, f"swap token U32.0 for {price}") for price in ("20", "40", "60", "80")
    ]
