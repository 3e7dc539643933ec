"""Standing orders: they pass or bid as told, end with the round, and never decide anything else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core.actions import Pass
from railhead.core.refusal import Malformed
from railhead.play import orders
from railhead.play.orders import BIDDING, PASSING, Order
from railhead.play.table import Table
from tests.play.games import some_game
from tests.play.test_table import ANN, BEN, CLEO, EVERYBODY, opened


def test_an_order_passes_at_once_and_says_that_it_did() -> None:
    begun = opened()
    begun.follow_orders({CLEO: orders.give(begun, PASSING)})
    assert begun.decided_by(3).text == "pass"
    assert begun.decided_by(3).automatic
    assert begun.seat_to_act() == ANN


def test_bids_up_to_a_limit_go_against_each_other() -> None:
    begun = opened()
    given = {ANN: orders.give(begun, BIDDING, 40), CLEO: orders.give(begun, BIDDING, 25)}
    begun.follow_orders(given)
    assert [row.entry.text for row in begun.log] == ["bid 5", "bid 10", "bid 15", "bid 20"]
    begun.act([BEN], "pass", 4)
    begun.follow_orders(given)
    assert [row.entry.text for row in begun.log[5:7]] == ["bid 25", "bid 30"]


def test_a_winner_is_asked_what_they_take() -> None:
    begun = opened()
    begun.act([CLEO], "pass", 2)
    begun.act([ANN], "pass", 3)
    assert begun.seat_to_act() == BEN
    for kind in (PASSING, BIDDING):
        assert orders.answer(orders.give(begun, kind, 100), begun, BEN) is None


def test_nothing_is_answered_for_another_seat() -> None:
    begun = opened()
    assert orders.answer(orders.give(begun, PASSING), begun, ANN) is None


def test_a_careful_order_ends_when_another_does_more_than_pass() -> None:
    begun = opened()
    careful, stubborn = (orders.give(begun, PASSING, careful=careful) for careful in (True, False))
    begun.act([CLEO], "bid 15", 2)
    assert not orders.stands(careful, begun, ANN)
    assert orders.stands(careful, begun, CLEO)
    assert orders.stands(stubborn, begun, ANN)


def test_an_order_ends_with_its_round_and_with_what_it_was_given_for() -> None:
    begun = opened()
    assert not orders.stands(Order(PASSING, "Stock round 1", 0), begun, CLEO)
    assert not orders.stands(Order(PASSING, orders.give(begun, PASSING).round, 5), begun, CLEO)


def test_all_orders_together_come_to_an_end() -> None:
    begun: Table = opened()
    begun.follow_orders({seat: orders.give(begun, BIDDING, 50) for seat in EVERYBODY})
    assert all(row.entry.automatic for row in begun.log[2:])
    assert begun.session.played(begun.actions).text == "pass"


def test_an_order_is_stored_as_plain_data() -> None:
    order = orders.give(opened(), BIDDING, 75, careful=True)
    assert Order.from_data(order.to_data()) == order


@pytest.mark.parametrize(("kind", "most"), [("sell", 0), (BIDDING, -1), (BIDDING, 10**7)])
def test_an_order_that_makes_no_sense_is_refused(kind: str, most: int) -> None:
    with pytest.raises(Malformed):
        orders.give(opened(), kind, most)


def test_what_a_company_does_is_passed_only_if_that_was_said() -> None:
    begun = Table.of(some_game(seed=5, most=120))
    found = 0
    for at in range(begun.actions):
        choices = begun.session.choices_at(at)
        assert choices is not None
        company = getattr(choices.step, "company", None)
        if not isinstance(company, int) or Pass() not in choices:
            continue
        found += 1
        earlier = Table.of(replace(begun.session.game(), actions=begun.session.game().actions[:at]))
        assert orders.answer(orders.give(earlier, PASSING), earlier, choices.seat) is None
        assert orders.answer(orders.give(earlier, PASSING, companies=True), earlier, choices.seat) == Pass()
        if found == 3:
            break
    assert found == 3


def test_what_a_player_does_on_their_own_behalf_is_passed_in_every_round() -> None:
    begun = Table.of(some_game(seed=5, most=120))
    at = next(n for n in range(begun.actions) if begun.session.at(n).round.kind == "stock")
    earlier = Table.of(replace(begun.session.game(), actions=begun.session.game().actions[:at]))
    assert orders.answer(orders.give(earlier, PASSING), earlier, earlier.seat_to_act()) == Pass()
