"""Parliament rounds: charters are auctioned one after another.

Rules 1862-PARL-01, 1862-PARL-02, 1862-PARL-03, 1862-PARL-04, 1862-PARL-05, 1862-PARL-06, 1862-PARL-07, 1862-PARL-08,
1862-PARL-09, 1862-PARL-10, 1862-PARL-11, 1862-PARL-12, 1862-PARL-13, 1862-PARL-14, 1862-PARL-15, 1862-PARL-16,
1862-PARL-17, 1862-PARL-18 and 1862-PARL-19.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Deed, Topic
from railhead.core.choices import Choice, only
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Seat
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.state import FLOATED, STARTED
from railhead.core.steps import AnyMove, CompanyStep, Move, PlayerStep, Step, filtered, passing
from railhead.core.text import Text
from railhead.rules import auction, directors, stock
from railhead.rules.auction import Auction, Bid, Lot
from railhead.rules.directors import CertificateRules
from railhead.rules.stock import Buy, Start, StockRules
from railhead.titles.t1862.facts import NUMBERS
from railhead.titles.t1862.flotation import FlotationRules
from railhead.titles.t1862.record import amend, record
from railhead.titles.t1862.shares import available


@dataclass(frozen=True, slots=True)
class Propose(Action):
    """Open the auction of a charter with a first bid."""

    company: Company
    amount: Money
    form: ClassVar[str] = "propose {company} for {amount}"
    label: ClassVar[str] = "Propose {company} for {amount}"
    told: ClassVar[tuple[str, ...]] = (
        "{player} proposes {company} and bids {amount}",
        "{player} proposes {company} without a bid",
    )
    topic: ClassVar[Topic] = Topic.AUCTION
    deed: ClassVar[Deed] = Deed.PROPOSE


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
    on_pass: ClassVar[str] = "{player} proposes no company"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return SPEECH_MOVES


@dataclass(frozen=True, slots=True)
class Charter(CompanyStep):
    """The winner starts the company: they set its par and buy the director's certificate."""

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
    on_pass: ClassVar[str] = "{player} buys no further shares of {actor}"

    def seat(self, game: Game) -> Seat:
        return self.player

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return SUBSCRIBE_MOVES


# -- the auction ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CharterLot(Lot):
    """The charter of a company."""

    company: Company

    @property
    def about(self) -> Company | None:
        """The company."""
        return self.company

    def name(self, game: Game) -> Text:
        """The charter of the company."""
        return Text("the charter of {company}", company=game.symbol(self.company))

    def barred(self, game: Game, seat: Seat, least: int) -> Refusal | None:
        """Nobody bids at the certificate limit, or without enough money (1862-PARL-05, 1862-PARL-07)."""
        if directors.at_limit(game, seat):
            return game.forbid("parliament.limit", "You hold as many certificates as the limit allows")
        if least > self.most(game, seat):
            return game.forbid(
                "parliament.poor",
                "You cannot bid {least} and pay {reserve} as well",
                least=least,
                reserve=reserve(game),
            )
        return None

    def most(self, game: Game, seat: Seat) -> int:
        """A bid leaves enough for the director's certificate at the lowest par (1862-PARL-06)."""
        return game.state.cash[seat] - reserve(game)

    def beyond(self, game: Game, seat: Seat) -> Refusal:
        """The director's certificate has to be paid for as well."""
        return game.forbid(
            "auction.cash", "A bid must leave you {reserve} for the director's certificate", reserve=reserve(game)
        )

    def won(self, game: Game, winner: Seat, price: int) -> None:
        """The winner pays and must start the company; the player to their left speaks next.

        Rules 1862-PARL-09, 1862-PARL-10, 1862-PARL-11 and 1862-PARL-14.
        """
        round_ = game.step
        assert isinstance(round_, Parliament)
        game.put(Parliament(game.left_of(winner), 0, (*round_.granted, winner)))
        effects.pay(game, winner, BANK, price, self.name(game))
        game.push(Charter(self.company, winner))


def reserve(game: Game) -> int:
    """What bidders must be able to pay on top of their bid: three shares at the lowest par (1862-PARL-05)."""
    return min(game.book.market.par_prices) * directors.director_size(game, game.book.company_ids[0])


def lot(company: Company) -> CharterLot:
    """The charter of a company: bids and raises are multiples of 5 (1862-PARL-02, 1862-PARL-03)."""
    return CharterLot(company, raise_by=NUMBERS.bid_step, multiple_of=NUMBERS.bid_step)


def _is_granted(game: Game, step: Speech) -> bool:
    """Has the player already gained a charter in this Parliament round?"""
    round_ = game.state.agenda[-2]
    assert isinstance(round_, Parliament)
    return step.player in round_.granted


def propose_refusal(game: Game, step: Speech, action: Propose) -> Refusal | None:
    """Which rule forbids opening this auction with this bid."""
    company = action.company
    if _is_granted(game, step):
        return game.forbid("parliament.granted", "You have already gained a charter in this Parliament round")
    if game.state.has(company, STARTED):
        return game.forbid("parliament.started", "{company} has been started already", company=game.symbol(company))
    opening = Auction(step.player, lot(company))
    return available(game, company) or auction.refusal(game, opening, Bid(action.amount))


def _propose_options(game: Game, step: Speech) -> Iterable[Choice]:
    """Whether and how much the player may bid is the same for every charter, so it is worked out once."""
    bids = auction.amounts(game, Auction(step.player, lot(game.all_companies()[0])))
    if bids is None or _is_granted(game, step):
        return
    for company in game.all_companies():
        if not game.state.has(company, STARTED) and available(game, company) is None:
            yield Choice(Propose, (only(company), bids))


def _propose(game: Game, step: Speech, action: Propose) -> None:
    auction.open_with(game, lot(action.company), step.player, action.amount)


def _decline(game: Game, step: Speech) -> None:
    game.pop()
    round_ = game.step
    assert isinstance(round_, Parliament)
    game.put(replace(round_, next=game.left_of(step.player), declined=round_.declined + 1))


# -- starting the company -------------------------------------------------------------------------


def charter_refusal(game: Game, step: Charter, action: Start) -> Refusal | None:
    """A par of the chart that can be paid from cash (1862-PARL-15, 1862-PARL-16)."""
    if action.company != step.company:
        return game.forbid(
            "charter.start", "You have gained the charter of {company}", company=game.symbol(step.company)
        )
    if game.book.market.prices[action.par] not in game.book.market.par_prices:
        allowed = ", ".join(str(par) for par in game.book.market.par_prices)
        return game.forbid("charter.par", "The par of a chartered company is one of {allowed}", allowed=allowed)
    cost, cash = stock.director_price(game, action), game.state.cash[step.player]
    if cost > cash:
        return game.forbid(
            "charter.cash", "The director's certificate would cost {cost}, and you have {cash}", cost=cost, cash=cash
        )
    return None


def _charter_candidates(game: Game, step: Charter) -> Iterable[Start]:
    place = game.book.market.place
    return [Start(step.company, place[par]) for par in game.book.market.par_prices]


def _start(game: Game, step: Charter, action: Start) -> None:
    """The holder is now under obligation; the other shares lie in the initial offer (1862-PARL-19, 1862-PARL-20)."""
    company = step.company
    stock.begin_company(game, step.player, action, stock.director_price(game, action))
    amend(
        game,
        chartered=tuple(sorted((*record(game).chartered, company))),
        obligations=(*record(game).obligations, (step.player, company)),
    )
    game.rules[FlotationRules].par_set(game, company)
    game.put(Subscribe(company, step.player))


# -- further shares -------------------------------------------------------------------------------


def subscribe_refusal(game: Game, step: Subscribe, action: Buy) -> Refusal | None:
    """Shares of the new company, from the offer, at par, within the certificate limit (1862-PARL-17)."""
    if (action.company, action.source) != (step.company, BANK):
        return game.forbid(
            "charter.shares", "Only shares of {company} from the initial offer", company=game.symbol(step.company)
        )
    if directors.certificates(game, step.player) >= game.rules[CertificateRules].limit(game):
        return game.forbid("stock.limit", "You hold as many certificates as the limit allows")
    cost, cash = stock.share_price(game, step.player, step.company, BANK), game.state.cash[step.player]
    if cost > cash:
        return game.forbid("charter.cash", "It costs {cost}, and you have {cash}", cost=cost, cash=cash)
    return None


def _subscribe(game: Game, step: Subscribe, action: Buy) -> None:
    company = step.company
    effects.pay(
        game,
        step.player,
        BANK,
        stock.share_price(game, step.player, company, BANK),
        Text("1 {company}", company=game.symbol(company)),
    )
    effects.move_shares(game, BANK, step.player, action.company, 1)
    bought = step.bought + 1
    last = bought == NUMBERS.charter_shares
    if last:
        game.pop()
    else:
        game.put(replace(step, bought=bought))
    game.rules[StockRules].after_trade(game, company)
    assert game.state.has(company, FLOATED) == last


def _candidates(game: Game, step: Subscribe) -> Iterable[Buy]:
    return [Buy(step.company, BANK)]


SPEECH_MOVES: tuple[AnyMove, ...] = (Move(Propose, _propose_options, propose_refusal, _propose), passing(_decline))
CHARTER_MOVES: tuple[AnyMove, ...] = (
    Move(Start, filtered(_charter_candidates, charter_refusal), charter_refusal, _start),
)
SUBSCRIBE_MOVES: tuple[AnyMove, ...] = (
    Move(Buy, filtered(_candidates, subscribe_refusal), subscribe_refusal, _subscribe),
    passing(lambda game, _: game.pop()),
)
