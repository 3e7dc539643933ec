"""Draws the share market: a ladder in rows or tiers, or a chart; the zones, and stacks of company markers in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from railhead.core.ids import Company, Place
from railhead.core.market import Zone
from railhead.core.rulebook import Rulebook
from railhead.core.text import Text, language, translated
from railhead.core.view import MarketView
from railhead.drawing.letters import width
from railhead.drawing.marks import Spot, at, box, circle, fitting, group, number, picture, tag
from railhead.drawing.memory import TEXTS
from railhead.drawing.palette import LIGHT, paint
from railhead.drawing.tokens import token

HEAD = 27.0
"""The height of the row with the price."""
PRICE = 20.5
"""The size of its type."""
DISC = 21.0
"""The radius of a marker that is alone in its space."""
GAP = 16.0
"""The room below the markers of a space."""
TAG = 17.0
"""The height of the symbol of a company whose marker would come to a full space."""
EDGE = 3.0
"""The room above and below markers that stand beside their price."""
OUTLINE = 4.0
"""The width of the line around the spaces of a zone."""
PATTERNS = ("7 5", "2 6", None, "18 4 2 4")
"""The dashes of the strip for each zone: dashes, dots, a line, a line with dots."""
LONG = 20
"""A row with more spaces than this has slim ones, so that it is not too small on the screen."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What spaces look like: how wide they are, and how their markers are arranged."""

    width: float
    sizes: tuple[float, ...]
    """By number of markers, the last for all higher ones: their radius."""
    columns: int
    """The columns of markers where there are three or more."""
    least: float = 2 * DISC
    """The room for markers where there is none."""
    beside: float = 0.0
    """The room for the price if it stands on the left of the markers; otherwise it stands above them."""
    price: float = PRICE
    """The size of the price."""

    @property
    def top(self) -> float:
        """Where the room for markers begins."""
        return EDGE if self.beside else HEAD + 3

    @property
    def middle(self) -> float:
        """The middle of the markers, from the left."""
        return (self.beside + self.width) / 2

    def radius(self, count: int) -> float:
        """The size of each of this many markers in one space."""
        return self.sizes[min(max(count, 1), len(self.sizes)) - 1]

    def across(self, count: int) -> int:
        """How many markers there are side by side."""
        return 1 if count <= (1 if self.beside else 2) else self.columns

    def stacked(self, count: int) -> list[Spot]:
        """Where the markers of a space go, from the middle of its top: none covers another."""
        size, across = self.radius(count), self.across(count)
        alone = [(0.0, size + 2 * size * (count // across))] if count % across else []
        rows = range(count - len(alone))
        return [((2 * (n % across) - across + 1) * size, size + 2 * size * (n // across)) for n in rows] + alone

    def height(self, count: int) -> float:
        """The height of a stack."""
        return 2 * self.radius(count) * -(-count // self.across(count)) if count else self.least

    def space(self, count: int) -> float:
        """The height of a space."""
        return max(self.least, self.height(count)) + 2 * EDGE if self.beside else HEAD + GAP + self.height(count)


BROAD = Shape(62.0, (DISC, 18.0, 14.0), 2)
SLIM = Shape(46.0, (21.8, 21.8, 21.8, 16.5), 1)
CHART = Shape(72.0, (11.8, 9.2), 2, least=21.0, beside=35.0, price=17.5)
"""A chart has many rows, and each is as high as its fullest space: so prices stand beside the markers."""
NARROW_CHART = Shape(43.0, (20.0,), 1, least=10.0)


def shape(book: Rulebook, strips: int) -> Shape:
    """The shape of the spaces of a market that is divided into so many strips."""
    if not book.market.is_ladder:
        return CHART if strips == 1 else NARROW_CHART
    return SLIM if max(len(row) for _, row in _spaces(book, strips)) > LONG else BROAD


@dataclass(frozen=True, slots=True)
class Key:
    """An entry of the legend: a space so marked, and what that means."""

    picture: str
    words: str


Moves = Mapping[Company, Place]
"""Where markers would go."""


def market_picture(book: Rulebook, market: MarketView, strips: int = 1, moves: Moves | None = None) -> str:
    """The market, with ghosts of some moves; a ladder rises from the lowest price, in strips of two rows each."""
    if moves:
        return _drawn(book, market, strips, moves)
    seen = (book.market, book.companies, tuple(market.places.items()), strips, language())
    return TEXTS.get((_drawn, seen), lambda: _drawn(book, market, strips, {}))


def _drawn(book: Rulebook, market: MarketView, strips: int, moves: Moves) -> str:
    there = market.stacks
    drawn = [
        _box_below(book, shape(book, strips), corner, height)
        if place is None
        else _space(book, shape(book, strips), place, there.get(place, []), corner, height)
        for place, corner, height in _laid_out(book, market, strips)
    ]
    spaces = list(_laid_out(book, market, strips))
    across = max(x for _, (x, _), _ in spaces) + shape(book, strips).width
    bottom = max(top + height for _, (_, top), height in spaces)
    return picture(
        (-2, -2, across + 4, bottom + _gap(book, lower=True) + TAG),
        [group(drawn, **SPACES), ghosts(book, market, moves, strips)],
        class_="market" if book.market.is_ladder else "market chart",
        role="img",
        aria_label=_told(book, there),
    )


def ghosts(book: Rulebook, market: MarketView, moves: Moves, strips: int = 1) -> str:
    """Where markers would go: pale markers below those already there or, where there is no room, spaces so marked."""
    spaces = {place: (corner, height) for place, corner, height in _laid_out(book, market, strips)}
    counts = {place: len(stack) for place, stack in market.stacks.items()}
    form = shape(book, strips)
    drawn = []
    for company, place in moves.items():
        drawn.append(_ghost(book, form, company, *spaces[place], counts.get(place, 0)))
        counts[place] = counts.get(place, 0) + 1
    return "".join(drawn)


def _ghost(book: Rulebook, form: Shape, company: Company, corner: Spot, height: float, count: int) -> str:
    room = (height - form.top - EDGE - (form.height(count) if count else 0)) / 2
    middle = corner[0] + form.middle
    if room >= form.sizes[-1]:
        parts = _pale(book, company, (middle, corner[1] + height), room)
    else:
        parts = _marked(book, form, company, (corner[0] + form.width / 2, corner[1]), height)
    return group(parts, class_="ghost", data_company=book.company_names[company])


def _pale(book: Rulebook, company: Company, bottom: Spot, room: float) -> Sequence[str]:
    """A pale marker with a dashed rim at the bottom of a space."""
    size = min(DISC, room)
    middle = (bottom[0], bottom[1] - size - 2)
    pale = token(book.companies[company], middle, size - 1.6, "token-to-be")
    rim = circle(middle, size - 0.8, fill="none", stroke=paint("choice"), stroke_width=3, stroke_dasharray="6 4")
    return tag("g", pale, opacity=0.7), rim


def _marked(book: Rulebook, form: Shape, company: Company, top: Spot, height: float) -> Sequence[str]:
    """A dashed line around a full space, and the symbol at its lower border, between marker and next price."""
    symbol = book.company_names[company]
    x, bottom = top[0], top[1] + height
    blue = paint("choice")
    dashes = {"stroke_width": "3", "stroke_dasharray": "6 4", "rx": "5"}
    edge = box((x, top[1] + height / 2), form.width - 4, height - 2, fill="none", stroke=blue, **dashes)
    middle = (x, bottom - GAP + 4 + TAG / 2)
    wide = min(form.width - 2, width(symbol, bold=True) * TAG + 8)
    below = box(middle, wide, TAG, fill=paint("space"), rx=TAG / 2, stroke=blue, stroke_width=1.5)
    return (
        edge,
        below,
        fitting(middle, symbol, TAG - 1, wide - 6, fill=paint("ink"), font_weight="bold"),
    )


def _laid_out(book: Rulebook, market: MarketView, strips: int) -> Iterator[tuple[Place | None, Spot, float]]:
    """Every space with its corner and its height."""
    there, form = market.stacks, shape(book, strips)
    top = 0.0
    for row, gap in _rows(book, strips):
        crowds = [0 if place is None else len(there.get(place, [])) for _, place in row]
        height = max(form.space(count) for count in crowds)
        for left, place in row:
            yield place, (left, top), height
        top += height + gap


Row = Sequence[tuple[float, Place | None]]
"""Where each space of a row begins, and which it is: None for the box below all prices."""


def _rows(book: Rulebook, strips: int) -> Iterator[tuple[Row, float]]:
    """The rows from the top, and the gap below each."""
    wide = shape(book, strips).width
    if not book.market.is_ladder:
        yield from ((row, _gap(book)) for row in _chart_rows(book, wide))
        return
    for order, (shifted, spaces) in enumerate(_spaces(book, strips)):
        shift = wide / 2 if shifted else 0.0
        yield [(shift + n * wide, place) for n, place in enumerate(spaces)], _gap(book, lower=order % 2 == 1)


def _gap(book: Rulebook, lower: bool = False) -> float:
    """The gap below a row; two tiers belong together."""
    return 11.0 if book.market.zigzag and lower else 3.0


def _chart_rows(book: Rulebook, wide: float) -> Iterator[Row]:
    """The rows of a chart; the boxes with par prices are at the end of the last one, where prices leave room."""
    market = book.market
    columns = max(len(prices) for prices in market.rows)
    for number_, prices in enumerate(market.rows):
        row = [
            (column * wide, Place(place)) for place, (at_row, column) in enumerate(market.squares) if at_row == number_
        ]
        if number_ == len(market.rows) - 1:
            first = max(columns - len(market.boxes), len(prices) + 1)
            row += [((first + n) * wide, box_) for n, box_ in enumerate(market.box_places)]
        yield row


def _spaces(book: Rulebook, strips: int) -> Iterator[tuple[bool, Sequence[Place | None]]]:
    """The rows from the top: whether each is shifted by half a space, and its spaces."""
    places = [Place(number_) for number_ in range(len(book.market.prices))]
    spaces: list[Place | None] = [*([None] if book.market.box_below else []), *places]
    length = -(-len(spaces) // (2 * strips))
    for start in range(0, len(spaces), 2 * length):
        strip = spaces[start : start + 2 * length]
        if book.market.zigzag:
            yield True, strip[1::2]
            yield False, strip[0::2]
        else:
            yield False, strip[:length]
            yield False, strip[length:]


def _space(book: Rulebook, form: Shape, place: Place, companies: list[Company], corner: Spot, height: float) -> str:
    x, y = corner[0] + form.width / 2, corner[1]
    price = book.market.prices[place]
    zone = _zone(book, place)
    size, middle = form.radius(len(companies)), corner[0] + form.middle
    markers = [
        token(book.companies[company], (middle + dx, y + form.top + dy), size - 0.8)
        for company, (dx, dy) in zip(companies, form.stacked(len(companies)), strict=True)
    ]
    return group(
        (
            tag("title", _meaning(book, place)),
            box((x, y + height / 2), form.width - 2, height, fill=paint(zone_ground(book, place)), **EDGED),
            _outline(zone, (x, y + height / 2), (form.width, height)),
            _strip(book, zone, (x, y + HEAD - 2), form.width),
            _price(form, str(price), corner),
            *markers,
        ),
        class_="space",
        data_price=number(price),
    )


def _price(form: Shape, said: str, corner: Spot) -> str:
    """The price at the top of its space, or at its left."""
    wide = form.beside or form.width
    low = form.least / 2 + EDGE if form.beside else HEAD / 2 - 1
    spot = (corner[0] + wide / 2, corner[1] + low)
    return fitting(spot, said, form.price, wide - 5)


SPACES = {"fill": paint("ink"), "font_weight": "bold", "stroke": paint("space-edge"), "stroke_width": "0"}
"""What all spaces share: of ink and weight their prices, of the line their edges, whose width is their own."""
EDGED = {"stroke_width": "1", "rx": "5"}


# -- zones ----------------------------------------------------------------------------------------


def _strip(book: Rulebook, zone: Zone | None, middle: Spot, wide: float) -> str:
    """A pattern that tells a zone without colour."""
    if zone is None:
        return ""
    names = list(dict.fromkeys(each.name for each in book.market.zones))
    dashes = PATTERNS[names.index(zone.name) % len(PATTERNS)]
    path = f"M{at((middle[0] - wide / 2 + 4, middle[1]))}h{number(wide - 8)}"
    line = tag("path", d=path, class_="zone", stroke_dasharray=dashes)
    return group(line, fill="none", stroke=paint("ink"), stroke_opacity=0.75, stroke_width=2.6)


def _outline(zone: Zone | None, middle: Spot, space: tuple[float, float]) -> str:
    """The line around a space of a zone that is marked so: just inside its border."""
    if zone is None or not zone.outline:
        return ""
    colour = _outline_paint(zone)
    size = (space[0] - 4 - OUTLINE, space[1] - 2 - OUTLINE)
    return box(middle, *size, class_="outline", fill="none", stroke=colour, stroke_width=OUTLINE, rx=3)


def _outline_paint(zone: Zone) -> str:
    name = f"outline-{zone.outline}"
    return paint(name) if name in LIGHT else zone.outline


def _box_below(book: Rulebook, form: Shape, corner: Spot, height: float) -> str:
    """The box below the lowest price."""
    middle = (corner[0] + form.width / 2, corner[1] + height / 2)
    said = translated(book.market.box_below)
    words = fitting(middle, said, 16.0, form.width - 6)
    return group((box(middle, form.width - 2, height, fill=paint("below"), stroke_dasharray="5 4", **EDGED), words))


def _zone(book: Rulebook, place: Place) -> Zone | None:
    price = book.market.prices[place]
    return next((zone for zone in book.market.zones if zone.low <= price <= zone.high), None)


def zone_ground(book: Rulebook, place: Place) -> str:
    """The name of the paint of a space."""
    market, zone = book.market, _zone(book, place)
    if zone is not None:
        return _ground_of(book, zone)
    if place in (*market.par_places, *market.box_places):
        return "par"
    if not market.is_ladder:
        return "space"
    return "end" if place in (0, len(market.prices) - 1) else "space"


def _ground_of(book: Rulebook, zone: Zone) -> str:
    """The name of the paint of a zone: one for each name, except where spaces are outlined."""
    if zone.outline:
        return "space"
    names = list(dict.fromkeys(each.name for each in book.market.zones))
    return f"zone-{names.index(zone.name) % 4 + 1}"


def _meaning(book: Rulebook, place: Place) -> str:
    price = book.market.prices[place]
    zones = [translated(zone.name) for zone in book.market.zones if zone.low <= price <= zone.high]
    par = [str(Text("par"))] if place in (*book.market.par_places, *book.market.box_places) else []
    return ", ".join([str(price), *par, *zones])


def legend(book: Rulebook) -> Iterable[Key]:
    """The legend: how spaces are marked and what that means."""
    market = book.market
    if any(_zone(book, place) is None for place in (*market.par_places, *market.box_places)):
        yield Key(_sample(book, None, "par"), str(Text("par prices")))
    for zone in {zone.name: zone for zone in market.zones}.values():
        yield Key(_sample(book, zone, _ground_of(book, zone)), translated(zone.name))


def _sample(book: Rulebook, zone: Zone | None, ground: str) -> str:
    """A small space as it is marked."""
    wide, height = BROAD.width, 40.0
    middle = (wide / 2, height / 2)
    parts = (
        box(middle, wide - 2, height, fill=paint(ground), stroke=paint("space-edge"), **EDGED),
        _outline(zone, middle, (wide, height)),
        _strip(book, zone, middle, wide),
    )
    return picture((0, -2, wide, height + 4), parts, class_="key", aria_hidden="true")


def _told(book: Rulebook, there: dict[Place, list[Company]]) -> str:
    """A description of the market in words, for screen readers."""
    parts = [
        f"{book.market.prices[place]}: {', '.join(book.company_names[company] for company in there[place])}"
        for place in sorted(there, reverse=True)
    ]
    if not parts:
        return str(Text("Share market. No markers yet"))
    return str(Text("Share market. {prices}", prices="; ".join(parts)))
