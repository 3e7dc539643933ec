"""Where the game is: the rounds so far and those to come, and how near each end of the game is."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core.rulebook import Rulebook
from railhead.core.state import Round
from railhead.core.view import View
from railhead.play.vantage import Vantage
from railhead.rules.course import nearness, rounds_ahead
from railhead.rules.rounds import OPERATING, STOCK
from railhead.titles.texts import texts

SHOWN = 7
"""How many of the past rounds are shown at once."""
USUAL = (STOCK, OPERATING, "auction")
"""The rounds of every set, and the one that never comes again."""


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round."""

    name: str
    kind: str
    begins: int | None = None
    """The number of actions after which it began; None if it is still to come."""
    current: bool = False


@dataclass(frozen=True, slots=True)
class EndingShown:
    """Something that ends the game, and how near that is."""

    key: str
    name: str
    text: str
    near: str = ""
    percent: int | None = None
    """How much of the way to it is behind."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """The course of the game."""

    before: int
    """How many earlier rounds are left out."""
    rounds: tuple[RoundShown, ...]
    others: tuple[tuple[str, str], ...]
    """Other kinds of rounds, which may come between those to come, with their names."""
    endings: tuple[EndingShown, ...]


def timeline(table: Vantage, at: int, language: str) -> Timeline:
    """The course of the game up to an action, and what follows from there."""
    view = table.view(at)
    begun = [start for start in table.round_starts if start <= at]
    ahead = [] if view.over else [RoundShown(_name(view.book, each), each.kind) for each in view.ask(rounds_ahead)]
    written = texts(view.book.title, language)
    return Timeline(
        max(0, len(begun) - SHOWN),
        (*(_past(table, start, begun[-1]) for start in begun[-SHOWN:]), *ahead),
        tuple((kind, written.name(f"{kind} round")) for kind in written.rounds if kind not in USUAL),
        tuple(_ending(view, key, written.name(f"{key} end"), text) for key, text in written.ending.items()),
    )


def _name(book: Rulebook, round_: Round) -> str:
    return str(book.round_name(round_))


def _past(table: Vantage, start: int, last: int) -> RoundShown:
    """A round that has begun, with where."""
    round_ = table.round_at(start)
    return RoundShown(_name(table.book, round_), round_.kind, start, start == last)


def _ending(view: View, key: str, name: str, text: str) -> EndingShown:
    near = view.ask(nearness, key)
    if near is None:
        return EndingShown(key, name, text)
    return EndingShown(key, name, text, str(near.said), near.percent)
