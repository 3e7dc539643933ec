"""Starting a company: the auction of the right to start, and who founds it (rules 1863-START)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, OneOf, Span, only
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Owner, Seat, Stop
from railhead.core.place_names import stop_name
from railhead.core.refusal import Refusal
from railhead.core.spelling import Money
from railhead.core.state import OPERATED, STARTED
from railhead.core.steps import AnyMove, Move, PlayerStep, filtered
from railhead.core.text import Text
from railhead.rules import auction, directors, stock
from railhead.rules.auction import Auction, Bid, Lot
from railhead.rules.stock import StockTurn
from railhead.titles.t1863 import capital, ownership
from railhead.titles.t1863.facts import COMPANIES, NUMBERS
from railhead.titles.t1863.places import start_places
from railhead.titles.t1863.record import amend, record, set_tokens
from railhead.titles.t1863.starting_price import SetPrice

FIRST = next(number for number, company in enumerate(COMPANIES) if company["symbol"] == "MET")
"""The company that must be auctioned first in the historical game (1863-START-06)."""
LATE = next(number for number, company in enumerate(COMPANIES) if company["symbol"] == "UER")
"""The one that is not available in its first stock round (1863-START-07)."""


@dataclass(frozen=True, slots=True)
class Open(Action):
    """Pick a company, put its first token on the board and open the bidding for the right to start it."""

    company: Company
    stop: Stop
    amount: Money
    form: ClassVar[str] = "open {company} at {stop} for {amount}"
    label: ClassVar[str] = "Open {company} at {stop} with a bid of {amount}"
    told: ClassVar[tuple[str, ...]] = ("{player} opens {company} at {stop} and bids {amount}",)
    topic: ClassVar[Topic] = Topic.AUCTION


@dataclass(frozen=True, slots=True)
class Found(Action):
    """Say who founds a company: the player or one of their companies."""

    founder: Owner
    form: ClassVar[str] = "found as {founder}"
    label: ClassVar[str] = "{founder} is the founder"
    told: ClassVar[tuple[str, ...]] = ("{founder} is the founder",)
    topic: ClassVar[Topic] = Topic.SHARES


# -- who could found it ---------------------------------------------------------------------------


def founders(game: Game, seat: Seat) -> list[Owner]:
    """The player, unless at the certificate limit, and their companies that have operated (1863-START-05).

    A player who has dealt in this turn, or used it for a company, starts nothing for anybody else (1863-SR-01).
    """
    companies = [c for c in ownership.companies_of(game, seat) if game.state.has(c, OPERATED)]
    players = [] if directors.at_limit(game, seat) else [seat]
    able = [*players, *(game.purse(company) for company in companies)]
    dealer = dealer_in_turn(game, seat)
    return able if dealer is None else [founder for founder in able if founder == dealer]


def dealer_in_turn(game: Game, seat: Seat) -> Owner | None:
    """Whom a player has used the current turn for already, if it is theirs."""
    turns = (step for step in game.state.agenda if isinstance(step, StockTurn) and step.player == seat)
    return next((turn.holder for turn in turns if turn.sold or turn.actor is not None), None)


def means(game: Game, founder: Owner, company: Company) -> int:
    """What a founder could bid and still capitalise a company at one of the white prices (1863-START-25)."""
    return game.state.cash[founder] - capital.least_cash(game, founder, company)


# -- the auction ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RightToStart(Lot):
    """The right to start a company whose first token is on the board (1863-START-24)."""

    company: Company
    stop: Stop
    opening_rule: ClassVar[str] = "start.bid"
    raising_rule: ClassVar[str] = "start.raise"

    @property
    def about(self) -> Company | None:
        """The company has not been started, so that nobody acts for it yet."""
        return None

    def name(self, game: Game) -> Text:
        """The right to start the company."""
        return Text("the right to start {company}", company=game.symbol(self.company))

    def details(self, game: Game) -> tuple[Text, ...]:
        """Where its first token is, and what comes next."""
        place = stop_name(game.book, self.stop)
        return (
            Text("The first [token] of {company} is at {place}", company=game.symbol(self.company), place=place),
            Text("The bid goes to the bank. Whoever wins sets the price and puts twice as much into the company"),
        )

    def most(self, game: Game, seat: Seat) -> int:
        """What the player or one of their companies could pay (1863-START-25); there is no other limit."""
        return max((means(game, founder, self.company) for founder in founders(game, seat)), default=-1)

    def beyond(self, game: Game, seat: Seat) -> Refusal:
        """Nobody may win what they cannot float."""
        most = max(0, self.most(game, seat))
        return game.forbid("start.means", "You can bid at most {most} and still float the company", most=most)

    def won(self, game: Game, winner: Seat, price: int) -> None:
        """Only now does the winner say who is the founder (1863-START-04)."""
        game.push(Founding(winner, self.company, self.stop, price))


def right_to_start(company: Company, stop: Stop) -> RightToStart:
    """From 5, raised by at least 5 (1863-START-01, 1863-START-02)."""
    return RightToStart(company, stop, least=NUMBERS.least_bid, raise_by=NUMBERS.least_raise)


def may_open(game: Game, company: Company) -> Refusal | None:
    """Any company that is not in play; in the historical game the Metropolitan first, the UERL later.

    Rules 1863-START-06, 1863-START-07 and 1863-SETUP-12.
    """
    if game.state.has(company, STARTED):
        return game.forbid("start.started", "{company} is in play", company=game.symbol(company))
    if "equal" in game.book.options:
        return None
    if not record(game).opened and company != FIRST:
        return game.forbid("start.first", "The Metropolitan must be auctioned first")
    if company == LATE and game.state.round.number == 1:
        return game.forbid("start.late", "The UERL is not available in the first stock round")
    return None


def open_refusal(game: Game, step: StockTurn, action: Open) -> Refusal | None:
    """Opening a company is the purchase of the turn (1863-SR-02, 1863-SR-03)."""
    if step.bought:
        return game.forbid("stock.one_purchase", "Only one share may be bought, or one company opened, in a turn")
    if not founders(game, step.player):
        return game.forbid("start.founder", "Neither you nor a company of yours may found a company in this turn")
    refusal = may_open(game, action.company)
    if refusal is not None:
        return refusal
    if action.stop not in start_places(game, action.company):
        return game.forbid("start.place", "A company starts on a free circle of a [station]")
    return auction.refusal(game, Auction(step.player, right_to_start(action.company, action.stop)), Bid(action.amount))


def _open_options(game: Game, step: StockTurn) -> Iterable[Choice]:
    if step.bought or not founders(game, step.player):
        return
    places = {company: start_places(game, company) for company in game.all_companies() if not may_open(game, company)}
    companies = [company for company in places if places[company]]
    if not companies:
        return
    # What could be put into a company that has nothing yet is the same for all of them.
    most = right_to_start(companies[0], places[companies[0]][0]).most(game, step.player)
    if most >= NUMBERS.least_bid:
        for company in companies:
            yield Choice(Open, (only(company), OneOf(places[company]), Span(NUMBERS.least_bid, most)))


def _open(game: Game, step: StockTurn, action: Open) -> None:
    """The token is on the board, whoever wins; the others are asked (1863-START-01, 1863-START-24)."""
    company = action.company
    amend(game, opened=True)
    set_tokens(game, company, 1)
    effects.give_tokens(game, company, 1)
    effects.place_token(game, company, action.stop)
    lot = right_to_start(company, action.stop)
    game.put(replace(step, bought=True, dealt=True))
    game.push(Auction(step.player, lot))
    auction.open_with(game, lot, step.player, action.amount)


OPEN = stock.unless_over_limit(Move(Open, _open_options, open_refusal, _open))

# -- the founder ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Founding(PlayerStep):
    """The winner says whether they or one of their companies founds the company, which pays the bid."""

    company: Company
    stop: Stop
    bid: int
    order: ClassVar[str] = "start.founder"

    def task(self, game: Game) -> Text:
        """Which company."""
        return Text("say who founds {company}", company=game.symbol(self.company))

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What the founder does."""
        founder = "The founder pays the bid of {bid}, provides all of the capital and becomes president of {company}"
        return (Text(founder, bid=self.bid, company=game.symbol(self.company)),)

    @property
    def subjects(self) -> tuple[Company, ...]:
        """The new company."""
        return (self.company,)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return FOUNDING_MOVES

    def proceed(self, game: Game) -> bool:
        """If there is only one who could, they do."""
        able = [founder for founder in founders(game, self.player) if means(game, founder, self.company) >= self.bid]
        if len(able) > 1:
            return False
        _found(game, self, Found(able[0]))
        return True


def found_refusal(game: Game, step: Founding, action: Found) -> Refusal | None:
    """The founder pays the bid and all of the capital (1863-START-09, 1863-START-25)."""
    if action.founder not in founders(game, step.player):
        return game.forbid("start.founder", "The founder is the player, or a company of theirs that has operated")
    if means(game, action.founder, step.company) < step.bid:
        return game.forbid(
            "start.means", "{founder} cannot pay the bid and the capital", founder=game.name(action.founder)
        )
    return None


def _found(game: Game, step: Founding, action: Found) -> None:
    """The bid is paid to the bank and is no part of the capital (1863-START-03)."""
    game.pop()
    purpose = Text("the right to start {company}", company=game.symbol(step.company))
    effects.pay(game, action.founder, BANK, step.bid, purpose)
    game.push(SetPrice(action.founder, step.company, step.stop))


FOUNDING_MOVES: tuple[AnyMove, ...] = (
    Move(
        Found,
        filtered(lambda game, step: [Found(founder) for founder in founders(game, step.player)], found_refusal),
        found_refusal,
        _found,
    ),
)
ACTIONS = (Open, Found)
