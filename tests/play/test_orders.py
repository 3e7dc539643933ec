"""Standing orders: they pass, bid and buy as told, end when they say, and never decide anything else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core.actions import Action, Pass, parse, text_of
from railhead.core.refusal import Malformed
from railhead.play import orders
from railhead.play.answers import answer, cost_of
from railhead.play.gamefile import GameFile
from railhead.play.orders import BIDDING, BUYING, PASSING, Order
from railhead.play.session import Session
from railhead.play.table import Table
from railhead.rules.stock import Buy, Sell, StockTurn
from railhead.titles import catalogue
from railhead.titles.t1862.parliament import Speech
from tests.play.games import some_game
from tests.play.test_table import ANN, BEN, CLEO, EVERYBODY, opened


def test_an_order_passes_at_once_and_says_that_it_did() -> None:
    begun = opened()
    begun.follow_orders({CLEO: (orders.give(begun, PASSING),)})
    assert begun.decided_by(3).text == "pass"
    assert begun.decided_by(3).automatic
    assert begun.seat_to_act() == ANN


def test_bids_up_to_a_limit_go_against_each_other() -> None:
    begun = opened()
    given = {ANN: (orders.give(begun, BIDDING, 40),), CLEO: (orders.give(begun, BIDDING, 25),)}
    begun.follow_orders(given)
    assert [row.entry.text for row in begun.log] == ["bid 5", "bid 10", "bid 15", "bid 20"]
    begun.act([BEN], "pass", 4)
    begun.follow_orders(given)
    assert [row.entry.text for row in begun.log[5:7]] == ["bid 25", "bid 30"]


def test_a_winner_is_asked_what_they_take() -> None:
    begun = opened()
    given = orders.give(begun, PASSING), orders.give(begun, BIDDING, 100)
    begun.act([CLEO], "pass", 2)
    begun.act([ANN], "pass", 3)
    assert begun.seat_to_act() == BEN
    assert answer(given, begun, BEN) is None


def test_nothing_is_answered_for_another_seat() -> None:
    begun = opened()
    assert answer([orders.give(begun, PASSING)], begun, ANN) is None


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
    begun.follow_orders({seat: (orders.give(begun, BIDDING, 50),) for seat in EVERYBODY})
    assert all(row.entry.automatic for row in begun.log[2:])
    assert begun.session.played(begun.actions).text == "pass"


def test_an_order_is_stored_as_plain_data() -> None:
    order = orders.give(opened(), BIDDING, 75, careful=True)
    assert Order.from_data(order.to_data()) == order


@pytest.mark.parametrize(("kind", "most"), [("sell", 0), (BIDDING, -1), (BIDDING, 10**7), (BUYING, 100)])
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
        assert answer([orders.give(earlier, PASSING)], earlier, choices.seat) is None
        assert answer([orders.give(earlier, PASSING, companies=True)], earlier, choices.seat) == Pass()
        if found == 3:
            break
    assert found == 3


def test_what_a_player_does_on_their_own_behalf_is_passed_in_every_round() -> None:
    begun = Table.of(some_game(seed=5, most=120))
    at = next(n for n in range(begun.actions) if begun.session.at(n).round.kind == "stock")
    earlier = Table.of(replace(begun.session.game(), actions=begun.session.game().actions[:at]))
    assert answer([orders.give(earlier, PASSING)], earlier, earlier.seat_to_act()) == Pass()


# -- bids are for one lot -------------------------------------------------------------------------


def auctioned() -> Table:
    """Ben has won the first auction of 1860 and chooses."""
    begun = opened()
    begun.act([CLEO], "pass", 2)
    begun.act([ANN], "pass", 3)
    return begun


def test_a_bid_is_for_the_lot_it_was_given_for_and_not_for_the_next_one() -> None:
    begun = opened()
    given = {CLEO: (orders.give(begun, BIDDING, 10),)}
    begun.follow_orders(given)
    begun.act([ANN], "pass", 3)
    begun.act([BEN], "take Brading", 4)
    assert begun.seat_to_act() == CLEO
    assert str(orders.lot_name(begun)) == "the right to choose"
    begun.follow_orders(given)
    assert begun.seat_to_act() == CLEO
    assert not orders.stands(given[CLEO][0], begun, CLEO)


def test_in_parliament_a_bid_for_one_charter_is_none_for_another() -> None:
    begun = Table(GameFile.new("1862", ("Ann", "Ben", "Cleo"), seed=4))
    first, second = (next(iter(choice.domains[0])) for choice in list(begun.session.choices or ())[:2])
    names = begun.book.company_names
    begun.act(EVERYBODY, f"propose {names[first]} for 0", 0)
    order = orders.give(begun, BIDDING, 40)
    assert names[first] in order.item
    given = {seat: (order,) for seat in EVERYBODY if seat == begun.seat_to_act()}
    (mine,) = given
    begun.follow_orders(given)
    assert begun.decided_by(2).text == "bid 5"
    for _ in range(2):
        begun.act(EVERYBODY, "pass", begun.length)
    assert begun.seat_to_act() == mine  # the winner sets the par
    begun.follow_orders(given)
    begun.act(EVERYBODY, f"start {names[first]} at 54", begun.length)
    while not isinstance(begun.session.state.agenda[-1], Speech):
        begun.act(EVERYBODY, "pass", begun.length)
    while begun.seat_to_act() == mine:
        begun.act(EVERYBODY, "pass", begun.length)
    begun.act(EVERYBODY, f"propose {names[second]} for 0", begun.length)
    length = begun.length
    begun.follow_orders(given)
    assert begun.length == length
    assert not orders.stands(order, begun, mine)


def test_there_is_nothing_to_bid_for_outside_an_auction() -> None:
    with pytest.raises(Malformed, match="Nothing is being auctioned now"):
        orders.give(auctioned(), BIDDING, 40)


def test_a_bid_of_an_older_version_which_was_for_a_round_has_expired() -> None:
    begun = opened()
    (old,) = orders.read({"kind": "bid", "round": "Initial auction", "since": 2, "most": 40, "careful": False})
    assert begun.book.round_name(begun.session.state.round).english == old.round
    assert not orders.stands(old, begun, CLEO)


def test_a_pass_of_an_older_version_goes_on_to_the_end_of_its_round() -> None:
    begun = opened()
    data = {"kind": "pass", "round": "Initial auction", "since": 2, "most": 0, "careful": False, "companies": False}
    assert answer(orders.read(data), begun, CLEO) == Pass()


# -- purchases ------------------------------------------------------------------------------------


def in_the_stock_round(kind: type[Action] = Buy) -> Table:
    """A game of 1860 at the first stock turn in which a player may buy, and may do something of this kind."""
    game = some_game(seed=5, most=150)
    whole = Session(game)
    for at in range(len(whole)):
        choices = whole.choices_at(at)
        assert choices is not None
        if isinstance(choices.step, StockTurn) and {Buy, kind} <= {choice.action for choice in choices}:
            return Table.of(replace(game, actions=game.actions[:at]))
    raise AssertionError("nobody could do that")


def offered(table: Table, kind: type[Action]) -> list[str]:
    """What the player whose turn it is may do of a kind."""
    choices = [choice for choice in table.session.choices or () if choice.action is kind]
    return [text_of(table.book, action) for choice in choices for action in choice]


def test_a_purchase_is_made_at_the_beginning_of_the_turn_if_it_costs_no_more_than_the_limit() -> None:
    begun = in_the_stock_round()
    seat, text = begun.seat_to_act(), offered(begun, Buy)[0]
    price = cost_of(begun, parse(begun.book, text), seat)
    length = begun.length
    begun.follow_orders({seat: (orders.give(begun, BUYING, price - 1, purchase=text),)})
    assert begun.length == length
    order = orders.give(begun, BUYING, price, purchase=text)
    begun.follow_orders({seat: (order,)})
    assert begun.entries(length)[0].text == text
    assert begun.seat_to_act() != seat
    assert not orders.stands(order, begun, seat)


def test_a_purchase_is_made_once_a_turn_and_as_often_as_it_says() -> None:
    begun = in_the_stock_round()
    seat, text = begun.seat_to_act(), offered(begun, Buy)[0]
    order = orders.give(begun, BUYING, 10**6, purchase=text, times=2)
    others = {other: (orders.give(begun, PASSING),) for other in EVERYBODY if other != seat}
    begun.follow_orders({seat: (order,), **others})
    assert len(orders.purchases(order, begun, seat)) == 2
    assert begun.seat_to_act() == seat
    assert not orders.stands(order, begun, seat)


def test_a_player_who_has_begun_to_deal_is_asked() -> None:
    begun = in_the_stock_round(Sell)
    seat, text = begun.seat_to_act(), offered(begun, Buy)[0]
    given = orders.give(begun, BUYING, 10**6, purchase=text), orders.give(begun, PASSING)
    begun.act([seat], offered(begun, Sell)[0], begun.length)
    assert begun.seat_to_act() == seat
    assert answer(given, begun, seat) is None


def test_what_is_no_purchase_of_a_share_cannot_be_ordered() -> None:
    begun = in_the_stock_round()
    for text in ("pass", "nonsense", "", "sell 1 C&N"):
        with pytest.raises(Malformed):
            orders.give(begun, BUYING, 100, purchase=text)
    with pytest.raises(Malformed):
        orders.give(begun, BUYING, 100, purchase=offered(begun, Buy)[0], times=0)


# -- the end of an order --------------------------------------------------------------------------


def test_taking_back_what_an_order_did_or_was_given_for_ends_it() -> None:
    begun = opened()
    order = orders.give(begun, PASSING)
    begun.follow_orders({CLEO: (order,)})
    assert orders.stands(order, begun, CLEO)
    begun.undo(CLEO, 2, EVERYBODY, 3)
    assert not orders.stands(order, begun, CLEO)
    again = opened()
    earlier = orders.give(again, PASSING)
    again.undo(BEN, 1, EVERYBODY, 2)
    again.act([BEN], "bid 15", 3)
    assert not orders.stands(earlier, again, CLEO)


def test_a_seat_has_one_order_of_a_kind_and_one_for_each_certificate() -> None:
    begun = in_the_stock_round()
    first, *others = offered(begun, Buy)
    given: orders.Orders = ()
    for order in (orders.give(begun, PASSING), orders.give(begun, PASSING, careful=True)):
        given = orders.added(given, order)
    assert [order.careful for order in given] == [True]
    for text in (first, *others[:1], first):
        given = orders.added(given, orders.give(begun, BUYING, 50, purchase=text))
    assert len(given) == 2 + len(others[:1])
    assert orders.without(given, BUYING, first) == tuple(each for each in given if each.purchase != first)
    assert orders.read(orders.write(given)) == given
    assert orders.write(()) is None
    assert orders.read(None) == ()


# -- or else a pass, and orders ahead -------------------------------------------------------------


def test_if_it_costs_more_the_player_passes_if_they_have_said_so() -> None:
    begun = in_the_stock_round()
    seat, text = begun.seat_to_act(), offered(begun, Buy)[0]
    price = cost_of(begun, parse(begun.book, text), seat)
    dear, fair = (orders.give(begun, BUYING, most, purchase=text, otherwise=PASSING) for most in (price - 1, price))
    assert answer([dear], begun, seat) == Pass()
    assert answer([fair], begun, seat) == parse(begun.book, text)
    assert answer([orders.give(begun, BUYING, price - 1, purchase=text)], begun, seat) is None


def test_of_several_purchases_the_next_is_tried_before_the_player_passes() -> None:
    begun = in_the_stock_round()
    seat, (first, second, *_) = begun.seat_to_act(), offered(begun, Buy)
    given = (
        orders.give(begun, BUYING, 1, purchase=first, otherwise=PASSING),
        orders.give(begun, BUYING, 10**6, purchase=second),
    )
    assert answer(given, begun, seat) == parse(begun.book, second)


def test_a_player_who_has_begun_to_deal_does_not_pass_by_an_order() -> None:
    begun = in_the_stock_round(Sell)
    seat, text = begun.seat_to_act(), offered(begun, Buy)[0]
    given = orders.give(begun, BUYING, 1, purchase=text, otherwise=PASSING)
    begun.act([seat], offered(begun, Sell)[0], begun.length)
    assert answer([given], begun, seat) is None


def stock_rounds(session: Session) -> list[tuple[int, int]]:
    """The first and the last point of each stock round."""
    points = [n for n in range(len(session)) if session.at(n).round.kind == "stock"]
    return [
        (min(found), max(found))
        for number in sorted({session.at(n).round.number for n in points})
        if (found := [n for n in points if session.at(n).round.number == number])
    ]


def test_an_order_given_ahead_is_for_the_next_stock_round_and_no_other() -> None:
    game = some_game(seed=5, most=400)
    whole = Session(game)
    (_, ends), (begins, last), (third, _), *_ = stock_rounds(whole)

    def at(number: int) -> Table:
        return Table.of(replace(game, actions=game.actions[:number]))

    between = at(ends + 1)
    assert not orders.in_stock_round(between)
    purchase = text_of(between.book, orders.certificates(between)[0])
    seat = whole.choices_at(begins).seat  # type: ignore[union-attr]
    order = orders.give(between, BUYING, 0, purchase=purchase, otherwise=PASSING, ahead=True)
    for number in range(ends + 1, begins):
        assert orders.stands(order, at(number), seat)
        assert answer([order], at(number), at(number).seat_to_act()) is None
    assert orders.has_begun(order, at(begins))
    assert answer([order], at(begins), seat) == Pass()
    assert answer([order], at(last), at(last).seat_to_act()) in (Pass(), None)
    for number in (last + 1, third):
        assert not orders.stands(order, at(number), seat)
        assert answer([order], at(number), at(number).seat_to_act()) is None


def test_an_order_for_the_next_stock_round_does_nothing_in_this_one() -> None:
    begun = in_the_stock_round()
    seat, text = begun.seat_to_act(), offered(begun, Buy)[0]
    order = orders.give(begun, BUYING, 10**6, purchase=text, ahead=True)
    assert orders.stands(order, begun, seat)
    assert answer([order, orders.give(begun, PASSING, ahead=True)], begun, seat) is None


def test_a_careful_order_ahead_looks_at_its_own_round_only() -> None:
    game = some_game(seed=5, most=400)
    whole = Session(game)
    (_, ends), (begins, _), *_ = stock_rounds(whole)
    between = Table.of(replace(game, actions=game.actions[: ends + 1]))
    order = orders.give(between, PASSING, careful=True, ahead=True)
    begun = Table.of(replace(game, actions=game.actions[:begins]))
    assert answer([order], begun, begun.seat_to_act()) == Pass()


def test_only_purchases_and_passes_are_ordered_ahead() -> None:
    begun = opened()
    with pytest.raises(Malformed, match="next stock round"):
        orders.give(begun, BIDDING, 10, ahead=True)
    stock = in_the_stock_round()
    with pytest.raises(Malformed, match="you pass"):
        orders.give(stock, BUYING, 10, purchase=offered(stock, Buy)[0], otherwise="sell")


@pytest.mark.parametrize("title", catalogue.TITLES)
def test_at_every_point_of_a_game_it_is_known_what_can_be_ordered(title: str) -> None:
    game = some_game(seed=3, most=150, title=title)
    table = Table(replace(game, actions=()))
    for text in game.actions:
        for action in orders.certificates(table):
            assert parse(table.book, text_of(table.book, action)) == action
        table.act([table.seat_to_act()], text, table.length)
