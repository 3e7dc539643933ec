"""What players of 18OE do who look ahead: the hard bot, and the plan that it follows."""

from __future__ import annotations

from random import Random

from railhead.bots.bot import Budget
from railhead.bots.hard import Hard
from railhead.bots.position import position
from railhead.core.actions import text_of
from railhead.titles.t18oe.plans import plan
from tests.titles.t18oe.table import Europe


def planned(at: Europe) -> dict[str, float]:
    """By action: what it is thought to gain."""
    seat = at.step.seat(at.game)
    return {text_of(at.book, action): value for action, value in plan(at.game, seat, at.step, at.choices)}


def decided(at: Europe) -> str:
    """What the hard bot does."""
    seen = position(at.book, at.state, at.step.seat(at.game))
    return text_of(at.book, Hard().decide(seen, Random(0), Budget()).action)
