"""Actions: what a player decides, and the only thing a game stores.

Every action is a small frozen record with a `form`, the one short text that the log, the game file and the
command line share: `buy C&N from ipo`. Which text stands for which value is said once, in `words`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from railhead.core import spelling
from railhead.core.refusal import Malformed

if TYPE_CHECKING:
    from railhead.core.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Action:
    """A decision. Subclasses name their fields and the text form."""

    form: ClassVar[str]
    label: ClassVar[str] = ""
    """How a button says it, where the form would not do."""
    formerly: ClassVar[tuple[str, ...]] = ()
    """Forms that older files may have; they are still read."""
    plain: ClassVar[str] = ""
    """How a button says it where the tally in it is nought, if that should go without saying."""


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do nothing, or nothing more."""

    form: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Accept(Action):
    """Agree to what another player proposes."""

    form: ClassVar[str] = "accept"


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Do not agree to what another player proposes."""

    form: ClassVar[str] = "decline"


def text_of(book: Rulebook, action: Action) -> str:
    """The action in its short text form."""
    values = {name: word.write(book, getattr(action, name)) for name, word in spelling.of(type(action)).items()}
    return action.form.format(**values)


def parse(book: Rulebook, text: str) -> Action:
    """Read an action from its short text form; anything else is Malformed."""
    parts = text.split()
    if not parts:
        raise Malformed("An action is needed, for example: pass")
    near = []
    for kind in book.actions:
        for form in (kind.form, *kind.formerly):
            pattern = form.split()
            if pattern[0] != parts[0]:
                continue
            near.append(form)
            tokens = _matched(pattern, parts)
            if tokens is not None:
                return _read(book, kind, pattern, tokens)
    if near:
        raise Malformed(f"'{text}' does not have the form of: {' | '.join(near)}")
    known = sorted({kind.form.split()[0] for kind in book.actions})
    raise Malformed(f"'{parts[0]}' is not an action; these are: {', '.join(known)}")


def _matched(pattern: list[str], parts: list[str]) -> list[str] | None:
    """The words of a text by the words of a form, if they fit; a field at the end takes all that is left."""
    if len(parts) < len(pattern) or (len(parts) > len(pattern) and not pattern[-1].endswith("}")):
        return None
    last = len(pattern) - 1
    tokens = [*parts[:last], " ".join(parts[last:])]
    fits = all(p == t for p, t in zip(pattern, tokens, strict=True) if not p.startswith("{"))
    return tokens if fits else None


def _read(book: Rulebook, kind: type[Action], pattern: list[str], tokens: list[str]) -> Action:
    known = spelling.of(kind)
    values: dict[str, Any] = {}
    for slot, token in zip(pattern, tokens, strict=True):
        if slot.startswith("{"):
            name = slot.strip("{}")
            values[name] = known[name].read(book, token)
    return kind(**values)


def check(book: Rulebook, action: Action) -> None:
    """Refuse an action whose values could not exist in this game, before any rule looks at it."""
    if type(action) not in book.actions:
        raise Malformed(f"{type(action).__name__} is not an action of {book.title}")
    for name, word in spelling.of(type(action)).items():
        word.check(book, getattr(action, name))


spelling.add(Action, spelling.Spelling(text_of, parse, check))
