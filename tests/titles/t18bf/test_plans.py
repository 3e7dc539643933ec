"""What a player does who knows 18BF because it pays off later: privates, Minors that become Publics, their shares."""

from __future__ import annotations

from random import Random

from railhead.bots.bot import Budget
from railhead.bots.hard import Hard
from railhead.bots.position import position
from railhead.core.actions import Pass, text_of
from railhead.rules.outlook import OutlookRules
from railhead.rules.private_sales import BuyIn
from railhead.rules.subscription import Subscription
from railhead.rules.trains import BuyTrain
from railhead.titles.t18bf import plans
from railhead.titles.t18bf.dealing import deal
from railhead.titles.t18bf.facts import PHASE
from tests.titles.t18bf.mergers import minor, public, turn
from tests.titles.t18bf.table import BigFour


def planned(at: BigFour) -> dict[str, float]:
    """What the player who is to act could do because it pays off later, and what it gains."""
    found = at.game.rules[OutlookRules].plan(at.game, at.choices.seat, at.step, at.choices)
    return {text_of(at.book, action): value for action, value in found}


def best(at: BigFour) -> str:
    """The best of that."""
    return max(planned(at).items(), key=lambda each: each[1])[0]


def opening(at: BigFour, private: str, bid: int) -> BigFour:
    """The first player has opened an auction with a bid."""
    at.stock_turn("A", settle=True)
    at.give_cash("A", 500)
    at.give_cash("B", 500)
    at.do(f"auction private {private} for {bid}")
    return at


def test_a_ferry_is_bid_for_up_to_some_rounds_of_income() -> None:
    cheap, dear = (opening(BigFour(phase="4"), "F7", bid) for bid in (150, 400))
    assert best(cheap) == "bid 155"
    assert best(dear) == "pass"


def test_in_phase_2_money_is_for_minors_as_long_as_there_are_any() -> None:
    for phase, begun, offers in (("2", False, False), ("2", True, True), ("4", False, True)):
        at = BigFour(phase=phase)
        at.give_cash("A", 500)
        dealt = deal(at.book.seed)
        for number in (*dealt.first, *dealt.second) if begun else ():
            at.minor(at.book.company_names[number])
        at.stock_turn("A", settle=True)
        assert any(text.startswith("auction private") for text in planned(at)) is offers


def test_the_dearer_of_two_ferries_brings_more() -> None:
    at = BigFour(phase="3")
    at.give_cash("A", 500)
    at.stock_turn("A", settle=True)
    assert best(at) in ("auction private F7 for 150", "auction private F8 for 150")


def test_the_rounds_that_are_left_become_fewer_with_the_trains() -> None:
    at = BigFour(phase="4")
    before = plans.rounds_left(at.game)
    at.sold_out("2", "3", "4", "5")
    after = plans.rounds_left(at.game)
    assert plans.FINAL < after < before
    assert plans.rounds_until(at.game, PHASE["8"]) == after - plans.FINAL


def converting(cash: int, trains: tuple[str, ...] = ("3",), treasury: int = 300) -> BigFour:
    """A Minor that may convert while its train of phase 3 will soon be gone."""
    at = BigFour(phase="5")
    minor(at, "LB", 165, cash=treasury, trains=trains)
    at.earned("LB", 120)
    at.give_cash("A", cash)
    return turn(at, "LB")


def test_a_minor_whose_train_will_rust_becomes_a_public_if_there_is_money_for_its_shares() -> None:
    assert best(converting(cash=700)) == "convert"
    assert planned(converting(cash=700))["convert"] > planned(converting(cash=0))["convert"]


def test_the_shares_of_ones_new_public_are_bought_up_to_sixty_per_cent() -> None:
    at = converting(cash=700)
    at.do("convert", "charter CR")
    assert isinstance(at.step, Subscription)
    assert best(at) == "subscribe 4"


def test_a_minor_without_a_train_joins_a_public_of_the_same_player_that_earns_well() -> None:
    at = BigFour(phase="7")
    minor(at, "LB", 90, cash=40)
    public(at, "CR", 300, {"A": 3, "B": 1}, "U23.3", cash=40, trains=("5", "5"))
    public(at, "GER", 300, {"B": 3}, "U23.4", cash=40, trains=("5",))
    at.earned("CR", 500)
    at.earned("GER", 500)
    turn(at, "LB")
    assert best(at) == "join CR"
    assert "join GER" not in planned(at), "its Director would have to agree"
    at.do("join CR")
    assert best(at) == "replace"


def test_a_minor_with_a_train_that_lasts_stays_what_it_is() -> None:
    at = BigFour(phase="4")
    minor(at, "LB", 165, cash=40, trains=("4",))
    public(at, "CR", 70, {"A": 3}, "U23.3", cash=0)
    at.earned("LB", 200)
    at.give_cash("A", 0)
    turn(at, "LB")
    assert best(at) == "pass"


def test_shares_of_ones_public_are_bought_before_it_operates_for_the_first_time() -> None:
    found = {}
    for operated in (False, True):
        at = BigFour(phase="4")
        at.in_play("CR", 110, {"A": 2}, cash=220, operated=operated)
        at.give_cash("A", 500)
        at.stock_turn("A", settle=True)
        found[operated] = "buy CR from CR" in planned(at)
    assert found == {False: True, True: False}


def test_a_public_is_started_with_money_for_its_shares_if_that_still_pays() -> None:
    found = {}
    for cash, left in ((1_300, True), (400, True), (1_300, False)):
        at = BigFour(phase="5")
        at.give_cash("A", cash)
        if not left:
            at.state.ending = "the last set of rounds follows"
            at.remember(last_set=2, last_rounds=2)
        at.stock_turn("A", settle=True)
        found[cash, left] = any(text.startswith("start") for text in planned(at))
    assert found == {(1_300, True): True, (400, True): False, (1_300, False): False}


def test_no_private_is_given_away_to_put_off_a_train_that_has_to_be_bought() -> None:
    at = BigFour(phase="4")
    public(at, "CR", 110, {"A": 10}, "U23.3", cash=800)
    at.give_private("P1", "A")
    at.operate("CR", "trains")
    assert {choice.action for choice in at.choices} >= {BuyIn, BuyTrain}
    assert all(choice.action is not Pass for choice in at.choices)
    decided = Hard().decide(position(at.book, at.state, at.seat("A")), Random(5), Budget())
    assert isinstance(decided.action, BuyTrain)
