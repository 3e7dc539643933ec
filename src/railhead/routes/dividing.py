"""A run of joined trains as one route for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from railhead.routes.legs import Leg, end_of, path_of
from railhead.routes.model import LARGE_STOP, Allowance, Route

if TYPE_CHECKING:
    from railhead.routes.train_graph import TrainOnGraph


def divided(train: TrainOnGraph, legs: Sequence[Leg]) -> tuple[Route, ...] | None:
    """A run as the routes of the trains that make it; None if they cannot divide it among them."""
    parts = train.allowance.parts
    shared = shared_out(train, legs, parts, {}, may_pass=False)
    if shared is None and train.joints and train.graph.problem.free_passes:
        shared = shared_out(train, legs, parts, {}, may_pass=True)
    return shared


def shared_out(
    joined: TrainOnGraph, legs: Sequence[Leg], parts: tuple[Allowance, ...], failed: dict[object, bool], may_pass: bool
) -> tuple[Route, ...] | None:
    """Cut a run into one route per train: short enough for it, from station to station, and with a token.

    Where trains may be joined at barred stops, at most one of them passes through any. Tries every order of the trains
    and every cut; what has failed for the same rest is not tried again.
    """
    if not parts:
        return () if not legs else None
    key = len(legs), parts, may_pass
    if key in failed:
        return None
    for train in dict.fromkeys(parts):
        place = parts.index(train)
        rest = parts[:place] + parts[place + 1 :]
        for count in range(1 if rest else len(legs), len(legs) - len(rest) + 1):
            through = _through(joined, legs[:count])
            own = _own_part(joined, legs[:count], train, last=not rest) if may_pass or not through else None
            if own is None or through > joined.graph.problem.free_passes:
                continue
            others = shared_out(joined, legs[count:], rest, failed, may_pass and not through)
            if others is not None:
                return (own, *others)
    failed[key] = True
    return None


def _through(joined: TrainOnGraph, legs: Sequence[Leg]) -> int:
    """How many barred stops a part passes through, if trains may also be joined there."""
    return sum([end_of(leg) in joined.graph.problem.barred for leg in legs[:-1]]) if joined.joints else 0


def _own_part(joined: TrainOnGraph, legs: Sequence[Leg], train: Allowance, last: bool) -> Route | None:
    problem = joined.graph.problem
    if sum(hop.length for hop, _ in legs) > train.hexes:
        return None
    if not last and problem.grades[end_of(legs[-1])] != LARGE_STOP:
        return None
    path = path_of(legs)
    return Route(train.train, path) if problem.own.intersection(path) else None
