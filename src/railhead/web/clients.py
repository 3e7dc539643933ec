"""Whoever waits for an answer: when they leave, work that is done only for them can stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:  # Django is not needed in separate processes
    from django.http import HttpRequest

KEY = "railhead.client"
"""Where the server puts the client of a request."""


class Client:
    """Someone who waits for the answer to a request, in any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._gone = False
        self._stops: list[Callable[[], None]] = []

    @property
    def gone(self) -> bool:
        """Have they left?"""
        return self._gone

    def leave(self) -> None:
        """They do not wait any more: stop whatever is done for them."""
        with self._lock:
            self._gone = True
            for stop in self._stops:
                stop()

    @contextmanager
    def stopping(self, stop: Callable[[], None]) -> Iterator[None]:
        """While this is under way, call `stop` if they leave; at once if they have left already."""
        with self._lock:
            if self._gone:
                stop()
            self._stops.append(stop)
        try:
            yield
        finally:
            with self._lock:
                self._stops.remove(stop)


def client_of(request: HttpRequest) -> Client:
    """Who waits for the answer to a request; outside a server, somebody who never leaves."""
    scope: dict[str, object] = getattr(request, "scope", {})
    return cast(Client, scope.get(KEY) or Client())
