"""The liquidation of a company in the red zone (rules 1863-LIQ)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Company, Owner, Seat
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, Step, filtered, passing
from railhead.core.text import Text
from railhead.rules import directors
from railhead.titles.t1863 import failing, lives, lots, lptb, paying, prices, shares, subsidiaries
from railhead.titles.t1863.activities import take_part
from railhead.titles.t1863.facts import MINOR
from railhead.titles.t1863.failing import Ending, is_ending
from railhead.titles.t1863.lots import Part


def begin(game: Game, company: Company) -> None:
    """A company is broken up (1863-MA-03)."""
    take_part(game, company)
    effects.declare(game, company, Text("liquidated"))
    game.push(Liquidation(company))


@dataclass(frozen=True, slots=True)
class Liquidation(Ending):
    """A liquidation, and how far it has come."""

    stage: int = 0

    def proceed(self, game: Game) -> bool:
        """The next part."""
        if self.stage == len(STAGES):
            game.pop()
            lives.retire(game, self.company)
            return True
        game.put(Liquidation(self.company, self.stage + 1))
        STAGES[self.stage](game, self.company)
        return True


def _sell(part: Part) -> Callable[[Game, Company], None]:
    def sell(game: Game, company: Company) -> None:
        """Before Phase V a lot is auctioned; then, the LPTB gets it (1863-LIQ-04, 1863-LIQ-06)."""
        if lptb.acts(game):
            lots.to_the_lptb(game, company, part)
        else:
            lots.auction(game, company, part)

    return sell


def share_out(game: Game, company: Company) -> None:
    """Cash that is left is split by the share; what falls to charter and Pool stays with the bank (1863-LIQ-08).

    A minor's owner gets all of it. Where shorts are out, it is split by all shares about; they are void themselves.
    """
    cash = game.treasury(company)
    about = game.share_count(company) + game.shorts_out(company)
    each = cash if game.state.kind[company] == MINOR else cash // about
    purpose = Text("the liquidation of {company}", company=game.symbol(company))
    for owner, held in failing.holders(game, company):
        share = cash if game.state.kind[company] == MINOR else each * held
        effects.pay(game, game.purse(company), owner, share, purpose)


# -- shares of others -------------------------------------------------------------------------------


def sell_holdings(game: Game, company: Company) -> None:
    """Shares in others are sold to the Pool; certificates that may not enter it find another way (1863-LIQ-02).

    Rules 1863-LPTB-05, 1863-LPTB-09 and 1863-LIQ-11.
    """
    shares.sell_all(game, game.purse(company))
    held = [other for other in game.all_companies() if other != company and game.held(game.purse(company), other)]
    for other in reversed(held):
        game.push(Subsidiary(company, other))


@dataclass(frozen=True, slots=True)
class TakeSubsidiary(Action):
    """Buy what a failing company has of another one."""

    form: ClassVar[str] = "take-subsidiary"
    label: ClassVar[str] = "Buy it at its price"
    told: ClassVar[tuple[str, ...]] = ("{player} buys the subsidiary",)
    topic: ClassVar[Topic] = Topic.SHARES


@dataclass(frozen=True, slots=True)
class Subsidiary(Step):
    """The president of a failing company may buy the certificates of a company below it; otherwise it fails, too."""

    failing: Company
    company: Company
    order: ClassVar[str] = "turn.subsidiary"
    on_pass: ClassVar[str] = "{player} lets the subsidiary fail"

    def task(self, game: Game) -> Text:
        """Which company, and what it would cost."""
        cost = price_of_all(game, self)
        return Text("buy {company} for {cost} or let it fail", company=game.symbol(self.company), cost=cost)

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Whose end brings this about, and who would pay."""
        taker = buyer(game, self.failing)
        fails = Text(
            "{company} belongs to {failing}, which ends. {president} may buy it; otherwise it fails, too",
            failing=game.symbol(self.failing),
            company=game.symbol(self.company),
            president=game.name(taker),
        )
        return (fails, *paying.told(game, taker, price_of_all(game, self)))

    @property
    def subjects(self) -> tuple[Company, ...]:
        """The subsidiary."""
        return (self.company,)

    def seat(self, game: Game) -> Seat:
        """The player who decides for the president."""
        return game.player_for(self.failing)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return SUBSIDIARY_MOVES

    def proceed(self, game: Game) -> bool:
        """If it cannot be bought, it fails."""
        able = game.controller(self.failing) is not None and take_refusal(game, self, TakeSubsidiary()) is None
        if not able:
            let_fail(game, self)
        return not able


def buyer(game: Game, failing: Company) -> Owner:
    """The president of a failing company; if that is a company that ends itself, whoever is above it."""
    owner = game.state.director[failing]
    above = game.book.company_of(owner)
    return owner if above is None or not is_ending(game, above) else buyer(game, above)


def price_of_all(game: Game, step: Subsidiary) -> int:
    """What the failing company's shares of the other one cost."""
    return game.held(game.purse(step.failing), step.company) * game.price_of(step.company)


def take_refusal(game: Game, step: Subsidiary, _: TakeSubsidiary) -> Refusal | None:
    """The president pays the price of each share into the failing company's cash (1863-LIQ-11).

    One that is a company may borrow for it (1863-LOAN-02). All limits of such a transfer hold (1863-SUB-01): those on
    certificates and holdings, and on what was sold before.
    """
    company, seller, taker = step.company, game.purse(step.failing), buyer(game, step.failing)
    count = game.held(seller, company)
    if price_of_all(game, step) > paying.means(game, taker):
        return game.forbid("fail.cash", "{president} cannot pay for it", president=game.name(taker))
    if directors.at_limit(game, taker):
        return game.forbid("stock.limit", "You already hold as many certificates as the limit allows")
    return (
        shares.has_sold(game, taker, company)
        or subsidiaries.limit_refusal(game, taker, seller, company, count)
        or subsidiaries.president_refusal(game, taker, seller, company, count)
    )


def _take(game: Game, step: Subsidiary, _: TakeSubsidiary) -> None:
    """As in any transfer, the price falls one place for each share (1863-SUB-02)."""
    game.pop()
    seller, taker, company = game.purse(step.failing), buyer(game, step.failing), step.company
    count, cost = game.held(seller, company), price_of_all(game, step)
    purpose = Text("{count} {company}", count=count, company=game.symbol(company))
    paying.cover(game, taker, cost)
    effects.pay(game, taker, seller, cost, purpose)
    effects.move_shares(game, seller, taker, company, count)
    effects.set_director(game, company, taker)
    prices.fall(game, company, count)
    shares.after_trade(game, company)


def let_fail(game: Game, step: Subsidiary) -> None:
    """The subsidiary is liquidated as well (1863-LIQ-11).

    That happens before its owner is gone, who gets what is left of it and answers for its loans like any president.
    """
    game.pop()
    prices.to_red(game, step.company)
    begin(game, step.company)


SUBSIDIARY_MOVES: tuple[AnyMove, ...] = (
    Move(TakeSubsidiary, filtered(lambda game, step: (TakeSubsidiary(),), take_refusal), take_refusal, _take),
    passing(let_fail),
)
ACTIONS = (TakeSubsidiary,)
STAGES: tuple[Callable[[Game, Company], None], ...] = (
    sell_holdings,
    _sell(Part.TOKENS),
    _sell(Part.TRAINS),
    _sell(Part.PRIVATES),
    failing.repay,
    share_out,
)
"""Shares of others, the three lots, loans, the rest (1863-LIQ-02, 1863-LIQ-04, 1863-LIQ-07, 1863-LIQ-08)."""
