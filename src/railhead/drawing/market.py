"""Draws the share market: ascending prices in rows or tiers, the zones, and stacks of company markers in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from railhead.core.ids import Company, Place
from railhead.core.market import Zone
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
BOX_GROUND = "#c9c4b5"
OUTLINE = 4.0
"""The width of the line around the spaces of a zone."""


@dataclass(frozen=True, slots=True)
class Key:
    """An entry of the legend: how spaces are marked, and what that means."""

    ground: str
    outline: str
    words: str


def market_picture(book: Rulebook, market: MarketView, strips: int = 1) -> str:
    """The price ladder from the lowest price up, divided into strips of two rows each."""
    there = market.stacks
    drawn: list[str] = []
    top = 0.0
    for shift, row, gap in _rows(book, strips):
        stacks = [there.get(place, []) if place is not None else [] for place in row]
        height = HEAD + GAP + DISC * 2 + STEP * (max([1, *map(len, stacks)]) - 1)
        for order, (place, stack) in enumerate(zip(row, stacks, strict=True)):
            corner = (shift + order * WIDTH, top)
            drawn.append(
                _box_below(book, corner, height) if place is None else _space(book, place, stack, corner, height)
            )
        top += height + gap
    width = max(shift + len(row) * WIDTH for shift, row, _ in _rows(book, strips))
    return picture((-2, -2, width + 4, top + 2), drawn, class_="market", role="img", aria_label=_told(book, there))


def _rows(book: Rulebook, strips: int) -> Iterator[tuple[float, Sequence[Place | None], float]]:
    """The rows from the top: how far each is shifted, its spaces (None for the box below all prices), the gap below."""
    places = [Place(number_) for number_ in range(len(book.market.prices))]
    spaces: list[Place | None] = [*([None] if book.market.box_below else []), *places]
    length = -(-len(spaces) // (2 * strips))
    for start in range(0, len(spaces), 2 * length):
        strip = spaces[start : start + 2 * length]
        if book.market.zigzag:
            yield WIDTH / 2, strip[1::2], 3.0
            yield 0.0, strip[0::2], 3.0 + GAP
        else:
            yield 0.0, strip[:length], 3.0
            yield 0.0, strip[length:], 3.0


def _space(book: Rulebook, place: Place, companies: list[Company], corner: Spot, height: float) -> str:
    x, y = corner[0] + WIDTH / 2, corner[1]
    price = book.market.prices[place]
    zone = _zone(book, place)
    markers = [
        token(book.companies[company], (x, y + HEAD + DISC + 2 + order * STEP), DISC)
        for order, company in enumerate(companies)
    ]
    return group(
        (
            tag("title", _meaning(book, place)),
            box((x, y + height / 2), WIDTH - 2, height, fill=zone_ground(book, place), **_border()),
            _outline(zone, (x, y + height / 2), height),
            text((x, y + HEAD / 2 + 1), str(price), 19, fill=palette.INK, font_weight="bold"),
            # A marker lower in the stack is drawn first, so that the top one is seen whole.
            *reversed(markers),
        ),
        class_="space",
        data_price=number(price),
    )


def _border() -> dict[str, str | float | None]:
    return {"stroke": palette.BORDER, "stroke_width": 1, "rx": 5}


def _outline(zone: Zone | None, middle: Spot, height: float) -> str:
    """The line around a space of a zone that is marked so: just inside its border."""
    if zone is None or not zone.outline:
        return ""
    colour = palette.OUTLINES.get(zone.outline, zone.outline)
    size = (WIDTH - 4 - OUTLINE, height - 2 - OUTLINE)
    return box(middle, *size, class_="outline", fill="none", stroke=colour, stroke_width=OUTLINE, rx=3)


def _box_below(book: Rulebook, corner: Spot, height: float) -> str:
    """The box below the lowest price."""
    middle = (corner[0] + WIDTH / 2, corner[1] + height / 2)
    words = text(middle, book.market.box_below, 14, fill=palette.INK, font_weight="bold")
    return group((box(middle, WIDTH - 2, height, fill=BOX_GROUND, stroke_dasharray="5 4", **_border()), words))


def _zone(book: Rulebook, place: Place) -> Zone | None:
    price = book.market.prices[place]
    return next((zone for zone in book.market.zones if zone.low <= price <= zone.high), None)


def zone_ground(book: Rulebook, place: Place) -> str:
    """The background of a space."""
    market, zone = book.market, _zone(book, place)
    if zone is not None:
        return _ground_of(book, zone)
    if market.prices[place] in market.par_prices:
        return PAR_GROUND
    return END_GROUND if place in (0, len(market.prices) - 1) else PLAIN_GROUND


def _ground_of(book: Rulebook, zone: Zone) -> str:
    """The background of a zone: a colour for each name, except where spaces are outlined."""
    if zone.outline:
        return PLAIN_GROUND
    names = list(dict.fromkeys(each.name for each in book.market.zones))
    return ZONE_GROUNDS[names.index(zone.name) % len(ZONE_GROUNDS)]


def _meaning(book: Rulebook, place: Place) -> str:
    price = book.market.prices[place]
    zones = [zone.name for zone in book.market.zones if zone.low <= price <= zone.high]
    par = ["par"] if price in book.market.par_prices else []
    return ", ".join([str(price), *par, *zones])


def legend(book: Rulebook) -> Iterable[Key]:
    """The legend: how spaces are marked and what that means."""
    market = book.market
    if any(_zone(book, market.place[price]) is None for price in market.par_prices):
        yield Key(PAR_GROUND, "", "par prices")
    for zone in {zone.name: zone for zone in market.zones}.values():
        yield Key(_ground_of(book, zone), palette.OUTLINES.get(zone.outline, zone.outline), zone.name)


def _told(book: Rulebook, there: dict[Place, list[Company]]) -> str:
    """A description of the market in words, for screen readers."""
    parts = [
        f"{book.market.prices[place]}: {', '.join(book.company_names[company] for company in there[place])}"
        for place in sorted(there, reverse=True)
    ]
    return "Share market. " + ("; ".join(parts) or "No markers yet")
