"""The acquisition of a company in the grey zone (rules 1863-ACQ)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Seat
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, PlayerStep, filtered
from railhead.core.text import Text, joined
from railhead.rules import directors, loans, trains
from railhead.rules.auction import Auction, Lot
from railhead.rules.dividends import in_proportion
from railhead.titles.t1863 import failing, lives, tokens_over
from railhead.titles.t1863.activities import take_part
from railhead.titles.t1863.facts import NUMBERS
from railhead.titles.t1863.lots import BuyAs, up_to
from railhead.titles.t1863.ownership import companies_of


def begin(game: Game, company: Company) -> None:
    """The whole company is auctioned, from 5; without a bid it goes on as before (1863-ACQ-01, 1863-ACQ-03)."""
    take_part(game, company)
    lot = WholeCompany(company, least=NUMBERS.least_bid, raise_by=NUMBERS.least_raise)
    game.push(Auction(game.state.priority, lot))


def absorbers(game: Game, seat: Seat, target: Company) -> list[Company]:
    """The companies with which a player could absorb another: none that belongs to it (1863-ACQ-04).

    Companies in the red zone are gone by now.
    """
    return [company for company in companies_of(game, seat) if not game.is_directed_by(company, target)]


def means(game: Game, absorber: Company, target: Company) -> int:
    """The cash of both, and the loans both may still take (1863-ACQ-04)."""
    own, theirs = loans.room(game, absorber), loans.room(game, target)
    left = game.book.loans - sum(game.state.loans)
    return game.treasury(absorber) + game.treasury(target) + NUMBERS.loan * min(left, own + theirs)


@dataclass(frozen=True, slots=True)
class WholeCompany(Lot):
    """A company with all it has and owes; every player may bid, its president too (1863-ACQ-02)."""

    company: Company
    opening_rule: ClassVar[str] = "acquire.bid"
    raising_rule: ClassVar[str] = "acquire.bid"

    def name(self, game: Game) -> Text:
        """The company."""
        return Text("all of {company}", company=game.symbol(self.company))

    def details(self, game: Game) -> tuple[Text, ...]:
        """What the winner takes over, and who pays for it."""
        return (
            self._taken_over(game),
            *self._absorbers(game),
            Text("Its holders share the price. Without a bid nothing changes"),
        )

    def _taken_over(self, game: Game) -> Text:
        """What the winner's company gets."""
        company, cash, loans = game.symbol(self.company), game.treasury(self.company), game.state.loans[self.company]
        if loans == 1:
            one = "A company of the winner pays for {company} and takes it over with {cash} in cash and one loan"
            return Text(one, company=company, cash=cash)
        many = "A company of the winner pays for {company} and takes it over with {cash} in cash and {loans} loans"
        return Text(many, company=company, cash=cash, loans=loans)

    def _absorbers(self, game: Game) -> Iterable[Text]:
        """Which companies of each player could pay, and how much."""
        for seat in game.players:
            able = absorbers(game, seat, self.company)
            if able:
                paying = [up_to(game.symbol(each), means(game, each, self.company)) for each in able]
                yield Text("{player} could take it over for {buyers}", player=game.name(seat), buyers=joined(paying))

    def most(self, game: Game, seat: Seat) -> int:
        """What one of the player's companies could pay; so they need one (1863-ACQ-04)."""
        able = absorbers(game, seat, self.company)
        return max((means(game, company, self.company) for company in able), default=-1)

    def beyond(self, game: Game, seat: Seat) -> Refusal:
        """No company of the player could pay more."""
        most = max(0, self.most(game, seat))
        return game.forbid("acquire.means", "A company of yours can pay at most {most}", most=most)

    def won(self, game: Game, winner: Seat, price: int) -> None:
        """The winner names the company that absorbs it."""
        game.push(ChooseAbsorber(winner, self.company, price))


@dataclass(frozen=True, slots=True)
class ChooseAbsorber(PlayerStep):
    """The winner of an acquisition names the company that pays and absorbs the other."""

    company: Company
    price: int
    order: ClassVar[str] = "acquire.absorber"

    @property
    def subjects(self) -> tuple[Company, ...]:
        """The company that is taken over."""
        return (self.company,)

    def task(self, game: Game) -> Text:
        """Which company is taken over, and for how much."""
        name = game.symbol(self.company)
        return Text("say which company takes over {company} for {price}", company=name, price=self.price)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES

    def proceed(self, game: Game) -> bool:
        """If only one could pay, it does."""
        able = [action for action in _candidates(game, self) if refusal(game, self, action) is None]
        if len(able) > 1:
            return False
        _absorb(game, self, able[0])
        return True


def refusal(game: Game, step: ChooseAbsorber, action: BuyAs) -> Refusal | None:
    """A company of the player that does not belong to the other, and can pay."""
    company = game.book.company_of(action.buyer)
    if company is None or company not in absorbers(game, step.player, step.company):
        return game.forbid("acquire.absorber", "{buyer} cannot absorb it", buyer=game.name(action.buyer))
    if means(game, company, step.company) < step.price:
        return game.forbid("acquire.means", "{buyer} cannot pay for it", buyer=game.name(action.buyer))
    return None


def _candidates(game: Game, step: ChooseAbsorber) -> Iterable[BuyAs]:
    return [BuyAs(game.purse(company)) for company in absorbers(game, step.player, step.company)]


def _absorb(game: Game, step: ChooseAbsorber, action: BuyAs) -> None:
    """The bid is paid at once out of what both have; then the company is gone (1863-ACQ-04, 1863-ACQ-05)."""
    absorber, target = game.book.company_of(action.buyer), step.company
    assert absorber is not None
    game.pop()
    take_part(game, absorber)
    _borrow(game, absorber, target, step.price)
    lives.absorb(game, absorber, target)
    _pay_out(game, absorber, target, step.price)
    lives.retire(game, target)
    directors.settle_all(game)
    tokens_over.discard(game, absorber, target)
    game.push(trains.ReturnTrains(absorber))


def _borrow(game: Game, absorber: Company, target: Company, price: int) -> None:
    """The fewest loans, of the company that is acquired first: its price no longer matters (1863-ACQ-04)."""
    for company in (target, absorber):
        gap = price - game.treasury(absorber) - game.treasury(target)
        count = min(loans.room(game, company), -(-gap // NUMBERS.loan)) if gap > 0 else 0
        if count:
            loans.borrow(game, company, count)


def _pay_out(game: Game, absorber: Company, target: Company, price: int) -> None:
    """Each share of a major gets a tenth of the bid, a minor's owner all of it (1863-ACQ-05).

    The bid goes to the bank and is paid out like a dividend: what falls to the treasury of the company that is acquired
    comes back to the absorber, the part of the Pool stays. Whoever has sold it short pays the bank as much.
    """
    effects.pay(game, game.purse(absorber), BANK, price, Text("all of {company}", company=game.symbol(target)))
    own = (game.purse(absorber), game.held(game.purse(target), target))
    for owner, held in (*failing.holders(game, target), own):
        part = in_proportion(game, target, price, held)
        effects.pay(game, BANK, owner, part, Text("the acquisition of {company}", company=game.symbol(target)))
    failing.charge_shorts(game, target, price)


MOVES: tuple[AnyMove, ...] = (Move(BuyAs, filtered(_candidates, refusal), refusal, _absorb),)
