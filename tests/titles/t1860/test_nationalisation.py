"""British Rail: when the railways are nationalised, how companies operate then, which close, when it is over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from railhead.core.actions import text_of
from railhead.core.events import Event, Noted, RoundBegan
from railhead.core.ids import POOL
from railhead.core.state import BANKRUPT, CLOSED, STARTED, Round
from railhead.core.steps import Step
from railhead.rules.dividends import Dividend
from railhead.rules.operating import OperatingRound, OperatingTurn
from railhead.rules.running import Run, RunTrains
from railhead.rules.tokens import PlaceTokens
from railhead.rules.track import LayTrack
from railhead.rules.trains import BuyTrains
from railhead.testing import Table, rule
from railhead.titles.t1860.record import Record1860
from tests.titles.t1860.lines import LINE

RYDE = ("786@0 I3", "759@2 J4")
"""Ryde Pier, Ryde Esplanade and Ryde: 40, 60 and 30."""
WEST = ("115@0 B4", "115@3 B6")
"""Yarmouth and Freshwater: 20 each."""

BEST = "F2.0-F2.1-F2.2-F4.0-G5.0-H4.0-H4.1-(I5.0)-J6.0-J8.0-I9.0-(H8.0)-G9.0"
SAME_IN_OTHER_WORDS = "F2.0-F2.1-(F2.2)-F4.0-G5.0-H4.0-(H4.1)-(I5.0)-J6.0-J8.0-I9.0-(H8.0)-G9.0"
LESS = "F2.0-F2.1-F2.2-F4.0-G5.0-(H4.0)-H4.1-I5.0-J6.0-J8.0-I9.0-(H8.0)-G9.0"
TEN_CALLS = "F2.0-F2.1-F2.2-F4.0-G5.0-H4.0-H4.1-I5.0-J6.0-J8.0-I9.0-(H8.0)-G9.0"

DIRECTORS = {"C&N": "A", "IOW": "B", "IWNJ": "C", "FYN": "A", "NGStL": "B", "BHI&R": "C"}
PARS = {"C&N": 100, "IOW": 90, "IWNJ": 82, "FYN": 74, "NGStL": 68, "BHI&R": 62}
FOUR = ("C&N", "IOW", "IWNJ", "FYN")


def phase_9(*companies: str, trains: str = "9+5", treasury: int = 0, track: tuple[str, ...] = ()) -> Table:
    """These companies, each with a director who holds half of it, and a train, after the Southern Railway."""
    table = Table(players=3)
    for private in ("Brading", "Yarmouth", "Cowes", "Ryde"):
        table.close_private(private)
    table.lay(*track)
    for company in companies:
        holders = {DIRECTORS[company]: 5}
        table.float(company, PARS[company], holders, operated=True, treasury=treasury)
        table.give_trains(company, trains)
    table.set_phase("9")
    table.remember(building_over=True)
    return table


def british_rail(*companies: str, treasury: int = 0, track: tuple[str, ...] = ()) -> Table:
    """The same, nationalised."""
    table = phase_9(*companies, treasury=treasury, track=track)
    table.remember(nationalised=True)
    return table


def lose_trains(table: Table, company: str) -> None:
    purse = table.game.purse(table.company(company))
    for train in table.state.trains[purse]:
        table.state.scrapped[train] += 1
    table.state.trains[purse] = ()


def into_receivership(table: Table, company: str) -> None:
    """Everything its director has goes to the pool, the director's certificate with it."""
    what = table.company(company)
    director = table.director(company)
    held = table.shares(director, company)
    table.give_shares(director, company, 0)
    table.give_shares("pool", company, held)
    table.state.director[what] = POOL


def own(table: Table) -> Record1860:
    assert isinstance(table.state.record, Record1860)
    return table.state.record


def deciding(table: Table) -> type[Step]:
    """The kind of decision that is due."""
    return type(table.step)


def closed(table: Table) -> list[str]:
    return [name for name in table.book.company_names if table.has(name, CLOSED)]


def end_operating_round(table: Table, index: int = 1, of: int = 3) -> None:
    """All companies have operated in this round: what follows?"""
    table.state.round = Round("operating", 7, index, of)
    table.state.agenda = (table.state.agenda[0], OperatingRound(table.book.company_ids))
    table.settle()


def end_stock_round(table: Table) -> None:
    """All players pass."""
    table.stock_turn("A", number=7, settle=True)
    idle_until(table, lambda: table.over or table.state.round.kind != "stock")


def set_dividends(table: Table, dividends: dict[str, int]) -> None:
    for company, dividend in dividends.items():
        table.state.dividend[table.company(company)] = dividend


def best_run(table: Table) -> str:
    for choice in table.choices:
        if choice.action is Run:
            return text_of(table.book, next(iter(choice)))
    raise AssertionError("no run is offered")


def idle(table: Table) -> list[Event]:
    """The least a player can do now: pass, run for the most, keep the revenue."""
    if deciding(table) is RunTrains:
        return table.do(best_run(table))
    if deciding(table) is Dividend:
        return table.do("keep")
    return table.do("pass")


def idle_until(table: Table, reached: Callable[[], bool]) -> list[Event]:
    events: list[Event] = []
    for _ in range(200):
        if reached():
            return events
        events += idle(table)
    raise AssertionError("never reached")


def play_out(table: Table) -> list[str]:
    """Play to the end of the game; the names of the rounds that begin, after those begun already."""
    events = list(table.events)
    events += idle_until(table, lambda: table.over)
    return [str(event.round) for event in events if isinstance(event, RoundBegan)]


def notes(table: Table) -> list[str]:
    return [str(event.text) for event in table.events if isinstance(event, Noted)]


# -- when it is tested ----------------------------------------------------------------------------


@rule("1860-NAT-01", "1860-NAT-02")
@pytest.mark.parametrize("index", [1, 2, 3])
def test_british_rail_forms_at_the_end_of_any_operating_round_when_all_have_trains(index: int) -> None:
    table = phase_9("C&N", "IOW", "IWNJ", treasury=1000)
    end_operating_round(table, index=index, of=3)
    assert own(table).nationalised
    assert notes(table) == ["The railways are nationalised: British Rail is formed"]


@rule("1860-NAT-01", "1860-NAT-02")
def test_british_rail_forms_at_the_end_of_a_stock_round_when_all_have_trains() -> None:
    table = phase_9("C&N", "IOW", "IWNJ", treasury=1000)
    end_stock_round(table)
    assert own(table).nationalised
    assert table.state.round == Round("operating", 7, 1, 3)


@rule("1860-NAT-01")
@pytest.mark.parametrize("phase", ["7", "8"])
def test_british_rail_does_not_form_before_the_southern_railway(phase: str) -> None:
    table = Table(players=3)
    table.float("C&N", 100, {"A": 5}, operated=True, treasury=1000)
    table.float("IOW", 90, {"B": 5}, operated=True, treasury=1000)
    table.give_trains("C&N", "6+3")
    table.give_trains("IOW", "6+3")
    table.set_phase(phase)
    end_operating_round(table)
    assert not own(table).nationalised
    end_stock_round(table)
    assert not own(table).nationalised


@rule("1860-NAT-01")
def test_a_train_bought_by_the_last_trainless_company_counts_only_when_the_round_is_over() -> None:
    table = phase_9("C&N", "IOW", "IWNJ", track=RYDE)
    lose_trains(table, "C&N")
    table.give_cash("C&N", 800)
    table.operating_turn("C&N", "trains", index=1, of=3)
    table.do("train 9+5 from ipo")
    assert table.turn == "B"
    assert deciding(table) is RunTrains
    assert not own(table).nationalised
    table.do(best_run(table))
    assert table.offered() == ["pay", "keep"]
    table.do("keep")
    assert own(table).nationalised
    assert closed(table) == []


@rule("1860-NAT-01")
def test_a_trainless_company_that_loses_its_director_counts_no_more_at_the_end_of_the_stock_round() -> None:
    table = phase_9("C&N", "IOW", "IWNJ", treasury=1000)
    lose_trains(table, "IWNJ")
    table.give_cash("IWNJ", 0)
    table.stock_turn("C", number=7)
    table.do("sell 5 IWNJ")
    assert table.director("IWNJ") == "pool"
    assert not own(table).nationalised
    idle_until(table, lambda: table.state.round.kind != "stock")
    assert own(table).nationalised


@rule("1860-NAT-01", "1860-NAT-11")
def test_no_company_closes_at_the_end_of_the_round_in_which_british_rail_forms() -> None:
    table = phase_9(*FOUR, treasury=1000)
    set_dividends(table, {"C&N": 120, "IOW": 90, "IWNJ": 40, "FYN": 0})
    end_operating_round(table)
    assert own(table).nationalised
    assert closed(table) == []


@rule("1860-NAT-01")
def test_the_test_is_made_at_the_end_of_a_stock_round_in_which_the_bank_has_broken() -> None:
    table = phase_9("C&N", "IOW", "IWNJ", treasury=1000)
    table.give_cash("C", table.cash("C") + table.cash("ipo"))
    table.stock_turn("A", number=7)
    table.do("sell 1 C&N")
    assert table.state.ending == "the bank is out of money"
    assert not own(table).nationalised
    idle_until(table, lambda: table.state.round.kind != "stock")
    assert own(table).nationalised


# -- which companies count ------------------------------------------------------------------------


@rule("1860-NAT-02")
@pytest.mark.parametrize("trainless", ["C&N", "IOW", "IWNJ"])
def test_one_directed_company_without_a_train_keeps_british_rail_from_forming(trainless: str) -> None:
    table = phase_9("C&N", "IOW", "IWNJ", treasury=1000)
    lose_trains(table, trainless)
    end_operating_round(table, index=1, of=3)
    assert not own(table).nationalised
    assert table.state.round == Round("operating", 7, 2, 3)
    end_operating_round(table, index=3, of=3)
    assert not own(table).nationalised
    assert table.state.round == Round("stock", 8)
    idle_until(table, lambda: table.state.round.kind != "stock")
    assert not own(table).nationalised


@rule("1860-NAT-02")
def test_a_trainless_company_in_receivership_is_not_counted() -> None:
    table = phase_9("C&N", "IOW", "IWNJ", treasury=1000)
    lose_trains(table, "IWNJ")
    into_receivership(table, "IWNJ")
    end_operating_round(table)
    assert own(table).nationalised


@rule("1860-NAT-02")
def test_trains_of_companies_in_receivership_do_not_help() -> None:
    table = phase_9("C&N", "IOW", "IWNJ", treasury=1000)
    into_receivership(table, "IWNJ")
    lose_trains(table, "IOW")
    end_operating_round(table)
    assert not own(table).nationalised


@rule("1860-NAT-02")
def test_a_started_company_that_has_not_floated_is_not_counted() -> None:
    table = phase_9("C&N", "IOW", "IWNJ", treasury=1000)
    table.start("FYN", par=74, shares={"A": 4})
    end_operating_round(table)
    assert own(table).nationalised


@rule("1860-NAT-02")
def test_a_bankrupt_company_is_not_counted_even_when_it_has_a_new_director() -> None:
    table = phase_9("C&N", "IOW", "IWNJ", "FYN", treasury=1000)
    lose_trains(table, "FYN")
    table.bankrupt("FYN")
    table.start("FYN", par=74, shares={"A": 2})
    assert table.has("FYN", BANKRUPT | STARTED)
    end_operating_round(table)
    assert own(table).nationalised


@rule("1860-NAT-02")
def test_a_leased_train_is_not_a_train_of_the_company() -> None:
    table = phase_9("C&N", "IOW", "IWNJ", treasury=700, track=LINE)
    lose_trains(table, "C&N")
    table.insolvent("C&N")
    end_operating_round(table)
    assert not own(table).nationalised


# -- rounds and the bank --------------------------------------------------------------------------


@rule("1860-NAT-03", "1860-NAT-13", "1860-END-03")
def test_after_nationalisation_only_operating_rounds_are_played_until_the_end() -> None:
    table = phase_9("C&N", "IOW", "IWNJ", "FYN", "BHI&R", track=(*LINE, *RYDE, *WEST))
    end_operating_round(table, index=3, of=3)
    assert play_out(table) == ["Operating round 7.4", "Operating round 7.5", "Operating round 7.6"]
    assert table.state.ending == "nationalisation is complete"


@rule("1860-NAT-03")
def test_after_nationalisation_in_a_stock_round_no_other_stock_round_follows() -> None:
    table = phase_9("C&N", "IOW", "IWNJ", "FYN", "BHI&R", track=(*LINE, *RYDE, *WEST))
    end_stock_round(table)
    assert own(table).nationalised
    table.events = []
    assert play_out(table) == ["Operating round 7.2", "Operating round 7.3"]


@rule("1860-NAT-03")
def test_a_stock_round_cut_short_is_not_begun_again_once_british_rail_forms() -> None:
    table = phase_9("C&N", "IOW", "IWNJ", treasury=1000)
    table.remember(crashed=True)
    table.state.round = Round("stock", 7)
    table.state.agenda = table.state.agenda[:1]
    table.settle()
    assert own(table).nationalised
    assert table.state.round.kind == "operating"


@rule("1860-NAT-04")
def test_the_bank_may_pay_more_than_it_has_under_british_rail() -> None:
    table = british_rail(*FOUR, treasury=1000, track=LINE)
    table.give_cash("C", table.cash("C") + table.cash("ipo"))
    assert table.cash("ipo") == 0
    before = table.cash("A")
    table.operating_turn("C&N", "run")
    table.do(f"run 9+5 {BEST}")
    assert table.cash("A") == before + 160
    assert table.cash("ipo") == -160
    assert table.state.ending == ""
    end_operating_round(table)
    assert not table.over


@rule("1860-NAT-04")
def test_the_bank_may_be_short_for_the_income_of_privates_under_british_rail() -> None:
    table = british_rail(*FOUR, treasury=1000)
    table.give_private("Fishbourne", "B")
    set_dividends(table, {"C&N": 120, "IOW": 90, "IWNJ": 40, "FYN": 0})
    table.give_cash("C", table.cash("C") + table.cash("ipo"))
    end_operating_round(table)
    assert table.cash("ipo") == -25
    assert table.state.ending == ""


# -- how companies operate ------------------------------------------------------------------------


@rule("1860-NAT-05")
def test_an_open_private_pays_in_every_operating_round_of_british_rail() -> None:
    table = british_rail("C&N", "IOW", "IWNJ", "FYN", "BHI&R", treasury=1000)
    table.give_private("Fishbourne", "B")
    set_dividends(table, {"C&N": 120, "IOW": 90, "IWNJ": 40, "FYN": 0, "BHI&R": 10})
    before = table.cash("B")
    end_operating_round(table, index=4)
    assert table.cash("B") == before + 25
    end_operating_round(table, index=5)
    assert table.cash("B") == before + 50
    assert table.cash("A") == table.book.starting_cash


@rule("1860-NAT-05")
def test_a_company_runs_pays_and_moves_its_price() -> None:
    table = british_rail(*FOUR, treasury=1000, track=LINE)
    table.give_shares("B", "C&N", 2)
    table.give_shares("pool", "C&N", 1)
    cash = {player: table.cash(player) for player in "ABC"}
    table.operating_turn("C&N", "begin")
    assert deciding(table) is RunTrains
    table.do(f"run 9+5 {BEST}")
    assert {player: table.cash(player) - cash[player] for player in "ABC"} == {"A": 160, "B": 64, "C": 0}
    assert table.price("C&N") == 134
    assert table.cash("C&N") == 1000
    assert deciding(table) is BuyTrains


@rule("1860-NAT-05", "1860-SOUTH-02", "1860-SOUTH-03")
def test_there_is_no_building_and_no_halt_even_if_british_rail_forms_before_the_next_stock_round() -> None:
    table = british_rail(*FOUR, treasury=1000, track=LINE)
    table.remember(building_over=False)
    table.operating_turn("C&N", "begin")
    assert deciding(table) not in (LayTrack, PlaceTokens)
    table.do(f"run 9+5 {BEST}")
    assert table.state.revenue[table.company("C&N")] == 320
    assert table.state.subsidy[table.company("C&N")] == 0


@rule("1860-NAT-06", "1860-EX-20")
@pytest.mark.parametrize(
    ("train", "stations", "before", "under_british_rail"),
    [("6+3", 6, 320, 260), ("7+4", 7, 340, 280), ("8+4", 8, 340, 300), ("9+5", 9, 340, 320)],
)
def test_only_the_first_number_of_a_train_counts_as_the_total_of_stations(
    train: str, stations: int, before: int, under_british_rail: int
) -> None:
    table = phase_9("C&N", "IOW", "IWNJ", trains="9+5", track=LINE)
    lose_trains(table, "C&N")
    kind = table.train(train)
    if train != "9+5":
        table.state.scrapped[kind] -= 1
        table.state.depot[kind] += 1
    table.give_trains("C&N", train)
    table.give_cash("C&N", 800)
    table.operating_turn("C&N", "run")
    table.do(best_run(table))
    assert table.state.revenue[table.company("C&N")] == before

    table.remember(nationalised=True)
    table.operating_turn("C&N", "run")
    run = best_run(table)
    calls = [stop for stop in run.split()[2].split("-") if "(" not in stop and stop not in ("F2.2", "H4.1")]
    assert len(calls) == stations
    table.do(run)
    assert table.state.revenue[table.company("C&N")] == under_british_rail


@rule("1860-NAT-06", "1860-EX-20")
def test_a_9_5_train_calls_at_nine_stations_and_not_at_ten() -> None:
    table = british_rail("C&N", "IOW", "IWNJ", track=LINE)
    table.operating_turn("C&N", "run")
    table.refuses(f"run 9+5 {TEN_CALLS}", "1860-ROUTE-01")
    assert table.allows(f"run 9+5 {BEST}")


@rule("1860-NAT-07")
def test_a_run_for_less_than_the_maximum_is_refused_under_british_rail() -> None:
    table = british_rail("C&N", "IOW", "IWNJ", track=LINE)
    table.operating_turn("C&N", "run")
    table.refuses(f"run 9+5 {LESS}", "1860-NAT-07")
    table.refuses("run 9+5 F2.0-F2.1-F2.2-F4.0-G5.0", "1860-NAT-07")


@rule("1860-NAT-07")
def test_every_run_for_the_maximum_is_allowed() -> None:
    table = british_rail("C&N", "IOW", "IWNJ", track=LINE)
    table.operating_turn("C&N", "run")
    assert table.turn == "A"
    assert table.allows(f"run 9+5 {BEST}")
    assert table.allows(f"run 9+5 {SAME_IN_OTHER_WORDS}")


@rule("1860-NAT-07")
def test_the_same_smaller_run_is_allowed_before_british_rail() -> None:
    table = phase_9("C&N", "IOW", "IWNJ", track=LINE)
    table.operating_turn("C&N", "run")
    assert table.allows(f"run 9+5 {LESS}")


@rule("1860-NAT-08")
def test_revenue_is_paid_out_and_cannot_be_kept() -> None:
    table = british_rail("C&N", "IOW", "IWNJ")
    what = table.company("C&N")
    table.state.revenue[what] = 100
    table.state.agenda = (table.state.agenda[0], OperatingRound((what,)), OperatingTurn(what, 5), Dividend(what))
    assert table.offered() == ["pay"]
    table.refuses("keep", "1860-NAT-08")
    before = table.cash("A")
    table.settle()
    assert table.cash("A") == before + 50
    assert table.cash("C&N") == 0


@rule("1860-NAT-08")
def test_before_british_rail_revenue_may_be_kept() -> None:
    table = phase_9("C&N", "IOW", "IWNJ")
    table.state.revenue[table.company("C&N")] = 100
    table.operating_turn("C&N", "dividend")
    assert table.offered() == ["pay", "keep"]


@rule("1860-NAT-08")
def test_a_directed_company_without_revenue_pays_nothing_and_its_price_falls() -> None:
    table = british_rail("C&N", "IOW", "IWNJ", treasury=1000)
    before = table.cash("A")
    table.operating_turn("C&N", "begin")
    assert table.cash("A") == before
    assert table.price("C&N") == 90
    assert table.state.dividend[table.company("C&N")] == 0


@rule("1860-NAT-09")
def test_a_company_in_receivership_pays_nothing_and_its_price_falls() -> None:
    table = british_rail("C&N", "IOW", "IWNJ", "FYN", treasury=1000, track=WEST)
    into_receivership(table, "FYN")
    table.give_shares("B", "FYN", 1)
    table.set_price("FYN", 58)
    set_dividends(table, {"FYN": 40})
    cash = {player: table.cash(player) for player in "ABC"}
    table.operating_turn("FYN", "begin")
    assert {player: table.cash(player) for player in "ABC"} == cash
    assert table.cash("FYN") == 1000
    assert table.price("FYN") == 54
    assert table.state.dividend[table.company("FYN")] == 0


@rule("1860-NAT-10")
def test_trains_are_bought_from_the_bank_only() -> None:
    table = british_rail("C&N", "IOW", "FYN", treasury=1000)
    table.give_trains("IOW", "9+5")
    table.give_trains("FYN", "9+5")
    table.operating_turn("C&N", "trains")
    assert table.offered("offer") == []
    table.refuses("offer 100 for 9+5 of IOW", "1860-NAT-10")
    table.refuses("offer 100 for 9+5 of FYN", "1860-NAT-10")
    table.do("train 9+5 from ipo")
    assert table.trains("C&N") == ["9+5", "9+5"]
    assert table.cash("C&N") == 200


@rule("1860-NAT-10")
def test_a_train_returned_to_the_bank_is_for_sale_too() -> None:
    table = british_rail("C&N", "IOW", "FYN", treasury=500)
    kind = table.train("6+3")
    table.state.scrapped[kind] -= 1
    table.state.trains[POOL] = (kind,)
    table.operating_turn("C&N", "trains")
    table.do("train 6+3 from pool")
    assert table.trains("C&N") == ["6+3", "9+5"]
    assert table.cash("C&N") == 0


@rule("1860-NAT-10")
def test_before_british_rail_the_other_companys_spare_train_is_for_sale() -> None:
    table = phase_9("C&N", "IOW", "FYN", treasury=1000)
    table.give_trains("IOW", "9+5")
    table.operating_turn("C&N", "trains")
    assert table.allows("offer 100 for 9+5 of IOW")


# -- closing --------------------------------------------------------------------------------------

CLOSINGS = [
    pytest.param({"C&N": 0, "IOW": 40, "IWNJ": 90, "FYN": 120}, {"C&N", "IOW"}, id="DX-30"),
    pytest.param({"C&N": 0, "IOW": 50, "IWNJ": 50, "FYN": 90}, {"C&N", "IOW", "IWNJ"}, id="DX-31"),
    pytest.param({"C&N": 30, "IOW": 30, "IWNJ": 90, "FYN": 90}, {"C&N", "IOW"}, id="DX-32"),
    pytest.param({"C&N": 120, "IOW": 90, "IWNJ": 40, "FYN": 0}, {"IWNJ", "FYN"}, id="the last two"),
    pytest.param({"C&N": 0, "IOW": 90, "IWNJ": 0, "FYN": 0}, {"C&N", "IWNJ", "FYN"}, id="three pay nothing"),
    pytest.param({"C&N": 10, "IOW": 20, "IWNJ": 90, "FYN": 90}, {"C&N", "IOW"}, id="equals above stay"),
    pytest.param({"C&N": 100, "IOW": 101, "IWNJ": 102, "FYN": 102}, {"C&N", "IOW"}, id="one apart"),
]


@rule("1860-NAT-11", "1860-NAT-12", "1860-DX-30", "1860-DX-31", "1860-DX-32")
@pytest.mark.parametrize(("dividends", "expected"), CLOSINGS)
def test_the_two_lowest_dividends_close_with_all_that_share_the_second_place(
    dividends: dict[str, int], expected: set[str]
) -> None:
    table = british_rail(*FOUR, treasury=1000)
    set_dividends(table, dividends)
    end_operating_round(table, index=4)
    assert set(closed(table)) == expected
    assert not table.over


@rule("1860-NAT-11")
def test_companies_close_at_the_end_of_the_round_and_not_within_it() -> None:
    table = british_rail(*FOUR, treasury=1000)
    table.operating_turn("C&N", "begin", index=4, of=4)
    table.do("pass")
    assert closed(table) == []
    table.do("pass", "pass")
    assert closed(table) == []
    assert table.state.round.index == 4


@rule("1860-NAT-11")
def test_five_companies_become_three_and_another_two_close_after_the_next_round() -> None:
    table = british_rail("C&N", "IOW", "IWNJ", "FYN", "BHI&R", treasury=1000)
    set_dividends(table, {"C&N": 50, "IOW": 40, "IWNJ": 30, "FYN": 20, "BHI&R": 10})
    end_operating_round(table, index=4)
    assert closed(table) == ["FYN", "BHI&R"]
    set_dividends(table, {"C&N": 50, "IOW": 60, "IWNJ": 70, "FYN": 0, "BHI&R": 0})
    end_operating_round(table, index=5)
    assert closed(table) == ["C&N", "IOW", "FYN", "BHI&R"]


@rule("1860-NAT-11")
def test_a_closed_company_neither_runs_nor_pays_and_its_price_stands() -> None:
    table = british_rail("C&N", "IOW", "FYN", track=(*LINE, *RYDE, *WEST))
    table.set_price("FYN", 122)
    set_dividends(table, {"C&N": 320, "IOW": 130, "FYN": 330})
    end_operating_round(table, index=4)
    assert closed(table) == ["C&N", "IOW"]
    prices = table.price("C&N"), table.price("IOW")
    cash = table.cash("A"), table.cash("B")
    play_out(table)
    assert (table.price("C&N"), table.price("IOW")) == prices == (100, 90)
    assert (table.cash("A"), table.cash("B")) == (cash[0] + 20, cash[1])
    assert table.price("FYN") == 122


@rule("1860-NAT-11", "1860-END-04")
def test_shares_of_a_closed_company_with_a_train_keep_their_full_price_in_the_score() -> None:
    table = british_rail(*FOUR, treasury=1000)
    set_dividends(table, {"C&N": 0, "IOW": 10, "IWNJ": 90, "FYN": 120})
    worth = table.book.worth(table.game, table.seat("B"))
    end_operating_round(table, index=4)
    assert closed(table) == ["C&N", "IOW"]
    assert table.book.worth(table.game, table.seat("B")) == worth == 670 + 5 * 90


@rule("1860-NAT-11", "1860-NAT-09")
def test_a_company_in_receivership_is_the_first_to_close() -> None:
    table = british_rail("C&N", "IOW", "FYN", "NGStL", treasury=1000, track=(*LINE, *RYDE, *WEST))
    into_receivership(table, "C&N")
    table.operating_round(number=7, index=4, of=4)
    idle_until(table, lambda: table.state.round.index == 5)
    assert closed(table) == ["C&N", "FYN"]


@rule("1860-NAT-11")
def test_a_company_that_goes_bankrupt_is_not_one_of_the_two() -> None:
    table = british_rail("C&N", "IOW", "IWNJ", "FYN", "BHI&R", treasury=1000, track=(*LINE, *RYDE, *WEST))
    into_receivership(table, "IWNJ")
    table.set_price("IWNJ", 14)
    table.operating_round(number=7, index=4, of=4)
    idle_until(table, lambda: table.state.round.index == 5)
    assert table.has("IWNJ", BANKRUPT)
    assert closed(table) == ["FYN", "BHI&R"]


@rule("1860-NAT-12")
@pytest.mark.parametrize("dividends", [(0, 0, 0, 0), (10, 60, 60, 60), (80, 80, 80, 80)])
def test_the_game_ends_without_another_round_when_all_companies_close_together(
    dividends: tuple[int, int, int, int],
) -> None:
    table = british_rail(*FOUR, treasury=1000)
    set_dividends(table, dict(zip(FOUR, dividends, strict=True)))
    end_operating_round(table, index=4)
    assert closed(table) == sorted(FOUR, key=table.company)
    assert table.over
    assert [event for event in table.events if isinstance(event, RoundBegan)] == []


# -- the last companies ---------------------------------------------------------------------------


@rule("1860-NAT-13", "1860-END-03")
@pytest.mark.parametrize(
    ("companies", "rounds"),
    [
        (("C&N",), 1),
        (("C&N", "IOW"), 1),
        (("C&N", "IOW", "FYN"), 2),
        (("C&N", "IOW", "FYN", "IWNJ"), 2),
        (("C&N", "IOW", "FYN", "IWNJ", "BHI&R"), 3),
    ],
)
def test_one_or_two_companies_left_operate_one_last_time(companies: tuple[str, ...], rounds: int) -> None:
    table = phase_9(*companies, track=(*LINE, *RYDE, *WEST))
    end_operating_round(table)
    assert own(table).nationalised
    assert len(play_out(table)) == rounds
    assert table.state.ending == "nationalisation is complete"
    assert table.state.dividend[table.company("C&N")] == 320


@rule("1860-NAT-13")
@pytest.mark.parametrize("companies", [("C&N",), ("C&N", "IOW"), ("C&N", "IOW", "FYN")])
def test_nationalisation_at_the_end_of_a_stock_round_gives_the_last_companies_one_round_too(
    companies: tuple[str, ...],
) -> None:
    table = phase_9(*companies, track=(*LINE, *RYDE, *WEST))
    end_stock_round(table)
    assert not table.over
    table.events = []
    assert len(play_out(table)) == (1 if len(companies) > 2 else 0)
    assert table.over


@rule("1860-NAT-13")
def test_the_last_company_of_three_has_exactly_one_more_operating_round() -> None:
    table = british_rail("C&N", "IOW", "FYN", track=(*LINE, *RYDE, *WEST))
    before = table.cash("A")
    set_dividends(table, {"C&N": 320, "IOW": 130, "FYN": 40})
    end_operating_round(table, index=4)
    assert closed(table) == ["IOW", "FYN"]
    assert own(table).last_round
    assert deciding(table) is RunTrains
    table.do(best_run(table))
    assert table.over
    assert closed(table) == ["IOW", "FYN"]
    assert table.cash("A") == before + 160


@rule("1860-NAT-13")
@pytest.mark.parametrize(
    ("dividends", "last"),
    [
        ({"C&N": 50, "IOW": 40, "IWNJ": 30, "FYN": 20, "BHI&R": 10}, False),
        ({"C&N": 50, "IOW": 40, "IWNJ": 20, "FYN": 20, "BHI&R": 10}, True),
        ({"C&N": 50, "IOW": 20, "IWNJ": 20, "FYN": 20, "BHI&R": 10}, True),
    ],
)
def test_the_last_round_comes_when_two_or_fewer_are_left_and_not_with_three(
    dividends: dict[str, int], last: bool
) -> None:
    table = british_rail("C&N", "IOW", "IWNJ", "FYN", "BHI&R", treasury=1000)
    set_dividends(table, dividends)
    end_operating_round(table, index=4)
    assert own(table).last_round is last


@rule("1860-NAT-13")
def test_the_last_two_are_not_closed_before_they_have_run_again() -> None:
    table = british_rail(*FOUR, track=(*LINE, *RYDE, *WEST))
    set_dividends(table, {"C&N": 320, "IOW": 130, "IWNJ": 0, "FYN": 40})
    end_operating_round(table, index=4)
    cash = table.cash("A"), table.cash("B")
    play_out(table)
    assert closed(table) == ["IWNJ", "FYN"]
    assert (table.cash("A"), table.cash("B")) == (cash[0] + 160, cash[1] + 65)


@rule("1860-NAT-13")
def test_the_game_ends_when_bankruptcy_leaves_no_company() -> None:
    table = british_rail("C&N", "IOW", "IWNJ")
    for company in ("C&N", "IOW", "IWNJ"):
        into_receivership(table, company)
        table.set_price(company, 14)
    table.operating_round(number=7, index=4, of=4)
    assert table.over
    assert table.state.ending == "nationalisation is complete"
    assert closed(table) == []


@rule("1860-NAT-13")
def test_companies_in_receivership_count_among_those_left() -> None:
    table = phase_9("C&N", "IOW", "FYN", track=(*LINE, *RYDE, *WEST))
    into_receivership(table, "FYN")
    end_operating_round(table)
    assert own(table).nationalised
    assert not own(table).last_round


@rule("1860-NAT-13")
def test_bankrupt_and_unfloated_companies_do_not_count_among_those_left() -> None:
    table = phase_9("C&N", "IOW", "FYN", track=(*LINE, *RYDE, *WEST))
    table.bankrupt("FYN")
    table.start("IWNJ", par=74, shares={"C": 4})
    end_operating_round(table)
    assert own(table).last_round


# -- the top of the market ------------------------------------------------------------------------


@rule("1860-NAT-14")
def test_a_price_at_the_top_ends_the_game_at_the_end_of_that_round_of_british_rail() -> None:
    table = british_rail(*FOUR, track=(*LINE, *RYDE, *WEST))
    table.set_price("C&N", 320)
    before = table.cash("B")
    table.operating_round(number=7, index=4, of=4)
    table.do(best_run(table))
    assert table.price("C&N") == 340
    assert not table.over
    idle_until(table, lambda: table.over)
    assert table.cash("B") == before + 65
    assert closed(table) == []
    assert table.state.round.index == 4


@rule("1860-NAT-14")
def test_a_price_just_below_the_top_does_not_end_it() -> None:
    table = british_rail(*FOUR, track=(*LINE, *RYDE, *WEST))
    table.set_price("C&N", 310)
    table.operating_round(number=7, index=4, of=4)
    table.do(best_run(table))
    assert table.price("C&N") == 330
    idle_until(table, lambda: table.state.round.index == 5)
    assert closed(table) == ["IWNJ", "FYN"]
