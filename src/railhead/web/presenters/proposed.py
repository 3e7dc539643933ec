"""What another player's proposal would do to the board: the hexes it names, as they are and as they would be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from django.utils.safestring import SafeString, mark_safe

from railhead.core import place_names
from railhead.core.actions import Accept, Action
from railhead.core.ids import Hex
from railhead.core.rulebook import Rulebook
from railhead.core.steps import Step
from railhead.core.view import BoardView
from railhead.drawing.board import tile_picture
from railhead.drawing.faces import face_of
from railhead.drawing.placed_tokens import tokens_on
from railhead.play import wording
from railhead.play.prospect import Prospect
from railhead.rules.consent import Consent, Proposal


@dataclass(frozen=True, slots=True)
class Change:
    """A hex, and what agreeing would make of it."""

    title: str
    before: SafeString
    after: SafeString


def proposed(step: Step | None) -> tuple[Proposal | Action, ...]:
    """The proposal that is to be answered, if one is, and the actions in it."""
    if not isinstance(step, Consent):
        return ()
    values = (getattr(step.proposal, each.name) for each in fields(step.proposal))
    return step.proposal, *(value for value in values if isinstance(value, Action))


def hexes(step: Step) -> frozenset[Hex]:
    """The hexes that a proposal names."""
    return frozenset(hex_ for each in proposed(step) for hex_ in _hexes_in(each))


def _hexes_in(what: Proposal | Action) -> Iterator[Hex]:
    yield from (getattr(what, name) for name, kind in wording.kinds(type(what)).items() if kind is Hex)


def changes(now: Prospect, step: Step) -> tuple[Change, ...]:
    """The hexes that agreeing would change at once."""
    named = hexes(step)
    if not named:
        return ()
    after, _ = now.at_once(Accept())
    return tuple(
        Change(
            place_names.hex_name(now.book, hex_),
            *(_drawn(now.book, laid, hex_) for laid in (now.view.board, after.board)),
        )
        for hex_ in sorted(named)
        if now.view.board.tiles.get(hex_) != after.board.tiles.get(hex_)
    )


def _drawn(book: Rulebook, laid: BoardView, hex_: Hex) -> SafeString:
    face = face_of(book, laid, hex_)
    return mark_safe(tile_picture(face, tokens_on(book, laid, hex_, face)))
