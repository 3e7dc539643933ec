"""Bots at tables of tests: they decide in the thread of the test, without waiting."""

from __future__ import annotations

from railhead.bots.bot import Decision
from railhead.bots.question import Question
from railhead.play.gamefile import GameFile
from railhead.web.bot_turns import take_turn
from railhead.web.models import StoredGame

MOST = 500


def think_here(start: GameFile, question: Question) -> Decision:
    """Decide in this process."""
    return question.answered(start.rulebook())


def let_bots_play(game: StoredGame) -> StoredGame:
    """Let bots decide until a person is asked, or the game is over."""
    for _ in range(MOST):
        if not take_turn(game.id, think_here):
            game.refresh_from_db()
            return game
    raise AssertionError("the bots do not come to an end")
