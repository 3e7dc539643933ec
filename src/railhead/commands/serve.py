"""`railhead serve`: the site on this machine; also what `railhead` does without a command."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from railhead.core.refusal import Malformed
from railhead.web.configuration import BACKUPS_KEPT, BOT_PAUSE, MAIL, METRICS, SENDER, Configuration, default_data

HOST, PORT = "127.0.0.1", 8018
HIGHEST_PORT = 65535
MOST_WORKERS = 64
LONGEST_PAUSE = 60


def add_commands(commands: Any) -> None:
    """Register this command."""
    command = commands.add_parser("serve", help="play in the browser (the default command)")
    command.add_argument(
        "--host", default=HOST, metavar="H", help=f"the address to listen on ({HOST}: this machine only)"
    )
    command.add_argument("--port", type=int, default=PORT, metavar="P", help=f"the port ({PORT})")
    command.add_argument("--workers", type=int, default=1, metavar="N", help="how many processes answer requests (1)")
    command.add_argument("--data", type=Path, metavar="DIR", help=f"where games are stored ({default_data()})")
    command.add_argument(
        "--database-url", default="", metavar="U", help="store them in this database instead of a file"
    )
    command.add_argument("--accounts", action="store_true", help="players sign up, and seats belong to them")
    command.add_argument(
        "--mail-url",
        default=os.environ.get(MAIL, ""),
        metavar="U",
        help=f"the server for mail, such as smtp://user:password@mail.example:587 (or {MAIL} in the environment)",
    )
    command.add_argument(
        "--mail-from", default=os.environ.get(SENDER, ""), metavar="A", help="the address that mail comes from"
    )
    command.add_argument(
        "--private-webhooks", action="store_true", help="let players have the site call addresses of your own network"
    )
    command.add_argument("--name", action="append", default=[], metavar="N", help="a host name of the site")
    command.add_argument("--https", action="store_true", help="the site is behind a proxy that uses HTTPS")
    command.add_argument("--backups", type=Path, metavar="DIR", help="make a backup in this folder every day")
    command.add_argument(
        "--backups-kept", type=int, default=BACKUPS_KEPT, metavar="N", help=f"how many to keep ({BACKUPS_KEPT})"
    )
    command.add_argument(
        "--bot-pause", type=float, default=BOT_PAUSE, metavar="S", help=f"seconds before a bot decides ({BOT_PAUSE})"
    )
    command.add_argument("--log-requests", action="store_true", help="log every request on standard error, as JSON")
    command.add_argument(
        "--accept-secret", action="store_true", help="go on with another secret.key: all links must be sent again"
    )
    command.add_argument(
        "--accept-broken", action="store_true", help="go on although this version cannot play some of the stored games"
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from railhead.web import server  # imported only here: no other command needs a server

    if not 0 <= args.port <= HIGHEST_PORT:
        raise Malformed(f"A port is a number from 0 to {HIGHEST_PORT}, not {args.port}")
    if args.backups is not None and not args.backups.is_dir():
        raise Malformed(f"{args.backups}: there is no such folder for backups")
    if not 1 <= args.workers <= MOST_WORKERS:
        raise Malformed(f"--workers: from 1 to {MOST_WORKERS}")
    if not 0 <= args.bot_pause <= LONGEST_PAUSE:
        raise Malformed(f"--bot-pause: from 0 to {LONGEST_PAUSE} seconds")
    if args.backups_kept < 1:
        raise Malformed("--backups-kept: at least one backup is kept")
    return server.serve(
        Configuration(
            data=(args.data or default_data()).resolve(),
            database_url=args.database_url,
            accounts=args.accounts,
            mail_url=args.mail_url,
            mail_from=args.mail_from,
            host=args.host,
            private_webhooks=args.private_webhooks,
            names=tuple(name.lower() for name in args.name),
            https=args.https,
            backups=None if args.backups is None else args.backups.resolve(),
            backups_kept=args.backups_kept,
            log_requests=args.log_requests,
            bot_pause=args.bot_pause,
            metrics_token=os.environ.get(METRICS, ""),
            accept_secret=args.accept_secret,
            accept_broken=args.accept_broken,
        ),
        args.port,
        args.workers,
    )


# -- other commands about a site --------------------------------------------------------------------


def add_site(command: argparse.ArgumentParser) -> None:
    """Let a command be told which site it is about, as `serve` is."""
    command.add_argument("--data", type=Path, metavar="DIR", help=f"where games are stored ({default_data()})")
    command.add_argument("--database-url", default="", metavar="U", help="the site's database, if it is not a file")


def site_of(args: argparse.Namespace, accounts: bool = False) -> Configuration:
    """The site that was named."""
    data = (args.data or default_data()).resolve()
    return Configuration(data=data, database_url=args.database_url, accounts=accounts)


def existing_site(args: argparse.Namespace, accounts: bool = False) -> Configuration:
    """The site that was named, which has to be there."""
    found = site_of(args, accounts)
    if not found.database_url and not found.database_file.exists():
        raise Malformed(f"There is no site in {found.data}")
    return found
