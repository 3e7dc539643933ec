"""A game being played: undo, redo, looking back, and loading by playing again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core.actions import Pass
from railhead.core.refusal import Illegal, Malformed, RailheadError
from railhead.play.gamefile import GameFile
from railhead.play.session import Misplayed, Session
from tests.play.games import finished_game, some_game


@pytest.fixture(params=[(1, 150), (2, 150, 2), (3, 150, 4, ("no_layers", "destinations"))], ids=range(3))
def game(request: pytest.FixtureRequest) -> GameFile:
    """Some games of different sizes."""
    return some_game(*request.param)


def test_saved_and_loaded_at_every_point_it_is_the_same_game(game: GameFile) -> None:
    session = Session(replace(game, actions=()))
    for number, text in enumerate(game.actions, 1):
        session.act(text)
        if number % 10 == 0 or number == len(game.actions):
            loaded = Session(GameFile.from_json(session.game().to_json()))
            assert [loaded.at(n).digest() for n in range(number + 1)] == [
                session.at(n).digest() for n in range(number + 1)
            ]
            assert loaded.actions == session.actions
            assert [loaded.events(n) for n in range(number + 1)] == [session.events(n) for n in range(number + 1)]
    assert session.game() == game


def test_undone_to_the_start_and_redone_it_is_the_same_game(game: GameFile) -> None:
    session = Session(game)
    digests = [session.at(number).digest() for number in range(len(session) + 1)]
    for number in range(len(session), 0, -1):
        assert session.undo() == game.actions[number - 1]
        assert session.state.digest() == digests[number - 1]
    assert session.actions == ()
    session = Session(GameFile.from_json(session.game().to_json()))
    for number in range(1, len(digests)):
        assert session.redo().id == number
        assert session.state.digest() == digests[number]
    assert session.game() == game


def test_there_is_nothing_before_the_start_nor_after_the_end() -> None:
    session = Session(some_game(most=3))
    with pytest.raises(Malformed):
        session.redo()
    for number in (-1, 4):
        with pytest.raises(Malformed):
            session.at(number)
    with pytest.raises(Malformed):
        session.played(0)
    for _ in range(3):
        session.undo()
    with pytest.raises(Malformed):
        session.undo()


def test_after_a_new_decision_nothing_can_be_redone() -> None:
    session = Session(GameFile.new("1860", ("Ada", "Brunel")))
    session.act("bid 5")
    session.undo()
    session.act("bid 10")
    assert session.undone == ()
    with pytest.raises(Malformed):
        session.redo()


def test_what_is_refused_changes_nothing() -> None:
    session = Session(GameFile.new("1860", ("Ada", "Brunel")))
    session.act("bid 5")
    session.act("bid 10")
    session.undo()
    before = session.game(), session.state.digest()
    for text in ("bid 5", "bid 999999", "run", "start C&N at 74", "", "nonsense", "bid five"):
        with pytest.raises(RailheadError):
            session.act(text)
        assert (session.game(), session.state.digest()) == before


def test_an_action_may_be_given_as_a_record_and_is_stored_as_text() -> None:
    session = Session(GameFile.new("1860", ("Ada", "Brunel")))
    assert session.act(Pass()).text == "pass"
    assert session.act("bid   5").text == "bid 5"
    assert session.actions == ("pass", "bid 5")


@pytest.mark.parametrize(("texts", "rule"), [(["bid 5", "bid 5"], "1860-AUC-03"), (["bid 5", "explode"], "malformed")])
def test_an_illegal_stored_action_is_named(texts: list[str], rule: str) -> None:
    game = replace(GameFile.new("1860", ("Ada", "Brunel")), actions=tuple(texts))
    with pytest.raises(Misplayed) as problem:
        Session(game)
    assert (problem.value.number, problem.value.text, problem.value.rule) == (2, texts[1], rule)
    assert rule in str(problem.value)
    assert "Action 2" in str(problem.value)


def test_forged_undone_actions_are_checked_when_redone() -> None:
    session = Session(replace(GameFile.new("1860", ("Ada", "Brunel")), undone=("bid 999",)))
    with pytest.raises(Misplayed):
        session.redo()
    assert session.actions == ()
    assert session.undone == ("bid 999",)


def test_the_other_players_actions_cannot_be_swapped() -> None:
    """A file with two actions exchanged is another game, or none."""
    game = some_game(most=60)
    refused = []
    for number in range(0, 58, 7):
        texts = list(game.actions)
        texts[number], texts[number + 1] = texts[number + 1], texts[number]
        try:
            Session(replace(game, actions=tuple(texts)))
        except Misplayed as problem:
            refused.append((number + 1, problem.number))
    assert refused
    assert all(isinstance(where, int) and where >= swapped for swapped, where in refused)


def test_a_finished_game_takes_no_more_actions() -> None:
    session = Session(finished_game())
    assert session.over
    assert session.choices is None
    with pytest.raises(Illegal):
        session.act("pass")
    assert set(session.scores()) == {"Ada", "Brunel"}


def test_replaying_gives_the_start_and_every_action() -> None:
    game = some_game(most=30)
    items = list(Session.replay(game))
    assert [item.id for item in items] == list(range(31))
    session = Session(game)
    assert [item.state.digest() for item in items] == [session.at(n).digest() for n in range(31)]
    assert items[1].type == game.actions[0].split()[0]
