"""The hard bot: looks a step ahead, and takes what leaves it best off compared with the others in the end.

Where that says little (track, tokens, runs, dividends, trains, bids), it follows the rules of thumb. Where companies
live on loans, a step ahead shows too little of what comes of it; there it follows rules of its own (`growing`).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from railhead.bots import bidding, dealing, debts, expanding, growing, sighting
from railhead.bots.bot import Budget, Decision, Weighed, by_value
from railhead.bots.character import PLAIN, Character
from railhead.bots.position import Position
from railhead.bots.table import Table
from railhead.bots.thumb import Rules, Thumb
from railhead.bots.values import Estimate
from railhead.core import engine
from railhead.core.actions import Action, Deed, Pass, Topic
from railhead.core.game import Game
from railhead.core.habits import Habits
from railhead.core.ids import Seat
from railhead.core.steps import Matter
from railhead.rules.outlook import OutlookRules
from railhead.rules.private_sales import BuyIn
from railhead.rules.stock import Start

LOOKED_AT = frozenset({Matter.STOCK, Matter.CONSENT, Matter.CHOICE})
"""Decisions in which looking ahead pays. Whoever estimates what to do with revenue keeps too much of it."""
VALUES = 3
"""How many values of a field are tried."""
MOST = 48
"""At most so many actions are tried."""
SHUNNED = frozenset({Deed.OFFER_FOR_TRAIN, Deed.PROPOSE})
"""What depends on the consent of others is not judged by a step ahead."""
BEYOND = frozenset({Topic.AUCTION, Topic.LOANS, Topic.MERGERS, Topic.OTHER})
"""What a step ahead does not show the consequences of."""
SELLING = 10.0
"""What sales must gain more than other actions."""
DOUBT = 0.5
"""Which part of what the money from a sale could do may come to nothing: others want the same shares."""
STALLED = 6.0
"""If so many trains fewer have been sold than usually are, everybody waits for the others to buy."""
LIABLE = 2.0
"""What each unit of money costs that a player may have to answer for, but does not have."""
SHORT = 1_000.0
"""What it costs to owe another share: its price may rise without limit, and a step ahead does not show it."""
PUSH = 1_000.0
"""What a train is worth more then, for only then trains are compared: without new ones nobody ever earns more."""
SLIGHT = 1.0
"""A gain of less than this is no reason to do something."""


@dataclass(frozen=True, slots=True)
class Hard:
    """A player who estimates what everybody will have in the end."""

    character: Character = PLAIN

    def decide(self, seen: Position, chance: Random, budget: Budget) -> Decision:
        """The action with the best estimate; by rules of thumb where there is nothing to estimate."""
        table = Table(seen, budget, self.character)
        rules = _rules_of_its_own(table)
        if rules is not None or seen.game.rules[OutlookRules].by_thumb(seen.game, seen.step):
            return Thumb(character=self.character, rules=rules).decide(seen, chance, budget)
        for name, rule in _FIRST:
            found = by_value(rule(table), chance)
            if found:
                return Decision(found[0].action, name, tuple(found[:2]), budget.done, budget.used_up)
        tried = _candidates(table)
        by_thumb = Thumb(character=self.character)
        if len(tried) < 2:
            return by_thumb.decide(seen, chance, budget)
        if any(choice.action.topic in BEYOND for choice in table.offered):
            # An auction that should be begun, a loan, a merger: a step ahead does not show what comes of it.
            beyond = by_thumb.decide(seen, chance, budget)
            if beyond.action.topic in BEYOND:
                return beyond
        ranked = self._ranked(seen, tried, chance, budget)
        return Decision(ranked[0].action, "estimate", tuple(ranked[:2]), budget.done, budget.used_up)

    def _ranked(self, seen: Position, tried: list[Action], chance: Random, budget: Budget) -> list[Weighed]:
        """What was tried, the best first; fewer actions if the budget is used up before all of them were."""
        estimate = Estimate(seen.game, budget, self.character)
        found: list[Weighed] = []
        for action in tried:
            if found and budget.used_up:
                break
            found.append(self._weighed(seen, estimate, action))
        return by_value(found, chance)

    def _weighed(self, seen: Position, estimate: Estimate, action: Action) -> Weighed:
        after = Game(seen.book, engine.advance(seen.book, seen.state, action)[0])
        value, parts = estimate.aim(after, seen.seat)
        value -= dangers(after, seen.seat)
        if not isinstance(action, Pass):
            value -= SLIGHT
        if action.deed is Deed.BUY_TRAIN:
            value += PUSH
        if action.deed is Deed.SELL_SHARES:
            gained = after.state.cash[seen.seat] - seen.state.cash[seen.seat]
            value -= (SELLING + DOUBT * (estimate.cash_worth - 1) * gained) / self.character.selling
        return Weighed(action, value, parts)


def dangers(game: Game, seat: Seat) -> float:
    """What may come of debts that a player has to answer for, and of shares that they owe."""
    liable = max(0, debts.exposure(game, seat) - game.state.cash[seat])
    return LIABLE * liable + SHORT * _owed_shares(game, seat)


def is_beyond(action: Action | type[Action]) -> bool:
    """Does a step ahead not show what comes of an action, or of a kind of action?"""
    return action.topic in BEYOND or action.deed in SHUNNED


def _rules_of_its_own(table: Table) -> Rules | None:
    """Rules of thumb for titles in which a step ahead says little."""
    if table.book.rules[OutlookRules].dealing is not None:
        return dealing.RULES
    return growing.RULES if growing.capital(table) else None


def _planned(table: Table) -> list[Weighed]:
    """What somebody who knows the title does because it pays off later."""
    planned = table.game.rules[OutlookRules].plan(table.game, table.seat, table.step, table.seen.choices)
    return [Weighed(action, value) for action, value in planned]


_FIRST = (
    ("bid", bidding.bid),
    ("private", bidding.choose),
    ("start", expanding.begin),
    ("plan", _planned),
    ("track", sighting.lay),
)
"""Rules that are asked before anything is estimated, by name."""


def _owed_shares(game: Game, seat: Seat) -> int:
    """How many shares a player owes, having sold them short."""
    return sum(game.short(seat, company) for company in game.all_companies())


def _looked_at(table: Table) -> frozenset[Matter]:
    """What is decided by looking ahead: trains as well, if everybody waits for the others to buy.

    A title that knows the habits of its players has decisions of its own kind; there it is only dealing in shares.
    """
    if table.book.rules[Habits] != Habits():
        return LOOKED_AT & {Matter.STOCK}
    return LOOKED_AT | {Matter.TRAINS} if table.behind > STALLED else LOOKED_AT


def _candidates(table: Table) -> list[Action]:
    """What is tried: a few values of large domains, nothing that depends on others.

    What one's own company would pay for private companies is not: each would put off the train that it has to buy.
    """
    if table.step.matter not in _looked_at(table):
        return []
    found: list[Action] = []
    for choice in table.offered:
        if not is_beyond(choice.action) and choice.action is not BuyIn:
            found += choice.spread(VALUES)
    return [action for action in found if not _is_too_dear(table, action)][:MOST]


def _is_too_dear(table: Table, action: Action) -> bool:
    """Does a company begin at such a price that no money is left for another one?"""
    if not isinstance(action, Start):
        return False
    return table.book.market.prices[action.par] > table.game.rules[OutlookRules].highest_par(table.game)
