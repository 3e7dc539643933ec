"""A gymnasium environment: one learner, bots in all other seats."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

import gymnasium
from gymnasium import spaces

from railhead.bots import registry
from railhead.bots.bot import Bot, Budget
from railhead.bots.match import Match
from railhead.bots.selfplay import MOST_ACTIONS
from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.steps import Matter
from railhead.research.observing import MOST_LISTED, Observation, Observed, observation_space
from railhead.research.rewards import rewarding
from railhead.research.seats import ILLEGAL, SEEDS
from railhead.titles import catalogue

Answer = tuple[Observation, float, bool, bool, dict[str, Any]]


class Solo(gymnasium.Env[Observation, Any]):
    """A learner among bots, in a seat drawn anew for every game. The reward is paid in the end."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        title: str = "1860",
        players: int = 3,
        options: Collection[str] = (),
        others: str | Sequence[str] = "easy",
        decides: Collection[str] = (),
        helper: str = "medium",
        reward: str = "rank",
        most: int = MOST_ACTIONS,
        render_mode: str | None = None,
    ) -> None:
        """`others` are the bots in the other seats, clockwise from the learner, or one name for all of them.

        `decides` names what the learner decides ("stock", "dividend", ...); the helper decides the rest.
        """
        self.render_mode = render_mode
        self._title, self._options, self._reward, self._most = title, frozenset(options), rewarding(reward), most
        self._names = tuple(f"P{number}" for number in range(1, players + 1))
        self._others = [others] * (players - 1) if isinstance(others, str) else list(others)
        if len(self._others) != players - 1:
            raise Malformed("{players} players need {others} bots", players=players, others=players - 1)
        self._decides, self._helper = _matters(decides), helper
        for name in (*self._others, helper):
            registry.find(name)
        self.observation_space = observation_space(self._book(0))
        self.action_space = spaces.Discrete(MOST_LISTED)

    def _book(self, seed: int) -> Rulebook:
        return catalogue.rulebook(self._title, self._names, self._options, seed)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, up to the learner's first decision."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(SEEDS))
        self._match, self._chance, self._decisions = Match(self._book(drawn)), Random(drawn), 0
        seats = self._match.book.seat_ids
        first = int(self.np_random.integers(len(seats)))
        self.seat: Seat = seats[first]
        clockwise = [*seats[first + 1 :], *seats[:first]]
        self._bots: dict[Seat, Bot] = {
            seat: registry.find(name) for seat, name in zip(clockwise, self._others, strict=True)
        }
        self._bots[self.seat] = registry.find(self._helper)
        self._go_on()
        return self._observed.figures, self._observed.info

    def step(self, action: int) -> Answer:
        """The learner takes one of the listed actions; then the others play until it has to decide again.

        To choose what is not listed ends the game, badly.
        """
        offered = self._observed.listed
        if not 0 <= action < len(offered):
            return self._observed.figures, ILLEGAL, True, False, self._observed.info
        self._match.play(self.seat, offered[action].action)
        self._decisions += 1
        self._go_on()
        over = self._match.seat is None
        truncated = not over and self._decisions >= self._most
        reward = self._reward(Game(self._match.book, self._match.state))[self.seat] if over or truncated else 0.0
        return self._observed.figures, reward, over, truncated, self._observed.info

    def _go_on(self) -> None:
        """Let bots decide until the learner has to, the game is over, or it takes too long."""
        while (seat := self._match.seat) is not None and self._decisions < self._most:
            seen = self._match.seen_by(seat)
            if seat == self.seat and seen.step.matter in self._decides:
                break
            self._match.play(seat, self._bots[seat].decide(seen, self._chance, Budget()).action)
            self._decisions += 1
        self._observed = Observed(self._match, self.seat)

    def render(self) -> str | None:
        """What is to be decided, in words."""
        seat = self._match.seat
        return "" if seat is None else repr(self._match.seen_by(seat).choices)


def _matters(names: Collection[str]) -> frozenset[Matter]:
    known = {matter.name.lower(): matter for matter in Matter}
    for name in names:
        if name not in known:
            raise Malformed("'{name}' is nothing to decide; these are: {known}", name=name, known=", ".join(known))
    return frozenset(known[name] for name in names) if names else frozenset(Matter)
