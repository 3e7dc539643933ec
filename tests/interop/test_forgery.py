"""A posted figure is read only where it retraces a file, and never beyond what the run could earn by any ruling."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import railhead
from railhead import cli
from railhead.core.refusal import Illegal, Malformed, RailheadError
from railhead.interop.as18xx.importer import Mismatch, import_game, replay
from railhead.play.gamefile import GameFile
from railhead.play.log import ACT, Entry
from railhead.play.session import Misplayed, Session
from railhead.play.table import Table
from tests.interop.forgery import FORGED, MODEST, RUN, hand_written, ours, theirs

RULE = "1862-FREIGHT-02"


def revenue(session: Session) -> int:
    return session.state.revenue[session.book.find_company("Y&N")]


# -- in a file ------------------------------------------------------------------------------------


def test_a_figure_no_ruling_could_give_is_refused_in_their_file() -> None:
    with pytest.raises(Mismatch) as caught:
        import_game(theirs(99990))
    assert caught.value.refusal is not None
    assert caught.value.refusal.rule == RULE
    assert caught.value.number == len(theirs(99990)["actions"])
    with pytest.raises(Mismatch):
        list(replay(theirs(60, subsidy=99990)))


@pytest.mark.parametrize("old", [False, True], ids=["today", "0.1"])
def test_a_figure_no_ruling_could_give_is_refused_in_a_file_of_ours(old: bool) -> None:
    data = hand_written(FORGED, old)
    with pytest.raises(Misplayed) as caught:
        Session(GameFile.from_data(data))
    assert (caught.value.rule, caught.value.number) == (RULE, len(data["actions"]))
    with pytest.raises(Misplayed, match=RULE):
        list(Session.replay(GameFile.from_data(data)))
    with pytest.raises(Misplayed, match=RULE):
        Table.of(GameFile.from_data(data))


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("posted 20 and 0 for 4E H5.0-H7.0", "1862-ROUTE-10"),
        ("posted 20 and 0 for 2L H5.0-H7.0, 2L H5.0-H7.0", "1862-ROUTE-10"),
        ("posted 20 and 0 for 2L H5.0-F3.0", "1862-ROUTE-01"),
        ("posted 20 and 0 for 2L C8.0-C10.0", "1862-ROUTE-01"),
        ("posted 20 and 0 for 2L H5.0", "1862-ROUTE-01"),
    ],
)
def test_a_posted_run_is_made_by_the_companys_trains_on_real_track(action: str, rule: str) -> None:
    with pytest.raises(Misplayed) as caught:
        Session(GameFile.from_data(hand_written(action)))
    assert caught.value.rule == rule


def test_a_figure_of_another_ruling_is_taken_from_a_file() -> None:
    session = Session(import_game(theirs(77, subsidy=10)))
    assert session.actions[-1] == MODEST
    assert session.as_played(len(session)).revenue[session.book.find_company("Y&N")] == 77


@pytest.mark.parametrize("old", [False, True], ids=["today", "0.1"])
@pytest.mark.parametrize("command", ["replay", "show", "choices"])
def test_the_command_line_refuses_a_forged_file(
    command: str, old: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(hand_written(FORGED, old)))
    assert cli.main([command, str(path)]) != 0
    assert RULE in capsys.readouterr().err


def test_the_command_line_imports_no_forged_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "theirs.json"
    path.write_text(json.dumps(theirs(99990)))
    assert cli.main(["import", str(path), "--out", str(tmp_path / "ours.json")]) != 0
    assert RULE in capsys.readouterr().err
    assert not (tmp_path / "ours.json").exists()


def test_nobody_adds_to_what_was_imported() -> None:
    data = {**ours().to_data(), "actions": [*ours().actions, MODEST]}
    with pytest.raises(Misplayed, match="not an action"):
        Session(GameFile.from_data(data))
    data["imported"]["actions"] += 2
    with pytest.raises(Malformed, match="imported, actions"):
        GameFile.from_data(data)


# -- at a table -----------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [FORGED, MODEST])
def test_a_seat_posts_no_figures(action: str) -> None:
    session = Session(ours())
    with pytest.raises(Malformed, match="'posted' is not an action"):
        session.act(action)
    table = Table.of(ours())
    with pytest.raises(Malformed):
        table.act([table.seat_to_act()], action, table.length)
    with pytest.raises(Malformed):
        table.record(Entry(ACT, table.seat_to_act(), action))


def test_a_seat_cannot_hand_in_the_action_itself() -> None:
    imported = Session(import_game(theirs(77, subsidy=10)))
    posted: Any = imported.played(len(imported)).events[0]
    with pytest.raises(Malformed):
        Session(ours()).act(posted.action)


def test_a_run_that_must_be_made_cannot_be_passed() -> None:
    session = Session(ours())
    with pytest.raises((Illegal, Malformed)):
        session.act("pass")
    session.act(RUN)
    assert revenue(session) == 50


def test_the_command_line_lets_nobody_post_or_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(ours().to_json())
    for action in (FORGED, MODEST, "pass"):
        assert cli.main(["act", str(path), action]) != 0
        assert path.read_text() == ours().to_json()
    assert cli.main(["act", str(path), RUN]) == 0
    assert "50" in capsys.readouterr().out


def test_the_library_posts_no_figures() -> None:
    game = railhead.load(ours().to_json())
    for action in (FORGED, MODEST, "pass"):
        with pytest.raises(RailheadError):
            game.play(action)
    game.play(RUN)
    for forged in (hand_written(FORGED), hand_written(FORGED, old=True), theirs(99990)):
        with pytest.raises(RailheadError, match=RULE):
            railhead.load(json.dumps(forged))


# -- undo and redo --------------------------------------------------------------------------------


def test_what_was_imported_is_done_again_as_it_was() -> None:
    session = Session(import_game(theirs(77, subsidy=10)))
    before = session.state
    session.undo()
    session.redo()
    assert session.state == before
    session.undo()
    session.act(MODEST)
    assert session.state == before, "it is what the file goes on with"
    session.undo()
    session.undo()
    again = Session(GameFile.from_data(session.game().to_data()))
    again.redo()
    again.redo()
    assert again.state == before


def test_another_continuation_is_judged_by_the_rulebook() -> None:
    session = Session(import_game(theirs(77, subsidy=10)))
    session.undo()
    for other in ("posted 78 and 10 for 2L H5.0-H7.0", FORGED, "pass"):
        with pytest.raises((Illegal, Malformed)):
            session.act(other)
    session.act(RUN)
    assert revenue(session) == 50
    assert session.undone == ()
    session.undo()
    with pytest.raises(Malformed):
        session.act(MODEST)
    kept = session.game().imported
    assert kept is not None
    assert kept.actions == len(session)


def test_a_table_keeps_apart_what_was_imported_and_what_was_played() -> None:
    table = Table.of(import_game(theirs(77, subsidy=10)))
    before = table.session.state
    assert all(recorded.entry.imported for recorded in table.log)
    seat = table.decided_by(table.actions).seat
    table.undo(seat, table.actions - 1, (), table.length)
    table.redo([seat], table.length)
    assert table.session.state == before
    table.undo(seat, table.actions - 1, (), table.length)
    with pytest.raises(Malformed):
        table.act([seat], FORGED, table.length)
    table.act([seat], RUN, table.length)
    again = Table(table.session.game(), [recorded.entry for recorded in table.log])
    assert again.session.state == table.session.state
    assert again.session.actions == table.session.actions
