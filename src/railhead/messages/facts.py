"""The texts in the data of titles: what they call things, their options and corrections."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import astuple

from railhead.core.rulebook import Rulebook
from railhead.titles import catalogue
from railhead.titles.catalogue import Title
from railhead.track.tiles import CITY, HALT, LINK, OFFBOARD, PORT, TOWN

WORD = re.compile(r"\[(?:token|director|station)\]")


def books() -> list[Rulebook]:
    """A rulebook of every title."""
    return [title.make(_players(title), frozenset(), 0, title.revision) for title in catalogue.TITLES.values()]


def _players(title: Title) -> tuple[str, ...]:
    return tuple(f"Player {number}" for number in range(title.players[0]))


def in_facts(title: Title, book: Rulebook) -> Iterator[str]:
    """The texts in the data of a title."""
    yield from title.options.values()
    yield from (correction.says for correction in title.corrections)
    yield from astuple(book.words)
    yield from (kind.name for kind in book.kinds)
    if len(book.kinds) > 1:
        yield from (f"{kind.name}s" for kind in book.kinds)
    yield from book.endings
    yield from (zone.name for zone in book.market.zones)
    yield book.market.box_below
    yield from (CITY, TOWN, HALT, OFFBOARD, PORT, LINK)
    for phase in book.phases:
        for colour in phase.colours:
            yield from (colour, colour.capitalize())


def variants(template: str, known: list[Rulebook]) -> Iterator[str]:
    """A template in the words of every title that could show it."""
    if not WORD.search(template):
        yield template
        return
    for book in known:
        yield book.in_words(template)
