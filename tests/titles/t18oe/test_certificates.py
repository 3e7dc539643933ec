"""Certificate limits and control (rules 18OE-CERT and 18OE-CTRL)."""

from __future__ import annotations

import pytest

from railhead.rules import directors
from railhead.testing import rule
from railhead.titles.t18oe.facts import PLAYERS, PRIVATES
from tests.titles.t18oe.table import NAMES, Europe

LIMITS = {3: 48, 4: 36, 5: 29, 6: 24, 7: 20}
OTHERS = (
    "SB",
    "MAV",
    "SFAI",
    "SFR",
    "MZA",
    "CHN",
    "RCP",
    "BJV",
    "DSJ",
    "MSP",
    "MKV",
    "WW",
    "LRZD",
    "BHB",
    "KBS",
    "POB",
)


def count(table: Europe) -> int:
    """How many certificates Ann has."""
    return directors.certificates(table.game, table.seat("Ann"))


def with_certificates(number: int, players: int = 7, privates: int = 0) -> Europe:
    """Ann's turn: she has this many certificates, some of them privates, the others regionals; GWR is a major."""
    table = Europe(players, railroad_phase="major", phase="3")
    table.major("GWR", 100, {"Ben": 4, "pool": 2})
    for private in PRIVATES[:privates]:
        table.give_private(private["symbol"], "Ann")
    left = number - privates
    for symbol in OTHERS[: (left + 2) // 3]:
        table.regional(symbol, 60, {"Ann": 2 + min(2, left - 1)})
        left -= 1 + min(2, left - 1)
    table.stock_turn("Ann", number=3)
    assert count(table) == number
    return table


@rule("18OE-CERT-01", "18OE-CERT-02")
def test_what_counts_as_a_certificate() -> None:
    table = Europe(railroad_phase="major", phase="4")
    assert count(table) == 0
    table.regional("GWR", 60, {"Ann": 2})
    assert count(table) == 1, "50% is one certificate"
    table.regional("PLM", 60, {"Ben": 2, "Ann": 2})
    assert count(table) == 3, "two of 25%"
    table.major("KBS", 90, {"Ann": 4, "Ben": 2})
    assert count(table) == 6, "20% and two of 10%"
    table.national("BHB", 100, {"Ben": 4, "Ann": 3})
    assert count(table) == 9
    table.minor("A", "Ann", "FB", "U32.0")
    table.charter("B", "Ann")
    assert count(table) == 11
    table.give_private("RSC", "Ann")
    table.give_private("SML", "Ann")
    table.give_private("CO1", "Ann")
    assert count(table) == 13, "a concession is none"
    table.remember(face_down=(table.private("SML"),))
    assert count(table) == 12
    table.close_private("RSC")
    assert count(table) == 11


@pytest.mark.parametrize("players", PLAYERS)
@rule("18OE-SETUP-13", "18OE-CERT-08")
def test_at_the_limit_nothing_is_bought(players: int) -> None:
    limit = LIMITS[players]
    with_certificates(limit - 1, players).do("buy GWR from pool")
    with_certificates(limit, players).refuses("buy GWR from pool", "18OE-CERT-08")


@rule("18OE-CERT-02", "18OE-CERT-08")
def test_a_closed_private_makes_room() -> None:
    table = with_certificates(20, privates=1)
    table.refuses("buy GWR from pool", "18OE-CERT-08")
    table.do(f"close {PRIVATES[0]['symbol']}", "buy GWR from pool")
    assert count(table) == 20


@rule("18OE-CERT-08")
def test_only_a_change_of_presidency_brings_a_player_above_the_limit() -> None:
    """Ann gives the 20% certificate for two of 10%: one certificate more."""
    table = with_certificates(19)
    table.major("PLM", 100, {"Ann": 2})
    assert count(table) == 20
    for _ in range(3):
        table.stock_turn("Ben", number=3)
        table.do("buy PLM from PLM")
    assert (table.director("PLM"), count(table)) == ("Ben", 21)


@rule("18OE-CERT-03", "18OE-CERT-05")
def test_above_the_limit_a_player_must_sell_at_once() -> None:
    table = with_certificates(19)
    table.major("PLM", 100, {"Ben": 4, "Ann": 3})
    table.stock_turn("Ann", number=3)
    assert count(table) == 22
    table.refuses("pass", "18OE-CERT-03")
    table.refuses("buy GWR from pool", "18OE-CERT-03")
    table.refuses("sell 1 PLM", "18OE-CERT-03")
    assert [text for text in table.offered() if not text.startswith(("expand", "buy-and"))] == [
        "sell 2 PLM",
        "sell 3 PLM",
    ]
    table.do("sell 2 PLM")
    assert count(table) == 20


@rule("18OE-CERT-04", "18OE-CERT-03")
def test_above_the_limit_with_privates_one_is_closed_or_removed() -> None:
    table = with_certificates(22, privates=3)
    first, second, third = (private["symbol"] for private in PRIVATES[:3])
    table.refuses("pass", "18OE-CERT-03")
    assert {f"close {first}", f"remove private {first}"} <= set(table.offered())
    table.do(f"close {first}")
    table.refuses("pass", "18OE-CERT-03")
    table.do(f"remove private {second}")
    assert count(table) == 20
    table.refuses(f"close {third}", "18OE-SR-02")
    table.do("pass")
    assert table.turn == "Ben"


@rule("18OE-CERT-05")
def test_a_major_may_be_floated_by_a_player_who_sells_in_that_action() -> None:
    table = with_certificates(19)
    table.major("PLM", 100, {"Ben": 4, "Ann": 3})
    table.stock_turn("Ann", number=3)
    table.do(f"expand {OTHERS[0]}")
    table.refuses("pass", "18OE-CERT-03")
    table.do("sell 2 PLM")
    assert (count(table), table.turn) == (20, "Ben")


@pytest.mark.parametrize(("pool", "must"), [(4, False), (3, True)])
@rule("18OE-CERT-03", "18OE-SR-20")
def test_nobody_has_to_sell_what_does_not_help(pool: int, must: bool) -> None:
    """The Open Market takes one share: it would cost Ann the presidency, and two of 10% are as many as 20% and 10%."""
    table = with_certificates(19)
    table.major("PLM", 100, {"Ann": 3, "Ben": 3, "pool": pool})
    table.stock_turn("Ann", number=3)
    assert count(table) == 21
    if must:
        table.refuses("pass", "18OE-CERT-03")
        table.refuses("sell 1 PLM", "18OE-CERT-03")
        table.do("sell 2 PLM")
        assert (count(table), table.director("PLM")) == (20, "Ben")
    else:
        table.do("pass")
        assert (count(table), table.turn) == (21, "Ben")


@rule("18OE-CERT-04", "18OE-CERT-05")
def test_privates_may_be_closed_after_sales_that_were_not_enough() -> None:
    """Two above the limit, with one share to sell and one private: both must go, in either order."""
    for actions in (("sell 1 PLM", "close RSC"), ("remove private RSC", "sell 1 PLM")):
        table = with_certificates(21, privates=1)
        table.major("PLM", 100, {"Ben": 4, "Ann": 1})
        table.stock_turn("Ann", number=3)
        assert count(table) == 22
        for action in actions:
            assert table.turn == "Ann"
            table.refuses("pass", "18OE-CERT-03")
            table.do(action)
        assert count(table) == 20


@rule("18OE-CERT-04", "18OE-CERT-05")
def test_a_floater_above_the_limit_closes_privates_if_there_is_nothing_to_sell() -> None:
    table = with_certificates(22, privates=2)
    table.do(f"expand {OTHERS[0]}")
    assert table.offered() == ["close RSC", "close PEC", "remove private RSC", "remove private PEC"]
    table.do("close PEC")
    table.refuses("pass", "18OE-CERT-03")
    table.do("remove private RSC")
    assert (count(table), table.turn) == (20, "Ben")


@rule("18OE-CERT-05", "18OE-MAJOR-08")
def test_shares_of_the_new_major_are_no_cure_in_the_action_that_floats_it() -> None:
    """They are not sold in it, so nobody waits for that, nor may anybody count on it and sell less of another."""
    table = with_certificates(21)
    table.do(f"expand {OTHERS[0]}")
    assert (table.turn, count(table)) == ("Ben", 21)
    table = with_certificates(19)
    table.major("PLM", 100, {"Ben": 4, "Ann": 3})
    table.stock_turn("Ann", number=3)
    table.do(f"expand {OTHERS[0]}")
    table.refuses("sell 1 PLM", "18OE-CERT-03")
    assert table.offered() == ["sell 2 PLM", "sell 3 PLM"]


@rule("18OE-CTRL-01")
def test_who_controls_a_railroad() -> None:
    table = Europe(railroad_phase="major", phase="4")
    table.charter("A", "Cleo")
    table.regional("GWR", 60, {"Ben": 2, "Ann": 2})
    table.major("PLM", 90, {"Ann": 2, "Ben": 2, "Cleo": 2})
    controllers = [table.game.controller(table.company(symbol)) for symbol in ("A", "GWR", "PLM")]
    assert controllers == [table.seat("Cleo"), table.seat("Ben"), table.seat("Ann")]


@rule("18OE-CTRL-01")
def test_the_money_of_a_railroad_is_nobodys() -> None:
    table = Europe(railroad_phase="major", phase="4")
    table.major("PLM", 90, {"Ann": 3}, cash=1000)
    table.minor("A", "Ann", "FB", "U32.0", cash=180)
    worth = [table.book.worth(table.game, table.seat(name)) for name in NAMES[:3]]
    assert worth[0] == 1800 + 3 * 90
    assert worth[1] == worth[2] == 1800


@rule("18OE-SR-02")
def test_every_turn_has_its_own_private() -> None:
    """One private in a turn; whoever comes next may deal with one of theirs, and so may the first in the next turn."""
    table = Europe(railroad_phase="major", phase="3")
    table.major("GWR", 100, {"Ben": 4})
    for symbol, owner in (("RSC", "Ann"), ("PEC", "Ann"), ("WS", "Ben"), ("SML", "Cleo")):
        table.give_private(symbol, owner)
    table.stock_turn("Ann", number=3)
    table.do("close RSC")
    table.refuses("close PEC", "18OE-SR-02")
    table.do("buy GWR from GWR")
    table.do("close WS", "pass", "pass")
    table.do("close PEC")
    assert table.record.face_down == tuple(map(table.private, ("RSC", "WS", "PEC")))
