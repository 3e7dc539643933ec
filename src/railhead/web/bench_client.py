"""A small HTTP client for measuring a site: hundreds of connections in one thread, and event streams.

A general client would spend more time per request than the site does, and so measure itself."""

from __future__ import annotations

import asyncio
import gzip
import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Reply:
    """A response."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """The body as data."""
        return json.loads(self.body)


class Connection:
    """One connection to a site, kept open between requests."""

    def __init__(self, port: int, secret: str, cookie: str = "") -> None:
        self._port = port
        self._identity = f"Authorization: Bearer {secret}" if secret or not cookie else f"Cookie: {cookie}"
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> Reply:
        """Send a GET request."""
        return await self._ask("GET", path, b"")

    async def post(self, path: str, body: object) -> Reply:
        """Post JSON."""
        return await self._ask("POST", path, json.dumps(body).encode())

    async def news(self, path: str, heard: asyncio.Queue[tuple[str, float]]) -> None:
        """Listen to an event stream until cancelled, noting when each event arrives."""
        reader, _ = await self._send("GET", path, b"")
        await _head(reader)
        loop = asyncio.get_running_loop()
        while line := await reader.readline():
            if line.startswith(b"event: "):
                heard.put_nowait((line[7:].strip().decode(), loop.time()))

    async def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _ask(self, method: str, path: str, body: bytes) -> Reply:
        reader, _ = await self._send(method, path, body)
        status, headers = await _head(reader)
        got = await _body(reader, headers) if status not in (204, 304) else b""
        if headers.get("content-encoding") == "gzip":
            got = gzip.decompress(got)
        return Reply(status, headers, got)

    async def _send(self, method: str, path: str, body: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        lines = [
            f"{method} {path} HTTP/1.1",
            "Host: localhost",
            self._identity,
            "Accept-Encoding: gzip",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
        ]
        writer = self._streams[1]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        await writer.drain()
        return self._streams


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    first = await reader.readline()
    headers: dict[str, str] = {}
    while (line := (await reader.readline()).strip()) != b"":
        name, _, value = line.decode("latin1").partition(":")
        headers[name.lower()] = value.strip()
    return int(first.split()[1]), headers


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if headers.get("transfer-encoding") != "chunked":
        return await reader.readexactly(int(headers["content-length"]))
    pieces = []
    while size := int((await reader.readline()).strip(), 16):
        pieces.append(await reader.readexactly(size))
        await reader.readline()
    await reader.readline()
    return b"".join(pieces)
