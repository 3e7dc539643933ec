"""Where the file of an imported game ends, the rulebook takes the table over as it lies."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from railhead.core import engine
from railhead.core.audit import audit
from railhead.core.ids import POOL
from railhead.interop.as18xx import overlay
from railhead.interop.as18xx.overlay_1862 import ImportRecord
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from railhead.rules.operating import OperatingTurn
from railhead.rules.running import RunTrains
from railhead.rules.tokens import PlaceTokens
from railhead.rules.track import LayTrack
from railhead.rules.trains import BuyTrains, ReturnTrains
from railhead.testing import Table
from railhead.titles.t1862.merging import MergeOrNot
from railhead.titles.t1862.record import Record1862
from tests.corpus import games
from tests.titles.t1860.test_variants import TO_NEWPORT
from tests.titles.t1862.railways import operating, railway, table

ROOT = Path(__file__).parents[2]
IMPORTED = [name for name in games.names() if "imported" in name]
EVERY = 5


def taken_over(at: Table) -> Table:
    """The table as the rulebook takes it over."""
    at.state, _ = overlay.taken_over(at.book, at.state)
    return at


@pytest.mark.parametrize("name", IMPORTED)
def test_the_rulebook_goes_on_from_every_point_of_an_imported_game(name: str) -> None:
    file = games.load(name)
    book = file.rulebook()
    for played in Session.replay(file):
        if played.id % EVERY:
            continue
        state, _ = overlay.taken_over(book, played.state)
        choices = engine.choices(book, state)
        assert audit(book, state) == []
        assert type(state.record).__module__.startswith("railhead.titles.")
        assert choices is None or any(True for _ in choices), f"nothing to decide after action {played.id}"


UNFINISHED = [name for name in IMPORTED if "unfinished" in name or "broken-off" in name]


@pytest.mark.parametrize("name", UNFINISHED)
def test_a_game_goes_on_and_is_stored_with_what_was_imported(name: str) -> None:
    """Taken up where the file ends, or some moves earlier, by careless players."""
    for back in (0, 20):
        chance = Random(back)
        session = Session(games.load(name))
        for _ in range(back):
            session.undo()
        first = len(session)
        for _ in range(40):
            if session.choices is not None:
                session.act(session.choices.sample(chance))
        again = Session(GameFile.from_data(session.game().to_data()))
        assert again.state == session.state
        assert len(session) > first
        kept = session.game().imported
        assert kept is not None
        assert all(session.played(number).book is session.book for number in range(kept.actions + 1, len(session) + 1))


# -- 1860 -----------------------------------------------------------------------------------------


def receivership(step: type[ReturnTrains | BuyTrains | RunTrains], *trains: str, treasury: int = 0) -> Table:
    at = Table()
    at.float("C&N", 74, {"pool": 5}, operated=True, treasury=treasury)
    at.lay(*TO_NEWPORT)
    at.give_trains("C&N", *trains)
    at.operating_turn("C&N", "dividend")
    at.state.agenda = (*at.state.agenda[:2], OperatingTurn(at.company("C&N"), 4), step(at.company("C&N")))
    assert at.state.director[at.company("C&N")] == POOL
    return at


def test_a_company_in_receivership_runs_by_itself_again() -> None:
    at = taken_over(receivership(RunTrains, "2+1"))
    assert not isinstance(at.step, RunTrains)
    assert at.cash("C&N") == 60


def test_a_company_in_receivership_buys_its_train_by_itself_again() -> None:
    at = taken_over(receivership(BuyTrains, treasury=250))
    assert at.trains("C&N") == ["2+1"]


def test_a_company_in_receivership_returns_its_lowest_trains_by_itself_again() -> None:
    at = receivership(ReturnTrains, "2+1", "2+1", "2+1", "2+1", "3+2")
    taken_over(at)
    assert at.trains("C&N") == ["2+1", "2+1", "2+1", "3+2"]


@pytest.mark.parametrize("step", [LayTrack, PlaceTokens])
def test_building_under_british_rail_is_over(step: type[LayTrack | PlaceTokens]) -> None:
    at = Table()
    at.float("C&N", 74, {"A": 5}, operated=True, treasury=240)
    at.lay(*TO_NEWPORT)
    at.give_trains("C&N", "9+5")
    at.set_phase("9")
    at.remember(nationalised=True)
    at.operating_turn("C&N", "run")
    at.state.agenda = (*at.state.agenda[:2], OperatingTurn(at.company("C&N"), 2), step(at.company("C&N")))
    assert isinstance(taken_over(at).step, RunTrains)


# -- 1862 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [LayTrack, MergeOrNot])
def test_a_company_that_has_built_first_has_had_its_time_for_merging(step: type[LayTrack | MergeOrNot]) -> None:
    at = table(3)
    at.lay("57@0 D11")
    railway(at, "SVR", {"A": 5}, treasury=500, markers=("D11.0",), unused=2)
    operating(at, "SVR", "merge" if step is LayTrack else "build")
    company, kept = at.company("SVR"), at.state.record
    assert isinstance(kept, Record1862)
    at.state.record = ImportRecord(**{name: getattr(kept, name) for name in Record1862.__slots__}, built=True)
    at.state.agenda = (*at.state.agenda, step(company))
    taken_over(at)
    steps = [type(other) for other in at.state.agenda[2:]]
    assert steps == [OperatingTurn, PlaceTokens, LayTrack] if step is LayTrack else [OperatingTurn, PlaceTokens]
    assert type(at.state.record) is Record1862


# -- the pages ------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", sorted(overlay.DEPARTURES))
def test_the_page_of_a_title_lists_every_departure(title: str) -> None:
    text = (ROOT / "docs" / "titles" / f"{title}.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([a-z-]+)` \| (18\d\d-[A-Z]+-\d+)[^|]*\| (.+) \|$", text, re.MULTILINE)
    known = {(name, departure.rule, departure.what) for name, departure in overlay.DEPARTURES[title].items()}
    assert known <= set(listed)


@pytest.mark.parametrize("folder", ["titles", "rules", "core", "track", "routes"])
def test_no_rule_asks_whether_a_game_was_imported(folder: str) -> None:
    for path in sorted((ROOT / "src" / "railhead" / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert "peer-" not in text, path
        assert "imported game" not in text.lower() or path.stem == "dealing", path


def test_an_old_file_keeps_its_departures() -> None:
    file = games.load("1860/3p-imported-some-switches-seed44")
    assert file.imported is not None
    assert file.imported.actions == len(file.actions)
    assert len(file.imported.departures) == 4
    again = GameFile.from_data(file.to_data())
    assert again == file
