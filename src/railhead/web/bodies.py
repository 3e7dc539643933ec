"""The bodies of requests, read within limits of size and time, before anyone knows who sent them.

What is larger than a form is kept on the disk, and only a few bodies of that size are read at the same time.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import IO, Any, cast

from railhead.web.busy import Busy
from railhead.web.configuration import network_of

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

LARGEST_FILE = 8 * 1024 * 1024
"""The largest game file, in bytes; long games take a fiftieth of it."""
LARGEST_FORM = 1024 * 1024
"""The largest body at any other address, in bytes: more than the longest notes take."""
ENVELOPE = 64 * 1024
"""What a form adds to a file, in bytes."""
IN_MEMORY = 64 * 1024
"""How much of a body is kept in memory, in bytes."""
SECONDS = 60.0
"""How long a client may take to send a body."""
LARGE_AT_ONCE = 8
"""How many bodies that do not fit into memory may be read at the same time."""
LARGE_OF_ONE = LARGE_AT_ONCE // 2
"""How many of them may come from one address: whoever sends them slowly keeps nobody else from sending one."""
IMPORTS = ("/import", "/api/games/import")
"""Addresses to which files are sent."""


class TooLarge(Exception):
    """A body is larger than any game could be."""


class TooSlow(Exception):
    """A body did not arrive in time."""


class Left(Exception):
    """The client left before the body had arrived."""


def most_bytes(path: str) -> int:
    """How large a body may be at an address."""
    return LARGEST_FILE + ENVELOPE if path in IMPORTS else LARGEST_FORM


class Bodies:
    """Bodies being read."""

    def __init__(self) -> None:
        self._large: Counter[str] = Counter()
        """By address: how many that do not fit into memory are being read."""

    async def read(self, scope: Message, receive: Receive, body: IO[bytes]) -> None:
        """Read the body of a request into a file."""
        most = most_bytes(scope["path"])
        if announced(scope) > most:
            raise TooLarge
        try:
            async with asyncio.timeout(SECONDS):
                await self._copy(receive, body, most, _sender(scope))
        except TimeoutError:
            raise TooSlow from None
        body.seek(0)

    async def _copy(self, receive: Receive, body: IO[bytes], most: int, sender: str) -> None:
        size, ended = await _copy(receive, body, min(IN_MEMORY, most), 0)
        if not ended:
            with self._as_large(sender):
                size, ended = await _copy(receive, body, most, size)
        if size > most:
            raise TooLarge

    @contextmanager
    def _as_large(self, sender: str) -> Iterator[None]:
        if self._large.total() >= LARGE_AT_ONCE or self._large[sender] >= LARGE_OF_ONE:
            raise Busy("Too many files are being sent at the moment; please try again shortly")
        self._large[sender] += 1
        try:
            yield
        finally:
            self._large[sender] -= 1
            self._large = +self._large  # forgets those who send nothing any more


def _sender(scope: Message) -> str:
    """Whose body it is, as far as an address tells."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""


async def _copy(receive: Receive, body: IO[bytes], enough: int, size: int) -> tuple[int, bool]:
    """Copy a body until it ends or is larger than this; its size so far, and whether it has ended.

    A body can be larger than that and have ended all the same: servers hand over in one piece what has arrived.
    """
    while size <= enough:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Left
        piece = message.get("body", b"")
        size += len(piece)
        body.write(piece)
        if not message.get("more_body", False):
            return size, True
    return size, False


def announced(scope: Message) -> int:
    """The size of a body as its headers announce it; 0 if they do not."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:20])
    return 0


class Body(tempfile.SpooledTemporaryFile[bytes]):
    """A file for a body, in memory if it is small. It can be read again, though Django closes what it has read."""

    def __init__(self) -> None:
        super().__init__(IN_MEMORY)

    def close(self) -> None:
        """Stay open until the end of the request."""

    def __exit__(self, *problem: object) -> None:
        super().close()


def new_file() -> IO[bytes]:
    """A file for a body."""
    return cast(IO[bytes], Body())
