"""The states of a game: some are kept as checkpoints, the others are recomputed when somebody looks back.

The checkpoints are every fiftieth state, the one before it and the last of every round; they are packed, which takes a
sixth of the room. The newest states are kept as they are, and so are a few stretches of fifty that somebody looks back
at. So a long game takes little memory, and scrolling through it replays little.
"""

from __future__ import annotations

import pickle
import zlib
from collections import OrderedDict
from collections.abc import Callable

from railhead.core.state import State

EVERY = 50
"""How many states a stretch has; the first of each is kept."""
SEEN = 4
"""How many earlier stretches are kept complete while somebody looks back."""

Again = Callable[[int, State], State]
"""Replays the action with a given number."""


def _packed(state: State) -> bytes:
    return zlib.compress(pickle.dumps(state, pickle.HIGHEST_PROTOCOL), 1)


def _unpacked(data: bytes) -> State:
    state: State = pickle.loads(zlib.decompress(data))  # what was packed above, in this process or a signed snapshot
    return state


class States:
    """The states after every action of a game, starting with the first. States are never modified."""

    def __init__(self, start: State) -> None:
        self._kept = {0: _packed(start)}
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
            self._kept[len(self) - 1] = _packed(self.last)
        if len(self._newest) == EVERY:
            # Whoever sees the next move is shown what it changed. Stretches that were looked back at are old by now.
            self._kept[len(self) - 1] = _packed(self.last)
            self._seen = OrderedDict()
            self._first, self._newest = len(self), []
            self._kept[self._first] = _packed(state)
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
            return _unpacked(self._kept[number])
        first = number - number % EVERY
        return self._stretch(first, again)[number - first]

    def _stretch(self, first: int, again: Again) -> list[State]:
        """The states of an earlier stretch, recomputed if they are not cached."""
        found = self._seen.get(first)
        if found is None:
            found = [_unpacked(self._kept[first])]
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
