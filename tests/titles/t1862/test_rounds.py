"""Rounds, the LNER, the ends of the game, the score (rules 1862-OR, 1862-PHASE, 1862-LNER, 1862-END)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.events import Noted
from railhead.core.ids import BANK
from railhead.core.state import Round
from railhead.core.text import Text
from railhead.rules.directors import CertificateRules
from railhead.rules.dividends import DividendRules
from railhead.rules.operating import operating_order
from railhead.rules.trains import BuyTrains
from railhead.testing import Table, rule
from railhead.titles.t1862.facts import FREIGHT, NUMBERS
from railhead.titles.t1862.record import record
from railhead.titles.t1862.rounds import Timetable
from tests.titles.t1862.railways import operating as turn
from tests.titles.t1862.railways import railway, table


def over(at: Table, round_: Round) -> str:
    """This round is over: which comes next, as far as the timetable goes; empty if the game is over."""
    at.state.round = round_
    at.state.agenda = (Timetable(),)
    game = at.game
    game.step.proceed(game)
    return "" if at.over else str(at.book.round_name(at.state.round))


def operating(index: int, of: int) -> Round:
    return Round("operating", 4, index, of)


@rule("1862-OR-01", "1862-OR-03")
def test_companies_operate_by_price_and_stack() -> None:
    at = table(3)
    for name, price in (("ESR", 90), ("I&B", 100), ("L&H", 90), ("ENR", 90)):
        railway(at, name, {"A": 5}, price=price, unused=2)
    at.start("SVR", 100, {"A": 4})
    order = [at.book.company_names[company] for company in operating_order(at.game)]
    assert order == ["I&B", "ESR", "L&H", "ENR"], "a company that has not floated does not operate"


@rule("1862-SETUP-12", "1862-PHASE-03", "1862-TRAIN-10")
@pytest.mark.parametrize(("phase", "rounds"), [("A", 1), ("B", 2), ("C", 2), ("D", 3), ("E", 3), ("G", 3)])
def test_operating_rounds_of_a_set(phase: str, rounds: int) -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, unused=2)
    at.set_phase(phase)
    assert over(at, Round("stock", 3)) == "Operating round 3.1"
    assert at.state.round.of == rounds
    assert over(at, operating(1, 2)) == "Operating round 4.2", "a set under way keeps its number"
    assert over(at, operating(2, 2)) == "Parliament round 5"
    assert over(at, Round("parliament", 5)) == "Stock round 5"


@rule("1862-PHASE-02")
def test_tile_colours() -> None:
    at = table(3)
    colours = {phase.name: phase.colours[-1] for phase in at.book.phases}
    assert colours == dict(zip("ABCDEFGH", ("yellow", "green", "green", *["russet"] * 5), strict=True))


@rule("1862-LNER-01", "1862-LNER-02", "1862-LNER-05", "1862-LNER-07", "1862-CERT-05")
def test_the_lner_forms_after_the_set_that_saw_the_first_h_train() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5, "B": 2, "ESR": 1}, unused=2)
    railway(at, "I&B", {"B": 7}, unused=2)
    at.set_phase("H")
    assert over(at, operating(1, 3)) == "Operating round 4.2"
    assert not record(at.game).lner
    assert over(at, operating(3, 3)) == "Stock round 5"
    assert record(at.game).lner
    assert at.state.ending
    assert (at.shares("pool", "ESR"), at.shares("ESR", "ESR"), at.shares("ipo", "ESR")) == (2, 1, 0)
    assert at.book.rules[CertificateRules].limit(at.game) == 9, "the shares of B"
    assert over(at, Round("stock", 5)) == "Operating round 5.1"
    assert at.state.round.of == NUMBERS.last_rounds == 3
    assert over(at, operating(2, 3)) == "Operating round 4.3"
    assert over(at, operating(3, 3)) == ""


@rule("1862-VAR-03")
def test_in_the_shorter_game_the_first_e_train_sets_it_off() -> None:
    at = table(3, ("shorter_game",))
    railway(at, "ESR", {"A": 5}, unused=2)
    at.give_trains("ESR", "4E", "3F")
    at.set_phase("D")
    assert over(at, operating(3, 3)) == "Parliament round 5"
    at.set_phase("E")
    assert over(at, operating(3, 3)) == "Stock round 5"
    at.set_phase("G")
    assert at.trains("ESR") == ["4E"], "D trains never rust"


@rule("1862-LNER-01", "1862-VAR-03")
@pytest.mark.parametrize(
    ("options", "phase", "bought"),
    [(("shorter_game",), "D", ("6F", "7F")), ((), "G", ("9F", "9F"))],
)
def test_the_lner_is_announced_once(options: tuple[str, ...], phase: str, bought: tuple[str, ...]) -> None:
    """In the shorter game phases E and F may begin in one turn, both before the LNER forms."""
    at = lner_near(options, phase)
    told = [text for train in bought for text in announcements(at, f"train {train} with 0 warranties")]
    assert told == ["The LNER will form after this set of operating rounds"]


@rule("1862-END-03")
def test_a_broken_bank_leaves_no_lner_to_announce() -> None:
    at = lner_near((), "G")
    at.state.ending = "the bank is out of money"
    assert announcements(at, "train 9F with 0 warranties") == []


def lner_near(options: tuple[str, ...], phase: str) -> Table:
    """ESR is to buy trains in a phase whose own are sold out; of each later band one is left."""
    at = table(3, options)
    railway(at, "ESR", {"A": 5}, unused=2, treasury=3000)
    at.set_phase(phase)
    for band in range(at.state.phase, len(at.state.depot) - 1):
        left = 0 if band == at.state.phase else 1
        at.state.scrapped[band] += at.state.depot[band] - left
        at.state.depot[band] = left
    turn(at, "ESR", "trains")
    at.settle()
    return at


def announcements(at: Table, text: str) -> list[str]:
    """What is said of the LNER when this is done."""
    return [str(event.text) for event in at.do(text) if isinstance(event, Noted) and "LNER" in str(event.text)]


@rule("1862-END-01", "1862-END-02")
@pytest.mark.parametrize("formed", [False, True])
def test_the_top_of_the_market_ends_the_game_after_the_operating_round(formed: bool) -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, price=950, unused=2, trains=("2E",))
    at.remember(lner=formed, limit=20)
    at.book.rules[DividendRules].after_dividend(at.game, at.company("ESR"), 950)
    assert at.price("ESR") == 1000
    assert at.state.ending
    assert over(at, operating(1, 3)) == ""


@rule("1862-END-03")
def test_an_empty_bank_ends_the_game_after_the_set() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, unused=2, trains=("2E",))
    at.set_phase("H")
    effects.pay(at.game, BANK, at.seat("A"), at.cash("ipo") + 1, Text("a test"))
    assert at.state.ending
    assert over(at, operating(1, 3)) == "Operating round 4.2"
    assert over(at, operating(3, 3)) == "", "and the LNER does not form"


@rule("1862-END-03")
def test_an_empty_bank_in_a_stock_round_leaves_a_full_set() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, unused=2, trains=("2E",))
    at.set_phase("B")
    at.state.round = Round("stock", 4)
    effects.pay(at.game, BANK, at.seat("A"), at.cash("ipo") + 1, Text("a test"))
    assert over(at, Round("stock", 4)) == "Operating round 4.1"
    assert at.state.round.of == 2
    assert over(at, operating(2, 2)) == ""


@rule("1862-END-03")
def test_the_last_pound_does_not_end_the_game() -> None:
    at = table(3)
    effects.pay(at.game, BANK, at.seat("A"), at.cash("ipo"), Text("a test"))
    assert not at.state.ending


@rule("1862-LNER-06")
def test_after_the_lner_the_bank_may_run_out() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, unused=2, trains=("2E",))
    at.remember(lner=True, limit=20)
    effects.pay(at.game, BANK, at.seat("A"), at.cash("ipo") + 1, Text("a test"))
    assert not at.state.ending
    assert over(at, operating(1, 3)) == "Operating round 4.2"


@rule("1862-LNER-03", "1862-MERGE-07")
def test_after_the_lner_a_turn_begins_with_running() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 5}, unused=2, trains=("2E",), treasury=1000, permits=FREIGHT)
    at.remember(lner=True, limit=20)
    at.operating_round()
    assert isinstance(at.step, BuyTrains), "there is no permit to run the train: buying comes first of what is asked"
    assert at.state.tokens == {}


@rule("1862-END-04")
def test_cash_and_shares_count_and_treasuries_do_not() -> None:
    at = table(3)
    railway(at, "ESR", {"A": 4}, price=182, treasury=900, unused=2, trains=("2E",))
    railway(at, "I&B", {"B": 3}, price=71, unused=2)
    at.give_cash("A", 320)
    at.give_cash("B", 100)
    assert at.book.worth(at.game, at.seat("A")) == 1048
    assert at.book.worth(at.game, at.seat("B")) == 100 + 3 * 35, "half, rounded down, without a train"
