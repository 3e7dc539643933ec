"""Whose turn it is, and the choices as lines to pick from."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.core import engine
from railhead.core.actions import Action, text_of
from railhead.core.choices import Choices
from railhead.core.events import Paid, PriceMoved, RoundBegan, sentence
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.core.view import View, whole_view
from railhead.play.listing import symbolic
from railhead.play.offers import is_listed, offer
from railhead.play.session import Session
from railhead.rules.track import LayTile

MOST_CONSEQUENCES = 5
"""More than this would hide the choices themselves."""


def whose_turn(session: Session) -> str:
    """Who decides now and what about, in one line."""
    return turn_line(whole_view(session.book, session.state))


def turn_line(seen: View) -> str:
    """Who decides and what for; the result when the game is over."""
    if seen.deciding is None:
        ranked = sorted(seen.players.values(), key=lambda player: -player.worth)
        reason = f" ({seen.ending})" if seen.ending else ""
        return f"The game is over{reason}: " + ", ".join(f"{player.name} {player.worth}" for player in ranked)
    return f"{seen.round_name}: {seen.book.owner_names[seen.deciding]} is to {seen.task}"


def listing(book: Rulebook, state: State, choices: Choices) -> Iterator[str]:
    """Every choice as text: its actions if there are few, otherwise its form and the values of its fields."""
    for choice in choices:
        if is_listed(choice):
            for action in choice:
                what_if = consequences(book, state, action)
                yield text_of(book, action) + (f"   ({'; '.join(what_if)})" if what_if else "")
        else:
            yield symbolic(offer(book, choice))


def consequences(book: Rulebook, state: State, action: Action) -> list[str]:
    """The immediate effect of an action: which hexes new track joins, who pays what, where a price goes."""
    found = []
    if isinstance(action, LayTile):
        exits = book.tiles.facts[action.tile].turned[action.rotation].exits
        joined = [book.board.names[hex_] for side, hex_ in book.board.beyond[action.hex].items() if exits >> side & 1]
        found.append(f"towards {' '.join(joined)}")
    for event in engine.advance(book, state, action)[1]:
        if isinstance(event, RoundBegan):
            break  # what the next round brings is nobody's doing
        if isinstance(event, Paid | PriceMoved):
            found.append(sentence(book, event))
    return found[:MOST_CONSEQUENCES]
