"""What players of 18OE do who look ahead: homes, shares, when railroads grow, and which tiles look good."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from railhead.bots import sighting
from railhead.bots.bot import Budget
from railhead.bots.position import position
from railhead.bots.table import Table
from railhead.bots.thumb import Thumb
from railhead.core.actions import Pass, text_of
from railhead.core.ids import Place
from railhead.rules.outlook import OutlookRules
from railhead.rules.running import open_runs
from railhead.rules.stock import StockRound
from railhead.rules.track import LayTile
from railhead.titles.t18oe.consolidation import COMING
from railhead.titles.t18oe.outlook import OUTLOOK, place_after
from railhead.titles.t18oe.plans import income, surroundings
from railhead.titles.t18oe.sights import sight
from tests.titles.t18oe.players import decided, planned
from tests.titles.t18oe.table import Europe


def stock_turn(train: str, phase: str = "3", cash: int = 0) -> Europe:
    """Ann's turn. She presides over GWR, a regional with this train, and has minor A with one of the same level."""
    at = Europe(railroad_phase="major", phase=phase)
    at.regional("GWR", 70, {"Ann": 2}, trains=(train,))
    at.minor("A", "Ann", "UK", "G26.0", trains=(train,))
    at.major("PLM", 90, {"Ben": 2})
    at.state.revenue[at.company("GWR")] = at.state.revenue[at.company("PLM")] = 80
    at.give_cash("Ann", cash)
    at.stock_turn("Ann")
    return at


def test_a_regional_stays_what_it_is_as_long_as_its_train_runs() -> None:
    at = stock_turn("4", phase="5")
    assert at.allows("expand GWR")
    assert "expand GWR" not in planned(at)
    for level in (5, 6, 7):
        at.left(level, 0)
    assert planned(at)["expand GWR"] > 0


def test_the_opening_packet_is_dealt_with_by_rules_of_thumb() -> None:
    at = Europe()
    at.begin()
    seat = at.step.seat(at.game)
    assert OUTLOOK.by_thumb(at.game, at.step)
    by_thumb = Thumb().decide(position(at.book, at.state, seat), Random(0), Budget())
    assert decided(at) == text_of(at.book, by_thumb.action)
    beginning = Europe(railroad_phase="regional", phase="1")
    beginning.stock_turn("Ann")
    assert not OUTLOOK.by_thumb(beginning.game, beginning.step), "the plan knows where railroads should begin"


def test_in_the_consolidation_nothing_waits_and_no_share_is_sold_for_it() -> None:
    at = stock_turn("3")
    at.remember(consolidated=COMING)
    assert not at.allows("pass")
    assert at.allows("expand GWR")
    assert decided(at) == "expand GWR"
    at.do("expand GWR", "pass")
    at.stock_turn("Ann")
    if at.allows("merge A into GWR"):
        assert decided(at) == "merge A into GWR"


def test_shares_of_an_own_regional_come_first() -> None:
    at = stock_turn("3", cash=500)
    found = planned(at)
    assert found["buy GWR from GWR"] > found["buy PLM from PLM"] > found["pass"] == 0
    assert decided(at) == "buy GWR from GWR"


def test_a_share_of_a_railroad_that_earns_nothing_is_not_bought() -> None:
    at = stock_turn("3", cash=500)
    at.state.revenue[at.company("PLM")] = 0
    assert at.allows("buy PLM from PLM")
    assert "buy PLM from PLM" not in planned(at)


def test_new_trains_tell_what_a_railroad_will_earn() -> None:
    at = Europe(railroad_phase="major", phase="5")
    at.major("BEL", 90, {"Ben": 2}, trains=("5",))
    at.lay("202@1 N35", "57@0 M36", "207@5 L37")
    at.stock_turn("Ann")
    bel = at.company("BEL")
    runs = open_runs(at.game, bel)
    assert runs is not None
    assert runs.best[0].revenue >= 30 + 20 + 40
    assert income(at.game, at.seat("Ann"), bel) == runs.best[0].revenue / 10 + 10, "it rises by 10"
    at.state.revenue[bel] = 50
    assert income(at.game, at.seat("Ann"), bel) == 50 / 10


def full_hands(revenue: int) -> Europe:
    """Ann has as many certificates as the limit allows, shares of GWR with this revenue, and money; PLM pays well."""
    at = Europe(railroad_phase="major", phase="5")
    at.major("GWR", 100, {"Ben": 4, "Ann": 3}, trains=("5",))
    at.major("PLM", 90, {"Ben": 4}, trains=("5",))
    at.state.revenue[at.company("GWR")], at.state.revenue[at.company("PLM")] = revenue, 400
    at.give_cash("Ann", 1000)
    at.stock_turn("Ann")
    at.book = replace(at.book, certificate_limit=3, cache={})
    return at


def test_at_the_limit_a_share_is_sold_for_one_that_brings_more() -> None:
    at = full_hands(60)
    assert not at.allows("buy PLM from PLM")
    assert planned(at)["sell 1 GWR"] > 0
    assert decided(at) == "sell 1 GWR"
    at.do("sell 1 GWR")
    assert decided(at) == "buy PLM from PLM"


def test_no_share_is_sold_for_one_that_brings_little_more() -> None:
    assert decided(full_hands(390)) == "pass"


@pytest.mark.parametrize("phase", ["3", "5"])
def test_nobody_haggles_in_a_stock_turn(phase: str) -> None:
    at = stock_turn(phase, phase)
    assert at.allows("trade with Ben")
    assert all(action.split()[0] in ("pass", "buy", "expand") for action in planned(at))


def with_private(private: str, cash: int) -> Europe:
    """Ann has a private, as many certificates as the limit allows with it, and so much money; PLM pays well."""
    at = full_hands(390)
    at.give_private(private, "Ann")
    at.book = replace(at.book, certificate_limit=4, cache={})
    at.give_cash("Ann", cash)
    at.stock_turn("Ann")
    return at


def test_a_private_makes_room_for_a_share_that_brings_more() -> None:
    at = with_private("RSC", 1000)
    assert not at.allows("buy PLM from PLM")
    assert planned(at)["close RSC"] > 0
    at.do("close RSC")
    assert decided(at).startswith("buy")


def test_no_private_is_closed_without_the_money_for_a_share() -> None:
    assert "close RSC" not in planned(with_private("RSC", 50))


def test_what_was_sold_in_this_round_is_not_wanted_back() -> None:
    at = with_private("RSC", 1000)
    sold = tuple((at.seat("Ann"), at.company(railroad)) for railroad in ("GWR", "PLM"))
    at.state.agenda = tuple(
        replace(step, sold=sold) if isinstance(step, StockRound) else step for step in at.state.agenda
    )
    assert not any(action.startswith(("close", "sell")) for action in planned(at))


def test_homes_are_among_cities() -> None:
    at = Europe()
    paris, cork = at.stop("Q30.0"), at.stop("H9.0") if "H9" in at.book.board.index else at.stop("I20.0")
    assert surroundings(at.game, paris) > surroundings(at.game, cork)


def test_tiles_look_best_near_a_token_and_at_cities() -> None:
    at = Europe(railroad_phase="major", phase="2")
    at.regional("BEL", 70, {"Ann": 2}, trains=("2+2",), cash=200, tokens=("N31.0",))
    at.operating_turn("BEL")
    look = OUTLOOK.sight(at.game, at.company("BEL"))
    assert look is not None
    tiles = [action for choice in at.choices for action in choice if isinstance(action, LayTile)]
    home = at.hex("N35")
    best = max(tiles, key=look)
    assert best.hex in (home, at.hex("N31"))
    stops = at.book.board.hexes[best.hex].printed.stops
    assert stops
    assert look(LayTile(best.tile, at.hex("AD17"), best.rotation)) == 0, "Madrid is far away"
    assert look(Pass()) == 0


def test_a_run_is_searched_for_with_a_few_tiles_that_look_good() -> None:
    at = Europe(railroad_phase="major", phase="2")
    at.regional("BEL", 70, {"Ann": 2}, trains=("2+2",), cash=200)
    at.operating_turn("BEL")
    seat = at.step.seat(at.game)
    found = sighting.lay(Table(position(at.book, at.state, seat), Budget()))
    assert 1 < len(found) <= sighting.COMPARED + 1
    assert [name for name, _ in found[0].parts] == ["reach", "cost", "run", "later"]
    assert decided(at).startswith("lay")
    look = sight(at.game, at.company("BEL"))
    assert all(look(each.action) > 0 for each in found[:-1])


@pytest.mark.parametrize(("amount", "moves"), [(0, -1), (90, 0), (100, 1), (300, 1)])
def test_a_dividend_moves_the_value_if_it_reaches_it(amount: int, moves: int) -> None:
    at = Europe(railroad_phase="major", phase="3")
    at.major("GWR", 100, {"Ann": 2})
    at.regional("PLM", 70, {"Ben": 2})
    prices = at.book.market.prices
    place = at.place(100)
    after = place_after(at.game, at.company("GWR"), place, amount)
    assert (prices[after] > 100) - (prices[after] < 100) == moves
    box = Place(at.state.par[at.company("PLM")])
    assert place_after(at.game, at.company("PLM"), box, amount) == box


def test_the_end_comes_nearer_with_every_train() -> None:
    at = Europe(railroad_phase="major", phase="2")
    rounds = at.book.rules[OutlookRules].to_the_end
    beginning = rounds(at.game)
    at.set_phase("6")
    later = rounds(at.game)
    assert 3 < later < beginning
    at.remember(final=3, final_rounds=2)
    at.stock_turn("Ann", number=3)
    assert rounds(at.game) == 2
