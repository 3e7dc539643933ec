"""All texts of Railhead, wherever they are written."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from railhead.core.rulebook import Rulebook
from railhead.messages import facts, pages, python
from railhead.messages.catalogue import Message
from railhead.titles import catalogue

ROOT = Path(__file__).resolve().parents[1]
UNTRANSLATED = (
    *("bench", "bots", "commands", "messages", "terminal"),
    *("web/bench", "web/configuration", "web/server", "web/soundness", "web/stored"),
)
"""Folders and modules that speak English only: tools, the command line, and what the site says to whoever runs it."""

FIELD = re.compile(r"\{\w*\}|%\(\w+\)s|%[sd]")
"""What is filled in, in texts of the engine and of pages."""

Collected = dict[Message, list[str]]
"""By message: the files it is in."""


def for_pages() -> Collected:
    """Everything that the server says."""
    found: Collected = {}
    _add(found, _in_python())
    _add(found, _in_templates())
    _add(found, _in_facts())
    return found


def for_scripts() -> Collected:
    """Everything that scripts say."""
    found: Collected = {}
    _add(found, ((path, pages.in_script(path.read_text(encoding="utf-8"))) for path in _files("web/static", "*.js")))
    return found


def _add(found: Collected, sources: Iterable[tuple[Path, Iterable[Message]]]) -> None:
    known = facts.books()
    for path, messages in sources:
        place = path.relative_to(ROOT).as_posix()
        for message in messages:
            if not says_something(message.text):
                continue
            for text in facts.variants(message.text, _books_of(place, known)):
                found.setdefault(message._replace(text=text), []).append(place)


def _books_of(place: str, known: list[Rulebook]) -> list[Rulebook]:
    """The titles that could show what is written in a file."""
    own = [book for book in known if place.startswith(f"titles/t{book.title.lower()}/")]
    return own or known


def says_something(text: str) -> bool:
    """Is there anything to translate besides the fields?"""
    return any(letter.isalpha() for letter in FIELD.sub("", text))


def _files(folder: str, pattern: str) -> list[Path]:
    return sorted((ROOT / folder).rglob(pattern))


def _in_python() -> Iterator[tuple[Path, Iterable[Message]]]:
    paths = [path for path in _files(".", "*.py") if not path.relative_to(ROOT).as_posix().startswith(UNTRANSLATED)]
    modules = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    ours = python.exceptions(modules)
    for path, module in modules.items():
        yield path, python.messages(module, ours)


def _in_templates() -> Iterator[tuple[Path, Iterable[Message]]]:
    for path in _files("web/templates", "*.html"):
        yield path, pages.in_template(path.read_text(encoding="utf-8"))


def _in_facts() -> Iterator[tuple[Path, Iterable[Message]]]:
    for title, book in zip(catalogue.TITLES.values(), facts.books(), strict=True):
        folder = ROOT / "titles" / f"t{title.title.lower()}"
        yield folder, map(Message, facts.in_facts(title, book))
