"""Bankruptcy: how a company is ruined, what is left of it, who deals next, and how it is refloated."""

from __future__ import annotations

import pytest

from railhead.core.state import BANKRUPT, FLOATED, INSOLVENT, OPERATED, STARTED
from railhead.rules.operating import OperatingRound
from railhead.rules.running import RunTrains
from railhead.rules.stock import StockRound, StockTurn
from railhead.rules.track import LayTrack
from railhead.rules.trains import BuyTrains, ReturnTrains
from railhead.testing import Table, rule

TO_NEWPORT = ("787@0 F2", "742@3 F4")
TO_RYDE = ("741@5 G3", "744@2 H4", "742@2 I5", "5@1 J4")
THROUGH_TWO_STATIONS = (
    "run 9+5 F2.0-F2.1-F2.2-F4.0-G5.0-G3.0-H4.0-H4.1-I5.0-J4.0-I3.0",
    "run 9+5 F2.0-F2.1-F2.2-F4.0-G5.0-G3.0-H4.0-H4.1-I5.0-J4.0",
)
"""Runs of C&N past the stations of Newport and Ryde, and past Newport only."""


def cowes(price: int = 14, shares: dict[str, int] | None = None, treasury: int = 120, players: int = 3) -> Table:
    """C&N, operated, at a low price."""
    table = Table(players=players)
    table.float("C&N", 74, shares or {"A": 4, "B": 3}, price=price, operated=True, treasury=treasury)
    return table


def ruin(table: Table, company: str = "C&N") -> None:
    """The company pays no dividend at the bottom of the market."""
    table.set_price(company, 14)
    table.state.revenue[table.company(company)] = 0
    table.operating_turn(company, "dividend")
    assert table.has(company, BANKRUPT)


def stock_round(table: Table) -> StockRound:
    return next(step for step in table.state.agenda if isinstance(step, StockRound))


def refloat(table: Table, company: str, par: int) -> None:
    """A buys half of the company's shares, in as many turns."""
    table.give_cash("A", 1000)
    for number in range(4):
        table.stock_turn("A")
        table.do(f"start {company} at {par}" if number == 0 else f"buy {company} from ipo")


# -- ruin -----------------------------------------------------------------------------------------


@rule("1860-BANKR-01")
@pytest.mark.parametrize(
    ("price", "sold", "left"),
    [(7, 1, 7), (7, 2, 0), (14, 2, 7), (14, 3, 0), (14, 4, 0), (20, 3, 7), (20, 4, 0), (26, 4, 7)],
)
def test_a_company_is_bankrupt_when_sales_take_its_price_to_nothing(price: int, sold: int, left: int) -> None:
    table = cowes(price)
    table.stock_turn("A")
    table.do(f"sell {sold} C&N")
    assert table.has("C&N", BANKRUPT) is (left == 0)
    if left:
        assert table.price("C&N") == left
        assert table.has("C&N", FLOATED | STARTED)


@rule("1860-BANKR-01", "1860-EX-19")
@pytest.mark.parametrize(("price", "left"), [(7, 0), (14, 0), (20, 7), (26, 14), (40, 31)])
def test_a_company_is_bankrupt_when_it_pays_no_dividend_at_the_bottom(price: int, left: int) -> None:
    table = cowes(price)
    table.operating_turn("C&N", "dividend")
    assert table.has("C&N", BANKRUPT) is (left == 0)
    if left:
        assert table.price("C&N") == left


@rule("1860-BANKR-01", "1860-EX-19")
@pytest.mark.parametrize("price", [7, 14])
@pytest.mark.parametrize("choice", ["pay", "keep"])
def test_a_dividend_at_the_bottom_saves_the_company(price: int, choice: str) -> None:
    table = cowes(price)
    table.state.revenue[table.company("C&N")] = 5
    table.operating_turn("C&N", "dividend")
    table.do(choice)
    assert table.has("C&N", BANKRUPT) is (choice == "keep")


@rule("1860-BANKR-02")
def test_all_shares_go_back_to_the_offer_unpaid_after_a_ruinous_sale() -> None:
    table = cowes(14, {"A": 4, "B": 3, "pool": 1})
    table.stock_turn("A")
    before = {name: table.cash(name) for name in "ABC"}
    table.do("sell 4 C&N")
    assert table.shares("ipo", "C&N") == 10
    assert [table.shares(name, "C&N") for name in ("A", "B", "C", "pool")] == [0, 0, 0, 0]
    assert table.director("C&N") == "ipo"
    assert table.cash("A") == before["A"] + 4 * 7
    assert (table.cash("B"), table.cash("C")) == (before["B"], before["C"])


@rule("1860-BANKR-02")
def test_all_shares_go_back_to_the_offer_unpaid_in_an_operating_round() -> None:
    table = cowes(14, {"A": 4, "B": 3, "pool": 1})
    table.float("IOW", 82, {"B": 5}, operated=True)
    before = [table.cash(name) for name in ("A", "B", "C", "ipo")]
    ruin(table)
    assert table.shares("ipo", "C&N") == 10
    assert table.director("C&N") == "ipo"
    assert [table.cash(name) for name in ("A", "B", "C", "ipo")] == before
    assert table.shares("B", "IOW") == 5
    assert table.director("IOW") == "B"


# -- buying it again ------------------------------------------------------------------------------


@rule("1860-BANKR-03")
def test_a_company_ruined_in_an_operating_round_can_be_started_in_the_next_stock_round() -> None:
    table = cowes()
    ruin(table)
    assert table.state.round.kind == "stock"
    table.refuses("buy C&N from ipo", "1860-SR-10")
    table.refuses("buy C&N from pool", "1860-SR-10")
    table.do("start C&N at 50")
    player = table.book.owner_names[table.state.director[table.company("C&N")]]
    assert table.shares(player, "C&N") == 2
    table.stock_turn("C")
    table.do("buy C&N from ipo")
    assert table.shares("C", "C&N") == 1
    assert table.cash("C") == 670 - 50


@rule("1860-BANKR-03", "1860-BANKR-08")
def test_a_company_ruined_in_a_stock_round_can_be_started_in_the_round_that_follows() -> None:
    table = cowes(14, {"A": 4, "B": 4})
    table.stock_turn("A")
    table.priority("A")
    table.do("sell 4 C&N")
    assert table.turn == "A"
    table.do("start C&N at 40")
    assert table.director("C&N") == "A"


@rule("1860-BANKR-03")
def test_a_bankrupt_company_can_be_started_whatever_layers_are_open() -> None:
    table = Table(players=3)
    table.float("S&C", 54, {"A": 5}, price=14, operated=True)
    ruin(table, "S&C")
    assert table.allows("start S&C at 40")
    table.refuses("start VY&SC at 54", "1860-SR-11")


# -- what is left ---------------------------------------------------------------------------------


@rule("1860-BANKR-04", "1860-BANKR-05")
def test_tokens_stay_on_the_board_and_the_rest_is_kept_for_the_next_director() -> None:
    table = cowes(treasury=120)
    table.lay(*TO_NEWPORT)
    table.token("C&N", "G5.0")
    table.give_trains("C&N", "2+1", "3+2")
    tokens, tiles = dict(table.state.tokens), dict(table.state.tiles)
    ruin(table)
    assert table.state.tokens == tokens
    assert table.state.tiles == tiles
    assert tokens[table.stop("G5.0")] == (table.company("C&N"),)
    assert table.state.spare_tokens[table.company("C&N")] == 2
    assert table.cash("C&N") == 120
    assert table.trains("C&N") == ["2+1", "3+2"]


@rule("1860-BANKR-04")
def test_flipped_tokens_still_fill_their_circles_for_building() -> None:
    table = Table(players=3)
    table.float("C&N", 74, {"A": 5}, operated=True)
    table.float("FYN", 62, {"B": 5}, operated=True)
    table.lay(*TO_NEWPORT)
    table.operating_turn("C&N", "track")
    assert table.allows("lay 742 on G3 turned 4")
    table.token("FYN", "G5.0")
    for flipped in (False, True):
        if flipped:
            ruin(table, "FYN")
        table.operating_turn("C&N", "track")
        table.refuses("lay 742 on G3 turned 4", "1860-TRACK-12")
        table.operating_turn("C&N", "base")
        table.refuses("token at G5.0", "1860-TOKEN-03")


@rule("1860-BANKR-05")
def test_trains_kept_for_a_bankrupt_company_rust() -> None:
    table = cowes()
    table.float("IOW", 74, {"B": 5}, operated=True, treasury=740)
    table.give_trains("C&N", "2+1", "3+2")
    table.state.scrapped[0] += table.state.depot[0]
    table.state.scrapped[1] += table.state.depot[1]
    table.state.depot[0] = table.state.depot[1] = 0
    ruin(table)
    table.operating_turn("IOW", "trains")
    table.do("train 4+2 from ipo")
    assert table.trains("C&N") == ["3+2"]


@rule("1860-BANKR-05")
@pytest.mark.parametrize("restarted", [False, True])
def test_trains_of_a_bankrupt_company_are_not_for_sale(restarted: bool) -> None:
    table = cowes()
    table.float("IOW", 74, {"B": 5}, operated=True, treasury=740)
    table.give_trains("C&N", "2+1", "2+1")
    ruin(table)
    if restarted:
        table.stock_turn("B")
        table.do("start C&N at 40")
    table.operating_turn("IOW", "trains")
    table.refuses("offer 100 for 2+1 of C&N", "1860-TRAIN-04")
    assert table.offered("offer") == []


@rule("1860-BANKR-05")
def test_kept_trains_above_the_limit_are_returned_in_the_first_turn_after_refloating() -> None:
    table = cowes(treasury=0)
    table.give_trains("C&N", "4+2", "4+2", "5+3")
    table.set_phase("5")
    ruin(table)
    table.set_phase("6")
    refloat(table, "C&N", 40)
    assert len(table.trains("C&N")) == 3
    table.operating_turn("C&N", "begin")
    assert isinstance(table.step, ReturnTrains)
    table.do("return 4+2")
    assert table.trains("C&N") == ["4+2", "5+3"]
    assert table.cash("C&N") == 400


# -- priority -------------------------------------------------------------------------------------


@rule("1860-BANKR-06")
@pytest.mark.parametrize("in_stock", [False, True])
def test_the_player_with_fewest_shares_gets_the_priority_deal_at_once(in_stock: bool) -> None:
    table = cowes(14, {"B": 6, "C": 1})
    table.float("IOW", 74, {"A": 3, "B": 2, "C": 2}, operated=True)
    table.float("IWNJ", 62, {"A": 2, "B": 1}, operated=True)
    table.float("FYN", 62, {"C": 5}, operated=True)
    table.give_private("Ryde", "B")
    table.give_private("Brading", "B")
    table.priority("A")
    if in_stock:
        table.stock_turn("B")
        table.do("sell 6 C&N")
        assert table.turn == "B"
    else:
        ruin(table)
    assert table.state.priority == table.seat("B")


@rule("1860-BANKR-06")
def test_a_directors_certificate_counts_two_shares_and_a_private_none() -> None:
    table = cowes(14, {"C": 5})
    table.float("IOW", 74, {"A": 2, "B": 2, "C": 2}, director="A", operated=True)
    table.float("IWNJ", 62, {"A": 2, "B": 1, "C": 2}, director="A", operated=True)
    table.give_private("Cowes", "B")
    table.give_private("Ryde", "B")
    table.priority("C")
    ruin(table)
    assert table.state.priority == table.seat("B")


@rule("1860-BANKR-06")
def test_shares_lost_in_the_bankruptcy_do_not_count() -> None:
    table = cowes(14, {"C": 8})
    table.float("IOW", 74, {"A": 2, "B": 2, "C": 1}, director="A", operated=True)
    table.priority("A")
    ruin(table)
    assert table.state.priority == table.seat("C")


@rule("1860-BANKR-07")
@pytest.mark.parametrize(
    ("holder", "shares", "chosen"),
    [
        ("C", {"A": 3, "B": 4, "C": 4, "D": 3}, "D"),
        ("B", {"A": 3, "B": 4, "C": 4, "D": 3}, "D"),
        ("D", {"A": 3, "B": 4, "C": 4, "D": 3}, "D"),
        ("A", {"A": 3, "B": 4, "C": 4, "D": 3}, "A"),
        ("C", {"A": 3, "B": 3, "C": 4, "D": 4}, "A"),
        ("B", {"A": 3, "B": 3, "C": 4, "D": 4}, "B"),
        ("D", {"A": 3, "B": 3, "C": 3, "D": 3}, "D"),
        ("C", {"A": 4, "B": 3, "C": 4, "D": 4}, "B"),
    ],
)
def test_of_equals_the_first_clockwise_from_the_holder_gets_the_priority_deal(
    holder: str, shares: dict[str, int], chosen: str
) -> None:
    table = cowes(14, {"A": 2}, players=4)
    for company, par in (("IOW", 74), ("IWNJ", 62)):
        part = {name: count // 2 + (count % 2 if company == "IOW" else 0) for name, count in shares.items()}
        table.float(company, par, part, director=max(part, key=lambda name: part[name]), operated=True)
    table.priority(holder)
    ruin(table)
    assert table.state.priority == table.seat(chosen)


# -- the round ------------------------------------------------------------------------------------


@rule("1860-BANKR-08")
def test_a_bankruptcy_ends_the_stock_round_and_a_new_one_begins() -> None:
    table = cowes(14, {"A": 4, "B": 3})
    table.float("IOW", 74, {"A": 2, "B": 4}, director="B", operated=True)
    table.stock_turn("A", number=3)
    table.priority("B")
    table.do("sell 4 C&N")
    assert table.state.round.kind == "stock"
    assert table.state.round.number == 3
    assert stock_round(table) == StockRound(table.seat("C"))
    assert table.step == StockTurn(table.seat("C"))


@rule("1860-BANKR-08")
def test_what_was_sold_before_the_crash_may_be_bought_after_it() -> None:
    table = cowes(14, {"A": 4, "B": 3})
    table.float("IOW", 74, {"B": 6, "A": 2}, operated=True)
    table.give_trains("IOW", "2+1")
    table.stock_turn("A")
    table.priority("A")
    table.do("sell 2 IOW")
    table.refuses("buy IOW from pool", "1860-SR-14")
    table.do("sell 4 C&N")
    assert table.turn == "A"
    table.do("buy IOW from pool")
    assert table.shares("A", "IOW") == 1


@rule("1860-BANKR-08")
def test_a_sale_in_the_new_round_bars_from_buying_again() -> None:
    table = cowes(14, {"A": 4, "B": 3})
    table.float("IOW", 74, {"B": 4, "A": 2, "C": 3}, operated=True)
    table.stock_turn("A")
    table.priority("A")
    table.do("sell 4 C&N", "sell 1 IOW")
    table.refuses("buy IOW from pool", "1860-SR-14")


@rule("1860-BANKR-08")
def test_a_private_sold_before_the_crash_may_be_bought_back_after_it() -> None:
    table = cowes(14, {"A": 4, "B": 3})
    table.give_private("Ryde", "A")
    table.stock_turn("A")
    table.priority("A")
    table.do("sell-private Ryde")
    assert not table.allows("buy-private Ryde")
    table.do("sell 4 C&N")
    assert table.allows("buy-private Ryde")


@rule("1860-BANKR-08")
def test_operating_rounds_follow_the_new_stock_round_and_no_third_one() -> None:
    table = cowes(14, {"A": 4, "B": 3})
    table.float("IOW", 74, {"B": 6, "A": 2}, operated=True, treasury=0)
    table.set_phase("3")
    table.stock_turn("A", number=4)
    table.do("sell 4 C&N", "pass", "pass", "pass")
    assert table.state.round.kind == "operating"
    assert (table.state.round.number, table.state.round.index, table.state.round.of) == (4, 1, 2)


@rule("1860-BANKR-08")
def test_a_second_bankruptcy_ends_the_new_round_too() -> None:
    table = cowes(14, {"A": 4, "B": 3})
    table.float("IOW", 74, {"A": 4, "B": 3}, price=14, operated=True)
    table.stock_turn("A")
    table.priority("A")
    table.do("sell 4 C&N")
    first = table.state.round
    table.stock_turn("A")
    table.do("sell 4 IOW")
    assert table.has("IOW", BANKRUPT)
    assert table.state.round.kind == "stock"
    assert table.state.round.number == first.number
    assert stock_round(table).sold == ()


@rule("1860-BANKR-09")
def test_after_a_bankruptcy_in_an_operating_round_the_others_still_operate() -> None:
    table = Table(players=3)
    table.float("C&N", 74, {"A": 5}, price=14, operated=True, treasury=240)
    table.float("IOW", 74, {"B": 5}, price=100, operated=True, treasury=0)
    table.float("IWNJ", 62, {"C": 5}, price=7, operated=True, treasury=240)
    table.lay("6@0 J4")
    table.operating_round(number=2, index=1, of=2)
    assert table.turn == "B"
    table.do("pass")
    assert isinstance(table.step, LayTrack)
    assert table.turn == "A"
    table.do("pass")
    assert table.has("C&N", BANKRUPT)
    assert table.turn == "C"
    assert table.state.round.index == 1
    done = next(step.done for step in table.state.agenda if isinstance(step, OperatingRound))
    assert done == tuple(table.company(name) for name in ("IOW", "C&N", "IWNJ"))


@rule("1860-BANKR-09")
def test_after_a_bankruptcy_the_set_of_operating_rounds_is_completed() -> None:
    table = Table(players=3)
    table.float("C&N", 74, {"A": 5}, price=14, operated=True, treasury=0)
    table.float("IOW", 74, {"B": 5}, price=100, operated=True, treasury=0)
    table.lay("6@0 J4")
    table.operating_turn("C&N", "dividend", index=1, of=2)
    assert table.has("C&N", BANKRUPT)
    assert table.state.round.kind == "operating"
    table.do("pass")
    assert (table.state.round.kind, table.state.round.index) == ("operating", 2)
    table.do("pass", "run 2+1 I3.0-J4.0")
    assert table.state.round.kind == "stock"


@rule("1860-BANKR-09")
def test_the_turn_of_a_company_ends_with_its_bankruptcy() -> None:
    table = cowes(14, {"A": 5}, treasury=740)
    table.operating_turn("C&N", "dividend")
    assert table.state.round.kind == "stock"
    assert table.trains("C&N") == []
    assert table.cash("C&N") == 740
    assert not table.has("C&N", INSOLVENT)


@rule("1860-BANKR-10")
@pytest.mark.parametrize("restarted", [False, True])
def test_a_bankrupt_company_does_not_operate(restarted: bool) -> None:
    table = cowes(14, {"A": 4, "B": 3}, treasury=740)
    table.float("IOW", 74, {"B": 5}, operated=True, treasury=0)
    table.lay("6@0 J4", *TO_NEWPORT)
    table.give_trains("C&N", "2+1")
    ruin(table)
    if restarted:
        table.give_cash("A", 1000)
        for text in ("start C&N at 100", "buy C&N from ipo", "buy C&N from ipo"):
            table.stock_turn("A")
            table.do(text)
        assert table.shares("A", "C&N") == 4
    table.operating_round()
    assert table.turn == "B"
    table.do("pass")
    assert table.state.round.kind == "stock"
    assert table.cash("C&N") == 740


@rule("1860-BANKR-10")
@pytest.mark.parametrize("bankrupt", [False, True])
def test_the_mark_of_bankruptcy_alone_keeps_a_company_from_operating(bankrupt: bool) -> None:
    table = cowes(74, {"A": 5}, treasury=740)
    if bankrupt:
        table.mark("C&N", BANKRUPT)
    table.operating_round()
    assert table.state.round.kind == ("stock" if bankrupt else "operating")


# -- refloating -----------------------------------------------------------------------------------


@rule("1860-BANKR-11")
@pytest.mark.parametrize(
    ("company", "par", "prices"),
    [
        ("FYN", 62, [40, 44, 47, 50, 52, 54, 56, 58, 60, 62, 65, 68, 71, 74, 78, 82]),
        ("NGStL", 62, [40, 44, 47, 50, 52, 54, 56, 58, 60, 62, 65, 68]),
        ("VY&SC", 62, [40, 44, 47, 50, 52, 54, 56, 58, 60, 62]),
    ],
)
def test_the_new_par_is_any_price_from_40_to_the_companys_highest(company: str, par: int, prices: list[int]) -> None:
    table = Table(players=2)
    table.float(company, par, {"A": 5}, operated=True)
    ruin(table, company)
    table.stock_turn("A")
    found = [text for text in table.offered("start") if text.startswith(f"start {company} ")]
    assert found == [f"start {company} at {price}" for price in prices]
    above = table.book.market.prices[table.book.market.place[prices[-1]] + 1]
    for price in (0, 36, above, 340):
        table.refuses(f"start {company} at {price}", "1860-BANKR-11")


@rule("1860-BANKR-11")
def test_a_company_that_was_never_bankrupt_keeps_its_start_spaces() -> None:
    table = Table(players=2)
    table.float("FYN", 62, {"A": 5}, operated=True)
    ruin(table, "FYN")
    table.stock_turn("A")
    for price in (40, 60, 65):
        table.refuses(f"start IWNJ at {price}", "1860-SR-11")
    table.mark("C&N", OPERATED)
    for price in (40, 60, 65):
        table.refuses(f"start IWNJ at {price}", "1860-SR-10")
    assert table.allows("start IWNJ at 62")


@rule("1860-BANKR-11")
def test_the_new_director_pays_twice_the_new_par() -> None:
    table = cowes()
    ruin(table)
    table.stock_turn("C")
    table.do("start C&N at 47")
    assert table.cash("C") == 670 - 94
    assert table.price("C&N") == 47


@rule("1860-BANKR-12")
def test_a_company_refloats_at_half_its_shares_with_new_capital_beside_what_was_kept() -> None:
    table = cowes(treasury=120)
    table.lay(*TO_NEWPORT)
    table.token("C&N", "G5.0")
    table.give_trains("C&N", "2+1")
    ruin(table)
    tokens = dict(table.state.tokens)
    table.give_cash("A", 1000)
    for text in ("start C&N at 50", "buy C&N from ipo", "buy C&N from ipo"):
        table.stock_turn("A")
        table.do(text)
    assert not table.has("C&N", FLOATED)
    assert table.has("C&N", BANKRUPT)
    assert table.cash("C&N") == 120
    table.stock_turn("C")
    table.do("buy C&N from ipo")
    assert table.has("C&N", FLOATED | STARTED | OPERATED)
    assert not table.has("C&N", BANKRUPT)
    assert table.cash("C&N") == 620
    assert table.price("C&N") == 50
    assert table.trains("C&N") == ["2+1"]
    assert table.state.tokens == tokens
    assert table.state.spare_tokens[table.company("C&N")] == 2
    assert isinstance(table.step, StockTurn)


@rule("1860-BANKR-12")
def test_shares_in_the_pool_do_not_refloat_a_company() -> None:
    table = cowes()
    ruin(table)
    table.stock_turn("A")
    table.do("start C&N at 50")
    table.give_shares("B", "C&N", 2)
    table.give_shares("pool", "C&N", 1)
    assert not table.has("C&N", FLOATED)
    table.stock_turn("C")
    table.do("buy C&N from pool")
    assert table.has("C&N", FLOATED)


@rule("1860-BANKR-12")
def test_a_refloated_company_operates_again_after_those_at_its_price() -> None:
    table = cowes(treasury=0)
    table.float("IOW", 74, {"B": 5}, price=50, operated=True, treasury=0)
    table.lay("6@0 J4")
    ruin(table)
    refloat(table, "C&N", 50)
    table.operating_round()
    assert table.turn == "B"
    table.do("pass")
    assert table.turn == "A"


@rule("1860-BANKR-13", "1860-BANKR-04")
def test_flipped_tokens_stop_no_train_until_the_company_refloats() -> None:
    table = Table(players=3)
    table.float("C&N", 74, {"B": 5}, operated=True)
    table.float("FYN", 62, {"A": 5}, operated=True)
    table.lay(*TO_NEWPORT, *TO_RYDE)
    table.token("FYN", "G5.0")
    table.token("FYN", "J4.0")
    table.give_trains("C&N", "9+5")
    past_two, past_one = THROUGH_TWO_STATIONS

    table.operating_turn("C&N", "run")
    table.refuses(past_two, "1860-ROUTE-13")
    assert table.allows(past_one)

    ruin(table, "FYN")
    table.operating_turn("C&N", "run")
    assert table.allows(past_two)

    table.give_cash("A", 1000)
    for text in ("start FYN at 40", "buy FYN from ipo", "buy FYN from ipo"):
        table.stock_turn("A")
        table.do(text)
    table.operating_turn("C&N", "run")
    assert table.allows(past_two)

    table.stock_turn("A")
    table.do("buy FYN from ipo")
    assert table.has("FYN", FLOATED)
    table.operating_turn("C&N", "run")
    table.refuses(past_two, "1860-ROUTE-13")
    assert table.allows(past_one)


@rule("1860-BANKR-13")
def test_a_refloated_company_runs_from_its_old_bases() -> None:
    table = cowes(treasury=0)
    table.lay(*TO_NEWPORT)
    table.give_trains("C&N", "2+1")
    ruin(table)
    refloat(table, "C&N", 40)
    table.operating_turn("C&N", "run")
    table.do("run 2+1 F2.0-F2.1-(F2.2)-(F4.0)-G5.0", "keep")
    assert table.cash("C&N") == 400 + 60


@rule("1860-BANKR-14")
@pytest.mark.parametrize(("par", "insolvent"), [(40, True), (47, True), (50, False)])
def test_a_refloated_company_that_cannot_buy_a_train_is_insolvent_at_the_end_of_its_first_turn(
    par: int, insolvent: bool
) -> None:
    table = cowes(treasury=0)
    table.float("IOW", 74, {"B": 5}, operated=True, treasury=0)
    table.set_phase("6")
    table.give_trains("IOW", "6+3")
    table.lay(*TO_NEWPORT)
    ruin(table)
    refloat(table, "C&N", par)
    assert not table.has("C&N", INSOLVENT)
    table.operating_turn("C&N", "begin")
    table.do("pass", "pass")
    assert isinstance(table.step, BuyTrains)
    assert table.cash("C&N") == 10 * par
    assert not table.has("C&N", INSOLVENT)
    if insolvent:
        table.do("pass")
        assert table.has("C&N", INSOLVENT)
    else:
        table.refuses("pass", "1860-TRAIN-11")
        table.do("train 6+3 from ipo", "pass")
        assert not table.has("C&N", INSOLVENT)


@rule("1860-BANKR-14")
def test_a_company_insolvent_when_it_was_ruined_leases_in_its_first_turn_after_refloating() -> None:
    table = cowes(treasury=0)
    table.insolvent("C&N")
    table.set_phase("6")
    table.lay(*TO_NEWPORT)
    ruin(table)
    refloat(table, "C&N", 40)
    assert table.has("C&N", INSOLVENT)
    table.operating_turn("C&N", "begin")
    table.do("pass")
    assert isinstance(table.step, RunTrains)
    table.do("run 6+3 F2.0-F2.1-F2.2-F4.0-G5.0")
    assert table.cash("C&N") == 400 + 140
