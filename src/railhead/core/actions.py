"""Actions: what a player decides, and the only thing a game stores.

Every action is a small frozen record with a `form`: the short text that the log, the game file and the command line
share, such as `buy C&N from ipo`. How each value is written is defined once, in `spelling`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

from railhead.core import spelling
from railhead.core.refusal import Malformed

if TYPE_CHECKING:
    from railhead.core.rulebook import Rulebook


class Topic(Enum):
    """What an action is about, for readers who look for some of them."""

    AUCTION = "auctions"
    SHARES = "shares"
    PRIVATES = "private companies"
    TRACK = "track"
    STATIONS = "stations"
    RUNS = "runs and dividends"
    TRAINS = "trains"
    LOANS = "loans"
    MERGERS = "mergers"
    ANSWERS = "passes and answers"
    OTHER = "anything else"


class Deed(Enum):
    """What an action does, for players who know no title: every title calls it the same, however it is written."""

    TAKE_PRIVATE = "take a private company on offer"
    BUY_PRIVATE = "buy a private company"
    SELL_PRIVATE = "sell a private company"
    EXCHANGE = "exchange something for a share"
    PROPOSE = "propose a company"
    START = "start a company"
    BUY_SHARE = "buy a share"
    SELL_SHARES = "sell shares"
    REDEEM = "redeem a share"
    LAY = "lay a tile"
    TOKEN = "place a token"
    PAY_OUT = "pay out the revenue"
    BUY_TRAIN = "buy a train from the bank"
    OFFER_FOR_TRAIN = "offer to buy a train from another company"
    MERGE = "merge companies"
    OTHER = "anything else"


@dataclass(frozen=True, slots=True)
class Action:
    """A decision. Subclasses declare their fields and the text form."""

    form: ClassVar[str]
    label: ClassVar[str]
    """The label of its button."""
    formerly: ClassVar[tuple[str, ...]] = ()
    """Forms found in older files, which can still be read."""
    plain: ClassVar[str] = ""
    """The label of its button when the tally in it is zero, or the set empty, if that has words of its own."""
    brief: ClassVar[str] = ""
    """The label of a narrow button, for an action without fields; its own label if that is not given."""
    after_run: ClassVar[str] = ""
    """The label of a button that runs trains and then does this; its own label if that is not given."""
    told: ClassVar[tuple[str, ...]] = ()
    """How the log tells it: the first sentence all of whose fields are known and not zero. Besides its own fields there
    are `player` (who decides), `actor` (the company it is decided for, if any), `lot` (what is auctioned), and the
    fields of the events it covers. Without a sentence, the first event says it all."""
    covers: ClassVar[tuple[type[object], ...]] = ()
    """Events that are not mentioned again, because the sentence contains them."""
    topic: ClassVar[Topic] = Topic.OTHER
    """What it is about."""
    deed: ClassVar[Deed] = Deed.OTHER
    """What it does."""


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do nothing, or nothing more."""

    form: ClassVar[str] = "pass"
    label: ClassVar[str] = "Pass"
    topic: ClassVar[Topic] = Topic.ANSWERS


@dataclass(frozen=True, slots=True)
class Accept(Action):
    """Accept another player's proposal."""

    form: ClassVar[str] = "accept"
    label: ClassVar[str] = "Accept"
    told: ClassVar[tuple[str, ...]] = ("{player} agrees",)
    topic: ClassVar[Topic] = Topic.ANSWERS


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Decline another player's proposal."""

    form: ClassVar[str] = "decline"
    label: ClassVar[str] = "Decline"
    told: ClassVar[tuple[str, ...]] = ("{player} declines",)
    topic: ClassVar[Topic] = Topic.ANSWERS


def text_of(book: Rulebook, action: Action) -> str:
    """The action in its short text form."""
    values = {name: word.write(book, getattr(action, name)) for name, word in spelling.of(type(action)).items()}
    return action.form.format(**values)


def parse(book: Rulebook, text: str) -> Action:
    """Read an action from its short text form; anything else raises Malformed."""
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
        raise Malformed("'{text}' does not have the form of: {forms}", text=text, forms=" | ".join(near))
    known = sorted({kind.form.split()[0] for kind in book.actions})
    raise Malformed("'{word}' is not an action; these are: {known}", word=parts[0], known=", ".join(known))


def _matched(pattern: list[str], parts: list[str]) -> list[str] | None:
    """Match the words of a text to those of a form, if they fit; a final field takes all that is left."""
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
    """Reject an action whose values cannot exist in this game, before any rule looks at it."""
    if type(action) not in book.actions:
        raise Malformed("{name} is not an action of {title}", name=type(action).__name__, title=book.title)
    for name, word in spelling.of(type(action)).items():
        word.check(book, getattr(action, name))


spelling.add(Action, spelling.Spelling(text_of, parse, check))
