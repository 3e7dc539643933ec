"""The order of rounds, exports, the end of the game and what counts then (18BF-OR, 18BF-EXP and 18BF-END)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.state import CLOSED, Round
from railhead.play.session import scores
from railhead.rules.operating import OperatingRound, operating_order
from railhead.rules.standings import announcement
from railhead.testing import rule
from railhead.titles.t18bf import phases, rounds
from railhead.titles.t18bf.dealing import deal
from railhead.titles.t18bf.facts import MINOR, PHASE
from railhead.titles.t18bf.record import record
from railhead.titles.t18bf.rounds import MERGER, Timetable, begin_operating_round
from railhead.titles.t18bf.stalemate import stalled
from tests.titles.t18bf.table import BigFour


def after(at: BigFour, kind: str, number: int, index: int = 1, of: int = 2) -> list[str]:
    """The rounds that follow a round until somebody has to decide or a stock round begins."""
    at.state.round = Round(kind, number, index, of)
    at.state.agenda = (Timetable(),)
    game = at.game
    names: list[str] = []
    for _ in range(20):
        if at.over:
            return [*names, "end"]
        before = at.state.round
        game.step.proceed(game)
        now = at.state.round
        if now != before:
            names.append(f"{now.kind} {now.number}.{now.index}")
        if now.kind == "stock":
            return names
    raise AssertionError(f"no end after {names}")


@rule("18BF-OR-01")
def test_two_operating_rounds_follow_a_stock_round() -> None:
    assert after(BigFour(), "stock", 2) == ["operating 2.1", "operating 2.2", "stock 3.1"]


@rule("18BF-OR-08", "18BF-MERGE-01")
@pytest.mark.parametrize("phase", ["2", "3", "4", "5", "6", "7", "8"])
def test_a_merger_round_follows_every_operating_round_from_phase_3_on(phase: str) -> None:
    at = BigFour(phase=phase)
    if phase == "8":
        at.remember(last_set=3, last_rounds=2)
    expected = ["operating 2.1", "operating 2.2", "stock 3.1"]
    if phase != "2":
        expected = ["operating 2.1", f"{MERGER} 2.1", "operating 2.2", f"{MERGER} 2.2", "stock 3.1"]
    assert after(at, "stock", 2) == expected


@rule("18BF-OR-02", "18BF-PRIV-02")
def test_privates_pay_before_anybody_acts() -> None:
    at = BigFour()
    at.give_private("P7", "A")
    at.minor("TV", trains=("2",))
    cash = at.cash("A")
    begin_operating_round(at.game, Round("operating", 1, 1, 2))
    assert at.cash("A") == cash + 25


@rule("18BF-OR-03", "18BF-OR-04")
def test_minors_then_publics_then_systems_each_by_price() -> None:
    at = BigFour(phase="6")
    at.in_play("GWR", 200, {"A": 4})
    at.in_play("MR", 70, {"A": 2})
    at.in_play("CR", 150, {"A": 2})
    at.minor("TV", 80)
    at.minor("VN", 80)
    at.minor("BE", 110)
    at.in_play("SR", 220, {"A": 4})
    order = [at.book.company_names[c] for c in operating_order(at.game)]
    assert order == ["BE", "TV", "VN", "CR", "MR", "SR", "GWR"]


@rule("18BF-EXP-01", "18BF-EXP-03", "18BF-EXP-04", "18BF-PHASE-02")
@pytest.mark.parametrize("phase", ["2", "3", "4", "5", "6", "7", "8"])
@pytest.mark.parametrize("index", [1, 2])
def test_when_a_train_is_exported(phase: str, index: int) -> None:
    at = BigFour(phase=phase)
    before = list(at.state.depot)
    at.state.round = Round("operating", 2, index, 2)
    at.state.agenda = (Timetable(), rounds.EndOfRound())
    at.game.step.proceed(at.game)
    gone = sum(before) - sum(at.state.depot)
    assert gone == (1 if index == 2 and phase in ("4", "5", "6", "7") else 0)


@rule("18BF-EXP-02", "18BF-END-04", "18BF-PHASE-06")
def test_an_exported_train_begins_a_phase() -> None:
    at = BigFour(phase="7")
    at.sold_out("3+3/5G")
    at.in_play("MR", 100, {"A": 3}, trains=("4", "6"))
    at.state.round = Round("operating", 5, 2, 2)
    at.state.agenda = (Timetable(), rounds.EndOfRound())
    at.game.step.proceed(at.game)
    assert at.phase == "8"
    assert at.trains("MR") == ["6"]
    assert (record(at.game).last_set, record(at.game).last_rounds) == (6, 3)
    assert at.state.ending == "the first 4+4/6G train was exported"


@rule("18BF-END-01", "18BF-END-02", "18BF-END-03")
@pytest.mark.parametrize(("index", "of"), [(1, 2), (2, 3)])
def test_three_more_operating_rounds_follow_the_first_train_of_phase_8(index: int, of: int) -> None:
    """Worked examples 18BF-EX-08 and 18BF-EX-09."""
    at = BigFour(phase="7")
    at.state.round = Round("operating", 6, index, 2)
    at.state.phase = PHASE["8"]
    at.state.agenda = (Timetable(), OperatingRound())
    phases.began(at.game)
    assert (record(at.game).last_set, record(at.game).last_rounds) == (7, of)
    assert f"bought in the {'first' if index == 1 else 'second'} operating round" in at.state.ending
    follow = after(at, "operating", 6, index)
    expected = [f"{MERGER} 6.1", "operating 6.2", f"{MERGER} 6.2", "stock 7.1"]
    assert follow == expected[2 * index - 2 :]
    last = after(at, "stock", 7)
    in_last = [f"{kind} 7.{n}" for n in range(1, of + 1) for kind in ("operating", MERGER)][:-1]
    assert last == [*in_last, "end"]
    assert sum(name.startswith("operating") for name in (*follow, *last)) == 3


@rule("18BF-END-01")
def test_a_second_train_of_phase_8_does_not_move_the_end() -> None:
    at = BigFour(phase="8")
    at.remember(last_set=7, last_rounds=2)
    at.in_play("MR", 100, {"A": 3}, cash=1000)
    at.operate("MR", "trains", index=2)
    at.do("train 4+4 from ipo")
    assert (record(at.game).last_set, record(at.game).last_rounds) == (7, 2)


@rule("18BF-END-05")
@pytest.mark.parametrize(
    ("price", "loans", "final"), [(100, 0, 100), (100, 2, 80), (100, 3, 70), (45, 1, 40), (45, 2, 0), (40, 1, 0)]
)
def test_loans_lower_the_final_price(price: int, loans: int, final: int) -> None:
    """Worked example 18BF-DX-16: 4 shares at 70 count 280."""
    at = BigFour(phase="8")
    at.in_play("MR", price, {"A": 4}, loans=loans)
    assert at.book.worth(at.game, at.seat("A")) == 470 + 4 * final


@rule("18BF-END-06")
@pytest.mark.parametrize(("price", "loans", "worth"), [(120, 0, 240), (120, 1, 220), (40, 1, 0)])
def test_a_minor_counts_twice_its_price(price: int, loans: int, worth: int) -> None:
    at = BigFour(phase="8")
    at.minor("TV", price, loans=loans)
    assert at.book.worth(at.game, at.seat("A")) == 470 + worth


@rule("18BF-END-07", "18BF-PRIV-39")
def test_company_assets_count_nothing() -> None:
    at = BigFour(phase="8")
    at.in_play("MR", 220, {"A": 3}, cash=900, trains=("6",))
    assert scores(at.book, at.state)["A"] == 470 + 660
    at.give_private("F8", "A")
    at.give_private("U1", "MR")
    assert scores(at.book, at.state)["A"] == 470 + 660 + 150


@rule("18BF-END-08")
def test_of_equal_players_all_win() -> None:
    at = BigFour(phase="8")
    at.give_cash("B", 1000)
    at.give_cash("D", 1000)
    said = str(announcement(at.game))
    assert "B" in said
    assert "D" in said
    assert "A" not in said.replace("AND", "").split(":")[0].split()


@rule("18BF-CLOSE-05")
def test_a_company_without_a_train_is_not_taken_away() -> None:
    at = BigFour(phase="8")
    at.in_play("MR", 100, {"A": 3})
    at.play("MR", "end")
    assert at.director("MR") == "A"
    assert at.price("MR") == 90
    assert not at.closed("MR")


def no_minor_left(at: BigFour) -> None:
    """All Minors have been started and are gone."""
    for company in at.book.company_ids:
        if at.state.kind[company] == MINOR:
            effects.mark(at.game, company, CLOSED)


def test_a_table_without_companies_ends_if_nobody_can_ever_start_one() -> None:
    at = BigFour()
    for name in "ABCD":
        at.give_cash(name, 95)
    assert stalled(at.game)
    at.give_cash("C", 100)
    assert not stalled(at.game)
    no_minor_left(at)
    assert stalled(at.game)
    at = BigFour()
    for name in "ABCD":
        at.give_cash(name, 95)
    at.give_private("F1", "D")
    assert not stalled(at.game), "the income will do"


@pytest.mark.parametrize(("phase", "limit"), [("2", 2), ("3", 4)])
def test_a_table_where_no_train_can_be_bought_any_more_ends(phase: str, limit: int) -> None:
    company = "TV" if phase == "2" else "MR"
    for trains in range(limit + 1):
        at = BigFour(phase=phase)
        no_minor_left(at)
        at.state.status[at.company("TV")] = 0
        at.in_play(company, 100, {"A": 1 if phase == "2" else 3}, trains=("2",) * trains)
        if company != "TV":
            at.mark("TV", CLOSED)
        assert stalled(at.game) == (trains == limit)


def test_a_table_with_a_minor_that_may_convert_or_be_started_goes_on() -> None:
    at = BigFour(phase="3")
    no_minor_left(at)
    at.in_play("MR", 100, {"A": 3}, trains=("2", "2", "3", "3"))
    assert stalled(at.game)
    at.state.status[at.company("TV")] = 0
    assert not stalled(at.game)
    at.minor("TV", trains=("3", "3"))
    assert not stalled(at.game)


def test_minors_that_wait_for_phase_3_do_not_bring_it_about() -> None:
    for phase in ("2", "3"):
        at = BigFour(phase=phase)
        no_minor_left(at)
        for company in deal(0).third:
            at.state.status[company] = 0
        assert stalled(at.game) == (phase == "2")
        at.state.status[deal(0).second[0]] = 0
        assert not stalled(at.game)


def test_from_phase_4_on_exports_bring_the_end() -> None:
    for phase in ("4", "5", "6", "7", "8"):
        at = BigFour(phase=phase)
        no_minor_left(at)
        assert not stalled(at.game)


def test_a_stalemate_ends_the_game_before_a_stock_round() -> None:
    at = BigFour()
    no_minor_left(at)
    rounds.begin_stock_round(at.game, 4)
    assert at.over
    assert at.state.ending
