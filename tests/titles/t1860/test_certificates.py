"""The certificate limit of 1860 (rules 1860-CERT)."""

from __future__ import annotations

import pytest

from railhead.core.state import OPERATED
from railhead.rules import directors
from railhead.testing import Table, rule

LIMITS = {2: 32, 3: 21, 4: 16}
FILLING = {"C&N": 74, "FYN": 62, "NGStL": 58, "BHI&R": 58, "S&C": 54}


def certificates(table: Table, player: str) -> int:
    return directors.certificates(table.game, table.seat(player))


def give_certificates(table: Table, player: str, count: int) -> None:
    """Certificates of companies he directs: at most eight of a company, the director's one of them."""
    for company, par in FILLING.items():
        here = min(8, count)
        if here:
            table.float(company, par, {player: here + 1})
        count -= here


def filled(count: int, players: int = 4, phase: str = "2") -> Table:
    """A is to act with so many certificates; IOW is B's, with shares for sale."""
    table = Table(players=players)
    table.set_phase(phase)
    give_certificates(table, "A", count)
    table.start("IOW", par=74, shares={"B": 2})
    table.give_cash("A", 900)
    table.stock_turn("A")
    assert certificates(table, "A") == count
    return table


@rule("1860-CERT-01")
@pytest.mark.parametrize(("players", "limit"), LIMITS.items())
def test_the_last_certificate_within_the_limit_may_be_bought_and_none_beyond(players: int, limit: int) -> None:
    table = filled(limit - 1, players)
    table.do("buy IOW from ipo")
    assert certificates(table, "A") == limit
    table.stock_turn("A")
    table.refuses("buy IOW from ipo", "1860-CERT-03")
    assert table.offered("buy") == table.offered("start") == []


@rule("1860-CERT-01")
def test_the_limit_is_each_players_own() -> None:
    table = filled(16)
    table.do("pass", "buy IOW from ipo")
    assert table.shares("B", "IOW") == 3


@rule("1860-CERT-02")
def test_a_directors_certificate_and_a_private_count_one_each() -> None:
    table = Table()
    table.start("IOW", par=74, shares={"A": 4, "B": 3})
    table.give_private("Cowes", "A")
    assert certificates(table, "A") == 4
    assert certificates(table, "B") == 3
    assert certificates(table, "C") == 0


@rule("1860-CERT-02")
@pytest.mark.parametrize(("privates", "allowed"), [(1, True), (2, False)])
def test_privates_count_against_the_limit(privates: int, allowed: bool) -> None:
    table = filled(14)
    for private in ("Cowes", "Ryde")[:privates]:
        table.give_private(private, "A")
    assert table.allows("buy IOW from ipo") == allowed
    if not allowed:
        table.refuses("buy IOW from ipo", "1860-CERT-03")


@rule("1860-CERT-02")
def test_a_closed_private_and_the_privates_of_others_do_not_count() -> None:
    table = filled(15)
    table.close_private("Cowes")
    table.give_private("Ryde", "B")
    assert table.allows("buy IOW from ipo")


@rule("1860-CERT-02")
@pytest.mark.parametrize(("count", "allowed"), [(15, True), (16, False)])
@pytest.mark.parametrize("purchase", ["start IWNJ at 62", "buy-private Brading"])
def test_a_directors_certificate_or_a_private_needs_room_for_one(count: int, allowed: bool, purchase: str) -> None:
    table = filled(count)
    table.mark("C&N", OPERATED)
    if allowed:
        table.do(purchase)
        assert certificates(table, "A") == 16
    else:
        table.refuses(purchase, "1860-CERT-03")


# -- taking over ----------------------------------------------------------------------------------


def about_to_take_over(others: int) -> Table:
    """A has three ordinary IOW shares, as many as its director B has shares, and other certificates."""
    table = Table(players=4)
    give_certificates(table, "A", others)
    table.start("IOW", par=74, shares={"B": 3, "A": 3})
    table.stock_turn("A")
    return table


@rule("1860-CERT-03", "1860-EX-05")
def test_at_the_limit_no_share_is_bought_even_to_become_director() -> None:
    table = about_to_take_over(13)
    assert certificates(table, "A") == 16
    table.refuses("buy IOW from ipo", "1860-CERT-03")


@rule("1860-CERT-03", "1860-EX-05")
def test_below_the_limit_a_directorship_may_be_bought() -> None:
    table = about_to_take_over(12)
    assert certificates(table, "A") == 15
    table.do("buy IOW from ipo")
    assert table.director("IOW") == "A"
    assert certificates(table, "A") == 15


@rule("1860-CERT-03")
def test_a_sale_makes_room_for_a_purchase_in_the_same_turn() -> None:
    table = filled(16)
    table.do("sell 1 C&N", "buy IOW from ipo")
    assert certificates(table, "A") == 16


# -- above the limit ------------------------------------------------------------------------------


def pushed_over(lost: int = 1) -> Table:
    """A held 16 certificates and has lost a directorship to B (a second one besides, if so wished)."""
    table = Table(players=4)
    give_certificates(table, "A", 12)
    table.float("IOW", par=74, shares={"A": 3, "B": 3})
    table.start("IWNJ", par=62, shares={"A": 2, "C": 2})
    table.give_private("Ryde", "A")
    table.give_cash("A", 500)
    assert certificates(table, "A") == 16
    table.stock_turn("B")
    table.do("buy IOW from ipo")
    if lost == 2:
        table.do("buy IWNJ from ipo")
    else:
        table.do("pass")
    table.do("pass")
    assert table.turn == "A"
    assert certificates(table, "A") == 16 + lost
    return table


@rule("1860-CERT-04")
def test_above_the_limit_a_player_may_only_sell_shares() -> None:
    table = pushed_over()
    assert {text.split()[0] for text in table.offered()} == {"sell"}
    for text in ("pass", "buy IOW from ipo", "exchange Ryde", "sell-private Ryde", "buy-private Brading"):
        table.refuses(text, "1860-CERT-04")
    table.refuses("start IWNJ at 62", "1860-CERT-04")


@rule("1860-CERT-04")
def test_down_to_the_limit_the_turn_goes_on_as_any_other() -> None:
    table = pushed_over()
    table.do("sell 1 IOW")
    assert certificates(table, "A") == 16
    assert {"pass", "exchange Ryde", "sell-private Ryde"} <= set(table.offered())
    table.refuses("buy IWNJ from ipo", "1860-CERT-03")
    table.do("pass")
    assert table.turn == "B"


@rule("1860-CERT-04")
def test_below_the_limit_the_seller_may_buy_again() -> None:
    table = pushed_over()
    table.do("sell 2 IOW", "buy IWNJ from ipo")
    assert certificates(table, "A") == 16


@rule("1860-CERT-04")
def test_a_player_two_above_the_limit_sells_until_no_longer_above_it() -> None:
    table = pushed_over(lost=2)
    table.do("sell 1 IOW")
    assert certificates(table, "A") == 17
    table.refuses("pass", "1860-CERT-04")
    table.do("sell 1 IWNJ")
    assert certificates(table, "A") == 16
    assert "pass" in table.offered()


@rule("1860-CERT-04")
def test_a_sale_that_swaps_the_directors_certificate_away_may_not_be_enough() -> None:
    table = Table(players=4)
    give_certificates(table, "A", 14)
    table.start("IOW", par=74, shares={"B": 4, "A": 2})
    table.start("IWNJ", par=62, shares={"A": 2, "C": 2})
    table.stock_turn("A")
    assert certificates(table, "A") == 17
    table.do("sell 1 IWNJ")
    assert table.director("IWNJ") == "C"
    assert certificates(table, "A") == 17
    table.refuses("pass", "1860-CERT-04")
    table.do("sell 1 IOW")
    assert "pass" in table.offered()


@rule("1860-CERT-04")
def test_a_player_above_the_limit_may_not_stay_there_by_selling_too_few() -> None:
    table = Table(players=4)
    companies = ("C&N", "FYN", "NGStL", "BHI&R")
    for company in companies:
        table.float(company, par=FILLING[company], shares={"A": 5, "B": 5})
    table.give_private("Ryde", "A")
    table.stock_turn("A")
    assert certificates(table, "A") == 17
    for company in companies[:-1]:
        table.refuses("pass", "1860-CERT-04")
        table.do(f"sell 1 {company}")
        assert table.director(company) == "B"
    assert certificates(table, "A") == 17
    table.refuses("sell 1 BHI&R", "1860-CERT-04")
    assert table.offered("sell ")[0] == "sell 2 BHI&R"
    table.do("sell 2 BHI&R")
    assert certificates(table, "A") == 16
    assert "pass" in table.offered()


@rule("1860-CERT-04")
def test_nothing_is_sold_before_the_players_own_turn() -> None:
    table = Table(players=4)
    give_certificates(table, "A", 13)
    table.start("IOW", par=74, shares={"A": 4, "B": 4})
    table.stock_turn("B")
    assert certificates(table, "A") == 16
    table.do("buy IOW from ipo")
    assert certificates(table, "A") == 17
    assert table.turn == "C"
    assert "pass" in table.offered()
    assert table.shares("A", "IOW") == 4


@rule("1860-CERT-04")
def test_at_the_limit_nobody_has_to_sell() -> None:
    table = filled(16)
    table.do("pass")
    assert table.turn == "B"


# -- exchange and phase 8 -------------------------------------------------------------------------


@rule("1860-CERT-05")
def test_at_the_limit_a_private_may_be_exchanged() -> None:
    table = filled(15)
    table.give_private("Ryde", "A")
    assert certificates(table, "A") == 16
    table.do("exchange Ryde")
    assert certificates(table, "A") == 16
    assert table.shares("A", "IOW") == 1


@rule("1860-CERT-06")
@pytest.mark.parametrize("phase", ["8", "9"])
@pytest.mark.parametrize("purchase", ["buy IOW from ipo", "start IWNJ at 62", "buy-private Brading"])
def test_from_phase_8_there_is_no_limit(phase: str, purchase: str) -> None:
    table = filled(16, phase=phase)
    table.mark("C&N", OPERATED)
    table.do(purchase)
    assert certificates(table, "A") == 17


@rule("1860-CERT-06")
def test_in_phase_7_the_limit_holds() -> None:
    table = filled(16, phase="7")
    table.refuses("buy IOW from ipo", "1860-CERT-03")


@rule("1860-CERT-06")
def test_from_phase_8_nobody_has_to_sell() -> None:
    table = filled(30, phase="8")
    assert "pass" in table.offered()
    table.do("buy IOW from ipo")
    assert certificates(table, "A") == 31


@rule("1860-CERT-06")
def test_the_purchase_of_the_first_8_train_lifts_the_limit() -> None:
    table = filled(16, phase="7")
    table.float("VY&SC", par=54, shares={"B": 5}, treasury=700)
    table.give_trains("VY&SC", "7+4")
    table.operating_turn("VY&SC", "trains")
    table.do("train 8+4 from ipo")
    table.stock_turn("A")
    table.do("buy IOW from ipo")
    assert certificates(table, "A") == 17
