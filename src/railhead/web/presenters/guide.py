"""The guide of a first game: what the step at hand is about, what a good first choice is, and how far one has come."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.bots import registry
from railhead.core.actions import Action, Pass, text_of
from railhead.core.ids import Hex, Stop, hex_of
from railhead.play import wording
from railhead.play.prospect import Prospect, step_name
from railhead.play.vantage import Vantage
from railhead.routes.runs import Runs
from railhead.rules.stock import StockTurn
from railhead.titles.texts import Texts, texts

WELCOME, DONE = "Welcome", "Done"
"""The guide's first and last words. The steps between them, in the order of the texts, are those of a first game."""

TUTOR, WORK = "medium", 50_000
"""The bot whose decisions the guide suggests: simple and sensible; and how much it may work while somebody waits."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """A kind of step of a first game."""

    name: str
    decided: bool
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """A choice that does no harm, and where it is found."""

    action: str
    said: str
    hex: str = ""
    """Where on the board it is."""
    runs: bool = False
    """Is it the best run, which the page shows by itself?"""
    passes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """What the guide says now."""

    heading: str
    text: str
    advice: str
    first: bool
    """Is it the first time that the player decides such a thing?"""
    welcome: str
    """The first words, before the player has decided anything."""
    done: str
    """The last words, once every step of a first game has been met."""
    hint: Hint | None
    milestones: tuple[Milestone, ...]


def guide(table: Vantage, at: int, suggests: bool, language: str) -> Guide:
    """The guide of a seat after so many actions; it may suggest what to decide."""
    now = table.prospect(at)
    kind, decided, written = now.step, table.steps_decided(at), texts(table.book.title, language)
    path = first_game(written)
    return Guide(
        heading=written.name(f"{kind} step") if kind in written.guide else "",
        text=written.guide.get(kind, ""),
        advice=written.advice.get(kind, ""),
        first=kind not in decided,
        welcome="" if decided else written.guide.get(WELCOME, ""),
        done=written.guide.get(DONE, "") if _is_over(path, decided) else "",
        hint=_hint(now) if suggests else None,
        milestones=tuple(Milestone(written.name(f"{name} step"), name in decided, name == kind) for name in path),
    )


def first_game(written: Texts) -> tuple[str, ...]:
    """The kinds of steps of a first game, in order."""
    kinds = list(written.guide)
    if DONE not in kinds:
        return ()
    return tuple(kinds[kinds.index(WELCOME) + 1 : kinds.index(DONE)])


def _is_over(path: tuple[str, ...], decided: frozenset[str]) -> bool:
    """Has everything been met that companies do? How shares and certificates come to players differs too much."""
    stock = step_name(StockTurn)
    after = path[path.index(stock) + 1 :] if stock in path else path
    return bool(after) and decided.issuperset(after)


def _hint(now: Prospect) -> Hint:
    action = now.decided_by(registry.find(TUTOR), WORK)
    return Hint(
        action=text_of(now.book, action),
        said=wording.said(now.book, action),
        hex=_hex_in(now, action),
        runs=any(isinstance(domain, Runs) for choice in now.choices or () for domain in choice.domains),
        passes=isinstance(action, Pass),
    )


def _hex_in(now: Prospect, action: Action) -> str:
    """The hex that an action is about, if it is about one."""
    values = {sort: getattr(action, name) for name, sort in wording.kinds(type(action)).items()}
    hex_: Hex | None = hex_of(values[Stop]) if Stop in values else values.get(Hex)
    return "" if hex_ is None else now.book.board.names[hex_]
