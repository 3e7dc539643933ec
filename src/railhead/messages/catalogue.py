"""Catalogues of translations: reading and writing .po files, and compiling them to .mo files."""

from __future__ import annotations

import ast
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

CONTEXT = "\x04"
"""Stands between the context and the text of a message in a compiled catalogue."""
PLURAL = "\x00"
"""Stands between the forms of a message in a compiled catalogue."""
MAGIC = 0x950412DE


class Message(NamedTuple):
    """A text to be translated."""

    text: str
    plural: str = ""
    """The text for several, if it depends on a number."""
    context: str = ""
    """What tells it from another text that reads the same."""


@dataclass(frozen=True)
class Entry:
    """A text and its translation."""

    message: Message
    translation: tuple[str, ...]
    """One form, or one for each plural form of the language; empty strings where it is not translated."""
    places: tuple[str, ...] = ()
    """The files it is used in."""
    fuzzy: bool = False
    """Only a guess."""

    @property
    def is_translated(self) -> bool:
        """Is every form translated?"""
        return all(self.translation) and not self.fuzzy


@dataclass(frozen=True)
class Catalogue:
    """The translations of one language."""

    header: str
    entries: tuple[Entry, ...]

    @property
    def forms(self) -> int:
        """How many plural forms the language has."""
        return int(self.header.partition("nplurals=")[2].partition(";")[0])

    def updated(self, found: dict[Message, list[str]]) -> Catalogue:
        """The catalogue with exactly these messages; those that were translated stay so."""
        known = {entry.message: entry for entry in self.entries}
        entries = (
            replace(known.get(message, self._untranslated(message)), places=tuple(sorted(set(places))))
            for message, places in found.items()
        )
        return Catalogue(self.header, tuple(sorted(entries, key=lambda entry: (entry.places, entry.message))))

    def _untranslated(self, message: Message) -> Entry:
        return Entry(message, ("",) * (self.forms if message.plural else 1))

    def to_po(self) -> str:
        """The catalogue as translators edit it."""
        header = "\n".join(
            ("# Made by `python -m railhead.messages`: only translations are to be edited.", _head(self))
        )
        return "\n\n".join((header, *map(_written, self.entries))) + "\n"

    def to_mo(self) -> bytes:
        """The catalogue as Django reads it."""
        return compiled({"": self.header, **dict(_compiled(entry) for entry in self.entries if entry.is_translated)})


def _head(catalogue: Catalogue) -> str:
    return f'msgid ""\n{_string("msgstr", catalogue.header)}'


def _written(entry: Entry) -> str:
    lines = [f"#: {place}" for place in entry.places]
    if entry.fuzzy:
        lines.append("#, fuzzy")
    text, plural, context = entry.message
    if context:
        lines.append(_string("msgctxt", context))
    lines.append(_string("msgid", text))
    if not plural:
        return "\n".join((*lines, _string("msgstr", entry.translation[0])))
    lines.append(_string("msgid_plural", plural))
    return "\n".join((*lines, *(_string(f"msgstr[{n}]", form) for n, form in enumerate(entry.translation))))


def _string(keyword: str, text: str) -> str:
    """A keyword and its text; long texts are broken after their lines."""
    parts = text.splitlines(keepends=True) or [""]
    quoted = ['"' + part.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"' for part in parts]
    return f"{keyword} " + "\n".join(quoted if len(quoted) == 1 else ['""', *quoted])


# -- reading --------------------------------------------------------------------------------------


def read(path: Path) -> Catalogue:
    """The catalogue in a .po file."""
    header, *entries = map(_entry, _blocks(path.read_text(encoding="utf-8").splitlines()))
    return Catalogue(header.translation[0], tuple(entries))


def _blocks(lines: Iterable[str]) -> Iterator[list[str]]:
    block: list[str] = []
    for line in (*lines, ""):
        if line.strip():
            block.append(line)
        elif block:
            yield block
            block = []


def _entry(block: list[str]) -> Entry:
    texts: dict[str, str] = {}
    keyword = ""
    for line in block:
        if line.startswith("#"):
            continue
        if not line.startswith('"'):
            keyword, _, line = line.partition(" ")
            texts[keyword] = ""
        texts[keyword] += ast.literal_eval(line)
    forms = tuple(form for name, form in texts.items() if name.startswith("msgstr"))
    places = tuple(line.removeprefix("#: ") for line in block if line.startswith("#: "))
    fuzzy = any(line.startswith("#,") and "fuzzy" in line for line in block)
    message = Message(texts["msgid"], texts.get("msgid_plural", ""), texts.get("msgctxt", ""))
    return Entry(message, forms, places, fuzzy)


# -- compiling ------------------------------------------------------------------------------------


def _compiled(entry: Entry) -> tuple[str, str]:
    text, plural, context = entry.message
    key = (f"{context}{CONTEXT}" if context else "") + (f"{text}{PLURAL}{plural}" if plural else text)
    return key, PLURAL.join(entry.translation)


def compiled(translations: dict[str, str]) -> bytes:
    """Translations in the format of gettext's .mo files: two tables of lengths and offsets, then the texts."""
    pairs = sorted((key.encode(), text.encode()) for key, text in translations.items())
    count, tables = len(pairs), 28
    offset = tables + 16 * count
    places: list[int] = []
    texts = [*(key for key, _ in pairs), *(text for _, text in pairs)]
    for text in texts:
        places += (len(text), offset)
        offset += len(text) + 1
    head = struct.pack("<7I", MAGIC, 0, count, tables, tables + 8 * count, 0, tables + 16 * count)
    return head + struct.pack(f"<{4 * count}I", *places) + b"".join(text + b"\x00" for text in texts)
