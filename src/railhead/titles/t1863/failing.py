"""The debts and the holders of a company that ends (rules 1863-LIQ and 1863-LPTB)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, FIRST_SEAT, Company, Owner
from railhead.core.steps import Step
from railhead.core.text import Text
from railhead.rules import loans
from railhead.rules.debts import owe
from railhead.rules.dividends import in_proportion
from railhead.titles.t1863 import debts
from railhead.titles.t1863.facts import MINOR, NUMBERS


@dataclass(frozen=True, slots=True)
class Ending(Step):
    """The end of a company, which takes several stages, each of which may ask somebody."""

    company: Company


def is_ending(game: Game, company: Company) -> bool:
    """Is the end of a company under way?"""
    return any(isinstance(step, Ending) and step.company == company for step in game.state.agenda)


# -- debts ----------------------------------------------------------------------------------------


def repay(game: Game, company: Company) -> None:
    """All loans are repaid from its cash; its president settles the rest at once (1863-LIQ-07, 1863-LPTB-10).

    If nobody is above it, what is left of them is void (1863-CRISIS-09).
    """
    affordable = min(game.state.loans[company], game.treasury(company) // NUMBERS.loan)
    if affordable:
        loans.repay(game, company, affordable)
    left = game.state.loans[company]
    effects.cancel_loans(game, company)
    if left and game.director(company) is not None:
        rest = min(game.treasury(company), left * NUMBERS.loan)
        effects.pay(game, game.purse(company), BANK, rest, Text("its loans"))
        president = game.state.director[company]
        owed = left * NUMBERS.loan - rest
        reason = Text("loans of {company}, which has ended", company=game.symbol(company))
        debts.owe_through_chain(game, president, BANK, owed, reason)


# -- holders --------------------------------------------------------------------------------------


def holders(game: Game, company: Company) -> Iterable[tuple[Owner, int]]:
    """The players and other companies that hold shares, with how many."""
    for owner in game.book.owner_ids[FIRST_SEAT:]:
        held = game.held(owner, company)
        if held > 0 and owner != game.purse(company):
            yield owner, held


def pay_holders(game: Game, company: Company, worth: int, charged: bool) -> None:
    """Each share gets its part of this worth, as far as the treasury allows (1863-LPTB-06, 1863-LPTB-11).

    A minor's owner gets all of it. What is left, charter and Pool included, is the bank's.
    """
    held = dict(holders(game, company))
    in_hands = sum(held.values())
    if not in_hands:
        return
    each = min(worth // game.share_count(company), game.treasury(company) // in_hands)
    if game.state.kind[company] == MINOR:
        each = min(worth, game.treasury(company)) // in_hands
    purpose = Text("the end of {company}", company=game.symbol(company))
    for owner, count in held.items():
        effects.pay(game, game.purse(company), owner, each * count, purpose)
    if charged:
        charge_shorts(game, company, each * game.share_count(company))


def charge_shorts(game: Game, company: Company, worth: int) -> None:
    """Whoever has sold it short pays the bank what the others get for as many shares (1863-ACQ-05, 1863-LPTB-15)."""
    reason = Text("shares of {company} sold short", company=game.symbol(company))
    for seat in game.players:
        owe(game, seat, BANK, in_proportion(game, company, worth, game.short(seat, company)), reason)
