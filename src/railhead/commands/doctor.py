"""`railhead doctor`: is a site in good health? Nothing is changed."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from railhead.commands import check_games
from railhead.commands.serve import add_site, existing_site
from railhead.play.checking import check
from railhead.terminal.output import say, say_json
from railhead.terminal.progress import watched

ILL = 1
"""The exit code if something is wrong."""


def add_commands(commands: Any) -> None:
    """Register this command."""
    command = commands.add_parser("doctor", help="examine a site: database, secret, games, disk, backups")
    add_site(command)
    command.add_argument("--backups", type=Path, metavar="DIR", help="the folder its backups are kept in")
    command.add_argument("--replay", action="store_true", help="replay every stored game, too; this may take long")
    command.add_argument("--json", action="store_true", help="print the findings as JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what was found; fails if something is wrong."""
    site = existing_site(args)
    from railhead.web.stored import SiteDatabase  # imported only here: other commands need no site

    database = SiteDatabase(site.database)
    from railhead.web import doctor

    findings = list(doctor.examine(doctor.Patient(site, database.alias, args.backups)))
    if args.replay and not any(finding.about == "database" and finding.state == doctor.WRONG for finding in findings):
        findings += _replayed(site.database)
    if args.json:
        say_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            say(f"{finding.about:<10} {finding.state:<9} {finding.says}")
    return ILL if any(finding.state == doctor.WRONG for finding in findings) else 0


def _replayed(database: str) -> list[Any]:
    """Every stored game, replayed."""
    from railhead.web.doctor import FINE, WRONG, Finding

    checked = [check(game) for game in watched(list(check_games.find(database)), "Replaying games")]
    broken = [game for game in checked if game.problem is not None]
    if not broken:
        return [Finding("games", FINE, f"all {len(checked)} can be replayed")]
    return [Finding("games", WRONG, f"{game.where.rpartition(', ')[2]}: {game.problem}") for game in broken]
