"""The board as a map of hexes.

A hex is six lines high. Track is drawn with fine lines from its sides to its stops, so the network can be followed
from hex to hex. The labels are the coordinate, the tile's number between the first letter of its colour and the
letter printed on it, the cost of building, and at each stop its value and tokens: `[C.]30` is a city with two circles,
one of them taken.
"""

from __future__ import annotations

from math import hypot

from rich.text import Text

from railhead.core.ids import Company, Hex, Stop, hex_of, stop_at
from railhead.core.rulebook import Rulebook
from railhead.core.view import BoardView
from railhead.terminal.canvas import ACROSS, Canvas
from railhead.terminal.marks import ground, letter
from railhead.terminal.outline import LINES, Outline, Spot, outline
from railhead.track.board import PRINTED
from railhead.track.hexgrid import coordinates
from railhead.track.tiles import BEYOND, CITY, FIRST_STOP, HALT, LINK, StopFacts

PAINT = {
    "": "#f3eedd",
    "yellow": "#f8df6b",
    "green": "#7fc97f",
    "russet": "#d08a5b",
    "brown": "#d08a5b",
    "grey": "#c0c0c0",
    "blue": "#a9d3ee",
    "red": "#e8a0a0",
}
BORDER = "#6b6b5c"
EDGE = "#dcd6c4"
"""The background of the border: light, so that track crossing it can be seen."""
BARRIER = "bold #c00000"

THICK = 0.25
"""Half the width of a line of track, in columns."""


def hex_map(book: Rulebook, laid: BoardView, width: int) -> list[Text]:
    """The board, as wide as there is room for."""
    board = book.board
    places = [coordinates(name, board.layout) for name in board.names]
    left = min(column for column, _ in places)
    top = min(row for _, row in places)
    columns = max(column for column, _ in places) - left + 1
    rows = max(row for _, row in places) - top + 1
    shape = outline(board.layout, columns, width)
    sheet = Canvas(*shape.size(columns, rows))
    hexes = [
        _Hex(book, laid, sheet, hex_, shape, shape.corner(column - left, row - top))
        for hex_, (column, row) in zip(board.all_hexes, places, strict=True)
    ]
    for draw in (_Hex.draw_ground, _Hex.draw_track, _Hex.draw_stops, _Hex.draw_labels):
        for shown in hexes:
            draw(shown)
    return sheet.lines()


class _Hex:
    """One hex of the map: where it is on the sheet and what is on it."""

    def __init__(
        self,
        book: Rulebook,
        laid: BoardView,
        sheet: Canvas,
        hex_: Hex,
        shape: Outline,
        corner: tuple[int, int],
    ) -> None:
        self.book, self.laid, self.sheet, self.hex = book, laid, sheet, hex_
        self.shape = shape
        self.x, self.y = corner
        self.facts = book.board.hexes[hex_]
        self.placement = book.board.placed(laid.tiles, hex_)
        self.tile = book.board.facts(hex_, self.placement)
        self.track = book.board.track(hex_, self.placement)
        self.centre = self.at(shape.centre)
        self.spots = [self._spot(index) for index in range(len(self.tile.stops))]

    # -- geometry ---------------------------------------------------------------------------------

    def at(self, spot: Spot) -> Spot:
        """A point of the hex on the sheet."""
        return self.x + spot[0], self.y + spot[1]

    def inner(self, line: int) -> tuple[int, int]:
        """The first column within the border on a line of the hex, and how many there are."""
        first, length = self.shape.inner(line)
        return self.x + first, length

    def side(self, edge: int) -> Spot:
        """The middle of a side."""
        return self.at(self.shape.side(edge))

    def _spot(self, index: int) -> Spot:
        """Where a stop is drawn: in the middle if it is alone, otherwise towards the sides its track leads to."""
        x, y = self.centre
        count = len(self.tile.stops)
        if count == 1:
            return x, y
        sides = [self.side(other) for _, other in self.track.at[FIRST_STOP + index] if other < FIRST_STOP]
        if not sides:
            return x, y - 1.5 + 3 * index / (count - 1)
        dx = sum(sx - x for sx, _ in sides) / len(sides)
        dy = sum(sy - y for _, sy in sides) / len(sides)
        return x + dx * 0.3, y + dy * 0.5

    # -- drawing ----------------------------------------------------------------------------------

    def draw_ground(self) -> None:
        """The background and the border; sides that track may not cross, though there is land beyond, are barriers."""
        paint = PAINT.get(self.tile.colour, PAINT["grey"])
        for line in range(LINES):
            first, length = self.inner(line)
            for column in range(first, first + length):
                self.sheet.paint((column, self.y + line), paint)
        for column, line, sign, edge in self.shape.border():
            self._border(self.x + column, self.y + line, sign, edge)

    def _border(self, column: int, line: int, sign: str, edge: int) -> None:
        barred = self._barred(edge)
        if sign != "_":
            self.sheet.paint((column, line), EDGE)
        self.sheet.write(column, line, {"_": "="}.get(sign, "#") if barred else sign, BARRIER if barred else BORDER)

    def _barred(self, edge: int) -> bool:
        board = self.book.board
        beyond = board.around[self.hex].get(edge)
        if beyond is None or edge in board.beyond[self.hex]:
            return False
        return self.facts.buildable and board.hexes[beyond].buildable

    def draw_track(self) -> None:
        """Every piece of track as a line."""
        for one, other in self.track.pieces:
            start, end = self._end(one), self._end(other)
            # Between two sides track bends through the middle of the hex; to a stop it runs straight.
            bend = 0.5 if one < FIRST_STOP and other < FIRST_STOP else 0.0
            self._line(start, end, bend)

    def _end(self, end: int) -> Spot:
        return self.side(end) if end < FIRST_STOP else self.spots[end - FIRST_STOP]

    def _line(self, start: Spot, end: Spot, bend: float) -> None:
        (ax, ay), (bx, by) = start, end
        cx, cy = self.centre
        mx, my = (ax + bx) / 2, (ay + by) / 2
        mx, my = mx + (cx - mx) * bend * 2, my + (cy - my) * bend * 2
        steps = max(2, int(hypot((bx - ax) * ACROSS, (by - ay) * 4) * 2))
        for step in range(steps + 1):
            t = step / steps
            x = (1 - t) ** 2 * ax + 2 * t * (1 - t) * mx + t * t * bx
            y = (1 - t) ** 2 * ay + 2 * t * (1 - t) * my + t * t * by
            self.sheet.dot(x - THICK, y)
            self.sheet.dot(x + THICK, y)

    def draw_stops(self) -> None:
        """Every stop with its value and tokens."""
        lines: set[int] = set()
        for index, stop in enumerate(self.tile.stops):
            x, y = self.spots[index]
            signs = self._signs(index, stop)
            length = sum(len(text) for text, _ in signs)
            line = min(LINES - 1, max(0, int(y - self.y)))
            while line in lines:
                line = line + 1 if line + 1 < LINES else 0
            lines.add(line)
            first, room = self.inner(line)
            column = round(x - length / 2)
            column = max(first, min(column, first + room - length))
            for text, ink in signs:
                self.sheet.write(column, self.y + line, text, ink)
                column += len(text)

    def _signs(self, index: int, stop: StopFacts) -> list[tuple[str, str]]:
        """A stop as styled text."""
        if stop.kind in BEYOND:
            return [("/".join(str(value) for value in stop.values if value) or "0", "bold")]
        if stop.kind == HALT:
            return [("o", "bold")]
        value = str(stop.value) if stop.value else ""
        if stop.kind not in (CITY, LINK):
            return [("●", "bold"), (value, "bold")]
        at = stop_at(self.hex, index)
        held = self.laid.tokens.get(at, ())
        homes = [company for company in self._at_home(at) if company not in held]
        signs: list[tuple[str, str]] = [("[", "bold")]
        signs += [(letter(self.book, company), ground(self.book.token_faces[company].colour)) for company in held]
        free = max(0, stop.slots - len(held))
        # The home of a company that has no token there yet is a lower-case letter.
        reserved = [(letter(self.book, company).lower(), "") for company in homes[:free]]
        signs += reserved + [("·", "")] * (free - len(reserved))
        return [*signs, ("]", "bold"), (value, "bold")]

    def _at_home(self, at: Stop) -> list[Company]:
        """The companies whose home is at a stop, whatever tile lies there now."""
        companies, board = self.book.companies, self.book.board
        placed = board.placed(self.laid.tiles, self.hex)
        if placed != PRINTED and not board.keeps_track(self.hex, PRINTED, placed):
            return []  # the station is gone, and with it the home
        here = [company for company in self.book.company_ids if hex_of(companies[company].home) == self.hex]
        return [company for company in here if board.current(self.laid.tiles, companies[company].home) == at]

    def draw_labels(self) -> None:
        """The coordinate, then the other labels, where they hide the least."""
        self._label(self.facts.name, (0, 1, 5, 4), "bold", order_weight=5)
        if self.placement >= 0:
            name = f"{self.tile.colour[:1]}{self.tile.name}{self.tile.label}"
            self._label(name, (5, 4, 1, 0), "")
            return
        if self.facts.label:
            self._label(self.facts.label, (5, 4, 1, 0), "bold")
        if self.facts.cost:
            self._label(f"£{self.facts.cost}", (5, 4, 1, 0), "#7a4a00")
        if not self.track.pieces and self.facts.title:
            self._label(self.facts.title, (1,), "italic", cut=True)

    def _label(self, text: str, lines: tuple[int, ...], ink: str, cut: bool = False, order_weight: int = 1) -> None:
        """Write a text on the first of these lines where it covers the least track and no other text."""
        best: tuple[int, int, int] | None = None
        for order, line in enumerate(lines):
            first, room = self.inner(line)
            if cut:
                text = text[:room]
            if len(text) > room:
                continue
            middle = first + (room - len(text)) // 2
            for column in (first, first + room - len(text)) if not cut else (middle,):
                if self.sheet.taken(column, self.y + line, len(text)):
                    continue
                cost = self.sheet.dotted(column, self.y + line, len(text)) * 4 + order * order_weight
                if best is None or cost < best[0]:
                    best = (cost, column, self.y + line)
        if best is not None:
            self.sheet.write(best[1], best[2], text, ink)
