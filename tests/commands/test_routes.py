"""`railhead routes`: the best runs of a game's company, and boards written down as data."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from railhead.cli import main
from railhead.core.view import whole_view
from railhead.play.session import Session
from railhead.play.sketch import Sketch, Sketched
from railhead.play.sketch_file import SketchFile
from railhead.routes.best import best_runs
from railhead.routes.problem_file import problem_of
from tests.play.games import some_game

ROOT = Path(__file__).resolve().parents[2]
PLAYTHROUGH = ROOT / "tests" / "titles" / "playthroughs"


def node(kind: str, *values: int, own: int = 0, blocked: int = 0, groups: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"kind": kind, "own": own, "blocked": blocked, "groups": list(groups), "values": list(values)}


def link(
    u: int, v: int, *track: int, junctions: tuple[int, ...] = (), ends: tuple[int, int] = (0, 0)
) -> dict[str, Any]:
    return {"u": u, "v": v, "track": list(track), "junctions": list(junctions), "ends": list(ends)}


def train(stops: int | None = None, cities: int | None = None, no_towns: bool = False) -> dict[str, Any]:
    return {"name": "t", "stops": stops, "cities": cities, "no_towns": no_towns}


LINE: dict[str, Any] = {
    "id": "line",
    "nodes": [node("city", 20, own=1), node("town", 10), node("city", 50), node("offboard", 60, blocked=1)],
    "links": [link(0, 1, 0), link(1, 2, 1), link(2, 3, 2)],
}


def solved(*trains: dict[str, Any], **changed: Any) -> int:
    board = {**LINE, **changed}
    for one in board["nodes"]:
        one["values"] = one["values"][:1] * len(trains)
    best = best_runs(problem_of({**board, "trains": list(trains)}))
    assert best.proven
    return best.earnings.revenue


def test_a_train_counts_its_stops() -> None:
    assert [solved(train(stops=count)) for count in (2, 3, 4, None)] == [30, 80, 140, 140]


def test_a_train_that_counts_cities_has_towns_free() -> None:
    assert [solved(train(cities=count)) for count in (1, 2, 3)] == [30, 80, 140]


def test_a_train_without_towns_does_not_pass_one() -> None:
    assert solved(train(no_towns=True)) == 0


def test_two_trains_do_not_share_track() -> None:
    assert solved(train(stops=4), train(stops=4)) == 140


def test_a_run_has_a_node_of_the_companys_own() -> None:
    nodes = [node("city", 20), *LINE["nodes"][1:]]
    assert solved(train(), nodes=nodes) == 0


def test_a_blocked_node_is_an_end() -> None:
    nodes = [node("city", 20, own=1), node("town", 10), node("city", 50, blocked=1), node("city", 60)]
    assert solved(train(), nodes=nodes) == 80


def test_a_run_has_one_node_of_a_group() -> None:
    nodes = [node("city", 20, own=1, groups=(7,)), node("town", 10), node("city", 50), node("city", 60, groups=(7,))]
    assert solved(train(), nodes=nodes) == 80


def test_where_track_ends_the_run_ends() -> None:
    links = [link(0, 1, 0, ends=(0, 1)), link(1, 2, 1), link(2, 3, 2)]
    assert solved(train(), links=links) == 30


def test_a_junction_is_passed_once_by_a_run_and_by_two_runs() -> None:
    nodes = [node("city", 20, own=1), node("city", 30), node("city", 40)]
    links = [link(0, 1, 0, junctions=(5,)), link(0, 2, 1, junctions=(5,))]
    assert solved(train(), nodes=nodes, links=links) == 60
    assert solved(train(), train(), nodes=nodes, links=links) == 110


@pytest.mark.parametrize("packed", [False, True])
def test_boards_are_solved(tmp_path: Path, capsys: pytest.CaptureFixture[str], packed: bool) -> None:
    text = json.dumps([{**LINE, "trains": [train(stops=3)]}]).encode()
    path = tmp_path / "boards.json"
    path.write_bytes(gzip.compress(text) if packed else text)
    assert main(["routes", "solve", str(path), "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["id"], found["value"], found["proven"]) == ("line", 80, True)
    assert found["ms"] > 0


@pytest.mark.parametrize(
    "content",
    [
        "{}",
        "[1]",
        "[{}]",
        "not json",
        '[{"nodes": [], "links": [{}], "trains": []}]',
        '[{"nodes": [{}], "links": [], "trains": []}]',
    ],
)
def test_what_is_no_board_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str) -> None:
    path = tmp_path / "boards.json"
    path.write_text(content, encoding="utf-8")
    assert main(["routes", "solve", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "boards.json" in told.err or "board" in told.err


def test_broken_gzip_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "boards.json.gz"
    path.write_bytes(b"\x1f\x8bnothing")
    assert main(["routes", "solve", str(path)]) == 2
    assert "railhead:" in capsys.readouterr().err


GAMES = sorted((ROOT.parent / "shared" / "peer-games").glob("1860/19354.json"))


@pytest.mark.skipif(not GAMES, reason="the real games are not beside the checkout")
def test_the_runs_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    game = str(GAMES[0])
    assert main(["routes", game, "--at", "300", "--company", "IOW", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["proven"] is True
    assert found["revenue"] == sum(run["revenue"] for run in found["runs"])
    for run in found["runs"]:
        assert run["revenue"] == run["bonus"] + sum(stop["value"] or 0 for stop in run["stops"])
    assert main(["routes", game, "--at", "300", "--company", "IOW"]) == 0
    assert "proven the best" in capsys.readouterr().out


@pytest.mark.skipif(not GAMES, reason="the real games are not beside the checkout")
@pytest.mark.parametrize("more", [["--at", "100000"], ["--at", "-1"], ["--company", "XYZ"], ["--work", "0"]])
def test_a_place_or_company_that_is_not_there(capsys: pytest.CaptureFixture[str], more: list[str]) -> None:
    assert main(["routes", str(GAMES[0]), *more]) == 2
    assert capsys.readouterr().out == ""


def sketch(tmp_path: Path, **changed: Any) -> str:
    """The board of a game that somebody has played for a while, by itself."""
    session = Session(some_game(1, 300))
    file = SketchFile.of(Sketched(whole_view(session.book, session.state), Sketch()))
    path = tmp_path / "sketch.json"
    path.write_text(json.dumps({**file.to_data(), **changed}))
    return str(path)


def test_a_sketch_is_solved_like_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = sketch(tmp_path)
    company, *_ = json.loads(Path(file).read_text())["trains"]
    assert main(["routes", file, "--company", company]) == 0
    assert "proven the best" in capsys.readouterr().out
    assert main(["routes", sketch(tmp_path, trains={company: ["3+2"]}), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["title"] == "1860"
    assert found["revenue"] > 0
    assert found["proven"]


def test_what_is_wrong_with_a_sketch_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for wrong, says in (
        ({"trains": {}}, "those with trains are: none"),
        ({"tiles": {"J4": "5@9"}}, "not a tile and its rotation"),
        ({"phase": "99"}, "not a phase"),
    ):
        assert main(["routes", sketch(tmp_path, **wrong)]) != 0
        assert says in capsys.readouterr().err
    assert main(["routes", sketch(tmp_path), "--at", "3"]) != 0
    assert "no actions" in capsys.readouterr().err
