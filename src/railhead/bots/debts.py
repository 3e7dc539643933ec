"""Debts: whoever directs a company may have to answer for it, so it borrows only what its trains will pay for.

Where a title lets companies borrow whenever they like, or makes its directors pay what they cannot, these rules say
when to borrow and to repay, how much of the revenue to pay out, and how much money to hold in readiness.
"""

from __future__ import annotations

from railhead.bots import building
from railhead.bots.bot import Weighed
from railhead.bots.table import LASTING, Table, sorts, value_of
from railhead.core import engine
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, Span
from railhead.core.game import Game
from railhead.core.ids import NOWHERE, Company, Seat, Train
from railhead.core.spelling import Count, Money
from railhead.core.state import FLOATED
from railhead.core.steps import Matter
from railhead.rules import directors
from railhead.rules.borrowing import Borrow, Repay, borrower
from railhead.rules.debts import pending
from railhead.rules.directors import CertificateRules
from railhead.rules.loans import LoanRules
from railhead.rules.outlook import OutlookRules
from railhead.rules.stock import Sell
from railhead.rules.track import LayTrack
from railhead.rules.trains import TrainRules

BEARABLE = 0.4
"""Which part of what a company earns its dues may take, interest included."""
FOR_TRACK = 0.4
"""With less than this part of the price of a train, a company can hardly build."""
CUSHION = 1.5
"""How many times the price of a train a new company should have where its director answers for it."""
SPENDING = 0.25
"""What a unit of idle money is worth more to a company in track than in its treasury."""
STRAINED = 0.6
"""If the dues of a company with debts take more than this part, its director may want to be rid of it."""
HORIZON = 6.0
"""For so many rounds a company is expected to earn what it earns now."""
DUE, OWED, NEEDED, IDLE = 2.0, 1.0, 1.2, 0.2
"""What a unit of money in a treasury is worth that pays dues, loans or the next train, and what any other is."""
RISE = 0.8
"""What a unit of a price is worth, as compared with money in hand: it may fall again."""
RUINED = -1_000_000.0
"""What it is worth to be out of the game."""


# -- what is owed -----------------------------------------------------------------------------------


def dues(game: Game, company: Company) -> int:
    """What a company has to pay at the end of its turn, whatever it earns."""
    return game.rules[OutlookRules].dues(game, company)


def exposure(game: Game, seat: Seat) -> int:
    """What a player would have to pay if all their companies were to end today: loans beyond what is in treasuries."""
    if not game.rules[OutlookRules].answers_for_debts:
        return 0
    owed = game.rules[LoanRules].repayment
    return sum(
        max(0, owed(game, company) * game.state.loans[company] + dues(game, company) - game.treasury(company))
        for company in game.all_companies()
        if game.state.has(company, FLOATED) and game.controller(company) == seat
    )


def ready_money(table: Table) -> int:
    """What a player can spend and still answer for the debts of their companies."""
    return table.cash - exposure(table.game, table.seat)


def can_begin(table: Table) -> bool:
    """Is there money for another company, beside what the companies of the player may come to owe?

    Where directors answer for debts, nobody should begin one who may not even hold its shares.
    """
    game, seat = table.game, table.seat
    if not table.mine or not game.rules[OutlookRules].answers_for_debts:
        return True
    may_hold = directors.certificates(game, seat) < game.rules[CertificateRules].limit(game)
    return may_hold and ready_money(table) >= 2 * cushion(game) * table.next_price()


def may_inherit(game: Game, seat: Seat, company: Company, held: int, part: float) -> bool:
    """With so many shares, could a player become director of a company of others that owes more than it has?

    Only if its dues take more than a part of what it earns: its director may want to be rid of it.
    """
    if not game.rules[OutlookRules].answers_for_debts or game.controller(company) == seat:
        return False
    owed = game.rules[LoanRules].repayment(game, company) * game.state.loans[company] - game.treasury(company)
    burdened = owed > 0 and dues(game, company) > part * game.state.revenue[company]
    return burdened and held >= directors.director_size(game, company)


def with_one_more(table: Table, company: Company) -> bool:
    """Could a player who buys a share of a company inherit its debts with it?"""
    game, seat = table.game, table.seat
    return may_inherit(game, seat, company, game.held(seat, company) + 1, BEARABLE)


def escape(table: Table) -> list[Weighed]:
    """Sell most shares of a company whose debts its director may leave to whoever holds enough of it."""
    game, seat = table.game, table.seat
    found = []
    for action in table.of(Sell):
        held = game.held(seat, action.company)
        if may_inherit(game, seat, action.company, held, STRAINED):
            safe = not may_inherit(game, seat, action.company, held - action.count, STRAINED)
            found.append(Weighed(action, (100.0 if safe else 0.0) - action.count * (1 if safe else -1)))
    return found


def cushion(game: Game) -> float:
    """How many times the price of a train a new company should have, so that nobody has to answer for it soon."""
    return CUSHION if game.rules[OutlookRules].answers_for_debts else 1.0


def relief(table: Table, company: Company, cost: float) -> float:
    """What a place that costs so much is worth more to a company with idle money, where it has dues to earn."""
    if not table.game.rules[OutlookRules].answers_for_debts:
        return 0.0
    return SPENDING * max(0.0, min(cost, idle(table, company)))


# -- loans ------------------------------------------------------------------------------------------


def repay(table: Table) -> list[Weighed]:
    """Loans, as many as a company can spare the money for: it needs some for its dues, and for a first train.

    As long as it earns nothing it needs all of it, and what it borrows for a train it should not give back at once.
    """
    game, company = table.game, borrower(table.game, table.step)
    if company is None or not game.state.revenue[company] or table.step.matter is Matter.TRAINS:
        return []
    kept = dues(game, company) + (0 if building.running(game, company) else table.next_price())
    spare = (game.treasury(company) - kept) // max(1, game.rules[LoanRules].repayment(game, company))
    count = min(spare, most(table, Repay))
    return [Weighed(Repay(Count(count)), count)] if count > 0 else []


def borrow(table: Table) -> list[Weighed]:
    """Loans for a train that will pay for them, or for the track without which nothing can be earned."""
    company, count = borrower(table.game, table.step), most(table, Borrow)
    if company is None or not count:
        return []
    if table.step.matter is Matter.TRACK:
        return _for_track(table, company)
    return _for_train(table, company, count) if table.step.matter is Matter.TRAINS else []


def most(table: Table, kind: type[Action]) -> int:
    """How many loans may be taken, or repaid."""
    domains = [choice.domains[0] for choice in table.offered if choice.action is kind]
    return max((each.high for each in domains if isinstance(each, Span)), default=0)


def _for_track(table: Table, company: Company) -> list[Weighed]:
    """A first loan, if a company can neither run nor build."""
    game, step = table.game, table.step
    poor = game.treasury(company) < dues(game, company) + FOR_TRACK * table.next_price()
    stuck = poor and isinstance(step, LayTrack) and not step.laid and not game.state.revenue[company]
    return [Weighed(Borrow(Count(1)), 1.0)] if stuck and not game.state.loans[company] else []


def _for_train(table: Table, company: Company, most: int) -> list[Weighed]:
    """The loans for whichever train of the bank gains most, if its company can bear them."""
    game, proceeds = table.game, table.game.rules[LoanRules].proceeds(table.game, company)
    found = []
    for train in building.on_sale(game):
        lacking = table.price(company, train) + dues(game, company) - game.treasury(company)
        count = -(-lacking // max(1, proceeds))
        if 0 < count <= most and game.rules[TrainRules].room(game, company, train) is None:
            found.append(Weighed(Borrow(Count(count)), _gain(table, company, train, count)))
    return [each for each in found if each.value > 0]


def _gain(table: Table, company: Company, train: Train, count: int) -> float:
    """What a train earns while it lasts beyond its price and the interest; nothing if the dues could not be borne."""
    game = table.game
    lasting = tuple(each for each in building.running(game, company) if table.life(each) >= LASTING)
    now = building.earned_with(game, company, lasting, table.budget) if lasting else 0
    then = building.earned_with(game, company, (*lasting, train), table.budget)
    interest = game.rules[OutlookRules].interest(game, count)
    if dues(game, company) + interest * (game.state.loans[company] + count) > BEARABLE * then:
        return 0.0
    rounds = min(HORIZON, table.life(train))
    return rounds * (then - now - interest * count) - table.price(company, train)


# -- dividends --------------------------------------------------------------------------------------


def amount(table: Table) -> list[Weighed]:
    """A dividend of any amount: what the player gets, what it does to the price, and what the company needs."""
    company = table.company
    if company is None or table.step.matter is not Matter.DIVIDEND:
        return []
    most = table.game.state.revenue[company] + max(0, idle(table, company))
    offered = [action for choice in table.offered if _is_amount(choice) for action in choice]
    offered = [action for action in offered if value_of(action, Money) <= most]
    return [Weighed(action, _worth_paying(table, company, value_of(action, Money))) for action in offered]


def idle(table: Table, company: Company) -> int:
    """What a company has that it needs neither for its dues and loans nor for its next train."""
    return table.game.treasury(company) - sum(need for need, _ in _needs(table, company))


def _is_amount(choice: Choice) -> bool:
    return list(sorts(choice.action).values()) == [Money]


def _worth_paying(table: Table, company: Company, amount: int) -> float:
    """In money for the player who decides."""
    game = table.game
    held, shares = game.held(table.seat, company), game.share_count(company)
    place, prices = game.state.price[company], game.book.market.prices
    after = game.rules[OutlookRules].place_after(game, company, place, amount)
    # What the company is paid for shares of its own stays with it.
    returned = amount * max(0, game.held(game.purse(company), company)) // shares
    kept = game.treasury(company) + game.state.revenue[company] - amount + returned
    return held * (amount / shares + RISE * (prices[after] - prices[place])) + _treasured(table, company, kept)


def _needs(table: Table, company: Company) -> tuple[tuple[int, float], ...]:
    """What a company needs money for, with what a unit of it is worth then: dues, loans, and the next train."""
    game = table.game
    owed = game.rules[LoanRules].repayment(game, company) * game.state.loans[company]
    part = game.held(table.seat, company) / game.share_count(company)
    lasts = any(table.life(each) >= min(2 * LASTING, table.rounds_left) for each in building.running(game, company))
    return (
        (2 * dues(game, company), DUE),
        (owed, OWED),
        (0 if lasts else table.next_price(), NEEDED * part),
    )


def _treasured(table: Table, company: Company, money: int) -> float:
    """What so much money in a treasury is worth."""
    worth = 0.0
    for need, value in _needs(table, company):
        spent = min(need, money)
        worth, money = worth + spent * value, money - spent
    return worth + IDLE * table.game.held(table.seat, company) / table.game.share_count(company) * money


# -- when it cannot pay -----------------------------------------------------------------------------


def least_evil(table: Table) -> list[Weighed]:
    """What leaves the player best off, where a company has to pay what it cannot: help it, or give it up."""
    ways = [each.action for each in table.offered if each.action.topic is Topic.LOANS and not sorts(each.action)]
    if table.may_pass or len(ways) < 2:
        return []
    return [Weighed(way(), _left(table, way())) for way in ways]


def _left(table: Table, action: Action) -> float:
    """What a player has after an action: money and shares, less what they answer for."""
    table.budget.spend()
    after = Game(table.book, engine.advance(table.book, table.game.state, action)[0])
    return net_worth(after, table.seat)


def net_worth(game: Game, seat: Seat) -> float:
    """Money, shares at their prices and what they soon earn, less what the player may have to answer for."""
    if seat in game.state.out:
        return RUINED
    owed = sum(debt.amount for debt in pending(game) if debt.debtor == seat)
    worth = float(game.state.cash[seat] - owed - exposure(game, seat))
    for company in game.all_companies():
        held = game.held(seat, company)
        if held and game.state.price[company] != NOWHERE:
            earned = max(0, game.state.revenue[company] - dues(game, company)) if game.price_of(company) else 0
            worth += held * (game.price_of(company) + HORIZON * earned / game.share_count(company))
    return worth
