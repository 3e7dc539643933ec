"""Tables in memory: readers wait for nobody. Others: a request for one is put aside, and starts again later."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from railhead.core.refusal import Malformed
from railhead.play.log import undo_entry
from railhead.play.table import Table
from railhead.web import fragments, keys, tables
from railhead.web.access import Asker
from railhead.web.models import LogEntry
from railhead.web.pools import Cold
from railhead.web.tables import TABLES, TableStore
from railhead.web.viewer import Viewer
from tests.play.games import some_game
from tests.web.conftest import HTMX, Begun, Browser

REQUESTS = [
    ("get", "", {}),
    ("get", "refresh", {}),
    ("get", "export", {}),
    ("post", "act", {"action": "pass", "length": 20}),
    ("post", "undo", {"left": 19, "length": 20}),
    ("post", "chat", {"text": "hello"}),
    ("post", "notes", {"note": "mine"}),
    ("post", "orders", {"kind": "none"}),
    ("post", "copy", {}),
]


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of the logs that are replayed."""
    found: list[int] = []
    replayed = tables._replayed

    def noted(table: Table | None, game: Any, added: list[Any]) -> Table:
        found.append(len(added))
        return replayed(table, game, added)

    monkeypatch.setattr(tables, "_replayed", noted)
    return found


@pytest.mark.parametrize(("method", "address", "sent"), REQUESTS, ids=lambda value: str(value))
def test_a_request_for_a_cold_table_changes_nothing_before_it_is_put_aside(
    method: str, address: str, sent: dict[str, Any], begun: Begun, browser: Browser, replays: list[int]
) -> None:
    game = begun(some_game(1, 20))
    host = browser(game, keys.HOST, *(keys.seat_role(place) for place in game.places))
    game.refresh_from_db()
    before = (game.log.count(), game.messages.count(), game.version)
    with TABLES.put_aside(True), pytest.raises(Cold) as cold:
        getattr(host, method)(f"/game/{game.id}/{address}", sent, headers=HTMX if address else {})
    assert cold.value.table == game.id
    game.refresh_from_db()
    assert (game.log.count(), game.messages.count(), game.version) == before
    assert replays == []
    TABLES.warm(game.id)
    assert replays == [game.length]
    with TABLES.put_aside(True):
        answer = getattr(host, method)(f"/game/{game.id}/{address}", sent, headers=HTMX)
    assert answer.status_code < 400 or (address == "act" and answer.status_code == 422), answer.content
    assert replays == [game.length], "it was replayed once"


def test_nobody_who_may_not_see_a_table_has_it_replayed(begun: Begun, browser: Browser, replays: list[int]) -> None:
    game, other = begun(some_game(1, 20)), begun()
    with TABLES.put_aside(True):
        assert browser(other, keys.HOST).get(f"/game/{game.id}/").status_code == 404
    assert replays == []


def test_once_something_may_have_been_done_a_request_is_not_put_aside(begun: Begun) -> None:
    """The table may have been dropped from memory meanwhile; starting again could do the same thing twice."""
    game = begun(some_game(1, 20))
    TABLES.warm(game.id)
    with TABLES.put_aside(True):
        with TABLES.table(game) as table:
            length = table.length
        TABLES.forget(game.id)
        with TABLES.table(game) as table:
            assert table.length == length


def test_a_log_that_does_not_replay_is_not_tried_again_and_again(begun: Begun, replays: list[int]) -> None:
    game = begun(some_game(1, 20))
    LogEntry.objects.filter(game=game, number=7).update(text="bid 9999")
    for _ in range(3):
        TABLES.warm(game.id)
        with TABLES.put_aside(True), pytest.raises(tables.Unplayable, match="cannot be opened"), TABLES.table(game):
            raise Malformed("it was opened")
    assert len(replays) == 1


def test_readers_do_not_wait_for_a_move_under_way(begun: Begun) -> None:
    """What a move makes the rules do may take long, such as the best run of a company without a director."""
    game = begun(some_game(1, 20))
    TABLES.warm(game.id)
    seen: list[int] = []

    def look() -> None:
        with TABLES.table(game) as table:
            seen.append(table.length)

    def slowly(table: Table) -> None:
        reader = threading.Thread(target=look)
        reader.start()
        reader.join(60)
        assert seen == [game.length]
        table.record(undo_entry(table.decided_by(table.actions).seat, table.actions - 1))

    assert TABLES.change(game, slowly).length == game.length + 1


def test_threads_may_look_back_at_the_same_table(begun: Begun) -> None:
    """Earlier states are replayed and cached by whoever looks; all of them see the same."""
    game = begun(some_game(1, 400))
    with TABLES.table(game) as table:
        wanted = [table.session.at(number).digest() for number in range(table.actions)]

        def look(seed: int) -> bool:
            numbers = Random(seed).choices(range(table.actions), k=60)
            return all(table.session.at(number).digest() == wanted[number] for number in numbers)

        with ThreadPoolExecutor(4) as threads:
            assert all(threads.map(look, range(8)))


def test_equal_views_are_drawn_once_by_threads_that_ask_together(monkeypatch: pytest.MonkeyPatch, begun: Begun) -> None:
    game = begun(some_game(1, 20))
    drawn: list[str] = []
    first_draws, go_on = threading.Event(), threading.Event()

    def draw(viewer: Viewer, request: object, tag: str) -> str:
        drawn.append(tag)
        first_draws.set()
        assert go_on.wait(60)
        return "drawn"

    monkeypatch.setattr(fragments, "draw", draw)
    kept = fragments.Fragments()
    with TABLES.table(game) as table, ThreadPoolExecutor(4) as threads:
        viewer = Viewer(game=game, who=Asker(frozenset()), table=table, chosen=None, at=table.actions)
        asked = [threads.submit(kept.table, viewer) for _ in range(4)]
        assert first_draws.wait(60)
        go_on.set()
        assert {found.result(60).html for found in asked} == {"drawn"}
    assert len(drawn) == 1


def test_drawn_tables_are_kept_as_far_as_there_is_room(monkeypatch: pytest.MonkeyPatch, begun: Begun) -> None:
    game = begun(some_game(1, 20))
    drawn: list[int] = []

    def draw(viewer: Viewer, request: object, tag: str) -> str:
        drawn.append(viewer.at)
        return Random(viewer.at).randbytes(1000).hex()

    monkeypatch.setattr(fragments, "draw", draw)
    monkeypatch.setattr(fragments, "MOST_KEPT", 5000)
    kept = fragments.Fragments()
    with TABLES.table(game) as table:
        for at in (1, 2, 3, 1, 4, 5, 6, 1, 2):
            viewer = Viewer(game=game, who=Asker(frozenset()), table=table, chosen=None, at=at)
            assert kept.table(viewer).html == Random(at).randbytes(1000).hex()
    assert drawn == [1, 2, 3, 4, 5, 6, 2], "the one used last is there, the others went as room was needed"


@pytest.mark.parametrize(("tables_kept", "entries_kept", "left"), [(2, 1000, 2), (10, 45, 2), (10, 10, 1)])
def test_tables_give_way_to_others_by_number_and_by_length(
    tables_kept: int, entries_kept: int, left: int, begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long ones take the more memory; the one that is visited stays, however long it is."""
    monkeypatch.setattr(tables, "MOST_KEPT", tables_kept)
    monkeypatch.setattr(tables, "MOST_ENTRIES", entries_kept)
    store = TableStore()
    games = [begun(some_game(1, 20)) for _ in range(4)]
    for game in games:
        with store.table(game) as table:
            assert table.length == 20
    with store.table(games[-1]):
        assert len(store) == left
