"""The site's own address, as it is written into links that somebody opens elsewhere or later."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from railhead.web.configuration import is_loopback, own_address


def site(request: HttpRequest) -> str:
    """The site's address for others: `https://name`."""
    return f"{request.scheme}://{host(request)}"


def host(request: HttpRequest) -> str:
    """The name and port of the site for others.

    Whoever asks may have used a name that only works on its own machine, or that is not the one it was given.
    """
    asked, configuration = request.get_host(), settings.CONFIGURATION
    name, port = _split(asked)
    if configuration.names and name.lower() not in configuration.names:
        return str(configuration.names[0]) + ("" if configuration.https else port)
    if configuration.anywhere and is_loopback(name):
        return own_address() + port
    return asked


def _split(asked: str) -> tuple[str, str]:
    """A name or an address, and what follows it: a port with its colon, or nothing."""
    name, colon, port = asked.rpartition(":")
    return (name, colon + port) if colon and not asked.endswith("]") else (asked, "")
