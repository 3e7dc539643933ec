"""How a game comes to the site: new, as practice, from a file, or as a copy of another.

Whatever replays more than a few actions is done in a separate process, on behalf of the client who waits for it.
"""

from __future__ import annotations

from django.http import HttpRequest

from railhead.core.ids import Seat
from railhead.play.gamefile import GameFile
from railhead.web import access, apart, keys, openings, practice, seats
from railhead.web.apart import Limits
from railhead.web.clients import client_of
from railhead.web.models import StoredGame
from railhead.web.openings import Opening

LIMITS = Limits(seconds=60)
"""What reading and replaying a file may take; a long game takes a few seconds."""


def new(
    request: HttpRequest, title: str, seats: tuple[str, ...], options: tuple[str, ...] = (), seed: int = 0
) -> Opening:
    """A game before its first decision."""
    return openings.opening(GameFile.new(title, seats, options, seed))


def practice_game(
    request: HttpRequest, title: str, seats: tuple[str, ...], options: tuple[str, ...] = (), seed: int = 0
) -> Opening:
    """A game in which careless bots have played the opening."""
    return apart.run(LIMITS, client_of(request), practice.opening, title, seats, options, seed)


def imported(request: HttpRequest, content: bytes) -> Opening:
    """The game in a file, ours or one of 18xx.games, with every action checked."""
    return apart.run(LIMITS, client_of(request), openings.read, content)


def copied(request: HttpRequest, file: GameFile) -> Opening:
    """A copy of a game."""
    return apart.run(LIMITS, client_of(request), openings.opening, file)


def seat_host(request: HttpRequest, game: StoredGame, place: Seat) -> None:
    """Let whoever set up a table take a seat at it."""
    user = access.signed_in(request)
    if user is None:
        access.grant(request, game, keys.HOST, keys.seat_role(place))
        seats.sit_down(game, place)
    else:
        seats.take(game, place, user)
