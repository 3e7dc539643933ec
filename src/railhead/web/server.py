"""Starting and stopping a site."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from pathlib import Path
from types import FrameType

import dj_database_url
import uvicorn

from railhead.core.refusal import Malformed
from railhead.web.bounded_http import BoundedHttp
from railhead.web.configuration import Configuration, is_loopback, own_address

DATABASES = ("postgres", "postgresql", "sqlite")
NO_DATABASE = "The database URL is not valid; for example: postgres://user:password@host/name"
GOODBYE = 3
"""Seconds that requests in progress have when the site stops."""
IDLE = 75
"""Seconds an idle connection stays open."""
MOST_CONNECTIONS = 8192
"""More than that are told that the site is busy."""
WAITING = 2048
"""Connections that may wait to be accepted."""


def serve(configuration: Configuration, port: int) -> None:
    """Run a site until it is stopped."""
    listening = listen(configuration.host, port)
    prepare(configuration)
    say_where(configuration, listening.getsockname()[1])
    server = Server(
        uvicorn.Config(
            "railhead.web.asgi:application",
            http=BoundedHttp,
            limit_concurrency=MOST_CONNECTIONS,
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
    """Create everything a site needs: its folder, its secret, its migrated database."""
    os.environ.update(configuration.to_environment())
    os.environ["DJANGO_SETTINGS_MODULE"] = "railhead.web.settings"
    if configuration.database.partition("://")[0] not in DATABASES:
        raise Malformed(NO_DATABASE)
    configuration.prepare_folder()
    import django
    from django.db import DatabaseError
    from django.urls import get_resolver

    try:
        django.setup()
        _prepare_database(configuration)
    except dj_database_url.ParseError:
        raise Malformed(NO_DATABASE) from None
    except DatabaseError as problem:
        raise Malformed(f"The database cannot be used: {str(problem).splitlines()[0]}") from None
    get_resolver().url_patterns  # noqa: B018  loads all pages now, so that the first visitor does not wait for it


def _prepare_database(configuration: Configuration) -> None:
    """Check that the database and the secret are the right ones, before anything is changed; then migrate."""
    from django.conf import settings
    from django.core.management import call_command

    from railhead.web import deleting, soundness
    from railhead.web.sessions import SessionStore

    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        soundness.keep_private(Path(database["NAME"]))
    soundness.check_database()
    if not configuration.accept_secret:
        soundness.check_secret(configuration)
    configuration.prepare()
    settings.SECRET_KEY = configuration.secret()  # the settings had none to read if it has just been made
    call_command("migrate", verbosity=0, interactive=False)
    soundness.remember_secret()
    SessionStore.clear_expired()
    deleting.purge()
    for problem in soundness.incomplete_logs():
        print(f"railhead: {problem}; it is kept as it is and cannot be played on", file=sys.stderr, flush=True)


def listen(host: str, port: int) -> socket.socket:
    """A socket at the address; opened first, so that a second site on the same port fails at once."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError:
        raise Malformed(f"'{host}' is not an address of this machine") from None
    made = socket.socket(family, kind, protocol)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind(address)
        made.listen(WAITING)  # visitors who come while the site is starting wait for it
    except OSError as problem:
        made.close()
        raise Malformed(f"{host}, port {port}: {problem.strerror}; --port chooses another port") from None
    made.set_inheritable(True)
    return made


def say_where(configuration: Configuration, port: int) -> None:
    """Print how to reach the site; if someone is at a screen, open it there."""
    anywhere = configuration.anywhere
    name = "localhost" if is_loopback(configuration.host) or anywhere else configuration.host
    here = f"http://{f'[{name}]' if ':' in name else name}:{port}/"
    print(f"Railhead is at {here}", flush=True)
    if anywhere:
        print(f"From other machines: http://{own_address()}:{port}/", flush=True)
    if configuration.direct and name == "localhost":
        from railhead.web import keys

        here = f"{here}here/{keys.machine_key()}"
        print(f"All games played on this machine: {here}", flush=True)
    print("Press Ctrl-C to stop; games are kept.", flush=True)
    if has_screen():
        webbrowser.open(here)


def has_screen() -> bool:
    """Is there a screen, and was the site started from a terminal at it?"""
    if not sys.stdout.isatty() or "SSH_CONNECTION" in os.environ:
        return False
    return sys.platform == "darwin" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


class Server(uvicorn.Server):
    """A server that disconnects its listeners when it stops; they reconnect by themselves."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, beginning with the event streams, which would otherwise stay open for ever."""
        from railhead.web.hub import HUB

        HUB.close()
        super().handle_exit(sig, frame)
