"""Insolvency: when a company without a train is declared insolvent, what it may do then, and what leasing brings."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.ids import BANK, POOL
from railhead.core.state import INSOLVENT
from railhead.core.steps import Step
from railhead.rules.dividends import Dividend
from railhead.rules.operating import OperatingRound, OperatingTurn
from railhead.rules.running import RunTrains
from railhead.rules.tokens import PlaceTokens
from railhead.rules.track import LayTrack
from railhead.rules.trains import BuyTrains
from railhead.testing import Table, rule

TO_NEWPORT = ("787@0 F2", "742@3 F4")
TO_RYDE = ("741@5 G3", "744@2 H4", "742@2 I5", "5@1 J4")
SHORT = ("F2.0", "F2.1", "F2.2", "F4.0", "G5.0")
LONG = (*SHORT, "G3.0", "H4.0", "H4.1", "I5.0", "J4.0", "I3.0")
LARGE = ("F2.0", "G5.0", "J4.0", "I3.0")

LEASES = [
    pytest.param("2+1", 2, 80, id="DX-22"),
    pytest.param("3+2", 3, 100, id="DX-23"),
    pytest.param("4+2", 4, 120, id="DX-24"),
    pytest.param("5+3", 5, 140, id="EX-16 5+3"),
    pytest.param("6+3", 6, 160, id="DX-25"),
    pytest.param("7+4", 7, 180, id="DX-26"),
    pytest.param("8+4", 8, 200, id="DX-27"),
    pytest.param("9+5", 9, 220, id="EX-16 9+5"),
]


def cowes(treasury: int = 0, insolvent: bool = False, track: tuple[str, ...] = TO_NEWPORT) -> Table:
    """C&N with a line to Newport, directed by A, without a train."""
    table = Table(players=3)
    table.float("C&N", 74, {"A": 5, "B": 2}, operated=True, treasury=treasury)
    table.lay(*track)
    if insolvent:
        table.insolvent("C&N")
    return table


def seller(table: Table, director: str = "B") -> None:
    """IOW with a train it may sell, so that C&N with any credits is asked about trains."""
    table.float("IOW", 74, {director: 5}, operated=True, treasury=0)
    table.give_trains("IOW", "2+1")


def run_of(train: str, calls: int) -> str:
    """A run from Cowes with so many calls: to Newport, or to Ryde Esplanade if it takes more than five."""
    path = SHORT if calls <= len(SHORT) else LONG
    called = [stop for stop in path if stop in LARGE]
    called += [stop for stop in path if stop not in called][: calls - len(called)]
    return f"run {train} " + "-".join(stop if stop in called else f"({stop})" for stop in path)


# -- becoming insolvent ---------------------------------------------------------------------------


@rule("1860-INSOLV-01")
def test_a_trainless_company_with_a_route_is_insolvent_at_the_end_of_its_turn() -> None:
    table = cowes(treasury=249)
    table.operating_turn("C&N", "trains")
    assert not table.has("C&N", INSOLVENT)
    table.do("pass")
    assert table.has("C&N", INSOLVENT)


@rule("1860-INSOLV-01")
def test_a_company_with_a_train_is_not_insolvent_at_the_end_of_its_turn() -> None:
    table = cowes(treasury=100)
    table.give_trains("C&N", "2+1")
    table.operating_turn("C&N", "trains")
    table.do("pass")
    assert not table.has("C&N", INSOLVENT)


@rule("1860-INSOLV-01")
def test_only_the_company_whose_turn_ends_becomes_insolvent() -> None:
    table = cowes(treasury=100)
    table.float("IOW", 74, {"B": 5}, operated=True, treasury=0)
    table.lay("6@0 J4")
    table.operating_turn("C&N", "trains")
    table.do("pass")
    assert table.turn == "B"
    assert table.has("C&N", INSOLVENT)
    assert not table.has("IOW", INSOLVENT)


@rule("1860-INSOLV-02")
def test_in_the_turn_after_its_trains_rusted_a_company_leases_nothing() -> None:
    table = cowes(treasury=100)
    seller(table)
    table.operating_turn("C&N", "begin")
    asked: list[type[Step]] = [type(table.step)]
    for _ in range(2):
        table.do("pass")
        asked.append(type(table.step))
    assert asked == [LayTrack, PlaceTokens, BuyTrains]
    assert table.state.revenue[table.company("C&N")] == 0
    assert table.cash("C&N") == 100
    assert table.price("C&N") == 68
    assert not table.has("C&N", INSOLVENT)
    table.do("pass")
    assert table.has("C&N", INSOLVENT)


@rule("1860-INSOLV-02")
def test_a_company_not_yet_declared_insolvent_may_still_build_a_base() -> None:
    table = cowes(treasury=100)
    table.operating_turn("C&N", "base")
    table.do("token at G5.0")
    assert table.cash("C&N") == 60


@rule("1860-INSOLV-03")
@pytest.mark.parametrize(
    ("company", "track", "insolvent"),
    [
        ("C&N", (), False),
        ("C&N", ("787@0 F2",), True),
        ("IOW", (), False),
        ("IOW", ("115@5 J4",), False),
        ("IOW", ("115@2 J4",), True),
        ("BHI&R", ("115@2 L6", "743@2 K5"), False),
        ("BHI&R", ("115@2 L6", "743@2 K5", "57@2 J4"), True),
    ],
)
def test_only_a_company_with_a_possible_route_becomes_insolvent(
    company: str, track: tuple[str, ...], insolvent: bool
) -> None:
    table = Table(players=3)
    table.float(company, 68 if company == "BHI&R" else 74, {"A": 5}, operated=True, treasury=0)
    table.lay(*track)
    table.operating_turn(company, "trains")
    table.do("pass")
    assert table.has(company, INSOLVENT) is insolvent


# -- the marker -----------------------------------------------------------------------------------


@rule("1860-INSOLV-04", "1860-INSOLV-10")
def test_the_marker_stays_while_a_company_leases_and_its_price_falls_every_time() -> None:
    table = cowes(treasury=0, insolvent=True)
    for price, treasury in ((68, 80), (62, 160), (58, 240)):
        table.operating_turn("C&N", "begin")
        table.do("pass", run_of("2+1", 2))
        assert table.state.round.kind == "stock"
        assert table.has("C&N", INSOLVENT)
        assert (table.price("C&N"), table.cash("C&N")) == (price, treasury)
        assert table.trains("C&N") == []


@rule("1860-INSOLV-04")
def test_a_train_of_the_bank_takes_the_marker_away_at_once() -> None:
    table = cowes(treasury=250, insolvent=True)
    table.operating_turn("C&N", "trains")
    table.do("train 2+1 from ipo")
    assert not table.has("C&N", INSOLVENT)
    assert table.trains("C&N") == ["2+1"]
    table.do("pass")
    assert not table.has("C&N", INSOLVENT)


@rule("1860-INSOLV-04", "1860-INSOLV-06")
def test_a_train_of_another_company_takes_the_marker_away() -> None:
    table = cowes(treasury=100, insolvent=True)
    seller(table)
    table.operating_turn("C&N", "trains")
    table.do("offer 100 for 2+1 of IOW")
    assert table.turn == "B"
    assert table.has("C&N", INSOLVENT)
    table.do("accept")
    assert not table.has("C&N", INSOLVENT)
    assert (table.cash("C&N"), table.cash("IOW")) == (0, 100)
    assert (table.trains("C&N"), table.trains("IOW")) == (["2+1"], [])


@rule("1860-INSOLV-04")
def test_a_company_that_sells_its_train_does_not_take_the_marker_off_the_seller() -> None:
    table = cowes(treasury=100)
    seller(table)
    table.insolvent("IOW")
    table.operating_turn("C&N", "trains")
    table.do("offer 100 for 2+1 of IOW", "accept")
    assert table.has("IOW", INSOLVENT)


# -- what an insolvent company may not do ---------------------------------------------------------


@rule("1860-INSOLV-05")
@pytest.mark.parametrize("insolvent", [False, True])
def test_track_that_costs_nothing_may_still_be_laid(insolvent: bool) -> None:
    table = cowes(treasury=100, insolvent=insolvent)
    table.operating_turn("C&N", "track")
    table.do("lay 742 on G3 turned 4")
    assert table.cash("C&N") == 100
    assert table.hex("G3") in table.state.tiles


@rule("1860-INSOLV-05")
def test_an_insolvent_company_may_still_lay_two_yellow_tiles() -> None:
    table = cowes(treasury=100, insolvent=True)
    table.operating_turn("C&N", "track")
    table.do("lay 741 on G3 turned 5", "lay 744 on H4 turned 2")


@rule("1860-INSOLV-05")
def test_an_insolvent_company_may_not_build_on_difficult_terrain() -> None:
    table = cowes(treasury=100, insolvent=True, track=(*TO_NEWPORT, "742@4 G3"))
    table.operating_turn("C&N", "track")
    table.refuses("lay 8 on H2 turned 5", "1860-INSOLV-05")
    assert not [text for text in table.offered("lay") if " H2 " in text]


@rule("1860-INSOLV-05")
def test_a_solvent_company_may_build_on_difficult_terrain() -> None:
    table = cowes(treasury=100, track=(*TO_NEWPORT, "742@4 G3"))
    table.operating_turn("C&N", "track")
    table.do("lay 8 on H2 turned 5")
    assert table.cash("C&N") == 40


@rule("1860-INSOLV-05")
def test_an_insolvent_company_may_not_upgrade_track() -> None:
    table = cowes(treasury=100, insolvent=True)
    table.set_phase("3")
    table.operating_turn("C&N", "track")
    table.refuses("lay 763 on G5 turned 0", "1860-INSOLV-05")
    assert not [text for text in table.offered("lay") if " G5 " in text]


@rule("1860-INSOLV-05")
def test_an_insolvent_company_may_not_build_a_base() -> None:
    table = cowes(treasury=100, insolvent=True)
    table.operating_turn("C&N", "base")
    table.refuses("token at G5.0", "1860-INSOLV-05")
    assert table.offered("token") == []
    table.do("pass")


@rule("1860-INSOLV-05")
def test_an_insolvent_company_keeps_what_it_earned_without_being_asked() -> None:
    table = cowes(treasury=0, insolvent=True)
    before = [table.cash(name) for name in "ABC"]
    table.operating_turn("C&N", "run")
    table.do(run_of("2+1", 2))
    assert table.state.round.kind == "stock"
    assert table.cash("C&N") == 80
    assert [table.cash(name) for name in "ABC"] == before
    assert table.state.dividend[table.company("C&N")] == 0


@rule("1860-INSOLV-05")
def test_an_insolvent_company_may_not_pay_its_revenue_out() -> None:
    table = cowes(treasury=0, insolvent=True)
    what = table.company("C&N")
    table.operating_turn("C&N", "track")
    table.state.agenda = (
        table.state.agenda[0],
        OperatingRound((what,)),
        OperatingTurn(what, 5),
        Dividend(what),
    )
    table.state.revenue[what] = 80
    table.refuses("pay", "1860-INSOLV-05")
    assert table.allows("keep")
    table.state.status[what] &= ~INSOLVENT
    assert table.allows("pay")


# -- the duty to buy ------------------------------------------------------------------------------


@rule("1860-INSOLV-06")
@pytest.mark.parametrize(("before", "must"), [(160, False), (169, False), (170, True), (180, True)])
def test_an_insolvent_company_must_buy_when_the_lease_brings_it_to_the_price(before: int, must: bool) -> None:
    table = cowes(treasury=before, insolvent=True)
    table.operating_turn("C&N", "run")
    table.do(run_of("2+1", 2))
    assert table.cash("C&N") == before + 80
    if must:
        table.refuses("pass", "1860-TRAIN-11")
        table.do("train 2+1 from ipo", "pass")
        assert not table.has("C&N", INSOLVENT)
    else:
        assert table.state.round.kind == "stock"
        assert table.has("C&N", INSOLVENT)


@rule("1860-INSOLV-06")
def test_a_company_that_could_pay_the_bank_may_buy_another_companys_train_instead() -> None:
    table = cowes(treasury=250, insolvent=True)
    seller(table, director="A")
    table.operating_turn("C&N", "trains")
    table.refuses("pass", "1860-TRAIN-11")
    table.do("offer 10 for 2+1 of IOW", "pass")
    assert table.trains("C&N") == ["2+1"]
    assert table.cash("C&N") == 240
    assert not table.has("C&N", INSOLVENT)


@rule("1860-INSOLV-06")
def test_the_cheapest_train_of_the_bank_makes_the_duty_to_buy() -> None:
    table = cowes(treasury=350, insolvent=True)
    effects.move_train(table.game, BANK, POOL, table.train("4+2"))
    table.set_phase("6")
    table.operating_turn("C&N", "trains")
    table.refuses("pass", "1860-TRAIN-11")
    table.do("train 4+2 from pool")
    assert table.cash("C&N") == 0


# -- leasing --------------------------------------------------------------------------------------


@rule("1860-INSOLV-07", "1860-INSOLV-06")
@pytest.mark.parametrize(("treasury", "leases"), [(240, True), (249, True), (250, False), (400, False)])
def test_only_a_company_that_cannot_pay_for_a_train_leases_one(treasury: int, leases: bool) -> None:
    table = cowes(treasury=treasury, insolvent=True)
    table.operating_turn("C&N", "run")
    if leases:
        assert isinstance(table.step, RunTrains)
        assert table.turn == "A"
        table.do(run_of("2+1", 2))
        assert table.cash("C&N") == treasury + 80
    else:
        assert isinstance(table.step, BuyTrains)
        assert table.cash("C&N") == treasury
        table.refuses("pass", "1860-TRAIN-11")
        assert table.has("C&N", INSOLVENT)
    assert table.price("C&N") == 68


@rule("1860-INSOLV-07")
def test_the_smallest_train_is_leased_whether_returned_or_new() -> None:
    table = cowes(treasury=340, insolvent=True, track=(*TO_NEWPORT, *TO_RYDE))
    effects.move_train(table.game, BANK, POOL, table.train("4+2"))
    table.set_phase("6")
    table.operating_turn("C&N", "run")
    table.refuses(run_of("6+3", 6), "1860-ROUTE-01")
    table.refuses(run_of("6+3", 4), "1860-ROUTE-01")
    table.refuses(run_of("4+2", 5), "1860-ROUTE-01")
    table.do(run_of("4+2", 4))
    assert table.cash("C&N") == 340 + 120


@rule("1860-INSOLV-07")
def test_without_returned_trains_the_next_new_train_is_leased() -> None:
    table = cowes(treasury=340, insolvent=True, track=(*TO_NEWPORT, *TO_RYDE))
    table.set_phase("6")
    table.operating_turn("C&N", "run")
    table.refuses(run_of("4+2", 4), "1860-ROUTE-01")
    table.do(run_of("6+3", 6))
    assert table.cash("C&N") == 340 + 160


@rule("1860-INSOLV-07")
def test_a_leased_train_stays_with_the_bank_and_begins_no_phase() -> None:
    table = cowes(treasury=0, insolvent=True)
    table.give_trains("C&N", *["2+1"] * 5)
    table.state.scrapped[table.train("2+1")] = 5
    table.state.trains[table.owner("C&N")] = ()
    depot = list(table.state.depot)
    assert depot[table.train("2+1")] == 0
    table.operating_turn("C&N", "run")
    table.do(run_of("3+2", 3))
    assert table.state.round.kind == "stock"
    assert table.state.depot == depot
    assert table.trains("C&N") == []
    assert table.phase == "2"


@rule("1860-INSOLV-07")
def test_a_company_that_is_not_insolvent_leases_nothing() -> None:
    table = cowes(treasury=0)
    table.operating_turn("C&N", "run")
    assert table.state.round.kind == "stock"
    assert table.cash("C&N") == 0


@rule("1860-INSOLV-07")
def test_one_train_only_is_leased() -> None:
    table = cowes(treasury=0, insolvent=True, track=(*TO_NEWPORT, *TO_RYDE))
    table.token("C&N", "G5.0")
    table.operating_turn("C&N", "run")
    table.refuses("run 2+1 F2.0-F2.1, 2+1 G5.0-(G3.0)-(H4.0)-(H4.1)-(I5.0)-J4.0", "1860-ROUTE-01")


@rule("1860-INSOLV-08", "1860-INSOLV-09", "1860-EX-16")
@pytest.mark.parametrize(("train", "stops", "credits"), LEASES)
def test_a_leased_train_calls_as_often_as_its_first_number_and_brings_20_a_call_above_40(
    train: str, stops: int, credits: int
) -> None:
    table = cowes(treasury=0, insolvent=True, track=(*TO_NEWPORT, *TO_RYDE))
    table.set_phase(train[0])
    table.operating_turn("C&N", "run")
    table.refuses(run_of(train, stops + 1), "1860-ROUTE-01")
    table.do(run_of(train, stops))
    assert table.cash("C&N") == credits
    assert table.state.revenue[table.company("C&N")] == credits
    assert table.state.subsidy[table.company("C&N")] == 0


@rule("1860-INSOLV-08")
def test_stations_of_every_kind_count_against_the_first_number() -> None:
    table = cowes(treasury=0, insolvent=True)
    table.operating_turn("C&N", "run")
    table.refuses("run 2+1 F2.0-F2.1-(F2.2)-(F4.0)-G5.0", "1860-ROUTE-01")
    table.refuses("run 2+1 F2.0-(F2.1)-F2.2-(F4.0)-G5.0", "1860-ROUTE-01")
    assert table.allows("run 2+1 F2.0-(F2.1)-(F2.2)-(F4.0)-G5.0")
    assert table.allows("run 2+1 F2.0-F2.1")


@rule("1860-INSOLV-08")
@pytest.mark.parametrize(
    ("run", "broken"),
    [
        ("F2.0-F2.1-F2.2", "1860-ROUTE-02"),
        ("F2.1-(F2.2)-(F4.0)-G5.0", "1860-ROUTE-05"),
        ("G5.0-(G3.0)-(H4.0)-(H4.1)-(I5.0)-J4.0", "1860-ROUTE-05"),
        ("F2.0-G5.0", "1860-ROUTE-08"),
    ],
)
def test_a_leased_train_obeys_the_rules_of_runs(run: str, broken: str) -> None:
    table = cowes(treasury=0, insolvent=True, track=(*TO_NEWPORT, *TO_RYDE))
    table.set_phase("3")
    table.operating_turn("C&N", "run")
    table.refuses(f"run 3+2 {run}", broken)


@rule("1860-INSOLV-08")
def test_a_leased_train_may_take_a_poorer_run_but_must_run() -> None:
    table = cowes(treasury=0, insolvent=True)
    table.set_phase("5")
    table.operating_turn("C&N", "run")
    table.refuses("pass")
    table.do("run 5+3 F2.0-F2.1")
    assert table.cash("C&N") == 80


@rule("1860-INSOLV-09")
@pytest.mark.parametrize(
    "run",
    [
        "F2.0-F2.1-(F2.2)-(F4.0)-G5.0",
        "F2.0-(F2.1)-F2.2-(F4.0)-G5.0",
        "F2.0-(F2.1)-(F2.2)-F4.0-G5.0",
    ],
)
def test_each_of_three_calls_brings_the_same_whatever_the_station(run: str) -> None:
    table = cowes(treasury=7, insolvent=True)
    table.set_phase("3")
    table.operating_turn("C&N", "run")
    table.do(f"run 3+2 {run}")
    assert table.cash("C&N") == 107
    assert table.state.subsidy[table.company("C&N")] == 0


@rule("1860-INSOLV-09")
def test_the_lease_is_paid_in_credits_and_not_from_the_players_bank() -> None:
    table = cowes(treasury=0, insolvent=True)
    bank = table.cash("ipo")
    table.operating_turn("C&N", "run")
    table.do(run_of("2+1", 2))
    assert table.cash("ipo") == bank


# -- the price ------------------------------------------------------------------------------------


@rule("1860-INSOLV-10")
@pytest.mark.parametrize(("price", "after"), [(74, 68), (78, 71), (20, 7)])
def test_the_price_of_a_leasing_company_falls_one_space(price: int, after: int) -> None:
    table = cowes(treasury=0, insolvent=True)
    table.set_price("C&N", price)
    table.operating_turn("C&N", "run")
    table.do(run_of("2+1", 2))
    assert table.price("C&N") == after


@rule("1860-INSOLV-11")
def test_shares_of_an_insolvent_company_sell_at_half_and_move_the_price() -> None:
    table = cowes(treasury=0, insolvent=True)
    table.set_price("C&N", 60)
    table.stock_turn("A")
    before = table.cash("A")
    table.do("sell 2 C&N")
    assert table.cash("A") == before + 60
    assert table.price("C&N") == 56


@rule("1860-INSOLV-11")
def test_the_half_price_of_an_insolvent_company_drops_the_fraction_of_each_share() -> None:
    table = cowes(treasury=0, insolvent=True)
    table.set_price("C&N", 65)
    table.stock_turn("A")
    before = table.cash("A")
    table.do("sell 3 C&N")
    assert table.cash("A") == before + 96


@rule("1860-INSOLV-11")
def test_shares_of_an_insolvent_company_are_bought_at_their_full_price() -> None:
    table = cowes(treasury=0, insolvent=True)
    table.give_shares("pool", "C&N", 1)
    table.set_price("C&N", 60)
    table.stock_turn("C")
    before = table.cash("C")
    table.do("buy C&N from pool")
    assert table.cash("C") == before - 60
    table.stock_turn("B")
    before = table.cash("B")
    table.do("buy C&N from ipo")
    assert table.cash("B") == before - 74
