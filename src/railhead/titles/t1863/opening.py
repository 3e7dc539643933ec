"""The private auction with which the game begins (rules 1863-AUC), and its quicker variant (1863-VAR-03)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, only
from railhead.core.deals import PrivateBought
from railhead.core.game import Game
from railhead.core.ids import BANK, Private, Seat
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.steps import AnyMove, Move, PlayerStep, Step, filtered, passing
from railhead.core.text import Text
from railhead.rules import auction
from railhead.rules.auction import Auction, Bid, Lot
from railhead.rules.shuffling import draws, shuffled
from railhead.titles.t1863.facts import NUMBERS, PRIVATE, PRIVATES

CLINK = PRIVATE["CLK"]


@dataclass(frozen=True, slots=True)
class AuctionPrivate(Action):
    """Pick a private company and open its auction with a bid."""

    private: Private
    amount: Money
    form: ClassVar[str] = "auction private {private} for {amount}"
    label: ClassVar[str] = "Auction {private} with a bid of {amount}"
    told: ClassVar[tuple[str, ...]] = ("{player} puts {private} up for auction and bids {amount}",)
    topic: ClassVar[Topic] = Topic.AUCTION


@dataclass(frozen=True, slots=True)
class PrivateLot(Lot):
    """A private company of the display."""

    private: Private
    opening_rule: ClassVar[str] = "auction.open"

    def name(self, game: Game) -> Text:
        """The private company."""
        facts = game.book.privates[self.private]
        return Text("{symbol} {name}", symbol=facts.symbol, name=facts.name)

    def privates(self, game: Game) -> tuple[Private, ...]:
        """This one."""
        return (self.private,)

    def barred(self, game: Game, seat: Seat, least: int) -> Refusal | None:
        """The Clink Club is for players without a private, and whoever has it gets no other (1863-AUC-09)."""
        owned = game.privates_of(seat)
        if CLINK in owned:
            return game.forbid("auction.clink_owner", "The owner of the Clink Club may bid for no other private")
        if self.private == CLINK and owned:
            return game.forbid("auction.clink", "Only players without a private may bid for the Clink Club")
        return None

    def won(self, game: Game, winner: Seat, price: int) -> None:
        """The winner pays the bank; the player to their left opens the next auction (1863-AUC-05, 1863-AUC-06)."""
        effects.pay(game, winner, BANK, price, self.name(game))
        effects.give_private(game, self.private, winner)
        next_lot(game, game.left_of(winner))


def lot(private: Private) -> PrivateLot:
    """A private: from 5, raised by at least 5, in any steps (1863-AUC-01, 1863-AUC-02, 1863-AUC-03)."""
    return PrivateLot(private, least=NUMBERS.least_bid, raise_by=NUMBERS.least_raise)


@dataclass(frozen=True, slots=True)
class Opening(PlayerStep):
    """A player may pick a private and open its auction; those before them have passed, and are out of it.

    Rules 1863-AUC-01 and 1863-AUC-04.
    """

    passed: tuple[Seat, ...] = ()
    purpose: ClassVar[str] = "open the auction of a private or pass"
    order: ClassVar[str] = "turn.opening"
    on_pass: ClassVar[str] = "{player} opens no auction"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return OPENING_MOVES


def displayed(game: Game) -> list[Private]:
    """The privates that have not been auctioned yet, in the order in which they are displayed."""
    return [private for private in game.book.private_ids if game.state.privates[private] == BANK]


def next_lot(game: Game, opener: Seat) -> None:
    """This player opens the next auction; the auction ends when no private is left (1863-AUC-08)."""
    if displayed(game):
        game.push(Opening(opener))


def open_refusal(game: Game, step: Opening, action: AuctionPrivate) -> Refusal | None:
    """Any private that is displayed, with a bid of at least 5 that can be paid (1863-AUC-01, 1863-AUC-10)."""
    if action.private not in displayed(game):
        name = game.book.private_names[action.private]
        return game.forbid("auction.displayed", "{name} is not displayed", name=name)
    return auction.refusal(game, Auction(step.player, lot(action.private)), Bid(action.amount))


def _open_options(game: Game, step: Opening) -> Iterable[Choice]:
    for private in displayed(game):
        bids = auction.amounts(game, Auction(step.player, lot(private)))
        if bids is not None:
            yield Choice(AuctionPrivate, (only(private), bids))


def _open(game: Game, step: Opening, action: AuctionPrivate) -> None:
    auction.open_with(game, lot(action.private), step.player, action.amount, step.passed)


def _pass(game: Game, step: Opening) -> None:
    """The next player; if all have passed, the first private displayed leaves the game and the same opener goes on.

    None enters the game for nothing (1863-AUC-07).
    """
    passed = (*step.passed, step.player)
    if len(passed) < len(game.players):
        game.put(replace(step, player=game.left_of(step.player), passed=passed))
        return
    game.pop()
    effects.close_private(game, displayed(game)[0])
    next_lot(game, passed[0])


OPENING_MOVES: tuple[AnyMove, ...] = (
    Move(AuctionPrivate, _open_options, open_refusal, _open),
    passing(_pass),
)

# -- the quicker variant --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeepPrivate(Action):
    """Keep a private company that was dealt, for half its value."""

    form: ClassVar[str] = "keep-private"
    label: ClassVar[str] = "Keep it for half its value"
    told: ClassVar[tuple[str, ...]] = ("{player} keeps {private} for {price}",)
    covers: ClassVar[tuple[type[object], ...]] = (PrivateBought,)
    topic: ClassVar[Topic] = Topic.PRIVATES


@dataclass(frozen=True, slots=True)
class Dealt(PlayerStep):
    """A player was dealt a private: they keep it for half its value, or return it to the display (1863-VAR-03)."""

    private: Private
    purpose: ClassVar[str] = "keep a private or return it"
    order: ClassVar[str] = "turn.opening"
    on_pass: ClassVar[str] = "{player} returns the private they were dealt"

    def task(self, game: Game) -> Text:
        """Which private, and what it costs."""
        name = game.book.privates[self.private].name
        return Text("keep {name} for {price} or return it", name=name, price=half(self.private))

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return DEALT_MOVES


@dataclass(frozen=True, slots=True)
class AfterTheDeal(Step):
    """What was not kept is auctioned."""

    def proceed(self, game: Game) -> bool:
        """The holder of the priority deal opens."""
        game.pop()
        next_lot(game, game.state.priority)
        return True


def half(private: Private) -> int:
    """Half the face value."""
    return int(PRIVATES[private]["value"]) // 2


def keep_refusal(game: Game, step: Dealt, action: KeepPrivate) -> Refusal | None:
    """The player needs the money."""
    if game.state.cash[step.player] < half(step.private):
        return game.forbid("auction.cash", "You have {cash}", cash=game.state.cash[step.player])
    return None


def _keep(game: Game, step: Dealt, _: KeepPrivate) -> None:
    game.pop()
    effects.pay(game, step.player, BANK, half(step.private), Text(game.book.privates[step.private].name))
    effects.give_private(game, step.private, step.player)


DEALT_MOVES: tuple[AnyMove, ...] = (
    Move(KeepPrivate, filtered(lambda game, step: (KeepPrivate(),), keep_refusal), keep_refusal, _keep),
    passing(lambda game, _: game.pop()),
)


def begin(game: Game) -> None:
    """The auction begins; in the quicker variant the privates are dealt first, evenly, and the rest is auctioned."""
    if "quick_privates" not in game.book.options:
        next_lot(game, game.state.priority)
        return
    game.push(AfterTheDeal())
    for seat, private in reversed(dealt(game)):
        game.push(Dealt(seat, private))


def dealt(game: Game) -> list[tuple[Seat, Private]]:
    """Who is dealt which private: the same for all, beginning with the holder of the priority deal."""
    cards = shuffled([private for private in displayed(game) if private != CLINK], draws(game.book.seed + 1))
    seats = game.clockwise(game.state.priority)
    each = len(cards) // len(seats)
    return [(seat, private) for place, seat in enumerate(seats) for private in cards[place * each :][:each]]


ACTIONS = (Bid, AuctionPrivate, KeepPrivate)
