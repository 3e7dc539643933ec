"""How an action is told: what was done as one sentence, and what came of it as others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from railhead.core.actions import Action, Pass
from railhead.core.deals import condense
from railhead.core.events import Decided, Event
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import Money, Tally, fields_in
from railhead.core.text import Text
from railhead.play import wording
from railhead.play.session import Played
from railhead.play.wording import Sentence
from railhead.rules.stock import StockTurn

AMOUNTS = (Money, Tally)
"""Kinds of value that are not mentioned if they are zero."""


def tell(played: Played, events: Sequence[Event]) -> tuple[Text, tuple[Text, ...]]:
    """What was done, and what came of it according to these events; nothing is said twice."""
    book = played.book
    left = list(consequences(book, events))
    covered = _covered(played, left)
    values = _values(played, covered)
    for template in _templates(played):
        if all(values.get(name) for name in fields_in(template)):
            rest = [event for event in left if not any(event is other for other in covered)]
            return Sentence(book.in_words(template), **values), _sentences(book, rest)
    if left:
        return wording.sentence(book, left[0]), _sentences(book, left[1:])
    return Text("{actor}: {action}", actor=values["actor"], action=wording.said(book, played.action)), ()


def consequences(book: Rulebook, events: Sequence[Event]) -> Iterator[Event]:
    """Events without the decision itself, and with those that belong together told as one."""
    return condense(book, [event for event in events if not isinstance(event, Decided)])


def _sentences(book: Rulebook, events: Sequence[Event]) -> tuple[Text, ...]:
    return tuple(wording.sentence(book, event) for event in events)


def _templates(played: Played) -> tuple[str, ...]:
    if isinstance(played.action, Pass):
        step = played.agenda[-1]
        return ((played.again and step.on_pass_again) or step.on_pass,)
    return played.action.told


def _covered(played: Played, events: Sequence[Event]) -> list[Event]:
    """The first event of each kind that the action's own sentence contains."""
    kinds = played.action.covers
    found = (next((event for event in events if isinstance(event, kind)), None) for kind in kinds)
    return [event for event in found if event is not None]


def _values(played: Played, covered: Sequence[Event]) -> dict[str, object]:
    """The fields that a sentence may use; those that are zero, and empty sets, are left out."""
    values: dict[str, object] = {"player": _player(played), "actor": _actor(played), "lot": played.lot}
    records: list[Action | Event] = [*covered, played.action]
    for record in records:
        kinds = wording.kinds(type(record))
        fields = {name: getattr(record, name) for name in kinds}
        silent = {name for name, value in fields.items() if value == () or (not value and kinds[name] in AMOUNTS)}
        spoken = {name: value for name, value in fields.items() if name not in silent}
        values |= wording.written(played.book, type(record), spoken, brief=True)
    return values


def _player(played: Played) -> str:
    """Who decided it, or the company for which they act as a shareholder."""
    step = played.agenda[-1]
    return played.book.owner_names[step.holder if isinstance(step, StockTurn) else played.seat]


def _actor(played: Played) -> str:
    """The company for which it was decided, if any; otherwise the player."""
    company = played.agenda[-1].acting_company
    return _player(played) if company is None else played.book.company_names[company]
