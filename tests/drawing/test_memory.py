"""What drawings remember takes no more memory than intended."""

from __future__ import annotations

import gc
import sys
from functools import _lru_cache_wrapper
from random import Random
from typing import Any

import pytest

from railhead.core import text
from railhead.core.rulebook import PhaseFacts
from railhead.core.view import BoardView, MarketView
from railhead.drawing import board_labels
from railhead.drawing.board import Sheet, board_picture
from railhead.drawing.leaders import afar
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
NOISE = "".join(chr(0x4E00 + letter) for letter in Random(1).choices(range(1 << 14), k=50_000))
"""A long text of which little is saved by compressing it: about a tenth of a megabyte."""


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
            return NOISE

        return kept.get(number, make)

    for number in (*range(9), 0, 9, 0, 1):
        assert drawn(number) == NOISE
        assert kept.taken <= kept.most
    assert made == [*range(10), 1], "what was used last is kept"
    assert len(kept) == 9


def test_long_texts_are_kept_compressed() -> None:
    kept, picture = Texts(megabytes=1), '<circle cx="12.5" cy="✉"/>' * 1_000
    assert kept.get("picture", lambda: picture) == picture
    assert kept.get("picture", lambda: "made again") == picture
    assert kept.taken < len(picture) / 5


def test_labels_are_shared_by_all_that_lie_near_them() -> None:
    """What is near a hex is part of what its labels are found by; thousands of copies would be kept with that."""
    session = Session(some_game(seed=5, most=300, title="1862"))
    afar.cache_clear()
    board_labels._labels_of.cache_clear()
    TEXTS._kept.clear()
    board_picture(Sheet(session.book, BoardView.of(session.book, session.state)))
    nearby = [key[1].nearby for key in entries(afar)]
    labels = [label for near in nearby for each in (near.visitors, *near.settled) for label in each]
    assert len(nearby) >= 10
    assert len({id(label) for label in labels}) < len(labels) / 3


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
