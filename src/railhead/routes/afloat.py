"""Runs over water: only a whole run tells whether it is legal, and what the water on its way counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import TYPE_CHECKING

from railhead.routes.legs import Leg, each_once, links_of
from railhead.routes.tolls import Needs, has_land_between, needs, without_favours

if TYPE_CHECKING:
    from railhead.routes.columns import Column
    from railhead.routes.graph import Hop
    from railhead.routes.train_graph import TrainOnGraph

Nodes = tuple[int, ...]
Legs = tuple[Leg, ...]


def runs_afloat(train: TrainOnGraph, nodes: Nodes, legs: Legs) -> Iterator[Column]:
    """The run along these legs: with nothing waived in the turn, and with more and more of it if that earns more."""
    problem = train.graph.problem
    links, stops = links_of(problem.network, legs), train.stops(nodes, legs)
    if not has_land_between(links):
        return
    once, sure = each_once(nodes), train.sure_calls(nodes)
    visits = sum(train.large[node] for node in once)
    best = -1
    for toll in range(min(without_favours(problem, links, stops), train.allowance.visits - visits), -1, -1):
        ways = needs(problem, links, stops, toll)
        if not ways:
            return
        for passed in train.with_calls(once, legs, sure, toll):
            column = train.column(nodes, legs, passed, toll)
            if column.full > best or train.tries_calls:
                best = max(best, column.full)
                yield from (replace(column, track=column.track | bits) for bits in _favours(train, ways))
        if train.has_room_for_all(once, toll):  # to count less earns no more
            return


def _favours(train: TrainOnGraph, ways: Needs) -> Iterator[int]:
    """The bits of what is waived in the turn, in every way there is."""
    for way in ways:
        each = (combinations(bits, used) for bits, used in zip(train.graph.favours, way, strict=True))
        yield from (sum(map(sum, chosen)) for chosen in product(*each))


def across_the_sea(hop: Hop) -> tuple[bool, bool]:
    """Does a hop cross a side between two hexes of land before it comes to the sea? And is there none after that?"""
    has_land = is_afloat = False
    been_at_sea = False
    for link in hop.links:
        if link.sea is not None:
            before, after = link.sea
            has_land |= before and not been_at_sea
            been_at_sea, is_afloat = True, not after
        elif link.by_land:
            has_land |= not been_at_sea
            is_afloat = False
    return has_land, is_afloat
