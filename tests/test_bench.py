"""The benchmark: its reference never changes, and its large board is one on which track can be laid."""

from __future__ import annotations

from railhead import bench, bench_board, bench_europe, bench_game, reference
from railhead.bench import Sample
from railhead.core import engine
from railhead.play.session import Session
from railhead.reference import Gauge
from railhead.rules.track import LayTile
from railhead.track.network import Network
from tests.play.games import some_game


def test_the_reference_is_what_it_was() -> None:
    assert (reference.VERSION, reference.work()) == (1, reference.RESULT)


def test_a_gauge_gives_what_was_made_and_times_the_reference_in_between() -> None:
    gauge = Gauge(every=2)
    made = [gauge.time(pow, 2, number)[0] for number in range(5)]
    assert made == [1, 2, 4, 8, 16]
    assert len(gauge._reference) == 3
    assert gauge.ratio(2 * gauge.reference) == 2


def test_a_game_is_measured_at_all_its_actions() -> None:
    session = Session(some_game(most=30))
    actions = tuple(session.played(number).action for number in range(1, 31))
    times = bench._times(Sample("some game", session.book, actions), Gauge())
    assert set(times) == set(bench.WHAT)
    assert len(times["apply"]) == 30
    assert all(times[what] for what in bench.WHAT)


def test_a_long_game_is_measured_as_a_table() -> None:
    session = Session(some_game(most=30))
    actions = tuple(session.played(number).action for number in range(1, 31))
    found = bench_game.measure(Sample("some game", session.book, actions))
    assert found["actions"] == 30
    assert found["load"]["an action"] > 0
    assert found["megabytes"] > 0.01
    for what in bench_game.WHAT:
        row = found["times"][what]
        assert row["median"] <= row["99%"] <= row["worst"]
        assert set(found["ratios"][what]) == set(row)


def test_track_can_be_laid_on_the_large_board() -> None:
    book, state = bench_board.position(1)
    assert len(book.board.hexes) == bench_board.HEXES
    assert len(state.tiles) == bench_board.TILES
    assert sum(map(len, Network(book.board, state.tiles).links.values())) > 150
    choices = engine.choices(book, state)
    assert choices is not None
    assert sum(choice.action is LayTile for choice in choices) > 50


def test_track_can_be_laid_on_the_board_of_europe() -> None:
    book, state = bench_europe.position(1)
    assert len(state.tiles) > 300
    offered = engine.choices(book, state)
    assert offered is not None
    assert sum(choice.count() for choice in offered) > 100
    assert all(count >= 0 for count in state.supply)
    assert sum(map(len, Network(book.board, state.tiles).links.values())) > 500
