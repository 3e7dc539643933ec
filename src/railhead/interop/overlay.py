"""Overlays: a rulebook as another system plays it, in force only while a game retraces a file of that system."""

from __future__ import annotations

from railhead.core import engine, revisions
from railhead.core.events import Event
from railhead.core.game import Game
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.titles import catalogue
from railhead.titles.t1860.options import PEER_SWITCHES as SWITCHES_1860
from railhead.titles.t1862.options import PEER_SWITCHES as SWITCHES_1862
from railhead.titles.t1862.posted import PostedRun
from railhead.titles.t1862.running import run_stage

SYSTEM = "18xx.games"
"""The system whose files are read."""

RETRACED = revisions.FIRST
"""The revision by which its games are retraced: it follows none of the corrections made since."""

SWITCHES = {"1860": SWITCHES_1860, "1862": SWITCHES_1862}


def departures(title: str) -> tuple[str, ...]:
    """Where the other system departs from the rulebook of a title, by name."""
    return tuple(sorted(name.removeprefix("peer-") for name in SWITCHES.get(title, {})))


def overlaid(book: Rulebook, names: tuple[str, ...]) -> Rulebook:
    """The rulebook with these departures in it; Malformed if there is no such departure."""
    known = departures(book.title)
    for name in names:
        if name not in known:
            raise Malformed(f"{ascii(name)[:40]} is not a departure of {SYSTEM} from the rules of {book.title}")
    options = book.options | {f"peer-{name}" for name in names}
    return catalogue.rulebook(book.title, book.seat_names, options, book.seed, RETRACED, importing=True)


def taken_over(book: Rulebook, state: State) -> tuple[State, tuple[Event, ...]]:
    """A state reached by an overlay as the rulebook takes it up, and what the rules forced in doing so."""
    game = Game(book, state.clone())
    if not game.over and isinstance(game.step, PostedRun):
        company = game.step.company
        game.pop()
        run_stage(game, company)
    engine.settle(game)
    return game.state, tuple(game.events)
