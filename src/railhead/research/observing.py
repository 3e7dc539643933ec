"""What a learner is given for a decision: the listed actions, the features, the mask, the texts."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces

from railhead.bots.match import Match
from railhead.bots.position import Position
from railhead.core.actions import text_of
from railhead.core.ids import Seat
from railhead.core.rulebook import Rulebook
from railhead.research.features import ACTION_NAMES, LIMIT, of_action, of_state, state_names
from railhead.research.listing import Listed, listed

MOST_LISTED = 256
"""At most so many actions are listed for a decision."""

Observation = dict[str, Any]


def observation_space(book: Rulebook) -> spaces.Dict:
    """The shape of what is observed, the same in all games of a title with so many players."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-LIMIT, LIMIT, (len(state_names(book)),), np.float32),
            "actions": spaces.Box(-LIMIT, LIMIT, (MOST_LISTED, len(ACTION_NAMES)), np.float32),
            "action_mask": spaces.Box(0, 1, (MOST_LISTED,), np.int8),
        }
    )


class Observed:
    """One position as a seat observes it; what is not asked for is not worked out."""

    def __init__(self, match: Match, seat: Seat) -> None:
        self._seen: Position = match.seen_by(seat)
        self.decides = match.seat == seat

    @cached_property
    def listed(self) -> tuple[Listed, ...]:
        """The actions to choose from; none for a seat that is not to decide."""
        return listed(self._seen, MOST_LISTED) if self.decides else ()

    @cached_property
    def _figures(self) -> Observation:
        actions = np.zeros((MOST_LISTED, len(ACTION_NAMES)), np.float32)
        mask = np.zeros(MOST_LISTED, np.int8)
        for number, each in enumerate(self.listed):
            actions[number] = of_action(self._seen, each)
            mask[number] = 1
        return {"observation": np.array(of_state(self._seen), np.float32), "actions": actions, "action_mask": mask}

    @property
    def figures(self) -> Observation:
        """The observation, which the caller may change."""
        return {name: value.copy() for name, value in self._figures.items()}

    @property
    def info(self) -> dict[str, Any]:
        """In words: what is to be decided, and the listed actions."""
        if not self.decides:
            return {}
        texts = [text_of(self._seen.book, each.action) for each in self.listed]
        return {"task": self._seen.choices.task, "texts": texts}
