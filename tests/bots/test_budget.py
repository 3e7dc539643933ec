"""Budgets stop bots: with little work they answer with the best so far, and the same every time."""

from __future__ import annotations

import pytest

from railhead.bots.bot import Decision
from railhead.bots.registry import BOTS
from railhead.play import asking
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from railhead.titles import catalogue

SO_FAR = 60
LITTLE, ENOUGH = 300, 1_000_000
ONE_MORE = 25_000
"""More than the largest single piece of work that may have been begun before the budget was used up."""


def decisions(title: str, bot: str, work: int, count: int = SO_FAR) -> list[Decision]:
    """What a bot decides in the beginning of a game in which it plays every seat."""
    session, made = Session(GameFile.new(title, ("Ann", "Ben", "Cleo"), (), 2)), []
    for _ in range(count):
        made.append(asking.question(session, bot, work).answered(session.book))
        session.act(made[-1].action)
    return made


@pytest.mark.parametrize("title", catalogue.TITLES)
@pytest.mark.parametrize("bot", sorted(set(BOTS) - {"random"}))
def test_whoever_has_used_up_their_work_decides_with_what_they_know(title: str, bot: str) -> None:
    hasty = decisions(title, bot, LITTLE)
    assert all(each.work <= LITTLE + ONE_MORE for each in hasty)
    assert all(each.cut_short == (each.work >= LITTLE) for each in hasty)
    assert hasty == decisions(title, bot, LITTLE)


def test_with_enough_work_nothing_is_cut_short() -> None:
    thorough, hasty = (decisions("1860", "hard", work, 120) for work in (ENOUGH, LITTLE))
    assert not any(each.cut_short for each in thorough)
    assert any(each.cut_short for each in hasty)
    assert max(each.work for each in thorough) > max(each.work for each in hasty)


def test_nothing_at_all_is_enough_for_some_decision() -> None:
    assert all(each.cut_short for each in decisions("1860", "hard", 0))
