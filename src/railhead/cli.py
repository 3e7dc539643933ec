"""The command `railhead`: everything Railhead does, from a terminal.

A user error is reported in one line on standard error: the exit code is 1 if a rule forbids it, 2 if it makes no
sense. Standard output holds the answer and, with `--json`, nothing but JSON.

Only the command that is asked for is loaded. Most need nothing but Railhead itself; `show` and the tables of `bench`
need the extra `railhead[cli]`, and the site `railhead[site]`.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from importlib import import_module

from railhead import __version__
from railhead.core.refusal import Illegal, RailheadError
from railhead.play.session import Misplayed
from railhead.terminal.output import complain

COMMANDS = {
    "serve": "serve",
    "titles": "titles",
    "new": "play",
    "show": "play",
    "choices": "play",
    "act": "play",
    "undo": "play",
    "redo": "play",
    "replay": "replay",
    "import": "replay",
    "check-games": "check_games",
    "reset-password": "reset_password",
    "backup": "backup",
    "restore": "backup",
    "doctor": "doctor",
    "routes": "routes",
    "selfplay": "selfplay",
    "ladder": "ladder",
    "review": "review",
    "rules": "rules",
    "bench": "bench",
}
"""Every command, and the module of `railhead.commands` it is in."""

EXTRAS = {
    "rich": "cli",
    "csp": "site",
    "dj_database_url": "site",
    "django": "site",
    "django_htmx": "site",
    "httptools": "site",
    "ninja": "site",
    "prometheus_client": "site",
    "psycopg": "site",
    "ray": "ray",
    "uvicorn": "site",
    "uvloop": "site",
}
"""By package: the extra of Railhead that brings it."""

FORBIDDEN = 1
SENSELESS = 2
INTERRUPTED = 130


def parser(command: str = "") -> argparse.ArgumentParser:
    """The command line with this command, or with all of them if there is no such command."""
    made = argparse.ArgumentParser(prog="railhead", description="Plays 18xx railway games by their rulebooks.")
    made.add_argument("--version", action="version", version=f"railhead {__version__}")
    commands = made.add_subparsers(title="commands", metavar="COMMAND")
    for module in dict.fromkeys([COMMANDS[command]] if command in COMMANDS else COMMANDS.values()):
        import_module(f"railhead.commands.{module}").add_commands(commands)
    return made


def main(argv: list[str] | None = None) -> int:
    """Run a command and return the exit code."""
    # A closed stream is None; output to it is discarded.
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shows a question mark instead of failing.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    gc.freeze()  # everything loaded so far stays until the end: the collector need not scan it again and again
    given = (sys.argv[1:] if argv is None else argv) or ["serve"]
    line = parser(given[0])
    try:
        args = line.parse_args(given)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else SENSELESS
    if not hasattr(args, "run"):
        line.print_help()
        return 0
    try:
        code = args.run(args)
        sys.stdout.flush()
        return int(code)
    except BrokenPipeError:
        # The reader has seen enough; Python must not try to write the rest when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except (Illegal, Misplayed) as no:
        complain(_with_file(args, str(no)))
        return FORBIDDEN
    except RailheadError as problem:
        complain(_with_file(args, str(problem)))
        return SENSELESS
    except OSError as problem:
        complain(_of_file(problem))
        return SENSELESS
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        complain(f"'{given[0]}' needs the package '{package}': pip install 'railhead[{EXTRAS[package]}]'")
        return SENSELESS


def _with_file(args: argparse.Namespace, text: str) -> str:
    """What went wrong, and in which file; the refusal of an action concerns the action, not the file."""
    file = getattr(args, "file", None)
    if file is None or hasattr(args, "action") or str(file) in text:
        return text
    return f"{file}: {text}"


def _of_file(problem: OSError) -> str:
    where = problem.filename2 or problem.filename
    what = problem.strerror or str(problem)
    return f"{where}: {what}" if where else what
