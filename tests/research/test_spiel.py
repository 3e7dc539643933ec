"""Games for OpenSpiel: its own test of a game, and what we promise besides."""

from __future__ import annotations

import copy
import pickle

import pytest

EXTRA = "is not installed: pip install 'railhead[openspiel]'"
pyspiel = pytest.importorskip("pyspiel", reason=f"OpenSpiel {EXTRA}")

from railhead.core import engine  # noqa: E402
from railhead.core.actions import parse  # noqa: E402
from railhead.core.refusal import Malformed  # noqa: E402
from railhead.research import MOST_LISTED, spiel  # noqa: E402
from railhead.titles import catalogue  # noqa: E402

TITLES = sorted(catalogue.TITLES)
NAMES = ("player_0", "player_1", "player_2")


def load(title: str, text: str = "") -> spiel.SpielGame:
    game = pyspiel.load_game(f"railhead_{title.lower()}({text})")
    assert isinstance(game, spiel.SpielGame)
    return game


def begun(game: spiel.SpielGame, decisions: int) -> spiel.SpielState:
    """A game after so many decisions, each the last action that is listed."""
    state = game.new_initial_state()
    for _ in range(decisions):
        state.apply_action(state.legal_actions()[-1])
    return state


@pytest.mark.parametrize("title", TITLES)
def test_open_spiel_finds_nothing_wrong(title: str) -> None:
    pyspiel.random_sim_test(load(title, "players=3,seed=5,most=12"), num_sims=1, serialize=True, verbose=False)


def test_a_game_is_the_one_that_the_engine_plays() -> None:
    state = load("1862", "players=3,seed=3").new_initial_state()
    book = catalogue.rulebook("1862", NAMES, frozenset(), 3)
    true, _ = engine.start(book)
    for number in range(40):
        choices = engine.choices(book, true)
        assert choices is not None
        assert not state.is_terminal()
        assert state.current_player() == book.seat_ids.index(choices.seat)
        legal = state.legal_actions()
        assert legal == list(range(len(legal)))
        chosen = legal[number % 3 * (len(legal) - 1) // 2]
        true, _ = engine.apply(book, true, parse(book, state.action_to_string(chosen)))
        state.apply_action(chosen)


def test_copies_go_their_own_ways() -> None:
    state = begun(load("1860", "seed=2"), 10)
    other = state.clone()
    before = [state.action_to_string(action) for action in state.legal_actions()]
    other.apply_action(other.legal_actions()[0])
    assert [state.action_to_string(action) for action in state.legal_actions()] == before
    assert len(other.history()) == len(state.history()) + 1


def test_what_is_stored_is_the_same_position() -> None:
    state = begun(load("1860", "players=4,options=destinations,seed=2"), 12)
    again = pickle.loads(pickle.dumps(state))
    assert again.history() == state.history()
    assert str(again) == str(state)
    for each in (state, again):
        each.apply_action(each.legal_actions()[0])
    assert str(again) == str(state)


def test_a_game_ends_with_rewards_and_nobody_to_decide() -> None:
    state = begun(load("1860", "most=30"), 30)
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == []
    assert sum(state.returns()) == pytest.approx(0)
    assert begun(load("1860", "most=30"), 29).returns() == [0, 0, 0]


def test_players_observe_the_position_and_those_who_decide_the_listed_actions() -> None:
    game = load("1860")
    state, observer = begun(game, 10), game.make_py_observer()
    decides = state.current_player()
    observer.set_from(state, decides)
    rows = observer.dict["actions"]
    assert rows.shape[0] == MOST_LISTED
    assert rows.any(axis=1).sum() == len(state.legal_actions())
    own = copy.copy(observer.dict["observation"])
    observer.set_from(state, (decides + 1) % 3)
    assert not observer.dict["actions"].any()
    assert (observer.dict["observation"] != own).any()


@pytest.mark.parametrize("text", ["players=9", "options=nonsense"])
def test_what_makes_no_sense_is_rejected(text: str) -> None:
    with pytest.raises(Malformed):
        load("1860", text)
