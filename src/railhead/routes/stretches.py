"""The graph as stretches: simple ways from one station to the next, or to an end, through other stops only.

A *station* is a node that uses up a train's allowance whenever it is on the run: where the train must call, and every
large stop. What lies between stations (small stops where it may call or not, calls for free or never calls) is spelled
out once, so that a run is a short row of stretches, however many small stops it passes.

What is left of an allowance is packed into one integer: a field for each limit, with a guard bit on top that is lost
when the field falls below zero. Calls in total are counted apart where some of them are optional.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from railhead.routes.afloat import across_the_sea
from railhead.routes.graph import Hop
from railhead.routes.model import ANY, MAY_CALL, MUST_CALL, Allowance
from railhead.routes.multipliers import NO_MULTIPLIERS
from railhead.routes.tolls import courses_of
from railhead.routes.train_graph import TrainOnGraph
from railhead.routes.waived import Waived

MOST_STRETCHES = 8000
"""Where there are more of them, small stops make such a tangle that spelling them out does not pay."""
MOST_BY_LAND = 24_000
"""The same for ways from port to port; where there are more, they are told from station to station as well."""
REMEMBERED = 12
"""So many of the best large stops are remembered from one crossing to the next: most runs that go in circles do so for
their sake."""
FIRST = 6
"""So many of them on the first level of memory, which remembers nothing of waivers and rules out most walks."""
FIELD = 12
"""The bits of a limit, its guard included."""
MOST = (1 << FIELD - 1) - 1
"""The most that a limit can be."""
QUAY, PIER, LANDING, SHORE, INLAND = range(5)
"""The places at a port or another station, by how a run has come there."""
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
    track: int
    """The track that no other train may use."""
    crossed: int
    """The bits of waivers at stops that are for water it goes over,"""
    water: int
    """and the number of the water itself (see `Waived.number`)."""


class Stretches:
    """The stretches of all trains that differ only in how far they may go.

    They begin and end at numbered places: each station has the number of its node.
    """

    most = MOST_STRETCHES

    def __init__(self, train: TrainOnGraph) -> None:
        self.train = train
        graph = self.graph = train.graph
        self.is_station = stations(train)
        self.optional = optional_calls(train)
        """By node: is a call there made only if there is room for it?"""
        self.chooses = MAY_CALL in train.policy
        self.limits = _limits(train)
        places = {name: FIELD * place for place, names in enumerate(self.limits) for name in names}
        self.visits, self.far = places.get(VISITS, 0), places.get(HEXES, 0)
        """Where the limits to visits and to how far trains may go are in the room left."""
        self.guards = sum([1 << FIELD * (place + 1) - 1 for place in range(len(self.limits))])
        self.stop_bits = [graph.bits.stop_bits[stop] for stop in graph.stops]
        self.waived = Waived(graph, self.far) if train.counts_water else None
        """What of the water on a run does not count."""
        more = (graph.most_visits - train.allowance.visits) * (1 + train.relief)
        self.farthest = train.farthest + more if train.counts_water else ANY
        """No train goes further than this where water counts."""
        self.bound: object = None
        """The bound at the last multipliers asked for (see `search_walks`),"""
        self.unpriced: object = None
        """and the one without multipliers, where it is of use at others."""
        self.left = self.most
        self.nodes = self.places()
        """By number of a place: its node."""
        self.out: list[list[Stretch]] = [[] for _ in self.nodes]
        """By place: the stretches to other places,"""
        self.tails: list[list[Stretch]] = [[] for _ in self.nodes]
        """and those that end a run elsewhere."""
        self.heads = self.tails
        """By place where runs begin: the stretches to it from an end elsewhere, the other way round."""
        self.memories = [[0] * len(self.nodes)]
        """By level and place: what a run that comes there remembers of all it has used. Further levels are learned."""
        self.find()

    def places(self) -> list[int]:
        """The nodes of all places."""
        return [*range(len(self.is_station))]

    def starts(self) -> list[tuple[int, int]]:
        """The places where runs begin, each with its node."""
        return [(node, node) for node, station in enumerate(self.is_station) if station]

    @property
    def first_end(self) -> int:
        """Runs may end at places from this number on."""
        return 0

    def find(self) -> None:
        """Find all stretches."""
        graph = self.graph
        for node, station in enumerate(self.is_station):
            if station:
                self._follow(node)
                uses = [hop.uses for hop in graph.hops[node] if not hop.by_sea]
                self.memories[0][node] = reduce(or_, uses, graph.keep[node]) | self.waters

    @property
    def waters(self) -> int:
        """What has to be remembered to know what is waived."""
        return 0 if self.waived is None else self.waived.bits

    def granted(self, level: int) -> int:
        """The waivers that count as used to the full at a level of memory, since it does not remember them."""
        waived = self.waived
        if waived is None or not self.nodes or self.memories[level][0] & waived.bits == waived.bits:
            return 0
        return waived.bits & ~waived.stops

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
        return int(self.chooses and not self.optional[node] and _is_called(self.train, node))

    def may_end(self, room: int, used: int) -> bool:
        """May a run end with this room left? Not if it relied on further visits, or on waivers that it has no use for.

        For every visit that was not made, what it could have brought is part of the room; and so is whatever is waived
        at stops, as soon as a run comes there, whether it goes over the water beside them or not.
        """
        if self.waived is None:
            return True
        left = (room >> self.far & MOST) - self.train.relief * (room >> self.visits & MOST)
        return left >= self.waived.unused(used)

    @property
    def calls_at_all_large(self) -> bool:
        """Do runs call at all large stops that they come to, but for those that pay nothing?"""
        return not any(large and optional for large, optional in zip(self.train.large, self.optional, strict=True))

    def _follow(self, station: int) -> None:
        """Find the stretches from a station."""
        graph, keep = self.graph, self.graph.keep[station]
        for way in self.ways_from(station):
            end = way[-1].end
            if self.is_station[end]:
                self.out[station].append(self.stretch(way, keep, graph.barred[end], end))
            else:
                self.tails[station].append(self.stretch(way, keep, True, end))

    def ways_from(self, station: int) -> Iterator[list[Hop]]:
        """The simple ways over land from a station to the next, or to another stop at which a run may end."""
        graph, train = self.graph, self.train
        again = graph.again
        way: list[Hop] = []

        def go(at: int, used: int, left: int) -> Iterator[list[Hop]]:
            for hop in graph.hops[at]:
                end = hop.end
                closed = used & hop.uses & ~graph.keep[at] & ~again
                if closed or not train.open >> end & 1 or (way and hop.stub_behind) or self.left < 0 or hop.by_sea:
                    continue
                further = left - train.length(hop)
                if further < 0:
                    continue
                way.append(hop)
                if train.may_end[end] or self.is_met(end):
                    yield way
                if not self.is_station[end] and not hop.stub and not graph.barred[end]:
                    yield from go(end, used | hop.uses, further)
                way.pop()

        return go(station, graph.keep[station], self.farthest - train.counted[station])

    def is_met(self, node: int) -> bool:
        """Do stretches lead to a node, whether runs may end there or not?"""
        return self.is_station[node]

    def stretch(self, way: list[Hop], keep: int, ends: bool, to: int) -> Stretch:
        """The stretch along these hops, from a node with these bits to a place."""
        self.left -= 1
        train = self.train
        uses = optional = doubles = cost = calls = 0
        for hop in way:
            uses |= hop.uses
            cost += self.cost(hop.end, hop.toll, train.length(hop))
            calls += hop.toll + self.must(hop.end)
            if self.optional[hop.end]:
                optional |= self.stop_bits[hop.end]
                doubles |= self.stop_bits[hop.end] if train.places[hop.end] > 1 else 0
        courses = (
            () if self.waived is None else tuple(courses_of(link) for hop in way for link in hop.links if link.water)
        )
        return Stretch(
            end=to,
            hops=tuple(way),
            uses=uses,
            blocks=uses & ~keep & ~self.graph.again,
            optional=optional,
            doubles=doubles,
            cost=cost,
            calls=calls if self.chooses else 0,
            ends=ends or way[-1].stub,
            begins=way[0].stub_behind,
            afloat=any(hop.afloat for hop in way),
            track=reduce(or_, [hop.track for hop in way]),
            crossed=0 if self.waived is None else self.waived.beside(courses),
            water=0 if self.waived is None else self.waived.number(courses),
        )


class Voyages(Stretches):
    """The same for runs that cross the sea: they go from port to port, by sea and over land in turns.

    Over land there are few ways, and they are spelled out from port to port or to an end, through any stops. By sea any
    port leads to any other, but one crossing follows another only if there is land between. So there are four places at
    a port, by how a run has come there: over land (the quay); by ferries alone since it was at sea (the pier); by sea
    (where it lands); and by sea with land after it (the shore).
    """

    most = MOST_BY_LAND
    ashore: tuple[int, ...] = (QUAY, SHORE)
    """The ways to have come to a port after which the next crossing needs no land of its own."""

    def places(self) -> list[int]:
        """The nodes of all quays, then of all piers, of all places where runs land, and of all shores."""
        hops = enumerate(self.graph.hops)
        ports = [node for node, out in hops if self.train.open >> node & 1 and any(hop.by_sea for hop in out)]
        self.quays = {node: number for number, node in enumerate(ports)}
        return ports * 4

    def starts(self) -> list[tuple[int, int]]:
        """The quays."""
        return [(number, node) for node, number in self.quays.items()]

    @property
    def first_end(self) -> int:
        """The first place where runs land."""
        return 2 * len(self.quays)

    def place(self, kind: int, node: int) -> int:
        """The place of a kind at a port."""
        return kind * len(self.quays) + self.quays[node]

    def find(self) -> None:
        """Find all stretches."""
        graph = self.graph
        self.heads = [[] for _ in self.nodes]
        for node in self.quays:
            self.go_by_sea(node)
            self._go_by_land(node)
        self.memories = self.remembered([graph.keep[node] for node in self.nodes])

    def remembered(self, keep: list[int]) -> list[list[int]]:
        """The first levels of memory, by place, where this much is remembered at each."""
        train = self.train
        large = sorted(
            filter(train.large.__getitem__, range(len(train.large))), key=lambda node: -train.own_worth[node]
        )
        first, most = (sum([self.stop_bits[node] for node in large[:count]]) for count in (FIRST, REMEMBERED))
        if self.waived is not None:  # to come there again would be given once more what is waived
            first |= self.waived.stops
        return [[bits | few for bits in keep] for few in (first, most | self.waters)]

    def go_by_sea(self, port: int) -> None:
        """Find the crossings from a port."""
        graph, train = self.graph, self.train
        for hop in graph.hops[port]:
            near = train.length(hop) <= self.farthest - train.counted[port]
            if not hop.by_sea or not near or not train.open >> hop.end & 1 or self.left < 0:
                continue
            has_land, is_afloat = across_the_sea(hop)
            to = self.place(LANDING if is_afloat else SHORE, hop.end)
            crossing = self.stretch([hop], graph.keep[port], graph.barred[hop.end], to)
            for kind in (*self.ashore, PIER, LANDING) if has_land else self.ashore:
                self.out[self.place(kind, port)].append(crossing)

    def _go_by_land(self, port: int) -> None:
        """Find the ways over land from a port, and those by which runs come to it from an end."""
        graph, train = self.graph, self.train
        quay, landing = self.place(QUAY, port), self.place(LANDING, port)
        keep, again = graph.keep[port], graph.again
        way: list[Hop] = []

        def go(at: int, used: int, left: int, visits: int) -> None:
            for hop in graph.hops[at]:
                end = hop.end
                closed = used & hop.uses & ~graph.keep[at] & ~again
                if closed or not train.open >> end & 1 or (way and hop.stub_behind) or self.left < 0 or hop.by_sea:
                    continue
                further, fewer = left - train.length(hop), visits - train.visits(hop)
                if further < 0 or fewer < 0:
                    continue
                way.append(hop)
                if train.may_end[end]:
                    ending = self.stretch(way, keep, True, landing)
                    self.out[landing].append(ending)
                    self.heads[quay].append(ending)
                if not hop.stub and not graph.barred[end]:
                    if end in self.quays:
                        kind = QUAY if any(link.by_land for each in way for link in each.links) else PIER
                        self.out[landing].append(self.stretch(way, keep, False, self.place(kind, end)))
                    go(end, used | hop.uses, further, fewer)
                way.pop()

        first = len(self.out[landing])
        if not graph.barred[port]:
            go(port, keep, self.farthest - train.counted[port], graph.most_visits - train.large[port])
        self.out[self.place(SHORE, port)] += map(self._ashore, self.out[landing][first:])

    def _ashore(self, stretch: Stretch) -> Stretch:
        """The same stretch for a run with land behind it: ferries do not take that away."""
        is_pier = not stretch.ends and self.place(PIER, self.nodes[stretch.end]) == stretch.end
        return replace(stretch, end=self.place(QUAY, self.nodes[stretch.end]), ends=False) if is_pier else stretch


class Journeys(Voyages):
    """The same where the ways over land are too many to be spelled out from port to port: from station to station.

    A run comes to a station or a port in one of five ways: it has not been at sea yet (inland); over land since it was
    (the quay); by ferries alone since it was (the pier); and to a port by sea as well (the landing and the shore). From
    a port that is no station, it goes on by sea if it has come there over land; other ways over land pass through.
    """

    most = MOST_STRETCHES
    ashore = (INLAND, QUAY, SHORE)

    def places(self) -> list[int]:
        """The nodes of all places; first those where no run ends: inland, and at ports that are no stations."""
        hops = enumerate(self.graph.hops)
        self.ports = [node for node, out in hops if self.train.open >> node & 1 and any(hop.by_sea for hop in out)]
        met = [node for node, station in enumerate(self.is_station) if station]
        others = [node for node in self.ports if not self.is_station[node]]
        self.inland = [*met, *others]
        kinds = ((INLAND, self.inland), (QUAY, others), (PIER, others))
        ending = ((QUAY, met), (PIER, met), (LANDING, self.ports), (SHORE, self.ports))
        every = [(kind, node) for kind, nodes in (*kinds, *ending) for node in nodes]
        self.numbers = {place: number for number, place in enumerate(every)}
        return [node for _, node in every]

    def starts(self) -> list[tuple[int, int]]:
        """All places inland."""
        return [(self.place(INLAND, node), node) for node in self.inland]

    @property
    def first_end(self) -> int:
        """The first place where a run may end."""
        return len(self.inland) + 2 * sum([not self.is_station[node] for node in self.ports])

    def place(self, kind: int, node: int) -> int:
        """The place where a run is that has come to a node in one of the ways."""
        return self.numbers[kind, node]

    def is_met(self, node: int) -> bool:
        """Stretches lead to ports as well, and on from there."""
        return self.is_station[node] or (INLAND, node) in self.numbers

    def find(self) -> None:
        """Find all stretches."""
        graph = self.graph
        self.heads = [[] for _ in self.nodes]
        for port in self.ports:
            self.go_by_sea(port)
        for node in self.inland:
            self._follow(node)
        self.memories = self.remembered([graph.keep[node] for node in self.nodes])

    def _follow(self, node: int) -> None:
        """Find the stretches over land from a station or a port."""
        graph, keep = self.graph, self.graph.keep[node]
        came: list[int] = []
        if not graph.barred[node]:  # otherwise a run may only begin there
            on = (QUAY, PIER) if self.is_station[node] else ()
            came = [kind for kind in (*on, LANDING, SHORE) if (kind, node) in self.numbers]
        for way in self.ways_from(node):
            end = way[-1].end
            ending = self.stretch(way, keep, True, 0)
            if not self.is_station[end] and self.train.may_end[end]:
                self.heads[self.place(INLAND, node)].append(ending)
            if self.train.may_end[end] and (not self.is_station[end] or graph.barred[end] or way[-1].stub):
                self._go_on(node, came, ending, ending)
            if not self.is_met(end) or graph.barred[end] or way[-1].stub:
                continue
            if self.is_station[node]:
                self.out[self.place(INLAND, node)].append(replace(ending, end=self.place(INLAND, end), ends=False))
            quay = replace(ending, end=self.place(QUAY, end), ends=False)
            by_land = any(link.by_land for hop in way for link in hop.links)
            self._go_on(node, came, quay, quay if by_land else replace(ending, end=self.place(PIER, end), ends=False))

    def _go_on(self, node: int, came: list[int], ashore: Stretch, afloat: Stretch) -> None:
        """A run goes on by a stretch, however it has come: with land since the sea, or without."""
        for kind in came:
            self.out[self.place(kind, node)].append(ashore if kind in self.ashore else afloat)


def stretches_of(train: TrainOnGraph) -> tuple[Stretches, ...] | None:
    """The stretches of a train, shared with others that differ only in how far they may go; None if they are too many.

    Only for trains whose runs can be told as stretches. First those of runs that stay on land.
    """
    if not goes_by_stretches(train):
        return None
    families, key = train.graph.families, _key(train)
    if key not in families:
        at_sea = any(hop.by_sea for out in train.graph.hops for hop in out)
        families[key] = (Stretches(train), _over_sea(train)) if at_sea else (Stretches(train),)
    found = families[key]
    assert isinstance(found, tuple)
    return found if all(each.are_few for each in found) else None


def _over_sea(train: TrainOnGraph) -> Stretches:
    """The stretches of runs that cross the sea: from port to port if those are not too many."""
    voyages = Voyages(train)
    return voyages if voyages.are_few else Journeys(train)


def goes_by_stretches(train: TrainOnGraph) -> bool:
    """Can the runs of a train be told as stretches?

    Not if it is paid by its ends, joined to others or goes round in circuits, may pass by large stops where others pay
    less, or through barred ones; nor if a run need not include a station, or may include any number of them; nor if it
    has to earn a bonus of which nothing is known, for which it may end where it would not otherwise.
    """
    if train.by_stretches is None:
        train.by_stretches = _is_covered(train)
    return train.by_stretches


def _is_covered(train: TrainOnGraph) -> bool:
    problem, allowance, is_station = train.graph.problem, train.allowance, stations(train)
    if allowance.pays_ends or allowance.parts or allowance.circuits or problem.free_passes:
        return False
    if problem.demand is not None or (allowance.required is not None and (train.trims or not train.required)):
        return False
    limits = (allowance.total, allowance.large, allowance.visits, train.farthest)
    if any(1 << FIELD - 1 <= limit < ANY for limit in limits) or (problem.fines and train.graph.again):
        return False
    met = [node for node, station in enumerate(is_station) if station]
    with_token = all(is_station[node] for node in train.graph.own if train.open >> node & 1)
    return with_token and _calls_at_large(train) and all(_is_limited(train, node) for node in met)


def _calls_at_large(train: TrainOnGraph) -> bool:
    """Does the train call at every large stop or, where it need not, would a bound that assumes it still hold?

    That is so if no large stop pays less than another where it may call: whatever pays more than the least of those is
    granted by the bound anyway. Where a large stop pays nothing at all, the best runs pass by it.
    """
    may = [node for node, policy in enumerate(train.policy) if policy == MAY_CALL and train.open >> node & 1]
    large = [train.own_worth[node] for node in may if train.large[node] and not pays_nothing(train, node)]
    others = [train.own_worth[node] for node in may if not train.large[node]]
    allowance = train.allowance
    all_fit = allowance.visits <= min(allowance.large, allowance.total)
    return not large or (all_fit and bool(others) and min(large) >= min(others))


def optional_calls(train: TrainOnGraph) -> list[bool]:
    """By node: is a call there optional as far as the bound knows?

    Those at small stops are, and over water those at large stops which pay less than a good small one: a run that has
    to come there may do better with the call elsewhere.
    """
    may = [policy == MAY_CALL and bool(train.open >> node & 1) for node, policy in enumerate(train.policy)]
    gains = train.gains(NO_MULTIPLIERS)
    some = sorted({gain for gain, large, is_open in zip(gains, train.large, may, strict=True) if is_open and not large})
    least = some[1] if train.counts_water and len(some) > 1 else 0
    return [
        is_open and (not train.large[node] or (not pays_nothing(train, node) and gains[node] < least))
        for node, is_open in enumerate(may)
    ]


def _is_called(train: TrainOnGraph, node: int) -> bool:
    """Is there a call to be counted whenever a run comes to a node?"""
    if train.policy[node] == MAY_CALL:
        return bool(train.large[node]) and not pays_nothing(train, node)
    return train.policy[node] == MUST_CALL


def pays_nothing(train: TrainOnGraph, node: int) -> bool:
    """Is a call at a node worth nothing?"""
    return not train.own_worth[node] and not train.item[node]


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
    limits = (*(_limit(train, name) < ANY for name in (TOTAL, LARGE, VISITS, HEXES)), _all_fit(train.allowance))
    goals = train.required, bonuses_for_ways(train)
    return (worth, calls, limits, tuple(train.hop_worth.values()), goals)


def bonuses_for_ways(train: TrainOnGraph) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Bonuses that go by the way of a run: number, worth, and the sets of nodes of which it includes one each."""
    each = zip(train.paying, train.bonuses, strict=True)
    return tuple(
        (number, worth, sets) for (number, bonus), (worth, sets) in each if bonus.way is not None and sets and all(sets)
    )


def _limits(train: TrainOnGraph) -> list[tuple[str, ...]]:
    """The limits that count, those together that always count the same; calls in total only if none is optional."""
    names = [name for name in (TOTAL, LARGE, VISITS) if _limit(train, name) < ANY]
    if _all_fit(train.allowance):
        names = [name for name in names if name != LARGE]
    if MAY_CALL in train.policy:
        names = [name for name in names if name != TOTAL]
    alike: dict[tuple[int, ...], tuple[str, ...]] = {}
    for name in names:
        counts = tuple(_counts(train, name, node) for node in range(len(train.policy)))
        alike[counts] = (*alike.get(counts, ()), name)
    return [*alike.values(), *([(HEXES,)] if train.farthest < ANY else [])]


def _all_fit(allowance: Allowance) -> bool:
    """Is there room for a call at every large stop that a train may come to?"""
    return allowance.visits <= allowance.large


def _limit(train: TrainOnGraph, name: str) -> int:
    allowance = train.allowance
    return {TOTAL: allowance.total, LARGE: allowance.large, VISITS: allowance.visits, HEXES: train.farthest}[name]


def _counts(train: TrainOnGraph, name: str, node: int) -> int:
    """How much of a limit coming to a node uses up."""
    must = int(_is_called(train, node))
    return {TOTAL: must, LARGE: must * train.large[node], VISITS: train.large[node]}[name]
