"""What something is and does: the texts of a title with their headings, one by one or as its rules by section."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from django.utils.text import capfirst
from django.utils.translation import gettext

from railhead.core.revisions import FIRST, Correction
from railhead.core.rulebook import Rulebook
from railhead.play import wording
from railhead.titles import catalogue
from railhead.titles.rule_texts import rules_of
from railhead.titles.texts import Texts, texts

RULES, PRIVATES, TRAINS, PHASES, MARKERS, OPTIONS, ROUNDS, KINDS, ENDING, WORDS, GUIDE = (
    "rules", "privates", "trains", "phases", "markers", "options", "rounds", "kinds", "ending", "words",
    "guide",
)  # fmt: skip
EXPLAINED = (RULES, PRIVATES, TRAINS, PHASES, MARKERS, OPTIONS, ROUNDS, KINDS, ENDING, WORDS, GUIDE)
"""The tables of texts that can be asked about."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A text with its heading."""

    key: str
    heading: str
    text: str
    section: str = ""
    """For a rule: the section of the rulebook it stands in."""
    notes: tuple[str, ...] = ()
    """What else is to be known about it: how it was corrected."""


@dataclass(frozen=True, slots=True)
class Section:
    """The rules about one part of the game."""

    name: str
    entries: tuple[Entry, ...]


def title_of(rule: str) -> str | None:
    """The title a rule belongs to, by the beginning of its id; None if there is no such rule."""
    title = rule.partition("-")[0]
    return title if title in catalogue.TITLES and rule in rules_of(title) else None


def explained(title: str, table: str, keys: str | Iterable[str]) -> tuple[str, ...]:
    """Those of some things that there is a text about."""
    if title not in catalogue.TITLES:
        return ()
    found: dict[str, str] = getattr(texts(title), table)
    return tuple(key for key in ((keys,) if isinstance(keys, str) else keys) if key in found)


def entries(title: str, table: str, keys: Iterable[str], language: str) -> tuple[Entry, ...]:
    """The texts about some things; those that nobody has written anything about are left out."""
    written, book = texts(title, language), _book(title)
    found: dict[str, str] = getattr(written, table)
    return tuple(_entry(title, book, written, table, key) for key in keys if key in found)


def headings(title: str, table: str, keys: Iterable[str], language: str) -> tuple[str, ...]:
    """What some things are called."""
    written, book = texts(title, language), _book(title)
    return tuple(_heading(title, book, written, table, key) for key in keys)


def rules_by_section(title: str, language: str, sought: str = "") -> tuple[Section, ...]:
    """All rules of a title by what they are about, or those that contain what is sought."""
    grouped: dict[str, list[Entry]] = {}
    written = texts(title, language)
    for entry in entries(title, RULES, rules_of(title), language):
        area = written.name(f"{entry.key.split('-')[1]} rules")
        if sought.casefold() in f"{entry.key} {area} {entry.text}".casefold():
            grouped.setdefault(area, []).append(entry)
    return tuple(Section(name, tuple(found)) for name, found in grouped.items())


def glossary(title: str, language: str) -> tuple[Entry, ...]:
    """The words of a title, in the order of the alphabet."""
    found = entries(title, WORDS, texts(title, language).words, language)
    return tuple(sorted(found, key=lambda entry: entry.heading.casefold()))


def options(title: str, chosen: Iterable[str], language: str) -> tuple[Entry, ...]:
    """The options of a title that are in force."""
    return entries(title, OPTIONS, sorted(chosen), language)


def _entry(title: str, book: Rulebook, written: Texts, table: str, key: str) -> Entry:
    made = Entry(key, _heading(title, book, written, table, key), getattr(written, table)[key])
    if table != RULES:
        return made
    return replace(made, section=rules_of(title)[key], notes=tuple(_corrections(title, key)))


def _heading(title: str, book: Rulebook, written: Texts, table: str, key: str) -> str:
    if table == PRIVATES:
        return wording.private_name(book, book.private_ids[book.private_names.index(key)])
    if table == TRAINS:
        return gettext("Train {name}").format(name=key)
    if table == PHASES:
        return gettext("Phase {name}").format(name=key)
    if table == OPTIONS:
        return str(capfirst(gettext(catalogue.find(title).options[key])))
    if table == ROUNDS:
        return str(capfirst(written.name(f"{key} round")))
    if table == GUIDE:
        return str(capfirst(written.name(f"{key} step")))
    if table == ENDING:
        return str(capfirst(written.name(f"{key} end")))
    if table == KINDS:
        return str(capfirst(gettext(key)))
    return key if table == RULES else str(capfirst(written.name(key)))


def _corrections(title: str, rule: str) -> Iterator[str]:
    """What is to be known about a rule that older games play differently."""
    for correction in _corrected(title):
        if correction.rule == rule:
            yield gettext("Since revision {revision} of the rules; games begun before that play as they began.").format(
                revision=correction.since
            )


def _corrected(title: str) -> tuple[Correction, ...]:
    return tuple(each for each in catalogue.find(title).corrections if each.since > FIRST)


@cache
def _book(title: str) -> Rulebook:
    """A rulebook of the title, for its facts."""
    names = tuple(f"Player {number}" for number in range(1, catalogue.find(title).players[0] + 1))
    return catalogue.rulebook(title, names)
