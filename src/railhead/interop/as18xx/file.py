"""The 18xx.games file: its envelope, and which of its actions count once undo and redo are resolved."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Any

from railhead.core.refusal import Malformed
from railhead.play.gamefile import HIGHEST_SEED, MOST_ACTIONS

CHAT = "message"
"""Chat, which is not an action of the game."""


def is_note(action: dict[str, Any]) -> bool:
    """Does an action change nothing by itself? Standing orders and notes such as a consent do not."""
    kind: str = action["type"]
    return kind == "log" or kind.startswith("program_")


@dataclass(frozen=True, slots=True)
class File18xx:
    """A game as 18xx.games stores it, checked for shape."""

    title: str
    seats: tuple[str, ...]
    by_id: dict[object, str]
    options: tuple[str, ...]
    seed: int
    actions: tuple[dict[str, Any], ...]
    finished: bool = False
    """Was it played to the end according to the rules?"""


def is_18xx_file(data: object) -> bool:
    """Does this look like an 18xx.games file?"""
    return isinstance(data, dict) and isinstance(data.get("settings"), dict) and "players" in data and "actions" in data


def read(data: object) -> File18xx:
    """Check the envelope; anything wrong raises Malformed."""
    if not isinstance(data, dict) or not is_18xx_file(data):
        raise Malformed("This is not an 18xx.games file: it lacks settings, players or actions")
    players, settings, actions = data["players"], data["settings"], data["actions"]
    if not isinstance(players, list) or not all(isinstance(p, dict) and "id" in p and "name" in p for p in players):
        raise Malformed("18xx.games file: players must be a list of objects with an id and a name")
    if not isinstance(actions, list):
        raise Malformed("18xx.games file: actions must be a list")
    if len(actions) > MOST_ACTIONS:
        raise Malformed(
            "18xx.games file: {actions} actions, more than {most}",
            actions=len(actions),
            most=MOST_ACTIONS,
        )
    for place, action in enumerate(actions):
        if not isinstance(action, dict) or not isinstance(action.get("type"), str):
            raise Malformed("18xx.games file: action number {place} has no type", place=place + 1)
    options = settings.get("optional_rules") or []
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        raise Malformed("18xx.games file: optional_rules must be a list of names")
    if not all(isinstance(player["name"], str) for player in players):
        raise Malformed("18xx.games file: a player's name must be a text")
    seats = tuple(player["name"] for player in players)
    by_id: dict[object, str] = {str(player["id"]): str(player["name"]) for player in players}
    by_id.update({name: name for name in seats})
    return File18xx(
        str(data.get("title")),
        seats,
        by_id,
        tuple(options),
        _seed(settings.get("seed"), data.get("id")),
        tuple(effective(actions)),
        data.get("status") == "finished" and not data.get("manually_ended"),
    )


def _seed(seed: object, id_: object) -> int:
    """What the deal depends on: the seed or, if there is none, the first number in the game's id."""
    if type(seed) is int:
        return seed % (HIGHEST_SEED + 1)
    digits = re.search("[0-9]{1,18}", str(id_ if seed in (None, "") else seed))
    return int(digits[0]) if digits else 0


def effective(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The actions that were not undone, in order, without the chat.

    An undo takes back the latest action, or all actions after the one it names; a redo restores the latest such group.
    """
    history = _History()
    for place, action in enumerate(actions):
        if action["type"] == "undo":
            history.undo(action)
        elif action["type"] == "redo":
            history.redo()
        else:
            history.add(place, action)
    return [actions[place] for place in history.in_force]


class _History:
    """Which actions are in force. Undo and redo only move the end, so that reading takes linear time."""

    def __init__(self) -> None:
        self._line: list[int] = []
        """The places of the actions in force, then of those that may be redone."""
        self._end = 0
        """How many of them are in force."""
        self._undone: list[int] = []
        """Where the end was before each undo that may be redone."""
        self._place_of: dict[object, int] = {}
        """By id: the place of an action or of chat, which an undo may name too."""
        self._chat: set[int] = set()

    @property
    def in_force(self) -> list[int]:
        return self._line[: self._end]

    def add(self, place: int, action: dict[str, Any]) -> None:
        if isinstance(action.get("id"), int | str):
            self._place_of[action["id"]] = place
        if action["type"] == CHAT:
            self._chat.add(place)
            return
        del self._line[self._end :]
        self._undone.clear()
        self._line.append(place)
        self._end += 1

    def undo(self, action: dict[str, Any]) -> None:
        end = self._left_by(action)
        self._undone.append(self._end)
        self._end = end

    def redo(self) -> None:
        if self._undone:
            self._end = self._undone.pop()

    def _left_by(self, undo: dict[str, Any]) -> int:
        """How many actions an undo leaves in force; one that names none takes back the last."""
        after = undo.get("action_id")
        if after is None:
            return max(self._end - 1, 0)
        place = self._place_of.get(after) if isinstance(after, int | str) else None
        if place is not None:
            left = bisect_right(self._line, place, hi=self._end)
            if place in self._chat or bisect_left(self._line, place, hi=self._end) < left:
                return left
        if after == 0:
            return 0
        raise Malformed(
            "18xx.games file: action {id} undoes to action {after}, which is not there",
            id=undo.get("id"),
            after=repr(after),
        )


def with_auto_actions(action: dict[str, Any]) -> list[dict[str, Any]]:
    """An action and what standing orders did right after it, under the same id."""
    autos = action.get("auto_actions") or []
    if not isinstance(autos, list) or not all(isinstance(a, dict) and isinstance(a.get("type"), str) for a in autos):
        raise Malformed(
            "18xx.games file: the auto actions of action {id} are not a list of actions", id=action.get("id")
        )
    return [action, *({**auto, "id": action.get("id")} for auto in autos)]
