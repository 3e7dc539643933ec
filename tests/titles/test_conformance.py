"""Every title passes the conformance suite; with `--long` at every table, in more games, looked at more closely.

And the page that says which test proves which rule is the one the tests make: `python -m railhead.coverage`.
"""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import pytest

import railhead
from railhead import conformance, coverage
from railhead.conformance import Table
from railhead.titles import catalogue
from railhead.titles.rule_texts import rules_of

TABLES = [table for title in catalogue.TITLES for table in conformance.tables(title)]


MOST = {"18OE": 300}
"""By title: how many actions a quick run plays, where a whole game takes minutes."""
SHARES = 8
"""A quick run plays one in so many of the tables with options, as all of them take a while."""


def number_of_this_source() -> int:
    """What decides which games are played: the same source always plays the same, and a changed one perhaps others."""
    sources = sorted(Path(railhead.__file__).parent.rglob("*.py"))
    return sum(crc32(source.read_bytes()) for source in sources)


def is_played(table: Table, number: int) -> bool:
    """Is a table part of a quick run of a source with this number?

    Without options one size of table is played; of the sets of options a share, each at one size, another for each.
    """
    sizes = catalogue.find(table.title).players
    if not table.options:
        return table.players == sizes[number % len(sizes)]
    played = list(dict.fromkeys(other.options for other in TABLES if other.title == table.title))
    place = played.index(table.options)
    return place % SHARES == number % SHARES and table.players == sizes[place % len(sizes)]


NUMBER = number_of_this_source()
QUICK = [table for table in TABLES if is_played(table, NUMBER)]


def name(table: Table) -> str:
    return f"{table.title}-{table.players}-{'+'.join(table.options) or 'plain'}"


@pytest.mark.parametrize("table", QUICK, ids=name)
def test_a_game_with_every_option_and_number_of_players_conforms(table: Table) -> None:
    assert conformance.check_game(table, seed=1, most=MOST.get(table.title)) > 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("table", TABLES, ids=name)
def test_many_games_looked_at_closely_conform(table: Table, seed: int) -> None:
    assert conformance.check_game(table, seed, looks=1.0, fresh=True) > 0


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_tables_hold_every_number_of_players_and_every_option(title: str) -> None:
    known, found = catalogue.find(title), conformance.tables(title)
    assert {table.players for table in found} == set(known.players)
    assert {option for table in found for option in table.options} == set(known.options)
    assert all(Table(title, players, (option,)) in found for players in known.players for option in known.options)
    assert sum(not table.options for table in QUICK if table.title == title) == 1
    in_time = [table for table in found if any(is_played(table, number) for number in range(SHARES * len(found)))]
    assert {table.players for table in in_time if not table.options} == set(known.players)
    assert {table.options for table in in_time} == {table.options for table in found}


def test_a_complaint_names_the_game_and_the_action(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "audit", lambda book, state: ["money: a coin is missing"] if state.tiles else [])
    with pytest.raises(conformance.ConformanceError, match=r"1860 for 3 .* no_layers, seed 9, action \d+ .*a coin"):
        conformance.check_game(Table("1860", 3, ("no_layers",)), seed=9)


def test_the_suite_plays_every_table_and_tells_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[Table, int]] = []
    told: list[str] = []

    def check_game(table: Table, seed: int) -> int:
        played.append((table, seed))
        return 7

    monkeypatch.setattr(conformance, "check_game", check_game)
    conformance.check_title("1860", games=2, seed=5, progress=told.append)
    assert played == [(table, seed) for table in conformance.tables("1860") for seed in (5, 6)]
    assert told[0] == "1860 for 2 players, options: none, seed 5: 7 actions"


# -- the page of rules and tests ------------------------------------------------------------------

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_the_page_of_rules_and_tests_is_up_to_date(title: str) -> None:
    page = coverage.page_path(title, ROOT)
    made = coverage.page(title, ROOT / "tests")
    assert page.is_file(), "make it: python -m railhead.coverage"
    assert page.read_text(encoding="utf-8") == made, "make it anew: python -m railhead.coverage"


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_marks_of_tests_are_rules_of_the_title(title: str) -> None:
    assert coverage.unknown_marks(title, coverage.marked(ROOT / "tests")) == []


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_every_rule_a_refusal_may_quote_is_in_the_list(title: str) -> None:
    book = Table(title, catalogue.find(title).players[0]).game(0).rulebook()
    assert [rule for rule in book.cites.values() if rule not in rules_of(title)] == []


MARKED = """
@rule("1860-SR-01", "1860-SR-02")
def test_turns_go_clockwise() -> None: ...

@pytest.mark.rule("1860-SR-02")
@other("1860-SR-03")
def test_a_player_sells__then_buys(): ...

@rule("1860-EX-01", "1860-XX-99")
def test_an_example(): ...

@rule("1860-SR-04")
class TestPassing:
    @rule("1860-SR-05")
    def test_all_pass(self): ...

    def helper(self): ...

def test_unmarked(): ...
"""


def test_marks_are_read_from_the_source(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_some.py").write_text(MARKED)
    (tmp_path / "table.py").write_text("@rule('1860-SR-09')\ndef test_not_collected(): ...")
    assert coverage.marked(tmp_path) == {
        "1860-SR-01": ["test_turns_go_clockwise"],
        "1860-SR-02": ["test_turns_go_clockwise", "test_a_player_sells__then_buys"],
        "1860-EX-01": ["test_an_example"],
        "1860-XX-99": ["test_an_example"],
        "1860-SR-04": ["test_all_pass"],
        "1860-SR-05": ["test_all_pass"],
    }
    page = coverage.page("1860", tmp_path)
    assert "not in the list of rules: 1860-XX-99." in page
    assert "| 1860-EX-01 | an example |" in page
    code = "`rules/stock.py` StockRound.proceed; `rules/stock.py` finish_turn"
    assert f"| 1860-SR-02 | Stock Rounds | {code} | turns go clockwise; a player sells, then buys |" in page
    assert "| 1860-SR-03 | Stock Rounds | `rules/stock.py` finish_turn | **no test** |" in page
