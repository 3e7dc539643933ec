"""What the rules, privates, trains and so on of a title do, in our own words and in any language.

Every title has a folder `texts` with a file for each language. A language that lacks a text shows it in English.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

from railhead.titles import catalogue

ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a title in one language: each table gives the text of a thing by its name in the data."""

    rules: Mapping[str, str]
    """By rule id: what the rule says."""
    privates: Mapping[str, str]
    """By symbol: what a private pays and does, and when it closes."""
    trains: Mapping[str, str]
    """By name: how a train runs and when it rusts."""
    phases: Mapping[str, str]
    """By name: what changes when a phase begins."""
    names: Mapping[str, str]
    """What markers and words are called in this language, where that is not their key; and, under `KIND round`,
    `CAUSE end`, `STEP step` and `AREA rules`, the rounds, what ends the game, the kinds of steps, and the areas that
    the ids of rules name."""
    markers: Mapping[str, str]
    """Whatever else is seen on the board or on a charter: a letter as printed; a terrain, a side or a sort of stop by
    its name in the data; and the title's own markers."""
    options: Mapping[str, str]
    """By id: what an option changes."""
    rounds: Mapping[str, str]
    """By kind of round: what happens in it."""
    kinds: Mapping[str, str]
    """By name: what distinguishes a kind of company."""
    ending: Mapping[str, str]
    """What ends the game, each cause under a name of its own."""
    words: Mapping[str, str]
    """The glossary: what the words of the title mean."""
    guide: Mapping[str, str]
    """By kind of step, which is the name of its class: what it is about, for somebody who meets it for the first time.
    Between `Welcome` and `Done`, the first and the last words, are the steps of a first game in their order."""
    advice: Mapping[str, str]
    """By kind of step: what a good first choice is."""

    def name(self, key: str) -> str:
        """What a marker or a word of the glossary is called."""
        return self.names.get(key, key)


TABLES = tuple(field.name for field in fields(Texts))


def texts(title: str, language: str = ENGLISH) -> Texts:
    """The texts of a title in a language such as `de` or `de-at`; in English if there are none in that language."""
    spoken = language.lower().replace("_", "-").partition("-")[0]
    return _texts(title, spoken if spoken in languages(title) else ENGLISH)


@cache
def languages(title: str) -> frozenset[str]:
    """The languages that a title has texts in."""
    folder = _folder(title)
    if not folder.is_dir():
        return frozenset()
    return frozenset(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))


@cache
def _texts(title: str, language: str) -> Texts:
    english, spoken = tables(title, ENGLISH), tables(title, language)
    return Texts(**{name: MappingProxyType({**english.get(name, {}), **spoken.get(name, {})}) for name in TABLES})


def tables(title: str, language: str) -> dict[str, dict[str, str]]:
    """The tables of one file of texts exactly as written; none if there is no such file."""
    if language not in languages(title):
        return {}
    return tomllib.loads(_folder(title).joinpath(f"{language}.toml").read_text(encoding="utf-8"))


def _folder(title: str) -> Traversable:
    return files("railhead.titles").joinpath(f"t{catalogue.find(title).title.lower()}", "texts")
