"""Subscription: shares of a new company are offered to some players in turn, each of whom may buy once.

Titles differ on who is asked, how many shares each may buy and what a purchase does: money may change hands at once, or
a pledge may be noted until the company is sure to be formed. An `Issue` says all that; the procedure is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, Span
from railhead.core.deals import SharesBought
from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.spelling import Count
from railhead.core.steps import AnyMove, Matter, Move, PlayerStep, passing
from railhead.core.text import Text


@dataclass(frozen=True, slots=True)
class Subscribe(Action):
    """Buy some of the shares that are offered."""

    count: Count
    form: ClassVar[str] = "subscribe {count}"
    label: ClassVar[str] = "Buy shares: {count}"
    told: ClassVar[tuple[str, ...]] = (
        "{player} takes up {count} of the shares for {price}",
        "{player} takes up {count} of the shares",
    )
    covers: ClassVar[tuple[type[object], ...]] = (SharesBought,)
    topic: ClassVar[Topic] = Topic.SHARES


@dataclass(frozen=True, slots=True)
class Issue:
    """Shares that players are offered in turn."""

    order: ClassVar[str] = "subscription.turn"
    """The key of the rule by which players are asked."""

    def terms(self, game: Game) -> Text:
        """What is offered, in words that follow "buy"."""
        raise AssertionError(f"{type(self).__name__} does not say what it offers")

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Sentences with what everybody at the table should know before a player decides."""
        return ()

    def most(self, game: Game) -> int:
        """The largest number of shares that anybody could buy now."""
        raise AssertionError(f"{type(self).__name__} does not say how many shares it offers")

    def refusal(self, game: Game, seat: Seat, count: int) -> Refusal | None:
        """Which rule forbids a player to buy this many; where it allows a number, it allows all smaller ones."""
        raise AssertionError(f"{type(self).__name__} does not say who may buy")

    def bought(self, game: Game, seat: Seat, count: int) -> Issue:
        """A player buys this many; what the next player is offered."""
        raise AssertionError(f"{type(self).__name__} cannot be bought")

    def closed(self, game: Game) -> None:
        """Everybody has been asked."""


@dataclass(frozen=True, slots=True)
class Subscription(PlayerStep):
    """A player may buy some of the shares that are offered, once."""

    matter: ClassVar[Matter] = Matter.STOCK
    others: tuple[Seat, ...]
    """The players who are asked after this one."""
    issue: Issue
    on_pass: ClassVar[str] = "{player} buys none of the shares"

    @property
    def order_key(self) -> str:
        """The key depends on the issue."""
        return self.issue.order

    def task(self, game: Game) -> Text:
        """Buy shares or not."""
        return Text("buy {terms} or pass", terms=self.issue.terms(game))

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What the issue has to say."""
        return self.issue.situation(game)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Buy, pass, and whatever else the title offers instead."""
        return game.rules[SubscriptionRules].moves


def offer(game: Game, seats: Sequence[Seat], issue: Issue) -> None:
    """These players are asked in order; after the last one, the issue is closed."""
    if seats:
        game.push(Subscription(seats[0], tuple(seats[1:]), issue))
    else:
        issue.closed(game)


def next_player(game: Game, step: Subscription, issue: Issue) -> None:
    """The player has answered: the next one is asked."""
    game.pop()
    offer(game, step.others, issue)


def refusal(game: Game, step: Subscription, action: Subscribe) -> Refusal | None:
    """Which rule forbids buying this many."""
    return step.issue.refusal(game, step.player, action.count)


def options(game: Game, step: Subscription) -> Iterable[Choice]:
    """Every number that the issue allows."""
    for most in range(step.issue.most(game), 0, -1):
        if step.issue.refusal(game, step.player, most) is None:
            yield Choice(Subscribe, (Span(1, most),))
            return


def _subscribe(game: Game, step: Subscription, action: Subscribe) -> None:
    next_player(game, step, step.issue.bought(game, step.player, action.count))


SUBSCRIBE: AnyMove = Move(Subscribe, options, refusal, _subscribe)
PASS: AnyMove = passing(lambda game, step: next_player(game, step, step.issue))


@dataclass(frozen=True)
class SubscriptionRules(RuleGroup):
    """What players may do when they are offered shares of a new company."""

    moves: tuple[AnyMove, ...] = (SUBSCRIBE, PASS)
    """Buying and passing; a title may add a third way to answer."""
