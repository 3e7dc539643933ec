"""A real server and clients that ask for too much: addresses, headers and bodies have limits of size and time."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from railhead.web.bodies import LARGEST_FORM
from railhead.web.bounded_http import LONGEST_ADDRESS, LONGEST_HEAD
from tests.web.sites import PATIENCE, RunningSite, begin

HOST = b"Host: localhost\r\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with RunningSite(tmp_path_factory.mktemp("site")) as running:
        yield running


def answer(site: RunningSite, *sent: bytes) -> bytes:
    """Everything the server says to a client that sends these bytes and no more, until it closes the connection."""
    with socket.create_connection(("localhost", site.port), PATIENCE) as connection:
        try:
            for piece in sent:
                connection.sendall(piece)
        except (BrokenPipeError, ConnectionResetError):
            pass  # it has said enough before everything was sent
        said = b""
        try:
            while piece := connection.recv(65536):
                said += piece
        except ConnectionResetError:
            pass
        return said


def status(said: bytes) -> int:
    return int(said.split(b" ", 2)[1])


def test_a_long_address_is_refused(site: RunningSite) -> None:
    line = b"GET /?" + b"x" * LONGEST_ADDRESS + b" HTTP/1.1\r\n"
    assert status(answer(site, line + HOST + b"\r\n")) == 414


@pytest.mark.parametrize("ended", [b"\r\n\r\n", b""], ids=["whole", "endless"])
def test_long_headers_are_refused(site: RunningSite, ended: bytes) -> None:
    said = answer(site, b"GET / HTTP/1.1\r\n" + HOST, b"X-Long: " + b"x" * LONGEST_HEAD + ended)
    assert status(said) == 431


def test_many_headers_are_refused(site: RunningSite) -> None:
    said = answer(site, b"GET / HTTP/1.1\r\n" + HOST, b"X-Many: many\r\n" * (LONGEST_HEAD // 8))
    assert status(said) == 431


def test_the_longest_action_fits_into_an_address(site: RunningSite) -> None:
    line = b"GET /api/titles?" + b"%20" * 4000 + b" HTTP/1.1\r\n"
    assert status(answer(site, line + HOST + b"Connection: close\r\n\r\n")) == 200


@pytest.mark.parametrize("path", [b"/new", b"/api/games", b"/nowhere"])
def test_a_body_that_is_announced_as_too_large_is_not_read(site: RunningSite, path: bytes) -> None:
    size = b"Content-Length: %d\r\n\r\n" % (LARGEST_FORM + 1)
    said = answer(site, b"POST " + path + b" HTTP/1.1\r\n" + HOST + size)
    assert status(said) == 413
    assert b"connection: close" in said.lower()


def test_a_body_without_end_is_refused(site: RunningSite) -> None:
    head = b"POST /api/games HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    said = answer(site, head, *[chunk] * (LARGEST_FORM // 0x10000 + 2))
    assert status(said) == 413
    assert b"application/problem+json" in said


def test_play_goes_on_beside_connections_that_say_nothing(site: RunningSite) -> None:
    idle = [socket.create_connection(("localhost", site.port), PATIENCE) for _ in range(50)]
    half = [socket.create_connection(("localhost", site.port), PATIENCE) for _ in range(50)]
    try:
        for connection in half:
            connection.sendall(b"POST /api/games/import HTTP/1.1\r\n" + HOST + b"Content-Length: 1000\r\n\r\n{")
        assert begin(site.url)["id"]
    finally:
        for connection in (*idle, *half):
            connection.close()


def test_who_says_nothing_is_cut_off(tmp_path: Path) -> None:
    """With a shorter time than usual, so that nobody has to wait for it."""
    starter = "import railhead.web.bounded_http as b, railhead.web.bodies as c; b.SECONDS = c.SECONDS = 0.1"
    with RunningSite(tmp_path / "data", starter=starter) as quick:
        assert status(answer(quick)) == 408
        assert status(answer(quick, b"GET / HTTP/1.1\r\nHost: loc")) == 408
        assert status(answer(quick, b"POST /new HTTP/1.1\r\n" + HOST + b"Content-Length: 9\r\n\r\nx")) == 408
