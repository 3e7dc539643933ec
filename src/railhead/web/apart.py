"""Work done in a separate process: limited in time and memory, and stopped as soon as nobody waits for it any more.

Play goes on meanwhile: the other process has an interpreter of its own and gives way to this one. Where no process can
be started the work is done here, in the thread that asked for it.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any, TypeVar, TypeVarTuple, Unpack, cast

from railhead.core.refusal import Malformed, RailheadError
from railhead.core.text import Text
from railhead.web.clients import Client
from railhead.web.parent import die_with_parent

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")

GIVES_WAY = 10
"""How nice the process is to others: whoever makes a move comes first."""

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(
    ["railhead.web.best_run_worker", "railhead.bots.registry", "railhead.web.openings", "railhead.web.replaying"]
)


class Outcome(Enum):
    """How a piece of work ended."""

    DONE, REFUSED, FAILED, STOPPED = range(4)


class TooMuch(RailheadError):
    """Work that was stopped: it took too long, or too much memory, or nobody waits for it."""


def stopped() -> TooMuch:
    """What is said of work that was stopped."""
    return TooMuch("This takes more time or memory than it may")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one piece of work may take."""

    seconds: float
    """Both of the clock and of the processor."""
    bytes: int = 1 << 30
    """Of memory, where the operating system can limit it; Python and the titles take about a fifth of it."""
    nice: int = GIVES_WAY


class UnderWay:
    """For whom work is being done, so that it can be stopped when the site stops."""

    def __init__(self) -> None:
        self.over = False
        self._lock = Lock()
        self._clients: Counter[Client] = Counter()

    @contextmanager
    def work_for(self, client: Client) -> Iterator[None]:
        """Note that something is being done for a client; once all is over, nothing is begun."""
        with self._lock:
            if self.over:
                raise stopped()
            self._clients[client] += 1
        try:
            yield
        finally:
            with self._lock:
                self._clients -= Counter([client])

    def end(self) -> None:
        """Stop everything that is being done: nobody will get the answer."""
        with self._lock:
            self.over = True
            clients = list(self._clients)
        for client in clients:
            client.leave()


UNDER_WAY = UnderWay()


def run(limits: Limits, client: Client, function: Callable[[Unpack[Arguments]], T], *arguments: *Arguments) -> T:
    """The result of a function. What it refuses is refused here as well; beyond its limits, TooMuch is raised."""
    with UNDER_WAY.work_for(client):
        return _run(limits, client, function, *arguments)


def _run(limits: Limits, client: Client, function: Callable[[Unpack[Arguments]], T], *arguments: *Arguments) -> T:
    here, there = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=_work, args=(there, limits, function, arguments), daemon=True)
    try:
        process.start()
    except OSError:
        return function(*arguments)
    finally:
        there.close()
    try:
        with client.stopping(process.kill):
            outcome, result = _answer(here, limits)
    finally:
        here.close()
        process.kill()
        process.join()
        process.close()
    if outcome is Outcome.DONE:
        return cast(T, result)
    if outcome is Outcome.REFUSED:
        raise Malformed(cast(Text, result))
    if outcome is Outcome.FAILED:
        raise RuntimeError(str(result))
    raise stopped()


def _answer(here: Connection, limits: Limits) -> tuple[Outcome, object]:
    """What the process says; a process that was ended says nothing."""
    try:
        return cast(tuple[Outcome, object], here.recv()) if here.poll(limits.seconds) else (Outcome.STOPPED, None)
    except (EOFError, OSError):
        return Outcome.STOPPED, None


def _work(there: Connection, limits: Limits, function: Callable[..., object], arguments: tuple[Any, ...]) -> None:
    """Do the work, in the separate process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the site, and the site stops this
    die_with_parent()
    _limit(limits)
    try:
        answer: tuple[Outcome, object] = (Outcome.DONE, function(*arguments))
    except RailheadError as problem:
        answer = (Outcome.REFUSED, problem.message)
    except MemoryError:
        answer = (Outcome.STOPPED, None)
    except Exception:
        answer = (Outcome.FAILED, traceback.format_exc())
    there.send(answer)


def _limit(limits: Limits) -> None:
    """Limit this process, as far as the operating system can."""
    seconds = int(limits.seconds) + 1
    for what, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_AS, limits.bytes)):
        with suppress(OSError, ValueError):
            resource.setrlimit(what, (most, resource.getrlimit(what)[1]))
    with suppress(OSError):
        os.nice(limits.nice)
