"""What the README shows works as shown, and what it points to is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import railhead
from railhead.cli import main

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
LARGEST_PICTURE = 300_000


def test_the_game_in_ten_lines_plays_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    block = re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert block is not None
    assert len(block[1].splitlines()) <= 11
    exec(compile(block[1], str(README), "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert printed[:2] == ["bid {amount}   [amount 5 to 640]", "pass"]
    assert re.fullmatch(r"\{'Ann': \d+, 'Ben': \d+, 'Cleo': \d+\}", printed[-1])


def shown_commands() -> list[list[str]]:
    """The commands of the section about the command, without their comments."""
    section = TEXT.partition("## The command\n")[2].partition("\n## ")[0]
    lines = [line.strip().removeprefix("$ ") for line in section.splitlines() if "bin/railhead" in line]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("bin/railhead")]


def test_the_commands_do_what_they_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    new, show, choices, act, replay, routes, selfplay, ladder, review, check, refused = shown_commands()
    for words in (new, show, choices, replay, review, check):
        assert main(words) == 0, words
    assert refused[0] == act[0] == "act"
    capsys.readouterr()
    assert main(refused) == 1
    assert capsys.readouterr().err.strip() in TEXT
    assert main(act) == 0
    assert main(routes) == 2, "no company has anything to run before the first stock round"
    assert main([*selfplay[:-4], "--games", "1", *selfplay[-2:]]) == 0
    assert ladder[4:5] == ["--bots"]
    assert main([*ladder[:4], "--bots", "random", "--games", "1"]) == 0


def test_everything_it_points_to_is_there() -> None:
    targets = [target for target in re.findall(r"\]\(([^)\s]+)\)", TEXT) if "://" not in target]
    assert len(targets) > 12
    assert [target for target in targets if not (ROOT / target).is_file()] == []


def test_the_picture_of_the_table_is_small_enough_to_be_shown() -> None:
    picture = ROOT / "docs" / "images" / "table.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size < LARGEST_PICTURE


def test_the_version_has_a_section_in_the_changelog() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", changes, re.MULTILINE)
    assert versions[0] == railhead.__version__
    assert "## [Unreleased]" in changes
