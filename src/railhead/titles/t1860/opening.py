"""The initial auction: six times the right to choose a certificate is auctioned (rules 1860-AUC)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action
from railhead.core.choices import Choice, Span
from railhead.core.game import Game
from railhead.core.ids import BANK, FIRST_SEAT, NOBODY, Company, Owner, Private, Seat
from railhead.core.refusal import Refusal
from railhead.core.state import STARTED, Round
from railhead.core.steps import AnyMove, Move, PlayerStep, Step, filtered, passing
from railhead.rules import stock
from railhead.rules.bidding import Bid, next_bidder
from railhead.rules.stock import Start, StockRules
from railhead.titles.t1860.facts import FISHBOURNE, LAYERS

RAISE = 5
"""A bid beats the one before by at least this (1860-AUC-03)."""


@dataclass(frozen=True, slots=True)
class TakePrivate(Action):
    """Choose a private company."""

    private: Private
    form: ClassVar[str] = "take {private}"


@dataclass(frozen=True, slots=True)
class Opening(Step):
    """The six auctions, and who opens the next one."""

    opener: Seat = FIRST_SEAT

    def proceed(self, game: Game) -> bool:
        """The next auction, until all six certificates are sold."""
        if game.state.round.kind != "auction":
            effects.begin_round(game, Round("auction", 1))
        if offered_privates(game) or offered_companies(game):
            game.push(Bidding(self.opener))
        else:
            game.pop()
            effects.set_priority(game, first_dealer(game))
        return True


@dataclass(frozen=True, slots=True)
class Bidding(PlayerStep):
    """One auction: whose turn it is, the highest bid and bidder, and who has passed, in order."""

    high: int = 0
    leader: Owner = NOBODY
    passed: tuple[Seat, ...] = ()
    purpose: ClassVar[str] = "bid for the right to choose"
    order: ClassVar[str] = "turn.auction"

    def situation(self, game: Game) -> tuple[str, ...]:
        """The highest bid, who is out, and what is left to choose from."""
        bid = f"The highest bid is {self.high}, by {game.name(self.leader)}" if self.high else "Nobody has bid yet"
        out = f"Out of this auction: {', '.join(game.name(seat) for seat in self.passed)}" if self.passed else ""
        return tuple(filter(None, (bid, out, on_offer(game))))

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return BIDDING_MOVES


@dataclass(frozen=True, slots=True)
class Choosing(PlayerStep):
    """The winner of an auction chooses a certificate and pays for it."""

    purpose: ClassVar[str] = "choose a certificate"
    order: ClassVar[str] = "turn.choice"

    def situation(self, game: Game) -> tuple[str, ...]:
        """What is left to choose from."""
        return (on_offer(game),)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return CHOOSING_MOVES


# -- what is on offer -----------------------------------------------------------------------------


def offered_privates(game: Game) -> list[Private]:
    """The privates still to be auctioned; Fishbourne takes no part (1860-SETUP-08)."""
    return [p for p in game.book.private_ids if game.state.privates[p] == BANK and p != FISHBOURNE]


def offered_companies(game: Game) -> list[Company]:
    """The companies whose director's certificates are still to be auctioned."""
    return [c for c in game.all_companies() if LAYERS[c] == 1 and not game.state.has(c, STARTED)]


def on_offer(game: Game) -> str:
    """The certificates still to be chosen, with what they cost at least."""
    privates = [game.book.privates[private] for private in offered_privates(game)]
    certificates = [f"{facts.symbol} ({facts.value}, pays {facts.revenue})" for facts in privates]
    certificates += [
        f"director of {game.symbol(company)} (from {director_price(game, company)})"
        for company in offered_companies(game)
    ]
    return f"To choose from: {', '.join(certificates)}"


def cheapest(game: Game) -> int:
    """The price of the cheapest certificate; a director's counts twice its lowest par (1860-AUC-05)."""
    prices = [game.book.privates[private].value for private in offered_privates(game)]
    prices += [director_price(game, company) for company in offered_companies(game)]
    return min(prices)


def director_price(game: Game, company: Company) -> int:
    """The least a director's certificate can cost."""
    return stock.director_price(game, Start(company, game.rules[StockRules].par_places(game, company)[0]))


# -- bidding --------------------------------------------------------------------------------------


def bid_refusal(game: Game, step: Bidding, action: Bid) -> Refusal | None:
    """A bid beats the last by 5 and leaves enough for the cheapest certificate."""
    if action.amount < step.high + RAISE:
        return game.forbid("auction.raise", f"A bid must be at least {step.high + RAISE}")
    most = game.state.cash[step.player] - cheapest(game)
    if action.amount > most:
        return game.forbid("auction.cash", f"You could not pay for a certificate if you bid more than {max(most, 0)}")
    return None


def bid_options(game: Game, step: Bidding) -> Iterable[Choice]:
    """Every amount the player may bid."""
    most = game.state.cash[step.player] - cheapest(game)
    if most >= step.high + RAISE:
        yield Choice(Bid, (Span(step.high + RAISE, most),))


def _bid(game: Game, step: Bidding, action: Bid) -> None:
    _next_bidder(game, replace(step, high=action.amount, leader=step.player))


def _pass(game: Game, step: Bidding) -> None:
    """A player who passes is out of this auction (1860-AUC-04)."""
    _next_bidder(game, replace(step, passed=(*step.passed, step.player)))


def _next_bidder(game: Game, step: Bidding) -> None:
    if len(step.passed) == game.book.seats:
        return _won(game, step.passed[0], 0)
    following = next_bidder(game, step.player, step.leader, step.passed)
    if following is None:
        winner = game.book.seat_of(step.leader)
        assert winner is not None
        return _won(game, winner, step.high)
    game.put(replace(step, player=following))
    return None


def _won(game: Game, winner: Seat, bid: int) -> None:
    """The winner pays the bid, and the player left of him opens the next auction (1860-AUC-06, -08, -10)."""
    game.pop()
    game.put(Opening(game.left_of(winner)))
    effects.pay(game, winner, BANK, bid, "the right to choose")
    game.push(Choosing(winner))


# -- choosing -------------------------------------------------------------------------------------


def _short_of_cash(game: Game, seat: Seat) -> bool:
    """Can the winner pay for no certificate? He then takes the cheapest for all he has."""
    return game.state.cash[seat] < cheapest(game)


def take_refusal(game: Game, step: Choosing, action: TakePrivate) -> Refusal | None:
    """The private is on offer and can be paid for."""
    if action.private not in offered_privates(game):
        return game.forbid("auction.offer", "This private company is not on offer")
    return _price_refusal(game, step.player, game.book.privates[action.private].value)


def _price_refusal(game: Game, seat: Seat, price: int) -> Refusal | None:
    cash = game.state.cash[seat]
    if price <= cash or (_short_of_cash(game, seat) and price == cheapest(game)):
        return None
    return game.forbid("auction.afford", f"It costs {price}, and you have {cash}")


def start_refusal(game: Game, step: Choosing, action: Start) -> Refusal | None:
    """The director's certificate is on offer, at a par the company may have, and can be paid for."""
    if action.company not in offered_companies(game):
        return game.forbid("auction.offer", "This company's certificate is not on offer")
    return stock.par_refusal(game, action) or _price_refusal(game, step.player, stock.director_price(game, action))


def _take(game: Game, step: Choosing, action: TakePrivate) -> None:
    cost = min(game.book.privates[action.private].value, game.state.cash[step.player])
    effects.pay(game, step.player, BANK, cost, game.book.privates[action.private].symbol)
    effects.give_private(game, action.private, step.player)
    game.pop()


def _start(game: Game, step: Choosing, action: Start) -> None:
    cost = min(stock.director_price(game, action), game.state.cash[step.player])
    stock.begin_company(game, step.player, action, cost)
    game.pop()


def _take_candidates(game: Game, step: Choosing) -> Iterable[TakePrivate]:
    return [TakePrivate(private) for private in offered_privates(game)]


def _start_candidates(game: Game, step: Choosing) -> Iterable[Start]:
    for company in offered_companies(game):
        for place in game.rules[StockRules].par_places(game, company):
            yield Start(company, place)


def first_dealer(game: Game) -> Seat:
    """Most money has the first deal; of equals the owner of the least private value (1860-AUC-11, -12)."""
    cash = game.state.cash
    most = max(cash[seat] for seat in game.book.seat_ids)
    richest = [seat for seat in game.book.seat_ids if cash[seat] == most]
    if len(richest) == 1:
        return richest[0]
    value = {
        seat: sum(p.value for p, owner in zip(game.book.privates, game.state.privates, strict=True) if owner == seat)
        for seat in game.book.seat_ids
    }
    return min((seat for seat in game.book.seat_ids if value[seat]), key=lambda seat: value[seat])


BIDDING_MOVES: tuple[AnyMove, ...] = (Move(Bid, bid_options, bid_refusal, _bid), passing(_pass))
CHOOSING_MOVES: tuple[AnyMove, ...] = (
    Move(TakePrivate, filtered(_take_candidates, take_refusal), take_refusal, _take),
    Move(Start, filtered(_start_candidates, start_refusal), start_refusal, _start),
)
