"""Every text is translated into every language, with its fields, and what Django reads is up to date."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from railhead.messages import catalogue
from railhead.messages.__main__ import DOMAINS, LOCALE, paths
from railhead.messages.catalogue import Catalogue, Message

LANGUAGES = sorted(path.name for path in LOCALE.iterdir())
FIELD = re.compile(r"\{(\w*)(?::(\w+))?\}|%\((\w+)\)[sd]|%[sd]")
PREPOSITIONS = ("", "from", "to")
EACH = [(language, domain) for language in LANGUAGES for domain in DOMAINS]


@cache
def found(domain: str) -> frozenset[Message]:
    """All texts in the code."""
    return frozenset(DOMAINS[domain]())


def path_of(language: str, domain: str) -> Path:
    """Where the catalogue of a language is."""
    return paths(LOCALE / language)[domain]


def read(language: str, domain: str) -> Catalogue:
    """The catalogue of a language."""
    return catalogue.read(path_of(language, domain))


def fields(text: str) -> set[str]:
    """The names of the fields of a text."""
    return {match[1] or match[3] or match[0] for match in FIELD.finditer(text)}


def test_german_is_one_of_the_languages() -> None:
    assert "de" in LANGUAGES


@pytest.mark.parametrize(("language", "domain"), EACH)
def test_every_text_is_translated_and_none_is_left_over(language: str, domain: str) -> None:
    entries = read(language, domain).entries
    assert {entry.message for entry in entries} == found(domain), "run: python -m railhead.messages"
    assert [entry.message.text for entry in entries if not entry.is_translated] == []


@pytest.mark.parametrize(("language", "domain"), EACH)
def test_translations_have_the_fields_of_the_originals(language: str, domain: str) -> None:
    for entry in read(language, domain).entries:
        allowed = fields(entry.message.text) | fields(entry.message.plural)
        for form in entry.translation:
            assert fields(form) <= allowed, entry.message.text
            assert {match[2] or "" for match in FIELD.finditer(form)} <= set(PREPOSITIONS), entry.message.text
        if not entry.message.plural:
            assert fields(entry.translation[0]) == allowed, entry.message.text


@pytest.mark.parametrize(("language", "domain"), EACH)
def test_sentences_end_as_the_originals_do(language: str, domain: str) -> None:
    for entry in read(language, domain).entries:
        original, translation = entry.message.text, entry.translation[0]
        if " " not in original:
            continue  # an abbreviation
        for mark in (".", "…", "\n"):
            assert original.endswith(mark) == translation.endswith(mark), original
        assert translation == translation.strip() or original != original.strip(), original


@pytest.mark.parametrize(("language", "domain"), EACH)
def test_what_django_reads_is_compiled_from_what_translators_write(language: str, domain: str) -> None:
    compiled = path_of(language, domain).with_suffix(".mo").read_bytes()
    assert compiled == read(language, domain).to_mo(), "run: python -m railhead.messages"


@pytest.mark.parametrize(("language", "domain"), EACH)
def test_catalogues_are_written_as_the_tool_writes_them(language: str, domain: str) -> None:
    assert path_of(language, domain).read_text(encoding="utf-8") == read(language, domain).to_po()


def test_german_has_one_word_for_each_kind_of_railroad() -> None:
    """Minor, Regional, Major and National, as on charters; a Haupt- or Nebenbahn would be something else."""
    others = re.compile(r"(Neben|Haupt|Staats|Regional)(bahn|-)", re.IGNORECASE)
    german = (form for entry in read("de", "django").entries for form in entry.translation)
    assert [form for form in german if others.search(form)] == []
