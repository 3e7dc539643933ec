"""A game as its log says, without playing it: for games that no version at hand can play any more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from railhead.play.gamefile import GameFile
from railhead.play.log import ACT, UNDO, Entry, left_by


def written(game: GameFile, log: Iterable[Entry]) -> GameFile:
    """The file of a game that began like this, with everything in its log: the same as a table would write."""
    actions: list[str] = []
    undone: list[str] = []
    imported = 0
    """How many actions come from another system's file: of those in force, then of those to be redone."""
    for entry in log:
        if entry.kind == UNDO:
            while len(actions) > left_by(entry):
                undone.append(actions.pop())
            continue
        actions.append(entry.text)
        if undone and (entry.kind != ACT or (len(actions) <= imported and entry.text == undone[-1])):
            undone.pop()
        elif entry.imported:
            undone, imported = [], len(actions)
        else:
            undone, imported = [], min(imported, len(actions) - 1)
    source = game.imported and replace(game.imported, actions=imported)
    return replace(game, actions=tuple(actions), undone=tuple(undone), imported=source)
