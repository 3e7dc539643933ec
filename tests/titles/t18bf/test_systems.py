"""Systems formed by one to four Publics (18BF-SYSTEM)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from railhead.core.ids import FIRST_SEAT, NO_STOP, POOL, Owner, Seat
from railhead.core.state import CLOSED, FLOATED, OPERATED, STARTED
from railhead.rules.consent import Consent
from railhead.rules.merger_round import MergerTurn
from railhead.rules.trains import ReturnTrains
from railhead.testing import rule
from railhead.titles.t18bf import closing, formation
from railhead.titles.t18bf.discarding import DiscardStep
from railhead.titles.t18bf.facts import PUBLIC
from railhead.titles.t18bf.formation import NameCharter
from railhead.titles.t18bf.lost_markers import LoseStep
from railhead.titles.t18bf.record import record
from railhead.titles.t18bf.system_exchange import RATES, Exchanged, Stakes, Trade, exchanged, system_place
from tests.titles.t18bf.mergers import all_markers, asked, markers, merger_round, minor, public, spare, turn
from tests.titles.t18bf.table import BigFour

A, B, C, D = (Seat(Owner(FIRST_SEAT + number)) for number in range(4))
PUBLICS = ("CR", "GER", "GNR", "LBSC", "LNW", "LSW", "LYR", "MR", "NBR", "NER", "SEC")
SYSTEMS = ("GCR", "GWR", "LMS", "LNE", "SR")
LARGE, SMALL = ("GCR", "LMS", "LNE"), ("GWR", "SR")
CITIES = ("A9.0", "D10.0", "C11.0", "G17.0", "K19.0", "L12.0", "M17.0", "O17.0", "O19.0", "P14.0", "U7.0", "U11.0")


def stakes(
    publics: int,
    price: int,
    old: dict[Owner, int],
    cash: dict[Owner, int] | None = None,
    treasury: int = 0,
) -> Stakes:
    """Four players, in the order that decides ties; those who are not named have no shares and no money."""
    have = cash or {}
    return Stakes(
        rate=RATES[publics],
        price=price,
        shares=20,
        old={seat: old.get(seat, 0) for seat in (*old, A, B, C, D, POOL) if seat != POOL} | {POOL: old.get(POOL, 0)},
        cash={seat: have.get(seat, 0) for seat in (A, B, C, D)},
        clockwise=(A, B, C, D),
        treasury=treasury,
        loan=45,
    )


RICH: dict[Owner, int] = {A: 1000, B: 1000, C: 1000, D: 1000}


# -- prices ---------------------------------------------------------------------------------------


@rule("18BF-SYSTEM-04", "18BF-SYSTEM-08", "18BF-SYSTEM-17", "18BF-SYSTEM-21")
@pytest.mark.parametrize(
    ("prices", "price"),
    [
        pytest.param((150, 180), 165, id="18BF-DX-03 first"),
        pytest.param((100, 135), 110, id="18BF-DX-03 second"),
        pytest.param((120, 100, 80), 150, id="18BF-DX-04 first"),
        pytest.param((200, 150, 110), 220, id="18BF-DX-04 second"),
        pytest.param((110, 100, 80, 70), 180, id="18BF-DX-05"),
        ((135,), 135),
        ((70, 70), 70),
        ((40, 40, 40), 60),
        ((540, 540), 540),
        ((540, 540, 540, 540), 800),
    ],
)
def test_the_price_of_a_system(prices: tuple[int, ...], price: int) -> None:
    at = BigFour()
    market = at.book.market
    assert market.prices[system_place(market, [market.place[each] for each in prices])] == price


# -- the exchange ---------------------------------------------------------------------------------


@rule("18BF-SYSTEM-05", "18BF-SYSTEM-21")
@pytest.mark.parametrize("publics", [1, 2])
def test_one_or_two_publics_exchange_one_for_one(publics: int) -> None:
    found = exchanged(stakes(publics, 110, {A: 5, B: 3, POOL: 1}))
    assert found == Exchanged({A: 5, B: 3, C: 0, D: 0, POOL: 1}, A, A, ())


@rule("18BF-SYSTEM-09")
@pytest.mark.parametrize("old", range(13))
def test_three_for_two_in_full_triples_and_what_is_left_over(old: int) -> None:
    found = exchanged(stakes(3, 150, {A: 9, B: old}, RICH))
    over = old % 3
    assert found.held[B] == old // 3 * 2 + over
    assert found.trades == ((Trade(B, over, 50 * over),) if over else ())


@rule("18BF-SYSTEM-18")
@pytest.mark.parametrize("old", range(13))
def test_two_for_one_and_an_odd_share(old: int) -> None:
    found = exchanged(stakes(4, 180, {A: 14, B: old}, RICH))
    assert found.held[B] == (old + 1) // 2
    assert found.trades == ((Trade(B, 1, 90),) if old % 2 else ())


@rule("18BF-SYSTEM-11", "18BF-SYSTEM-12", "18BF-SYSTEM-13", "18BF-EX-20", "18BF-DX-06")
@pytest.mark.parametrize(("price", "third", "two_thirds"), [(150, 50, 100), (200, 67, 133), (110, 37, 73)])
def test_what_thirds_cost_and_bring(price: int, third: int, two_thirds: int) -> None:
    def trade(over: int, cash: int) -> Trade:
        (found,) = exchanged(stakes(3, price, {A: 9, B: 3 + over}, {B: cash}, treasury=500)).trades
        return found

    assert trade(1, third) == Trade(B, 1, third)
    assert trade(2, two_thirds) == Trade(B, 2, two_thirds)
    assert trade(1, third - 1) == Trade(B, 0, -two_thirds)
    assert trade(2, two_thirds - 1) == Trade(B, 1, -third)


@rule("18BF-SYSTEM-18", "18BF-EX-21", "18BF-DX-07")
@pytest.mark.parametrize(("price", "half"), [(180, 90), (135, 68), (165, 83)])
def test_what_halves_cost_and_bring(price: int, half: int) -> None:
    """Ambiguity B37: halves are rounded up."""
    up = exchanged(stakes(4, price, {A: 8, B: 5}, {B: half}))
    down = exchanged(stakes(4, price, {A: 8, B: 5}, {B: half - 1}, treasury=500))
    assert (up.held[B], up.trades) == (3, (Trade(B, 1, half),))
    assert (down.held[B], down.trades) == (2, (Trade(B, 0, -half),))


@rule("18BF-SYSTEM-12", "18BF-DX-08")
def test_a_pair_that_is_traded_down() -> None:
    found = exchanged(stakes(3, 150, {A: 12, B: 8}, {B: 40}, treasury=100))
    assert found.held[B] == 5
    assert found.trades == (Trade(B, 1, -50),)


@rule("18BF-SYSTEM-10")
def test_the_director_trades_first_and_then_the_others_leftwards() -> None:
    found = exchanged(stakes(3, 150, {A: 4, C: 7, D: 5, B: 4, POOL: 4}, RICH))
    assert found.first_director == C
    assert [trade.holder for trade in found.trades] == [C, D, A, B, POOL]


@rule("18BF-SYSTEM-10")
def test_whoever_can_pay_must_trade_up() -> None:
    """Ambiguity B36: there is nothing to choose."""
    (trade,) = exchanged(stakes(4, 100, {A: 8, B: 1}, {B: 50}, treasury=900)).trades
    assert trade == Trade(B, 1, 50)


@rule("18BF-SYSTEM-10")
def test_without_a_share_left_a_rich_player_trades_down() -> None:
    # 40 shares of four Publics, all in players' hands: the odd ones of A and B take the last two shares.
    found = exchanged(stakes(4, 100, {A: 11, B: 11, C: 9, D: 9}, RICH, treasury=500))
    assert found.held == {A: 6, B: 6, C: 4, D: 4, POOL: 0}
    assert found.trades == (Trade(A, 1, 50), Trade(B, 1, 50), Trade(C, 0, -50), Trade(D, 0, -50))


@rule("18BF-SYSTEM-12")
def test_a_pair_for_which_not_even_one_share_is_left_is_paid_in_full() -> None:
    """Ambiguity B60: four thirds of the price."""
    found = exchanged(stakes(3, 150, {A: 8, B: 8, C: 8, D: 5, POOL: 1}, RICH, treasury=1000))
    # Full triples: 4, 4, 4, 2 and 0, so that 6 are left: A, B and C take two each.
    assert found.held == {A: 6, B: 6, C: 6, D: 2, POOL: 0}
    assert found.trades[3:] == (Trade(D, 0, -200), Trade(POOL, 0, -100))


@rule("18BF-SYSTEM-12", "18BF-SYSTEM-10")
def test_a_pair_with_one_share_left_gets_that_and_a_third() -> None:
    found = exchanged(stakes(3, 150, {A: 7, B: 8, C: 8, D: 5, POOL: 2}, RICH, treasury=1000))
    # Full triples: 4, 4, 4, 2 and 0. Of the 6 left, A takes one, B and C two each; one is left for D.
    assert found.trades[:4] == (Trade(A, 1, 50), Trade(B, 2, 100), Trade(C, 2, 100), Trade(D, 1, -50))
    assert found.trades[4] == Trade(POOL, 0, -200)
    assert sum(found.held.values()) == 20


@rule("18BF-SYSTEM-14")
@pytest.mark.parametrize(
    ("treasury", "loans"), [(0, 3), (10, 2), (9, 3), (54, 2), (55, 1), (99, 1), (100, 0), (150, 0)]
)
def test_the_system_borrows_what_it_cannot_pay(treasury: int, loans: int) -> None:
    (trade,) = exchanged(stakes(3, 150, {A: 6, B: 4}, treasury=treasury)).trades
    assert trade == Trade(B, 0, -100, loans)


@rule("18BF-SYSTEM-14")
def test_loans_are_taken_when_they_are_needed() -> None:
    """Who trades down first is paid first; what later ones pay comes too late for that."""
    found = exchanged(stakes(3, 150, {A: 7, B: 4}, {B: 50}))
    assert found.trades == (Trade(A, 0, -100, 3), Trade(B, 1, 50))


@rule("18BF-SYSTEM-15")
def test_the_pool_trades_last_and_up_if_it_can() -> None:
    """Ambiguity B38: the bank pays the System."""
    up = exchanged(stakes(3, 150, {A: 6, POOL: 1}))
    assert (up.held[POOL], up.trades) == (1, (Trade(POOL, 1, 50),))
    full = exchanged(stakes(4, 100, {A: 13, B: 13, C: 12, POOL: 1}, RICH, treasury=100))
    assert full.held == {A: 7, B: 7, C: 6, D: 0, POOL: 0}
    assert full.trades[-1] == Trade(POOL, 0, -50)


@rule("18BF-SYSTEM-30")
@pytest.mark.parametrize(
    ("old", "first", "director"),
    [
        pytest.param({A: 6, B: 6}, A, A, id="tie: the order decides"),
        pytest.param({B: 6, A: 6}, B, B, id="tie: the order decides again"),
        pytest.param({A: 6, B: 8}, A, B, id="B34, B66: odd shares do not break the tie, but count in the end"),
        pytest.param({A: 6, B: 9}, B, B, id="most"),
        pytest.param({A: 7, B: 7, C: 8}, A, C, id="the third has most in the end"),
    ],
)
def test_the_director_of_a_system(old: dict[Owner, int], first: Seat, director: Seat) -> None:
    found = exchanged(stakes(3, 90, old, RICH))
    assert (found.first_director, found.director) == (first, director)


@rule("18BF-SYSTEM-30")
def test_a_director_with_as_many_as_anybody_stays() -> None:
    found = exchanged(stakes(3, 90, {A: 9, B: 8}, RICH))
    assert found.held[A] == found.held[B] == 6
    assert found.director == A


# -- who may form a System ------------------------------------------------------------------------


def publics(count: int, phase: str = "6", held: int = 5, directors: str = "AAAA") -> BigFour:
    """So many Publics, each with a marker in London; the first of them is asked."""
    at = BigFour(phase=phase)
    for number, director in zip(range(count), directors, strict=False):
        public(at, PUBLICS[number], 100, {director: held}, f"U23.{number}")
    return turn(at, PUBLICS[0])


def form(at: BigFour, count: int) -> str:
    return f"system {'+'.join(PUBLICS[:count])}"


@rule("18BF-SYSTEM-01", "18BF-EX-33")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("phase", ["5", "6", "7", "8"])
def test_one_to_four_publics_from_phase_6_on(count: int, phase: str) -> None:
    at = publics(min(count, 4), phase)
    if count == 5:
        public(at, PUBLICS[4], 100, {"A": 5}, "U23.4")
    at.state.agenda = (at.state.agenda[0], MergerTurn(at.company(PUBLICS[0])))
    if phase == "5" or count == 5:
        at.refuses(form(at, count), "18BF-SYSTEM-01")
    else:
        assert at.allows(form(at, count))


@rule("18BF-SYSTEM-01")
def test_only_publics_in_play_and_the_one_whose_turn_it_is() -> None:
    at = publics(3)
    minor(at, "LY", 100)
    at.refuses("system CR+LY", "18BF-SYSTEM-01")
    at.refuses("system CR+MR", "18BF-SYSTEM-01")
    at.refuses("system GER+GNR", "18BF-MERGE-02")


@rule("18BF-SYSTEM-01", "18BF-MERGE-03")
def test_all_directors_must_agree_and_know_what_would_come_of_it() -> None:
    at = publics(3, directors="CAB")
    at.give_cash("CR", 40)
    assert at.turn == "C"
    at.do("system CR+GER+GNR")
    assert isinstance(at.step, Consent)
    assert at.turn == "A"
    told = "; ".join((at.choices.task, *map(str, at.step.situation(at.game))))
    for words in ("CR, GER and GNR at 150", "A 4, B 4, C 4", "[director]: C", "C pays 100", "cash 40", "loans: 0"):
        assert words in told, told
    at.do("accept")
    assert at.turn == "B"
    at.do("decline")
    at.refuses("system CR+GER+GNR", "18BF-SYSTEM-01")
    assert at.allows("system CR+GER")
    assert not any(at.has(system, STARTED) for system in SYSTEMS)


@rule("18BF-SYSTEM-02")
@pytest.mark.parametrize(("held", "allowed"), [(2, False), (3, False), (4, True)])
def test_somebody_must_end_with_four_shares(held: int, allowed: bool) -> None:
    at = publics(1, held=held)
    at.state.agenda = (at.state.agenda[0], MergerTurn(at.company("CR")))
    if allowed:
        assert at.allows("system CR")
    else:
        at.refuses("system CR", "18BF-SYSTEM-02")


@rule("18BF-SYSTEM-02")
@pytest.mark.parametrize(("cash", "allowed"), [(74, False), (75, True)])
def test_the_forced_trade_decides_whether_somebody_has_four(cash: int, allowed: bool) -> None:
    """Five shares of three Publics at 150 become 2, and with the pair bought up 4."""
    at = BigFour(phase="6")
    for number, (price, held) in enumerate(((70, 2), (80, 2), (100, 1))):
        shares = {"A": held} if held > 1 else {"B": 2, "A": 1}
        public(at, PUBLICS[number], price, shares, f"U23.{number}")
    # 70 + 100 is 170, rounded down to 165, and three places to the left is 120: a pair costs 80.
    at.give_cash("A", cash + 5)
    turn(at, "CR")
    at.state.agenda = (at.state.agenda[0], MergerTurn(at.company("CR")))
    if allowed:
        assert at.allows("system CR+GER+GNR")
    else:
        at.refuses("system CR+GER+GNR", "18BF-SYSTEM-02")


# -- charters -------------------------------------------------------------------------------------


def gone(at: BigFour, *systems: str) -> None:
    """These Systems are in play."""
    for system in systems:
        at.in_play(system, 200, {"D": 4})


@rule("18BF-SYSTEM-03", "18BF-SYSTEM-07", "18BF-SYSTEM-17", "18BF-SYSTEM-21", "18BF-SETUP-14")
@pytest.mark.parametrize(
    ("count", "taken", "charters"),
    [
        (1, (), SMALL),
        (1, ("GWR",), ("SR",)),
        (1, SMALL, LARGE),
        (2, (), SMALL),
        (2, SMALL, LARGE),
        (2, (*SMALL, "LMS"), ("GCR", "LNE")),
        (3, (), LARGE),
        (3, ("GCR",), ("LMS", "LNE")),
        (4, (), LARGE),
        (4, SMALL, LARGE),
    ],
)
def test_which_charters_may_be_taken(count: int, taken: tuple[str, ...], charters: tuple[str, ...]) -> None:
    at = publics(4, held=8, directors="ABCD") if count > 1 else publics(1)
    gone(at, *taken)
    at.do(form(at, count))
    while isinstance(at.step, Consent):
        at.do("accept")
    if len(charters) == 1:
        assert at.has(charters[0], STARTED) or isinstance(at.step, DiscardStep)
        return
    assert isinstance(at.step, NameCharter)
    assert at.offered("charter") == [f"charter {name}" for name in charters]
    for other in set(SYSTEMS) - set(charters):
        at.refuses(f"charter {other}")


@rule("18BF-SYSTEM-07", "18BF-SYSTEM-34")
@pytest.mark.parametrize("count", [3, 4])
def test_without_a_large_system_three_or_four_cannot_merge(count: int) -> None:
    """Ambiguity B35."""
    at = publics(4)
    gone(at, *LARGE)
    at.refuses(form(at, count), "18BF-SYSTEM-34")
    assert at.allows(form(at, 2))


@rule("18BF-SYSTEM-34")
def test_with_all_systems_in_play_no_public_is_asked() -> None:
    at = publics(4)
    gone(at, *SYSTEMS)
    at.refuses(form(at, 2), "18BF-SYSTEM-34")
    assert asked(merger_round(at)) == []


# -- formation ------------------------------------------------------------------------------------


def two_publics() -> BigFour:
    """CR of A at 100 and GER of B at 135, with cash, loans, trains, and a private."""
    at = BigFour(phase="6")
    public(at, "CR", 100, {"A": 5, "B": 2}, "U23.1", "A9.0", "D10.0", cash=40, loans=1, trains=("5",), pool=1)
    public(
        at, "GER", 135, {"B": 3, "C": 3}, "U23.2", "K19.0", "L12.0", "G17.0", cash=75, loans=2, trains=("6",), pool=2
    )
    at.give_private("F4", "GER")
    return turn(at, "GER")


@rule("18BF-SYSTEM-05", "18BF-SYSTEM-06", "18BF-SYSTEM-24", "18BF-SYSTEM-32", "18BF-SYSTEM-33", "18BF-SYSTEM-26")
def test_two_publics_form_a_system() -> None:
    at = two_publics()
    at.in_play("MR", 110, {"D": 2})
    at.do("system CR+GER", "accept", "charter SR")
    assert at.waits, "nobody is asked to buy"
    assert at.price("SR") == 110
    assert at.stack(110) == ["MR", "SR"]
    assert [at.shares(name, "SR") for name in ("A", "B", "C", "pool", "SR")] == [5, 5, 3, 3, 4]
    assert at.director("SR") == "B", "GER, which B directs, comes before CR"
    assert (at.cash("SR"), at.loans("SR"), sorted(at.trains("SR"))) == (115, 3, ["5", "6"])
    assert at.state.privates[at.private("F4")] == at.owner("SR")
    assert markers(at, "SR") == sorted(["U23.1", "A9.0", "D10.0", "U23.2", "K19.0", "L12.0", "G17.0"])
    assert (spare(at, "SR"), all_markers(at, "SR")) == (1, 8)
    assert at.has("SR", STARTED | FLOATED)
    assert not at.has("SR", OPERATED)
    assert all(at.closed(name) and at.has(name, CLOSED) for name in ("CR", "GER"))
    assert record(at.game).homes[at.company("SR")] == NO_STOP


@rule("18BF-SYSTEM-25")
def test_nobody_buys_system_shares_in_a_merger_round() -> None:
    at = two_publics()
    at.do("system CR+GER", "accept", "charter SR")
    assert at.waits
    at.refuses("subscribe 1")


@rule("18BF-SYSTEM-26", "18BF-START-08")
def test_systems_are_not_asked_and_merged_publics_never_start_again() -> None:
    at = two_publics()
    at.do("system CR+GER", "accept", "charter SR")
    assert asked(merger_round(at)) == []
    assert at.company("CR") not in formation.free_charters(at.game, PUBLIC)
    assert at.state.status[at.company("CR")] == CLOSED


@rule("18BF-SYSTEM-03")
def test_two_publics_use_only_8_of_12_markers() -> None:
    at = two_publics()
    gone(at, *SMALL)
    at.do("system CR+GER", "accept", "charter LMS")
    assert (len(markers(at, "LMS")), spare(at, "LMS"), all_markers(at, "LMS")) == (7, 1, 8)


@rule("18BF-SYSTEM-08", "18BF-SYSTEM-16", "18BF-SYSTEM-09", "18BF-SYSTEM-11", "18BF-SYSTEM-15", "18BF-SYSTEM-24")
def test_three_publics_form_a_system() -> None:
    at = BigFour(phase="7")
    for number, (price, shares, pool) in enumerate(
        ((120, {"A": 4, "B": 1}, 1), (100, {"A": 3, "B": 2}, 0), (80, {"B": 2}, 0))
    ):
        stops = (f"U23.{number}", *CITIES[2 * number : 2 * number + 2])
        public(at, PUBLICS[number], price, shares, *stops, pool=pool, cash=10)
    at.give_cash("A", 50)
    at.give_cash("B", 99)
    turn(at, "CR").do("system CR+GER+GNR", "accept", "charter LNE")
    # At 150: A has 7, which are 4 and one bought up for 50. B has 5, which are 2, and cannot pay 100 for two more.
    assert at.price("LNE") == 150
    assert [at.shares(name, "LNE") for name in ("A", "B", "pool", "LNE")] == [5, 3, 1, 11]
    assert (at.cash("A"), at.cash("B"), at.cash("LNE")) == (0, 99 + 50, 30 + 50 - 50 + 50)
    assert (len(markers(at, "LNE")), spare(at, "LNE"), all_markers(at, "LNE")) == (9, 3, 12)
    assert at.loans("LNE") == 0


@rule("18BF-SYSTEM-14", "18BF-LOAN-05", "18BF-SYSTEM-28")
def test_loans_for_trading_down_go_beyond_the_limit() -> None:
    at = BigFour(phase="7")
    for number, shares in enumerate(({"A": 6, "B": 1}, {"A": 6}, {"A": 6})):
        public(at, PUBLICS[number], 100, shares, f"U23.{number}", loans=4)
    at.give_cash("B", 0)
    turn(at, "CR").do("system CR+GER+GNR", "charter LNE")
    # At 200, three places left: 150. B is paid 100 by a System without money.
    assert at.price("LNE") == 150
    assert (at.loans("LNE"), at.cash("LNE"), at.cash("B")) == (12 + 3, 35, 100)


@rule("18BF-SYSTEM-17", "18BF-SYSTEM-18", "18BF-SYSTEM-19")
def test_four_publics_and_the_markers_that_are_too_many() -> None:
    at = BigFour(phase="8")
    for number, (price, count) in enumerate(((110, 4), (100, 4), (80, 3), (70, 3))):
        others = CITIES[3 * number : 3 * number + count - 1]
        public(at, PUBLICS[number], price, {"A": 5 if number == 0 else 2, "B": 1}, f"U23.{number}", *others)
    turn(at, "CR").do("system CR+GER+GNR+LBSC", "charter GCR")
    assert isinstance(at.step, LoseStep)
    assert at.turn == "A"
    assert at.choices.task == "choose the markers that are lost, 2 of 14, as GCR has only 12"
    assert [str(said).partition(":")[0] for said in at.step.situation(at.game)] == [
        f"markers of {public}" for public in ("CR", "GER", "GNR", "LBSC")
    ]
    at.refuses("lose A9.0", "18BF-SYSTEM-19")
    at.refuses("lose A9.0+D10.0+U23.0", "18BF-SYSTEM-19")
    at.refuses("lose A9.0+P14.0+W21.0", "18BF-SYSTEM-19")
    assert not at.has("GCR", STARTED)
    at.do("lose A9.0+U23.3")
    assert (len(markers(at, "GCR")), spare(at, "GCR"), all_markers(at, "GCR")) == (12, 0, 12)
    assert at.stop("A9.0") not in at.state.tokens
    assert at.price("GCR") == 180
    assert (at.shares("A", "GCR"), at.shares("B", "GCR")) == (6, 2)
    assert at.waits


@rule("18BF-SYSTEM-19")
@pytest.mark.parametrize("count", [11, 12, 13, 14])
def test_markers_are_lost_only_above_12(count: int) -> None:
    at = BigFour(phase="8")
    stops = iter(CITIES)
    for number, company in enumerate(PUBLICS[:4]):
        more = [next(stops) for _ in range(2 if number >= count - 12 else 3)][: 1 if count == 11 and number == 3 else 3]
        public(at, company, 100, {"A": 5}, f"U23.{number}", *more)
    turn(at, "CR").do("system CR+GER+GNR+LBSC", "charter GCR")
    if count > 12:
        assert isinstance(at.step, LoseStep)
        at.do(at.offered("lose")[0])
    assert at.waits
    assert (len(markers(at, "GCR")), spare(at, "GCR")) == (min(count, 12), 12 - min(count, 12))


@rule("18BF-SYSTEM-19")
@pytest.mark.parametrize(("count", "lost"), [(11, []), (12, []), (13, ["markers lost: 1"]), (14, ["markers lost: 2"])])
def test_whoever_is_asked_knows_how_many_markers_would_be_lost(count: int, lost: list[str]) -> None:
    at = BigFour(phase="8")
    for number, company in enumerate(PUBLICS[:4]):
        stops = [f"U23.{number}", *CITIES[3 * number : 3 * number + 3]][: (count + 3 - number) // 4]
        public(at, company, 100, {"AB"[number % 2]: 5}, *stops)
    turn(at, "CR").do("system CR+GER+GNR+LBSC")
    assert isinstance(at.step, Consent)
    assert [said for said in map(str, at.step.situation(at.game)) if "lost" in said] == lost


@rule("18BF-SYSTEM-01", "18BF-SYSTEM-03")
def test_with_one_charter_left_everybody_is_told_what_would_come_of_it_too() -> None:
    at = publics(2, directors="AB")
    gone(at, "GWR")
    at.do("system CR+GER")
    assert isinstance(at.step, Consent)
    assert [str(said) for said in at.step.situation(at.game)][:2] == ["shares: A 5, B 5", "[director]: A"]
    at.do("accept")
    assert at.has("SR", STARTED)


@rule("18BF-SYSTEM-31", "18BF-TOKEN-07")
def test_a_system_may_have_several_markers_in_a_city() -> None:
    at = BigFour(phase="6")
    public(at, "CR", 100, {"A": 5}, "U23.1", "L16.0")
    public(at, "GER", 100, {"A": 5}, "U23.1", "L16.1")
    turn(at, "CR").do("system CR+GER", "charter SR")
    assert markers(at, "SR") == ["L16.0", "L16.1", "U23.1", "U23.1"]
    assert spare(at, "SR") == 4


# -- one alone ------------------------------------------------------------------------------------


@rule("18BF-SYSTEM-20")
def test_whoever_directs_another_public_cannot_convert_one_alone() -> None:
    """Ambiguity B40: a System does not count."""
    at = publics(2)
    at.refuses("system CR", "18BF-SYSTEM-20")
    at = publics(1)
    at.in_play("LMS", 100, {"A": 5})
    assert at.allows("system CR")


@rule("18BF-SYSTEM-20", "18BF-SYSTEM-23")
def test_an_unstarted_public_is_needed() -> None:
    at = publics(1)
    for number, company in enumerate(PUBLICS[1:]):
        if number % 2:
            at.in_play(company, 70, {"D": 2})
        else:
            at.mark(company, CLOSED)
    at.refuses("system CR", "18BF-SYSTEM-20")


@rule("18BF-SYSTEM-21", "18BF-SYSTEM-22", "18BF-SYSTEM-23", "18BF-SYSTEM-24", "18BF-SYSTEM-26")
def test_one_public_becomes_a_system() -> None:
    """Ambiguities B41 and B52: its Director picks the Public that is discarded, and neither ever returns."""
    at = BigFour(phase="6")
    public(at, "MR", 135, {"B": 4, "A": 3}, "U23.1", "K19.0", pool=1, cash=20)
    at.remember(homes=tuple(at.stop("K19.0") if c == at.company("MR") else NO_STOP for c in at.book.company_ids))
    turn(at, "MR").do("system MR", "charter GWR")
    assert isinstance(at.step, DiscardStep)
    assert at.turn == "B"
    assert str(at.step.situation(at.game)[0]) == "MR becomes GWR alone, and that costs an unstarted Public"
    at.refuses("discard MR", "18BF-SYSTEM-23")
    at.refuses("discard TV", "18BF-SYSTEM-23")
    at.do("discard GER")
    assert at.price("GWR") == 135
    assert [at.shares(name, "GWR") for name in ("A", "B", "pool", "GWR")] == [3, 4, 1, 12]
    assert (markers(at, "GWR"), spare(at, "GWR"), all_markers(at, "GWR")) == (["K19.0", "U23.1"], 6, 8)
    assert record(at.game).homes[at.company("GWR")] == at.stop("K19.0")
    assert at.has("GER", CLOSED)
    assert at.has("MR", CLOSED)
    assert at.waits


# -- the rest -------------------------------------------------------------------------------------


@rule("18BF-SYSTEM-27")
def test_a_public_formed_in_the_round_may_join_a_system_in_it() -> None:
    at = BigFour(phase="6")
    minor(at, "EC", 110)
    minor(at, "LR", 100)
    public(at, "MR", 90, {"A": 5}, "U23.2")
    merger_round(at).do("merge EC+LR", "charter CR", *["pass"] * 5)
    assert isinstance(at.step, MergerTurn)
    assert at.step.company == at.company("CR")
    assert at.allows("system CR+MR")


@rule("18BF-SYSTEM-29")
def test_players_may_pass_60_per_cent_and_the_certificate_limit() -> None:
    at = BigFour(phase="8")
    public(at, "CR", 100, {"A": 7}, "U23.1")
    public(at, "GER", 100, {"A": 7}, "U23.2")
    for company in ("GNR", "LBSC", "LNW"):
        at.in_play(company, 70, {"B": 3, "A": 3})
    turn(at, "CR").do("system CR+GER", "charter SR")
    assert at.shares("A", "SR") == 14
    assert at.waits


@rule("18BF-SYSTEM-30")
def test_the_directors_certificate_is_four_shares() -> None:
    at = two_publics()
    at.do("system CR+GER", "accept", "charter SR")
    assert at.book.kinds[at.state.kind[at.company("SR")]].director_shares == 4
    assert at.shares("B", "SR") >= 4


@rule("18BF-MERGE-28", "18BF-TRAIN-08")
def test_trains_above_the_limit_are_discarded_at_the_end() -> None:
    at = BigFour(phase="6")
    public(at, "CR", 100, {"A": 5}, "U23.1", trains=("5", "5", "6"))
    public(at, "GER", 100, {"A": 5}, "U23.2", trains=("5", "6"))
    turn(at, "CR").do("system CR+GER", "charter SR")
    assert isinstance(at.step, ReturnTrains)
    at.do("return 5")
    assert at.waits
    assert len(at.trains("SR")) == 4


@rule("18BF-CLOSE-04", "18BF-SYSTEM-34")
def test_a_closed_system_may_be_formed_again() -> None:
    """Ambiguity B42: a System that was closed is free again."""
    at = publics(2)
    gone(at, "GWR", "SR")
    closing.close(at.game, at.company("SR"))
    at.do("system CR+GER")
    assert at.has("SR", STARTED), "the only small System that is free"
    assert at.waits, "and nobody is asked for its name"


@rule("18BF-SYSTEM-09", "18BF-SYSTEM-11", "18BF-SYSTEM-12", "18BF-SYSTEM-14", "18BF-SYSTEM-18")
@pytest.mark.parametrize("seed", range(300))
def test_nobody_gains_or_loses_more_than_rounding(seed: int) -> None:
    """Whatever is held by whom: what a holder gets is worth what they give, and the System can always pay."""
    chance = Random(seed)
    count, price = chance.choice((3, 4)), chance.choice((60, 70, 110, 135, 165, 200, 245))
    cuts = sorted(chance.randint(0, 10 * count) for _ in range(5))
    old: dict[Owner, int] = dict(zip((A, B, C, D, POOL), (b - a for a, b in pairwise((0, *cuts))), strict=True))
    cash: dict[Owner, int] = {seat: chance.choice((0, 40, 90, 150, 1000)) for seat in (A, B, C, D)}
    given = stakes(count, price, old, cash, treasury=chance.choice((0, 30, 500)))
    found = exchanged(given)
    assert sum(found.held.values()) <= 20
    rate, treasury = RATES[count], given.treasury
    left = 20 - sum(shares // rate.give * rate.get for shares in old.values())
    paid = dict.fromkeys(old, 0)
    for trade in found.trades:
        assert trade.holder == POOL or cash[trade.holder] >= trade.pays
        assert trade.shares <= left
        left -= trade.shares
        assert trade.loans == 0 or treasury + 45 * (trade.loans - 1) < -trade.pays, "no loan too many"
        treasury += trade.pays + 45 * trade.loans
        assert treasury >= 0
        paid[trade.holder] += trade.pays
    for owner, shares in old.items():
        worth = shares * rate.get * price / rate.give
        assert abs(found.held[owner] * price - paid[owner] - worth) <= 0.5
    assert found.held[found.director] == max(found.held[seat] for seat in (A, B, C, D))


def test_stakes_are_not_changed_by_an_exchange() -> None:
    given = stakes(3, 150, {A: 7, B: 5}, RICH)
    before = replace(given, old=dict(given.old), cash=dict(given.cash))
    exchanged(given)
    assert given == before
