"""Several processes that serve one site at one address; one that dies is replaced."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType

HASTY = 5.0
"""Seconds; a process that dies sooner has not really started."""
MOST_HASTY = 5
"""After so many of them in a row the site gives up."""
LOOK_EVERY = 0.5

_spawn = multiprocessing.get_context("spawn")
"""Nothing is inherited but what is handed over: database connections and threads cannot be shared."""


class Workers:
    """The processes, each of which does the same work until it is told to stop."""

    def __init__(self, count: int, work: Callable[..., None], *arguments: object, patience: float) -> None:
        self._count = count
        self._work = work
        self._arguments = arguments
        self._patience = patience
        """Seconds that a process has to stop by itself."""
        self._running: dict[SpawnProcess, float] = {}
        """The processes, and when each was started."""
        self._stopping = False
        self._hasty = 0

    def run(self) -> int:
        """Keep them running until this process is told to stop, or they cannot be; the exit code."""
        for sort in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sort, self._stop)
        for _ in range(self._count):
            self._start()
        while not self._stopping and self._hasty < MOST_HASTY:
            wait([process.sentinel for process in self._running], LOOK_EVERY)
            self._replace_dead()
        self._end_all()
        return 0 if self._stopping else 1

    def _start(self) -> None:
        process = _spawn.Process(target=self._work, args=self._arguments)
        process.start()
        self._running[process] = time.monotonic()

    def _replace_dead(self) -> None:
        for process in [process for process in self._running if not process.is_alive()]:
            lived = time.monotonic() - self._running.pop(process)
            if self._stopping:
                return
            self._hasty = self._hasty + 1 if lived < HASTY else 0
            if self._hasty < MOST_HASTY:
                print(f"railhead: process {process.pid} died and is replaced", file=sys.stderr, flush=True)
                self._start()
            else:
                print("railhead: the site's processes die as soon as they start", file=sys.stderr, flush=True)

    def _end_all(self) -> None:
        for process in self._running:
            process.terminate()
        for process in self._running:
            process.join(self._patience)
            if process.is_alive():
                process.kill()
                process.join()

    def _stop(self, sort: int, frame: FrameType | None) -> None:
        self._stopping = True
