"""Route problems as data, without a game: the stops, links and trains of a board.

A board has `nodes` (kind, own, blocked, groups, values by train), `links` (u, v, track, junctions, ends) and `trains`
(stops, cities, no_towns, and times, by which the values are multiplied). A run is a path through two or more nodes that
repeats no node, group, junction or track and includes at least one of the company's own nodes. Two trains never share
track.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from railhead.core.ids import Hex, Stop, stop_at, through
from railhead.routes.model import ANY, FREE_CALL, LARGE_STOP, MUST_CALL, NO_ENTRY, SMALL_STOP, Allowance, RouteProblem
from railhead.track.network import Link, Network
from railhead.track.tiles import CITY, OFFBOARD, TOWN, StopFacts

_GRADES = {"city": LARGE_STOP, "town": SMALL_STOP, "offboard": LARGE_STOP}
_KINDS = {"city": CITY, "town": TOWN, "offboard": OFFBOARD}


def problem_of(board: dict[str, Any]) -> RouteProblem:
    """The route problem of a board; a ValueError that says why if it is not a valid board."""
    nodes, links = _list(board, "nodes"), _list(board, "links")
    trains = tuple(_train(number, train) for number, train in enumerate(_list(board, "trains")))
    stops = [_stop(number) for number in range(len(nodes))]
    for node in nodes:
        if node.get("kind") not in _GRADES or len(node.get("values", ())) != len(trains):
            raise ValueError("a node needs a kind (city, town or offboard) and one value per train")
    network, shared = _network(nodes, links)
    tariffs: dict[int, dict[Stop, int]] = {}
    for train, values in zip(trains, zip(*(node["values"] for node in nodes), strict=True), strict=True):
        tariffs[train.train] = dict(zip(stops, values, strict=True))
    kinds = _kinds(trains, tariffs)
    return RouteProblem(
        network=network,
        grades={stop: _GRADES[node["kind"]] for stop, node in zip(stops, nodes, strict=True)},
        values=dict.fromkeys(stops, 0),
        tariffs=tariffs,
        own=frozenset(stop for stop, node in zip(stops, nodes, strict=True) if node["own"]),
        barred=frozenset(stop for stop, node in zip(stops, nodes, strict=True) if node["blocked"]),
        groups={stop: tuple(node["groups"]) for stop, node in zip(stops, nodes, strict=True) if node["groups"]},
        trains=tuple(kinds),
        may_reenter=True,
        shared=shared,
        must_meet=False,
        may_idle=True,
    )


def _list(board: object, key: str) -> list[dict[str, Any]]:
    found = board.get(key) if isinstance(board, dict) else None
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise ValueError(f"a board needs a list of {key}")
    return found


def _stop(node: int) -> Stop:
    """Every node is the only stop of a hex of its own."""
    return stop_at(Hex(node), 0)


def _train(number: int, train: dict[str, Any]) -> Allowance:
    """At most so many stops, or so many cities with towns free; some trains may not enter towns."""
    stops, cities = train["stops"], train["cities"]
    towns = NO_ENTRY if train.get("no_towns") else MUST_CALL if stops is not None or cities is None else FREE_CALL
    return Allowance(
        number,
        large=ANY if cities is None else cities,
        total=ANY if stops is None else stops,
        calls=(MUST_CALL, towns, MUST_CALL, MUST_CALL, MUST_CALL, NO_ENTRY),
        ends=frozenset((LARGE_STOP, SMALL_STOP)),
        times=train.get("times", 1),
    )


def _kinds(trains: tuple[Allowance, ...], tariffs: dict[int, dict[Stop, int]]) -> list[Allowance]:
    """The trains, with identical ones sharing a kind."""
    kinds: list[Allowance] = []
    for train in trains:
        for known in kinds:
            if replace(train, train=known.train) == known and tariffs[train.train] == tariffs[known.train]:
                kinds.append(known)
                break
        else:
            kinds.append(train)
    return kinds


def _network(nodes: list[dict[str, Any]], links: list[dict[str, Any]]) -> tuple[Network, int]:
    """The network, and the bits of its junctions, which two trains may share but one train may pass only once."""
    found: list[Link] = []
    bits: dict[tuple[str, Any], int] = {}
    for number, link in enumerate(links):
        u, v = link["u"], link["v"]
        if not (0 <= u < len(nodes) and 0 <= v < len(nodes) and u != v):
            raise ValueError(f"link {number} does not connect two nodes of the board")
        track = 0
        for name in (*(("track", piece) for piece in link["track"]), *(("junction", at) for at in link["junctions"])):
            track |= bits.setdefault(name, 1 << len(bits))
        start, end = _stop(u), _stop(v)
        path = (start, through(Hex(len(nodes) + number)), end)
        ends = link["ends"]
        found.append(Link(start, end, path, track, 0, False, stub=bool(ends[1])))
        found.append(Link(end, start, path[::-1], track, 0, False, stub=bool(ends[0])))
    stops = {_stop(number): StopFacts(_KINDS[node["kind"]], 0) for number, node in enumerate(nodes)}
    return Network.of_links(stops, found), sum(bit for (kind, _), bit in bits.items() if kind == "junction")
