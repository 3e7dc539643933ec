"""The texts of the titles: complete in every language, of a sensible length, and in our own words."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.steps import Step
from railhead.titles import catalogue
from railhead.titles import texts as texts_module
from railhead.titles.rule_texts import rules_of
from railhead.titles.texts import ENGLISH, TABLES, languages, tables, texts

SHARED = Path(__file__).parents[3] / "shared"
"""Rulebooks and rule lists are kept beside the project, never in it."""
BORROWED = 8
"""This many words in a row found in a rulebook are no coincidence."""
SHORTEST, LONGEST = 12, 480

LANGUAGES = [ENGLISH, "de"]
WRITTEN = [(title, language) for title in catalogue.TITLES for language in sorted(languages(title))]


def test_a_language_that_is_unknown_or_regional() -> None:
    assert texts("1860", "xx") is texts("1860")
    assert texts("1860", "../en") is texts("1860")
    assert texts("1860", "de-AT") is texts("1860", "de")
    assert texts("1860", "de").name("share") == "Aktie"
    assert texts("1860").name("share") == "share"


def test_a_missing_text_is_shown_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {ENGLISH: {"words": {"a": "one", "b": "two"}}, "de": {"words": {"a": "eins"}}}
    monkeypatch.setattr(texts_module, "tables", lambda _title, language: files[language])
    shown = texts_module._texts.__wrapped__("1860", "de")
    assert dict(shown.words) == {"a": "eins", "b": "two"}
    assert dict(shown.rules) == {}


def test_a_title_that_does_not_exist_has_no_texts() -> None:
    with pytest.raises(Malformed, match="not a title"):
        texts("1830")


@cache
def book(title: str) -> Rulebook:
    """The rulebook of a title as most tables play it."""
    return catalogue.rulebook(title, ("Ann", "Ben", "Cleo"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", catalogue.TITLES)
def test_everything_has_a_text_and_nothing_is_left_over(title: str, language: str) -> None:
    written, facts = tables(title, language), book(title)
    assert list(written["rules"]) == list(rules_of(title))
    assert set(written.get("privates", {})) == {private.symbol for private in facts.privates}
    assert set(written["trains"]) == {train.name for train in facts.trains}
    assert set(written["phases"]) == {phase.name for phase in facts.phases}
    assert set(written.get("options", {})) == set(catalogue.find(title).options)
    assert set(written["kinds"]) == {kind.name for kind in facts.kinds}
    assert written["ending"]


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_whatever_is_printed_on_the_board_has_a_text(title: str) -> None:
    hexes = book(title).board.hexes
    printed = {name for hex_ in hexes for name in (hex_.label, hex_.terrain) if name}
    printed |= {side.kind for hex_ in hexes for _, side in hex_.sides}
    printed |= {
        stop.kind for tile in (*book(title).tiles.facts, *(hex_.printed for hex_ in hexes)) for stop in tile.stops
    }
    assert printed - set(texts(title).markers) == set()


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_every_kind_of_round_has_a_text(title: str) -> None:
    played = (Path(__file__).parent / "playthroughs" / f"{title}.txt").read_text(encoding="utf-8")
    begun = re.findall(
        r"^ *(?:Initial (auction)|(Auction) of the opening packet|(Concession) phase|(\w+) round [\d.]+) begins$",
        played,
        re.MULTILINE,
    )
    rounds = {"".join(kind).lower() for kind in begun}
    assert rounds == set(texts(title).rounds)


def steps() -> set[str]:
    """The kinds of steps that the rules of all titles have."""
    found: set[str] = set()
    left: list[type[Step]] = [Step]
    while left:
        kind = left.pop()
        found.add(kind.__name__)
        left += kind.__subclasses__()
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", catalogue.TITLES)
def test_the_guide_is_about_steps_of_the_game(title: str, language: str) -> None:
    written = tables(title, language)
    assert next(iter(written["guide"])) == "Welcome"
    assert set(written["guide"]) - {"Welcome", "Done"} <= steps()
    assert set(written["advice"]) <= set(written["guide"])
    first_game = list(written["guide"])[1 : list(written["guide"]).index("Done")]
    assert set(first_game) <= set(written["advice"])


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_all_languages_explain_the_same(title: str) -> None:
    english, *others = ({table: set(entries) for table, entries in tables(title, one).items()} for one in LANGUAGES)
    labels = {hex_.label for hex_ in book(title).board.hexes}
    for written in others:
        assert {**written, "names": english["names"]} == english
        named = {f"{kind} round" for kind in english["rounds"]} | {f"{cause} end" for cause in english["ending"]}
        named |= {f"{rule.split('-')[1]} rules" for rule in english["rules"]}
        named |= {f"{kind} step" for kind in english["guide"] - {"Welcome", "Done"}}
        assert written["names"] == (english["markers"] | english["words"] | named) - labels


@pytest.mark.parametrize(("title", "language"), WRITTEN)
def test_texts_are_whole_sentences_of_a_sensible_length(title: str, language: str) -> None:
    written = tables(title, language)
    assert set(written) <= set(TABLES)
    said = {
        (table, name): text for table, entries in written.items() if table != "names" for name, text in entries.items()
    }
    wrong = {where: text for where, text in said.items() if not _well_formed(text)}
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


def _well_formed(text: str) -> bool:
    return SHORTEST <= len(text) <= LONGEST and text[-1] in ".!)" and text == " ".join(text.split())


@cache
def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return frozenset(tuple(words[start : start + BORROWED]) for start in range(len(words) - BORROWED + 1))
