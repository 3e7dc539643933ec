"""Private companies of 1860: income, sale, exchange, Fishbourne (rules 1860-PRIV)."""

from __future__ import annotations

import pytest

from railhead.core.events import Paid, PrivateClosed
from railhead.core.ids import NOBODY
from railhead.core.state import BANKRUPT, FLOATED, OPERATED
from railhead.rules.homes import LayHome
from railhead.rules.stock import StockTurn
from railhead.rules.track import LayTrack
from railhead.testing import Table, rule

FACTS = [
    ("Brading", 30, 5),
    ("Yarmouth", 50, 10),
    ("Cowes", 90, 20),
    ("Ryde", 130, 30),
    ("Fishbourne", 200, 25),
]
INITIAL = ("Brading", "Yarmouth", "Cowes", "Ryde")
PAIRS = [("Brading", "BHI&R", 58), ("Ryde", "IOW", 74), ("Cowes", "C&N", 74), ("Yarmouth", "FYN", 62)]
EARLIER_PHASES = ("2", "3", "4", "5")
LATER_PHASES = ("6", "7", "8", "9")


def owner(table: Table, private: str) -> str:
    """Who has a private; `closed` if nobody has it any more."""
    found = table.state.privates[table.private(private)]
    return "closed" if found == NOBODY else table.book.owner_names[found]


def owned_by(table: Table, name: str, *privates: str) -> None:
    """Give privates to a player."""
    for private in privates:
        table.give_private(private, name)


def paid_by_bank(table: Table) -> list[tuple[str, int]]:
    """To whom the bank has paid what in the last action."""
    names = table.book.owner_names
    return [(names[e.payee], e.amount) for e in table.events if isinstance(e, Paid) and e.payer == 0]


def everybody_passes(table: Table) -> None:
    """The stock round under way ends."""
    number, kind = table.state.round.number, table.state.round.kind
    while (table.state.round.number, table.state.round.kind) == (number, kind):
        table.do("pass")


def stock_table(**privates: str) -> Table:
    """The second stock round, A to act, IOW and C&N started by B so that everybody can deal; who has what private."""
    table = Table()
    for private, name in privates.items():
        table.give_private(private, name)
    table.start("IOW", 74, {"B": 2})
    table.start("C&N", 74, {"B": 2})
    table.stock_turn("A")
    return table


# -- income ---------------------------------------------------------------------------------------


@rule("1860-PRIV-01")
@pytest.mark.parametrize(("private", "_face", "revenue"), FACTS)
def test_a_private_pays_its_revenue_to_its_owner_at_the_start_of_an_operating_round(
    private: str, _face: int, revenue: int
) -> None:
    table = stock_table(**{private: "B"})
    table.float("IOW", 74, {"B": 5})
    everybody_passes(table)
    assert table.state.round.kind == "operating"
    assert [table.cash(name) for name in "ABC"] == [670, 670 + revenue, 670]
    assert paid_by_bank(table) == [("B", revenue)]


@rule("1860-PRIV-01")
def test_every_private_of_every_player_pays() -> None:
    table = stock_table(Brading="A", Ryde="A", Yarmouth="B", Cowes="C", Fishbourne="C")
    table.float("IOW", 74, {"B": 5})
    bank = table.cash("ipo")
    everybody_passes(table)
    assert [table.cash(name) for name in "ABC"] == [670 + 35, 670 + 10, 670 + 45]
    assert table.cash("ipo") == bank - 90


@rule("1860-PRIV-01")
def test_privates_pay_before_the_first_company_operates_and_not_again_before_the_next() -> None:
    table = stock_table(Ryde="A")
    table.float("IOW", 74, {"B": 5})
    table.float("C&N", 74, {"B": 5})
    everybody_passes(table)
    assert isinstance(table.step, LayTrack)
    assert table.step.company == table.company("IOW")
    assert table.cash("A") == 700
    while table.state.agenda[-1] != LayTrack(table.company("C&N")):
        table.do("train 2+1 from ipo" if table.offered("train") else "pass")
    assert table.cash("A") == 700


@rule("1860-PRIV-01")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("5", 3)])
def test_privates_pay_in_every_operating_round_of_a_set(phase: str, rounds: int) -> None:
    table = stock_table(Cowes="A", Brading="C")
    table.set_phase(phase)
    everybody_passes(table)
    assert (table.state.round.kind, table.state.round.number) == ("stock", 3)
    assert [table.cash(name) for name in "ABC"] == [670 + 20 * rounds, 670, 670 + 5 * rounds]


@rule("1860-PRIV-02")
def test_a_private_of_the_bank_pays_nothing() -> None:
    table = stock_table(Ryde="ipo", Cowes="A")
    table.float("IOW", 74, {"B": 5})
    everybody_passes(table)
    assert paid_by_bank(table) == [("A", 20)]


@rule("1860-PRIV-02")
def test_a_closed_private_pays_nothing() -> None:
    table = stock_table(Brading="A")
    for private in ("Yarmouth", "Cowes", "Ryde"):
        table.close_private(private)
    table.float("IOW", 74, {"B": 5})
    everybody_passes(table)
    assert paid_by_bank(table) == [("A", 5)]


@rule("1860-PRIV-02")
def test_a_private_that_has_been_sold_pays_its_former_owner_no_more() -> None:
    table = stock_table(Ryde="A", Cowes="A")
    table.float("IOW", 74, {"B": 5})
    table.do("sell-private Ryde")
    everybody_passes(table)
    assert table.cash("A") == 670 + 100 + 20


@rule("1860-PRIV-02")
def test_a_private_that_has_been_exchanged_pays_its_former_owner_no_more() -> None:
    table = stock_table(Ryde="A", Cowes="A")
    table.float("IOW", 74, {"B": 5})
    table.do("exchange Ryde")
    everybody_passes(table)
    assert table.cash("A") == 670 + 20


# -- selling to the bank --------------------------------------------------------------------------


@rule("1860-PRIV-03", "1860-EX-18")
@pytest.mark.parametrize("number", [2, 3, 7])
@pytest.mark.parametrize(("private", "face", "_revenue"), FACTS)
def test_the_bank_pays_thirty_less_than_face_value(private: str, face: int, _revenue: int, number: int) -> None:
    table = stock_table(**{private: "A"})
    table.stock_turn("A", number=number)
    bank = table.cash("ipo")
    assert table.offered("sell-private") == [f"sell-private {private}"]
    table.do(f"sell-private {private}")
    assert table.cash("A") == 670 + face - 30
    assert table.cash("ipo") == bank - (face - 30)
    assert owner(table, private) == "ipo"


@rule("1860-PRIV-03")
def test_a_player_sells_only_privates_of_their_own() -> None:
    table = stock_table(Ryde="B", Cowes="ipo", Brading="A")
    table.close_private("Yarmouth")
    for private in ("Ryde", "Cowes", "Yarmouth", "Fishbourne"):
        table.refuses(f"sell-private {private}", "1860-PRIV-03")
    assert table.offered("sell-private") == ["sell-private Brading"]


@rule("1860-PRIV-03")
def test_several_privates_may_be_sold_in_a_turn_and_a_share_bought_after() -> None:
    table = stock_table(Ryde="A", Cowes="A")
    table.do("sell-private Ryde", "sell-private Cowes", "buy IOW from ipo")
    assert table.cash("A") == 670 + 100 + 60 - 74
    assert (owner(table, "Ryde"), owner(table, "Cowes")) == ("ipo", "ipo")


@rule("1860-PRIV-03")
@pytest.mark.parametrize("purchase", ["buy IOW from ipo", "buy-private Cowes"])
def test_a_private_is_not_sold_after_the_purchase_of_the_turn(purchase: str) -> None:
    table = stock_table(Ryde="A", Cowes="ipo", Brading="A")
    table.stock_turn("A")
    table.start("BHI&R", 58, {"C": 2})
    table.do(purchase)
    table.refuses("sell-private Ryde", "1860-SR-05")


@rule("1860-PRIV-03")
def test_the_sale_of_a_private_is_a_deal_for_the_end_of_the_round_and_the_priority() -> None:
    table = stock_table(Ryde="B", Cowes="C")
    table.priority("A")
    table.float("IOW", 74, {"B": 5})
    table.do("pass", "sell-private Ryde", "pass", "pass", "pass")
    assert (table.state.round.kind, table.turn) == ("stock", "B")
    table.do("pass")
    assert table.state.round.kind == "operating"
    assert table.state.priority == table.seat("C")


@rule("1860-PRIV-03")
def test_privates_are_sold_only_in_a_stock_round() -> None:
    table = stock_table(Ryde="A")
    table.float("C&N", 74, {"A": 5})
    table.operating_turn("C&N", "trains")
    assert table.turn == "A"
    table.refuses("sell-private Ryde", "1860-OR-05")


@rule("1860-PRIV-04")
@pytest.mark.parametrize("private", INITIAL)
def test_no_private_is_sold_in_the_first_stock_round(private: str) -> None:
    table = stock_table(**{private: "A"})
    table.stock_turn("A", number=1)
    table.refuses(f"sell-private {private}", "1860-PRIV-04")
    assert table.offered("sell-private") == []


@rule("1860-PRIV-04", "1860-PRIV-03")
def test_the_second_stock_round_is_the_first_in_which_privates_are_sold() -> None:
    table = stock_table(Ryde="A", Cowes="B", Brading="C")
    table.priority("A")
    table.stock_turn("A", number=1)
    for _ in "ABC":
        assert table.offered("sell-private") == []
        table.do("pass")
    assert (table.state.round.kind, table.state.round.number, table.turn) == ("stock", 2, "A")
    assert table.offered("sell-private") == ["sell-private Ryde"]


@rule("1860-PRIV-05")
def test_no_action_closes_a_private() -> None:
    table = stock_table(Ryde="A", Brading="A")
    verbs = {kind.form.split()[0] for kind in table.book.actions}
    assert {verb for verb in verbs if "private" in verb} == {"buy-private", "sell-private"}
    assert "close" not in verbs
    naming = {text for text in table.offered() if text.split()[-1] in ("Ryde", "Brading")}
    assert naming == {"sell-private Ryde", "sell-private Brading", "exchange Ryde"}


@rule("1860-PRIV-05")
def test_a_private_sold_to_the_bank_stays_open() -> None:
    table = stock_table(Brading="A")
    table.do("sell-private Brading")
    assert owner(table, "Brading") == "ipo"
    assert not any(isinstance(event, PrivateClosed) for event in table.events)


# -- buying from the bank -------------------------------------------------------------------------


@rule("1860-PRIV-06")
@pytest.mark.parametrize(("private", "face", "_revenue"), FACTS[:4])
def test_a_private_of_the_bank_is_bought_for_face_value(private: str, face: int, _revenue: int) -> None:
    table = stock_table(**dict.fromkeys(INITIAL, "B"))
    table.give_private(private, "ipo")
    bank = table.cash("ipo")
    assert table.offered("buy-private") == [f"buy-private {private}"]
    table.do(f"buy-private {private}")
    assert owner(table, private) == "A"
    assert (table.cash("A"), table.cash("ipo")) == (670 - face, bank + face)
    assert all(owner(table, other) == "B" for other in INITIAL if other != private)


@rule("1860-PRIV-06")
def test_a_private_of_a_player_cannot_be_bought() -> None:
    table = stock_table(Ryde="B", Cowes="A", Brading="ipo", Yarmouth="C")
    for private in ("Ryde", "Cowes", "Yarmouth"):
        table.refuses(f"buy-private {private}", "1860-PRIV-06")
    assert table.offered("buy-private") == ["buy-private Brading"]


@rule("1860-PRIV-06")
def test_a_closed_private_cannot_be_bought() -> None:
    table = stock_table()
    table.close_private("Ryde")
    table.refuses("buy-private Ryde", "1860-PRIV-06")
    assert "buy-private Ryde" not in table.offered("buy-private")


@rule("1860-PRIV-06")
@pytest.mark.parametrize(("cash", "allowed"), [(89, False), (90, True)])
def test_the_buyer_must_have_the_face_value(cash: int, allowed: bool) -> None:
    table = stock_table(Cowes="ipo")
    table.give_cash("A", cash)
    if allowed:
        table.do("buy-private Cowes")
        assert table.cash("A") == 0
    else:
        table.refuses("buy-private Cowes", "1860-SR-07")


@rule("1860-PRIV-06")
def test_buying_a_private_is_the_one_purchase_of_the_turn() -> None:
    table = stock_table(Ryde="A", Cowes="ipo", Brading="ipo")
    table.do("buy-private Cowes")
    assert table.turn == "A"
    table.refuses("buy-private Brading", "1860-SR-06")
    table.refuses("buy IOW from ipo", "1860-SR-06")


@rule("1860-PRIV-06")
def test_after_a_share_no_private_is_bought_in_the_turn() -> None:
    table = stock_table(Ryde="A", Cowes="ipo")
    table.do("buy IOW from ipo")
    assert table.turn == "A"
    table.refuses("buy-private Cowes", "1860-SR-06")


@rule("1860-PRIV-06")
def test_buying_a_private_is_a_deal_for_the_end_of_the_round_and_the_priority() -> None:
    table = stock_table(Cowes="ipo", Brading="A", Ryde="B", Yarmouth="C")
    table.priority("A")
    table.float("IOW", 74, {"B": 5})
    table.do("pass", "buy-private Cowes", "pass", "pass")
    while table.state.round.kind == "stock":
        table.do("pass")
    assert table.state.priority == table.seat("C")


@rule("1860-PRIV-06")
def test_a_seller_may_not_buy_the_private_back_in_the_same_round() -> None:
    table = stock_table(Cowes="A", Brading="ipo")
    table.do("sell-private Cowes")
    table.refuses("buy-private Cowes", "1860-PRIV-06")
    assert table.allows("buy-private Brading")
    table.do("pass", "pass", "pass")
    assert (table.turn, table.state.round.number) == ("A", 2)
    table.refuses("buy-private Cowes", "1860-PRIV-06")


@rule("1860-PRIV-06")
def test_others_may_buy_a_private_in_the_round_it_was_sold_in() -> None:
    table = stock_table(Cowes="A")
    table.do("sell-private Cowes", "pass", "buy-private Cowes")
    assert owner(table, "Cowes") == "B"
    assert table.cash("B") == 670 - 90


@rule("1860-PRIV-06")
def test_the_seller_may_buy_the_private_back_in_the_next_round() -> None:
    table = stock_table(Cowes="A")
    table.do("sell-private Cowes")
    everybody_passes(table)
    while table.turn != "A":
        table.do("pass")
    assert (table.state.round.kind, table.state.round.number) == ("stock", 3)
    table.do("buy-private Cowes")
    assert (owner(table, "Cowes"), table.cash("A")) == ("A", 670 + 60 - 90)


@rule("1860-PRIV-06", "1860-PRIV-17")
@pytest.mark.parametrize(("count", "allowed"), [(20, True), (21, False)])
def test_a_private_is_not_bought_at_the_certificate_limit(count: int, allowed: bool) -> None:
    table = stock_table(Cowes="ipo")
    table.set_phase("6")
    for company in ("S&C", "VY&SC", "NGStL"):
        taken = min(8, count)
        table.give_shares("A", company, taken)
        count -= taken
    for private in ("Cowes", "Fishbourne"):
        assert table.allows(f"buy-private {private}") is allowed
        if not allowed:
            table.refuses(f"buy-private {private}", "1860-CERT-03")


# -- exchanging -----------------------------------------------------------------------------------


@rule("1860-PRIV-07")
@pytest.mark.parametrize(("private", "company", "par"), PAIRS)
def test_a_private_is_exchanged_for_one_share_of_its_company(private: str, company: str, par: int) -> None:
    table = Table()
    owned_by(table, "A", *INITIAL)
    for _, linked, price in PAIRS:
        table.start(linked, price, {"B": 2})
    table.stock_turn("A")
    money = [table.cash(name) for name in ("ipo", "A", "B", "C")]
    table.do(f"exchange {private}")
    assert table.shares("A", company) == 1
    assert table.shares("ipo", company) == 7
    assert all(table.shares("A", other) == 0 for _, other, _ in PAIRS if other != company)
    assert [table.cash(name) for name in ("ipo", "A", "B", "C")] == money
    assert [owner(table, name) for name in INITIAL] == ["closed" if name == private else "A" for name in INITIAL]
    assert table.book.market.prices[table.state.par[table.company(company)]] == par


@rule("1860-PRIV-07")
def test_fishbourne_is_exchanged_for_nothing() -> None:
    table = stock_table(Fishbourne="A")
    table.refuses("exchange Fishbourne", "1860-PRIV-07")
    assert table.offered("exchange") == []


@rule("1860-PRIV-07")
@pytest.mark.parametrize(("held", "director"), [(1, "B"), (2, "A")])
def test_an_exchange_that_gives_more_shares_than_the_directors_gives_the_directorship(held: int, director: str) -> None:
    table = stock_table(Cowes="A")
    table.give_shares("A", "C&N", held)
    table.do("exchange Cowes")
    assert table.shares("A", "C&N") == held + 1
    assert table.director("C&N") == director


@rule("1860-PRIV-08")
@pytest.mark.parametrize(("private", "company", "par"), PAIRS)
def test_nothing_is_exchanged_before_the_company_is_started(private: str, company: str, par: int) -> None:
    table = Table()
    owned_by(table, "A", *INITIAL)
    for name, other, price in PAIRS:
        if name != private:
            table.start(other, price, {"B": 2})
    table.stock_turn("A")
    table.refuses(f"exchange {private}", "1860-PRIV-08")
    assert set(table.offered("exchange")) == {f"exchange {name}" for name in INITIAL if name != private}
    table.start(company, par, {"B": 2})
    assert f"exchange {private}" in table.offered("exchange")


@rule("1860-PRIV-08")
def test_the_next_player_may_exchange_as_soon_as_the_directors_certificate_is_sold() -> None:
    table = Table()
    table.give_private("Yarmouth", "B")
    table.mark("C&N", OPERATED)
    table.stock_turn("A")
    table.do("start FYN at 68")
    while table.turn == "A":
        table.do("pass")
    assert table.offered("exchange") == ["exchange Yarmouth"]
    table.do("exchange Yarmouth")
    assert table.shares("B", "FYN") == 1


@rule("1860-PRIV-08")
def test_a_player_may_start_a_company_and_exchange_for_it_in_the_same_turn() -> None:
    table = Table()
    table.give_private("Yarmouth", "A")
    table.mark("C&N", OPERATED)
    table.stock_turn("A")
    table.do("start FYN at 68", "exchange Yarmouth")
    assert (table.shares("A", "FYN"), table.cash("A")) == (3, 670 - 136)


@rule("1860-PRIV-09")
@pytest.mark.parametrize("number", [1, 2, 5])
def test_an_exchange_is_made_in_any_stock_round_the_first_included(number: int) -> None:
    table = stock_table(Cowes="A")
    table.stock_turn("A", number=number)
    assert table.offered("exchange") == ["exchange Cowes"]
    table.do("exchange Cowes")
    assert table.shares("A", "C&N") == 1


@rule("1860-PRIV-09")
@pytest.mark.parametrize("holder", ["B", "C", "ipo"])
def test_no_exchange_on_the_turn_of_another_player(holder: str) -> None:
    table = stock_table(Cowes=holder)
    assert table.turn == "A"
    assert table.offered("exchange") == []
    table.refuses("exchange Cowes")
    if holder != "ipo":
        before = table.shares(holder, "C&N")
        table.stock_turn(holder)
        table.do("exchange Cowes")
        assert table.shares(holder, "C&N") == before + 1


@rule("1860-PRIV-09")
def test_the_refusal_of_an_exchange_by_another_player_cites_the_rule_of_exchanges() -> None:
    table = stock_table(Cowes="B")
    table.refuses("exchange Cowes", "1860-PRIV-09")


@rule("1860-PRIV-09")
@pytest.mark.parametrize("part", ["track", "trains"])
def test_no_exchange_in_an_operating_round(part: str) -> None:
    table = stock_table(Ryde="A")
    table.float("C&N", 74, {"A": 5})
    table.operating_turn("C&N", part)
    assert table.turn == "A"
    table.refuses("exchange Ryde", "1860-OR-05")


@rule("1860-PRIV-09")
def test_no_exchange_in_the_auction() -> None:
    table = Table()
    table.give_private("Cowes", "A")
    table.start("C&N", 74, {"B": 2})
    assert table.turn == "A"
    table.refuses("exchange Cowes", "1860-AUC-02")


@rule("1860-PRIV-10")
def test_an_exchange_leaves_the_turn_its_sales_and_its_purchase() -> None:
    table = stock_table(Cowes="A", Brading="A", Ryde="A")
    table.float("IOW", 74, {"B": 5, "A": 1})
    table.do("exchange Cowes", "sell 1 IOW", "sell-private Brading", "buy C&N from ipo")
    assert (table.shares("A", "C&N"), table.shares("A", "IOW")) == (2, 0)
    assert table.cash("A") == 670 + 37 - 74


@rule("1860-PRIV-10")
def test_an_exchange_may_follow_the_purchase_of_the_turn() -> None:
    table = stock_table(Cowes="A")
    table.do("buy C&N from ipo")
    assert table.turn == "A"
    table.do("exchange Cowes")
    assert (table.shares("A", "C&N"), table.cash("A")) == (2, 670 - 74)


@rule("1860-PRIV-10")
def test_several_privates_may_be_exchanged_in_a_turn() -> None:
    table = stock_table(Cowes="A", Ryde="A")
    table.do("exchange Cowes", "exchange Ryde")
    assert table.turn == "A"
    assert (table.shares("A", "C&N"), table.shares("A", "IOW")) == (1, 1)


@rule("1860-PRIV-10")
def test_a_share_may_be_bought_back_by_exchange_though_it_was_sold_in_the_round() -> None:
    table = stock_table(Cowes="A")
    table.float("C&N", 74, {"B": 5, "A": 1})
    table.do("sell 1 C&N", "exchange Cowes")
    assert table.shares("A", "C&N") == 1


@rule("1860-PRIV-10")
def test_a_turn_with_nothing_but_an_exchange_is_a_pass() -> None:
    table = stock_table(Cowes="C")
    table.float("IOW", 74, {"B": 5})
    table.priority("A")
    table.do("pass", "pass", "exchange Cowes")
    assert (table.turn, table.state.round.kind) == ("C", "stock")
    table.do("pass")
    assert table.state.round.kind == "operating"
    assert table.state.priority == table.seat("A")


@rule("1860-PRIV-10")
def test_an_exchange_does_not_count_as_the_last_deal() -> None:
    table = stock_table(Cowes="B")
    table.float("IOW", 74, {"B": 5})
    table.priority("A")
    table.do("buy C&N from ipo")
    while table.turn == "A":
        table.do("pass")
    table.do("exchange Cowes", "pass", "pass", "pass")
    assert table.state.round.kind == "operating"
    assert table.state.priority == table.seat("B")


@rule("1860-PRIV-11")
def test_an_exchange_takes_from_the_top_and_leaves_all_the_rest_for_sale() -> None:
    table = stock_table(Cowes="A")
    table.float("C&N", 74, {"B": 5})
    table.give_cash("A", 1000)
    table.do("exchange Cowes")
    assert table.shares("ipo", "C&N") == 4
    for left in (3, 2, 1, 0):
        table.stock_turn("A")
        table.do("buy C&N from ipo")
        assert table.shares("ipo", "C&N") == left
    assert table.cash("A") == 1000 - 4 * 74


@rule("1860-PRIV-11")
def test_an_exchange_takes_from_the_offer_and_not_from_the_pool() -> None:
    table = stock_table(Cowes="A")
    table.float("C&N", 74, {"B": 5, "pool": 2})
    table.do("exchange Cowes")
    assert (table.shares("ipo", "C&N"), table.shares("pool", "C&N")) == (2, 2)


@rule("1860-PRIV-11", "1860-PRIV-12")
def test_the_owner_of_the_private_may_exchange_it_for_the_very_last_certificate() -> None:
    table = stock_table(Cowes="A")
    table.float("C&N", 74, {"B": 9})
    table.refuses("buy C&N from ipo", "1860-PRIV-12")
    table.do("exchange Cowes")
    assert (table.shares("A", "C&N"), table.shares("ipo", "C&N")) == (1, 0)


@rule("1860-PRIV-12")
@pytest.mark.parametrize("holder", ["A", "B", "ipo"])
@pytest.mark.parametrize(("private", "company", "par"), PAIRS)
def test_the_reserved_certificate_is_not_for_sale_while_its_private_is_open(
    private: str, company: str, par: int, holder: str
) -> None:
    table = Table()
    table.give_private(private, holder)
    table.float(company, par, {"B": 8})
    table.stock_turn("A")
    table.do(f"buy {company} from ipo")
    table.stock_turn("C")
    table.refuses(f"buy {company} from ipo", "1860-PRIV-12")
    assert f"buy {company} from ipo" not in table.offered("buy")


@rule("1860-PRIV-12")
def test_shares_in_the_pool_are_for_sale_though_the_last_of_the_offer_is_reserved() -> None:
    table = stock_table(Cowes="B")
    table.float("C&N", 74, {"B": 8, "pool": 1})
    table.refuses("buy C&N from ipo", "1860-PRIV-12")
    table.do("buy C&N from pool")
    assert (table.shares("A", "C&N"), table.shares("ipo", "C&N")) == (1, 1)


@rule("1860-PRIV-12")
def test_the_reservation_outlasts_a_sale_of_the_private_to_the_bank() -> None:
    table = stock_table(Cowes="A")
    table.float("C&N", 74, {"B": 9})
    table.do("sell-private Cowes")
    table.refuses("buy C&N from ipo", "1860-PRIV-12")


@rule("1860-PRIV-13")
@pytest.mark.parametrize(("private", "company", "par"), PAIRS)
def test_an_exchange_ends_the_reservation(private: str, company: str, par: int) -> None:
    table = Table()
    table.give_private(private, "A")
    table.float(company, par, {"B": 8})
    table.stock_turn("A")
    table.do(f"exchange {private}")
    assert table.shares("ipo", company) == 1
    table.do(f"buy {company} from ipo")
    assert (table.shares("A", company), table.shares("ipo", company)) == (2, 0)
    assert table.cash("A") == 670 - par


@rule("1860-PRIV-13")
@pytest.mark.parametrize("holder", ["A", "C", "ipo"])
@pytest.mark.parametrize(("private", "company", "par"), PAIRS)
def test_the_purchase_of_fishbourne_ends_the_reservation(private: str, company: str, par: int, holder: str) -> None:
    table = Table()
    table.give_private(private, holder)
    table.float(company, par, {"B": 9}, price=90)
    table.set_phase("6")
    table.stock_turn("A")
    table.refuses(f"buy {company} from ipo", "1860-PRIV-12")
    table.do("buy-private Fishbourne")
    table.stock_turn("C")
    table.do(f"buy {company} from ipo")
    assert (table.cash("C"), table.shares("ipo", company)) == (670 - par, 0)


@rule("1860-PRIV-14")
@pytest.mark.parametrize(
    ("private", "company", "par", "home"),
    [
        ("Brading", "BHI&R", 62, "L6.0"),
        ("Ryde", "IOW", 90, "I3.0"),
        ("Cowes", "C&N", 74, "F2.0"),
        ("Yarmouth", "FYN", 82, "B4.0"),
    ],
)
def test_an_exchange_that_makes_half_the_shares_floats_the_company(
    private: str, company: str, par: int, home: str
) -> None:
    table = Table()
    table.give_private(private, "A")
    table.start(company, par, {"B": 3, "C": 1})
    table.stock_turn("A")
    table.do(f"exchange {private}")
    assert table.has(company, FLOATED)
    assert table.cash(company) == 10 * par
    assert table.price(company) == par
    assert table.state.tokens == {table.stop(home): (table.company(company),)}
    if company == "IOW":
        assert (table.turn, type(table.step)) == ("A", StockTurn)
    else:
        assert (table.turn, type(table.step)) == ("B", LayHome)


@rule("1860-PRIV-14")
def test_an_exchange_that_makes_less_than_half_floats_nothing() -> None:
    table = Table()
    table.give_private("Ryde", "A")
    table.start("IOW", 90, {"B": 3})
    table.stock_turn("A")
    table.do("exchange Ryde")
    assert not table.has("IOW", FLOATED)
    assert table.cash("IOW") == 0
    assert table.state.tokens == {}


@rule("1860-PRIV-14", "1860-PRIV-10")
def test_after_the_home_tile_the_exchanger_goes_on_with_their_turn() -> None:
    table = Table()
    table.give_private("Brading", "A")
    table.start("BHI&R", 58, {"B": 4})
    table.stock_turn("A")
    table.do("exchange Brading")
    assert table.turn == "B"
    table.do(table.offered("lay")[0])
    assert (table.turn, type(table.step)) == ("A", StockTurn)
    table.do("buy BHI&R from ipo")
    assert table.shares("A", "BHI&R") == 2


@rule("1860-PRIV-15")
@pytest.mark.parametrize(("private", "company", "par"), PAIRS)
def test_an_exchanged_private_is_out_of_the_game(private: str, company: str, par: int) -> None:
    table = Table()
    table.give_private(private, "A")
    table.start(company, par, {"B": 2})
    table.stock_turn("A")
    table.do(f"exchange {private}")
    assert owner(table, private) == "closed"
    for name in "ABC":
        table.stock_turn(name, number=3)
        table.refuses(f"buy-private {private}", "1860-PRIV-06")
        table.refuses(f"sell-private {private}", "1860-PRIV-03")
        table.refuses(f"exchange {private}")


@rule("1860-PRIV-16")
@pytest.mark.parametrize(("private", "company", "par"), PAIRS)
def test_no_exchange_for_a_bankrupt_company_before_it_is_started_anew(private: str, company: str, par: int) -> None:
    table = Table()
    table.give_private(private, "A")
    table.float(company, par, {"B": 5}, operated=True)
    table.bankrupt(company)
    table.stock_turn("A")
    table.refuses(f"exchange {private}", "1860-PRIV-16")
    assert table.offered("exchange") == []


@rule("1860-PRIV-16")
def test_no_exchange_for_a_bankrupt_company_with_a_new_par_until_it_floats_again() -> None:
    table = Table()
    table.give_private("Ryde", "A")
    table.float("IOW", 74, {"B": 5}, operated=True)
    table.bankrupt("IOW")
    table.start("IOW", 47, {"B": 4})
    table.stock_turn("A")
    table.refuses("exchange Ryde", "1860-PRIV-16")
    table.do("buy IOW from ipo")
    assert table.has("IOW", FLOATED)
    assert not table.has("IOW", BANKRUPT)
    assert table.offered("exchange") == ["exchange Ryde"]
    table.do("exchange Ryde")
    assert (table.shares("A", "IOW"), owner(table, "Ryde")) == (2, "closed")


@rule("1860-PRIV-16")
def test_the_bankruptcy_of_one_company_keeps_no_other_private_from_its_exchange() -> None:
    table = stock_table(Ryde="A", Cowes="A")
    table.float("IOW", 74, {"B": 5}, operated=True)
    table.bankrupt("IOW")
    assert table.offered("exchange") == ["exchange Cowes"]


@rule("1860-PRIV-10", "1860-PRIV-03", "1860-PRIV-06")
def test_a_player_above_the_certificate_limit_sells_shares_before_anything_with_privates() -> None:
    table = stock_table(Ryde="A", Cowes="ipo")
    for company, count in (("S&C", 8), ("VY&SC", 8), ("NGStL", 5)):
        table.give_shares("A", company, count)
    for text in ("sell-private Ryde", "exchange Ryde", "buy-private Cowes"):
        table.refuses(text, "1860-CERT-04")
    table.give_shares("A", "NGStL", 4)
    assert table.allows("sell-private Ryde")
    table.do("exchange Ryde")
    assert table.shares("A", "IOW") == 1


# -- Fishbourne -----------------------------------------------------------------------------------


@rule("1860-PRIV-17")
@pytest.mark.parametrize("phase", EARLIER_PHASES)
def test_fishbourne_is_not_for_sale_before_the_first_six_train(phase: str) -> None:
    table = stock_table()
    table.set_phase(phase)
    table.refuses("buy-private Fishbourne", "1860-PRIV-17")
    assert "buy-private Fishbourne" not in table.offered("buy-private")


@rule("1860-PRIV-17")
@pytest.mark.parametrize("phase", LATER_PHASES)
def test_fishbourne_is_for_sale_from_the_first_six_train_on(phase: str) -> None:
    table = stock_table()
    table.set_phase(phase)
    bank = table.cash("ipo")
    assert "buy-private Fishbourne" in table.offered("buy-private")
    table.do("buy-private Fishbourne")
    assert owner(table, "Fishbourne") == "A"
    assert (table.cash("A"), table.cash("ipo")) == (470, bank + 200)


@rule("1860-PRIV-17")
def test_the_purchase_of_the_first_six_train_brings_fishbourne() -> None:
    table = stock_table(**dict.fromkeys(INITIAL, "B"))
    table.set_phase("5")
    for _ in range(2):
        table.give_trains("C&N", "5+3")
    table.float("IOW", 74, {"A": 5}, treasury=500)
    table.stock_turn("A")
    table.refuses("buy-private Fishbourne", "1860-PRIV-17")
    table.operating_turn("IOW", "trains")
    table.do("train 6+3 from ipo")
    assert table.phase == "6"
    table.stock_turn("A")
    assert table.offered("buy-private") == ["buy-private Fishbourne"]


@rule("1860-PRIV-17")
@pytest.mark.parametrize(("cash", "allowed"), [(199, False), (200, True)])
def test_fishbourne_costs_its_face_value(cash: int, allowed: bool) -> None:
    table = stock_table()
    table.set_phase("6")
    table.give_cash("A", cash)
    if allowed:
        table.do("buy-private Fishbourne")
        assert table.cash("A") == 0
    else:
        table.refuses("buy-private Fishbourne", "1860-SR-07")


@rule("1860-PRIV-17")
def test_fishbourne_is_bought_once_and_is_then_its_owners() -> None:
    table = stock_table()
    table.set_phase("6")
    table.do("buy-private Fishbourne")
    table.stock_turn("B")
    table.refuses("buy-private Fishbourne", "1860-PRIV-06")


@rule("1860-PRIV-17")
def test_the_purchase_of_fishbourne_is_the_one_purchase_of_the_turn() -> None:
    table = stock_table(Ryde="A")
    table.set_phase("6")
    table.do("buy IOW from ipo")
    assert table.turn == "A"
    table.refuses("buy-private Fishbourne", "1860-SR-06")


@rule("1860-PRIV-18")
def test_the_purchase_of_fishbourne_closes_all_other_privates_without_compensation() -> None:
    table = stock_table(Brading="C", Yarmouth="ipo", Cowes="B", Ryde="A")
    table.set_phase("6")
    table.do("buy-private Fishbourne")
    assert [owner(table, private) for private in INITIAL] == ["closed"] * 4
    assert owner(table, "Fishbourne") == "A"
    assert [table.cash(name) for name in "ABC"] == [470, 670, 670]
    assert paid_by_bank(table) == []


@rule("1860-PRIV-18")
def test_no_private_closes_before_fishbourne_is_bought() -> None:
    table = stock_table(Brading="C", Yarmouth="ipo", Cowes="B", Ryde="A")
    table.set_phase("5")
    for _ in range(2):
        table.give_trains("C&N", "5+3")
    table.float("IOW", 74, {"A": 5}, treasury=500)
    table.operating_turn("IOW", "trains")
    table.do("train 6+3 from ipo")
    table.stock_turn("A")
    table.do("buy-private Yarmouth")
    assert [owner(table, private) for private in INITIAL] == ["C", "A", "B", "A"]


@rule("1860-PRIV-18")
def test_privates_closed_by_fishbourne_are_gone_for_good() -> None:
    table = stock_table(Brading="ipo", Yarmouth="ipo", Cowes="B", Ryde="A")
    table.set_phase("6")
    table.do("buy-private Fishbourne")
    for name in "ABC":
        table.stock_turn(name, number=3)
        for private in INITIAL:
            table.refuses(f"buy-private {private}", "1860-PRIV-06")
            table.refuses(f"sell-private {private}", "1860-PRIV-03")
            table.refuses(f"exchange {private}")
        assert table.offered("buy-private") == []


@rule("1860-PRIV-18")
def test_closed_privates_count_nothing_and_fishbourne_its_face_value() -> None:
    table = stock_table(Brading="C", Yarmouth="ipo", Cowes="C", Ryde="A")
    table.set_phase("6")
    worth = table.book.worth
    before = [worth(table.game, table.seat(name)) for name in "AC"]
    assert before == [670 + 130, 670 + 30 + 90]
    table.do("buy-private Fishbourne")
    assert [worth(table.game, table.seat(name)) for name in "AC"] == [670, 670]


@rule("1860-PRIV-18")
def test_only_privates_still_open_are_closed_by_fishbourne() -> None:
    table = stock_table(Brading="C", Ryde="B")
    table.close_private("Cowes")
    table.close_private("Yarmouth")
    table.set_phase("6")
    closed = [event for event in table.do("buy-private Fishbourne") if isinstance(event, PrivateClosed)]
    assert {event.private for event in closed} == {table.private("Brading"), table.private("Ryde")}
    assert len(closed) == 2


@rule("1860-PRIV-18", "1860-PRIV-01")
def test_after_the_purchase_of_fishbourne_it_alone_pays() -> None:
    table = stock_table(Brading="C", Cowes="B", Ryde="A")
    table.set_phase("6")
    table.float("IOW", 74, {"B": 5})
    table.do("buy-private Fishbourne")
    everybody_passes(table)
    assert paid_by_bank(table) == [("A", 25)]
    assert [table.cash(name) for name in "ABC"] == [495, 670, 670]


@rule("1860-PRIV-03", "1860-PRIV-06", "1860-PRIV-18")
def test_fishbourne_may_be_sold_to_the_bank_and_bought_again() -> None:
    table = stock_table()
    table.set_phase("6")
    table.do("buy-private Fishbourne")
    table.stock_turn("A", number=3)
    table.do("sell-private Fishbourne")
    assert table.cash("A") == 670 - 200 + 170
    table.stock_turn("B", number=3)
    assert table.offered("buy-private") == ["buy-private Fishbourne"]
    table.do("buy-private Fishbourne")
    assert table.cash("B") == 470
