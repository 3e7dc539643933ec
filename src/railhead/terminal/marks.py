"""How companies are marked on the board and in tables: a letter of their own, and their colour."""

from __future__ import annotations

from functools import cache
from string import ascii_uppercase, digits

from rich.text import Text

from railhead.core.ids import Company
from railhead.core.rulebook import Rulebook

BRIGHT = 140
"""Text on a background brighter than this is black, otherwise white."""


GREEK = "ΓΔΘΛΞΠΣΦΨΩ"
"""Letters for titles with more companies than there are Latin letters and digits."""


@cache
def letters(symbols: tuple[str, ...]) -> tuple[str, ...]:
    """For every company a letter of its own: the first of its symbol that is still free."""
    taken: list[str] = []
    for symbol in symbols:
        wanted = (*symbol.upper(), *ascii_uppercase, *digits, *GREEK)
        taken.append(next(sign for sign in wanted if sign.isalnum() and sign not in taken))
    return tuple(taken)


def letter(book: Rulebook, company: Company) -> str:
    """The letter of a company, or of a token that is no company's."""
    return letters(book.token_names)[company]


def ground(colour: str) -> str:
    """A style with a background colour and legible text."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    bright = 0.299 * red + 0.587 * green + 0.114 * blue
    return f"bold {'black' if bright > BRIGHT else 'white'} on {colour}"


def symbol(book: Rulebook, company: Company) -> Text:
    """A company's symbol in its colours."""
    facts = book.companies[company]
    return Text(facts.symbol, ground(facts.colour))
