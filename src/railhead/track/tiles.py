"""Tiles: their stops and track in every rotation, and which tile may replace which.

The ends of a piece of track are edges (0 to 5) or stops (6 for the first stop of the tile, 7 for the second ...).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from railhead.core.ids import Tile

FIRST_STOP = 6
LINE_LETTERS = "abc"

CITY, TOWN, HALT, OFFBOARD, PORT, LINK = "city", "town", "halt", "offboard", "port", "link"
"""Kinds of stop. At a link no train calls: it is a place for tokens that give a company's trains access to an area."""

BEYOND = frozenset((OFFBOARD, PORT))
"""Kinds of stop at which every run ends."""


@dataclass(frozen=True, slots=True)
class StopFacts:
    """A place where trains may call."""

    kind: str
    value: int
    slots: int = 0
    values: tuple[int, ...] = ()
    """For places whose value changes during the game: the value at each stage."""
    area: str = ""
    """For places with several entrances: the stops of an area count as one place."""
    places: int = 1
    """How many places are here: two towns on the same track are one stop."""


@dataclass(frozen=True)
class TileFacts:
    """A tile as printed, not rotated; also what is printed on a hex of the board."""

    name: str
    colour: str
    count: int
    label: str
    """Its letter; a tile for hexes with different letters has all of them, as in `A/B`."""
    stops: tuple[StopFacts, ...]
    track: tuple[tuple[int, int], ...]

    @cached_property
    def letters(self) -> frozenset[str]:
        """The letters of the hexes that it is for; the empty one for hexes without a letter."""
        return frozenset(self.label.split("/"))

    @cached_property
    def turned(self) -> tuple[Track, ...]:
        """The track of this tile in each of its six rotations."""
        return tuple(_turn(self, rotation) for rotation in range(6))


Way = tuple[int, tuple[int, ...]]
"""A way out of a tile: the side, and the stops passed on the way there."""


@dataclass(frozen=True)
class Track:
    """The track of a tile as rotated on the board."""

    pieces: tuple[tuple[int, int], ...]
    exits: int
    """The edges with track, one bit per edge."""
    at: tuple[tuple[tuple[int, int], ...], ...]
    """By end: the pieces of track that touch it, as (piece, other end)."""

    @cached_property
    def signs(self) -> tuple[int, ...]:
        """By piece: its two ends in one number, which no other piece of the tile has."""
        return tuple(min(piece) << 4 | max(piece) for piece in self.pieces)

    @cached_property
    def ways_out(self) -> tuple[tuple[Way, ...], ...]:
        """By end: every way to leave the tile from there, passing no stop twice."""
        return tuple(tuple(self._ways_from(end, ())) for end in range(len(self.at)))

    def _ways_from(self, end: int, passed: tuple[int, ...]) -> Iterator[Way]:
        for _, other in self.at[end]:
            if other < FIRST_STOP:
                yield other, passed
            elif other not in passed:
                yield from self._ways_from(other, (*passed, other))


def _turn(tile: TileFacts, rotation: int) -> Track:
    def end(e: int) -> int:
        return (e + rotation) % 6 if e < FIRST_STOP else e

    pieces = tuple((end(a), end(b)) for a, b in tile.track)
    exits = 0
    at: list[list[tuple[int, int]]] = [[] for _ in range(FIRST_STOP + len(tile.stops))]
    for number, (a, b) in enumerate(pieces):
        at[a].append((number, b))
        at[b].append((number, a))
        exits |= sum(1 << e for e in (a, b) if e < FIRST_STOP)
    return Track(pieces, exits, tuple(tuple(touching) for touching in at))


@dataclass(frozen=True, eq=False)
class TileSet:
    """All tiles of a title in the order of its tile sheet, followed by those with small stations on their lines."""

    facts: tuple[TileFacts, ...]
    dressings: dict[tuple[int, int], int] = field(default_factory=dict)
    """By tile in the box and lines with small stations, one bit per line: the tile that results."""

    @cached_property
    def undressed(self) -> tuple[tuple[int, int], ...]:
        """By tile: the tile in the box, and the lines with small stations on them."""
        dressed = {tile: parts for parts, tile in self.dressings.items()}
        return tuple(dressed.get(tile, (tile, 0)) for tile in range(len(self.facts)))

    def box(self, placement: int) -> int:
        """The tile in the box that a placement uses, regardless of small stations on it."""
        return self.undressed[placement // 6][0]

    @cached_property
    def in_box(self) -> range:
        """The tiles that are in the box."""
        return range(len(self.facts) - len(self.dressings))

    @cached_property
    def by_colour(self) -> dict[str, list[int]]:
        """The tiles as they come from the box, by colour."""
        found: dict[str, list[int]] = {}
        for number in self.in_box:
            found.setdefault(self.facts[number].colour, []).append(number)
        return found

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The tiles' numbers."""
        return tuple(tile.name for tile in self.facts)

    @cached_property
    def index(self) -> dict[str, Tile]:
        """The index of a tile by its number."""
        return {name: Tile(index) for index, name in enumerate(self.names)}


def with_small_stations(tiles: TileSet, marker: StopFacts) -> TileSet:
    """The tiles and, for those with plain lines only, every way to put small stations on these lines."""
    facts = list(tiles.facts)
    dressings: dict[tuple[int, int], int] = {}
    for number, tile in enumerate(tiles.facts):
        if not tile.stops:
            for lines in range(1, 1 << len(tile.track)):
                dressings[number, lines] = len(facts)
                facts.append(_dressed(tile, lines, marker))
    return TileSet(tuple(facts), dressings)


def _dressed(tile: TileFacts, lines: int, marker: StopFacts) -> TileFacts:
    """A tile with small stations on some of its lines, whose letters are added to its name."""
    name, stops, track = f"{tile.name}+", 0, []
    for line, (a, b) in enumerate(tile.track):
        if lines >> line & 1:
            track += [(a, FIRST_STOP + stops), (b, FIRST_STOP + stops)]
            stops += 1
            name += LINE_LETTERS[line]
        else:
            track.append((a, b))
    return replace(tile, name=name, count=0, stops=(marker,) * stops, track=tuple(track))


def station_sides(tile: TileFacts, track: Track) -> list[frozenset[int]]:
    """The lines with small stations, each as the two sides it connects."""
    found = []
    for number, stop in enumerate(tile.stops):
        if stop.kind == TOWN and track.at[FIRST_STOP + number]:
            found.append(frozenset(other for _, other in track.at[FIRST_STOP + number]))
    return found


def carried_stops(
    old: TileFacts, old_track: Track, new: TileFacts, new_track: Track, through_stops: bool = False
) -> tuple[int, ...] | None:
    """For each stop of the old tile, the stop of the new one that preserves its track; None if track is lost.

    All old track must be on the new tile, connected to the same sides; a stop without track of its own keeps its
    number. Where the new tile has fewer cities, several old ones may become one. A plain line is also kept by one
    `through_stops` of the new tile, if the title allows that.
    """
    joins = _cities(new) < _cities(old)
    found: list[int] = []
    for number, stop in enumerate(old.stops):
        sides = {other for _, other in old_track.at[FIRST_STOP + number] if other < FIRST_STOP}
        fitting = [
            candidate
            for candidate, replacement in enumerate(new.stops)
            if (candidate not in found or (joins and stop.kind == CITY))
            and _same_class(stop, replacement)
            and sides <= {other for _, other in new_track.at[FIRST_STOP + candidate]}
        ]
        if not fitting:
            return None
        found.append(number if number in fitting and not sides else fitting[0])
    lies = {frozenset(piece) for piece in new_track.pieces}

    def moved(e: int) -> int:
        return e if e < FIRST_STOP else FIRST_STOP + found[e - FIRST_STOP]

    def is_kept(a: int, b: int) -> bool:
        if frozenset((moved(a), moved(b))) in lies:
            return True
        stops = range(FIRST_STOP, FIRST_STOP + len(new.stops)) if through_stops and max(a, b) < FIRST_STOP else ()
        return any(frozenset((a, stop)) in lies and frozenset((b, stop)) in lies for stop in stops)

    return tuple(found) if all(is_kept(a, b) for a, b in old_track.pieces) else None


def _cities(tile: TileFacts) -> int:
    return sum(stop.kind == CITY for stop in tile.stops)


def _same_class(old: StopFacts, new: StopFacts) -> bool:
    """Cities become cities; towns and halts may become either of the two."""
    return (old.kind == CITY) == (new.kind == CITY)
