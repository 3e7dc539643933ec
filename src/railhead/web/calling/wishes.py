"""How a player wants to be called."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from railhead.core.refusal import Malformed

MAIL, WEBHOOK, PUSH = "mail", "webhook", "push"
KINDS = (MAIL, WEBHOOK, PUSH)
NEVER, AT_ONCE, DAILY = "never", "now", "daily"
WHEN_MAILED = (NEVER, AT_ONCE, DAILY)
EVENING = 18


@dataclass(frozen=True, slots=True)
class Wishes:
    """Which of the ways to call a player are used, at a table or at all of them."""

    mail: str = AT_ONCE
    hour: int = EVENING
    """When the daily mail comes, in the player's time zone."""
    webhook: bool = True
    push: bool = True

    def to_data(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any] | None) -> Wishes:
        """As `to_data` wrote it; with no data, every way the player has given is used."""
        return cls() if data is None else cls(**data)

    def checked(self) -> Wishes:
        """The same, if it makes sense."""
        if self.mail not in WHEN_MAILED or not 0 <= self.hour <= 23:
            raise Malformed("Mail comes at once, daily at an hour from 0 to 23, or never")
        return self

    def wants(self, kind: str) -> bool:
        """Is the player called at once in this way?"""
        return {MAIL: self.mail == AT_ONCE, WEBHOOK: self.webhook, PUSH: self.push}[kind]
