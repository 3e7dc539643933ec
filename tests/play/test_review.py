"""Reviews: what was run and what was best, what was done in stock turns and what the hard bot advises."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from railhead import cli, storing
from railhead.bots import selfplay
from railhead.bots.careless import Careless
from railhead.core.actions import text_of
from railhead.play.gamefile import GameFile
from railhead.play.review import Review, review, runs


@pytest.fixture(scope="module")
def game() -> GameFile:
    """The beginning of a game in which companies run."""
    file = GameFile.new("1860", ("A", "B", "C"), (), 5)
    book = file.rulebook()
    made = islice(selfplay.play(book, [Careless() for _ in range(3)], Random(5), audited=False), 260)
    return replace(file, actions=tuple(text_of(book, each.action) for each in made))


@pytest.fixture(scope="module")
def found(game: GameFile) -> Review:
    return review(game)


def test_every_run_stands_beside_the_best(game: GameFile, found: Review) -> None:
    ran = [number for number, text in enumerate(game.actions, 1) if text.startswith("run ")]
    assert [each.number for each in found.runs if game.actions[each.number - 1].startswith("run ")] == ran
    assert len(ran) >= 3
    for each in found.runs:
        assert each.best >= each.earned
        assert bool(each.better) == (each.best > each.earned)
    assert sum(found.missed.values()) == sum(each.best - each.earned for each in found.runs)


def test_a_better_run_can_be_played(game: GameFile, found: Review) -> None:
    better = next(each for each in found.runs if each.better)
    changed = (*game.actions[: better.number - 1], better.better)
    again = review(replace(game, actions=changed))
    assert again.runs[-1].earned == better.best
    assert again.runs[-1].better == ""


def test_every_stock_turn_stands_beside_some_advice(game: GameFile, found: Review) -> None:
    assert len(found.turns) > 20
    for each in found.turns:
        assert game.actions[each.number - 1] == each.done
        assert each.lost >= 0
        assert (each.advised == each.done) <= (each.lost == 0)
    assert any(each.lost > 0 for each in found.turns)


def test_the_command_prints_it(
    game: GameFile, found: Review, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    storing.create(path, game)
    assert cli.main(["review", str(path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["runs"] == [each.to_data() for each in found.runs]
    assert data["turns"] == [each.to_data() for each in found.turns]
    assert cli.main(["review", str(path)]) == 0
    said = capsys.readouterr().out
    assert f"{len(found.runs)} runs" in said
    assert "might be worth" in said


def test_runs_alone_are_those_of_the_whole_review(game: GameFile, found: Review) -> None:
    assert runs(game, range(1, len(game.actions) + 1)) == found.runs
    some = frozenset(each.number for each in found.runs[1::2])
    assert runs(game, some) == found.runs[1::2]
    assert runs(game, ()) == ()
