"""Why a bot decided what it did, as data that can be kept with a game. Words are made of it where it is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from railhead.bots.bot import Decision, Weighed
from railhead.core.actions import text_of
from railhead.core.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Considered:
    """An action that a bot considered, as text, and what it thought of it."""

    action: str
    value: float
    parts: tuple[tuple[str, float], ...] = ()

    @classmethod
    def of(cls, book: Rulebook, weighed: Weighed) -> Considered:
        """An action as it is kept."""
        parts = tuple((name, round(value, 1)) for name, value in weighed.parts)
        return cls(text_of(book, weighed.action), round(weighed.value, 1), parts)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a bot decided what it did."""

    bot: str
    """The bot that decided, by name."""
    rule: str = ""
    """The consideration that decided, by name."""
    considered: tuple[Considered, ...] = ()
    """What it compared, what it decided first."""
    work: int = 0
    cut_short: bool = False
    """Did it run out of work before it had looked at everything?"""
    instead_of: str = ""
    """The bot that should have decided and did not answer."""

    @classmethod
    def of(cls, book: Rulebook, bot: str, decision: Decision) -> Reason:
        """The reason for a decision."""
        others = tuple(each for each in decision.weighed if each.action != decision.action)[:1]
        own = next((each for each in decision.weighed if each.action == decision.action), Weighed(decision.action, 0))
        considered = tuple(Considered.of(book, each) for each in (own, *others))
        return cls(bot, decision.rule, considered, decision.work, decision.cut_short)

    def standing_in(self, bot: str) -> Reason:
        """The same for a bot that decided instead of another."""
        return replace(self, instead_of=bot)

    def to_data(self) -> dict[str, Any]:
        """The reason as plain data."""
        return {
            "bot": self.bot,
            "rule": self.rule,
            "considered": [
                {"action": each.action, "value": each.value, "parts": dict(each.parts)} for each in self.considered
            ],
            "work": self.work,
            "cut_short": self.cut_short,
            "instead_of": self.instead_of,
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Reason:
        """Read what `to_data` wrote."""
        considered = tuple(
            Considered(each["action"], each["value"], tuple(each["parts"].items())) for each in data["considered"]
        )
        return cls(data["bot"], data["rule"], considered, data["work"], data["cut_short"], data["instead_of"])
