"""Tiles that look good at first sight, where there are too many to try them out and a title knows what to look for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from heapq import nlargest

from railhead.bots import building
from railhead.bots.bot import Weighed
from railhead.bots.building import Builder
from railhead.bots.table import Table
from railhead.bots.thumb import SLIGHT
from railhead.core.actions import Action
from railhead.core.game import Game
from railhead.rules.outlook import OutlookRules
from railhead.rules.track import LayTile

TRIED = 10
"""For so many tiles a run is searched for."""
ON_A_HEX = 2
"""So many of them may lie on one hex."""
COMPARED = 3
"""So many of those are also judged by what a later train would earn."""


def lay(table: Table) -> list[Weighed]:
    """Of the tiles that look best, the one after which the company earns most; nothing if the title has no opinion."""
    game, company = table.game, table.company
    sight = None if company is None else game.rules[OutlookRules].sight(game, company)
    offered = [choice for choice in table.offered if choice.action is LayTile]
    if company is None or sight is None or not offered:
        return []
    builder = Builder.of(game, company, table.budget, False, building.running(game, company))
    treasury, run = game.treasury(company), builder.run(game)
    dear = building.DEAR if run else building.DEAR_AT_FIRST
    tried: list[tuple[Weighed, Game]] = []
    for action in _best((action for choice in offered for action in choice), sight):
        if tried and table.budget.used_up:
            break
        after = building.after_action(game, action, table.budget)
        parts = (
            ("reach", sight(action)),
            ("cost", dear * (after.treasury(company) - treasury)),
            ("run", building.GAINED * (builder.run(after) - run)),
        )
        tried.append((building.weighed(action, parts), after))
    later = builder.run_later(game)
    found = [
        building.with_part(each, "later", building.GROWN * (builder.run_later(after) - later))
        for each, after in nlargest(COMPARED, tried, key=lambda each: each[0].value)
    ]
    return [*found, *table.passing(SLIGHT)]


def _best(actions: Iterable[Action], sight: Callable[[Action], float]) -> list[Action]:
    """Those that look best, not too many of them on one hex."""
    found: list[Action] = []
    on: Counter[int] = Counter()
    for action in sorted(actions, key=sight, reverse=True):
        assert isinstance(action, LayTile)
        if on[action.hex] < ON_A_HEX:
            on[action.hex] += 1
            found.append(action)
        if len(found) == TRIED:
            break
    return found
