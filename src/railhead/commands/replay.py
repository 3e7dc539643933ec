"""`railhead replay`: replay a stored game, our own or one from 18xx.games, checking every action."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from railhead import storing
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.core.view import whole_view
from railhead.play.gamefile import GameFile
from railhead.play.session import Session, scores
from railhead.terminal.output import say, say_json
from railhead.terminal.prompt import turn_line


def add_commands(commands: Any) -> None:
    """Register this command."""
    command = commands.add_parser("replay", help="replay a stored game, with every check")
    command.add_argument("file", type=Path, metavar="FILE", help="a game file, or an 18xx.games file")
    command.add_argument("--json", action="store_true", help="print the result as JSON")
    command.add_argument("--trace", action="store_true", help="print a line of JSON after every action")
    command.set_defaults(run=replay)

    command = commands.add_parser("import", help="convert an 18xx.games file to a game file")
    command.add_argument("file", type=Path, metavar="FILE", help="an 18xx.games file")
    command.add_argument("--out", required=True, type=Path, metavar="FILE")
    command.add_argument("--force", action="store_true", help="replace an existing file")
    command.set_defaults(run=import_game)


def import_game(args: argparse.Namespace) -> int:
    """Convert an 18xx.games file to a game file, checking every action."""
    from railhead.interop.as18xx import importer

    data = storing.read_data(args.file)
    game = importer.import_game(data)
    try:
        storing.create(args.out, game, replace=args.force)
    except FileExistsError:
        raise Malformed(f"{args.out} exists already; --force replaces it") from None
    say(f"{args.out}: {game.title} for {', '.join(game.seats)}, {len(game.actions)} actions")
    return 0


@dataclass(frozen=True, slots=True)
class Result:
    """How a replay went."""

    book: Rulebook
    state: State
    actions: int
    seconds: float


def replay(args: argparse.Namespace) -> int:
    """Replay a stored game and print how it ends."""
    data = storing.read_data(args.file)
    result = run_through(data, args.trace)
    if args.trace and not args.json:
        return 0
    book, state = result.book, result.state
    if args.json:
        say_json(
            {
                "title": book.title,
                "revision": book.revision,
                "older_rules": book.older_rules,
                "players": list(book.seat_names),
                "finished": not state.agenda,
                "scores": scores(book, state),
                "actions": result.actions,
                "seconds": round(result.seconds, 6),
            },
            indent=None if args.trace else 2,
        )
    else:
        say(
            f"{book.title} for {', '.join(book.seat_names)}: {result.actions} actions "
            f"in {result.seconds:.2f} seconds, every one checked"
        )
        if book.older_rules:
            say(f"{book.older_rules}.")
        say(turn_line(whole_view(book, state)))
    return 0


def run_through(data: object, traced: bool = False) -> Result:
    """Replay a game of either kind, printing a line of trace after every action if requested."""
    # Imported only here: no other command needs to know about other systems.
    from railhead.interop.as18xx.trace import Tracer

    tracer = Tracer()
    began = time.perf_counter()
    last: Any = None
    count = 0
    for item in items(data):
        last = item
        if item.id == 0:  # the table at the start, before any action
            began = time.perf_counter()
            continue
        count += 1
        if traced:
            say_json(tracer.line(item), indent=None)
    return Result(last.book, last.state, count, time.perf_counter() - began)


def items(data: object) -> Iterator[Any]:
    """The game at the start and after every effective action."""
    # Imported only here: no other command needs to know about other systems.
    from railhead.interop.as18xx import importer

    if isinstance(data, dict) and importer.is_18xx_file(data):
        yield from importer.replay(data)
    elif isinstance(data, dict) and "format" not in data and "actions" in data:
        raise Malformed("This is neither a game file of Railhead (no format) nor one of 18xx.games")
    else:
        yield from Session.replay(GameFile.from_data(data))
