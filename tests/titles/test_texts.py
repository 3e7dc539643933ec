"""The texts of the titles: complete in every language, of a sensible length, and in our own words."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from railhead.core.refusal import Malformed
from railhead.titles import catalogue
from railhead.titles import texts as texts_module
from railhead.titles.texts import ENGLISH, TABLES, languages, tables, texts

SHARED = Path(__file__).parents[3] / "shared"
"""Rulebooks and rule lists are kept beside the project, never in it."""
BORROWED = 8
"""This many words in a row found in a rulebook are no coincidence."""
SHORTEST, LONGEST = 12, 480

WRITTEN = [(title, language) for title in catalogue.TITLES for language in sorted(languages(title))]


def test_a_language_that_is_unknown_or_regional() -> None:
    assert texts("1860", "xx") is texts("1860")
    assert texts("1860", "../en") is texts("1860")
    assert texts("1860", "de-AT") is texts("1860", "de")
    assert texts("1860", "de").words["share"].startswith("Aktie")


def test_a_missing_text_is_shown_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {ENGLISH: {"words": {"a": "one", "b": "two"}}, "de": {"words": {"a": "eins"}}}
    monkeypatch.setattr(texts_module, "tables", lambda _title, language: files[language])
    shown = texts_module._texts.__wrapped__("1860", "de")
    assert dict(shown.words) == {"a": "eins", "b": "two"}
    assert dict(shown.rules) == {}


def test_a_title_that_does_not_exist_has_no_texts() -> None:
    with pytest.raises(Malformed, match="not a title"):
        texts("1830")


@pytest.mark.parametrize(("title", "language"), WRITTEN)
def test_texts_are_whole_sentences_of_a_sensible_length(title: str, language: str) -> None:
    written = tables(title, language)
    assert set(written) <= set(TABLES)
    wrong = {
        f"{table}.{name}": text
        for table, entries in written.items()
        for name, text in entries.items()
        if not SHORTEST <= len(text) <= LONGEST or text[-1] not in ".!)" or text != " ".join(text.split())
    }
    assert wrong == {}


@pytest.mark.parametrize(("title", "language"), WRITTEN)
def test_texts_are_our_own(title: str, language: str) -> None:
    sources = [SHARED / "rulebooks" / f"{title}.txt", SHARED / "rules" / f"{title}.md"]
    if not all(source.is_file() for source in sources):
        pytest.skip("rulebooks are kept beside the project")
    known = set().union(*(_runs(source.read_text(encoding="utf-8")) for source in sources))
    copied = {
        f"{table}.{name}": sorted(" ".join(run) for run in _runs(text) & known)
        for table, entries in tables(title, language).items()
        for name, text in entries.items()
        if _runs(text) & known
    }
    assert copied == {}


@cache
def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return frozenset(tuple(words[start : start + BORROWED]) for start in range(len(words) - BORROWED + 1))
