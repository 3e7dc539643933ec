"""Reading a title's data files into facts: maps and tiles are written the same way in every title."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from railhead.core.ids import Stop, stop_at
from railhead.core.market import Market, Zone
from railhead.core.rulebook import KindFacts
from railhead.track.board import Board, HexFacts, make_board
from railhead.track.hexgrid import neighbours
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


def read(package: str, name: str) -> dict[str, Any]:
    """A data file of a title."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


def stop(text: str) -> StopFacts:
    """A stop as written in the data: `city 40 x2`, `town 10`, `halt`, `port 80/90/100 Wells`, `link x2`."""
    kind, *rest = text.split()
    if kind == HALT:
        return StopFacts(HALT, 0)
    if kind in BEYOND:
        values = tuple(int(value) for value in rest[0].split("/"))
        return StopFacts(kind, values[0], 0, values, " ".join(rest[1:]))
    if kind == LINK:
        return StopFacts(LINK, 0, int(rest[0].lstrip("x")))
    if kind == CITY:
        return StopFacts(CITY, int(rest[0]), int(rest[1].lstrip("x")) if len(rest) > 1 else 1)
    assert kind == TOWN, text
    return StopFacts(TOWN, int(rest[0]))


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
                counts.get(entry["name"], entry["count"]),
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
    """The share market of a title."""
    zones = tuple(Zone(**zone) for zone in printed.get("zones", []))
    return Market.ladder(printed["prices"], printed["par"], zones)


def board(hexes: dict[str, dict[str, Any]], tiles: TileSet, colours: tuple[str, ...]) -> Board:
    """The board of a title."""
    names = list(hexes)
    facts = tuple(_hex(name, hexes[name], colours) for name in names)
    return make_board(facts, neighbours(names), tiles, colours)


def _hex(name: str, entry: dict[str, Any], colours: tuple[str, ...]) -> HexFacts:
    colour = entry.get("colour", "")
    label = entry.get("letter", "")
    stops = tuple(stop(text) for text in entry.get("stops", []))
    printed = TileFacts(name, colour, 0, label, stops, _track(entry.get("track", [])))
    return HexFacts(
        name,
        entry.get("place", ""),
        printed,
        tuple(entry["open"]),
        entry.get("cost", 0),
        entry.get("terrain", ""),
        label,
        colour == "" or colour in colours,
        entry.get(colours[-1], ""),
    )


def point_of(on: Board, text: str) -> Stop:
    """A stop written as `F2.0`."""
    name, _, index = text.partition(".")
    return stop_at(on.index[name], int(index))
