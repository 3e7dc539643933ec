"""Sketches as data: those kept with a table, and those of a title alone, which need no game.

A hex that is listed, with a tile or with tokens, is described completely; all others are as they are at the table. A
sketch without a game also says which title it is for, with which options and by which revision of its rules, and which
deal of the companies it uses where chance decides which are in play.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeGuard

from railhead.core import engine
from railhead.core.frozen import FrozenDict
from railhead.core.ids import Company, Hex, Stop, Train, hex_of, index_of
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import STOP, TRAIN
from railhead.core.view import View, view
from railhead.play.gamefile import GameFile, parse_json
from railhead.play.sketch import MOST_TRAINS, HexSketch, Sketch, Sketched
from railhead.titles import catalogue
from railhead.track.board import PRINTED

FORMAT = 1
"""The version of the format of sketches without a game."""
MOST_BYTES = 100_000
"""How long a sketch may be, as JSON."""
HIGHEST_DEAL = 999
MOST_TOKENS = 20
"""How many tokens a sketch may have at one stop."""

PARTS = ("phase", "any_tile", "tiles", "tokens", "trains")
HEAD = ("sketch", "title", "revision", "options", "deal")


# -- with a table ---------------------------------------------------------------------------------


def to_data(book: Rulebook, sketch: Sketch) -> dict[str, Any]:
    """A sketch as plain data, with names instead of ids."""
    tokens = {stop: held for changed in sketch.hexes.values() for stop, held in changed.tokens.items()}
    return {
        "phase": None if sketch.phase is None else book.phases[sketch.phase].name,
        "any_tile": sketch.any_tile,
        "tiles": {
            book.board.names[hex_]: write_tile(book, each.placement) for hex_, each in sorted(sketch.hexes.items())
        },
        "tokens": {
            STOP.write(book, stop): [book.token_names[company] for company in held]
            for stop, held in sorted(tokens.items())
        },
        "trains": {
            book.company_names[company]: [TRAIN.write(book, train) for train in trains]
            for company, trains in sorted(sketch.trains.items())
        },
    }


def from_data(book: Rulebook, data: object) -> Sketch:
    """A sketch from plain data; Malformed, with a sentence that says why, if it is not one."""
    if not isinstance(data, dict):
        raise Malformed("A sketch is a JSON object")
    _check_parts(data, PARTS)
    any_tile = data.get("any_tile", False)
    if not isinstance(any_tile, bool):
        raise Malformed("any_tile: true or false is required")
    return Sketch(_read_hexes(book, data), _read_trains(book, data), _read_phase(book, data.get("phase")), any_tile)


def write_tile(book: Rulebook, placement: int) -> str:
    """A tile and its rotation, as `7@3`; an empty text for what is printed on the board."""
    return "" if placement == PRINTED else f"{book.tiles.names[placement // 6]}@{placement % 6}"


def read_tile(book: Rulebook, text: object) -> int:
    """A tile and its rotation from a text."""
    if text == "":
        return PRINTED
    name, _, rotation = text.rpartition("@") if isinstance(text, str) else ("", "", "")
    if name not in book.tiles.index or rotation not in tuple("012345"):
        raise Malformed(
            "{text} is not a tile and its rotation, such as '{tile}@3'",
            text=repr(str(text)[:20]),
            tile=book.tiles.names[0],
        )
    return book.tiles.index[name] * 6 + int(rotation)


def read_company(book: Rulebook, symbol: str) -> Company:
    """A company by its symbol."""
    if symbol not in book.company_names:
        raise Malformed(
            "{symbol} is not a company; these are: {companies}",
            symbol=repr(symbol[:20]),
            companies=", ".join(book.company_names),
        )
    return book.find_company(symbol)


def read_token(book: Rulebook, symbol: str) -> Company:
    """Whose token it is, by its symbol; also one that is no company's."""
    names = book.token_names
    return Company(names.index(symbol)) if symbol in names else read_company(book, symbol)


def read_hex(book: Rulebook, name: str) -> Hex:
    """A hex by its coordinate."""
    if name not in book.board.index:
        raise Malformed("{name} is not a hex of the board", name=repr(name[:20]))
    return book.board.index[name]


def _read_hexes(book: Rulebook, data: Mapping[str, object]) -> FrozenDict[Hex, HexSketch]:
    found: dict[Hex, HexSketch] = {}
    for name, text in _object(data, "tiles").items():
        hex_, placement = read_hex(book, name), read_tile(book, text)
        if placement != PRINTED and not book.board.hexes[hex_].buildable:
            raise Malformed("No tile can be laid on {name}", name=name)
        found[hex_] = HexSketch(placement)
    for name, held in _object(data, "tokens").items():
        stop: Stop = STOP.read(book, name)
        here = found.get(hex_of(stop), HexSketch())
        facts = book.board.facts(hex_of(stop), here.placement).stops
        if index_of(stop) >= len(facts) or not facts[index_of(stop)].slots:
            raise Malformed(book.in_words("There is no circle for a [token] at {stop}"), stop=name)
        companies = tuple(read_token(book, symbol) for symbol in _names(held, name, MOST_TOKENS))
        found[hex_of(stop)] = replace(here, tokens=here.tokens.put(stop, companies))
    return FrozenDict(found)


def _read_trains(book: Rulebook, data: Mapping[str, object]) -> FrozenDict[Company, tuple[Train, ...]]:
    return FrozenDict(
        {
            read_company(book, symbol): tuple(
                sorted(TRAIN.read(book, name) for name in _names(names, symbol, MOST_TRAINS))
            )
            for symbol, names in _object(data, "trains").items()
        }
    )


def _read_phase(book: Rulebook, name: object) -> int | None:
    names = [phase.name for phase in book.phases]
    if name is not None and name not in names:
        raise Malformed(
            "{phase} is not a phase; these are: {names}", phase=repr(str(name)[:20]), names=", ".join(names)
        )
    return None if name is None else names.index(str(name))


def _check_parts(data: Mapping[str, object], parts: tuple[str, ...]) -> None:
    unknown = sorted(str(key)[:40] for key in data if key not in parts)
    if unknown:
        raise Malformed("{part} is not a part of a sketch", part=repr(unknown[0]))


def _object(data: Mapping[str, object], key: str) -> dict[str, object]:
    found = data.get(key, {})
    if not isinstance(found, dict) or not all(isinstance(name, str) for name in found):
        raise Malformed("{key}: an object is required", key=key)
    return found


def _names(found: object, what: str, most: int) -> list[str]:
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found) or len(found) > most:
        raise Malformed("{what}: a list of up to {most} names is required", what=what, most=most)
    return found


# -- without a game -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SketchFile:
    """A sketch of the board of a title as it is before the game begins."""

    game: GameFile
    sketch: Sketch = field(default_factory=Sketch)

    @classmethod
    def new(cls, title: str, options: tuple[str, ...] = (), deal: int = 0) -> SketchFile:
        """A blank sketch by the newest rules; Malformed if the title cannot be played like this."""
        if not 0 <= deal <= HIGHEST_DEAL:
            raise Malformed("deal: a number from 0 to {highest} is required", highest=HIGHEST_DEAL)
        seats = tuple(f"Player {number}" for number in range(1, catalogue.find(title).players[-1] + 1))
        return cls(GameFile.new(title, seats, options, deal))

    @property
    def table(self) -> View:
        """The table on which nothing has happened yet."""
        return blank_table(self.game)

    @property
    def sketched(self) -> Sketched:
        """The sketch on that table."""
        return Sketched(self.table, self.sketch)

    def to_data(self) -> dict[str, Any]:
        """The sketch as plain data."""
        return {
            "sketch": FORMAT,
            "title": self.game.title,
            "revision": self.game.revision,
            "options": list(self.game.options),
            "deal": self.game.seed,
            **to_data(self.table.book, self.sketch),
        }

    def to_json(self) -> str:
        """The sketch as JSON."""
        return json.dumps(self.to_data(), ensure_ascii=False, indent=1) + "\n"

    def packed(self) -> str:
        """The sketch as a part of an address."""
        text = json.dumps(self.to_data(), separators=(",", ":"), ensure_ascii=False)
        return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")

    @classmethod
    def unpacked(cls, text: str) -> SketchFile:
        """Read a sketch from an address."""
        plain = zlib.decompressobj()
        try:
            squeezed = base64.urlsafe_b64decode(text[:MOST_BYTES] + "=" * (-len(text) % 4))
            found = plain.decompress(squeezed, MOST_BYTES)
        except (ValueError, zlib.error):
            found = b""
        if not plain.eof:
            raise Malformed("This is not the address of a sketch, or it is not complete")
        return cls.from_json(found)

    @classmethod
    def from_json(cls, text: str | bytes) -> SketchFile:
        """Read a sketch."""
        if len(text) > MOST_BYTES:
            raise Malformed("A sketch has at most {most} characters", most=MOST_BYTES)
        return cls.from_data(parse_json(text))

    @classmethod
    def from_data(cls, data: object) -> SketchFile:
        """Read a sketch from plain data."""
        if not is_sketch(data):
            raise Malformed("This is not a sketch of a board")
        if data["sketch"] != FORMAT or type(data["sketch"]) is not int:
            raise Malformed("sketch: this version reads format {format} only", format=FORMAT)
        _check_parts(data, HEAD + PARTS)
        title, revision, deal = data.get("title"), data.get("revision"), data.get("deal", 0)
        if not isinstance(title, str):
            raise Malformed("title: the name of a title is required")
        if type(deal) is not int:
            raise Malformed("deal: a number from 0 to {highest} is required", highest=HIGHEST_DEAL)
        blank = cls.new(title, tuple(_names(data.get("options", []), "options", 100)), deal)
        if revision is not None:
            if type(revision) is not int:
                raise Malformed("revision: a number is required")
            blank = cls(replace(blank.game, revision=revision))
        parts = {key: data[key] for key in PARTS if key in data}
        return replace(blank, sketch=from_data(blank.table.book, parts))

    @classmethod
    def of(cls, sketched: Sketched) -> SketchFile:
        """A sketch on a table by itself, with the whole board: what the table keeps to itself is not in it.

        Where chance decides which companies are in play, a deal is found that has all those on the board.
        """
        book, shown = sketched.book, sketched.view
        needed = {book.token_names[c] for held in shown.board.tokens.values() for c in held}
        needed |= {company.symbol for company in shown.companies.values() if company.trains}
        options = tuple(book.options)
        deals = (cls.new(book.title, options, deal) for deal in range(HIGHEST_DEAL + 1))
        first = cls.new(book.title, options)
        found = next((each for each in deals if needed <= set(each.game.rulebook().token_names)), first)
        found = cls(replace(found.game, revision=book.revision))
        return replace(found, sketch=sketched.alone(found.table))


def is_sketch(data: object) -> TypeGuard[dict[str, object]]:
    """Is this data meant to be a sketch without a game?"""
    return isinstance(data, dict) and "sketch" in data


@lru_cache(maxsize=32)
def blank_table(game: GameFile) -> View:
    """A title's table before anything has happened, as everybody may see it."""
    book = game.rulebook()
    return view(book, engine.start(book)[0], None)
