"""The network of track: what a link uses of it, and whether a side of a hex counts as track."""

from __future__ import annotations

from random import Random

import pytest

from railhead.core.ids import Hex, Stop
from railhead.titles import loading
from railhead.titles.t18bf.facts import land
from railhead.titles.t18oe import facts as t18oe
from railhead.titles.t1860 import facts as t1860
from railhead.titles.t1862 import facts as t1862
from railhead.titles.t1863 import facts as t1863
from railhead.track.board import PRINTED, Board
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


BOARDS: dict[str, Board] = {
    "1860": t1860.land(False).board,
    "1862": t1862.land().board,
    "1863": t1863.land().board,
    "18BF": land().board,
    "18OE": t18oe.land().board,
}


def described(net: Network) -> dict[Stop, list[tuple[object, ...]]]:
    """By stop: its links in order, with the pieces of track they use instead of bits."""
    pieces = {bit: key for key, bit in net._bits.items()}

    def used(track: int) -> frozenset[tuple[Hex, int]]:
        return frozenset(pieces[1 << place] for place in range(track.bit_length()) if track >> place & 1)

    return {
        stop: [(link.path, used(link.track), link.crossed, link.winds, link.length) for link in links]
        for stop, links in net.links.items()
    }


def joined(board: Board, tiles: dict[Hex, int], hex_: Hex, new: int) -> int:
    """How many sides of a placement join track of the tiles around."""
    exits = board.track(hex_, new).exits
    across = board.across[hex_].items()
    return sum(
        board.track(other, board.placed(tiles, other)).exits >> side & exits >> edge & 1
        for edge, (other, side) in across
    )


@pytest.mark.parametrize("sides", [True, False])
@pytest.mark.parametrize("title", BOARDS)
def test_a_network_that_grows_with_the_track_is_like_a_new_one(title: str, sides: bool) -> None:
    """Tiles laid and upgraded at random around one place; now and then one is taken back."""
    board, chance = BOARDS[title], Random(len(title))
    buildable = [hex_ for hex_ in board.all_hexes if board.fits(hex_, PRINTED)]
    start = next(hex_ for hex_ in buildable[len(buildable) // 2 :] if board.hexes[hex_].printed.stops)
    near = sorted(buildable, key=lambda hex_: board.distance(start, hex_))[:25]
    tiles: dict[Hex, int] = {}
    net = Network(board, dict(tiles), None, sides)
    for number in range(60):
        hex_ = chance.choice(near)
        fitting = board.fits(hex_, tiles.get(hex_, PRINTED))
        if number % 10 == 9:
            tiles.pop(hex_, None)
        elif fitting:
            tiles[hex_] = max(fitting, key=lambda new: (joined(board, tiles, hex_, new), chance.random()))
        net = Network(board, dict(tiles), net, sides)
        if number % 6 == 5:
            afresh = Network(board, dict(tiles), None, sides)
            assert described(net) == described(afresh)
            assert list(net.stops) == list(afresh.stops)
            assert list(net.by_path) == list(afresh.by_path)
    assert len(net.by_path) > 10, "there is something to compare"


def test_track_is_followed_again_only_where_it_matters() -> None:
    """A line through the middle of nowhere, beside a city: nobody's walk leads there."""
    board = land().board
    tiles = {board.index[at]: land().tiles.index[name] * 6 + by for at, (name, by) in STEM.items()}
    first = Network(board, tiles, None, sides=True)
    far = next(
        hex_
        for hex_ in board.all_hexes
        if board.fits(hex_, PRINTED)
        and not board.facts(hex_, PRINTED).stops
        and not any(hex_ << 4 | side in walk.seen for walk in first._walks.values() for side in range(6))
    )
    again = Network(board, {**tiles, far: board.fits(far, PRINTED)[0]}, first, sides=True)
    assert all(again._walks[stop] is walk for stop, walk in first._walks.items())


def test_ways_inland_from_a_side_lead_to_the_stops_whose_links_cross_it() -> None:
    net, across = network(sides=True), land().board.across
    crossing = 0
    for out in net.links.values():
        for found in out:
            hexes = [hex_ for hex_ in found.hexes if hex_ != found.hexes[0]]
            if not hexes:
                continue
            first = hexes[0]
            side = next(edge for edge, (other, _) in across[first].items() if other == found.hexes[0])
            ways = dict(net.inland(first, side))
            inland = found.path[next(place for place, at in enumerate(found.hexes) if at == first) :]
            if inland in ways:
                crossing += 1
                assert ways[inland] & ~found.track == 0
    assert crossing


def test_the_track_to_a_side_is_what_links_use_that_cross_it() -> None:
    net, across = network(sides=False), land().board.across
    links = list(net.by_path.values())
    for one in links:
        first = next((hex_ for hex_ in one.hexes if hex_ != one.hexes[0]), None)
        if first is None:
            continue
        side = next(edge for edge, (other, _) in across[first].items() if other == one.hexes[0])
        there = net.track_to(first, side)
        assert one.track & there, "it comes in by this side"
        assert not any(other.track & there for other in links if first not in other.hexes)
    assert Network.of_links({}, ()).track_to(Hex(0), 0) == 0


@pytest.mark.parametrize("title", BOARDS)
def test_no_two_pieces_of_a_tile_have_the_same_sign(title: str) -> None:
    board = BOARDS[title]
    for tile in (*board.tiles.facts, *(hex_.printed for hex_ in board.hexes)):
        for track in tile.turned:
            assert len(set(track.signs)) == len(track.pieces), tile.name
