"""Games that stand at each kind of decision, for looking at the table in all of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

from railhead.bots.selfplay import play
from railhead.core.actions import text_of
from railhead.play.gamefile import GameFile
from tests.browser.scripts import Mostly

OVER = "over"
GAMES = {"1860": (2, 2), "1862": (1, 2), "18BF": (1, 3), "1863": (1, 3), "18OE": (1, 3)}
"""Title: a seed and a number of players with which bots come to many kinds of decisions soon."""
MOST = {"18OE": 400}
"""By title: how far bots play, where a whole game takes minutes."""
NAMES = ("Ann", "Ben", "Cleo", "Dora")


@cache
def positions(title: str) -> dict[str, GameFile]:
    """The first position of each kind of step in a game of bots, by the name of the step."""
    seed, players = GAMES[title]
    file = GameFile.new(title, NAMES[:players], (), seed)
    book = file.rulebook()
    bots = [Mostly(("merge", "accept")) for _ in range(players)]
    actions: list[str] = []
    found = {}
    for decision in islice(play(book, bots, Random(seed), audited=False), MOST.get(title)):
        actions.append(text_of(book, decision.action))
        agenda = decision.state.agenda
        step = type(agenda[-1]).__name__ if agenda else OVER
        if step not in found:
            found[step] = replace(file, actions=tuple(actions))
    return found
