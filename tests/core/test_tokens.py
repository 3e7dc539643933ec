"""Tokens of one company that stand together: one of them is removed or replaced, and titles say whether they may."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core import effects
from railhead.core.audit import AuditRules, audit
from railhead.core.events import MarkerPlaced, MarkerRemoved, sentence
from railhead.core.game import Game
from railhead.core.ids import Company, Stop, hex_of, stop_at
from railhead.core.rulebook import MarkerFacts
from railhead.core.view import view
from railhead.drawing.board import Sheet, board_picture
from railhead.rules.stations import barred_to, ends_of_ways, free_circles, is_full
from tests.made_up import Toy


def any_number(game: Game, company: Company, stop: Stop) -> int:
    """Tokens of one company may stand together."""
    return 2


def pair(*groups: AuditRules) -> tuple[Toy, Stop]:
    """Both tokens of AAA stand at one station with two circles."""
    toy = Toy(*groups)
    stop = toy.book.companies[toy.company("AAA")].home
    for _ in range(2):
        effects.place_token(toy.game, toy.company("AAA"), stop)
    return toy, stop


def test_two_tokens_of_one_company_need_a_rule_that_allows_them() -> None:
    toy, _ = pair()
    assert [line.split(":")[0] for line in audit(toy.book, toy.state)] == ["tokens"]
    toy, _ = pair(AuditRules(tokens_together=any_number))
    assert audit(toy.book, toy.state) == []


def test_one_token_is_removed_at_a_time() -> None:
    toy, stop = pair(AuditRules(tokens_together=any_number))
    aaa = toy.company("AAA")
    effects.remove_token(toy.game, aaa, stop)
    assert toy.state.tokens[stop] == (aaa,)
    effects.remove_token(toy.game, aaa, stop)
    assert stop not in toy.state.tokens


def test_one_token_is_replaced_at_a_time() -> None:
    toy, stop = pair(AuditRules(tokens_together=any_number))
    aaa, bbb = toy.company("AAA"), toy.company("BBB")
    effects.replace_token(toy.game, bbb, stop, aaa)
    assert toy.state.tokens[stop] == (bbb, aaa)


# -- tokens that are no company's -------------------------------------------------------------------


def marked() -> tuple[Toy, Stop, Company, Company]:
    """A board (one that blocks trains) and a bus (one that does not) may have tokens at the station of two circles."""
    toy = Toy()
    markers = (MarkerFacts("BRD", "Board", "#cc0000", 2), MarkerFacts("BUS", "Bus", "#663300", 1, blocks=False))
    toy.book = replace(toy.book, markers=markers)
    toy.start("AAA", "Ann")
    toy.start("BBB", "Ben")
    board, bus = toy.book.marker_ids
    return toy, toy.book.companies[0].home, board, bus


def test_they_are_numbered_after_the_companies() -> None:
    toy, _, board, bus = marked()
    assert (board, bus) == (3, 4)
    assert toy.book.token_names == ("AAA", "BBB", "CCC", "BRD", "BUS")
    assert toy.book.open_markers == (bus,)
    assert toy.book.token_faces[bus].colour == "#663300"


def test_they_are_placed_and_removed() -> None:
    toy, stop, board, bus = marked()
    game = toy.game
    effects.place_marker(game, bus, stop)
    effects.place_token(game, toy.company("AAA"), stop)
    toy.check()
    assert toy.state.tokens[stop] == (bus, toy.company("AAA"))
    assert free_circles(game, stop) == 0
    effects.replace_by_marker(game, toy.company("AAA"), stop, board)
    assert toy.state.tokens[stop] == (bus, board)
    effects.remove_marker(game, bus, stop)
    effects.remove_marker(game, board, stop)
    assert stop not in toy.state.tokens
    assert [sentence(toy.book, event) for event in game.events if isinstance(event, MarkerPlaced | MarkerRemoved)] == [
        "The Bus is placed at A1.0",
        "The Board is placed at A1.0",
        "The Bus at A1.0 is removed",
        "The Board at A1.0 is removed",
    ]


def test_the_audit_counts_them() -> None:
    toy, stop, _, bus = marked()
    effects.place_marker(toy.game, bus, stop)
    effects.place_marker(toy.game, bus, stop)
    assert audit(toy.book, toy.state)[-1] == "tokens: 2 of BUS placed of 1"


@pytest.mark.parametrize(("symbol", "barred"), [("BRD", True), ("BUS", False)])
def test_a_full_station_is_passed_only_by_markers_that_do_not_block(symbol: str, barred: bool) -> None:
    toy, stop, *_ = marked()
    marker = Company(toy.book.token_names.index(symbol))
    effects.place_marker(toy.game, marker, stop)
    effects.place_token(toy.game, toy.company("BBB"), stop)
    assert (stop in barred_to(toy.game, toy.company("AAA"))) == barred
    assert (stop in ends_of_ways(toy.game, toy.company("AAA"))) == barred
    assert is_full(toy.game, toy.company("AAA"), stop) == barred
    assert stop not in barred_to(toy.game, toy.company("BBB")), "its own token is there"


def test_they_are_shown_on_the_board() -> None:
    toy, stop, board, _ = marked()
    effects.place_marker(toy.game, board, stop)
    seen = view(toy.book, toy.state, None)
    assert seen.to_data()["tokens"] == {"A1.0": ["BRD"]}
    assert 'data-company="BRD"' in board_picture(Sheet(toy.book, seen.board))


# -- tokens and tiles that are taken back ---------------------------------------------------------


def built() -> tuple[Toy, Game]:
    """A tile lies on the home of AAA, under one of its tokens."""
    toy = Toy()
    game, company = toy.game, toy.company("AAA")
    home = toy.book.companies[company].home
    effects.place_token(game, company, home)
    effects.lay_tile(game, company, hex_of(home), toy.book.tiles.index["2"], 0)
    return toy, game


def test_a_token_that_is_taken_back_can_be_placed_again() -> None:
    toy, game = built()
    company = toy.company("AAA")
    effects.return_token(game, company, toy.book.companies[company].home)
    assert (toy.state.spare_tokens[company], dict(toy.state.tokens)) == (2, {})
    assert sentence(toy.book, game.events[-1]) == "AAA takes back its token at A1.0"
    toy.check()


def test_a_token_moves_from_station_to_station() -> None:
    toy, game = built()
    company = toy.company("AAA")
    home = toy.book.companies[company].home
    beyond = stop_at(toy.book.board.index["A3"], 0)
    effects.move_token(game, company, home, beyond)
    assert dict(toy.state.tokens) == {beyond: (company,)}
    assert toy.state.spare_tokens[company] == 1


def test_a_tile_that_is_taken_back_leaves_everything_as_it_was() -> None:
    toy, game = built()
    home = toy.book.companies[toy.company("AAA")].home
    effects.take_back_tile(game, hex_of(home), None)
    assert (dict(toy.state.tiles), dict(toy.state.tokens)) == ({}, {home: (toy.company("AAA"),)})
    assert sentence(toy.book, game.events[-1]) == "Tile 2 at A1 is taken back"
    toy.check()


def test_under_a_tile_that_is_taken_back_lies_the_one_before() -> None:
    toy, game = built()
    hex_ = toy.book.board.index["A3"]
    line = toy.book.tiles.index["1"]
    effects.lay_tile(game, toy.company("AAA"), hex_, line, 0)
    toy.state.tiles = toy.state.tiles.put(hex_, line * 6 + 3)
    effects.take_back_tile(game, hex_, line * 6)
    assert toy.state.tiles[hex_] == line * 6
    assert toy.state.supply[line] == 1
    toy.check()
