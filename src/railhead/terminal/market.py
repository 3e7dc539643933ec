"""The share market as a ladder in two tiers, each price a rung; companies stand under their price in stack order."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from railhead.core.ids import Company, Place
from railhead.core.rulebook import Rulebook
from railhead.core.view import MarketView
from railhead.terminal.marks import symbol

RUNG = 7
"""Columns a price takes, with the gap to the next."""


def market(book: Rulebook, markers: MarketView, width: int) -> list[Text]:
    """The ladder from the lowest price up, split into as many parts as the width requires."""
    prices = book.market.prices
    standing = markers.stacks
    most = max(4, (width - RUNG // 2) // RUNG * 2)
    pieces = -(-len(prices) // most)
    length = -(-len(prices) // pieces)
    length += length % 2
    lines: list[Text] = []
    for start in range(0, len(prices), length):
        stretch = [Place(number) for number in range(start, min(start + length, len(prices)))]
        # The upper tier is shifted by half a rung: prices rise from the lower to the upper tier and back.
        lines += _tier(book, [place for place in stretch if place % 2], standing, RUNG // 2)
        lines += _tier(book, [place for place in stretch if place % 2 == 0], standing, 0)
    return lines


def _tier(book: Rulebook, places: list[Place], standing: dict[Place, list[Company]], indent: int) -> Iterator[Text]:
    line = Text(" " * indent, no_wrap=True)
    for place in places:
        price = book.market.prices[place]
        par = price in book.market.par_prices
        text = f"{price}{'*' if par else ''}"
        line.append(f"{text:<{RUNG}}", "bold" if place in standing else "dim")
    yield line
    for depth in range(max((len(standing.get(place, ())) for place in places), default=0)):
        line = Text(" " * indent, no_wrap=True)
        for place in places:
            here = standing.get(place, ())
            mark = symbol(book, here[depth]) if depth < len(here) else Text()
            line.append_text(mark)
            line.append(" " * (RUNG - len(mark)))
        yield line
