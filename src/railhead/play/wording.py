"""The labels of buttons: an action's label or form, with owners and places in a player's words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, get_type_hints

from railhead.core import spelling
from railhead.core.actions import Action
from railhead.core.ids import BANK, POOL, THROUGH, Hex, Owner, Point, Private, Stop, Train, hex_of, index_of
from railhead.core.rulebook import Rulebook
from railhead.core.view import BoardView
from railhead.routes.model import Route
from railhead.track.hexgrid import COMPASS
from railhead.track.tiles import CITY, FIRST_STOP, PORT

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_KINDS: dict[type[object], dict[str, Any]] = {}
"""Results of `kinds`; classes do not change."""


def kinds(of: type[DataclassInstance]) -> dict[str, Any]:
    """The kind of value of every field of an action or a proposal."""
    known = _KINDS.get(of)
    if known is None:
        hints = get_type_hints(of)
        known = _KINDS[of] = {field.name: hints[field.name] for field in fields(of)}
    return known


def said(book: Rulebook, action: Action) -> str:
    """An action as the label of a button."""
    return say_with(book, type(action), {name: getattr(action, name) for name in kinds(type(action))})


def say_with(book: Rulebook, kind: type[Action], values: dict[str, Any]) -> str:
    """An action of a kind with these values; a field without a value is left as three dots."""
    known = spelling.of(kind)
    trades_trains = Train in kinds(kind).values()
    shown = {
        name: _value(book, kinds(kind)[name], values[name], word, trades_trains) if name in values else "…"
        for name, word in known.items()
    }
    shown |= _linked(book, kind, values)
    text = book.in_words(_plain(kind, values) or kind.label or kind.form).format(**shown)
    if not kind.label:
        text = text.replace("-", " ", 1) if "-" in kind.form.split()[0] else text
    return text[:1].upper() + text[1:]


def _linked(book: Rulebook, kind: type[Action], values: dict[str, Any]) -> dict[str, str]:
    """For each private of an action, as `NAME_linked`: the company whose share it may be exchanged for."""
    privates = {name: values.get(name) for name, field in kinds(kind).items() if field is Private}
    companies = {name: None if each is None else book.privates[each].linked for name, each in privates.items()}
    return {
        f"{name}_linked": "…" if company is None else book.company_names[company] for name, company in companies.items()
    }


def _plain(kind: type[Action], values: dict[str, Any]) -> str:
    """The label of an action; if its tally is zero and it has a label without it, that one."""
    zero = any(values.get(name) == 0 for name, field in kinds(kind).items() if field is spelling.Tally)
    return kind.plain if zero else ""


def _value(book: Rulebook, kind: Any, value: Any, word: spelling.Spelling, trades_trains: bool) -> str:
    if kind is Owner and trades_trains and value in (BANK, POOL):
        return "the bank" if value == BANK else "the bank, returned"
    if kind is Owner:
        return source_name(book, value)
    if kind is Hex:
        return hex_name(book, value)
    if kind is Point or kind is Stop:
        return stop_name(book, value)
    if kind is Private:
        return private_name(book, value)
    if kind in (spelling.Companies, spelling.Stops):
        return _series(_member(book, kind, member) for member in value)
    if isinstance(value, tuple) and value and all(isinstance(route, Route) for route in value):
        return ", ".join(route_name(book, route) for route in value)
    return word.write(book, value)


def _series(words: Iterable[str]) -> str:
    """Words in a sentence: "GA, GC and EG"."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def _member(book: Rulebook, kind: Any, member: Any) -> str:
    return stop_name(book, member) if kind == spelling.Stops else book.company_names[member]


def members(book: Rulebook, kind: Any, values: Iterable[Any]) -> list[str]:
    """The members that a set of some kind is made of, each in a player's words."""
    return [_member(book, kind, member) for member in values]


def private_name(book: Rulebook, private: Private) -> str:
    """A private company by its symbol and its name."""
    facts = book.privates[private]
    return facts.name if facts.name.startswith(facts.symbol) else f"{facts.symbol} {facts.name}"


def route_name(book: Rulebook, route: Route) -> str:
    """A train's route by its two ends."""
    ends = [place_name(book, at) for at in (route.path[0], route.path[-1])]
    return f"{book.train_names[route.train]} from {ends[0]} to {ends[1]}"


def place_name(book: Rulebook, at: Point) -> str:
    """A short name for a place: the area it belongs to, its name, or its coordinate."""
    facts = book.board.hexes[hex_of(at)]
    printed = facts.printed.stops
    area = printed[index_of(at)].area if index_of(at) < len(printed) else ""
    return area or facts.title or facts.name


def hex_name(book: Rulebook, hex_: Hex) -> str:
    """A hex by its coordinate and the name of the place."""
    facts = book.board.hexes[hex_]
    return f"{facts.title} ({facts.name})" if facts.title else facts.name


def stop_name(book: Rulebook, at: Point) -> str:
    """A stop by its place, and by its number or the side it is at if its hex has several."""
    facts = book.board.hexes[hex_of(at)]
    side = _side_of(book, at)
    if side:
        return f"{facts.title} {side} ({facts.name})"
    area = next((printed.area for printed in facts.printed.stops if printed.area), "")
    if area and not facts.title:
        return f"{area} ({facts.name})"
    name = hex_name(book, hex_of(at))
    return name if index_of(at) in (0, THROUGH) else f"{name}, stop {index_of(at) + 1}"


def _side_of(book: Rulebook, at: Point) -> str:
    """The side of its hex to which one of the stations of a divided city belongs; empty elsewhere."""
    printed = book.board.hexes[hex_of(at)].printed
    if index_of(at) >= len(printed.stops) or printed.stops[index_of(at)].kind != CITY or not printed.stops[0].area:
        return ""
    (_, edge), *_ = printed.turned[0].at[FIRST_STOP + index_of(at)]
    return COMPASS[book.board.layout][edge]


def call_name(book: Rulebook, laid: BoardView, at: Point) -> str:
    """A stop in a list of calls: the short name of its place, and its kind if it is not the first there."""
    hex_ = hex_of(at)
    facts = book.board.hexes[hex_]
    stops = book.board.facts(hex_, book.board.placed(laid.tiles, hex_)).stops
    here = stops[index_of(at)] if index_of(at) < len(stops) else None
    if here is not None and here.area:
        return f"{here.area} port" if here.kind == PORT else here.area
    name = facts.title or facts.name
    return name if index_of(at) in (0, THROUGH) else f"{name} {stops[index_of(at)].kind}"


def source_name(book: Rulebook, owner: Owner) -> str:
    """Where a share comes from, in words that follow "from"."""
    return {BANK: "the initial offer", POOL: "the pool"}.get(owner, book.owner_names[owner])


def owner_name(book: Rulebook, owner: Owner) -> str:
    """An owner in a player's words."""
    return {BANK: "initial offer", POOL: "pool"}.get(owner, book.owner_names[owner])
