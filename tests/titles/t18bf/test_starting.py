"""Publics started in a stock round (18BF-START); where they begin is tested with the station markers."""

from __future__ import annotations

import pytest

from railhead.core.ids import hex_of
from railhead.core.state import CLOSED, FLOATED, OPERATED, STARTED
from railhead.rules.stock import StockRound, StockTurn
from railhead.testing import rule
from railhead.titles.t18bf import stations
from railhead.titles.t18bf.record import record
from railhead.titles.t18bf.starting import FirstMarker
from tests.titles.t18bf.table import BigFour

PRICES = (70, 80, 90, 100, 110, 120, 135, 150, 165, 180, 200)


def table(phase: str = "4", cash: int = 470) -> BigFour:
    """A's turn in a stock round."""
    at = BigFour(phase=phase)
    at.give_cash("A", cash)
    at.stock_turn("A", 3)
    return at


@rule("18BF-START-01")
@pytest.mark.parametrize("phase", ["2", "3", "4", "5", "6", "7", "8"])
def test_publics_start_from_phase_4_on(phase: str) -> None:
    at = table(phase)
    if phase in ("2", "3"):
        at.refuses("start CR at 100", "18BF-START-01")
        assert at.offered("start") == []
    else:
        assert at.allows("start CR at 100")
    for other in ("TV", "GWR"):
        at.refuses(f"start {other} at 100", "18BF-START-01")


@rule("18BF-START-02")
def test_the_price_is_on_a_red_or_purple_space() -> None:
    at = table(cash=1000)
    offered = {int(text.split()[-1]) for text in at.offered("start") if text.split()[1] == "CR"}
    assert offered == set(PRICES)
    for price in (65, 220):
        at.refuses(f"start CR at {price}", "18BF-START-02")


@rule("18BF-START-03")
@pytest.mark.parametrize("price", PRICES)
def test_twice_the_price_goes_to_the_treasury(price: int) -> None:
    at = table(cash=2 * price)
    at.do(f"start CR at {price}")
    assert (at.cash("A"), at.cash("CR")) == (0, 2 * price)
    assert (at.shares("A", "CR"), at.shares("CR", "CR"), at.shares("ipo", "CR")) == (2, 8, 0)
    assert at.director("CR") == "A"
    assert at.has("CR", STARTED | FLOATED)
    assert not at.has("CR", OPERATED)
    poor = table(cash=2 * price - 1)
    poor.refuses(f"start CR at {price}", "18BF-BUY-05")


@rule("18BF-START-02", "18BF-START-03")
@pytest.mark.parametrize("cash", sorted({2 * price - lacks for price in PRICES for lacks in (0, 1)}))
def test_every_price_that_can_be_paid_is_offered(cash: int) -> None:
    at = table(cash=cash)
    offered = [int(text.split()[-1]) for text in at.offered("start") if text.split()[1] == "CR"]
    assert offered == [price for price in PRICES if 2 * price <= cash]


@rule("18BF-START-04")
def test_the_marker_goes_to_the_bottom() -> None:
    at = table()
    at.in_play("MR", 100, {"B": 2})
    at.do("start CR at 100")
    assert at.stack(100) == ["MR", "CR"]


@rule("18BF-START-05", "18BF-TRACK-08")
def test_one_marker_is_placed_free_and_is_its_home() -> None:
    at = table()
    at.do("start CR at 100")
    assert isinstance(at.step, FirstMarker)
    assert at.turn == "A"
    at.refuses("token at U23.0", "18BF-START-05")
    at.refuses("pass", "18BF-START-05")
    at.do("token at A9.0")
    assert at.state.tokens[at.stop("A9.0")] == (at.company("CR"),)
    assert at.state.spare_tokens[at.company("CR")] == 3
    assert at.cash("CR") == 200
    assert record(at.game).homes[at.company("CR")] == at.stop("A9.0")


@rule("18BF-START-05", "18BF-START-07")
def test_only_the_places_that_are_legal_are_offered() -> None:
    at = table()
    at.do("start CR at 100")
    offered = {text.removeprefix("token at ") for text in at.offered("token")}
    places = stations.starting_places(at.game)
    assert offered == {f"{at.book.board.names[hex_of(stop)]}.{stop % 16}" for stop in places}
    assert offered


@rule("18BF-START-01", "18BF-SR-02", "18BF-SR-05")
def test_the_turn_is_over_once_the_marker_is_placed() -> None:
    at = table(cash=1000)
    at.do("start CR at 100", "token at A9.0")
    assert isinstance(at.step, StockTurn)
    assert at.turn == "B"
    round_ = at.state.agenda[-2]
    assert isinstance(round_, StockRound)
    assert (round_.last_dealer, round_.passes) == (at.seat("A"), 0)


@rule("18BF-START-07")
def test_without_a_city_that_has_no_marker_no_public_is_started() -> None:
    """Ambiguity B8."""
    at = table()
    *others, last = stations.free_spaces(at.game)
    for stop in others:
        at.state.tokens = at.state.tokens.put(stop, (at.company("MR"),))
    assert at.allows("start CR at 100")
    at.state.tokens = at.state.tokens.put(last, (at.company("MR"),))
    at.refuses("start CR at 100", "18BF-START-07")
    assert at.offered("start") == []


@rule("18BF-START-08", "18BF-CLOSE-04")
def test_a_public_that_is_gone_is_never_started_again() -> None:
    at = table()
    at.mark("CR", CLOSED)
    at.refuses("start CR at 100", "18BF-START-08")
    at.in_play("MR", 100, {"B": 2})
    at.refuses("start MR at 100", "18BF-START-01")
    assert at.allows("start NER at 100")


def test_a_start_is_the_purchase_of_the_turn() -> None:
    at = table(cash=1000)
    at.state.agenda = (*at.state.agenda[:-1], StockTurn(at.seat("A"), bought=True, dealt=True))
    at.refuses("start CR at 100", "18BF-BUY-01")
