"""Where many games are played: in this process, in several, or on many machines.

Every way gives the results in the order of the games, and the same results.
"""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import railhead
from railhead.bots.contest import Result, contest
from railhead.bots.ladder import Task
from railhead.core.refusal import Malformed
from railhead.titles import catalogue

AHEAD = 4
"""How many games for each processor are handed out before the first of them is back."""

Game = TypeVar("Game")
"""What says which game to play."""
Outcome = TypeVar("Outcome")
"""What is told of a game that was played."""

Way = Callable[[Sequence[Task]], Iterator[Result]]
"""Plays the games of a ladder."""


def play(task: Task) -> Result:
    """Play a game of a ladder; the same in every process and on every machine."""
    seats = tuple(f"P{number}" for number in range(1, len(task.seats) + 1))
    book = catalogue.rulebook(task.title, seats, frozenset(task.options), task.seed)
    return contest(book, task.number, task.seats, task.seed)


@contextmanager
def on_this_machine(
    jobs: int, played: Callable[[Game], Outcome]
) -> Iterator[Callable[[Sequence[Game]], Iterator[Outcome]]]:
    """So many games at a time; a single one is played in this process."""
    if jobs == 1:
        yield lambda todo: map(played, todo)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        try:
            yield lambda todo: in_order(todo, AHEAD * jobs, lambda task: pool.submit(played, task).result)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def by_ray(address: str) -> Iterator[Way]:
    """On all machines of a Ray cluster. A machine that is lost costs nothing but time: its games are played again."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a cluster that is begun here reports to nobody
    import ray  # an extra, and large: only who asks for it needs it

    same_code = {"py_modules": [str(Path(railhead.__file__).parent)]}
    try:
        ray.init(address, runtime_env=same_code, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError) as problem:
        raise Malformed("There is no Ray cluster at '{address}'", address=address) from problem
    try:
        remote = ray.remote(play)
        processors = max(1, int(ray.cluster_resources().get("CPU", 1)))

        def begun(task: Task) -> Callable[[], Any]:
            return partial(ray.get, remote.remote(task))

        yield lambda todo: in_order(todo, AHEAD * processors, begun)
    finally:
        ray.shutdown()


def in_order(todo: Sequence[Game], ahead: int, begun: Callable[[Game], Callable[[], Outcome]]) -> Iterator[Outcome]:
    """The results in order, while so many games are being played ahead of the one that is waited for."""
    tasks = iter(todo)
    waiting = deque(begun(task) for task in islice(tasks, ahead))
    while waiting:
        yield waiting.popleft()()
        waiting.extend(begun(task) for task in islice(tasks, 1))
