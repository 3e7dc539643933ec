"""A careless player: acts at random, but with a taste for what keeps a game going.

Choosing evenly among all actions ruins every company in the first phase. So the kind of action is chosen first,
by weight, then the action. Every action that is offered keeps some chance, so that odd paths are walked too.
"""

from __future__ import annotations

from random import Random

from railhead.bots.bot import Look
from railhead.core.actions import Action
from railhead.core.choices import Choice, Choices, Domain, OneOf, Span

WEIGHTS = {
    "bid": 2.0,
    "pass": 1.0,
    "take": 1.0,
    "start": 6.0,
    "buy": 12.0,
    "buy-private": 3.0,
    "sell": 0.4,
    "sell-private": 0.2,
    "exchange": 0.7,
    "lay": 12.0,
    "base": 4.0,
    "pay": 6.0,
    "keep": 1.0,
    "train": 5.0,
    "offer": 0.4,
    "accept": 1.0,
    "decline": 1.0,
}
"""By the first word of an action's form: how gladly it is chosen."""

UNKNOWN = 1.0
"""The weight of an action no title had when these were set."""

WHIM = 0.03
"""How often the choice is made evenly, whatever its kind."""

LOW = 0.9
"""How often the lowest amount is taken where an amount is to be named."""

GREED = 0.8
"""How often the best of a symbolic domain is taken; such domains offer it first."""


class Careless:
    """Plays at random, by weights."""

    def decide(self, look: Look, choices: Choices, chance: Random) -> Action:
        """An action: its kind by weight, then which of that kind, then its values."""
        del look
        offered = list(choices)
        if chance.random() < WHIM:
            return chance.choice(offered).sample(chance)
        kinds: dict[str, list[Choice]] = {}
        for choice in offered:
            kinds.setdefault(choice.action.form.split()[0], []).append(choice)
        weights = [WEIGHTS.get(kind, UNKNOWN) for kind in kinds]
        kind = chance.choices(list(kinds), weights)[0]
        choice = chance.choice(kinds[kind])
        return choice.action(*(_value(domain, chance) for domain in choice.domains))


def _value(domain: Domain, chance: Random) -> object:
    if isinstance(domain, OneOf):
        return domain.sample(chance)
    eager = LOW if isinstance(domain, Span) else GREED
    if chance.random() < eager:
        return next(iter(domain))
    return domain.sample(chance)
