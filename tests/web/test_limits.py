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


@pytest.mark.parametrize("ended", [b"\r\n\r\n", b""], ids=["whole", "endless"])
def test_long_trailers_end_the_connection(site: RunningSite, ended: bytes) -> None:
    """What follows a body that is sent in chunks: the parser would keep it all, from anybody."""
    head = b"POST /talk HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
    said = answer(site, head, b"1\r\na\r\n0\r\n", *[b"X-Long: " + b"x" * LONGEST_HEAD] * 30, ended)
    assert said == b""


def test_long_chunk_headers_end_the_connection(site: RunningSite) -> None:
    head = b"POST /talk HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
    assert answer(site, head, b"1\r\na\r\n1;", *[b"x" * LONGEST_HEAD] * 30) == b""


def test_long_headers_behind_a_request_that_is_being_answered_end_the_connection(site: RunningSite) -> None:
    """An event stream stays open, and so might the headers of a second request, for ever."""
    game = begin(site.url)
    stream = f"GET /api/games/{game['id']}/events HTTP/1.1\r\nAuthorization: Bearer {game['watch']}\r\n".encode()
    with socket.create_connection(("localhost", site.port), PATIENCE) as connection:
        connection.sendall(stream + HOST + b"\r\n")
        heard = connection.recv(65536)
        assert status(heard) == 200
        connection.sendall(b"GET / HTTP/1.1\r\n" + HOST)
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            connection.sendall((b"X-Long: " + b"x" * LONGEST_HEAD + b"\r\n") * 2000)


def test_small_requests_in_one_piece_are_all_answered(site: RunningSite) -> None:
    request = b"GET /api/titles HTTP/1.1\r\n" + HOST
    said = answer(site, (request + b"\r\n") * 200 + request + b"Connection: close\r\n\r\n")
    assert said.count(b"HTTP/1.1 200 OK") == 201


def test_a_body_in_small_chunks_is_read(site: RunningSite) -> None:
    """Its chunks have many more bytes around them than headers may have."""
    head = b"POST /api/games HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    said = answer(site, head, *[b"1\r\n \r\n" * 1000] * 20, b"1\r\n{\r\n0\r\nX-Trailer: short\r\n\r\n")
    assert status(said) == 400
    assert b"not valid JSON" in said


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


def test_play_goes_on_beside_more_connections_than_the_system_usually_allows(tmp_path: Path) -> None:
    starter = "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (100, r.getrlimit(r.RLIMIT_NOFILE)[1]))"
    with RunningSite(tmp_path / "data", starter=starter) as site:
        half = [socket.create_connection(("localhost", site.port), PATIENCE) for _ in range(200)]
        try:
            for connection in half:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: loc")
            assert begin(site.url)["id"]
        finally:
            for connection in half:
                connection.close()


def test_who_says_nothing_is_cut_off(tmp_path: Path) -> None:
    """With a shorter time than usual, so that nobody has to wait for it."""
    starter = "import railhead.web.bounded_http as b, railhead.web.bodies as c; b.SECONDS = c.SECONDS = 0.1"
    with RunningSite(tmp_path / "data", starter=starter) as quick:
        assert status(answer(quick)) == 408
        assert status(answer(quick, b"GET / HTTP/1.1\r\nHost: loc")) == 408
        assert status(answer(quick, b"POST /new HTTP/1.1\r\n" + HOST + b"Content-Length: 9\r\n\r\nx")) == 408
