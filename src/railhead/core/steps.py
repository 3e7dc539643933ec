"""The agenda: a stack of steps still to be settled; and moves, the kinds of decision a step offers.

A step is a frozen record. Some steps are procedures (a round, a company's turn): they never ask anybody, but
put further steps on the agenda. The others ask one player, who answers with one of the step's moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from railhead.core.actions import Action, Pass
from railhead.core.agenda import AgendaRules, worth_asking
from railhead.core.choices import Choice, one
from railhead.core.refusal import Refusal
from railhead.core.text import Text

if TYPE_CHECKING:
    from railhead.core.game import Game
    from railhead.core.ids import Company, Hex, Seat, Stop


S = TypeVar("S", bound="Step")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Move(Generic[S, A]):
    """One kind of decision: which actions it offers, which it refuses and why, and what an action does.

    `refusal` is the law: an action is legal exactly when it returns None. `options` lists what `refusal` allows.
    """

    action: type[A]
    options: Callable[[Game, S], Iterable[Choice]]
    refusal: Callable[[Game, S, A], Refusal | None]
    effect: Callable[[Game, S, A], None]
    options_at: Callable[[Game, S, Hex], Iterable[Choice]] | None = None
    """The options on one hex, for moves that would otherwise look at the whole board."""
    possible: Callable[[Game, S], bool] | None = None
    """Is there any option? For moves that find one much sooner than they can describe it."""


AnyMove: TypeAlias = Move[Any, Any]
"""A move of any step and action: a step offers a list of different moves."""


class Matter(Enum):
    """What kind of thing a step decides, for players who know no title."""

    AUCTION = "a bid"
    CHOICE = "what to take"
    STOCK = "dealing in shares"
    TRACK = "track"
    TOKEN = "tokens"
    RUN = "a run"
    DIVIDEND = "a dividend"
    TRAINS = "trains"
    CONSENT = "an answer to a proposal"
    MERGER = "mergers"
    OTHER = "anything else"


@dataclass(frozen=True, slots=True)
class Step:
    """Something to be settled."""

    matter: ClassVar[Matter] = Matter.OTHER
    """What kind of thing it is."""

    purpose: ClassVar[str] = "go on"
    order: ClassVar[str] = "turn.operating"
    """The key of the rule by which this, and nothing else, is decided now."""
    on_pass: ClassVar[str] = "{player} passes"
    """How the log tells that a player passed here."""
    on_pass_again: ClassVar[str] = ""
    """How it tells that a player passed after doing something here, if that makes a difference."""

    @property
    def order_key(self) -> str:
        """The key, where it depends on the subject of the step."""
        return self.order

    def task(self, game: Game) -> Text:
        """What the player has to do, in words that follow "is to"."""
        return Text(self.purpose)

    @property
    def acting_company(self) -> Company | None:
        """The company that the step concerns, if any."""
        return None

    @property
    def subjects(self) -> tuple[Company, ...]:
        """The companies whose fate is decided, where no company acts."""
        return ()

    @property
    def sites(self) -> tuple[Stop, ...]:
        """The stops that the decision is about, where its actions do not name them."""
        return ()

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Sentences with what everybody at the table should know before the decision."""
        return ()

    def lot_name(self, game: Game) -> Text | None:
        """What is being auctioned, in words that follow "bid for"; None if nothing is."""
        return None

    def seat(self, game: Game) -> Seat:
        """The player who decides; only asked of steps that offer moves."""
        raise AssertionError(f"{type(self).__name__} asks nobody")

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """The kinds of decision open now."""
        return ()

    def proceed(self, game: Game) -> bool:
        """Do what the rules force; False if a player has to decide first.

        A player who could only pass is not asked.
        """
        if game.rules[AgendaRules].asks_idle(game, self):
            return False
        passing = None
        for move in worth_asking(game, self):
            if move.possible is not None:
                if move.possible(game, self):
                    return False
                continue
            for choice in move.options(game, self):
                if choice.action is not Pass:
                    return False
                passing = move
        if passing is None:
            raise AssertionError(f"{type(self).__name__} leaves nothing to decide")
        passing.effect(game, self, Pass())
        return True


@dataclass(frozen=True, slots=True)
class CompanyStep(Step):
    """Something a company has to do; the player who decides for it is asked."""

    company: Company
    on_pass: ClassVar[str] = "{actor} passes"

    def task(self, game: Game) -> Text:
        """What has to be done, and for which company."""
        return Text("{task} for {company}", task=Text(self.purpose), company=game.symbol(self.company))

    @property
    def acting_company(self) -> Company | None:
        """The company."""
        return self.company

    def seat(self, game: Game) -> Seat:
        """The player at the end of the company's chain of directors."""
        return game.player_for(self.company)


@dataclass(frozen=True, slots=True)
class PlayerStep(Step):
    """Something a player has to do."""

    player: Seat

    def seat(self, game: Game) -> Seat:
        """The player."""
        return self.player


def filtered(
    actions: Callable[[Game, S], Iterable[A]], refusal: Callable[[Game, S, A], Refusal | None]
) -> Callable[[Game, S], Iterable[Choice]]:
    """Options made from the candidate actions that the move does not refuse."""

    def options(game: Game, step: S) -> Iterable[Choice]:
        return (one(action) for action in actions(game, step) if refusal(game, step, action) is None)

    return options


def never(_game: Game, _step: object, _action: object) -> Refusal | None:
    """Nothing forbids it."""
    return None


def passing(
    effect: Callable[[Game, S], None], refusal: Callable[[Game, S, Pass], Refusal | None] = never
) -> Move[S, Pass]:
    """The move that does nothing more, unless something must be done first."""

    def options(game: Game, step: S) -> Iterable[Choice]:
        if refusal(game, step, Pass()) is None:
            yield Choice(Pass)

    return Move(Pass, options, refusal, lambda game, step, _: effect(game, step))
