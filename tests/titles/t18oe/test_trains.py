"""Buying trains: what is for sale to whom, at which price, reserved trains, trade, rust and limits (18OE-TRAIN)."""

from __future__ import annotations

import pytest

from railhead.core.ids import BANK
from railhead.core.state import Round
from railhead.rules.trains import BuyTrains, ReturnTrains, TrainRules
from railhead.testing import rule
from railhead.titles.t18oe.facts import MAJOR, MINOR, NATIONAL, REGIONAL
from tests.titles.t18oe.table import Europe

PRICES = {
    "2+2": 100,
    "3": 200,
    "3+3": 225,
    "4": 300,
    "4+4": 350,
    "5": 400,
    "5+5": 475,
    "6": 525,
    "6+6": 600,
    "7+7": 750,
    "4D": 850,
    "8+8": 900,
    "5D": 1000,
}
"""What is printed on the cards (18OE-SETUP-04)."""
LESS = {"2+2": 90, "3": 180, "3+3": 202, "4": 270, "4+4": 315, "5": 360, "5+5": 427, "6": 472, "6+6": 540}
"""What minor J or its major pays: 10% less, rounded down (18OE-MINOR-16)."""


def europe(phase: str = "3", railroad_phase: str = "major") -> Europe:
    return Europe(phase=phase, railroad_phase=railroad_phase)


def buyer(phase: str = "3", cash: int = 1000, trains: tuple[str, ...] = (), railroad_phase: str = "major") -> Europe:
    """The GWR is a major of Ann that has had its reserved train, and buys trains."""
    at = europe(phase, railroad_phase)
    at.major("GWR", 100, {"Ann": 2, "Ben": 1}, cash=cash, trains=trains)
    at.remember(provided=(at.company("GWR"),))
    return at


def newcomer(cash: int = 300, kind: str = "regional", phase: str = "2") -> Europe:
    """A railroad of Ann in its first operating round."""
    at = europe(phase)
    if kind == "minor":
        at.minor("E", "Ann", "UK", "F25.0", cash=cash, operated=False)
    elif kind == "regional":
        at.regional("GWR", 60, {"Ann": 2, "Ben": 1}, cash=cash, operated=False)
    else:
        at.major("GWR", 100, {"Ann": 2, "Ben": 1}, cash=cash, operated=False)
    return at


SYMBOL = {"minor": "E", "regional": "GWR", "major": "GWR"}


# -- limits and prices ----------------------------------------------------------------------------

LIMITS = {
    "2": (2, 2, 4, 4),
    "3": (2, 2, 4, 4),
    "4": (1, 1, 3, 4),
    "5": (1, 1, 3, 4),
    "6": (1, 1, 2, 3),
    "7": (1, 1, 2, 3),
    "8": (1, 1, 2, 3),
}
"""By Train Phase: minors, regionals, majors, nationals (worked example EX-52 of the rule list)."""


@rule("18OE-PHASE-06", "18OE-PHASE-07", "18OE-PHASE-08")
@pytest.mark.parametrize("phase", LIMITS)
def test_train_limits(phase: str) -> None:
    at = europe(phase)
    limit, gwr = at.book.rules[TrainRules].limit, at.company("GWR")
    found = []
    for kind in (MINOR, REGIONAL, MAJOR, NATIONAL):
        at.state.kind[gwr] = kind
        found.append(limit(at.game, gwr))
    assert tuple(found) == LIMITS[phase]


@rule("18OE-TRAIN-01", "18OE-TRAIN-02", "18OE-TRAIN-03")
def test_a_railroad_buys_as_many_as_it_can_pay_within_the_limit() -> None:
    at = buyer(cash=1000, trains=("2+2",))
    at.operate("GWR", "buy")
    before = at.cash("ipo")
    at.do("train 3 from ipo", "train 3+3 from ipo", "train 3+3 from ipo")
    assert (at.cash("GWR"), at.cash("ipo")) == (1000 - 200 - 225 - 225, before + 650)
    assert at.trains("GWR") == ["2+2", "3", "3+3", "3+3"]
    at.facing(BuyTrains(at.company("GWR")))
    at.refuses("train 3 from ipo", "18OE-TRAIN-02")
    poor = buyer(cash=224, trains=("2+2",))
    poor.operate("GWR", "buy")
    poor.refuses("train 3+3 from ipo", "18OE-TRAIN-03")
    assert poor.allows("train 3 from ipo")


@rule("18OE-TRAIN-03", "18OE-TRAIN-07", "18OE-TRAIN-24")
def test_cards_of_the_open_market_cost_what_the_chosen_side_shows() -> None:
    at = buyer("5", cash=1000, trains=("5",))
    at.in_market("4+4", "3")
    at.operate("GWR", "buy")
    assert at.offered("train") == [f"train {name} from pool" for name in ("3", "3+3", "4", "4+4")] + [
        "train 5 from ipo",
        "train 5+5 from ipo",
    ]
    at.do("train 4 from pool", "train 3+3 from pool")
    assert at.cash("GWR") == 1000 - 300 - 225
    assert (at.trains("GWR"), at.market_trains) == (["3+3", "4", "5"], [])


@rule("18OE-SETUP-03", "18OE-SETUP-04", "18OE-TRAIN-07", "18OE-PHASE-04")
@pytest.mark.parametrize(
    ("train", "phase"), [("3", "3"), ("3+3", "3"), ("4", "4"), ("5+5", "5"), ("4D", "7"), ("5D", "8")]
)
def test_the_first_train_of_a_level_begins_a_phase_with_either_side(train: str, phase: str) -> None:
    at = buyer(str(int(phase) - 1), cash=2000)
    at.left(int(phase) - 1, 10 if phase == "8" else 0)
    at.operate("GWR", "buy")
    at.do(f"train {train} from ipo")
    assert at.phase == phase
    assert at.cash("GWR") == 2000 - PRICES[train]


@rule("18OE-MINOR-16")
@pytest.mark.parametrize("merged", [False, True])
def test_minor_j_and_its_major_pay_ten_per_cent_less(merged: bool) -> None:
    at = europe("6")
    at.minor("J", "Ann", "UK", "F25.0", cash=1000)
    symbol = "J"
    if merged:
        at.major("GWR", 100, {"Ann": 2}, cash=1000)
        into = list(at.record.into)
        into[at.company("J")] = at.company("GWR")
        at.remember(into=tuple(into))
        symbol = "GWR"
    rules, who = at.book.rules[TrainRules], at.company(symbol)
    assert {name: rules.price(at.game, who, at.train(name)) for name in LESS} == LESS
    assert rules.price(at.game, at.company("SB"), at.train("4")) == 300
    at.operate(symbol, "buy")
    at.do("train 6 from ipo")
    assert at.cash(symbol) == 1000 - 472


# -- levels ---------------------------------------------------------------------------------------


@rule("18OE-TRAIN-04")
@pytest.mark.parametrize(("phase", "level", "faces"), [("3", 4, "4"), ("4", 5, "5"), ("5", 6, "6"), ("6", 7, "7+7")])
def test_a_level_opens_when_the_one_below_is_sold(phase: str, level: int, faces: str) -> None:
    at = buyer(phase, cash=2000)
    at.left(level - 1, 1)
    at.operate("GWR", "buy")
    at.refuses(f"train {faces} from ipo", "18OE-TRAIN-04")
    at.left(level - 1, 0)
    assert at.allows(f"train {faces} from ipo")


@rule("18OE-TRAIN-05", "18OE-PHASE-03")
def test_level_3_opens_with_the_major_phase_but_not_in_the_first_round() -> None:
    for number, index, railroad_phase, is_open in [
        (1, 1, "regional", False),
        (2, 1, "regional", False),
        (1, 1, "major", False),
        (1, 2, "major", True),
        (2, 1, "major", True),
    ]:
        at = buyer("2", cash=1000, railroad_phase=railroad_phase)
        at.facing(BuyTrains(at.company("GWR")))
        at.state.round = Round("operating", number, index, 2)
        if is_open:
            assert at.allows("train 3 from ipo")
        else:
            at.refuses("train 3 from ipo", "18OE-TRAIN-05")
    assert at.state.depot[0] == 30, "reserved trains do not matter"
    at.do("train 3 from ipo")
    assert at.phase == "3"


@rule("18OE-TRAIN-06", "18OE-PHASE-19")
def test_level_8_opens_after_the_fourth_train_of_level_7_which_stays_for_sale() -> None:
    at = buyer("7", cash=5000, trains=("5",))
    at.left(7, 11)
    at.operate("GWR", "buy")
    at.refuses("train 8+8 from ipo", "18OE-TRAIN-06")
    at.refuses("train 5D from ipo", "18OE-TRAIN-06")
    at.do("train 4D from ipo")
    assert at.phase == "7"
    at.operate("GWR", "buy")
    at.state.trains[at.owner("GWR")] = ()
    at.state.scrapped[3] += 1
    at.state.scrapped[5] += 1
    assert at.offered("train") == [f"train {name} from ipo" for name in ("7+7", "4D", "8+8", "5D")]


def test_a_level_that_is_sold_out_is_not_sold() -> None:
    at = buyer("8", cash=5000, trains=("5",))
    at.left(8, 0)
    at.operate("GWR", "buy")
    at.refuses("train 8+8 from ipo", "18OE-SETUP-02")
    at.refuses("train 8+8 from pool", "18OE-TRAIN-24")


# -- reserved trains ------------------------------------------------------------------------------


@rule("18OE-TRAIN-18", "18OE-TRAIN-20")
@pytest.mark.parametrize("kind", ["minor", "regional", "major"])
def test_the_reserved_train_is_bought_first_and_must_be(kind: str) -> None:
    at = newcomer(500, kind)
    symbol = SYMBOL[kind]
    at.in_market("3")
    at.regional("SB", 60, {"Ann": 2}, trains=("2+2",))
    at.operate(symbol, "buy")
    at.refuses("train 3 from ipo", "18OE-TRAIN-18")
    at.refuses("train 3 from pool", "18OE-TRAIN-18")
    at.refuses("offer 10 for 2+2 of SB", "18OE-TRAIN-18")
    at.refuses("pass", "18OE-TRAIN-18")
    at.do("train 2+2 from ipo")
    assert (at.cash(symbol), at.trains(symbol)) == (400, ["2+2"])
    at.refuses("train 2+2 from ipo", "18OE-TRAIN-19")
    assert at.allows("train 3 from ipo")
    at.do("pass")


@rule("18OE-TRAIN-19", "18OE-TRAIN-21")
def test_nobody_buys_a_second_reserved_train() -> None:
    """The regional bought its own; as a major it owes none, and may not have another one."""
    at = buyer("2", cash=500)
    at.operate("GWR", "buy")
    at.refuses("train 2+2 from ipo", "18OE-TRAIN-19")
    assert at.allows("train 3 from ipo")


@rule("18OE-TRAIN-22", "18OE-TRAIN-15")
@pytest.mark.parametrize("kind", ["minor", "regional"])
def test_from_train_phase_4_on_nobody_owes_a_reserved_train(kind: str) -> None:
    at = newcomer(0, kind, phase="4")
    at.operate(SYMBOL[kind], "buy")
    assert at.waits, "there is nothing that the railroad could do"
    assert at.trains(SYMBOL[kind]) == []


@rule("18OE-TRAIN-15")
@pytest.mark.parametrize("kind", ["minor", "regional"])
def test_minors_and_regionals_need_no_train(kind: str) -> None:
    at = newcomer(1000, kind, phase="4")
    at.operate(SYMBOL[kind], "buy")
    at.do("pass")
    assert at.waits


# -- trains of other railroads --------------------------------------------------------------------


def trading(phase: str = "3", railroad_phase: str = "major") -> Europe:
    """The GWR of Ann may buy trains of Ben's SB and of her own MAV."""
    at = buyer(phase, cash=150, trains=("3",), railroad_phase=railroad_phase)
    at.major("SB", 100, {"Ben": 2}, trains=("3+3", "4"))
    at.major("MAV", 110, {"Ann": 2}, trains=("3+3",))
    at.facing(BuyTrains(at.company("GWR")))
    return at


@rule("18OE-TRAIN-08", "18OE-TRAIN-10", "18OE-TRAIN-11")
def test_railroads_buy_trains_of_each_other_at_any_price_that_both_accept() -> None:
    at = trading()
    at.refuses("offer 0 for 3+3 of SB", "18OE-TRAIN-10")
    at.refuses("offer 151 for 3+3 of SB", "18OE-TRAIN-11")
    at.refuses("offer 10 for 3 of SB", "18OE-TRAIN-08")
    before = at.cash("Ann")
    at.do("offer 140 for 3+3 of SB")
    assert at.turn == "Ben"
    at.do("accept")
    assert (at.cash("GWR"), at.cash("SB"), at.cash("Ann")) == (10, 140, before)
    assert (at.trains("GWR"), at.trains("SB")) == (["3", "3+3"], ["4"])
    at.do("offer 10 for 3+3 of MAV")
    assert (at.cash("GWR"), at.cash("MAV"), at.turn) == (0, 10, "Ann")


@rule("18OE-TRAIN-10")
def test_another_owner_may_decline() -> None:
    at = trading()
    at.do("offer 150 for 4 of SB", "decline")
    assert (at.cash("GWR"), at.trains("SB")) == (150, ["3+3", "4"])
    at.refuses("offer 150 for 4 of SB", "18OE-TRAIN-10")


@rule("18OE-TRAIN-09")
def test_trains_are_traded_from_the_major_phase_on() -> None:
    at = trading("2", "regional")
    at.refuses("offer 10 for 3+3 of SB", "18OE-TRAIN-09")


@rule("18OE-TRAIN-12", "18OE-TRAIN-13", "18OE-PRIV-47")
def test_trains_that_are_never_sold() -> None:
    at = buyer("4", cash=500, trains=("4",))
    at.national("SB", 100, {"Ann": 2}, trains=("4",))
    at.major("MAV", 110, {"Ann": 2}, trains=("2+2", "2+2*"))
    at.operate("GWR", "buy")
    at.refuses("offer 10 for 4 of SB", "18OE-TRAIN-12")
    at.refuses("offer 10 for 2+2 of MAV", "18OE-TRAIN-13")
    at.refuses("offer 10 for 2+2* of MAV", "18OE-PRIV-47")


# -- new phases -----------------------------------------------------------------------------------


def first_of(level: int, cash: int = 3000) -> Europe:
    """The GWR may buy the first train of a level; other railroads have trains."""
    at = buyer(str(level - 1), cash=cash)
    at.left(level - 1, 10 if level == 8 else 0)
    return at


@rule("18OE-PHASE-11", "18OE-TRAIN-23", "18OE-TRAIN-25", "18OE-TRAIN-26", "18OE-TRAIN-24")
def test_rusted_trains_go_when_the_step_ends_and_excess_ones_after_them() -> None:
    at = first_of(4)
    at.give_trains("GWR", "2+2", "3")
    at.major("SB", 100, {"Ben": 2}, trains=("2+2", "3", "3+3", "3+3"))
    at.regional("MZA", 60, {"Cleo": 2}, trains=("3", "3+3"))
    at.minor("E", "Cleo", "UK", "F25.0", trains=("2+2", "3"))
    at.operate("GWR", "buy")
    at.do("train 4 from ipo")
    at.no_nationals()
    assert at.trains("GWR") == ["2+2", "3", "4"], "nobody loses anything before the step is over"
    assert at.trains("SB") == ["2+2", "3", "3+3", "3+3"]
    at.refuses("train 4+4 from ipo", "18OE-TRAIN-02")
    at.do("pass")
    assert at.trains("GWR") == ["3", "4"]
    assert at.trains("SB") == ["3", "3+3", "3+3"], "three are within the limit of a major"
    assert at.trains("E") == ["3"]
    assert isinstance(at.step, ReturnTrains)
    assert at.turn == "Cleo"
    at.do("return 3")
    assert (at.trains("MZA"), at.market_trains) == (["3+3"], ["3"])
    assert not isinstance(at.step, ReturnTrains)


@rule("18OE-TRAIN-02", "18OE-PHASE-07")
def test_the_new_limit_is_in_force_for_the_next_purchase_and_rusted_trains_count() -> None:
    at = first_of(4)
    at.give_trains("GWR", "2+2", "3")
    at.operate("GWR", "buy")
    at.do("train 4 from ipo")
    at.no_nationals()
    at.facing(BuyTrains(at.company("GWR")))
    at.refuses("train 4 from ipo", "18OE-TRAIN-02")


RUST = {
    4: (("2+2",), ("3", "3+3")),
    6: (("3", "3+3"), ("4", "4+4", "5", "5+5")),
    8: (("4", "4+4"), ("5", "5+5", "6", "6+6", "7+7", "4D")),
}
"""By level of the train that begins a phase: what rusts, and what does not."""


@rule("18OE-PHASE-11", "18OE-PHASE-12", "18OE-PHASE-13", "18OE-PHASE-14", "18OE-PHASE-15")
@pytest.mark.parametrize("level", RUST)
def test_what_rusts_with_which_phase(level: int) -> None:
    rusty, sound = RUST[level]
    at = first_of(level)
    for number, name in enumerate((*rusty, *sound)):
        at.major(at.book.company_names[13 + number], 100, {"Ben": 2}, trains=(name,))
    at.national("WW", 110, {"Cleo": 2}, trains=rusty)
    at.operate("GWR", "buy")
    at.do(f"train {level}{'' if level < 8 else '+8'} from ipo")
    at.no_nationals()
    at.do("pass")
    for number, name in enumerate((*rusty, *sound)):
        expected = [name] if name in sound else []
        assert at.trains(at.book.company_names[13 + number]) == expected, name
    assert at.trains("WW") == list(rusty), "a national keeps what has rusted"


@rule("18OE-PHASE-14")
@pytest.mark.parametrize("level", [3, 5, 7])
def test_other_phases_rust_nothing(level: int) -> None:
    at = first_of(level)
    names = [name for name in PRICES if name[0].isdigit() and int(name[0]) < level and "D" not in name]
    running = [name for name in names if at.book.trains[at.train(name)].rusted_by > at.state.phase]
    for number, name in enumerate(running):
        at.major(at.book.company_names[13 + number], 100, {"Ben": 2}, trains=(name,))
    at.operate("GWR", "buy")
    at.do(f"train {level}{'' if level < 7 else '+7'} from ipo", "pass")
    assert [at.trains(at.book.company_names[13 + number]) for number in range(len(running))] == [
        [name] for name in running
    ]


@rule("18OE-TRAIN-27")
def test_trains_that_nobody_has_rust_at_once() -> None:
    at = first_of(4)
    at.left(2, 5)
    at.in_market("2+2", "3")
    unclaimed = at.state.scrapped[0]
    at.operate("GWR", "buy")
    at.do("train 4 from ipo")
    at.no_nationals()
    assert isinstance(at.step, BuyTrains)
    assert (at.state.depot[0], at.state.scrapped[0] - unclaimed, at.market_trains) == (0, 5, ["3"])
    assert at.allows("train 3+3 from pool")


@rule("18OE-TRAIN-27")
def test_trains_of_the_open_market_rust_in_later_phases_too() -> None:
    at = first_of(6)
    at.in_market("3", "4")
    at.operate("GWR", "buy")
    at.do("train 6 from ipo")
    at.no_nationals()
    assert at.market_trains == ["4"]
    at.refuses("train 3 from pool", "18OE-TRAIN-24")


@rule("18OE-NATL-16", "18OE-TRAIN-26")
def test_a_national_above_its_limit_discards_what_it_likes() -> None:
    at = first_of(6)
    at.national("SB", 100, {"Ben": 2}, trains=("2+2", "3", "4", "5"))
    at.operate("GWR", "buy")
    at.do("train 6 from ipo")
    at.no_nationals()
    at.do("pass")
    assert at.turn == "Ben"
    assert at.offered("return") == ["return 2+2", "return 3", "return 4", "return 5"]
    at.do("return 2+2")
    assert (at.trains("SB"), at.market_trains) == (["3", "4", "5"], [])
    assert at.state.scrapped[0] > 0
    assert at.game.held(BANK, at.company("SB")) == 0
