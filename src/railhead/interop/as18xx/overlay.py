"""The overlay: a rulebook as 18xx.games plays it, in force only while a game retraces one of its files."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from railhead.core import engine, revisions
from railhead.core.events import Event
from railhead.core.game import Game
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.interop.as18xx import overlay_1860, overlay_1862
from railhead.interop.as18xx.departures import Departure
from railhead.titles import catalogue

SYSTEM = "18xx.games"
"""The system whose files are read."""

RETRACED = revisions.FIRST
"""The revision its games are retraced under: it follows none of our corrections."""

DEPARTURES: dict[str, dict[str, Departure]] = {"1860": overlay_1860.DEPARTURES, "1862": overlay_1862.DEPARTURES}
"""By title: where that system departs from the rulebook."""

HAND_OVER: dict[str, Callable[[Game], None]] = {"1860": overlay_1860.hand_over, "1862": overlay_1862.hand_over}
"""By title: the function that removes everything from the table that only the overlay understands."""


def departures(title: str) -> tuple[str, ...]:
    """Where that system departs from the rulebook of a title, by name."""
    return tuple(sorted(DEPARTURES.get(title, {})))


def overlaid(book: Rulebook, names: Iterable[str]) -> Rulebook:
    """The rulebook with these departures applied; raises Malformed if there is no such departure."""
    if book.title not in DEPARTURES:
        raise Malformed("Games of {title} cannot be imported yet", title=book.title)
    known, wanted = DEPARTURES[book.title], set(names)
    for name in sorted(wanted - set(known)):
        raise Malformed(
            "{name} is not a departure of {system} from the rules of {title}",
            name=ascii(name)[:40],
            system=SYSTEM,
            title=book.title,
        )
    retraced = catalogue.rulebook(book.title, book.seat_names, book.options, book.seed, RETRACED)
    for name, departure in known.items():
        if name in wanted:
            retraced = departure.change(retraced)
    return retraced


def taken_over(book: Rulebook, state: State) -> tuple[State, tuple[Event, ...]]:
    """A state reached under the overlay as the rulebook takes it over, and what the rules forced in doing so."""
    game = Game(book, state.clone())
    if not game.over:
        HAND_OVER[book.title](game)
    engine.settle(game)
    return game.state, tuple(game.events)
