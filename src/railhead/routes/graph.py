"""The network contracted for the search: nodes where a run may end or choose, hops between them, and bit masks.

A hop is one or more links in a row, through stops that offer no train a choice. Everything a run may use only once
(stops, groups, hexes, track) is a bit, so whether a hop can extend a run is a single `&` of two integers. Pieces of
track that only ever occur together share a bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from railhead.core.ids import Hex, Point, Stop, hex_of
from railhead.routes.model import ANY, AREA_STOP, FREE_CALL, NEVER_CALLS, PORT_STOP, RouteProblem
from railhead.routes.tolls import at_least, beside_ends
from railhead.track.network import Link

FAR = 1 << 20
"""Further than any path."""

ANYWHERE = Hex(-1)
"""The entry hex of a node where it does not matter which way a run arrives."""

N = TypeVar("N", bound=int)


@dataclass(slots=True, eq=False)
class Hop:
    """An arc from a node to a neighbouring one."""

    end: int
    uses: int
    """The bits of what a run may use only once, both nodes included."""
    track: int
    """The bits of the track no other train may use as well."""
    links: tuple[Link, ...]
    way: tuple[Stop, ...]
    """The stops passed between the two nodes."""
    hexes: int
    """The hexes along the hop, both ends included."""
    length: int
    toll: int
    """What it counts at least."""
    stub: bool
    """Must a run that arrives by this hop end there?"""
    stub_behind: bool
    """Must a run that leaves by this hop have begun there?"""
    water: int
    """How many stretches of water it crosses at least, whatever is waived."""
    by_sea: bool
    """Does it cross the sea from port to port?"""
    afloat: bool
    """Does it go over water? Only a whole run then tells whether it is legal, and what the water counts."""


class Graph:
    """The nodes and hops of a route problem."""

    def __init__(self, problem: RouteProblem, every_way: bool = False) -> None:
        self.problem = problem
        self.every_way = every_way
        """Are dominated hops kept? A run along one may be the only kind that lets a train to be joined stay idle."""
        self.way_stops = _way_stops(problem)
        self.stops: list[Stop] = []
        """By node: its stop."""
        self.entries: list[Hex] = []
        """By node: the hex it is entered from, for stops off the board; ANYWHERE for others."""
        self.number: dict[tuple[Stop, Hex], int] = {}
        self.within = within_reach(problem)
        self._crossable: dict[tuple[Point, ...], bool] = {}
        """Cache: which crossings of the sea any train could use."""
        self.most_visits = max([train.visits for train in problem.trains], default=ANY)
        for stop in problem.network.stops:
            if stop in self.within and stop not in self.way_stops:
                self._add_nodes(stop)
        self.bits = _Bits(problem, self.stops, self.within)
        self.again = self.bits.passed_again()
        """The bits of stops that a run may come to again: no hop is closed by them."""
        self.keep = [self.bits.of_stop(stop) for stop in self.stops]
        """By node: the bits that the hop into it and the hop out of it both use."""
        self.hops: list[list[Hop]] = [[] for _ in self.stops]
        # What is paid may depend on every point of a run, so then no hop is as good as another.
        every_point = bool(problem.awards) or any(bonus.way for bonus in problem.bonuses)
        for node, stop in enumerate(self.stops):
            hops = list(self._hops_from(node, stop))
            self.hops[node] = hops if every_way or every_point else _best_of_parallel(problem, hops)
        self.dead_ends = [
            _is_dead_end(hops, keep | self.again) for hops, keep in zip(self.hops, self.keep, strict=True)
        ]
        """By node: must a run that arrives there end there, since every way out is the one it came by?"""
        self.pass_bit = 1 << self.bits.next
        """The free pass as one more piece of track, used by any run through barred stops: so only one run takes it."""
        self.favours = _favour_bits(problem, self.bits.next + 1)
        """By what is waived once a turn: a bit for each stretch, like track that only one run may use."""
        barred, own, home = problem.barred, problem.own, problem.home
        self.barred = [stop in barred for stop in self.stops]
        self.own = [node for node, stop in enumerate(self.stops) if stop in own and self.hops[node]]
        self.grades = [problem.grades[stop] for stop in self.stops]
        self.meeting = [
            self.bits.stop_bits[stop] if grade in problem.meeting else 0
            for stop, grade in zip(self.stops, self.grades, strict=True)
        ]
        """By node: the bit of its stop, if runs can meet there."""
        self.home = sum(1 << node for node, stop in enumerate(self.stops) if stop in home)
        self.rewards: dict[tuple[int, int, object], int] = {}
        """Cache: what pairs of ends pay."""
        self.families: dict[tuple[object, ...], object] = {}
        """Cache: what trains that differ only in how far they may go have in common (see `stretches`)."""
        self._distances: dict[int, list[list[int]]] = {}

    def distances(self, among: int) -> list[list[int]]:
        """The fewest hexes between any two nodes of a set: shortest walks, so a lower bound for any run."""
        if among not in self._distances:
            self._distances[among] = [self._distances_to(node, among) for node in range(len(self.stops))]
        return self._distances[among]

    def _distances_to(self, target: int, among: int) -> list[int]:
        hexes = [FAR] * len(self.stops)
        hexes[target] = 0
        ahead = [target]
        while ahead:
            nearer = sorted(set(ahead), key=lambda node: hexes[node])
            ahead = []
            for node in nearer:
                for hop in self.hops[node]:
                    if among >> hop.end & 1 and hexes[node] + hop.length < hexes[hop.end]:
                        hexes[hop.end] = hexes[node] + hop.length
                        ahead.append(hop.end)
        return hexes

    def _add_nodes(self, stop: Stop) -> None:
        """Add a stop; one off the board as a node per hex it can be entered from, as rewards depend on that."""
        entries = {ANYWHERE}
        rewards = any(train.reward for train in self.problem.trains)
        if rewards and self.problem.grades[stop] in (AREA_STOP, PORT_STOP):
            entries = {hex_of(link.path[1]) for link in self.problem.network.links[stop]}
        for entry in sorted(entries):
            self.number[stop, entry] = len(self.stops)
            self.stops.append(stop)
            self.entries.append(entry)

    def _hops_from(self, node: int, stop: Stop) -> Iterator[Hop]:
        for link in self._links(stop):
            if self.entries[node] in (ANYWHERE, hex_of(link.path[1])):
                yield from self._extend((link,), self.bits.of_link(link))

    def _extend(self, links: tuple[Link, ...], uses: int) -> Iterator[Hop]:
        """The hops that begin with these links."""
        last = links[-1]
        if last.end in self.way_stops:
            if last.stub:  # a run would have to end here, but none may end at such a stop
                return
            keep = self.bits.of_stop(last.end) | self.again
            for link in self._links(last.end):
                more = self.bits.of_link(link)
                if not uses & more & ~keep and not _backwards(self.problem, link).stub:
                    yield from self._extend((*links, link), uses | more)
            return
        entry = hex_of(last.path[-2]) if (last.end, ANYWHERE) not in self.number else ANYWHERE
        track = hexes = 0
        for link in links:
            track |= self.bits.of_track(link.track & ~self.problem.shared)
            hexes |= link.crossed
        yield Hop(
            end=self.number[last.end, entry],
            uses=uses,
            track=track,
            links=links,
            way=tuple(link.end for link in links[:-1]),
            hexes=hexes,
            length=sum(link.length for link in links),
            toll=sum(at_least(self.problem, link) for link in links if link.toll),
            water=sum(link.toll for link in links if link.water and link.ferry not in self.problem.ferries_in_parts),
            by_sea=any(link.sea is not None for link in links),
            afloat=any(link.water or link.sea for link in links),
            stub=last.stub or self.problem.grades[last.end] in (AREA_STOP, PORT_STOP),
            stub_behind=_backwards(self.problem, links[0]).stub
            or self.problem.grades[links[0].start] in (AREA_STOP, PORT_STOP),
        )

    def _links(self, stop: Stop) -> Iterator[Link]:
        """The links from a stop that any run may use."""
        groups = self.problem.groups
        here = set(groups.get(stop, ()))
        for link in self.problem.network.links[stop]:
            winds = link.winds and not self.problem.may_reenter
            is_open = link.end in self.within and not winds and not here.intersection(groups.get(link.end, ()))
            if is_open and (not link.sea or self._may_cross(link)):
                yield link

    def _may_cross(self, link: Link) -> bool:
        """Could any train cross the sea by this link?"""
        key = min(link.path, link.path[::-1])
        known = self._crossable.get(key)
        if known is None:
            known = self._crossable[key] = beside_ends(self.problem, link) <= self.most_visits
        return known


class _Bits:
    """Numbers the bits of everything a run may use only once."""

    def __init__(self, problem: RouteProblem, stops: list[Stop], within: set[Stop]) -> None:
        self.problem = problem
        self.next = 0
        self.stop_bits: dict[Stop, int] = {}
        self.group_bits: dict[int, int] = {}
        self.hex_bits: dict[Hex, int] = {}
        for stop in (*dict.fromkeys(stops), *sorted(within)):
            self._bit(self.stop_bits, stop)
        self.piece_bits = self._pieces(within)
        self.link_bits: dict[tuple[Point, ...], int] = {}

    def _bit(self, table: dict[N, int], name: N) -> int:
        if name not in table:
            table[name] = 1 << self.next
            self.next += 1
        return table[name]

    def _pieces(self, within: set[Stop]) -> dict[int, int]:
        """By piece of track: its bit, shared by all pieces that the same links use."""
        users: dict[int, list[int]] = {}
        links = [link for stop in sorted(within) for link in self.problem.network.links[stop] if link.end in within]
        for number, link in enumerate(link for link in links if link.start < link.end):
            for piece in ones(link.track):
                users.setdefault(piece, []).append(number)
        bits: dict[tuple[int, ...], int] = {}
        for used_by in users.values():
            if tuple(used_by) not in bits:
                bits[tuple(used_by)] = 1 << self.next
                self.next += 1
        return {piece: bits[tuple(used_by)] for piece, used_by in users.items()}

    def passed_again(self) -> int:
        """The bits of the stops that a run may come to several times."""
        grades, again = self.problem.grades, self.problem.passed_again
        return sum([bit for stop, bit in self.stop_bits.items() if grades[stop] in again]) if again else 0

    def of_stop(self, stop: Stop) -> int:
        """The bits of a stop: its own, its groups' and, unless hexes may be re-entered, its hex's."""
        bits = self.stop_bits[stop]
        for group in self.problem.groups.get(stop, ()):
            bits |= self._bit(self.group_bits, group)
        return bits | self.of_hex(stop)

    def of_hex(self, stop: Stop) -> int:
        """The bit of a stop's hex; none if hexes may be re-entered."""
        return 0 if self.problem.may_reenter else self._bit(self.hex_bits, hex_of(stop))

    def of_track(self, track: int) -> int:
        """The bits of some pieces of track."""
        bits = 0
        for piece in ones(track):
            bits |= self.piece_bits[piece]
        return bits

    def of_link(self, link: Link) -> int:
        """The bits of a link and both its ends."""
        known = self.link_bits.get(link.path)
        if known is None:
            known = self.of_stop(link.start) | self.of_stop(link.end) | self.of_track(link.track)
            if not self.problem.may_reenter:
                for at in link.path:
                    known |= self._bit(self.hex_bits, hex_of(at))
            self.link_bits[link.path] = self.link_bits[link.path[::-1]] = known
        return known


def within_reach(problem: RouteProblem) -> set[Stop]:
    """The stops connected to a token of the company by track that a run could follow."""
    links, ends = problem.network.links, frozenset[Stop]() if problem.free_passes else problem.barred
    found = set(problem.own)
    ahead = list(problem.own)
    while ahead:
        for link in links.get(ahead.pop(), ()):
            if link.end not in found:
                found.add(link.end)
                if link.end not in ends:
                    ahead.append(link.end)
    return found


def _way_stops(problem: RouteProblem) -> frozenset[Stop]:
    """Stops that are only ever passed: no train chooses or ends there, and no runs meet there."""
    grades = {
        grade
        for grade in set(problem.grades.values()) - {AREA_STOP, PORT_STOP}
        if all(train.calls[grade] in (FREE_CALL, NEVER_CALLS) and grade not in train.ends for train in problem.trains)
    }
    special = problem.own | problem.barred | problem.home
    passed = (stop for stop, grade in problem.grades.items() if grade in grades and stop not in special)
    return frozenset(stop for stop in passed if not _may_meet_at(problem, stop))


def _may_meet_at(problem: RouteProblem, stop: Stop) -> bool:
    """Could two runs meet at a stop where none ends? Each needs two ways out, and may share no track with the other."""
    if problem.grades[stop] not in problem.meeting:
        return False
    # Without awards, which of several best runs is found first stays as it was: games have been played by that.
    if problem.shared or not problem.awards:
        return True
    if len(problem.trains) == 1:
        return False
    common: list[int] = []  # what all links of a group use: no two of them go together
    for link in problem.network.links[stop]:
        place = next((place for place, track in enumerate(common) if track & link.track), len(common))
        common[place:] = [common[place] & link.track if place < len(common) else link.track, *common[place + 1 :]]
    return len(common) >= 4


def _best_of_parallel(problem: RouteProblem, hops: list[Hop]) -> list[Hop]:
    """The hops that are not dominated.

    A hop is dominated by a parallel one that serves every purpose as well and uses no more: swapping it in keeps any
    set of runs legal and its worth at least as high, so some best set survives.
    """
    counts_hexes = any(train.hex_subsidy for train in problem.trains)

    def better(one: Hop, other: Hop) -> bool:
        return (
            one.end == other.end
            and not one.uses & ~other.uses
            and not one.track & ~other.track
            and one.way == other.way
            and (not counts_hexes or one.hexes == other.hexes)
            and one.length <= other.length
            and one.toll <= other.toll
            and not one.afloat
            and not other.afloat
            and one.stub <= other.stub
            and one.stub_behind <= other.stub_behind
        )

    kept: list[Hop] = []
    for hop in hops:
        if not any(better(other, hop) for other in kept):
            kept = [other for other in kept if not better(hop, other)]
            kept.append(hop)
    return kept


def _favour_bits(problem: RouteProblem, first: int) -> list[list[int]]:
    found = []
    for favour in problem.favours:
        found.append([1 << first + number for number in range(favour.most)])
        first += favour.most
    return found


def _is_dead_end(hops: list[Hop], keep: int) -> bool:
    """Do all hops of a node have something in common, beside the node itself, that a run may use only once?"""
    common = ~keep
    for hop in hops:
        common &= hop.uses
    return bool(hops) and common != 0


def _backwards(problem: RouteProblem, link: Link) -> Link:
    return problem.network.by_path[link.path[::-1]]


def ones(mask: int) -> Iterator[int]:
    """The set bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low
