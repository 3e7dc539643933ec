"""What the table promises is what happens: money paid later, loans, zones of the market, debts, mergers, lots."""

from __future__ import annotations

import pytest

from railhead.core import engine
from railhead.core.text import Text
from railhead.play.prospect import Prospect
from railhead.rules.debts import owe
from railhead.titles.t1863 import crisis
from railhead.titles.t1863.facts import rate
from railhead.web.presenters.charters import charters
from railhead.web.presenters.decision import Decision, Offer, decision
from railhead.web.presenters.scales import Level
from tests.titles.t1863.mergers import Mergers
from tests.titles.t1863.operating import Operating
from tests.titles.t1863.table import London


def decided(table: London) -> Decision:
    """The decision of whoever decides now."""
    choices = engine.choices(table.book, table.state)
    assert choices is not None
    return decision(Prospect(table.book, table.state, choices.seat), choices)


def chips(offer: Offer | Level) -> list[str]:
    assert offer.outlook is not None
    return [chip.text for chip in offer.outlook.chips]


def offered(found: Decision, action: str) -> Offer:
    """The button of an action."""
    groups = (*found.groups, *found.asides)
    buttons = (offer for group in groups for _, row in group.rows for offer in row)
    return next(offer for offer in (*found.answers, *found.alternatives, *buttons) if offer.action == action)


def situation(table: London) -> list[str]:
    return list(Prospect(table.book, table.state, None).view.situation)


# -- what is paid later -----------------------------------------------------------------------------


def in_need(cash: int = 30, own: int = 100, price: int = 90, shares: int = 0) -> Operating:
    """A's Metropolitan has to pay 80 and cannot borrow; A may have shares of the District."""
    table = Operating(3, phase="III")
    table.major("DIS", 60, {"B": 3, "A": shares} if shares else {"B": 3})
    table.minor("MET", price, "A", cash=cash, loans=2)
    table.give_cash("A", own)
    table.turn_of("MET", "end")
    crisis.owe(table.game, table.company("MET"), 80, "interest and operating costs")
    table.settle()
    return table


def test_a_crisis_is_compared_with_what_the_president_pays() -> None:
    table = in_need()
    found = decided(table)
    rows = {row.name: [then.figure for then in row.then] for row in found.compared}
    cash = {row.name: row.cash for row in found.compared}
    table.do("crisis")
    assert rows["MET treasury"][0] == table.cash("MET") == 0
    assert rows["MET price"][0] == table.price("MET") == 45
    assert rows["A"][0] == table.book.worth(table.game, table.seat("A"))
    assert cash["A"] == (-50, 0)


def test_what_a_president_cannot_pay_is_taken_off_their_worth() -> None:
    table = in_need(own=10, shares=1)
    rows = {row.name: [then.figure for then in row.then] for row in decided(table).compared}
    worth = table.book.worth(table.game, table.seat("A"))
    assert rows["A"][0] == worth - 2 * 45 - 50  # two shares lose half their price, and 50 are to be paid
    table.do("crisis", "sell 1 DIS")
    assert table.book.worth(table.game, table.seat("A")) == rows["A"][0]


def test_a_crisis_that_ruins_the_president_says_so() -> None:
    table = in_need(own=10)
    crisis_offered = offered(decided(table), "crisis")
    assert "A is bankrupt and out of the game" in chips(crisis_offered)
    table.do("crisis")
    assert table.seat("A") in table.state.out


def test_looking_ahead_stops_where_the_step_is_done_with() -> None:
    """The next step belongs to somebody else's matter, and nothing of it is told."""
    table = in_need(own=10, shares=1)
    now = Prospect(table.book, table.state, table.seat("A"))
    assert now.brought_about(table.action("liquidation")) == ()
    assert now.carried_out(table.action("liquidation"))[0].companies[table.company("MET")].price == 0
    owes = "A owes 80 to the bank for interest and operating costs (MET)"
    assert now.brought_about(table.action("crisis"))[0] == owes


# -- loans ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tokens", "told"),
    [
        (1, ["MET −50", "MET +100: 1 loan", "MET 110 → 100"]),
        (2, ["MET −100", "MET +100: 1 loan", "MET 110 → 100"]),
        (3, ["MET −150", "MET +200: 2 loans", "MET 110 → 90"]),
    ],
)
def test_a_conversion_tells_loans_apart_from_what_is_paid(tokens: int, told: list[str]) -> None:
    table = Mergers()
    table.minor("MET", 110, "A", cash=45)
    table.mergers()
    assert chips(offered(decided(table), f"convert with {tokens}")) == told
    table.do(f"convert with {tokens}")
    assert table.loans("MET") == (2 if tokens == 3 else 1)


def test_repaid_loans_are_told_apart() -> None:
    table = Operating(3, phase="III")
    table.minor("MET", 110, "A", cash=250, loans=2)
    table.operate("MET")
    assert chips(offered(decided(table), "repay 2")) == ["MET −200: 2 loans repaid"]


def test_loans_are_offered_with_their_interest_and_the_valuation() -> None:
    table = Operating(3, phase="III")
    table.minor("MET", 110, "A", cash=250, trains=("2T",))
    table.remember(rate=15)
    table.operate("MET")
    assert [note for group in decided(table).asides for note in group.notes] == [
        "Interest for each loan in each turn: 15, until the next stock round ends",
        "MET may have 2 loans; its valuation is 350",
    ]
    (charter,) = (each for each in charters(Prospect(table.book, table.state, None).view) if each.symbol == "MET")
    assert charter.remarks == ("valuation 350",)


def test_in_a_stock_round_the_rate_goes_by_the_loans_that_are_out() -> None:
    table = Operating(3, phase="III")
    table.major("MET", 110, {"A": 3}, cash=250)
    table.major("DIS", 110, {"B": 3}, loans=9)
    table.remember(rate=5)
    table.stock_turn("A", settle=True)
    table.do("act for MET")
    found = decided(table)
    notes = [note for group in (*found.groups, *found.asides) for note in group.notes]
    then = rate(9, 3)
    assert then > table.rate
    assert notes[:1] == [
        f"Interest for each loan in each turn: {then}, if no more are taken before the stock round ends"
    ]


# -- zones ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "told"),
    [
        ("III", "Grey zone: MET may be acquired in the next round of mergers"),
        ("V", "Grey zone: the LPTB seizes MET if it is there after an operating round"),
    ],
)
def test_a_dividend_that_leads_to_the_grey_zone_says_so(phase: str, told: str) -> None:
    table = Operating(3, phase=phase)
    table.major("MET", 40, {"A": 5}, cash=200, trains=("2T",) if phase == "III" else ())
    table.earned("MET", 100)
    table.operate("MET", "dividend")
    (scale,) = (scale for group in decided(table).groups for scale in group.scales)
    none, plenty = scale.levels[0], scale.levels[-1]
    assert told in chips(none)
    assert told not in chips(plenty)
    assert told in [chip.text for chip in scale.stretches[0].effects]
    table.do("dividend 0")
    assert charters(Prospect(table.book, table.state, None).view)[0].fate == told


def test_a_crisis_that_leads_to_the_grey_zone_and_liquidation_say_so() -> None:
    found = decided(in_need(price=70))
    assert "Grey zone: MET may be acquired in the next round of mergers" in chips(offered(found, "crisis"))
    assert "Red zone: MET is liquidated in the next round of mergers" in chips(offered(found, "liquidation"))


def test_where_there_is_no_room_a_zone_is_named_and_explained_beside() -> None:
    told = offered(decided(in_need(price=70)), "crisis")
    assert told.outlook is not None
    assert [chip.word for chip in told.outlook.chips if chip.brief] == ["grey zone"]
    assert told.told == ("Grey zone: MET may be acquired in the next round of mergers",)


def test_a_company_that_stays_in_its_zone_is_not_warned_again() -> None:
    table = Operating(3, phase="III")
    table.major("MET", 30, {"A": 5}, cash=200)
    table.operate("MET", "dividend")
    lower = chips(offered(decided(table), "dividend 0"))
    assert lower == ["MET 30 → 10"]


# -- debts ------------------------------------------------------------------------------------------


def test_a_debt_that_cannot_be_paid_says_who_will_be_bankrupt() -> None:
    table = Operating(3, phase="III")
    table.major("MET", 50, {"A": 3, "B": 1})
    owe(table.game, table.seat("B"), table.owner("ipo"), table.cash("B") + 70, Text("a fine"))
    table.settle()
    assert situation(table)[2:] == [
        "Shares that may be sold now would bring up to 50, which is not enough",
        "Whatever is sold, B will be bankrupt and out of the game",
    ]
    table.do("sell 1 MET")
    assert table.seat("B") in table.state.out


def test_a_debt_names_the_company_that_ended() -> None:
    table = Mergers()
    table.minor("DIS", 0, "A", loans=2)
    table.major("MET", 50, {"B": 3, "A": 2})
    table.give_cash("A", 150)
    table.mergers()
    table.do("pass")
    assert table.turn == "A"
    assert situation(table)[0] == "A owes 200 to the bank for loans of DIS, which has ended"


# -- mergers ----------------------------------------------------------------------------------------


def two_majors() -> Mergers:
    """A's Metropolitan and B's District, with an odd number of shares and of shorts."""
    table = Mergers()
    table.major("MET", 50, {"A": 3}, cash=40, loans=1)
    table.major("DIS", 40, {"B": 2, "A": 2}, cash=100)
    table.short("C", "DIS", 1)
    table.mergers()
    return table


TERMS = (
    "MET at 50 and DIS at 40 become one company at 90",
    "A will be president",
    "New shares: A 2½, B 1",
    "Sold short then: C ½",
    "Whoever has a half makes it whole for 45 or is paid 45; of shorts, the reverse",
    "It has 140 in cash and one loan",
)


def test_a_merger_is_proposed_and_answered_with_its_terms() -> None:
    table = two_majors()
    proposal = offered(decided(table), "merge MET+DIS").foresight
    assert proposal is not None
    assert proposal.asks == "A is to answer the merger of MET and DIS"
    assert proposal.terms == TERMS
    table.do("merge MET+DIS")
    answer = offered(decided(table), "accept").foresight
    assert answer is not None
    assert situation(table) == list(proposal.terms)
    assert [course.label for course in answer.courses] == ["MET survives", "DIS survives"]
    table.do("accept", "survivor MET")
    assert (table.price("MET"), table.director("MET"), table.cash("MET")) == (90, "A", 140)


def test_a_tie_for_the_office_is_told_by_survivor_with_what_is_to_be_bought() -> None:
    table = Mergers()
    table.minor("MET", 60, "A")
    table.minor("DIS", 40, "B")
    table.give_cash("A", 500)
    table.give_cash("B", 500)
    table.mergers()
    table.do("merge MET+DIS")
    assert situation(table)[1:4] == [
        "If MET survives: A will be president, and buys one more share for 100",
        "If DIS survives: B will be president, and buys one more share for 100",
        "New shares: A 1, B 1",
    ]


def test_shares_beyond_a_hundred_per_cent_are_explained_by_shorts() -> None:
    table = two_majors()
    (district,) = (each for each in charters(Prospect(table.book, table.state, None).view) if each.symbol == "DIS")
    held = sum(each.percent for each in district.holders)
    assert held - sum(owed.percent for owed in district.shorts) == 100
    assert [(owed.player, owed.percent) for owed in district.shorts] == [("C", 10)]


# -- lots -------------------------------------------------------------------------------------------


def test_a_lot_says_who_would_pay_for_it() -> None:
    table = Mergers()
    table.minor("DIS", 0, "A")
    table.minor("MET", 60, "B", cash=40)
    table.minor("EHL", 60, "B", cash=70)
    table.minor("CLR", 60, "C", cash=100)
    table.mergers()
    assert situation(table)[3:] == [
        "A company of the winner pays for them and gets them",
        "B could buy for MET (up to 40), EHL (up to 70)",
        "C could buy for CLR (up to 100)",
        "Without a bid the LPTB gets them",
    ]


def test_privates_are_also_bought_by_players() -> None:
    table = Mergers()
    table.minor("DIS", 0, "A")
    table.minor("MET", 60, "B", cash=40)
    table.privates(GRE="DIS")
    table.mergers()
    table.do("pass")
    assert f"A could buy for themselves (up to {table.cash('A')})" in situation(table)


def test_an_acquisition_says_who_could_pay() -> None:
    table = Mergers()
    table.minor("DIS", 30, "A", cash=20, loans=2)
    table.minor("MET", 60, "B", cash=40, loans=1)
    table.mergers()
    assert "B could take it over for MET (up to 160)" in situation(table)


# -- starting prices --------------------------------------------------------------------------------


def founding(cash: int, **privates: str) -> London:
    """A sets the price of the District."""
    table = London(4, phase="II")
    table.privates(**privates)
    table.remember(opened=True)
    table.give_cash("A", cash + 5)
    table.stock_turn("A", 2)
    table.do("open DIS at C18.0 for 5", "pass", "pass", "pass")
    return table


def test_a_starting_price_shows_what_is_paid() -> None:
    table = founding(400)
    (scale,) = (scale for group in decided(table).groups for scale in group.scales)
    assert chips(scale.levels[0]) == ["−80", "DIS +80"]
    assert situation(table) == ["Twice the price is put into DIS: A has 400 in cash, and assets worth 0"]


def test_prices_that_are_missing_are_explained() -> None:
    table = founding(85, NEL="A")  # an asset of 120
    offered_prices = [text.removeprefix("float at ") for text in table.offered("float")]
    assert offered_prices == ["40", "60", "65", "70", "75", "80", "90", "100"]
    assert situation(table)[1:] == [
        "Not at 45 to 55: more than there is in cash, and no assets fit, as they may not exceed what is due"
    ]


def test_where_cash_does_not_do_the_founder_is_not_told_to_pass() -> None:
    table = founding(85, NEL="A")
    told = offered(decided(table), "float at 90").outlook
    assert told is not None
    assert told.known == (
        "A still has to put 180 into DIS, and has 85 in cash",
        "At least 95 of it must be assets",
        "Assets and what they count: NEL 120",
    )
    table.do("float at 90")
    assert (table.choices.task, table.offered("pass")) == ("put assets into DIS", [])
    table.do("put-in private NEL")
    assert table.cash("A") == 25


def test_where_cash_does_the_founder_may_pass() -> None:
    table = founding(200, NEL="A")
    table.do("float at 60")
    assert table.choices.task == "put assets into DIS, or pass and pay in cash"
    assert table.offered("pass") == ["pass"]


# -- trains -----------------------------------------------------------------------------------------


def test_an_offer_for_a_train_says_whose_company_it_is() -> None:
    table = Operating(3, phase="III")
    table.minor("MET", 60, "A", cash=300)
    table.major("DIS", 60, {"B": 3}, trains=("3T",))
    table.minor("CLR", 60, "DIS", trains=("3T",))
    table.minor("EHL", 60, "A", trains=("3T",))
    table.operate("MET", "trains")
    found = {group.symbol: group.director for group in decided(table).groups if group.symbol}
    assert found == {"DIS": "B", "CLR": "DIS ← B", "EHL": "A"}
