"""Where one may look on a large board: companies by their tokens, places by their names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core import engine
from railhead.core.ids import FIRST_SEAT, Company, Seat, stop_at
from railhead.core.rulebook import Rulebook
from railhead.core.view import BoardView, view
from railhead.drawing.frame import middles
from railhead.play.table import Table
from railhead.play.vantage import Vantage
from railhead.titles import catalogue
from railhead.titles.t18oe import facts, rules
from railhead.web.presenters.landmarks import AROUND, landmarks, last_move, legend
from tests.play.games import some_game


def first(book: Rulebook) -> BoardView:
    """The board before the first move."""
    return view(book, engine.start(book)[0], Seat(FIRST_SEAT)).board


@pytest.fixture(scope="module")
def europe() -> Rulebook:
    """A continent."""
    return rules.rulebook(("Ann", "Ben", "Cleo"), frozenset(), 1, 1)


def test_a_board_that_can_be_read_as_a_whole_has_no_landmarks() -> None:
    book = catalogue.rulebook("1860", ("Ann", "Ben"))
    assert landmarks(book, first(book)) == ()
    assert legend(book) == ()


def test_every_place_of_a_continent_can_be_found_by_its_name(europe: Rulebook) -> None:
    found = landmarks(europe, first(europe))
    names = [landmark.name for landmark in found]
    assert sum("Paris (" in name for name in names) == 1
    assert len(names) == sum(bool(hex_.title) for hex_ in europe.board.hexes)
    assert names == sorted(names)
    for landmark in found:
        _, _, width, height = map(float, landmark.part.split())
        assert width == pytest.approx(2 * AROUND, abs=1)
        assert height == pytest.approx(2 * AROUND, abs=1)


def test_companies_are_found_by_all_of_their_tokens(europe: Rulebook) -> None:
    near, far = (stop_at(europe.board.index[name], 0) for name in ("Q30", "Q56"))
    laid = replace(first(europe), tokens={near: (Company(0), Company(1)), far: (Company(1),)})
    one, other = landmarks(europe, laid)[:2]
    assert (one.name, other.name) == europe.company_names[:2]
    across = middles(europe.board)[europe.board.index["Q56"]][0] - middles(europe.board)[europe.board.index["Q30"]][0]
    assert float(one.part.split()[2]) == pytest.approx(2 * AROUND, abs=1)
    assert float(other.part.split()[2]) == pytest.approx(2 * AROUND + across, abs=1)


def test_the_legend_names_all_zones(europe: Rulebook) -> None:
    assert [region.name for region in legend(europe)] == [zone.name for zone in facts.ZONES]
    assert len({region.paint for region in legend(europe)}) == len(facts.ZONES)


def test_tokens_that_are_no_company_s_are_landmarks_too() -> None:
    book = catalogue.rulebook("1863", ("Ann", "Ben", "Cleo"))
    laid = replace(first(book), tokens={stop_at(book.board.index["F9"], 0): book.marker_ids[:1]})
    assert landmarks(book, laid)[0].name == book.markers[0].symbol


def test_the_last_move_on_the_board_is_a_landmark_of_its_own() -> None:
    game = some_game(seed=1, most=120, players=3, title="18OE")
    seen = Vantage(Table.of(game), None)
    laid = max(number for number, action in enumerate(game.actions, 1) if action.startswith("lay "))
    after = last_move(seen, laid)
    assert after is not None
    assert f" {after.name} " in f"{game.actions[laid - 1]} "
    assert last_move(seen, 0) is None
    assert last_move(Vantage(Table.of(some_game()), None), 150) is None  # a board that is read as a whole
