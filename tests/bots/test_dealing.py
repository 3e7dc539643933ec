"""Dealing by what each share will bring: players of 1862 who look ahead."""

from __future__ import annotations

from random import Random

import pytest

from railhead.bots import dealing
from railhead.bots.books import Books
from railhead.bots.bot import Bot, Budget, Decision
from railhead.bots.dealing import Lot
from railhead.bots.hard import Hard
from railhead.bots.position import position
from railhead.bots.table import Table as Seen
from railhead.bots.thumb import Thumb
from railhead.bots.turns import Played, compared
from railhead.core import engine
from railhead.core.actions import Pass, text_of
from railhead.core.ids import POOL, a_train
from railhead.core.rulebook import UNLIMITED
from railhead.rules.outlook import Dealing, OutlookRules
from railhead.testing import Table
from railhead.titles import catalogue
from railhead.titles.t1862.facts import EXPRESS, PHASE
from tests.titles.t1862.railways import operating, railway, table


def books(at: Table) -> Books:
    return Books(at.game, known(at), Budget())


def known(at: Table) -> Dealing:
    found = at.game.rules[OutlookRules].dealing
    assert found is not None
    return found


def seen(at: Table) -> Seen:
    choices = engine.choices(at.book, at.state)
    assert choices is not None
    return Seen(position(at.book, at.state, choices.seat), Budget())


def decided(at: Table, bot: Bot | None = None) -> Decision:
    return (bot or Hard()).decide(seen(at).seen, Random(0), Budget())


def done(at: Table, bot: Bot | None = None) -> str:
    return text_of(at.book, decided(at, bot).action)


with_money_for_its_shares = pytest.mark.parametrize("bot", [Thumb(), Hard()], ids=["medium", "hard"])
"""Whoever begins a company that does not float is fined, so all bots make sure of that."""


def two_railways(first: tuple[str, ...], second: tuple[str, ...]) -> Table:
    """Late in a game: two companies alike but for their trains, both of A's; they have earned the same."""
    at = table(3)
    at.set_phase("D")
    railway(at, "ESR", {"A": 5}, price=100, trains=first, permits=EXPRESS)
    railway(at, "I&B", {"A": 3, "B": 3}, price=100, director="B", trains=second, permits=EXPRESS)
    for company in ("ESR", "I&B"):
        at.state.revenue[at.company(company)] = 200
    return at


# -- what a share brings ----------------------------------------------------------------------------


def test_a_train_that_lasts_brings_more_than_one_that_rusts() -> None:
    at = two_railways(("4/5E",), ("4E",))
    found = books(at)
    assert found.life(a_train(at.train("4/5E"))) > found.rounds > found.life(a_train(at.train("4E"))) > 0
    assert found.share(at.company("ESR")) > found.share(at.company("I&B")) + 100
    assert found.share(at.company("ESR")) > 100 + 4 * 20, "it pays in every round, and its price rises"


def test_a_company_without_a_director_promises_little_if_it_earns_nothing() -> None:
    at = two_railways(("4/5E",), ("4/5E",))
    at.state.director[at.company("I&B")] = POOL
    before = books(at).share(at.company("I&B"))
    assert before == books(at).share(at.company("ESR")), "whoever buys it can direct it"
    at.state.revenue[at.company("I&B")] = 0
    assert books(at).share(at.company("I&B")) < before / 3


def test_the_next_train_is_known_even_when_no_other_phase_has_begun() -> None:
    at = table(3)
    at.state.depot[PHASE["A"]] = 0
    following = books(at).next_train(0)
    assert following is not None
    assert following.pile == PHASE["B"]
    assert books(at).next_price(99) == 800
    assert books(at).begun(100, 10) > 100, "a new company buys it, and brings more than it costs"


def test_phases_and_the_end_come_nearer_with_every_train_sold() -> None:
    at = table(3)
    until, to_the_end = known(at).until, at.game.rules[OutlookRules].to_the_end
    before = until(at.game, PHASE["C"]), to_the_end(at.game)
    at.state.depot[PHASE["A"]] -= 3
    assert until(at.game, PHASE["C"]) < before[0]
    assert to_the_end(at.game) < before[1]
    assert until(at.game, PHASE["A"]) == 0
    at.remember(lner=True)
    assert to_the_end(at.game) == 3
    assert not known(at).may_begin(at.game)


# -- what money becomes -----------------------------------------------------------------------------


def test_what_is_short_decides_what_is_bought_first() -> None:
    cheap, dear = Lot(5, 50, 90.0), Lot(5, 200, 290.0)
    assert dealing.worth(200, 10, [cheap, dear]) == 200 + 4 * 40, "with little money the cheap ones"
    assert dealing.worth(2_000, 2, [cheap, dear]) == 2_000 + 2 * 90, "with little room those that gain most"
    assert dealing.worth(200, 0, [cheap, dear]) == 200
    assert dealing.worth(200, 10, [Lot(5, 100, 90.0)]) == 200


def test_shares_of_a_company_without_a_future_make_way_for_better_ones() -> None:
    at = two_railways(("4/5E",), ("4E",))
    at.set_price("I&B", 245)
    at.state.revenue[at.company("I&B")] = 0
    at.give_cash("A", 0)
    at.stock_turn("A")
    decision = decided(at)
    assert decision.rule == "estimate"
    assert text_of(at.book, decision.action) == "sell 3 I&B"
    assert dict(decision.weighed[0].parts)["cash"] >= 3 * 245
    at.do("sell 3 I&B")
    assert done(at) == "buy ESR from ipo"


def test_nothing_is_sold_for_a_slight_gain_and_nothing_bought_without_one() -> None:
    at = two_railways(("4/5E",), ("4/5E",))
    at.give_cash("A", 0)
    at.stock_turn("A")
    decision = decided(at)
    assert isinstance(decision.action, Pass)
    assert decision.rule == "share"


def test_a_turn_is_worth_what_its_deals_bring() -> None:
    at = two_railways(("4/5E",), ("4/5E",))
    at.give_cash("A", 300)
    at.stock_turn("A")
    turn = Played(seen(at).seen)
    turn.act(at.action("sell 2 ESR"))
    turn.act(at.action("buy I&B from ipo"))
    assert turn.over
    found = compared(turn, Random(0))
    assert found is not None
    best, other = found
    assert text_of(at.book, best.deals[0]).startswith("buy")
    assert best.value > other.value
    assert dict(best.parts)["shares"] > 0 > dict(best.parts)["cash"]


def test_a_share_with_which_a_company_floats_is_judged_by_what_it_brings() -> None:
    at = table(3)
    at.set_phase("D")
    railway(at, "ESR", {"A": 5}, price=100, trains=("4/5E",), permits=EXPRESS)
    at.start("I&B", 100, {"A": 3})
    at.give_cash("A", 300)
    at.stock_turn("A")
    share = at.action("buy I&B from ipo")
    bought = dealing.judged(seen(at), known(at), share)
    assert bought is not None
    assert bought.value < dealing.OWN
    assert dealing.judged(seen(at), known(at), at.action("start FDR at 100")) is None


# -- revenue, new companies -------------------------------------------------------------------------


@pytest.mark.parametrize(("trains", "action"), [(("2E",), "hudson"), ((), "keep")])
def test_money_nobody_needs_lifts_a_dividend(trains: tuple[str, ...], action: str) -> None:
    """Without a train that lasts and the money for one, revenue is kept instead."""
    at = table(3)
    railway(at, "ESR", {"A": 5}, price=82, treasury=400 if trains else 60, unused=2, trains=trains)
    at.state.revenue[at.company("ESR")] = 60
    operating(at, "ESR", "dividend")
    at.settle()
    assert done(at) == action


@with_money_for_its_shares
def test_a_company_is_begun_if_enough_of_its_shares_can_be_paid_for(bot: Bot) -> None:
    at = table(3)
    assert done(at, bot).startswith("propose")
    at.give_cash("A", 5 * min(at.book.market.par_prices) - 1)
    assert done(at, bot) == "pass"


@with_money_for_its_shares
def test_a_company_is_begun_only_if_enough_of_its_shares_can_be_held(bot: Bot) -> None:
    at = table(3)
    held = {"ESR": 9, "I&B": 9}
    for company, count in held.items():
        railway(at, company, {"A": count}, price=100, trains=("2E",))
    limit = at.book.certificate_limit
    assert sum(held.values()) - 4 == limit - 4
    assert done(at, bot).startswith("propose")
    railway(at, "ENR", {"A": 2, "B": 5}, director="B", price=100, trains=("2E",))
    assert done(at, bot) == "pass", "three certificates are needed, and there is room for two"


@pytest.mark.parametrize("title", ["1860", "18BF", "1863", "18OE"])
def test_elsewhere_players_look_a_step_ahead(title: str) -> None:
    assert catalogue.rulebook(title, ("Ann", "Ben", "Cleo"), frozenset(), 0).rules[OutlookRules].dealing is None


def test_the_last_trains_are_unlimited() -> None:
    """So there is always a next train to plan with."""
    at = table(3)
    assert at.book.piles[PHASE["H"]].count >= UNLIMITED


@with_money_for_its_shares
def test_nothing_is_bid_for_a_charter_without_the_money_to_float_it(bot: Bot) -> None:
    at = table(3)
    at.give_cash("B", 5 * min(at.book.market.par_prices) + 5)
    at.do("propose ENR for 0")
    assert done(at, bot) == "bid 5"
    at = table(3)
    at.give_cash("B", 5 * min(at.book.market.par_prices) + 4)
    at.do("propose ENR for 0")
    assert done(at, bot) == "pass", "at the lowest par half of the shares could not be paid for"
