"""Debts: where directors answer for their companies, the rules of thumb see to it that they can."""

from __future__ import annotations

from functools import cache
from itertools import islice, product
from random import Random

import pytest

from railhead.bots import debts, registry, selfplay
from railhead.bots.bot import Budget
from railhead.bots.careless import Careless
from railhead.bots.position import position
from railhead.bots.table import Table
from railhead.core.actions import Action, Pass
from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.spelling import Count
from railhead.core.state import FLOATED, State
from railhead.core.steps import Matter, Step
from railhead.rules.auction import Bid
from railhead.rules.borrowing import Borrow, Repay
from railhead.rules.stock import Buy, StockTurn
from railhead.titles import catalogue
from railhead.titles.t1863.crisis import DeclareCrisis, EnterLiquidation, Payment
from railhead.titles.t1863.dividends import PayDividend
from railhead.titles.t1863.founding import Open
from railhead.titles.t1863.opening import PrivateLot
from railhead.titles.t1863.shorts import Short
from railhead.titles.t1863.turns import ManageLoans

BOOK = catalogue.rulebook("1863", ("A", "B", "C"), frozenset(), 5)


@cache
def positions() -> tuple[State, ...]:
    """The positions of a game of careless players."""
    made = selfplay.play(BOOK, [Careless() for _ in BOOK.seat_ids], Random(5), audited=False)
    return tuple(each.before for each in islice(made, 700))


def first(kind: type[Step], offering: type[Action] | None = None) -> State:
    """A copy of the first position of a kind, in which something may be done."""
    for state in positions():
        if isinstance(state.agenda[-1], kind) and (offering is None or offering in table(state).seen.choices.kinds):
            return state.clone()
    raise AssertionError(f"there is no {kind.__name__}")


def table(state: State) -> Table:
    game = Game(BOOK, state)
    return Table(position(BOOK, state, game.step.seat(game)), Budget())


def decided(state: State, bot: str = "medium") -> Action:
    return registry.find(bot).decide(table(state).seen, Random(1), Budget()).action


def of_a_company(kind: type[Step], offering: type[Action] | None = None) -> tuple[State, Company]:
    state = first(kind, offering)
    company = state.agenda[-1].acting_company
    assert company is not None
    return state, company


def in_debt(seat_state: State, cash: int) -> State:
    """The player who has to decide directs a company with two loans and an empty treasury, and has this much."""
    seat = table(seat_state).seat
    company = next(each for each in BOOK.company_ids if seat_state.has(each, FLOATED))
    seat_state.director[company] = seat
    seat_state.loans[company] = 2
    seat_state.cash[BOOK.purse(company)] = 0
    seat_state.cash[seat] = cash
    return seat_state


def a_stock_turn() -> State:
    """A stock turn of a player, with companies in play and a share on sale."""
    for state in positions():
        in_play = any(state.has(company, FLOATED) for company in BOOK.company_ids)
        if in_play and isinstance(state.agenda[-1], StockTurn) and {Buy, Open} <= set(table(state).seen.choices.kinds):
            return state.clone()
    raise AssertionError("there is no such turn")


def test_a_company_that_earns_repays_what_it_can_spare() -> None:
    state, company = of_a_company(ManageLoans, Repay)
    state.loans[company], state.revenue[company] = 2, 50
    state.cash[BOOK.purse(company)] = 1_000
    assert decided(state) == Repay(Count(2))
    assert decided(state, "medium@1") == Pass()


def test_it_keeps_what_is_due() -> None:
    state, company = of_a_company(ManageLoans, Repay)
    state.loans[company], state.revenue[company] = 2, 50
    due = debts.dues(Game(BOOK, state), company)
    assert due > 0
    state.cash[BOOK.purse(company)] = 100 + due - 1
    assert decided(state) == Pass()


def test_players_answer_for_loans_beyond_what_is_in_treasuries() -> None:
    state = in_debt(a_stock_turn(), 500)
    exposed = debts.exposure(Game(BOOK, state), table(state).seat)
    assert exposed >= 200
    assert debts.ready_money(table(state)) == 500 - exposed


def test_nobody_begins_a_company_who_could_not_answer_for_it() -> None:
    state = in_debt(a_stock_turn(), 450)
    assert not isinstance(decided(state), Open)
    assert isinstance(decided(state, "medium@1"), Open)


def test_money_that_may_be_owed_buys_no_shares() -> None:
    state = in_debt(a_stock_turn(), 210)
    assert not isinstance(decided(state), Buy)


def test_a_private_company_that_brings_nothing_is_left_to_others() -> None:
    state = next(each for each in positions() if isinstance(getattr(each.agenda[-1], "lot", None), PrivateLot))
    assert decided(state) == Pass()
    assert isinstance(decided(state, "medium@1"), Bid)


@pytest.mark.parametrize(("revenue", "treasury"), [(60, 0), (200, 0), (0, 30)])
def test_a_dividend_leaves_what_is_due(revenue: int, treasury: int) -> None:
    state = next(each.clone() for each in positions() if each.agenda[-1].matter is Matter.DIVIDEND)
    company = state.agenda[-1].acting_company
    assert company is not None
    state.revenue[company], state.cash[BOOK.purse(company)] = revenue, treasury
    paid = decided(state)
    assert isinstance(paid, PayDividend)
    left = revenue + treasury - paid.amount
    assert left >= min(debts.dues(Game(BOOK, state), company), revenue + treasury)


def test_loans_are_not_taken_for_a_train_that_will_not_pay_for_them() -> None:
    for state in positions():
        if state.agenda[-1].matter is Matter.TRAINS and Borrow in table(state).seen.choices.kinds:
            clone = state.clone()
            company = clone.agenda[-1].acting_company
            assert company is not None
            clone.cash[BOOK.purse(company)] = 0
            others = [each for each in BOOK.company_ids if each != company]
            for each in others[:5]:
                clone.loans[each] = 10  # the rate of interest is as high as it gets
            assert not isinstance(decided(clone), Borrow)
            return
    raise AssertionError("nobody could borrow")


def test_a_company_that_would_ruin_its_president_is_given_up() -> None:
    state = next(each.clone() for each in positions() if isinstance(each.agenda[-1], Payment))
    company, seat = state.agenda[-1].acting_company, table(state).seat
    assert company is not None
    state.loans[company], state.cash[BOOK.purse(company)], state.cash[seat] = 2, 0, 0
    for other, holder in product(BOOK.company_ids, (*BOOK.seat_ids, BOOK.purse(company))):
        # All that is left is the president's certificate, which nobody could take over.
        state.shares[holder * BOOK.company_count + other] = 2 if (other, holder) == (company, seat) else 0
    assert decided(state) == EnterLiquidation()
    assert decided(state, "medium@1") == DeclareCrisis()


def test_the_hard_bot_owes_no_shares() -> None:
    offered = [each for each in positions() if Short in table(each).seen.choices.kinds]
    assert len(offered) > 5
    assert not any(isinstance(decided(each, "hard"), Short) for each in offered[::5])


def test_the_hard_bot_keeps_what_it_may_have_to_answer_for() -> None:
    state = in_debt(a_stock_turn(), 210)
    assert not isinstance(decided(state, "hard"), Buy)
