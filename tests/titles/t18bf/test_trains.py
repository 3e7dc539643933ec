"""Trains: limits, purchases, forced ones, trading in, what phases do to them, exports (18BF-TRAIN, 18BF-EXP)."""

from __future__ import annotations

import pytest

from railhead.core.ids import POOL
from railhead.core.refusal import Malformed
from railhead.core.rulebook import UNLIMITED
from railhead.core.state import Round
from railhead.rules.operating import OperatingRound
from railhead.rules.trains import BuyTrains, ReturnTrains, TrainRules, on_offer
from railhead.testing import rule
from railhead.titles.t18bf import rounds
from railhead.titles.t18bf.facts import TRADE_IN
from railhead.titles.t18bf.record import record
from tests.titles.t18bf.table import BigFour
from tests.titles.waiting import Waiting

PHASES = ("2", "3", "4", "5", "6", "7", "8")


def pool(at: BigFour) -> list[str]:
    return [at.book.train_names[train] for train in at.state.trains[POOL]]


def minor(phase: str = "2", cash: int = 0, trains: tuple[str, ...] = ()) -> BigFour:
    """The TV buys trains."""
    at = BigFour(phase=phase)
    at.minor("TV", cash=cash, trains=trains)
    at.operate("TV", "trains")
    return at


def public(phase: str = "4", cash: int = 0, trains: tuple[str, ...] = (), loans: int = 0) -> BigFour:
    """The MR buys trains."""
    at = BigFour(phase=phase)
    at.in_play("MR", 100, {"A": 2}, cash=cash, trains=trains, loans=loans)
    at.operate("MR", "trains")
    return at


def system(phase: str = "6", cash: int = 0, trains: tuple[str, ...] = ()) -> BigFour:
    """The GWR buys trains."""
    at = BigFour(phase=phase)
    at.in_play("GWR", 100, {"A": 4}, cash=cash, trains=trains)
    at.operate("GWR", "trains")
    return at


# -- the table of trains --------------------------------------------------------------------------

FACES = {
    "2": (100, "2", None),
    "3": (225, "3", None),
    "4": (350, "4", 0),
    "5": (550, "5/3G", 135),
    "3G": (450, "5/3G", 125),
    "6": (650, "6/4G", 160),
    "4G": (550, "6/4G", 150),
    "3+3": (800, "3+3/5G", 200),
    "5G": (700, "3+3/5G", 175),
    "4+4": (1000, "4+4/6G", 250),
    "6G": (800, "4+4/6G", 200),
    "5+5E": (1500, "5+5E", 375),
    "2+2": (600, "2+2", 150),
}
"""Price, pile and trade-in value (worked examples 18BF-EX-22 and 18BF-EX-24)."""
COUNTS = {"2": 15, "3": 11, "4": 6, "5/3G": 6, "6/4G": 3, "3+3/5G": 3, "4+4/6G": None, "5+5E": 5, "2+2": None}


@rule("18BF-TRAIN-14", "18BF-TRAIN-15", "18BF-TRAIN-17")
def test_prices_piles_and_numbers() -> None:
    """Worked example 18BF-EX-25: 49 of the 57 cards are limited, the other 8 stand for two piles without end."""
    book = BigFour().book
    found = {train.name: (train.price, book.piles[train.pile].name) for train in book.trains}
    assert found == {name: (price, pile) for name, (price, pile, _) in FACES.items()}
    assert {pile.name: pile.count for pile in book.piles} == {
        name: UNLIMITED if count is None else count for name, count in COUNTS.items()
    }
    assert sum(count for count in COUNTS.values() if count is not None) == 49


@rule("18BF-TRAIN-20")
@pytest.mark.parametrize("name", FACES)
def test_trade_in_values(name: str) -> None:
    at = BigFour()
    assert TRADE_IN[at.train(name)] == (FACES[name][2] or 0)


LIMITS = {
    "2": (2, 0, 0),
    "3": (2, 4, 0),
    "4": (1, 3, 0),
    "5": (1, 3, 0),
    "6": (1, 2, 4),
    "7": (1, 2, 4),
    "8": (0, 2, 4),
}


@rule("18BF-TRAIN-08")
@pytest.mark.parametrize("phase", PHASES)
def test_limits_of_every_kind_in_every_phase(phase: str) -> None:
    """Worked example 18BF-EX-19."""
    at = BigFour(phase=phase)
    limit = at.book.rules[TrainRules].limit
    assert tuple(limit(at.game, at.company(name)) for name in ("TV", "MR", "GWR")) == LIMITS[phase]


RUSTS = {"2": "4", "3": "6", "4": "8"}


@rule("18BF-TRAIN-16")
def test_what_becomes_obsolete_when() -> None:
    book = BigFour().book
    gone = {train.name: book.phases[train.rusted_by].name for train in book.trains if train.rusted_by < 7}
    assert gone == RUSTS


ON_OFFER = {
    "2": ["2"],
    "3": ["3"],
    "4": ["4"],
    "5": ["5", "3G"],
    "6": ["6", "4G"],
    "7": ["3+3", "5G"],
    "8": ["4+4", "6G", "5+5E", "2+2"],
}


@rule("18BF-TRAIN-03", "18BF-TRAIN-17", "18BF-PHASE-06")
@pytest.mark.parametrize("phase", PHASES)
def test_new_trains_on_offer(phase: str) -> None:
    at = BigFour(phase=phase)
    assert [at.book.train_names[train] for train, _ in on_offer(at.game)] == ON_OFFER[phase]


# -- buying ---------------------------------------------------------------------------------------


@rule("18BF-TRAIN-01", "18BF-TRAIN-03", "18BF-PHASE-01")
def test_several_trains_each_with_its_effect_before_the_next() -> None:
    at = public("3", cash=1000, trains=("3",))
    at.state.depot[1], at.state.scrapped[1] = 1, 9
    at.refuses("train 4 from ipo", "18BF-TRAIN-03")
    at.do("train 3 from ipo", "train 4 from ipo")
    assert (at.phase, at.trains("MR"), at.cash("MR")) == ("4", ["3", "3", "4"], 425)
    at.facing(BuyTrains(at.company("MR")))
    at.refuses("train 4 from ipo", "18BF-TRAIN-06")


@rule("18BF-TRAIN-03")
def test_only_the_next_new_train() -> None:
    at = minor(cash=900)
    at.refuses("train 3 from ipo", "18BF-TRAIN-03")
    assert at.offered("train") == ["train 2 from ipo"]


@rule("18BF-TRAIN-04")
def test_any_train_of_the_pool_at_face_value() -> None:
    at = BigFour(phase="4")
    at.returned("3")
    at.in_play("MR", 100, {"A": 2}, cash=600)
    at.operate("MR", "trains")
    assert at.offered("train") == ["train 3 from pool", "train 4 from ipo"]
    at.do("train 3 from pool")
    assert (at.cash("MR"), at.phase) == (375, "4")


@rule("18BF-TRAIN-02", "18BF-OR-07")
def test_from_another_company_by_agreement() -> None:
    at = BigFour()
    at.minor("VN", owner="B", trains=("2",))
    at.minor("TV", cash=101, trains=("2",))
    at.operate("TV", "trains")
    at.refuses("offer 0 for 2 of VN", "18BF-TRAIN-02")
    at.refuses("offer 102 for 2 of VN", "18BF-TRAIN-02")
    at.do("offer 1 for 2 of VN")
    assert at.turn == "B"
    at.do("decline")
    at.refuses("offer 1 for 2 of VN", "18BF-TRAIN-02")
    at.do("offer 101 for 2 of VN", "accept")
    assert (at.trains("TV"), at.trains("VN"), at.cash("VN")) == (["2", "2"], [], 101)


@rule("18BF-TRAIN-02")
def test_a_director_of_both_agrees_at_once() -> None:
    at = BigFour()
    at.minor("VN", owner="A", trains=("2",))
    at.minor("TV", cash=1)
    at.operate("TV", "trains")
    at.do("offer 1 for 2 of VN")
    assert at.trains("TV") == ["2"]


@rule("18BF-TRAIN-05", "18BF-TRAIN-07")
def test_a_purchase_may_put_the_buyer_over_the_limit_it_brings_about() -> None:
    at = minor("3", cash=400, trains=("3",))
    at.sold_out("3")
    at.do("train 4 from ipo")
    assert isinstance(at.step, ReturnTrains)
    assert at.turn == "A"
    at.do("return 3")
    assert (at.trains("TV"), pool(at)) == (["4"], ["3"])


@rule("18BF-TRAIN-06")
def test_at_the_limit_nothing_is_bought_even_if_rust_would_make_room() -> None:
    at = minor(cash=400, trains=("2", "2"))
    at.sold_out("2", "3")
    at.operate("TV", "trains")
    assert at.waits
    at.facing(BuyTrains(at.company("TV")))
    at.refuses("train 4 from ipo", "18BF-TRAIN-06")


@rule("18BF-TRAIN-18")
def test_a_5_5e_is_for_systems_and_one_for_each() -> None:
    at = public("8", cash=2000, trains=("4+4",))
    at.refuses("train 5+5E from ipo", "18BF-TRAIN-18")
    at = system("8", cash=4000, trains=("4+4",))
    at.do("train 5+5E from ipo")
    at.refuses("train 5+5E from ipo", "18BF-TRAIN-18")
    assert at.trains("GWR") == ["4+4", "5+5E"]


@rule("18BF-TRAIN-18")
def test_nor_does_a_public_buy_one_from_a_system() -> None:
    at = BigFour(phase="8")
    at.in_play("GWR", 100, {"A": 4}, trains=("5+5E",))
    at.in_play("MR", 100, {"A": 2}, cash=500, trains=("4+4",))
    at.facing(BuyTrains(at.company("MR")))
    at.refuses("offer 100 for 5+5E of GWR", "18BF-TRAIN-18")


@rule("18BF-TRAIN-17", "18BF-PHASE-03")
def test_the_face_is_chosen_by_the_buyer_and_stays() -> None:
    at = public("4", cash=1000, trains=("4",))
    at.sold_out("4")
    at.do("train 3G from ipo")
    assert (at.phase, at.cash("MR")) == ("5", 550)
    at.state.trains[POOL], at.state.trains[at.owner("MR")] = (at.train("3G"),), (at.train("4"),)
    assert at.offered("train") == ["train 3G from pool", "train 5 from ipo", "train 3G from ipo"]
    at.refuses("train 5 from pool", "18BF-TRAIN-03")


@rule("18BF-TRAIN-22")
def test_nothing_is_given_up_by_choice() -> None:
    at = public("4", cash=400, trains=("4", "4"))
    at.refuses("return 4", "18BF-OR-05")


# -- a company without a train --------------------------------------------------------------------


@rule("18BF-TRAIN-09")
def test_a_company_without_a_train_must_buy_one_with_all_the_loans_it_takes() -> None:
    at = minor(cash=10)
    at.refuses("pass", "18BF-TRAIN-09")
    at.do("train 2 from ipo")
    assert (at.cash("TV"), at.loans("TV"), at.trains("TV")) == (0, 2, ["2"])


@rule("18BF-TRAIN-09", "18BF-LOAN-02")
def test_two_loans_and_twenty_pay_for_a_train() -> None:
    """Worked example 18BF-DX-12."""
    at = minor(cash=20)
    at.do("train 2 from ipo")
    assert (at.cash("TV"), at.loans("TV")) == (10, 2)


@rule("18BF-TRAIN-11", "18BF-CLOSE-01")
def test_a_train_out_of_reach_is_not_borrowed_for() -> None:
    """Worked example 18BF-DX-13."""
    at = minor(cash=5)
    assert at.waits
    assert (at.cash("TV"), at.loans("TV"), at.trains("TV"), at.price("TV")) == (5, 0, [], 90)


FORCED = {
    "a Minor of phase 2": ("TV", "2", "", 0, "train 2 from ipo", 10, 2),
    "a Minor with a loan": ("TV", "2", "", 1, "train 2 from ipo", 55, 2),
    "a Minor at its limit": ("TV", "2", "", 2, "train 2 from ipo", 100, 2),
    "a Public, from the pool": ("MR", "4", "3", 0, "train 3 from pool", 0, 5),
    "a Public above its limit": ("MR", "4", "3", 7, "train 3 from pool", 225, 7),
    "a Public, the cheaper face": ("MR", "5", "", 0, "train 3G from ipo", 225, 5),
    "a Public of phase 8": ("MR", "8", "", 0, "train 2+2 from ipo", 375, 5),
    "a System of phase 8": ("GWR", "8", "", 0, "train 2+2 from ipo", 150, 10),
    "a System with loans": ("GWR", "8", "", 4, "train 2+2 from ipo", 330, 10),
}
"""Company, phase, a train in the pool, loans; the cheapest train, the least cash with which it must be bought, and the
loans after that."""


@rule("18BF-TRAIN-09", "18BF-TRAIN-11", "18BF-LOAN-04", "18BF-LOAN-05")
@pytest.mark.parametrize("who", FORCED)
def test_the_cheapest_train_must_be_bought_if_all_loans_just_pay_for_it(who: str) -> None:
    company, phase, pool_train, loans, purchase, cash, after = FORCED[who]

    def without_a_train(cash: int) -> BigFour:
        at = BigFour(phase=phase)
        at.returned(*filter(None, [pool_train]))
        shares = {"TV": 1, "MR": 2, "GWR": 4}[company]
        at.in_play(company, 100, {"A": shares}, cash=cash, loans=loans)
        at.operate(company, "trains")
        return at

    at = without_a_train(cash)
    at.refuses("pass", "18BF-TRAIN-09")
    at.do(purchase)
    assert (at.cash(company), at.loans(company)) == (0, after)
    if cash:
        at = without_a_train(cash - 1)
        assert at.waits
        assert (at.cash(company), at.loans(company), at.price(company)) == (cash - 1, loans, 90)


@rule("18BF-TRAIN-10", "18BF-LOAN-02")
def test_any_train_it_can_afford_with_loans() -> None:
    at = BigFour(phase="3")
    at.returned("2")
    at.in_play("MR", 100, {"A": 2}, cash=100)
    at.operate("MR", "trains")
    assert at.offered("train") == ["train 2 from pool", "train 3 from ipo"]
    at.do("train 3 from ipo")
    assert (at.cash("MR"), at.loans("MR")) == (10, 3)


@rule("18BF-TRAIN-09")
def test_another_companys_train_will_do() -> None:
    at = BigFour()
    at.minor("VN", owner="B", trains=("2", "2"))
    at.minor("TV", cash=30)
    at.operate("TV", "trains")
    at.do("offer 30 for 2 of VN", "accept")
    assert at.waits, "with a train and no money it can do nothing more"
    assert (at.trains("TV"), at.loans("TV"), at.price("TV")) == (["2"], 0, 100)


@rule("18BF-TRAIN-09", "18BF-TRAIN-11")
def test_a_company_that_cannot_pay_the_bank_may_still_deal_with_others() -> None:
    at = BigFour()
    at.minor("VN", owner="B", trains=("2",))
    at.minor("TV", cash=5)
    at.operate("TV", "trains")
    assert at.turn == "A"
    at.do("pass")
    assert at.price("TV") == 90


@rule("18BF-TRAIN-12")
def test_what_is_left_of_the_loans_buys_from_others() -> None:
    at = BigFour()
    at.minor("VN", owner="B", trains=("2",))
    at.minor("TV", cash=30)
    at.operate("TV", "trains")
    at.do("train 2 from ipo", "offer 20 for 2 of VN", "accept")
    assert (at.trains("TV"), at.cash("TV")) == (["2", "2"], 0)


@rule("18BF-TRAIN-13")
def test_the_director_adds_nothing() -> None:
    at = public("8", loans=5)
    assert at.waits
    assert (at.cash("A"), at.price("MR")) == (470, 90)


@rule("18BF-TRAIN-25", "18BF-PHASE-06", "18BF-CLOSE-01")
def test_a_minor_loses_the_train_that_begins_phase_8() -> None:
    at = minor("7", cash=900)
    at.sold_out("3+3/5G")
    at.refuses("pass", "18BF-TRAIN-09")
    at.do("train 6G from ipo")
    assert at.waits
    assert (at.phase, at.trains("TV"), pool(at), at.price("TV")) == ("8", [], ["6G"], 90)


@rule("18BF-TRAIN-08", "18BF-CLOSE-01", "18BF-PHASE-07")
def test_a_minor_of_phase_8_need_not_buy_and_falls() -> None:
    at = minor("8", cash=2000)
    assert at.waits
    assert at.price("TV") == 90


# -- trading in -----------------------------------------------------------------------------------


@rule("18BF-TRAIN-19", "18BF-TRAIN-20", "18BF-TRAIN-21")
def test_a_system_at_its_limit_trades_in_a_train() -> None:
    at = system("6", cash=1000, trains=("4", "4", "6", "6"))
    at.sold_out("6/4G")
    at.refuses("train 3+3 from ipo", "18BF-TRAIN-06")
    at.do("upgrade 6 to 3+3")
    assert (at.trains("GWR"), pool(at), at.cash("GWR")) == (["4", "4", "6", "3+3"], ["6"], 1000 - 640)


@rule("18BF-TRAIN-24", "18BF-PHASE-05")
def test_trading_in_begins_a_phase() -> None:
    at = system("6", cash=1000, trains=("4", "6"))
    at.sold_out("6/4G")
    at.do("upgrade 4 to 5G")
    assert (at.phase, at.trains("GWR"), pool(at), at.cash("GWR")) == ("7", ["6", "5G"], ["4"], 300)


PHASE_8 = {"5": 135, "3G": 125, "6": 160, "4G": 150, "3+3": 200, "5G": 175, "4+4": 250, "6G": 200, "2+2": 150}


@rule("18BF-TRAIN-20", "18BF-TRAIN-24")
@pytest.mark.parametrize("old", PHASE_8)
@pytest.mark.parametrize("new", ["4+4", "6G", "5+5E", "2+2"])
def test_what_every_trade_costs_in_phase_8(old: str, new: str) -> None:
    at = BigFour(phase="8")
    at.in_play("GWR", 100, {"A": 4}, cash=2000, trains=(old,))
    at.operate("GWR", "trains")
    at.do(f"upgrade {old} to {new}")
    assert 2000 - at.cash("GWR") == FACES[new][0] - PHASE_8[old]
    assert (at.trains("GWR"), pool(at)) == ([new], [old])


@rule("18BF-TRAIN-20")
def test_a_5_5e_is_worth_375() -> None:
    at = system("8", cash=700, trains=("5+5E",))
    at.do("upgrade 5+5E to 4+4")
    assert at.cash("GWR") == 75


@rule("18BF-TRAIN-21")
def test_only_systems_trade_in() -> None:
    at = public("8", cash=2000, trains=("4+4", "4+4"))
    at.facing(BuyTrains(at.company("MR")))
    at.refuses("upgrade 4+4 to 6G", "18BF-TRAIN-21")


@rule("18BF-TRAIN-19")
def test_a_system_trades_in_its_own_train_for_a_new_one() -> None:
    at = system("8", cash=2000, trains=("4+4",))
    at.refuses("upgrade 6G to 4+4", "18BF-TRAIN-19")
    at.returned("6G")
    at.refuses("upgrade 4+4 to 6", "18BF-TRAIN-19")
    assert "upgrade 4+4 to 6G" in at.offered("upgrade"), "a new one"


@rule("18BF-TRAIN-23")
def test_no_loan_for_trading_in() -> None:
    at = BigFour(phase="8")
    at.in_play("GWR", 100, {"A": 4}, cash=839, trains=("6",))
    at.operate("GWR", "trains")
    at.refuses("upgrade 6 to 4+4", "18BF-TRAIN-23")
    for cash in (840, 900):
        at = system("8", cash=cash, trains=("6",))
        at.do("upgrade 6 to 4+4")
        assert (at.cash("GWR"), at.loans("GWR")) == (cash - 840, 0)


@rule("18BF-TRAIN-18")
def test_a_second_5_5e_cannot_be_had_by_trading_in_either() -> None:
    at = system("8", cash=4000, trains=("4+4", "5+5E"))
    at.refuses("upgrade 4+4 to 5+5E", "18BF-TRAIN-18")
    at.do("upgrade 5+5E to 5+5E")
    assert (at.trains("GWR"), at.cash("GWR")) == (["4+4", "5+5E"], 4000 - 1125)


# -- what a phase does ----------------------------------------------------------------------------


@rule("18BF-TRAIN-07", "18BF-TRAIN-16", "18BF-PHASE-02")
def test_obsolete_trains_go_first() -> None:
    at = BigFour(phase="3")
    at.in_play("CR", 90, {"B": 2}, trains=("2", "2", "3", "3"))
    at.returned("2")
    at.in_play("MR", 100, {"A": 2}, cash=400)
    at.sold_out("2", "3")
    at.operate("MR", "trains")
    at.do("train 4 from ipo")
    assert isinstance(at.step, BuyTrains), "nobody returns anything"
    assert (at.trains("CR"), pool(at), at.phase) == (["3", "3"], [], "4")


@rule("18BF-TRAIN-07", "18BF-TRAIN-08", "18BF-PHASE-04")
def test_companies_above_the_limit_return_trains_in_operating_order() -> None:
    at = BigFour(phase="5")
    at.in_play("CR", 90, {"B": 2}, trains=("4", "4", "5"))
    at.in_play("NBR", 135, {"C": 2}, trains=("4", "4", "3G"))
    at.minor("TV", 40, owner="D", trains=("4",))
    at.in_play("MR", 100, {"A": 2}, cash=700, trains=("5",))
    at.sold_out("5/3G")
    at.operate("MR", "trains")
    at.do("train 6 from ipo")
    assert at.turn == "C"
    at.do("return 3G")
    assert at.turn == "B"
    at.refuses("return 3G", "18BF-TRAIN-07")
    at.do("return 4")
    assert sorted(pool(at)) == ["3G", "4"]
    assert (at.trains("CR"), at.trains("TV"), at.cash("B")) == (["4", "5"], ["4"], 470)


@rule("18BF-TRAIN-08", "18BF-PHASE-06")
def test_phase_8_takes_every_minors_train() -> None:
    at = BigFour(phase="7")
    for symbol, owner in (("TV", "B"), ("VN", "C")):
        at.minor(symbol, owner=owner, trains=("3+3",))
    at.in_play("MR", 100, {"A": 2}, cash=1000)
    at.sold_out("3+3/5G")
    at.operate("MR", "trains")
    at.do("train 4+4 from ipo")
    assert at.waits
    assert (at.trains("TV"), at.trains("VN"), pool(at)) == ([], [], ["3+3", "3+3"])


# -- exports --------------------------------------------------------------------------------------


def end_of_round(phase: str, index: int = 2) -> BigFour:
    """An operating round in which every company has had its turn."""
    at = BigFour(phase=phase)
    at.state.round = Round("operating", 3, index, 2)
    at.state.agenda = (
        at.state.agenda[0],
        Waiting(at.seat("A")),
        rounds.EndOfRound(),
        OperatingRound(at.book.company_ids),
    )
    return at


@rule("18BF-EXP-01", "18BF-EXP-03")
@pytest.mark.parametrize("index", [1, 2])
@pytest.mark.parametrize("phase", PHASES)
def test_a_train_is_exported_after_the_second_round_in_phases_4_to_7(phase: str, index: int) -> None:
    at = end_of_round(phase, index)
    before = list(at.state.depot)
    at.settle()
    pile = PHASES.index(phase)
    exported = index == 2 and phase in ("4", "5", "6", "7")
    assert before[pile] - at.state.depot[pile] == (1 if exported else 0)
    assert at.waits


@rule("18BF-EXP-02", "18BF-TRAIN-07", "18BF-PHASE-04")
def test_an_export_begins_a_phase_as_a_purchase_would() -> None:
    at = end_of_round("5")
    at.sold_out("5/3G")
    at.in_play("CR", 90, {"B": 2}, trains=("4", "4", "4"))
    at.settle()
    assert (at.phase, at.turn, at.state.depot[4]) == ("6", "B", 2)
    at.do("return 4")
    assert at.waits


@rule("18BF-EXP-02", "18BF-END-04")
def test_the_train_that_begins_phase_8_may_be_exported() -> None:
    at = end_of_round("7")
    at.sold_out("3+3/5G")
    at.settle()
    assert at.phase == "8"
    assert (record(at.game).last_set, record(at.game).last_rounds) == (4, 3)


@rule("18BF-EXP-04")
def test_the_phase_at_the_end_of_the_second_round_decides() -> None:
    at = end_of_round("3")
    at.state.phase = PHASES.index("4")
    at.sold_out("3")
    before = at.state.depot[2]
    at.settle()
    assert at.state.depot[2] == before - 1


# -- what is offered is what is allowed -----------------------------------------------------------


@rule("18BF-TRAIN-01", "18BF-TRAIN-03", "18BF-TRAIN-04", "18BF-TRAIN-19")
@pytest.mark.parametrize("cash", [0, 620, 1130, 3000])
@pytest.mark.parametrize(("company", "phase"), [("TV", "7"), ("MR", "6"), ("GWR", "7"), ("GWR", "8"), ("MR", "8")])
def test_every_purchase_is_offered_exactly_if_it_is_allowed(company: str, phase: str, cash: int) -> None:
    at = BigFour(phase=phase)
    at.in_play(company, 100, {"A": 1 if company == "TV" else 4}, cash=cash)
    if company == "GWR":
        at.give_trains("GWR", "5", "4G", *(["5+5E"] if phase == "8" else []))
    at.returned("5", "3G", "6")
    at.facing(BuyTrains(at.company(company)))
    names = at.book.train_names
    every = [f"train {name} from {source}" for name in names for source in ("ipo", "pool")]
    every += [f"upgrade {old} to {new}" for old in names for new in names]
    offered = at.offered("train") + at.offered("upgrade")
    assert sorted(text for text in every if at.allows(text)) == sorted(offered)


@rule("18BF-TRAIN-17")
def test_trains_carry_no_marks() -> None:
    """A face is all there is to a train."""
    at = minor(cash=500)
    assert at.allows("train 2 from ipo")
    with pytest.raises(Malformed, match="is not a train"):
        at.action("train 2* from ipo")
