"""Small stations in 1862: markers on plain track, anywhere on the board (1862-TRACK-15, -16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NewType

from railhead.core import effects, spelling
from railhead.core.actions import Action
from railhead.core.game import Game
from railhead.core.ids import Hex
from railhead.core.refusal import Malformed, Refusal
from railhead.core.steps import Move, filtered
from railhead.rules.track import LayTrack
from railhead.titles.t1862 import homes
from railhead.track.hexgrid import EDGES
from railhead.track.tiles import FIRST_STOP

if TYPE_CHECKING:
    from railhead.core.rulebook import Rulebook

Line = NewType("Line", int)
"""A line of track across a hex: the two sides it joins, one bit a side."""


@dataclass(frozen=True, slots=True)
class BuildSmallStation(Action):
    """Put a small station on a line of plain track, given by the sides it joins."""

    hex: Hex
    line: Line
    form: ClassVar[str] = "station on {hex} line {line}"
    label: ClassVar[str] = "Build a small station on {hex}"


def sides_of(line: int) -> frozenset[int]:
    """The sides a line joins."""
    return frozenset(side for side in EDGES if line >> side & 1)


def line_of(sides: frozenset[int] | tuple[int, int]) -> Line:
    """The line that joins two sides."""
    return Line(sum(1 << side for side in sides))


def _write(_: Rulebook, line: int) -> str:
    return "-".join(str(side) for side in sorted(sides_of(line)))


def _read(_: Rulebook, text: str) -> Line:
    one, _dash, other = text.partition("-")
    if one not in _SIDES or other not in _SIDES or one == other:
        raise Malformed(f"'{text}' is not a line; a line is written by the sides it joins, like 0-3")
    return line_of((int(one), int(other)))


def _check(_: Rulebook, value: object) -> None:
    if type(value) is not int or not 0 < value < 1 << 6 or len(sides_of(value)) != 2:
        raise Malformed(f"{value!r} is not a line across a hex")


_SIDES = [str(side) for side in EDGES]
spelling.add(Line, spelling.Spelling(_write, _read, _check))


def refusal(game: Game, step: LayTrack, action: BuildSmallStation) -> Refusal | None:
    """Instead of track, on a line of a village tile that has no station yet (1862-TRACK-01, -15, -16)."""
    if step.laid:
        return game.forbid("track.turn", "A small station is built instead of track, not besides it")
    waiting = homes.must_build(game, step.company)
    if waiting is not None:
        return waiting
    placed = game.state.tiles.get(action.hex)
    if placed is None or game.book.board.with_station(placed, sides_of(action.line)) is None:
        return game.forbid("station.line", "Small stations stand on plain track, one on each line")
    return None


def candidates(game: Game, step: LayTrack) -> Iterator[BuildSmallStation]:
    """Every line of plain track on the board."""
    if step.laid:
        return
    for hex_, placed in sorted(game.state.tiles.items()):
        for one, other in game.book.board.track(hex_, placed).pieces:
            if max(one, other) < FIRST_STOP:
                yield BuildSmallStation(hex_, line_of((one, other)))


def build(game: Game, step: LayTrack, action: BuildSmallStation) -> None:
    """The station is built; that was the turn's building."""
    effects.build_small_station(game, step.company, action.hex, sides_of(action.line))
    game.pop()


BUILD = Move(BuildSmallStation, filtered(candidates, refusal), refusal, build)
