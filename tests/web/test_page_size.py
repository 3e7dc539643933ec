"""The page of a table late in a game on the board of a continent, in bytes: it has to come over slow lines, often."""

from __future__ import annotations

import gzip

import pytest

from railhead import bench_europe
from railhead.core.ids import Place
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.core.view import BoardView, MarketView
from railhead.drawing.market import market_picture
from railhead.web import keys
from tests.play.games import some_game
from tests.web.conftest import Begun, Browser

MOST = 560_000
"""Bytes: the companies of a whole game take tens of thousands more than those of a beginning; 600 kB is the aim."""
COMPRESSED = 75_000
A_HEX = 122
"""Bytes: the area of a hex to click on, with what it says; there are more than eight hundred on every page."""
MARKET = 26_000
"""Bytes: the market, of which a page has one for wide and one for narrow displays."""


def test_a_late_page_of_a_continent_is_small(begun: Begun, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    book, late = bench_europe.position(1)
    full = BoardView.of(book, late)
    assert len(full.tiles) > 380

    def of(_book: Rulebook, _state: State) -> BoardView:
        return full

    monkeypatch.setattr(BoardView, "of", of)
    game = begun(some_game(seed=1, most=120, players=3, title="18OE"))
    page = browser(game, *(keys.seat_role(place) for place in game.places)).get(f"/game/{game.id}/").content
    assert page.count(b'<use class="target') == len(book.board.hexes)
    assert len(page) < MOST
    assert len(gzip.compress(page, 6)) < COMPRESSED
    areas = page[page.index(b'class="targets"') : page.index(b'class="labels"')]
    assert len(areas) < A_HEX * len(book.board.hexes)
    layer = browser(game, keys.HOST).get(f"/game/{game.id}/part?name=layer&layer=level-33").content
    assert layer.count(b"<text") > 100


@pytest.mark.parametrize("strips", [1, 2])
def test_the_market_of_a_continent_is_small(strips: int) -> None:
    book, _ = bench_europe.position(1)
    places = {
        company: Place(7 * number % len(book.market.prices)) for number, company in enumerate(book.company_ids[-20:])
    }
    assert len(market_picture(book, MarketView(places), strips)) < MARKET
