"""A careless player: acts at random, but with a preference for whatever keeps the game going.

Choosing uniformly among all actions ruins every company in the first phase. So the kind of action is chosen first,
by weight, then the action. Every action on offer keeps some chance, so that unusual paths are explored too. Where that
is not enough to get far in a title, the title says what a passable player would do (`railhead.core.habits`).
"""

from __future__ import annotations

from random import Random

from railhead.bots.bot import Instinct
from railhead.core.actions import Action, Deed
from railhead.core.choices import Choice, Choices, Domain, Span
from railhead.core.habits import Habits
from railhead.core.view import View

WEIGHTS = {
    Deed.START: 6.0,
    Deed.BUY_SHARE: 12.0,
    Deed.BUY_PRIVATE: 3.0,
    Deed.SELL_SHARES: 0.2,
    Deed.SELL_PRIVATE: 0.1,
    Deed.EXCHANGE: 0.7,
    Deed.LAY: 5.0,
    Deed.TOKEN: 4.0,
    Deed.PAY_OUT: 6.0,
    Deed.BUY_TRAIN: 4.0,
    Deed.OFFER_FOR_TRAIN: 0.4,
    Deed.PROPOSE: 0.3,
    Deed.REDEEM: 0.3,
    Deed.MERGE: 0.5,
}
"""By what an action does: its weight."""

UNKNOWN = 1.0
"""The default weight, for actions not listed above."""

TEMPER = 0.75
"""How much players differ: each player has weights of their own, so that games develop and end differently."""

WHIM = 0.03
"""How often the choice is made uniformly, ignoring the weights."""

LOW = 0.9
"""How often the lowest amount is chosen where an amount has to be named."""


class Careless(Instinct):
    """Plays at random, by weight; create one for each seat and game."""

    def __init__(self) -> None:
        self._temper: dict[type[Action], float] = {}

    def choose(self, view: View, choices: Choices, chance: Random) -> Action:
        """Choose the kind of action by weight, then a choice of that kind, then its values."""
        habits, step = view.book.rules[Habits], choices.step
        offered = [(choice, view.ask(habits.liking, step, choice)) for choice in choices]
        appealing = [(choice, liking) for choice, liking in offered if liking] or offered
        whim = chance.random() < WHIM
        choice = chance.choice(appealing)[0] if whim else self._by_weight(habits, appealing, chance)
        choice = view.ask(habits.narrowed, step, choice, chance)
        return choice.sample(chance) if whim else choice.action(*(_value(domain, chance) for domain in choice.domains))

    def _by_weight(self, habits: Habits, offered: list[tuple[Choice, float]], chance: Random) -> Choice:
        kinds: dict[type[Action], list[tuple[Choice, float]]] = {}
        for choice, liking in offered:
            kinds.setdefault(choice.action, []).append((choice, liking))
        best = [max(liking for _, liking in liked) for liked in kinds.values()]
        weights = [self._weight(habits, kind, chance) * liking for kind, liking in zip(kinds, best, strict=True)]
        return _one_of(kinds[chance.choices(list(kinds), weights)[0]], chance)

    def _weight(self, habits: Habits, kind: type[Action], chance: Random) -> float:
        if kind not in self._temper:
            weight = habits.weights.get(kind, WEIGHTS.get(kind.deed, UNKNOWN))
            self._temper[kind] = weight * 4 ** chance.uniform(-TEMPER, TEMPER)
        return self._temper[kind]


def _one_of(liked: list[tuple[Choice, float]], chance: Random) -> Choice:
    """One of the choices of a kind, by how much each appeals."""
    choices, likings = [choice for choice, _ in liked], [liking for _, liking in liked]
    return chance.choice(choices) if len(set(likings)) == 1 else chance.choices(choices, likings)[0]


def _value(domain: Domain, chance: Random) -> object:
    if isinstance(domain, Span) and chance.random() < LOW:
        return domain.low
    return domain.sample(chance)
