"""`railhead titles`: what can be played."""

from __future__ import annotations

import argparse
from typing import Any

from railhead.terminal.output import say, say_json
from railhead.titles.catalogue import TITLES


def add_commands(commands: Any) -> None:
    """Register this command."""
    command = commands.add_parser("titles", help="list the titles, with their numbers of players and options")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=titles)


def titles(args: argparse.Namespace) -> int:
    """List the titles."""
    if args.json:
        say_json(
            {
                name: {
                    "name": title.name,
                    "players": list(title.players),
                    "revision": title.revision,
                    "options": title.options,
                }
                for name, title in TITLES.items()
            }
        )
        return 0
    for name, title in TITLES.items():
        said = title.name.removeprefix(f"{name}: ")
        say(f"{name}  {said}, {title.players[0]} to {title.players[-1]} players")
        width = max(map(len, title.options), default=0)
        for option, meaning in title.options.items():
            say(f"    {option:{width}}  {meaning}")
    return 0
