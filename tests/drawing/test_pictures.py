"""Pictures of positions: well-formed, safe, and showing what is on the table."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from railhead.core import engine
from railhead.core.ids import Company, Hex, Place, stop_at
from railhead.core.rulebook import CompanyFacts, Rulebook
from railhead.core.state import State
from railhead.core.view import BoardView, MarketView
from railhead.drawing import palette, routes
from railhead.drawing.areas import areas_of
from railhead.drawing.board import AREA, Sheet, board_picture, tile_picture
from railhead.drawing.charts import Series, chart, scale
from railhead.drawing.faces import face_of
from railhead.drawing.frame import levels_for
from railhead.drawing.hexes import SIDE, Curve
from railhead.drawing.layout import SLOT, Lie, circles
from railhead.drawing.letters import width
from railhead.drawing.market import legend, market_picture, zone_ground
from railhead.drawing.marks import Spot, tag
from railhead.drawing.placed_tokens import WITHIN, tokens_after
from railhead.drawing.stops import around
from railhead.drawing.tile import Face, land, stations
from railhead.drawing.tokens import HOME, INSIDE, NARROWEST, lettering, token
from railhead.play.session import Session
from railhead.rules.running import Run
from railhead.testing import Table
from railhead.titles import catalogue
from railhead.track.tiles import BEYOND, CITY, StopFacts, TileFacts
from tests.play.games import some_game

SVG = "{http://www.w3.org/2000/svg}"


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def words(picture: str) -> list[str]:
    return [element.text or "" for element in parsed(picture).iter(f"{SVG}text")]


def of_class(picture: str, name: str) -> list[ElementTree.Element]:
    return [element for element in parsed(picture).iter() if name in element.get("class", "").split()]


def companies_of(table: Table, kind: str) -> list[str]:
    """The companies that have marks of a kind on the board, sorted."""
    found = of_class(board_picture(Sheet(table.book, BoardView.of(table.book, table.state))), kind)
    return sorted(element.get("data-company", "") for element in found)


def late() -> tuple[Rulebook, State]:
    session = Session(some_game(seed=5, most=300))
    return session.book, session.state


# -- marks ----------------------------------------------------------------------------------------


def test_what_comes_from_outside_cannot_break_out_of_a_picture() -> None:
    assert tag("text", "", data_name='"><script>') == '<text data-name="&quot;&gt;&lt;script&gt;"/>'
    evil = CompanyFacts('<&"', "x", "#ffffff", stop_at(Hex(0), 0), 1)
    assert "<&" not in token(evil, (0.0, 0.0), 20.0)


def test_pictures_need_no_inline_style_and_no_script() -> None:
    book, state = late()
    for picture in (board_picture(Sheet(book, BoardView.of(book, state))), market_picture(book, MarketView.of(state))):
        assert "style=" not in picture
        assert "<script" not in picture
        assert " on" not in re.sub(r">[^<]*<", "><", picture)


# -- the board ------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_every_point_of_a_game_gives_a_well_formed_board(title: str) -> None:
    session = Session(some_game(seed=5, most=300, title=title))
    for number in range(0, len(session) + 1, 10):
        parsed(board_picture(Sheet(session.book, BoardView.of(session.book, session.at(number)))))


def test_the_board_shows_every_hex_tile_and_token() -> None:
    book, state = late()
    picture = board_picture(Sheet(book, BoardView.of(book, state)))
    assert len(of_class(picture, "target")) == len(book.board.hexes)
    said = words(picture)
    for placement in state.tiles.values():
        assert f"#{book.tiles.names[placement // 6]}" in said
    shown = [element.get("data-company") for element in of_class(picture, "token")]
    held = [book.company_names[company] for companies in state.tokens.values() for company in companies]
    assert sorted(filter(None, shown)) == sorted(held)


def test_homes_are_kept_until_the_company_has_come() -> None:
    table = Table()
    at_first = companies_of(table, "home")
    assert at_first == sorted(table.book.company_names)
    table.float("IOW", par=74, shares={"A": 5})
    later = companies_of(table, "home")
    assert "IOW" not in later
    assert len(later) == len(at_first) - 1


def test_barriers_are_drawn_where_track_may_not_cross_between_two_hexes_of_land() -> None:
    book = catalogue.rulebook("1860", ("Ann", "Ben", "Cleo"))
    drawn = of_class(board_picture(Sheet(book, BoardView.of(book, engine.start(book)[0]))), "barriers")[0]
    # Each barrier is a bed and a line.
    assert len(list(drawn)) == 2 * 6


def test_legal_hexes_and_stops_can_be_reached_by_keyboard() -> None:
    table = Table()
    hex_, stop = table.hex("F2"), table.stop("I3.0")
    picture = board_picture(
        Sheet(table.book, BoardView.of(table.book, table.state), frozenset((hex_,)), frozenset((stop,)))
    )
    legal = of_class(picture, "legal")
    assert [element.get("data-hex") for element in legal] == ["F2"]
    assert legal[0].get("tabindex") == "0"
    assert [element.get("data-stop") for element in of_class(picture, "stop-target")] == ["I3.0"]


@pytest.mark.parametrize(("phase", "value"), [("2", "0"), ("3", "20"), ("5", "40")])
def test_the_value_that_counts_now_is_shown_in_reverse(phase: str, value: str) -> None:
    table = Table()
    table.set_phase(phase)
    drawn = board_picture(Sheet(table.book, BoardView.of(table.book, table.state)))
    for area in of_class(drawn, "area"):
        parts = list(area)
        now = [number for number, part in enumerate(parts) if part.get("class") == "now"]
        assert [parts[number + 1].text for number in now] == [value]


def test_a_tile_looked_at_carries_the_tokens_of_the_one_below() -> None:
    table = Table()
    table.float("IOW", par=74, shares={"A": 5})
    hex_ = table.hex("I3")
    new = next(fit for fit in table.book.board.fits(hex_, -1))
    assert 'data-company="IOW"' in tokens_after(table.book, BoardView.of(table.book, table.state), hex_, new)


def test_costs_are_shown_until_something_is_built() -> None:
    table = Table()
    hex_ = table.hex("E7")
    assert "60" in words(tile_picture(face_of(table.book, BoardView.of(table.book, table.state), hex_)))
    table.lay("9@0 E7")
    assert "60" not in words(tile_picture(face_of(table.book, BoardView.of(table.book, table.state), hex_)))


def test_more_tokens_than_circles_stand_beside_them() -> None:
    table = Table()
    stop = table.stop("I3.0")
    table.state.tokens = table.state.tokens.put(stop, table.book.company_ids[:3])
    assert companies_of(table, "token") == sorted(table.book.company_names[:3])


@pytest.mark.parametrize("slots", range(1, 7))
def test_a_city_has_a_circle_for_every_slot_and_no_two_overlap(slots: int) -> None:
    spots = circles(StopFacts(CITY, 40, slots), (0.0, 0.0))
    assert len(spots) == slots
    for number, (ax, ay) in enumerate(spots):
        assert all((ax - bx) ** 2 + (ay - by) ** 2 >= 50**2 for bx, by in spots[:number])


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_an_area_is_named_once_at_every_level_with_all_its_values(title: str) -> None:
    book = catalogue.rulebook(title, ("Ann", "Ben", "Cleo"))
    beyond = {
        stop.area or hex_.title for hex_ in book.board.hexes for stop in hex_.printed.stops if stop.kind in BEYOND
    }
    areas = {area.name: area for area in areas_of(book.board)}
    assert len(areas) == len(beyond) > 0
    drawn = board_picture(Sheet(book, BoardView({}, {}, 0, frozenset())))
    for level in levels_for(book.board):
        (group,) = of_class(drawn, f"level-{level.key}")
        shown = [part for part in group if part.get("class") == "area"]
        named = [part.get("data-area", "") for part in shown]
        assert len(named) == len(set(named))
        if not level.complete:
            continue
        assert sorted(named) == sorted(areas)
        for part in shown:
            said = [text.text for text in part.iter(f"{SVG}text")]
            assert set(map(str, areas[part.get("data-area", "")].values)) <= set(said)


def test_links_have_places_for_tokens() -> None:
    book = catalogue.rulebook("1862", ("Ann", "Ben", "Cleo"))
    state = engine.start(book)[0]
    link = next(iter(book.board.links))
    state.tokens = state.tokens.put(link, book.company_ids[:2])
    assert len(of_class(board_picture(Sheet(book, BoardView.of(book, state))), "token")) == 2


def test_the_way_into_an_area_is_solid_where_track_meets_it() -> None:
    table = Table()
    laid = BoardView.of(table.book, table.state)
    pier = table.hex("J2")
    assert face_of(table.book, laid, pier).met == ()
    (edge,) = face_of(table.book, laid, pier).entries
    beside = table.book.board.around[pier][edge]
    exits = (
        fit
        for fit in table.book.board.fits(beside, -1)
        if table.book.board.facts(beside, fit).turned[fit % 6].exits >> (edge + 3) % 6 & 1
    )
    built = BoardView({beside: next(exits)}, {}, 0, frozenset())
    assert face_of(table.book, built, pier).met == (edge,)
    assert 'class="entry met"' in land(face_of(table.book, built, pier))
    assert 'class="entry"' in land(face_of(table.book, laid, pier))


def test_pictures_of_tiles_are_made_once() -> None:
    face = Face(TileFacts("9", "yellow", 1, "", (), ((0, 3),)))
    assert land(face) is land(face)
    assert stations(face) is stations(face)


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_a_board_takes_few_bytes_for_every_hex(title: str) -> None:
    session = Session(some_game(seed=5, most=300, title=title))
    picture = board_picture(Sheet(session.book, BoardView.of(session.book, session.state)))
    assert len(picture) < 70_000 + 1_300 * len(session.book.board.hexes)


def test_labels_that_look_alike_are_defined_once_and_all_that_are_referred_to_are_defined() -> None:
    session = Session(some_game(seed=5, most=300, title="18BF"))
    drawn = parsed(board_picture(Sheet(session.book, BoardView.of(session.book, session.state))))
    defined = [part.get("id") for defs in drawn.iter(f"{SVG}defs") for part in defs]
    assert len(defined) == len(set(defined))
    within = next(part for part in drawn.iter(f"{SVG}g") if part.get("class") == "labels")
    assert {(part.get("href") or "")[1:] for part in within.iter(f"{SVG}use")} == set(defined) - {AREA}
    ids = {part.get("id") for part in drawn.iter()}
    assert {(part.get("href") or "")[1:] for part in drawn.iter(f"{SVG}use")} <= ids


# -- tokens and colours ---------------------------------------------------------------------------


SIGNS = sorted(
    {
        company.symbol
        for title in catalogue.TITLES
        for company in catalogue.rulebook(title, ("Ann", "Ben", "Cleo")).companies
    }
)


@pytest.mark.parametrize("symbol", [*SIGNS, "W", "WW", "WWW", "WWWW", "WWWWW", "MGWSX"])
def test_letters_fit_their_token(symbol: str) -> None:
    found = lettering(symbol)
    assert "".join(found.lines) == symbol
    assert len(found.lines) == (2 if len(symbol) > 3 else 1)
    assert found.reach() <= INSIDE
    # At the size of the board, 53 units across, letters are no smaller than they have to be.
    assert found.size == 0.95 or (found.cut == NARROWEST and found.reach() > INSIDE - 0.02)


@pytest.mark.parametrize("symbol", SIGNS)
def test_letters_of_every_company_can_be_read_at_the_scale_of_a_small_board(symbol: str) -> None:
    # The boards of 1860 and 1862 have at least 46 pixels per side of a hex at 1440x900 and 36 at 1024x768.
    board = (SLOT - WITHIN) / SIDE
    assert lettering(symbol).size * board * 46 >= 9
    assert lettering(symbol).size * board * 36 >= 8
    assert lettering(symbol).size * SLOT / SIDE * HOME * 36 >= 8


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_letters_can_be_read_on_every_token(title: str) -> None:
    for company in catalogue.rulebook(title, ("Ann", "Ben", "Cleo")).companies:
        assert palette.contrast(palette.ink_on(company.colour), company.colour) >= 4.5


def test_lines_differ_by_more_than_colour() -> None:
    assert len({line.dashes for line in palette.LINES}) == len(palette.LINES)
    assert len({line.letter for line in palette.LINES}) == len(palette.LINES)


def test_lines_stand_out_from_their_bed() -> None:
    assert all(palette.contrast(line.colour, palette.PAPER) > 3 for line in palette.LINES)
    assert palette.contrast(palette.INK, palette.PAPER) > 15


# -- routes ---------------------------------------------------------------------------------------


def joined(pieces: list[tuple[Spot, Curve]]) -> bool:
    """Does each piece begin or end where the one before did?"""

    def ends(piece: tuple[Spot, Curve]) -> set[tuple[int, int]]:
        (x, y), curve = piece
        return {(round(x + sx), round(y + sy)) for sx, sy in (curve.start, curve.end)}

    def near(one: set[tuple[int, int]], other: set[tuple[int, int]]) -> bool:
        return any(abs(a - c) <= 2 and abs(b - d) <= 2 for a, b in one for c, d in other)

    return all(near(ends(one), ends(other)) for one, other in pairwise(pieces))


def test_a_route_is_drawn_as_one_line_without_gaps() -> None:
    session = Session(some_game(seed=5, most=300))
    drawn = 0
    for number in range(1, len(session) + 1):
        run = session.played(number).action
        if not isinstance(run, Run):
            continue
        for route in run.routes:
            pieces = routes.stretches(session.book, BoardView.of(session.book, session.at(number - 1)), route.path)
            assert joined(pieces)
            assert len(pieces) >= 1
            drawn += 1
    assert drawn > 5


def test_routes_of_several_trains_are_told_apart() -> None:
    table = Table()
    table.lay("57@0 I9", "9@0 I7")
    # Two short ways on printed and laid track; a path of one stop is no way at all.
    ryde = (table.stop("J2.0"), table.stop("I3.0"))
    drawn = routes.overlay(table.book, BoardView.of(table.book, table.state), [ryde, ryde, (table.stop("I9.0"),)])
    found = parsed(f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>')
    *lines, letters = found
    assert [element.get("data-order") for element in lines] == ["0", "1"]
    strokes = [{path.get("stroke-dasharray") for path in element.iter(f"{SVG}path")} for element in lines]
    assert strokes[0] != strokes[1]
    assert {words.text for words in letters.iter(f"{SVG}text")} == {"A", "B"}
    # Both use the same track, and lie side by side on it.
    assert len({path.get("d") for path in found.iter(f"{SVG}path")}) == 2
    drawn = routes.overlay(table.book, BoardView.of(table.book, table.state), [ryde])
    alone = parsed(f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>')
    assert not list(alone.iter(f"{SVG}text"))


# -- the market -----------------------------------------------------------------------------------


def test_the_market_shows_every_price_and_every_marker_in_order() -> None:
    table = Table()
    table.float("C&N", par=100, shares={"A": 5})
    table.float("IOW", par=100, shares={"B": 5})
    picture = market_picture(table.book, MarketView.of(table.state))
    assert [int(word) for word in words(picture) if word.isdigit()].count(100) == 1
    assert len([word for word in words(picture) if word.isdigit()]) == len(table.book.market.prices)
    place = table.book.market.place[100]
    assert MarketView.of(table.state).stacks[place] == [table.company("C&N"), table.company("IOW")]
    told = parsed(picture).get("aria-label", "")
    assert "100: C&N, IOW" in told


def test_a_chart_is_drawn_in_its_rows_and_columns() -> None:
    book = catalogue.rulebook("18OE", ("Ann", "Ben", "Cleo"))
    spaces = of_class(market_picture(book, MarketView({})), "space")
    corners = [next(space.iter(f"{SVG}rect")) for space in spaces]
    market = book.market
    assert [int(space.get("data-price", "")) for space in spaces] == list(market.prices)
    assert "par" in {zone_ground(book, place) for place in market.box_places}
    for index, (row, column) in enumerate(market.squares):
        for other, (other_row, other_column) in enumerate(market.squares):
            assert (corners[index].get("x") == corners[other].get("x")) == (column == other_column)
            assert (corners[index].get("y") == corners[other].get("y")) == (row == other_row)
    assert len({(corner.get("x"), corner.get("y")) for corner in corners}) == len(market.prices)


@pytest.mark.parametrize("strips", [1, 2, 3, 4])
def test_a_market_cut_into_strips_loses_no_price(strips: int) -> None:
    table = Table()
    shown = [
        int(word) for word in words(market_picture(table.book, MarketView.of(table.state), strips)) if word.isdigit()
    ]
    assert sorted(shown) == sorted(table.book.market.prices)


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_every_zone_has_a_pattern_of_its_own(title: str) -> None:
    book = catalogue.rulebook(title, ("Ann", "Ben", "Cleo"))
    marked = of_class(market_picture(book, MarketView({})), "zone")
    zones = {zone.name for zone in book.market.zones}
    assert len({mark.get("stroke-dasharray") for mark in marked}) == len(zones)


def test_zones_are_marked_by_colour_and_pattern_and_explained() -> None:
    book = catalogue.rulebook("1860", ("Ann", "Ben", "Cleo"))
    grounds = {price: zone_ground(book, place) for price, place in book.market.place.items()}
    assert grounds[36] == grounds[158] != grounds[40] == grounds[150]
    assert grounds[100] not in (grounds[36], grounds[40])
    keys = list(legend(book))
    for price in (36, 100):
        assert any(palette.paint(grounds[price]) in key.picture for key in keys)
    marked = of_class(market_picture(book, MarketView({})), "zone")
    inside = [
        price for price in book.market.prices if any(zone.low <= price <= zone.high for zone in book.market.zones)
    ]
    assert len(marked) == len(inside)


@pytest.mark.parametrize("count", range(1, 9))
def test_markers_in_one_space_do_not_cover_each_other(count: int) -> None:
    book = catalogue.rulebook("1862", ("Ann", "Ben", "Cleo"))
    place = book.market.place[100]
    picture = market_picture(book, MarketView(dict.fromkeys(book.company_ids[:count], place)))
    (space,) = (each for each in of_class(picture, "space") if each.get("data-price") == "100")
    discs = [
        tuple(float(disc.get(key, "0")) for key in ("cx", "cy", "r"))
        for token in space.iter(f"{SVG}g")
        if token.get("class") == "token"
        for disc in token.findall(f"{SVG}circle")
    ]
    assert len(discs) == count
    frame = next(space.iter(f"{SVG}rect"))
    for number, (x, y, r) in enumerate(discs):
        assert float(frame.get("x", "0")) <= x - r
        assert x + r <= float(frame.get("x", "0")) + float(frame.get("width", "0"))
        assert y + r <= float(frame.get("y", "0")) + float(frame.get("height", "0"))
        assert all((x - ox) ** 2 + (y - oy) ** 2 >= (r + other) ** 2 for ox, oy, other in discs[:number])


@pytest.mark.parametrize("title", ["1860", "1862"])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5])
def test_a_marker_to_come_covers_no_marker_and_no_price(title: str, count: int) -> None:
    book = catalogue.rulebook(title, ("Ann", "Ben", "Cleo"))
    place, *_, coming = book.market.place[100], *book.company_ids
    market = MarketView(dict.fromkeys(book.company_ids[:count], place))
    picture = market_picture(book, market, moves={coming: place})
    (ghost,) = of_class(picture, "ghost")
    filled = [
        each for each in ghost.iter() if each.tag in (SVG + "rect", SVG + "circle") and each.get("fill") != "none"
    ]
    (to_come,) = [extent(each) for each in filled]
    markers = [extent(next(each.iter(SVG + "circle"))) for each in of_class(picture, "token")]
    prices = [price_extent(each) for each in parsed(picture).iter(SVG + "text") if (each.text or "").isdigit()]
    assert len(markers) == count
    for left, top, right, bottom in (*markers, *prices):
        apart = left >= to_come[2] or right <= to_come[0] or top >= to_come[3] or bottom <= to_come[1]
        assert apart, (to_come, (left, top, right, bottom))


def extent(shape: ElementTree.Element) -> tuple[float, float, float, float]:
    """The left, top, right and bottom of a circle or a rectangle."""
    if shape.tag == SVG + "circle":
        x, y, radius = (float(shape.get(name, "")) for name in ("cx", "cy", "r"))
        return x - radius, y - radius, x + radius, y + radius
    x, y, width, height = (float(shape.get(name, "")) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


def price_extent(words: ElementTree.Element) -> tuple[float, float, float, float]:
    """About the same of a price, of which the digits are 0.7 times as high as its type."""
    x, y, size = (float(words.get(name, "")) for name in ("x", "y", "font-size"))
    wide = size * 0.55 * len(words.text or "")
    # The text stands on the line that puts its digits in the middle of its row.
    return x - wide / 2, y - size * 0.72, x + wide / 2, y


# -- charts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("highest", "end"), [(0, 1), (7, 8), (95, 100), (1340, 1500), (8462, 10000)])
def test_the_axis_of_a_chart_ends_at_a_round_figure_above_all(highest: int, end: int) -> None:
    top, step = scale(highest)
    assert top == end
    assert top >= highest
    assert top // step <= 6


def test_labels_below_a_chart_stay_apart_however_many_rounds_there_are() -> None:
    for rounds in (1, 2, 9, 30, 218):
        marks = [f"MER {number}.{number % 2}" for number in range(rounds)]
        picture = chart([Series("Ada", "#000000", tuple(range(rounds)))], marks, "Worth")
        found = [text for text in parsed(picture).iter("{http://www.w3.org/2000/svg}text") if text.text in marks]
        assert found
        assert found[0].text == marks[0]
        middles = [float(text.get("x", 0)) for text in found]
        wide = [width(text.text or "") * 11 for text in found]
        for (left, right), (one, other) in zip(pairwise(middles), pairwise(wide), strict=True):
            assert right - left > (one + other) / 2 + 5, rounds


def test_a_chart_names_its_lines_and_skips_what_is_not_there() -> None:
    lines = [
        Series("Ada", "#000000", (None, 10, 20)),
        Series("Bo <3", "#ffffff", (5, 5, 5)),
        Series("None", "#111111", ()),
    ]
    picture = chart(lines, ["SR 1", "OR 1", "SR 2"], "Worth")
    said = words(picture)
    assert "Ada" in said
    assert "Bo <3" in said
    assert "None" not in said
    assert "Now: Ada 20, Bo <3 5" in parsed(picture).get("aria-label", "")


def test_what_can_be_clicked_of_a_station_is_all_of_its_circles_and_little_else() -> None:
    """Two and four circles have a box of their own, turned as they are; the line around it is as close everywhere."""
    for slots, lean in ((1, None), (2, None), (2, (0.6, 0.8)), (4, None)):
        stop = StopFacts(CITY, 30, slots)
        lies = Lie(((10.0, -5.0),), (), (lean,))
        (drawn,) = parsed(f"<svg>{around(stop, (10.0, -5.0), lies, 0, 'flat', 1.0)}</svg>")
        spots = circles(stop, (10.0, -5.0), axis=lean)
        if slots == 1:
            assert float(drawn.get("r", 0)) == SLOT + 6
            continue
        wide, high = float(drawn.get("width", 0)), float(drawn.get("height", 0))
        assert wide >= 4 * SLOT + 12
        assert high < 2 * SLOT + 30 or slots == 4
        if lean is None:
            left, top = float(drawn.get("x", 0)), float(drawn.get("y", 0))
            for x, y in spots:
                assert left + SLOT <= x <= left + wide - SLOT
                assert top + SLOT <= y <= top + high - SLOT
        else:
            assert drawn.get("transform") == "matrix(0.600 0.800 -0.800 0.600 10 -5)"


STRIP, SIDEWAYS, PHONE = (912.0, 190.0), (638.0, 230.0), (358.0, 900.0)
"""Width and height in pixels that a page has for a chart: below a board, below a smaller one, on a phone."""


@pytest.mark.parametrize(("strips", "room"), [(1, STRIP), (1, SIDEWAYS), (4, PHONE)])
def test_prices_of_a_chart_can_be_read_wherever_it_is_shown(strips: int, room: tuple[float, float]) -> None:
    book = catalogue.rulebook("18OE", ("Ann", "Ben", "Cleo"))
    crowded = {Company(number): Place(20) for number in range(12, 18)}
    drawn = ElementTree.fromstring(market_picture(book, MarketView(crowded), strips))
    _, _, wide, high = map(float, drawn.attrib["viewBox"].split())
    pixels = min(room[0] / wide, room[1] / high)
    spaces = [each for each in drawn.iter() if each.get("class") == "space"]
    prices = [text for space in spaces for text in space if text.tag.endswith("text")]
    assert len(prices) == len(book.market.prices)
    assert min(float(price.attrib["font-size"]) for price in prices) * pixels >= 9
