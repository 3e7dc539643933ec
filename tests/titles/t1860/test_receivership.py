"""Receivership: how a company operates whose director's certificate lies in the pool, and who gets it out of there."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.ids import BANK, POOL
from railhead.core.state import FLOATED, INSOLVENT, OPERATED
from railhead.core.view import view
from railhead.rules.operating import OperatingRound
from railhead.rules.track import LayTrack
from railhead.testing import Table, rule

TO_NEWPORT = ("787@0 F2", "742@3 F4")
TO_RYDE = ("741@5 G3", "744@2 H4", "742@2 I5", "5@1 J4")


def cowes(
    treasury: int = 0,
    track: tuple[str, ...] = TO_NEWPORT,
    pool: int = 5,
    players: dict[str, int] | None = None,
    trains: tuple[str, ...] = (),
) -> Table:
    """C&N in receivership with a line to Newport."""
    table = Table(players=3)
    table.float("C&N", 74, {"pool": pool, **(players or {})}, operated=True, treasury=treasury)
    table.lay(*track)
    table.give_trains("C&N", *trains)
    return table


def operate(table: Table) -> None:
    """The whole turn of C&N, which asks nobody."""
    table.operating_turn("C&N", "begin")
    assert table.state.round.kind == "stock"


def revenue(table: Table) -> tuple[int, int]:
    """What the last run of C&N brought: revenue and subsidy."""
    what = table.company("C&N")
    return table.state.revenue[what], table.state.subsidy[what]


# -- operating ------------------------------------------------------------------------------------


@rule("1860-RECV-01")
def test_a_company_in_receivership_operates_in_the_order_of_its_price() -> None:
    table = Table(players=3)
    table.float("C&N", 74, {"A": 5}, treasury=0)
    table.float("FYN", 68, {"pool": 5}, treasury=0)
    table.float("IWNJ", 62, {"B": 5}, treasury=0)
    table.operating_round()
    assert table.turn == "A"
    assert not table.has("FYN", OPERATED)
    table.do("pass")
    assert table.turn == "B"
    done = next(step.done for step in table.state.agenda if isinstance(step, OperatingRound))
    assert done == tuple(table.company(name) for name in ("C&N", "FYN", "IWNJ"))
    assert table.has("FYN", OPERATED)
    assert table.price("FYN") == 62


@rule("1860-RECV-01")
def test_a_company_whose_director_sold_everything_is_in_receivership_and_stays_floated() -> None:
    table = Table(players=3)
    table.float("C&N", 74, {"A": 3, "B": 1}, operated=True, treasury=0)
    table.stock_turn("A")
    table.do("sell 3 C&N")
    assert table.director("C&N") == "pool"
    assert table.has("C&N", FLOATED)
    assert table.price("C&N") == 65
    table.operating_round()
    assert table.price("C&N") == 60


@rule("1860-RECV-02")
def test_a_company_in_receivership_lays_no_track_and_builds_no_base() -> None:
    table = cowes(treasury=240, trains=("2+1",))
    tiles, tokens = dict(table.state.tiles), dict(table.state.tokens)
    operate(table)
    assert table.state.tiles == tiles
    assert table.state.tokens == tokens
    assert table.cash("C&N") == 300


@rule("1860-RECV-02")
def test_the_same_company_builds_if_it_has_a_director() -> None:
    table = Table(players=3)
    table.float("C&N", 74, {"A": 5}, operated=True, treasury=240)
    table.lay(*TO_NEWPORT)
    table.operating_turn("C&N", "begin")
    assert isinstance(table.step, LayTrack)
    table.do("pass", "token at G5.0")


@rule("1860-RECV-03")
@pytest.mark.parametrize(
    ("track", "train", "earned"),
    [
        (TO_NEWPORT, "2+1", (60, 0)),
        (TO_NEWPORT, "3+2", (60, 20)),
        ((*TO_NEWPORT, *TO_RYDE), "2+1", (60, 0)),
        ((*TO_NEWPORT, *TO_RYDE), "3+2", (80, 10)),
        ((*TO_NEWPORT, *TO_RYDE), "4+2", (110, 10)),
        ((*TO_NEWPORT, *TO_RYDE), "5+3", (110, 30)),
    ],
)
def test_a_company_in_receivership_runs_for_the_maximum_and_keeps_it(
    track: tuple[str, ...], train: str, earned: tuple[int, int]
) -> None:
    table = cowes(treasury=3, track=track, trains=(train,), players={"A": 1, "B": 1})
    before = [table.cash(name) for name in "ABC"]
    operate(table)
    assert revenue(table) == earned
    assert table.cash("C&N") == 3 + sum(earned)
    assert [table.cash(name) for name in "ABC"] == before
    assert table.state.dividend[table.company("C&N")] == 0
    assert table.price("C&N") == 68


@rule("1860-RECV-03")
def test_all_trains_of_a_company_in_receivership_run() -> None:
    table = cowes(track=(*TO_NEWPORT, *TO_RYDE), trains=("2+1", "3+2"))
    table.token("C&N", "G5.0")
    operate(table)
    assert revenue(table) == (60 + 80, 20)


@rule("1860-RECV-03")
def test_a_new_director_may_run_less_than_the_maximum_again() -> None:
    table = cowes(trains=("2+1",), players={"A": 1})
    operate(table)
    table.stock_turn("A")
    table.do("buy C&N from pool")
    assert table.director("C&N") == "A"
    table.operating_turn("C&N", "run")
    table.do("run 2+1 F2.0-F2.1")
    assert revenue(table) == (30, 0)


@rule("1860-RECV-03")
def test_a_company_that_lost_its_director_runs_for_the_maximum() -> None:
    table = Table(players=3)
    table.float("C&N", 74, {"A": 2, "B": 1}, operated=True, treasury=0)
    table.lay(*TO_NEWPORT)
    table.give_trains("C&N", "2+1")
    table.operating_turn("C&N", "run")
    table.do("run 2+1 F2.0-F2.1", "keep")
    table.stock_turn("A")
    table.do("sell 2 C&N")
    operate(table)
    assert revenue(table) == (60, 0)
    assert table.cash("C&N") == 90


# -- insolvency in receivership -------------------------------------------------------------------


@rule("1860-RECV-04")
def test_a_trainless_company_in_receivership_is_insolvent_and_leases_in_the_same_turn() -> None:
    table = cowes(treasury=20)
    assert not table.has("C&N", INSOLVENT)
    operate(table)
    assert table.has("C&N", INSOLVENT)
    assert revenue(table) == (80, 0)
    assert table.cash("C&N") == 100
    assert table.price("C&N") == 68


@rule("1860-RECV-04")
@pytest.mark.parametrize(("phase", "credits"), [("3", 100), ("4", 120), ("5", 140)])
def test_the_leased_train_of_a_company_in_receivership_calls_as_often_as_it_can(phase: str, credits: int) -> None:
    table = cowes(track=(*TO_NEWPORT, *TO_RYDE))
    table.set_phase(phase)
    operate(table)
    assert table.cash("C&N") == credits


@rule("1860-RECV-04")
def test_a_company_in_receivership_without_a_route_does_not_become_insolvent() -> None:
    table = cowes(treasury=20, track=())
    operate(table)
    assert not table.has("C&N", INSOLVENT)
    assert table.cash("C&N") == 20
    assert table.price("C&N") == 68


@rule("1860-RECV-04")
def test_a_company_in_receivership_with_a_train_does_not_become_insolvent() -> None:
    table = cowes(trains=("2+1",))
    operate(table)
    assert not table.has("C&N", INSOLVENT)


@rule("1860-RECV-04")
def test_a_trainless_company_with_a_director_does_not_lease_in_the_same_turn() -> None:
    table = Table(players=3)
    table.float("C&N", 74, {"A": 5}, operated=True, treasury=20)
    table.lay(*TO_NEWPORT)
    table.operating_turn("C&N", "begin")
    assert not table.has("C&N", INSOLVENT)
    table.do("pass")
    assert table.cash("C&N") == 20


# -- buying its train -----------------------------------------------------------------------------


@rule("1860-RECV-05")
@pytest.mark.parametrize(
    ("treasury", "left", "trains"),
    [(169, 249, []), (170, 0, ["2+1"]), (180, 10, ["2+1"]), (249, 79, ["2+1"])],
)
def test_a_company_in_receivership_buys_as_soon_as_the_lease_brings_the_price(
    treasury: int, left: int, trains: list[str]
) -> None:
    table = cowes(treasury=treasury)
    operate(table)
    assert table.cash("C&N") == left
    assert table.trains("C&N") == trains
    assert table.has("C&N", INSOLVENT) is (trains == [])


@rule("1860-RECV-05")
def test_a_company_in_receivership_that_can_pay_buys_without_leasing_first() -> None:
    table = cowes(treasury=250)
    operate(table)
    assert revenue(table) == (0, 0)
    assert table.cash("C&N") == 0
    assert table.trains("C&N") == ["2+1"]
    assert not table.has("C&N", INSOLVENT)
    assert table.price("C&N") == 68


@rule("1860-RECV-05")
def test_a_company_in_receivership_buys_even_without_a_route() -> None:
    table = cowes(treasury=250, track=())
    operate(table)
    assert table.trains("C&N") == ["2+1"]


@rule("1860-RECV-05")
def test_the_train_a_company_in_receivership_buys_may_begin_a_phase() -> None:
    table = cowes(treasury=300)
    table.state.scrapped[0], table.state.depot[0] = table.state.depot[0], 0
    assert table.phase == "2"
    operate(table)
    assert table.trains("C&N") == ["3+2"]
    assert table.cash("C&N") == 0
    assert table.phase == "3"


@rule("1860-RECV-05")
def test_a_company_in_receivership_buys_a_returned_train_it_can_pay_for() -> None:
    table = cowes(treasury=350)
    effects.move_train(table.game, BANK, POOL, table.train("4+2"))
    table.set_phase("6")
    operate(table)
    assert table.trains("C&N") == ["4+2"]
    assert table.state.trains[POOL] == ()
    assert table.cash("C&N") == 0
    assert table.phase == "6"


@rule("1860-RECV-05")
def test_a_company_in_receivership_buys_no_second_train() -> None:
    table = cowes(treasury=740, trains=("2+1",))
    operate(table)
    assert table.trains("C&N") == ["2+1"]
    assert table.cash("C&N") == 800


@rule("1860-RECV-05")
def test_other_companies_cannot_buy_the_train_of_a_company_in_receivership() -> None:
    table = cowes(trains=("2+1", "2+1"))
    table.float("IOW", 74, {"A": 5}, operated=True, treasury=740)
    table.operating_turn("IOW", "trains")
    table.refuses("offer 100 for 2+1 of C&N", "1860-TRAIN-04")
    assert table.offered("offer") == []


# -- a new director -------------------------------------------------------------------------------


@rule("1860-RECV-06")
@pytest.mark.parametrize(("source", "price"), [("pool", 82), ("ipo", 74)])
def test_the_first_player_with_a_second_share_takes_the_directors_certificate(source: str, price: int) -> None:
    table = cowes(pool=3, players={"A": 1, "B": 1})
    table.set_price("C&N", 82)
    table.stock_turn("A")
    cash = table.cash("A")
    table.do(f"buy C&N from {source}")
    assert table.director("C&N") == "A"
    assert table.shares("A", "C&N") == 2
    assert table.shares("pool", "C&N") == (2 if source == "pool" else 3)
    assert table.cash("A") == cash - price


@rule("1860-RECV-06")
def test_the_two_shares_given_for_the_certificate_are_for_sale_in_the_pool() -> None:
    table = cowes(pool=3, players={"A": 1, "B": 1})
    table.stock_turn("A")
    table.do("buy C&N from pool")
    assert table.turn == "B"
    table.do("buy C&N from pool")
    assert (table.shares("B", "C&N"), table.shares("pool", "C&N")) == (2, 1)
    assert table.director("C&N") == "A"


@rule("1860-RECV-06")
def test_a_first_share_leaves_the_certificate_in_the_pool() -> None:
    table = cowes(pool=3, players={"B": 1})
    table.stock_turn("A")
    table.do("buy C&N from pool")
    assert table.director("C&N") == "pool"
    assert (table.shares("A", "C&N"), table.shares("pool", "C&N")) == (1, 2)


@rule("1860-RECV-06")
@pytest.mark.parametrize("held", [0, 1])
def test_the_directors_certificate_itself_cannot_be_bought(held: int) -> None:
    table = cowes(pool=2, players={"A": held})
    table.stock_turn("A")
    table.refuses("buy C&N from pool", "1860-SR-07")
    table.refuses("start C&N at 74", "1860-SR-10")
    assert not [text for text in table.offered("buy") if "C&N from pool" in text]
    assert not [text for text in table.offered("start") if "C&N" in text]


@rule("1860-RECV-06")
def test_a_private_exchanged_for_a_second_share_brings_the_certificate_too() -> None:
    table = cowes(pool=2, players={"A": 1})
    table.give_private("Cowes", "A")
    table.stock_turn("A")
    table.do("exchange Cowes")
    assert table.director("C&N") == "A"
    assert table.shares("A", "C&N") == 2
    assert table.shares("pool", "C&N") == 2


@rule("1860-RECV-06")
def test_the_new_director_makes_the_decisions() -> None:
    table = cowes(pool=3, players={"A": 1})
    table.stock_turn("A")
    table.do("buy C&N from pool")
    table.operating_turn("C&N", "begin")
    assert isinstance(table.step, LayTrack)
    assert table.turn == "A"


# -- open books -----------------------------------------------------------------------------------


def treasury_seen(table: Table, name: str) -> int | None:
    seen = view(table.book, table.state, table.seat(name) if name else None)
    return seen.companies[table.company("C&N")].treasury


@rule("1860-RECV-07")
@pytest.mark.parametrize("who", ["A", "B", "C", ""])
def test_everybody_sees_the_treasury_of_a_company_in_receivership(who: str) -> None:
    table = cowes(treasury=130, players={"B": 1})
    assert treasury_seen(table, who) == 130


@rule("1860-RECV-07")
@pytest.mark.parametrize("who", ["A", "B", "C", ""])
@pytest.mark.parametrize("restarted", [False, True])
def test_everybody_sees_the_treasury_of_a_bankrupt_company(who: str, restarted: bool) -> None:
    table = cowes(treasury=130)
    table.bankrupt("C&N")
    if restarted:
        table.stock_turn("A")
        table.do("start C&N at 50")
    assert treasury_seen(table, who) == 130


@rule("1860-RECV-07")
@pytest.mark.parametrize(("who", "seen"), [("A", 130), ("B", 130), ("C", None), ("", None)])
def test_only_shareholders_see_the_treasury_of_a_company_with_a_director(who: str, seen: int | None) -> None:
    table = Table(players=3)
    table.float("C&N", 74, {"A": 5, "B": 1}, treasury=130)
    assert treasury_seen(table, who) == seen
