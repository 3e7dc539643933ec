"""What a table tells about the past and the rules: earnings, limits, what is not allowed, and the filter of the log."""

from __future__ import annotations

import pytest

from railhead.core import engine
from railhead.core.actions import Pass
from railhead.core.events import DirectorChanged
from railhead.core.ids import BANK, Company
from railhead.core.refusal import Malformed
from railhead.core.view import view
from railhead.play.gamefile import GameFile
from railhead.play.table import Table
from railhead.play.vantage import Vantage
from railhead.rules.dividends import Dividend
from railhead.rules.trains import BuyTrains
from railhead.web.presenters import part
from railhead.web.presenters.charters import charters
from railhead.web.presenters.depot import depot
from railhead.web.presenters.log import Wanted, select
from railhead.web.presenters.refused import refused
from tests.play.games import some_game


@pytest.fixture(scope="module")
def table() -> Table:
    """A game of 1860 after a few operating rounds."""
    return Table.of(some_game(3, 400, 4))


# -- earnings -------------------------------------------------------------------------------------


def dividend_due(table: Table) -> tuple[int, Company]:
    """The last point at which a dividend was to be decided, and whose."""
    for number in range(table.actions - 1, 0, -1):
        step = table.session.at(number).agenda[-1]
        if isinstance(step, Dividend):
            return number, step.company
    raise AssertionError("no dividend was ever decided")


def test_what_a_company_has_earned_is_not_called_paid_before_that_is_decided(table: Table) -> None:
    at, company = dividend_due(table)
    before, after = (Vantage(table, None).last_earnings(number)[company] for number in (at, at + 1))
    assert not before.decided
    assert after.decided
    assert after.revenue == before.revenue > 0
    seen = view(table.book, table.session.at(at), None)
    shown = next(each for each in charters(seen, Vantage(table, None).last_earnings(at)) if each.number == company)
    assert shown.paid is None
    assert shown.revenue == before.revenue


def test_while_a_company_runs_its_last_run_is_the_one_before(table: Table) -> None:
    at, company = dividend_due(table)
    runs = [number for number in range(1, at) if dividend_of(table, number) == company]
    last = Vantage(table, None).last_earnings(runs[-1] + 1)[company]
    assert Vantage(table, None).last_earnings(at - 1)[company] == last


def test_a_company_founded_anew_has_earned_nothing_of_what_the_one_before_did() -> None:
    table = Table.of(some_game(7, 230, title="1863"))
    seen, ended = Vantage(table, None), 0
    for number in range(1, table.actions + 1):
        offices = [event for event in table.session.played(number).events if isinstance(event, DirectorChanged)]
        for company in (office.company for office in offices if office.director == BANK):
            if company in seen.earnings(number - 1, 3):
                ended += 1
                assert company not in seen.earnings(number, 3)
                assert company not in seen.last_earnings(number)
    assert ended == 2


def dividend_of(table: Table, number: int) -> Company | None:
    step = table.session.at(number).agenda[-1]
    return step.company if isinstance(step, Dividend) else None


# -- limits and options ---------------------------------------------------------------------------


def test_the_limits_of_trains_are_told_by_phase() -> None:
    book = GameFile.new("1862", ("Ann", "Ben", "Cleo")).rulebook()
    shown = depot(view(book, engine.start(book)[0], None)).phases
    assert {phase.name: phase.limit for phase in shown} == {
        **dict.fromkeys("ABCD", "3 of each type"),
        **dict.fromkeys("EF", "2 of each type"),
        **dict.fromkeys("GH", "3 in all"),
    }


def test_a_simple_game_has_limits_of_its_own() -> None:
    book = GameFile.new("1862", ("Ann", "Ben", "Cleo"), ("simple_express",)).rulebook()
    shown = depot(view(book, engine.start(book)[0], None)).phases
    assert all(phase.limit.endswith(" in all") for phase in shown)


@pytest.mark.parametrize(
    ("title", "options"),
    [
        ("1860", ("original_insolvency", "simplified_insolvency")),
        ("1862", ("short_length", "long_length")),
        ("1862", ("new_players", "advanced_freight")),
    ],
)
def test_options_that_exclude_each_other_are_named_as_the_form_names_them(title: str, options: tuple[str, ...]) -> None:
    with pytest.raises(Malformed) as refusal:
        GameFile.new(title, ("Ann", "Ben", "Cleo"), options).rulebook()
    assert not any(option in str(refusal.value) for option in options)


# -- what is not allowed --------------------------------------------------------------------------


def test_only_trains_that_somebody_has_are_said_not_to_be_for_sale(table: Table) -> None:
    found = 0
    for number in range(table.actions):
        choices = table.session.choices_at(number)
        assert choices is not None
        if not isinstance(choices.step, BuyTrains):
            continue
        seen = view(table.book, table.session.at(number), choices.seat)
        for entry in refused(seen, choices, {choice.action for choice in choices}):
            found += 1
            assert "no such train" not in entry.reason, entry
            assert f"of {table.book.company_names[choices.step.company]}" not in entry.label, entry
    assert found


def test_nobody_is_asked_where_there_is_nothing_but_to_pass(table: Table) -> None:
    for game in (table, Table.of(some_game(3, 400, 4, (), "18BF")), Table.of(some_game(3, 150, 4, (), "1862"))):
        for number in range(game.actions):
            choices = game.session.choices_at(number)
            assert choices is not None
            assert any(choice.action is not Pass for choice in choices), game.session.played(number + 1).text


# -- the filter -----------------------------------------------------------------------------------


def test_the_log_shows_what_its_reader_wants_to_see(table: Table) -> None:
    whole = table.chronicle()
    assert select(whole, Wanted()) == whole
    for query in ({"player": "Ada"}, {"company": "C&N"}, {"topic": "TRAINS"}, {"text": "BUYS share"}):
        turns = part("log", Vantage(table, None), table.actions, query=query)["turns"]
        lines = [line for turn in turns for line in turn.lines]
        assert 0 < len(lines) < sum(len(turn.lines) for turn in whole)
        assert all(Wanted.asked(query).admits(line) for line in lines)
    ada = part("log", Vantage(table, None), table.actions, query={"player": "Ada", "topic": "RUNS"})["turns"]
    assert {line.player for turn in ada for line in turn.lines} == {"Ada"}
    assert part("log", Vantage(table, None), table.actions, query={"text": "zeppelin"})["turns"] == ()
