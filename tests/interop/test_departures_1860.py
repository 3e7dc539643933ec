"""Departures of 18xx.games from the rulebook of 1860: each changes one thing, and none acts in a new game."""

from __future__ import annotations

import pytest

from railhead.core import engine
from railhead.core.ids import BANK
from railhead.core.refusal import Malformed
from railhead.core.state import OPERATED
from railhead.interop.as18xx import overlay
from railhead.play.gamefile import GameFile
from railhead.rules.operating import OperatingTurn, operating_order
from railhead.rules.running import RunTrains
from railhead.rules.track import LayTrack
from railhead.rules.trains import BuyTrains
from railhead.testing import Table, rule
from railhead.titles import catalogue
from tests.titles.t1860.test_variants import NEWPORT_RUN, TO_NEWPORT, TO_RYDE, cowes


def imported(*names: str, options: tuple[str, ...] = ()) -> Table:
    """A table at which a game of another system is retraced."""
    table = Table(options=options)
    table.book = overlay.overlaid(table.book, names)
    table.state, table.events = engine.start(table.book)
    return table


def at_both(name: str, *options: str) -> list[tuple[Table, bool]]:
    """Two tables: one by the rulebook, one with a departure."""
    return [(Table(options=options), False), (imported(name, options=options), True)]


@rule("1860-VAR-03")
@pytest.mark.parametrize("name", overlay.departures("1860"))
def test_a_departure_is_no_option(name: str) -> None:
    for option in (name, f"peer-{name}"):
        with pytest.raises(Malformed):
            catalogue.rulebook("1860", ("A", "B"), frozenset((option,)))
        with pytest.raises(Malformed):
            GameFile.new("1860", ("A", "B"), (option,))
    assert imported(name).book.options == frozenset()


def test_an_unknown_departure_is_refused() -> None:
    with pytest.raises(Malformed, match="nothing"):
        imported("nothing")
    with pytest.raises(Malformed, match="hudson"):
        imported("hudson")


@rule("1860-DIV-05")
def test_an_import_leaves_the_marker_of_a_small_dividend_where_it_is() -> None:
    for table, switched in at_both("stack"):
        table.float("C&N", 82, {"A": 5}, operated=True)
        table.float("IOW", 82, {"B": 5}, operated=True)
        table.state.revenue[table.company("C&N")] = 50
        table.operating_turn("C&N", "dividend")
        table.do("pay")
        order = [table.book.company_names[company] for company in operating_order(table.game)]
        assert order == (["C&N", "IOW"] if switched else ["IOW", "C&N"])
        assert table.price("C&N") == 82


@rule("1860-TRAIN-11")
def test_an_import_lets_a_company_with_just_the_price_decline() -> None:
    for table, switched in at_both("exact-price"):
        cowes(table, treasury=250)
        table.operating_turn("C&N", "trains")
        assert table.allows("pass") is switched
        table.give_cash("C&N", 251)
        table.refuses("pass", "1860-TRAIN-11")


@rule("1860-ROUTE-19")
def test_an_import_lets_a_train_stay_idle_beside_another() -> None:
    for table, switched in at_both("idle"):
        cowes(table, track=(*TO_NEWPORT, *TO_RYDE))
        table.token("C&N", "G5.0")
        table.give_trains("C&N", "2+1", "2+1")
        table.operating_turn("C&N", "run")
        assert table.allows("run 2+1 F2.0-F2.1") is switched
        table.refuses("pass", "1860-OR-05")


@rule("1860-RECV-03")
def test_an_import_lets_a_player_enter_the_run_of_a_company_in_receivership() -> None:
    for table, switched in at_both("runs"):
        table.float("C&N", 74, {"pool": 5}, operated=True, treasury=0)
        table.lay(*TO_NEWPORT)
        table.give_trains("C&N", "2+1")
        table.priority("B")
        table.operating_turn("C&N", "run")
        assert isinstance(table.step, RunTrains) is switched
        if switched:
            assert table.turn == "B"
            table.do("run 2+1 F2.0-F2.1")
        assert table.cash("C&N") == (30 if switched else 60)


@rule("1860-NAT-07")
def test_an_import_lets_a_director_run_for_less_under_british_rail() -> None:
    for table, switched in at_both("runs"):
        cowes(table)
        table.give_trains("C&N", "3+2")
        table.remember(nationalised=True, building_over=True)
        table.operating_turn("C&N", "run")
        assert table.allows("run 3+2 F2.0-F2.1") is switched


@rule("1860-PRIV-16")
def test_an_import_lets_a_private_go_once_a_bankrupt_company_has_a_new_par() -> None:
    for table, switched in at_both("exchange"):
        table.float("C&N", 74, {"A": 5}, operated=True)
        table.bankrupt("C&N")
        table.give_private("Cowes", "B")
        table.stock_turn("B")
        table.refuses("exchange Cowes", "1860-PRIV-16")
        table.stock_turn("A")
        table.do("start C&N at 50")
        table.stock_turn("B")
        assert table.allows("exchange Cowes") is switched


@rule("1860-PRIV-09")
def test_an_import_lets_a_private_go_on_another_players_turn() -> None:
    for table, switched in at_both("any-turn"):
        table.start("C&N", 74, {"A": 2})
        table.give_private("Cowes", "B")
        table.stock_turn("A")
        table.refuses("exchange Ryde", "1860-PRIV-09")
        if not switched:
            table.refuses("exchange Cowes", "1860-PRIV-09")
            continue
        # A replay may contain it; nobody who plays on is offered it.
        table.state, _ = engine.apply(table.book, table.state, table.action("exchange Cowes"))
        assert (table.shares("B", "C&N"), table.shares("A", "C&N")) == (1, 2)
        assert table.turn == "A"


@rule("1860-RECV-05")
def test_an_import_lets_a_player_buy_the_train_of_a_company_in_receivership() -> None:
    for table, switched in at_both("runs"):
        table.float("C&N", 74, {"pool": 5}, operated=True, treasury=250)
        table.priority("B")
        table.operating_turn("C&N", "begin")
        assert isinstance(table.step, BuyTrains) is switched
        if switched:
            assert table.turn == "B"
            table.do("train 2+1 from ipo")
        assert table.trains("C&N") == ["2+1"]


@rule("1860-NAT-02")
def test_an_import_lets_a_company_that_has_not_floated_stop_british_rail() -> None:
    for table, switched in at_both("unfloated"):
        table.float("C&N", 74, {"A": 5}, operated=True, treasury=0)
        table.give_trains("C&N", "9+5")
        table.start("IOW", 74, {"B": 2})
        table.set_phase("9")
        table.operating_turn("C&N", "trains")
        table.do("pass")
        assert table.state.round.kind == ("stock" if switched else "operating")


@rule("1860-SOUTH-01")
def test_an_import_lets_building_go_on() -> None:
    for table, switched in at_both("british-rail"):
        cowes(table, treasury=240)
        table.give_trains("C&N", "9+5")
        table.set_phase("9")
        table.remember(nationalised=True)
        table.operating_turn("C&N", "begin")
        assert isinstance(table.step, LayTrack if switched else RunTrains)
        table.remember(building_over=True)
        table.operating_turn("C&N", "begin")
        assert isinstance(table.step, RunTrains)


@rule("1860-SOUTH-01")
@pytest.mark.parametrize("building_over", [False, True])
def test_an_import_lets_halts_count_as_long_as_building_goes_on(building_over: bool) -> None:
    for table, switched in at_both("british-rail"):
        cowes(table)
        table.remember(nationalised=True, building_over=building_over)
        table.give_trains("C&N", "9+5")
        table.operating_turn("C&N", "run")
        table.do(f"run 9+5 {NEWPORT_RUN}")
        assert table.state.subsidy[table.company("C&N")] == (20 if switched and not building_over else 0)


@rule("1860-RECV-06")
def test_an_import_lets_a_holder_of_one_share_take_the_certificate_for_the_price_of_one() -> None:
    for table, switched in at_both("pool"):
        table.float("C&N", 74, {"pool": 2, "A": 1, "B": 0}, price=60, operated=True)
        table.stock_turn("B")
        table.refuses("buy C&N from pool", "1860-SR-07")
        table.stock_turn("A")
        if not switched:
            table.refuses("buy C&N from pool", "1860-SR-07")
            continue
        cash = table.cash("A")
        table.do("buy C&N from pool")
        assert table.director("C&N") == "A"
        assert (table.shares("A", "C&N"), table.shares("pool", "C&N")) == (2, 1)
        assert table.cash("A") == cash - 60


@rule("1860-END-05")
def test_an_import_halves_the_value_of_certificates_and_not_of_shares() -> None:
    for table, switched in at_both("score"):
        table.float("C&N", 74, {"A": 4, "B": 3}, price=65, operated=True)
        worth = table.book.worth
        assert worth(table.game, table.seat("A")) == 670 + (65 if switched else 64) + 64
        assert worth(table.game, table.seat("B")) == 670 + 96
        table.give_trains("C&N", "2+1")
        assert worth(table.game, table.seat("A")) == 670 + 260


@rule("1860-VAR-05")
def test_an_import_pays_the_exact_half() -> None:
    for table, switched in at_both("lease", "original_insolvency"):
        cowes(table, insolvent=True)
        table.operating_turn("C&N", "run")
        table.do("run 2+1 F2.0-(F2.1)-F2.2-(F4.0)-G5.0")
        assert table.cash("C&N") == (25 if switched else 30) + 10


@rule("1860-VAR-06")
def test_an_import_pays_for_the_calls_made() -> None:
    for table, switched in at_both("simplified", "simplified_insolvency"):
        cowes(table, insolvent=True)
        table.set_phase("5")
        table.operating_turn("C&N", "run")
        assert isinstance(table.step, RunTrains) is switched
        if switched:
            table.do("run 5+3 F2.0-F2.1")
        assert table.cash("C&N") == (80 if switched else 140)


@rule("1860-VAR-08")
def test_an_import_counts_shares_of_companies_that_never_operated_in_full() -> None:
    for table, switched in at_both("full-score", "non_operated_full_value"):
        table.float("C&N", 82, {"A": 5})
        worth = table.book.worth
        assert worth(table.game, table.seat("A")) == 670 + 5 * (82 if switched else 41)
        table.mark("C&N", OPERATED)
        assert worth(table.game, table.seat("A")) == 670 + 5 * 41


@rule("1860-VAR-08")
def test_an_import_means_nothing_without_the_option() -> None:
    table = imported("full-score")
    table.float("C&N", 82, {"A": 5})
    assert table.book.worth(table.game, table.seat("A")) == 670 + 5 * 41


@rule("1860-OR-05")
def test_an_import_asks_for_a_pass_where_no_tile_could_be_laid() -> None:
    for table, switched in at_both("waits"):
        table.float("IOW", 74, {"A": 5}, operated=True, treasury=0)
        table.lay("115@2 J4")
        table.operating_turn("IOW", "begin")
        assert isinstance(table.step, LayTrack) is switched
        if switched:
            assert table.offered() == ["pass"]
            table.do("pass")
            assert not any(isinstance(step, OperatingTurn) for step in table.state.agenda)


@rule("1860-END-02")
def test_an_import_lets_the_income_of_privates_leave_the_bank_whole() -> None:
    for table, switched in at_both("income"):
        table.float("IOW", 74, {"A": 5}, operated=True, treasury=0)
        table.lay("6@0 J4")
        table.give_private("Ryde", "B")
        table.give_cash("C", table.cash("C") + table.cash("ipo") - 10)
        assert table.state.cash[BANK] == 10
        table.stock_turn("A")
        table.do("pass", "pass", "pass")
        assert table.state.round.kind == "operating"
        assert table.state.cash[BANK] == -20
        assert bool(table.state.ending) is not switched


@rule("1860-END-02")
def test_other_payments_still_break_the_bank() -> None:
    table = imported("income")
    table.float("C&N", 74, {"A": 5}, operated=True)
    table.give_cash("C", table.cash("C") + table.cash("ipo") - 10)
    table.state.revenue[table.company("C&N")] = 40
    table.operating_turn("C&N", "dividend")
    assert not table.state.ending
    table.do("pay")
    assert table.state.ending
