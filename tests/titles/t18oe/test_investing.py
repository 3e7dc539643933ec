"""What majors are made to save for and to buy by players of 18OE who look ahead."""

from __future__ import annotations

import pytest

from railhead.core.actions import text_of
from railhead.core.ids import BANK, a_train
from railhead.rules.dividends import Dividend
from railhead.titles.t18oe import investing
from railhead.titles.t18oe.facts import TRAIN
from railhead.titles.t18oe.investing import Investment
from railhead.titles.t18oe.plans import plan
from tests.titles.t18oe.table import Europe

TRACK = ("202@1 N35", "57@0 M36", "207@5 L37")
"""Bruxelles and two more cities, which pay 90 together."""


def belgium(
    phase: str = "7", cash: int = 0, trains: tuple[str, ...] = (), revenue: int = 0, ann: int = 4, **others: int
) -> Europe:
    """BEL of Ann, with some track; nobody has a Pullman, and trains of the last level that has begun are for sale."""
    at = Europe(railroad_phase="major", phase=phase)
    at.major("BEL", 100, {"Ann": ann, **others}, cash=cash, trains=trains)
    at.lay(*TRACK)
    at.remember(provided=(at.company("BEL"),), pullman_stock=0)
    at.state.revenue[at.company("BEL")] = revenue
    for level in range(3, 8):
        at.left(level, 0 if level < int(phase) else 4)
    return at


def planned(at: Europe) -> dict[str, float]:
    seat = at.step.seat(at.game)
    return {text_of(at.book, action): value for action, value in plan(at.game, seat, at.step, at.choices)}


def wanted(at: Europe) -> str:
    """What is planned; nothing if the rules of thumb decide."""
    found = planned(at)
    return max(found, key=lambda action: found[action]) if found else ""


def distributing(at: Europe) -> Europe:
    at.facing(Dividend(at.company("BEL")))
    return at


def buying(at: Europe) -> Europe:
    at.operate("BEL", "buy")
    return at


def investment(name: str, gain: int, wait: float = 0.0) -> Investment:
    train = a_train(TRAIN[name])
    return Investment(train, {"5": 400, "6": 525, "7+7": 750, "4D": 850, "5D": 1000}[name], gain, wait)


def test_revenue_is_kept_for_a_train_that_pays_for_itself() -> None:
    at = distributing(belgium(cash=650, revenue=100))
    assert [(each.price, each.gain) for each in investing.investments(at.game, at.company("BEL"))][:2] == [
        (750, 250),
        (850, 180),
    ]
    assert wanted(at) == "keep"
    at.do("keep")
    assert at.cash("BEL") == 750


def test_half_of_it_is_paid_out_if_that_leaves_enough() -> None:
    assert wanted(distributing(belgium(cash=650, revenue=200, ann=6, Ben=4))) == "half"


def test_revenue_is_paid_out_if_the_end_is_near() -> None:
    at = distributing(belgium(cash=650, revenue=100))
    at.state.cash[BANK] = 100
    assert wanted(at) == "pay"


def test_revenue_is_paid_out_if_the_money_is_there_already() -> None:
    assert wanted(distributing(belgium(cash=750, revenue=100))) == "pay"


def test_nobody_saves_for_others() -> None:
    """Ann gains least by what others own, but uses what there is to be used."""
    at = belgium(ann=2, Ben=4, Cleo=4)
    bel = at.company("BEL")
    assert investing.part(at.game, at.seat("Ann"), bel) == investing.LEAST_PART
    assert investing.part(at.game, at.seat("Ben"), bel) == pytest.approx((4 - (2 + 4) / 4) / 10)


@pytest.mark.parametrize("phase", ["2", "3"])
def test_before_trains_run_for_long_nobody_invests(phase: str) -> None:
    assert wanted(distributing(belgium(phase, cash=700, revenue=150))) == "pay"


def test_a_regional_does_not_invest() -> None:
    at = Europe(railroad_phase="major", phase="7")
    at.regional("BEL", 70, {"Ann": 2}, cash=700)
    at.state.revenue[at.company("BEL")] = 100
    assert planned(distributing(at)) == {}


def test_the_train_that_earns_most_is_bought() -> None:
    at = buying(belgium(cash=900))
    assert at.allows("train 4D from ipo")
    assert wanted(at) == "train 7+7 from ipo"


def test_what_a_train_earns_beside_others_counts() -> None:
    """A 5 earns 120 on the same track, and leaves little of it to a second train."""
    at = belgium(trains=("5",))
    alone, beside = (
        {each.price: each.gain for each in investing.investments(game.game, game.company("BEL"))}
        for game in (belgium(), at)
    )
    assert (alone[750], beside[750]) == (250, 250 - 120)
    assert (alone[850], beside[850]) == (180, 180 - 120)


def test_a_major_at_the_limit_saves_for_nothing() -> None:
    at = distributing(belgium(cash=650, revenue=100, trains=("5", "6")))
    assert investing.investments(at.game, at.company("BEL")) == []
    assert wanted(at) == "pay"


def test_a_pullman_is_bought_with_money_that_is_left() -> None:
    at = belgium(cash=200, trains=("5", "6"))
    at.remember(pullman_stock=3)
    buying(at)
    assert wanted(at) == "pullman from ipo"
    at.do("pullman from ipo")
    assert planned(at) == {}


def test_without_a_train_for_sale_that_is_worth_it_rules_of_thumb_decide() -> None:
    """A major must own a train: it takes what it can pay for."""
    at = buying(belgium(cash=100))
    assert not at.allows("pass")
    assert planned(at) == {}


# -- the best of several ---------------------------------------------------------------------------


def chosen(at: Europe, cash: int, *found: Investment) -> Investment | None:
    return investing.best(at.game, at.company("BEL"), found, cash)[1]


def test_it_is_worth_waiting_for_much_more() -> None:
    at = belgium("6", revenue=200)
    at.state.cash[BANK] = 100_000
    six, later = investment("6", 100), investment("4D", 400, wait=2)
    assert chosen(at, 600, six) == six
    assert chosen(at, 600, six, later) == later
    assert chosen(at, 600, six, investment("4D", 110, wait=2)) == six


def test_nobody_saves_for_longer_than_a_few_rounds() -> None:
    at = belgium(revenue=100)
    at.state.cash[BANK] = 100_000
    train = investment("4D", 500)
    assert chosen(at, 850 - 100 * investing.PATIENCE, train) == train
    assert chosen(at, 849 - 100 * investing.PATIENCE, train) is None


def test_the_first_train_of_level_8_is_left_to_others() -> None:
    at = belgium(revenue=200)
    at.state.cash[BANK] = 100_000
    seven, eight = investment("4D", 300), investment("5D", 400)
    assert chosen(at, 1000, seven, eight) == seven
    at.set_phase("8")
    assert chosen(at, 1000, seven, eight) == eight


# -- the president's money -------------------------------------------------------------------------


def stock_turn(at: Europe, cash: int) -> Europe:
    """Ann's turn; PLM of Ben, with revenue and a train, is for sale as well."""
    at.major("PLM", 90, {"Ben": 2}, trains=("5",))
    at.state.revenue[at.company("PLM")] = 100
    at.give_cash("Ann", cash)
    at.stock_turn("Ann")
    return at


@pytest.mark.parametrize(("cash", "buys"), [(289, False), (290, True)])
def test_money_is_kept_for_the_train_that_a_major_will_need(cash: int, buys: bool) -> None:
    """The cheapest train that lasts costs 400, and BEL has 200."""
    at = stock_turn(belgium("5", cash=200), cash)
    assert investing.needs(at.game, at.company("BEL")) == 200
    assert at.allows("buy PLM from PLM")
    assert ("buy PLM from PLM" in planned(at)) is buys


def test_nothing_is_kept_for_a_major_with_a_train_that_lasts() -> None:
    at = stock_turn(belgium("5", cash=0, trains=("5",)), 90)
    assert investing.needs(at.game, at.company("BEL")) == 0
    assert "buy PLM from PLM" in planned(at)


def test_a_train_about_to_rust_is_none() -> None:
    at = belgium("5", cash=0, trains=("3",))
    at.left(5, 8)
    assert investing.needs(at.game, at.company("BEL")) == 0
    at.left(5, 1)
    assert investing.needs(at.game, at.company("BEL")) == 400


def test_shares_are_bought_first_that_pay_for_a_train() -> None:
    """Two shares at 100 make 400 of 200, and a 5 earns 120: six shares then bring Ann 72, 36 for each bought."""
    at = stock_turn(belgium("5", cash=200), 400)
    ann, bel = at.seat("Ann"), at.company("BEL")
    assert investing.funding(at.game, ann, bel) == pytest.approx(investing.SURE * 36)
    assert investing.funding(at.game, at.seat("Ben"), bel) == 0
    assert wanted(at) == "buy BEL from BEL"
    at.give_cash("Ann", 199 - at.cash("Ann"))
    assert investing.funding(at.game, ann, bel) == 0, "one share is not enough"
