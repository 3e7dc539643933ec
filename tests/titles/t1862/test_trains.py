"""Trains: types, limits, prices, warranties, forced purchase, receivership (1862-TRAIN, -WARR, -FORCED, -RECV)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.actions import parse
from railhead.core.ids import BANK
from railhead.core.spelling import TRAIN
from railhead.core.state import STARTED
from railhead.play.prospect import Prospect
from railhead.rules.operating import OperatingRules
from railhead.testing import Table, rule
from railhead.titles.t1862.buying import ForcedPurchase
from railhead.titles.t1862.facts import EXPRESS, FREIGHT, LOCAL
from railhead.titles.t1862.trains import wear
from railhead.web.presenters.outlook import outlook
from tests.titles.t1862.railways import last_price, operating, railway, table


def trains(at: Table, company: str) -> list[str]:
    """The trains of a company with their warranties."""
    return [TRAIN.write(at.book, train) for train in at.game.trains_of(at.company(company))]


def with_train(at: Table, company: str, *names: str) -> None:
    """Trains such as `2F**` for a company, from the depot."""
    for name in names:
        effects.move_train(at.game, BANK, at.game.purse(at.company(company)), TRAIN.read(at.book, name))


def buying(at: Table, company: str) -> None:
    """The company is to buy trains."""
    operating(at, company, "trains")
    at.settle()


@rule("1862-TRAIN-01", "1862-TRAIN-02", "1862-TRAIN-03", "1862-WARR-01", "1862-WARR-02", "1862-WARR-03")
def test_a_train_of_any_type_with_warranties() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, treasury=260, permits=LOCAL, unused=2)
    buying(at, "ESR")
    assert at.turn == "A"
    assert at.offered("train") == [
        f"train {kind} with {count} warranties" for kind in ("1F", "2L", "2E") for count in (0, 1, 2)
    ]
    at.refuses("train 1F with 3 warranties", "1862-WARR-02")
    at.refuses("train 2F with 0 warranties", "1862-TRAIN-04")
    at.do("train 1F with 2 warranties")
    assert trains(at, "ESR") == ["1F***"]
    assert at.cash("ESR") == 60


@rule("1862-TRAIN-03", "1862-ROUTE-10")
def test_before_a_train_is_bought_that_could_not_run_the_player_is_told() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, treasury=260, permits=LOCAL, unused=2)
    buying(at, "ESR")
    now = Prospect(at.book, at.state, at.game.decider(at.game.purse(at.company("ESR"))))
    for kind in ("1F", "2L", "2E"):
        text = f"train {kind} with 0 warranties"
        said = [chip.text for chip in outlook(now, parse(at.book, text), text).chips]
        assert ("no permit: it could not run" in said) == (kind != "2L")


@rule("1862-WARR-01", "1862-WARR-02")
def test_warranties_are_paid_from_the_treasury() -> None:
    at = table(3)
    at.set_phase("C")
    railway(at, "ESR", {"A": 5}, treasury=330, unused=2)
    buying(at, "ESR")
    at.refuses("train 3E with 2 warranties", "1862-WARR-01")
    at.do("train 3E with 1 warranties")
    assert trains(at, "ESR") == ["3E*"]
    assert at.cash("ESR") == 0


BANDS = [
    ("A", 100, "1F 2L 2E"),
    ("B", 200, "2F 2/3L 2/3E"),
    ("C", 280, "3F 3L 3E"),
    ("D", 360, "5F 4L 4E"),
    ("E", 500, "6F 4/5L 4/5E"),
    ("F", 600, "7F 5L 5E"),
    ("G", 700, "8F 5/6L 5/6E"),
    ("H", 800, "9F 6L 6E"),
]


@rule("1862-TRAIN-01", "1862-TRAIN-04")
@pytest.mark.parametrize(("phase", "price", "kinds"), BANDS)
def test_bands(phase: str, price: int, kinds: str) -> None:
    at = table(3)
    at.set_phase(phase)
    railway(at, "ESR", {"A": 5}, treasury=price, unused=2)
    buying(at, "ESR")
    assert at.offered("train") == [f"train {kind} with 0 warranties" for kind in kinds.split()]


@rule("1862-TRAIN-05", "1862-WARR-06")
def test_trains_of_other_companies_have_fixed_prices_and_need_consent() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, treasury=1000, unused=2)
    railway(at, "I&B", {"B": 5}, unused=2)
    at.set_phase("B")
    with_train(at, "I&B", "2F**", "2F")
    buying(at, "ESR")
    assert at.offered("offer") == ["offer 200 for 2F of I&B", "offer 200 for 2F** of I&B"]
    at.refuses("offer 100 for 2F of I&B", "1862-TRAIN-05")
    at.set_phase("C")
    at.refuses("offer 200 for 2F of I&B", "1862-TRAIN-05")
    at.do("offer 100 for 2F** of I&B")
    assert at.turn == "B"
    at.do("decline")
    at.refuses("offer 100 for 2F** of I&B", "1862-TRAIN-05")
    at.do("offer 100 for 2F of I&B", "accept")
    assert trains(at, "ESR") == ["2F"]
    assert trains(at, "I&B") == ["2F**"]
    assert at.cash("I&B") == 100
    assert at.cash("ESR") == 900


@rule("1862-TRAIN-11", "1862-TRAIN-12")
def test_neither_receivers_nor_companies_after_the_lner_sell_trains() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, treasury=1000, unused=2)
    railway(at, "I&B", {"pool": 5}, unused=2, trains=("1F",), director="pool")
    buying(at, "ESR")
    at.refuses("offer 100 for 1F of I&B", "1862-TRAIN-11")
    at = table(3)
    railway(at, "ESR", {"A": 5}, treasury=1000, unused=2)
    railway(at, "I&B", {"B": 5}, unused=2, trains=("1F",))
    at.remember(lner=True, limit=20)
    buying(at, "ESR")
    at.refuses("offer 100 for 1F of I&B", "1862-TRAIN-12")


LIMITS = [
    ("C", ("2/3E", "2/3E", "3E"), (), {"3F", "3L"}),
    ("E", ("4/5E", "4/5E"), (), {"6F", "4/5L"}),
    ("G", ("8F", "7F", "7F"), (), set()),
    ("G", ("7F", "7F"), (), {"8F", "5/6L", "5/6E"}),
    ("D", ("5F", "5F", "3F"), ("simple_freight",), {"5F"}),
    ("D", ("5F", "5F", "3F", "3F"), ("simple_freight",), set()),
    ("F", ("7F", "6F", "6F"), ("simple_freight",), set()),
    ("H", ("9F", "9F"), ("simple_freight",), set()),
    ("C", ("3F", "3F", "3F"), ("advanced_freight",), {"3L"}),
]


@rule("1862-TRAIN-06", "1862-TRAIN-08", "1862-VAR-01", "1862-VAR-02", "1862-PHASE-04")
@pytest.mark.parametrize(("phase", "owned", "options", "allowed"), LIMITS)
def test_limits(phase: str, owned: tuple[str, ...], options: tuple[str, ...], allowed: set[str]) -> None:
    at = table(3, options)
    railway(at, "ESR", {"A": 5}, treasury=1000, unused=2)
    with_train(at, "ESR", *owned)
    at.set_phase(phase)
    buying(at, "ESR")
    assert {text.split()[1] for text in at.offered("train")} == allowed


BY_PHASE = {
    "A": ("1F", "2L", "2E"),
    "B": ("2F", "2/3L", "2/3E"),
    "C": ("3F", "3L", "3E"),
    "D": ("5F", "4L", "4E"),
    "E": ("6F", "4/5L", "4/5E"),
    "F": ("7F", "5L", "5E"),
    "G": ("8F", "5/6L", "5/6E"),
    "H": ("9F", "6L", "6E"),
}
"""By phase: the trains that its cards may become."""
OF_EACH_TYPE = {"A": 3, "B": 3, "C": 3, "D": 3, "E": 2, "F": 2}
IN_ALL = {"G": 3, "H": 3}
OF_ONE_TYPE = {"A": 4, "B": 4, "C": 4, "D": 4, "E": 3, "F": 3, "G": 2, "H": 2}


def offered_with(phase: str, owned: tuple[str, ...], options: tuple[str, ...] = ()) -> set[str]:
    """The trains a company with these may buy from the bank; there are as many cards as it takes."""
    at = table(3, options)
    at.state.depot = [10] * len(at.state.depot)
    railway(at, "ESR", {"A": 5}, treasury=1000, unused=2)
    at.set_phase(phase)
    with_train(at, "ESR", *owned)
    buying(at, "ESR")
    return {text.split()[1] for text in at.offered("train")}


@rule("1862-TRAIN-06")
@pytest.mark.parametrize("phase", OF_EACH_TYPE)
@pytest.mark.parametrize("own", range(3))
def test_the_limit_of_each_type_in_every_phase(phase: str, own: int) -> None:
    """Trains of the other types do not count, however many there are."""
    kinds, limit = BY_PHASE[phase], OF_EACH_TYPE[phase]
    others = tuple(kind for kind in kinds if kind != kinds[own]) * (limit - 1)
    assert offered_with(phase, (kinds[own],) * (limit - 1) + others) == set(kinds)
    assert offered_with(phase, (kinds[own],) * limit + others) == set(kinds) - {kinds[own]}


@rule("1862-TRAIN-06")
@pytest.mark.parametrize("phase", IN_ALL)
def test_the_limit_in_all_in_the_last_phases(phase: str) -> None:
    kinds, limit = BY_PHASE[phase], IN_ALL[phase]
    for owned in ((kinds[0],) * limit, kinds):
        assert offered_with(phase, owned[: limit - 1]) == set(kinds)
        assert offered_with(phase, owned) == set()


@rule("1862-VAR-01")
@pytest.mark.parametrize("phase", OF_ONE_TYPE)
@pytest.mark.parametrize(("option", "own"), [("simple_freight", 0), ("simple_express", 2)])
def test_the_limit_in_a_simple_game_in_every_phase(phase: str, option: str, own: int) -> None:
    kind, limit = BY_PHASE[phase][own], OF_ONE_TYPE[phase]
    assert offered_with(phase, (kind,) * (limit - 1), (option,)) == {kind}
    assert offered_with(phase, (kind,) * limit, (option,)) == set()


@rule("1862-TRAIN-07", "1862-TRAIN-09", "1862-EX-26")
def test_trains_that_a_purchase_would_rust_still_count() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, treasury=1000, unused=2)
    with_train(at, "ESR", "4E", "4/5E", "5F")
    at.set_phase("F")
    at.state.scrapped[5] += at.state.depot[5]
    at.state.depot[5] = 0
    buying(at, "ESR")
    at.refuses("train 5/6E with 0 warranties", "1862-TRAIN-06")
    at.do("train 8F with 0 warranties")
    assert trains(at, "ESR") == ["4/5E", "8F"]
    assert at.phase == "G"


@rule("1862-TRAIN-07", "1862-TRAIN-08", "1862-EX-27")
def test_trains_above_a_lowered_limit_are_kept() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, treasury=1000, unused=2)
    with_train(at, "ESR", "4E", "4/5E", "4/5L", "7F", "7F")
    at.set_phase("F")
    buying(at, "ESR")
    assert {text.split()[1] for text in at.offered("train")} == {"5/6L"}
    for kind in ("5/6E", "8F"):
        at.refuses(f"train {kind} with 0 warranties", "1862-TRAIN-06")
    at.do("train 5/6L with 0 warranties")
    assert trains(at, "ESR") == ["4/5L", "4/5E", "7F", "7F", "5/6L"]
    assert at.phase == "G"
    assert at.offered("train") == [], "five trains, and three are the limit now"


@rule("1862-TRAIN-09", "1862-WARR-05", "1862-PHASE-01")
def test_the_first_train_of_a_band_begins_a_phase_and_rusts_what_has_no_warranty() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, treasury=1000, unused=2)
    railway(at, "I&B", {"B": 5}, unused=2)
    with_train(at, "I&B", "1F", "2L*", "2/3E")
    at.set_phase("B")
    at.state.scrapped[1] += at.state.depot[1]
    at.state.depot[1] = 0
    buying(at, "ESR")
    at.do("train 3F with 0 warranties")
    assert at.phase == "C"
    assert trains(at, "I&B") == ["2/3E", "2L*"]


@rule("1862-WARR-04", "1862-WARR-05")
def test_every_train_loses_a_warranty_after_the_run() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, unused=2, permits=EXPRESS)
    with_train(at, "ESR", "1F*", "2L**", "2/3E*", "2F")
    at.set_phase("C")
    wear(at.game, at.company("ESR"))
    assert trains(at, "ESR") == ["2F", "2/3E", "2L*"], "the 1F has rusted, used or not"


# -- forced purchase ------------------------------------------------------------------------------


@rule("1862-TRAIN-05")
def test_nothing_else_is_done_while_an_offer_for_a_train_waits_for_its_answer() -> None:
    at = table(3)
    at.set_phase("B")
    railway(at, "ESR", {"A": 5}, treasury=500, unused=2)
    railway(at, "I&B", {"B": 5}, trains=("2F",), unused=2)
    buying(at, "ESR")
    at.do("offer 200 for 2F of I&B")
    assert at.turn == "B"
    for other in ("pass", "train 2F with 0 warranties", "offer 200 for 2F of I&B", "merge with I&B"):
        at.refuses(other, "1862-TRAIN-05")
    assert at.offered() == ["accept", "decline"]


@rule("1862-FORCED-01")
def test_a_company_that_can_pay_must_buy() -> None:
    at = table(3)
    at.set_phase("B")
    railway(at, "ESR", {"A": 5}, treasury=200, unused=2)
    buying(at, "ESR")
    at.refuses("pass", "1862-FORCED-01")
    at.refuses("sell-treasury", "1862-FORCED-02")
    at.refuses("refinance", "1862-FORCED-02")


@rule("1862-FORCED-02", "1862-FORCED-03", "1862-FORCED-04", "1862-FORCED-06")
def test_selling_treasury_shares() -> None:
    at = table(3)
    at.set_phase("B")
    railway(at, "ESR", {"A": 5, "ESR": 5}, price=82, treasury=50, unused=2)
    railway(at, "I&B", {"A": 5}, treasury=0, unused=2, trains=("2F",))
    buying(at, "ESR")
    at.refuses("pass", "1862-FORCED-02")
    assert at.offered() == ["sell-treasury", "refinance"]
    at.do("sell-treasury")
    assert at.cash("ESR") == 50 + 164
    assert at.price("ESR") == 74
    assert at.shares("pool", "ESR") == 2
    at.refuses("offer 200 for 2F of I&B", "1862-FORCED-03")
    at.refuses("pass", "1862-FORCED-03")
    assert at.offered() == [f"train {kind} with 0 warranties" for kind in ("2F", "2/3L", "2/3E")]
    at.do("train 2F with 0 warranties")
    assert at.cash("ESR") == 14
    assert not isinstance(at.step, ForcedPurchase)


@rule("1862-FORCED-06", "1862-LNER-01")
@pytest.mark.parametrize(("formed", "after"), [(False, 78), (True, 82)])
def test_treasury_sales_lower_the_price_until_the_lner_has_formed(formed: bool, after: int) -> None:
    """The first H train alone does not change that."""
    at = table(3)
    at.set_phase("H")
    railway(at, "ESR", {"A": 5, "ESR": 5}, price=82, treasury=750, unused=2)
    at.remember(lner=formed, limit=20)
    buying(at, "ESR")
    at.do("sell-treasury")
    assert at.price("ESR") == after
    assert at.director("ESR") == "A"


@rule("1862-FORCED-02", "1862-FORCED-07", "1862-REDEEM-01", "1862-LNER-05")
def test_refinancing_and_redeeming_outlive_the_lner() -> None:
    at = table(3)
    at.set_phase("H")
    railway(at, "ESR", {"A": 6, "B": 4}, price=82, par=82, treasury=200, unused=2)
    at.remember(lner=True, limit=20)
    buying(at, "ESR")
    at.do("refinance", "train 9F with 0 warranties", "redeem-share")
    assert at.shares("ESR", "ESR") == 1
    assert at.cash("ESR") == 200 + 820 - 800 - 82


@rule("1862-FORCED-01", "1862-FORCED-02", "1862-BANKR-01")
@pytest.mark.parametrize(("par", "raises"), [(62, True), (54, False)])
def test_a_train_of_another_company_need_not_be_taken(par: int, raises: bool) -> None:
    """The 2F could be had for 100; a train of the bank costs 700, which refinancing may bring or not."""
    at = table(3)
    railway(at, "ESR", {"A": 6, "B": 4}, price=82, par=par, treasury=100, unused=2)
    railway(at, "I&B", {"B": 5}, unused=2)
    with_train(at, "I&B", "2F*")
    at.set_phase("G")
    buying(at, "ESR")
    assert at.allows("offer 100 for 2F* of I&B")
    assert at.allows("refinance") is raises
    if raises:
        at.refuses("pass", "1862-FORCED-02")
    else:
        at.do("pass")
        assert not at.has("ESR", STARTED)


def with_a_train_at_the_sister(director: str, treasury: int, revision: int | None = None, lner: bool = False) -> Table:
    """The ESR of A, without a train; a 2F of the I&B costs 100, a train of the bank 700, and either way is open."""
    at = table(3, revision=revision)
    railway(at, "ESR", {"A": 5, "ESR": 5}, price=150, par=90, treasury=treasury, unused=2)
    railway(at, "I&B", {director: 5}, unused=2)
    with_train(at, "I&B", "2F*")
    at.set_phase("G")
    at.remember(lner=lner, limit=20)
    buying(at, "ESR")
    return at


@rule("1862-FORCED-01", "1862-FORCED-02")
def test_no_money_is_raised_while_another_company_of_the_director_can_sell_a_train() -> None:
    at = with_a_train_at_the_sister("A", treasury=100)
    assert at.offered() == ["offer 100 for 2F* of I&B"]
    at.refuses("sell-treasury", "1862-FORCED-02")
    at.refuses("refinance", "1862-FORCED-02")
    at.refuses("pass", "1862-FORCED-01")
    at.do("offer 100 for 2F* of I&B")
    assert len(at.game.trains_of(at.company("ESR"))) == 1
    assert (at.cash("ESR"), at.cash("I&B")) == (0, 100)
    assert at.has("ESR", STARTED)


@rule("1862-FORCED-02")
@pytest.mark.parametrize(
    ("director", "treasury", "lner"),
    [("B", 100, False), ("A", 99, False), ("A", 100, True)],
    ids=["of another director", "too dear", "after the LNER"],
)
def test_money_is_raised_if_no_train_is_sure_to_be_had(director: str, treasury: int, lner: bool) -> None:
    at = with_a_train_at_the_sister(director, treasury, lner=lner)
    at.refuses("pass", "1862-FORCED-02")
    assert at.allows("sell-treasury")
    assert at.allows("refinance")


@rule("1862-FORCED-02")
def test_in_games_of_the_first_revision_money_is_raised_all_the_same() -> None:
    at = with_a_train_at_the_sister("A", treasury=100, revision=1)
    at.refuses("pass", "1862-FORCED-02")
    assert at.allows("sell-treasury")
    assert at.allows("refinance")
    assert at.allows("offer 100 for 2F* of I&B")


@rule("1862-FORCED-06")
def test_no_zone_helps_a_treasury_sale() -> None:
    at = table(3)
    at.set_phase("B")
    railway(at, "ESR", {"A": 5, "ESR": 5}, price=210, unused=2)
    at.state.depot[1] = 0
    at.state.scrapped[1] = 6
    buying(at, "ESR")
    at.do("sell-treasury")
    assert at.cash("ESR") == 420
    assert at.price("ESR") == 191


@rule("1862-FORCED-05", "1862-FORCED-09", "1862-BANKR-01", "1862-BANKR-02")
def test_neither_way_is_enough() -> None:
    at = table(3)
    at.set_phase("F")
    railway(at, "ESR", {"A": 5, "ESR": 2}, price=71, par=58, treasury=10, unused=2)
    railway(at, "I&B", {"B": 5}, trains=("7F",), unused=2)
    cash = at.cash("A")
    operating(at, "ESR", "trains")
    at.settle()
    assert not at.has("ESR", STARTED)
    assert at.cash("A") == cash + 5 * 35


@rule("1862-FORCED-05")
def test_too_few_treasury_shares_are_not_sold() -> None:
    at = table(3)
    at.set_phase("B")
    railway(at, "ESR", {"A": 5, "ESR": 2}, price=82, par=82, unused=2)
    buying(at, "ESR")
    at.refuses("sell-treasury", "1862-FORCED-05")
    assert at.offered() == ["refinance"]


@rule("1862-FORCED-07", "1862-FORCED-10")
def test_refinancing_pays_ten_times_par() -> None:
    at = table(3)
    at.set_phase("B")
    railway(at, "ESR", {"A": 6, "B": 4}, price=82, par=68, unused=2)
    buying(at, "ESR")
    at.do("refinance")
    assert at.cash("ESR") == 680
    assert at.price("ESR") == 82
    assert (at.shares("A", "ESR"), at.shares("B", "ESR"), at.shares("pool", "ESR")) == (3, 2, 5)
    assert at.turn == "A"
    at.refuses("pass", "1862-FORCED-03")
    at.do("train 2F with 0 warranties")
    assert at.cash("ESR") == 480
    assert at.allows("train 2F with 0 warranties"), "the train step goes on"
    assert at.allows("pass")


@rule("1862-FORCED-04", "1862-FORCED-05")
@pytest.mark.parametrize(("treasury", "enough"), [(36, True), (35, False)])
def test_all_treasury_shares_may_be_just_enough(treasury: int, enough: bool) -> None:
    at = table(3)
    at.set_phase("B")
    railway(at, "ESR", {"A": 5, "ESR": 2}, price=82, treasury=treasury, unused=2)
    buying(at, "ESR")
    assert at.allows("sell-treasury") == enough


@rule("1862-FORCED-06", "1862-PRICE-10")
def test_a_treasury_sale_may_ruin_the_company() -> None:
    at = table(3)
    at.set_phase("B")
    railway(at, "ESR", {"A": 5, "ESR": 2}, price=7, par=54, treasury=193, unused=2)
    railway(at, "I&B", {"B": 5}, trains=("2F",), unused=2)
    buying(at, "ESR")
    at.do("sell-treasury")
    assert not at.has("ESR", STARTED)
    assert at.turn == "B"


# -- receivership ---------------------------------------------------------------------------------


def receiver(phase: str, permits: int, treasury: int, *owned: str) -> Table:
    """ESR without a director, with these trains, has come to its train step."""
    at = table(3)
    railway(at, "ESR", {"pool": 5, "A": 2, "B": 2}, treasury=treasury, unused=2, permits=permits, director="pool")
    railway(at, "I&B", {"B": 5}, unused=2, trains=("9F",))
    with_train(at, "ESR", *owned)
    at.set_phase(phase)
    operating(at, "ESR", "trains")
    at.settle()
    return at


@rule("1862-RECV-05", "1862-RECV-06")
def test_a_company_in_receivership_buys_one_train_by_its_permits() -> None:
    at = receiver("D", FREIGHT | LOCAL, 1000, "3L")
    assert trains(at, "ESR") == ["3L", "5F*"]
    assert at.cash("ESR") == 640
    at = receiver("D", FREIGHT | LOCAL | EXPRESS, 1000)
    assert trains(at, "ESR") == ["4E*"]
    at = receiver("D", EXPRESS | LOCAL, 1000, "3E", "3E", "3E")
    assert trains(at, "ESR") == ["3E", "3E", "3E", "4L*"], "the next type with room"


@rule("1862-RECV-05")
def test_limits_hold_in_receivership() -> None:
    at = receiver("G", FREIGHT, 1000, "7F", "7F", "6F")
    assert trains(at, "ESR") == ["6F", "7F", "7F"]


@rule("1862-RECV-07")
def test_a_trainless_company_in_receivership_that_cannot_pay_is_bankrupt() -> None:
    at = receiver("B", FREIGHT, 150)
    assert not at.has("ESR", STARTED)


@rule("1862-RECV-01")
def test_the_largest_shareholder_acts_for_a_receiver() -> None:
    at = table(3)
    railway(at, "ESR", {"pool": 5, "A": 2, "B": 2}, unused=2, director="pool")
    company = at.company("ESR")
    at.priority("B")
    assert at.book.rules[OperatingRules].acts_for(at.game, company) == at.seat("B")
    at.priority("C")
    assert at.book.rules[OperatingRules].acts_for(at.game, company) == at.seat("A")


# -- dividends and redeeming ----------------------------------------------------------------------


def earning(at: Table, company: str, revenue: int) -> None:
    """The company has run for so much and is to pay or keep it."""
    at.state.revenue[at.company(company)] = revenue
    operating(at, company, "dividend")
    at.settle()


@rule("1862-DIV-01", "1862-DIV-02", "1862-EX-22")
def test_shares_are_paid_wherever_they_are_but_with_the_bank() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5, "B": 2, "ESR": 2, "pool": 1}, price=200, unused=2, trains=("2E",))
    cash, bank = [at.cash(name) for name in ("A", "B", "C")], at.cash("ipo")
    earning(at, "ESR", 190)
    assert at.offered() == ["pay", "keep"]
    at.do("pay")
    assert [at.cash(name) for name in ("A", "B", "C")] == [cash[0] + 95, cash[1] + 38, cash[2]]
    assert at.cash("ESR") == 38
    assert at.cash("ipo") == bank - 95 - 38 - 38, "nobody is paid for the share in the pool"


MOVES = [
    pytest.param(90, 0, 82, id="1862-DX-11"),
    pytest.param(90, 89, 90, id="1862-DX-12"),
    pytest.param(90, 90, 100, id="1862-DX-13"),
    pytest.param(90, 179, 100, id="1862-DX-14"),
    pytest.param(90, 180, 110, id="1862-DX-15"),
    pytest.param(90, 270, 122, id="1862-DX-16"),
    pytest.param(90, 360, 134, id="1862-DX-17"),
    pytest.param(90, 999, 134, id="1862-DX-18"),
    pytest.param(82, 0, 74, id="1862-DX-19"),
    pytest.param(78, 0, 71, id="1862-DX-20"),
    pytest.param(14, 0, 0, id="1862-DX-21"),
    pytest.param(950, 950, 1000, id="1862-DX-22"),
]


@rule("1862-DIV-03", "1862-DIV-04", "1862-DIV-05", "1862-DIV-06", "1862-OR-02")
@rule("1862-DX-11", "1862-DX-12", "1862-DX-13", "1862-DX-14", "1862-DX-15", "1862-DX-16")
@rule("1862-DX-17", "1862-DX-18", "1862-DX-19", "1862-DX-20", "1862-DX-21", "1862-DX-22")
@pytest.mark.parametrize(("price", "dividend", "after"), MOVES)
def test_dividends_move_the_price(price: int, dividend: int, after: int) -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, price=price, unused=2, trains=("2E",))
    railway(at, "I&B", {"B": 5}, price=after or price, unused=2, trains=("2E",))
    earning(at, "ESR", dividend)
    if dividend:
        at.do("pay")
    assert last_price(at, "ESR") == after
    if after:
        assert at.state.stack == (at.company("I&B"), at.company("ESR")), "to the bottom of its stack"
    else:
        assert not at.has("ESR", STARTED), "the bottom of the market is bankruptcy"


@rule("1862-DIV-03", "1862-PRICE-10")
def test_a_price_may_fall_to_the_bottom_for_want_of_a_dividend() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, price=14, unused=2, trains=("2E",))
    railway(at, "I&B", {"B": 5}, unused=2, trains=("2E",))
    earning(at, "ESR", 0)
    assert not at.has("ESR", STARTED)
    assert at.turn == "B", "its turn is over, and I&B has begun"


HUDSON = [
    pytest.param(82, 60, 30, 90, 90, id="1862-DX-27"),
    pytest.param(100, 10, 90, 100, 110, id="1862-DX-28"),
    pytest.param(100, 90, 10, 100, 110, id="1862-DX-29"),
    pytest.param(71, 70, 10, 80, 78, id="1862-DX-30"),
    pytest.param(95, 90, 10, 100, 105, id="1862-DX-31"),
]


@rule("1862-DIV-07", "1862-DIV-08", "1862-DIV-09", "1862-EX-23")
@rule("1862-DX-27", "1862-DX-28", "1862-DX-29", "1862-DX-30", "1862-DX-31")
@pytest.mark.parametrize(("price", "revenue", "added", "declared", "after"), HUDSON)
def test_the_hudson_manoeuvre(price: int, revenue: int, added: int, declared: int, after: int) -> None:
    """The first row is the rulebook's: 60 become 90, which is 9 a share, and the price goes from 82 to 90."""
    at = table(3)
    railway(at, "ESR", {"A": 5}, price=price, treasury=added, unused=2, trains=("2E",))
    cash = at.cash("A")
    earning(at, "ESR", revenue)
    at.give_cash("ESR", added - 1)
    at.refuses("hudson", "1862-DIV-08")
    at.give_cash("ESR", added)
    at.do("hudson")
    assert at.state.dividend[at.company("ESR")] == declared
    assert at.cash("A") == cash + 5 * declared // 10
    assert at.cash("ESR") == 0
    assert at.price("ESR") == after


@rule("1862-DIV-08", "1862-DIV-10", "1862-VAR-04")
def test_when_the_hudson_manoeuvre_is_not_possible() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, price=82, treasury=20, unused=2, trains=("2E",))
    earning(at, "ESR", 60)
    at.refuses("hudson", "1862-DIV-08")
    at = table(3)
    railway(at, "ESR", {"A": 5}, price=90, treasury=200, unused=2, trains=("2E",))
    earning(at, "ESR", 90)
    at.refuses("hudson", "1862-DIV-10")
    at.state.revenue[at.company("ESR")] = 0
    at.refuses("hudson", "1862-DIV-07")
    at = table(3, ("simple_express", "new_players"))
    railway(at, "ESR", {"A": 5}, price=82, treasury=200, unused=2, trains=("2E",))
    earning(at, "ESR", 60)
    at.refuses("hudson", "1862-VAR-04")


@rule("1862-RECV-04")
def test_a_company_in_receivership_keeps_its_revenue() -> None:
    at = table(3)
    railway(at, "ESR", {"pool": 5, "A": 2}, price=82, unused=2, trains=("2E",), director="pool")
    railway(at, "I&B", {"B": 5}, unused=2, trains=("2E",))
    earning(at, "ESR", 60)
    assert at.price("ESR") == 74
    assert at.cash("ESR") == 60


@rule("1862-REDEEM-01", "1862-REDEEM-02", "1862-PRICE-07")
def test_redeeming_a_share() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5, "pool": 3}, price=90, treasury=90, unused=2, trains=("2E",))
    operating(at, "ESR", "redeem")
    at.settle()
    at.do("redeem-share")
    assert at.shares("ESR", "ESR") == 1
    assert at.cash("ESR") == 0
    assert at.price("ESR") == 90
    assert not at.allows("redeem-share")


@rule("1862-REDEEM-01", "1862-VAR-04")
@pytest.mark.parametrize(
    ("treasury", "pool", "options"), [(80, 3, ()), (300, 0, ()), (300, 3, ("simple_express", "new_players"))]
)
def test_when_nothing_is_redeemed(treasury: int, pool: int, options: tuple[str, ...]) -> None:
    at = table(3, options)
    railway(at, "ESR", {"A": 5, "pool": pool}, price=90, treasury=treasury, unused=2, trains=("2E",))
    railway(at, "I&B", {"B": 5}, unused=2, trains=("2E",))
    operating(at, "ESR", "redeem")
    at.settle()
    assert not at.allows("redeem-share")
