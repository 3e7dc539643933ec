"""Further companies: a player who looks ahead begins them while there is money for a train."""

from __future__ import annotations

from itertools import takewhile
from random import Random

import pytest

from railhead.bots import expanding, selfplay
from railhead.bots.bot import Budget
from railhead.bots.hard import Hard
from railhead.bots.position import position
from railhead.bots.table import Table
from railhead.core import engine
from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.rulebook import Rulebook
from railhead.core.state import FLOATED, State
from railhead.core.steps import Matter
from railhead.rules.outlook import OutlookRules
from railhead.rules.rounds import STOCK
from railhead.titles import catalogue
from railhead.titles.t18bf.auctions import AuctionMinor
from tests.bots.test_interface import SEATS

BOOK = catalogue.rulebook("18BF", SEATS, frozenset(), 5)


def to_act(book: Rulebook, state: State) -> Seat:
    choices = engine.choices(book, state)
    assert choices is not None
    return choices.seat


@pytest.fixture(scope="module")
def first_round() -> list[State]:
    """The states of a first stock round among hard bots."""
    made = selfplay.play(BOOK, [Hard() for _ in SEATS], Random(5), audited=False)
    return list(takewhile(lambda state: state.round.kind == STOCK, (each.state for each in made)))


def test_minors_are_begun_as_long_as_there_is_money_for_a_train(first_round: list[State]) -> None:
    game = Game(BOOK, first_round[-1])
    enough = game.rules[OutlookRules].seed_money(game)
    cheapest = min(train.price for train in BOOK.trains)
    assert enough is not None
    assert cheapest <= enough
    assert all(game.state.cash[seat] < enough for seat in BOOK.seat_ids)
    begun = [company for company in BOOK.company_ids if game.state.has(company, FLOATED)]
    assert len(begun) > len(SEATS)
    assert all(game.treasury(company) >= cheapest for company in begun)


def test_with_less_money_no_minor_is_begun(first_round: list[State]) -> None:
    offering = next(state for state in first_round if state.agenda[-1].matter is Matter.STOCK)
    game = Game(BOOK, offering)
    seat = to_act(BOOK, offering)
    enough = game.rules[OutlookRules].seed_money(game)
    assert enough is not None
    for cash, begins in ((int(enough), True), (int(enough) - 1, False)):
        state = offering.clone()
        state.cash[seat] = cash
        found = expanding.begin(Table(position(BOOK, state, seat), Budget()))
        assert bool(found) is begins
        assert all(isinstance(each.action, AuctionMinor) and each.action.amount <= cash for each in found)


def test_where_nobody_can_tell_what_a_company_needs_the_rules_of_thumb_decide() -> None:
    book = catalogue.rulebook("1860", SEATS, frozenset(), 5)
    for made in selfplay.play(book, [Hard() for _ in SEATS], Random(5), audited=False):
        if made.state.round.kind == STOCK:
            table = Table(position(book, made.state, to_act(book, made.state)), Budget())
            assert expanding.begin(table) == []
            return
    raise AssertionError("no stock round began")
