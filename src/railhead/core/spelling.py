"""How values are written and read: one spelling for each kind of field of actions and events.

A field's type determines its spelling: a `Company` is written as its symbol, a `Hex` as its coordinate, a `Point` as
`F2.0`. Everything that reads or writes text uses these, so every value has exactly one spelling.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any, NewType, get_type_hints

from railhead.core.ids import (
    BANK,
    POOL,
    THROUGH,
    Company,
    Consist,
    Hex,
    Owner,
    Place,
    Point,
    Private,
    Stop,
    Tile,
    Train,
    a_consist,
    a_train,
    hex_of,
    index_of,
    is_larger,
    is_stop,
    kind_of,
    kinds_in,
    marks_of,
    stop_at,
    through,
)
from railhead.core.refusal import Malformed
from railhead.core.text import Text

if TYPE_CHECKING:
    from railhead.core.rulebook import Rulebook

Money = NewType("Money", int)
Purse = NewType("Purse", int)
"""An owner as a payer or payee: the bank is a single purse, wherever it keeps its money."""
Count = NewType("Count", int)
Tally = NewType("Tally", int)
"""A number of things, possibly zero."""
Rotation = NewType("Rotation", int)
Price = NewType("Price", int)
"""A market price."""
Companies = tuple[Company, ...]
"""A set of companies, in ascending order."""
Payees = tuple[tuple[Owner, int], ...]
"""Who was paid how much."""
Stops = tuple[Stop, ...]
"""A set of places for tokens, in ascending order; a stop with several tokens may be listed several times."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """How one kind of value is written, read and checked."""

    write: Callable[[Rulebook, Any], str]
    read: Callable[[Rulebook, str], Any]
    check: Callable[[Rulebook, Any], None]


def of(kind: type[Any]) -> dict[str, Spelling]:
    """The spelling of every field of an action or event class."""
    known = _FIELDS.get(kind)
    if known is None:
        hints = get_type_hints(kind)
        known = _FIELDS[kind] = {field.name: _SPELLINGS[hints[field.name]] for field in fields(kind)}
    return known


@cache
def fields_in(template: str) -> tuple[str, ...]:
    """The names of the fields of a template."""
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(template) if name))


def word(kind: object) -> Spelling:
    """The spelling of a kind of value."""
    return _SPELLINGS[kind]


def add(kind: object, word: Spelling) -> None:
    """Register the spelling of a kind of value that the kernel itself does not know."""
    _SPELLINGS[kind] = word


def _number(what: Text, low: int = 0, high: int = 10**6) -> Spelling:
    def read(_: Rulebook, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 7):
            raise Malformed("'{text}' is not {what}", text=text, what=what)
        value = int(text)
        check(_, value)
        return value

    def check(_: Rulebook, value: object) -> None:
        if type(value) is not int or not low <= value <= high:
            raise Malformed("{value} is not {what}", value=repr(value), what=what)

    return Spelling(lambda _, value: str(value), read, check)


def _name(what: Text, names: Callable[[Rulebook], tuple[str, ...]]) -> Spelling:
    def read(book: Rulebook, text: str) -> int:
        known = names(book)
        if text not in known:
            raise Malformed("'{text}' is not {what}; these are: {known}", text=text, what=what, known=", ".join(known))
        return known.index(text)

    def check(book: Rulebook, value: object) -> None:
        if type(value) is not int or not 0 <= value < len(names(book)):
            raise Malformed("{value} is not {what}", value=repr(value), what=what)

    return Spelling(lambda book, value: names(book)[value], read, check)


def _owner_names(book: Rulebook) -> tuple[str, ...]:
    return book.owner_names


def _write_point(book: Rulebook, at: Point) -> str:
    name = book.board.names[hex_of(at)]
    return name if index_of(at) == THROUGH else f"{name}.{index_of(at)}"


def _read_point(book: Rulebook, text: str) -> Point:
    name, dot, index = text.partition(".")
    if name not in book.board.index:
        raise Malformed("'{text}' is not a place on the board", text=text)
    if not dot:
        return through(book.board.index[name])
    if not (index.isascii() and index.isdigit() and len(index) <= 2 and int(index) < THROUGH):
        raise Malformed("'{text}' is not a stop on the board", text=text)
    return stop_at(book.board.index[name], int(index))


def _check_point(book: Rulebook, value: object) -> None:
    if type(value) is not int or not value >= 0 or hex_of(Point(value)) >= len(book.board.names):
        raise Malformed("{value} is not a place on the board", value=repr(value))


def _read_stop(book: Rulebook, text: str) -> Stop:
    at = _read_point(book, text)
    if not is_stop(at):
        raise Malformed("'{text}' is not a stop on the board", text=text)
    return at


def _check_stop(book: Rulebook, value: object) -> None:
    _check_point(book, value)
    if type(value) is not int or not is_stop(Point(value)):
        raise Malformed("{value} is not a stop on the board", value=repr(value))


def _check_place(book: Rulebook, value: object) -> None:
    if type(value) is not int or not 0 <= value < len(book.market.prices):
        raise Malformed("{value} is not a place on the market", value=repr(value))


def _read_place(book: Rulebook, text: str) -> Place:
    place = book.market.find(text)
    if place is None:
        raise Malformed("'{text}' is not a price on the market", text=text)
    return place


MARK = "*"
"""Follows the name of a train, once for each mark it carries."""


def _write_train(book: Rulebook, train: Train) -> str:
    return book.train_names[kind_of(train)] + MARK * marks_of(train)


def _read_train(book: Rulebook, text: str) -> Train:
    name = text.rstrip(MARK)
    if name not in book.train_names or len(text) - len(name) > book.train_marks:
        raise Malformed("'{text}' is not a train; these are: {trains}", text=text, trains=", ".join(book.train_names))
    return a_train(book.train_names.index(name), len(text) - len(name))


def _check_train(book: Rulebook, value: object) -> None:
    if type(value) is int:
        train = Train(value)
        if 0 <= marks_of(train) <= book.train_marks and kind_of(train) < len(book.trains):
            return
    raise Malformed("{value} is not a train", value=repr(value))


COUPLER, LARGER = "&", "^"
"""Stands between the names of trains that are joined, and follows that of a train with a larger number."""


def write_consist(book: Rulebook, consist: int) -> str:
    """What runs as one train, by the names of its trains."""
    return COUPLER.join(book.train_names[kind] for kind in kinds_in(consist)) + LARGER * is_larger(consist)


def read_consist(book: Rulebook, text: str) -> Consist:
    """What runs as one train."""
    names = text.removesuffix(LARGER).split(COUPLER)
    if len(names) > MOST_JOINED or not set(names) <= set(book.train_names):
        raise Malformed("'{name}' is not a train; these are: {trains}", name=text, trains=", ".join(book.train_names))
    return a_consist([book.train_names.index(name) for name in names], text.endswith(LARGER))


def check_consist(book: Rulebook, value: object) -> None:
    """Is it a number of trains that could run as one?"""
    if type(value) is not int or value < 0:
        raise Malformed("{train} is not a train", train=repr(value))
    kinds = kinds_in(value)
    if not 0 < len(kinds) <= MOST_JOINED or any(not 0 <= kind < len(book.trains) for kind in kinds):
        raise Malformed("{train} is not a train", train=repr(value))
    if a_consist(kinds, is_larger(value)) != value:
        raise Malformed("{train} is not a train", train=repr(value))


MOST_JOINED = 16
"""More trains than any company has."""


def _write_purse(book: Rulebook, owner: Owner) -> str:
    return str(Text("the bank")) if owner in (BANK, POOL) else book.owner_names[owner]


def _write_payees(book: Rulebook, payees: Payees) -> str:
    return ", ".join(f"{_write_purse(book, owner)} {amount}" for owner, amount in payees)


JOINT = "+"
"""Stands between the values of a set."""


def _several(word: Spelling, repeats: bool) -> Spelling:
    """Several values of one kind in ascending order, written with a plus sign between them; never none."""

    def write(book: Rulebook, values: tuple[Any, ...]) -> str:
        return JOINT.join(word.write(book, value) for value in values)

    def read(book: Rulebook, text: str) -> tuple[Any, ...]:
        values = tuple(sorted(word.read(book, part) for part in text.split(JOINT)))
        check(book, values)
        return values

    def check(book: Rulebook, values: object) -> None:
        if not isinstance(values, tuple) or not values:
            raise Malformed("{values} is not a set", values=repr(values))
        for value in values:
            word.check(book, value)
        if list(values) != sorted(values) or (len(set(values)) < len(values) and not repeats):
            raise Malformed("'{set}' does not list each once and in order", set=write(book, values))

    return Spelling(write, read, check)


POINT = Spelling(_write_point, _read_point, _check_point)
STOP = Spelling(_write_point, _read_stop, _check_stop)
TRAIN = Spelling(_write_train, _read_train, _check_train)

_TEXT = Spelling(lambda _, value: str(value), lambda _, text: text, lambda _, __: None)

_FIELDS: dict[type[Any], dict[str, Spelling]] = {}
"""Results of `of`; classes do not change."""

_SPELLINGS: dict[object, Spelling] = {
    Money: _number(Text("an amount of money")),
    Price: _number(Text("a price")),
    Count: _number(Text("a number of shares"), 1, 100),
    Tally: _number(Text("a number of things"), 0, 100),
    Rotation: _number(Text("a rotation (0 to 5)"), 0, 5),
    int: _number(Text("a number"), -(10**6)),
    str: _TEXT,
    Text: Spelling(lambda book, text: str(book.worded(text)), lambda _, text: Text(text), lambda _, __: None),
    Company: _name(Text("a company"), lambda book: book.company_names),
    Owner: _name(Text("an owner"), _owner_names),
    Purse: Spelling(_write_purse, lambda book, text: book.owner_names.index(text), lambda _, __: None),
    Private: _name(Text("a private company"), lambda book: book.private_names),
    Hex: _name(Text("a hex"), lambda book: book.board.names),
    Tile: _name(Text("a tile"), lambda book: book.tiles.names),
    Train: TRAIN,
    Consist: Spelling(write_consist, read_consist, check_consist),
    Place: Spelling(lambda book, place: book.market.write(place), _read_place, _check_place),
    Point: POINT,
    Stop: STOP,
}
_SPELLINGS[Payees] = Spelling(_write_payees, lambda _, text: text, lambda _, __: None)
_SPELLINGS[Companies] = _several(_SPELLINGS[Company], repeats=False)
_SPELLINGS[Stops] = _several(STOP, repeats=True)
