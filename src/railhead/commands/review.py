"""`railhead review`: a game of people, or of anybody, with what could have been done better."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from railhead import storing
from railhead.play.gamefile import GameFile
from railhead.play.review import Review, RunReviewed, TurnReviewed, review
from railhead.terminal.output import say, say_json

WORTH_TELLING = 25
"""A stock turn is told of if the bot expects so much more of something else."""


def add_commands(commands: Any) -> None:
    """Register this command."""
    command = commands.add_parser("review", help="what could have been done better in a game")
    command.add_argument("file", type=Path, metavar="FILE", help="a game file, or an 18xx.games file")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the review of a game."""
    found = review(_read(args.file))
    if args.json:
        say_json({**found.to_data(), "missed": found.missed})
    else:
        _say(found)
    return 0


def _read(path: Path) -> GameFile:
    # Imported only here: few commands need to know about other systems.
    from railhead.interop.as18xx import importer

    data = storing.read_data(path)
    if isinstance(data, dict) and importer.is_18xx_file(data):
        return importer.import_game(data)
    return GameFile.from_data(data)


def _say(found: Review) -> None:
    better = [each for each in found.runs if each.better]
    say(f"{len(found.runs)} runs, {len(better)} of them not the best")
    for each in better:
        say(_run_in_words(each))
    told = [each for each in found.turns if each.lost >= WORTH_TELLING]
    say(f"{len(found.turns)} decisions in stock rounds, {len(told)} of which the bot would have made otherwise")
    for turn in told:
        say(_turn_in_words(turn))


def _run_in_words(each: RunReviewed) -> str:
    least = "" if each.proven else " at least"
    return f"  {each.number:4} {each.round}: {each.company} earned {each.earned}, the best was{least} {each.best}"


def _turn_in_words(each: TurnReviewed) -> str:
    name, value = max(each.parts, key=lambda part: part[1])
    because = f"{name} {value:+.0f}"
    return (
        f"  {each.number:4} {each.round}: {each.player} did '{each.done}'; "
        f"'{each.advised}' might be worth {each.lost:.0f} more ({because})"
    )
