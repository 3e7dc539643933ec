"""The lots of a liquidation in 1863: what is sold together, who may buy it and what it does (rules 1863-LIQ)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.state import FLOATED
from railhead.rules.auction import Auction
from railhead.rules.takeover import RemoveTokens
from railhead.testing import rule
from railhead.titles.t1863.founding import may_open
from railhead.titles.t1863.lots import ChooseBuyer, Part, PartLot, is_there
from railhead.titles.t1863.record import set_tokens
from tests.titles.t1863.mergers import Mergers


def red_minor(cash: int = 0, loans: int = 0, trains: tuple[str, ...] = (), phase: str = "III") -> Mergers:
    """A's District is in liquidation."""
    at = Mergers(phase=phase)
    at.minor("DIS", 0, "A", cash=cash, loans=loans, trains=trains)
    return at


def spare(at: Mergers, company: str, count: int) -> None:
    """Some more tokens on a charter."""
    effects.give_tokens(at.game, at.company(company), count)
    set_tokens(at.game, at.company(company), at.tokens(company)[0] + count)


@rule("1863-LIQ-04")
def test_tokens_trains_and_privates_are_sold_in_turn() -> None:
    at = red_minor(trains=("3T",))
    at.minor("MET", 60, "B", cash=300)
    at.privates(GRE="DIS")
    at.mergers()
    assert at.choices.task == "bid for the station tokens of DIS"
    at.do("pass")
    assert at.choices.task == "bid for the trains of DIS"
    at.do("pass")
    assert at.choices.task == "bid for the privates of DIS"


@rule("1863-LIQ-04")
def test_a_part_that_is_missing_is_not_auctioned() -> None:
    at = red_minor()
    at.minor("MET", 60, "B", cash=300)
    at.mergers()
    at.do("pass")
    assert not isinstance(at.step, Auction)


@rule("1863-LIQ-04")
def test_a_company_without_any_token_has_no_lot_of_them() -> None:
    at = red_minor(trains=("3T",))
    assert is_there(at.game, at.company("DIS"), Part.TOKENS)
    effects.remove_token(at.game, at.company("DIS"), at.stop("C18.0"))
    assert not is_there(at.game, at.company("DIS"), Part.TOKENS)


@rule("1863-LIQ-04", "1863-INFO-01")
def test_bidders_see_what_is_in_a_lot() -> None:
    at = red_minor(trains=("3T", "2T"))
    spare(at, "DIS", 1)
    at.privates(GRE="DIS", FOW="DIS")
    assert [details(at, part)[0] for part in Part] == [
        "On the board: Gloucester Road (C18)",
        "Trains: 2T, 3T",
        "Privates: James Henry Greathead, Sir John Fowler",
    ]
    assert {details(at, part)[-1] for part in Part} == {"Without a bid the LPTB gets them"}
    effects.remove_token(at.game, at.company("DIS"), at.stop("C18.0"))
    assert not any("On the board" in text for text in details(at, Part.TOKENS))


@rule("1863-LIQ-04", "1863-INFO-01")
def test_bidders_see_who_could_pay() -> None:
    """Privates are for players as well; tokens and trains only for companies."""
    at = red_minor(trains=("3T",))
    at.privates(GRE="DIS")
    at.minor("MET", 60, "B", cash=40)
    for part in (Part.TOKENS, Part.TRAINS):
        assert details(at, part)[1:-1] == [
            "A company of the winner pays for them and gets them",
            "B could buy for MET (up to 40)",
        ]
    assert details(at, Part.PRIVATES)[1:-1] == [
        "A could buy for themselves (up to 350)",
        "B could buy for themselves (up to 350), MET (up to 40)",
        "C could buy for themselves (up to 350)",
        "D could buy for themselves (up to 350)",
    ]
    sold = [PartLot(at.company("DIS"), part).privates(at.game) for part in Part]
    assert sold == [(), (), (at.private("GRE"),)], "whose cards are shown"


def details(at: Mergers, part: Part) -> list[str]:
    """What is said about a lot."""
    return [str(at.book.worded(text)) for text in PartLot(at.company("DIS"), part).details(at.game)]


@rule("1863-AUC-10", "1863-LIQ-04")
def test_whoever_has_no_company_cannot_bid_for_trains() -> None:
    at = red_minor(trains=("3T",))
    lot = PartLot(at.company("DIS"), Part.TRAINS)
    assert lot.most(at.game, at.seat("B")) < 0, "not even nothing"
    assert str(lot.beyond(at.game, at.seat("B")).text) == "You can pay at most 0"


@rule("1863-LIQ-04", "1863-LIQ-05")
@pytest.mark.parametrize(("answer", "buyer_s"), [("bid 5", (3, 1)), ("pass", (1, 0))])
def test_once_its_tokens_are_sold_or_gone_a_company_has_none(answer: str, buyer_s: tuple[int, int]) -> None:
    """The others are still to be auctioned."""
    at = red_minor(trains=("3T",))
    spare(at, "DIS", 1)
    at.minor("MET", 60, "B", cash=300)
    at.mergers()
    at.do(answer)
    assert at.choices.task == "bid for the trains of DIS"
    assert at.tokens("DIS") == (0, 0)
    assert at.tokens("MET") == buyer_s


@rule("1863-LIQ-04")
def test_bids_rise_by_5_up_to_the_cash_of_one_company() -> None:
    at = red_minor()
    at.minor("MET", 60, "B", cash=40)
    at.minor("EHL", 60, "B", cash=70)
    at.minor("CLR", 60, "C", cash=100)
    at.mergers()
    assert at.turn == "B"
    at.refuses("bid 71", "1863-AUC-10")
    at.do("bid 3")
    at.refuses("bid 7", "1863-LIQ-04")
    at.do("bid 8")
    at.do("bid 60", "pass")
    assert at.cash_of("EHL", "MET") == [10, 40], "only one of B's companies has 60"
    assert at.cash("A") == 350 + 60


@rule("1863-LIQ-04")
def test_the_president_may_buy_with_another_company() -> None:
    at = red_minor(trains=("3T",))
    at.minor("MET", 60, "A", cash=300)
    at.mergers()
    at.do("bid 20", "bid 30")
    assert (at.tokens("MET"), at.trains("MET"), at.cash("MET"), at.cash("A")) == ((2, 0), ["3T"], 250, 350 + 50)


@rule("1863-LIQ-04")
@pytest.mark.parametrize(
    ("phase", "have", "sold", "able"),
    [
        ("III", ("3T",), ("3T",), True),
        ("III", ("3T", "3T"), ("3T",), False),
        ("III", ("3T",), ("3T", "3T"), False),
        ("III", (), ("3T", "3T"), True),
        ("IV", (), ("4T",), True),
        ("IV", ("4T",), ("4T",), False),
    ],
)
def test_trains_need_room(phase: str, have: tuple[str, ...], sold: tuple[str, ...], able: bool) -> None:
    """A minor has room for two trains in Phase III, for one in Phase IV; the lot is sold whole."""
    at = red_minor(trains=sold, phase=phase)
    at.minor("MET", 60, "B", cash=300, trains=have)
    at.mergers()
    assert at.choices.task == "bid for the station tokens of DIS", "which need none"
    at.do("pass")
    if able:
        at.do("bid 5")
        assert len(at.trains("MET")) == len(have) + len(sold)
    else:
        assert not isinstance(at.step, Auction)
        assert len(at.trains("MET")) == len(have)


@rule("1863-LIQ-04")
def test_a_company_in_liquidation_itself_buys_nothing() -> None:
    at = red_minor(trains=("3T",))
    at.minor("MET", 0, "B", cash=300)
    at.mergers()
    assert at.waits
    assert at.cash("B") == 350 + 300


@rule("1863-LIQ-03", "1863-LIQ-07")
@pytest.mark.parametrize(
    ("cash", "loans", "bid", "left"),
    [(0, 2, 150, -50), (0, 2, 250, 50), (30, 1, 0, -70), (130, 1, 0, 30), (99, 1, 1, 0), (0, 0, 45, 45)],
)
def test_proceeds_pay_loans_and_the_rest_is_the_owner_s(cash: int, loans: int, bid: int, left: int) -> None:
    at = red_minor(cash=cash, loans=loans)
    at.minor("MET", 60, "B", cash=300)
    at.mergers()
    at.do(f"bid {bid}")
    assert at.cash_of("A", "MET") == [350 + left, 300 - bid]
    assert (at.loans("MET"), sum(at.state.loans)) == (0, 0)


@rule("1863-LIQ-04", "1863-TOKX-01", "1863-TOKX-03")
def test_tokens_above_seven_are_discarded_charter_first() -> None:
    at = red_minor()
    at.minor("MET", 60, "B", cash=300)
    at.spread_tokens("MET", 5, 1)
    spare(at, "DIS", 3)
    at.mergers()
    at.do("bid 0")
    assert at.tokens("MET") == (7, 1)
    assert at.tokens("DIS") == (0, 0)


@rule("1863-LIQ-04", "1863-TOKX-01")
def test_of_more_than_seven_on_the_board_the_president_chooses() -> None:
    at = red_minor()
    at.minor("MET", 60, "B", cash=300)
    at.spread_tokens("DIS", 3)
    at.spread_tokens("MET", 6, 1)
    at.mergers()
    at.do("bid 0")
    assert (at.turn, type(at.step), at.tokens("MET")) == ("B", RemoveTokens, (9, 0))
    at.do(at.offered("remove")[0])
    at.do(at.offered("remove")[0])
    assert at.tokens("MET") == (7, 0)
    assert not isinstance(at.step, RemoveTokens)


@rule("1863-LIQ-04", "1863-TOKX-02")
def test_a_token_where_the_buyer_has_one_is_lost() -> None:
    at = Mergers()
    at.lay("57@0 C18", "LU04@0 C18")
    at.minor("DIS", 0, "A")
    at.minor("MET", 60, "B", cash=300, at="C18.0")
    at.mergers()
    at.do("bid 0")
    assert at.tokens("MET") == (1, 0)
    assert at.state.tokens[at.stop("C18.0")] == (at.company("MET"),)


@rule("1863-LIQ-04")
def test_tokens_on_a_charter_alone_are_a_lot() -> None:
    at = red_minor()
    effects.remove_token(at.game, at.company("DIS"), at.stop("C18.0"))
    set_tokens(at.game, at.company("DIS"), 0)
    spare(at, "DIS", 1)
    at.minor("MET", 60, "B", cash=300)
    at.mergers()
    at.do("bid 10")
    assert at.tokens("MET") == (2, 1)


@rule("1863-LIQ-05")
def test_tokens_on_the_charter_that_nobody_wants_are_gone() -> None:
    at = red_minor()
    spare(at, "DIS", 2)
    at.mergers()
    assert at.tokens("DIS") == (0, 0)
    assert not at.has("DIS", FLOATED)


@rule("1863-LIQ-04", "1863-PRIV-16")
def test_privates_go_to_players_or_companies_but_not_to_the_owner_of_the_clink_club() -> None:
    at = red_minor()
    at.minor("MET", 60, "B", cash=30)
    at.privates(GRE="DIS", FOW="DIS", CLK="B")
    at.mergers()
    at.do("pass", "pass")
    assert at.turn == "B"
    at.refuses("bid 31", "1863-AUC-10")
    at.do("bid 30", "pass", "pass")
    assert (at.owners("GRE"), at.owners("FOW"), at.cash("A")) == ("MET", "MET", 380)


@rule("1863-LIQ-04")
def test_the_buyer_of_privates_is_named_among_those_who_have_the_money() -> None:
    at = red_minor()
    at.minor("MET", 60, "B", cash=30)
    at.minor("CLR", 60, "B", cash=200)
    at.privates(GRE="DIS")
    at.mergers()
    at.do("pass", "pass", "bid 100", "pass", "pass")
    assert isinstance(at.step, ChooseBuyer)
    at.refuses("buy as MET", "1863-AUC-10")
    at.refuses("buy as C", "1863-LIQ-04")
    at.do("buy as B")
    assert (at.owners("GRE"), at.cash("B"), at.cash("A")) == ("B", 250, 450)


# -- what is left ------------------------------------------------------------------------------------


@rule("1863-LIQ-08")
@pytest.mark.parametrize(("cash", "each"), [(50, 5), (59, 5), (9, 0), (1000, 100)])
def test_each_share_of_a_major_gets_a_tenth(cash: int, each: int) -> None:
    at = Mergers()
    at.major("DIS", 0, {"A": 4, "B": 2}, cash=cash)
    at.minor("MET", 60, "B")
    at.give("MET", "DIS", 1)
    at.give("pool", "DIS", 1)
    at.mergers()
    at.do("pass")
    assert at.cash_of("A", "B", "MET") == [350 + 4 * each, 350 + 2 * each, each]


@rule("1863-LIQ-08")
def test_where_shorts_are_out_all_shares_about_count_and_nobody_pays() -> None:
    """Twelve shares are about: 120 is 10 a share, and the short holders' debt is void."""
    at = Mergers()
    at.major("DIS", 0, {"A": 6, "B": 4}, cash=120)
    at.short("C", "DIS", 2)
    at.give("D", "DIS", 2, "pool")
    at.mergers()
    assert at.cash_of(*"ABCD") == [410, 390, 350, 370]
    assert at.shares("C", "DIS") == 0


@rule("1863-LIQ-08")
@pytest.mark.parametrize("cash", [1, 50, 51])
def test_a_minor_s_owner_gets_the_last_pound(cash: int) -> None:
    at = red_minor(cash=cash)
    at.mergers()
    assert at.cash("A") == 350 + cash


@rule("1863-LIQ-04", "1863-LIQ-06")
@pytest.mark.parametrize(("phase", "auctioned"), [("II", True), ("III", True), ("IV", True), ("V", False)])
def test_lots_are_auctioned_in_every_phase_before_v(phase: str, auctioned: bool) -> None:
    at = red_minor(phase=phase)
    at.major("MET", 60, {"B": 4}, cash=300, trains=("5T",) if phase == "V" else ())
    at.mergers()
    assert isinstance(at.step, Auction) == auctioned


@rule("1863-LIQ-06")
def test_in_phase_v_trains_and_privates_leave_the_game() -> None:
    at = red_minor(trains=("5T",), phase="V")
    at.privates(MAI="DIS")
    left = at.state.depot[3]
    at.mergers()
    assert (at.owners("MAI"), at.trains("DIS"), at.state.depot[3]) == ("", [], left)


@rule("1863-LIQ-12")
def test_a_company_that_was_liquidated_may_be_started_again() -> None:
    at = red_minor(cash=20)
    at.mergers()
    assert not at.has("DIS", FLOATED)
    at.remember(opened=True)
    assert may_open(at.game, at.company("DIS")) is None
