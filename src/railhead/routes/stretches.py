"""The graph as stretches: simple ways from one station to the next, or to an end, through other stops only.

A *station* is a node that uses up a train's allowance whenever it is on the run: where the train must call, and every
large stop. What lies between stations (small stops where it may call or not, calls for free or never calls) is spelled
out once, so that a run is a short row of stretches, however many small stops it passes.

What is left of an allowance is packed into one integer: a field for each limit, with a guard bit on top that is lost
when the field falls below zero. Calls in total are counted apart where some of them are optional.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_

from railhead.routes.graph import Hop
from railhead.routes.model import ANY, MAY_CALL, MUST_CALL, Allowance
from railhead.routes.train_graph import TrainOnGraph

MOST_STRETCHES = 8000
"""Where there are more of them, small stops make such a tangle that spelling them out does not pay."""
FIELD = 12
"""The bits of a limit, its guard included."""
TOTAL, LARGE, VISITS, HEXES = "total", "large", "visits", "hexes"
"""The limits of an allowance."""


@dataclass(slots=True, eq=False)
class Stretch:
    """A way from a station to the next one, or to another stop at which a run may end."""

    end: int
    hops: tuple[Hop, ...]
    uses: int
    blocks: int
    """What must not have been used before: all but the station it leaves, and stops that a run may come to again."""
    optional: int
    """The bits of the stops where the train may call or not,"""
    doubles: int
    """and of those among them that are two places."""
    cost: int
    """What it uses up of the limits,"""
    calls: int
    """and of all calls, if some are optional: tolls, and the call at a station where it must."""
    ends: bool
    """Must a run that takes it end there?"""
    begins: bool
    """Must a run that takes it have begun with it?"""
    afloat: bool


class Stretches:
    """The stretches of all trains that differ only in how far they may go."""

    def __init__(self, train: TrainOnGraph) -> None:
        self.train = train
        graph = self.graph = train.graph
        count = len(graph.stops)
        self.is_station = stations(train)
        self.chooses = MAY_CALL in train.policy
        self.limits = _limits(train)
        self.guards = sum([1 << FIELD * (place + 1) - 1 for place in range(len(self.limits))])
        self.stop_bits = [graph.bits.stop_bits[stop] for stop in graph.stops]
        self.out: list[list[Stretch]] = [[] for _ in range(count)]
        """By station: the stretches to other stations,"""
        self.tails: list[list[Stretch]] = [[] for _ in range(count)]
        """and those that end a run elsewhere."""
        self.memories = [[0] * count]
        """By level and station: what a run that comes there remembers of all it has used. Levels are learned."""
        self.bound: object = None
        """The bound at the last multipliers asked for (see `search_walks`)."""
        more = (graph.most_visits - train.allowance.visits) * (1 + train.relief)
        self.farthest = train.farthest + more if train.counts_water else ANY
        """No train goes further than this where water counts."""
        self.left = MOST_STRETCHES
        for node in range(count):
            if self.is_station[node]:
                self._follow(node)
                self.memories[0][node] = reduce(or_, [hop.uses for hop in graph.hops[node]], graph.keep[node])

    @property
    def are_few(self) -> bool:
        """Could all of them be spelled out?"""
        return self.left >= 0

    def room(self, train: TrainOnGraph) -> int:
        """What a train may use up of the limits in all."""
        least = [min([_limit(train, name) for name in names]) for names in self.limits]
        return self.guards + sum([limit << FIELD * place for place, limit in enumerate(least)])

    def calls(self, allowance: Allowance) -> int:
        """How many calls a train has in all, if some are optional: no more than there could ever be."""
        return min(allowance.total, len(self.is_station) + sum(self.train.places)) if self.chooses else 0

    def cost(self, node: int, toll: int, length: int) -> int:
        """What coming to a node by a way with these tolls and of this length uses up of the limits."""
        cost = 0
        for place, (name, *_) in enumerate(self.limits):
            cost += (length if name == HEXES else toll + _counts(self.train, name, node)) << FIELD * place
        return cost

    def cost_to_begin(self, node: int) -> int:
        """What a run that begins at a node uses up of the limits."""
        return self.cost(node, 0, self.train.counted[node])

    def must(self, node: int) -> int:
        """The calls that coming to a node uses up, if some are optional."""
        return int(self.chooses and self.train.policy[node] == MUST_CALL)

    def _follow(self, station: int) -> None:
        """Find the stretches from a station."""
        graph, train = self.graph, self.train
        keep, again = graph.keep[station], graph.again
        way: list[Hop] = []

        def go(at: int, used: int, left: int) -> None:
            for hop in graph.hops[at]:
                end = hop.end
                closed = used & hop.uses & ~graph.keep[at] & ~again
                if closed or not train.open >> end & 1 or (way and hop.stub_behind) or self.left < 0:
                    continue
                further = left - train.length(hop)
                if further < 0:
                    continue
                way.append(hop)
                if self.is_station[end]:
                    self.out[station].append(self._stretch(way, keep, graph.barred[end]))
                else:
                    if train.may_end[end]:
                        self.tails[station].append(self._stretch(way, keep, ends=True))
                    if not hop.stub and not graph.barred[end]:
                        go(end, used | hop.uses, further)
                way.pop()

        go(station, keep, self.farthest - train.counted[station])

    def _stretch(self, way: list[Hop], keep: int, ends: bool) -> Stretch:
        self.left -= 1
        train, end = self.train, way[-1].end
        uses = toll = optional = doubles = 0
        for hop in way:
            uses |= hop.uses
            toll += hop.toll
            if train.policy[hop.end] == MAY_CALL:
                optional |= self.stop_bits[hop.end]
                doubles |= self.stop_bits[hop.end] if train.places[hop.end] > 1 else 0
        return Stretch(
            end=end,
            hops=tuple(way),
            uses=uses,
            blocks=uses & ~keep & ~self.graph.again,
            optional=optional,
            doubles=doubles,
            cost=self.cost(end, toll, sum([train.length(hop) for hop in way])),
            calls=toll + self.must(end) if self.chooses else 0,
            ends=ends or way[-1].stub,
            begins=way[0].stub_behind,
            afloat=any(hop.afloat for hop in way),
        )


def stretches_of(train: TrainOnGraph) -> Stretches | None:
    """The stretches of a train, shared with others that differ only in how far they may go; None if they are too many.

    Only for trains whose runs can be told as stretches.
    """
    if not goes_by_stretches(train):
        return None
    families, key = train.graph.families, _key(train)
    if key not in families:
        families[key] = Stretches(train)
    found = families[key]
    assert isinstance(found, Stretches)
    return found if found.are_few else None


def goes_by_stretches(train: TrainOnGraph) -> bool:
    """Can the runs of a train be told as stretches?

    Not if it is paid by its ends, joined to others or goes round in circuits, may pass by large stops or through barred
    ones; nor if a run need not include a station, or may include any number of them; nor if one has to earn a bonus,
    for which it may end where it would not otherwise; nor if most ways lead over water, which only whole runs count.
    """
    if train.by_stretches is None:
        train.by_stretches = _is_covered(train)
    return train.by_stretches


def _is_covered(train: TrainOnGraph) -> bool:
    problem, allowance, is_station = train.graph.problem, train.allowance, stations(train)
    if allowance.pays_ends or allowance.parts or allowance.circuits or problem.free_passes:
        return False
    if allowance.required is not None or problem.demand is not None or _is_wet(train):
        return False
    limits = (allowance.total, allowance.large, allowance.visits, train.farthest)
    if any(1 << FIELD - 1 <= limit < ANY for limit in limits) or (problem.fines and train.graph.again):
        return False
    met = [node for node, station in enumerate(is_station) if station]
    with_token = all(is_station[node] for node in train.graph.own if train.open >> node & 1)
    return with_token and all(train.policy[node] != MAY_CALL and _is_limited(train, node) for node in met)


def _is_wet(train: TrainOnGraph) -> bool:
    """Do more hops lead over water than over land? Any port then leads to any other, and stretches are too many."""
    return sum([1 if hop.afloat else -1 for hops in train.graph.hops for hop in hops]) > 0


def stations(train: TrainOnGraph) -> list[bool]:
    """By node: does it use up the allowance whenever it is on the run?"""
    return [
        bool(train.open >> node & 1 and (train.large[node] or policy == MUST_CALL))
        for node, policy in enumerate(train.policy)
    ]


def _is_limited(train: TrainOnGraph, node: int) -> bool:
    """Does coming to a node use up any limit?"""
    dry = not train.counts_water
    return any(dry if name == HEXES else _counts(train, name, node) for names in _limits(train) for name in names)


def _key(train: TrainOnGraph) -> tuple[object, ...]:
    """What trains that share their stretches have in common."""
    worth = (*train.own_worth, *train.item, *train.fines)
    calls = (*train.policy, *train.may_end, *train.places)
    limits = tuple(_limit(train, name) < ANY for name in (TOTAL, LARGE, VISITS, HEXES))
    return (worth, calls, limits, tuple(train.hop_worth.values()))


def _limits(train: TrainOnGraph) -> list[tuple[str, ...]]:
    """The limits that count, those together that always count the same; calls in total only if none is optional."""
    names = [name for name in (TOTAL, LARGE, VISITS) if _limit(train, name) < ANY]
    if MAY_CALL in train.policy:
        names = [name for name in names if name != TOTAL]
    alike: dict[tuple[int, ...], tuple[str, ...]] = {}
    for name in names:
        counts = tuple(_counts(train, name, node) for node in range(len(train.policy)))
        alike[counts] = (*alike.get(counts, ()), name)
    return [*alike.values(), *([(HEXES,)] if train.farthest < ANY else [])]


def _limit(train: TrainOnGraph, name: str) -> int:
    allowance = train.allowance
    return {TOTAL: allowance.total, LARGE: allowance.large, VISITS: allowance.visits, HEXES: train.farthest}[name]


def _counts(train: TrainOnGraph, name: str, node: int) -> int:
    """How much of a limit coming to a node uses up."""
    must = int(train.policy[node] == MUST_CALL)
    return {TOTAL: must, LARGE: must * train.large[node], VISITS: train.large[node]}[name]
