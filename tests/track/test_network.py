"""The network of track: what a link uses of it, and whether a side of a hex counts as track."""

from __future__ import annotations

import pytest

from railhead.titles import loading
from railhead.titles.t18bf.facts import land
from railhead.track.network import Link, Network

STEM = {"E7": ("28", 4), "E9": ("29", 1), "D8": ("911", 4), "D6": ("X1", 0), "D10": ("621", 0)}
"""Two junctions back to back: two lines join at one side of a hex, and part again right behind it."""


def network(sides: bool) -> Network:
    board, tiles = land().board, land().tiles
    return Network(board, {board.index[at]: tiles.index[name] * 6 + by for at, (name, by) in STEM.items()}, None, sides)


def link(net: Network, start: str, end: str) -> Link:
    board = land().board
    (found,) = (
        link
        for link in net.links[loading.point_of(board, start)]
        if link.end == loading.point_of(board, end) and len(link.path) == 4
    )
    return found


@pytest.mark.parametrize("sides", [True, False])
def test_lines_that_meet_only_at_a_side_share_track_if_the_side_counts(sides: bool) -> None:
    net = network(sides)
    one, other = link(net, "D6.2", "D8.0"), link(net, "D8.0", "D10.0")
    assert bool(one.track & other.track) == sides


@pytest.mark.parametrize("sides", [True, False])
def test_a_link_uses_the_same_in_both_directions(sides: bool) -> None:
    net = network(sides)
    assert link(net, "D6.2", "D8.0").track == link(net, "D8.0", "D6.2").track


def test_a_network_made_from_an_earlier_one_has_the_same_links() -> None:
    board = land().board
    first = Network(board, {}, None, sides=True)
    tiles = {board.index[at]: land().tiles.index[name] * 6 + by for at, (name, by) in STEM.items()}
    again, afresh = Network(board, tiles, first, sides=True), network(sides=True)
    assert again.by_path.keys() == afresh.by_path.keys()

    def meeting(net: Network) -> set[tuple[object, object]]:
        links = list(net.by_path.values())
        return {(one.path, other.path) for one in links for other in links if one.track & other.track}

    assert meeting(again) == meeting(afresh)
