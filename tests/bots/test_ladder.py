"""Ladders: games that depend on nothing but their seed, and figures that say how strong bots are."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from railhead import cli, playing
from railhead.bots import registry
from railhead.bots.contest import Effort, Result
from railhead.bots.ladder import Rating, Sequential, Task, rated, report, tables, tasks, until_known, wilson
from railhead.commands import ladder as command
from railhead.core.refusal import Malformed
from tests.play.games import Quiet

GAME = Result(
    0, ("a", "b", "b"), 7, (900, 600, 0), (1, 2, 3), "", "x", 50, 20, (Effort(100, 500, 2.0, (0.5, 0.1)),) * 3
)


def test_seats_rotate_through_all_orders() -> None:
    assert Counter(tables(["a", "b", "c"], 3)) == Counter(
        [("a", "b", "c"), ("a", "c", "b"), ("b", "a", "c"), ("b", "c", "a"), ("c", "a", "b"), ("c", "b", "a")]
    )
    assert tables(["a", "b"], 3) == [("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")]
    assert tables(["a", "b", "c"], 2) == [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")]
    assert tables(["a"], 2) == [("a", "a")]
    with pytest.raises(Malformed):
        tables([], 2)


def test_every_game_has_a_seed_of_its_own() -> None:
    found = tasks("1860", (), ["a", "b"], 3, 4, 10)
    assert [task.seed for task in found] == [10, 11, 12, 13]
    assert [task.seats for task in found] == [("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a"), ("a", "b", "b")]


def test_intervals_are_those_of_wilson() -> None:
    low, high = wilson(41, 60)
    assert (round(low, 3), round(high, 3)) == (0.558, 0.787)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0
    assert wilson(10, 10)[1] == pytest.approx(1)


def test_ratings_are_those_of_openskill() -> None:
    """The figures are those of openskill 6.2, with its defaults."""
    first = rated([Rating()] * 3, [1, 2, 3])
    assert [(round(each.mu, 6), round(each.sigma, 6)) for each in first] == [
        (27.869049, 8.205243),
        (25.717262, 8.058224),
        (21.413689, 8.058224),
    ]
    second = rated(first, [2, 1, 2])
    assert [(round(each.mu, 6), round(each.sigma, 6)) for each in second] == [
        (25.758235, 7.925231),
        (28.415643, 7.936851),
        (20.751166, 7.823173),
    ]


def test_equal_games_are_counted_once_and_broken_ones_named() -> None:
    other = replace(GAME, number=1, digest="y", ranks=(2, 1, 2), worth=(300, 900, 300))
    found = report([GAME, other, replace(GAME, number=2), replace(GAME, number=3, broken="oh", digest="z")])
    assert (found.games, found.equal) == (2, 1)
    assert found.broken == ("game 3: oh",)
    a, b = found.scores["a"], found.scores["b"]
    assert (a.seats, a.won, a.ranks, b.seats, b.won, b.ranks) == (2, 1.0, 3, 4, 1.0, 8)
    assert a.relative == pytest.approx(900 * 3 / 1500 + 300 * 3 / 1500)
    assert a.rating.sigma < Rating().sigma
    assert (a.decisions, a.work, a.seconds) == (200, 1000, 4.0)
    assert a.slow == (0.1, 0.5)
    assert found.operating_rounds == 20


def test_a_tie_is_shared_and_worthless_tables_are_even() -> None:
    found = report([replace(GAME, ranks=(1, 1, 3), worth=(0, 0, 0))])
    assert found.scores["a"].won == 0.5
    assert found.scores["a"].relative == 1.0


def test_a_sequential_test_stops_when_it_knows() -> None:
    test = Sequential(1 / 3, 0.5)
    won = list(until_known((replace(GAME, number=number) for number in range(99)), "a", test))
    assert test.verdict is True
    assert len(won) == 8  # log(19) / log(1.5) is 7.3
    test = Sequential(1 / 3, 0.5)
    lost = list(until_known([replace(GAME, ranks=(2, 1, 3))] * 99, "a", test))
    assert test.verdict is False
    assert len(lost) == 11  # log(19) / log(4 / 3) is 10.2
    assert Sequential(1 / 3, 0.5).verdict is None


def test_a_result_is_a_line_without_times() -> None:
    data = GAME.to_data(timed=False)
    assert not {"seconds", "slowest"} & data.keys()
    assert Result.from_data(json.loads(json.dumps(GAME.to_data()))) == GAME
    assert replace(GAME, effort=(Effort(100, 500, 0.0, ()),) * 3) == Result.from_data(data)


# -- the command ------------------------------------------------------------------------------------


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots whose games are short."""
    for name in ("still", "silent"):
        monkeypatch.setitem(registry.BOTS, name, lambda character, settings: Quiet())


def arguments(out: Path, games: int, *more: str) -> list[str]:
    played = ("--players", "2", "--bots", "still,silent", "--games", str(games), "--seed", "4")
    return ["ladder", "1860", *played, "--out", str(out), *more]


@pytest.mark.usefixtures("quiet")
def test_a_broken_run_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    assert cli.main(arguments(whole, 3)) == 0
    assert cli.main(arguments(broken, 1)) == 0
    assert cli.main(arguments(broken, 3)) == 0
    assert whole.read_text() == broken.read_text()
    assert "games" in capsys.readouterr().out
    broken.write_text(whole.read_text()[:-20])
    assert len(list(command.stored(broken))) == 2
    assert cli.main(arguments(broken, 3)) == 0
    assert whole.read_text() == broken.read_text()


@pytest.mark.usefixtures("quiet")
def test_the_report_counts_what_was_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.jsonl"
    cli.main(arguments(out, 2, "--json"))
    played = json.loads(capsys.readouterr().out)
    assert played["broken"] == []
    assert played["games"] + played["equal"] == 2
    assert set(played["bots"]) == {"still", "silent"}
    cli.main(["ladder", "--report", str(out), "--json"])
    again = json.loads(capsys.readouterr().out)
    cli.main(["ladder", "--report", str(out)])
    said = capsys.readouterr().out
    assert "different games" in said
    assert said.splitlines()[2].split()[-3:] == ["-", "-", "-"]
    assert again["bots"]["still"]["won"] == played["bots"]["still"]["won"]
    assert cli.main([*arguments(out, 2), "--seed", "9"]) == 2


@pytest.mark.long
def test_several_processes_give_the_same_lines(tmp_path: Path) -> None:
    files = [tmp_path / "one.jsonl", tmp_path / "several.jsonl"]
    for file, jobs in zip(files, ("1", "3"), strict=True):
        played = ("--bots", "medium,random", "--games", "4", "--jobs", jobs, "--out", str(file))
        assert cli.main(["ladder", "1860", *played]) == 0
    assert files[0].read_text() == files[1].read_text()


def test_machines_of_a_cluster_give_the_same_lines(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'railhead[ray]'")
    files = [tmp_path / "here.jsonl", tmp_path / "cluster.jsonl"]
    for file, where in zip(files, ([], ["--ray", "local"]), strict=True):
        played = ("--players", "2", "--bots", "random", "--games", "3", "--out", str(file))
        assert cli.main(["ladder", "1860", *played, *where]) == 0
    assert files[0].read_text() == files[1].read_text()


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert cli.main(["ladder", "1860", "--bots", "random", "--ray", "local"]) == 2
    assert "pip install 'railhead[ray]'" in capsys.readouterr().err


def test_results_come_in_order_and_little_is_handed_out_ahead() -> None:
    todo = tasks("1860", (), ["a"], 2, 5, 0)
    handed_out: list[int] = []

    def begun(task: Task) -> Callable[[], Result]:
        handed_out.append(task.number)
        return lambda: replace(GAME, number=task.number)

    found = playing.in_order(todo, 2, begun)
    assert handed_out == []
    assert next(found).number == 0
    assert handed_out == [0, 1]
    assert [each.number for each in found] == [1, 2, 3, 4]
    assert handed_out == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    "given",
    [
        ["ladder"],
        ["ladder", "1860", "--bots", "easy", "--ray", "local", "--jobs", "2"],
        ["ladder", "1860"],
        ["ladder", "1860", "--bots", "clever"],
        ["ladder", "1860", "--bots", "easy", "--games", "0"],
        ["ladder", "1860", "--bots", "easy", "--sprt", "0.3,0.5"],
        ["ladder", "1860", "--bots", "easy", "--against", "medium", "--sprt", "0.5,0.3"],
        ["ladder", "1860", "--bots", "easy", "--against", "medium", "--sprt", "much"],
        ["ladder", "1860", "--bots", "easy,medium", "--against", "medium"],
        ["ladder", "--report", "/nowhere/at/all"],
    ],
)
def test_what_makes_no_sense_is_rejected(given: list[str]) -> None:
    assert cli.main(given) == 2


@pytest.mark.long
def test_a_game_is_the_same_every_time() -> None:
    task = Task(3, "1860", (), ("easy", "random"), 11)
    one, other = (replace(playing.play(task), effort=()) for _ in range(2))
    assert one == other
    assert not one.broken
