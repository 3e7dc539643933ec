"""The hard bot: it estimates what everybody will have, looks a step ahead, and says what its estimates are made of."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from railhead.bots import bidding, registry, selfplay
from railhead.bots.bot import Budget, Weighed, by_value
from railhead.bots.careless import Careless
from railhead.bots.character import CHARACTERS
from railhead.bots.hard import STALLED, Hard
from railhead.bots.position import position
from railhead.bots.table import Table
from railhead.bots.thumb import Thumb
from railhead.bots.values import Estimate
from railhead.core import engine
from railhead.core.actions import Deed, Pass, Topic, text_of
from railhead.core.game import Game
from railhead.core.ids import Company, a_train
from railhead.core.rulebook import Rulebook
from railhead.core.state import CLOSED, FLOATED, STARTED, State
from railhead.core.steps import Matter
from railhead.rules.auction import Auction
from railhead.rules.outlook import OutlookRules
from railhead.rules.stock import Start
from railhead.titles import catalogue
from railhead.titles.t1860.opening import Choosing
from tests.bots.test_interface import SEATS, decisions

BOOK = catalogue.rulebook("1860", SEATS, frozenset(), 5)


@pytest.fixture(scope="module")
def under_way() -> State:
    """A stock turn in the middle of a game by rules of thumb."""
    made = selfplay.play(BOOK, [Thumb() for _ in SEATS], Random(5), audited=False)
    for each in islice(made, 400):
        step = each.state.agenda[-1]
        if each.state.round.number >= 4 and step.matter is Matter.STOCK:
            return each.state
    raise AssertionError("no stock turn was found")


def running(state: State) -> list[Company]:
    game = Game(BOOK, state)
    return [c for c in BOOK.company_ids if state.has(c, FLOATED) and game.trains_of(c)]


def total(state: State, book: Rulebook = BOOK) -> list[float]:
    game = Game(book, state)
    estimate = Estimate(game, Budget())
    return [sum(value for _, value in estimate.parts(game, seat)) for seat in book.seat_ids]


def test_money_shares_and_privates_count(under_way: State) -> None:
    before = total(under_way)
    richer = under_way.clone()
    richer.cash[BOOK.seat_ids[0]] += 100
    after = total(richer)
    assert after[0] > before[0] + 90
    assert after[1:] == pytest.approx(before[1:], rel=0.2)
    game = Game(BOOK, under_way)
    names = [name for name, _ in Estimate(game, Budget()).parts(game, BOOK.seat_ids[0])]
    assert names == ["cash", "dividends", "shares", "privates", "control"]


def test_a_company_with_a_train_that_lasts_is_worth_more(under_way: State) -> None:
    company = running(under_way)[0]
    other = under_way.clone()
    other.trains[BOOK.purse(company)] = ()
    other.cash[BOOK.purse(company)] = 0
    with_train, without = (Estimate(Game(BOOK, state), Budget()) for state in (under_way, other))
    assert (
        with_train.prospects(Game(BOOK, under_way), company).total > without.prospects(Game(BOOK, other), company).total
    )


def test_a_company_that_is_closed_is_worth_nothing(under_way: State) -> None:
    company = running(under_way)[0]
    other = under_way.clone()
    other.status[company] |= CLOSED
    game = Game(BOOK, other)
    assert Estimate(game, Budget()).prospects(game, company).total == 0


def test_a_company_that_nobody_can_pay_for_is_not_counted_on(under_way: State) -> None:
    company = next(c for c in BOOK.company_ids if not under_way.has(c, STARTED))
    started = under_way.clone()
    started.status[company] |= STARTED
    started.par[company] = BOOK.market.par_places[0]
    found = []
    for money in (1_000, 0):
        state = started.clone()
        for seat in BOOK.seat_ids:
            state.cash[seat] = money
        game = Game(BOOK, state)
        found.append(Estimate(game, Budget()).prospects(game, company))
    rich, poor = found
    assert rich.dividends > 0 == poor.dividends
    assert poor.total < BOOK.market.prices[started.par[company]] < rich.total


def test_the_same_money_does_not_float_two_companies(under_way: State) -> None:
    first, second = [c for c in BOOK.company_ids if not under_way.has(c, STARTED)][:2]
    one = under_way.clone()
    director = BOOK.seat_ids[0]
    for company in (first, second):
        one.par[company] = BOOK.market.par_places[0]
        one.director[company] = director
    price, game = BOOK.market.prices[one.par[first]], Game(BOOK, one)
    one.status[second] |= STARTED
    for seat in BOOK.seat_ids:
        one.cash[seat] = 0
    one.cash[director] = price * game.share_count(second) // 2
    both = one.clone()
    both.status[first] |= STARTED
    alone, beside = (
        Estimate(Game(BOOK, state), Budget()).prospects(Game(BOOK, state), second) for state in (one, both)
    )
    assert alone.dividends > 0 == beside.dividends
    both.cash[director] *= 2
    assert Estimate(Game(BOOK, both), Budget()).prospects(Game(BOOK, both), second).dividends > 0


@pytest.mark.rule("1860-FLOAT-02")
def test_a_company_of_1860_begins_with_the_price_of_all_of_its_shares() -> None:
    game = Game(BOOK, engine.start(BOOK)[0])
    rules, company = game.rules[OutlookRules], BOOK.company_ids[0]
    assert rules.begins_with(game, company, 68) == 68 * game.share_count(company)
    assert OutlookRules().begins_with(game, company, 68) == 68 * game.share_count(company) // 2


@pytest.mark.parametrize(("players", "highest"), [(2, 100), (3, 82), (4, 82)])
def test_among_three_or_more_money_is_left_for_another_company(players: int, highest: int) -> None:
    """Every par is within the means of whoever begins the company, and nothing else may be done."""
    book = catalogue.rulebook("1860", ("A", "B", "C", "D")[:players], frozenset(), 5)
    bots = [Hard() for _ in range(players)]
    made = next(each for each in selfplay.play(book, bots, Random(5), audited=False) if isinstance(each.action, Start))
    state, prices = made.before.clone(), book.market.prices
    seat = Game(book, state).step.seat(Game(book, state))
    state.cash[seat] = 2_000
    seen = position(book, state, seat)
    offered = {prices[action.par] for choice in seen.choices for action in choice if isinstance(action, Start)}
    assert max(offered) == 100
    action = Hard().decide(seen, Random(0), Budget()).action
    assert isinstance(action, Start)
    assert prices[action.par] == highest


def test_a_private_is_worth_the_share_that_it_becomes(under_way: State) -> None:
    cowes = next(private for private in BOOK.private_ids if BOOK.privates[private].value == 90)
    game = Game(BOOK, under_way)
    estimate = Estimate(game, Budget())
    company = game.rules[OutlookRules].turns_into(game, cowes)
    assert company is not None
    share = estimate.prospects(game, company)
    assert estimate.private(game, cowes) > share.final > 0
    other = under_way.clone()
    other.status[company] &= ~STARTED
    unknown = Game(BOOK, other)
    income = unknown.rules[OutlookRules].private_value(unknown, cowes)
    assert Estimate(unknown, Budget()).private(unknown, cowes) == income + 90


def test_money_is_worth_no_more_than_itself_after_the_last_stock_round(under_way: State) -> None:
    late = under_way.clone()
    late.depot = [0 if pile.count < 99 else left for pile, left in zip(BOOK.piles, late.depot, strict=True)]
    late.phase = len(BOOK.phases) - 1
    assert Estimate(Game(BOOK, under_way), Budget()).cash_worth > 1.2
    assert Estimate(Game(BOOK, late), Budget()).cash_worth < 1.2


def test_trains_live_until_those_that_rust_them_are_sold(under_way: State) -> None:
    game = Game(BOOK, under_way)
    estimate = Estimate(game, Budget())
    lives = [estimate.life(game, a_train(kind)) for kind in range(len(BOOK.trains))]
    assert lives == sorted(lives)
    assert lives[-1] == 99


def test_the_aim_is_to_be_ahead_of_the_others(under_way: State) -> None:
    seat, other = BOOK.seat_ids[:2]
    game = Game(BOOK, under_way)
    estimate, raider = Estimate(game, Budget()), Estimate(game, Budget(), CHARACTERS["raider"])
    value, parts = estimate.aim(game, seat)
    assert value == pytest.approx(sum(amount for _, amount in parts))
    assert dict(parts)["others"] < 0
    richer = under_way.clone()
    richer.cash[other] += 200
    assert estimate.aim(Game(BOOK, richer), seat)[0] < value
    lost, feared = (each.aim(Game(BOOK, richer), seat)[0] - each.aim(game, seat)[0] for each in (estimate, raider))
    assert feared < lost


def test_its_decisions_are_explained_and_the_best_of_what_it_weighed(under_way: State) -> None:
    game = Game(BOOK, under_way)
    seat = game.step.seat(game)
    made = Hard().decide(position(BOOK, under_way, seat), Random(1), Budget())
    assert made.rule == "estimate"
    assert made.work > 0
    best, second = made.weighed
    assert best.action == made.action
    assert best.value >= second.value
    assert {name for name, _ in best.parts} >= {"cash", "dividends", "shares", "others"}


@pytest.mark.parametrize("title", ["1860", "1862", "18BF", "1863"])
def test_it_decides_the_same_every_time_and_breaks_no_rule(title: str) -> None:
    one, other = islice(decisions(title, "hard:trader"), 50), islice(decisions(title, "hard:trader"), 50)
    assert list(one) == list(other)


def test_it_sees_no_hidden_treasury() -> None:
    one, other = decisions("1860", "hard"), decisions("1860", "hard", rubbish=True)
    for true, given in zip(islice(one, 120), islice(other, 120), strict=True):
        assert true.action == given.action


def test_auctions_are_left_to_rules_of_thumb() -> None:
    """In 18BF companies are begun by auctions."""
    made = list(islice(decisions("18BF", "hard"), 90))
    assert Topic.AUCTION in {each.action.topic for each in made if each.rule != "estimate"}
    assert Topic.AUCTION not in {each.action.topic for each in made if each.rule == "estimate"}


def test_where_companies_live_on_loans_nothing_is_estimated() -> None:
    """In 1863 a step ahead shows too little of what comes of loans."""
    made = list(islice(decisions("1863", "hard"), 90))
    assert made
    assert all(each.rule != "estimate" for each in made)


def test_chance_decides_among_equals_only() -> None:
    found = [Weighed(Pass(), value) for value in (1.0, 3.0, 2.0)]
    assert [each.value for each in by_value(found, Random(0))] == [3.0, 2.0, 1.0]
    equal = [Weighed(Pass(), 1.0, ((name, 0.0),)) for name in "abcdef"]
    orders = {tuple(each.parts[0][0] for each in by_value(equal, Random(seed))) for seed in range(5)}
    assert len(orders) > 1


def test_it_is_found_by_name() -> None:
    assert registry.find("hard") == Hard()
    assert registry.find("hard:builder") == Hard(CHARACTERS["builder"])
    assert not isinstance(registry.find("hard"), Careless)


def test_the_right_to_choose_is_worth_what_the_best_private_brings() -> None:
    book = catalogue.rulebook("1860", ("A", "B", "C"))
    state, _ = engine.start(book)
    seat = book.seat_ids[0]

    def table() -> Table:
        return Table(position(book, state, seat), Budget())

    opening = bidding.bid(table())
    assert opening[0].value > 0 == opening[1].value
    step = state.agenda[-1]
    assert isinstance(step, Auction)
    raised = []
    for high in (5, 20, 50, 100):
        state.agenda = (*state.agenda[:-1], replace(step, high=high, leader=book.seat_ids[1]))
        raised.append(text_of(book, bidding.bid(table())[0].action))
    assert raised == ["bid 10", "bid 30", "bid 65", "bid 125"], "the higher the bids, the larger the steps"
    most = int(opening[0].value) + 5
    state.agenda = (*state.agenda[:-1], replace(step, high=most - 10, leader=book.seat_ids[1]))
    found = bidding.bid(table())[0]
    assert (text_of(book, found.action), found.value >= 0) == (f"bid {most - 5}", True), "the last of all that pay"
    state.agenda = (*state.agenda[:-1], replace(step, high=300, leader=book.seat_ids[1]))
    assert bidding.bid(table())[0].value < 0
    state.agenda = (*state.agenda[:-1], Choosing(seat))
    chosen = max(bidding.choose(table()), key=lambda each: each.value).action
    assert text_of(book, chosen) == "take Ryde"


def test_a_train_that_nobody_buys_is_bought_in_the_end() -> None:
    made = selfplay.play(BOOK, [Hard() for _ in SEATS], Random(501), audited=False)
    waiting = next(
        each.before
        for each in made
        if each.before.agenda[-1].matter is Matter.TRAINS
        and each.action == Pass()
        and any(weighed.action.deed is Deed.BUY_TRAIN for weighed in each.decision.weighed)
    )
    game = Game(BOOK, waiting)
    seat = game.step.seat(game)
    assert Table(position(BOOK, waiting, seat), Budget()).behind < STALLED
    late = waiting.clone()
    late.round = replace(late.round, number=12)
    assert Table(position(BOOK, late, seat), Budget()).behind > STALLED
    bought = Hard().decide(position(BOOK, late, seat), Random(1), Budget()).action
    assert bought.deed is Deed.BUY_TRAIN


def test_nothing_is_late_where_nobody_knows_how_fast_trains_are_sold() -> None:
    book = catalogue.rulebook("1862", SEATS, frozenset(), 5)
    state, _ = engine.start(book)
    late = state.clone()
    late.round = replace(late.round, number=40)
    game = Game(book, late)
    assert Table(position(book, late, game.step.seat(game)), Budget()).behind == 0
