"""`railhead check-games`: everything stored is replayed, and what no longer plays is named."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from railhead import storing
from railhead.cli import main
from tests.play.games import some_game

CORPUS = Path(__file__).parent / "corpus"
FOREIGN = CORPUS / "18xx-games" / "1862-3p-plain-seed110.json"

SITE = """
import sys
from pathlib import Path
from railhead.web.configuration import Configuration
from railhead.web import server
server.prepare(Configuration(data=Path(sys.argv[1])))
from railhead.play.log import undo_entry
from railhead.web import tables
from railhead.web.models import LogEntry
from railhead.web.openings import opening
from tests.play.games import some_game
begun = [(opening(some_game(seed, 30)), name) for seed, name in ((1, "whole"), (2, "broken"))]
games = [tables.begin(game, name=name, hot_seat=True) for game, name in begun]
def take_back(table):
    seat = table.decided_by(table.actions).seat
    table.record(undo_entry(seat, table.actions - 1))
tables.TABLES.change(games[0], take_back)
LogEntry.objects.filter(game=games[1], number=7).update(text="bid 9999")
print(games[0].id, games[1].id)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with games of both kinds, one of them broken, and a file that is no game."""
    folder = tmp_path / "games"
    (folder / "deeper").mkdir(parents=True)
    storing.create(folder / "whole.json", some_game(1, 40))
    storing.create(folder / "deeper" / "undone.json", replace(some_game(1, 39), undone=some_game(1, 40).actions[39:]))
    shutil.copy(FOREIGN, folder / "deeper" / "foreign.json")
    (folder / "package.json").write_text('{"name": "not a game"}')
    game = some_game(2, 40)
    storing.create(folder / "broken.json", replace(game, actions=(*game.actions[:6], "bid 9999", *game.actions[7:])))
    return folder


def check(capsys: pytest.CaptureFixture[str], *places: object) -> tuple[int, str]:
    code = main(["check-games", *map(str, places)])
    return code, capsys.readouterr().out


def test_a_folder_with_a_broken_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = check(capsys, folder)
    first, *_, last = out.splitlines()
    assert code == 1
    assert first.startswith(f"{folder / 'broken.json'}: action 7 ('bid 9999'): ")
    assert first.endswith("[1860-AUC-05]")
    assert last.startswith("4 games, ")
    assert last.endswith("1 game no longer plays")


def test_a_folder_in_which_every_game_plays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "broken.json").unlink()
    code, out = check(capsys, folder)
    assert code == 0
    assert out.splitlines()[-1].endswith("all of them play")
    assert "1860, revision 1 of the rules: 2 games" in out


def test_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = check(capsys, folder, "--json")
    found = json.loads(out)
    assert (code, found["broken"]) == (1, 1)
    games: dict[str, Any] = {Path(game["where"]).name: game for game in found["games"]}
    assert sorted(games) == ["broken.json", "foreign.json", "undone.json", "whole.json"]
    assert [name for name, game in games.items() if game["problem"]] == ["broken.json"]
    assert games["broken.json"]["actions"] == 6
    problem = games["broken.json"]["problem"]
    assert (problem["action"], problem["text"], problem["rule"]) == (7, "bid 9999", "1860-AUC-05")
    assert (games["whole.json"]["title"], games["whole.json"]["actions"]) == ("1860", 40)
    assert games["undone.json"]["actions"] == 40, "what was undone is played as well"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"format": 1, "title": "1860", "act', "not JSON"),
        (some_game(1, 5).to_json().replace('"revision": 1', '"revision": 99'), "newer version"),
        (some_game(1, 5).to_json().replace('"title": "1860"', '"title": "1899"'), "1899"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(
    content: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.json").write_text(content)
    code, out = check(capsys, tmp_path)
    assert code == 1
    assert "bad.json: " in out
    assert said in out


def test_a_file_that_is_named_has_to_be_a_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(capsys, folder / "package.json")[0] == 1
    assert check(capsys, folder / "whole.json")[0] == 0


def test_a_place_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for place in (tmp_path / "nothing", f"sqlite:///{tmp_path}/nothing.sqlite3", "http://example.org/"):
        assert main(["check-games", str(place)]) == 2
        assert not (tmp_path / "nothing.sqlite3").exists()


def test_a_fault_of_the_rules_does_not_end_the_check(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise KeyError("oops")

    monkeypatch.setattr("railhead.titles.t1860.opening.cheapest", fails)
    code, out = check(capsys, folder, "--json")
    problems = {Path(game["where"]).name: game["problem"] for game in json.loads(out)["games"]}
    assert code == 1
    assert problems.pop("foreign.json") is None
    assert all("KeyError" in problem["reason"] for problem in problems.values())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """The data folder of a site with two games: the ids of the whole one and the broken one."""
    data = tmp_path_factory.mktemp("site")
    made = subprocess.run([sys.executable, "-c", SITE, data], capture_output=True, text=True, check=True)
    whole, broken = made.stdout.split()
    return data, whole, broken


@pytest.mark.parametrize("place", ["{0}", "{0}/railhead.sqlite3", "sqlite:///{0}/railhead.sqlite3"])
def test_the_database_of_a_site(place: str, site: tuple[Path, str, str]) -> None:
    data, whole, broken = site
    words = [sys.executable, "-m", "railhead", "check-games", "--json", place.format(data)]
    answer = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (1, "")
    games = {game["where"].rpartition(" ")[2]: game for game in json.loads(answer.stdout)["games"]}
    assert games[whole]["problem"] is None
    assert games[whole]["actions"] == 29, "one was taken back"
    problem = games[broken]["problem"]
    assert (problem["action"], problem["text"], problem["rule"]) == (7, "bid 9999", "1860-AUC-05")


def test_a_database_of_something_else(tmp_path: Path) -> None:
    import sqlite3

    with sqlite3.connect(tmp_path / "other.sqlite3") as other:
        other.execute("create table things (id integer)")
    words = [sys.executable, "-m", "railhead", "check-games", str(tmp_path / "other.sqlite3")]
    answer = subprocess.run(words, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert "games cannot be read there" in answer.stderr
