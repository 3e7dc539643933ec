"""Games for OpenSpiel (`railhead[openspiel]`): importing this registers one for every title, such as `railhead_1860`.

A game is sequential, with perfect information for players who keep notes and without chance nodes: the seed of the
set-up is a parameter. An action is a number on the list of those on offer, at most 256 for each decision, as in the
other environments.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import pyspiel

from railhead.bots.match import Match
from railhead.bots.selfplay import MOST_ACTIONS
from railhead.core.actions import text_of
from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.refusal import Malformed
from railhead.research.features import ACTION_NAMES, state_names
from railhead.research.listing import Listed
from railhead.research.observing import MOST_LISTED, Observed
from railhead.research.rewards import by_rank
from railhead.titles import catalogue
from railhead.titles.catalogue import Title

AND = "+"
"""Between the names of options; OpenSpiel keeps the comma for itself."""
DEFAULTS: dict[str, Any] = {"players": 3, "options": "", "seed": 0, "most": MOST_ACTIONS}
"""The parameters of a game; `most` is after how many decisions it is rewarded as it stands."""


def _type(title: Title) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"railhead_{title.title.lower()}",
        long_name=title.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(title.players),
        min_num_players=min(title.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


@dataclass(frozen=True)
class Setup:
    """What a game begins with."""

    title: str
    players: int
    options: frozenset[str]
    seed: int

    @cached_property
    def match(self) -> Match:
        """The beginning of the game."""
        names = tuple(f"player_{number}" for number in range(self.players))
        return Match(catalogue.rulebook(self.title, names, self.options, self.seed))

    def __reduce__(self) -> tuple[type[Setup], tuple[Any, ...]]:
        """A rulebook is made again."""
        return Setup, (self.title, self.players, self.options, self.seed)


class Played:
    """A game as far as it has been played. Copies share what never changes; what is stored is played again."""

    def __init__(self, setup: Setup, numbers: Iterable[int] = ()) -> None:
        self.setup, self.match = setup, copy.deepcopy(setup.match)
        self.numbers: tuple[int, ...] = ()
        self._look()
        for number in numbers:
            self.play(number)

    def _look(self) -> None:
        """See who decides now; the listed actions are worked out when somebody asks for them."""
        self.seat = self.match.seat
        self.observed = None if self.seat is None else Observed(self.match, self.seat)

    def play(self, number: int) -> None:
        """Whoever is to decide takes one of the listed actions."""
        assert self.seat is not None
        assert self.observed is not None
        self.match.play(self.seat, self.observed.listed[number].action)
        self.numbers = (*self.numbers, number)
        self._look()

    def __deepcopy__(self, memo: dict[int, object]) -> Played:
        """The same point of the game, from which both can go on."""
        other = copy.copy(self)
        other.match = copy.deepcopy(self.match, memo)
        return other

    def __reduce__(self) -> tuple[type[Played], tuple[Setup, tuple[int, ...]]]:
        """What has been decided."""
        return Played, (self.setup, self.numbers)


class SpielGame(pyspiel.Game):
    """A title with a number of players, options and a seed."""

    title: ClassVar[Title]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.most = int(given["most"])
        options = frozenset(filter(None, str(given["options"]).split(AND)))
        self.setup = Setup(self.title.title, int(given["players"]), options, int(given["seed"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=MOST_LISTED,
            max_chance_outcomes=0,
            num_players=self.setup.match.book.seats,  # refuses what makes no sense
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most,
        )
        super().__init__(_type(self.title), info, given)

    def new_initial_state(self, state: object = None) -> SpielState:
        """The beginning of the game."""
        if state is not None:
            raise Malformed("A game begins with its set-up, not with a given state")
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: Mapping[str, Any] | None = None) -> SpielObserver:
        """What players observe; nothing about it can be chosen."""
        if params:
            raise Malformed("What is observed has no parameters")
        return SpielObserver(self)


class SpielState(pyspiel.State):
    """A position. OpenSpiel copies and stores what it holds, which is therefore little."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._played, self._most = Played(game.setup), game.most

    def is_terminal(self) -> bool:
        """Is the game over, or long enough?"""
        return self._played.seat is None or len(self._played.numbers) >= self._most

    def current_player(self) -> int:
        """The number of the player who decides."""
        if self.is_terminal() or self._played.seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return self._seats.index(self._played.seat)

    @property
    def _seats(self) -> Sequence[Seat]:
        return self._played.match.book.seat_ids

    @property
    def _listed(self) -> tuple[Listed, ...]:
        return () if self._played.observed is None else self._played.observed.listed

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self._listed))) if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        self._played.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return text_of(self._played.match.book, self._listed[action].action)

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the last, evenly between; nothing before the end."""
        if not self.is_terminal():
            return [0.0] * len(self._seats)
        ranked = by_rank(Game(self._played.match.book, self._played.match.state))
        return [ranked[seat] for seat in self._seats]

    def observed_by(self, player: int) -> Observed:
        """What a player observes; whoever is to decide has actions to choose from."""
        seat = self._seats[player]
        if self._played.observed is not None and seat == self._played.seat:
            return self._played.observed
        return Observed(self._played.match, seat)

    def __str__(self) -> str:
        """What is to be decided, in words."""
        match, seat = self._played.match, self._played.seat
        return "The game is over" if seat is None else repr(match.seen_by(seat).choices)


class SpielObserver:
    """What a player observes, as OpenSpiel asks for it: the position, and a row for every listed action."""

    def __init__(self, game: SpielGame) -> None:
        position, actions = len(state_names(game.setup.match.book)), len(ACTION_NAMES)
        self.tensor = np.zeros(position + MOST_LISTED * actions, np.float32)
        self.dict = {
            "observation": self.tensor[:position],
            "actions": self.tensor[position:].reshape(MOST_LISTED, actions),
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill in what a player observes now."""
        figures = state.observed_by(player).figures
        for name, part in self.dict.items():
            part[...] = figures[name]

    def string_from(self, state: SpielState, player: int) -> str:
        """The same in words: what has been decided so far, which everybody has seen."""
        return str(state.history_str())


# OpenSpiel lets go of what is registered after Python has ended, which only classes survive.
for _title in catalogue.TITLES.values():
    pyspiel.register_game(_type(_title), type(f"Spiel{_title.title}", (SpielGame,), {"title": _title}))
