"""Cards of privates in stock rounds: closing, removing and using them (rules 18OE-PRIV)."""

from __future__ import annotations

import pytest

from railhead.core.events import PrivateClosed
from railhead.core.ids import NOBODY
from railhead.rules import directors
from railhead.rules.privates import pay_income
from railhead.testing import rule
from railhead.titles.t18oe import private_cards
from railhead.titles.t18oe.facts import PRIVATE
from railhead.titles.t18oe.worth import worth
from tests.titles.t18oe.table import Europe

INCOME = {
    "RSC": (20, 5),
    "PEC": (20, 5),
    "WS": (40, 10),
    "BBBT": (40, 10),
    "SHTC": (60, 15),
    "CCTC": (60, 15),
    "WCF": (60, 15),
    "HMLC": (80, 20),
    "BBE": (100, 25),
    "SML": (120, 0),
}
"""Face value and revenue of the privates (rulebook 14)."""


def with_cards(*cards: str, phase: str = "3") -> Europe:
    """Ann's stock turn; she has these privates."""
    table = Europe(3, railroad_phase="major", phase=phase)
    table.major("PLM", 100, {"Ann": 3, "Ben": 2})
    for card in cards:
        table.give_private(card, "Ann")
    table.stock_turn("Ann")
    return table


@pytest.mark.parametrize("card", INCOME)
@rule("18OE-PRIV-08", "18OE-PRIV-09", "18OE-PRIV-10", "18OE-PRIV-14", "18OE-OR-01", "18OE-OR-08")
def test_a_private_pays_as_long_as_it_is_face_up(card: str) -> None:
    table = with_cards(card)
    before = table.cash("Ann")
    pay_income(table.game, table.record.face_down)
    assert table.cash("Ann") == before + INCOME[card][1]
    table.do(f"close {card}")
    before = table.cash("Ann")
    pay_income(table.game, table.record.face_down)
    assert table.cash("Ann") == before


@pytest.mark.parametrize("card", INCOME)
@rule("18OE-PRIV-03", "18OE-END-12", "18OE-CERT-02")
def test_a_closed_private_counts_for_nothing_but_can_be_used(card: str) -> None:
    table = with_cards(card)
    ann = table.seat("Ann")
    certificates, total = directors.certificates(table.game, ann), worth(table.game, ann)
    assert private_cards.is_open(table.game, PRIVATE[card])
    table.do(f"close {card}")
    assert directors.certificates(table.game, ann) == certificates - 1
    assert worth(table.game, ann) == total - INCOME[card][0]
    assert table.state.privates[PRIVATE[card]] == ann, "it is still hers to use"
    assert not private_cards.is_open(table.game, PRIVATE[card])


@pytest.mark.parametrize("card", INCOME)
@rule("18OE-PRIV-04")
def test_a_removed_private_is_gone(card: str) -> None:
    table = with_cards(card)
    table.do(f"remove private {card}")
    assert table.state.privates[PRIVATE[card]] == NOBODY
    assert not private_cards.is_open(table.game, PRIVATE[card])
    table.remember(card_used=False)
    table.refuses(f"close {card}", "18OE-SR-02")


@rule("18OE-PRIV-04")
def test_a_closed_private_can_still_be_removed() -> None:
    table = with_cards("WCF")
    table.remember(face_down=(PRIVATE["WCF"],))
    table.do("remove private WCF")
    assert table.record.face_down == ()
    assert table.state.privates[PRIVATE["WCF"]] == NOBODY


@rule("18OE-PRIV-03")
def test_a_private_is_closed_once() -> None:
    table = with_cards("WCF")
    table.remember(face_down=(PRIVATE["WCF"],))
    table.refuses("close WCF", "18OE-PRIV-03")


@rule("18OE-SR-02")
@pytest.mark.parametrize("second", ["close RSC", "remove private RSC"])
@pytest.mark.parametrize("first", ["close PEC", "remove private PEC"])
def test_one_private_in_a_turn_and_the_stock_action_comes_after_it(first: str, second: str) -> None:
    table = with_cards("RSC", "PEC")
    table.do(first)
    table.refuses(second, "18OE-SR-02")
    assert table.turn == "Ann"
    table.do("buy PLM from PLM")


@rule("18OE-SR-02")
@pytest.mark.parametrize("late", ["close RSC", "remove private RSC"])
def test_not_after_the_stock_action_has_begun(late: str) -> None:
    table = with_cards("RSC")
    table.major("BHB", 100, {"Ben": 5})
    table.stock_turn("Ann")
    table.do("sell 1 PLM")
    table.refuses(late, "18OE-SR-02")


@rule("18OE-SR-02")
def test_the_next_turn_is_another_turn() -> None:
    table = with_cards("RSC", "PEC")
    table.give_private("WS", "Ben")
    table.do("close RSC", "pass")
    assert table.turn == "Ben"
    table.do("close WS", "buy PLM from PLM", "pass")
    assert table.turn == "Ann"
    assert table.allows("close PEC")


@rule("18OE-SR-02", "18OE-SR-06")
def test_closing_a_private_is_no_stock_action() -> None:
    table = with_cards("RSC")
    table.do("buy PLM from PLM", "pass", "pass")
    assert table.turn == "Ann"
    table.do("close RSC", "pass")
    assert table.state.round.kind == "operating", "all have passed in a row"


@rule("18OE-SR-02")
def test_only_own_privates() -> None:
    table = with_cards("RSC")
    table.give_private("PEC", "Ben")
    for verb in ("close", "remove private"):
        table.refuses(f"{verb} PEC", "18OE-SR-02")
        table.refuses(f"{verb} CO1", "18OE-SR-02")


@rule("18OE-CERT-04")
def test_a_player_above_the_limit_may_close_as_many_as_needed() -> None:
    table = Europe(7, railroad_phase="major", phase="3")
    table.major("PLM", 100, {"Ann": 3, "Ben": 2})
    for company, count in (("GWR", 4), ("LNWR", 4), ("BHB", 4), ("KBS", 4), ("POB", 1)):
        table.major(company, 100, {"Ben": 5, "Ann": count})
    for card in ("RSC", "PEC", "WS"):
        table.give_private(card, "Ann")
    table.stock_turn("Ann")
    assert directors.certificates(table.game, table.seat("Ann")) == 22, "two more than seven players may have"
    table.do("close RSC")
    table.do("close PEC")
    table.refuses("close WS", "18OE-SR-02")


@rule("18OE-SR-02")
def test_within_the_limit_no_private_is_closed_while_a_major_floats() -> None:
    table = Europe(3, railroad_phase="major", phase="3")
    table.regional("SB", 60, {"Ann": 2})
    table.give_private("RSC", "Ann")
    table.stock_turn("Ann")
    table.do("expand SB")
    for late in ("close RSC", "remove private RSC"):
        table.refuses(late, "18OE-SR-02")


@rule("18OE-PRIV-04", "18OE-PRIV-44")
def test_tokens_of_a_removed_private_stay_and_nobody_has_it_any_more() -> None:
    """Ann removes Brandt & Brandau with her last token on the map; Ben removes that token later."""
    table = Europe(3, railroad_phase="major", phase="4")
    table.give_private("BBE", "Ann")
    table.regional("PLM", 60, {"Ann": 2}, cash=500)
    table.major("BEL", 100, {"Ben": 4}, cash=500, tokens=("U32.0",))
    table.lay("621@1 U34", "207@1 U34", "57@1 U32", "9@1 U36")
    table.remember(brandt=(table.hex("U36"),), brandt_left=0, face_down=(PRIVATE["BBE"],))
    table.stock_turn("Ann")
    table.do("remove private BBE")
    assert table.hex("U36") in table.record.brandt
    table.operating_turn("BEL", "track")
    events = table.do("remove BBE from U36")
    assert table.hex("U36") not in table.record.brandt
    assert not [event for event in events if isinstance(event, PrivateClosed)], "it left the game before"
