"""The initial auction of 1860 (rules 1860-AUC)."""

from __future__ import annotations

import pytest

from railhead.core.events import Paid
from railhead.core.ids import NOWHERE
from railhead.core.state import FLOATED, STARTED
from railhead.rules.auction import Auction
from railhead.rules.stock import StockTurn
from railhead.testing import Table, rule
from railhead.titles.t1860.opening import RIGHT_TO_CHOOSE, Choosing

PRIVATES = [("Brading", 30), ("Yarmouth", 50), ("Cowes", 90), ("Ryde", 130)]
PARS = (74, 82, 90, 100)
DIRECTORS = [f"start {company} at {par}" for company in ("C&N", "IOW") for par in PARS]


def owner(table: Table, private: str) -> str:
    """Who has a private."""
    return table.book.owner_names[table.state.privates[table.private(private)]]


def cash_of_all(table: Table) -> list[int]:
    """The cash of the bank and of every player."""
    return [table.cash(name) for name in ("ipo", *table.book.seat_names)]


def won_by_opener(table: Table, bid: int = 0) -> None:
    """The opener of the auction wins it with this bid, or because nobody bids."""
    table.do(f"bid {bid}" if bid else "pass", *["pass"] * (table.book.seats - 1))


def only_left(*certificates: str, players: int = 3, options: tuple[str, ...] = (), to: str = "B") -> Table:
    """An auction with A to open in which just these certificates are left; the others belong to a player."""
    table = Table(players=players, options=options)
    for private, _ in PRIVATES:
        if private not in certificates:
            table.give_private(private, to)
    for company in ("IOW", "C&N"):
        if company not in certificates:
            table.start(company, 74, {to: 2})
    return table


# -- the six auctions -----------------------------------------------------------------------------


@rule("1860-AUC-01")
def test_the_winner_chooses_among_four_privates_and_two_directors_certificates() -> None:
    table = Table()
    won_by_opener(table)
    offered = {*table.offered("take"), *table.offered("start")}
    assert offered == {"take Brading", "take Yarmouth", "take Cowes", "take Ryde", *DIRECTORS}


@rule("1860-AUC-01")
def test_six_auctions_give_every_certificate_an_owner_and_end_the_auction() -> None:
    table = Table()
    takes = ["take Ryde", "start C&N at 100", "take Brading", "start IOW at 74", "take Cowes", "take Yarmouth"]
    for take in takes:
        assert table.state.round.kind == "auction"
        assert isinstance(table.step, Auction)
        won_by_opener(table)
        table.do(take)
    assert table.state.round.kind == "stock"
    assert [owner(table, private) for private, _ in PRIVATES] == ["C", "C", "B", "A"]
    assert (table.director("C&N"), table.director("IOW")) == ("B", "A")


@rule("1860-AUC-01")
def test_one_auction_sells_one_certificate() -> None:
    table = Table()
    won_by_opener(table)
    table.do("take Cowes")
    assert table.turn == "B"
    table.refuses("take Ryde")
    assert [owner(table, private) for private, _ in PRIVATES] == ["ipo", "ipo", "A", "ipo"]
    assert not table.has("IOW", STARTED)
    assert not table.has("C&N", STARTED)


@rule("1860-AUC-01")
def test_a_certificate_that_has_been_sold_is_no_longer_on_offer() -> None:
    table = Table()
    for take in ("take Cowes", "start IOW at 82"):
        won_by_opener(table)
        table.do(take)
    won_by_opener(table)
    table.refuses("take Cowes", "1860-AUC-01")
    table.refuses("start IOW at 74", "1860-AUC-01")
    table.refuses("start IOW at 82", "1860-AUC-01")
    expected = {"take Brading", "take Yarmouth", "take Ryde", *(f"start C&N at {par}" for par in PARS)}
    assert {*table.offered("take"), *table.offered("start")} == expected


@rule("1860-AUC-01")
@pytest.mark.parametrize("company", ["IWNJ", "FYN", "NGStL", "BHI&R", "S&C", "VY&SC"])
def test_no_other_company_is_started_in_the_auction(company: str) -> None:
    table = Table()
    won_by_opener(table)
    table.refuses(f"start {company} at 62", "1860-AUC-01")


@rule("1860-AUC-01")
@pytest.mark.parametrize("last", ["Brading", "Yarmouth", "Cowes", "Ryde", "IOW", "C&N"])
def test_the_auction_goes_on_until_the_last_certificate_is_sold(last: str) -> None:
    table = only_left(last)
    won_by_opener(table)
    assert isinstance(table.step, Choosing)
    table.do(f"start {last} at 74" if last in ("IOW", "C&N") else f"take {last}")
    assert table.state.round.kind == "stock"


# -- bidding --------------------------------------------------------------------------------------


@rule("1860-AUC-02")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_player_left_of_the_banker_opens_and_bidding_goes_clockwise(players: int) -> None:
    table = Table(players=players)
    seats = "ABCD"[:players]
    for lap in range(2):
        for place, name in enumerate(seats):
            assert table.turn == name
            table.do(f"bid {5 * (lap * players + place + 1)}")
    assert table.turn == "A"


@rule("1860-AUC-03")
def test_the_first_bid_is_at_least_five() -> None:
    table = Table()
    for amount in (0, 1, 4):
        table.refuses(f"bid {amount}", "1860-AUC-03")
    assert table.offered("bid")[0] == "bid 5"
    assert table.allows("bid 6")


@rule("1860-AUC-03")
def test_a_bid_beats_the_last_by_at_least_five() -> None:
    table = Table()
    table.do("bid 20")
    for amount in (5, 19, 20, 24):
        table.refuses(f"bid {amount}", "1860-AUC-03")
    assert table.offered("bid")[:2] == ["bid 25", "bid 26"]
    table.do("bid 26")
    table.refuses("bid 30", "1860-AUC-03")
    assert table.allows("bid 31")


@rule("1860-AUC-03")
def test_the_next_auction_starts_from_nothing_again() -> None:
    table = Table()
    won_by_opener(table, bid=100)
    table.do("take Brading")
    table.refuses("bid 4", "1860-AUC-03")
    assert table.allows("bid 5")


@rule("1860-AUC-03", "1860-AUC-06")
def test_a_bid_costs_nothing_until_it_wins() -> None:
    table = Table()
    before = cash_of_all(table)
    table.do("bid 20", "bid 25", "pass")
    assert cash_of_all(table) == before


@rule("1860-AUC-04")
def test_a_player_who_passes_has_no_more_turns_in_that_auction() -> None:
    table = Table(players=4)
    table.do("bid 5", "pass", "bid 10", "bid 15", "bid 20")
    assert table.turn == "C"
    table.do("pass")
    assert table.turn == "D"
    table.do("bid 25")
    assert table.turn == "A"


@rule("1860-AUC-04")
def test_a_player_who_passed_may_bid_in_the_next_auction() -> None:
    table = Table()
    table.do("bid 5", "pass", "pass", "take Brading")
    assert table.turn == "B"
    table.do("bid 5")
    assert table.turn == "C"
    table.do("bid 10")
    assert table.turn == "A"


@rule("1860-AUC-04")
def test_the_last_player_may_still_bid_after_all_others_passed_without_a_bid() -> None:
    table = Table()
    table.do("pass", "pass")
    assert (table.turn, type(table.step)) == ("C", Auction)
    table.do("bid 5")
    assert (table.turn, type(table.step)) == ("C", Choosing)
    assert cash_of_all(table) == [7990 + 5, 670, 670, 665]


@rule("1860-AUC-05")
@pytest.mark.parametrize(
    ("left", "price"),
    [
        (("Brading", "Yarmouth", "Cowes", "Ryde", "IOW", "C&N"), 30),
        (("Yarmouth", "Cowes", "Ryde", "IOW", "C&N"), 50),
        (("Cowes", "Ryde", "IOW", "C&N"), 90),
        (("Ryde", "IOW", "C&N"), 130),
        (("Ryde",), 130),
        (("IOW", "C&N"), 148),
        (("IOW",), 148),
        (("C&N",), 148),
    ],
)
def test_a_bid_must_leave_the_price_of_the_cheapest_certificate(left: tuple[str, ...], price: int) -> None:
    table = only_left(*left)
    table.give_cash("A", price + 70)
    assert table.offered("bid")[-1] == "bid 70"
    table.refuses("bid 71", "1860-AUC-05")
    table.refuses("bid 75", "1860-AUC-05")
    table.do("bid 70")


@rule("1860-AUC-05")
def test_a_player_bids_only_from_their_own_cash() -> None:
    table = Table()
    table.give_cash("B", 100)
    table.do("bid 50")
    assert table.turn == "B"
    table.refuses("bid 71", "1860-AUC-05")
    table.do("bid 70")
    assert table.allows("bid 640")
    table.refuses("bid 641", "1860-AUC-05")


@rule("1860-AUC-05")
@pytest.mark.parametrize(("cash", "asked"), [(54, False), (55, True)])
def test_a_player_who_could_not_raise_is_out_of_the_auction(cash: int, asked: bool) -> None:
    table = Table()
    table.give_cash("B", cash)
    table.do("bid 20")
    assert table.turn == ("B" if asked else "C")
    table.do(*["pass"] * (2 if asked else 1))
    assert (table.turn, type(table.step)) == ("A", Choosing)


# -- winning and choosing -------------------------------------------------------------------------


@rule("1860-AUC-06")
@pytest.mark.parametrize(("private", "price"), PRIVATES)
def test_the_winner_pays_the_bid_and_then_the_price_on_top(private: str, price: int) -> None:
    table = Table()
    table.do("bid 10", "bid 15", "pass", "pass")
    assert (table.turn, type(table.step)) == ("B", Choosing)
    assert cash_of_all(table) == [7990 + 15, 670, 655, 670]
    table.do(f"take {private}")
    assert cash_of_all(table) == [8005 + price, 670, 655 - price, 670]
    assert owner(table, private) == "B"


@rule("1860-AUC-06")
def test_nobody_wins_while_two_players_are_still_in() -> None:
    table = Table()
    table.do("bid 10", "bid 15", "pass")
    assert (table.turn, type(table.step)) == ("A", Auction)


@rule("1860-AUC-06", "1860-AUC-10")
@pytest.mark.parametrize("bid", [0, 5])
def test_the_winner_must_choose_a_certificate(bid: int) -> None:
    table = Table()
    won_by_opener(table, bid)
    table.refuses("pass", "1860-AUC-06")
    table.refuses("bid 10", "1860-AUC-06")
    assert table.offered("pass") == []


@rule("1860-AUC-07")
@pytest.mark.parametrize(
    ("cash_left", "offered"),
    [
        (30, {"take Brading"}),
        (49, {"take Brading"}),
        (50, {"take Brading", "take Yarmouth"}),
        (60, {"take Brading", "take Yarmouth"}),
        (89, {"take Brading", "take Yarmouth"}),
        (90, {"take Brading", "take Yarmouth", "take Cowes"}),
        (130, {"take Brading", "take Yarmouth", "take Cowes", "take Ryde"}),
        (
            148,
            {
                "take Brading",
                "take Yarmouth",
                "take Cowes",
                "take Ryde",
                "start IOW at 74",
                "start C&N at 74",
            },
        ),
    ],
)
def test_the_winner_chooses_only_what_they_can_pay_for_after_the_bid(cash_left: int, offered: set[str]) -> None:
    table = Table()
    table.give_cash("A", cash_left + 40)
    won_by_opener(table, bid=40)
    assert {*table.offered("take"), *table.offered("start")} == offered
    for text in ("take Yarmouth", "take Cowes", "take Ryde", "start IOW at 74", "start C&N at 100"):
        if text not in offered:
            table.refuses(text, "1860-AUC-07")


@rule("1860-AUC-07", "1860-AUC-09")
@pytest.mark.parametrize(("cash_left", "par", "beyond"), [(163, 74, 82), (164, 82, 90), (199, 90, 100)])
def test_the_par_set_must_be_paid_for_after_the_bid(cash_left: int, par: int, beyond: int) -> None:
    table = Table()
    table.give_cash("A", cash_left + 40)
    won_by_opener(table, bid=40)
    table.refuses(f"start IOW at {beyond}", "1860-AUC-07")
    table.do(f"start IOW at {par}")
    assert table.cash("A") == cash_left - 2 * par


@rule("1860-AUC-08")
@pytest.mark.parametrize(
    ("bids", "winner", "opener"),
    [
        (("bid 5", "pass", "pass", "pass"), "A", "B"),
        (("pass", "bid 5", "pass", "pass"), "B", "C"),
        (("pass", "pass", "bid 5", "pass"), "C", "D"),
        (("pass", "pass", "pass", "bid 5"), "D", "A"),
        (("bid 5", "bid 10", "bid 15", "pass", "pass", "bid 20", "pass"), "B", "C"),
        (("pass", "pass", "pass", "pass"), "A", "B"),
    ],
)
def test_the_player_left_of_the_winner_opens_the_next_auction(bids: tuple[str, ...], winner: str, opener: str) -> None:
    table = Table(players=4)
    table.do(*bids)
    assert table.turn == winner
    table.do("take Brading")
    assert (table.turn, type(table.step)) == (opener, Auction)


@rule("1860-AUC-08")
def test_an_auction_won_without_a_bid_later_on_also_moves_the_opening() -> None:
    table = Table()
    table.do("pass", "pass", "bid 5", "take Brading")
    assert table.turn == "A"
    won_by_opener(table)
    table.do("take Ryde")
    assert table.turn == "B"


@rule("1860-AUC-09")
@pytest.mark.parametrize("company", ["IOW", "C&N"])
@pytest.mark.parametrize("par", PARS)
def test_the_taker_of_a_directors_certificate_sets_par_and_pays_it_twice(company: str, par: int) -> None:
    table = Table()
    won_by_opener(table, bid=15)
    table.do(f"start {company} at {par}")
    assert cash_of_all(table) == [7990 + 15 + 2 * par, 655 - 2 * par, 670, 670]
    assert table.book.market.prices[table.state.par[table.company(company)]] == par
    assert (table.director(company), table.shares("A", company)) == ("A", 2)
    assert table.shares("ipo", company) == 8
    assert table.has(company, STARTED)


@rule("1860-AUC-09")
def test_a_company_started_in_the_auction_has_not_floated() -> None:
    table = Table()
    won_by_opener(table)
    table.do("start IOW at 90")
    assert not table.has("IOW", FLOATED)
    assert table.cash("IOW") == 0
    assert table.state.price[table.company("IOW")] == NOWHERE
    assert table.state.tokens == {}


@rule("1860-AUC-09")
@pytest.mark.parametrize("company", ["IOW", "C&N"])
@pytest.mark.parametrize("par", [54, 68, 71, 78, 86, 95, 105, 110])
def test_a_par_that_is_no_start_space_of_the_company_is_refused(company: str, par: int) -> None:
    table = Table()
    won_by_opener(table)
    table.refuses(f"start {company} at {par}", "1860-SR-10")


@rule("1860-AUC-10")
@pytest.mark.parametrize(("private", "price"), PRIVATES)
def test_the_first_to_pass_wins_for_nothing_if_nobody_bids(private: str, price: int) -> None:
    table = Table(players=4)
    table.do("pass", "pass", "pass", "pass")
    assert (table.turn, type(table.step)) == ("A", Choosing)
    assert cash_of_all(table) == [8000, 500, 500, 500, 500]
    table.do(f"take {private}")
    assert cash_of_all(table) == [8000 + price, 500 - price, 500, 500, 500]
    assert owner(table, private) == "A"


@rule("1860-AUC-10")
def test_the_first_to_pass_is_the_opener_of_that_very_auction() -> None:
    table = Table()
    table.do("pass", "bid 5", "pass", "take Brading")
    table.do("pass", "pass", "pass")
    assert (table.turn, type(table.step)) == ("C", Choosing)


@rule("1860-AUC-10")
def test_a_player_who_cannot_bid_has_passed_and_may_be_the_first_to_do_so() -> None:
    table = Table()
    won_by_opener(table)
    table.give_cash("B", 34)
    table.do("take Yarmouth")
    assert table.turn == "C"
    table.do("pass", "pass")
    assert (table.turn, type(table.step)) == ("B", Choosing)
    assert table.offered("take") == ["take Brading"]


@rule("1860-AUC-10")
@pytest.mark.parametrize(
    ("left", "cheapest", "cash"),
    [
        (("Brading", "Ryde", "IOW", "C&N"), "take Brading", 20),
        (("Yarmouth", "Cowes"), "take Yarmouth", 49),
        (("Ryde", "IOW"), "take Ryde", 129),
        (("Ryde",), "take Ryde", 0),
    ],
)
def test_a_winner_without_a_bid_who_can_pay_for_nothing_takes_the_cheapest_for_all_their_cash(
    left: tuple[str, ...], cheapest: str, cash: int
) -> None:
    table = only_left(*left)
    table.give_cash("A", cash)
    table.give_cash("B", 25)
    table.give_cash("C", 25)
    bank = table.cash("ipo")
    table.settle()
    assert (table.turn, type(table.step)) == ("A", Choosing)
    assert table.offered() == [cheapest]
    for certificate in left[1:]:
        text = f"start {certificate} at 74" if certificate in ("IOW", "C&N") else f"take {certificate}"
        table.refuses(text, "1860-AUC-07")
    table.do(cheapest)
    assert cash_of_all(table) == [bank + cash, 0, 25, 25]
    assert owner(table, left[0]) == "A"


@rule("1860-AUC-10")
@pytest.mark.parametrize("left", [("IOW",), ("C&N",), ("IOW", "C&N")])
def test_a_directors_certificate_too_is_taken_for_all_the_cash_of_a_winner_who_can_pay_for_nothing(
    left: tuple[str, ...],
) -> None:
    table = only_left(*left)
    for name in "ABC":
        table.give_cash(name, 100)
    bank = table.cash("ipo")
    table.settle()
    assert set(table.offered()) == {f"start {company} at 74" for company in left}
    table.refuses(f"start {left[0]} at 82", "1860-AUC-07")
    table.do(f"start {left[0]} at 74")
    assert cash_of_all(table) == [bank + 100, 0, 100, 100]
    assert (table.director(left[0]), table.shares("A", left[0])) == ("A", 2)


# -- the first deal -------------------------------------------------------------------------------


def after_auction(cash: tuple[int, ...], privates: dict[str, str]) -> Table:
    """The auction has ended with this cash and these owners of privates; C took C&N last, for 148."""
    table = Table(players=len(cash))
    for private, name in privates.items():
        table.give_private(private, name)
    table.start("IOW", 74, {"B": 2})
    for name, amount in zip("ABCD", cash, strict=False):
        table.give_cash(name, amount + (148 if name == "C" else 0))
    table.state.agenda = (*table.state.agenda[:-1], Auction(table.seat("C"), RIGHT_TO_CHOOSE))
    table.settle()
    table.do(*["pass"] * len(cash), "start C&N at 74")
    assert cash_of_all(table)[1:] == list(cash)
    return table


@rule("1860-AUC-11")
@pytest.mark.parametrize(
    ("cash", "dealer"),
    [
        ((310, 305, 300), "A"),
        ((305, 310, 300), "B"),
        ((300, 309, 310), "C"),
        ((300, 300, 301), "C"),
        ((160, 160, 160, 161), "D"),
    ],
)
def test_the_player_with_most_cash_has_the_first_deal(cash: tuple[int, ...], dealer: str) -> None:
    table = after_auction(cash, {"Brading": "A", "Yarmouth": "B", "Cowes": "C", "Ryde": "C"})
    assert table.state.priority == table.seat(dealer)
    assert table.turn == dealer


@rule("1860-AUC-11")
def test_most_cash_decides_even_without_a_private() -> None:
    table = after_auction((200, 300, 299), {"Brading": "A", "Yarmouth": "A", "Cowes": "C", "Ryde": "C"})
    assert table.turn == "B"


@rule("1860-AUC-12")
@pytest.mark.parametrize(
    ("cash", "privates", "dealer"),
    [
        ((300, 300, 200), {"Brading": "A", "Yarmouth": "B", "Cowes": "B", "Ryde": "B"}, "A"),
        ((300, 300, 200), {"Brading": "B", "Yarmouth": "A", "Cowes": "A", "Ryde": "A"}, "B"),
        ((300, 300, 300), {"Brading": "A", "Yarmouth": "A", "Cowes": "A", "Ryde": "B"}, "B"),
        ((300, 200, 300), {"Brading": "C", "Yarmouth": "C", "Cowes": "B", "Ryde": "A"}, "C"),
        ((300, 200, 300), {"Brading": "C", "Yarmouth": "B", "Cowes": "C", "Ryde": "A"}, "B"),
        ((300, 300, 200), {"Brading": "A", "Yarmouth": "A", "Cowes": "A", "Ryde": "A"}, "A"),
        ((300, 300, 200), {"Brading": "C", "Yarmouth": "C", "Cowes": "C", "Ryde": "C"}, "C"),
        ((300, 300, 200), {"Brading": "C", "Yarmouth": "A", "Cowes": "A", "Ryde": "B"}, "C"),
        ((200, 300, 160, 300), {"Brading": "D", "Yarmouth": "A", "Cowes": "A", "Ryde": "D"}, "A"),
    ],
)
def test_of_equals_the_owner_of_the_lowest_total_of_privates_has_the_first_deal(
    cash: tuple[int, ...], privates: dict[str, str], dealer: str
) -> None:
    table = after_auction(cash, privates)
    assert table.state.priority == table.seat(dealer)
    assert table.turn == dealer


@rule("1860-AUC-12")
def test_a_tie_below_the_most_cash_does_not_count() -> None:
    table = after_auction((300, 200, 200), {"Brading": "B", "Yarmouth": "C", "Cowes": "A", "Ryde": "A"})
    assert table.turn == "A"


@rule("1860-AUC-13")
def test_the_first_stock_round_follows_the_auction_at_once() -> None:
    table = after_auction((300, 200, 250), {"Brading": "A", "Yarmouth": "B", "Cowes": "C", "Ryde": "C"})
    assert (table.state.round.kind, table.state.round.number) == ("stock", 1)
    assert isinstance(table.step, StockTurn)
    paid_out = [event for event in table.events if isinstance(event, Paid) and event.payer == 0]
    assert paid_out == []
