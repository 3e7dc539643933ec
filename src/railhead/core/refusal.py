"""How the engine says no: with the id of the rule that forbids it and a sentence a player understands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not allowed."""

    rule: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]"


class RailheadError(Exception):
    """Something a user of Railhead did or supplied cannot be accepted."""


class Malformed(RailheadError):
    """The input makes no sense in this game, whatever its rules."""

    rule = "malformed"
    """Used in place of a rule id: no rule is needed to reject it."""

    @property
    def reason(self) -> str:
        """What is wrong, in a sentence."""
        return str(self)


class Illegal(RailheadError):
    """The rules forbid the action; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    @property
    def rule(self) -> str:
        """The id of the rule that forbids the action."""
        return self.refusal.rule

    @property
    def reason(self) -> str:
        """Why it is forbidden, in a sentence a player understands."""
        return self.refusal.reason
