"""Auctions: the railway privates of the first stock round, Minors, ferries and undergrounds (18BF-AUC)."""

from __future__ import annotations

import pytest

from railhead.core.ids import BANK
from railhead.core.state import CLOSED, FLOATED, STARTED
from railhead.core.steps import Step
from railhead.rules import directors
from railhead.rules.stock import StockRound, StockTurn
from railhead.testing import Table, rule
from railhead.titles.t18bf.dealing import deal
from railhead.titles.t18bf.facts import PRIVATES
from railhead.titles.t18bf.opening import Opening
from tests.titles.t18bf.table import BigFour

DEALT_P1_P2 = next(seed for seed in range(100) if deal(seed).railways[:2] == (0, 1))
"""A seed that draws P1 and P2."""


def opening(players: int = 4, seed: int = DEALT_P1_P2) -> Table:
    """The beginning of a game: P1 is the first lot, and A is on turn."""
    return Table("18BF", players, seed=seed)


def lot(at: Table) -> tuple[str, int]:
    """The private on offer, and its present minimum."""
    step = at.step
    assert isinstance(step, Opening)
    return at.book.private_names[step.private], step.least


def after_the_opening(players: int = 4, seed: int = DEALT_P1_P2, number: int = 1, phase: str = "2") -> BigFour:
    """A's turn in a stock round; the railways have been sold to B."""
    at = BigFour(players, seed, phase)
    for private in deal(seed).railways:
        at.give_private(at.book.private_names[private], "B")
    at.stock_turn("A", number)
    return at


def is_at(at: Table, *steps: type[Step]) -> bool:
    """Is one of these steps to be settled?"""
    return isinstance(at.step, steps)


def on_offer(at: Table, verb: str) -> set[str]:
    """What may be auctioned with the lowest bid."""
    return {text.split()[2] for text in at.offered(f"auction {verb}")}


def free_minors(at: Table) -> list[str]:
    """Minors that are on offer from the first round, in the order of the list."""
    return [at.book.company_names[c] for c in deal(at.book.seed).first]


# -- the opening ----------------------------------------------------------------------------------


@rule("18BF-AUC-01")
@pytest.mark.parametrize("seed", range(12))
def test_railways_are_auctioned_one_by_one_lowest_first(seed: int) -> None:
    at, names = opening(seed=seed), []
    while is_at(at, Opening):
        names.append(lot(at)[0])
        at.do(f"bid {lot(at)[1]}")
        while not is_at(at, Opening, StockTurn):
            at.do("pass")
    assert names == [at.book.private_names[p] for p in deal(seed).railways]
    assert is_at(at, StockTurn)


@rule("18BF-AUC-02", "18BF-PRIV-10")
@pytest.mark.parametrize(
    ("private", "least"),
    [(f"P{number}", least) for number, least in enumerate((20, 30, 30, 30, 40, 40, 50, 50, 50, 60), 1)],
)
def test_every_railway_has_its_least_bid(private: str, least: int) -> None:
    seed = next(seed for seed in range(200) if BigFour(seed=seed).private(private) in deal(seed).railways)
    at = BigFour(seed=seed)
    for other in deal(seed).railways:
        if other < at.private(private):
            at.give_private(at.book.private_names[other], "B")
    at.settle()
    assert lot(at) == (private, least)
    at.refuses(f"bid {least - 5}", "18BF-AUC-02")
    assert at.allows(f"bid {least}")
    assert at.allows("pass")


@rule("18BF-AUC-03")
def test_bids_are_multiples_of_5_and_raises_at_least_5() -> None:
    at = opening()
    at.refuses("bid 22", "18BF-AUC-02")
    at.do("bid 20")
    at.refuses("bid 20", "18BF-AUC-03")
    at.refuses("bid 23", "18BF-AUC-03")
    at.refuses("bid 26", "18BF-AUC-03")
    at.do("bid 25")
    assert at.allows("bid 470")


@rule("18BF-AUC-04", "18BF-AUC-05", "18BF-AUC-07", "18BF-AUC-08")
def test_bidding_goes_round_and_whoever_passes_is_out() -> None:
    at = opening()
    asked = [at.turn]
    for text in ("bid 20", "bid 25", "pass", "bid 30", "bid 35", "pass"):
        at.do(text)
        asked.append(at.turn)
    assert asked == ["A", "B", "C", "D", "A", "B", "D"]
    bank = at.cash("ipo")
    at.do("pass")
    assert at.state.privates[at.private("P1")] == at.seat("A")
    assert (at.cash("A"), at.cash("ipo")) == (470 - 35, bank + 35)


@rule("18BF-AUC-06")
def test_nobody_bids_more_than_they_have() -> None:
    at = opening()
    at.refuses("bid 475", "18BF-AUC-06")
    at.do("bid 470")
    assert isinstance(at.step, Opening), "nobody else can bid"
    assert at.cash("A") == 0


@rule("18BF-AUC-09")
@pytest.mark.parametrize("winner", "ABCD")
def test_the_player_left_of_the_winner_is_next(winner: str) -> None:
    at = opening()
    at.do("bid 20")
    while not is_at(at, Opening):
        high = at.step.high  # type: ignore[attr-defined]
        at.do(f"bid {high + 5}" if at.turn == winner and winner != "A" else "pass")
    assert at.state.privates[at.private("P1")] == at.seat(winner)
    assert at.turn == {"A": "B", "B": "C", "C": "D", "D": "A"}[winner]


@rule("18BF-AUC-10")
def test_a_private_that_nobody_wants_becomes_cheaper() -> None:
    at = opening()
    at.do("pass", "pass", "pass")
    assert lot(at) == ("P1", 20)
    at.do("pass")
    assert (lot(at), at.turn) == (("P1", 15), "A")
    at.do("pass")
    at.refuses("bid 10", "18BF-AUC-02")
    at.do("bid 15")
    assert at.turn == "C", "bidding is open at the lower minimum"
    at.do("bid 20")


@rule("18BF-AUC-10")
def test_play_resumes_with_whoever_passed_first() -> None:
    at = opening()
    at.do("bid 20", "pass", "pass", "pass")
    assert (lot(at), at.turn) == (("P2", 30), "B")
    at.do("pass", "pass", "pass", "pass")
    assert (lot(at), at.turn) == (("P2", 25), "B")


@rule("18BF-AUC-11", "18BF-AUC-25")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_at_nothing_it_is_given_away(players: int) -> None:
    at = opening(players)
    at.do(*["pass"] * (4 * players - 1))
    assert lot(at) == ("P1", 5)
    cash = at.cash("A")
    at.do("pass")
    assert at.state.privates[at.private("P1")] == at.seat("A")
    assert at.cash("A") == cash
    assert at.turn == "B"
    round_ = at.state.agenda[-2]
    assert isinstance(round_, StockRound)
    assert round_.last_dealer == at.seat("A"), "it counts for the priority deal"


@rule("18BF-AUC-12", "18BF-PRIV-33")
def test_nothing_else_is_offered_before_all_railways_are_sold() -> None:
    at = opening()
    minor = free_minors(at)[0]
    for text in (f"auction minor {minor} for 100", "auction private F1 for 50"):
        at.refuses(text, "18BF-AUC-12")
    while is_at(at, Opening):
        at.do(f"bid {lot(at)[1]}")
        while not is_at(at, Opening, StockTurn):
            at.do("pass")
    assert at.allows(f"auction minor {minor} for 100")
    assert on_offer(at, "private") == {"F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"}


@rule("18BF-AUC-23")
def test_passing_before_any_bid_does_not_bar_a_player() -> None:
    at = opening()
    at.do("pass", "bid 20", "pass", "pass")
    assert at.turn == "A"
    at.do("bid 25", "pass")
    assert at.state.privates[at.private("P1")] == at.seat("A")


@rule("18BF-AUC-24")
def test_only_the_lot_nobody_wanted_becomes_cheaper() -> None:
    at = opening()
    at.do(*["pass"] * 8)
    assert lot(at) == ("P1", 10)
    at.do("bid 10", "pass", "pass", "pass")
    assert lot(at) == ("P2", 30)


# -- Minors ---------------------------------------------------------------------------------------


@rule("18BF-AUC-13")
def test_no_minor_is_auctioned_from_phase_5_on() -> None:
    for phase in ("2", "3", "4", "5", "6", "7", "8"):
        at = after_the_opening(number=3, phase=phase)
        minor = free_minors(at)[0]
        if phase in ("2", "3", "4"):
            assert at.allows(f"auction minor {minor} for 100")
        else:
            at.refuses(f"auction minor {minor} for 100", "18BF-AUC-13")


@rule("18BF-AUC-14")
@pytest.mark.parametrize(
    ("number", "phase", "count"), [(1, "2", 12), (2, "2", 18), (2, "3", 24), (3, "2", 18), (5, "4", 24)]
)
def test_when_minors_become_available(number: int, phase: str, count: int) -> None:
    at = after_the_opening(number=number, phase=phase)
    dealt = deal(at.book.seed)
    offered = on_offer(at, "minor")
    assert len(offered) == count
    batches = {1: dealt.second, 2: dealt.third}
    for late in batches.values():
        for company in late:
            name = at.book.company_names[company]
            if name not in offered:
                at.refuses(f"auction minor {name} for 100", "18BF-AUC-14")


@rule("18BF-AUC-15")
def test_the_first_bid_for_a_minor() -> None:
    at = after_the_opening()
    minor = free_minors(at)[0]
    at.refuses(f"auction minor {minor} for 95", "18BF-AUC-15")
    at.refuses(f"auction minor {minor} for 102", "18BF-AUC-15")
    at.refuses(f"auction minor {minor} for 475", "18BF-AUC-06")
    at.refuses("auction minor MR for 100", "18BF-AUC-14")
    assert at.allows(f"auction minor {minor} for 100")
    at.do(f"auction minor {minor} for 100", "pass", "pass", "pass")
    at.stock_turn("C", 1)
    at.refuses(f"auction minor {minor} for 100", "18BF-AUC-14")


@rule("18BF-AUC-16", "18BF-AUC-19", "18BF-SETUP-12", "18BF-SETUP-17")
def test_the_bid_is_the_minor_s_treasury_and_its_marker_is_free() -> None:
    seed = next(seed for seed in range(50) if BigFour().company("GA") in deal(seed).first)
    at = after_the_opening(seed=seed)
    bank = at.cash("ipo")
    at.do("auction minor GA for 265", "pass", "pass", "pass")
    assert (at.cash("A"), at.cash("GA"), at.cash("ipo")) == (470 - 265, 265, bank)
    assert at.director("GA") == "A"
    assert at.shares("A", "GA") == 1
    assert at.has("GA", STARTED | FLOATED)
    assert at.state.tokens == {at.stop("D6.0"): (at.company("GA"),)}
    assert at.state.spare_tokens[at.company("GA")] == 0


@rule("18BF-AUC-17")
@pytest.mark.parametrize(
    ("bid", "price"),
    [(100, 50), (105, 50), (110, 55), (130, 65), (135, 65), (140, 70), (155, 70), (160, 80), (195, 90), (265, 120),
     (270, 135), (400, 135)],
)  # fmt: skip
def test_the_price_is_half_the_bid(bid: int, price: int) -> None:
    """Worked example 18BF-DX-01."""
    at = after_the_opening()
    minor = free_minors(at)[0]
    at.do(f"auction minor {minor} for {bid}", "pass", "pass", "pass")
    assert at.price(minor) == price


@rule("18BF-AUC-18")
def test_the_newcomer_lies_under_the_markers_there() -> None:
    at = after_the_opening()
    one, two = free_minors(at)[:2]
    at.do(f"auction minor {one} for 120", "pass", "pass", "pass")
    at.do(f"auction minor {two} for 125", "pass", "pass", "pass")
    assert at.stack(60) == [one, two]


@rule("18BF-AUC-20")
@pytest.mark.parametrize(("players", "limit"), [(3, 32), (4, 24), (5, 19)])
def test_nobody_at_the_certificate_limit_offers_or_bids(players: int, limit: int) -> None:
    at = after_the_opening(players, number=3, phase="4")
    minor = free_minors(at)[0]
    for system in ("LMS", "LNE", "GCR"):
        count = min(limit - 1 - directors.certificates(at.game, at.seat("A")), 13)
        at.in_play(system, 100, {"A": count + 3} if count else {"B": 4})
    at.do(f"auction minor {minor} for 100")
    while not is_at(at, StockTurn):
        at.do("pass")
    assert directors.certificates(at.game, at.seat("A")) == limit
    at.stock_turn("A", 3)
    at.refuses(f"auction minor {free_minors(at)[1]} for 100", "18BF-AUC-20")
    at.refuses("auction private F1 for 50", "18BF-AUC-20")
    at.stock_turn("B", 3)
    at.do("auction private F1 for 50")
    asked = []
    while not is_at(at, StockTurn):
        asked.append(at.turn)
        at.do("pass")
    assert asked == list("CDE"[: players - 2])


@rule("18BF-AUC-21")
def test_an_auction_takes_the_place_of_the_purchase() -> None:
    at = after_the_opening(number=3, phase="4")
    at.in_play("MR", 70, {"B": 3, "A": 2})
    minor = free_minors(at)[0]
    at.do("sell 1 MR")
    assert at.allows(f"auction minor {minor} for 100")
    at.do("pass")
    at.stock_turn("A", 3)
    at.state.agenda = (*at.state.agenda[:-1], StockTurn(at.seat("A"), bought=True, dealt=True))
    at.refuses(f"auction minor {minor} for 100", "18BF-AUC-21")
    at.refuses("auction private F1 for 50", "18BF-AUC-21")


@rule("18BF-AUC-22")
def test_a_closed_minor_never_returns() -> None:
    at = after_the_opening(number=2)
    minor = free_minors(at)[0]
    at.mark(minor, CLOSED)
    assert minor not in on_offer(at, "minor")
    at.refuses(f"auction minor {minor} for 100", "18BF-AUC-22")


# -- ferries and undergrounds ---------------------------------------------------------------------


@rule("18BF-PRIV-36", "18BF-PRIV-27", "18BF-PRIV-28", "18BF-PRIV-29")
@pytest.mark.parametrize(
    ("private", "face"),
    [("F1", 50), ("F2", 50), ("F3", 50), ("F4", 100), ("F5", 100), ("F6", 100), ("F7", 150), ("F8", 150)],
)
def test_a_ferry_starts_at_its_face_value(private: str, face: int) -> None:
    """Worked example 18BF-EX-27."""
    at = after_the_opening()
    at.refuses(f"auction private {private} for {face - 5}", "18BF-PRIV-36")
    bank = at.cash("ipo")
    at.do(f"auction private {private} for {face}", f"bid {face + 5}", "pass", "pass", "pass")
    assert at.state.privates[at.private(private)] == at.seat("B")
    assert at.cash("ipo") == bank + face + 5
    at.stock_turn("A")
    at.refuses(f"auction private {private} for {face}", "18BF-PRIV-36")


@rule("18BF-PRIV-34", "18BF-PRIV-35")
@pytest.mark.parametrize(
    ("private", "opens", "face", "id_"), [("U1", "5", 100, "18BF-PRIV-34"), ("U2", "7", 150, "18BF-PRIV-35")]
)
def test_undergrounds_come_later(private: str, opens: str, face: int, id_: str) -> None:
    for phase in ("2", "3", "4", "5", "6", "7", "8"):
        at = after_the_opening(number=3, phase=phase)
        if phase < opens:
            at.refuses(f"auction private {private} for {face}", id_)
        else:
            assert at.allows(f"auction private {private} for {face}")


@rule("18BF-PRIV-07")
def test_players_neither_sell_privates_nor_auction_railways() -> None:
    at = after_the_opening()
    at.give_private("P1", "A")
    at.give_private("F1", "A")
    assert not [text for text in at.offered("sell") if "P1" in text or "F1" in text]
    at.refuses("auction private P1 for 20", "18BF-AUC-01")
    at.refuses("auction private F1 for 50", "18BF-PRIV-36")
    assert PRIVATES[at.private("P1")].value == 30
    assert at.state.privates[at.private("F2")] == BANK
