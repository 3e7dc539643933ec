"""Starting and ending a site."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from types import FrameType

import dj_database_url
import uvicorn

from railhead.core.refusal import Malformed
from railhead.web.configuration import Configuration, is_loopback, own_address

DATABASES = ("postgres", "postgresql", "sqlite")
NO_DATABASE = "The database URL makes no sense; for example: postgres://user:password@host/name"
GOODBYE = 3
"""Seconds that answers under way have when the site ends."""
IDLE = 75
"""Seconds a connection stays open between requests."""
WAITING = 2048
"""Connections that may wait to be taken."""


def serve(configuration: Configuration, port: int) -> None:
    """Run a site until it is ended."""
    listening = listen(configuration.host, port)
    prepare(configuration)
    say_where(configuration, listening.getsockname()[1])
    server = Server(
        uvicorn.Config(
            "railhead.web.asgi:application",
            lifespan="off",
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=configuration.https,
            timeout_graceful_shutdown=GOODBYE,
            timeout_keep_alive=IDLE,
            backlog=WAITING,
        )
    )
    server.run(sockets=[listening])


def prepare(configuration: Configuration) -> None:
    """Make everything a site needs: its folder, its secret, its database in the present form."""
    os.environ.update(configuration.to_environment())
    os.environ["DJANGO_SETTINGS_MODULE"] = "railhead.web.settings"
    if configuration.database.partition("://")[0] not in DATABASES:
        raise Malformed(NO_DATABASE)
    configuration.prepare()
    import django
    from django.core.management import call_command
    from django.db import DatabaseError
    from django.urls import get_resolver

    try:
        django.setup()
        call_command("migrate", verbosity=0, interactive=False)
    except dj_database_url.ParseError:
        raise Malformed(NO_DATABASE) from None
    except DatabaseError as problem:
        raise Malformed(f"The database cannot be used: {str(problem).splitlines()[0]}") from None
    get_resolver().url_patterns  # noqa: B018  loads all pages now, so that the first who comes does not wait for it


def listen(host: str, port: int) -> socket.socket:
    """A socket at the address; taken before anything else, so that a second site says at once that it cannot be."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError:
        raise Malformed(f"'{host}' is not an address of this machine") from None
    made = socket.socket(family, kind, protocol)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind(address)
        made.listen(WAITING)  # who comes while the site is still getting ready waits for it
    except OSError as problem:
        made.close()
        raise Malformed(f"{host}, port {port}: {problem.strerror}; --port chooses another port") from None
    made.set_inheritable(True)
    return made


def say_where(configuration: Configuration, port: int) -> None:
    """Say how to reach the site; where there is a screen and somebody at it, show it."""
    anywhere = configuration.anywhere
    name = "localhost" if is_loopback(configuration.host) or anywhere else configuration.host
    here = f"http://{f'[{name}]' if ':' in name else name}:{port}/"
    print(f"Railhead is at {here}", flush=True)
    if anywhere:
        print(f"From other machines: http://{own_address()}:{port}/", flush=True)
    print("Ctrl-C ends it; games are kept.", flush=True)
    if has_screen():
        webbrowser.open(here)


def has_screen() -> bool:
    """Is there a screen, and was the site started from a terminal at it?"""
    if not sys.stdout.isatty() or "SSH_CONNECTION" in os.environ:
        return False
    return sys.platform == "darwin" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


class Server(uvicorn.Server):
    """A server that lets its listeners go when it ends; they come back by themselves."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End: first the streams that would otherwise stay open for ever."""
        from railhead.web.hub import HUB

        HUB.close()
        super().handle_exit(sig, frame)
