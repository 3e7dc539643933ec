"""The final count: loans are repaid, then only what players have in their own hands counts (rules 1863-END)."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Seat
from railhead.core.steps import Step
from railhead.core.text import Text
from railhead.rules import loans, rounds
from railhead.rules.debts import Debt
from railhead.titles.t1863.debts import owe_through_chain
from railhead.titles.t1863.facts import NUMBERS


def worth(game: Game, seat: Seat) -> int:
    """Cash and shares in a player's own hands at their prices, so a minor twice its price; what is owed below zero.

    Rules 1863-END-06 and 1863-END-08. A player who is out has nothing.
    """
    if seat in game.state.out:
        return 0
    held = (company for company in game.all_companies() if game.held(seat, company))
    return game.state.cash[seat] + sum(game.held(seat, company) * game.price_of(company) for company in held)


def begin(game: Game) -> None:
    """The last round is over."""
    game.push(FinalCount())


def count_at_once(game: Game) -> None:
    """Nothing else happens any more, except that players pay what they owe."""
    if not game.within(FinalCount):
        owed = tuple(step for step in game.state.agenda if isinstance(step, Debt))
        game.state.agenda = (FinalCount(), *owed)


@dataclass(frozen=True, slots=True)
class FinalCount(Step):
    """All loans are repaid, company by company; then the game is over."""

    def proceed(self, game: Game) -> bool:
        """The next company with loans settles them; in which order they do so makes no difference."""
        indebted = next((company for company in game.all_companies() if game.state.loans[company]), None)
        if indebted is None:
            rounds.finish(game)
        else:
            settle_loans(game, indebted)
        return True


def settle_loans(game: Game, company: Company) -> None:
    """A company repays its loans, and whoever is above it pays what it lacks (1863-END-05).

    Nobody takes a loan for it, since that would have to be repaid as well.
    """
    count = game.state.loans[company]
    affordable = min(count, game.treasury(company) // NUMBERS.loan)
    if affordable:
        loans.repay(game, company, affordable)
    rest = NUMBERS.loan * (count - affordable)
    effects.cancel_loans(game, company)
    reason = Text("loans of {company}", company=game.symbol(company))
    owe_through_chain(game, game.purse(company), BANK, rest, reason, may_borrow=False)
