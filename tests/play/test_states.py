"""States that are made again when somebody looks back are the same, and few of them are kept."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from types import FrameType

import pytest

from railhead.core.actions import parse, text_of
from railhead.core.state import State
from railhead.interop.as18xx.importer import import_game
from railhead.interop.as18xx.overlay import taken_over
from railhead.play.session import Session
from railhead.play.states import EVERY, SEEN, States
from railhead.play.table import Table
from tests.interop.forgery import theirs
from tests.play.games import some_game


@contextmanager
def counted(*functions: Callable[..., object]) -> Iterator[Counter[str]]:
    """How often these functions are called, from wherever."""
    names = {function.__code__: function.__name__ for function in functions}
    calls = Counter[str]()

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in names:
            calls[names[frame.f_code]] += 1

    sys.setprofile(look)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def test_a_posted_action_is_read_once_and_written_once() -> None:
    table = Table.of(some_game(most=40))
    table.chronicle()
    seat, choices = table.seat_to_act(), table.session.choices
    assert choices is not None
    text = text_of(table.book, choices.sample(Random(1)))
    with counted(parse, text_of) as calls:
        new = table.fork()
        new.act([seat], text, table.length)
        assert new.chronicle()[-1].lines[-1].action == text
    assert calls == {"parse": 1, "text_of": 1}


def test_a_stored_entry_is_read_once_and_written_once() -> None:
    game = some_game(most=60)
    with counted(parse, text_of) as calls:
        table = Table.of(game)
        table.chronicle()
    assert calls == {"parse": 60, "text_of": 60}


@pytest.fixture(scope="module")
def session() -> Session:
    return Session(some_game(2, 420, 3))


def held(states: States) -> set[int]:
    """The states that are kept, by identity."""
    return {id(state) for some in (states._kept.values(), states._newest, *states._seen.values()) for state in some}


def test_looking_back_anywhere_finds_the_state_that_was_there(session: Session) -> None:
    before = [moment.state.digest() for moment in Session.replay(session.game())]
    chance = Random(3)
    for number in [*range(len(session), -1, -7), *(chance.randrange(len(session)) for _ in range(60))]:
        assert session.at(number).digest() == before[number]


def test_few_states_are_kept(session: Session) -> None:
    for number in range(0, len(session), 10):
        session.at(number)
    rounds = sum(session.round_at(n) != session.round_at(n + 1) for n in range(len(session)))
    assert len(held(session._states)) <= (SEEN + 1) * EVERY + len(session) // EVERY + rounds + 1
    assert len(held(session._states)) < len(session)


def test_of_a_game_that_was_played_on_only_the_newest_stretch_is_whole() -> None:
    session = Session(some_game(2, 420, 3))
    session.at(70)
    while len(session) > 395:
        session.undo()
    for _ in range(5):
        session.redo()
    assert len(session) == 400
    assert len(session._states._newest) + sum(map(len, session._states._seen.values())) <= EVERY
    with counted(Session._again) as calls:
        session.at(399)
    assert not calls, "whoever sees the last move is shown what it changed"


def test_checkpoints_take_little_room(session: Session) -> None:
    packed = session._states._kept.values()
    assert len(packed) > 10
    assert max(map(len, packed)) < 2_000


def test_the_last_state_of_every_round_is_at_hand(session: Session) -> None:
    ends = [n for n in range(len(session)) if session.round_at(n) != session.round_at(n + 1)]
    with counted(Session._again) as calls:
        assert [session.at(number).round for number in ends] == [session.round_at(number) for number in ends]
    assert ends
    assert not calls


def test_scrolling_to_and_fro_replays_nothing_again(session: Session) -> None:
    session.at(125)
    session.at(185)
    with counted(Session._again) as calls:
        for number in (110, 120, 160, 149, 150, 199, 101):
            assert isinstance(session.at(number), State)
    assert not calls


def test_what_is_undone_over_many_stretches_leaves_the_states_before_it(session: Session) -> None:
    digests = [moment.state.digest() for moment in Session.replay(session.game())]
    twin = session.fork()
    while len(twin) > 60:
        twin.undo()
        assert twin.state.digest() == digests[len(twin)]
    for _ in range(80):
        twin.redo()
    assert [twin.at(number).digest() for number in range(141)] == digests[:141]
    assert session.state.digest() == digests[-1]
    assert session.at(135).digest() == digests[135]


def test_an_imported_game_is_looked_back_at_as_it_was_played() -> None:
    game = import_game(theirs(77, subsidy=10))
    moments = list(Session.replay(game))
    session = Session(game)
    session.act(next(iter(next(iter(session.choices or ())))))
    session._states._seen.clear()
    for moment in moments:
        assert session.as_played(moment.id).digest() == moment.state.digest()
        assert session.at(moment.id).digest() == taken_over(session.book, moment.state)[0].digest()
