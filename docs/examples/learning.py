"""A player that learns how to bid: a few weights, improved by trying out others (the cross-entropy method).

It plays 1860 for two against the easy bot. It decides about the opening auction: what to bid for the right to choose,
and what to choose. The easy bot decides everything else for it, so only what it has learnt makes a difference. See
docs/research.md for what came of it.
"""

import sys
import time

import numpy as np

from railhead.research import Solo
from railhead.research.features import ACTION_NAMES

GENERATIONS, TRIED, KEPT, GAMES = 2, 5, 2, 2
EVALUATED = 20

COLUMN = {name: number for number, name in enumerate(ACTION_NAMES)}


def merits(actions: np.ndarray) -> np.ndarray:
    """What the player looks at: whether it is a bid, and of how much; whether a private or a company is chosen."""
    amount = actions[:, COLUMN["amount"]]
    return np.stack(
        [
            amount > 0,
            10 * amount,
            actions[:, COLUMN["deed: take a private company on offer"]],
            10 * actions[:, COLUMN["private's income"]],
            actions[:, COLUMN["deed: start a company"]],
        ],
        axis=1,
    )


UNTRAINED = np.array([1.0, -2.0, 0.0, 0.0, 1.0])
"""Bid up to 25, and start a company."""


def play(table: Solo, weights: np.ndarray, seed: int) -> tuple[float, bool]:
    """A game by these weights: how much more than the mean it made, and whether it won."""
    seen, _ = table.reset(seed=seed)
    over, reward = False, 0.0
    while not over:
        scores = np.where(seen["action_mask"] == 1, merits(seen["actions"]) @ weights, -np.inf)
        seen, reward, ended, cut_off, _ = table.step(int(scores.argmax()))
        over = ended or cut_off
    return reward, reward > 0


def learn(table: Solo, chance: np.random.Generator) -> np.ndarray:
    """Try weights around the best so far, keep the better ones, and look around their mean."""
    mean, spread = UNTRAINED.copy(), np.ones(len(UNTRAINED))
    for generation in range(GENERATIONS):
        tried = [mean, *(mean + spread * chance.standard_normal(len(mean)) for _ in range(TRIED - 1))]
        seeds = [1000 * generation + game for game in range(GAMES)]  # the same games for all of them
        made = [np.mean([play(table, weights, seed)[0] for seed in seeds]) for weights in tried]
        best = [tried[number] for number in np.argsort(made)[::-1][:KEPT]]
        mean, spread = np.mean(best, axis=0), np.std(best, axis=0) + 0.3
        print(f"generation {generation}: {[round(float(each), 2) for each in made]}, {mean.round(2)}", flush=True)
    return mean


def evaluate(table: Solo, name: str, weights: np.ndarray) -> None:
    """Play games that were not learnt from."""
    games = [play(table, weights, 10**6 + number) for number in range(EVALUATED)]
    won = sum(each for _, each in games)
    print(f"{name}: won {won} of {len(games)}, mean {np.mean([each for each, _ in games]):+.2f}", flush=True)


def main(seed: int) -> None:
    """Learn, and compare with what there was before."""
    began = time.process_time()
    table = Solo("1860", players=2, others="easy", helper="easy", decides=["auction", "choice"], reward="worth")
    evaluate(table, "learnt", learn(table, np.random.default_rng(seed)))
    evaluate(table, "untrained", UNTRAINED)
    print(f"{time.process_time() - began:.0f} s of processor time")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
