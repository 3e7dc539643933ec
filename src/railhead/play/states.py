"""The states of a game: some are kept as checkpoints, the others are recomputed when somebody looks back.

The checkpoints are every fiftieth state and the last of every round. The newest states are kept too, and a few
recently viewed stretches of fifty. So a long game takes little memory, and scrolling through it replays little.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from railhead.core.state import State

EVERY = 50
"""How many states a stretch has; the first of each is kept."""
SEEN = 4
"""How many earlier stretches are kept complete."""

Again = Callable[[int, State], State]
"""Replays the action with a given number."""


class States:
    """The states after every action of a game, starting with the first. States are never modified."""

    def __init__(self, start: State) -> None:
        self._kept = {0: start}
        self._first = 0
        """The number of the first state of the newest stretch."""
        self._newest = [start]
        self._seen: OrderedDict[int, list[State]] = OrderedDict()
        """Earlier stretches by their first number, the most recently used last."""

    def fork(self) -> States:
        """An independent copy that shares the states themselves."""
        twin = States.__new__(States)
        twin._kept = self._kept.copy()
        twin._first = self._first
        twin._newest = self._newest[:]
        twin._seen = self._seen.copy()  # these stretches are complete and never modified
        return twin

    def __len__(self) -> int:
        return self._first + len(self._newest)

    @property
    def last(self) -> State:
        """The state now."""
        return self._newest[-1]

    def add(self, state: State) -> None:
        """Add the state after one more action."""
        if state.round != self.last.round:
            self._kept[len(self) - 1] = self.last
        if len(self._newest) == EVERY:
            self._remember(self._first, self._newest)
            self._first, self._newest = len(self), []
            self._kept[self._first] = state
        self._newest.append(state)

    def drop(self, again: Again) -> None:
        """Remove the state after the last action."""
        self._newest.pop()
        self._kept.pop(len(self), None)
        if not self._newest:
            self._first -= EVERY
            self._newest = self._stretch(self._first, again)[:]
            self._seen.pop(self._first, None)

    def at(self, number: int, again: Again) -> State:
        """The state after this many actions."""
        if number >= self._first:
            return self._newest[number - self._first]
        if number in self._kept:
            return self._kept[number]
        first = number - number % EVERY
        return self._stretch(first, again)[number - first]

    def _stretch(self, first: int, again: Again) -> list[State]:
        """The states of an earlier stretch, recomputed if they are not cached."""
        found = self._seen.get(first)
        if found is None:
            found = [self._kept[first]]
            for number in range(first + 1, first + EVERY):
                found.append(again(number, found[-1]))
        self._remember(first, found)
        return found

    def _remember(self, first: int, stretch: list[State]) -> None:
        """Cache a stretch as the most recently used. Other threads may look back at the same time."""
        self._seen.pop(first, None)
        self._seen[first] = stretch
        if len(self._seen) > SEEN:
            self._seen.popitem(last=False)
