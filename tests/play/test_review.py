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
from railhead.play.review import WORTH_TELLING, Idea, Review, RunReviewed, TurnReviewed, review, runs


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
        assert each.done[0] == game.actions[each.number - 1]
        assert set(each.done) <= set(game.actions[each.number - 1 :][:12])
        assert each.lost >= 0
        assert each.done != each.advised or each.lost == 0
    assert any(each.lost > 0 for each in found.turns)
    assert any(len(each.done) > 1 for each in found.turns), "a sale and a purchase belong together"


def turn(number: int, done: str, advised: str, lost: float = 100.0, player: str = "A") -> TurnReviewed:
    return TurnReviewed(number, "Stock round 5", player, tuple(done.split("; ")), tuple(advised.split("; ")), lost, ())


def test_the_same_idea_is_told_of_once_a_round() -> None:
    found = Review(
        turns=(
            turn(10, "buy C&N from ipo", "start FYN at 62; exchange Cowes", 90),
            turn(12, "pass", "start FYN at 68", 120),
            turn(13, "pass", "start FYN at 68", player="B"),
            turn(14, "sell 2 IOW", "sell 5 IOW", WORTH_TELLING - 1),
            turn(16, "pass", "buy IOW from pool", 50),
        )
    )
    assert [(idea.turn.number, idea.again) for idea in found.ideas] == [(12, (10,)), (13, ()), (16, ())]
    assert [idea.turn.number for idea in found.turning_points] == [12, 13, 16]


def test_what_is_done_a_little_later_was_not_missed() -> None:
    late = turn(10, "buy C&N from ipo", "start FYN at 62")
    assert Review(turns=(late, turn(14, "start FYN at 68", "start FYN at 68", 0))).ideas == ()
    assert Review(turns=(late, turn(14, "start FYN at 68", "pass", 0, player="B"))).ideas != ()
    fewer = turn(10, "sell 2 IOW", "sell 5 IOW")
    assert Review(turns=(fewer,)).ideas == (Idea(fewer),), "nothing else would have been done, but more of it"


def test_what_was_missed_again_and_again_is_told_of_once() -> None:
    def run(number: int, earned: int, company: str = "IOW") -> RunReviewed:
        return RunReviewed(number, "Operating round 5.1", company, earned, 300, True, "run" if earned < 300 else "")

    found = Review((run(1, 280), run(2, 300), run(3, 280), run(4, 280, "C&N"), run(5, 290)))
    assert [(missed.run.number, missed.again) for missed in found.worse] == [(1, (3,)), (4, ()), (5, ())]


def test_a_better_run_is_named_by_its_stops(found: Review) -> None:
    better = next(each for each in found.runs if each.better)
    for routes in (better.better_route, better.route):
        assert all(": " in line for line in routes)
    values = [int(word) for line in better.better_route for word in line.replace(",", "").split() if word.isdigit()]
    assert 0 < sum(values) <= better.best


def test_a_game_whose_runs_were_posted_elsewhere_is_reviewed() -> None:
    data = storing.read_data(Path(__file__).parent.parent / "corpus/1862/3p-imported-posted-seed160.json")
    game = GameFile.from_data(data)
    posted = [number for number, text in enumerate(game.actions, 1) if text.startswith("posted ")]
    found = review(game, 0, posted[0] + 20)
    assert found.turns
    assert posted[0] not in [each.number for each in found.runs], "the rulebook forbids it"
    assert runs(game, posted[:1]) == ()


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
    assert "The costliest stock turns" in said
    assert "the bot: " in said
    better = next(each for each in found.runs if each.better)
    assert f"earned {better.earned} instead of" in said
    assert better.better_route[0] in said


def test_runs_alone_are_those_of_the_whole_review(game: GameFile, found: Review) -> None:
    assert runs(game, range(1, len(game.actions) + 1)) == found.runs
    some = frozenset(each.number for each in found.runs[1::2])
    assert runs(game, some) == found.runs[1::2]
    assert runs(game, ()) == ()
