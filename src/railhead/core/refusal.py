"""How the engine says no: with the id of the rule that forbids it and a sentence a player understands."""

from __future__ import annotations

from railhead.core.text import Text


class Refusal:
    """Why an action is not allowed.

    Most refusals are never read: actions are refused while options are being found. So the sentence is not even put
    together before somebody asks for it.
    """

    __slots__ = ("rule", "text")

    def __init__(self, rule: str, text: Text) -> None:
        self.rule = rule
        self.text = text

    @property
    def reason(self) -> str:
        """Why it is forbidden, in a sentence a player understands."""
        return str(self.text)

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"

    def __repr__(self) -> str:
        return f"Refusal(rule={self.rule!r}, reason={self.text.english!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.rule, self.text) == (other.rule, other.text)

    def __hash__(self) -> int:
        return hash((self.rule, self.text))


class RailheadError(Exception):
    """Something a user of Railhead did or supplied cannot be accepted; the sentence is a template with its values."""

    def __init__(self, reason: str | Text = "", /, **values: object) -> None:
        super().__init__(reason)
        self.message = reason if isinstance(reason, Text) else Text(reason, **values)

    def __str__(self) -> str:
        return str(self.message)


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
        super().__init__(refusal.text)
        self.refusal = refusal

    def __str__(self) -> str:
        return str(self.refusal)

    @property
    def rule(self) -> str:
        """The id of the rule that forbids the action."""
        return self.refusal.rule

    @property
    def reason(self) -> str:
        """Why it is forbidden, in a sentence a player understands."""
        return self.refusal.reason
