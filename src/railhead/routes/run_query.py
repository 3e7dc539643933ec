"""What is asked of a search for the runs of one train."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from railhead.routes.bounds import Room
from railhead.routes.columns import Column
from railhead.routes.legs import Leg
from railhead.routes.meter import Meter
from railhead.routes.model import MUST_CALL
from railhead.routes.multipliers import Multipliers
from railhead.routes.priced_graph import PricedGraph, priced_graph
from railhead.routes.train_graph import TrainOnGraph

AFLOAT = 4
"""To find out what a run over water counts takes as long as so many steps."""


class Cutoff:
    """The least reduced worth a run must have to be of interest; it rises as better runs are found."""

    __slots__ = ("least",)

    def __init__(self, least: int) -> None:
        self.least = least


Report = Callable[[Column, int], None]
"""Receives a run and its reduced worth."""


@dataclass
class RunQuery:
    """Report every run of a train whose reduced worth is at least the cutoff."""

    train: TrainOnGraph
    cutoff: Cutoff
    report: Report
    meter: Meter
    multipliers: Multipliers

    @cached_property
    def priced(self) -> PricedGraph:
        """The train's graph at the multipliers; where water counts, there are so many hops that this is work."""
        if self.train.counts_water and (self.multipliers.track or self.multipliers.items):
            self.meter.steps += len(self.train.hop_worth)
        return priced_graph(self.train, self.multipliers)

    @property
    def passes_allowed(self) -> int:
        """How many barred stops a run may pass through: none once another run has taken the free pass."""
        graph = self.train.graph
        return 0 if self.multipliers.closed & graph.pass_bit else graph.problem.free_passes

    def room_at(self, token: int) -> Room | None:
        """The room left after the token a search starts from; None if the allowance does not even cover that."""
        allowance, counts = self.train.allowance, self.train.large[token]
        must = self.train.policy[token] == MUST_CALL
        room = (
            allowance.total - must,
            allowance.large - (counts if must else 0),
            allowance.visits - counts,
            self.train.farthest - self.train.counted[token],
        )
        return None if min(room) < 0 else room

    def report_run(self, nodes: tuple[int, ...], legs: tuple[Leg, ...]) -> None:
        """Report a run, with every choice of calls that is worth enough; what the water on it counts is work."""
        if any(hop.afloat for hop, _ in legs):
            self.meter.steps += AFLOAT
        for column in self.train.columns(nodes, legs):
            self.report_if_worth(column)

    def report_if_worth(self, column: Column) -> None:
        """Report a run, if its reduced worth is enough and nothing is waived for it that another run has taken."""
        if column.track & self.multipliers.closed:
            return
        worth = column.full - self.multipliers.of(column.track, column.items)
        if worth >= self.cutoff.least:
            self.report(column, worth)
