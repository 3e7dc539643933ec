"""The two-for-one merge of shares: the rulebook's examples, and every way an option ends."""

from __future__ import annotations

import pytest

from railhead.core.events import SharesMoved
from railhead.core.market import Market
from railhead.core.state import FLOATED, STARTED
from railhead.testing import Table, rule
from railhead.titles.t1862 import prices
from railhead.titles.t1862.facts import market
from railhead.titles.t1862.record import record
from tests.titles.t1862.railways import merging, operating, railway, table

Holdings = dict[str, int]


def two(
    one: str,
    shares: Holdings,
    other: str,
    others: Holdings,
    prices: tuple[int, int] = (90, 90),
    trains: tuple[bool, bool] = (True, True),
    cash: dict[str, int] | None = None,
    treasury: int = 500,
) -> Table:
    """Two companies of which the first is operating."""
    at = table()
    for company, holders, price, train in zip((one, other), (shares, others), prices, trains, strict=True):
        railway(at, company, holders, price, trains=("1F",) if train else (), treasury=treasury)
    for owner, amount in (cash or {}).items():
        at.give_cash(owner, amount)
    operating(at, one, "build")
    return at


def moved(at: Table, giver: str, taker: str) -> Holdings:
    """How many shares of which company went from one to the other with the last action."""
    events = [event for event in at.events if isinstance(event, SharesMoved)]
    ways = [event for event in events if (event.giver, event.taker) == (at.owner(giver), at.owner(taker))]
    return {at.book.company_names[event.company]: event.count for event in ways}


def holdings(at: Table, company: str) -> Holdings:
    """Who has shares of a company."""
    found = {name: at.shares(name, company) for name in at.book.owner_names}
    return {name: count for name, count in found.items() if count}


# -- the examples of the rulebook -----------------------------------------------------------------


def example_one(cash_of_linda: int) -> Table:
    """Richard, Emma, Peter and Linda are A, B, C and D."""
    return two(
        "N&E",
        {"A": 4, "B": 3, "C": 1, "N&E": 2},
        "WStI",
        {"A": 5, "C": 1, "D": 1, "WStI": 1, "pool": 1},
        cash={"A": 1000, "B": 1000, "C": 1000, "D": cash_of_linda},
    )


@rule("1862-EX-05", "1862-MERGE-13", "1862-MERGE-14", "1862-MERGE-18", "1862-MERGE-19", "1862-MERGE-20")
@rule("1862-MERGE-21", "1862-MERGE-22", "1862-MERGE-25", "1862-MERGE-26", "1862-MERGE-38")
def test_merge_example_one() -> None:
    at = example_one(cash_of_linda=20)
    treasuries = at.cash("N&E") + at.cash("WStI")
    merging(at, "N&E", "WStI", "N&E")
    assert (at.price("N&E"), at.book.market.prices[at.state.par[at.company("N&E")]]) == (134, 100)
    assert at.turn == "A"
    assert (at.shares("A", "N&E"), at.shares("B", "N&E"), at.shares("B", "WStI")) == (5, 2, 1)
    assert moved(at, "A", "pool") == {"WStI": 4}, "what does not survive goes first"
    at.do("redeem option")
    assert at.turn == "B"
    at.do("redeem option")
    assert at.turn == "A", "Linda cannot pay; Richard decides for the company"
    assert at.cash("D") == 20 + 67
    assert (at.shares("N&E", "N&E"), at.shares("N&E", "WStI"), at.shares("D", "N&E")) == (2, 0, 0)
    at.do("redeem option")
    assert holdings(at, "N&E") == {"A": 5, "B": 2, "C": 1, "N&E": 2}
    assert holdings(at, "WStI") == {"ipo": 10}
    assert [at.cash(player) for player in "ABCD"] == [933, 933, 1000, 87]
    assert at.cash("N&E") == treasuries - 67
    assert at.cash("WStI") == 0
    assert at.director("N&E") == "A"
    assert at.director("WStI") == "ipo"
    assert not at.has("WStI", STARTED)
    assert record(at.game).permits[at.company("WStI")] == record(at.game).dealt[at.company("WStI")]


@rule("1862-EX-06", "1862-MERGE-24")
def test_merge_example_one_if_linda_redeems() -> None:
    at = example_one(cash_of_linda=1000)
    treasuries = at.cash("N&E") + at.cash("WStI")
    merging(at, "N&E", "WStI", "N&E")
    at.do("redeem option", "redeem option")
    assert at.turn == "D"
    at.do("redeem option")
    assert holdings(at, "N&E") == {"A": 5, "B": 2, "C": 1, "D": 1, "N&E": 1}
    assert [at.cash(player) for player in "ABCD"] == [933, 933, 1000, 933]
    assert at.cash("N&E") == treasuries + 67


@rule("1862-EX-07", "1862-MERGE-15", "1862-MERGE-16", "1862-MERGE-19", "1862-MERGE-22", "1862-MERGE-24")
def test_merge_example_two() -> None:
    """Helen, Martin, Rachel and Charles are A, B, C and D; Martin begins."""
    at = two(
        "N&E",
        {"B": 4, "A": 1, "D": 3},
        "I&B",
        {"B": 5, "C": 3, "I&B": 2},
        prices=(100, 74),
        trains=(False, True),
        cash=dict.fromkeys("ABCD", 500),
    )
    treasuries = at.cash("N&E") + at.cash("I&B")
    merging(at, "N&E", "I&B", "N&E")
    assert (at.price("N&E"), at.book.market.prices[at.state.par[at.company("N&E")]]) == (86, 82)
    for player in "BCDA":
        assert at.turn == player
        at.do("redeem option")
    assert holdings(at, "N&E") == {"A": 1, "B": 5, "C": 2, "D": 2}
    assert [at.cash(player) for player in "ABCD"] == [457, 457, 457, 457]
    assert at.cash("N&E") == treasuries + 86


# -- price and par --------------------------------------------------------------------------------


@rule("1862-EX-13", "1862-MERGE-14", "1862-MERGE-15")
@pytest.mark.parametrize(
    ("one", "other", "raw", "price"),
    [
        ((68, True), (100, True), 118, 116),
        ((54, True), (62, True), 85, 82),
        ((78, True), (116, False), 97, 95),
        ((78, True), (116, True), 136, 134),
        ((116, True), (68, False), 92, 90),
        ((116, True), (68, True), 126, 122),
        ((110, False), (90, False), 72, 71),
    ],
)
def test_the_prices_of_the_rulebook(one: tuple[int, bool], other: tuple[int, bool], raw: int, price: int) -> None:
    at = two("N&E", {"A": 10}, "I&B", {"A": 9, "B": 1}, (one[0], other[0]), (one[1], other[1]))
    values = [prices.value_of(at.game, at.company(company)) for company in ("N&E", "I&B")]
    assert prices.merged_price(*values) == raw
    merging(at, "N&E", "I&B", "N&E")
    assert at.turn == "A", "he has an odd number of shares"
    assert at.price("N&E") == price


@rule("1862-DX-23", "1862-DX-25", "1862-DX-26", "1862-MERGE-14", "1862-MERGE-15", "1862-MERGE-16")
@pytest.mark.parametrize(
    ("one", "other", "price", "par"),
    [
        ((40, True), (100, True), 90, 90),
        ((700, True), (750, True), 1000, 100),
        ((95, True), (95, False), 90, 90),
        ((26, True), (44, True), 47, 54),
        ((100, True), (74, False), 86, 82),
    ],
)
def test_further_prices(one: tuple[int, bool], other: tuple[int, bool], price: int, par: int) -> None:
    at = two("N&E", {"A": 10}, "I&B", {"A": 9, "B": 1}, (one[0], other[0]), (one[1], other[1]), cash={"A": 1000})
    merging(at, "N&E", "I&B", "I&B")
    assert at.price("I&B") == price
    assert at.book.market.prices[at.state.par[at.company("I&B")]] == par


@rule("1862-MERGE-16", "1862-START-07")
@pytest.mark.parametrize(
    ("price", "par"), [(86, 82), (134, 100), (47, 54), (0, 54), (54, 54), (56, 54), (71, 68), (100, 100), (200, 100)]
)
def test_the_par_that_goes_with_a_price(price: int, par: int) -> None:
    chart: Market = market()
    assert chart.prices[prices.par_place(chart, price)] == par


@rule("1862-DX-24", "1862-BANKR-01")
def test_a_merged_price_below_the_lowest_is_the_end_of_both() -> None:
    at = two("N&E", {"A": 6, "B": 4}, "I&B", {"A": 10}, (7, 7), (False, False), cash={"A": 100, "B": 100})
    merging(at, "N&E", "I&B", "N&E")
    for company in ("N&E", "I&B"):
        assert holdings(at, company) == {"ipo": 10}
        assert not at.has(company, FLOATED)
        assert at.cash(company) == 0
    assert (at.cash("A"), at.cash("B")) == (100, 100)


@rule("1862-END-01")
def test_a_merger_that_reaches_the_top_ends_the_game_with_the_round() -> None:
    at = two("N&E", {"A": 10}, "I&B", {"A": 10}, (700, 750))
    merging(at, "N&E", "I&B", "N&E")
    assert at.state.ending


# -- one holder's turn ----------------------------------------------------------------------------


def halved(shares: Holdings, others: Holdings, cash: int = 1000, prices: tuple[int, int] = (90, 90)) -> Table:
    """A merges N&E and I&B, N&E survives; every player has as much cash."""
    at = two("N&E", shares, "I&B", others, prices, cash=dict.fromkeys("ABCD", cash), treasury=0)
    merging(at, "N&E", "I&B", "N&E")
    return at


@rule("1862-MERGE-20", "1862-MERGE-21")
@pytest.mark.parametrize(
    ("mine", "theirs", "kept", "asked"),
    [(6, 4, 5, False), (7, 0, 4, True), (3, 3, 3, False), (3, 4, 4, True), (10, 3, 7, True), (8, 2, 5, False)],
)
def test_half_is_returned_and_an_odd_share_is_an_option(mine: int, theirs: int, kept: int, asked: bool) -> None:
    at = halved({"A": mine}, {"A": theirs, "pool": 10 - theirs} if theirs else {"B": 10})
    assert at.shares("A", "N&E") == kept
    if asked:
        assert at.turn == "A"
        at.do("redeem option")
        assert at.cash("A") == 1000 - 67


@rule("1862-DX-32", "1862-MERGE-25")
def test_an_option_costs_and_brings_half_rounded_down() -> None:
    for action, change in (("redeem option", -35), ("relinquish option", 35)):
        at = two("N&E", {"A": 7, "pool": 3}, "I&B", {"B": 10}, (110, 90), (False, False), treasury=0)
        at.give_cash("A", 1000)
        merging(at, "N&E", "I&B", "N&E")
        assert at.price("N&E") == 71
        at.do(action)
        assert at.cash("A") == 1000 + change


@rule("1862-DX-33", "1862-MERGE-23", "1862-MERGE-24")
def test_what_cannot_be_swapped_is_sold_the_option_for_half_rounded_up() -> None:
    """All of N&E is with A, who goes first; B's shares of I&B cannot be swapped but for what A gave back."""
    at = two("N&E", {"A": 10}, "I&B", {"B": 9, "C": 1}, (110, 90), (False, False), treasury=0)
    for player in "ABC":
        at.give_cash(player, 1000)
    merging(at, "N&E", "I&B", "N&E")
    assert at.price("N&E") == 71
    assert (at.shares("A", "N&E"), at.shares("B", "N&E")) == (5, 5)
    at.do("redeem option")
    assert at.cash("C") == 1000 + 36
    assert holdings(at, "N&E") == {"A": 5, "B": 5}


@rule("1862-MERGE-22", "1862-MERGE-24")
def test_swaps_take_from_the_pool_then_from_the_next_who_has_not_had_a_turn() -> None:
    at = halved({"A": 3, "B": 1, "C": 3, "D": 1, "pool": 2}, {"A": 7, "B": 3}, cash=0)
    assert at.shares("A", "N&E") == 5, "three of his own, two of the pool"
    assert moved(at, "pool", "A") == {"N&E": 2}
    at = halved({"C": 6, "B": 2, "D": 2}, {"A": 8, "B": 2}, cash=0)
    # A keeps four of eight I&B: two N&E of B, and two of C beyond the certificate
    assert at.shares("A", "N&E") == 4
    assert at.director("N&E") == "A"


@rule("1862-MERGE-12", "1862-MERGE-30")
def test_the_director_is_found_when_all_have_had_their_turn() -> None:
    at = halved({"A": 6, "B": 4}, {"B": 6, "A": 4})
    assert (at.shares("A", "N&E"), at.shares("B", "N&E")) == (5, 5)
    assert at.director("N&E") == "A", "of equals the one who began"
    at = halved({"A": 5, "B": 5}, {"A": 1, "B": 5, "C": 4})
    assert (at.shares("A", "N&E"), at.shares("B", "N&E")) == (3, 5)
    assert at.director("N&E") == "B"


@rule("1862-MERGE-12", "1862-MERGE-22")
def test_no_director_is_found_before_all_have_had_their_turn() -> None:
    """After A's turn D has the most shares, but none of them is a director's: B may swap for two of them."""
    at = halved({"A": 6, "D": 4}, {"B": 10})
    assert holdings(at, "N&E") == {"A": 3, "B": 5, "D": 2}
    assert [at.cash(player) for player in "ABCD"] == [1000] * 4, "nothing had to be sold"
    assert at.director("N&E") == "B"


@rule("1862-MERGE-31")
def test_without_a_holder_of_three_there_is_no_director() -> None:
    at = halved({"A": 3, "B": 2, "C": 2, "D": 2, "pool": 1}, {"C": 3, "A": 1, "B": 2, "D": 2, "pool": 2})
    assert at.turn == "C"
    at.do("relinquish option")
    assert max(holdings(at, "N&E").get(player, 0) for player in "ABCD") < 3
    assert at.director("N&E") == "pool"


# -- directors' certificates ----------------------------------------------------------------------


@rule("1862-MERGE-27")
def test_a_small_director_takes_three_shares_of_the_pool_for_the_certificate() -> None:
    at = halved({"A": 5, "pool": 3, "B": 2}, {"C": 10})
    assert at.turn == "A"
    assert at.director("N&E") == "pool"
    at.do("relinquish option")
    assert at.shares("A", "N&E") == 2


@rule("1862-MERGE-27")
def test_surviving_shares_of_the_pool_are_taken_first() -> None:
    at = halved({"A": 3, "pool": 2, "B": 5}, {"C": 8, "pool": 2})
    # two N&E and one I&B for the certificate; the I&B is returned, one N&E is an option
    assert at.turn == "A"
    assert (at.shares("A", "N&E"), at.shares("A", "I&B")) == (2, 0)
    assert moved(at, "pool", "A") == {"N&E": 2, "I&B": 1}


@rule("1862-EX-08", "1862-MERGE-28", "1862-MERGE-29")
@pytest.mark.parametrize(("held", "redeem", "sell"), [(5, 50, 250), (4, 100, 200), (3, 150, 150)])
def test_an_option_certificate(held: int, redeem: int, sell: int) -> None:
    """N&E and I&B at 68 and 68 would be 100 together: 68 + 34 = 102."""
    for action, change, left in (("redeem option", -redeem, 3), ("relinquish option", sell, 0)):
        at = halved({"A": held, "B": 10 - held}, {"B": 10}, prices=(68, 68))
        assert at.price("N&E") == 100
        assert at.turn == "A"
        assert at.shares("A", "N&E") == 3
        at.do(action)
        assert at.cash("A") == 1000 + change
        assert at.shares("A", "N&E") == left


@rule("1862-MERGE-26", "1862-MERGE-29")
def test_who_cannot_pay_for_the_certificate_gives_it_up() -> None:
    at = halved({"A": 3, "B": 7}, {"B": 10}, cash=149, prices=(68, 68))
    assert at.shares("A", "N&E") == 0
    assert at.cash("A") == 149 + 150
    assert at.director("N&E") == "B"


@rule("1862-MERGE-29", "1862-EX-08")
def test_an_option_certificate_of_the_vanishing_company_is_swapped_for_the_survivors() -> None:
    """A directs I&B with three shares; B, who comes later, has the certificate of N&E."""
    at = two("I&B", {"A": 3, "B": 2, "C": 2, "D": 3}, "N&E", {"B": 10}, (68, 68), treasury=0)
    for player in "ABCD":
        at.give_cash(player, 1000)
    merging(at, "I&B", "N&E", "N&E")
    assert at.turn == "A"
    assert (at.shares("A", "N&E"), at.shares("A", "I&B"), at.shares("B", "I&B")) == (3, 0, 5)
    at.do("redeem option")
    assert at.cash("A") == 850
    assert at.director("N&E") == "B"


@rule("1862-MERGE-29")
def test_an_option_certificate_that_cannot_be_swapped_is_sold() -> None:
    """A keeps the certificate of N&E as an option; then B, who directs I&B with three shares, finds none to swap."""
    at = halved({"A": 3, "C": 3, "D": 3, "N&E": 1}, {"B": 3, "C": 3, "D": 3, "I&B": 1}, prices=(68, 68))
    at.do("redeem option")
    assert at.cash("B") == 1000 + 150
    assert (at.shares("B", "N&E"), at.shares("B", "I&B")) == (0, 0)
    assert at.director("I&B") == "ipo"
    assert at.director("N&E") == "A"
    assert holdings(at, "N&E") == {"A": 3, "C": 3, "D": 3, "N&E": 1}
