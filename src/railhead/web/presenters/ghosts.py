"""Where markers on the share market would go, drawn to be laid over the market as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from railhead.core.ids import NOWHERE, Company, Place
from railhead.core.rulebook import Rulebook
from railhead.core.view import MarketView, View
from railhead.drawing.market import ghosts, market_picture

NARROW_STRIPS = 4
"""How many strips the market is divided into on a narrow display."""


@dataclass(frozen=True, slots=True)
class Ghosts:
    """Markers where they would be, for the market as it is drawn on wide and on narrow displays."""

    wide: SafeString
    narrow: SafeString


def moves(before: View, after: View) -> dict[Company, Place]:
    """Where the markers are later that have moved."""
    places = {company: seen.place for company, seen in after.companies.items()}
    return {
        company: place for company, place in places.items() if place not in (NOWHERE, before.companies[company].place)
    }


def narrow_market(book: Rulebook, market: MarketView, moved: Mapping[Company, Place] | None = None) -> SafeString:
    """A market for a narrow display: a ladder in strips, a chart with slim columns."""
    return mark_safe(market_picture(book, market, NARROW_STRIPS, dict(moved or {})))


def ghosts_of(before: View, after: View) -> Ghosts | None:
    """The markers that would move; None if none would."""
    moved, book, market = moves(before, after), before.book, before.market
    if not moved:
        return None
    return Ghosts(
        mark_safe(ghosts(book, market, moved)),
        mark_safe(ghosts(book, market, moved, NARROW_STRIPS)),
    )
