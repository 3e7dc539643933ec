"""Draws the share market: ascending prices in two tiers, coloured zones, and stacks of company markers in order."""

from __future__ import annotations

from collections.abc import Iterable

from railhead.core.ids import Company, Place
from railhead.core.rulebook import Rulebook
from railhead.core.view import MarketView
from railhead.drawing import palette
from railhead.drawing.marks import Spot, box, group, number, picture, tag, text
from railhead.drawing.tokens import token

WIDTH = 62.0
HEAD = 27.0
"""The height of the row with the price."""
DISC = 21.0
STEP = 27.0
"""The vertical offset between the markers of a stack."""
GAP = 8.0

PAR_GROUND = "#dbe9f6"
PLAIN_GROUND = "#fbf8ee"
ZONE_GROUNDS = ("#f6cfc9", "#fbe3a3", "#cfe8c9", "#e3d3ee")
END_GROUND = "#d9d4c5"


def market_picture(book: Rulebook, market: MarketView, strips: int = 1) -> str:
    """The price ladder from the lowest price up, divided into rows."""
    count = len(book.market.prices)
    length = -(-count // strips)
    length += length % 2
    there = market.stacks
    drawn: list[str] = []
    top = 0.0
    for start in range(0, count, length):
        places = [Place(number_) for number_ in range(start, min(start + length, count))]
        # The upper tier is shifted by half a space: prices rise from the lower to the upper tier and back.
        for tier, shift in ((1, WIDTH / 2), (0, 0.0)):
            row = [place for place in places if place % 2 == tier]
            height = HEAD + GAP + DISC * 2 + STEP * (max([1, *(len(there.get(place, ())) for place in row)]) - 1)
            for order, place in enumerate(row):
                drawn.append(_space(book, place, there.get(place, []), (shift + order * WIDTH, top), height))
            top += height + 3
        top += GAP
    width = (length // 2 + 0.5) * WIDTH
    return picture((-2, -2, width + 4, top + 2), drawn, class_="market", role="img", aria_label=_told(book, there))


def _space(book: Rulebook, place: Place, companies: list[Company], corner: Spot, height: float) -> str:
    x, y = corner[0] + WIDTH / 2, corner[1]
    price = book.market.prices[place]
    ground = zone_ground(book, place)
    markers = [
        token(book.companies[company], (x, y + HEAD + DISC + 2 + order * STEP), DISC)
        for order, company in enumerate(companies)
    ]
    return group(
        (
            tag("title", _meaning(book, place)),
            box((x, y + height / 2), WIDTH - 2, height, fill=ground, stroke=palette.BORDER, stroke_width=1, rx=5),
            text((x, y + HEAD / 2 + 1), str(price), 19, fill=palette.INK, font_weight="bold"),
            # A marker lower in the stack is drawn first, so that the top one is seen whole.
            *reversed(markers),
        ),
        class_="space",
        data_price=number(price),
    )


def zone_ground(book: Rulebook, place: Place) -> str:
    """The colour of a space."""
    market = book.market
    for zone in market.zones:
        if zone.low <= market.prices[place] <= zone.high:
            return _ground_of(book, zone.name)
    if market.prices[place] in market.par_prices:
        return PAR_GROUND
    return END_GROUND if place in (0, len(market.prices) - 1) else PLAIN_GROUND


def _ground_of(book: Rulebook, zone: str) -> str:
    """By name of zone: its colour."""
    names = list(dict.fromkeys(each.name for each in book.market.zones))
    return ZONE_GROUNDS[names.index(zone) % len(ZONE_GROUNDS)]


def _meaning(book: Rulebook, place: Place) -> str:
    price = book.market.prices[place]
    zones = [zone.name for zone in book.market.zones if zone.low <= price <= zone.high]
    par = ["par"] if price in book.market.par_prices else []
    return ", ".join([str(price), *par, *zones])


def legend(book: Rulebook) -> Iterable[tuple[str, str]]:
    """The legend: the colours of spaces and what they mean."""
    if book.market.par_prices:
        yield PAR_GROUND, "par prices"
    for name in dict.fromkeys(zone.name for zone in book.market.zones):
        yield _ground_of(book, name), name


def _told(book: Rulebook, there: dict[Place, list[Company]]) -> str:
    """A description of the market in words, for screen readers."""
    parts = [
        f"{book.market.prices[place]}: {', '.join(book.company_names[company] for company in there[place])}"
        for place in sorted(there, reverse=True)
    ]
    return "Share market. " + ("; ".join(parts) or "No markers yet")
