"""Requests to addresses that players have given: never to a machine that only this one can reach, never for long.

A name is looked up once and the connection made to the address that was found and examined, so that a name cannot lead
elsewhere the second time. Redirects are not followed, and nothing of an answer is read but its status.
"""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from ipaddress import IPv6Address, ip_network
from threading import Timer
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from railhead.core.refusal import Malformed
from railhead.web.calling.calls import Gone, Unreachable
from railhead.web.configuration import address_of
from railhead.web.tasks import GivenUp

PATIENCE = 5.0
"""Seconds that the other side may be silent."""
AT_MOST = 15.0
"""Seconds that a request may take in all."""
LONGEST_URL = 2000
LARGEST_BODY = 16_000
PORTS = {"https": 443, "http": 80}
TRANSLATED = ip_network("64:ff9b::/96")
"""Addresses of IPv6 that stand for those of IPv4, whichever these are."""
BUSY = (408, 425, 429)


def check(url: str) -> None:
    """Refuse an address that will never be asked."""
    _split(url)


def post(url: str, body: bytes, headers: Mapping[str, str], gone: tuple[int, ...]) -> None:
    """Post something; Unreachable if it may work later, GivenUp if it is refused, Gone if an answer says that."""
    if len(body) > LARGEST_BODY:
        raise GivenUp("The message is too long")
    try:
        server = _split(url)
    except Malformed as problem:
        raise GivenUp(str(problem)) from None
    try:
        status = _post(server, body, headers)
    except (OSError, http.client.HTTPException, ValueError) as problem:
        raise Unreachable(str(problem) or type(problem).__name__) from None
    if status in gone:
        raise Gone(f"The answer was {status}")
    if status in BUSY or status >= 500:
        raise Unreachable(f"The answer was {status}")
    if not 200 <= status < 300:
        raise GivenUp(f"The answer was {status}")


def _post(server: SplitResult, body: bytes, headers: Mapping[str, str]) -> int:
    assert server.hostname is not None
    port = server.port or PORTS[server.scheme]
    connection = Pinned(server.hostname, port, _examined(server.hostname, port), server.scheme == "https")
    path = (server.path or "/") + (f"?{server.query}" if server.query else "")
    with _cut_off(connection):
        connection.request("POST", path, body, {"User-Agent": "Railhead", "Connection": "close", **headers})
        return connection.getresponse().status


def _split(url: str) -> SplitResult:
    """The parts of an address, if it may be asked: HTTPS, unless the owner of the site trusts the players."""
    trusting = settings.CONFIGURATION.private_webhooks
    try:
        found = urlsplit(url)
        sound = len(url) <= LONGEST_URL and url.isascii() and url.isprintable() and " " not in url
        known = found.scheme == "https" or (trusting and found.scheme == "http")
        if not (sound and known and found.hostname and found.port != 0 and "@" not in found.netloc):
            raise ValueError
    except ValueError:
        raise Malformed("This is not an address that the site can call: it begins with https://") from None
    address = address_of(found.hostname)
    if address is not None and not trusting and not is_public(str(address)):
        raise Malformed("This address is not on the internet; only the owner of the site can allow it")
    return found


def _examined(host: str, port: int) -> str:
    """The address of a host, if it may be asked."""
    found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not settings.CONFIGURATION.private_webhooks and not all(is_public(address) for address in found):
        raise GivenUp(f"{host} is not on the internet; only the owner of the site can allow it")
    return found[0]


def is_public(text: str) -> bool:
    """Is this an address that everybody on the internet can reach, and only itself?"""
    address = address_of(text.partition("%")[0])
    if address is None or not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, IPv6Address):
        own = address.is_site_local or address in TRANSLATED
        return not own and address.sixtofour is None and address.teredo is None
    return True


class Pinned(http.client.HTTPConnection):
    """A connection to an address that was looked up before."""

    def __init__(self, host: str, port: int, address: str, encrypted: bool) -> None:
        super().__init__(host, port, timeout=PATIENCE)
        self._address = address
        self._encrypted = encrypted

    def connect(self) -> None:
        """Connect, and check the certificate of the host."""
        self.sock = socket.create_connection((self._address, self.port), PATIENCE)
        if self._encrypted:
            wrapped = trusted().wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
            self.sock = wrapped
            wrapped.do_handshake()

    def cut(self) -> None:
        """End it, whatever is being done with it in another thread."""
        with suppress(OSError, AttributeError):
            socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


def trusted() -> ssl.SSLContext:
    """Whose certificates are trusted."""
    return ssl.create_default_context()


@contextmanager
def _cut_off(connection: Pinned) -> Iterator[None]:
    """Let a connection live for a while only, even if the other side sends a byte now and then."""
    timer = Timer(AT_MOST, connection.cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        connection.close()
