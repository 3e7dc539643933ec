"""`railhead check-games`: replay every stored game, and list those that can no longer be replayed."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from railhead import storing
from railhead.commands.replay import items
from railhead.core.refusal import Malformed, RailheadError
from railhead.play.checking import Checked, Replay, Stored, check, replay_log
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from railhead.terminal.output import say, say_json
from railhead.terminal.progress import watched
from railhead.titles import catalogue

BROKEN = 1
"""The exit code if a game can no longer be replayed."""
DATABASES = ("*.sqlite3", "*.sqlite", "*.db")


def add_commands(commands: Any) -> None:
    """Register this command."""
    command = commands.add_parser(
        "check-games", help="replay every stored game; fails if one can no longer be replayed"
    )
    command.add_argument(
        "places",
        nargs="+",
        metavar="PATH",
        help="a game file (ours or of 18xx.games), a folder, or a site's database (a SQLite file or a URL)",
    )
    command.add_argument("--json", action="store_true", help="print the result as JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay everything; print each game that can no longer be replayed, and a summary."""
    began = time.perf_counter()
    stored = [game for place in args.places for game in find(place)]
    checked = []
    for game in watched(stored, "Checking games"):
        checked.append(check(game))
        if checked[-1].problem and not args.json:
            say(f"{game.where}: {checked[-1].problem}")
    broken = sum(game.problem is not None for game in checked)
    seconds = time.perf_counter() - began
    if args.json:
        say_json({"games": [asdict(game) for game in checked], "broken": broken, "seconds": round(seconds, 3)})
    else:
        _summarise(checked, broken, seconds)
    return BROKEN if broken else 0


def _summarise(checked: list[Checked], broken: int, seconds: float) -> None:
    for (title, revision), count in sorted(Counter((game.title, game.revision) for game in checked).items()):
        if title in catalogue.TITLES:
            newest = catalogue.find(title).revision
            older = "" if revision == newest else f"; new games are played by revision {newest}"
            say(f"{title}, revision {revision} of the rules: {_counted(count, 'game')}{older}")
    actions = sum(game.actions for game in checked)
    result = f"{_counted(broken, 'game')} no longer play{'s' if broken == 1 else ''}" if broken else "all of them play"
    say(f"{_counted(len(checked), 'game')}, {_counted(actions, 'action')} in {seconds:.1f} seconds: {result}")


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


# -- where games are stored -----------------------------------------------------------------------


def find(place: str) -> Iterator[Stored]:
    """The games at a place: a file, a folder or a database."""
    path = Path(place)
    if "://" in place:
        yield from _in_database(place)
    elif path.is_dir():
        yield from _in_folder(path)
    elif path.is_file():
        yield from _in_file(path)
    else:
        raise Malformed(f"{path}: there is no such file or folder")


def _in_folder(folder: Path) -> Iterator[Stored]:
    """Every game in a folder and its subfolders; unrelated JSON is skipped."""
    for path in sorted(folder.rglob("*.json")):
        if path.is_file() and _may_be_a_game(path):
            yield Stored(str(path), partial(_replay_file, path))
    for path in sorted(path for name in DATABASES for path in folder.rglob(name)):
        yield from _in_file(path)


def _may_be_a_game(path: Path) -> bool:
    """Does a file claim to be a game, or is it unreadable, so that it may have been one?"""
    try:
        data = storing.read_data(path)
    except (RailheadError, OSError):
        return True
    return isinstance(data, dict) and "actions" in data


def _in_file(path: Path) -> Iterator[Stored]:
    from railhead.web.stored import is_database  # imported only here: game files need no site

    if is_database(path):
        yield from _in_database(f"sqlite:///{path.resolve()}")
    else:
        yield Stored(str(path), partial(_replay_file, path))


def _in_database(url: str) -> Iterator[Stored]:
    from railhead.web.stored import SiteDatabase  # imported only here: game files need no site

    database = SiteDatabase(url)

    def replay(game_id: str) -> Replay:
        stored = database.game(game_id)
        yield from replay_log(stored.file, stored.log)

    for game_id in database.ids():
        yield Stored(f"{database.name}, game {game_id}", partial(replay, game_id))


# -- replaying ------------------------------------------------------------------------------------


def _replay_file(path: Path) -> Replay:
    """A game file or an 18xx.games file; undone actions are replayed too."""
    data = storing.read_data(path)
    for number, item in enumerate(items(data)):
        yield item.book, number
    if isinstance(data, dict) and data.get("undone"):
        session = Session(GameFile.from_data(data))
        while session.undone:
            session.redo()
            yield session.book, len(session)
