"""Swift Metropolitan Line, and the mail of minor K (18OE-PRIV, 18OE-MINOR)."""

from __future__ import annotations

import pytest

from railhead.core.audit import audit
from railhead.core.ids import POOL
from railhead.rules.trains import BuyTrains
from railhead.testing import rule
from railhead.titles.t18oe import abandoning, merging, rescuing, turns
from railhead.titles.t18oe.facts import PRIVATES
from railhead.titles.t18oe.rolling_stock import SWIFT
from tests.titles.t18oe.table import Europe


def owner(phase: str = "3", name: str = "Ben") -> Europe:
    """A player has Swift Metropolitan Line; the GWR of Ann may buy the first 4, the SB is Ben's."""
    at = Europe(phase=phase, railroad_phase="major")
    at.major("GWR", 100, {"Ann": 2}, cash=1000)
    at.major("SB", 100, {"Ben": 2})
    at.minor("E", "Ben", "UK", "F25.0")
    at.remember(provided=at.book.company_ids)
    at.give_private("SML", name)
    return at


def first_4(at: Europe) -> None:
    at.left(3, 0)
    at.operate("GWR", "buy")
    at.do("train 4 from ipo")
    at.no_nationals()


@rule("18OE-PRIV-45")
def test_it_pays_nothing() -> None:
    card = next(entry for entry in PRIVATES if entry["symbol"] == "SML")
    assert (card["value"], card["revenue"]) == (120, 0)


@rule("18OE-PRIV-46", "18OE-PRIV-02", "18OE-TRAIN-13")
@pytest.mark.parametrize("symbol", ["SB", "E"])
def test_as_train_phase_4_begins_its_owner_gives_a_railroad_a_rusted_train(symbol: str) -> None:
    at = owner()
    assert at.state.scrapped[0] > 0, "2+2 trains are left"
    first_4(at)
    assert at.asked == "ReceiveSwift"
    assert at.turn == "Ben"
    at.refuses("swift GWR", "18OE-PRIV-05")
    left = at.state.scrapped[0]
    at.do(f"swift {symbol}")
    assert (at.state.trains[at.owner(symbol)], at.state.scrapped[0]) == ((SWIFT,), left - 1)
    assert at.state.privates[at.private("SML")] < 0, "the private has left the game"
    assert at.asked == "BuyTrains"
    assert audit(at.book, at.state) == []


@rule("18OE-PRIV-46")
def test_without_any_2_2_left_its_owner_is_asked_when_the_step_ends() -> None:
    at = owner()
    at.boxes()
    at.give_trains("GWR", "2+2")
    at.left(2, 0)
    at.state.depot[0], at.state.scrapped[0] = 0, 0
    at.state.trains[at.owner("SB")] = (at.train("2+2"),) * 29
    first_4(at)
    assert at.asked == "BuyTrains", "there is no train yet"
    at.do("pass")
    assert at.asked == "ReceiveSwift"
    at.do("swift SB")
    assert at.trains("GWR") == ["4"]


@rule("18OE-PRIV-46")
def test_whoever_has_declined_is_not_asked_again() -> None:
    """There was a train at the start of the phase, so that neither its discards nor a later phase bring a question."""
    at = owner()
    at.give_trains("SB", "2+2")
    first_4(at)
    assert at.asked == "ReceiveSwift"
    at.do("pass")
    assert at.asked == "BuyTrains"
    at.do("pass")
    assert at.asked == "TradeShares"
    at.left(4, 0)
    at.give_cash("GWR", 1000)
    at.operate("GWR", "buy")
    at.do("train 5 from ipo", "pass")
    assert at.asked == "TradeShares"


@rule("18OE-PRIV-46", "18OE-PRIV-47")
def test_its_train_never_rusts_and_does_not_count() -> None:
    at = owner("7")
    at.give_trains("SB", "2+2*", "5", "6")
    at.left(7, 10)
    at.give_cash("GWR", 3000)
    at.operate("GWR", "buy")
    at.do("train 8+8 from ipo")
    at.no_nationals()
    at.do("pass")
    assert SWIFT in at.state.trains[at.owner("SB")]
    assert len(at.state.trains[at.owner("SB")]) == 3, "two trains are the limit; the 2+2 is beside it"


@rule("18OE-PRIV-46")
def test_it_may_be_used_later_in_a_turn_of_a_railroad_of_its_owner() -> None:
    at = owner()
    first_4(at)
    at.do("pass")
    assert at.asked == "BuyTrains"
    at.refuses("swift SB", "18OE-PRIV-05")
    at.give_cash("SB", 1000)
    at.operate("SB", "buy")
    assert at.offered("swift") == ["swift E", "swift SB"]
    at.do("swift E")
    assert at.asked == "BuyTrains"
    at.refuses("swift E", "18OE-PRIV-05")


@rule("18OE-PRIV-46", "18OE-PRIV-05")
def test_neither_a_merged_minor_nor_an_insolvent_one_receives_it() -> None:
    at = owner("5")
    at.minor("F", "Ben", "UK", "J15.0")
    merging.join(at.game, at.company("F"), at.company("SB"))
    at.minor("G", "Ben", "UK", "G26.0")
    at.state.director[at.company("G")] = POOL
    at.stock_turn("Ben")
    assert at.offered("swift") == ["swift E", "swift SB"]
    for symbol in ("F", "G"):
        at.refuses(f"swift {symbol}", "18OE-PRIV-05")


@rule("18OE-PRIV-46", "18OE-SR-02")
def test_it_may_be_used_before_a_stock_action() -> None:
    at = owner("5")
    at.stock_turn("Ben")
    at.do("swift SB")
    assert (at.turn, at.record.card_used) == ("Ben", True)
    again = owner("5")
    again.remember(card_used=True)
    again.stock_turn("Ben")
    assert again.offered("swift") == []
    other = owner("5", "Ann")
    other.stock_turn("Ben")
    assert other.offered("swift") == []


@rule("18OE-PRIV-46")
def test_not_before_train_phase_4() -> None:
    at = owner("3")
    at.give_cash("SB", 1000)
    at.operate("SB", "buy")
    at.refuses("swift SB", "18OE-PRIV-46")


# -- mail -----------------------------------------------------------------------------------------

MAIL = {"2": 20, "3": 40, "4": 40, "5": 50, "6": 50, "7": 60, "8": 60}
"""By Train Phase (worked example EX-43 of the rule list)."""


@rule("18OE-MINOR-17", "18OE-MINOR-18")
@pytest.mark.parametrize("phase", MAIL)
@pytest.mark.parametrize("merged", [False, True])
def test_minor_k_or_its_major_is_paid_at_the_start_of_an_operating_round(phase: str, merged: bool) -> None:
    at = Europe(phase=phase, railroad_phase="major")
    at.minor("K", "Ann", "UK", "F25.0", cash=0)
    at.major("GWR", 100, {"Ben": 2}, cash=0)
    if merged:
        into = list(at.record.into)
        into[at.company("K")] = at.company("GWR")
        at.remember(into=tuple(into))
    bank = at.cash("ipo")
    turns.open_round(at.game)
    assert (at.cash("GWR" if merged else "K"), at.cash("K" if merged else "GWR")) == (MAIL[phase], 0)
    assert at.cash("ipo") == bank - MAIL[phase]
    assert at.state.revenue[at.company("K")] == 0, "it is no part of what trains earn"


@rule("18OE-MINOR-17", "18OE-INSOLV-05")
def test_an_insolvent_minor_is_paid_which_makes_it_cheaper() -> None:
    """It lacks 30 for its train, then 10, then nothing; its face value is due in any case."""
    at = Europe(phase="2", railroad_phase="regional")
    at.minor("K", "Ann", "UK", "F25.0", cash=70, operated=False)
    at.give_cash("Ann", 0)
    at.operate("K", "buy")
    for treasury, price in ((70, 150), (90, 130), (110, 120)):
        assert (at.cash("K"), rescuing.price(at.game, at.company("K"))) == (treasury, price)
        turns.open_round(at.game)


@rule("18OE-MINOR-17")
def test_nobody_is_paid_for_an_abandoned_minor() -> None:
    at = Europe(phase="5", railroad_phase="major")
    at.minor("K", "Ann", "UK", "F25.0", cash=0)
    abandoning.abandon(at.game, at.company("K"))
    bank = at.cash("ipo")
    turns.open_round(at.game)
    assert (at.cash("K"), at.cash("ipo")) == (0, bank)


@rule("18OE-PRIV-49", "18OE-PRIV-47")
def test_with_its_minor_the_train_goes_to_the_major_beside_the_limit() -> None:
    at = owner("5")
    at.give_trains("E", "2+2*")
    at.give_trains("SB", "4", "4", "5")
    merging.merge(at.game, at.company("E"), at.company("SB"))
    assert at.state.trains[at.owner("SB")] == (*sorted(at.train(name) for name in ("4", "4", "5")), SWIFT)
    at.facing(BuyTrains(at.company("GWR")))
    at.refuses("offer 10 for 2+2* of SB", "18OE-PRIV-47")


@rule("18OE-PRIV-46")
def test_not_while_its_owner_only_answers_in_anothers_turn() -> None:
    """Ben asks Ann for consent to build on GWR's home, Bristol."""
    at = Europe(railroad_phase="major", phase="4")
    at.boxes(level_2=2)
    at.major("GWR", 100, {"Ann": 6}, trains=("4",))
    at.major("LNWR", 90, {"Ben": 6}, cash=500, tokens=("K26.0",))
    at.lay("OE4@0 K26")
    at.give_private("SML", "Ann")
    at.operating_turn("LNWR", "track")
    at.do("lay 57 on L25 turned 0")
    assert (at.turn, at.asked) == ("Ann", "Consent")
    at.refuses("swift GWR", "18OE-PRIV-46")
