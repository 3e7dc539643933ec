"""What players of 18OE do who look ahead while money is short."""

from __future__ import annotations

import pytest

from railhead.rules.dividends import Dividend
from railhead.rules.track import LayTile
from railhead.titles.t18oe import terrain
from railhead.titles.t18oe.facts import CONCESSIONS
from railhead.titles.t18oe.sights import BEYOND_ITS_MEANS, sight
from railhead.titles.t18oe.treasury_shares import TradeShares
from tests.titles.t18oe.players import decided, planned
from tests.titles.t18oe.table import Europe

# -- presidencies -----------------------------------------------------------------------------------


def floating() -> Europe:
    """Ann's turn before the first operating round. She owns minor A, and has much money."""
    at = Europe(railroad_phase="regional")
    at.charter("A", "Ann", cash=180)
    at.give_cash("Ann", 900)
    at.stock_turn("Ann")
    return at


def test_presidencies_come_before_minors_that_nobody_can_take() -> None:
    at = floating()
    assert at.allows("float A at V39.0")
    assert decided(at).startswith("start")


@pytest.mark.parametrize(("company", "par"), [("BEL", 60), ("LNWR", 70)])
def test_the_par_is_as_low_as_pays_for_the_home_and_the_first_train(company: str, par: int) -> None:
    """A home token costs 20 in France and Belgium, and 40 in the United Kingdom."""
    pars = {action: value for action, value in planned(floating()).items() if action.startswith(f"start {company}")}
    assert max(pars, key=lambda action: pars[action]) == f"start {company} at par{par}"


def test_concessions_are_executed_in_the_same_way() -> None:
    at = Europe()
    for card in CONCESSIONS:
        at.give_private(at.book.private_names[card], "Ann")
    at.give_cash("Ann", 1000)
    at.remember(rows=())
    at.begin()
    assert at.asked == "Concession"
    assert decided(at).endswith(("par60", "par70"))


@pytest.mark.parametrize("owes", [True, False])
def test_what_is_due_for_the_first_train_is_not_spent_on_terrain(owes: bool) -> None:
    at = Europe(railroad_phase="major", phase="2")
    at.regional("SFAI", 60, {"Ann": 2}, cash=110, operated=False)
    sfai = at.company("SFAI")
    at.remember(provided=() if owes else (sfai,))
    at.operating_turn("SFAI")
    look = sight(at.game, sfai)
    flat = next(action for choice in at.choices for action in choice if isinstance(action, LayTile))
    assert look(flat) >= 0
    hills = [
        LayTile(flat.tile, each, flat.rotation)
        for each in at.book.board.all_hexes
        if terrain.fee(at.game, sfai, each) > 10
    ]
    assert any(look(each) == BEYOND_ITS_MEANS for each in hills) == owes


# -- stock turns ------------------------------------------------------------------------------------


def stock_turn(train: str = "3", cash: int = 0, phase: str = "3") -> Europe:
    """Ann's turn. She presides over GWR, a regional, and has minor A with this train; Ben has two majors."""
    at = Europe(railroad_phase="major", phase=phase)
    at.regional("GWR", 70, {"Ann": 2}, trains=("3",))
    at.major("PLM", 120, {"Ben": 2})
    at.major("BEL", 75, {"Ben": 2})
    at.minor("A", "Ann", "UK", "G26.0", trains=(train,))
    for company in ("PLM", "BEL"):
        at.state.revenue[at.company(company)] = 80
    at.give_cash("Ann", cash)
    at.stock_turn("Ann")
    return at


def test_the_share_that_brings_most_for_its_price_comes_first() -> None:
    found = planned(stock_turn(cash=500))
    assert found["buy BEL from BEL"] > found["buy PLM from PLM"] > found["expand GWR"] > found["pass"] == 0


def test_a_share_that_is_too_dear_or_earns_nothing_is_not_bought() -> None:
    assert "buy PLM from PLM" not in planned(stock_turn(cash=110))
    at = stock_turn(cash=500)
    at.state.revenue[at.company("BEL")] = 0
    assert at.allows("buy BEL from BEL")
    assert "buy BEL from BEL" not in planned(at)


def test_a_regional_expands_for_the_sake_of_its_capital() -> None:
    assert decided(stock_turn()) == "expand GWR"


def test_a_minor_stays_what_it_is_as_long_as_its_train_runs() -> None:
    at = stock_turn("3")
    assert not any(action.startswith("merge") for action in planned(at))
    at.do("expand GWR", "pass")
    at.stock_turn("Ann")
    assert at.allows("merge A into GWR")
    assert "merge A into GWR" not in planned(at)
    at.state.trains[at.book.purse(at.company("A"))] = ()
    assert planned(at)["merge A into GWR"] > 0


# -- money ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["2", "3"])
def test_revenue_is_paid_out_until_the_first_trains_rust(phase: str) -> None:
    at = Europe(railroad_phase="major", phase=phase)
    at.regional("GWR", 70, {"Ann": 2}, trains=("3",), cash=0)
    at.state.revenue[at.company("GWR")] = 80
    at.facing(Dividend(at.company("GWR")))
    assert decided(at) == "pay"


@pytest.mark.parametrize(("cash", "sold"), [(100, 3), (250, 1), (0, 4)])
def test_shares_for_a_train_are_sold_all_at_once(cash: int, sold: int) -> None:
    """A train of level 4 costs 300, a share 100."""
    at = Europe(railroad_phase="major", phase="4")
    at.major("BEL", 90, {"Ann": 2}, cash=cash)
    at.facing(TradeShares(at.company("BEL")))
    wanted = -(-(300 - cash) // 90)
    assert wanted == sold
    assert decided(at) == f"sell-treasury {sold}"


def test_nothing_is_sold_if_the_money_is_there_or_a_train_lasts() -> None:
    for cash, trains in ((300, ()), (0, ("5",))):
        at = Europe(railroad_phase="major", phase="5" if trains else "4")
        at.major("BEL", 90, {"Ann": 2}, cash=cash, trains=trains)
        at.facing(TradeShares(at.company("BEL")))
        assert planned(at) == {}
