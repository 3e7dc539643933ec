"""Whole turns: what the hard bot would do in one, what somebody else did, and what it thinks of both.

A sale says little without the purchase that it pays for, so what is done in a turn is judged by where the turn ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from railhead.bots import dealing
from railhead.bots.bot import Budget, Weighed
from railhead.bots.hard import DOUBT, Hard, dangers, is_beyond
from railhead.bots.position import Position, known_position
from railhead.bots.table import Table
from railhead.bots.values import Estimate
from railhead.core import engine
from railhead.core.actions import Action, Deed
from railhead.core.game import Game
from railhead.core.state import State
from railhead.rules.outlook import Dealing, OutlookRules

LONGEST = 12
"""A turn of more actions is not compared any further."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What somebody does in a turn, and what that is thought to be worth."""

    deals: tuple[Action, ...]
    """Without what had to be decided besides, such as the place of a new company's first tile."""
    value: float
    parts: tuple[tuple[str, float], ...]
    """What the value is made of, by name."""


class Played:
    """A turn that is being played from a position, in thought or after a record."""

    def __init__(self, seen: Position) -> None:
        self.seen = seen
        self.states: list[State] = [seen.state]
        self.actions: list[Action] = []

    @property
    def now(self) -> Position:
        """What there is to be decided next, and who decides it."""
        state = self.states[-1]
        return known_position(self.seen.book, state, state.agenda[-1].seat(Game(self.seen.book, state)))

    @property
    def over(self) -> bool:
        """Has the turn ended, or gone on for too long?"""
        depth, agenda = len(self.seen.state.agenda), self.states[-1].agenda
        if len(agenda) < depth or len(self.actions) >= LONGEST:
            return True
        game = Game(self.seen.book, self.states[-1])
        return type(agenda[depth - 1]) is not type(self.seen.step) or agenda[depth - 1].seat(game) != self.seen.seat

    @property
    def deals(self) -> tuple[Action, ...]:
        """What was decided in the turn's own step."""
        decided = zip(self.actions, self.states, strict=False)
        return tuple(action for action, state in decided if state.agenda[-1].matter is self.seen.step.matter)

    def act(self, action: Action) -> None:
        """Somebody decided something; what the rules force follows, as long as the turn lasts."""
        book = self.seen.book
        game = Game(book, engine.consequences(book, self.states[-1], action)[0])
        engine.settle(game, len(self.seen.state.agenda))
        self.actions.append(action)
        self.states.append(game.state)


def compared(done: Played, chance: Random) -> tuple[Turn, Turn] | None:
    """What the hard bot would do in a turn, and what was done in it; the same twice if that is no better.

    None if it has no opinion of what was done.
    """
    own = _own(done.seen, chance)
    if any(is_beyond(action) for action in (*own.actions, *done.actions)):
        return None
    rules = done.seen.game.rules[OutlookRules].dealing
    if rules is None:
        estimate = Estimate(done.seen.game, Budget(), sober=True)
        advised, made = _estimated(estimate, own), _estimated(estimate, done)
    else:
        dealt, other = _dealt(rules, own), _dealt(rules, done)
        if dealt is None or other is None:
            return None
        advised, made = dealt, other
    return (advised if advised.value > made.value else made), made


def _own(seen: Position, chance: Random) -> Played:
    """The turn as the hard bot would play it."""
    turn = Played(seen)
    while not turn.over:
        turn.act(Hard().decide(turn.now, chance, Budget()).action)
    return turn


def _estimated(estimate: Estimate, turn: Played) -> Turn:
    """Where a turn leads. Money from sales counts less if it is still to be spent: others want the same shares."""
    seat, before, after = turn.seen.seat, turn.seen.state, Game(turn.seen.book, turn.states[-1])
    value, parts = estimate.aim(after, seat)
    has_sold = any(action.deed is Deed.SELL_SHARES for action in turn.actions)
    left = max(0, after.state.cash[seat] - before.cash[seat]) if has_sold else 0
    value -= DOUBT * (estimate.cash_worth - 1) * left + dangers(after, seat)
    return Turn(turn.deals, value, parts)


def _dealt(rules: Dealing, turn: Played) -> Turn | None:
    """What the deals of a turn bring, one after the other; None if anything else was done in it."""
    judged: list[Weighed] = []
    for state, action in zip(turn.states, turn.actions, strict=False):
        seen = known_position(turn.seen.book, state, turn.seen.seat)
        found = dealing.judged(Table(seen, Budget()), rules, action)
        if found is None:
            return None
        judged.append(found)
    names = dict.fromkeys(name for each in judged for name, _ in each.parts)
    parts = tuple((name, sum(dict(each.parts).get(name, 0.0) for each in judged)) for name in names)
    return Turn(turn.deals, sum(each.value for each in judged), parts)
