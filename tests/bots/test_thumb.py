"""Rules of thumb: what each of them says in positions of real games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import pytest

from railhead.bots import building, selfplay, thumb
from railhead.bots.bot import Budget, Weighed
from railhead.bots.careless import Careless
from railhead.bots.character import CHARACTERS, PLAIN
from railhead.bots.position import position
from railhead.bots.table import Table, value_of
from railhead.bots.thumb import Thumb
from railhead.core.actions import Deed, Pass
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import Company, Train, a_train
from railhead.core.state import FLOATED, OPERATED, State
from railhead.core.steps import Matter
from railhead.routes.model import Earnings
from railhead.routes.runs import Runs
from railhead.rules.announcing import AnnounceRun
from railhead.rules.auction import Bid
from railhead.rules.dividends import Keep, PayOut
from railhead.rules.running import Run, RunRules, open_runs
from railhead.rules.stock import Buy, Sell, Start
from railhead.rules.track import LayTile
from railhead.rules.trains import BuyTrain, why_idle
from railhead.titles import catalogue

SEATS = ("A", "B", "C")
BOOK = catalogue.rulebook("1860", SEATS, frozenset(), 5)


@cache
def positions() -> tuple[State, ...]:
    """The positions of a game of careless players."""
    made = selfplay.play(BOOK, [Careless() for _ in SEATS], Random(5), audited=False)
    return tuple(each.before for each in islice(made, 500))


def those(matter: Matter) -> Iterator[State]:
    """Positions in which something of a kind is decided."""
    return (state for state in positions() if state.agenda[-1].matter is matter)


def table(state: State) -> Table:
    game = Game(BOOK, state)
    return Table(position(BOOK, state, game.step.seat(game)), Budget())


def best(found: list[Weighed]) -> Weighed:
    return max(found, key=lambda each: each.value)


def test_the_best_run_is_run() -> None:
    compared = 0
    for state in those(Matter.RUN):
        game = Game(BOOK, state)
        runs = open_runs(game, game.step.acting_company or Company(0))
        (found,) = thumb.run(table(state))
        assert isinstance(found.action, Run)
        assert runs is not None
        earned = runs.judge(found.action.routes)
        assert isinstance(earned, Earnings)
        assert earned.revenue == runs.best[0].revenue == found.value
        compared += 1
    assert compared > 3


def test_nobody_searches_again_for_the_best_run_that_was_found() -> None:
    """After a run, it is asked whether there is a better one, where that may be announced."""
    for state in those(Matter.RUN):
        runs = open_runs(Game(BOOK, state), state.agenda[-1].acting_company or Company(0))
        assert runs is not None
        fresh = Runs(runs.problem)
        at = table(state)
        at.offered = [Choice(Run, (fresh,))]
        before = fresh.is_searched
        (found,) = thumb.run(at)
        assert (before, fresh.is_searched) == (False, True)
        assert fresh.best[0].revenue == found.value


def test_a_better_run_that_is_known_is_announced_even_if_the_search_did_not_find_it() -> None:
    state = next(those(Matter.RUN))
    runs = open_runs(Game(BOOK, state), state.agenda[-1].acting_company or Company(0))
    assert runs is not None
    earnings, plan = runs.best
    known = Runs(runs.problem)
    known.remember(replace(runs.proven, earnings=Earnings(earnings.revenue - 10), plan=(), proven=False))
    known._known = earnings, plan
    at = table(state)
    at.offered = [Choice(AnnounceRun, (known.above(earnings.revenue - 10),))]
    (found,) = thumb.run(at)
    assert found == Weighed(AnnounceRun(plan), earnings.revenue)


def dividend_state(trains: tuple[int, ...], treasury: int) -> State:
    state = next(those(Matter.DIVIDEND)).clone()
    purse = BOOK.purse(state.agenda[-1].acting_company or Company(0))
    state.trains[purse] = tuple(a_train(kind) for kind in trains)
    state.cash[purse] = treasury
    return state


@pytest.mark.parametrize(
    ("trains", "treasury", "way"),
    [
        ((6,), 0, PayOut),  # a train that lasts
        ((0,), 10_000, PayOut),  # money for the next one
        ((), 0, Keep),
    ],
)
def test_revenue_is_paid_unless_a_train_must_be_saved_for(
    trains: tuple[int, ...], treasury: int, way: type[object]
) -> None:
    assert isinstance(best(thumb.dividend(table(dividend_state(trains, treasury)))).action, way)


def test_a_company_without_a_train_buys_one_if_it_can() -> None:
    seen = 0
    for state in those(Matter.TRAINS):
        at = table(state)
        if at.company is None or at.game.trains_of(at.company) or not any(at.of(BuyTrain)):
            continue
        assert isinstance(best(thumb.train(at)).action, BuyTrain)
        seen += 1
    assert seen


def test_a_train_that_earns_nothing_more_is_not_bought() -> None:
    """A company with so many trains that another finds no route."""
    for state in those(Matter.TRAINS):
        rich = state.clone()
        purse = BOOK.purse(state.agenda[-1].acting_company or Company(0))
        rich.trains[purse] = (a_train(6), a_train(6), a_train(6))
        rich.cash[purse] = 300
        at = table(rich)
        if any(at.of(BuyTrain)):
            assert best(thumb.train(at)).action == Pass()
            return
    raise AssertionError("nobody could buy")


def test_bids_stay_below_what_a_thing_is_worth() -> None:
    state = next(those(Matter.AUCTION))
    at = table(state)
    found = best(thumb.bid(at))
    assert isinstance(found.action, Bid)
    assert found.action.amount <= at.cash * thumb.KEENEST / 100
    poor = state.clone()
    poor.cash[at.seat] = 90
    assert best(thumb.bid(table(poor))).action == Pass()


def test_a_company_is_begun_at_a_price_at_which_it_floats() -> None:
    state = next(those(Matter.CHOICE))
    at = table(state)
    found = best(thumb.begin(at))
    assert isinstance(found.action, Start)
    prices = BOOK.market.prices
    assert thumb.FLOAT * prices[found.action.par] <= at.cash
    dearer = [start for start in at.of(Start) if prices[start.par] > prices[found.action.par]]
    assert all(thumb.FLOAT * prices[start.par] > at.cash for start in dearer)


def test_shares_of_companies_that_earn_nothing_are_left() -> None:
    for state in those(Matter.STOCK):
        at = table(state)
        bought = list(at.of(Buy))
        if len({each.company for each in bought}) < 2:
            continue
        changed = state.clone()
        for each in bought:
            changed.status[each.company] |= FLOATED | OPERATED
            changed.revenue[each.company] = 0
        assert thumb.buy(table(changed)) == []
        earning = bought[0].company
        changed.revenue[earning] = 100
        assert value_of(best(thumb.buy(table(changed))).action, Company) == earning
        return
    raise AssertionError("nobody could choose among shares")


def test_whoever_must_sell_parts_with_what_earns_least() -> None:
    for state in those(Matter.STOCK):
        at = table(state)
        if len({each.company for each in at.of(Sell)}) < 2:
            continue
        assert thumb.sell_if_forced(at) == []
        at.offered = [choice for choice in at.offered if choice.action is not Pass]
        found = best(thumb.sell_if_forced(at)).action
        assert isinstance(found, Sell)
        assert found.count == min(each.count for each in at.of(Sell) if each.company == found.company)
        own = [each for each in at.of(Sell) if state.director[each.company] == at.seat]
        assert len(own) == len(list(at.of(Sell))) or found not in own
        return
    raise AssertionError("nobody had two companies to sell")


def test_track_is_judged_by_runs_reach_and_cost() -> None:
    state = next(state for state in those(Matter.TRACK) if len(thumb.lay(table(state))) > 2)
    at, before = table(state), state.digest()
    found = building.places(at.game, at.company or Company(0), [w.action for w in thumb.lay(at)][:-1], Budget())
    for each in found:
        assert each.value == pytest.approx(sum(value for _, value in each.parts))
        assert [name for name, _ in each.parts] == ["reach", "cost", "run", "later"]
    assert state.digest() == before


def test_fewer_boards_are_compared_where_a_search_takes_long() -> None:
    hasty = replace(BOOK, rules=BOOK.rules.replaced(replace(BOOK.rules[RunRules], compared=1)), cache={})
    compared = 0
    for state in those(Matter.TRACK):
        at = table(state)
        actions = [action for choice in at.offered for action in choice if isinstance(action, LayTile)]
        if at.company is None or not building.running(at.game, at.company) or len(actions) < 4:
            continue
        (best,) = building.places(Game(hasty, state), at.company, actions, Budget())
        found = building.places(at.game, at.company, actions, Budget())
        assert len(found) == min(building.COMPARED, len(actions))
        assert {"reach", "run", "later"} <= dict(best.parts).keys()
        assert best.value <= max(each.value for each in found)
        compared += 1
    assert compared


def test_noise_changes_decisions_but_not_for_the_worst() -> None:
    found = [Weighed(Bid(amount), float(amount)) for amount in range(10)]  # type: ignore[arg-type]
    exact = {Thumb()._best(found, Random(seed)).action for seed in range(30)}
    noisy = {Thumb(1.0)._best(found, Random(seed)).action for seed in range(300)}
    assert exact == {Bid(9)}  # type: ignore[arg-type]
    assert len(noisy) > 3
    assert Bid(0) not in noisy  # type: ignore[arg-type]


def test_characters_differ_in_what_they_like() -> None:
    state = next(those(Matter.AUCTION))
    game = Game(BOOK, state)
    seen = position(BOOK, state, game.step.seat(game))
    limits = {
        who.name: {type(w.action): w.value for w in thumb.bid(Table(seen, Budget(), who))}[Bid]
        for who in (PLAIN, *CHARACTERS.values())
    }
    assert limits["miser"] < limits[""]


# -- what has been learnt since the first rules ----------------------------------------------------


def test_no_train_is_bought_that_the_company_may_not_run() -> None:
    book = catalogue.rulebook("1862", SEATS, frozenset(), 4)
    idle = 0
    for made in islice(selfplay.play(book, [Careless() for _ in SEATS], Random(4), audited=False), 400):
        game = Game(book, made.before)
        if game.step.matter is not Matter.TRAINS:
            continue
        seen = Table(position(book, made.before, game.step.seat(game)), Budget())
        for each in thumb.train(seen):
            bought = each.action.deed is Deed.BUY_TRAIN and seen.company is not None
            if bought and why_idle(game, seen.company or Company(0), value_of(each.action, Train)) is not None:
                assert each.value <= 0
                idle += 1
    assert idle > 10


def test_nothing_is_saved_when_the_trains_last_until_the_end() -> None:
    ended = 0
    for state in those(Matter.DIVIDEND):
        company = state.agenda[-1].acting_company
        if company is not None and Game(BOOK, state).trains_of(company):
            last = state.clone()
            last.ending, last.round = "the bank is out of money", replace(state.round, index=1, of=1)
            assert isinstance(best(thumb.dividend(table(last))).action, PayOut)
            ended += 1
    assert ended > 5


def test_a_second_train_that_adds_nothing_is_not_bought_because_none_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first rules did that: a company whose train would rust soon bought whatever it could pay for."""
    monkeypatch.setattr(Table, "life", lambda self, train: 1.0)
    compared = 0
    for state in those(Matter.TRAINS):
        seen = table(state)
        company = seen.company
        assert company is not None
        running = building.running(seen.game, company)
        earned = building.earned_with(seen.game, company, running, Budget())
        for each in thumb.train(seen) if running else ():
            if each.action.deed is Deed.BUY_TRAIN:
                more = (*running, value_of(each.action, Train))
                if building.earned_with(seen.game, company, more, Budget()) <= earned:
                    assert each.value <= 0
                    compared += 1
    assert compared


def test_a_game_that_takes_too_long_is_brought_to_an_end() -> None:
    state = next(state for state in those(Matter.TRAINS) if any(each.value < 0 for each in thumb.train(table(state))))
    late = state.clone()
    late.round = replace(state.round, number=99)
    assert not table(state).is_late
    assert table(late).is_late
    assert best(thumb.train(table(late))).action.deed is Deed.BUY_TRAIN
