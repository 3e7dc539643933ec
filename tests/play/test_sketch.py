"""Sketches: tiles, tokens and trains that are not there, and what runs would earn if they were."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import pytest

from railhead.core.actions import parse
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Train, a_train, hex_of, stop_at
from railhead.core.information import HIDDEN
from railhead.core.refusal import Malformed
from railhead.core.state import State
from railhead.core.view import view, whole_view
from railhead.play.best_run import best_run
from railhead.play.session import Session
from railhead.play.sketch import MOST_TRAINS, Sketch, Sketched
from railhead.play.sketch_file import SketchFile, from_data, to_data
from railhead.rules.running import open_runs
from railhead.rules.track import LayTile
from railhead.titles import catalogue
from railhead.track.board import PRINTED, Board
from railhead.track.tiles import CITY
from tests.play.games import some_game

TITLES = tuple(catalogue.TITLES)
LENGTH = 300


@cache
def session_of(title: str) -> Session:
    return Session(some_game(1, LENGTH, title=title))


def on(session: Session, number: int, sketch: Sketch | None = None) -> Sketched:
    """A sketch on the table after so many actions."""
    return Sketched(whole_view(session.book, session.at(number)), sketch or Sketch())


def lays(session: Session) -> Iterator[tuple[int, LayTile]]:
    """The tiles laid in a game, each with the number of actions before it."""
    for number, text in enumerate(session.actions):
        action = parse(session.book, text)
        if isinstance(action, LayTile):
            yield number, action


def running(session: Session, state: State) -> list[Company]:
    """The companies that could run."""
    game = Game(session.book, state)
    return [company for company in game.all_companies() if open_runs(game, company) is not None]


# -- tiles ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES)
def test_on_a_blank_sketch_the_best_run_is_that_of_the_table(title: str) -> None:
    session = session_of(title)
    state = session.at(LENGTH)
    companies = running(session, state)
    assert companies
    for company in companies:
        assert on(session, LENGTH).best_run(company) == best_run(session.book, state, company)
    assert on(session, LENGTH).sketch.is_blank


@pytest.mark.parametrize("title", TITLES)
def test_what_the_game_lays_can_be_sketched_and_earns_the_same(title: str) -> None:
    session, seen = session_of(title), 0
    for number, action in lays(session):
        before, after = on(session, number), session.at(number + 1)
        if action.hex not in after.tiles or after.tiles == session.at(number).tiles:
            continue  # somebody has to agree first, or it is taken back at once
        placement = action.tile * 6 + action.rotation
        assert placement in session.book.board.ever_fits(action.hex)
        sketched = Sketched(before.table, before.lay(action.hex, placement))
        assert sketched.state.tiles == after.tiles
        tokens = session.at(number).tokens
        assert {hex_of(stop) for stop in sketched.state.tokens} == {hex_of(stop) for stop in tokens}
        if sketched.state.tokens == after.tokens and seen < 6:
            for company in running(session, after):
                seen += 1
                assert sketched.best_run(company) == best_run(session.book, after, company)
    assert seen


@pytest.mark.parametrize("title", TITLES)
def test_everything_offered_can_be_laid_and_taken_off_again(title: str) -> None:
    table = SketchFile.new(title).table
    board = table.book.board
    for hex_ in board.all_hexes:
        blank = Sketched(table, Sketch())
        offered = blank.placements(hex_)
        assert bool(offered) <= board.hexes[hex_].buildable
        for placement in offered[:: max(1, len(offered) // 4)]:
            laid = Sketched(table, blank.lay(hex_, placement))
            assert laid.placed(hex_) == placement
            assert laid.take_off(hex_) == laid.restore(hex_) == Sketch()
    assert any(len({board.facts(hex_, p).colour for p in board.ever_fits(hex_)}) > 2 for hex_ in board.all_hexes)


@pytest.mark.parametrize("title", TITLES)
def test_a_tile_that_does_not_fit_is_laid_only_if_any_may_be(title: str) -> None:
    file = SketchFile.new(title)
    board = file.table.book.board
    hex_ = next(
        h
        for h in board.all_hexes
        if any(s.kind == CITY for s in board.hexes[h].printed.stops) and board.hexes[h].buildable
    )
    plain = next(number for number in board.tiles.in_box if not board.tiles.facts[number].stops)
    blank = file.sketched
    with pytest.raises(Malformed, match="does not fit"):
        blank.lay(hex_, plain * 6)
    free = Sketched(file.table, blank.with_any_tile(True))
    assert Sketched(file.table, free.lay(hex_, plain * 6)).placed(hex_) == plain * 6
    assert len(free.placements(hex_)) > len(blank.placements(hex_))
    outside = next((h for h in board.all_hexes if not board.hexes[h].buildable), None)
    if outside is not None:
        with pytest.raises(Malformed, match="No tile can be laid"):
            free.lay(outside, plain * 6)


def upgrades(board: Board, hex_: Hex, placement: int) -> bool:
    """Is there an upgrade that keeps a small station on the first line of a tile of plain track?"""
    if board.facts(hex_, placement).stops:
        return False
    built = board.with_station(placement, frozenset(board.track(hex_, placement).pieces[0]))
    return built is not None and bool(board.fits(hex_, built))


def test_small_stations_are_switched_line_by_line_and_stay_with_the_line() -> None:
    file = SketchFile.new("1862")
    board = file.table.book.board
    hex_, placement = next((h, p) for h in board.all_hexes for p in board.ever_fits(h) if upgrades(board, h, p))
    laid = Sketched(file.table, file.sketched.lay(hex_, placement))
    assert [has for _, has in laid.lines(hex_)] == [False] * len(laid.lines(hex_))
    built = Sketched(file.table, laid.switch_station(hex_, 0))
    assert built.lines(hex_)[0] == (laid.lines(hex_)[0][0], True)
    assert built.switch_station(hex_, 0) == laid.sketch
    upgrade = board.fits(hex_, built.placed(hex_))[0]
    above = Sketched(file.table, built.lay(hex_, upgrade))
    assert [sides for sides, has in above.lines(hex_) if has] == [built.lines(hex_)[0][0]]
    with pytest.raises(Malformed, match="no such line"):
        built.switch_station(hex_, 7)


# -- tokens, trains, phases -----------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES)
def test_a_company_that_never_started_can_be_sketched(title: str) -> None:
    """Its home token, a tile beneath it and beyond, and a train: then it runs."""
    file = SketchFile.new(title)
    book = file.table.book
    earned = set()
    for company in book.company_ids:
        sketched = file.sketched
        home = sketched.home(company)
        if home is None:
            continue
        sketched = Sketched(file.table, sketched.put_token(company, home))
        for hex_ in (hex_of(home), *book.board.around[hex_of(home)].values()):
            track = {placement: book.board.track(hex_, placement) for placement in sketched.placements(hex_)}
            for placement in sorted(track, key=lambda each: -track[each].exits.bit_count())[:1]:
                sketched = Sketched(file.table, sketched.lay(hex_, placement))
        for kind in range(len(book.trains)):
            given = Sketched(file.table, sketched.give(company, [a_train(kind)]))
            runs = given.runs(company)
            assert runs is not None, "whoever imagines a train imagines that it may run"
            earned.add(given.best_run(company).revenue)
    assert max(earned) > 0


@pytest.mark.parametrize("title", TITLES)
def test_tokens_are_put_on_free_circles_and_taken_away(title: str) -> None:
    session = session_of(title)
    sketched = on(session, LENGTH)
    board = session.book.board
    stop, company = next((stop, held[0]) for stop, held in sketched.state.tokens.items())
    without = Sketched(sketched.table, sketched.take_token(company, stop))
    assert company not in without.state.tokens.get(stop, ())
    assert session.at(LENGTH).tokens[stop], "the table is as it was"
    assert without.put_token(company, stop) in (Sketch(), without.put_token(company, stop))
    with pytest.raises(Malformed, match="already"):
        sketched.put_token(company, stop)
    with pytest.raises(Malformed, match="has no"):
        without.take_token(company, stop)
    plain = next(h for h in board.all_hexes if not any(s.slots for s in board.facts(h, sketched.placed(h)).stops))
    with pytest.raises(Malformed, match="no circle"):
        sketched.put_token(company, stop_at(plain, 0))
    others = [other for other in session.book.company_ids if other not in sketched.state.tokens[stop]]
    full = sketched
    for other in others[: session.book.board.facts(hex_of(stop), full.placed(hex_of(stop))).stops[0].slots - 1]:
        full = Sketched(full.table, full.put_token(other, stop))
    with pytest.raises(Malformed, match="taken"):
        full.put_token(others[-1], stop)


@pytest.mark.parametrize("title", TITLES)
def test_trains_and_phases_are_supposed_without_consequences(title: str) -> None:
    session = session_of(title)
    sketched = on(session, LENGTH)
    company = running(session, sketched.state)[0]
    own = sketched.table.companies[company].trains
    assert sketched.give(company, own) == Sketch()
    fleet = [a_train(len(session.book.trains) - 1)] * 2
    given = Sketched(sketched.table, sketched.give(company, fleet))
    assert given.view.companies[company].trains == tuple(fleet)
    assert given.give(company, own) == Sketch()
    with pytest.raises(Malformed, match="at most"):
        sketched.give(company, [Train(0)] * (MOST_TRAINS + 1))
    last = len(session.book.phases) - 1
    later = Sketched(sketched.table, sketched.in_phase(last))
    assert later.view.phase == last
    assert later.view.companies[company].trains == own, "nothing rusts on a sketch"
    assert later.in_phase(sketched.table.phase) == Sketch()


# -- tables that go on ----------------------------------------------------------------------------


def test_on_a_later_board_what_has_changed_there_counts() -> None:
    session = session_of("1860")
    (first, one), *_, (last, other) = ((n, a) for n, a in lays(session) if a.hex not in session.at(n).tiles)
    assert one.hex != other.hex
    early = on(session, first)
    mine = Sketched(early.table, early.lay(other.hex, early.placements(other.hex)[0]))
    untouched, dropped = mine.moved_to(on(session, first + 1).table)
    assert untouched == mine.sketch
    assert dropped == ()
    moved, dropped = mine.moved_to(on(session, last + 1).table)
    assert moved == Sketch()
    assert dropped == (() if session.at(last + 1).tiles[other.hex] == mine.placed(other.hex) else (other.hex,))


def test_what_a_seat_may_not_see_is_not_in_its_sketch() -> None:
    session = session_of("1860")
    state = session.at(LENGTH)
    for seat in (*session.book.seat_ids, None):
        table = view(session.book, state, seat)
        assert table.hidden, "some treasury is hidden from everybody here"
        sketched = Sketched(table, Sketched(table, Sketch()).in_phase(len(session.book.phases) - 1))
        for company in table.hidden:
            assert sketched.view.companies[company].treasury is None
            assert sketched.state.cash[session.book.purse(company)] == HIDDEN


# -- data -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES)
def test_a_sketch_is_written_and_read(title: str) -> None:
    session = session_of(title)
    sketched = on(session, LENGTH)
    hex_ = next(h for h in session.book.board.all_hexes if sketched.placements(h))
    sketch = sketched.lay(hex_, sketched.placements(hex_)[-1])
    company = session.book.company_ids[-1]
    sketch = Sketched(sketched.table, sketch).give(company, [Train(0)])
    data = json.loads(json.dumps(to_data(session.book, sketch)))
    assert from_data(session.book, data) == sketch
    assert from_data(session.book, {}) == Sketch()


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_board_by_itself_earns_what_it_earns_at_the_table(title: str) -> None:
    """All but what only the table knows; this game has no private companies that add to the value of a stop."""
    session = session_of(title)
    sketched = on(session, LENGTH)
    file = SketchFile.of(sketched)
    again = SketchFile.from_json(file.to_json())
    assert again == file
    assert "seed" not in file.to_json()
    companies = [c for c in running(session, sketched.state) if sketched.table.companies[c].trains]
    assert companies
    for company in companies:
        alone = again.table.book.find_company(session.book.company_names[company])
        there, here = again.sketched.best_run(alone), sketched.best_run(company)
        assert (there.revenue, there.subsidy) == (here.revenue, here.subsidy)


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        '{"sketch": 2, "title": "1860"}',
        '{"sketch": 1}',
        '{"sketch": 1, "title": "1999"}',
        '{"sketch": 1, "title": "1860", "options": ["nonsense"]}',
        '{"sketch": 1, "title": "1860", "options": "destinations"}',
        '{"sketch": 1, "title": "1860", "revision": "x"}',
        '{"sketch": 1, "title": "1860", "revision": 99}',
        '{"sketch": 1, "title": "1860", "deal": -1}',
        '{"sketch": 1, "title": "1860", "more": 1}',
        '{"sketch": 1, "title": "1860", "phase": "77"}',
        '{"sketch": 1, "title": "1860", "any_tile": 1}',
        '{"sketch": 1, "title": "1860", "tiles": []}',
        '{"sketch": 1, "title": "1860", "tiles": {"F2": "9"}}',
        '{"sketch": 1, "title": "1860", "tiles": {"Z9": "9@0"}}',
        '{"sketch": 1, "title": "1860", "tiles": {"J2": "9@0"}}',
        '{"sketch": 1, "title": "1860", "tokens": {"A5.0": ["IOW"]}}',
        '{"sketch": 1, "title": "1860", "tokens": {"F2.9": ["IOW"]}}',
        '{"sketch": 1, "title": "1860", "tokens": {"F2.0": ["XYZ"]}}',
        '{"sketch": 1, "title": "1860", "trains": {"IOW": ["99"]}}',
        '{"sketch": 1, "title": "1860", "trains": {"IOW": "2+1"}}',
        '{"sketch": 1, "title": "1860", "trains": {"XYZ": ["2+1"]}}',
        '{"sketch": 1, "title": "1860", "trains": {"IOW": [' + ", ".join(['"2+1"'] * 40) + "]}}",
        " " * 200_000,
    ],
)
def test_what_is_no_sketch_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(Malformed) as refused:
        SketchFile.from_json(text)
    assert str(refused.value)


def test_what_is_printed_shows_where_a_tile_is_taken_off() -> None:
    session = session_of("1860")
    hex_ = next(iter(session.at(LENGTH).tiles))
    sketched = on(session, LENGTH)
    bare = Sketched(sketched.table, sketched.take_off(hex_))
    assert bare.placed(hex_) == PRINTED
    assert hex_ not in bare.state.tiles
    assert from_data(session.book, to_data(session.book, bare.sketch)) == bare.sketch
    assert bare.restore(hex_) == Sketch()
