"""The engine: the choices of a state, and the one way from a state to the next.

Playing, loading, replaying, undoing and searching all use `apply`; there is no way around its checks.
"""

from __future__ import annotations

from railhead.core.actions import Action
from railhead.core.agenda import open_moves
from railhead.core.choices import Choices
from railhead.core.events import Decided, Event
from railhead.core.game import Game
from railhead.core.ids import Owner
from railhead.core.refusal import Illegal, Malformed, Refusal
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.core.text import Text

MOST_FORCED = 100_000
"""More forced steps than this after one action can only be a bug in the rules."""


def start(book: Rulebook) -> tuple[State, list[Event]]:
    """The first state of a game, with everything done that the rules force before the first decision."""
    game = Game(book, book.set_up(book))
    settle(game)
    return game.state, game.events


def choices(book: Rulebook, state: State) -> Choices | None:
    """What may be decided now; None when the game is over."""
    if not state.agenda:
        return None
    return Choices(Game(book, state), state.agenda[-1])


def why_not(book: Rulebook, state: State, action: Action) -> Refusal | None:
    """The rule that forbids an action, or None if it is allowed."""
    offered = choices(book, state)
    if offered is None:
        return Refusal(book.cites["game.over"], Text("The game is over"))
    return offered.why_not(action)


def apply(book: Rulebook, state: State, action: Action) -> tuple[State, list[Event]]:
    """The state after an action and what happened; the given state is never changed.

    An action that is not allowed raises Illegal; one that makes no sense raises Malformed.
    """
    refusal = why_not(book, state, action)
    if refusal is not None:
        raise Malformed(refusal.text) if refusal.rule == "malformed" else Illegal(refusal)
    return advance(book, state, action)


def advance(book: Rulebook, state: State, action: Action) -> tuple[State, list[Event]]:
    """`apply` for an action already known to be among the choices."""
    game = _act(book, state, action)
    settle(game)
    return game.state, game.events


def consequences(book: Rulebook, state: State, action: Action) -> tuple[State, list[Event]]:
    """What a legal action does by itself, before the rules force anything further; used for looking ahead."""
    game = _act(book, state, action)
    return game.state, game.events


def carried_out(book: Rulebook, state: State, action: Action) -> tuple[State, list[Event]]:
    """What a legal action does, with what the rules force until its step, and all that came of it, is done with.

    An action may only set something off, for which its step makes people pay afterwards; used for looking ahead.
    """
    game = _act(book, state, action)
    settle(game, len(state.agenda))
    return game.state, game.events


def _act(book: Rulebook, state: State, action: Action) -> Game:
    game = Game(book, state.clone())
    step = game.step
    game.tell(Decided(Owner(step.seat(game)), action))
    for move in open_moves(game, step):
        if move.action is type(action):
            move.effect(game, step, action)
            break
    return game


def settle(game: Game, depth: int = 1) -> None:
    """Do what the rules force until somebody has to decide, or fewer steps are left than this: the game is over."""
    for _ in range(MOST_FORCED):
        if len(game.state.agenda) < depth or not game.step.proceed(game):
            return
    raise AssertionError("The rules force step after step without end")
