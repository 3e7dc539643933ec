"""Revisions: a dated correction applies to new games, and leaves every stored game as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core.game import Game
from railhead.core.refusal import Illegal, Malformed
from railhead.core.revisions import Correction, check, declared_in, newest, notice
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from railhead.titles import catalogue
from railhead.titles.t1860 import corrections, opening

SEATS = ("Ada", "Brunel", "Clara")
MADE_UP = Correction("1860-AUC-03", since=2, says="A bidder keeps 300 back for the certificate.")
BOLD_BID = "bid 500"
"""Of 670: more than the correction leaves for the bid."""


@pytest.fixture
def stored() -> str:
    """A file of the first revision with a bid that the correction forbids."""
    session = Session(GameFile.new("1860", SEATS))
    session.act(BOLD_BID)
    return session.game().to_json()


@pytest.fixture
def corrected(stored: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """1860 with the made-up correction: stated once, and asked for by the rule."""
    cheapest = opening.cheapest

    def kept_back(game: Game) -> int:
        return 300 if game.follows(MADE_UP) else cheapest(game)

    monkeypatch.setattr(opening, "cheapest", kept_back)
    monkeypatch.setattr(corrections, "MADE_UP", MADE_UP, raising=False)
    title = replace(catalogue.TITLES["1860"], corrections=declared_in(corrections))
    monkeypatch.setitem(catalogue.TITLES, "1860", title)


@pytest.mark.usefixtures("corrected")
def test_a_new_game_is_played_by_the_newest_rules() -> None:
    game = GameFile.new("1860", SEATS)
    assert game.revision == 2
    assert game.older_rules == ""
    with pytest.raises(Illegal, match="370"):
        Session(game).act(BOLD_BID)


@pytest.mark.usefixtures("corrected")
def test_a_stored_game_keeps_its_rules_and_goes_on_under_them(stored: str) -> None:
    game = GameFile.from_json(stored)
    session = Session(game)
    assert (game.revision, session.actions) == (1, (BOLD_BID,))
    session.act("bid 510")
    session.undo()
    session.redo()
    assert session.game().revision == 1
    assert session.game().to_json() == stored.replace(f'"{BOLD_BID}"', f'"{BOLD_BID}",\n  "bid 510"')


@pytest.mark.usefixtures("corrected")
def test_a_game_of_an_older_revision_says_so(stored: str) -> None:
    game = GameFile.from_json(stored)
    assert game.older_rules == Session(game).book.older_rules
    assert "revision 1 of the rules of 1860" in game.older_rules
    assert "1860-AUC-03" in game.older_rules


@pytest.mark.usefixtures("corrected")
def test_a_rulebook_is_made_for_any_revision() -> None:
    assert catalogue.rulebook("1860", SEATS).revision == 2
    for revision in (1, 2):
        book = catalogue.rulebook("1860", SEATS, revision=revision)
        assert (book.revision, book.follows(MADE_UP)) == (revision, revision == 2)


@pytest.mark.parametrize("revision", [99, 0, -1])
def test_no_rulebook_is_made_for_a_revision_that_is_not_known(stored: str, revision: int) -> None:
    with pytest.raises(Malformed, match=r"revision.*1860"):
        catalogue.rulebook("1860", SEATS, revision=revision)
    with pytest.raises(Malformed, match=f"^revision: .*{revision}.*1860"):
        GameFile.from_json(stored.replace('"revision": 1', f'"revision": {revision}'))


def test_a_newer_file_asks_for_a_newer_version() -> None:
    with pytest.raises(Malformed, match="newer version"):
        check("1860", 3, (MADE_UP,))


def test_the_newest_revision_comes_from_the_corrections() -> None:
    late = Correction("X-2", since=5, says="Later.")
    assert newest(()) == 1
    assert newest((late, MADE_UP)) == 5
    assert notice("X", 5, (MADE_UP, late)) == ""
    assert "X-2" in notice("X", 4, (MADE_UP, late))
    assert "1860-AUC-03" not in notice("X", 4, (MADE_UP, late))


@pytest.mark.parametrize("name", catalogue.TITLES)
def test_every_released_revision_has_its_correction(name: str) -> None:
    title = catalogue.find(name)
    dates = {correction.since for correction in title.corrections}
    assert dates == set(range(2, title.revision + 1)), "a revision without a correction"
    assert title.corrections == catalogue.rulebook(name, SEATS).corrections
