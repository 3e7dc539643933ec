"""The game file: a game as its decisions, and nothing that can be recomputed from them.

Reading is strict. Any input gives either a GameFile or Malformed, with a sentence that says what is wrong and where.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from typing import Any

from railhead.core import revisions
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.interop.as18xx import overlay
from railhead.play.imported import Import
from railhead.titles import catalogue

FORMAT = 1
"""The version of the file format; files with any other number are rejected."""

MOST_BYTES = 32 * 1024 * 1024
MOST_VALUES = 2_000_000
"""How many values a file may hold: a short text can stand for a lot of memory."""
DEEPEST = 50
"""How deeply lists and objects may be nested."""
MOST_ACTIONS = 100_000
LONGEST_ACTION = 4_000
MOST_SEATS = 32
MOST_OPTIONS = 100
HIGHEST_SEED = 2**63 - 1

REQUIRED = ("format", "title", "revision", "options", "seats", "seed", "actions")
OPTIONAL = ("imported", "undone")


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game as stored: which game, at which table, and what was decided."""

    title: str
    revision: int
    options: tuple[str, ...]
    seats: tuple[str, ...]
    seed: int = 0
    actions: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    """Actions that were taken back, the most recent last."""
    imported: Import | None = None
    """Where the first actions come from, if the game was played on another system."""
    format: int = FORMAT

    @classmethod
    def new(cls, title: str, seats: tuple[str, ...], options: tuple[str, ...] = (), seed: int = 0) -> GameFile:
        """A game before its first decision; raises Malformed if the title cannot be played like this."""
        game = cls(title, catalogue.find(title).revision, tuple(sorted(set(options))), seats, seed)
        _check_seed(seed, "seed")
        game.rulebook()
        return game

    @property
    def older_rules(self) -> str:
        """What to tell the players of a game under older rules than a new one; empty otherwise."""
        return revisions.notice(self.title, self.revision, catalogue.find(self.title).corrections)

    def rulebook(self) -> Rulebook:
        """The rulebook of this game."""
        return catalogue.rulebook(self.title, self.seats, frozenset(self.options), self.seed, self.revision)

    def import_rulebook(self) -> Rulebook | None:
        """The rulebook that judges the imported actions; None if the game was not imported."""
        return None if self.imported is None else overlay.overlaid(self.rulebook(), self.imported.departures)

    def first(self, actions: int) -> GameFile:
        """The game up to an action, with nothing taken back."""
        imported = self.imported and replace(self.imported, actions=min(self.imported.actions, actions))
        return replace(self, actions=self.actions[:actions], undone=(), imported=imported)

    def is_imported(self, number: int) -> bool:
        """Does an action, counting from 0, come from another system's file?"""
        return self.imported is not None and number < self.imported.actions

    def to_data(self) -> dict[str, Any]:
        """The game as plain data, in a readable order."""
        data: dict[str, Any] = {
            "format": self.format,
            "title": self.title,
            "revision": self.revision,
            "options": list(self.options),
            "seats": list(self.seats),
            "seed": self.seed,
        }
        if self.imported is not None:
            data["imported"] = self.imported.to_data()
        data["actions"] = list(self.actions)
        if self.undone:
            data["undone"] = list(self.undone)
        return data

    def to_json(self) -> str:
        """The game as JSON, one action per line so that files can be compared easily."""
        return json.dumps(self.to_data(), indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> GameFile:
        """Read a game file."""
        return cls.from_data(parse_json(text))

    @classmethod
    def from_data(cls, data: object) -> GameFile:
        """Read a game from plain data."""
        if not isinstance(data, dict):
            raise Malformed("A game file is a JSON object")
        if "format" not in data and "settings" in data and "actions" in data:
            raise Malformed("This is a file of 18xx.games: `railhead import` turns it into a game file")
        if data.get("format") != FORMAT or type(data["format"]) is not int:
            raise Malformed(
                "format: {value} is not a format this version reads ({format})",
                value=_shown(data.get("format")),
                format=FORMAT,
            )
        for key in REQUIRED:
            if key not in data:
                raise Malformed("{key}: missing", key=key)
        for key in data:
            if key not in REQUIRED and key not in OPTIONAL:
                raise Malformed("{value}: not a part of a game file", value=_shown(key))
        options = _texts(data["options"], "options", MOST_OPTIONS)
        if len(set(options)) < len(options):
            raise Malformed("options: the same option twice")
        actions = _texts(data["actions"], "actions", MOST_ACTIONS)
        undone = _texts(data.get("undone", []), "undone", MOST_ACTIONS)
        imported, options = _read_import(data.get("imported", False), options, len(actions) + len(undone))
        game = cls(
            title=_text(data["title"], "title"),
            revision=_whole(data["revision"], "revision"),
            options=options,
            seats=_texts(data["seats"], "seats", MOST_SEATS),
            seed=_check_seed(data["seed"], "seed"),
            actions=actions,
            undone=undone,
            imported=imported,
        )
        game._check()
        return game

    def _check(self) -> None:
        """Check that the title can be played like this under this version's rules."""
        try:
            revisions.check(self.title, self.revision, catalogue.find(self.title).corrections)
        except Malformed as problem:
            raise Malformed("revision: {problem}", problem=problem) from None
        try:
            self.rulebook()
        except Malformed as problem:
            raise Malformed("seats and options: {problem}", problem=problem) from None
        try:
            self.import_rulebook()
        except Malformed as problem:
            raise Malformed("imported: {problem}", problem=problem) from None


def _read_import(value: object, options: tuple[str, ...], actions: int) -> tuple[Import | None, tuple[str, ...]]:
    """Where the actions come from, and the options; files of version 0.1 say `true` for all of their actions."""
    if isinstance(value, dict):
        imported = Import.from_data(value)
        if imported.actions > actions:
            raise Malformed("imported, actions: {actions} of {all} actions", actions=imported.actions, all=actions)
        return imported, options
    return Import.of_switches(options, actions) if _truth(value, "imported") else (None, options)


def parse_json(text: str | bytes) -> object:
    """Parse JSON; anything else raises Malformed. Time and memory are bounded by the size of the text."""
    if len(text) > MOST_BYTES:
        raise Malformed("The file is too large for a game")
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        if sum(map(text.count, "[{,")) > MOST_VALUES:
            raise Malformed("The file has too many values for a game")
        data: object = json.loads(text, object_pairs_hook=_unique, parse_float=_finite, parse_constant=_finite)
    except UnicodeDecodeError:
        raise Malformed("The file is not text in UTF-8") from None
    except RecursionError:
        raise Malformed(NESTED) from None
    except json.JSONDecodeError as problem:
        raise Malformed(
            "The file is not JSON: {problem} in line {line}, column {column}",
            problem=problem.msg,
            line=problem.lineno,
            column=problem.colno,
        ) from None
    except ValueError:
        raise Malformed(TOO_LARGE) from None
    if _depth(data) > DEEPEST:
        raise Malformed(NESTED)
    return data


NESTED = "The file is nested too deeply for a game"
TOO_LARGE = "The file has a number too large for a game"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; without this check a duplicate key would silently replace the first."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Malformed("{value}: given twice", value=_shown(key))
        found[key] = value
    return found


def _finite(text: str) -> float:
    """A number with a fraction or an exponent; not one like 1e999, which would be read as infinite."""
    number = float(text)
    if not math.isfinite(number):
        raise Malformed(TOO_LARGE)
    return number


def _depth(data: object) -> int:
    """How deeply lists and objects are nested: 0 for a number or a text."""
    depth, level = 0, [data]
    while level := [held for held in level if isinstance(held, dict | list)]:
        depth += 1
        level = [inner for held in level for inner in (held.values() if isinstance(held, dict) else held)]
    return depth


def _shown(value: object) -> str:
    """A value for a message, truncated if it is long."""
    text = ascii(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise Malformed("{where}: {value} is not a text", where=where, value=_shown(value))
    if not value or len(value) > LONGEST_ACTION or not value.isprintable():
        raise Malformed("{where}: {value} is empty, too long or not printable", where=where, value=_shown(value))
    return value


def _texts(value: object, where: str, most: int) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Malformed("{where}: {value} is not a list", where=where, value=_shown(value))
    if len(value) > most:
        raise Malformed("{where}: {value} entries, more than {most}", where=where, value=len(value), most=most)
    return tuple(_text(entry, f"{where}, entry {number}") for number, entry in enumerate(value, 1))


def _whole(value: object, where: str) -> int:
    if type(value) is not int:
        raise Malformed("{where}: {value} is not a whole number", where=where, value=_shown(value))
    return value


def _truth(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise Malformed(
            "{where}: {value} is neither true nor false, nor says what was imported", where=where, value=_shown(value)
        )
    return value


def _check_seed(value: object, where: str) -> int:
    seed = _whole(value, where)
    if not 0 <= seed <= HIGHEST_SEED:
        raise Malformed(
            "{where}: {value} is not a seed (0 to {highest})",
            where=where,
            value=_shown(value),
            highest=HIGHEST_SEED,
        )
    return seed
