"""`railhead review`: a game of people, or of anybody, with what could have been done better."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from railhead import storing
from railhead.core.rulebook import Rulebook
from railhead.play import reasons
from railhead.play.gamefile import GameFile
from railhead.play.review import Idea, Missed, Review, RunReviewed, in_words, review
from railhead.terminal.output import say, say_json


def add_commands(commands: Any) -> None:
    """Register this command."""
    command = commands.add_parser("review", help="what could have been done better in a game")
    command.add_argument("file", type=Path, metavar="FILE", help="a game file, or an 18xx.games file")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the review of a game."""
    file = _read(args.file)
    found = review(file)
    if args.json:
        say_json({**found.to_data(), "missed": found.missed})
    else:
        _say(file.rulebook(), found)
    return 0


def _read(path: Path) -> GameFile:
    # Imported only here: few commands need to know about other systems.
    from railhead.interop.as18xx import importer

    data = storing.read_data(path)
    if isinstance(data, dict) and importer.is_18xx_file(data):
        return importer.import_game(data)
    return GameFile.from_data(data)


def _say(book: Rulebook, found: Review) -> None:
    if found.turning_points:
        say("The costliest stock turns, as the bot sees it")
    for idea in found.turning_points:
        say(_turn_in_words(book, idea))
    better = sum(bool(each.better) for each in found.runs)
    say(f"{len(found.runs)} runs, {better} of which could have earned more")
    for missed in found.worse:
        say(_run_in_words(missed))
    say(f"{len(found.turns)} stock turns; clearly better ideas of the bot: {len(found.ideas)}")
    for idea in found.ideas:
        say(_turn_in_words(book, idea))


def _run_in_words(missed: Missed) -> str:
    each, least = missed.run, "" if missed.run.proven else "at least "
    routes = "".join(f"\n{name:>11}: {line}" for name, lines in _routes(each) for line in lines)
    return (
        f"  {each.number:4} {each.round}: {each.company} earned {each.earned} instead of {least}{each.best}"
        f"{_again(missed.again)}{routes}"
    )


def _routes(each: RunReviewed) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return ("ran", each.route), ("best", each.better_route)


def _turn_in_words(book: Rulebook, idea: Idea) -> str:
    turn, because = idea.turn, reasons.mostly(idea.turn.parts)
    mostly = "" if because is None else f", mostly {because}"
    return (
        f"  {turn.number:4} {turn.round}, {turn.player}: {in_words(book, turn.done)}\n"
        f"       the bot: {in_words(book, turn.advised)}, worth about {turn.lost:.0f} more{mostly}{_again(idea.again)}"
    )


def _again(numbers: tuple[int, ...]) -> str:
    return f" (much the same in {', '.join(map(str, numbers))})" if numbers else ""
