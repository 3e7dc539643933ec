"""Setting up: players, money, what is dealt, and the companies as printed (18BF-SETUP and 18BF-VAR)."""

from __future__ import annotations

from collections import Counter

import pytest

from railhead.core.audit import audit
from railhead.core.ids import BANK, NOBODY, Seat, hex_of, index_of
from railhead.core.refusal import Malformed
from railhead.core.state import Round
from railhead.core.view import view
from railhead.rules.stock import StockRound
from railhead.testing import Table, rule
from railhead.titles import catalogue
from railhead.titles.t18bf.dealing import deal, minors_on_offer
from railhead.titles.t18bf.facts import COMPANIES, FACTS, MINOR, PRIVATES, PUBLIC, RAILWAY, SYSTEM
from railhead.titles.t18bf.opening import Opening
from railhead.titles.t18bf.rounds import value
from tests.titles.t18bf.table import BigFour

GROUPS = {
    "A": "EG EPD GA GC ML ND NU YNM",
    "B": "BE BG GJ NM MC SAM TV VN",
    "C": "EC EK LB LH LR LS LY SE",
}
PUBLICS = ("CR", "GER", "GNR", "LBSC", "LNW", "LSW", "LYR", "MR", "NBR", "NER", "SEC")
SEEDS = range(40)


@rule("18BF-SETUP-01")
@pytest.mark.parametrize("players", range(1, 8))
def test_three_to_five_play(players: int) -> None:
    seats = tuple("ABCDEFG"[:players])
    if players in (3, 4, 5):
        assert catalogue.rulebook("18BF", seats).seats == players
    else:
        with pytest.raises(Malformed, match="3 to 5"):
            catalogue.rulebook("18BF", seats)


@rule("18BF-SETUP-02")
@pytest.mark.parametrize(("players", "cash"), [(3, 630), (4, 470), (5, 375)])
def test_starting_cash(players: int, cash: int) -> None:
    """Worked example 18BF-EX-01."""
    at = Table("18BF", players)
    assert [at.cash(name) for name in "ABCDE"[:players]] == [cash] * players
    assert at.cash("ipo") == 20000 - players * cash


@rule("18BF-SETUP-03", "18BF-END-09")
def test_the_bank_never_runs_dry() -> None:
    at = BigFour(phase="6")
    at.in_play("MR", 100, {"A": 6}, cash=0, trains=("6",))
    at.give_cash("B", at.cash("B") + at.cash("ipo"))
    assert at.cash("ipo") == 0
    at.earned("MR", 200)
    at.operate("MR", "earnings")
    before = at.cash("A")
    at.do("pay")
    assert at.cash("A") == before + 120
    assert at.cash("ipo") < 0
    assert not at.over
    assert at.state.ending == ""
    assert audit(at.book, at.state) == []


@rule("18BF-SETUP-04", "18BF-SR-01")
def test_the_first_seat_has_the_priority_deal_and_acts_first() -> None:
    at = Table("18BF", 4, seed=7)
    assert at.state.priority == at.seat("A")
    assert at.turn == "A"
    assert Table("18BF", 4, seed=7).state.digest() == at.state.digest()


@rule("18BF-SETUP-05")
def test_the_game_begins_with_a_stock_round_in_phase_2() -> None:
    at = Table("18BF", 3)
    assert at.phase == "2"
    assert at.state.round == Round("stock", 1)
    assert isinstance(at.step, Opening)
    assert isinstance(at.state.agenda[-2], StockRound)


@rule("18BF-SETUP-06")
def test_seven_of_ten_railways_are_drawn() -> None:
    seen: set[int] = set()
    for seed in SEEDS:
        at = BigFour(seed=seed)
        railways = [p for p in at.book.private_ids if PRIVATES[p].sort == RAILWAY]
        drawn = [p for p in railways if at.state.privates[p] == BANK]
        assert len(railways) == 10
        assert len(drawn) == 7
        assert all(at.state.privates[p] == NOBODY for p in railways if p not in drawn)
        assert tuple(drawn) == deal(seed).railways
        seen.update(drawn)
    assert len(seen) == 10, "every railway is drawn by some seed"


@rule("18BF-SETUP-07")
def test_the_groups_of_minors() -> None:
    found = {letter: [c["symbol"] for c in COMPANIES if c.get("group") == letter] for letter in "ABC"}
    assert {letter: set(names) for letter, names in found.items()} == {k: set(v.split()) for k, v in GROUPS.items()}
    assert [len(names) for names in found.values()] == [8, 8, 8]


@rule("18BF-SETUP-08", "18BF-SETUP-09", "18BF-SETUP-10")
def test_the_batches_of_minors() -> None:
    """Worked example 18BF-EX-04: two of A and four of the rest in each batch that is set aside."""
    often = Counter[str]()
    for seed in SEEDS:
        dealt = deal(seed)
        batches = (dealt.third, dealt.second, dealt.first)
        in_a = [sum(COMPANIES[c]["group"] == "A" for c in batch) for batch in batches]
        assert [len(batch) for batch in batches] == [6, 6, 12]
        assert in_a == [2, 2, 4]
        everyone = sorted((*dealt.first, *dealt.second, *dealt.third))
        assert everyone == [n for n, company in enumerate(COMPANIES) if "group" in company]
        often.update(COMPANIES[c]["symbol"] for c in dealt.third)
    assert len(often) == 24, "every Minor is set aside by some seed"


@rule("18BF-SETUP-11", "18BF-SETUP-18")
def test_nothing_is_hidden() -> None:
    at = Table("18BF", 3, seed=5)
    dealt = deal(5)
    for seat in at.book.seat_ids:
        seen = view(at.book, at.state, seat)
        remarks = {at.book.company_names[c]: seen.companies[c].remarks for c in at.book.company_ids}
        for batch, said in ((dealt.second, "stock round 2"), (dealt.third, "phase 3")):
            for company in batch:
                assert said in str(remarks[at.book.company_names[company]]["available"])
        for company in dealt.first:
            assert "available" not in remarks[at.book.company_names[company]]
        assert [at.state.cash[s] for s in at.book.seat_ids] == [630] * 3


@rule("18BF-SETUP-12", "18BF-SETUP-13", "18BF-SETUP-14")
def test_the_kinds_of_company() -> None:
    """Worked examples 18BF-EX-02, 18BF-EX-03 and 18BF-EX-30: certificates and station markers as printed."""
    book = BigFour().book
    by_kind = {kind: [c for c in book.companies if c.kind == kind] for kind in (MINOR, PUBLIC, SYSTEM)}
    assert [len(companies) for companies in by_kind.values()] == [24, 11, 5]
    shapes = [(kind.shares, kind.director_shares) for kind in book.kinds]
    assert shapes == [(1, 1), (10, 2), (20, 4)]
    certificates = [1 + shares - director for shares, director in shapes]
    assert [len(companies) * each for companies, each in zip(by_kind.values(), certificates, strict=True)] == [
        24,
        99,
        85,
    ]
    assert tuple(c.symbol for c in by_kind[PUBLIC]) == PUBLICS
    assert {c.tokens for c in by_kind[MINOR]} == {1}
    assert {c.tokens for c in by_kind[PUBLIC]} == {4}
    assert {c.symbol: c.tokens for c in by_kind[SYSTEM]} == {"GCR": 12, "GWR": 8, "LMS": 12, "LNE": 12, "SR": 8}
    assert sum(c.tokens + 1 for c in book.companies) + 1 == 161, "with one price marker each, and the round marker"


@rule("18BF-SETUP-15", "18BF-END-06")
@pytest.mark.parametrize(("company", "shares", "worth"), [("TV", 1, 160), ("MR", 10, 800), ("GWR", 20, 1600)])
def test_what_a_price_means(company: str, shares: int, worth: int) -> None:
    at = BigFour(phase="6")
    at.in_play(company, 80, {"A": shares})
    assert shares * value(at.game, at.company(company)) == worth
    assert at.book.worth(at.game, at.seat("A")) == 470 + worth


@rule("18BF-SETUP-16", "18BF-SETUP-17")
def test_homes() -> None:
    book = BigFour().book
    london = {"EC": 4, "EK": 5, "SE": 5, "LB": 0, "LS": 0, "LH": 2, "LR": 1, "LY": 3}
    others = {
        "BE": "U13", "BG": "Q15", "EG": "D10", "EPD": "C11", "GA": "D6", "GC": "D6", "GJ": "P14", "MC": "O19",
        "ML": "M15", "ND": "G17", "NM": "O17", "NU": "L12", "SAM": "M17", "TV": "U11", "VN": "U7", "YNM": "K19",
    }  # fmt: skip
    homes = {c.symbol: c.home for c in book.companies if c.kind == MINOR}
    assert set(homes) == {*london, *others}
    for symbol, exit_ in london.items():
        assert (book.board.names[hex_of(homes[symbol])], index_of(homes[symbol])) == ("U23", exit_)
    for symbol, hex_ in others.items():
        assert book.board.names[hex_of(homes[symbol])] == hex_
    assert homes["GA"] != homes["GC"]


@rule("18BF-VAR-01")
def test_there_are_no_options() -> None:
    assert catalogue.find("18BF").options == {}
    with pytest.raises(Malformed, match="has none"):
        catalogue.rulebook("18BF", ("A", "B", "C"), frozenset({"anything"}))


def test_only_minors_of_the_right_batch_are_on_offer() -> None:
    at = BigFour(seed=3)
    dealt = deal(3)
    sizes = {}
    for number in (1, 2, 3):
        for phase in ("2", "3", "4", "5"):
            at.state.round = Round("stock", number)
            at.state.phase = int(phase) - 2
            sizes[number, phase] = len(minors_on_offer(at.game))
    assert sizes == {
        (1, "2"): 12, (1, "3"): 18, (1, "4"): 18, (1, "5"): 0,
        (2, "2"): 18, (2, "3"): 24, (2, "4"): 24, (2, "5"): 0,
        (3, "2"): 18, (3, "3"): 24, (3, "4"): 24, (3, "5"): 0,
    }  # fmt: skip
    assert FACTS["players"].keys() == {"3", "4", "5"}
    assert dealt.first
    assert Seat(at.seat("A")) == at.state.priority
