"""Growth on borrowed money in 1863: privates sold to one's own companies, small companies, and trains that last."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

from railhead.bots import debts, flipping, registry, securing, selfplay
from railhead.bots.bot import Budget
from railhead.bots.position import position
from railhead.bots.selfplay import Made
from railhead.bots.table import Table
from railhead.bots.turns import Played, compared
from railhead.core.actions import Deed, Pass
from railhead.core.game import Game
from railhead.core.ids import hex_of
from railhead.core.spelling import Money
from railhead.core.state import State
from railhead.core.steps import Matter
from railhead.rules.auction import Auction, Bid
from railhead.rules.outlook import OutlookRules
from railhead.rules.private_sales import BuyIn
from railhead.rules.stock import Sell, StockTurn
from railhead.titles import catalogue
from railhead.titles.t1863 import founding
from railhead.titles.t1863.dividends import PayDividend
from railhead.titles.t1863.founding import Open
from railhead.titles.t1863.opening import AuctionPrivate
from railhead.titles.t1863.outlook import PLACES

BOOK = catalogue.rulebook("1863", ("A", "B", "C"), frozenset(), 5)


@cache
def played() -> tuple[Made, ...]:
    """The first decisions of a game of one hard bot and two others."""
    bots = [registry.find(name) for name in ("hard", "medium", "medium")]
    return tuple(islice(selfplay.play(BOOK, bots, Random(5), audited=False), 700))


def of_the_hard_bot() -> Iterator[Made]:
    return (made for made in played() if table(made.before).seat == BOOK.seat_ids[0])


def table(state: State) -> Table:
    game = Game(BOOK, state)
    seat = game.step.seat(game)
    return Table(position(BOOK, state, seat), Budget())


def decided(state: State, bot: str = "hard") -> object:
    return registry.find(bot).decide(table(state).seen, Random(1), Budget()).action


def test_a_private_company_that_sells_for_more_is_auctioned_and_put_to_use() -> None:
    actions = [made.action for made in of_the_hard_bot()]
    opened = [action for action in actions if isinstance(action, AuctionPrivate)]
    assert opened
    assert all(action.amount == 5 for action in opened)
    rules = {made.decision.rule for made in of_the_hard_bot()}
    assert {"flip", "put in"} <= rules


def test_nobody_bids_more_than_leaves_the_money_for_a_company() -> None:
    state = next(made.before for made in of_the_hard_bot() if isinstance(made.action, AuctionPrivate)).clone()
    state.cash[table(state).seat] = int(flipping.KEPT * BOOK.starting_cash)
    assert decided(state) == Pass()


def test_a_company_with_money_to_spare_buys_a_private_from_its_player() -> None:
    for made in of_the_hard_bot():
        company = table(made.before).company
        if company is not None and BuyIn in table(made.before).seen.choices.kinds:
            state = made.before.clone()
            state.cash[BOOK.purse(company)] = 1_000
            action = decided(state)
            assert isinstance(action, BuyIn)
            assert action.amount == 2 * BOOK.privates[action.private].value
            state.cash[BOOK.purse(company)] = 20
            assert not isinstance(decided(state), BuyIn)
            return
    raise AssertionError("no private could be bought")


def test_companies_are_begun_in_good_places_one_after_the_other() -> None:
    opened = [made for made in of_the_hard_bot() if made.decision.rule == "start"]
    assert opened
    for made in opened:
        assert isinstance(made.action, Open)
        assert BOOK.board.names[hex_of(made.action.stop)] in PLACES
        game = Game(BOOK, made.before)
        assert all(game.state.revenue[each] > debts.dues(game, each) for each in table(made.before).mine)


def test_a_place_where_little_can_be_earned_is_left_to_others() -> None:
    made = next(made for made in of_the_hard_bot() if made.decision.rule == "start")
    here, action = table(made.before), made.action
    assert isinstance(action, Open)
    stops = [stop for choice in here.offered if choice.action is Open for stop in choice.domains[1]]
    site = here.game.rules[OutlookRules].site
    bad = next(stop for stop in stops if not site(here.game, action.company, stop))
    assert site(here.game, action.company, action.stop) > 0
    bidding = made.before.clone()
    for stop, bids in ((action.stop, True), (bad, False)):
        lot = founding.right_to_start(action.company, stop)
        bidding.agenda = (*bidding.agenda[:-1], Auction(here.seat, lot, 5, BOOK.seat_ids[1]))
        assert isinstance(decided(bidding), Bid) == bids


def test_it_proposes_no_merger() -> None:
    assert not any(made.action.deed is Deed.MERGE for made in of_the_hard_bot())


def with_lasting_trains_on_sale(matter: Matter) -> tuple[State, int]:
    """A step of a company of the hard bot, when all but trains that last are sold, and what one costs."""
    for made in of_the_hard_bot():
        company = table(made.before).company
        if company is not None and made.before.agenda[-1].matter is matter and made.before.revenue[company]:
            state = made.before.clone()
            state.depot[0] = state.depot[1] = 0
            price = securing.wanted(table(state), company)
            if price is not None and Game(BOOK, state).controller(company) == BOOK.seat_ids[0]:
                return state, price
    raise AssertionError("there is no such step")


def test_a_company_that_needs_a_train_that_lasts_saves_for_it() -> None:
    state, price = with_lasting_trains_on_sale(Matter.DIVIDEND)
    company = table(state).company
    assert company is not None
    state.trains[BOOK.purse(company)] = ()
    state.cash[BOOK.purse(company)], state.revenue[company] = price - 600, 100
    assert [each.action for each in securing.amount(table(state))] == [PayDividend(Money(0))]
    state.cash[BOOK.purse(company)] = 3 * price
    assert len(securing.amount(table(state))) > 1


def in_debt(shares: int) -> State:
    """A stock turn in which a player holds shares of a company of others that has many loans, and earns little."""
    for made in played():
        state = made.before.clone()
        if not isinstance(state.agenda[-1], StockTurn) or state.agenda[-1].bought:
            continue
        here = table(state)
        for action in here.of(Sell):
            company = action.company
            if here.game.controller(company) not in (None, here.seat):
                state.loans[company], state.cash[BOOK.purse(company)] = 5, 0
                state.shares[here.seat * BOOK.company_count + company] = shares
                return state
    raise AssertionError("there is no such turn")


def test_shares_with_which_debts_are_inherited_are_sold() -> None:
    state = in_debt(3)
    action = decided(state, "medium")
    assert isinstance(action, Sell)
    assert action.count == 2
    assert not isinstance(decided(in_debt(1), "medium"), Sell)


def test_what_is_advised_is_what_it_would_do() -> None:
    """The estimate only says how much comes of it."""
    advised = 0
    for made in of_the_hard_bot():
        looked_at = table(made.before)
        if made.before.agenda[-1].matter is Matter.STOCK and looked_at.may_pass:
            passed = Played(looked_at.seen)
            passed.act(Pass())
            found = compared(passed, Random(1))
            if found is not None and found[0] != found[1]:
                assert found[0].deals[0] == decided(made.before)
                assert found[1].deals == (Pass(),)
                advised += 1
    assert advised
