"""What drawings remember takes no more memory than intended."""

from __future__ import annotations

import gc
import sys
from functools import _lru_cache_wrapper
from typing import Any

import pytest

from railhead.core import text
from railhead.core.rulebook import PhaseFacts
from railhead.core.view import BoardView, MarketView
from railhead.drawing.board import Sheet, board_picture
from railhead.drawing.levels import Level
from railhead.drawing.market import market_picture
from railhead.drawing.memory import KEPT, MEGABYTE, TEXTS, Texts
from railhead.drawing.raster import Cells
from railhead.drawing.tile import Face
from railhead.play.session import Session
from railhead.track.board import Board, HexFacts
from railhead.track.tiles import TileFacts
from tests.play.games import some_game

SHARED = (Board, HexFacts, TileFacts, Level, PhaseFacts, Cells, Face, type)
"""What many entries refer to."""
MOST = 240
"""How many megabytes all caches together may take."""
SAMPLE = 60


def weight(thing: object, seen: set[int]) -> int:
    """How many bytes something takes, with everything that belongs to it alone."""
    if id(thing) in seen or isinstance(thing, SHARED) or callable(thing):
        return 0
    seen.add(id(thing))
    return sys.getsizeof(thing) + sum(weight(part, seen) for part in gc.get_referents(thing))


def entries(cache: _lru_cache_wrapper[Any]) -> list[tuple[Any, ...]]:
    """The arguments of which a cache knows the result."""
    size = cache.cache_info().currsize
    found = next((each for each in gc.get_referents(cache) if isinstance(each, dict) and len(each) == size), {})
    return [tuple(key) for key in found if isinstance(key, (list, tuple))][-SAMPLE:]


def test_all_caches_together_are_small() -> None:
    sizes = [(cache.cache_info().maxsize or 0) * entry for cache, entry in KEPT]
    assert len(sizes) > 20
    assert sum(sizes) + TEXTS.most <= MOST * MEGABYTE


def test_texts_take_no_more_room_than_there_is() -> None:
    kept, made = Texts(megabytes=1), list[int]()

    def drawn(number: int) -> str:
        def make() -> str:
            made.append(number)
            return "x" * 100_000

        return kept.get(number, make)

    for number in (*range(9), 0, 9, 0, 1):
        assert len(drawn(number)) == 100_000
        assert kept.taken <= kept.most
    assert made == [*range(10), 1], "what was used last is kept"
    assert len(kept) == 9


def test_what_is_on_a_board_is_drawn_once_for_all_tables_with_the_same_position() -> None:
    for title in ("1860", "1862"):
        first, second = (Session(some_game(seed=3, most=120, title=title)) for _ in range(2))
        boards = [Sheet(session.book, BoardView.of(session.book, session.state)) for session in (first, second)]
        markets = [MarketView.of(session.state) for session in (first, second)]
        drawn = board_picture(boards[0]), market_picture(first.book, markets[0])
        count = len(TEXTS)
        assert (board_picture(boards[1]), market_picture(second.book, markets[1])) == drawn
        assert len(TEXTS) == count


def test_the_market_is_drawn_for_the_language_of_whoever_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(some_game(seed=3, most=120))
    market = MarketView.of(session.state)
    plain = market_picture(session.book, market)
    monkeypatch.setattr(text, "_translate", lambda template: f"¡{template}")
    monkeypatch.setattr(text, "_language", lambda: "es")
    assert "¡" not in plain
    assert "¡" in market_picture(session.book, market)


def test_entries_take_about_as_much_as_was_measured() -> None:
    session = Session(some_game(seed=5, most=300, title="18BF"))
    board_picture(Sheet(session.book, BoardView.of(session.book, session.state)))
    looked_at = 0
    for cache, entry in KEPT:
        known = entries(cache)
        if len(known) >= 20:
            taken = [weight((key, cache(*key)), set()) for key in known]
            assert sum(taken) / len(taken) <= 2 * entry, cache.__name__
            looked_at += 1
    assert looked_at > 10
