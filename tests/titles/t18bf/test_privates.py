"""Privates: their income, companies that buy them, their closing (18BF-PRIV)."""

from __future__ import annotations

import pytest

from railhead.core.events import PrivateClosed
from railhead.core.ids import BANK, NOBODY
from railhead.core.state import Round
from railhead.routes.best import best_runs
from railhead.rules import privates as shared
from railhead.rules.directors import certificates
from railhead.rules.private_sales import BuyPrivates
from railhead.rules.running import RunTrains, open_runs
from railhead.rules.trains import BuyTrains
from railhead.testing import rule
from railhead.titles.t18bf import rounds
from railhead.titles.t18bf.facts import PRIVATES
from railhead.titles.t18bf.opening import Opening
from railhead.titles.t18bf.privates import close_railways
from tests.titles.t18bf.table import BigFour

# -- income ---------------------------------------------------------------------------------------

PHASES = ("2", "3", "4", "5", "6", "7", "8")
INCOMES = {
    **dict.fromkeys(("P1",), (10,) * 7),
    **dict.fromkeys(("P2", "P3", "P4"), (15,) * 7),
    **dict.fromkeys(("P5", "P6"), (20,) * 7),
    **dict.fromkeys(("P7", "P8", "P9"), (25,) * 7),
    **dict.fromkeys(("P10",), (30,) * 7),
    **dict.fromkeys(("F1", "F2", "F3"), (10, 15, 15, 20, 20, 25, 25)),
    **dict.fromkeys(("F4", "F5", "F6"), (20, 30, 30, 40, 40, 50, 50)),
    **dict.fromkeys(("F7", "F8"), (30, 45, 45, 60, 60, 75, 75)),
    "U1": (0, 0, 0, 40, 40, 50, 50),
    "U2": (0, 0, 0, 0, 0, 75, 75),
}
"""By private and phase (worked examples 18BF-EX-15 to 18BF-EX-18 and 18BF-EX-26); an underground is sold later."""


@rule("18BF-PRIV-02", "18BF-PRIV-10", "18BF-PRIV-27", "18BF-PRIV-28", "18BF-PRIV-29", "18BF-PRIV-30")
@rule("18BF-PRIV-34", "18BF-PRIV-35")
@pytest.mark.parametrize("private", INCOMES)
@pytest.mark.parametrize("owner", ["B", "TV"])
def test_what_every_private_pays_in_every_phase(private: str, owner: str) -> None:
    at = BigFour()
    at.minor("TV", owner="A")
    for name, income in zip(PHASES, INCOMES[private], strict=True):
        at.state.phase = PHASES.index(name)
        at.state.privates = [NOBODY] * len(at.state.privates)
        at.give_private(private, owner)
        before = at.cash(owner)
        shared.pay_income(at.game)
        assert at.cash(owner) - before == income, name


FACES = {
    "P1": (20, 30),
    **dict.fromkeys(("P2", "P3", "P4"), (30, 45)),
    **dict.fromkeys(("P5", "P6"), (40, 60)),
    **dict.fromkeys(("P7", "P8", "P9"), (50, 75)),
    "P10": (60, 90),
    **dict.fromkeys(("F1", "F2", "F3"), (50, 50)),
    **dict.fromkeys(("F4", "F5", "F6"), (100, 100)),
    **dict.fromkeys(("F7", "F8"), (150, 150)),
    "U1": (100, 100),
    "U2": (150, 150),
}


@rule("18BF-PRIV-10", "18BF-PRIV-27", "18BF-PRIV-28", "18BF-PRIV-29", "18BF-PRIV-34", "18BF-PRIV-35", "18BF-PRIV-36")
def test_least_bids_and_face_values() -> None:
    """Worked examples 18BF-EX-26 and 18BF-EX-27."""
    assert {private.symbol: (private.least_bid, private.value) for private in PRIVATES} == FACES


@rule("18BF-PRIV-02", "18BF-OR-02")
def test_privates_pay_before_any_company_acts() -> None:
    at = BigFour()
    at.minor("TV", cash=0, trains=("2",))
    at.give_private("P7", "TV")
    at.give_private("P1", "B")
    game = at.game
    rounds.begin_operating_round(game, Round("operating", 2, 1, 2))
    assert (at.cash("TV"), at.cash("B")) == (25, 480)


@rule("18BF-PRIV-02")
def test_what_nobody_owns_pays_nothing() -> None:
    at = BigFour()
    at.state.privates = [BANK] * 10 + [NOBODY] * 10
    before = list(at.state.cash)
    shared.pay_income(at.game)
    assert at.state.cash == before


# -- buying into companies ------------------------------------------------------------------------


def buyer(phase: str = "3", cash: int = 200, private: str = "P10", owner: str = "A") -> BigFour:
    """The TV of A, with a train, about to buy more."""
    at = BigFour(phase=phase)
    at.state.privates = [NOBODY] * len(at.state.privates)
    at.minor("TV", cash=cash, trains=("3",) if phase in "23" else ())
    at.give_private(private, owner)
    at.operate("TV", "trains")
    return at


@rule("18BF-PRIV-04", "18BF-PHASE-01")
def test_not_in_phase_2() -> None:
    at = BigFour()
    at.minor("TV", cash=200, trains=("2",))
    at.give_private("P10", "A")
    at.operate("TV", "trains")
    at.refuses("buy-in P10 for 50", "18BF-PRIV-04")


@rule("18BF-PRIV-01", "18BF-PRIV-04")
def test_from_phase_3_at_any_price_up_to_the_face_value() -> None:
    at = buyer()
    at.refuses("buy-in P10 for 91", "18BF-PRIV-04")
    at.refuses("buy-in P10 for 0", "18BF-PRIV-04")
    assert at.allows("buy-in P10 for 1")
    at.do("buy-in P10 for 90")
    assert (at.cash("A"), at.cash("TV")) == (560, 110)
    assert at.state.privates[at.private("P10")] == at.owner("TV")


@rule("18BF-PRIV-37")
@pytest.mark.parametrize(("private", "face"), [(name, face) for name, (_, face) in FACES.items()])
def test_every_private_may_be_bought_for_its_face_value(private: str, face: int) -> None:
    at = buyer("7", cash=400, private=private)
    at.refuses(f"buy-in {private} for {face + 1}", "18BF-PRIV-04")
    at.do(f"buy-in {private} for {face}")
    assert at.cash("TV") == 400 - face


@rule("18BF-PRIV-04")
def test_the_owner_must_agree_unless_they_direct_the_company() -> None:
    at = buyer(owner="C")
    at.do("buy-in P10 for 50")
    assert at.turn == "C"
    at.refuses("buy-in P10 for 60", "18BF-PRIV-05")
    at.do("decline")
    assert at.turn == "A"
    at.refuses("buy-in P10 for 50", "18BF-PRIV-04")
    at.do("buy-in P10 for 51", "accept")
    assert (at.cash("C"), at.cash("TV")) == (521, 149)


@rule("18BF-PRIV-04")
def test_it_is_paid_from_the_cash_of_the_company() -> None:
    at = buyer(cash=60)
    at.refuses("buy-in P10 for 61", "18BF-PRIV-04")
    at.do("buy-in P10 for 60")
    assert (at.cash("TV"), at.loans("TV")) == (0, 0)


@rule("18BF-PRIV-06")
def test_a_company_never_sells_a_private() -> None:
    at = buyer()
    at.give_private("P10", "TV")
    at.refuses("buy-in P10 for 50", "18BF-PRIV-06")
    at.minor("VN", owner="B", cash=100, trains=("3",))
    at.operate("VN", "trains")
    at.refuses("buy-in P10 for 50", "18BF-PRIV-06")


# -- at any point of the turn ---------------------------------------------------------------------


@rule("18BF-PRIV-05")
def test_any_number_in_a_turn_even_if_no_train_can_be_bought() -> None:
    at = buyer(cash=20)
    assert isinstance(at.step, BuyTrains)
    at.give_private("P1", "A")
    at.do("buy-in P1 for 5", "buy-in P10 for 10")
    assert at.waits, "with nothing left to buy the turn is over"
    assert at.cash("TV") == 5


@rule("18BF-PRIV-05")
def test_in_the_step_before_any_other() -> None:
    at = BigFour(phase="4")
    at.in_play("MR", 90, {"A": 2}, cash=200, trains=("4",))
    at.into_pool("MR", 1)
    at.give_private("F1", "A")
    at.operate("MR", "shares")
    at.do("buy-in F1 for 50", "redeem-share")
    assert at.cash("MR") == 60


@rule("18BF-PRIV-05", "18BF-OR-05")
def test_before_interest_so_that_the_cash_is_spent_first() -> None:
    at = BigFour(phase="3")
    at.minor("TV", cash=40, trains=("3",), loans=1)
    at.give_private("F1", "A")
    at.earned("TV", 20)
    at.operate("TV", "distribute")
    assert isinstance(at.step, BuyPrivates)
    assert (at.turn, at.cash("TV")) == ("A", 50)
    at.do("buy-in F1 for 50")
    assert at.waits
    assert (at.cash("TV"), at.loans("TV")) == (40, 2), "the interest takes another loan"


@rule("18BF-PRIV-05")
def test_without_loans_nobody_is_asked_before_interest() -> None:
    at = BigFour(phase="3")
    at.minor("TV", cash=40, trains=("3",))
    at.give_private("F1", "A")
    at.operate("TV", "distribute")
    assert isinstance(at.step, BuyTrains)


@rule("18BF-PRIV-05")
def test_goods_trains_run_after_a_chance_to_buy_their_bonus() -> None:
    at = BigFour(phase="5")
    at.in_play("MR", 90, {"A": 2}, cash=40, trains=("3G",))
    at.give_private("F1", "A")
    at.operate("MR", "bonuses")
    assert isinstance(at.step, BuyPrivates)


@rule("18BF-PRIV-05")
def test_only_goods_trains_need_such_a_chance() -> None:
    """A company without them has nothing to gain; one with a route to run is asked while its trains run."""
    at = BigFour(phase="5")
    at.in_play("MR", 90, {"A": 2}, cash=40, trains=("5",))
    at.token("MR", "O17.0")
    at.give_private("F1", "A")
    at.operate("MR", "bonuses")
    assert not isinstance(at.step, BuyPrivates), "its 5 has no route"
    at = BigFour(phase="5")
    at.in_play("MR", 90, {"A": 2}, cash=40, trains=("5", "3G"))
    at.token("MR", "O17.0")
    at.lay("57@1 O17", "621@1 O19")
    at.give_private("F1", "A")
    at.operate("MR", "bonuses")
    assert isinstance(at.step, RunTrains)
    assert at.allows("buy-in F1 for 40")


@rule("18BF-PRIV-05", "18BF-OR-06")
def test_not_in_the_turn_of_another_company() -> None:
    at = buyer()
    at.minor("VN", owner="B", cash=100, trains=("3",))
    at.give_private("P10", "B")
    at.do("offer 5 for 3 of VN")
    assert at.turn == "B"
    at.refuses("buy-in P10 for 50", "18BF-PRIV-05")


@rule("18BF-PRIV-05")
def test_nobody_is_asked_if_the_company_has_no_money() -> None:
    at = BigFour(phase="3")
    at.minor("TV", cash=0, trains=("3",), loans=0)
    at.give_private("F1", "A")
    at.operate("TV", "distribute")
    assert at.waits


# -- closing --------------------------------------------------------------------------------------


@rule("18BF-PRIV-26", "18BF-PRIV-38", "18BF-PHASE-06")
def test_railways_close_with_phase_8_and_the_others_never() -> None:
    at = BigFour(phase="7")
    at.sold_out("3+3/5G")
    at.in_play("MR", 90, {"A": 2}, cash=1000, trains=())
    owners = {"P1": "B", "P7": "MR", "P10": "C", "F1": "B", "F8": "MR", "U1": "C"}
    at.state.privates = [NOBODY] * len(at.state.privates)
    for private, owner in owners.items():
        at.give_private(private, owner)
    cash = {name: at.cash(name) for name in ("A", "B", "C", "D")}
    at.operate("MR", "trains")
    told = at.do("train 4+4 from ipo")
    closed = [at.book.private_names[event.private] for event in told if isinstance(event, PrivateClosed)]
    assert closed == ["P1", "P7", "P10"], "nothing is said of those that were not in the game"
    open_ = {name for name in owners if at.state.privates[at.private(name)] != NOBODY}
    assert open_ == {"F1", "F8", "U1"}
    assert {name: at.cash(name) for name in cash} == cash, "without compensation"
    assert at.cash("MR") == 0
    shared.pay_income(at.game)
    assert at.cash("B") == cash["B"] + 25


@rule("18BF-PRIV-26")
def test_ferries_on_offer_at_the_bank_stay_there() -> None:
    at = BigFour(phase="7")
    at.state.privates[at.private("F2")] = BANK
    close_railways(at.game)
    assert at.state.privates[at.private("F2")] == BANK


@rule("18BF-PRIV-39")
def test_a_private_counts_its_face_value_for_a_player_only() -> None:
    at = BigFour(phase="8")
    at.in_play("MR", 90, {"A": 2})
    at.give_private("F8", "B")
    at.give_private("F7", "MR")
    assert rounds.worth(at.game, at.seat("B")) == 470 + 150
    assert rounds.worth(at.game, at.seat("A")) == 470 + 180


@rule("18BF-PRIV-05", "18BF-PRIV-31")
def test_an_irish_ferry_bought_while_trains_run_is_assigned_at_once() -> None:
    at = BigFour(phase="3")
    at.minor("VN", cash=100, trains=("3",))
    at.token("VN", "U7.0")
    at.lay("57@1 U7", "8@2 U5", "9@2 T4")
    at.give_private("F1", "A")
    at.operate("VN", "run")
    before = open_runs(at.game, at.company("VN"))
    assert before is not None
    at.do("buy-in F1 for 50")
    after = open_runs(at.game, at.company("VN"))
    assert after is not None
    assert best_runs(after.problem).earnings.revenue == best_runs(before.problem).earnings.revenue + 10


# -- in stock rounds ------------------------------------------------------------------------------


@rule("18BF-PRIV-03")
def test_a_private_is_a_certificate_in_the_hands_of_a_player_only() -> None:
    at = BigFour(phase="3")
    at.minor("TV", cash=100, trains=("3",))
    at.give_private("P10", "B")
    at.give_private("F1", "B")
    assert certificates(at.game, at.seat("B")) == 2
    at.operate("TV", "trains")
    at.do("buy-in P10 for 90", "accept")
    assert (certificates(at.game, at.seat("B")), certificates(at.game, at.seat("A"))) == (1, 1), "A has the Minor"


@rule("18BF-PRIV-07")
def test_a_player_never_sells_a_private_in_a_stock_round() -> None:
    at = BigFour(phase="3")
    at.give_private("F1", "A")
    at.give_private("P1", "A")
    at.stock_turn("A")
    assert not any("private" in choice.action.form and "auction" not in choice.action.form for choice in at.choices)
    at.refuses("auction private P1 for 30", "18BF-AUC-01")
    at.refuses("auction private F1 for 50", "18BF-PRIV-36")
    at.refuses("buy-in F1 for 10", "18BF-PRIV-05")


@rule("18BF-PRIV-33", "18BF-AUC-12")
def test_ferries_are_offered_once_all_railways_are_sold() -> None:
    at = BigFour()
    at.settle()
    ferries = [f"auction private F{number} for {FACES[f'F{number}'][1]}" for number in range(1, 9)]
    while isinstance(at.step, Opening):
        at.refuses(ferries[0], "18BF-AUC-12")
        least = at.step.least
        at.do(f"bid {least}", *["pass"] * 3)
    assert all(at.allows(text) for text in ferries)
    railways = [private for private in at.book.private_ids if PRIVATES[private].sort == "railway"]
    assert sum(at.state.privates[private] in at.book.seat_ids for private in railways) == 7
