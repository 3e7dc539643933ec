"""Building in 1862 (rules 1862-TRACK): what one turn allows, upgrades, small stations, and the moves for all of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NewType

from railhead.core import effects, spelling
from railhead.core.actions import Action, Pass, Topic
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Tile, hex_of
from railhead.core.refusal import Malformed, Refusal
from railhead.core.steps import AnyMove, Move, filtered, passing
from railhead.rules.stations import bases, company_reach
from railhead.rules.tokens import PlaceTokens
from railhead.rules.track import LAY, Laid, LayTrack
from railhead.titles.t1862 import homes, london
from railhead.titles.t1862.facts import NUMBERS
from railhead.titles.t1862.record import record
from railhead.track.hexgrid import EDGES
from railhead.track.tiles import CITY, FIRST_STOP, TileFacts, Track

if TYPE_CHECKING:
    from railhead.core.rulebook import Rulebook

LARGEST = "N"
"""The letter of the tiles that must be laid alone."""


def build_stage(game: Game, company: Company) -> None:
    """The company builds, then places a marker; not in receivership nor after the LNER (1862-RECV-02, 1862-LNER-03).

    The step for the marker lies under the one for building, so that a link to London can take both.
    """
    if game.director(company) is None or record(game).lner:
        return
    homes.make_room(game, company)
    game.push(PlaceTokens(company))
    game.push(LayTrack(company))


def may_lay_more(game: Game, company: Company, laid: Laid) -> bool:
    """Nothing laid yet, or one yellow tile that is not an N tile (1862-TRACK-07)."""
    return not laid or (len(laid) < NUMBERS.yellow_lays and not _is_alone(game, laid[0][1]))


def _is_alone(game: Game, tile: Tile) -> bool:
    """Is the tile an upgrade or an N tile?"""
    facts = game.book.tiles.facts[tile]
    return facts.colour != game.book.board.colours[0] or facts.label == LARGEST


def lay_allowance(game: Game, company: Company, laid: Laid, hex_: Hex, tile: Tile) -> Refusal | None:
    """One N tile, or two other yellow tiles, or one upgrade; home comes first.

    Rules 1862-TRACK-01, 1862-TRACK-07, 1862-TRACK-13 and 1862-HOME.
    """
    waiting = homes.must_build(game, company)
    if waiting is not None and (hex_ != homes.unbuilt(game, company) or not _makes_room(game, company, tile)):
        return waiting
    if not laid:
        return None
    if len(laid) >= NUMBERS.yellow_lays or _is_alone(game, laid[0][1]):
        return game.forbid("track.turn", "Nothing more may be laid after an N tile, an upgrade or a second yellow tile")
    if _is_alone(game, tile):
        return game.forbid("track.turn", "An N tile or an upgrade must be the only tile laid in a turn")
    return None


def _makes_room(game: Game, company: Company, tile: Tile) -> bool:
    """Would a marker of the company that waits for a circle find one on this tile?"""
    stop = homes.waiting_at(game, company)
    if stop is None:
        return True
    return any(new // 6 == tile for new in homes.roomier(game, stop, len(game.state.tokens[stop])))


def _must_build(game: Game, step: LayTrack, _: Pass) -> Refusal | None:
    """Building may be passed, unless the home marker still needs its tile and there is one.

    Rules 1862-HOME-02 and 1862-HOME-06.
    """
    waiting = homes.must_build(game, step.company)
    if waiting is None or next(iter(LAY.options(game, step)), None) is None:
        return None
    return waiting


# -- upgrades -------------------------------------------------------------------------------------


def upgrade_rule(game: Game, company: Company, hex_: Hex, tile: Tile, rotation: int) -> Refusal | None:
    """Some new track, or a large station on the new tile, is part of a route of the company.

    Rules 1862-TRACK-11 and 1862-TRACK-12.
    """
    if any(hex_of(stop) == hex_ for stop in bases(game, company)):
        return None
    board = game.book.board
    old = board.placed(game.state.tiles, hex_)
    new = tile * 6 + rotation
    kept = set(_lines(board.facts(hex_, old), board.track(hex_, old)))
    arrivals = company_reach(game, company).arrivals.get(hex_, 0)
    for sides in _lines(board.facts(hex_, new), board.track(hex_, new)):
        large = len(sides) == 1
        if any(arrivals >> side & 1 for side in sides) and (large or sides not in kept):
            return None
    return game.forbid("upgrade.gain", "No route of the company uses new track or a large station of the tile")


def _lines(tile: TileFacts, track: Track) -> list[frozenset[int]]:
    """The ways across a tile by the sides they join; track to a large station has one side."""
    found = []
    for side in EDGES:
        for _, end in track.at[side]:
            if end >= FIRST_STOP and tile.stops[end - FIRST_STOP].kind != CITY:
                end = next(other for _, other in track.at[end] if other != side)
            found.append(frozenset((side, end)) if end < FIRST_STOP else frozenset((side,)))
    return found


# -- small stations -------------------------------------------------------------------------------


Line = NewType("Line", int)
"""A line of track across a hex: the two sides it joins, one bit per side."""


@dataclass(frozen=True, slots=True)
class BuildSmallStation(Action):
    """Put a small station on a line of plain track, given by the sides it joins."""

    hex: Hex
    line: Line
    form: ClassVar[str] = "station on {hex} line {line}"
    label: ClassVar[str] = "Build a small station on {hex}"
    topic: ClassVar[Topic] = Topic.STATIONS


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
        raise Malformed("'{text}' is not a line; a line is written by the sides it joins, like 0-3", text=text)
    return line_of((int(one), int(other)))


def _check(_: Rulebook, value: object) -> None:
    if type(value) is not int or not 0 < value < 1 << 6 or len(sides_of(value)) != 2:
        raise Malformed("{value} is not a line across a hex", value=repr(value))


_SIDES = [str(side) for side in EDGES]
spelling.add(Line, spelling.Spelling(_write, _read, _check))


def station_refusal(game: Game, step: LayTrack, action: BuildSmallStation) -> Refusal | None:
    """Instead of track, on a line of a village tile that has no station yet.

    Rules 1862-TRACK-01, 1862-TRACK-15 and 1862-TRACK-16.
    """
    if step.laid:
        return game.forbid("track.turn", "A small station is built instead of track, not in addition to it")
    waiting = homes.must_build(game, step.company)
    if waiting is not None:
        return waiting
    placed = game.state.tiles.get(action.hex)
    if placed is None or game.book.board.with_station(placed, sides_of(action.line)) is None:
        return game.forbid("station.line", "Small stations are built on plain track, one to a line")
    return None


def station_candidates(game: Game, step: LayTrack) -> Iterator[BuildSmallStation]:
    """Every line of plain track on the board."""
    if step.laid:
        return
    for hex_, placed in sorted(game.state.tiles.items()):
        for one, other in game.book.board.track(hex_, placed).pieces:
            if max(one, other) < FIRST_STOP:
                yield BuildSmallStation(hex_, line_of((one, other)))


def build_station(game: Game, step: LayTrack, action: BuildSmallStation) -> None:
    """The station is built; that was the turn's building."""
    effects.build_small_station(game, step.company, action.hex, sides_of(action.line))
    game.pop()


BUILD_STATION = Move(BuildSmallStation, filtered(station_candidates, station_refusal), station_refusal, build_station)


MOVES: tuple[AnyMove, ...] = (
    LAY,
    BUILD_STATION,
    london.BUILD,
    passing(lambda game, _: game.pop(), _must_build),
)
