"""Prices: how dividends and sales move a marker, on a ladder and on a chart."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner, Place
from railhead.core.market import Market, Zone
from railhead.rules import prices
from railhead.rules.stock import BUY, PASS, StockRound, StockRules, StockTurn, par_or_market
from tests.made_up import MARKET, Toy

LADDER = Market.ladder((0, 10, 20, 30, 40, 50), zones=(Zone("low", 0, 10, spared=1), Zone("high", 40, 50, spared=2)))


@pytest.mark.parametrize(
    ("dividend", "spaces"), [(0, -1), (1, 0), (59, 0), (60, 1), (119, 1), (120, 2), (240, 4), (900, 4)]
)
def test_a_dividend_moves_the_price_once_for_every_time_it_reaches_it(dividend: int, spaces: int) -> None:
    assert prices.spaces_for(dividend, price=60, most=4) == spaces


@pytest.mark.parametrize(("spaces", "price"), [(0, 20), (1, 30), (2, 40), (9, 50), (-1, 10), (-2, 0), (-9, 0)])
def test_on_a_ladder_a_marker_goes_up_and_down_as_far_as_the_ends(spaces: int, price: int) -> None:
    assert LADDER.prices[prices.along(LADDER, LADDER.place[20], spaces)] == price


def test_on_a_chart_dividends_move_along_the_row_and_turn_at_its_ends() -> None:
    at_60 = Place(5)
    assert [MARKET.write(prices.along(MARKET, at_60, spaces)) for spaces in (-1, 0, 1, 2)] == [
        "50.a2",
        "60.b2",
        "70.c2",
        "80.d2",
    ]
    assert MARKET.write(prices.along(MARKET, at_60, 3)) == "100", "up at the right end"
    assert MARKET.write(prices.along(MARKET, at_60, -2)) == "40", "down at the left end"


def test_a_sale_moves_left_on_a_ladder_and_down_on_a_chart() -> None:
    assert LADDER.prices[prices.fallen(LADDER, LADDER.place[40], 3)] == 10
    assert LADDER.prices[prices.fallen(LADDER, LADDER.place[40], 30)] == 0
    assert MARKET.write(prices.fallen(MARKET, Place(2), 1)) == "70.c2"
    assert MARKET.write(prices.fallen(MARKET, Place(2), 9)) == "60.c3"


def test_shares_sold_in_a_stock_turn_move_the_marker_down_the_chart() -> None:
    toy = Toy()
    toy.start("AAA", "Ann", shares=4)
    toy.start("BBB", "Ben", at=80)
    prices.fall(toy.game, toy.company("AAA"), 1)
    assert toy.game.price_of(toy.company("AAA")) == 80
    assert toy.state.stack == (toy.company("BBB"), toy.company("AAA")), "it goes under the markers there"


@pytest.mark.parametrize(("price", "shares"), [(0, 1), (10, 1), (20, 0), (30, 0), (40, 2), (50, 2)])
def test_zones_say_how_many_shares_of_a_sale_do_not_move_the_price(price: int, shares: int) -> None:
    assert prices.spared(LADDER, price) == shares


def test_a_title_says_what_a_share_costs_whom() -> None:
    def dear_from_the_pool(game: Game, buyer: Owner, company: Company, source: Owner) -> int:
        return 150 if source == POOL else par_or_market(game, buyer, company, source)

    toy = Toy(StockRules(moves=(BUY, PASS), price=dear_from_the_pool))
    toy.start("AAA", "Ben")
    effects.move_shares(toy.game, BANK, POOL, toy.company("AAA"), 1)
    ann = toy.seat("Ann")
    toy.begin(StockRound(ann), StockTurn(ann))
    toy.do("buy AAA from pool")
    assert toy.cash("Ann") == 350
    toy.begin(StockRound(ann), StockTurn(ann))
    toy.do("buy AAA from ipo")
    assert toy.cash("Ann") == 250
