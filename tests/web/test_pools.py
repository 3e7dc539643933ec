"""Pools of threads: whatever floods one of them, requests of every other kind are answered. Nothing here is timed."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from railhead.web import right_of_way
from railhead.web.busy import Busy
from railhead.web.pools import (
    IMPORTS,
    KINDS,
    MOST_TOGETHER,
    MOVES,
    PAGES,
    PER_TABLE,
    REPLAYS,
    SIGN_INS,
    SKETCHES,
    STARTS,
    Cold,
    Errand,
    Kind,
    Pool,
    Pools,
)
from railhead.web.right_of_way import RightOfWay

REQUESTS = [
    ("POST", "/game/abc/act", MOVES, "abc"),
    ("POST", "/game/abc/seat/2/act", MOVES, "abc"),
    ("POST", "/game/abc/undo", MOVES, "abc"),
    ("POST", "/game/abc/chat", MOVES, "abc"),
    ("POST", "/api/games/abc/actions", MOVES, "abc"),
    ("GET", "/game/abc/", PAGES, "abc"),
    ("GET", "/game/abc/refresh", PAGES, "abc"),
    ("GET", "/api/games/abc", PAGES, "abc"),
    ("GET", "/api/games/abc/view", PAGES, "abc"),
    ("GET", "/", PAGES, None),
    ("GET", "/static/1/table.js", PAGES, None),
    ("GET", "/account/login", PAGES, None),
    ("POST", "/account/login", SIGN_INS, None),
    ("POST", "/account/new", SIGN_INS, None),
    ("POST", "/account/password", SIGN_INS, None),
    ("POST", "/admin/login/", SIGN_INS, None),
    ("POST", "/import", IMPORTS, None),
    ("POST", "/api/games/import", IMPORTS, None),
    ("POST", "/new", STARTS, None),
    ("POST", "/api/games", STARTS, None),
    ("POST", "/game/abc/copy", STARTS, "abc"),
    ("POST", "/game/abc/seat/2/copy", STARTS, "abc"),
    ("POST", "/game/abc/sketch", SKETCHES, None),
    ("POST", "/game/abc/seat/2/sketch", SKETCHES, None),
    ("GET", "/game/abc/sketch/hex", SKETCHES, None),
    ("GET", "/routes", SKETCHES, None),
    ("GET", "/routes/best", SKETCHES, None),
    ("GET", "/game/sketch/", PAGES, "sketch"),
    ("POST", "/game/sketch/act", MOVES, "sketch"),
    ("DELETE", "/\n", PAGES, None),
]


@pytest.mark.parametrize(("method", "path", "kind", "table"), REQUESTS)
def test_a_request_goes_to_its_pool(method: str, path: str, kind: Kind, table: str | None) -> None:
    assert Errand.of(method, path) == Errand(kind, table)


class Gate:
    """Work that does not end before it may."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.entered = 0
        self.change = threading.Condition()

    def work(self, *_: Any) -> str:
        """Wait until the gate is open."""
        with self.change:
            self.entered += 1
            self.change.notify_all()
        self.open.wait()
        return threading.current_thread().name

    def replay(self, table: str) -> None:
        """The same as replaying a table."""
        self.work()

    async def has_entered(self, count: int) -> None:
        """Wait until so much work is under way."""

        def wait() -> None:
            with self.change:
                assert self.change.wait_for(lambda: self.entered >= count, 60)

        await asyncio.to_thread(wait)


@pytest.fixture
def gate() -> Iterator[Gate]:
    made = Gate()
    yield made
    made.open.set()


def done(asked: Callable[[], Awaitable[Any]]) -> Any:
    """What comes of it, in an event loop."""

    async def within() -> Any:
        async with asyncio.timeout(60):
            return await asked()

    return asyncio.run(within())


def nothing(_: str) -> None:
    """Replay nothing."""


async def ended(gate: Gate, flood: list[asyncio.Task[Any]]) -> None:
    gate.open.set()
    await asyncio.gather(*flood)


@pytest.mark.parametrize("flooded", [kind for kind in KINDS if kind is not MOVES], ids=lambda kind: kind.name)
def test_a_move_is_made_while_another_pool_is_flooded(flooded: Kind, gate: Gate) -> None:
    async def asked() -> None:
        pools = Pools(gate.replay)

        def visit(number: int) -> Callable[[bool], object]:
            def cold(may_be_put_aside: bool) -> None:
                if may_be_put_aside:
                    raise Cold(str(number))

            return cold if flooded is REPLAYS else gate.work

        errand = Errand(PAGES if flooded is REPLAYS else flooded)
        size = flooded.threads + flooded.waiting // 2
        flood = [asyncio.create_task(pools.run(errand, visit(number))) for number in range(size)]
        await gate.has_entered(flooded.threads)
        assert await pools.run(Errand(MOVES, "abc"), lambda _: "moved") == "moved"
        if flooded is not PAGES:
            assert await pools.run(Errand(PAGES, "abc"), lambda _: "drawn") == "drawn"
        await ended(gate, flood)

    done(asked)


def test_requests_to_one_table_take_a_few_threads_only(gate: Gate) -> None:
    async def asked() -> None:
        pools = Pools(nothing)
        flood = [asyncio.create_task(pools.run(Errand(PAGES, "busy"), gate.work)) for _ in range(100)]
        await gate.has_entered(PER_TABLE)
        assert await pools.run(Errand(PAGES, "other"), lambda _: "drawn") == "drawn"
        assert gate.entered == PER_TABLE
        await ended(gate, flood)

    done(asked)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not REPLAYS], ids=lambda kind: kind.name)
def test_whoever_asks_for_many_tables_leaves_a_thread_to_others(kind: Kind, gate: Gate) -> None:
    async def asked() -> None:
        pools = Pools(nothing)
        errands = [Errand(kind, f"table {number}", "192.0.2.1") for number in range(kind.size // 2)]
        flood = [asyncio.create_task(pools.run(errand, gate.work)) for errand in errands]
        await gate.has_entered(kind.per_asker)
        assert await pools.run(Errand(kind, "another", "192.0.2.2"), lambda _: "answered") == "answered"
        assert gate.entered == kind.per_asker
        await ended(gate, flood)

    done(asked)


def test_whoever_waits_for_their_own_turn_holds_up_nobody_at_the_table(gate: Gate) -> None:
    async def asked() -> None:
        pools = Pools(nothing)
        flood = [asyncio.create_task(pools.run(Errand(PAGES, str(n % 4), "192.0.2.1"), gate.work)) for n in range(100)]
        await gate.has_entered(PAGES.per_asker)
        for table in range(2, 4):
            assert await pools.run(Errand(PAGES, str(table), "192.0.2.2"), lambda _: "drawn") == "drawn"
        await ended(gate, flood)

    done(asked)


def test_one_address_does_not_take_all_places_to_wait(gate: Gate) -> None:
    async def asked() -> None:
        pool = Pool(Kind("few", threads=2, waiting=6))
        flood = [asyncio.create_task(pool.run(None, gate.work, "192.0.2.1")) for _ in range(5)]
        await gate.has_entered(1)
        with pytest.raises(Busy, match="try again"):
            await pool.run(None, gate.work, "192.0.2.1")
        assert await pool.run(None, lambda: "answered", "192.0.2.2") == "answered"
        await ended(gate, flood)
        assert await pool.run(None, lambda: "again", "192.0.2.1") == "again"

    done(asked)


def test_more_than_may_wait_is_refused(gate: Gate) -> None:
    async def asked() -> None:
        pool = Pool(Kind("few", threads=2, waiting=3))
        flood = [asyncio.create_task(pool.run(None, gate.work)) for _ in range(5)]
        await gate.has_entered(2)
        with pytest.raises(Busy, match="try again"):
            await pool.run(None, gate.work)
        await ended(gate, flood)
        assert await pool.run(None, lambda: "again") == "again"

    done(asked)


def test_a_cold_table_is_replayed_once_for_everybody(gate: Gate) -> None:
    """Those who wait for it take no thread, so that other tables are answered meanwhile."""
    replayed: list[str] = []

    warm = threading.Event()

    def replay(table: str) -> None:
        replayed.append(table)
        gate.work()
        warm.set()

    def look(may_be_put_aside: bool) -> str:
        if may_be_put_aside and not warm.is_set():
            raise Cold("cold")
        assert warm.is_set()
        return "seen"

    async def asked() -> None:
        pools = Pools(replay)
        visitors = [asyncio.create_task(pools.run(Errand(PAGES, "cold"), look)) for _ in range(100)]
        await gate.has_entered(1)
        assert await pools.run(Errand(PAGES, "warm"), lambda _: "drawn") == "drawn"
        gate.open.set()
        assert await asyncio.gather(*visitors) == ["seen"] * 100
        assert replayed == ["cold"]

    done(asked)


def test_a_page_is_drawn_after_the_moves_that_are_on_their_way(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(right_of_way, "GIVE_WAY", 60.0)
    order: list[str] = []

    async def asked() -> None:
        pools = Pools(nothing)

        def move(_: bool) -> None:
            gate.work()
            order.append("move")

        moving = asyncio.create_task(pools.run(Errand(MOVES, "a"), move))
        await gate.has_entered(1)
        drawing = asyncio.create_task(pools.run(Errand(PAGES, "b"), lambda _: order.append("page")))
        await asyncio.sleep(0)  # the page has been asked for
        gate.open.set()
        await asyncio.gather(moving, drawing)

    done(asked)
    assert order == ["move", "page"]


def test_a_page_does_not_wait_for_ever(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(right_of_way, "GIVE_WAY", 0.01)

    async def asked() -> None:
        pools = Pools(nothing)
        moving = asyncio.create_task(pools.run(Errand(MOVES, "a"), gate.work))
        await gate.has_entered(1)
        assert await pools.run(Errand(PAGES, "b"), lambda _: "drawn") == "drawn"
        await ended(gate, [moving])

    done(asked)


def test_one_thread_draws_at_a_time_and_only_after_the_moves(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(right_of_way, "GIVE_WAY", 60.0)
    way, order = RightOfWay(), list[str]()
    waiting = threading.Barrier(3)

    def draw(_: int) -> None:
        waiting.wait()
        with way.drawing():
            order.append("begun")
            order.append("done")

    with ThreadPoolExecutor(2) as threads:
        with way.taken(moves=True):
            drawn = [threads.submit(draw, number) for number in range(2)]
            waiting.wait()
            order.append("move")
        for each in drawn:
            each.result()
    assert order == ["move", "begun", "done", "begun", "done"]


def order_of(gate: Gate, kind: Kind, tables: list[str]) -> str:
    """In which order requests to these tables are handled that have all been waiting for the only thread."""
    handled: list[str] = []

    async def asked() -> None:
        pool = Pool(kind)
        first = asyncio.create_task(pool.run("first", gate.work))
        await gate.has_entered(1)
        others = [asyncio.create_task(pool.run(table, partial(handled.append, table))) for table in tables]
        gone = asyncio.create_task(pool.run("a", partial(handled.append, "gone")))
        await asyncio.sleep(0)
        gone.cancel()
        gate.open.set()
        await asyncio.gather(first, *others)

    done(asked)
    return "".join(handled)


def test_what_is_wanted_of_one_table_is_drawn_together(gate: Gate) -> None:
    """Whoever looks at the same position shares most of what is drawn; a moment later there may be another."""
    assert order_of(gate, Kind("pages", 1, 100, together=True), list("abcabcab")) == "aaabbbcc"
    assert PAGES.together


def test_a_table_that_many_look_at_lets_others_have_their_turn(gate: Gate) -> None:
    found = order_of(gate, Kind("pages", 1, 100, together=True), [*"a" * 30, "b"])
    assert 0 < found.index("b") <= MOST_TOGETHER + 1
    assert found.count("a") == 30


def test_otherwise_tables_take_turns(gate: Gate) -> None:
    assert order_of(gate, Kind("moves", 1, 100), list("aabbab")) == "ababab", "tables in turn"
    assert not MOVES.together
