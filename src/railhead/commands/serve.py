"""`railhead serve`: the site on this machine; also what `railhead` does without a command."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from railhead.core.refusal import Malformed
from railhead.web.configuration import Configuration, default_data

HOST, PORT = "127.0.0.1", 8018
HIGHEST_PORT = 65535


def add_commands(commands: Any) -> None:
    """Register this command."""
    command = commands.add_parser("serve", help="play in the browser (the default command)")
    command.add_argument(
        "--host", default=HOST, metavar="H", help=f"the address to listen on ({HOST}: this machine only)"
    )
    command.add_argument("--port", type=int, default=PORT, metavar="P", help=f"the port ({PORT})")
    command.add_argument("--data", type=Path, metavar="DIR", help=f"where games are stored ({default_data()})")
    command.add_argument(
        "--database-url", default="", metavar="U", help="store them in this database instead of a file"
    )
    command.add_argument("--accounts", action="store_true", help="players sign up, and seats belong to them")
    command.add_argument("--name", action="append", default=[], metavar="N", help="a host name of the site")
    command.add_argument("--https", action="store_true", help="the site is behind a proxy that uses HTTPS")
    command.add_argument(
        "--accept-secret", action="store_true", help="go on with another secret.key: all links must be sent again"
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from railhead.web import server  # imported only here: no other command needs a server

    if not 0 <= args.port <= HIGHEST_PORT:
        raise Malformed(f"A port is a number from 0 to {HIGHEST_PORT}, not {args.port}")
    server.serve(
        Configuration(
            data=(args.data or default_data()).resolve(),
            database_url=args.database_url,
            accounts=args.accounts,
            host=args.host,
            names=tuple(name.lower() for name in args.name),
            https=args.https,
            accept_secret=args.accept_secret,
        ),
        args.port,
    )
    return 0
