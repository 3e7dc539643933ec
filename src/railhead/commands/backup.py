"""`railhead backup` and `railhead restore`: a whole site in one file, and back."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from railhead.commands import check_games
from railhead.commands.serve import add_site, existing_site, site_of
from railhead.core.refusal import Malformed
from railhead.play.checking import check
from railhead.storing import sync_folder
from railhead.terminal.output import say
from railhead.terminal.progress import watched
from railhead.web.configuration import Configuration

if TYPE_CHECKING:
    from railhead.web.backup import Manifest


def add_commands(commands: Any) -> None:
    """Register these commands."""
    backup = commands.add_parser("backup", help="save a whole site in one file, while it is running")
    backup.add_argument("place", type=Path, metavar="PATH", help="a folder, or the file to write")
    backup.add_argument("--keep", type=int, metavar="N", help="in a folder, keep only the newest N backups")
    add_site(backup)
    backup.set_defaults(run=run_backup)
    restore = commands.add_parser("restore", help="bring a site back from a backup, on this or another machine")
    restore.add_argument("backup", type=Path, metavar="FILE", help="the backup")
    restore.add_argument("--check", action="store_true", help="only check it: restore it elsewhere, replay all games")
    add_site(restore)
    restore.set_defaults(run=run_restore)


def run_backup(args: argparse.Namespace) -> int:
    """Write a backup, and read it back."""
    site = existing_site(args)
    if args.keep is not None and (args.keep < 1 or not args.place.is_dir()):
        raise Malformed("--keep needs a folder, and keeps at least one backup")
    from railhead.web.stored import SiteDatabase  # imported only here: other commands need no site

    database = SiteDatabase(site.database)
    from railhead.web import backup

    if not site.has_secret:
        raise Malformed(f"The site's secret is missing: {site.secret_file}. Without it no link would work")
    from django.db import DatabaseError

    try:
        path = backup.make(database.alias, site.secret(), args.place)
    except DatabaseError as problem:
        raise Malformed(f"The database cannot be used: {str(problem).splitlines()[0]}") from None
    say(f"{path}: {_told(backup.check(path))}")
    for old in backup.prune(args.place, args.keep) if args.keep else ():
        say(f"{old}: removed")
    return 0


def run_restore(args: argparse.Namespace) -> int:
    """Restore a backup into a new site; with --check into one that is thrown away."""
    if args.check:
        return _check(args.backup)
    manifest = restore(args.backup, site_of(args))
    say(f"Restored: {_told(manifest)}")
    return 0


def restore(path: Path, site: Configuration) -> Manifest:
    """Restore a backup as this site, which must not exist yet."""
    if site.secret_file.exists() or site.database_file.exists():
        raise Malformed(f"There is a site in {site.data} already; restore a backup into another folder")
    from railhead.web import backup  # imported only here: other commands need no site

    backup.check(path)  # before anything is made
    if site.database_url:
        manifest, secret = _load(path, site)
        site.write_secret(secret)
        return manifest
    new = site.database_file.with_name(f".{site.database_file.name}.restoring")
    new.unlink(missing_ok=True)
    try:
        manifest, secret = _load(path, replace(site, database_url=f"sqlite:///{new}"))
        site.write_secret(secret)
        os.replace(new, site.database_file)
    finally:
        for left in site.data.glob(f"{new.name}*"):
            left.unlink()
    sync_folder(site.data)
    return manifest


def _load(path: Path, site: Configuration) -> tuple[Manifest, str]:
    """Load a backup into a database; what it says of itself, and the secret."""
    from railhead.web import server  # imported only here: no other command needs a server

    with server.connected(site):
        from django.db import connection

        from railhead.web import backup, soundness

        if connection.vendor == "sqlite":
            soundness.keep_private(Path(connection.settings_dict["NAME"]))
        secret = backup.restore(path)
        connection.close()
    return backup.check(path), secret


def _check(path: Path) -> int:
    """Restore a backup into a folder that is thrown away, and replay every game in it."""
    with TemporaryDirectory(prefix="railhead-restore-") as folder:
        site = Configuration(data=Path(folder) / "site")
        manifest = restore(path, site)
        stored = list(check_games.find(site.database))
        checked = [check(game) for game in watched(stored, "Checking games")]
    broken = [game for game in checked if game.problem is not None]
    for game in broken:
        say(f"{game.where.rpartition(', ')[2]}: {game.problem}")
    say(f"{path}: {_told(manifest)}; {len(checked) - len(broken)} of {len(checked)} games play")
    return check_games.BROKEN if broken else 0


def _told(manifest: Manifest) -> str:
    rows = sum(rows.count for rows in manifest.rows)
    games, users = manifest.count("railhead_game"), manifest.count("auth_user")
    return f"the site of {manifest.made}, with {games} games and {users} users ({rows} rows)"
