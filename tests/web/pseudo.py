"""A language that nobody speaks: English with foreign letters. What is left in plain letters was not translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from itertools import combinations, permutations

import pytest
from django.utils import translation

from railhead.core import text
from railhead.core.rulebook import Rulebook
from railhead.titles import texts
from railhead.titles.rule_texts import rules_of
from railhead.titles.texts import Texts

NOWHERE = "xx"
"""The code of the language: what is cached in it is shown to nobody else."""
PLAIN = "aceinouyAEINOU"
FOREIGN = "áçéíñóúýÁÉÍÑÓÚ"
LETTERS = str.maketrans(PLAIN, FOREIGN)
FILLED = re.compile(r"(\{\w*(?::\w+)?\}|%\(\w+\)[sd]|%[sd%]|<[^>]*>|&\w+;)")
"""What stays as it is: fields and markup."""
WORD = re.compile(r"[^\W\d_][\w'’&.-]*[^\W\d_]")
RULE_ID = re.compile(r"\b18\w\w-[A-Z_]+-\d+\b")
SHOWN = ("alt", "aria-label", "placeholder", "title", "data-title", "aria-description", "aria-roledescription")
"""Attributes that people read."""
UNREAD = ("script", "style", "code", "kbd")
"""Elements with something else than words."""
SEAS = frozenset({"Mediterranean"})
"""Names of several seas together."""
EVERYWHERE = frozenset({"Railhead", "English", "Deutsch", "18xx.games", "games", "CSV", "JSON", "Esc", "Enter"})
"""Names that belong to no title."""
SIDES = ("NE", "NW", "SE", "SW")
OTHER_ROUNDS = ("PA", "ME")
"""Rounds of single titles, in short."""


def foreign(english: str) -> str:
    """A text as that language has it."""
    return "".join(part if number % 2 else part.translate(LETTERS) for number, part in enumerate(FILLED.split(english)))


@contextmanager
def spoken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is said is said in that language."""
    english = texts._texts
    with monkeypatch.context() as patch, translation.override("en-gb"):
        translation.gettext("")  # Django chooses its functions when the first is used
        for name, choose in {
            "get_language": lambda: NOWHERE,
            "gettext": lambda message: foreign(str(message)),
            "ngettext": lambda one, several, number: foreign(str(one if number == 1 else several)),
            "pgettext": lambda context, message: foreign(str(message)),
            "npgettext": lambda context, one, several, number: foreign(str(one if number == 1 else several)),
        }.items():
            patch.setattr(f"django.utils.translation._trans.{name}", choose)
        patch.setattr(text, "_translate", foreign)
        patch.setattr(texts, "_texts", lambda title, language: foreign_texts(english(title, language)))
        yield


def foreign_texts(written: Texts) -> Texts:
    """The texts of a title in that language."""
    tables = {name: {key: foreign(said) for key, said in getattr(written, name).items()} for name in texts.TABLES}
    called = {key: foreign(written.name(key)) for table in tables.values() for key in table}
    return Texts(**{**tables, "names": {**called, **tables["names"]}})


class Reader(HTMLParser):
    """What a page says, to the eye and to a screen reader."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the attributes that people read."""
        self.said += [value for name, value in attrs if name in SHOWN and value]
        self._unread += tag in UNREAD

    def handle_endtag(self, tag: str) -> None:
        """The end of what is not read."""
        self._unread -= tag in UNREAD

    def handle_data(self, data: str) -> None:
        """Note what is shown."""
        if not self._unread and data.strip():
            self.said.append(data)


def left_in_english(html: str, names: frozenset[str]) -> dict[str, str]:
    """The words of a page that were not translated, apart from names, each with what it is part of."""
    reader = Reader()
    reader.feed(html)
    known = names | EVERYWHERE
    return {
        word: " ".join(said.split())
        for said in dict.fromkeys(reader.said)
        for word in WORD.findall(RULE_ID.sub("", said))
        if is_plain(word) and not any(is_name(form, known) for form in (word, word.removesuffix("'s")))
    }


def is_plain(word: str) -> bool:
    """Could the word be English? Words without any of the letters that change cannot be told."""
    return any(letter in PLAIN for letter in word) and word.isascii()


def is_name(word: str, names: frozenset[str]) -> bool:
    """Is the word a name, part of one, or made of such parts? Long names are broken where they have hyphens."""
    return word in names or all(part in names for part in re.split(r"[-&]", word))


def names_of(book: Rulebook) -> frozenset[str]:
    """The names and symbols of a title, which are the same in every language."""
    named = [
        book.title,
        *book.seat_names,
        *book.company_names,
        *(company.name for company in book.companies),
        *book.private_names,
        *(private.name for private in book.privates),
        *book.train_names,
        *(phase.name for phase in book.phases),
        *book.board.names,
        *(hex_.title for hex_ in book.board.hexes),
        *(stop.area for hex_ in book.board.hexes for stop in hex_.printed.stops),
        *(sea.name for sea in book.scenery.seas),
        *(region.name for region in book.scenery.regions),
        *book.tiles.names,
        *rules_of(book.title).values(),
    ]
    words = {word for name in named for word in (name, *WORD.findall(name), *name.split())}
    parts = {part for word in words for part in re.split(r"[-&]", word)}
    letters = {symbol[start:end] for symbol in book.company_names for start in range(8) for end in range(start + 2, 9)}
    letters |= {"".join(two) for symbol in book.company_names for two in combinations(symbol, 2)}  # on small boards
    return frozenset(words | parts | letters | {*SEAS, *SIDES, *OTHER_ROUNDS, *permits(book)})


def permits(book: Rulebook) -> set[str]:
    """The letters that the names of trains end with, in any combination, as on permits."""
    kinds = sorted({name[-1] for name in book.train_names if name[-1].isalpha()})
    return {"".join(some) for count in (2, 3) for some in permutations(kinds, count)}
