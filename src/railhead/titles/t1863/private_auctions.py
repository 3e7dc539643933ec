"""Privates that their owners put up for auction in a round of mergers (1863-MA-10, 1863-PRIV-20)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, Span, only
from railhead.core.game import Game
from railhead.core.ids import Owner, Private, Seat
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.steps import AnyMove, Move, PlayerStep, filtered, passing
from railhead.core.text import Text
from railhead.rules.auction import Auction, Lot
from railhead.titles.t1863 import pirate
from railhead.titles.t1863.facts import NUMBERS, PRIVATE
from railhead.titles.t1863.ownership import entities

CLINK = PRIVATE["CLK"]
HIGHEST_MINIMUM = 1000
"""Minimum prices above this make no sense."""


@dataclass(frozen=True, slots=True)
class PutUp(Action):
    """Put a private up for auction with a minimum price."""

    private: Private
    minimum: Money
    form: ClassVar[str] = "put-up {private} from {minimum}"
    label: ClassVar[str] = "Put {private} up for auction from {minimum}"
    told: ClassVar[tuple[str, ...]] = ("{player} puts {private} up for auction from {minimum}",)
    topic: ClassVar[Topic] = Topic.AUCTION


@dataclass(frozen=True, slots=True)
class Receive(Action):
    """Say who gets the private that was won: the player or one of their companies."""

    owner: Owner
    form: ClassVar[str] = "receive as {owner}"
    label: ClassVar[str] = "{owner} gets it"
    told: ClassVar[tuple[str, ...]] = ("{owner} gets it",)
    topic: ClassVar[Topic] = Topic.PRIVATES


@dataclass(frozen=True, slots=True)
class OfferPrivates(PlayerStep):
    """A player may put privates up for auction, their own and those of their companies."""

    others: tuple[Seat, ...] = ()
    """The players who are asked after this one."""
    offered: tuple[Private, ...] = ()
    """What has been put up in this round, sold or not."""
    purpose: ClassVar[str] = "put privates up for auction or pass"
    order: ClassVar[str] = "turn.put_up"
    on_pass: ClassVar[str] = "{player} puts no private up for auction"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def begin(game: Game) -> None:
    """In every round of mergers, each player is asked in turn, beginning with the holder of the priority deal."""
    _ask(game, game.clockwise(game.state.priority), ())


def _ask(game: Game, seats: Sequence[Seat], offered: tuple[Private, ...]) -> None:
    if seats:
        game.push(OfferPrivates(seats[0], tuple(seats[1:]), offered))


def put_up_refusal(game: Game, step: OfferPrivates, action: PutUp) -> Refusal | None:
    """A private of the player or of a company of theirs, once in a round, but not the Clink Club (1863-PRIV-16)."""
    name = game.book.private_names[action.private]
    if game.state.privates[action.private] not in entities(game, step.player) or action.private == CLINK:
        return game.forbid("put_up.own", "{name} is not yours to sell", name=name)
    if action.private in step.offered:
        return game.forbid("put_up.once", "{name} has been put up for auction in this round", name=name)
    if action.minimum > HIGHEST_MINIMUM:
        return game.forbid("put_up.minimum", "The minimum is too high")
    return None


def _put_up_options(game: Game, step: OfferPrivates) -> Iterable[Choice]:
    for private in game.book.private_ids:
        if put_up_refusal(game, step, PutUp(private, Money(0))) is None:
            yield Choice(PutUp, (only(private), Span(0, HIGHEST_MINIMUM)))


def _put_up(game: Game, step: OfferPrivates, action: PutUp) -> None:
    """The sale must go ahead once somebody bids (1863-MA-10)."""
    game.put(OfferPrivates(step.player, step.others, (*step.offered, action.private)))
    least = max(action.minimum, NUMBERS.least_bid)
    lot = OwnedPrivate(action.private, least=least, raise_by=NUMBERS.least_raise)
    game.push(Auction(game.left_of(step.player), lot))


MOVES: tuple[AnyMove, ...] = (
    Move(PutUp, _put_up_options, put_up_refusal, _put_up),
    passing(lambda game, step: _next(game, step)),
)


def _next(game: Game, step: OfferPrivates) -> None:
    game.pop()
    _ask(game, step.others, step.offered)


# -- the auction ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnedPrivate(Lot):
    """A private that is sold by its owner, the only way in which a player gets one from a company (1863-PRIV-20).

    Without a bid it stays.
    """

    private: Private
    opening_rule: ClassVar[str] = "put_up.bid"
    raising_rule: ClassVar[str] = "put_up.bid"

    def name(self, game: Game) -> Text:
        """The private company."""
        facts = game.book.privates[self.private]
        return Text("{symbol} {name}", symbol=facts.symbol, name=facts.name)

    def privates(self, game: Game) -> tuple[Private, ...]:
        """This one."""
        return (self.private,)

    def most(self, game: Game, seat: Seat) -> int:
        """What the player or one of their companies has in cash."""
        return max((game.state.cash[owner] for owner in receivers(game, seat, self.private)), default=-1)

    def beyond(self, game: Game, seat: Seat) -> Refusal:
        """Neither the player nor a company of theirs has more."""
        most = max(0, self.most(game, seat))
        return game.forbid("auction.cash", "Neither you nor a company of yours has more than {most}", most=most)

    def won(self, game: Game, winner: Seat, price: int) -> None:
        """The winner says who pays and gets it."""
        game.push(ChooseReceiver(winner, self.private, price))


def receivers(game: Game, seat: Seat, private: Private) -> list[Owner]:
    """The player and their companies, but not the seller; the owner of the Clink Club gets none (1863-PRIV-16)."""
    owners = [owner for owner in entities(game, seat) if owner != game.state.privates[private]]
    return [owner for owner in owners if owner != seat or CLINK not in game.privates_of(seat)]


@dataclass(frozen=True, slots=True)
class ChooseReceiver(PlayerStep):
    """The winner says who pays for the private and gets it."""

    private: Private
    price: int
    order: ClassVar[str] = "put_up.receiver"

    def task(self, game: Game) -> Text:
        """Which private, and for how much."""
        name = game.book.privates[self.private].name
        return Text("say who gets {private} for {price}", private=name, price=self.price)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return RECEIVER_MOVES

    def proceed(self, game: Game) -> bool:
        """If only one of them has the money, they get it."""
        able = [owner for owner in receivers(game, self.player, self.private) if game.state.cash[owner] >= self.price]
        if len(able) > 1:
            return False
        _receive(game, self, Receive(able[0]))
        return True


def receive_refusal(game: Game, step: ChooseReceiver, action: Receive) -> Refusal | None:
    """Whoever gets it has to pay."""
    if action.owner not in receivers(game, step.player, step.private):
        return game.forbid("put_up.receiver", "The private goes to you or to a company of yours")
    if game.state.cash[action.owner] < step.price:
        return game.forbid(
            "auction.cash", "{owner} has {cash}", owner=game.name(action.owner), cash=game.state.cash[action.owner]
        )
    return None


def _receive(game: Game, step: ChooseReceiver, action: Receive) -> None:
    """The seller is paid; a pirate that belongs to a player has no token (1863-PRIV-14)."""
    game.pop()
    seller = game.state.privates[step.private]
    effects.pay(game, action.owner, seller, step.price, Text(game.book.privates[step.private].name))
    effects.give_private(game, step.private, action.owner)
    pirate.look_after(game)


def _receivers(game: Game, step: ChooseReceiver) -> Iterable[Receive]:
    return [Receive(owner) for owner in receivers(game, step.player, step.private)]


RECEIVER_MOVES: tuple[AnyMove, ...] = (Move(Receive, filtered(_receivers, receive_refusal), receive_refusal, _receive),)
ACTIONS = (PutUp, Receive)
