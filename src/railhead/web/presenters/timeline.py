"""Where the game is: the rounds so far and those to come, and how near each end of the game is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from railhead.core.rulebook import UNLIMITED, Rulebook
from railhead.core.state import Round
from railhead.core.view import View
from railhead.play.vantage import Vantage
from railhead.rules.rounds import OPERATING, STOCK
from railhead.titles.texts import texts

SHOWN = 7
"""How many of the past rounds are shown at once."""
USUAL = (STOCK, OPERATING, "auction")
"""The rounds of every set, and the one that never comes again."""
BANK, PRICE, STALEMATE = "bank", "price", "stalemate"
"""Causes of an end that are not brought about by the last train."""


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round."""

    name: str
    kind: str
    begins: int | None = None
    """The number of actions after which it began; None if it is still to come."""
    current: bool = False


@dataclass(frozen=True, slots=True)
class EndingShown:
    """Something that ends the game, and how near that is."""

    key: str
    name: str
    text: str
    near: str = ""
    percent: int | None = None
    """How much of the way to it is behind."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """The course of the game."""

    before: int
    """How many earlier rounds are left out."""
    rounds: tuple[RoundShown, ...]
    others: tuple[tuple[str, str], ...]
    """Other kinds of rounds, which may come between those to come, with their names."""
    endings: tuple[EndingShown, ...]


def timeline(table: Vantage, at: int, language: str) -> Timeline:
    """The course of the game up to an action, and what follows from there."""
    view = table.view(at)
    past = list(_past(table, at))
    ahead = [] if view.over else [RoundShown(_name(view.book, each), each.kind) for each in _ahead(view)]
    written = texts(view.book.title, language)
    return Timeline(
        max(0, len(past) - SHOWN),
        (*past[-SHOWN:], *ahead),
        tuple((kind, written.name(f"{kind} round")) for kind in written.rounds if kind not in USUAL),
        tuple(_ending(view, key, written.name(f"{key} end"), text) for key, text in written.ending.items()),
    )


def _name(book: Rulebook, round_: Round) -> str:
    return str(book.round_name(round_))


def _past(table: Vantage, at: int) -> Iterator[RoundShown]:
    """Every round that has begun, with where."""
    starts = [start for start in table.round_starts if start <= at]
    for start in starts:
        round_ = table.round_at(start)
        yield RoundShown(_name(table.book, round_), round_.kind, start, start == starts[-1])


def _ahead(view: View) -> Iterator[Round]:
    """The stock and operating rounds that follow, as far as the phase says; when the end is in sight, of this set."""
    now = view.round
    if now.kind == OPERATING or (now.index < now.of and now.kind != STOCK):
        yield from (Round(OPERATING, now.number, index, now.of) for index in range(now.index + 1, now.of + 1))
    if view.ending:
        return
    number = now.number if now.kind == STOCK else now.number + (now.kind == OPERATING)
    if now.kind != STOCK:
        yield Round(STOCK, number)
    count = view.phase_facts.operating_rounds
    yield from (Round(OPERATING, number, index, count) for index in range(1, count + 1))


# -- ends of the game -----------------------------------------------------------------------------


def _ending(view: View, key: str, name: str, text: str) -> EndingShown:
    if key == STALEMATE:
        return EndingShown(key, name, text)
    if key == BANK:
        near = gettext("{left} of {all} left in the bank").format(left=max(0, view.bank), all=view.book.bank)
        return EndingShown(key, name, text, near, _part(view.book.bank - view.bank, view.book.bank))
    if key == PRICE:
        prices = [company.price or 0 for company in view.companies.values()]
        highest, top = max(prices, default=0), max(view.book.market.prices)
        near = gettext("the highest price is {highest}, the end is at {top}").format(highest=highest, top=top)
        return EndingShown(key, name, text, near, _part(highest, top))
    return _by_trains(view, key, name, text)


def _by_trains(view: View, key: str, name: str, text: str) -> EndingShown:
    """An end that the train of the last phase brings about."""
    last = len(view.book.phases) - 1
    left, total = trains_before(view, last), _all_trains_before(view.book, last)
    if left is None:
        return EndingShown(key, name, text, gettext("the last phase has begun"), 100)
    near = ngettext("{count} train to go", "{count} trains to go", left).format(count=left)
    return EndingShown(key, name, text, near, _part(total - left, total))


def trains_before(view: View, phase: int) -> int | None:
    """How many trains are still to be sold until a phase begins, the one that begins it included; None if it has."""
    pile = next((number for number, each in enumerate(view.book.piles) if each.begins == phase), None)
    if pile is None or view.phase >= phase:
        return None
    return 1 + sum(view.depot.left[number] for number in _sold_before(view.book, pile))


def _all_trains_before(book: Rulebook, phase: int) -> int:
    pile = next((number for number, each in enumerate(book.piles) if each.begins == phase), 0)
    return 1 + sum(book.piles[number].count for number in _sold_before(book, pile))


def _sold_before(book: Rulebook, pile: int) -> list[int]:
    """The piles that have to be empty before a pile is sold."""
    return [
        number for number in range(pile) if book.piles[number].opens is None and book.piles[number].count < UNLIMITED
    ]


def _part(done: int, all_: int) -> int:
    return max(0, min(100, 100 * done // max(1, all_)))
