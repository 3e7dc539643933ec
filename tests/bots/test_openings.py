"""What newcomers play against and are advised by: a bot that plays sensibly from the first decision, in every title."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from railhead.bots import registry
from railhead.core.game import Game
from railhead.play import asking
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from railhead.rules.running import Run
from railhead.rules.track import LayTile
from railhead.rules.trains import BuyTrains
from railhead.titles import catalogue

SEATS = ("Ann", "Ben", "Cleo")
NAMES = (*SEATS, "Dora", "Emil")
MOST = 3_000
"""Games have fewer actions than this."""
SO_FAR = 400
"""By then the first player should have a company that has run and has been asked about trains; auctions may be long."""


def decide(session: Session, bot: str, work: int = asking.WORK) -> None:
    """Let a bot decide."""
    session.act(asking.question(session, bot, work).answered(session.book).action)


@cache
def opening(title: str) -> Session:
    """The opening of a game in which every seat is played by the same bot, until the first player's company has run."""
    session = Session(GameFile.new(title, SEATS, (), 1))
    for _ in range(SO_FAR):
        decide(session, "medium")
        if _has_run(session) and isinstance(session.state.agenda[-1], BuyTrains):
            break
    return session


def _has_run(session: Session) -> bool:
    played = (session.played(number) for number in range(1, len(session) + 1))
    return any(isinstance(each.action, Run) and each.seat == session.book.seat_ids[0] for each in played)


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_in_every_title_companies_build_run_and_buy_trains(title: str) -> None:
    session = opening(title)
    played = [session.played(number) for number in range(1, len(session) + 1)]
    building = {each.seat for each in played if isinstance(each.action, LayTile)}
    assert session.book.seat_ids[0] in building
    assert len(building) > 1
    assert _has_run(session)
    assert any(isinstance(each.agenda[-1], BuyTrains) for each in played)


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_nobody_is_ruined_by_following_advice(title: str) -> None:
    session = opening(title)
    book, game = session.book, Game(session.book, session.state)
    assert all(session.state.cash[seat] >= 0 for seat in book.seat_ids)
    assert min(book.worth(game, seat) for seat in book.seat_ids) > book.starting_cash * 0.8


def whole_games() -> Iterator[Any]:
    """A whole game of every title; for a quick run one of them is enough."""
    for title in catalogue.TITLES:
        quick, (fewest, *_) = title == "1860", catalogue.find(title).players
        yield pytest.param(title, fewest, id=title, marks=() if quick else pytest.mark.long)


@pytest.mark.parametrize(("title", "players"), list(whole_games()))
def test_games_come_to_their_end_though_hardly_any_work_may_be_done(title: str, players: int) -> None:
    """A stand-in never hesitates, errs, or lets the game go round in circles."""
    session = Session(GameFile.new(title, NAMES[:players], (), 1))
    while session.choices is not None and len(session) < MOST:
        decide(session, asking.STAND_IN, asking.STAND_IN_WORK)
    assert session.over
    assert session.state.phase >= len(session.book.phases) // 2, "companies buy trains, so that the game goes on"


def test_what_guides_and_stands_in_is_a_bot() -> None:
    for name in (asking.STAND_IN, asking.ADVISER):
        registry.find(name)
