"""Environments for learning players: those libraries' own tests, and what we promise besides."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from railhead.bots import registry
from railhead.bots.bot import Budget
from railhead.bots.match import Match
from railhead.core import engine
from railhead.core.actions import parse
from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.information import hidden_treasuries
from railhead.core.refusal import Malformed
from railhead.titles import catalogue
from tests.bots.test_interface import with_rubbish

EXTRA = "is not installed: pip install 'railhead[research]'"
np = pytest.importorskip("numpy", reason=f"numpy {EXTRA}")
gymnasium = pytest.importorskip("gymnasium", reason=f"gymnasium {EXTRA}")
pytest.importorskip("pettingzoo", reason=f"PettingZoo {EXTRA}")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from railhead.research import MOST_LISTED, Seats, Solo, aec, rewards  # noqa: E402
from railhead.research.features import ACTION_NAMES, of_action, of_state, state_names  # noqa: E402
from railhead.research.listing import listed  # noqa: E402

TITLES = sorted(catalogue.TITLES)
FEW = 40
"""So many decisions of a game are looked at."""
BOTS: dict[str, Any] = {"others": "random", "helper": "random"}

# They would rather have boxes than dictionaries, but have dictionaries themselves wherever there is a mask.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)


@pytest.mark.parametrize("title", TITLES)
def test_pettingzoo_finds_nothing_wrong(title: str) -> None:
    api_test(Seats(title, 3), num_cycles=FEW)
    api_test(aec(title, 3), num_cycles=FEW)


@pytest.mark.parametrize("title", TITLES)
def test_equal_seeds_give_equal_games(title: str) -> None:
    seed_test(lambda: aec(title, 3), num_cycles=FEW)


@pytest.mark.parametrize("title", TITLES)
def test_gymnasium_finds_nothing_wrong(title: str) -> None:
    check_env(gymnasium.make("railhead/Solo-v0", title=title, **BOTS).unwrapped)


# -- what is listed and observed --------------------------------------------------------------------


def positions(title: str, seed: int, most: int = 10_000) -> Iterator[tuple[Match, Seat]]:
    """The decisions of a game of careless players."""
    match, chance = Match(catalogue.rulebook(title, ("Ann", "Ben", "Cleo"), frozenset(), seed)), Random(seed)
    bots = {seat: registry.find("random") for seat in match.book.seat_ids}
    for _ in range(most):
        seat = match.seat
        if seat is None:
            return
        yield match, seat
        match.play(seat, bots[seat].decide(match.seen_by(seat), chance, Budget()).action)


@pytest.mark.parametrize("title", TITLES)
def test_whatever_is_listed_is_allowed_and_features_have_names(title: str) -> None:
    names = len(state_names(catalogue.rulebook(title, ("Ann", "Ben", "Cleo"))))
    for match, seat in islice(positions(title, 5), 0, 400, 9):
        seen = match.seen_by(seat)
        offered = listed(seen, MOST_LISTED)
        choices = engine.choices(match.book, match.state)
        assert choices is not None
        assert 0 < len(offered) <= MOST_LISTED
        assert len({each.action for each in offered}) == len(offered)
        kinds = {choice.action for choice in choices}
        assert {type(each.action) for each in offered} == kinds
        for each in offered[::5]:
            assert each.action in choices
            assert len(of_action(seen, each)) == len(ACTION_NAMES)
        assert len(of_state(seen)) == names


@pytest.mark.parametrize("most", [3, 20, 256])
def test_no_more_than_asked_for_is_listed(most: int) -> None:
    for match, seat in islice(positions("1860", 2), 0, 300, 11):
        assert 0 < len(listed(match.seen_by(seat), most)) <= most


@pytest.mark.parametrize("title", ["1860", "1862"])
def test_what_is_hidden_changes_nothing_that_is_observed(title: str) -> None:
    hidden = 0
    for match, seat in islice(positions(title, 3), 0, 300, 7):
        true, state = match.seen_by(seat), match.state
        match.state = with_rubbish(match.book, state, seat)
        given = match.seen_by(seat)
        match.state = state
        hidden += len(hidden_treasuries(Game(match.book, state), seat))
        assert of_state(true) == of_state(given)
        offered = listed(true, MOST_LISTED)
        assert offered == listed(given, MOST_LISTED)
        assert [of_action(true, each) for each in offered[:9]] == [of_action(given, each) for each in offered[:9]]
    assert hidden or title != "1860"


def test_texts_are_the_actions_and_the_mask_counts_them() -> None:
    table = aec("1860", 2)
    table.reset(seed=4)
    observed, _, _, _, info = table.last()
    assert observed is not None
    assert observed["action_mask"].sum() == len(info["texts"]) <= MOST_LISTED
    book = catalogue.rulebook("1860", ("player_0", "player_1"))
    assert all(parse(book, text) for text in info["texts"])
    other = table.observe("player_1" if table.agent_selection == "player_0" else "player_0")
    assert other is not None
    assert not other["action_mask"].any()
    assert not other["actions"].any()


# -- playing ----------------------------------------------------------------------------------------


def whole_game(table: Any, seed: int) -> dict[str, float]:
    """A game of agents who choose at random among what is listed; what each was paid."""
    table.reset(seed=seed)
    chance, paid = Random(seed), dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        observed, reward, terminated, truncated, _ = table.last()
        paid[agent] += reward
        over = terminated or truncated
        table.step(None if over else chance.choice(np.flatnonzero(observed["action_mask"]).tolist()))
    return paid


def test_an_agent_in_every_seat_plays_to_the_end() -> None:
    paid = whole_game(aec("1860", 2), 1)
    assert sorted(paid.values()) == [-1.0, 1.0]


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    table = aec("1862", 3, most=30)
    table.reset(seed=1)
    for _ in range(30):
        observed, *_ = table.last()
        assert observed is not None
        table.step(int(np.flatnonzero(observed["action_mask"])[-1]))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_many_games_are_played_without_a_refusal(title: str) -> None:
    table = aec(title, 3, most=3_000)
    for seed in range(10):
        assert sum(whole_game(table, seed).values()) == pytest.approx(0)


def test_to_choose_what_is_not_listed_ends_the_game() -> None:
    table = aec("1860", 2)
    table.reset(seed=1)
    agent = table.agent_selection
    _, _, _, _, info = table.last()
    table.step(len(info["texts"]))
    assert table.rewards[agent] == -1
    alone = Solo("1860", 2, **BOTS)
    _, info = alone.reset(seed=1)
    assert alone.step(len(info["texts"]))[1:3] == (-1.0, True)
    bare = Seats("1860", 2)
    bare.reset(seed=1)
    with pytest.raises(Malformed):
        bare.step(MOST_LISTED - 1)


def test_a_learner_decides_only_what_it_wants_to() -> None:
    alone = Solo("1860", 2, decides=["stock"], **BOTS)
    figures, info = alone.reset(seed=2)
    tasks, over, reward = set(), False, 0.0
    while not over:
        tasks.add(info["task"])
        figures, reward, over, _, info = alone.step(int(np.flatnonzero(figures["action_mask"])[0]))
    assert len(tasks) == 1
    assert reward in (-1.0, 1.0)


@pytest.mark.parametrize(
    "given",
    [{"others": "clever"}, {"others": ["easy"]}, {"helper": "nobody"}, {"decides": ["weather"]}, {"reward": "praise"}],
)
def test_what_makes_no_sense_is_rejected(given: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        Solo("1860", 3, **given)


def test_rewards_share_ties_and_add_up() -> None:
    match = Match(catalogue.rulebook("1860", ("Ann", "Ben", "Cleo")))
    start = Game(match.book, match.state)
    assert list(rewards.by_rank(start).values()) == [0.0, 0.0, 0.0]
    assert list(rewards.by_worth(start).values()) == [0.0, 0.0, 0.0]
    match.state.cash[match.book.seat_ids[1]] += 300
    rich = Game(match.book, match.state)
    assert rewards.by_rank(rich) == dict(zip(match.book.seat_ids, (-0.5, 1.0, -0.5), strict=True))
    assert sum(rewards.by_worth(rich).values()) == pytest.approx(0)
    assert rewards.by_worth(rich)[match.book.seat_ids[1]] > 0
