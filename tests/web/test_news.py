"""One stream for all tabs of a browser: it has the news of every table the browser may look at, and of no other."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, cast

import pytest
from django.http import StreamingHttpResponse
from django.test import Client

from railhead.web import keys
from railhead.web.hub import HUB, MOVED
from railhead.web.keys import HOST, WATCH
from railhead.web.pages import live
from tests.play.games import some_game
from tests.web.conftest import Begun, Browser


def first_piece(response: Any) -> str:
    """What a stream says at once."""
    assert isinstance(response, StreamingHttpResponse)

    async def read() -> bytes:
        pieces = cast(AsyncIterator[bytes], response.streaming_content)
        return await anext(pieces)

    return asyncio.run(read()).decode()


@pytest.mark.django_db(transaction=True)
def test_a_stream_has_the_news_of_all_tables_that_one_may_look_at(begun: Begun, browser: Browser) -> None:
    one, other, hidden = begun(), begun(), begun()
    somebody = browser(one, WATCH)
    somebody.get(f"/game/{other.id}/join/{keys.key(other, HOST)}")
    asked = "&".join(f"game={game.id}" for game in (one, other, hidden))
    said = first_piece(somebody.get(f"/events?{asked}"))
    assert said.count("event: moved") == said.count("event: chat") == 2
    for game in (one, other):
        assert f"data: {game.id} {game.version}\n" in said
    assert hidden.id not in said


def test_without_a_table_to_look_at_there_is_no_stream(begun: Begun) -> None:
    for query in ("", f"?game={begun().id}", "?game=x"):
        assert Client().get(f"/events{query}").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_one_address_does_not_take_all_connections(
    begun: Begun, browser: Browser, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, https=True)
    monkeypatch.setattr(live, "MOST_STREAMS", 2)
    game = begun()
    somebody = browser(game, WATCH)

    def ask(address: str) -> Any:
        return somebody.get(f"/events?game={game.id}", REMOTE_ADDR=address, secure=True)

    async def pieces(response: Any) -> AsyncIterator[bytes]:
        found = cast(AsyncIterator[bytes], response.streaming_content)
        await anext(found)
        return found

    asked = [ask("198.51.100.1"), ask("198.51.100.1")]

    async def crowded() -> tuple[int, int]:
        reading = [await pieces(response) for response in asked]
        found = await asyncio.gather(*(asyncio.to_thread(ask, f"198.51.100.{number}") for number in (1, 2)))
        for each in reading:
            await cast(Any, each).aclose()
        return found[0].status_code, found[1].status_code

    assert asyncio.run(crowded()) == (503, 200)
    assert not live.OPEN
    assert ask("198.51.100.1").status_code == 200


def test_whoever_listens_to_several_tables_hears_of_each_and_is_forgotten() -> None:
    async def heard() -> list[str]:
        with HUB.listening("a", "b") as listener:
            HUB.publish("b", MOVED, 3)
            HUB.publish("c", MOVED, 4)
            HUB.publish("a", MOVED, 5)
            found = [await listener.queue.get() for _ in range(2)]
        return [news.game for news in found if news]

    assert asyncio.run(heard()) == ["b", "a"]
    assert HUB.count("a") == HUB.count("b") == 0


def test_the_first_page_is_compressed_like_what_follows(begun: Begun, browser: Browser) -> None:
    game = begun(some_game(1, 60))
    somebody = browser(game, WATCH)
    plain = somebody.get(f"/game/{game.id}/")
    packed = somebody.get(f"/game/{game.id}/", headers={"Accept-Encoding": "gzip"})
    assert "Accept-Encoding" in plain["Vary"]
    assert packed["Content-Encoding"] == "gzip"
    assert int(packed["Content-Length"]) == len(packed.content)
    assert len(packed.content) < len(plain.content) / 4
    assert b'id="table"' in gzip.decompress(packed.content)
    fragment = somebody.get(f"/game/{game.id}/refresh", headers={"Accept-Encoding": "gzip"})
    assert b'id="table"' in gzip.decompress(fragment.content), "compressed once, not twice"
