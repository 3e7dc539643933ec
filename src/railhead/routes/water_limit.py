"""The limit to the cities and the water on a run, where some of the water is waived."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from railhead.core.ids import Stop
from railhead.routes.graph import Graph
from railhead.routes.model import Allowance


@dataclass(frozen=True, slots=True)
class WaterLimit:
    """A large stop counts one, less what is waived there; for every visit the relief is counted on top.

    So nothing counts less than nothing, and what is left of the limit always includes what further visits could still
    bring.
    """

    relief: int
    """By how much what is waived at a large stop may be more than the stop itself counts."""
    counted: list[int]
    """By node: what coming to it uses up of the limit."""
    most: int
    """The most that the cities and the water on a run can come to, counted like that."""


def limit_of(graph: Graph, allowance: Allowance, large: list[int]) -> WaterLimit:
    """The limit of a train; `large` says by node whether it is a large stop."""
    waived = _waived(graph, large)
    relief = max([0, *(most - 1 for most in waived if most)])
    counted = [each * (1 + relief) - less for each, less in zip(large, waived, strict=True)]
    at_large = {stop for stop, each in zip(graph.stops, large, strict=True) if each}
    anywhere = [
        waiver.most
        for waiver in graph.problem.waivers
        if waiver.at is None or (waiver.at in graph.within and waiver.at not in at_large)
    ]
    return WaterLimit(relief, counted, allowance.visits * (1 + relief) + sum(anywhere))


def _waived(graph: Graph, large: list[int]) -> list[int]:
    """By node: what is waived on runs that include it, if it is a large stop."""
    at = Counter[Stop | None]()
    for waiver in graph.problem.waivers:
        at[waiver.at] += waiver.most
    return [each * at[stop] for each, stop in zip(large, graph.stops, strict=True)]
