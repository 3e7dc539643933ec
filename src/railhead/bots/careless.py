"""A careless player: acts at random, but with a preference for whatever keeps the game going.

Choosing uniformly among all actions ruins every company in the first phase. So the kind of action is chosen first,
by weight, then the action. Every action on offer keeps some chance, so that unusual paths are explored too.
"""

from __future__ import annotations

from random import Random

from railhead.core.actions import Action
from railhead.core.choices import Choice, Choices, Domain, Span
from railhead.core.view import View

WEIGHTS = {
    "bid": 1.0,
    "pass": 1.0,
    "take": 1.0,
    "start": 6.0,
    "buy": 12.0,
    "buy-private": 3.0,
    "sell": 0.2,
    "sell-private": 0.1,
    "exchange": 0.7,
    "lay": 5.0,
    "token": 4.0,
    "pay": 6.0,
    "keep": 1.0,
    "train": 4.0,
    "offer": 0.4,
    "propose": 0.3,
    "redeem-share": 0.3,
    "merge": 0.5,
    "accept": 1.0,
    "decline": 1.0,
}
"""By the first word of an action's form: its weight."""

UNKNOWN = 1.0
"""The default weight, for actions not listed above."""

TEMPER = 0.75
"""How much players differ: each player has weights of their own, so that games develop and end differently."""

WHIM = 0.03
"""How often the choice is made uniformly, ignoring the weights."""

LOW = 0.9
"""How often the lowest amount is chosen where an amount has to be named."""


class Careless:
    """Plays at random, by weight; create one for each seat and game."""

    def __init__(self) -> None:
        self._temper: dict[str, float] = {}

    def decide(self, view: View, choices: Choices, chance: Random) -> Action:
        """Choose the kind of action by weight, then a choice of that kind, then its values."""
        offered = list(choices)
        if chance.random() < WHIM:
            return chance.choice(offered).sample(chance)
        kinds: dict[str, list[Choice]] = {}
        for choice in offered:
            kinds.setdefault(choice.action.form.split()[0], []).append(choice)
        weights = [self._weight(kind, chance) for kind in kinds]
        kind = chance.choices(list(kinds), weights)[0]
        choice = chance.choice(kinds[kind])
        return choice.action(*(_value(domain, chance) for domain in choice.domains))

    def _weight(self, kind: str, chance: Random) -> float:
        if kind not in self._temper:
            self._temper[kind] = WEIGHTS.get(kind, UNKNOWN) * 4 ** chance.uniform(-TEMPER, TEMPER)
        return self._temper[kind]


def _value(domain: Domain, chance: Random) -> object:
    if isinstance(domain, Span) and chance.random() < LOW:
        return domain.low
    return domain.sample(chance)
