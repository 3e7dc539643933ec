"""What a board shows besides tiles and tokens: rivers, circles, signs, and figures beside cities, as in 1863."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from railhead.core import engine
from railhead.core.ids import NOBODY, Company, Stop, hex_of, stop_at
from railhead.core.rulebook import Rulebook
from railhead.core.scenery import HexMark
from railhead.core.state import State
from railhead.core.view import BoardView
from railhead.drawing.area_blocks import blocks
from railhead.drawing.areas import areas_of, cities_by_stage, paid
from railhead.drawing.board import Sheet, board_picture
from railhead.drawing.faces import faces_of
from railhead.drawing.frame import levels_for, middles
from railhead.drawing.levels import POCKET
from railhead.drawing.obstacles import standing
from railhead.drawing.scenery import circles, rivers
from railhead.titles import catalogue
from railhead.titles.t1863.facts import CLINK_HEXES, MAIL_HEXES, PRIVATE, land
from railhead.titles.t1863.record import Record1863
from railhead.track.tiles import StopFacts
from tests.drawing.overlaps import faults, scene
from tests.drawing.test_pictures import SVG, of_class, parsed
from tests.routes.boards_18bf import full_board


@cache
def london(*options: str) -> Rulebook:
    return catalogue.rulebook("1863", ("A", "B", "C", "D", "E"), frozenset(options))


def opening(book: Rulebook) -> State:
    return engine.start(book)[0]


def signs(book: Rulebook, state: State) -> dict[str, list[HexMark]]:
    found: dict[str, list[HexMark]] = {}
    for mark in BoardView.of(book, state).marks:
        found.setdefault(mark.sign, []).append(mark)
    return found


def companies_in(drawn: str, kind: str) -> list[str]:
    return [element.get("data-company", "") for element in of_class(drawn, kind)]


def names(book: Rulebook, marks: list[HexMark]) -> set[str]:
    return {book.board.names[mark.hex] for mark in marks}


def late(seed: int) -> BoardView:
    """A board full of tiles and tokens, with mail markers."""
    book, chance = london(), Random(seed)
    state = opening(book)
    tiles = full_board(book.board, chance, 3)
    tokens: dict[Stop, tuple[Company, ...]] = {}
    for hex_ in book.board.all_hexes:
        for number, stop in enumerate(book.board.facts(hex_, book.board.placed(tiles, hex_)).stops):
            held = chance.sample((*book.company_ids, *book.marker_ids), chance.randint(0, stop.slots))
            tokens |= {stop_at(hex_, number): tuple(held)} if held else {}
    mail = tuple(book.board.index[name] for name in chance.sample(MAIL_HEXES, 2))
    assert isinstance(state.record, Record1863)
    marks = [mark for mark in BoardView.of(book, state).marks if not mark.faint or mark.hex not in mail]
    marks += [HexMark(hex_, marks[-1].sign, marks[-1].name) for hex_ in mail]
    return BoardView(tiles, tokens, chance.randrange(4), frozenset(), tuple(marks))


def clear(seed: int) -> None:
    book = london()
    now = scene(book, late(seed))
    for level in levels_for(book.board):
        assert not list(faults(book, now, level)), (seed, level.scale)


def test_labels_are_clear_on_boards_full_of_tiles() -> None:
    clear(1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 42))
def test_labels_are_clear_on_many_boards_full_of_tiles(seed: int) -> None:
    clear(seed)


def test_stages_that_pay_the_same_are_one() -> None:
    assert paid(StopFacts("offboard", 20, 0, (20, 20, 40, 40))) == ((20, 40), (0, 2))
    assert paid(StopFacts("offboard", 20, 0, (20, 30, 30))) == ((20, 30), (0, 1))
    assert paid(StopFacts("offboard", 20)) == ((20,), (0,))
    acton = next(area for area in areas_of(london().board) if area.name == "Acton")
    assert (acton.values, acton.since) == ((20, 40), (0, 2))


@pytest.mark.parametrize("stage", range(4))
def test_a_grey_city_shows_what_it_pays_in_every_phase_and_marks_the_current_value(stage: int) -> None:
    book = london()
    assert {city.name for city in cities_by_stage(book.board)} == {"Finsbury Park", "New Cross"}
    drawn = board_picture(Sheet(book, BoardView({}, {}, stage, frozenset())))
    for level in levels_for(book.board):
        (labels,) = of_class(drawn, f"level-{level.key}")
        shown = [part for part in labels if part.get("class") == "paid"]
        # On the smallest map one of them has no room for more than its name.
        assert len(shown) == (1 if level is POCKET else 2)
        for part in shown:
            said = [text.text for text in part.iter(f"{SVG}text")]
            now = next(n for n, each in enumerate(part) if each.get("class") == "now")
            assert part[now + 1].text == ("20", "30", "40", "50")[stage]
            assert {"20", "30", "40", "50"} <= set(said) if level.complete else len(said) == 1


def test_an_area_with_a_circle_has_its_home_and_its_token_there() -> None:
    book = london()
    (home,) = (company for company in book.companies if book.board.names[hex_of(company.home)] == "Q2")
    drawn = board_picture(Sheet(book, BoardView({}, {}, 0, frozenset())))
    assert home.symbol in companies_in(drawn, "home")
    number = book.company_names.index(home.symbol)
    built = BoardView({}, {home.home: (book.company_ids[number],)}, 0, frozenset())
    assert home.symbol in companies_in(board_picture(Sheet(book, built)), "token")
    face = faces_of(book, built)[hex_of(home.home)]
    assert standing(face).has(face.lie.spots[0])


def test_the_edges_are_marked_on_every_hex_that_has_one() -> None:
    book = london()
    found = signs(book, opening(book))
    for letter in "NSEW":
        expected = {book.board.names[hex_] for hex_, letters in land().edges.items() if letter in letters}
        assert names(book, found[letter]) == expected
        assert not any(mark.faint for mark in found[letter])


def test_places_of_privates_are_marked_as_long_as_they_matter() -> None:
    book = london("clink_club")
    state = opening(book)
    found = signs(book, state)
    envelope = next(sign for sign in found if not sign.isalpha())
    assert names(book, found[envelope]) == set(MAIL_HEXES)
    assert names(book, found["CLK"]) == set(CLINK_HEXES)
    assert {mark.hex for mark in found["LNR"]} == land().necropolis
    assert all(mark.faint for sign in (envelope, "CLK", "LNR") for mark in found[sign])
    state.privates = [NOBODY for _ in state.privates]
    assert set(signs(book, state)) == set("NSEW")
    assert "CLK" not in signs(london(), opening(london()))
    assert PRIVATE["CLK"] in book.private_ids


def test_every_sign_is_drawn_at_levels_that_show_everything() -> None:
    book = london()
    laid = BoardView.of(book, opening(book))
    drawn = board_picture(Sheet(book, laid))
    for level in levels_for(book.board):
        (labels,) = of_class(drawn, f"level-{level.key}")
        shown = [part for part in labels.iter(f"{SVG}use") if part.get("class") == "mark"]
        assert len(shown) == (len(laid.marks) if level.complete else 0)


def test_rivers_flow_below_tiles_and_circles_lie_upon_them() -> None:
    book = london()
    drawn = board_picture(Sheet(book, BoardView({}, {}, 0, frozenset())))
    assert rivers(book.scenery, middles(book.board)) in drawn
    assert circles(book.scenery, middles(book.board)) in drawn
    (ring, *_) = parsed(f'<svg xmlns="http://www.w3.org/2000/svg">{circles(book.scenery, middles(book.board))}</svg>')
    x, y, radius = (float(ring[0].get(key, "0")) for key in ("cx", "cy", "r"))
    for hex_, (hx, hy) in zip(book.board.all_hexes, middles(book.board), strict=True):
        assert ((hx - x) ** 2 + (hy - y) ** 2 < radius**2) == (hex_ in land().inside)
    other = catalogue.rulebook("1860", ("A", "B"))
    assert rivers(other.scenery, middles(other.board)) == ""


def test_only_a_board_by_the_sea_has_sea_around_it() -> None:
    for title, inland in (("1860", False), ("1863", True)):
        book = catalogue.rulebook(title, ("Ann", "Ben", "Cleo"))
        (around,) = of_class(board_picture(Sheet(book, BoardView({}, {}, 0, frozenset()))), "sea")
        assert ("plain" in around.get("class", "")) is inland


def test_areas_keep_all_their_names_on_few_lines() -> None:
    book = london()
    for level in levels_for(book.board):
        for block in blocks(book.board, tuple(book.phases), level):
            assert " ".join(block.lines) in (block.area.name, "")
