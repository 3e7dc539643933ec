"""The bodies of requests: limited in size and time, and few large ones at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import ExitStack
from typing import IO, Any

import pytest
from django.core.handlers.asgi import ASGIRequest

from railhead.web import bodies
from railhead.web.bodies import (
    ENVELOPE,
    IN_MEMORY,
    LARGE_AT_ONCE,
    LARGE_OF_ONE,
    LARGEST_FILE,
    LARGEST_FORM,
    Bodies,
    Left,
    TooLarge,
    TooSlow,
)
from railhead.web.busy import Busy

PIECE = 16 * 1024


class Sender:
    """A client that sends so many bytes in pieces, and then the end of the body, or nothing any more."""

    def __init__(self, size: int, then: str = "end") -> None:
        self.left = size
        self.then = then
        self.read = 0

    async def __call__(self) -> dict[str, Any]:
        if self.left == 0:
            return await self._end()
        size = min(PIECE, self.left)
        self.left -= size
        self.read += size
        return {"type": "http.request", "body": b"x" * size, "more_body": True}

    async def _end(self) -> dict[str, Any]:
        if self.then == "leave":
            return {"type": "http.disconnect"}
        if self.then == "wait":
            await asyncio.Event().wait()
        return {"type": "http.request"}


class AtOnce(Sender):
    """A client whose whole body has arrived before anyone reads it."""

    async def __call__(self) -> dict[str, Any]:
        if self.read:
            await asyncio.Event().wait()
        self.read = self.left
        return {"type": "http.request", "body": b"x" * self.left, "more_body": False}


def scope(path: str = "/new", announced: int | None = None, sender: str = "192.0.2.1") -> dict[str, Any]:
    given = [] if announced is None else [(b"content-length", str(announced).encode())]
    return {"path": path, "headers": given, "client": (sender, 4711)}


def read(sender: Sender, path: str = "/new", announced: int | None = None, all_: Bodies | None = None) -> bytes:
    """The body that arrives."""
    with bodies.new_file() as body:
        asyncio.run((all_ or Bodies()).read(scope(path, announced), sender, body))
        return body.read()


@pytest.mark.parametrize("size", [0, 1, IN_MEMORY, IN_MEMORY + 1, LARGEST_FORM])
def test_a_body_arrives_whole(size: int) -> None:
    assert len(read(Sender(size))) == size


@pytest.mark.parametrize("size", [0, IN_MEMORY, IN_MEMORY + 1, 110_992, LARGEST_FORM])
def test_a_body_may_arrive_in_one_piece(size: int) -> None:
    assert len(read(AtOnce(size))) == size


def test_a_body_in_one_piece_is_limited_as_any_other() -> None:
    with pytest.raises(TooLarge):
        read(AtOnce(LARGEST_FORM + 1))


@pytest.mark.parametrize("path", bodies.IMPORTS)
def test_files_may_be_larger_than_forms(path: str) -> None:
    assert len(read(Sender(LARGEST_FILE), path)) == LARGEST_FILE
    with pytest.raises(TooLarge):
        read(Sender(LARGEST_FILE + ENVELOPE + 1), path)


def test_nothing_is_read_beyond_the_limit() -> None:
    sender = Sender(10 * LARGEST_FORM)
    with pytest.raises(TooLarge):
        read(sender)
    assert sender.read <= LARGEST_FORM + PIECE


def test_nothing_is_read_if_too_much_is_announced() -> None:
    sender = Sender(10)
    with pytest.raises(TooLarge):
        read(sender, announced=LARGEST_FORM + 1)
    assert sender.read == 0


@pytest.mark.parametrize("size", [10, 2 * IN_MEMORY])
def test_a_body_that_does_not_come_is_not_waited_for(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "SECONDS", 0.01)
    with pytest.raises(TooSlow):
        read(Sender(size, then="wait"))


def test_a_client_may_leave_before_the_end() -> None:
    with pytest.raises(Left):
        read(Sender(10, then="leave"))


def test_few_large_bodies_are_read_at_once() -> None:
    """What has been read of them is on the disk; small bodies are read all the same. Nobody takes all the room."""
    all_ = Bodies()

    async def reading(files: list[IO[bytes]]) -> None:

        def start(size: int, then: str, sender: str) -> Awaitable[None]:
            return all_.read(scope("/import", sender=sender), Sender(size, then), files.pop())

        senders = ["192.0.2.1"] * LARGE_OF_ONE + ["2001:db8::1", "2001:db8::2"] * (LARGE_OF_ONE // 2)
        tasks = []
        for number, sender in enumerate(senders, 1):
            tasks.append(asyncio.ensure_future(start(3 * IN_MEMORY, "wait", sender)))
            while all_._large.total() < number:
                await asyncio.sleep(0)
            if number == LARGE_OF_ONE:
                with pytest.raises(Busy):
                    await start(3 * IN_MEMORY, "end", "192.0.2.1")
                await start(3 * IN_MEMORY, "end", "192.0.2.2")
        with pytest.raises(Busy):
            await start(3 * IN_MEMORY, "end", "192.0.2.3")
        await start(IN_MEMORY, "end", "192.0.2.1")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not all_._large

    with ExitStack() as stack:
        asyncio.run(reading([stack.enter_context(bodies.new_file()) for _ in range(LARGE_AT_ONCE + 4)]))


def test_a_body_may_be_read_again_after_django_has_read_it() -> None:
    """A request that was put aside starts again from the beginning."""
    with bodies.new_file() as body:
        body.write(b"x")
        body.seek(0)
        for _ in range(2):
            body.seek(0)
            assert ASGIRequest({**scope(), "method": "POST"}, body).body == b"x"
    assert body.closed
