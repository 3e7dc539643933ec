"""The example in docs/research.md: its player does what its weights say, and finds better ones."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

EXTRA = "is not installed: pip install 'railhead[research]'"
np = pytest.importorskip("numpy", reason=f"numpy {EXTRA}")
pytest.importorskip("gymnasium", reason=f"gymnasium {EXTRA}")
pytest.importorskip("pettingzoo", reason=f"PettingZoo {EXTRA}")

from railhead.research import Solo  # noqa: E402

OPENING = 50
"""After so many decisions the games here are broken off."""


@pytest.fixture(scope="module")
def learning() -> ModuleType:
    path = Path(__file__).parents[2] / "docs" / "examples" / "learning.py"
    spec = importlib.util.spec_from_file_location("learning", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def opening(learning: ModuleType, weights: list[float]) -> list[tuple[str, list[str]]]:
    """What is decided by these weights in the opening auction, and what was on offer."""
    table = Solo("1860", 3, others="easy", helper="easy", decides=["auction", "choice"], most=OPENING)
    seen, info = table.reset(seed=3)
    decided, over = [], False
    while not over:
        number = learning.choose(seen, np.array(weights))
        decided.append((info["texts"][number], info["texts"]))
        seen, _, ended, cut_off, info = table.step(number)
        over = ended or cut_off
    return decided


def test_untrained_it_bids_nothing_and_takes_what_is_listed_first(learning: ModuleType) -> None:
    decided = opening(learning, learning.UNTRAINED)
    assert decided
    assert all(text == "pass" or (text == offered[0] and not text.startswith("bid")) for text, offered in decided)


def test_it_bids_as_much_as_the_first_weight_says(learning: ModuleType) -> None:
    bids = [text for text, _ in opening(learning, [0.6, 1, 0, 0]) if text.startswith("bid")]
    assert bids
    assert all(int(text.removeprefix("bid ")) <= 30 for text in bids)


@pytest.mark.parametrize(("weights", "first"), [([5, 1, 1, 0], "take Ryde"), ([5, 0, 0, 1], "start C&N at 100")])
def test_it_chooses_by_the_other_weights(learning: ModuleType, weights: list[float], first: str) -> None:
    chosen = [text for text, _ in opening(learning, weights) if not text.startswith(("bid", "pass"))]
    assert chosen[0] == first


def test_it_finds_better_weights_with_the_same_games_for_all_and_none_that_it_is_judged_by(
    learning: ModuleType,
) -> None:
    target, played = np.array([1.0, 1.0, -1.0, 0.5]), dict[bytes, list[int]]()

    def play(weights: object, seed: int) -> float:
        played.setdefault(np.asarray(weights).tobytes(), []).append(seed)
        return -float(np.square(weights - target).sum())

    learnt = learning.learn(play, np.random.default_rng(1))
    assert np.linalg.norm(learnt - target) < np.linalg.norm(learning.UNTRAINED - target) / 2
    games = [tuple(seeds) for seeds in played.values()]
    assert len(games) == learning.GENERATIONS * learning.TRIED
    assert len(set(games)) == learning.GENERATIONS
    assert all(seed < learning.NEW for seeds in games for seed in seeds)


def test_wins_are_counted_with_their_interval(learning: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    judged = list[int]()

    def play(weights: object, seed: int) -> float:
        judged.append(seed)
        return 1.0 if seed % 2 else 0.5

    learning.evaluate("learnt", play, learning.UNTRAINED)
    assert judged == list(range(learning.NEW, learning.NEW + learning.EVALUATED))
    assert "won 20 of 40, 35% to 65%" in capsys.readouterr().out
