"""What a company has to pay: from its cash, with loans, or else in a cash crisis or liquidation (rules 1863-CRISIS)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import BANK, Company
from railhead.core.steps import AnyMove, CompanyStep, Move, never
from railhead.core.text import Text
from railhead.rules import loans
from railhead.titles.t1863 import debts, prices, shares
from railhead.titles.t1863.facts import NUMBERS


@dataclass(frozen=True, slots=True)
class DeclareCrisis(Action):
    """Look to the president for help."""

    form: ClassVar[str] = "crisis"
    label: ClassVar[str] = "Declare a cash crisis"
    told: ClassVar[tuple[str, ...]] = ("{actor} declares a cash crisis",)
    topic: ClassVar[Topic] = Topic.LOANS


@dataclass(frozen=True, slots=True)
class EnterLiquidation(Action):
    """Give the company up: it is liquidated in the next round of mergers."""

    form: ClassVar[str] = "liquidation"
    label: ClassVar[str] = "Go into liquidation"
    told: ClassVar[tuple[str, ...]] = ("{actor} goes into liquidation",)
    topic: ClassVar[Topic] = Topic.LOANS


def owe(game: Game, company: Company, amount: int, reason: str, interest: int = 0) -> None:
    """A company has to pay the bank an amount, and interest on each of its loans, before anything else continues.

    Only costs, interest and the tokens of a float are paid in this way, never a train (1863-CRISIS-02).
    """
    game.push(Payment(company, amount, reason, interest))


@dataclass(frozen=True, slots=True)
class Payment(CompanyStep):
    """A company has to pay; if it cannot, its president chooses what becomes of it (1863-CRISIS-01)."""

    amount: int
    reason: str
    interest: int = 0
    """What is due in addition for each loan it has, new ones too (1863-COST-05)."""
    helped: bool = False
    """A cash crisis has been declared, and cannot be withdrawn (1863-CRISIS-06)."""
    purpose: ClassVar[str] = "declare a cash crisis or go into liquidation"
    order: ClassVar[str] = "turn.crisis"

    def due(self, game: Game) -> int:
        """All that has to be paid."""
        return self.amount + self.interest * game.state.loans[self.company]

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What is due, what there is, and what both choices mean."""
        owner = game.director(self.company)
        assert owner is not None
        return (
            Text(
                "{company} has to pay {due} for {reason}, has {cash} and cannot borrow enough",
                company=game.symbol(self.company),
                due=self.due(game),
                reason=Text(self.reason),
                cash=game.treasury(self.company),
            ),
            Text(
                "In a cash crisis the price is halved, shares of others are sold, and {president} pays the rest",
                president=game.name(owner),
            ),
            Text("In liquidation nothing is paid now, but the company is broken up in the next round of mergers"),
        )

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Crisis or liquidation; loans that are not enough may be taken all the same."""
        return MOVES

    def proceed(self, game: Game) -> bool:
        """Pay with cash and loans, if there is enough; nobody pays for a company that has no president."""
        needed = loans_needed(game, self)
        if game.controller(self.company) is None:
            game.pop()
        elif needed <= loans.room(game, self.company):
            game.pop()
            pay(game, self, needed)
        elif self.helped:
            game.pop()
            call_on_president(game, self)
        else:
            return False
        return True


def loans_needed(game: Game, step: Payment) -> int:
    """The fewest loans with which the company can pay, interest on them included (1863-LOAN-12, 1863-COST-05)."""
    gap = step.due(game) - game.treasury(step.company)
    return max(0, -(-gap // (NUMBERS.loan - step.interest)))


def pay(game: Game, step: Payment, new_loans: int) -> None:
    """The company takes loans and pays."""
    if new_loans:
        loans.borrow(game, step.company, new_loans)
    effects.pay(game, game.purse(step.company), BANK, step.due(game), Text(step.reason))


def call_on_president(game: Game, step: Payment) -> None:
    """All cash goes to the president, who pays: a player, or a company that has a president itself.

    Rules 1863-CRISIS-05 and 1863-CRISIS-08.
    """
    president = game.director(step.company)
    assert president is not None
    cash = game.treasury(step.company)
    effects.pay(game, game.purse(step.company), president, cash, Text("help in a cash crisis"))
    reason = Text("{reason} ({company})", reason=Text(step.reason), company=game.symbol(step.company))
    debts.owe_through_chain(game, president, BANK, step.due(game), reason)


def _declare(game: Game, step: Payment, _: DeclareCrisis) -> None:
    """The price is halved, and all shares of others that may be sold are sold (1863-CRISIS-03, 1863-CRISIS-04)."""
    game.put(replace(step, helped=True))
    prices.halve(game, step.company)
    shares.sell_all(game, game.purse(step.company))


def _liquidate(game: Game, step: Payment, _: EnterLiquidation) -> None:
    """The marker goes to the red zone, and what was to be paid lapses (1863-LIQ-01, 1863-LIQ-10)."""
    game.pop()
    prices.to_red(game, step.company)


def _always(action: type[Action]) -> Callable[[Game, Payment], Iterable[Choice]]:
    return lambda game, step: (Choice(action),)


MOVES: tuple[AnyMove, ...] = (
    Move(DeclareCrisis, _always(DeclareCrisis), never, _declare),
    Move(EnterLiquidation, _always(EnterLiquidation), never, _liquidate),
)
ACTIONS = (DeclareCrisis, EnterLiquidation)
