"""Parliament rounds: charters are auctioned one after another (rules 1862-PARL-01 to -19)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action
from railhead.core.choices import Choice, Span, only
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Seat
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.state import FLOATED, STARTED
from railhead.core.steps import AnyMove, CompanyStep, Move, PlayerStep, Step, filtered, passing
from railhead.rules import directors, stock
from railhead.rules.bidding import Bid, next_bidder
from railhead.rules.directors import CertificateRules
from railhead.rules.stock import Buy, Start, StockRules
from railhead.titles.t1862.record import amend, record
from railhead.titles.t1862.starting import available

BID_STEP = 5
"""Bids are multiples of this (1862-PARL-02, -03)."""
FURTHER_SHARES = 2
"""How many ordinary shares come with a charter at most (1862-PARL-17)."""


@dataclass(frozen=True, slots=True)
class Propose(Action):
    """Open the auction of a charter with a first bid."""

    company: Company
    amount: Money
    form: ClassVar[str] = "propose {company} for {amount}"


@dataclass(frozen=True, slots=True)
class Parliament(Step):
    """A Parliament round: who speaks next, how many have declined in a row, who has gained a charter in it."""

    next: Seat
    declined: int = 0
    granted: tuple[Seat, ...] = ()

    def proceed(self, game: Game) -> bool:
        """The next player speaks, until all have declined one after another (1862-PARL-12)."""
        if self.declined == game.book.seats:
            game.pop()
        else:
            game.push(Speech(self.next))
        return True


@dataclass(frozen=True, slots=True)
class Speech(PlayerStep):
    """A player may open an auction."""

    purpose: ClassVar[str] = "propose a company to Parliament or decline"
    order: ClassVar[str] = "turn.parliament"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return SPEECH_MOVES


@dataclass(frozen=True, slots=True)
class Auction(CompanyStep):
    """The auction of one charter: whose turn it is, the highest bid and bidder, who has passed."""

    player: Seat
    high: int
    leader: Seat
    passed: tuple[Seat, ...] = ()
    order: ClassVar[str] = "turn.parliament"

    def task(self, game: Game) -> str:
        """What is auctioned, and what there is to beat."""
        return f"bid for the charter of {game.symbol(self.company)}, where {game.name(self.leader)} has bid {self.high}"

    def situation(self, game: Game) -> tuple[str, ...]:
        """The highest bid, and who is out."""
        bid = f"The highest bid is {self.high}, by {game.name(self.leader)}"
        out = f"Out of this auction: {', '.join(game.name(seat) for seat in self.passed)}" if self.passed else ""
        return tuple(filter(None, (bid, out)))

    def seat(self, game: Game) -> Seat:
        return self.player

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return AUCTION_MOVES


@dataclass(frozen=True, slots=True)
class Charter(CompanyStep):
    """The winner starts the company: he sets its par and buys the director's certificate."""

    player: Seat
    purpose: ClassVar[str] = "set the par"
    order: ClassVar[str] = "charter.start"

    def seat(self, game: Game) -> Seat:
        return self.player

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return CHARTER_MOVES


@dataclass(frozen=True, slots=True)
class Subscribe(CompanyStep):
    """The holder of a new charter may buy further shares at par."""

    player: Seat
    bought: int = 0
    purpose: ClassVar[str] = "buy further shares at par"
    order: ClassVar[str] = "charter.shares"

    def seat(self, game: Game) -> Seat:
        return self.player

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return SUBSCRIBE_MOVES


# -- bids -----------------------------------------------------------------------------------------


def reserve(game: Game) -> int:
    """What a bidder must be able to pay besides his bid: three shares at the lowest par (1862-PARL-05, -06)."""
    return min(game.book.market.par_prices) * directors.director_size(game, game.book.company_ids[0])


def _most(game: Game, seat: Seat) -> int:
    """The highest bid a player can afford; below zero if none."""
    return (game.state.cash[seat] - reserve(game)) // BID_STEP * BID_STEP


def _bid_refusal(game: Game, seat: Seat, amount: int, least: int) -> Refusal | None:
    """Which rule forbids a bid of this amount, if at least so much must be bid."""
    if directors.certificates(game, seat) >= game.rules[CertificateRules].limit(game):
        return game.forbid("parliament.limit", "You hold as many certificates as the limit allows")
    if least > _most(game, seat):
        return game.forbid("parliament.poor", f"You cannot bid {least} and pay {reserve(game)} besides")
    if amount % BID_STEP:
        return game.forbid("parliament.multiple", f"Bids are multiples of {BID_STEP}")
    if amount < least:
        return game.forbid("parliament.raise", f"The bid is now at least {least}")
    if amount > _most(game, seat):
        return game.forbid("parliament.cash", f"A bid must leave you {reserve(game)} for the director's certificate")
    return None


# -- opening an auction ---------------------------------------------------------------------------


def propose_refusal(game: Game, step: Speech, action: Propose) -> Refusal | None:
    """Which rule forbids opening this auction with this bid."""
    company = action.company
    round_ = game.state.agenda[-2]
    assert isinstance(round_, Parliament)
    if step.player in round_.granted:
        return game.forbid("parliament.granted", "You have gained a charter in this Parliament round")
    if game.state.has(company, STARTED):
        return game.forbid("parliament.started", f"{game.symbol(company)} has been started already")
    return available(game, company) or _bid_refusal(game, step.player, action.amount, 0)


def _propose_options(game: Game, step: Speech) -> Iterable[Choice]:
    most = _most(game, step.player)
    for company in game.all_companies():
        if most >= 0 and propose_refusal(game, step, Propose(company, Money(0))) is None:
            yield Choice(Propose, (only(company), Span(0, most, BID_STEP)))


def _propose(game: Game, step: Speech, action: Propose) -> None:
    auction = Auction(action.company, game.left_of(step.player), action.amount, step.player)
    game.put(auction)


def _decline(game: Game, step: Speech) -> None:
    game.pop()
    round_ = game.step
    assert isinstance(round_, Parliament)
    game.put(replace(round_, next=game.left_of(step.player), declined=round_.declined + 1))


# -- raising --------------------------------------------------------------------------------------


def raise_refusal(game: Game, step: Auction, action: Bid) -> Refusal | None:
    """A bid beats the last one by a multiple of 5 (1862-PARL-03)."""
    return _bid_refusal(game, step.player, action.amount, step.high + BID_STEP)


def _raise_options(game: Game, step: Auction) -> Iterable[Choice]:
    least = step.high + BID_STEP
    if _bid_refusal(game, step.player, least, least) is None:
        yield Choice(Bid, (Span(least, _most(game, step.player), BID_STEP),))


def _raise(game: Game, step: Auction, action: Bid) -> None:
    _next(game, replace(step, high=action.amount, leader=step.player))


def _pass(game: Game, step: Auction) -> None:
    """Passing is final for this auction (1862-PARL-04)."""
    _next(game, replace(step, passed=(*step.passed, step.player)))


def _next(game: Game, step: Auction) -> None:
    following = next_bidder(game, step.player, step.leader, step.passed)
    if following is None:
        _won(game, step)
    else:
        game.put(replace(step, player=following))


def _won(game: Game, step: Auction) -> None:
    """The winner pays and must start the company; the player left of him speaks next (1862-PARL-09 to -11, -14)."""
    winner = step.leader
    game.pop()
    round_ = game.step
    assert isinstance(round_, Parliament)
    game.put(Parliament(game.left_of(winner), 0, (*round_.granted, winner)))
    effects.pay(game, winner, BANK, step.high, f"the charter of {game.symbol(step.company)}")
    game.push(Charter(step.company, winner))


# -- starting the company -------------------------------------------------------------------------


def charter_refusal(game: Game, step: Charter, action: Start) -> Refusal | None:
    """A par of the chart that can be paid from cash (1862-PARL-15, -16)."""
    if action.company != step.company:
        return game.forbid("charter.start", f"You have gained the charter of {game.symbol(step.company)}")
    if game.book.market.prices[action.par] not in game.book.market.par_prices:
        allowed = ", ".join(str(par) for par in game.book.market.par_prices)
        return game.forbid("charter.par", f"The par of a chartered company is one of {allowed}")
    cost, cash = stock.director_price(game, action), game.state.cash[step.player]
    if cost > cash:
        return game.forbid("charter.cash", f"The director's certificate would cost {cost}, and you have {cash}")
    return None


def _charter_candidates(game: Game, step: Charter) -> Iterable[Start]:
    place = game.book.market.place
    return [Start(step.company, place[par]) for par in game.book.market.par_prices]


def _start(game: Game, step: Charter, action: Start) -> None:
    """He is under obligation from now on; the other shares lie in the initial offer (1862-PARL-19, -20)."""
    company = step.company
    stock.begin_company(game, step.player, action, stock.director_price(game, action))
    amend(
        game,
        chartered=tuple(sorted((*record(game).chartered, company))),
        obligations=(*record(game).obligations, (step.player, company)),
    )
    if "peer-marker" in game.book.options:
        effects.set_price(game, company, action.par)
    game.put(Subscribe(company, step.player))


# -- further shares -------------------------------------------------------------------------------


def subscribe_refusal(game: Game, step: Subscribe, action: Buy) -> Refusal | None:
    """Shares of the new company, from the offer, at par, within the limit of certificates (1862-PARL-17)."""
    if (action.company, action.source) != (step.company, BANK):
        return game.forbid("charter.shares", f"Only shares of {game.symbol(step.company)} from the initial offer")
    if directors.certificates(game, step.player) >= game.rules[CertificateRules].limit(game):
        return game.forbid("stock.limit", "You hold as many certificates as the limit allows")
    cost, cash = stock.share_price(game, step.company, BANK), game.state.cash[step.player]
    if cost > cash:
        return game.forbid("charter.cash", f"It costs {cost}, and you have {cash}")
    return None


def _subscribe(game: Game, step: Subscribe, action: Buy) -> None:
    company = step.company
    effects.pay(game, step.player, BANK, stock.share_price(game, company, BANK), f"1 {game.symbol(company)}")
    effects.move_shares(game, BANK, step.player, action.company, 1)
    bought = step.bought + 1
    if bought == FURTHER_SHARES:
        game.pop()
    else:
        game.put(replace(step, bought=bought))
    game.rules[StockRules].after_trade(game, company)
    assert game.state.has(company, FLOATED) == (bought == FURTHER_SHARES)


def _candidates(game: Game, step: Subscribe) -> Iterable[Buy]:
    return [Buy(step.company, BANK)]


SPEECH_MOVES: tuple[AnyMove, ...] = (Move(Propose, _propose_options, propose_refusal, _propose), passing(_decline))
AUCTION_MOVES: tuple[AnyMove, ...] = (Move(Bid, _raise_options, raise_refusal, _raise), passing(_pass))
CHARTER_MOVES: tuple[AnyMove, ...] = (
    Move(Start, filtered(_charter_candidates, charter_refusal), charter_refusal, _start),
)
SUBSCRIBE_MOVES: tuple[AnyMove, ...] = (
    Move(Buy, filtered(_candidates, subscribe_refusal), subscribe_refusal, _subscribe),
    passing(lambda game, _: game.pop()),
)
