"""The site's own address, as it is written into links that somebody opens elsewhere or later."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from railhead.web.configuration import is_loopback, own_address, split_port


def site(request: HttpRequest) -> str:
    """The site's address for others: `https://name`."""
    return f"{request.scheme}://{host(request)}"


def host(request: HttpRequest) -> str:
    """The name and port of the site for others.

    Whoever asks may have used a name that only works on its own machine, or that is not the one it was given; and the
    port is what they say.
    """
    asked, configuration = request.get_host(), settings.CONFIGURATION
    name, port = split_port(asked)
    if configuration.names:
        return _named(name.lower(), port if port == f":{request.get_port()}" else "")
    if configuration.anywhere and is_loopback(name):
        return own_address() + port
    return asked


def _named(asked: str, port: str) -> str:
    """The name that was asked for, if it is one of those the site was given, or else the first; and its port."""
    names, https = settings.CONFIGURATION.names, settings.CONFIGURATION.https
    named = str(next((each for each in names if split_port(each)[0] == asked), names[0]))
    if split_port(named)[1] or (https and named != asked):
        return named
    return named + port
