"""Buying and selling shares, presidencies, turns and the end of a stock round (rules 18OE-SR)."""

from __future__ import annotations

import pytest

from railhead.core.events import PriceMoved
from railhead.core.ids import NOWHERE
from railhead.core.state import Round
from railhead.rules.stock import StockRound, StockTurn
from railhead.testing import rule
from railhead.titles.t18oe.stock_turns import EndOfStockRound
from tests.titles.t18oe.table import Europe


def table_of(players: int = 4, phase: str = "3", **shares: int) -> Europe:
    """Ann's turn in the third stock round: GWR is a major at 100 on its par square; shares as given, then treasury."""
    return table_with(shares or {"Ann": 4, "Ben": 2}, players, phase)


def table_with(shares: dict[str, int], players: int = 4, phase: str = "3") -> Europe:
    """The same with shares by name."""
    table = Europe(players, railroad_phase="major", phase=phase)
    table.major("GWR", 100, shares)
    table.stock_turn("Ann", number=3)
    return table


# -- turns ----------------------------------------------------------------------------------------


@rule("18OE-SR-01", "18OE-SETUP-10", "18OE-SR-06")
def test_the_round_begins_with_the_priority_deal_and_hands_it_on() -> None:
    """Cleo begins and buys, the others pass: Dan has the card next."""
    table = table_of()
    table.priority("Cleo")
    table.state.agenda = table.state.agenda[:1]
    table.state.round = Round("operating", 2, 2, 2)
    table.settle()
    assert (table.turn, table.state.round) == ("Cleo", Round("stock", 3))
    turns = []
    for action in ("buy GWR from GWR", "pass", "pass", "pass", "pass"):
        turns.append(table.turn)
        table.do(action)
    assert turns == ["Cleo", "Dan", "Ann", "Ben", "Cleo"]
    assert table.state.round == Round("operating", 3, 1, 2)
    assert table.book.owner_names[table.state.priority] == "Dan"


@rule("18OE-SR-06")
def test_any_other_action_begins_the_count_anew() -> None:
    table = table_of()
    table.do("pass", "pass", "pass", "buy GWR from GWR", "pass", "pass", "pass")
    assert table.state.round.kind == "stock"
    table.do("pass")
    assert table.state.round.kind == "operating"
    assert table.book.owner_names[table.state.priority] == "Ann"


@rule("18OE-SR-06")
def test_without_any_action_the_card_stays() -> None:
    table = table_of()
    table.priority("Ben")
    table.do("pass", "pass", "pass", "pass")
    assert table.book.owner_names[table.state.priority] == "Ben"


@rule("18OE-SR-03")
def test_one_stock_action_in_a_turn() -> None:
    table = table_of()
    table.regional("PLM", 60, {"Ann": 2})
    table.minor("A", "Ann", "UK", "F25.0")
    assert table.allows("expand PLM")
    table.do("sell 1 GWR")
    table.refuses("expand PLM", "18OE-SR-03")
    table.refuses("buy-and-expand PLM", "18OE-SR-03")
    table.refuses("merge A into GWR", "18OE-SR-03")
    table.refuses("trade with Ben", "18OE-SR-03")
    table.do("buy PLM from PLM")
    assert table.turn == "Ben", "after the purchase nothing else can be done"


@rule("18OE-SR-04", "18OE-SR-05")
def test_sales_come_before_the_one_purchase() -> None:
    """A share that was bought is never sold in the same turn: no sale follows a purchase."""
    table = table_of()
    table.major("PLM", 90, {"Ann": 3, "Ben": 2, "pool": 1})
    table.major("KBS", 90, {"Ben": 3})
    table.do("sell 1 GWR", "sell 1 PLM")
    table.refuses("sell 1 GWR", "18OE-SR-07")
    assert table.allows("buy KBS from KBS")
    table.state.agenda = (*table.state.agenda[:-1], StockTurn(table.seat("Ann"), bought=True, dealt=True))
    table.refuses("sell 1 PLM", "18OE-SR-04")
    table.refuses("buy KBS from KBS", "18OE-SR-04")


@rule("18OE-SR-05")
def test_nobody_sells_more_than_they_own() -> None:
    table = table_of()
    table.refuses("sell 5 GWR", "18OE-SR-05")
    table.refuses("sell 1 PLM", "18OE-SR-05")


# -- selling --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "paid", "price"), [(1, 100, 90), (2, 200, 80), (3, 300, 75)], ids=["one", "two", "three"]
)
@rule("18OE-SR-07", "18OE-MKT-09")
def test_all_shares_are_paid_at_the_value_before_the_sale(count: int, paid: int, price: int) -> None:
    """Below the par square of 100 the chart has 90, 80 and 75."""
    table = table_of(Ann=6, Ben=2)
    bank = table.cash("ipo")
    table.do(f"sell {count} GWR")
    assert (table.cash("Ann"), table.cash("ipo")) == (1350 + paid, bank - paid)
    assert (table.price("GWR"), table.shares("pool", "GWR")) == (price, count)


@pytest.mark.parametrize("kind", ["major", "national"])
@rule("18OE-SR-08")
def test_half_of_a_railroad_may_lie_in_the_open_market(kind: str) -> None:
    table = Europe(4, railroad_phase="major", phase="4")
    getattr(table, kind)("GWR", 100, {"Ann": 4, "Ben": 2, "pool": 4})
    table.stock_turn("Ann", number=3)
    table.refuses("sell 2 GWR", "18OE-SR-08")
    table.do("sell 1 GWR")
    table.stock_turn("Ben", number=3)
    table.refuses("sell 1 GWR", "18OE-SR-08")


@rule("18OE-SR-09")
def test_shares_of_regionals_and_minors_are_never_sold() -> None:
    table = table_of()
    table.regional("PLM", 60, {"Ben": 2, "Ann": 1})
    table.minor("A", "Ann", "UK", "F25.0")
    table.refuses("sell 1 PLM", "18OE-SR-09")
    table.refuses("sell 1 A", "18OE-SR-09")
    table.stock_turn("Ben", number=3)
    table.refuses("sell 2 PLM", "18OE-SR-09")


@rule("18OE-SR-10")
def test_nothing_is_sold_in_train_phase_1() -> None:
    for phase in "12345678":
        assert table_of(phase=phase).allows("sell 1 GWR") == (phase != "1")
    table_of(phase="1").refuses("sell 1 GWR", "18OE-SR-10")


# -- buying ---------------------------------------------------------------------------------------


@rule("18OE-SR-11")
def test_nobody_buys_what_they_have_sold_in_the_round() -> None:
    table = table_of()
    table.do("sell 2 GWR", "buy GWR from pool", "pass", "pass")
    assert (table.turn, table.shares("Ben", "GWR"), table.shares("pool", "GWR")) == ("Ann", 3, 1)
    table.refuses("buy GWR from pool", "18OE-SR-11")
    table.refuses("buy GWR from GWR", "18OE-SR-11")


@rule("18OE-SR-12", "18OE-MAJOR-11", "18OE-MKT-17")
def test_a_treasury_share_costs_the_par_or_the_share_value() -> None:
    """With a par of 110 and a value of 100 it costs 110, without a par 100; the treasury is paid, the value stays."""
    table = table_of(Ann=3)
    table.do("buy GWR from GWR")
    assert (table.cash("Ann"), table.cash("GWR"), table.price("GWR")) == (1250, 100, 100)
    table.state.par[table.company("GWR")] = table.place(110)
    table.stock_turn("Ben", number=3)
    table.do("buy GWR from GWR")
    assert (table.cash("Ben"), table.cash("GWR"), table.price("GWR")) == (1240, 210, 100)
    table.give_cash("Cleo", 109)
    table.refuses("buy GWR from GWR", "18OE-SR-12")


@pytest.mark.parametrize("kind", ["major", "national"])
@rule("18OE-SR-13", "18OE-MKT-17")
def test_a_share_of_the_open_market_costs_the_share_value(kind: str) -> None:
    table = Europe(4, railroad_phase="major", phase="4")
    getattr(table, kind)("GWR", "180.h2", {"Ann": 2, "pool": 3})
    bank = table.cash("ipo")
    table.stock_turn("Ben", number=3)
    table.do("buy GWR from pool")
    assert (table.cash("Ben"), table.cash("ipo"), table.price("GWR")) == (1170, bank + 180, 180)
    if kind == "national":
        table.refuses("buy GWR from GWR", "18OE-SR-12")


@rule("18OE-SR-13", "18OE-MAJOR-11")
def test_a_par_marker_does_not_matter_in_the_open_market() -> None:
    table = table_of(Ann=3, pool=2)
    table.state.par[table.company("GWR")] = table.place(120)
    table.do("buy GWR from pool")
    assert table.cash("Ann") == 1250


@pytest.mark.parametrize("par", [60, 65, 70, 75, 80, 90])
@rule("18OE-SR-14")
def test_a_25_percent_share_costs_the_par(par: int) -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.regional("PLM", par, {"Ben": 2}, cash=10)
    table.stock_turn("Ann", number=2)
    table.do("buy PLM from PLM")
    assert (table.cash("Ann"), table.cash("PLM"), table.shares("Ann", "PLM")) == (1800 - par, 10 + par, 1)


@rule("18OE-SR-12")
def test_minors_and_treasuries_without_shares_sell_nothing() -> None:
    table = table_of(Ann=5, Ben=5)
    table.minor("A", "Ben", "UK", "F25.0")
    table.refuses("buy A from A", "18OE-SR-12")
    table.refuses("buy GWR from GWR", "18OE-SR-12")
    table.refuses("buy GWR from pool", "18OE-SR-12")
    table.refuses("buy GWR from Ben", "18OE-SR-12")
    table.refuses("buy PLM from PLM", "18OE-SR-12")


@pytest.mark.parametrize(("held", "allowed"), [(5, True), (6, False), (7, False)])
@rule("18OE-SR-15", "18OE-CERT-07")
def test_with_60_percent_nobody_buys_from_the_treasury(held: int, allowed: bool) -> None:
    table = table_of(Ann=held, pool=1)
    if allowed:
        table.do("buy GWR from GWR")
    else:
        table.refuses("buy GWR from GWR", "18OE-SR-15")


@pytest.mark.parametrize("kind", ["major", "national"])
@pytest.mark.parametrize(("held", "cost"), [(5, 120), (6, 240), (8, 240)])
@rule("18OE-SR-16", "18OE-CERT-07")
def test_beyond_60_percent_the_president_pays_twice(kind: str, held: int, cost: int) -> None:
    table = Europe(3, railroad_phase="major", phase="4")
    getattr(table, kind)("GWR", 120, {"Ann": held, "pool": 10 - held})
    bank = table.cash("ipo")
    table.stock_turn("Ann", number=3)
    table.do("buy GWR from pool")
    assert (table.cash("Ann"), table.cash("ipo")) == (1800 - cost, bank + cost)
    assert table.shares("Ann", "GWR") == held + 1


@rule("18OE-SR-16")
def test_without_the_money_for_twice_the_value_it_is_refused() -> None:
    table = table_of(Ann=6, pool=4)
    table.give_cash("Ann", 199)
    table.refuses("buy GWR from pool", "18OE-SR-12")


@rule("18OE-SR-17")
def test_a_share_for_a_minor_ignores_the_limit_of_60_percent() -> None:
    table = Europe(3, railroad_phase="major", phase="3")
    table.major("GWR", 120, {"Ann": 7})
    table.minor("A", "Ann", "UK", "F25.0")
    table.stock_turn("Ann", number=3)
    cash = table.cash("Ann")
    table.do("merge A into GWR")
    assert table.shares("Ann", "GWR") == 8
    assert table.cash("Ann") == cash, "nothing is paid"


@rule("18OE-CERT-06")
def test_a_player_may_have_all_of_a_regional() -> None:
    table = Europe(3, railroad_phase="major", phase="2")
    table.regional("PLM", 60, {"Ann": 2})
    table.stock_turn("Ann", number=2)
    table.do("buy PLM from PLM")
    table.stock_turn("Ann", number=2)
    table.do("buy PLM from PLM")
    assert table.shares("Ann", "PLM") == 4


# -- presidencies ---------------------------------------------------------------------------------


@rule("18OE-SR-18", "18OE-CTRL-01")
def test_who_has_more_than_the_president_becomes_president() -> None:
    table = table_of(Ann=3, Ben=2)
    table.stock_turn("Ben", number=3)
    table.do("buy GWR from GWR")
    assert table.director("GWR") == "Ann", "30% against 30%"
    table.stock_turn("Ben", number=3)
    table.do("buy GWR from GWR")
    assert table.director("GWR") == "Ben"


@rule("18OE-SR-18")
def test_a_president_who_sells_may_lose_the_presidency() -> None:
    for sold, president in ((1, "Ann"), (2, "Ben")):
        table = table_of(Ann=4, Ben=3)
        table.do(f"sell {sold} GWR")
        assert table.director("GWR") == president


@pytest.mark.parametrize(
    ("shares", "allowed"),
    [
        ({"Ann": 2, "Ben": 2}, True),
        ({"Ann": 2, "Ben": 1}, False),
        ({"Ann": 2, "Ben": 2, "pool": 5}, False),
        ({"Ann": 2, "Ben": 2, "pool": 4}, True),
    ],
)
@rule("18OE-SR-19", "18OE-SR-22")
def test_the_last_20_percent_need_a_successor_and_room_in_the_market(shares: dict[str, int], allowed: bool) -> None:
    table = table_with(shares)
    if not allowed:
        table.refuses("sell 1 GWR", "18OE-SR-08" if shares.get("pool") == 5 else "18OE-SR-19")
        return
    table.do("sell 1 GWR")
    assert (table.director("GWR"), table.shares("Ann", "GWR"), table.shares("Ben", "GWR")) == ("Ben", 1, 2)


@rule("18OE-SR-20")
def test_the_old_president_sells_down_to_the_limit_of_the_market() -> None:
    table = table_of(Ann=5, Ben=3, pool=2)
    table.refuses("sell 4 GWR", "18OE-SR-08")
    table.do("sell 3 GWR")
    assert (table.director("GWR"), table.shares("Ann", "GWR"), table.shares("pool", "GWR")) == ("Ben", 2, 5)


@rule("18OE-SR-20")
def test_a_president_without_a_successor_keeps_20_percent() -> None:
    table = table_of(Ann=4, Ben=1)
    table.refuses("sell 3 GWR", "18OE-SR-22")
    table.refuses("sell 4 GWR", "18OE-SR-22")
    table.do("sell 2 GWR")
    assert table.director("GWR") == "Ann"


@pytest.mark.parametrize(("holders", "heir"), [(("Cleo", "Dan"), "Cleo"), (("Ben", "Dan"), "Ben"), (("Dan",), "Dan")])
@rule("18OE-SR-21")
def test_equal_successors(holders: tuple[str, ...], heir: str) -> None:
    table = table_with({"Ann": 3, **dict.fromkeys(holders, 2)})
    table.do("sell 2 GWR")
    assert table.director("GWR") == heir


@rule("18OE-SR-21")
def test_the_nearest_to_the_left_goes_round_the_table() -> None:
    table = table_of(Cleo=3, Ann=2, Ben=2)
    table.stock_turn("Cleo", number=3)
    table.do("sell 2 GWR")
    assert table.director("GWR") == "Ann"


@rule("18OE-SR-27")
def test_a_rival_with_both_shares_does_not_take_a_regional() -> None:
    table = Europe(3, railroad_phase="major", phase="2")
    table.regional("PLM", 60, {"Ben": 2})
    for _ in range(2):
        table.stock_turn("Ann", number=2)
        table.do("buy PLM from PLM")
    assert (table.shares("Ann", "PLM"), table.director("PLM")) == (2, "Ben")


@rule("18OE-SR-27")
def test_both_shares_do_not_make_a_president_of_a_regional_nobody_owns() -> None:
    table = Europe(3, railroad_phase="major", phase="2")
    table.regional("PLM", 60, {"pool": 2, "Ann": 1})
    table.major("KBS", 90, {"Ben": 2})
    table.stock_turn("Ann", number=2)
    table.do("buy PLM from PLM")
    assert (table.shares("Ann", "PLM"), table.director("PLM")) == (2, "pool")


# -- the end of a round ---------------------------------------------------------------------------


def end_round(table: Europe) -> None:
    """All have passed."""
    seat = table.seat("Ann")
    passed = StockRound(seat, passes=table.book.seats)
    table.state.agenda = (table.state.agenda[0], EndOfStockRound(), passed)
    table.settle()


@pytest.mark.parametrize("kind", ["major", "national"])
@pytest.mark.parametrize(("pool", "price"), [(0, 110), (1, 100)])
@rule("18OE-MKT-10", "18OE-SR-26")
def test_a_sold_out_railroad_moves_up(kind: str, pool: int, price: int) -> None:
    table = Europe(3, railroad_phase="major", phase="4")
    getattr(table, kind)("GWR", 100, {"Ann": 6, "Ben": 4 - pool, "pool": pool})
    table.stock_turn("Ann", number=3)
    end_round(table)
    assert table.price("GWR") == price


@rule("18OE-MKT-10")
def test_a_share_in_the_treasury_keeps_it_where_it_is() -> None:
    table = table_of(Ann=5, Ben=4)
    end_round(table)
    assert table.price("GWR") == 100


@rule("18OE-MKT-11", "18OE-MKT-16")
def test_sold_out_railroads_move_in_the_order_of_their_value() -> None:
    """From 110 to 120 and, in another column, from 100 by way of nothing: the dearer one is moved first."""
    table = Europe(4, railroad_phase="major", phase="4")
    table.major("PLM", "100.d4", {"Ann": 6, "Ben": 4})
    table.major("GWR", "110.d3", {"Ann": 6, "Ben": 4})
    table.major("KBS", "110.d3", {"Ben": 6, "Cleo": 4})
    table.major("BHB", "150.e1", {"Ben": 6, "Cleo": 4})
    table.stock_turn("Ann", number=3)
    end_round(table)
    moved = [event.company for event in table.events if isinstance(event, PriceMoved)]
    assert [table.book.company_names[company] for company in moved] == ["BHB", "GWR", "KBS", "PLM"]
    assert [table.price(symbol) for symbol in ("BHB", "GWR", "KBS", "PLM")] == [165, 120, 120, 110]


@rule("18OE-SR-26", "18OE-MAJOR-11", "18OE-SR-12")
def test_par_markers_of_majors_go_those_of_regionals_stay() -> None:
    table = table_of(Ann=3, Ben=2)
    table.state.par[table.company("GWR")] = table.place(100)
    table.state.price[table.company("GWR")] = table.place("90.d5")
    table.regional("PLM", 60, {"Ben": 2})
    table.do("buy GWR from GWR")
    assert table.cash("Ann") == 1250, "the par, although the value is 90"
    end_round(table)
    assert table.state.par[table.company("GWR")] == NOWHERE
    assert table.state.par[table.company("PLM")] == table.book.market.box_places[0]
    table.stock_turn("Ann", number=4)
    table.do("buy GWR from GWR")
    assert table.cash("Ann") == 1160
