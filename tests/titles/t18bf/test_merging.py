"""Merger Rounds, conversion of a Minor and merger of Minors (18BF-MERGE)."""

from __future__ import annotations

import pytest

from railhead.core.events import RoundBegan
from railhead.core.ids import NO_STOP
from railhead.core.state import CLOSED, FLOATED, OPERATED, STARTED, Round
from railhead.rules.consent import Consent
from railhead.rules.merger_round import MergerTurn
from railhead.rules.subscription import Subscription
from railhead.rules.trains import ReturnTrains
from railhead.testing import rule
from railhead.titles.t18bf import public_markers, publics, shares
from railhead.titles.t18bf.formation import NameCharter
from railhead.titles.t18bf.public_markers import ChooseMarkers
from railhead.titles.t18bf.record import record
from tests.titles.t18bf.mergers import (
    LONDON_SPACES,
    all_markers,
    asked,
    fully_declined,
    markers,
    merger_round,
    minor,
    public,
    spare,
    turn,
)
from tests.titles.t18bf.table import BigFour

LONDON = ("EC", "EK", "LB", "LH", "LR", "LS", "LY", "SE")
"""The Minors at home in London, which are connected with one another."""
PUBLICS = ("CR", "GER", "GNR", "LBSC", "LNW", "LSW", "LYR", "MR", "NBR", "NER", "SEC")


def two(first: str = "A", second: str = "B", prices: tuple[int, int] = (65, 80), phase: str = "3") -> BigFour:
    """Two Minors of London: LR and EC; it is the turn of the one that is asked first."""
    at = BigFour(phase=phase)
    minor(at, "LR", prices[0], first, cash=40, loans=1, trains=("3",))
    minor(at, "EC", prices[1], second, cash=75, loans=2, trains=("3",))
    return at


def many(count: int, *owners: str) -> BigFour:
    """So many Minors in London, the first of them asked now; owners in turn."""
    at = BigFour(phase="3")
    elsewhere = ("BE", "BG", "EG", "EPD")
    for number in range(count):
        owner = owners[number % len(owners)] if len(owners) < count else owners[number]
        if number < len(LONDON):
            minor(at, LONDON[number], 100, owner)
        else:
            place = number - len(LONDON)
            minor(at, elsewhere[place], 100, owner, marker=LONDON_SPACES[place])
    return turn(at, LONDON[0])


def all_of(at: BigFour) -> str:
    """The text that proposes to merge all Minors in play."""
    names = [name for name in at.book.company_names if at.has(name, FLOATED)]
    return f"merge {'+'.join(names)}"


def merged(at: BigFour, text: str = "merge EC+LR", charter: str = "CR") -> BigFour:
    """A merger that all agree to, with the first charter; shareholders are to buy now."""
    at.do(text)
    while isinstance(at.step, Consent):
        at.do("accept")
    at.do(f"charter {charter}")
    return at


# -- the round ------------------------------------------------------------------------------------


def after_operating_round(at: BigFour, index: int = 1) -> BigFour:
    at.state.round = Round("operating", 2, index, 2)
    at.state.agenda = at.state.agenda[:1]
    at.settle()
    return at


def rounds_begun(at: BigFour) -> list[str]:
    """The rounds that have begun by the last events."""
    return [str(event.round) for event in at.events if isinstance(event, RoundBegan)]


@rule("18BF-MERGE-01", "18BF-OR-08")
@pytest.mark.parametrize("phase", ["3", "4", "5", "6", "7", "8"])
@pytest.mark.parametrize("index", [1, 2])
def test_a_merger_round_follows_every_operating_round_from_phase_3_on(phase: str, index: int) -> None:
    at = BigFour(phase=phase)
    minor(at, "TV", 100)
    after_operating_round(at, index)
    assert at.state.round == Round("merger", 2, index, 2)
    at.do("pass")
    assert rounds_begun(at)[0] == ("Operating round 2.2" if index == 1 else "Stock round 3")


@rule("18BF-OR-08")
def test_no_merger_round_in_phase_2() -> None:
    at = BigFour()
    minor(at, "TV", 100)
    assert rounds_begun(after_operating_round(at))[0] == "Operating round 2.2"


@rule("18BF-MERGE-01")
def test_no_merger_round_after_the_very_last_operating_round() -> None:
    """Ambiguity B45."""
    at = BigFour(phase="8")
    minor(at, "TV", 100)
    at.remember(last_set=2, last_rounds=2)
    assert after_operating_round(at, 2).over


@rule("18BF-MERGE-02", "18BF-SYSTEM-26")
def test_minors_are_asked_by_price_then_publics_by_price_and_systems_never() -> None:
    at = BigFour(phase="6")
    minor(at, "EC", 110)
    minor(at, "LR", 80)
    minor(at, "LH", 120)
    public(at, "CR", 90, {"A": 4}, "U23.2")
    public(at, "MR", 200, {"B": 4}, "U23.3")
    public(at, "GWR", 300, {"C": 6}, "U23.4")
    assert asked(merger_round(at)) == ["LH", "EC", "LR", "MR", "CR"]


@rule("18BF-MERGE-02")
def test_publics_are_not_asked_before_phase_6() -> None:
    at = BigFour(phase="5")
    minor(at, "EC", 110)
    public(at, "MR", 200, {"B": 4}, "U23.3")
    assert asked(merger_round(at)) == ["EC"]


@rule("18BF-MERGE-02")
def test_the_company_whose_turn_it_is_must_take_part() -> None:
    at = BigFour(phase="3")
    for company in ("EC", "LR", "LH"):
        minor(at, company)
    turn(at, "EC").refuses("merge LH+LR", "18BF-MERGE-02")


@rule("18BF-MERGE-31")
def test_a_minor_that_has_passed_may_be_proposed_later() -> None:
    at = two(prices=(80, 110))
    merger_round(at)
    assert at.turn == "B"
    at.do("pass")
    assert at.turn == "A"
    assert at.allows("merge EC+LR")


# -- conversion -----------------------------------------------------------------------------------


@rule("18BF-MERGE-04", "18BF-EX-10")
@pytest.mark.parametrize("price", [40, 70, 90, 100, 110, 120, 135, 150, 165])
def test_the_zone_in_which_a_minor_may_convert(price: int) -> None:
    at = BigFour(phase="3")
    minor(at, "EC", price)
    minor(at, "LR", 100)
    turn(at, "EC")
    if price >= 100:
        assert at.allows("convert")
    else:
        at.refuses("convert", "18BF-MERGE-04")


@rule("18BF-MERGE-05", "18BF-MERGE-06", "18BF-MERGE-19", "18BF-MERGE-26", "18BF-MERGE-27", "18BF-MERGE-29")
def test_a_minor_becomes_a_public() -> None:
    at = BigFour(phase="4")
    public(at, "NER", 135, {"B": 4}, "K19.0")
    minor(at, "TV", 135, "A", cash=60, trains=("4",), loans=1)
    at.give_private("F4", "TV")
    turn(at, "TV")
    cash = at.cash("A")
    at.do("convert", "charter MR")
    assert at.turn == "A"
    fully_declined(at)
    assert at.stack(135) == ["NER", "MR"]
    assert (at.shares("A", "MR"), at.shares("MR", "MR"), at.director("MR"), at.cash("A")) == (2, 8, "A", cash)
    assert (at.cash("MR"), at.trains("MR"), at.loans("MR")) == (60, ["4"], 1)
    assert at.state.privates[at.private("F4")] == at.owner("MR")
    assert (markers(at, "MR"), spare(at, "MR"), markers(at, "TV")) == (["U11.0"], 3, [])
    assert at.closed("TV")
    assert at.has("TV", CLOSED)
    assert at.has("MR", STARTED | FLOATED)
    assert not at.has("MR", OPERATED)
    assert record(at.game).homes[at.company("MR")] == at.stop("U11.0")


@rule("18BF-MERGE-29")
def test_the_shares_cannot_be_sold_until_the_public_has_operated() -> None:
    at = BigFour(phase="3")
    minor(at, "TV")
    turn(at, "TV").do("convert", "charter MR", "subscribe 1")
    fully_declined(at)
    at.stock_turn("A")
    at.refuses("sell 1 MR", "18BF-SELL-02")
    at.mark("MR", OPERATED)
    assert at.allows("sell 1 MR")


@rule("18BF-MERGE-26", "18BF-MERGE-21", "18BF-MERGE-24")
def test_conversions_use_the_same_two_passes() -> None:
    at = BigFour(phase="3")
    minor(at, "TV", 100, "B")
    at.give_cash("B", 470)
    turn(at, "TV").do("convert", "charter MR")
    assert at.turn == "B"
    at.do("subscribe 3")
    assert (at.shares("B", "MR"), at.cash("MR"), at.cash("B")) == (5, 300, 170)
    order = []
    while not at.waits:
        order.append(at.turn)
        at.do("subscribe 1")
    assert order == ["B", "C", "D", "A"]
    assert [at.shares(name, "MR") for name in "ABCD"] == [1, 6, 1, 1]
    assert at.cash("MR") == 700


@rule("18BF-MERGE-30")
def test_without_a_free_public_only_takeovers_are_offered() -> None:
    at = two(prices=(100, 100))
    for company in PUBLICS:
        at.in_play(company, 70, {"C": 2})
    at.token("CR", "U23.3")
    turn(at, "LR")
    at.refuses("convert", "18BF-MERGE-30")
    at.refuses("merge EC+LR", "18BF-MERGE-30")
    assert [text for text in at.offered() if text != "pass"] == ["join CR"]


@rule("18BF-MERGE-30")
def test_the_new_director_names_a_public_that_is_neither_in_play_nor_gone() -> None:
    at = two("B", "A", (100, 100))
    at.in_play("CR", 70, {"C": 2})
    at.mark("MR", CLOSED)
    turn(at, "EC").do("merge EC+LR", "accept")
    assert isinstance(at.step, NameCharter)
    assert at.turn == "B", "LR is asked before EC, so its owner is the Director"
    at.refuses("charter CR", "18BF-MERGE-30")
    at.refuses("charter MR", "18BF-MERGE-30")
    at.refuses("charter GWR", "18BF-MERGE-30")
    at.refuses("charter TV", "18BF-MERGE-30")
    assert len(at.offered("charter")) == len(PUBLICS) - 2


@rule("18BF-MERGE-30")
def test_nobody_is_asked_for_the_name_of_the_last_free_public() -> None:
    at = BigFour(phase="3")
    minor(at, "TV", 100)
    for company in PUBLICS[:-1]:
        at.in_play(company, 70, {"C": 2})
    turn(at, "TV").do("convert")
    assert isinstance(at.step, Subscription)
    fully_declined(at)
    assert at.price("SEC") == 100
    assert at.state.agenda[1:] == (at.step,)


# -- who may merge --------------------------------------------------------------------------------


@rule("18BF-MERGE-07", "18BF-EX-33")
@pytest.mark.parametrize("count", range(2, 12))
def test_two_to_ten_minors_merge(count: int) -> None:
    at = many(count, "A", "B")
    if count <= 10:
        at.do(all_of(at))
        assert at.turn == "B"
    else:
        at.refuses(all_of(at), "18BF-MERGE-07")


@rule("18BF-MERGE-07")
def test_no_more_than_six_of_one_player() -> None:
    at = many(7, "A")
    at.refuses(all_of(at), "18BF-MERGE-07")
    assert at.allows("merge EC+EK+LB+LH+LR+LS")
    assert many(10, *"AAAAAABBBB").allows(all_of(many(10, *"AAAAAABBBB")))


@rule("18BF-MERGE-07")
def test_six_of_one_player_and_one_of_another_are_offered() -> None:
    at = many(7, *"AAAAAAB")
    sets = at.offered("merge")
    assert all_of(at) in sets
    assert len(sets) == len(set(sets)) == 2**6 - 1


@rule("18BF-MERGE-07")
def test_one_minor_alone_does_not_merge_and_publics_do_not_take_part() -> None:
    at = two()
    public(at, "CR", 100, {"A": 4}, "U23.2")
    turn(at, "LR")
    at.refuses("merge LR", "18BF-MERGE-07")
    at.refuses("merge EC+LR+CR", "18BF-MERGE-07")
    at.refuses("merge LR+TV", "18BF-MERGE-07")


@rule("18BF-MERGE-03")
def test_every_owner_must_agree_and_nothing_happens_before_that() -> None:
    at = BigFour(phase="3")
    for company, owner in (("LR", "B"), ("EC", "C"), ("LH", "A"), ("LY", "C")):
        minor(at, company, 100, owner)
    turn(at, "LR").do("merge EC+LH+LR+LY")
    before = at.state.clone()
    assert at.turn == "C"
    at.do("accept")
    assert at.turn == "A"
    at.do("decline")
    assert at.state.shares == before.shares
    assert at.state.tokens == before.tokens
    assert isinstance(at.step, MergerTurn)
    at.refuses("merge EC+LH+LR+LY", "18BF-MERGE-03")
    assert at.allows("merge EC+LR+LY")


@rule("18BF-MERGE-03")
def test_whoever_owns_all_of_them_asks_nobody() -> None:
    at = turn(two("A", "A"), "EC")
    at.do("merge EC+LR")
    assert isinstance(at.step, NameCharter)


@rule("18BF-MERGE-03")
def test_those_who_are_asked_are_told_what_would_come_of_it() -> None:
    at = turn(two(), "EC")
    at.do("merge EC+LR")
    told = "; ".join((at.choices.task, *map(str, at.step.situation(at.game))))
    assert "each Minor becomes a share at 135; now EC " in told
    for words in ("EC and LR", "at 135", "B 1, A 1", "[director]: B", "cash 115", "trains: 3 3", "loans: 3"):
        assert words in told


# -- what comes of it -----------------------------------------------------------------------------


@rule("18BF-MERGE-12", "18BF-MERGE-13", "18BF-DX-02")
@pytest.mark.parametrize(
    ("prices", "price"),
    [
        ((45, 65), 110),
        ((40, 45), 80),
        ((65, 80), 135),
        ((150, 110), 200),
        ((60, 90, 65), 150),
        ((40, 40), 80),
        ((165, 165), 200),
        ((100, 110), 200),
        ((60, 65, 90), 150),
        ((55, 60), 110),
    ],
)
def test_the_price_of_a_merger(prices: tuple[int, ...], price: int) -> None:
    """Ambiguities B29 and B30: rounded down; the lowest possible sum is above the lowest start."""
    at = BigFour(phase="3")
    companies = LONDON[: len(prices)]
    for company, each in zip(companies, prices, strict=True):
        minor(at, company, each)
    members = tuple(at.company(company) for company in companies)
    assert at.book.market.prices[publics.place(at.game, members)] == price


@rule("18BF-MERGE-14", "18BF-MERGE-15")
@pytest.mark.parametrize(
    ("owners", "director", "shares"),
    [
        ("AAAB", "A", {"A": 3, "B": 1}),
        ("BA", "B", {"A": 1, "B": 1}),
        ("AB", "A", {"A": 1, "B": 1}),
        ("CABBA", "A", {"A": 2, "B": 2, "C": 1}),
        ("CBAAB", "B", {"A": 2, "B": 2, "C": 1}),
    ],
)
def test_each_minor_is_a_share_and_the_earliest_decides_ties(
    owners: str, director: str, shares: dict[str, int]
) -> None:
    at = BigFour(phase="3")
    for number, owner in enumerate(owners):
        minor(at, LONDON[number], 100, owner)
    plan = publics.PublicFormation(tuple(at.company(LONDON[number]) for number in range(len(owners))))
    assert at.book.owner_names[plan.director(at.game)] == director
    assert {at.book.owner_names[seat]: count for seat, count in plan.exchanged(at.game).items()} == shares


@rule("18BF-MERGE-18", "18BF-MERGE-19", "18BF-MERGE-20", "18BF-MERGE-27", "18BF-LOAN-05")
def test_the_public_gets_everything() -> None:
    at = two("A", "A")
    minor(at, "LH", 70, "B", cash=10, loans=2)
    minor(at, "LY", 70, "B", loans=2)
    at.in_play("NER", 135, {"C": 2})
    at.give_private("F1", "LH")
    at.give_private("F2", "EC")
    turn(at, "EC")
    merged(at, "merge EC+LH+LR+LY")
    at.do("markers U23.1+U23.4")
    fully_declined(at)
    assert (at.cash("CR"), at.trains("CR"), at.loans("CR")) == (125, ["3", "3"], 7)
    assert [at.state.privates[at.private(name)] for name in ("F1", "F2")] == [at.owner("CR")] * 2
    assert at.price("CR") == 135
    assert at.stack(135) == ["NER", "CR"]
    assert (at.shares("A", "CR"), at.shares("B", "CR"), at.shares("CR", "CR")) == (2, 2, 6)
    assert all(at.closed(company) and at.has(company, CLOSED) for company in ("EC", "LH", "LR", "LY"))
    assert record(at.game).homes[at.company("CR")] == NO_STOP


@rule("18BF-MERGE-16", "18BF-TOKEN-11")
def test_the_director_by_exchanged_shares_keeps_two_markers_before_anybody_buys() -> None:
    """Ambiguity B59."""
    at = BigFour(phase="3")
    for company, owner in (("LR", "B"), ("EC", "A"), ("LH", "B"), ("LY", "A")):
        minor(at, company, 100, owner)
    turn(at, "EC").do("merge EC+LH+LR+LY", "accept")
    assert at.turn == "B"
    at.do("charter CR")
    assert isinstance(at.step, ChooseMarkers)
    assert at.turn == "B"
    at.refuses("markers U23.1", "18BF-MERGE-16")
    at.refuses("markers U23.1+U23.2+U23.3", "18BF-MERGE-16")
    at.refuses("markers U23.1+U11.0", "18BF-MERGE-16")
    at.refuses("markers U23.1+U23.1", "18BF-MERGE-16")
    assert len(at.offered("markers")) == 6
    at.do("markers U23.1+U23.3")
    assert at.turn == "B"
    fully_declined(at)
    assert (markers(at, "CR"), spare(at, "CR"), all_markers(at, "CR")) == (["U23.1", "U23.3"], 2, 4)
    assert set(at.state.tokens) == {at.stop("U23.1"), at.stop("U23.3")}


@rule("18BF-MERGE-16", "18BF-MERGE-17")
@pytest.mark.parametrize("kept", ["U23.0+U23.0", "U23.0+U23.5"])
def test_the_director_chooses_even_between_two_sets(kept: str) -> None:
    """LB and LS are both in the south-west exit of London, EK in the south-east one."""
    at = BigFour(phase="3")
    for company in ("EK", "LB", "LS"):
        minor(at, company, 100)
    turn(at, "LB").do("merge EK+LB+LS", "charter CR")
    assert isinstance(at.step, ChooseMarkers)
    assert at.offered() == ["markers U23.0+U23.0", "markers U23.0+U23.5"]
    assert at.choices.task == "choose 2 of the markers of EK, LB and LS for CR to take over"
    assert list(map(str, at.step.situation(at.game))) == [
        "markers of EK: London SE (U23)",
        "markers of LB: London SW (U23)",
        "markers of LS: London SW (U23)",
    ]
    at.do(f"markers {kept}")
    fully_declined(at)
    assert (markers(at, "CR"), spare(at, "CR"), all_markers(at, "CR")) == (kept.split("+"), 2, 4)


@rule("18BF-MERGE-17")
def test_two_in_one_hex_give_one_marker_except_in_london() -> None:
    at = BigFour(phase="3")
    for company in ("GA", "GC", "EG", "LB", "LS"):
        minor(at, company)
    game = at.game

    def kept(*companies: str) -> list[tuple[str, ...]]:
        members = tuple(sorted(at.company(company) for company in companies))
        names, found = at.book.board.names, public_markers.kept_markers(game, members)
        return [tuple(f"{names[s // 16]}.{s % 16}" for s in stops) for stops in found]

    assert kept("GA", "GC") == [("D6.0",), ("D6.1",)]
    assert kept("LB", "LS") == [("U23.0", "U23.0")]
    assert kept("GA", "GC", "EG") == [("D6.0", "D10.0"), ("D6.1", "D10.0")]
    assert kept("LB", "LS", "EG") == [("D10.0", "U23.0"), ("U23.0", "U23.0")]


@rule("18BF-MERGE-17", "18BF-TOKEN-07")
def test_both_markers_in_one_exit_of_london_are_kept() -> None:
    at = BigFour(phase="3")
    for company in ("LB", "LS"):
        minor(at, company)
    merged(turn(at, "LB"), "merge LB+LS")
    fully_declined(at)
    assert (markers(at, "CR"), spare(at, "CR")) == (["U23.0", "U23.0"], 2)


# -- the passes -----------------------------------------------------------------------------------


@rule("18BF-MERGE-21", "18BF-MERGE-24")
@pytest.mark.parametrize("bought", [0, 1, 2])
def test_nobody_buys_more_than_is_left(bought: int) -> None:
    """A and B have four shares each: two are left, whoever buys them; and nobody is asked when none is."""
    at = merged(many(8, "A", "B"), "merge EC+EK+LB+LH+LR+LS+LY+SE")
    for player in "ABCD":
        at.give_cash(player, 2000)
    at.do(at.offered("markers")[0])
    assert (at.turn, at.offered("subscribe")) == ("A", ["subscribe 1", "subscribe 2"])
    at.do(f"subscribe {bought}" if bought else "pass")
    if bought < 2:
        assert (at.turn, at.offered("subscribe")) == ("B", [f"subscribe {count}" for count in range(1, 3 - bought)])
        at.refuses(f"subscribe {3 - bought}", "18BF-MERGE-24")
        at.do(f"subscribe {2 - bought}")
    assert at.waits
    assert [at.shares(player, "CR") for player in "ABCD"] == [4 + bought, 6 - bought, 0, 0]
    assert at.shares("CR", "CR") == 0
    assert at.director("CR") == ("A" if bought else "B")


@rule("18BF-MERGE-21")
def test_in_the_first_pass_shareholders_buy_any_number_from_the_director_leftwards() -> None:
    at = BigFour(phase="3")
    for company, owner in (("EC", "C"), ("LR", "C"), ("LH", "A")):
        minor(at, company, 50, owner)
    at.give_cash("C", 300)
    merged(turn(at, "EC"), "merge EC+LH+LR")
    at.do("markers U23.1+U23.2")
    assert at.turn == "C"
    at.refuses("subscribe 4", "18BF-MERGE-25")
    before = at.cash("C")
    at.do("subscribe 2")
    assert str(at.step.situation(at.game)[0]) == "Planned for CR: shares: C 4, A 1; [director]: C"
    assert at.cash("C") == before, "nothing is paid before the merger stands"
    assert at.turn == "A", "B and D have no shares and are not asked"
    at.do("pass")
    assert (at.shares("C", "CR"), at.cash("C"), at.cash("CR")) == (4, 100, 200)


@rule("18BF-MERGE-22")
@pytest.mark.parametrize(("bought", "director"), [(1, "A"), (2, "A"), (3, "B")])
def test_a_buyer_who_has_more_than_the_director_takes_over(bought: int, director: str) -> None:
    at = BigFour(phase="3")
    for company, owner in (("EC", "A"), ("LR", "A"), ("LB", "A"), ("LH", "B")):
        minor(at, company, 40, owner)
    merged(turn(at, "EC"), "merge EC+LB+LH+LR")
    at.do("markers U23.1+U23.2", "pass", f"subscribe {bought}")
    assert at.director("CR") == director
    assert at.turn == director, "the second pass begins with the Director then in office"


@rule("18BF-MERGE-23")
def test_if_nobody_has_two_shares_nothing_has_happened() -> None:
    at = turn(two(prices=(100, 110)), "EC")
    before = at.state.clone()
    merged(at)
    at.do("pass", "pass")
    assert isinstance(at.step, MergerTurn)
    assert (at.state.shares, at.state.cash, at.state.tokens) == (before.shares, before.cash, before.tokens)
    assert (at.state.status, at.state.price, at.state.stack) == (before.status, before.price, before.stack)
    assert (at.state.loans, at.state.trains, at.state.record) == (before.loans, before.trains, before.record)
    at.refuses("merge EC+LR", "18BF-MERGE-03")


@rule("18BF-MERGE-23", "18BF-MERGE-15")
@pytest.mark.parametrize(("answers", "director"), [(("subscribe 1", "pass"), "B"), (("pass", "subscribe 1"), "A")])
def test_one_pledge_saves_the_merger(answers: tuple[str, str], director: str) -> None:
    at = merged(turn(two(), "EC"))
    assert at.turn == "B", "EC at 80 is asked before LR at 65"
    at.do(*answers)
    assert at.director("CR") == director
    assert at.shares(director, "CR") == 2


@rule("18BF-MERGE-24")
def test_in_the_second_pass_everybody_may_buy_one() -> None:
    at = merged(turn(two(), "EC"))
    at.do("pass", "subscribe 1")
    assert at.turn == "A"
    at.refuses("subscribe 2", "18BF-MERGE-24")
    at.do("pass")
    assert at.turn == "B"
    at.do("subscribe 1")
    assert at.director("CR") == "A", "as many as the Director is not more"
    at.do("subscribe 1", "pass")
    assert at.waits
    assert [at.shares(name, "CR") for name in "ABCD"] == [2, 2, 1, 0]


@rule("18BF-MERGE-24")
def test_the_second_pass_may_change_the_director_and_ends_when_all_shares_are_sold() -> None:
    at = BigFour(players=5, phase="3")
    for number, owner in enumerate("AAABBBCD"):
        minor(at, LONDON[number], 40, owner)
    for name in "ABCDE":
        at.give_cash(name, 500)
    merged(turn(at, "EC"), all_of(at))
    at.do("markers U23.1+U23.2", "pass", "pass", "pass", "pass")
    assert at.turn == "A"
    at.do("pass", "subscribe 1")
    assert at.director("CR") == "B"
    at.do("subscribe 1")
    assert at.waits, "nothing is left for D and E"


@rule("18BF-MERGE-25")
def test_nobody_buys_beyond_60_per_cent_in_either_pass() -> None:
    at = BigFour(phase="3")
    for number in range(5):
        minor(at, LONDON[number], 40, "A")
    minor(at, LONDON[5], 40, "B")
    at.give_cash("A", 900)
    merged(turn(at, "EC"), "merge EC+EK+LB+LH+LR+LS")
    at.do("markers U23.1+U23.2")
    at.refuses("subscribe 2", "18BF-MERGE-25")
    at.do("subscribe 1", "pass")
    assert at.turn == "B", "A has 60 per cent and is not asked again"


@rule("18BF-MERGE-25")
def test_the_certificate_limit_holds_and_the_directors_certificate_counts_once() -> None:
    """Ambiguity B70: the limit is the one of the phase."""
    at = BigFour(phase="8")
    for number, owner in enumerate("AAB"):
        minor(at, LONDON[number], 40, owner)
    for company in ("MR", "NER", "SEC", "GNR"):
        at.in_play(company, 70, {"D": 4, "A": 3})
    at.give_shares("A", "GER", 0)
    at.give_cash("A", 900)
    limit = shares.certificate_limit(at.game)
    assert limit == 16
    merged(turn(at, "EC"), "merge EC+EK+LB")
    at.do("markers U23.0+U23.4")
    assert at.turn == "A"
    assert len(at.offered("subscribe")) == 3, "12 others, the Director's certificate and three more"
    at.refuses("subscribe 4", "18BF-MERGE-25")


@rule("18BF-MERGE-25")
def test_cash_in_hand_and_no_sales() -> None:
    at = turn(two(prices=(100, 100)), "LR")
    at.give_cash("A", 350)
    at.in_play("MR", 100, {"A": 5})
    merged(at)
    assert isinstance(at.step, Subscription)
    at.refuses("subscribe 2", "18BF-MERGE-25")
    at.refuses("sell 1 MR")
    assert at.offered("sell") == []


@rule("18BF-MERGE-25")
@pytest.mark.parametrize("others", [11, 12, 13, 14])
def test_a_shareholder_who_would_not_direct_counts_every_share(others: int) -> None:
    """A has three shares and the Director's certificate among them, B two; the limit is 16 certificates.

    With four shares or more B would be Director, so that two of them were one certificate.
    """
    at = BigFour(phase="8")
    for number, owner in enumerate("AAABB"):
        minor(at, LONDON[number], 40, owner)
    at.in_play("LMS", 70, {"D": 8, "B": others - 8})
    for private in ("F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"):
        at.give_private(private, "B")
    merged(turn(at, "EC"), "merge EC+EK+LB+LH+LR")
    at.do(at.offered("markers")[0], "pass")
    allowed = [count for count in (1, 2, 3, 4) if others + 2 + count - (count > 1) <= 16]
    if allowed:
        assert (at.turn, at.offered("subscribe")) == ("B", [f"subscribe {count}" for count in allowed])
    else:
        step = at.step
        assert isinstance(step, Subscription)
        assert at.turn != "B", "B can buy nothing and is not asked"


@rule("18BF-MERGE-25", "18BF-SR-11")
def test_two_shares_are_one_certificate_for_the_director() -> None:
    """A is at the limit of 16 with the Minor; the second share makes the first one the Director's certificate."""
    at = two(prices=(50, 40), phase="8")
    at.in_play("LMS", 70, {"D": 8, "A": 7})
    for number in range(1, 9):
        at.give_private(f"F{number}", "A")
    merged(turn(at, "LR"))
    assert (at.turn, at.offered("subscribe")) == ("A", ["subscribe 1"])


@rule("18BF-MERGE-25", "18BF-MERGE-24")
@pytest.mark.parametrize(("others", "asked_again"), [(12, True), (13, True), (14, False)])
def test_the_certificate_limit_in_the_second_pass(others: int, asked_again: bool) -> None:
    """A has the Director's certificate and another share; C is at the limit of 16 and is not asked."""
    at = BigFour(phase="8")
    minor(at, "TV", 100)
    at.in_play("LMS", 70, {"D": 8, "A": others - 8, "C": 6})
    for number in range(1, 9):
        at.give_private(f"F{number}", "A")
    at.in_play("LNE", 70, {"D": 10, "C": 10})
    turn(at, "TV").do("convert", "charter MR", "subscribe 1")
    players = []
    while not at.waits:
        players.append(at.turn)
        at.do("pass" if at.turn != "A" else "subscribe 1")
    assert players == [*(["A"] if asked_again else []), "B", "D"]
    assert at.shares("A", "MR") == (4 if asked_again else 3)


@rule("18BF-MERGE-25")
@pytest.mark.parametrize(("cash", "most"), [(159, 1), (160, 2), (239, 2), (240, 3)])
def test_the_last_pound_may_be_spent(cash: int, most: int) -> None:
    at = two(prices=(40, 40))
    at.give_cash("A", cash)
    merged(turn(at, "LR"))
    assert (at.turn, at.offered("subscribe")) == ("A", [f"subscribe {count}" for count in range(1, most + 1)])
    at.do(f"subscribe {most}")
    assert at.shares("A", "CR") == 0, "nothing is paid before the merger stands"
    fully_declined(at)
    assert (at.shares("A", "CR"), at.cash("A")) == (1 + most, cash - 80 * most)


@rule("18BF-MERGE-28", "18BF-TRAIN-08")
def test_trains_above_the_limit_are_returned_after_the_second_pass_by_the_director_in_office() -> None:
    """Ambiguity B33."""
    at = BigFour(phase="4")
    for number, owner in enumerate("ABBAA"):
        minor(at, LONDON[number], 40, owner, trains=("4",))
    at.give_cash("B", 500)
    merged(turn(at, "EC"), all_of(at))
    at.do("markers U23.1+U23.2", "pass", "subscribe 2", "pass")
    while isinstance(at.step, Subscription):
        at.do("pass")
    assert isinstance(at.step, ReturnTrains)
    assert at.turn == "B"
    at.do("return 4", "return 4")
    assert at.waits
    assert at.trains("CR") == ["4"] * 3
