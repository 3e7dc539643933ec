"""The LPTB in 1863: whom it seizes, what it pays, its trains and tokens (rules 1863-LPTB)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.state import FLOATED
from railhead.testing import rule
from railhead.titles.t1863 import lptb, pirate
from railhead.titles.t1863.nationalisation import Offer
from railhead.titles.t1863.places import start_places
from railhead.titles.t1863.record import record
from tests.titles.t1863.mergers import Mergers


def phase_v(players: int = 4) -> Mergers:
    return Mergers(players, phase="V")


def tokens_on_board(at: Mergers) -> int:
    return sum(lptb.token(at.game) in held for held in at.state.tokens.values())


# -- who is seized --------------------------------------------------------------------------------------


@rule("1863-LPTB-04", "1863-ACQ-06", "1863-LIQ-06")
@pytest.mark.parametrize("kind", ["minor", "major"])
@pytest.mark.parametrize(
    ("price", "trains", "event"),
    [
        (10, ("5T",), "seized by the LPTB"),
        (20, ("5T",), "seized by the LPTB"),
        (30, ("5T",), "seized by the LPTB"),
        (30, (), "seized by the LPTB"),
        (40, (), "seized by the LPTB"),
        (600, (), "seized by the LPTB"),
        (0, (), "liquidated"),
        (0, ("5T",), "liquidated"),
        (40, ("5T",), ""),
        (600, ("5T",), ""),
    ],
)
def test_who_ends_and_how(kind: str, price: int, trains: tuple[str, ...], event: str) -> None:
    at = phase_v()
    if kind == "minor":
        at.minor("DIS", price, "A", trains=trains)
    else:
        at.major("DIS", price, {"A": 4}, trains=trains)
    at.events = []
    at.mergers()
    told = [str(told.standing.english) for told in at.events if hasattr(told, "standing")]
    assert told == ([event] if event else [])
    assert at.has("DIS", FLOATED) == (event == "")


@rule("1863-LPTB-03", "1863-MA-02")
def test_the_lowest_is_seized_first() -> None:
    at = phase_v()
    at.minor("DIS", 90, "A", loans=1)
    at.minor("CIR", 50, "B", loans=1)
    at.events = []
    at.mergers()
    paid = [event.payer for event in at.events if hasattr(event, "payer")]
    assert paid == [at.owner("B"), at.owner("A")]


@rule("1863-MA-02")
def test_on_equal_prices_whoever_came_last_goes_first() -> None:
    at = phase_v()
    for company, owner in (("DIS", "A"), ("CIR", "B"), ("MET", "C")):
        at.minor(company, 50, owner, loans=1)
    at.events = []
    at.mergers()
    paid = [event.payer for event in at.events if hasattr(event, "payer")]
    assert paid == [at.owner(name) for name in "CBA"]


# -- what it pays for companies it seizes ------------------------------------------------------------------


@rule("1863-LPTB-06", "1863-VAL-01")
@pytest.mark.parametrize(
    ("cash", "revenue", "each"),
    [
        (200, 60, 13),
        (200, 79, 13),
        (200, 80, 14),
        (260, 0, 13),
        (59, 1000, 8),
        (60, 1000, 8),
        (63, 1000, 9),
        (0, 100, 0),
    ],
)
def test_half_the_valuation_by_the_share_as_far_as_the_treasury_goes(cash: int, revenue: int, each: int) -> None:
    """Seven shares are in hands, of ten: 260 is 13 a share; 63 is 9 for seven."""
    at = phase_v()
    at.major("DIS", 90, {"A": 4, "B": 3}, cash=cash)
    at.give("pool", "DIS", 1)
    at.earned("DIS", revenue)
    at.mergers()
    assert at.cash_of(*"AB") == [350 + 4 * each, 350 + 3 * each]
    assert at.cash("DIS") == 0


@rule("1863-LPTB-06")
def test_the_worked_seizure() -> None:
    """Worked example 1863-EX-09: valued at 260, 13 a share. No such company has a train, so all is in cash."""
    at = phase_v()
    at.major("DIS", 90, {"A": 10}, cash=200)
    at.earned("DIS", 60)
    at.mergers()
    assert at.cash("A") == 350 + 10 * 13


@rule("1863-LPTB-06")
@pytest.mark.parametrize(("cash", "revenue", "paid"), [(200, 60, 130), (200, 63, 130), (200, 64, 132), (50, 900, 50)])
def test_a_minor_s_owner_gets_half_the_valuation(cash: int, revenue: int, paid: int) -> None:
    at = phase_v()
    at.minor("DIS", 90, "A", cash=cash)
    at.earned("DIS", revenue)
    at.mergers()
    assert at.cash("A") == 350 + paid


@rule("1863-LPTB-05", "1863-LPTB-06")
@pytest.mark.parametrize(
    ("cash", "loans", "president", "each"), [(500, 3, 0, 20 // 2), (300, 3, 0, 0), (220, 3, -80, 0), (0, 1, -100, 0)]
)
def test_debts_come_first(cash: int, loans: int, president: int, each: int) -> None:
    at = phase_v()
    at.major("DIS", 90, {"A": 4}, cash=cash, loans=loans)
    at.mergers()
    assert at.cash("A") == 350 + president + 4 * each


@rule("1863-LPTB-05", "1863-SELL-02", "1863-SELL-07")
def test_its_shares_of_others_are_sold_and_count_in_its_valuation() -> None:
    """Two shares at 60 bring 120; with 80 in cash the valuation is 200, so 10 a share."""
    at = phase_v()
    at.major("DIS", 90, {"A": 4}, cash=80)
    at.major("CLR", 60, {"B": 3}, trains=("5T",))
    at.give("DIS", "CLR", 2)
    at.mergers()
    assert (at.cash("A"), at.price("CLR"), at.shares("pool", "CLR")) == (350 + 40, 50, 2)


@rule("1863-LPTB-05", "1863-CRISIS-08")
def test_a_company_that_presides_over_a_seized_one_pays_before_its_player() -> None:
    at = phase_v()
    at.major("DIS", 90, {"A": 4}, cash=30, loans=9, trains=("5T",))
    at.minor("CIR", 100, "DIS", cash=20, loans=2)
    at.mergers()
    assert at.cash_of("A", "DIS") == [350 - 200 + 20 + 30, 0]


# -- companies that are offered ----------------------------------------------------------------------------


@rule("1863-LPTB-08", "1863-MA-04")
def test_every_white_company_is_asked_once_from_the_lowest() -> None:
    at = phase_v()
    at.minor("DIS", 90, "A", trains=("5T",))
    at.major("CIR", 50, {"B": 3}, trains=("5T",))
    at.minor("MET", 40, "C", trains=("5T",))
    at.mergers()
    asked = []
    while isinstance(at.step, Offer):
        asked.append(at.game.symbol(at.step.company))
        at.do("pass")
    assert asked == ["MET", "CIR", "DIS"]


@rule("1863-LPTB-01", "1863-LPTB-08")
@pytest.mark.parametrize("phase", ["II", "III", "IV"])
def test_before_phase_v_nothing_is_offered(phase: str) -> None:
    at = Mergers(phase=phase)
    at.minor("DIS", 90, "A", cash=200)
    at.mergers()
    assert not isinstance(at.step, Offer)


@rule("1863-LPTB-08")
def test_a_loan_that_takes_it_to_the_grey_zone_ends_the_offer() -> None:
    at = phase_v()
    at.major("MET", 40, {"A": 4}, trains=("5T",))
    at.mergers()
    at.do("borrow 1")
    at.refuses("sell-to-lptb", "1863-LPTB-08")


@rule("1863-LPTB-11", "1863-LPTB-15")
@pytest.mark.parametrize(("cash", "each"), [(700, 60), (480, 60), (479, 59), (7, 0), (0, 0)])
def test_the_price_by_the_share_as_far_as_the_treasury_goes(cash: int, each: int) -> None:
    """Eight shares are in hands, two in the Pool; C is short of one of these."""
    at = phase_v()
    at.major("DIS", 60, {"A": 5, "B": 3}, cash=cash, trains=("5T",))
    at.give("pool", "DIS", 1)
    at.short("C", "DIS", 1)
    at.mergers()
    at.do("sell-to-lptb")
    assert at.cash_of(*"ABC") == [350 + 5 * each, 350 + 3 * each, 350 - each]
    assert (at.cash("DIS"), at.has("DIS", FLOATED)) == (0, False)


@rule("1863-LPTB-11")
@pytest.mark.parametrize(("cash", "paid"), [(200, 180), (180, 180), (179, 178), (20, 20)])
def test_a_minor_s_owner_gets_twice_the_price(cash: int, paid: int) -> None:
    at = phase_v()
    at.minor("DIS", 90, "A", cash=cash, trains=("5T",))
    at.mergers()
    at.do("sell-to-lptb")
    assert at.cash("A") == 350 + paid


@rule("1863-LPTB-09", "1863-SELL-03")
def test_what_it_holds_of_others_is_sold_two_places_a_share_if_it_presided() -> None:
    """The District sells four at 100 and hands over to B after the third: 2 + 2 + 2 + 1 places."""
    at = phase_v()
    at.major("DIS", 60, {"A": 5}, trains=("5T",))
    at.major("CLR", 100, {"DIS": 4, "B": 2}, trains=("5T",))
    at.mergers()
    at.do("sell-to-lptb")
    assert at.director("CLR") == "B"
    assert at.price("CLR") == 60, "90, 80; 75, 70; 65; 60"
    assert at.cash("A") == 350 + 5 * 60


# -- trains and tokens ----------------------------------------------------------------------------------------


@rule("1863-LPTB-02", "1863-SR-12")
@pytest.mark.parametrize(("phase", "taken"), [("II", 0), ("III", 0), ("IV", 0), ("V", 1)])
def test_one_train_after_each_stock_round_of_phase_v(phase: str, taken: int) -> None:
    at = Mergers(phase=phase)
    before = sum(at.state.depot)
    lptb.after_stock_round(at.game)
    assert before - sum(at.state.depot) == taken


@rule("1863-LPTB-02", "1863-END-01")
@pytest.mark.parametrize(("left", "final"), [(2, 0), (1, 3), (0, 3)])
def test_the_end_is_near_once_no_train_is_left(left: int, final: int) -> None:
    at = phase_v()
    at.leave("5T/2+3e", left)
    at.stock_turn("A")
    lptb.after_stock_round(at.game)
    assert at.state.depot[3] == max(0, left - 1)
    assert record(at.game).final == final


@rule("1863-LPTB-07", "1863-PRIV-14")
def test_trains_and_privates_of_a_seized_company_leave_the_game() -> None:
    """With the Chocolate Express the pirate goes."""
    at = phase_v()
    at.major("DIS", 30, {"A": 4}, trains=("5T", "2+3e"))
    at.privates(CHO="DIS", MAI="DIS")
    effects.place_marker(at.game, pirate.bus(at.game), at.stop("H11.0"))
    scrapped = at.state.scrapped[3]
    at.mergers()
    assert (at.trains("DIS"), at.state.scrapped[3] - scrapped) == ([], 2)
    assert [at.owners(name) for name in ("CHO", "MAI")] == ["", ""]
    assert pirate.stop(at.game) is None


@rule("1863-LPTB-12", "1863-LIQ-05")
def test_where_the_lptb_has_a_token_already_another_is_just_removed() -> None:
    at = Mergers()
    at.minor("DIS", 0, "A")
    at.minor("MET", 60, "B")
    stop = at.stop("C18.0")
    effects.place_marker(at.game, lptb.token(at.game), stop)
    lptb.take_tokens(at.game, at.company("DIS"))
    assert at.state.tokens[stop] == (lptb.token(at.game),)
    assert tokens_on_board(at) == 1


@rule("1863-LPTB-12", "1863-LPTB-14")
@pytest.mark.parametrize(
    ("already", "theirs", "after", "final"), [(0, 3, 3, 0), (5, 2, 7, 0), (5, 3, 8, 3), (6, 3, 8, 3), (8, 1, 8, 3)]
)
def test_the_eighth_token_brings_the_end(already: int, theirs: int, after: int, final: int) -> None:
    at = Mergers()
    at.minor("DIS", 0, "A")
    at.spread_tokens("DIS", theirs)
    for stop in start_places(at.game, at.company("DIS"))[:already]:
        effects.place_marker(at.game, lptb.token(at.game), stop)
    at.mergers()
    assert tokens_on_board(at) == after
    assert record(at.game).final == final
