"""A sheet of characters to draw on: styled text, and fine lines made of braille dots."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

BRAILLE = 0x2800
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""By row and column within a character: the bit of a braille dot."""
ACROSS, DOWN = 2, 4
"""How many dots a character has."""

Cell = tuple[int, int]
"""A column and a line."""


class Canvas:
    """Characters by column and line; later drawing covers earlier drawing."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._signs: dict[Cell, str] = {}
        self._paint: dict[Cell, str] = {}
        self._ink: dict[Cell, str] = {}
        self._dots: dict[Cell, int] = {}

    def inside(self, cell: Cell) -> bool:
        """Is the cell on the sheet?"""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def paint(self, cell: Cell, colour: str) -> None:
        """Give a cell a background."""
        if self.inside(cell):
            self._paint[cell] = colour

    def write(self, column: int, line: int, text: str, ink: str = "") -> None:
        """Write text from a cell to the right."""
        for number, sign in enumerate(text):
            cell = (column + number, line)
            if self.inside(cell):
                self._signs[cell] = sign
                self._dots.pop(cell, None)
                if ink:
                    self._ink[cell] = ink
                else:
                    self._ink.pop(cell, None)

    def dot(self, x: float, y: float) -> None:
        """Set the dot nearest to a point, measured in characters."""
        across, down = int(x * ACROSS), int(y * DOWN)
        cell = (across // ACROSS, down // DOWN)
        if self.inside(cell):
            self._dots[cell] = self._dots.get(cell, 0) | DOTS[down % DOWN][across % ACROSS]
            self._ink.pop(cell, None)

    def dotted(self, column: int, line: int, length: int) -> int:
        """How many cells of a stretch have lines in them."""
        return sum((column + number, line) in self._dots for number in range(length))

    def taken(self, column: int, line: int, length: int) -> bool:
        """Is anything written within a stretch?"""
        return any(
            self._signs.get((column + number, line), " ") not in " _" and (column + number, line) not in self._dots
            for number in range(length)
        )

    def lines(self) -> list[Text]:
        """The sheet, line by line, without trailing blanks."""
        return [self._line(line) for line in range(self.height)]

    def _line(self, line: int) -> Text:
        text = Text(no_wrap=True)
        last = max((column for column, at in (*self._signs, *self._paint, *self._dots) if at == line), default=-1)
        for column in range(last + 1):
            cell = (column, line)
            dots = self._dots.get(cell)
            sign = chr(BRAILLE + dots) if dots else self._signs.get(cell, " ")
            text.append(sign, _style(self._ink.get(cell, ""), self._paint.get(cell, "")))
        return text


def _style(ink: str, paint: str) -> Style:
    style = Style.parse(ink) if ink else Style()
    if paint:
        style = Style(bgcolor=paint, color="black") + style
    return style
