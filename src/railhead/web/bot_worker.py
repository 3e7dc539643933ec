"""A process that decides for bots, one question after another. It can be ended at any time: another is started.

It keeps the rulebooks of the games it was asked about last, with all that has been worked out for them, so that the
next question about the same game takes milliseconds.
"""

from __future__ import annotations

import os
import resource
import signal
import traceback
from collections import OrderedDict
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess

from railhead.bots.bot import Decision
from railhead.bots.question import Question
from railhead.core.rulebook import Rulebook
from railhead.play.gamefile import GameFile
from railhead.web.apart import CONTEXT, GIVES_WAY
from railhead.web.parent import die_with_parent

MOST_BOOKS = 8
MOST_BYTES = 2 << 30
"""Of memory, where the operating system can limit it."""


class NoAnswer(Exception):
    """The process died, took too long, or failed to decide."""


class BotWorker:
    """A process that decides for bots; it is started when it is first asked something. To be used by one thread."""

    def __init__(self) -> None:
        self._process: ForkServerProcess | None = None
        self._line: Connection | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process, if there is one."""
        return None if self._process is None else self._process.pid

    def ask(self, start: GameFile, question: Question, patience: float) -> Decision:
        """What a bot decides in a game that started like this; NoAnswer if that is not said in so many seconds."""
        try:
            line = self._open_line()
            line.send((start, question))
            answer = line.recv() if line.poll(patience) else None
        except (OSError, EOFError) as problem:
            self.end()
            raise NoAnswer("the process has ended") from problem
        if answer is None:
            self.end()
            raise NoAnswer(f"no answer in {patience} seconds")
        if isinstance(answer, Decision):
            return answer
        raise NoAnswer(str(answer))

    def end(self) -> None:
        """End the process, whatever it does."""
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        self._line = self._process = None

    @property
    def alive(self) -> bool:
        """Is there a process that can be asked?"""
        return self._process is not None and self._process.is_alive()

    def _open_line(self) -> Connection:
        if self._line is not None and not self.alive:
            self.end()  # it has died since it answered last; nobody has missed anything
        if self._line is None:
            self._line, there = CONTEXT.Pipe()
            self._process = CONTEXT.Process(target=_answer_questions, args=(there,), daemon=True)
            try:
                self._process.start()
            finally:
                there.close()
        return self._line


def _answer_questions(line: Connection) -> None:
    """Answer questions until nobody can ask any more, in the separate process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the site, and the site stops this
    die_with_parent()
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    with suppress(OSError):
        os.nice(GIVES_WAY)
    books: OrderedDict[GameFile, Rulebook] = OrderedDict()
    with suppress(EOFError, OSError):
        while True:
            start, question = line.recv()
            line.send(_answer(books, start, question))


def _answer(books: OrderedDict[GameFile, Rulebook], start: GameFile, question: Question) -> Decision | str:
    """The decision, or what went wrong."""
    try:
        if start not in books:
            books[start] = start.rulebook()
        books.move_to_end(start)
        if len(books) > MOST_BOOKS:
            books.popitem(last=False)
        return question.answered(books[start])
    except Exception:
        return traceback.format_exc()
