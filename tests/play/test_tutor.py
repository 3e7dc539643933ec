"""The tutor: sensible decisions in every title, made from what the seat may know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from railhead.core.actions import Action
from railhead.core.ids import Seat
from railhead.play import orders, survey, tutor
from railhead.play.gamefile import GameFile
from railhead.play.log import ACT, Entry
from railhead.play.orders import Orders
from railhead.play.prospect import Prospect
from railhead.play.session import Session
from railhead.play.table import Table
from railhead.rules.running import Run
from railhead.rules.track import LayTile
from railhead.rules.trains import BuyTrains
from railhead.titles import catalogue

SEATS = ("Ann", "Ben", "Cleo")
NAMES = (*SEATS, "Dora", "Emil")
MOST = 3_000
"""Games have fewer actions than this."""
SO_FAR = 90
"""By then every player should have a company that has run."""


@cache
def opening(title: str) -> Table:
    """The opening of a game in which every seat follows the tutor's advice."""
    table = Table(GameFile.new(title, SEATS, (), 1))
    for _ in range(SO_FAR):
        seat = table.seat_to_act()
        action = tutor.advice(Prospect(table.book, table.session.state, seat))
        table.record(Entry(ACT, seat, text(table, action)))
    return table


def text(table: Table, action: Action) -> str:
    """An action as it is stored."""
    return table.session.fork().act(action).text


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_in_every_title_companies_build_run_and_buy_trains(title: str) -> None:
    session = opening(title).session
    played = [session.played(number) for number in range(1, SO_FAR + 1)]
    building = {each.seat for each in played if isinstance(each.action, LayTile)}
    assert session.book.seat_ids[0] in building
    assert len(building) > 1
    assert any(isinstance(each.action, Run) for each in played if each.seat == session.book.seat_ids[0])
    assert any(isinstance(each.agenda[-1], BuyTrains) for each in played)


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_nobody_is_ruined_by_following_advice(title: str) -> None:
    table = opening(title)
    state, book = table.session.state, table.book
    assert all(state.cash[seat] >= 0 for seat in book.seat_ids)
    worth = [player.worth for player in Prospect(book, state, None).view.players.values()]
    assert min(worth) > book.starting_cash * 0.8


def whole_games() -> Iterator[Any]:
    """A whole game of every title; for a quick run one of them is enough."""
    for title in catalogue.TITLES:
        quick, (fewest, *_) = title == "1860", catalogue.find(title).players
        yield pytest.param(title, fewest, id=title, marks=() if quick else pytest.mark.long)


@pytest.mark.parametrize(("title", "players"), list(whole_games()))
def test_with_the_program_at_every_seat_a_game_comes_to_its_end(
    title: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It never hesitates, errs, or lets the game go round in circles, though here it looks at few places to build."""
    for name, value in {"LOOKED_AT": 2, "COMPARED": 1, "WORK": 50}.items():
        monkeypatch.setattr(survey, name, value)
    played = played_out(title, players, seed=1)
    assert played.choices is None, "the game is over"
    assert played.state.phase >= len(played.book.phases) // 2, "companies buy trains, so that the game goes on"


@pytest.mark.long
@pytest.mark.parametrize("title", catalogue.TITLES)
def test_a_game_of_four_programs_comes_to_its_end(title: str) -> None:
    assert played_out(title, 4, seed=2).choices is None


def played_out(title: str, players: int, seed: int) -> Session:
    """A game in which the program plays every seat."""
    session = Session(GameFile.new(title, NAMES[:players], (), seed))
    while session.choices is not None and len(session) < MOST:
        session.act(tutor.advice(Prospect(session.book, session.state, session.choices.seat)))
    return session


def programs(table: Table) -> dict[Seat, Orders]:
    """The other seats are played by the program."""
    return {seat: (orders.played_by_program(),) for seat in table.book.seat_ids[1:]}


def test_the_program_plays_the_other_seats_until_it_is_the_players_turn() -> None:
    table = Table(GameFile.new("1860", SEATS, (), 1))
    me = table.book.seat_ids[0]
    for _ in range(12):
        table.follow_orders(programs(table))
        assert table.seat_to_act() == me
        action = tutor.advice(Prospect(table.book, table.session.state, me))
        table.act([me], text(table, action), table.length)
    mine = [entry for entry in table.entries() if entry.seat == me]
    assert not any(entry.automatic for entry in mine)
    assert all(entry.automatic for entry in table.entries() if entry.seat != me)


def test_a_move_can_be_taken_back_with_what_the_program_has_answered() -> None:
    table = Table(GameFile.new("1860", SEATS, (), 1))
    me = table.book.seat_ids[0]
    table.act([me], "bid 5", table.length)
    table.follow_orders(programs(table))
    assert table.actions > 1
    table.undo(me, 0, (), table.length)
    assert table.actions == 0


def test_a_player_may_let_the_program_play_and_take_over_again() -> None:
    table = Table(GameFile.new("1860", SEATS))
    absent = table.seat_to_act()
    table.follow_orders({absent: (orders.give(table, orders.PLAYING),)})
    assert {table.session.played(number).seat for number in range(1, table.actions + 1)} == {absent}
    before = table.actions
    table.follow_orders({})
    assert table.actions == before > 0
