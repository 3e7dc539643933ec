"""What runs are paid besides the values of stations: circles, edges, mail; and what the pirate takes.

Rules 1863-BONUS, 1863-PRIV-11, 1863-PRIV-12 and 1863-PRIV-14.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, pairwise

from railhead.core.ids import Hex, Point, Stop, hex_of, is_stop
from railhead.core.text import to_translate
from railhead.routes.model import Award, Bonus, OneOfEach
from railhead.titles.t1863.facts import FARTHEST_MAIL, NUMBERS, land
from railhead.track.hexgrid import coordinates
from railhead.track.network import Network

EDGES = "NSEW"


def awards(net: Network) -> tuple[Award, ...]:
    """The bonuses for a run as a whole, on top of what it earns (1863-BONUS-05).

    Only the highest counts (1863-BONUS-04).
    """
    at_edge = {letter: frozenset(stop for stop in net.stops if letter in _edges(stop)) for letter in EDGES}
    ring = frozenset(stop for stop in net.stops if hex_of(stop) in land().ring)
    return (
        Award(NUMBERS.inner_circle, inner_circle, (ring,), circuit=True, name=to_translate("for the inner circle")),
        Award(NUMBERS.outer_circle, outer_circle, tuple(at_edge.values()), name=to_translate("for the outer circle")),
        _edge_to_edge(NUMBERS.north_south, "NS", at_edge, to_translate("from north to south")),
        _edge_to_edge(NUMBERS.east_west, "EW", at_edge, to_translate("from east to west")),
    )


def _edge_to_edge(amount: int, edges: str, at_edge: dict[str, frozenset[Stop]], name: str) -> Award:
    return Award(amount, EdgeToEdge(*edges), tuple(at_edge[letter] for letter in edges), name=name)


def _edges(at: Point) -> str:
    """The letters of the edge bonus location that a station is in."""
    return land().edges.get(hex_of(at), "") if is_stop(at) else ""


def outer_circle(path: tuple[Point, ...]) -> bool:
    """Does a run include stations at all four edges, one of them perhaps for two (1863-BONUS-02)?"""
    return {letter for at in path for letter in _edges(at)} >= set(EDGES)


@dataclass(frozen=True, slots=True)
class EdgeToEdge:
    """Does a run begin at one of two edges and end at the other (1863-BONUS-03)?"""

    one: str
    other: str

    def __call__(self, path: tuple[Point, ...]) -> bool:
        start, end = _edges(path[0]), _edges(path[-1])
        there = self.one in start and self.other in end
        back = self.other in start and self.one in end
        return path[0] != path[-1] and (there or back)


def inner_circle(path: tuple[Point, ...]) -> bool:
    """Does a run end where it began, having gone once round the white circle, never inside it nor far from it?

    Rule 1863-BONUS-01.
    """
    if path[0] != path[-1]:
        return False
    hexes = [hex_ for hex_, _ in groupby(hex_of(at) for at in path)]
    return land().ring.issuperset(hexes) and abs(_turns(hexes)) == 1


def _turns(hexes: list[Hex]) -> int:
    """How often a closed line of hexes goes round the white circle: how often it crosses a line east from inside it.

    That line runs just below the middle of its hexes, so each crossing is a step from a hex at or above the line to one
    below it, or back.
    """
    names = land().board.names
    column, row = coordinates(names[min(land().inside)])
    turns = 0
    for one, other in pairwise(coordinates(names[hex_]) for hex_ in hexes):
        upper, lower = sorted((one, other), key=lambda spot: spot[1])
        if upper[1] <= row < lower[1] and upper[0] > column:
            turns += 1 if one is upper else -1
    return turns


def mail(net: Network, markers: tuple[Hex, ...]) -> tuple[Bonus, ...]:
    """What the Royal Mail Rail adds: for each marker once a turn, and more for one run that reaches both.

    Rules 1863-PRIV-11 and 1863-PRIV-12. Passing is enough.
    """
    reached = [frozenset(stop for stop in net.stops if hex_of(stop) == hex_) for hex_ in markers]
    one_each = [_paid_once(NUMBERS.mail_one, (stops,)) for stops in reached]
    if len(markers) < 2:
        return tuple(one_each)
    names = {land().board.names[hex_] for hex_ in markers}
    each = NUMBERS.mail_farthest if names == set(FARTHEST_MAIL) else NUMBERS.mail_both
    return (*one_each, _paid_once(2 * (each - NUMBERS.mail_one), tuple(reached)))


def _paid_once(amount: int, sets: tuple[frozenset[Stop], ...]) -> Bonus:
    return Bonus(OneOfEach(amount, sets), amount, once=True, passing=True, name=to_translate("for mail"))
