"""Boards the size of a stamp: every hex, all track, a disc for every token, few bytes."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from railhead.drawing.thumbnail import thumbnail
from railhead.play.gamefile import GameFile
from railhead.play.table import Table
from railhead.play.vantage import Vantage
from railhead.titles import catalogue
from tests.play.games import some_game

MOST_BYTES, MOST_BYTES_A_HEX = 40_000, 70
"""The latter is for continents."""


def drawn(table: Table) -> tuple[str, list[ElementTree.Element]]:
    """The picture of a table as it stands, and what it is made of."""
    picture = thumbnail(table.book, Vantage(table, None).view(table.actions).board)
    return picture, list(ElementTree.fromstring(picture))


@pytest.mark.parametrize("title", sorted(catalogue.TITLES))
def test_every_hex_of_every_title_is_there(title: str) -> None:
    players = tuple(f"Player {number}" for number in range(catalogue.find(title).players[0]))
    table = Table.of(GameFile.new(title, players))
    picture, parts = drawn(table)
    outlines = sum(part.attrib["d"].count("M") for part in parts if part.attrib.get("class", "").startswith("ground-"))
    assert outlines == len(table.book.board.hexes)
    assert len(picture) < max(MOST_BYTES, MOST_BYTES_A_HEX * len(table.book.board.hexes))
    assert "style=" not in picture, "the page's policy forbids it"


def test_tiles_and_tokens_of_a_late_game_are_seen() -> None:
    table = Table.of(some_game(1, 120))
    board = Vantage(table, None).view(table.actions).board
    _, parts = drawn(table)
    grounds = {part.attrib["class"] for part in parts if part.attrib.get("class", "").startswith("ground-")}
    laid = {table.book.board.facts(hex_, placed).colour for hex_, placed in board.tiles.items()}
    assert laid
    assert {f"ground-{colour}" for colour in laid} <= grounds
    discs = [part.attrib["fill"] for part in parts if "fill" in part.attrib]
    tokens = [table.book.companies[company].colour for held in board.tokens.values() for company in held]
    assert sorted(discs) == sorted(tokens)
    [track] = [part.attrib["d"] for part in parts if part.attrib.get("class") == "track"]
    assert len(re.findall("M", track)) >= len(board.tiles)
