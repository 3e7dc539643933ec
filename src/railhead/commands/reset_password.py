"""`railhead reset-password`: a link for a user of a site who has forgotten their password."""

from __future__ import annotations

import argparse
from typing import Any

from railhead.commands.serve import HOST, PORT, add_site, existing_site
from railhead.core.refusal import Malformed
from railhead.terminal.output import say


def add_commands(commands: Any) -> None:
    """Register this command."""
    command = commands.add_parser(
        "reset-password", help="a link with which a user of a site with accounts chooses a new password"
    )
    command.add_argument("user", metavar="NAME", help="the user's name")
    command.add_argument(
        "--address", default=f"http://{HOST}:{PORT}", metavar="U", help=f"where the site is (http://{HOST}:{PORT})"
    )
    add_site(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the link."""
    from railhead.web import server  # imported only here: no other command needs a server

    server.prepare(existing_site(args, accounts=True))
    from django.contrib.auth.models import User

    from railhead.web.pages.forgotten import link_for

    user = User.objects.filter(username=args.user).first()
    if user is None:
        raise Malformed(f"The site has no user called '{args.user}'")
    say(args.address.rstrip("/") + link_for(user))
    return 0
