"""Reading a title's data files into facts: maps and tiles are written the same way in every title."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any

from railhead.core.ids import Stop, stop_at
from railhead.core.market import Market, Zone
from railhead.core.rulebook import UNLIMITED, KindFacts
from railhead.track.board import Board, HexFacts, SideFacts, make_board
from railhead.track.hexgrid import EDGES, FLAT
from railhead.track.tiles import (
    BEYOND,
    CITY,
    FIRST_STOP,
    HALT,
    LINK,
    TOWN,
    StopFacts,
    TileFacts,
    TileSet,
    with_small_stations,
)

STOP_LETTERS = "abcdefgh"
_CIRCLES = re.compile(r"x\d+")


def read(package: str, name: str) -> dict[str, Any]:
    """A data file of a title."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


def stop(text: str) -> StopFacts:
    """A stop as written in the data: `city 40 x2`, `town 10`, `halt`, `port 80/90/100 Wells`, `link x2`.

    Two towns on the same track are one stop, `town 10 x2`: each of them is worth that much.

    A value that changes during the game is written by stage: `city 20/30/40 x2`, `offboard 20/40`; an off-board place
    with circles for tokens has their number: `offboard 20/40 x1`. A city of several separate stations that count as one
    place has its name: `city 40 x2 London`.
    """
    kind, *rest = text.split()
    if kind == HALT:
        return StopFacts(HALT, 0)
    if kind == LINK:
        return StopFacts(LINK, 0, int(rest[0].lstrip("x")))
    values = tuple(int(value) for value in rest.pop(0).split("/"))
    if kind == TOWN:
        return StopFacts(TOWN, values[0], places=int(rest[0].lstrip("x")) if rest else 1)
    assert kind == CITY or kind in BEYOND, text
    counted = bool(rest) and _CIRCLES.fullmatch(rest[0]) is not None
    slots = int(rest.pop(0).lstrip("x")) if counted else int(kind == CITY)
    by_stage = values if kind in BEYOND or len(values) > 1 else ()
    return StopFacts(kind, values[0], slots, by_stage, " ".join(rest))


def _end(text: str) -> int:
    return int(text) if text.isdigit() else FIRST_STOP + STOP_LETTERS.index(text)


def _track(pieces: list[str]) -> tuple[tuple[int, int], ...]:
    return tuple((_end(a), _end(b)) for a, b in (piece.split("-") for piece in pieces))


def tile_set(entries: list[dict[str, Any]], counts: dict[str, int], small_station: str = "") -> TileSet:
    """The tiles of a title; `counts` replaces the number of some of them.

    A `small_station` is what can be put on every line of a tile without stops.
    """
    tiles = TileSet(
        tuple(
            TileFacts(
                entry["name"],
                entry["colour"],
                counts.get(entry["name"], UNLIMITED if entry["count"] == "unlimited" else entry["count"]),
                entry.get("letter", ""),
                tuple(stop(text) for text in entry.get("stops", [])),
                _track(entry["track"]),
            )
            for entry in entries
        )
    )
    return with_small_stations(tiles, stop(small_station)) if small_station else tiles


def kinds(entries: list[dict[str, Any]]) -> tuple[KindFacts, ...]:
    """The kinds of company of a title."""
    return tuple(KindFacts(**entry) for entry in entries)


def market(printed: dict[str, Any]) -> Market:
    """The share market of a title: a ladder of `prices`, or a chart of `rows` (see `_chart`)."""
    zones = tuple(Zone(**zone) for zone in printed.get("zones", []))
    if "rows" in printed:
        return _chart(printed, zones)
    zigzag, box_below = printed.get("zigzag", False), printed.get("box_below", "")
    return Market.ladder(printed["prices"], printed["par"], zones, zigzag, box_below)


def _chart(printed: dict[str, Any], zones: tuple[Zone, ...]) -> Market:
    """A chart: its rows from the top, with 0 where there is no square; `par` lists squares as row and column from 1."""
    return Market(
        rows=tuple(tuple(price or None for price in row) for row in printed["rows"]),
        zones=zones,
        turns_at_edges=printed.get("turns_at_edges", False),
        top_turns_right=printed.get("top_turns_right", False),
        par_squares=tuple((row - 1, column - 1) for row, column in printed.get("par", [])),
        boxes=tuple(printed.get("boxes", [])),
    )


def board(
    hexes: dict[str, dict[str, Any]],
    tiles: TileSet,
    colours: tuple[str, ...],
    layout: str = FLAT,
    letters_lapse: bool = False,
    keeps_through_stops: bool = False,
) -> Board:
    """The board of a title.

    A hex is a table with what is printed on it: `place` (its name), `colour` (none is land without track), `letter`,
    `stops`, `track`, `cost` and `terrain`, `country`. `open` lists the sides that track may cross; without it, these
    are all sides of land, and of other hexes those with track and those in `ports`, which may be pointed at although
    nothing is there. `shores` are sides of land that track may lead to although there is no hex beyond; `piers` join a
    stop to a side of a hex somewhere else (see `_pier`). `sides` says what is printed along a side (see `_side`),
    `points_to` where the first tile must lead, and `fixed` that nothing is ever built on a hex in a colour of tiles.
    With a pointy `layout`, letters name rows. With `letters_lapse`, a letter counts only where the box has a tile with
    it (see `Board.letter`); with `keeps_through_stops`, an upgrade may put a station on a plain line.
    """
    facts = tuple(_hex(name, entry, colours) for name, entry in hexes.items())
    return make_board(facts, tiles, colours, layout, letters_lapse, keeps_through_stops)


def _hex(name: str, entry: dict[str, Any], colours: tuple[str, ...]) -> HexFacts:
    colour = entry.get("colour", "")
    label = entry.get("letter", "")
    stops = tuple(stop(text) for text in entry.get("stops", []))
    printed = TileFacts(name, colour, 0, label, stops, _track(entry.get("track", [])))
    buildable = not entry.get("fixed") and (colour == "" or colour in colours)
    return HexFacts(
        name,
        entry.get("place", ""),
        printed,
        tuple(entry["open"]) if "open" in entry else _open(printed, buildable, entry.get("ports", [])),
        entry.get("cost", 0),
        entry.get("terrain", ""),
        label,
        buildable,
        entry.get(colours[-1], ""),
        tuple(_side(text) for text in entry.get("sides", [])),
        tuple(entry.get("points_to", ())),
        entry.get("country", ""),
        tuple(entry.get("shores", ())),
        tuple(_pier(text) for text in entry.get("piers", [])),
    )


def _open(printed: TileFacts, buildable: bool, ports: list[int]) -> tuple[int, ...]:
    """The sides that track may cross, where the data do not list them.

    All sides of land to build on; of other hexes those with printed track, and those that may be pointed at although
    nothing is there.
    """
    exits = printed.turned[0].exits
    return tuple(edge for edge in EDGES if buildable or exits >> edge & 1 or edge in ports)


def _side(text: str) -> tuple[int, SideFacts]:
    """What is printed along a side, as written in the data: `0 water 80`, `2 blocked`."""
    edge, kind, *cost = text.split()
    return int(edge), SideFacts(kind, int(cost[0]) if cost else 0)


def _pier(text: str) -> tuple[int, str, int]:
    """A stop joined to a side of a hex somewhere else, as written in the data: `a G30.1`."""
    letter, end = text.split()
    name, _, side = end.partition(".")
    return STOP_LETTERS.index(letter), name, int(side)


def point_of(on: Board, text: str) -> Stop:
    """A stop written as `F2.0`."""
    name, _, index = text.partition(".")
    return stop_at(on.index[name], int(index))
