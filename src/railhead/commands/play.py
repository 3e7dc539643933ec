"""The commands for a game in a file: `new`, `show`, `choices`, `act`, `undo` and `redo`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from railhead import storing
from railhead.core.events import Decided, sentence
from railhead.core.ids import Seat
from railhead.core.refusal import Malformed
from railhead.play.gamefile import GameFile
from railhead.play.offers import offers
from railhead.play.session import Played, Session
from railhead.terminal.output import say, say_json
from railhead.terminal.prompt import listing, whose_turn


def add_commands(commands: Any) -> None:
    """Register these commands."""
    command = commands.add_parser("new", help="begin a game")
    command.add_argument("title", metavar="TITLE")
    command.add_argument("--players", required=True, metavar="A,B,C", help="the players, clockwise")
    add_options(command)
    command.add_argument("--seed", type=int, default=0, metavar="N", help="the random seed (0)")
    command.add_argument("--out", required=True, type=Path, metavar="FILE")
    command.add_argument("--force", action="store_true", help="replace an existing file")
    command.set_defaults(run=new)

    command = _file_command(commands, "show", "show the table", show)
    command.add_argument("--at", type=int, metavar="N", help="after this many actions (all)")
    command.add_argument("--seat", metavar="NAME", help="only what this player may know (everything)")
    command.add_argument("--width", type=int, metavar="COLUMNS", help="how many columns (the terminal's, or 110)")

    command = _file_command(commands, "choices", "what may be decided now", choices)
    command.add_argument("--json", action="store_true", help="print JSON")

    command = _file_command(commands, "act", "decide something", act)
    command.add_argument("action", metavar="ACTION", help="for example: 'buy C&N from ipo'")

    _file_command(commands, "undo", "take back the last action", undo)
    _file_command(commands, "redo", "redo what was undone", redo)


def add_options(command: argparse.ArgumentParser) -> None:
    """The argument for a title's options, the same in every command that begins games."""
    command.add_argument("--option", action="append", default=[], metavar="X", help="may be given repeatedly")


def _file_command(commands: Any, name: str, said: str, run: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=said)
    command.add_argument("file", type=Path, metavar="FILE")
    command.set_defaults(run=run)
    return command


def new(args: argparse.Namespace) -> int:
    """Begin a game in a new file."""
    seats = tuple(name.strip() for name in args.players.split(","))
    game = GameFile.new(args.title, seats, tuple(args.option), args.seed)
    try:
        storing.create(args.out, game, replace=args.force)
    except FileExistsError:
        raise Malformed(f"{args.out} exists already; --force replaces it") from None
    say(f"{args.out}: {args.title} for {', '.join(seats)}")
    say(whose_turn(Session(game)))
    return 0


def show(args: argparse.Namespace) -> int:
    """Print the table."""
    from railhead.terminal import table  # only here: no other command draws

    session = storing.load(args.file)
    number = len(session) if args.at is None else args.at
    table.show(session, number, seat_of(session, args.seat), args.width)
    return 0


def seat_of(session: Session, name: str | None) -> Seat | None:
    """The seat of a player."""
    if name is None:
        return None
    if name not in session.book.seat_names:
        raise Malformed(f"'{name}' is not at the table; these are: {', '.join(session.book.seat_names)}")
    return session.book.find_seat(name)


def choices(args: argparse.Namespace) -> int:
    """Print what may be decided now."""
    session = storing.load(args.file)
    offered = session.choices
    if args.json:
        over: dict[str, Any] = {"player": None, "purpose": None, "choices": []}
        say_json(over if offered is None else offers(session.book, offered))
        return 0
    say(whose_turn(session))
    if offered is not None:
        for line in listing(session.book, session.state, offered):
            say(f"  {line}")
    return 0


def act(args: argparse.Namespace) -> int:
    """Play an action, and print its consequences."""
    with storing.changing(args.file) as session:
        played = session.act(args.action)
    _say_played(session, played)
    return 0


def undo(args: argparse.Namespace) -> int:
    """Take back the last action."""
    with storing.changing(args.file) as session:
        text = session.undo()
    say(f"undone {len(session) + 1}: {text}")
    say(whose_turn(session))
    return 0


def redo(args: argparse.Namespace) -> int:
    """Redo the action undone last."""
    with storing.changing(args.file) as session:
        played = session.redo()
    _say_played(session, played)
    return 0


def _say_played(session: Session, played: Played) -> None:
    """Print the decision, then its consequences and those of the rulebook taking over an imported game."""
    events = sorted(played.events, key=lambda event: not isinstance(event, Decided))
    for number, event in enumerate(events):
        say(f"{'  ' if number else f'{played.id}.'} {sentence(played.book, event)}")
    say(whose_turn(session))
