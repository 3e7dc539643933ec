"""Buying trains, phases and rust, and what Thompson keeps (1863-TRAIN, 1863-PHASE, 1863-PRIV-04)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core import effects
from railhead.core.ids import BANK, POOL, a_train
from railhead.core.rulebook import UNLIMITED
from railhead.core.state import Round
from railhead.rules.operating import OperatingRound
from railhead.rules.phases import Rusting, rust_at_once
from railhead.rules.trains import return_excess
from railhead.testing import rule
from railhead.titles.t1863 import facts, prices, rounds, trains
from railhead.titles.t1863.costs import CommonCosts
from railhead.titles.t1863.facts import PLAYERS, TRAIN
from railhead.titles.t1863.record import record
from railhead.titles.t1863.thompson import KeepTrains, ask_first
from tests.titles.t1863.operating import Operating


def buying(company: str = "DIS", cash: int = 1000, phase: str = "III", players: int = 3) -> Operating:
    """The District, a major, or the Metropolitan, a minor, buys trains."""
    at = Operating(players, phase=phase)
    if company == "MET":
        at.minor("MET", 100, "A", cash=cash)
    else:
        at.major("DIS", 100, {"A": 2}, cash=cash)
    at.operate(company, "trains")
    return at


# -- buying ---------------------------------------------------------------------------------------


@rule("1863-TRAIN-01")
def test_several_trains_in_one_turn() -> None:
    at = buying("MET", cash=250, phase="II")
    bank = at.cash("ipo")
    at.do("train 2T from ipo", "train 2T from ipo")
    assert at.trains("MET") == ["2T", "2T"]
    assert at.cash("ipo") == bank + 200
    assert at.cash("MET") == 50
    at.refuses("train 2T from ipo", "1863-TRAIN-04")


@rule("1863-TRAIN-01", "1863-LOAN-02")
def test_loans_pay_for_trains() -> None:
    at = buying("MET", cash=0, phase="II")
    at.refuses("train 2T from ipo", "1863-TRAIN-12")
    at.do("borrow 1", "train 2T from ipo")
    assert at.trains("MET") == ["2T"]


PRICES = [("2T", 100), ("3T", 250), ("2+1e", 300), ("4T", 700), ("2+2e", 800), ("5T", 1200), ("2+3e", 1300)]


@rule("1863-TRAIN-02", "1863-TRAIN-08")
@pytest.mark.parametrize(("train", "price"), PRICES)
def test_the_price_of_every_train(train: str, price: int) -> None:
    """Worked example 1863-EX-27."""
    pile = next(pile for pile in facts.PILES if train in [each["name"] for each in pile["trains"]])
    for cash in (price - 1, price):
        at = Operating(3, phase=pile.get("begins", "II"))
        at.major("DIS", 100, {"A": 2}, cash=cash)
        at.operate("DIS", "trains")
        if cash < price:
            at.refuses(f"train {train} from ipo", "1863-TRAIN-12")
        else:
            bank = at.cash("ipo")
            at.do(f"train {train} from ipo")
            assert (at.cash("DIS"), at.cash("ipo"), at.trains("DIS")) == (0, bank + price, [train])


@rule("1863-TRAIN-08")
def test_both_kinds_of_a_phase_come_from_one_pile() -> None:
    at = buying(cash=3000)
    pile = at.state.depot[1]
    assert at.offered("train") == ["train 3T from ipo", "train 2+1e from ipo"]
    at.do("train 3T from ipo", "train 2+1e from ipo")
    assert at.state.depot[1] == pile - 2
    assert at.trains("DIS") == ["3T", "2+1e"]


@rule("1863-TRAIN-12", "1863-CRISIS-02")
def test_no_crisis_for_a_train() -> None:
    at = Operating(3, phase="IV")
    at.major("DIS", 100, {"A": 2}, cash=400, loans=10)
    at.major("CLR", 100, {"A": 2}, trains=("4T",))
    at.returned("4T")
    at.operate("DIS", "trains")
    at.refuses("train 4T from pool", "1863-TRAIN-12")
    at.refuses("crisis")
    assert at.cash("A") == 350


@rule("1863-TRAIN-10")
@pytest.mark.parametrize("phase", ["II", "III", "IV"])
def test_nobody_has_to_have_a_train(phase: str) -> None:
    at = buying("MET", cash=2000, phase=phase)
    at.do("pass")
    assert at.waits
    assert (at.price("MET"), at.trains("MET")) == (100, [])


# -- limits ---------------------------------------------------------------------------------------


@rule("1863-TRAIN-04")
@pytest.mark.parametrize(("phase", "major", "minor"), [("II", 4, 2), ("III", 4, 2), ("IV", 3, 1), ("V", 2, 1)])
def test_the_limits_of_every_phase(phase: str, major: int, minor: int) -> None:
    """Worked example 1863-EX-27."""
    train = {"II": "2T", "III": "3T", "IV": "4T", "V": "5T"}[phase]
    for company, limit in (("DIS", major), ("MET", minor)):
        at = buying(company, cash=20000, phase=phase, players=6)
        at.do(*[f"train {train} from ipo"] * limit)
        if not at.waits:
            at.refuses(f"train {train} from ipo", "1863-TRAIN-04")
        assert at.trains(company) == [train] * limit


@rule("1863-TRAIN-04", "1863-TRAIN-11", "1863-TRAIN-09")
def test_rust_comes_before_the_limit() -> None:
    at = Operating(4, phase="III")
    at.leave("3T/2+1e", 7)
    for _ in range(3):
        effects.move_train(at.game, BANK, POOL, at.train("3T"))
    at.minor("MET", 60, "B", trains=("3T", "2+1e"))
    at.state.trains[at.owner("MET")] = (at.train("3T"), at.train("2+1e"))
    at.major("CLR", 70, {"C": 2}, trains=("3T", "2+1e"))
    two = at.train("2T")
    at.state.trains[at.owner("CLR")] = (two, two, *at.state.trains[at.owner("CLR")])
    at.state.scrapped[0] -= 2
    at.major("DIS", 100, {"A": 2}, cash=3000)
    at.leave("3T/2+1e", 0)
    at.audited()
    at.operate("DIS", "trains")
    at.do("train 4T from ipo")
    assert at.phase == "IV"
    assert at.trains("CLR") == ["3T", "2+1e"], "the 2T are gone, so that it is within its limit"
    assert at.turn == "B", "a minor keeps one train"
    at.refuses("pass")
    at.do("return 3T")
    assert at.trains("MET") == ["2+1e"]
    assert at.state.trains[POOL].count(at.train("3T")) == 4
    assert at.allows("train 3T from pool"), "it is for sale at its price"


@rule("1863-TRAIN-04")
@pytest.mark.parametrize("president", [True, False])
def test_the_limit_is_for_companies_that_wait_for_their_liquidation_as_well(president: bool) -> None:
    at = Operating(4, phase="III")
    at.minor("MET", 60, "B", trains=("3T", "2+1e"))
    at.major("DIS", 100, {"A": 2}, cash=3000)
    at.leave("3T/2+1e", 0)
    prices.to_red(at.game, at.company("MET"))
    if not president:
        effects.move_shares(at.game, at.owner("B"), POOL, at.company("MET"), 2)
        effects.set_director(at.game, at.company("MET"), POOL)
    at.operate("DIS", "trains")
    at.do("train 4T from ipo")
    assert at.turn == ("B" if president else "A")
    if president:
        at.do("return 3T")
        assert at.trains("MET") == ["2+1e"]
        assert at.turn == "A"


@rule("1863-TRAIN-11")
def test_the_president_chooses_what_goes() -> None:
    at = Operating(3, phase="IV")
    at.major("DIS", 100, {"B": 2}, trains=("4T", "4T", "2+2e"))
    at.state.phase = facts.PHASE["V"]
    at.turn_of("DIS", "end")
    return_excess(at.game)
    assert (at.turn, sorted(at.offered("return"))) == ("B", ["return 2+2e", "return 4T"])
    at.refuses("return 3T", "1863-TRAIN-11")
    at.do("return 4T")
    assert at.waits
    assert sorted(at.trains("DIS")) == ["2+2e", "4T"]


# -- piles and phases -----------------------------------------------------------------------------


@rule("1863-TRAIN-05")
def test_in_the_first_round_2t_are_unlimited() -> None:
    at = Operating(3)
    assert at.state.depot[0] == UNLIMITED
    for number in range(10):
        at.minor(at.book.company_names[number], 60, "A", trains=("2T", "2T"))
    at.minor("PIC", 60, "A", cash=100)
    at.state.round = Round("operating", 1, 1, 2)
    at.operate("PIC", "trains")
    at.do("train 2T from ipo")
    assert at.trains("PIC") == ["2T"], "that is number 21 of 15 cards"


@rule("1863-TRAIN-05", "1863-SETUP-05")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("options", [(), ("fewer_2T",)])
def test_as_the_second_round_begins_the_listed_number_is_left(players: int, options: tuple[str, ...]) -> None:
    at = Operating(players, options)
    at.minor("MET", 100, "A", trains=("2T",))
    at.state.agenda = at.state.agenda[:1]
    rounds.begin_operating_round(at.game, Round("operating", 1, 1, 2))
    assert at.state.depot[0] == UNLIMITED - 1
    rounds.begin_operating_round(at.game, Round("operating", 1, 2, 2))
    listed = facts.FACTS["players"][str(players)]["trains"][0] - (2 if options else 0)
    assert at.state.depot[0] == listed
    at.audited()
    rounds.begin_operating_round(at.game, Round("operating", 2, 2, 2))
    assert at.state.depot[0] == listed


@rule("1863-TRAIN-06", "1863-TRAIN-07", "1863-PHASE-01", "1863-PHASE-02")
@pytest.mark.parametrize("train", ["3T", "2+1e"])
def test_the_next_pile_is_open_at_once_and_its_first_train_begins_the_phase(train: str) -> None:
    at = Operating(3)
    at.leave("2T", 1)
    at.minor("MET", 100, "A", cash=1000)
    at.operate("MET", "trains")
    assert at.offered("train") == ["train 2T from ipo"]
    at.refuses(f"train {train} from ipo", "1863-TRAIN-06")
    at.do("train 2T from ipo")
    assert at.phase == "II"
    assert at.offered("train") == ["train 3T from ipo", "train 2+1e from ipo"]
    at.do(f"train {train} from ipo")
    assert at.phase == "III"
    assert sorted(at.trains("MET")) == sorted(["2T", train])


@rule("1863-PHASE-03", "1863-TRAIN-09", "1863-PRIV-17", "1863-PHASE-05")
@pytest.mark.parametrize("train", ["4T", "2+2e"])
def test_phase_iv_rusts_2t_and_closes_privates(train: str) -> None:
    at = Operating(6, phase="III")
    at.minor("MET", 60, "B")
    at.state.trains[at.owner("MET")] = (at.train("2T"),)
    at.state.trains[POOL] = (at.train("2T"),)
    at.state.scrapped[0] -= 2
    at.leave("3T/2+1e", 0)
    at.privates(GRE="A", FOW="MET", THO="B", MAI="A", CLK="C", POR="MET")
    at.major("DIS", 100, {"A": 2}, cash=2000)
    at.whole_round()
    at.no_dividend()
    at.do(f"train {train} from ipo")
    assert at.phase == "IV"
    assert at.trains("MET") == []
    assert at.state.trains[POOL] == ()
    assert [at.owners(name) for name in ("GRE", "FOW", "POR")] == ["", "", ""]
    assert [at.owners(name) for name in ("THO", "MAI", "CLK")] == ["B", "A", "C"]
    assert at.book.phases[at.state.phase].colours[-1] == "brown"
    assert at.state.round == Round("operating", 2, 1, 2), "the round goes on"
    at.do("pass")
    assert at.turns_begun() == ["MET"]


@rule("1863-PHASE-04", "1863-TRAIN-09")
@pytest.mark.parametrize("train", ["5T", "2+3e"])
def test_phase_v_rusts_3t_and_their_express(train: str) -> None:
    at = Operating(4, phase="IV")
    at.minor("MET", 60, "B", trains=("4T",))
    at.state.trains[at.owner("MET")] = (at.train("4T"),)
    at.major("CLR", 70, {"C": 2})
    at.state.trains[at.owner("CLR")] = (at.train("3T"), at.train("2+1e"))
    at.state.trains[POOL] = (at.train("3T"),)
    at.state.scrapped[1] -= 3
    at.leave("4T/2+2e", 0)
    at.audited()
    at.major("DIS", 100, {"A": 2}, cash=3000)
    at.operate("DIS", "trains")
    at.do(f"train {train} from ipo")
    assert at.phase == "V"
    assert (at.trains("CLR"), at.trains("MET"), at.state.trains[POOL]) == ([], ["4T"], ())
    assert at.book.phases[at.state.phase].colours[-1] == "grey"


@rule("1863-TRAIN-09")
def test_trains_left_in_the_yard_rust_as_well() -> None:
    at = Operating(4, phase="III")
    assert at.state.depot[1] > 1
    at.state.phase = facts.PHASE["V"]
    rust_at_once(at.game)
    assert at.state.depot[1] == 0
    at.audited()


# -- the last train -------------------------------------------------------------------------------


@rule("1863-END-01")
def test_the_last_train_brings_the_end() -> None:
    at = Operating(3, phase="V")
    at.leave("5T/2+3e", 2)
    at.major("DIS", 100, {"A": 2}, cash=5000)
    at.operate("DIS", "trains")
    at.do("train 5T from ipo")
    assert at.state.ending == ""
    at.do("train 2+3e from ipo")
    assert at.state.ending == "the last train has been bought"
    assert record(at.game).final == 3


# -- between companies ----------------------------------------------------------------------------


@rule("1863-TRAIN-01")
def test_companies_sell_each_other_trains_by_agreement() -> None:
    at = Operating(3)
    at.minor("MET", 100, "A", cash=50, loans=2)
    at.minor("CIR", 60, "B", trains=("2T",))
    at.operate("MET", "trains")
    at.refuses("offer 51 for 2T of CIR", "1863-TRAIN-12")
    at.do("offer 30 for 2T of CIR")
    assert at.turn == "B"
    at.do("decline")
    at.refuses("offer 30 for 2T of CIR", "1863-TRAIN-01")
    at.do("offer 31 for 2T of CIR", "accept")
    assert (at.trains("MET"), at.trains("CIR"), at.cash("CIR")) == (["2T"], [], 31)


@rule("1863-TRAIN-01")
def test_in_the_other_reading_companies_do_not_trade_trains(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Operating(3)
    at.minor("MET", 100, "A", cash=50)
    at.minor("CIR", 60, "B", trains=("2T",))
    at.operate("MET", "trains")
    assert at.allows("offer 30 for 2T of CIR")
    monkeypatch.setattr(trains, "READINGS", replace(facts.READINGS, trains_between_companies=False))
    at.refuses("offer 30 for 2T of CIR", "1863-TRAIN-01")


@rule("1863-TRAIN-01")
def test_a_company_of_a_company_is_asked_through_its_chain() -> None:
    at = Operating(3)
    at.minor("MET", 100, "A", cash=50, loans=2)
    at.minor("DIS", 70, "B")
    at.minor("CIR", 60, "DIS", trains=("2T",))
    at.operate("MET", "trains")
    at.do("offer 30 for 2T of CIR")
    assert at.turn == "B"


# -- Thompson -------------------------------------------------------------------------------------


def with_thompson(
    owner: str = "MET", phase: str = "III", trains: tuple[str, ...] = ("2T", "2T"), options: tuple[str, ...] = ()
) -> Operating:
    """The Metropolitan of B owns Thompson; the next pile is about to be opened by the District of A."""
    at = Operating(4, options, phase=phase)
    at.minor("MET", 60, "B", cash=500)
    pile = at.book.trains[at.train(trains[0])].pile
    at.state.trains[at.owner("MET")] = tuple(sorted(at.train(name) for name in trains))
    at.state.scrapped[pile] -= len(trains)
    at.leave({"III": "3T/2+1e", "IV": "4T/2+2e"}[phase], 0)
    at.privates(THO=owner)
    at.major("DIS", 100, {"A": 2}, cash=4000)
    at.audited()
    return at


@rule("1863-PRIV-04")
def test_two_trains_run_once_more_and_then_go() -> None:
    at = with_thompson(trains=("2T", "2T"))
    at.whole_round()
    at.no_dividend()
    at.do("train 4T from ipo")
    assert isinstance(at.step, KeepTrains)
    assert at.turn == "B"
    assert at.phase == "IV"
    at.do("keep 2T", "keep 2T")
    assert at.state.trains[at.owner("MET")] == (a_train(TRAIN["2T"], 1),) * 2
    assert at.turn == "B", "a minor keeps one train in Phase IV: they count to the limit"
    at.do("return 2T*")
    assert at.state.trains[POOL] == (), "a train that has rusted is not for sale"
    at.do("pass")
    assert at.turns_begun() == ["MET"]
    cash = at.cash("MET")
    at.no_dividend()
    at.do("pass")
    assert at.waits
    assert at.cash("MET") == cash - 10 - 5, "it has cost 5 in its last turn"
    assert at.state.trains[at.owner("MET")] == ()
    assert not record(at.game).last_turn
    at.audited()


@rule("1863-PRIV-04")
def test_trains_kept_in_its_own_turn_run_in_the_next_one() -> None:
    at = with_thompson(trains=("2T",))
    at.give_cash("MET", 2000)
    at.operate("MET", "trains")
    at.do("train 4T from ipo", "keep 2T")
    assert at.turn == "B"
    at.do("return 4T")
    at.do("pass")
    assert at.waits
    assert at.state.trains[at.owner("MET")] == (a_train(TRAIN["2T"], 1),)
    at.operate("MET")
    at.no_dividend()
    at.do("pass")
    assert at.state.trains[at.owner("MET")] == ()


@rule("1863-PRIV-04")
def test_two_at_most() -> None:
    at = with_thompson("CLR", trains=("2T",))
    at.major("CLR", 70, {"C": 2})
    at.state.trains[at.owner("CLR")] = (at.train("2T"),) * 4
    at.state.scrapped[0] -= 4
    at.audited()
    at.operate("DIS", "trains")
    at.do("train 4T from ipo")
    assert at.turn == "C"
    assert at.offered() == ["keep 2T", "pass"]
    at.do("keep 2T", "keep 2T")
    assert at.state.trains[at.owner("CLR")] == (a_train(TRAIN["2T"], 1),) * 2
    assert not at.game.within(KeepTrains)


@rule("1863-PRIV-04")
def test_one_of_two_may_be_kept() -> None:
    at = with_thompson(trains=("2T", "2T"))
    at.operate("DIS", "trains")
    at.do("train 4T from ipo")
    at.refuses("keep 4T", "1863-PRIV-04")
    at.do("keep 2T")
    at.refuses("keep 2T*", "1863-PRIV-04")
    at.do("pass")
    assert at.state.trains[at.owner("MET")] == (a_train(TRAIN["2T"], 1),)


@rule("1863-PRIV-04", "1863-OR-04")
def test_if_all_pay_together_kept_trains_stay_until_their_cost_is_paid() -> None:
    at = with_thompson(trains=("2T",), options=("common_costs",))
    at.operate("DIS", "trains")
    at.do("train 4T from ipo", "keep 2T")
    at.state.agenda = (*at.state.agenda[:2], CommonCosts(), OperatingRound())
    at.settle()
    at.no_dividend()
    at.decline("dividend")
    assert at.turn == "B"
    assert record(at.game).last_turn
    at.do("dividend 0")
    assert at.state.trains[at.owner("MET")] == (a_train(TRAIN["2T"], 1),)
    at.do("pass")
    assert at.waits
    assert (at.trains("MET"), at.cash("MET")) == ([], 500 - 10 - 5)
    assert not record(at.game).last_turn


@rule("1863-PRIV-04")
def test_the_power_is_used_once_but_may_wait_for_phase_v() -> None:
    at = with_thompson(trains=("2T",))
    at.operate("DIS", "trains")
    at.do("train 4T from ipo", "pass")
    assert at.trains("MET") == []
    assert record(at.game).used == ()
    at = with_thompson(trains=("2T",))
    at.operate("DIS", "trains")
    at.do("train 4T from ipo", "keep 2T")
    assert record(at.game).used == (at.private("THO"),)
    at.state.phase = facts.PHASE["V"]
    at.state.trains[at.owner("MET")] = (at.train("3T"),)
    at.state.scrapped[0] += 1
    at.state.scrapped[1] -= 1
    at.audited()
    assert not ask_first(at.game)


@rule("1863-PRIV-04", "1863-PRIV-22")
@pytest.mark.parametrize("owner", ["B", "DIS"])
def test_only_its_company_is_asked(owner: str) -> None:
    at = with_thompson(owner, trains=("2T",))
    at.operate("DIS", "trains")
    at.do("train 4T from ipo")
    assert not isinstance(at.step, KeepTrains)
    assert at.trains("MET") == []
    assert not at.game.within(Rusting)


@rule("1863-PRIV-04")
def test_a_kept_train_is_not_sold_to_others() -> None:
    at = with_thompson(trains=("2T",))
    at.operate("DIS", "trains")
    at.do("train 4T from ipo", "keep 2T")
    at.refuses("offer 1 for 2T* of MET", "1863-PRIV-04")
    at.refuses("keep 2T*")
