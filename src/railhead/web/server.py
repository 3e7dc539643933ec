"""Starting and stopping a site."""

from __future__ import annotations

import gc
import os
import resource
import socket
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import dj_database_url
import uvicorn

from railhead.core.refusal import Malformed
from railhead.play.checking import Stored
from railhead.terminal.progress import watched
from railhead.web.bounded_http import BoundedHttp
from railhead.web.configuration import Configuration, is_loopback, own_address
from railhead.web.parent import stop_with_parent
from railhead.web.workers import Workers

DATABASES = ("postgres", "postgresql", "sqlite")
NO_DATABASE = "The database URL is not valid; for example: postgres://user:password@host/name"
GOODBYE = 10
"""Seconds that requests in progress have when the site stops."""
IDLE = 75
"""Seconds an idle connection stays open."""
MOST_CONNECTIONS = 8192
"""More than that are told that the site is busy."""
MOST_FILES = 2 * MOST_CONNECTIONS
"""Connections are files to the system, and so are databases and whatever else is open."""
TURN = 0.0005
"""Seconds after which a thread that computes lets another one have its turn.

A move asks the database a dozen times, and after each answer it waits for the thread that draws a page to give way.
With Python's 5 milliseconds, most of the time of a move on a busy site would be spent on that.
"""
COLLECTED = (10_000, 20, 50)
"""How many new objects the garbage collector waits for. Tables are many objects without cycles: to look through all of
those in memory holds up everybody for most of a second, and finds next to nothing."""
TOGETHER = "PROMETHEUS_MULTIPROC_DIR"
"""The same as in `metrics`, which may be loaded only when the folder is there."""
WAITING = 2048
"""Connections that may wait to be accepted."""


def serve(configuration: Configuration, port: int, workers: int = 1) -> int:
    """Run a site until it is stopped, in this process or in several; the exit code."""
    listening = listen(configuration.host, port)
    with figures_of_all(workers):
        prepare(configuration)
        say_where(configuration, listening.getsockname()[1])
        from railhead.web import upkeep
        from railhead.web.snapshots import SNAPSHOTS

        SNAPSHOTS.use(configuration.data / "snapshots")
        ended = upkeep.start()
        try:
            if workers == 1:
                answer(configuration, listening)
                return 0
            return Workers(workers, answer, configuration, listening, patience=GOODBYE + 2).run()
        finally:
            ended.set()


def answer(configuration: Configuration, listening: socket.socket) -> None:
    """Answer requests until this process is stopped."""
    import django

    stop_with_parent()
    django.setup(set_prefix=False)  # one of several processes has been started with nothing but its environment
    from railhead.web.snapshots import SNAPSHOTS

    SNAPSHOTS.use(configuration.data / "snapshots")
    open_more_files()
    sys.setswitchinterval(TURN)
    gc.freeze()
    gc.set_threshold(*COLLECTED)
    config = uvicorn.Config(
        "railhead.web.asgi:application",
        http=BoundedHttp,
        ws="none",  # another package may bring a library for it, but nothing here speaks it
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
    Server(config).run(sockets=[listening])


def open_more_files() -> None:
    """Let this process have as many connections as it may: the usual limit of the system is far below.

    Whoever opened a thousand of them would otherwise shut out everybody else.
    """
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(MOST_FILES, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        with suppress(OSError, ValueError):  # some systems have a limit of their own below
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


@contextmanager
def figures_of_all(workers: int) -> Iterator[None]:
    """Let several processes add up their figures: in files of a folder, as Prometheus' library wants to be told."""
    if workers == 1:
        yield
        return
    with TemporaryDirectory(prefix="railhead-figures-") as folder:
        os.environ[TOGETHER] = folder
        yield


def prepare(configuration: Configuration) -> None:
    """Create everything a site needs: its folder, its secret, its migrated database."""
    with connected(configuration):
        _prepare_database(configuration)
    from django.urls import get_resolver

    get_resolver().url_patterns  # noqa: B018  loads all pages now, so that the first visitor does not wait for it


@contextmanager
def connected(configuration: Configuration) -> Iterator[None]:
    """Make this process one of a site, with its folder and its database."""
    os.environ.update(configuration.to_environment())
    os.environ["DJANGO_SETTINGS_MODULE"] = "railhead.web.settings"
    if configuration.database.partition("://")[0] not in DATABASES:
        raise Malformed(NO_DATABASE)
    configuration.prepare_folder()
    import django
    from django.db import DatabaseError

    try:
        django.setup()
        yield
    except dj_database_url.ParseError:
        raise Malformed(NO_DATABASE) from None
    except DatabaseError as problem:
        raise Malformed(f"The database cannot be used: {str(problem).splitlines()[0]}") from None


def _prepare_database(configuration: Configuration) -> None:
    """Check that the database and the secret are the right ones, before anything is changed; then migrate."""
    from django.conf import settings

    from railhead.web import soundness

    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        soundness.keep_private(Path(database["NAME"]))
    with soundness.one_at_a_time():
        _make_ready(configuration)


def _make_ready(configuration: Configuration) -> None:
    from django.conf import settings
    from django.core.management import call_command

    from railhead.web import deleting, soundness, upgrading
    from railhead.web.sessions import SessionStore

    soundness.check_database()
    if not configuration.accept_secret:
        soundness.check_secret(configuration)
    broken = upgrading.check_games(configuration.accept_broken, _watched, configuration.data)
    configuration.prepare()
    settings.SECRET_KEY = configuration.secret()  # the settings had none to read if it has just been made
    call_command("migrate", verbosity=0, interactive=False)
    soundness.remember_secret()
    upgrading.remember(broken, configuration.data)
    SessionStore.clear_expired()
    deleting.purge()
    for problem in soundness.incomplete_logs():
        print(f"railhead: {problem}; it is kept as it is and cannot be played on", file=sys.stderr, flush=True)


def _watched(games: list[Stored]) -> Iterator[Stored]:
    """The games one by one, as they are replayed; somebody may be waiting for the site."""
    if games:
        print(f"Railhead has changed: replaying {len(games)} stored games first.", file=sys.stderr, flush=True)
    return watched(games, "Replaying games")


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
    """A server that works on tasks, lets bots play, and disconnects its listeners when it stops; they come back."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and to do what is waiting to be done in the background."""
        await super().startup(sockets)
        from railhead.web import background
        from railhead.web.bot_turns import BOTS

        self.stopped = background.start()
        BOTS.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop answering. A task that is being done is due again if it is not finished."""
        from railhead.web.apart import UNDER_WAY
        from railhead.web.bot_turns import BOTS
        from railhead.web.snapshots import SNAPSHOTS

        self.stopped.set()
        BOTS.stop()
        SNAPSHOTS.end()
        UNDER_WAY.end()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, beginning with the event streams, which would otherwise stay open for ever."""
        from railhead.web.hub import HUB

        HUB.close()
        super().handle_exit(sig, frame)
