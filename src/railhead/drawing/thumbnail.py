"""Draws a board the size of a stamp: grounds, track and discs, without a word.

The shapes of one ground are one path, and the track is one: a page may show many of these. They have no colours of
their own but classes, which the style of the page paints for light and dark.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from railhead.core.ids import Hex, stop_at
from railhead.core.rulebook import Rulebook
from railhead.core.view import BoardView
from railhead.drawing.frame import is_by_the_sea
from railhead.drawing.hexes import corners, extent, middle
from railhead.drawing.layout import Lie, has_circles, lie
from railhead.drawing.marks import Spot
from railhead.track.board import PRINTED
from railhead.track.tiles import TileFacts

APART = 27.0
"""Half the distance between the discs of a station."""
DISC, DOT = 26, 11
MARGIN = 12.0


def thumbnail(book: Rulebook, laid: BoardView) -> str:
    """The board as it lies on the table, as a complete picture."""
    board = book.board
    grounds: dict[str, list[str]] = {}
    track: list[str] = []
    discs: list[str] = []
    for hex_ in board.all_hexes:
        placed = _Placed.on(book, laid, hex_)
        grounds.setdefault(placed.ground, []).append(placed.outline)
        track.extend(placed.track)
        discs.extend(placed.discs(book, laid))
    left, top, width, height = extent([middle(facts.name, board.layout) for facts in board.hexes], board.layout)
    view = f"{left - MARGIN:.0f} {top - MARGIN:.0f} {width + 2 * MARGIN:.0f} {height + 2 * MARGIN:.0f}"
    painted = "".join(f'<path class="ground-{name}" d="{"".join(drawn)}"/>' for name, drawn in grounds.items())
    rails = f'<path class="track" d="{"".join(track)}"/>'
    kind = "thumbnail" if is_by_the_sea(board) else "thumbnail inland"
    return f'<svg class="{kind}" viewBox="{view}" aria-hidden="true">{painted}{rails}{"".join(discs)}</svg>'


@dataclass(frozen=True, slots=True)
class _Placed:
    """What lies on a hex, and where the hex is."""

    hex: Hex
    tile: TileFacts
    lying: Lie
    where: Spot
    layout: str
    ground: str

    @classmethod
    def on(cls, book: Rulebook, laid: BoardView, hex_: Hex) -> _Placed:
        board = book.board
        lies = board.placed(laid.tiles, hex_)
        tile, facts = board.facts(hex_, lies), board.hexes[hex_]
        lying = lie(tile, 0 if lies == PRINTED else lies % 6, board.layout)
        ground = tile.colour or facts.terrain or "land"
        return cls(hex_, tile, lying, middle(facts.name, board.layout), board.layout, ground)

    @property
    def outline(self) -> str:
        first, *_ = corners(self.layout)
        return f"M{self._at(first)}{_shape(self.layout)}"

    @property
    def track(self) -> Iterator[str]:
        for curve in self.lying.curves:
            yield f"M{self._at(curve.start)}C{self._at(curve.near)} {self._at(curve.far)} {self._at(curve.end)}"

    def discs(self, book: Rulebook, laid: BoardView) -> Iterator[str]:
        """The stops: a dot, or a disc for every place for a token in the colour of whoever is there."""
        for number, (stop, (x, y)) in enumerate(zip(self.tile.stops, self.lying.spots, strict=True)):
            held = laid.tokens.get(stop_at(self.hex, number), ())
            places = max(stop.slots, len(held), 1) if has_circles(stop) or held else 0
            if not places:
                yield self._circle((x, y), DOT, 'class="dot"')
            for place in range(places):
                spot = (x + APART * (2 * place - places + 1), y)
                colour = book.token_faces[held[place]].colour if place < len(held) else ""
                yield self._circle(spot, DISC, f'fill="{colour}"' if colour else 'class="free"')

    def _circle(self, spot: Spot, radius: int, look: str) -> str:
        x, y = self._at(spot).split()
        return f'<circle cx="{x}" cy="{y}" r="{radius}" {look}/>'

    def _at(self, spot: Spot) -> str:
        return f"{self.where[0] + spot[0]:.0f} {self.where[1] + spot[1]:.0f}"


@cache
def _shape(layout: str) -> str:
    """The outline of a hex from its first corner on, in steps: that is short, and a board has hundreds."""
    spots = [(round(x), round(y)) for x, y in corners(layout)]
    return "".join(f"l{x - before_x} {y - before_y}" for (before_x, before_y), (x, y) in pairwise(spots)) + "z"
