"""A table: its log only grows, moves are taken back by consent, and an answer to a point that has passed is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core.ids import Owner, Seat
from railhead.core.refusal import Illegal, Malformed
from railhead.play.gamefile import GameFile
from railhead.play.log import ACT, REDO, UNDO, Entry
from railhead.play.table import NotYours, Stale, Table
from tests.play.games import finished_game, some_game

ANN, BEN, CLEO = (Seat(Owner(number)) for number in (2, 3, 4))
EVERYBODY = (ANN, BEN, CLEO)


def table() -> Table:
    """A new table of three; Ann is the first to bid."""
    return Table(GameFile.new("1860", ("Ann", "Ben", "Cleo")))


def opened() -> Table:
    """Ann and Ben have bid."""
    begun = table()
    begun.act([ANN], "bid 5", 0)
    begun.act([BEN], "bid 10", 1)
    return begun


def test_a_move_is_one_entry_longer() -> None:
    begun = opened()
    assert (begun.length, begun.actions) == (2, 2)
    assert [row.entry for row in begun.log] == [Entry(ACT, ANN, "bid 5"), Entry(ACT, BEN, "bid 10")]
    assert begun.seat_to_act() == CLEO


def test_an_entry_is_put_into_words_once_and_takes_little_room() -> None:
    recorded = opened().log[0]
    assert recorded.lines is recorded.lines
    assert not hasattr(recorded, "__dict__"), "a dict for every entry of a long game"


@pytest.mark.parametrize("length", [0, 1, 3, -1])
def test_an_answer_to_another_point_of_the_game_is_refused(length: int) -> None:
    begun = opened()
    with pytest.raises(Stale) as refused:
        begun.act([CLEO], "bid 15", length)
    assert refused.value.length == 2
    assert begun.length == 2


def test_nobody_moves_for_a_seat_that_is_not_theirs() -> None:
    begun = opened()
    for seats in ([ANN], [BEN], [ANN, BEN], []):
        with pytest.raises(NotYours):
            begun.act(seats, "bid 15", 2)
    begun.act([ANN, CLEO], "bid 15", 2)
    assert begun.decided_by(3).seat == CLEO


def test_what_the_rules_refuse_changes_nothing() -> None:
    begun = opened()
    before = begun.session.state.digest()
    with pytest.raises(Illegal):
        begun.act([CLEO], "bid 11", 2)
    with pytest.raises(Malformed):
        begun.act([CLEO], "bid eleven", 2)
    assert (begun.length, begun.session.state.digest()) == (2, before)


def test_a_fork_goes_its_own_way() -> None:
    begun = opened()
    fork = begun.fork()
    fork.act([CLEO], "bid 15", 2)
    fork.undo(CLEO, 2, (), 3)
    assert (begun.length, begun.actions, fork.length, fork.actions) == (2, 2, 4, 2)
    assert begun.log == fork.log[:2]


# -- taking back ----------------------------------------------------------------------------------


def test_one_s_own_last_move_is_taken_back_freely() -> None:
    begun = opened()
    assert begun.asked_for_undo(BEN, 1) == frozenset()
    begun.undo(BEN, 1, (), 2)
    assert (begun.length, begun.actions) == (3, 1)
    assert begun.seat_to_act() == BEN


def test_others_moves_are_taken_back_with_their_consent_only() -> None:
    begun = opened()
    assert begun.asked_for_undo(ANN, 0) == {BEN}
    assert begun.asked_for_undo(CLEO, 0) == {ANN, BEN}
    for agreed in ((), (ANN,), (CLEO,)):
        with pytest.raises(NotYours):
            begun.undo(CLEO, 0, agreed, 2)
    assert begun.length == 2
    begun.undo(CLEO, 0, (ANN, BEN), 2)
    assert begun.actions == 0


@pytest.mark.parametrize("left", [-1, 2, 3])
def test_no_more_is_taken_back_than_there_is(left: int) -> None:
    begun = opened()
    with pytest.raises(Malformed):
        begun.undo(BEN, left, EVERYBODY, 2)
    with pytest.raises(Malformed):
        begun.record(Entry(UNDO, BEN, str(left)))
    assert begun.length == 2


def test_what_was_taken_back_stays_in_the_log() -> None:
    begun = opened()
    begun.undo(BEN, 1, (), 2)
    begun.act([BEN], "pass", 3)
    assert [row.in_force for row in begun.log] == [True, False, False, True]
    undone = begun.log[1].played
    assert undone is not None
    assert undone.text == "bid 10"
    assert [begun.decided_by(number).text for number in (1, 2)] == ["bid 5", "pass"]


def test_the_length_never_comes_back_so_an_old_page_is_always_noticed() -> None:
    begun = opened()
    begun.undo(BEN, 1, (), 2)
    begun.act([BEN], "bid 20", 3)
    assert begun.actions == 2
    with pytest.raises(Stale):
        begun.act([CLEO], "bid 25", 2)


def test_what_was_taken_back_is_done_again_by_who_is_to_decide() -> None:
    begun = opened()
    begun.undo(BEN, 0, (ANN,), 2)
    with pytest.raises(NotYours):
        begun.redo([BEN], 3)
    begun.redo([ANN], 3)
    begun.redo([BEN], 4)
    assert [row.entry.kind for row in begun.log] == [ACT, ACT, UNDO, REDO, REDO]
    assert begun.session.actions == ("bid 5", "bid 10")
    with pytest.raises(Malformed):
        begun.redo([CLEO], 5)


def test_played_again_from_its_log_it_is_the_same_table() -> None:
    begun = opened()
    begun.undo(BEN, 0, (ANN,), 2)
    begun.redo([ANN], 3)
    begun.act([BEN], "pass", 4)
    again = Table(GameFile.new("1860", ("Ann", "Ben", "Cleo")), [row.entry for row in begun.log])
    assert [(row.entry, row.in_force) for row in again.log] == [(row.entry, row.in_force) for row in begun.log]
    assert again.session.state == begun.session.state
    assert again.session.undone == begun.session.undone


def test_a_game_in_a_file_goes_on_at_a_table() -> None:
    game = some_game(1, 120)
    taken_up = Table.of(game)
    assert taken_up.session.game() == game
    assert taken_up.length == taken_up.actions == 120
    assert {taken_up.decided_by(number).seat for number in range(1, 121)} == set(EVERYBODY)


def test_a_finished_game_asks_nobody() -> None:
    ended = Table.of(finished_game())
    assert ended.over
    with pytest.raises(Malformed):
        ended.seat_to_act()
    with pytest.raises(Malformed):
        ended.act([ANN, BEN], "pass", ended.length)
    ended.undo(BEN, ended.actions - 1, (ANN, BEN), ended.length)
    assert not ended.over


def test_an_unknown_kind_of_entry_is_refused() -> None:
    with pytest.raises(Malformed):
        table().record(Entry("shout", ANN, "hello"))
    with pytest.raises(Malformed):
        table().record(Entry(UNDO, ANN, "some"))


def test_seats_are_found_by_name() -> None:
    assert table().seat_named("Cleo") == CLEO
    with pytest.raises(Malformed):
        table().seat_named("Dan")


def test_since_when_a_seat_has_been_to_decide() -> None:
    file = some_game(1, 80)
    begun, since, longest = Table(replace(file, actions=())), 0, 0
    for action in file.actions:
        decides = begun.seat_to_act()
        begun.act([decides], action, begun.length)
        since = since if begun.seat_to_act() == decides else begun.length
        longest = max(longest, begun.length - since)
        assert begun.deciding_since() == since
    assert longest > 1, "somebody decides several times in a row"


def test_the_last_move_of_a_seat() -> None:
    begun = opened()
    assert [begun.last_move_of(seat) for seat in EVERYBODY] == [1, 2, 0]
    begun.record(Entry(ACT, CLEO, "pass", automatic=True))
    assert begun.last_move_of(CLEO) == 0
