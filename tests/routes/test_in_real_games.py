"""The best runs in real games: never below what people ran, and allowed by the game's own run step."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from railhead.core import engine
from railhead.core.game import Game
from railhead.interop.as18xx import importer
from railhead.routes.best import best_runs
from railhead.routes.breakdown import breakdown
from railhead.routes.check import Fault
from railhead.routes.model import Earnings
from railhead.rules.running import Run, RunTrains, open_runs

GAMES = sorted((Path(__file__).resolve().parents[3] / "shared" / "peer-games").glob("*/*.json"))


@pytest.mark.skipif(not GAMES, reason="the real games are not beside the checkout")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_nobody_ran_better(path: Path) -> None:
    items = list(importer.replay(json.loads(path.read_text(encoding="utf-8"))))
    compared = 0
    for before, item in pairwise(items):
        for action in item.actions:
            step = before.state.agenda[-1]
            if not isinstance(step, RunTrains) or not isinstance(action, Run):
                continue
            game = Game(before.book, before.state)
            open_to_it = open_runs(game, step.company)
            assert open_to_it is not None
            ran = open_to_it.judge(action.routes)
            assert not isinstance(ran, Fault)
            problem = open_to_it.problem
            best = best_runs(problem)
            assert best.proven
            assert problem.aim.score(best.earnings) >= problem.aim.score(ran)
            assert engine.why_not(before.book, before.state, Run(best.plan)) is None
            lines = breakdown(problem, best.plan)
            assert sum((line.earnings for line in lines), Earnings()) == best.earnings
            compared += 1
    assert compared > 30
