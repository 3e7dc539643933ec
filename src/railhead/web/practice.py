"""A practice game: careless bots play the opening until somebody may build."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from railhead.bots import selfplay
from railhead.bots.careless import Careless
from railhead.core import engine
from railhead.core.actions import text_of
from railhead.core.refusal import Malformed
from railhead.play.gamefile import GameFile
from railhead.rules.track import LayTile
from railhead.web import openings
from railhead.web.openings import Opening

ATTEMPTS = 20
LONGEST_OPENING = 400
"""An opening of more actions than this is not worth waiting for; another seed is tried."""


def under_way(title: str, seats: tuple[str, ...], options: tuple[str, ...], seed: int) -> GameFile:
    """A game in which the first tile may be laid."""
    file = GameFile.new(title, seats, options, seed)
    for attempt in range(ATTEMPTS):
        played = _opening(file, Random(seed + attempt))
        if played is not None:
            return replace(file, actions=played)
    raise Malformed("No opening was found in which anyone gets to build; start the game from the beginning instead")


def opening(title: str, seats: tuple[str, ...], options: tuple[str, ...], seed: int) -> Opening:
    """The same game, ready to be stored."""
    return openings.opening(under_way(title, seats, options, seed))


def _opening(file: GameFile, chance: Random) -> tuple[str, ...] | None:
    """What bots decide until track may be laid; None if that takes too long."""
    book = file.rulebook()
    played: list[str] = []
    for decision in selfplay.play(book, [Careless() for _ in file.seats], chance, audited=False):
        played.append(text_of(book, decision.action))
        choices = engine.choices(book, decision.state)
        if choices is None or len(played) > LONGEST_OPENING:
            return None
        if any(choice.action is LayTile for choice in choices):
            return tuple(played)
    return None
