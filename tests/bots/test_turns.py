"""Turns judged as a whole, and judged soberly: what somebody did beside what the hard bot would have done."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from railhead.bots.bot import Budget
from railhead.bots.position import position
from railhead.bots.turns import Played, Turn, compared
from railhead.bots.values import Estimate
from railhead.core import engine
from railhead.core.actions import Topic, text_of
from railhead.rules.outlook import OutlookRules
from railhead.testing import Table


def island(phase: str = "3") -> Table:
    """Two companies that run in 1860, of A and B; nobody has a private company."""
    at = Table()
    for private in at.book.private_ids:
        at.give_private(at.book.privates[private].symbol, "ipo")
    at.set_phase(phase)
    at.lay("787@0 F2", "742@3 F4")
    for company, director, other in (("C&N", "A", "B"), ("IOW", "B", "A")):
        at.float(company, 100, {director: 5, other: 2}, price=100, operated=True, treasury=200)
    at.give_trains("C&N", "3+2", "3+2")
    at.give_trains("IOW", "3+2")
    at.state.revenue[at.company("C&N")] = at.state.revenue[at.company("IOW")] = 150
    for player in "ABC":
        at.give_cash(player, 100)
    at.stock_turn("A", 4)
    return at


def judged(at: Table, *texts: str) -> tuple[Turn, Turn] | None:
    """What the bot would do in A's turn, and this."""
    turn = Played(position(at.book, at.state, at.seat("A")))
    for text in texts:
        assert not turn.over
        turn.act(at.action(text))
    return compared(turn, Random(0))


def played(at: Table, *texts: str) -> Iterator[Played]:
    """A's turn, after each of these actions."""
    turn = Played(position(at.book, at.state, at.seat("A")))
    for text in texts:
        turn.act(at.action(text))
        yield turn


def told(at: Table, turn: Turn) -> list[str]:
    return [text_of(at.book, action) for action in turn.deals]


def estimate(at: Table) -> Estimate:
    return Estimate(at.game, Budget(), sober=True)


def test_a_turn_is_over_when_the_next_player_may_deal() -> None:
    at = island()
    assert [turn.over for turn in played(at, "sell 1 IOW", "buy C&N from ipo")] == [False, True]
    assert at.game.held(at.seat("A"), at.company("IOW")) == 2, "nothing was changed at the table"


def test_a_turn_is_not_over_while_a_private_company_may_still_be_exchanged() -> None:
    at = island()
    cowes = next(facts.symbol for facts in at.book.privates if facts.value == 90)
    at.give_private(cowes, "A")
    assert [turn.over for turn in played(at, "buy C&N from ipo", "pass")] == [False, True]


def test_a_sale_is_judged_with_the_purchase_that_it_pays_for() -> None:
    at = island()
    at.give_cash("A", 40)
    swap = judged(at, "sell 1 IOW", "buy C&N from ipo")
    assert swap is not None
    alone = judged(at, "sell 1 IOW", "pass")
    assert alone is not None
    assert swap[1].value > alone[1].value
    assert told(at, swap[1]) == ["sell 1 IOW", "buy C&N from ipo"]


def test_what_the_bot_would_have_done_costs_nothing() -> None:
    at = island()
    first = judged(at, "pass")
    assert first is not None
    advised, done = first
    assert advised.value > done.value
    again = judged(at, *told(at, advised))
    assert again is not None
    assert again[0] == again[1] == advised


def test_the_tile_a_new_company_begins_with_is_no_deal() -> None:
    at = island()
    at.start("FYN", 62, {"A": 4})
    at.give_cash("A", 200)
    turn, *_ = played(at, "buy FYN from ipo")
    tile = turn.now.choices.sample(Random(1))
    assert tile.topic is Topic.TRACK
    turn.act(tile)
    assert turn.over
    assert [text_of(at.book, action) for action in turn.deals] == ["buy FYN from ipo"]


def test_there_is_no_opinion_of_what_depends_on_others() -> None:
    at = Table("1862", 3)
    choices = engine.choices(at.book, at.state)
    assert choices is not None
    turn = Played(position(at.book, at.state, choices.seat))
    turn.act(choices.sample(Random(0)))
    assert compared(turn, Random(0)) is None


# -- judged soberly ---------------------------------------------------------------------------------


@pytest.fixture
def well_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every company with a train earns 250."""
    monkeypatch.setattr(Estimate, "run", lambda self, game, company: 250)


@pytest.mark.usefixtures("well_built")
def test_companies_do_not_earn_more_and_more_without_end() -> None:
    at = island()
    company, most = at.company("C&N"), at.game.rules[OutlookRules].most_usual
    sober, hopeful = estimate(at).prospects(at.game, company), Estimate(at.game, Budget()).prospects(at.game, company)
    assert most is not None
    assert max(hopeful.by_round) > 1.5 * most / 10 >= max(sober.by_round)
    assert sum(sober.by_round) == pytest.approx(sober.dividends)
    assert sober.dividends < hopeful.dividends


@pytest.mark.usefixtures("well_built")
def test_a_new_company_earns_less_than_those_that_have_track() -> None:
    at = island()
    at.float("FYN", 62, {"C": 5}, treasury=620)
    company, found = at.company("FYN"), []
    for revenue in (0, 250):
        at.state.revenue[company] = revenue
        found.append(max(estimate(at).prospects(at.game, company).by_round[:4]))
    new, old = found
    assert 0 < new < 0.9 * old


def test_half_of_the_money_for_a_company_is_half_of_a_chance() -> None:
    at = island()
    at.start("FYN", 62, {"A": 2})
    company, values = at.company("FYN"), []
    for money in (0, 93, 186):
        at.give_cash("A", money)
        at.give_cash("B", 0)
        at.give_cash("C", 0)
        values.append(estimate(at).prospects(at.game, company).dividends)
    nothing, half, all_of_it = values
    assert nothing == 0
    assert half == pytest.approx(all_of_it / 2)
    assert Estimate(at.game, Budget()).prospects(at.game, company).dividends > 0
    at.give_cash("A", 93)
    assert Estimate(at.game, Budget()).prospects(at.game, company).dividends == 0, "those who play count on it or not"


@pytest.mark.rule("1860-PRIV-14")
def test_a_private_company_helps_to_float_the_company_whose_share_it_becomes() -> None:
    at = island()
    at.start("FYN", 62, {"A": 4})
    for player in "ABC":
        at.give_cash(player, 0)
    company = at.company("FYN")
    assert estimate(at).prospects(at.game, company).dividends == 0
    yarmouth = next(facts.symbol for facts in at.book.privates if facts.value == 50)
    at.give_private(yarmouth, "A")
    assert estimate(at).prospects(at.game, company).dividends > 0


@pytest.mark.rule("1860-PRIV-18")
def test_a_private_company_is_kept_while_it_pays_more_and_can_still_be_exchanged() -> None:
    """Ryde pays 30, as much as a share of a company that earns 300; soon the Fishbourne Ferry may close it."""
    found = {}
    ryde = 130
    for phase in ("2", "3", "5", "6"):
        at = island(phase)
        private = next(each for each in at.book.private_ids if at.book.privates[each].value == ryde)
        at.give_private(at.book.privates[private].symbol, "A")
        sober = estimate(at)
        found[phase] = sober.private(at.game, private) - sober.prospects(at.game, at.company("IOW")).total
    assert found["2"] > 0
    assert found["3"] > 0
    assert found["6"] < 0, "it may be closed at any time"


def test_a_private_company_may_become_a_share_of_one_that_is_yet_to_begin() -> None:
    at = island()
    brading = next(each for each in at.book.private_ids if at.book.privates[each].value == 30)
    hopeful, sober = Estimate(at.game, Budget()), estimate(at)
    assert sober.private(at.game, brading) > hopeful.private(at.game, brading)


def test_more_money_buys_only_what_is_left() -> None:
    at = island()
    sober, hopeful = estimate(at), Estimate(at.game, Budget())
    before = [dict(each.parts(at.game, at.seat("A")))["cash"] for each in (sober, hopeful)]
    at.give_cash("A", 3_000)
    after = [dict(each.parts(at.game, at.seat("A")))["cash"] for each in (sober, hopeful)]
    assert before[0] == before[1] == pytest.approx(100 * sober.cash_worth)
    assert 2_900 <= after[0] - before[0] < after[1] - before[1]


def test_to_direct_a_company_is_worth_less_towards_the_end() -> None:
    early, late = island("3"), island("9")
    found = []
    for at in (early, late):
        of = dict(estimate(at).parts(at.game, at.seat("A")))["control"]
        found.append(of / dict(Estimate(at.game, Budget()).parts(at.game, at.seat("A")))["control"])
    assert found[1] < found[0] <= 1.1
