"""Actions and events in a player's words: the labels of buttons, and the sentences of the log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, get_type_hints

from railhead.core import spelling
from railhead.core.actions import Action, Topic
from railhead.core.events import Event
from railhead.core.ids import (
    BANK,
    POOL,
    THROUGH,
    Company,
    Hex,
    Owner,
    Place,
    Point,
    Private,
    Stop,
    Train,
    hex_of,
    index_of,
    through,
)
from railhead.core.place_names import area_name, each_once, hex_name, side_of, stop_name
from railhead.core.rulebook import Rulebook
from railhead.core.text import Text, joined, series, to_translate, verbatim
from railhead.core.view import BoardView
from railhead.routes.model import Route
from railhead.track.tiles import PORT

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


def said_briefly(book: Rulebook, action: Action) -> str:
    """An action as the label of a narrow button."""
    return str(Sentence(book.in_words(action.brief))) if action.brief else said(book, action)


def said_after_run(book: Rulebook, action: Action) -> str:
    """An action without fields as the label of a button that runs trains first."""
    return str(Sentence(book.in_words(action.after_run))) if action.after_run else said(book, action)


def say_with(
    book: Rulebook, kind: type[Action], values: dict[str, Any], to_choose: Mapping[str, str] | None = None
) -> str:
    """An action of a kind with these values; a field without a value is left as three dots, or as it is called."""
    to_choose = to_choose or {}
    unknown = {name: verbatim(to_choose[name]) if name in to_choose else UNKNOWN for name in kinds(kind)}
    shown = {**unknown, **written(book, kind, values), **_linked(book, kind, values)}
    return str(Sentence(book.in_words(_plain(kind, values) or kind.label), **shown))


UNKNOWN = verbatim("…")
"""A value that is still to be chosen."""


def _linked(book: Rulebook, kind: type[Action], values: dict[str, Any]) -> dict[str, str]:
    """For each private of an action, as `NAME_linked`: the company whose share it may be exchanged for."""
    privates = {name: values.get(name) for name, field in kinds(kind).items() if field is Private}
    companies = {name: None if each is None else book.privates[each].linked for name, each in privates.items()}
    return {
        f"{name}_linked": "…" if company is None else book.company_names[company] for name, company in companies.items()
    }


def _plain(kind: type[Action], values: dict[str, Any]) -> str:
    """The label of an action; if its tally is zero, or its set empty, and it has a label without it, that one."""
    zero = any(values.get(name) == 0 for name, field in kinds(kind).items() if field is spelling.Tally)
    return kind.plain if zero or () in values.values() else ""


def sentence(book: Rulebook, event: Event) -> Sentence:
    """An event as a sentence, without a full stop."""
    template = book.in_words(event.template())
    values = {name: getattr(event, name) for name in spelling.fields_in(template)}
    return Sentence(template, **written(book, type(event), values, brief=True))


class Sentence(Text):
    """A text that begins with a capital letter and has the articles that its numbers need."""

    def __str__(self) -> str:
        text = _ARTICLE.sub(r"\1n ", super().__str__())
        return text[:1].upper() + text[1:]


_ARTICLE = re.compile(r"\b([Aa]) (?=8|11\b|18\b)")
"""An article before a number that is spoken with a vowel: an 8+4 train."""


def written(
    book: Rulebook, kind: type[DataclassInstance], values: dict[str, Any], brief: bool = False
) -> dict[str, object]:
    """The values of an action or event in words; if brief, places are named without their coordinates."""
    of, known = kinds(kind), spelling.of(kind)
    companies = frozenset(book.purse(value) for name, value in values.items() if of[name] is Company)
    trades_trains = Train in of.values() or getattr(kind, "topic", None) is Topic.TRAINS
    writer = _Writer(book, brief, trades_trains, companies)
    return {name: writer.write(of[name], value, known[name]) for name, value in values.items()}


ITS_TREASURY = Text("its treasury")
"""The company that a sentence is about, as a holder of its own shares."""


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the values of one sentence."""

    book: Rulebook
    brief: bool
    trades_trains: bool
    companies: frozenset[Owner]
    """The treasuries of the companies that the sentence is about."""

    def write(self, kind: Any, value: Any, word: spelling.Spelling) -> object:
        """A value of a kind; whatever is not a name, a place or a set is written as it is spelled."""
        book = self.book
        if kind is Owner:
            return self.owner(value)
        if kind is Hex:
            return place_name(book, through(value)) if self.brief else hex_name(book, value)
        if kind is Point or kind is Stop:
            return self.stop(value)
        if kind is Private:
            return private_name(book, value)
        if kind is Place:
            return str(book.market.prices[value])
        if kind == spelling.Payees:
            return joined(Text("{owner} {amount}", owner=self.owner(owner), amount=amount) for owner, amount in value)
        if kind == spelling.Companies:
            return series(book.company_names[company] for company in value)
        if kind == spelling.Stops:
            return series(each_once(self.stop(stop) for stop in value))
        if isinstance(value, Text):
            return value
        if kind is spelling.Purse:
            return Text("the bank") if value in (BANK, POOL) else verbatim(book.owner_names[value])
        if isinstance(value, tuple) and value and all(isinstance(route, Route) for route in value):
            return joined(route_name(book, route) for route in value)
        return word.write(book, value)

    def owner(self, owner: Owner) -> Text:
        """An owner, and whoever sells or takes shares and trains."""
        if owner in self.companies:
            return ITS_TREASURY
        if self.trades_trains and owner in (BANK, POOL):
            return Text("the bank") if owner == BANK or self.brief else Text("the bank, returned")
        return source_name(self.book, owner)

    def stop(self, at: Point) -> str:
        """A stop."""
        return short_stop_name(self.book, at) if self.brief else stop_name(self.book, at)


def members(book: Rulebook, kind: Any, values: Iterable[Any]) -> list[str]:
    """The members that a set of some kind is made of, each in a player's words."""
    if kind == spelling.Stops:
        return [stop_name(book, stop) for stop in values]
    if kind == spelling.Companies:
        return [book.company_names[company] for company in values]
    word = spelling.word(kind)
    return [word.write(book, (value,)) for value in values]


def private_name(book: Rulebook, private: Private) -> str:
    """A private company by its symbol and its name."""
    facts = book.privates[private]
    return facts.name if facts.name.startswith(facts.symbol) else f"{facts.symbol} {facts.name}"


def route_name(book: Rulebook, route: Route) -> str:
    """A train's route by its two ends, and the train."""
    ends = [place_name(book, at) for at in (route.path[0], route.path[-1])]
    return f"{ends[0]}–{ends[1]} ({spelling.write_consist(book, route.train)})"


def place_name(book: Rulebook, at: Point) -> str:
    """A short name for a place: the area it belongs to, its name, or its coordinate."""
    facts = book.board.hexes[hex_of(at)]
    printed = facts.printed.stops
    area = printed[index_of(at)].area if index_of(at) < len(printed) else ""
    return area_name(book.board, area) if area else facts.title or facts.name


def short_stop_name(book: Rulebook, at: Point) -> str:
    """A stop by its place, and the side it is at if its hex has several; by its coordinate if it has no name."""
    side = side_of(book, at)
    return f"{book.board.hexes[hex_of(at)].title} {side}" if side else place_name(book, at)


def call_name(book: Rulebook, laid: BoardView, at: Point) -> str:
    """A stop in a list of calls: the short name of its place, and its kind if it is not the first there."""
    hex_ = hex_of(at)
    facts = book.board.hexes[hex_]
    stops = book.board.facts(hex_, book.board.placed(laid.tiles, hex_)).stops
    here = stops[index_of(at)] if index_of(at) < len(stops) else None
    if here is not None and here.area:
        area = area_name(book.board, here.area)
        return str(Text("{area} port", area=area)) if here.kind == PORT else area
    name = facts.title or facts.name
    if index_of(at) in (0, THROUGH):
        return name
    return str(Text("{place} {kind}", place=name, kind=Text(stops[index_of(at)].kind)))


def source_name(book: Rulebook, owner: Owner) -> Text:
    """Where a share comes from, in words that follow "from"."""
    return SOURCES.get(owner) or verbatim(book.owner_names[owner])


SOURCES = {Owner(BANK): Text("the initial offer"), Owner(POOL): Text("the pool")}
"""The bank's two stocks of shares."""
WITH_PREPOSITIONS = (
    to_translate("from the bank"),
    to_translate("from the bank, returned"),
    to_translate("from the initial offer"),
    to_translate("from the pool"),
    to_translate("from its treasury"),
    to_translate("from {name}"),
    to_translate("to the bank"),
    to_translate("to the initial offer"),
    to_translate("to the pool"),
    to_translate("to its treasury"),
    to_translate("to {name}"),
)
"""What owners are called where a language joins them to their prepositions, as in `{source:from}`."""


def owner_name(book: Rulebook, owner: Owner) -> str:
    """An owner in a player's words."""
    return str(OWNERS.get(owner) or book.owner_names[owner])


OWNERS = {Owner(BANK): Text("initial offer"), Owner(POOL): Text("pool")}
"""The bank's two stocks of shares, as headings."""
