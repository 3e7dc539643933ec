"""Asking a bot at a table: what it is told, what it may do, and who decides if it does not answer."""

from __future__ import annotations

from railhead.bots.bot import Decision
from railhead.bots.position import Notes, Position, position
from railhead.bots.question import Question
from railhead.bots.reason import Reason
from railhead.core.actions import Pass
from railhead.core.events import Event
from railhead.core.ids import Seat
from railhead.core.information import InformationRules, open_to_all
from railhead.play.session import Session

WORK = 400_000
"""How much a bot may work on a decision: a few seconds at most, and hardly ever more than a tenth of one."""
STAND_IN, STAND_IN_WORK = "easy", 5_000
"""Who decides for a bot that does not answer, and how much it may work: little, as others wait."""
ADVISER = "hard"
"""The bot that is asked for advice."""


def question(session: Session, bot: str, work: int = WORK) -> Question:
    """What a bot is asked that is to decide now."""
    choices = session.choices
    assert choices is not None, "the game is over"
    seat, number = choices.seat, len(session)
    # The same game at the same point has the same chance, whatever has been taken back in between.
    seed = f"{session.game().seed} {seat} {number}"
    return Question.about(seen(session, seat), bot, seed, work, _lately(session, seat))


def seen(session: Session, seat: Seat) -> Position:
    """The position now as a seat that has kept notes knows it."""
    return position(session.book, session.state, seat, _notes(session))


def stand_in(session: Session, bot: str) -> tuple[Decision, Reason]:
    """What is decided for a bot that does not answer: by an easy one or, should that fail, whatever is allowed."""
    asked = question(session, STAND_IN, STAND_IN_WORK)
    try:
        decision = asked.answered(session.book)
        session.fork().act(decision.action)
    except Exception:
        decision = _first_allowed(session)
    return decision, Reason.of(session.book, STAND_IN, decision).standing_in(bot)


def _first_allowed(session: Session) -> Decision:
    choices = session.choices
    assert choices is not None, "the game is over"
    return Decision(Pass() if Pass() in choices else next(action for choice in choices for action in choice), "nothing")


def _notes(session: Session) -> Notes | None:
    """What everybody could write down; nothing, if nothing is hidden."""
    if session.book.rules[InformationRules].sees_treasury is open_to_all:
        return None
    notes = Notes(session.book)
    for number in range(len(session) + 1):
        notes.read(session.events(number))
    return notes


def _lately(session: Session, seat: Seat) -> tuple[Event, ...]:
    """What has happened since a seat last decided."""
    last = next((number for number in range(len(session), 0, -1) if session.played(number).seat == seat), 0)
    return tuple(event for number in range(max(1, last), len(session) + 1) for event in session.events(number))
