"""The hub: news from other processes is found by polling, whatever happens to the database meanwhile."""

from __future__ import annotations

import asyncio

import pytest
from django.db import InterfaceError, OperationalError

from railhead.web import hub
from railhead.web.hub import MOVED, Hub, News


def test_news_of_other_processes_comes_again_when_the_database_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two polls fail, as while a database restarts; the third finds a move that another process stored."""
    answers: list[Exception | list[tuple[str, int]]] = [
        [("a", 1)],
        OperationalError("server closed the connection"),
        InterfaceError("connection already closed"),
        [("a", 2)],
    ]

    def versions(games: list[str]) -> list[tuple[str, int]]:
        assert games == ["a"]
        found = answers.pop(0) if answers else [("a", 2)]
        if isinstance(found, Exception):
            raise found
        return found

    async def first_news() -> News | None:
        listening = Hub()
        with listening.listening("a") as listener:
            listening.is_at("a", 1)
            return await asyncio.wait_for(listener.queue.get(), 30)

    monkeypatch.setattr(hub, "versions", versions)
    monkeypatch.setattr(hub, "LOOK_EVERY", 0.0)
    assert asyncio.run(first_news()) == News("a", MOVED, 2)
    assert not any(isinstance(answer, Exception) for answer in answers)
