"""The command `railhead`: everything Railhead does, from a terminal.

What a user did wrong is said in one line on standard error: exit code 1 if a rule forbids it, 2 if it makes no
sense. Standard output holds the answer and, with `--json`, nothing but JSON.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys

from railhead import __version__
from railhead.commands import bench, check_games, play, replay, routes, rules, selfplay, serve, titles
from railhead.core.refusal import Illegal, RailheadError
from railhead.play.session import Misplayed
from railhead.terminal.output import complain

COMMANDS = (serve, titles, play, replay, check_games, routes, selfplay, rules, bench)

FORBIDDEN = 1
SENSELESS = 2
INTERRUPTED = 130


def parser() -> argparse.ArgumentParser:
    """The command line with all its commands."""
    made = argparse.ArgumentParser(prog="railhead", description="Plays 18xx railway games by their rulebooks.")
    made.add_argument("--version", action="version", version=f"railhead {__version__}")
    commands = made.add_subparsers(title="commands", metavar="COMMAND")
    for module in COMMANDS:
        module.add_commands(commands)
    return made


def main(argv: list[str] | None = None) -> int:
    """Run a command; the exit code."""
    # A closed stream is None; what is written to it is lost, but nothing breaks.
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a sign of the board shows a question mark instead of nothing at all.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    gc.freeze()  # what has been loaded so far stays until the end: no use looking through it again and again
    line = parser()
    given = sys.argv[1:] if argv is None else argv
    try:
        args = line.parse_args(given or ["serve"])
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


def _with_file(args: argparse.Namespace, text: str) -> str:
    """What went wrong, and in which file; a refused action is about the action, not about the file."""
    file = getattr(args, "file", None)
    if file is None or hasattr(args, "action") or str(file) in text:
        return text
    return f"{file}: {text}"


def _of_file(problem: OSError) -> str:
    where = problem.filename2 or problem.filename
    what = problem.strerror or str(problem)
    return f"{where}: {what}" if where else what
