"""Trades between players: minors, open privates and cash (18OE-SR-23, 18OE-SR-24, 18OE-SR-25)."""

from __future__ import annotations

import random

import pytest

from railhead.core import engine
from railhead.core.refusal import Malformed
from railhead.rules import directors
from railhead.testing import rule
from railhead.titles.t18oe import merging, rights
from railhead.titles.t18oe.facts import PRIVATE, ZONE
from railhead.titles.t18oe.trading import Give, ProposeTrade
from tests.titles.t18oe.table import Europe

ETIENNE, PARIS, LYON = "U32.0", "Q30.0", "U34.0"


def market(players: int = 3, railroad_phase: str = "major") -> Europe:
    """Ann's stock turn: she has minor B and a private, Ben has minor C and two."""
    table = Europe(players, railroad_phase=railroad_phase, phase="3")
    table.major("PLM", 100, {"Ann": 3, "Ben": 2})
    table.minor("B", "Ann", "FB", ETIENNE, cash=70, trains=("3",))
    table.minor("C", "Ben", "UK", "M28.0", cash=30)
    for card, owner in (("WS", "Ann"), ("BBBT", "Ben"), ("SML", "Ben")):
        table.give_private(card, owner)
    table.give_cash("Ann", 200)
    table.give_cash("Ben", 90)
    table.major("BHB", 100, {"Ben": 5})
    table.stock_turn("Ann")
    return table


def steps(gives: str, takes: str, pays: int = 0, partner: str = "Ben") -> tuple[str, ...]:
    """The actions that put a trade together."""
    return (f"trade with {partner}", f"give {gives}", f"ask for {takes}", f"deal paying {pays}")


def propose(table: Europe, gives: str, takes: str, pays: int = 0) -> None:
    """Ann proposes a trade to Ben."""
    table.do(*steps(gives, takes, pays))


def refused(table: Europe, gives: str, takes: str, pays: int = 0, partner: str = "Ben") -> str:
    """The rule that keeps a trade from being proposed, at whichever step."""
    before = table.state
    for text in steps(gives, takes, pays, partner):
        if not table.allows(text):
            rule_id = table.refuses(text).rule
            table.state = before
            return rule_id
        table.do(text)
    table.state = before
    return ""


@rule("18OE-SR-23", "18OE-SR-25")
@pytest.mark.parametrize("pays", [-90, -1, 0, 1, 200])
def test_minors_privates_and_cash_change_hands(pays: int) -> None:
    table = market()
    propose(table, "B+WS", "C+SML", pays)
    assert table.turn == "Ben"
    table.do("accept")
    assert (table.director("B"), table.director("C")) == ("Ben", "Ann")
    assert (table.shares("Ben", "B"), table.shares("Ann", "C")) == (1, 1)
    assert table.state.privates[PRIVATE["WS"]] == table.seat("Ben")
    assert table.state.privates[PRIVATE["SML"]] == table.seat("Ann")
    assert table.state.privates[PRIVATE["BBBT"]] == table.seat("Ben")
    assert (table.cash("Ann"), table.cash("Ben")) == (200 - pays, 90 + pays)
    assert table.turn == "Ben", "the trade was Ann's stock action"


@rule("18OE-SR-23")
def test_the_first_minor_and_the_first_private_are_traded_like_the_others() -> None:
    table = market()
    table.minor("A", "Ann", "IT", "V39.0")
    table.give_private("RSC", "Ann")
    table.do("trade with Ben")
    assert {"give nothing", "give A+RSC"} <= set(table.offered("give"))
    table.do("give A+RSC", "ask for nothing", "deal paying -10", "accept")
    assert (table.director("A"), table.state.privates[PRIVATE["RSC"]]) == ("Ben", table.seat("Ben"))
    assert table.cash("Ann") == 210


@rule("18OE-SR-25")
def test_a_traded_minor_keeps_all_it_has() -> None:
    table = market()
    order = table.record.order
    table.do(*steps("B", "nothing", -50), "accept")
    assert (table.cash("B"), table.trains("B")) == (70, ["3"])
    assert rights.zones(table.game, table.company("B")) == {ZONE["FB"]}
    assert table.state.tokens[table.stop(ETIENNE)] == (table.company("B"),)
    assert table.record.order == order
    assert table.game.controller(table.company("B")) == table.seat("Ben")


@rule("18OE-SR-23")
def test_a_declined_trade_changes_nothing_and_can_be_bettered() -> None:
    table = market()
    before = table.state.cash[:]
    table.do(*steps("WS", "C", 20), "decline")
    assert table.turn == "Ann"
    assert table.state.cash == before
    assert table.director("C") == "Ben"
    assert refused(table, "WS", "C", 20) == "18OE-SR-23"
    assert refused(table, "WS", "C", 19) == "18OE-SR-23"
    assert refused(table, "WS", "C", 21) == ""
    assert refused(table, "WS", "C+BBBT", 20) == ""
    assert refused(table, "B", "C", 0) == ""
    table.do(*steps("WS", "C", 30), "decline")
    assert refused(table, "WS", "C", 30) == "18OE-SR-23"
    table.do(*steps("WS", "C", 31), "accept")
    assert table.director("C") == "Ann"


@rule("18OE-SR-23")
def test_after_all_cash_was_declined_there_is_nothing_better_to_offer() -> None:
    table = market()
    table.do(*steps("WS", "C", 200), "decline")
    for pays in (-90, 0, 200):
        assert refused(table, "WS", "C", pays) == "18OE-SR-23"


@rule("18OE-SR-23")
def test_what_is_declined_in_one_turn_can_be_proposed_in_another() -> None:
    table = market()
    table.do(*steps("WS", "C", 20), "decline", "pass")
    table.do("sell 1 BHB", "pass", "pass")
    assert table.turn == "Ann"
    assert refused(table, "WS", "C", 20) == ""


@rule("18OE-SR-23")
def test_something_besides_cash_is_traded_with_another_player() -> None:
    table = market()
    assert refused(table, "nothing", "nothing", 20) == "18OE-SR-23"
    assert refused(table, "WS", "nothing", 0, "Ann") == "18OE-SR-23"
    assert refused(table, "WS", "nothing", 0, "PLM") == "18OE-SR-23"


@rule("18OE-SR-23")
def test_shares_are_no_part_of_a_trade() -> None:
    table = market()
    with pytest.raises(Malformed):
        table.action("give PLM")
    with pytest.raises(Malformed):
        table.action("ask for WS+WS")
    with pytest.raises(Malformed):
        table.action("deal paying +5")


@pytest.mark.parametrize("balance", ["5", 5.0, True, None, 10**6, -(10**6)])
@rule("18OE-SR-23")
def test_a_balance_is_a_whole_sum(balance: object) -> None:
    table = market()
    table.do(*steps("WS", "C")[:3])
    with pytest.raises(Malformed):
        engine.apply(table.book, table.state, ProposeTrade(balance))  # type: ignore[arg-type]


@pytest.mark.parametrize("assets", [None, "WS", (0.5,), (-1,), (99,), (2, 1), (1, 1)])
@rule("18OE-SR-23")
def test_what_is_given_is_a_set_of_minors_and_privates(assets: object) -> None:
    table = market()
    table.do("trade with Ben")
    with pytest.raises(Malformed):
        engine.apply(table.book, table.state, Give(assets))  # type: ignore[arg-type]


@rule("18OE-SR-23")
def test_only_personal_cash_is_paid() -> None:
    table = market()
    assert refused(table, "WS", "C", 201) == "18OE-SR-23"
    assert refused(table, "WS", "C", -91) == "18OE-SR-23"
    table.give_cash("Ann", 0)
    table.give_cash("Ben", 0)
    assert refused(table, "WS", "C", 1) == refused(table, "WS", "C", -1) == "18OE-SR-23"
    assert refused(table, "WS", "C", 0) == ""


@rule("18OE-SR-24")
def test_face_down_privates_and_merged_minors_are_not_traded() -> None:
    table = market()
    table.remember(face_down=(PRIVATE["WS"], PRIVATE["SML"]))
    assert refused(table, "WS", "C") == "18OE-SR-24"
    assert refused(table, "B", "SML") == "18OE-SR-24"
    merging.join(table.game, table.company("B"), table.company("PLM"))
    assert refused(table, "B", "C") == "18OE-SR-24"
    assert refused(table, "nothing", "WS") == "18OE-SR-24"
    assert refused(table, "nothing", "C+BBBT", 10) == ""


@rule("18OE-SR-24")
def test_nobody_trades_what_is_not_theirs() -> None:
    table = market()
    assert refused(table, "C", "nothing") == "18OE-SR-24"
    assert refused(table, "B", "WS") == "18OE-SR-24"
    assert refused(table, "CO1", "C") == "18OE-SR-24"


@rule("18OE-RMP-01")
def test_no_trade_in_the_regional_phase() -> None:
    table = market(railroad_phase="regional")
    assert refused(table, "WS", "C") == "18OE-RMP-15"


@rule("18OE-SR-03")
def test_a_trade_is_the_whole_stock_action() -> None:
    table = market()
    table.do("sell 1 PLM", "decline")
    assert refused(table, "WS", "C") == "18OE-SR-03"


@pytest.mark.parametrize(
    ("gives", "takes", "legal"),
    [
        ("WS", "C", True),
        ("nothing", "C", True),
        ("nothing", "C+BBBT", False),
        ("WS", "C+BBBT", True),
        ("B", "C+BBBT+SML", False),
    ],
)
@rule("18OE-CERT-08")
def test_no_trade_puts_the_proposer_above_the_limit(gives: str, takes: str, legal: bool) -> None:
    table = market(7)
    fill(table, "Ann", 19)
    assert refused(table, gives, takes) == ("" if legal else "18OE-CERT-08")


@pytest.mark.parametrize("count", [20, 21])
@rule("18OE-CERT-08")
def test_at_the_limit_or_above_nobody_gets_more_than_they_give(count: int) -> None:
    for player, more in (("Ann", ("nothing", "C")), ("Ben", ("WS", "nothing"))):
        table = market(7)
        fill(table, player, count)
        if player == "Ben" or count == 20:
            assert refused(table, *more) == "18OE-CERT-08"
            assert refused(table, "WS", "C") == ""
            assert refused(table, "B+WS", "C" if player == "Ann" else "C+SML") == ""
        else:
            assert refused(table, "WS", "C") == "18OE-CERT-03", "Ann has to sell first"


@pytest.mark.parametrize(
    ("gives", "takes", "legal"), [("B+WS", "nothing", False), ("B+WS", "C", True), ("B", "nothing", True)]
)
@rule("18OE-CERT-08")
def test_no_trade_puts_the_partner_above_the_limit(gives: str, takes: str, legal: bool) -> None:
    table = market(7)
    fill(table, "Ben", 19)
    assert refused(table, gives, takes) == ("" if legal else "18OE-CERT-08")


def fill(table: Europe, player: str, count: int) -> None:
    """A player has this many certificates: shares of majors over which others preside."""
    missing = count - directors.certificates(table.game, table.seat(player))
    for company in ("GWR", "LNWR", "KBS", "POB", "MAV", "SFR"):
        held = min(4, missing)
        table.major(company, 100, {"Cleo": 5, player: held})
        missing -= held
    table.stock_turn("Ann")
    assert directors.certificates(table.game, table.seat(player)) == count


@rule("18OE-SR-23")
def test_a_trade_can_be_called_off_at_every_step() -> None:
    table = market()
    before = table.state.digest()
    actions = steps("WS", "C", 20)[:3]
    for count in range(1, 4):
        table.do(*actions[:count], "call off")
        assert table.state.digest() == before


@rule("18OE-SR-23")
def test_everything_offered_is_allowed() -> None:
    table = market()
    for card in ("RSC", "PEC", "SHTC", "CCTC", "WCF", "HMLC", "BBE"):
        table.give_private(card, "Ann" if len(card) == 3 else "Ben")
    table.do(*steps("WS", "C", 20), "decline", *steps("nothing", "C+SML", 200), "decline")
    chance = random.Random(1)
    for start in (("trade with Ben",), ("trade with Ben", "give nothing"), ("trade with Ben", "give WS+RSC")):
        table.do(*start)
        for choice in table.choices:
            for _ in range(20):
                assert choice.sample(chance) in table.choices
        table.do("call off")


@rule("18OE-SR-23")
def test_every_set_is_offered_once() -> None:
    """Nothing is one of them."""
    table = market()
    table.do("trade with Ben")
    gives = table.offered("give")
    assert (len(gives), "give nothing" in gives) == (len(set(gives)), True)
    table.do("give WS")
    asks = table.offered("ask")
    assert (len(asks), "ask for nothing" in asks) == (len(set(asks)), True)


@rule("18OE-SR-23")
def test_what_was_declined_for_all_cash_cannot_be_asked_for_again() -> None:
    table = market()
    table.do(*steps("WS", "C", 200), "decline", "trade with Ben", "give WS")
    assert "ask for C" not in table.offered("ask")
    assert "ask for C+SML" in table.offered("ask")
