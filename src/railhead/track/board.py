"""The board: hexes with what is printed on them, and which tiles fit where.

A placement is `tile * 6 + rotation`; what is printed on a hex is the placement PRINTED.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from railhead.core.ids import Hex, Stop, Tile, hex_of, index_of, stop_at
from railhead.track.hexgrid import FLAT, distance, neighbours, opposite
from railhead.track.tiles import BEYOND, CITY, FIRST_STOP, LINK, TileFacts, TileSet, Track, carried_stops, station_sides

PRINTED = -1

BLOCKED = "blocked"
"""The kind of a side that track may not even point at."""


@dataclass(frozen=True, slots=True)
class SideFacts:
    """What is printed along a side of a hex: a river, a range of hills, a border, or a barrier."""

    kind: str
    cost: int = 0
    """What it costs to join track across the side."""


@dataclass(frozen=True)
class HexFacts:
    """A hex of the board as printed."""

    name: str
    title: str
    """The name of the place, if any."""
    printed: TileFacts
    open_edges: tuple[int, ...]
    """Sides that track may cross."""
    cost: int
    terrain: str
    label: str
    buildable: bool
    last_label: str = ""
    """The letter that tiles of the last colour need, where it differs."""
    sides: tuple[tuple[int, SideFacts], ...] = ()
    """What is printed along a side, by edge. It is enough to write it on one of the two hexes."""
    points_to: tuple[int, ...] = ()
    """Sides that the first tile laid here must have track to."""
    country: str = ""
    shores: tuple[int, ...] = ()
    """Sides with no hex beyond them that track may lead to all the same: to a port, or to a dead end."""
    piers: tuple[tuple[int, str, int], ...] = ()
    """Stops here that are joined to a side of a hex somewhere else, as if they lay beside it: stop, hex and side."""


@dataclass(frozen=True, eq=False)
class Board:
    """The hexes of a title's board, and the tiles that can be laid on them."""

    hexes: tuple[HexFacts, ...]
    beyond: tuple[dict[int, Hex], ...]
    """By hex and edge: the neighbour beyond every side that track may cross."""
    tiles: TileSet
    colours: tuple[str, ...]
    """The colours of tiles in the order of upgrades."""
    layout: str = FLAT
    letters_lapse: bool = False
    """Does a letter count only for colours that have a tile with it, and only where there is a station?"""
    keeps_through_stops: bool = False
    """Is a plain line kept by an upgrade on which it leads through a station?"""
    _fits: dict[tuple[Hex, int], tuple[int, ...]] = field(default_factory=dict, repr=False)
    _distinct: dict[tuple[Hex, int], tuple[int, ...]] = field(default_factory=dict, repr=False)

    @cached_property
    def around(self) -> tuple[dict[int, Hex], ...]:
        """By hex and edge: the neighbour, whether track may cross the side or not."""
        return tuple(neighbours(list(self.names), self.layout))

    def distance(self, one: Hex, other: Hex) -> int:
        """The distance between two hexes in steps, as the crow flies."""
        return distance(self.names[one], self.names[other], self.layout)

    @cached_property
    def sides(self) -> tuple[dict[int, SideFacts], ...]:
        """By hex and edge: what is printed along a side, on this hex or on its neighbour."""
        found = [dict(hex_.sides) for hex_ in self.hexes]
        for hex_, facts in zip(self.all_hexes, self.hexes, strict=True):
            for edge, side in facts.sides:
                found[self.around[hex_][edge]][opposite(edge)] = side
        return tuple(found)

    @cached_property
    def across(self) -> tuple[dict[int, tuple[Hex, int]], ...]:
        """By hex and edge: the neighbour across every side that track may cross, and the side of it that touches."""
        return tuple({edge: (other, opposite(edge)) for edge, other in sides.items()} for sides in self.beyond)

    @cached_property
    def facing(self) -> dict[int, int]:
        """For every side that track may cross, sixteen times the hex plus the edge: the same side of the other hex."""
        return {
            hex_ << 4 | edge: other << 4 | side
            for hex_, sides in enumerate(self.across)
            for edge, (other, side) in sides.items()
        }

    @cached_property
    def piers(self) -> dict[Stop, tuple[Hex, int]]:
        """By stop that is joined to a side of a hex somewhere else: that hex and side."""
        return {
            stop_at(hex_, number): (self.index[name], side)
            for hex_, facts in zip(self.all_hexes, self.hexes, strict=True)
            for number, name, side in facts.piers
        }

    @cached_property
    def ends_of_piers(self) -> dict[tuple[Hex, int], Stop]:
        """By hex and side: the stop somewhere else that it is joined to."""
        return {end: stop for stop, end in self.piers.items()}

    @cached_property
    def open_sides(self) -> tuple[int, ...]:
        """By hex: the sides that track may lead to, one bit an edge."""
        return tuple(
            sum(1 << edge for edge in {*sides, *facts.shores})
            for sides, facts in zip(self.beyond, self.hexes, strict=True)
        )

    @cached_property
    def _lookalike(self) -> tuple[Hex, ...]:
        """By hex: the first hex that takes the same tiles, being alike in all that counts for it."""
        first: dict[object, Hex] = {}
        found = []
        for number, hex_, sides in zip(self.all_hexes, self.hexes, self.open_sides, strict=True):
            printed = hex_.printed
            alike = (hex_.buildable, hex_.label, hex_.last_label, sides, replace(printed, name="", count=0))
            found.append(first.setdefault(alike, number))
        return tuple(found)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The hexes' coordinates."""
        return tuple(hex_.name for hex_ in self.hexes)

    @cached_property
    def all_hexes(self) -> tuple[Hex, ...]:
        """Every hex of the board."""
        return tuple(Hex(number) for number in range(len(self.hexes)))

    @cached_property
    def index(self) -> dict[str, Hex]:
        """The index of a hex by its coordinate."""
        return {name: Hex(number) for number, name in enumerate(self.names)}

    @cached_property
    def links(self) -> frozenset[Stop]:
        """The places for tokens that are not stations but give a company's trains access to an area."""
        return self._printed_stops(frozenset((LINK,)))

    @cached_property
    def outside(self) -> frozenset[Stop]:
        """The stops off the board."""
        return self._printed_stops(BEYOND)

    def _printed_stops(self, kinds: frozenset[str]) -> frozenset[Stop]:
        return frozenset(
            stop_at(Hex(number), index)
            for number, hex_ in enumerate(self.hexes)
            for index, stop in enumerate(hex_.printed.stops)
            if stop.kind in kinds
        )

    def placed(self, tiles: Mapping[Hex, int], hex_: Hex) -> int:
        """The placement on a hex."""
        return tiles.get(hex_, PRINTED)

    @cached_property
    def _printed(self) -> list[TileFacts]:
        return [hex_.printed for hex_ in self.hexes]

    @cached_property
    def _printed_track(self) -> list[Track]:
        return [hex_.printed.turned[0] for hex_ in self.hexes]

    def laid_out(self, tiles: Mapping[Hex, int]) -> tuple[list[TileFacts], list[Track]]:
        """By hex: the tile laid there, or what is printed, and its track as rotated."""
        facts, track = self._printed[:], self._printed_track[:]
        for hex_, placement in tiles.items():
            facts[hex_] = tile = self.tiles.facts[placement // 6]
            track[hex_] = tile.turned[placement % 6]
        return facts, track

    def facts(self, hex_: Hex, placement: int) -> TileFacts:
        """The tile of a placement, or what is printed."""
        return self.hexes[hex_].printed if placement == PRINTED else self.tiles.facts[placement // 6]

    def track(self, hex_: Hex, placement: int) -> Track:
        """The track of a placement as rotated."""
        return self.facts(hex_, placement).turned[0 if placement == PRINTED else placement % 6]

    def stops_of(self, placement: int, hex_: Hex) -> list[Stop]:
        """The stops on a hex with this placement."""
        return [stop_at(hex_, number) for number in range(len(self.facts(hex_, placement).stops))]

    def carried(self, hex_: Hex, old: int, new: int, stop: Stop) -> Stop:
        """Where the station at a stop moves to when the placement is replaced."""
        kept = self._carried(hex_, old, new)
        assert kept is not None
        return stop_at(hex_, kept[index_of(stop)])

    def current(self, tiles: Mapping[Hex, int], printed: Stop) -> Stop:
        """Where a stop that is printed on the board is on the tile that lies there now."""
        hex_ = hex_of(printed)
        return self.carried(hex_, PRINTED, tiles[hex_], printed) if hex_ in tiles else printed

    def completes(self, tiles: Mapping[Hex, int], hex_: Hex, new: int) -> list[int]:
        """The sides across which a placement would join track to the track beyond, where none was joined before."""
        added = self.track(hex_, new).exits & ~self.track(hex_, self.placed(tiles, hex_)).exits
        return [
            edge
            for edge, (other, side) in self.across[hex_].items()
            if added >> edge & 1 and self.track(other, self.placed(tiles, other)).exits >> side & 1
        ]

    def _carried(self, hex_: Hex, old: int, new: int) -> tuple[int, ...] | None:
        return carried_stops(
            self.facts(hex_, old),
            self.track(hex_, old),
            self.facts(hex_, new),
            self.track(hex_, new),
            self.keeps_through_stops,
        )

    def keeps_track(self, hex_: Hex, old: int, new: int) -> bool:
        """Does the new placement preserve all old track, connected to the same sides?"""
        return self._carried(hex_, old, new) is not None

    def with_stations_of(self, hex_: Hex, old: int, new: int) -> int | None:
        """The new placement with the old one's small stations on the same lines; None if a line is missing."""
        if not self.tiles.dressings:
            return new
        for sides in station_sides(self.facts(hex_, old), self.track(hex_, old)):
            added = self.with_station(new, sides)
            if added is None:
                return None
            new = added
        return new

    def with_station(self, placement: int, sides: frozenset[int]) -> int | None:
        """The placement with one more small station, on the plain line between two sides; None if there is none."""
        tile, rotation = divmod(placement, 6)
        box, lines = self.tiles.undressed[tile]
        for line, piece in enumerate(self.tiles.facts[box].turned[rotation].pieces):
            if frozenset(piece) == sides and not lines >> line & 1:
                dressed = self.tiles.dressings.get((box, lines | 1 << line))
                return None if dressed is None else dressed * 6 + rotation
        return None

    def within_land(self, hex_: Hex, placement: int) -> bool:
        """Does the placement keep its track away from sides that track may not lead to?"""
        return self.track(hex_, placement).exits & ~self.open_sides[hex_] == 0

    def points_right(self, hex_: Hex, placement: int) -> bool:
        """Does a tile of the first colour have track to every side it must point to?"""
        if self.facts(hex_, placement).colour != self.colours[0]:
            return True
        exits = self.track(hex_, placement).exits
        return all(exits >> edge & 1 for edge in self.hexes[hex_].points_to)

    def next_colour(self, hex_: Hex, old: int) -> str:
        """The colour of the next upgrade on a hex; empty after the last."""
        colour = self.facts(hex_, old).colour
        order = ("", *self.colours, "")
        return order[order.index(colour) + 1]

    def letter(self, hex_: Hex, old: int, colour: str) -> str:
        """The letter that tiles of a colour must have where this placement lies; usually none."""
        facts = self.hexes[hex_]
        letter = facts.last_label if facts.last_label and colour == self.colours[-1] else facts.label
        if self.letters_lapse and ((colour, letter) not in self._lettered or not self.facts(hex_, old).stops):
            return ""
        return letter

    @cached_property
    def _lettered(self) -> frozenset[tuple[str, str]]:
        """The colours and letters that tiles have."""
        return frozenset((tile.colour, letter) for tile in self.tiles.facts for letter in tile.letters)

    def right_kind(self, hex_: Hex, old: int, tile: TileFacts) -> bool:
        """Does the tile have the letter of the hex or, where there is none, the stations the hex requires?

        In titles that put small stations on tiles, plain track is laid where there are no large ones.
        """
        label = self.letter(hex_, old, tile.colour)
        if label or tile.label:
            return label in tile.letters
        there = _kinds(self.facts(hex_, old))
        return there[0] == 0 if self.tiles.dressings and not tile.stops else _kinds(tile) == there

    def fits(self, hex_: Hex, old: int) -> tuple[int, ...]:
        """Every placement that may replace the old one, judging by board and tiles alone."""
        key = (self._lookalike[hex_], old)
        found = self._fits.get(key)
        if found is None:
            found = self._fits[key] = tuple(self._find_fits(hex_, old))
        return found

    def _find_fits(self, hex_: Hex, old: int) -> list[int]:
        if not self.hexes[hex_].buildable:
            return []
        colour, kept = self.next_colour(hex_, old), self.track(hex_, old).exits
        found = []
        for number in self.tiles.by_colour.get(colour, ()):
            tile = self.tiles.facts[number]
            if self.right_kind(hex_, old, tile):
                # Most rotations lose an old side, so that is checked first.
                turned = (rotation for rotation in range(6) if not kept & ~tile.turned[rotation].exits)
                found += [number * 6 + r for r in turned if self._fit(hex_, old, number * 6 + r)]
        return found

    def _fit(self, hex_: Hex, old: int, new: int) -> bool:
        if not self.within_land(hex_, new):
            return False
        lying = self.with_stations_of(hex_, old, new)
        return lying is not None and self.keeps_track(hex_, old, lying)

    def ever_fits(self, hex_: Hex) -> tuple[int, ...]:
        """Every placement that upgrades could bring to a hex in the end, in the order of colours."""
        found: dict[int, None] = {}
        waiting = [PRINTED]
        while waiting:
            new = [placement for old in waiting for placement in self.fits(hex_, old) if placement not in found]
            found.update(dict.fromkeys(new))
            waiting = list(dict.fromkeys(new))
        return tuple(found)

    @cached_property
    def upgrades(self) -> tuple[tuple[Tile, ...], ...]:
        """By tile in the box: the tiles that may replace it on some hex where it could come to lie."""
        found: list[set[int]] = [set() for _ in self.tiles.in_box]
        for hex_ in dict.fromkeys(self._lookalike):
            for old in self.ever_fits(hex_):
                found[self.tiles.box(old)].update(map(self.tiles.box, self.fits(hex_, old)))
        return tuple(tuple(map(Tile, sorted(new))) for new in found)

    def distinct_fits(self, hex_: Hex, old: int) -> tuple[int, ...]:
        """The placements that fit, without those that look the same as an earlier one."""
        key = (self._lookalike[hex_], old)
        found = self._distinct.get(key)
        if found is None:
            found = self._distinct[key] = self.distinct(self.fits(hex_, old))
        return found

    def distinct(self, placements: Iterable[int]) -> tuple[int, ...]:
        """Placements without those that look the same as an earlier one."""
        looks: dict[object, int] = {}
        for placement in placements:
            tile = self.tiles.facts[placement // 6]
            looks.setdefault((placement // 6, look(tile, placement % 6)), placement)
        return tuple(looks.values())


def look(tile: TileFacts, rotation: int) -> object:
    """What a tile looks like as it lies: its track, and its stops no matter in which order they are counted."""
    track = tile.turned[rotation]
    pieces = frozenset(frozenset(piece) for piece in track.pieces)
    if any(min(piece) >= FIRST_STOP for piece in track.pieces):
        return pieces
    plain = frozenset(piece for piece in pieces if max(piece) < FIRST_STOP)
    stops = Counter(
        (stop, frozenset(other for _, other in track.at[FIRST_STOP + number])) for number, stop in enumerate(tile.stops)
    )
    return plain, frozenset(stops.items())


def _kinds(tile: TileFacts) -> tuple[int, int]:
    """How many cities and how many towns or halts a tile has."""
    cities = sum(stop.kind == CITY for stop in tile.stops)
    return cities, sum(stop.places for stop in tile.stops) - cities


def make_board(
    hexes: tuple[HexFacts, ...],
    tiles: TileSet,
    colours: tuple[str, ...],
    layout: str = FLAT,
    letters_lapse: bool = False,
    keeps_through_stops: bool = False,
) -> Board:
    """Assemble hexes into a board; track may cross a side only if both hexes allow it."""
    around = neighbours([hex_.name for hex_ in hexes], layout)
    beyond = tuple(
        {
            edge: other
            for edge, other in around[number].items()
            if _is_open(hex_, edge) and _is_open(hexes[other], opposite(edge))
        }
        for number, hex_ in enumerate(hexes)
    )
    return Board(hexes, beyond, tiles, colours, layout, letters_lapse, keeps_through_stops)


def _is_open(hex_: HexFacts, edge: int) -> bool:
    """Does a hex allow track to cross one of its sides?"""
    return edge in hex_.open_edges and not any(at == edge and side.kind == BLOCKED for at, side in hex_.sides)
