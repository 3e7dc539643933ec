"""Catalogues are read, written and compiled as gettext has it."""

from __future__ import annotations

import gettext
import io
from pathlib import Path

from railhead.messages import catalogue
from railhead.messages.catalogue import Catalogue, Entry, Message

HEADER = "Language: de\nContent-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
ENTRIES = (
    Entry(Message('A "train"\nof {company}'), ("Ein „Zug“\nvon {company}",), ("core/some.py", "rules/some.py")),
    Entry(Message("%(n)s share", "%(n)s shares"), ("%(n)s Aktie", "%(n)s Aktien"), ("web/page.html",)),
    Entry(Message("Train", context="verb"), ("Üben",), ("web/page.html",)),
    Entry(Message("Nothing yet"), ("",), ("web/page.html",)),
    Entry(Message("Perhaps"), ("Vielleicht",), ("web/page.html",), fuzzy=True),
)
MADE = Catalogue(HEADER, ENTRIES)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "made.po"
    path.write_text(MADE.to_po(), encoding="utf-8")
    assert catalogue.read(path) == MADE


def test_gettext_reads_what_is_compiled() -> None:
    found = gettext.GNUTranslations(io.BytesIO(MADE.to_mo()))
    assert found.gettext('A "train"\nof {company}') == "Ein „Zug“\nvon {company}"
    assert [found.ngettext("%(n)s share", "%(n)s shares", n) for n in (1, 2)] == ["%(n)s Aktie", "%(n)s Aktien"]
    assert found.pgettext("verb", "Train") == "Üben"
    assert found.gettext("Train") == "Train"


def test_what_is_not_translated_or_only_guessed_stays_english() -> None:
    found = gettext.GNUTranslations(io.BytesIO(MADE.to_mo()))
    assert found.gettext("Nothing yet") == "Nothing yet"
    assert found.gettext("Perhaps") == "Perhaps"


def test_a_catalogue_follows_the_code_and_keeps_its_translations() -> None:
    kept, new = Message("Train", context="verb"), Message("%(n)s hex", "%(n)s hexes")
    updated = MADE.updated({new: ["b.html"], kept: ["c.html", "a.html", "a.html"]})
    assert updated.entries == (Entry(kept, ("Üben",), ("a.html", "c.html")), Entry(new, ("", ""), ("b.html",)))
