"""The library as its users meet it: `import railhead`."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import railhead
from railhead.core.actions import parse

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "tests" / "corpus"
TO_RUN = CORPUS / "1860" / "4p-unfinished-run-seed1.json"
"""A game in which Clara is to run the trains of the IOW."""


@pytest.fixture
def game() -> railhead.Game:
    return railhead.new("1860", ["Ann", "Ben", "Cleo"])


# -- the page -------------------------------------------------------------------------------------


def test_the_page_about_the_library_works_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tests").symlink_to(ROOT / "tests")  # the page takes its games from there, and saves beside it
    monkeypatch.chdir(tmp_path)
    page = ROOT / "docs" / "library.md"
    failed, tried = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert tried > 40
    assert failed == 0


# -- importing ------------------------------------------------------------------------------------


def run_python(code: str) -> str:
    """What a fresh interpreter prints."""
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return made.stdout.strip()


def test_importing_the_package_loads_nothing_of_it() -> None:
    code = "import sys, railhead; print([name for name in sys.modules if name.startswith('railhead.')])"
    assert run_python(code) == "[]"


@pytest.mark.parametrize(
    "before",
    ["", "import railhead.titles.catalogue", "from railhead.titles import catalogue", "railhead.new"],
    ids=["alone", "after its package", "after a part of its package", "after the library"],
)
def test_titles_can_be_asked_for_whatever_was_imported_before(before: str) -> None:
    assert (
        run_python(f"import railhead\n{before}\nprint(list(railhead.titles()))")
        == "['1860', '1862', '1863', '18BF', '18OE']"
    )


def test_everything_offered_is_there_and_listed() -> None:
    assert set(railhead.__all__) <= set(dir(railhead))
    assert all(getattr(railhead, name) is not None for name in railhead.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = railhead.nothing  # type: ignore[attr-defined]


# -- beginning ------------------------------------------------------------------------------------


def test_players_may_be_given_as_a_number() -> None:
    assert railhead.new("1862", 5).players == ("P1", "P2", "P3", "P4", "P5")


def test_options_and_seed_are_those_of_the_game() -> None:
    game = railhead.new("1860", 3, options={"destinations"}, seed=9)
    assert (game.title, game.options, game.seed) == ("1860", frozenset({"destinations"}), 9)


@pytest.mark.parametrize(
    ("title", "players", "options"),
    [("1850", 3, ()), ("1860", 9, ()), ("1860", "Ann", ()), ("1860", 3, ("sunshine",)), ("1860", 3, "destinations")],
)
def test_what_cannot_be_begun_is_malformed(title: str, players: int | str, options: tuple[str, ...] | str) -> None:
    with pytest.raises(railhead.Malformed) as problem:
        railhead.new(title, players, options)
    assert problem.value.reason


# -- playing --------------------------------------------------------------------------------------


def test_a_refusal_says_the_rule_and_changes_nothing(game: railhead.Game) -> None:
    game.play("bid 30")
    before = game.state.digest()
    with pytest.raises(railhead.Illegal) as no:
        game.play("bid 20")
    assert (no.value.rule, no.value.reason) == ("1860-AUC-03", "A bid must be at least 35")
    assert game.state.digest() == before
    assert game.actions == ("bid 30",)
    refusal = game.choices.why_not("bid 20")
    assert refusal is not None
    assert refusal.rule == "1860-AUC-03"


def test_actions_and_their_texts_are_taken_alike(game: railhead.Game) -> None:
    action = parse(game.rulebook, "bid 30")
    assert action in game.choices
    assert "bid 30" in game.choices
    assert "bid 3" not in game.choices
    assert "sing a song" not in game.choices
    twin = game.copy()
    game.play(action)
    twin.play("bid 30")
    assert game == twin
    assert game.state == twin.state


def test_undo_and_redo_lead_back_and_forth(game: railhead.Game) -> None:
    start = game.state
    game.play("bid 30")
    after = game.state
    game.undo()
    assert game.state == start
    game.redo()
    assert game.state == after
    with pytest.raises(railhead.Malformed, match="nothing to redo"):
        game.redo()


def test_a_copy_goes_its_own_way(game: railhead.Game) -> None:
    other = game.copy()
    other.play("pass")
    assert (game.seat, other.seat) == ("Ann", "Ben")
    assert game != other


LONG = {"18OE"}
"""Whole games of these take minutes."""
WHOLE = [pytest.param(title, marks=pytest.mark.long if title in LONG else ()) for title in railhead.titles()]


@pytest.mark.parametrize("title", WHOLE)
def test_a_sampled_game_ends_and_saves(title: str, tmp_path: Path) -> None:
    game, chance = railhead.new(title, 3, seed=2), Random(5)
    while not game.over:
        assert game.seat in game.players
        game.play(game.choices.sample(chance))
    assert game.seat is None
    assert set(game.scores) == set(game.players)
    game.save(tmp_path / "game.json")
    again = railhead.load(tmp_path / "game.json")
    assert (again.state, again.scores, again.log) == (game.state, game.scores, game.log)


def test_nothing_may_be_decided_when_the_game_is_over() -> None:
    game = railhead.load(CORPUS / "1860" / "2p-plain-seed1.json")
    assert game.over
    assert not game.choices
    assert list(game.choices) == []
    assert (game.choices.count(), game.choices.task, str(game.choices)) == (0, "", "")
    assert "pass" not in game.choices
    refusal = game.choices.why_not("pass")
    assert refusal is not None
    assert refusal.reason == "The game is over"
    with pytest.raises(railhead.Malformed, match="over"):
        game.choices.sample(Random(1))
    with pytest.raises(railhead.Illegal):
        game.play("pass")


# -- loading --------------------------------------------------------------------------------------


def test_a_game_loads_from_its_text_as_from_its_file() -> None:
    from_file = railhead.load(str(TO_RUN))
    text = TO_RUN.read_text(encoding="utf-8")
    assert railhead.load(text) == railhead.load("\n " + text) == railhead.load(text.encode()) == from_file
    assert railhead.load(from_file.to_json()) == from_file


def test_a_game_says_by_which_rules_it_is_played() -> None:
    old = railhead.load(str(CORPUS / "1862" / "3p-unfinished-auction-seed1.json"))
    new = railhead.new("1862", 3)
    assert (old.revision, new.revision) == (1, 2)
    assert "revision 1 of the rules of 1862" in old.older_rules
    assert new.older_rules == ""


@pytest.mark.parametrize("file", sorted((CORPUS / "18xx-games").iterdir()), ids=lambda file: file.stem)
def test_games_of_18xx_games_load(file: Path, tmp_path: Path) -> None:
    game = railhead.load(file)
    assert game.over
    game.save(tmp_path / "ours.json")
    assert railhead.load(tmp_path / "ours.json").state == game.state


def test_a_file_with_a_forbidden_action_names_it_and_the_rule() -> None:
    text = railhead.new("1860", 3).to_json().replace('"actions": []', '"actions": ["bid 30", "bid 20"]')
    with pytest.raises(railhead.Misplayed) as problem:
        railhead.load(text)
    assert (problem.value.number, problem.value.text, problem.value.rule) == (2, "bid 20", "1860-AUC-03")


def test_what_is_no_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(railhead.Malformed):
        railhead.load("{}")
    with pytest.raises(FileNotFoundError):
        railhead.load(tmp_path / "missing.json")


# -- looking --------------------------------------------------------------------------------------


def test_the_best_run_is_found_for_the_company_under_way_or_any_other() -> None:
    game = railhead.load(TO_RUN)
    best = game.best_run()
    assert (best.company, best.revenue, best.proven) == ("IOW", 110, True)
    assert best == game.best_run("IOW")
    assert sum(run.revenue for run in best.runs) == best.revenue
    assert best.action in game.choices
    with pytest.raises(railhead.Malformed, match="not a company"):
        game.best_run("LNER")
    with pytest.raises(railhead.Malformed, match="has nothing to run"):
        game.best_run("FYN")
    with pytest.raises(railhead.Malformed, match="name one"):
        railhead.new("1860", 3).best_run()


def test_a_view_is_for_a_player_at_the_table_or_a_spectator() -> None:
    game = railhead.load(TO_RUN)
    seen = [game.view(name) for name in game.players]
    assert seen[0] == game.view(game.rulebook.find_seat("Ada"))
    assert seen[0] != seen[2], "Clara sees the treasuries of her companies"
    assert game.view() == game.view(None)
    with pytest.raises(railhead.Malformed, match="not at the table"):
        game.view("Nobody")


def test_everything_has_a_readable_form(game: railhead.Game) -> None:
    task = "Ann is to bid for the right to choose"
    assert repr(game) == f"<Game 1860, Initial auction: {task}; Ann 670, Ben 670, Cleo 670>"
    assert repr(game.choices) == f"<Choices: {task}>"
    assert str(game.choices) == "bid {amount}   [amount 5 to 640]\npass"
    assert [repr(choice) for choice in game.choices][1] == "<Choice 'pass'>"
    assert repr(game.rulebook) == "<Rulebook 1860, revision 1, for Ann, Ben, Cleo>"
    assert repr(game.state).startswith("<State ")
    assert str(game).splitlines()[-1] == task
    over = railhead.load(CORPUS / "1860" / "2p-stalemate-seed1.json")
    assert "the game is over (nothing can happen any more)" in repr(over)


def test_the_log_tells_everything_in_order(game: railhead.Game) -> None:
    start = game.log
    game.play("bid 30")
    assert game.log == (*start, "Ann: bid 30") == ("Initial auction begins", "Ann: bid 30")
    game.undo()
    assert game.log == start
