"""A player that learns how to open a game: four weights, improved by trying out others (the cross-entropy method).

It plays 1860 for three against easy bots. It decides about the opening auction: how much to bid for the right to choose
a certificate, and which to choose. The easy bot decides everything else for it, so only what it has learnt makes a
difference. See docs/research.md for what came of it.
"""

import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from railhead.bots.ladder import wilson
from railhead.research import Solo
from railhead.research.features import ACTION_NAMES

GENERATIONS, TRIED, KEPT, GAMES = 3, 8, 2, 4
EVALUATED, NEW = 40, 8_000_000
"""In so many games, with seeds from this one on, it shows what it has learnt. It learns from none of them."""

COLUMN = {name: number for number, name in enumerate(ACTION_NAMES)}
UNTRAINED = np.zeros(4)
"""Bids nothing, and takes whatever is listed first."""


def choose(seen: dict[str, np.ndarray], weights: np.ndarray) -> int:
    """The listed action with the highest score. A bid scores what it leaves of the most that would be bid."""
    bid, private, income, price = weights
    amount, is_private, earns, par = (
        seen["actions"][:, COLUMN[name]]
        for name in ("amount", "deed: take a private company on offer", "private's income", "market price")
    )
    scores = np.where(amount > 0, bid - 10 * amount, private * is_private + 10 * income * earns + 10 * price * par)
    return int(np.where(seen["action_mask"] == 1, scores, -np.inf).argmax())


def play(table: Solo, weights: np.ndarray, seed: int) -> float:
    """The reward for a game played by these weights."""
    seen, _ = table.reset(seed=seed)
    over, reward = False, 0.0
    while not over:
        seen, reward, ended, cut_off, _ = table.step(choose(seen, weights))
        over = ended or cut_off
    return reward


def learn(play: Callable[[np.ndarray, int], float], chance: np.random.Generator) -> np.ndarray:
    """Try weights around the best so far, keep the better ones, and look around their mean."""
    mean, spread = UNTRAINED, np.ones(len(UNTRAINED))
    for generation in range(GENERATIONS):
        tried = [mean, *(mean + spread * chance.standard_normal(len(mean)) for _ in range(TRIED - 1))]
        seeds = [1000 * generation + game for game in range(GAMES)]  # the same games for all of them
        made = np.array([np.mean([play(weights, seed) for seed in seeds]) for weights in tried])
        best = [tried[number] for number in np.argsort(-made, kind="stable")[:KEPT]]
        mean, spread = np.mean(best, axis=0), np.std(best, axis=0) + 0.3
        print(f"generation {generation}: made {made.round(2)}, on average now {mean.round(2)}", flush=True)
    return mean


def evaluate(name: str, play: Callable[[np.ndarray, int], float], weights: np.ndarray) -> None:
    """Count the wins in new games; tied winners have not won."""
    won = sum(play(weights, NEW + game) == 1 for game in range(EVALUATED))
    low, high = wilson(won, EVALUATED)
    print(f"{name} {weights.round(2)}: won {won} of {EVALUATED}, {low:.0%} to {high:.0%}", flush=True)


def main(seed: int) -> None:
    """Learn from how much more than the others one has in the end, then see how often that wins."""
    began = time.process_time()
    by_worth, by_rank = (
        partial(play, Solo("1860", 3, others="easy", helper="easy", decides=["auction", "choice"], reward=reward))
        for reward in ("worth", "rank")
    )
    evaluate("learnt", by_rank, learn(by_worth, np.random.default_rng(seed)))
    evaluate("untrained", by_rank, UNTRAINED)
    print(f"{time.process_time() - began:.0f} s of processor time")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
