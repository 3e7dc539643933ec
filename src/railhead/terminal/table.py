"""The whole table in a terminal: board, market, players and companies, and whose decision it is."""

from __future__ import annotations

import shutil
import sys
from typing import TextIO

from rich.console import Console
from rich.text import Text

from railhead.core.ids import Seat
from railhead.core.refusal import Malformed
from railhead.core.view import View, view, whole_view
from railhead.play.session import Session
from railhead.terminal.charters import bank_line, companies, players
from railhead.terminal.hexmap import hex_map
from railhead.terminal.market import market
from railhead.terminal.prompt import turn_line

PIPED_WIDTH = 110
LEAST, MOST = 60, 200

MAP_LEGEND = (
    "[C·]30 city with a token and a free circle, [c] home of a company yet to come, ●10 town, o halt, "
    "y746B tile 746 (yellow, letter B), £60 cost, # and == barriers"
)


def console_for(width: int | None, file: TextIO | None = None) -> Console:
    """A console as wide as asked for, or as the terminal, or as suits a pipe."""
    if width is None:
        stream = file or sys.stdout
        width = shutil.get_terminal_size().columns if stream.isatty() else PIPED_WIDTH
    elif not LEAST <= width <= MOST:
        raise Malformed(f"The width must be from {LEAST} to {MOST} columns, not {width}")
    return Console(width=max(LEAST, min(MOST, width)), highlight=False, emoji=False, markup=False, file=file)


def show(session: Session, number: int, seat: Seat | None, width: int | None, file: TextIO | None = None) -> None:
    """Print the table after this many actions; with a seat, only what that player may know."""
    state = session.at(number)
    seen = whole_view(session.book, state) if seat is None else view(session.book, state, seat)
    draw(console_for(width, file), seen, number)


def draw(console: Console, seen: View, number: int) -> None:
    """Draw the table on a console."""
    book = seen.book
    console.rule(
        f"{book.title}: {seen.round_name}, phase {seen.phase_facts.name}, action {number}",
        characters="-",
    )
    if book.older_rules:
        console.print(Text(f"{book.older_rules}.", "bold"))
    for line in hex_map(book, seen.board, console.width):
        console.print(line, crop=True, soft_wrap=True)
    console.print(Text(MAP_LEGEND, "dim"))
    console.print(Text(places(seen), "dim"))
    console.print()
    for line in market(book, seen.market, console.width):
        console.print(line, crop=True, soft_wrap=True)
    console.print()
    console.print(players(seen))
    console.print()
    console.print(companies(seen))
    console.print()
    console.print(bank_line(seen))
    if seen.ending and not seen.over:
        console.print(Text(f"The game will end: {seen.ending}.", "bold"))
    console.print(Text(turn_line(seen), "bold"))


def places(seen: View) -> str:
    """The names of places, which do not fit on a hex with track, and the numbers of stops where a hex has several.

    A route needs the numbers: the only stop of B4 is B4.0.
    """
    board, tiles = seen.book.board, seen.board.tiles
    named = []
    for hex_ in board.all_hexes:
        printed, placed = board.hexes[hex_], board.placed(tiles, hex_)
        stops = board.facts(hex_, placed).stops if board.track(hex_, placed).pieces else ()
        numbers = " ".join(f".{index} {stop.value or stop.kind}" for index, stop in enumerate(stops))
        if printed.title:
            named.append(f"{printed.name} {printed.title}" + (f" ({numbers})" if len(stops) > 1 else ""))
    return ", ".join(named)
