"""A PettingZoo environment: an agent in every seat."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from railhead.bots.match import Match
from railhead.bots.selfplay import MOST_ACTIONS
from railhead.core.game import Game
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.research.observing import MOST_LISTED, Observation, Observed, observation_space
from railhead.research.rewards import rewarding
from railhead.titles import catalogue

SEEDS = 2**31
"""Games are drawn from so many."""
ILLEGAL = -1.0
"""The reward of whoever chooses what is not listed, with which the game ends."""


def aec(
    title: str, players: int = 3, options: Collection[str] = (), reward: str = "rank", most: int = MOST_ACTIONS
) -> AECEnv[str, Observation, Any]:
    """The environment with the usual wrappers: to choose an action that is not listed ends the game, badly."""
    wrapped: AECEnv[str, Observation, Any] = Seats(title, players, options, reward, most)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=ILLEGAL)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class Seats(AECEnv[str, Observation, Any]):
    """A game of any title with an agent in every seat. Rewards are paid in the end."""

    def __init__(
        self,
        title: str,
        players: int = 3,
        options: Collection[str] = (),
        reward: str = "rank",
        most: int = MOST_ACTIONS,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"railhead_{title}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self._title, self._options, self._reward, self._most = title, frozenset(options), rewarding(reward), most
        self.possible_agents = [f"player_{number}" for number in range(players)]
        space = observation_space(self._book(0))
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(MOST_LISTED) for agent in self.possible_agents}
        self._chance, _ = seeding.np_random()

    def _book(self, seed: int) -> Rulebook:
        return catalogue.rulebook(self._title, tuple(self.possible_agents), self._options, seed)

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The shape of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of the listed actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: with a seed always the same one, without one the next of the series."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        self._match = Match(self._book(int(self._chance.integers(SEEDS))))
        self._decisions = 0
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def _look(self) -> None:
        """Forget what was observed before the last decision, and see who decides next."""
        self._observed: dict[str, Observed] = {}
        seat = self._match.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[self._match.book.seat_ids.index(seat)]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if seat is not None:
            self.infos[self.agent_selection] = self._sight(self.agent_selection).info

    def _sight(self, agent: str) -> Observed:
        if agent not in self._observed:
            seat = self._match.book.seat_ids[self.possible_agents.index(agent)]
            self._observed[agent] = Observed(self._match, seat)
        return self._observed[agent]

    def observe(self, agent: str) -> Observation:
        """What an agent may know; only who is to decide has actions to choose from."""
        return self._sight(agent).figures

    def step(self, action: int | None) -> None:
        """The agent whose turn it is takes one of the listed actions; nothing, once the game is over for it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        offered = self._sight(agent).listed
        if action is None or not 0 <= action < len(offered):
            raise Malformed("{number} is not the number of a listed action", number=str(action))
        seat = self._match.book.seat_ids[self.possible_agents.index(agent)]
        self._match.play(seat, offered[action].action)
        self._decisions += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._look()
        over = self._match.seat is None
        if over or self._decisions >= self._most:
            self._end(over)
        self._accumulate_rewards()

    def _end(self, over: bool) -> None:
        found = self._reward(Game(self._match.book, self._match.state))
        self.rewards = {
            agent: found[seat] for agent, seat in zip(self.possible_agents, self._match.book.seat_ids, strict=True)
        }
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)

    def render(self) -> str:
        """The table in words, as everybody may see it."""
        return "" if self._match.seat is None else repr(self._match.seen_by(self._match.seat).choices)

    def close(self) -> None:
        """There is nothing to close."""
