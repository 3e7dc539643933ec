"""The geometry of pictures: curves leave sides at right angles, stops stay on their tile and apart from each other."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from railhead.drawing.hexes import INNER, across, corners, extent, into, middle, side, side_ends, straight, toward
from railhead.drawing.layout import SLOT, STATIONS, Lie, circles, lie, radius
from railhead.drawing.marks import Spot
from railhead.titles import catalogue
from railhead.track.hexgrid import neighbours, opposite
from railhead.track.tiles import BEYOND, CITY, FIRST_STOP, HALT, StopFacts, TileFacts

LAYOUTS = ("flat", "pointy")
BOOKS = [catalogue.rulebook(title, ("Ann", "Ben", "Cleo")) for title in catalogue.TITLES]
TILES = [tile for book in BOOKS for tile in book.tiles.facts]
PRINTED = [hex_.printed for book in BOOKS for hex_ in book.board.hexes]


def apart(one: Spot, other: Spot) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def turned(spot: Spot, times: int) -> Spot:
    """A spot turned clockwise by so many sixths."""
    x, y = spot
    for _ in range(times % 6):
        x, y = x * 0.5 - y * 0.8660254, x * 0.8660254 + y * 0.5
    return x, y


@pytest.mark.parametrize("layout", LAYOUTS)
def test_sides_meet_the_same_side_of_the_neighbour(layout: str) -> None:
    here = "C5"
    names = [f"{letter}{number}" for letter in "ABCDE" for number in range(1, 10) if (ord(letter) + number) % 2 == 0]
    x, y = middle(here, layout)
    for edge, found in neighbours(names, layout)[names.index(here)].items():
        there = names[found]
        ox, oy = middle(there, layout)
        mine, theirs = side(edge, layout), side(opposite(edge), layout)
        assert apart((x + mine[0], y + mine[1]), (ox + theirs[0], oy + theirs[1])) < 0.01


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("edge", range(6))
def test_a_side_lies_between_its_two_corners(layout: str, edge: int) -> None:
    (ax, ay), (bx, by) = side_ends(edge, layout)
    assert apart(((ax + bx) / 2, (ay + by) / 2), side(edge, layout)) < 0.01
    assert all(abs(hypot(*corner) - 100) < 0.01 for corner in corners(layout))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("one", "other"), [(a, b) for a in range(6) for b in range(6) if a != b])
def test_track_from_side_to_side_leaves_both_at_right_angles(layout: str, one: int, other: int) -> None:
    curve = across(one, other, layout)
    assert curve.start == side(one, layout)
    assert curve.end == side(other, layout)
    for at, edge, sign in ((0.0, one, -1), (1.0, other, 1)):
        (dx, dy), (ox, oy) = curve.direction(at), toward(edge, layout)
        assert dx * ox + dy * oy == pytest.approx(sign, abs=0.01)


def test_a_sharp_bend_is_a_circle_round_the_corner_and_a_gentle_one_a_wider_circle() -> None:
    corner = corners("flat")[1]
    assert all(abs(apart(spot, corner) - 50) < 0.5 for spot in across(0, 1, "flat").samples)
    gentle = across(0, 2, "flat").samples
    # The middle of the circle is where the two sides, drawn on, would meet it at right angles: two hexes away.
    centre = (side(1, "flat")[0] * 2, side(1, "flat")[1] * 2)
    assert all(abs(apart(spot, centre) - 150) < 1.5 for spot in gentle)


def test_parts_of_a_curve_join_to_the_whole() -> None:
    curve = across(0, 2, "flat")
    first, second = curve.part(0, 0.4), curve.part(0.4, 1)
    assert first.start == curve.start
    assert apart(first.end, second.start) < 0.01
    assert apart(second.end, curve.end) < 0.01
    assert apart(second.point(0.5), curve.point(0.7)) < 0.01
    assert curve.reverse().point(0.25) == pytest.approx(curve.point(0.75))


def every_lie() -> list[tuple[TileFacts, int, str, Lie]]:
    return [
        (tile, rotation, layout, lie(tile, rotation, layout))
        for tile in (*TILES, *PRINTED)
        for rotation in range(6)
        for layout in LAYOUTS
    ]


def discs(tile: TileFacts, found: Lie, number: int, layout: str) -> list[tuple[float, float, float]]:
    """The circles that a stop takes."""
    stop, spot = tile.stops[number], found.spots[number]
    if stop.kind not in STATIONS:
        return [(*spot, radius(stop))]
    return [(x, y, found.slot) for x, y in circles(stop, spot, found.slot, layout, found.leans[number])]


def test_stops_lie_within_their_hex_and_apart_from_each_other() -> None:
    for tile, rotation, layout, found in every_lie():
        real = [number for number, stop in enumerate(tile.stops) if stop.kind not in BEYOND]
        # A printed hex is never turned, nor drawn in the other layout.
        if found.slot < SLOT or (real != list(range(len(tile.stops))) and rotation):
            continue
        for number in real:
            taken = discs(tile, found, number, layout)
            for dx, dy in (toward(edge, layout) for edge in range(6)):
                # Four circles fill a hex to its corners.
                assert max(x * dx + y * dy + r for x, y, r in taken) < INNER + (4 if len(taken) > 3 else 0), tile.name
            for other in real[: real.index(number)]:
                for x, y, r in taken:
                    for ox, oy, s in discs(tile, found, other, layout):
                        assert hypot(x - ox, y - oy) > (r + s) * 0.97, (tile.name, rotation, number, other)


def test_many_circles_of_one_hex_lie_side_by_side_within_it() -> None:
    crowded = [(tile, layout, found) for tile, _, layout, found in every_lie() if found.slot < SLOT]
    assert crowded
    for tile, layout, found in crowded:
        spots = zip(tile.stops, found.spots, strict=True)
        centres = [centre for stop, spot in spots for centre in circles(stop, spot, found.slot)]
        assert len(centres) == sum(stop.slots for stop in tile.stops)
        assert min(apart(one, other) for one, other in combinations(centres, 2)) >= 2 * found.slot - 0.01, tile.name
        outward = (toward(edge, layout) for edge in range(6))
        assert max(x * dx + y * dy for dx, dy in outward for x, y in centres) < INNER - found.slot, tile.name


def test_every_piece_of_track_is_drawn_between_its_own_ends() -> None:
    for tile, rotation, layout, found in every_lie():
        pieces = tile.turned[rotation].pieces
        assert len(found.curves) == len(pieces)
        for (one, other), curve in zip(pieces, found.curves, strict=True):
            for end, spot in ((one, curve.start), (other, curve.end)):
                if end >= FIRST_STOP and tile.stops[end - FIRST_STOP].kind in BEYOND:
                    continue  # the arrows into an area end side by side
                wanted = side(end, layout) if end < FIRST_STOP else found.spots[end - FIRST_STOP]
                assert apart(spot, wanted) < 0.01, (tile.name, rotation, one, other)


def test_a_turned_tile_is_the_same_picture_turned() -> None:
    tile = TILES[0]
    for rotation in range(6):
        for curve, unturned in zip(lie(tile, rotation, "flat").curves, lie(tile, 0, "flat").curves, strict=True):
            assert apart(curve.start, turned(unturned.start, rotation)) < 0.01


def test_a_lone_city_is_in_the_middle_and_a_town_of_two_ends_on_its_line() -> None:
    city = TileFacts("x", "green", 1, "", (StopFacts(CITY, 30, 1),), ((0, 6), (1, 6)))
    assert lie(city, 0, "flat").spots == ((0.0, 0.0),)
    town = TileFacts("y", "green", 1, "", (StopFacts("town", 10),), ((0, 6), (1, 6)))
    found = lie(town, 0, "flat")
    assert apart(found.spots[0], across(0, 1, "flat").point(0.5)) < 0.01
    assert found.leans[0] is not None


def test_two_halts_on_one_line_share_it() -> None:
    tile = TileFacts("z", "yellow", 1, "", (StopFacts(HALT, 0), StopFacts(HALT, 0)), ((0, 6), (3, 7), (6, 7)))
    first, second = lie(tile, 0, "flat").spots
    assert first[0] == pytest.approx(0, abs=0.01)
    assert second[0] == pytest.approx(0, abs=0.01)
    assert first[1] > 0 > second[1]


def test_a_town_on_one_of_two_crossing_lines_is_clear_of_the_other() -> None:
    tile = TileFacts("c", "green", 1, "", (StopFacts("town", 20),), ((0, 6), (3, 6), (1, 4)))
    spot = lie(tile, 0, "flat").spots[0]
    assert min(apart(spot, point) for point in across(1, 4, "flat").samples) > 15


def test_track_to_a_stop_leaves_its_side_at_right_angles() -> None:
    curve = into(0, (20.0, -30.0), "flat")
    assert curve.start == side(0, "flat")
    assert curve.end == (20.0, -30.0)
    assert curve.direction(0.0)[1] == pytest.approx(-1, abs=0.01)
    assert straight((0, 0), (3, 0)).point(0.5) == pytest.approx((1.5, 0))


def test_the_extent_of_a_board_holds_its_hexes() -> None:
    left, top, width, height = extent([(0.0, 0.0), (150.0, INNER)], "flat")
    assert (left, width) == (-100, 350)
    assert top == pytest.approx(-INNER)
    assert height == pytest.approx(3 * INNER)
